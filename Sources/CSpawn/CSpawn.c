#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

// An end that is a standard stream's number (the app closed its own) would be overwritten while the child's are put in place.
static int move_up(int *end) {
  if (*end > 2) return 0;
  int higher = fcntl(*end, F_DUPFD_CLOEXEC, 3);
  if (higher < 0) return -1;
  close(*end);
  *end = higher;
  return 0;
}

int alertsdk_spawn_pipe(int ends[2]) {
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
#else
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#endif
  if (move_up(&ends[0]) == 0 && move_up(&ends[1]) == 0) return 0;
  int reason = errno;
  close(ends[0]);
  close(ends[1]);
  errno = reason;
  return -1;
}

int alertsdk_spawn(pid_t *process, const char *file, char *const arguments[], char *const environment[], const int streams[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  if ((error = posix_spawnattr_init(&attributes))) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t all, none;
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  sigemptyset(&none);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setflags(&attributes, flags);
  for (int i = 0; i < 3 && !error; i++) error = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
#if defined(__GLIBC__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
  // What the app has open without close-on-exec is none of the program's business.
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
#endif
  if (!error) error = posix_spawnp(process, file, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
