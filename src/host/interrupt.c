// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SIGINT without a handler: it is blocked while a measurement runs, and the pending set is asked.
 * So there is neither a flag shared with a handler nor a call that comes back half done.
 */
#include "kernel.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void interrupt_set(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
}

bool kernel_interrupt_hold(struct host *host)
{
	struct sigaction action;
	sigset_t set, before;

	(void)host;
	/* A blocked signal stays pending even where it is ignored, as for a job of nohup(1). */
	if (sigaction(SIGINT, NULL, &action) < 0 || action.sa_handler == SIG_IGN)
		return false;
	interrupt_set(&set);
	if (sigprocmask(SIG_BLOCK, &set, &before) < 0)
		return false;
	return !sigismember(&before, SIGINT);
}

bool kernel_interrupted(struct host *host)
{
	sigset_t pending;

	(void)host;
	return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

bool kernel_interrupt_release(struct host *host)
{
	const struct timespec at_once = { 0, 0 };
	bool came;
	sigset_t set;

	(void)host;
	interrupt_set(&set);
	came = sigtimedwait(&set, NULL, &at_once) == SIGINT;
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	return came;
}

bool kernel_is_terminal(struct host *host, int fd)
{
	const char *kind = getenv("TERM");

	(void)host;
	return isatty(fd) && kind && *kind && strcmp(kind, "dumb");
}
