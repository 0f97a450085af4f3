// Gives the terminal back whatever ends the process, and waits for a terminal; see TerminalRestore.c for the rules.
#ifndef ALERTSDK_TERMINAL_RESTORE_H
#define ALERTSDK_TERMINAL_RESTORE_H

// No header of the system that declares a struct: Swift would take it for this module's, or not, by the order in which modules are loaded.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// For apps with signal handlers of their own; async-signal-safe, harmless while nothing is open.

/// Gives the terminal back for good: an open box draws no more, a secret is no longer asked for, and their alerts end as lost.
void alertsdk_terminal_restore(void);
/// Gives the terminal back until `alertsdk_terminal_did_resume`; for an app that handles SIGTSTP itself.
void alertsdk_terminal_will_suspend(void);
/// Lets an open box take the terminal again and repaint, and a secret be asked for again; after `alertsdk_terminal_will_suspend`.
void alertsdk_terminal_did_resume(void);

// For whoever changes a terminal: a box, or a secret that must not be echoed. A session is a small number, or -1.

/// What the emergency path must know; copied by `alertsdk_session_open`, so that a handler reads memory nobody changes.
typedef struct {
  int tty;                        // a non-blocking description of its own
  int wake;                       // written (8 bytes) when the session should look at its state
  const void *modes;              // a struct termios, read by open, to be put back with input dropped; NULL: the modes stay
  unsigned char farewell[96];     // bytes that undo what was set on the terminal
  size_t farewell_length;
  bool crash_restore;             // also take the signals of a crash
} alertsdk_session_facts;

typedef enum {
  ALERTSDK_SESSION_ARMED = 0,      // the terminal may be changed
  ALERTSDK_SESSION_SUSPENDING = 1, // restored, the process is about to stop
  ALERTSDK_SESSION_RESUMED = 2,    // restored, the session may take the terminal again
  ALERTSDK_SESSION_OVER = 3,       // restored for good
} alertsdk_session_state;

/// Takes the signals and arms the emergency path; call before anything is changed. -1: sixteen are open already.
int alertsdk_session_open(const alertsdk_session_facts *facts);
/// Makes the calling thread the one that writes for this session.
void alertsdk_session_adopt(int session);
/// Starts one write or tcsetattr. False: the terminal was given back, do nothing.
bool alertsdk_session_begin(int session);
/// Whether nobody else has set the modes since: another program on this terminal, or `stty sane`. All of ours are without echo.
/// Async-signal-safe.
bool alertsdk_modes_are_ours(int tty);
/// Other modes to be put back from now on (a struct termios); between `begin` and `end`.
void alertsdk_session_set_modes(int session, const void *modes);
/// Ends what `begin` started.
void alertsdk_session_end(int session);
/// Whether the terminal may be changed, and if not, why.
alertsdk_session_state alertsdk_session_look(int session);
/// Arms again after RESUMED. False: it was stopped again, or is over; look again.
bool alertsdk_session_rearm(int session);
/// Disarms after an orderly restore, gives the signals back and frees the session. True: the terminal had been given back already.
///
/// Waits for a restore that is running, and for ever when the process is dying of a signal, so that its status stays that signal's.
bool alertsdk_session_close(int session);
/// After a hang-up: gives the SIGHUP that goes with it a moment to come, where it is ours, so that the status is the signal's.
void alertsdk_session_await_hangup(void);
/// ^Z: gives every terminal back and stops the whole process group, returns when continued. False: SIGTSTP is not for us to use.
bool alertsdk_session_stop_group(void);
/// ^C and ^\: sends the signal to the whole group, as the terminal would; dies here when that is the disposition.
void alertsdk_signal_group(int signal);

/// Makes room for bytes that are printed when the box has gone, also by the emergency path. False: no memory.
bool alertsdk_keep_open(int session, size_t limit);
/// Keeps bytes; lines past the limit are counted and dropped. On the session's thread, like all of these.
void alertsdk_keep(int session, const unsigned char *bytes, size_t length);
/// Takes kept bytes out, up to `limit`; returns their number.
size_t alertsdk_keep_take(int session, unsigned char *into, size_t limit);
/// Lines dropped because the limit was reached.
size_t alertsdk_keep_dropped(int session);

/// Sends descriptors 1 and 2 into a pipe, where they are the terminal of `session`; after `keep_open`. False: neither is, or no pipe.
bool alertsdk_capture_open(int session);
/// The pipe's end to read from, -1 without one.
int alertsdk_capture_descriptor(int session);
/// Keeps what is in the pipe. True: there was something.
bool alertsdk_capture_drain(int session);
/// Puts descriptors 1 and 2 back, where they are still the pipe, and drains what is left and what is just being written.
void alertsdk_capture_close(int session);

// Waiting for a terminal: epoll and an eventfd on Linux, poll and a pipe elsewhere.

typedef struct {
  int tty, queue, wake_read, wake_write, extra;
  int interest;
} alertsdk_poller;

enum {
  ALERTSDK_READABLE = 1,
  ALERTSDK_WRITABLE = 2,
  ALERTSDK_HUNG_UP = 4,
  ALERTSDK_WOKEN = 8,
  ALERTSDK_CAPTURED = 32,    // the descriptor added with `alertsdk_poller_add` can be read
  ALERTSDK_INTERRUPTED = 16, // on Linux also after a stop and a continue, with no handler at all (signal(7), epoll_wait)
};

/// False with `errno` when there is no descriptor left.
bool alertsdk_poller_open(alertsdk_poller *poller, int tty);
/// Also waits for what is captured from descriptors 1 and 2.
void alertsdk_poller_add_capture(alertsdk_poller *poller, int session);
/// Waits for READABLE, WRITABLE, both or neither, and always for the rest; a negative time is for ever. 0 when time is over.
int alertsdk_poller_wait(alertsdk_poller *poller, int interest, int milliseconds);
/// Ends a wait; from any thread.
void alertsdk_poller_wake(int wake_write);
void alertsdk_poller_close(alertsdk_poller *poller);

/// Makes a pipe whose ends do not block and are closed in children from the start. False with `errno`.
bool alertsdk_pipe(int ends[2]);

/// A number for the device behind a terminal descriptor, the same whether it was opened as /dev/tty or by name.
uint64_t alertsdk_device_number(int tty);

#ifdef __cplusplus
}
#endif
#endif
