// Waiting for a terminal and for other threads.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>

enum { TTY_TAG, WAKE_TAG, EXTRA_TAG };

static bool watch(alertsdk_poller *poller, int operation, int fd, uint32_t events, uint32_t tag) {
  struct epoll_event event = {.events = events, .data.u32 = tag};
  return epoll_ctl(poller->queue, operation, fd, &event) == 0;
}

bool alertsdk_poller_open(alertsdk_poller *poller, int tty) {
  *poller = (alertsdk_poller){
      .tty = tty, .extra = -1, .queue = epoll_create1(EPOLL_CLOEXEC), .wake_read = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  poller->wake_write = poller->wake_read;
  poller->interest = ALERTSDK_READABLE;
  if (poller->queue >= 0 && poller->wake_read >= 0 && watch(poller, EPOLL_CTL_ADD, tty, EPOLLIN, TTY_TAG) &&
      watch(poller, EPOLL_CTL_ADD, poller->wake_read, EPOLLIN, WAKE_TAG))
    return true;
  int reason = errno;
  alertsdk_poller_close(poller);
  errno = reason;
  return false;
}

static void add_extra(alertsdk_poller *poller) { watch(poller, EPOLL_CTL_ADD, poller->extra, EPOLLIN, EXTRA_TAG); }

int alertsdk_poller_wait(alertsdk_poller *poller, int interest, int milliseconds) {
  if (interest != poller->interest) {
    uint32_t events = (interest & ALERTSDK_READABLE ? EPOLLIN : 0u) | (interest & ALERTSDK_WRITABLE ? EPOLLOUT : 0u);
    watch(poller, EPOLL_CTL_MOD, poller->tty, events, TTY_TAG);
    poller->interest = interest;
  }
  struct epoll_event events[3];
  int n = epoll_wait(poller->queue, events, 3, milliseconds);
  if (n < 0) return errno == EINTR ? ALERTSDK_INTERRUPTED : ALERTSDK_HUNG_UP;
  int found = 0;
  for (int i = 0; i < n; i++) {
    if (events[i].data.u32 == WAKE_TAG) {
      uint64_t count;
      found |= ALERTSDK_WOKEN;
      if (read(poller->wake_read, &count, sizeof count) < 0) continue;
    } else if (events[i].data.u32 == EXTRA_TAG) {
      found |= ALERTSDK_CAPTURED;
    } else {
      if (events[i].events & EPOLLIN) found |= ALERTSDK_READABLE;
      if (events[i].events & EPOLLOUT) found |= ALERTSDK_WRITABLE;
      if (events[i].events & (EPOLLHUP | EPOLLERR)) found |= ALERTSDK_HUNG_UP;
    }
  }
  return found;
}
#else
bool alertsdk_poller_open(alertsdk_poller *poller, int tty) {
  int ends[2];
  *poller = (alertsdk_poller){.tty = tty, .queue = -1, .wake_read = -1, .wake_write = -1, .extra = -1};
  if (!alertsdk_pipe(ends)) return false;
  poller->wake_read = ends[0];
  poller->wake_write = ends[1];
  return true;
}

int alertsdk_poller_wait(alertsdk_poller *poller, int interest, int milliseconds) {
  short wanted = (short)((interest & ALERTSDK_READABLE ? POLLIN : 0) | (interest & ALERTSDK_WRITABLE ? POLLOUT : 0));
  struct pollfd fds[3] = {
      {poller->tty, wanted, 0}, {poller->wake_read, POLLIN, 0}, {poller->extra, POLLIN, 0}};
  int n = poll(fds, 3, milliseconds);
  if (n < 0) return errno == EINTR ? ALERTSDK_INTERRUPTED : ALERTSDK_HUNG_UP;
  int found = 0;
  if (fds[1].revents) {
    unsigned char bytes[64];
    while (read(poller->wake_read, bytes, sizeof bytes) > 0) {}
    found |= ALERTSDK_WOKEN;
  }
  if (fds[2].revents) found |= ALERTSDK_CAPTURED;
  if (fds[0].revents & POLLIN) found |= ALERTSDK_READABLE;
  if (fds[0].revents & POLLOUT) found |= ALERTSDK_WRITABLE;
  if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)) found |= ALERTSDK_HUNG_UP;
  return found;
}

static void add_extra(alertsdk_poller *poller) { (void)poller; }
#endif

void alertsdk_poller_add_capture(alertsdk_poller *poller, int session) {
  poller->extra = alertsdk_capture_descriptor(session);
  if (poller->extra >= 0) add_extra(poller);
}

void alertsdk_poller_wake(int wake_write) {
  uint64_t one = 1;
  while (write(wake_write, &one, sizeof one) < 0 && errno == EINTR) {}
}

void alertsdk_poller_close(alertsdk_poller *poller) {
  if (poller->wake_write >= 0 && poller->wake_write != poller->wake_read) close(poller->wake_write);
  if (poller->wake_read >= 0) close(poller->wake_read);
  if (poller->queue >= 0) close(poller->queue);
  poller->queue = poller->wake_read = poller->wake_write = -1;
}

bool alertsdk_pipe(int ends[2]) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
#else
  if (pipe(ends) != 0) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return true;
#endif
}

uint64_t alertsdk_device_number(int tty) {
#if defined(TIOCGDEV)
  unsigned int number = 0;
  if (ioctl(tty, TIOCGDEV, &number) == 0) return number;
#endif
  struct stat status;
  return fstat(tty, &status) == 0 ? (uint64_t)status.st_rdev : 0;
}
