// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Signals that would end the program. There is no handler: they are blocked while something must
 * not be left half done, and the set of pending signals is checked. So no flag is shared with a
 * handler, and no system call is interrupted.
 */
#include "kernel.h"
#include "signal_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The first is the user's Ctrl-C; the others are held only if nothing may be left half done. */
static const int endings[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

enum { ENDINGS = sizeof(endings) / sizeof(endings[0]) };

/* An ignored signal stays pending, too, while it is blocked, as for a job of nohup(1). */
static bool takes_effect(int signal)
{
	struct sigaction action;

	return sigaction(signal, NULL, &action) == 0 && action.sa_handler != SIG_IGN;
}

/* The signals that end the program and are not ignored; all, or SIGINT alone. */
static void ending_signals(sigset_t *set, bool all)
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
	ending_signals(&set, all);
	/* its coming is not checked: it takes effect when it is unblocked again */
	if (all)
		sigaddset(&set, SIGPIPE);
	if (sigprocmask(SIG_BLOCK, &set, &before) < 0)
		return false;
	for (size_t i = 0; i < ENDINGS; i++) {
		if (sigismember(&set, endings[i]) && !sigismember(&before, endings[i]))
			return true; /* else it was held before, and another caller releases it */
	}
	return false;
}

bool kernel_interrupted(struct host *host)
{
	sigset_t pending, set;

	(void)host;
	ending_signals(&set, true);
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
	ending_signals(&set, true);
	while (sigtimedwait(&set, NULL, &at_once) > 0)
		came = true;
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	return came;
}

void kernel_await_children(void)
{
	const struct sigaction kept = { .sa_handler = SIG_DFL };

	sigaction(SIGCHLD, &kept, NULL);
}

/*
 * Waits for the child, and returns its status as waitpid(2) does. A signal from the terminal has
 * reached the child, too; any other is passed on. *told: the guard's last() was called.
 */
static int await_child(const struct signal_guard *guard, pid_t child, const sigset_t *set,
		       bool *told)
{
	const struct timespec half = { 0, 500000000 };
	int came = 0, status = 0;
	siginfo_t info;

	*told = false;
	while (!waitpid(child, &status, WNOHANG)) {
		int number = sigtimedwait(set, &info, came && !*told ? &half : NULL);

		if (number == SIGCONT) {
			/* both were stopped, and perhaps only this process was continued */
			kill(child, number);
		} else if (number > 0 && number != SIGCHLD) {
			came = number;
			if (info.si_code != SI_KERNEL)
				kill(child, number);
		} else if (number < 0 && errno == EAGAIN && !guard->holds(guard->who)) {
			/* it waits for a drive, and cannot end before the drive answers */
			guard->last(guard->who, came);
			*told = true;
		}
	}
	/* the number of a signal is the status of a process that the signal ended */
	return *told && !WIFSIGNALED(status) ? came : status;
}

bool signal_guard_start(struct signal_guard *guard, int *status)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t set, late;
	pid_t child, us = getpid();
	bool told;

	sigemptyset(&late);
	sigaddset(&late, SIGPIPE);
	sigaddset(&late, SIGXFSZ);
	sigprocmask(SIG_BLOCK, NULL, &guard->before);
	sigemptyset(&set);
	for (size_t i = 0; i < ENDINGS; i++) {
		/* a signal that the caller has blocked ends nothing */
		if (takes_effect(endings[i]) && !sigismember(&guard->before, endings[i]))
			sigaddset(&set, endings[i]);
	}
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGCONT);
	kernel_await_children();
	sigprocmask(SIG_BLOCK, &set, NULL);
	sigprocmask(SIG_BLOCK, &late, NULL);
	child = fork();
	if (child <= 0) {
		sigprocmask(SIG_SETMASK, &guard->before, NULL);
		sigprocmask(SIG_BLOCK, &late, NULL);
		/* if the parent is killed, the child must not continue unseen */
		if (child == 0 && !prctl(PR_SET_PDEATHSIG, SIGKILL) && getppid() != us)
			kill(getpid(), SIGKILL);
		return false;
	}
	*status = await_child(guard, child, &set, &told);
	if (WIFSIGNALED(*status) && !told)
		guard->last(guard->who, WTERMSIG(*status));
	/* last() has reported what it could not write */
	while (sigtimedwait(&late, NULL, &at_once) > 0)
		;
	sigprocmask(SIG_SETMASK, &guard->before, NULL);
	if (WIFSIGNALED(*status))
		kill(us, WTERMSIG(*status));
	*status = WIFSIGNALED(*status) ? 128 + WTERMSIG(*status) : WEXITSTATUS(*status);
	return true;
}

void signal_guard_end(struct signal_guard *guard)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t set;

	/* a file that was too large has been reported by its errno */
	sigemptyset(&set);
	sigaddset(&set, SIGXFSZ);
	sigtimedwait(&set, NULL, &at_once);
	sigprocmask(SIG_SETMASK, &guard->before, NULL);
}

static uint64_t seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec;
}

/* Ticks until the parent ends it or is gone. SIGKILL: the text in stdio's buffers is the parent's.
 */
static void tick_on(int fd, void (*tick)(void *who, uint64_t seconds), void *who)
{
	struct pollfd parent = { .fd = fd, .events = POLLIN };
	uint64_t since = seconds_now();

	while (!poll(&parent, 1, 1000))
		tick(who, seconds_now() - since);
	kill(getpid(), SIGKILL);
}

struct ticker ticker_start(void (*tick)(void *who, uint64_t seconds), void *who)
{
	struct ticker ticker = { -1, -1 };
	sigset_t set, before;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return ticker;
	/* only the parent handles these */
	ending_signals(&set, true);
	sigprocmask(SIG_BLOCK, &set, &before);
	ticker.pid = fork();
	if (ticker.pid == 0) {
		close(ends[1]);
		tick_on(ends[0], tick, who);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ends[0]);
	ticker.fd = ends[1];
	return ticker;
}

void ticker_stop(struct ticker *ticker)
{
	if (ticker->fd >= 0)
		close(ticker->fd);
	/* it may be stopped, and would not see the pipe's end */
	if (ticker->pid > 0)
		kill(ticker->pid, SIGKILL);
	while (ticker->pid > 0 && waitpid(ticker->pid, NULL, 0) < 0 && errno == EINTR)
		;
}
