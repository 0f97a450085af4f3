// The emergency path: a terminal that was changed, by a box or for a secret, is given back when a signal, a crash or exit() ends the
// process. One table for all of them, as only one owner of the signals can put them back whatever is closed first.
//
// Rules, found with thousands of kills at random moments:
//   - The session marks every write and tcsetattr (begin, end). A restore first disarms, then waits for a marked call to end, so
//     that no half of a frame lands behind it; the session gives up where it finds itself disarmed.
//   - Before the session gives back descriptor or handlers it waits for a running restore, and for ever when the process is dying:
//     otherwise the program could go on and exit with a status of its own.
//   - Everything a handler reads was copied at open and does not change while the session is armed.
// Not covered: _exit, SIGKILL, stack overflow on other threads than main, SIGSTOP from outside while stopped, and an app that
// survives a fault by jumping out of its own handler (its box waits for ever, as it would for the crash).
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <stdio_ext.h>
#endif

// DRAIN_ROUNDS buffers of what was printed are taken at once and not more: whoever prints without end must not be waited for.
// A write to the pipe that is under way when a box closes is read to its end, unless nothing comes for LAST_WRITE_MS.
enum { SLOTS = 16, HANDSHAKE_MS = 50, DRAIN_ROUNDS = 64, DRAIN_BUFFER = 4096, LAST_WRITE_MS = 100, LAST_WRITES_MS = 2000 };
enum { IDLE, ARMED, RESTORING };

struct slot {
  _Atomic int used, phase, busy, reason;
  pid_t pid;
  pthread_t thread;
  alertsdk_session_facts facts;
  struct termios modes;  // those of the facts
  // Bytes to print afterwards are kept here, not in Swift, so that a crash can still print them.
  _Atomic int capturing;
  int saved_fd[3], pipe_read;
  dev_t pipe_device;
  ino_t pipe_inode;
  unsigned char *kept;
  size_t kept_length, kept_limit, dropped_lines;
  bool is_dropping, dropped_half_a_line;
};

static struct slot slots[SLOTS];
static _Atomic int dying, inside, accepting;
static pthread_mutex_t installing = PTHREAD_MUTEX_INITIALIZER;
static int open_sessions, crash_sessions;

static const int polite[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP};
static const int crashes[] = {SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
static struct { bool taken; struct sigaction old; } actions[NSIG];

static void on_signal(int, siginfo_t *, void *);

static void nap(void) { poll(NULL, 0, 1); }

static void wake(int fd) {
  uint64_t one = 1;
  while (write(fd, &one, sizeof one) < 0 && errno == EINTR) {}
}

// MARK: Restoring (async-signal-safe from here on)

static void write_all(int fd, const unsigned char *bytes, size_t length) {
  bool flushed = false;
  while (length > 0) {
    ssize_t n = write(fd, bytes, length);
    if (n > 0) { bytes += n; length -= (size_t)n; continue; }
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) && !flushed) {
      // Stopped or full output must not keep the process from dying: drop what waits, let it run, and try once more.
      flushed = true;
      tcflush(fd, TCOFLUSH);
      tcflow(fd, TCOON);
      continue;
    }
    return;
  }
}

static void put_descriptors_back(struct slot *slot) {
  if (!atomic_exchange(&slot->capturing, 0)) return;
  for (int fd = 1; fd <= 2; fd++) {
    struct stat now;
    if (slot->saved_fd[fd] < 0 || fstat(fd, &now) != 0) continue;
    // The app may have closed it or sent it elsewhere by now: then it is no longer ours to put back.
    if (now.st_dev == slot->pipe_device && now.st_ino == slot->pipe_inode) dup2(slot->saved_fd[fd], fd);
  }
}

bool alertsdk_modes_are_ours(int tty) {
  struct termios now;
  return tcgetattr(tty, &now) != 0 || !(now.c_lflag & ECHO);
}

/// A background process must not touch the terminal of the foreground. -1: not our controlling terminal, so no job control.
static bool may_touch(int tty) {
  pid_t foreground = tcgetpgrp(tty);
  return foreground == -1 || foreground == getpgrp();
}

