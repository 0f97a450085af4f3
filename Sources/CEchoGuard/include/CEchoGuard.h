// The echo of a terminal is off while a person types a secret. A signal that ends the process then must not leave it off, and a
// signal handler may run nothing that is not async-signal-safe, which excludes Swift: hence these few lines of C.
#ifndef CECHOGUARD_H
#define CECHOGUARD_H

#include <termios.h>

// How many terminals can have their echo off at once in one process.
enum { ECHO_GUARD_SLOTS = 8 };

// Turns the echo off and takes the signals that would leave it off: INT, TERM, HUP and TSTP where the default action is in place,
// and QUIT and the crash signals where they are not ignored (an older handler of theirs runs afterwards).
// `wake` gets a byte when a signal gave the echo back and the process went on. Only one call for each terminal at a time.
// Returns a slot, or -1 with errno: EBUSY when all slots are taken, or what tcsetattr said.
int echo_guard_begin(int terminal, int wake);

// Whether the echo is still off, that is, no signal has given it back.
int echo_guard_holds(int slot);

// Gives the echo back, if a signal has not done so, and puts back the actions of the signals once no slot needs them.
void echo_guard_end(int slot);

// A pipe whose ends do not block and are closed in children from the start. Returns 0, or -1 with errno.
int echo_guard_pipe(int ends[2]);

#endif
