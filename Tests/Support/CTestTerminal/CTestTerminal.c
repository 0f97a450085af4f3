#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "CTestTerminal.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>

int test_terminal_open(char *path, size_t size) {
  int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return -1;
  const char *name = ptsname(master);
  if (!name || strlen(name) >= size) return -1;
  strcpy(path, name);
  return master;
}

short test_terminal_spawn_setsid(void) { return POSIX_SPAWN_SETSID; }