static void restore(struct slot *slot, int reason) {
  if (!atomic_load(&slot->used) || slot->pid != getpid()) return;
  // RESUMED must not hide that it is over, and a later stop must not hide it either.
  if (atomic_load(&slot->reason) != ALERTSDK_SESSION_OVER) atomic_store(&slot->reason, reason);
  int expected = ARMED;
  if (!atomic_compare_exchange_strong(&slot->phase, &expected, RESTORING)) {
    for (int i = 0; i < 2 * HANDSHAKE_MS && atomic_load(&slot->phase) == RESTORING; i++) nap();
    return;
  }
  if (!pthread_equal(pthread_self(), slot->thread))
    for (int i = 0; i < HANDSHAKE_MS && atomic_load(&slot->busy); i++) nap();

  const alertsdk_session_facts *facts = &slot->facts;
  sigset_t ttou, before;
  sigemptyset(&ttou);
  sigaddset(&ttou, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &ttou, &before);
  write_all(facts->tty, facts->farewell, facts->farewell_length);
  if (facts->modes && may_touch(facts->tty) && alertsdk_modes_are_ours(facts->tty)) {
    tcflush(facts->tty, TCIFLUSH);  // half a key, or the beginning of a secret, is not for whoever reads next
    tcsetattr(facts->tty, TCSANOW, &slot->modes);
  }
  // A stop is no end: then nothing is printed and the descriptors stay as they are, unless it is for good.
  if (reason == ALERTSDK_SESSION_OVER) {
    bool captured = atomic_load(&slot->capturing);
    put_descriptors_back(slot);
    if (slot->kept) write_all(facts->tty, slot->kept, slot->kept_length);
    slot->kept_length = 0;
    unsigned char rest[512];  // an app's stack for signals may be small
    if (captured)
      for (int i = 0; i < DRAIN_ROUNDS * DRAIN_BUFFER / (int)sizeof rest; i++) {
        ssize_t n = read(slot->pipe_read, rest, sizeof rest);
        if (n <= 0) break;
        write_all(facts->tty, rest, (size_t)n);
      }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  atomic_store(&slot->phase, IDLE);
}

static void restore_all(int reason) {
  for (int i = 0; i < SLOTS; i++) restore(&slots[i], reason);
}

static void tell_all(int from, int to) {
  for (int i = 0; i < SLOTS; i++) {
    if (!atomic_load(&slots[i].used) || slots[i].pid != getpid()) continue;
    atomic_compare_exchange_strong(&slots[i].reason, &from, to);
    wake(slots[i].facts.wake);
  }
}

static void our_action(struct sigaction *action) {
  memset(action, 0, sizeof *action);
  action->sa_sigaction = on_signal;
  action->sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action->sa_mask);
  for (int i = 0; i < COUNT(polite); i++) sigaddset(&action->sa_mask, polite[i]);
  sigaddset(&action->sa_mask, SIGQUIT);
}

static bool is_ours(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == on_signal;
}

/// Lets a signal that is blocked and pending in, so that what it does is done when this returns.
static void let_in(int signal) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  pthread_sigmask(SIG_BLOCK, &one, NULL);
}

/// Gives every terminal back and stops this process, or its whole group; SIGTSTP must be blocked. Returns when continued.
static void stop(bool whole_group) {
  struct sigaction stop, before;
  restore_all(ALERTSDK_SESSION_SUSPENDING);
  memset(&stop, 0, sizeof stop);
  stop.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &stop, &before);
  raise(SIGTSTP);  // to this thread, so that it is stopped at the unblock and not some time after it
  if (whole_group) kill(0, SIGTSTP);
  let_in(SIGTSTP);
  if (is_ours(&before) && atomic_load(&accepting)) sigaction(SIGTSTP, &before, NULL);
  tell_all(ALERTSDK_SESSION_SUSPENDING, ALERTSDK_SESSION_RESUMED);
}

/// A fault that happens again when the instruction is run again. A trap's and a refused system call's would not.
static bool comes_again(int signal, const siginfo_t *info) {
  return info && info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE);
}

static void on_signal(int signal, siginfo_t *info, void *context) {
  (void)context;
  int kept_errno = errno;
  atomic_fetch_add(&inside, 1);
  if (signal == SIGTSTP) {
    stop(false);
    atomic_fetch_sub(&inside, 1);
    errno = kept_errno;
    return;
  }
  atomic_fetch_add(&dying, 1);
  restore_all(ALERTSDK_SESSION_OVER);
  sigaction(signal, &actions[signal].old, NULL);
  if (!comes_again(signal, info)) {
    raise(signal);
    let_in(signal);
    // Still here: the app has a handler that goes on. Its alert ends as lost.
    atomic_fetch_sub(&dying, 1);
    tell_all(ALERTSDK_SESSION_OVER, ALERTSDK_SESSION_OVER);
  }
  atomic_fetch_sub(&inside, 1);
  errno = kept_errno;
}

