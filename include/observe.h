/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a setting is now, for all who want to know: its query, its read-back, --conf --check,
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
	 * KNOWN: what the option would set; that of the request where the drive has what it asks
	 * for. OBSERVED_OTHER: the option sets no such thing.
	 */
	uint64_t value;
	/*
	 * Of a timer, units of 100 ms; of SCT, 16 bits of each part, of recovery times, 32; of
	 * look-ahead, READ_CACHE_*.
	 */
	uint64_t state;
	bool unsaved; /* the drive has what the request asks for, but will not after a power cycle
		       */
	/*
	 * Else: -errno of the question, which job_fail_drive() tells; 0: an answer came that does
	 * not tell. And whether the drive was asked, not the kernel alone.
	 */
	int err;
	bool by_drive;
	const char *why; /* a few words; NULL: device->unheard has the cause */
};

#define OBSERVED_OTHER UINT64_MAX

enum { OBSERVED_PART_BITS = 32 };
enum { READ_CACHE_UNTOLD, READ_CACHE_OFF, READ_CACHE_ON };

/* Asks for the setting of the job's option, as its request may have set it; returns now->known. */
enum knowledge observe(struct job *, struct observed *now);

/*
 * --- beside what a request asks. Values are texts in the words that hdparm.conf takes, as "off",
 * "128" and "20min" ---
 */

enum comparison { COMPARED_SAME, COMPARED_DIFFERENT, COMPARED_UNKNOWABLE };

enum { COMPARED_TEXT_BYTES = 80 };

struct compared {
	enum comparison result;
	/* what the request asks for; what the drive has: empty where it is not known */
	char wanted[COMPARED_TEXT_BYTES], actual[COMPARED_TEXT_BYTES];
	/* why it is unknowable, or why there is no actual value: a few words; else empty */
	char why[COMPARED_TEXT_BYTES];
	bool lacks; /* the drive has no such setting */
	int err;    /* -errno where the kernel did not let it be asked, or no answer came; else 0 */
};

/* Compares the setting of one row of STAGE_SET or STAGE_DO that the job's request wants. */
void act_compare(struct job *job, const struct action *action, struct compared *compared);

/* The same without a question, for a drive that is not asked: it is unknowable, and this is why. */
void act_unasked(struct job *job, const struct action *action, const char *why,
		 struct compared *compared);

/*
 * Whether the row need not be run: the drive tells that the setting is what the request asks for,
 * and the question costs no more than setting it. `compared` is filled where that is so.
 */
bool act_is_so(struct job *job, const struct action *action, struct compared *compared);

#endif
