// Starts programs without touching the process that starts them; in C, as some of it is shown to GNU sources only, or is a flag of one system.
#ifndef ALERTSDK_SPAWN_H
#define ALERTSDK_SPAWN_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A pipe whose ends no program inherits and which are none of the standard streams; 0, or -1 with errno.
int alertsdk_spawn_pipe(int ends[2]);

/// Starts a program with these three standard streams and nothing else open; 0, or an error number.
///
/// It leads a process group of its own, has no signal blocked, and the default action for every signal. A name without a slash is
/// looked up in PATH.
int alertsdk_spawn(pid_t *process, const char *file, char *const arguments[], char *const environment[], const int streams[3]);

#ifdef __cplusplus
}
#endif
#endif
