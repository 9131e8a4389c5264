/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Actions: what an option does. action_table[] is the fixed order of the actions on an open device,
 * deviceless_table[] that of the actions without a device. run_actions() walks one of them.
 */
#ifndef HDPARM_ACTION_H
#define HDPARM_ACTION_H

#include "job.h"

/*
 * When a row runs: SET when the option came with a value, GET when it was asked for or set and is
 * not quiet, DO whenever it was given. Between SET and GET the cached IDENTIFY data are dropped.
 */
enum stage { STAGE_SET, STAGE_GET, STAGE_DO };

/*
 * The first question to the drive, before the guards and `check`: which language does it speak? It
 * is IDENTIFY, with or without the warning about missing registers.
 */
enum first_question { FIRST_NONE, FIRST_IDENTIFY, FIRST_IDENTIFY_QUIETLY };

/* A row without a verb is an option that only ATA has. */
_Static_assert(VERB_ATA_ONLY == 0, "a row without a verb is ATA's alone");

struct action {
	enum opt_id opt : 8;
	enum stage stage : 8;
	enum first_question first : 8;
	bool not_usb;	      /* not by SCSI's verb: a USB bridge may answer for the disk */
	enum drive_verb verb; /* what `run` needs of the drive's language */
	/* also runs without that verb: the kernel or the act says what is missing */
	bool tries;
	/*
	 * Before `run`: finds what prevents the act, in use or not, such as a missing feature. It
	 * sends only questions. NULL: nothing.
	 */
	int (*check)(struct job *);
	const char *announce; /* printed before the guards, where 9.65 prints it first; or NULL */
	/* 0, -errno or -RESULT_*; it reports its own failure (job_fail() and similar) */
	int (*run)(struct job *);
	const void *row;
};

/* A job without a device uses only the second table: actions of the first may rely on job->dev. */
extern const struct action action_table[], deviceless_table[];
extern const size_t action_count, deviceless_count;

/* The result of setting one option. */
struct set_record {
	bool tried;
	bool already; /* the drive had the value before, and nothing was sent */
	int err;      /* result of the act */
	enum proof proof;
	bool has_before;
	uint64_t before;
};

/*
 * Before the first set: reads the old values, which show sets_verify() whether a drive rounds or
 * ignores.
 */
void sets_prepare(struct job *, struct set_record records[OPT_COUNT]);

/*
 * After the queries: reads the settings back. Reports each outcome (devices[n].changes: applied,
 * already, rounded, ignored, refused or unverifiable); an ignored setting is also an error. In text
 * output quiet options are not read back: with -q no command is sent that 9.65 does not send. -EIO
 * if any was ignored.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

#endif
