// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Signals that end the program, as a thread of their own awaits them: there is no handler, so that
 * what is done before the end may use all of the library.
 */
#include "kernel.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct farewell {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t heard;
	bool called;	  /* by the main thread, which waits until it is false again */
	bool stop;	  /* what it wants: an end, */
	enum spare spare; /* and signals for itself */
	sigset_t before;  /* its mask */
	bool (*last)(void *who, int signal);
	void *who;
};

/* How the main thread calls this one, which waits for signals; others that send it end all. */
enum { CALL = SIGUSR1 };

static void die_of(int number)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(number);
}

/* The next signal that is no call of the main thread's; 0 when that wants this one to end. */
static int next_signal(struct farewell *farewell)
{
	int number = 0;

	pthread_mutex_lock(&farewell->lock);
	do {
		sigset_t set;

		kernel_endings(&set, true);
		if (farewell->spare == SPARE_ALL)
			sigemptyset(&set);
		else if (farewell->spare == SPARE_SIGINT)
			sigdelset(&set, SIGINT);
		sigaddset(&set, CALL);
		pthread_mutex_unlock(&farewell->lock);
		sigwait(&set, &number);
		pthread_mutex_lock(&farewell->lock);
		if (number == CALL) {
			number = 0;
			farewell->called = false;
			pthread_cond_signal(&farewell->heard);
		}
	} while (!farewell->stop && !number);
	pthread_mutex_unlock(&farewell->lock);
	return number;
}

static void *await(void *arg)
{
	struct farewell *farewell = arg;
	int number;

	while ((number = next_signal(farewell))) {
		if (farewell->last(farewell->who, number))
			die_of(number);
	}
	return NULL;
}

static void call(struct farewell *farewell, bool stop, enum spare spare)
{
	pthread_mutex_lock(&farewell->lock);
	farewell->stop = stop;
	farewell->spare = spare;
	farewell->called = true;
	pthread_kill(farewell->thread, CALL);
	while (farewell->called)
		pthread_cond_wait(&farewell->heard, &farewell->lock);
	pthread_mutex_unlock(&farewell->lock);
}

struct farewell *kernel_farewell_start(struct host *host, bool (*last)(void *who, int signal),
				       void *who)
{
	struct farewell *farewell = calloc(1, sizeof(*farewell));
	sigset_t set;
	int err;

	(void)host;
	if (!farewell)
		return NULL;
	pthread_mutex_init(&farewell->lock, NULL);
	pthread_cond_init(&farewell->heard, NULL);
	farewell->last = last;
	farewell->who = who;
	kernel_endings(&set, true);
	sigaddset(&set, SIGPIPE);
	sigaddset(&set, SIGXFSZ);
	sigaddset(&set, CALL);
	pthread_sigmask(SIG_BLOCK, &set, &farewell->before);
	err = pthread_create(&farewell->thread, NULL, await, farewell);
	sigdelset(&set, CALL);
	pthread_sigmask(SIG_SETMASK, &farewell->before, NULL);
	if (!err) {
		pthread_sigmask(SIG_BLOCK, &set, NULL);
		return farewell;
	}
	free(farewell);
	return NULL;
}

bool kernel_farewell_spare(struct host *host, struct farewell *farewell, enum spare spare)
{
	const struct timespec at_once = { 0, 0 };
	bool came = false;
	sigset_t set;

	(void)host;
	kernel_endings(&set, spare != SPARE_SIGINT);
	if (spare != SPARE_NOTHING && sigisemptyset(&set))
		return false;
	while (spare == SPARE_NOTHING && sigtimedwait(&set, NULL, &at_once) > 0)
		came = true;
	call(farewell, false, spare);
	return spare != SPARE_NOTHING || came;
}

void kernel_farewell_stop(struct host *host, struct farewell *farewell)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t set;

	(void)host;
	if (!farewell)
		return;
	call(farewell, true, SPARE_NOTHING);
	pthread_join(farewell->thread, NULL);
	/* a file that was too large has been told by its errno */
	sigemptyset(&set);
	sigaddset(&set, SIGXFSZ);
	sigtimedwait(&set, NULL, &at_once);
	pthread_cond_destroy(&farewell->heard);
	pthread_mutex_destroy(&farewell->lock);
	pthread_sigmask(SIG_SETMASK, &farewell->before, NULL);
	free(farewell);
}
