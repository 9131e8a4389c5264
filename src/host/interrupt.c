// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Signals that would end the program, without a handler: they are blocked while something must not
 * be left half done, and the pending set is asked. So there is neither a flag shared with a handler
 * nor a call that comes back half done.
 */
#include "kernel.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The first is what people send; the others are held where nothing may be left half done. */
static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

enum { ENDINGS = sizeof(endings) / sizeof(endings[0]) };

/* A blocked signal stays pending even where it is ignored, as for a job of nohup(1). */
static bool takes_effect(int signal)
{
	struct sigaction action;

	return sigaction(signal, NULL, &action) == 0 && action.sa_handler != SIG_IGN;
}

void kernel_endings(sigset_t *set, bool all)
{
	sigemptyset(set);
	for (size_t i = 0; i < (all ? ENDINGS : 1); i++) {
		if (takes_effect(endings[i]))
			sigaddset(set, endings[i]);
	}
}

bool kernel_interrupt_hold(struct host *host, bool all)
{
	sigset_t set, before;

	(void)host;
	kernel_endings(&set, all);
	/* not asked for later: it takes effect once it is let through again */
	if (all)
		sigaddset(&set, SIGPIPE);
	if (sigprocmask(SIG_BLOCK, &set, &before) < 0)
		return false;
	for (size_t i = 0; i < ENDINGS; i++) {
		if (sigismember(&set, endings[i]) && !sigismember(&before, endings[i]))
			return true; /* else others hold it, and will release it */
	}
	return false;
}

bool kernel_interrupted(struct host *host)
{
	sigset_t pending, set;

	(void)host;
	kernel_endings(&set, true);
	if (sigpending(&pending) < 0)
		return false;
	for (size_t i = 0; i < ENDINGS; i++) {
		if (sigismember(&set, endings[i]) && sigismember(&pending, endings[i]))
			return true;
	}
	return false;
}

bool kernel_interrupt_release(struct host *host)
{
	const struct timespec at_once = { 0, 0 };
	bool came = false;
	sigset_t set;

	(void)host;
	kernel_endings(&set, true);
	while (sigtimedwait(&set, NULL, &at_once) > 0)
		came = true;
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	return came;
}

bool kernel_is_terminal(struct host *host, int fd)
{
	const char *kind = getenv("TERM");

	(void)host;
	return isatty(fd) && kind && *kind && strcmp(kind, "dumb");
}