void alertsdk_terminal_restore(void) {
  int kept_errno = errno;
  atomic_fetch_add(&inside, 1);
  restore_all(ALERTSDK_SESSION_OVER);
  tell_all(ALERTSDK_SESSION_OVER, ALERTSDK_SESSION_OVER);
  atomic_fetch_sub(&inside, 1);
  errno = kept_errno;
}

void alertsdk_terminal_will_suspend(void) {
  int kept_errno = errno;
  atomic_fetch_add(&inside, 1);
  restore_all(ALERTSDK_SESSION_SUSPENDING);
  atomic_fetch_sub(&inside, 1);
  errno = kept_errno;
}

void alertsdk_terminal_did_resume(void) {
  int kept_errno = errno;
  atomic_fetch_add(&inside, 1);
  tell_all(ALERTSDK_SESSION_SUSPENDING, ALERTSDK_SESSION_RESUMED);
  atomic_fetch_sub(&inside, 1);
  errno = kept_errno;
}

// MARK: The session's side

/// exit() on another thread leaves a raw terminal without this. The process is ending, so the session must not go on.
static void on_exit_restore(void) {
  atomic_fetch_add(&dying, 1);
  restore_all(ALERTSDK_SESSION_OVER);
}

static void take(int signal, bool over_handlers) {
  struct sigaction current, ours;
  if (actions[signal].taken || sigaction(signal, NULL, &current) != 0) return;
  bool handled = (current.sa_flags & SA_SIGINFO) || (current.sa_handler != SIG_DFL && current.sa_handler != SIG_IGN);
  bool ignored = !(current.sa_flags & SA_SIGINFO) && current.sa_handler == SIG_IGN;
  if (ignored || (handled && !over_handlers) || is_ours(&current)) return;
  our_action(&ours);
  actions[signal].old = current;  // before the handler can run
  if (sigaction(signal, &ours, NULL) == 0) actions[signal].taken = true;
}

static void give_back(int signal) {
  struct sigaction current;
  if (!actions[signal].taken) return;
  actions[signal].taken = false;
  if (sigaction(signal, NULL, &current) == 0 && is_ours(&current)) sigaction(signal, &actions[signal].old, NULL);
}

int alertsdk_session_open(const alertsdk_session_facts *facts) {
  static bool registered;
  pthread_mutex_lock(&installing);
  if (!registered) registered = atexit(on_exit_restore) == 0;
  int found = -1;
  for (int i = 0; i < SLOTS && found < 0; i++)
    if (!atomic_load(&slots[i].used)) found = i;
  if (found >= 0) {
    struct slot *slot = &slots[found];
    slot->facts = *facts;
    if (facts->modes) memcpy(&slot->modes, facts->modes, sizeof slot->modes);
    slot->pid = getpid();
    slot->thread = pthread_self();
    slot->saved_fd[1] = slot->saved_fd[2] = slot->pipe_read = -1;
    slot->kept = NULL;
    slot->kept_length = slot->kept_limit = slot->dropped_lines = 0;
    slot->is_dropping = slot->dropped_half_a_line = false;
    atomic_store(&slot->busy, 0);
    atomic_store(&slot->reason, ALERTSDK_SESSION_ARMED);
    atomic_store(&slot->phase, ARMED);
    atomic_store(&slot->used, 1);
    atomic_store(&accepting, 1);
    open_sessions++;
    for (int i = 0; i < COUNT(polite); i++) take(polite[i], false);
    if (facts->crash_restore) {
      crash_sessions++;
      for (int i = 0; i < COUNT(crashes); i++) take(crashes[i], true);
    }
  }
  pthread_mutex_unlock(&installing);
  return found;
}

void alertsdk_session_adopt(int session) { slots[session].thread = pthread_self(); }

bool alertsdk_session_begin(int session) {
  struct slot *slot = &slots[session];
  atomic_store(&slot->busy, 1);
  if (atomic_load(&slot->phase) == ARMED) return true;
  atomic_store(&slot->busy, 0);
  return false;
}

void alertsdk_session_set_modes(int session, const void *modes) { memcpy(&slots[session].modes, modes, sizeof slots[session].modes); }

void alertsdk_session_end(int session) { atomic_store(&slots[session].busy, 0); }

