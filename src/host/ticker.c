// SPDX-License-Identifier: GPL-2.0-or-later
/* A call once a second while the main thread waits for a drive. */
#include "kernel.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct ticker {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool stop;
	void (*tick)(void *who);
	void *who;
};

static void *run(void *arg)
{
	struct ticker *ticker = arg;
	struct timespec next;

	clock_gettime(CLOCK_MONOTONIC, &next);
	pthread_mutex_lock(&ticker->lock);
	while (!ticker->stop) {
		int err = 0;

		next.tv_sec++;
		while (!ticker->stop && !err)
			err = pthread_cond_timedwait(&ticker->wake, &ticker->lock, &next);
		if (!ticker->stop)
			ticker->tick(ticker->who);
	}
	pthread_mutex_unlock(&ticker->lock);
	return NULL;
}

/* Signals are the main thread's business. */
static int start(struct ticker *ticker)
{
	sigset_t all, before;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&ticker->thread, NULL, run, ticker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err;
}

struct ticker *kernel_tick_start(struct host *host, void (*tick)(void *who), void *who)
{
	struct ticker *ticker = calloc(1, sizeof(*ticker));
	pthread_condattr_t attributes;

	(void)host;
	if (!ticker)
		return NULL;
	ticker->tick = tick;
	ticker->who = who;
	pthread_mutex_init(&ticker->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&ticker->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	if (!start(ticker))
		return ticker;
	free(ticker);
	return NULL;
}

void kernel_tick_stop(struct host *host, struct ticker *ticker)
{
	(void)host;
	if (!ticker)
		return;
	pthread_mutex_lock(&ticker->lock);
	ticker->stop = true;
	pthread_cond_signal(&ticker->wake);
	pthread_mutex_unlock(&ticker->lock);
	pthread_join(ticker->thread, NULL);
	pthread_cond_destroy(&ticker->wake);
	pthread_mutex_destroy(&ticker->lock);
	free(ticker);
}
