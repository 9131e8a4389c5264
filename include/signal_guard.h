/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HDPARM_SIGNAL_GUARD_H
#define HDPARM_SIGNAL_GUARD_H

#include <signal.h>
#include <stdbool.h>

/*
 * The signal guard: work whose result must be saved even when a signal ends it. The work is done in
 * a child process, which the program waits for. Signals that would end the program are passed on to
 * the child. If a signal ends the child, the program calls last(who, signal) and ends by the same
 * signal. It does the same if the child is still alive after half a second, unless holds(who) says
 * that the child will end by itself.
 */
struct signal_guard {
	bool (*holds)(void *who);
	void (*last)(void *who, int signal);
	void *who;
	sigset_t before; /* the guard's own */
};

/*
 * Returns false in the child, or in this process where there is no child: the caller does the work
 * and then calls signal_guard_end(). Until then SIGPIPE is held: a write fails with EPIPE. Returns
 * true in the parent, when the work is over: *status is the child's exit status.
 */
bool signal_guard_start(struct signal_guard *guard, int *status);
void signal_guard_end(struct signal_guard *guard);

/*
 * Call it at the start. SIGXFSZ is ignored: a file that may not grow fails with EFBIG, which is
 * reported. A signal that the caller of the program has blocked would end nothing: it is ignored,
 * so that host_interrupt_release() does not unblock it.
 */
void host_settle_signals(void);

#endif
