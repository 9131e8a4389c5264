/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a run ended. A result that is an error number is also the exit status. */
#ifndef HDPARM_STATUS_H
#define HDPARM_STATUS_H

#include <errno.h>
#include <stdbool.h>

enum {
	STATUS_REFUSED = 1,	     /* a consent word is missing */
	STATUS_DIFFERENT = 1,	     /* --conf --check: RESULT_DIFFERENT; as from diff(1) */
	STATUS_USAGE = 22,	     /* wrong usage, or an error in hdparm.conf */
	STATUS_UNKNOWABLE = ENODATA, /* --conf --check: RESULT_UNKNOWABLE */
	STATUS_INTERRUPTED = 130     /* RESULT_INTERRUPTED; shells report this status for SIGINT */
};

/*
 * Results that are no error numbers: greater than 4095, the largest errno. An act returns
 * RESULT_INTERRUPTED and RESULT_NO_CONSENT negated, like -errno.
 */
enum {
	RESULT_INTERRUPTED = 4096,
	RESULT_NO_CONSENT,
	RESULT_SKIPPED = 8192, /* RESULT_SKIPPED + N: --if-awake=N left the device alone */
	/*
	 * --check: a setting differs, or a drive that the file names is absent; with --strict, also
	 * if a setting cannot be known
	 */
	RESULT_DIFFERENT = 9216,
	RESULT_UNKNOWABLE /* --check: no setting differs, but a setting cannot be known */
};

/* True if a command line ends after a step with this result. */
static inline bool result_ends_run(int result)
{
	return result == RESULT_INTERRUPTED || result == RESULT_NO_CONSENT;
}

/* True if the result is an error number, RESULT_INTERRUPTED or RESULT_NO_CONSENT. */
static inline bool result_failed(int result)
{
	return result != 0 && result < RESULT_SKIPPED;
}

/*
 * Return the more important of two results: RESULT_INTERRUPTED before other failures, a failure
 * before other results, RESULT_DIFFERENT before RESULT_UNKNOWABLE. For another pair return `first`,
 * or `next` if `first` is 0.
 */
static inline int result_of_both(int first, int next)
{
	if (!first || next == RESULT_INTERRUPTED ||
	    (!result_failed(first) && result_failed(next)) ||
	    (first == RESULT_UNKNOWABLE && next == RESULT_DIFFERENT))
		return next;
	return first;
}

/* Return the exit status for `result`, which must not be negative. */
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
