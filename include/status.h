/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a run ended. Most ends are error numbers, which are the exit status as well; what is none
 * has a number beyond all of them, so that no errno and no N of --if-awake=N is taken for it.
 */
#ifndef HDPARM_STATUS_H
#define HDPARM_STATUS_H

#include <errno.h>
#include <stdbool.h>

/* Exit statuses that are no error number: a consent word is missing; SIGINT, as shells have it. */
enum { STATUS_REFUSED = 1, STATUS_USAGE = 22, STATUS_INTERRUPTED = 130 };

/*
 * Results beside 0 and the error numbers, which end at 4095 (MAX_ERRNO in the kernel). An act
 * returns the first two with a minus, as it does -errno; they end the whole run: who has not
 * thought of one danger is not served with the rest.
 */
enum {
	RESULT_INTERRUPTED = 4096,
	RESULT_NO_CONSENT,
	RESULT_SKIPPED = 8192 /* and N added: --if-awake=N left the device alone */
};

/* Whether nothing more is to be done after this result of a step. */
static inline bool result_ends_run(int result)
{
	return result == RESULT_INTERRUPTED || result == RESULT_NO_CONSENT;
}

/* Whether it is a failure: a device that was skipped as asked is none. */
static inline bool result_failed(int result)
{
	return result != 0 && result < RESULT_SKIPPED;
}

/*
 * Which of two results, the later one last, is that of both: a failure before a device that was
 * skipped, the first before the next, and an interruption before all.
 */
static inline int result_of_both(int first, int next)
{
	if (!first || next == RESULT_INTERRUPTED || (!result_failed(first) && result_failed(next)))
		return next;
	return first;
}

/* The exit status, 0..255 or an error number, for a result of 0 and above. */
static inline int status_of(int result)
{
	if (result >= RESULT_SKIPPED)
		return result - RESULT_SKIPPED;
	if (result == RESULT_INTERRUPTED)
		return STATUS_INTERRUPTED;
	return result == RESULT_NO_CONSENT ? EPERM : result;
}

#endif