/// Waits for a restore that is running; for ever when the process is dying.
static void wait_for_restore(struct slot *slot) {
  while (atomic_load(&slot->phase) == RESTORING) nap();
  if (atomic_load(&dying) && slot->pid == getpid()) {
    while (atomic_load(&dying)) nap();  // an app's handler may go on; then so do we
  }
}

alertsdk_session_state alertsdk_session_look(int session) {
  struct slot *slot = &slots[session];
  if (atomic_load(&slot->phase) == ARMED) return ALERTSDK_SESSION_ARMED;
  wait_for_restore(slot);
  return (alertsdk_session_state)atomic_load(&slot->reason);
}

bool alertsdk_session_rearm(int session) {
  struct slot *slot = &slots[session];
  wait_for_restore(slot);
  // Armed first: a stop that comes from here on finds something to restore, and one that came before is seen in the reason.
  atomic_store(&slot->phase, ARMED);
  int reason = ALERTSDK_SESSION_RESUMED;
  if (atomic_compare_exchange_strong(&slot->reason, &reason, ALERTSDK_SESSION_ARMED)) return true;
  int armed = ARMED;
  atomic_compare_exchange_strong(&slot->phase, &armed, IDLE);
  return false;
}

bool alertsdk_session_close(int session) {
  struct slot *slot = &slots[session];
  int expected = ARMED;
  bool was_restored = !atomic_compare_exchange_strong(&slot->phase, &expected, IDLE);
  wait_for_restore(slot);

  pthread_mutex_lock(&installing);
  open_sessions--;
  if (slot->facts.crash_restore && --crash_sessions == 0)
    for (int i = 0; i < COUNT(crashes); i++) give_back(crashes[i]);
  if (open_sessions == 0) {
    atomic_store(&accepting, 0);
    for (int i = 0; i < COUNT(polite); i++) give_back(polite[i]);
  }
  // A handler that came in before may still look at this slot, or put its own action for SIGTSTP back.
  while (atomic_load(&inside)) nap();
  while (atomic_load(&dying)) nap();
  if (open_sessions == 0 && !actions[SIGTSTP].taken) {
    struct sigaction current;
    if (sigaction(SIGTSTP, NULL, &current) == 0 && is_ours(&current)) sigaction(SIGTSTP, &actions[SIGTSTP].old, NULL);
  }
  atomic_store(&slot->used, 0);
  while (atomic_load(&inside)) nap();
  free(slot->kept);
  slot->kept = NULL;
  for (int fd = 1; fd <= 2; fd++)
    if (slot->saved_fd[fd] >= 0) close(slot->saved_fd[fd]);
  if (slot->pipe_read >= 0) close(slot->pipe_read);
  slot->saved_fd[1] = slot->saved_fd[2] = slot->pipe_read = -1;
  pthread_mutex_unlock(&installing);
  return was_restored;
}

void alertsdk_session_await_hangup(void) {
  struct sigaction current;
  if (sigaction(SIGHUP, NULL, &current) != 0 || !is_ours(&current)) return;
  for (int i = 0; i < HANDSHAKE_MS && !atomic_load(&dying); i++) nap();
}

bool alertsdk_session_stop_group(void) {
  struct sigaction current;
  if (sigaction(SIGTSTP, NULL, &current) != 0) return false;
  if (!is_ours(&current) && ((current.sa_flags & SA_SIGINFO) || current.sa_handler != SIG_DFL)) return false;
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGTSTP);
  pthread_sigmask(SIG_BLOCK, &one, NULL);
  atomic_fetch_add(&inside, 1);
  stop(true);
  atomic_fetch_sub(&inside, 1);
  return true;
}

void alertsdk_signal_group(int signal) {
  struct sigaction current;
  bool deadly = sigaction(signal, NULL, &current) == 0 && !(current.sa_flags & SA_SIGINFO) && current.sa_handler == SIG_DFL;
  kill(0, signal);
  // The session's thread takes no signals; without this the program could go on for a moment after a deadly one.
  if (deadly) let_in(signal);
}

// MARK: Keeping what is to be printed afterwards

bool alertsdk_keep_open(int session, size_t limit) {
  struct slot *slot = &slots[session];
  slot->kept = malloc(limit);
  slot->kept_limit = slot->kept ? limit : 0;
  return slot->kept != NULL;
}

