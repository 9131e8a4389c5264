/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a drive does now, beside what a request asks of it. Only questions are sent, and nothing is
 * reported. Values are texts in the words that hdparm.conf takes, as "off", "128" and "20min".
 */
#ifndef HDPARM_COMPARE_H
#define HDPARM_COMPARE_H

#include "action.h"

enum comparison { COMPARED_SAME, COMPARED_DIFFERENT, COMPARED_UNKNOWABLE };

enum { COMPARED_TEXT_BYTES = 80 };

struct compared {
	enum comparison result;
	/* what the request asks for; what the drive has: empty where it is not known */
	char wanted[COMPARED_TEXT_BYTES], actual[COMPARED_TEXT_BYTES];
	/* why it is unknowable, or why there is no actual value: a few words; else empty */
	char why[COMPARED_TEXT_BYTES];
	bool lacks; /* the drive has no such setting */
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
