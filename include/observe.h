/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The present value of a setting, for every user of it: the query, the read-back, --conf --check,
 * --save-conf and --list. Only questions are sent, and nothing is reported.
 */
#ifndef HDPARM_OBSERVE_H
#define HDPARM_OBSERVE_H

#include "action.h"

enum knowledge { NOT_KNOWN, NO_SUCH_SETTING, KNOWN };

struct observed {
	const struct setting_def *row; /* of the table of settings */
	enum knowledge known;
	/*
	 * KNOWN: the option's value for this state; the request's value if the drive has what it
	 * asks for. OBSERVED_OTHER: no value of the option sets this state.
	 */
	uint64_t value;
	uint64_t state; /* of a timer, units of 100 ms; of SCT, 16 bits of each part */
	bool unsaved;	/* the drive has what the request asks for, but loses it at a power cycle */
	/*
	 * Else: -errno of the question, for job_fail_drive(); 0: an answer came that does not
	 * contain it. And whether the drive was asked, not only the kernel.
	 */
	int err;
	bool by_drive;
	const char *why; /* a few words; NULL: device->unheard has the cause */
};

#define OBSERVED_OTHER UINT64_MAX

/* Asks for the setting of the job's option; the request may have set it. Returns now->known. */
enum knowledge observe(struct job *, struct observed *now);

/*
 * --- compared with a request. Values are texts in the words of hdparm.conf, such as "off", "128"
 * and "20min" ---
 */

enum comparison { COMPARED_SAME, COMPARED_DIFFERENT, COMPARED_UNKNOWABLE };

enum { COMPARED_TEXT_BYTES = 80 };

struct compared {
	enum comparison result;
	/* the requested value; the drive's value, empty if it is not known */
	char wanted[COMPARED_TEXT_BYTES], actual[COMPARED_TEXT_BYTES];
	/* why the value cannot be known, or why there is none: a few words; else empty */
	char why[COMPARED_TEXT_BYTES];
	bool lacks; /* the drive has no such setting */
	/* -errno if the kernel did not permit the question, or no answer came; else 0 */
	int err;
};

/*
 * Compares the setting that the job's request asks for with the drive's, for one row of STAGE_SET
 * or STAGE_DO.
 */
void act_compare(struct job *job, const struct action *action, struct compared *compared);

/* The same for a drive that is not asked: the value cannot be known, for the reason `why`. */
void act_unasked(struct job *job, const struct action *action, const char *why,
		 struct compared *compared);

/*
 * Whether the row need not be run: the drive reports that the setting is what the request asks for,
 * and the question costs no more than the set. If so, `compared` is filled.
 */
bool act_is_so(struct job *job, const struct action *action, struct compared *compared);

#endif