static void store(struct slot *slot, const unsigned char *bytes, size_t length) {
  size_t room = slot->is_dropping ? 0 : slot->kept_limit - slot->kept_length;
  size_t fits = length < room ? length : room;
  if (fits > 0) memcpy(slot->kept + slot->kept_length, bytes, fits);
  slot->kept_length += fits;
  if (fits == length) return;
  if (!slot->is_dropping) {
    // Whole lines only: half of one could end in half a sequence.
    size_t end = slot->kept_length;
    while (end > 0 && slot->kept[end - 1] != '\n') end--;
    if (end > 0) slot->kept_length = end;
    slot->is_dropping = true;
  }
  for (size_t i = fits; i < length; i++) slot->dropped_lines += bytes[i] == '\n';
  slot->dropped_half_a_line = bytes[length - 1] != '\n';
}

/// Begins a change of what is kept. The emergency path may have printed it all by now; a dying process never comes back from here.
static void begin_keeping(int session) {
  if (!alertsdk_session_begin(session)) wait_for_restore(&slots[session]);
}

void alertsdk_keep(int session, const unsigned char *bytes, size_t length) {
  begin_keeping(session);
  store(&slots[session], bytes, length);
  alertsdk_session_end(session);
}

size_t alertsdk_keep_take(int session, unsigned char *into, size_t limit) {
  struct slot *slot = &slots[session];
  begin_keeping(session);
  size_t n = slot->kept_length < limit ? slot->kept_length : limit;
  if (n > 0) {
    memcpy(into, slot->kept, n);
    memmove(slot->kept, slot->kept + n, slot->kept_length - n);
    slot->kept_length -= n;
  }
  if (slot->kept_length == 0) slot->is_dropping = false;
  alertsdk_session_end(session);
  return n;
}

size_t alertsdk_keep_dropped(int session) { return slots[session].dropped_lines + slots[session].dropped_half_a_line; }

// MARK: Capturing descriptors 1 and 2

bool alertsdk_capture_open(int session) {
  struct slot *slot = &slots[session];
  uint64_t device = alertsdk_device_number(slot->facts.tty);
  bool same[3] = {false, isatty(1) && alertsdk_device_number(1) == device, isatty(2) && alertsdk_device_number(2) == device};
  int ends[2];
  if ((!same[1] && !same[2]) || !alertsdk_pipe(ends)) return false;
  struct stat pipe;
  fstat(ends[0], &pipe);
  slot->pipe_device = pipe.st_dev;
  slot->pipe_inode = pipe.st_ino;
  fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) & ~O_NONBLOCK);  // as what prints expects of descriptors 1 and 2
  slot->pipe_read = ends[0];
#if defined(__linux__)
  // stdio decides at its first use how to buffer; without this it would take the pipe for what stdout is from now on.
  if (same[1] && __fbufsize(stdout) == 0) setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
#endif
  for (int fd = 1; fd <= 2; fd++) slot->saved_fd[fd] = same[fd] ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : -1;
  atomic_store(&slot->capturing, 1);
  for (int fd = 1; fd <= 2; fd++)
    if (slot->saved_fd[fd] >= 0) dup2(ends[1], fd);
  close(ends[1]);
  return true;
}

int alertsdk_capture_descriptor(int session) { return slots[session].pipe_read; }

bool alertsdk_capture_drain(int session) {
  struct slot *slot = &slots[session];
  bool any = false;
  if (slot->pipe_read < 0) return false;
  unsigned char bytes[DRAIN_BUFFER];
  for (int i = 0; i < DRAIN_ROUNDS; i++) {
    // Read and kept in one go: what is in neither the pipe nor the memory would be lost to a crash in between.
    begin_keeping(session);
    ssize_t n = read(slot->pipe_read, bytes, sizeof bytes);
    if (n > 0) store(slot, bytes, (size_t)n);
    if (n == 0) {
      // Nobody can write to it any more: the app has descriptors 1 and 2 elsewhere. An end that stays readable would keep us awake.
      close(slot->pipe_read);
      slot->pipe_read = -1;
    }
    alertsdk_session_end(session);
    if (n <= 0) break;
    any = true;
  }
  return any;
}

void alertsdk_capture_close(int session) {
  put_descriptors_back(&slots[session]);
  // Another thread may be in the middle of a long write: it must not lose its reader (SIGPIPE), nor we what it says. Its end is the
  // pipe's, but for children that have it as well.
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    struct pollfd end = {slots[session].pipe_read, POLLIN, 0};
    if (end.fd < 0 || poll(&end, 1, LAST_WRITE_MS) <= 0) return;
    alertsdk_capture_drain(session);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < LAST_WRITES_MS);
}
