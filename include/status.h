/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a run ended. Most results are error numbers, which are also the exit status. Other results
 * have larger numbers, so that they differ from every errno and every N of --if-awake=N.
 */
#ifndef HDPARM_STATUS_H
#define HDPARM_STATUS_H

#include <errno.h>
#include <stdbool.h>

/*
 * Exit statuses: a consent word is missing; --conf --check found a difference (as diff(1)), or only
 * values that cannot be known; wrong usage; SIGINT, as in shells.
 */
enum {
	STATUS_REFUSED = 1,
	STATUS_DIFFERENT = 1,
	STATUS_USAGE = 22,
	STATUS_UNKNOWABLE = ENODATA,
	STATUS_INTERRUPTED = 130
};

/*
 * Results beside 0 and the error numbers, which end at 4095 (MAX_ERRNO in the kernel). An act
 * returns the first two negated, like -errno. They end the whole run: a missing consent word ends
 * the run.
 */
enum {
	RESULT_INTERRUPTED = 4096,
	RESULT_NO_CONSENT,
	RESULT_SKIPPED = 8192,	 /* plus N: --if-awake=N left the device alone */
	RESULT_DIFFERENT = 9216, /* a drive's setting differs from the configuration file */
	RESULT_UNKNOWABLE	 /* nothing shows whether it does */
};

/* True if this result of a step ends the run. */
static inline bool result_ends_run(int result)
{
	return result == RESULT_INTERRUPTED || result == RESULT_NO_CONSENT;
}

/* True if it is a failure; a skipped device is none, nor is a difference. */
static inline bool result_failed(int result)
{
	return result != 0 && result < RESULT_SKIPPED;
}

/*
 * Combine two results; `next` is the later one. Priority: an interruption, a failure, a skipped
 * device or a difference, an unknowable value; among equals `first`.
 */
static inline int result_of_both(int first, int next)
{
	if (!first || next == RESULT_INTERRUPTED ||
	    (!result_failed(first) && result_failed(next)) ||
	    (first == RESULT_UNKNOWABLE && next == RESULT_DIFFERENT))
		return next;
	return first;
}

/* The exit status, 0..255 or an error number, for a result of 0 and above. */
static inline int status_of(int result)
{
	if (result == RESULT_DIFFERENT)
		return STATUS_DIFFERENT;
	if (result == RESULT_UNKNOWABLE)
		return STATUS_UNKNOWABLE;
	if (result >= RESULT_SKIPPED)
		return result - RESULT_SKIPPED;
	if (result == RESULT_INTERRUPTED)
		return STATUS_INTERRUPTED;
	return result == RESULT_NO_CONSENT ? EPERM : result;
}

#endif
