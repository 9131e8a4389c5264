/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HDPARM_SIGNAL_GUARD_H
#define HDPARM_SIGNAL_GUARD_H

#include <signal.h>
#include <stdbool.h>

/*
 * The signal guard: work whose result must be saved even when a signal ends it. A child process
 * does the work, and the program waits for it. It passes signals that would end the program on to
 * the child. If a signal ends the child, the program calls last(who, signal) and ends by the same
 * signal. It does the same if the child is still alive after half a second, unless holds(who) says
 * that the child will end by itself.
 */
struct signal_guard {
	bool (*holds)(void *who);
	void (*last)(void *who, int signal);
	void *who;
	sigset_t before; /* the guard's own: the signal mask before it */
};

/*
 * Returns false in the child, or in this process if no child can be made: the caller does the work
 * and then calls signal_guard_end(). Until then SIGPIPE is held: a write fails with EPIPE. Returns
 * true in the parent, when the work is over: *status is the child's exit status.
 */
bool signal_guard_start(struct signal_guard *guard, int *status);
void signal_guard_end(struct signal_guard *guard);

/*
 * Call it at the start. SIGXFSZ is ignored: a file that may not grow fails with EFBIG, which is
 * reported. A signal that the caller of the program has blocked is ignored: otherwise
 * host_interrupt_release() would unblock it.
 */
void host_settle_signals(void);

#endif
