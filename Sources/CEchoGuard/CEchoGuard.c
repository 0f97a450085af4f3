#define _GNU_SOURCE
#include "CEchoGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A slot belongs to one terminal between begin and end. `armed` is what the handler goes by: whoever takes it from 1 to 0 gives
// the echo back. `busy` is set while the owner changes the terminal, so that no change of its can come after the handler's.
static struct slot {
  int taken;
  atomic_int armed, busy;
  int terminal, wake;
  struct termios saved;
} slots[ECHO_GUARD_SLOTS];

static atomic_int leaving;  // a handler is ending or stopping the process: no owner touches a terminal until that is over
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;  // slots[].taken and actions[]; never taken by the handler

// Signals that end or stop the process by default are taken from nobody. The others go on to the handler they had: a crash
// reporter has one before `main` in many programs, and it must not find the echo off.
static struct {
  int number, over_handlers, ours;
  struct sigaction before;
} actions[] = {
    {SIGINT, 0}, {SIGTERM, 0}, {SIGHUP, 0}, {SIGTSTP, 0},
    {SIGQUIT, 1}, {SIGILL, 1}, {SIGTRAP, 1}, {SIGABRT, 1}, {SIGBUS, 1}, {SIGFPE, 1}, {SIGSEGV, 1}, {SIGSYS, 1},
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

// A background process must not touch the terminal of the foreground. -1: not our controlling terminal, so no job control.
static int may_touch(int terminal) {
  pid_t foreground = tcgetpgrp(terminal);
  return foreground == -1 || foreground == getpgrp();
}

static void give_back_all(void) {
  for (int i = 0; i < ECHO_GUARD_SLOTS; i++) {
    struct slot *slot = &slots[i];
    int was_armed = atomic_exchange(&slot->armed, 0);
    // Also where the owner was first: the process must not end before the owner is through.
    for (int turn = 0; turn < 50 && atomic_load(&slot->busy); turn++) poll(NULL, 0, 1);
    if (!was_armed) continue;
    if (may_touch(slot->terminal)) {
      tcflush(slot->terminal, TCIFLUSH);  // the beginning of a secret is not for whoever reads next
      tcsetattr(slot->terminal, TCSANOW, &slot->saved);
    }
    ssize_t ignored = write(slot->wake, "", 1);
    (void)ignored;
  }
}

static void handle(int number, siginfo_t *info, void *context);

static void install(int i) {
  struct sigaction ours;
  memset(&ours, 0, sizeof ours);
  ours.sa_sigaction = handle;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&ours.sa_mask);  // TTOU among them: the terminal is given back even where it would stop the process
  actions[i].ours = sigaction(actions[i].number, &ours, NULL) == 0;
}

// All signals are blocked while this runs; what is raised here takes effect on return, with the action from before in place.
static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  atomic_store(&leaving, 1);
  give_back_all();
  for (int i = 0; i < ACTIONS; i++) {
    if (actions[i].number != number) continue;
    sigaction(number, &actions[i].before, NULL);
    if (number == SIGTSTP) {
      sigset_t only;
      sigemptyset(&only);
      sigaddset(&only, number);
      raise(number);
      pthread_sigmask(SIG_UNBLOCK, &only, NULL);  // stops here
      pthread_sigmask(SIG_BLOCK, &only, NULL);
      install(i);
      atomic_store(&leaving, 0);
    } else {
      // A fault of the machine happens again by itself, at the right instruction.
      int is_fault = number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL;
      if (!is_fault || info->si_code <= 0) raise(number);
      // After a handler of the app the process may go on.
      if (actions[i].before.sa_handler != SIG_DFL) atomic_store(&leaving, 0);
    }
  }
  errno = error;
}

static void at_exit(void) {
  atomic_store(&leaving, 1);
  give_back_all();
}

static void register_exit(void) { atexit(at_exit); }

// Called with `table` held, before the slot is armed: from then on no signal leaves the echo off.
static void take_signals(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_exit);
  for (int i = 0; i < ACTIONS; i++) {
    struct sigaction current;
    if (sigaction(actions[i].number, NULL, &current) != 0) continue;
    if ((current.sa_flags & SA_SIGINFO) && current.sa_sigaction == handle) continue;
    actions[i].ours = 0;
    int is_default = !(current.sa_flags & SA_SIGINFO) && current.sa_handler == SIG_DFL;
    int is_ignored = !(current.sa_flags & SA_SIGINFO) && current.sa_handler == SIG_IGN;
    if (is_ignored || (!is_default && !actions[i].over_handlers)) continue;
    actions[i].before = current;
    install(i);
  }
}

static void put_back_signals(void) {
  for (int i = 0; i < ACTIONS; i++) {
    struct sigaction current;
    if (!actions[i].ours) continue;
    actions[i].ours = 0;
    if (sigaction(actions[i].number, NULL, &current) != 0) continue;
    if ((current.sa_flags & SA_SIGINFO) && current.sa_sigaction == handle) sigaction(actions[i].number, &actions[i].before, NULL);
  }
}

int echo_guard_begin(int terminal, int wake) {
  struct termios saved;
  if (tcgetattr(terminal, &saved) != 0) return -1;
  pthread_mutex_lock(&table);
  int found = -1;
  for (int i = 0; i < ECHO_GUARD_SLOTS && found < 0; i++)
    if (!slots[i].taken) found = i;
  if (found < 0) {
    pthread_mutex_unlock(&table);
    errno = EBUSY;
    return -1;
  }
  struct slot *slot = &slots[found];
  slot->taken = 1;
  slot->terminal = terminal;
  slot->wake = wake;
  slot->saved = saved;
  take_signals();
  atomic_store(&slot->busy, 1);
  atomic_store(&slot->armed, 1);
  pthread_mutex_unlock(&table);

  struct termios silent = saved;
  silent.c_lflag &= ~(tcflag_t)ECHO;
  silent.c_lflag |= ECHONL;  // the end of the line still shows that it was taken
  int result = 0, error = 0;
  // Out of its own mask a signal can come here at any time; the handler waits for `busy`.
  if (atomic_load(&slot->armed) && !atomic_load(&leaving)) {
    result = tcsetattr(terminal, TCSANOW, &silent);
    error = errno;
  }
  atomic_store(&slot->busy, 0);
  if (result == 0) return found;
  echo_guard_end(found);
  errno = error;
  return -1;
}

int echo_guard_holds(int slot) { return atomic_load(&slots[slot].armed); }

void echo_guard_end(int number) {
  struct slot *slot = &slots[number];
  atomic_store(&slot->busy, 1);
  if (atomic_exchange(&slot->armed, 0) && may_touch(slot->terminal)) tcsetattr(slot->terminal, TCSANOW, &slot->saved);
  atomic_store(&slot->busy, 0);
  // A handler that is giving this terminal back still uses the descriptor. It ends or stops the process; the bound is for the case
  // that somebody put an own handler in between.
  for (int turn = 0; turn < 200 && atomic_load(&leaving); turn++) poll(NULL, 0, 10);
  pthread_mutex_lock(&table);
  slot->taken = 0;
  int in_use = 0;
  for (int i = 0; i < ECHO_GUARD_SLOTS; i++) in_use |= slots[i].taken;
  if (!in_use) put_back_signals();
  pthread_mutex_unlock(&table);
}

int echo_guard_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK);
#else
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
#endif
}
