// What tests of terminals need of the C library and Swift does not see.
#pragma once
#include <stddef.h>

/// Opens a pseudo-terminal's master and writes its other end's path; -1 with `errno` when there is none.
int test_terminal_open(char *path, size_t size);
/// POSIX_SPAWN_SETSID.
short test_terminal_spawn_setsid(void);
