/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each option does, and how the program finds the present setting. action_table[] lists the
 * actions on an open device, in their fixed order; deviceless_table[] lists the actions without a
 * device. run_actions() walks one of the two tables.
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
 * The first question to the drive, before the guards and `check`. IDENTIFY shows which language the
 * drive speaks; QUIETLY: without the warning about missing registers.
 */
enum first_question { FIRST_NONE, FIRST_IDENTIFY, FIRST_IDENTIFY_QUIETLY };

/* A row without a verb is an option that only ATA has. */
_Static_assert(VERB(ata) == 0, "a row without a verb is ATA's alone");

struct action {
	enum opt_id opt : 8;
	enum stage stage : 8;
	enum first_question first : 8;
	bool not_usb; /* not by SCSI's verb: a USB bridge may answer for the disk */
	size_t verb;  /* what `run` needs of the drive's language */
	/* also runs without that verb: the kernel or the act says what is missing */
	bool tries;
	/*
	 * Find what prevents the act, such as a missing feature, before `run`. Only questions are
	 * sent. NULL: nothing can prevent the act.
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
	bool lacking; /* the drive lacks the setting and may lack it */
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
 * already, rounded, ignored, refused or unverifiable, which is also said of what failed without an
 * answer and cannot be read back); an ignored setting is also an error. In text
 * output quiet options are not read back: -q sends no command more than 9.65. -EIO if any was
 * ignored.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

/*
 * --- the present value of a setting, for every user of it: the query, the read-back, --conf
 * --check, --save-conf and --list; only questions are sent, and nothing is reported ---
 */

enum knowledge { NOT_KNOWN, NO_SUCH_SETTING, KNOWN };

struct observed {
	const struct setting_def *row; /* row of the table of settings */
	enum knowledge known;
	/*
	 * KNOWN: the option's value for this state; the request's value if the drive has what it
	 * asks for. OBSERVED_OTHER: no value of the option sets this state.
	 */
	uint64_t value;
	/*
	 * Of a timer, units of 100 ms; of SCT, 16 bits of each part, of recovery times, 32; of
	 * look-ahead, READ_CACHE_*.
	 */
	uint64_t state;
	bool unsaved; /* the value is as requested, but lost at a power cycle */
	/*
	 * Else: -errno of the question, for job_fail_drive(); 0: an answer came that does not
	 * contain it. And whether the drive was asked, not only the kernel.
	 */
	int err;
	bool by_drive;
	const char *why; /* a few words; NULL: device->unheard has the cause */
};

#define OBSERVED_OTHER UINT64_MAX

enum { OBSERVED_PART_BITS = 32 };
enum { READ_CACHE_UNTOLD, READ_CACHE_OFF, READ_CACHE_ON };

/* Asks for the setting of the job's option, the request may have set it. Returns now->known. */
enum knowledge observe(struct job *, struct observed *now);

/*
 * --- the same, compared with a request; values are texts in the words of hdparm.conf, such as
 * "off", "128" and "20min" ---
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
 * Compare the setting that the job's request asks for with the drive's, for one row of STAGE_SET
 * or STAGE_DO.
 */
void act_compare(struct job *job, const struct action *action, struct compared *compared);

/* Report an act for a drive that is not asked: the value is unknown for the reason `why`. */
void act_unasked(struct job *job, const struct action *action, const char *why,
		 struct compared *compared);

/*
 * True if the row need not be run: the drive reports that the setting is what the request asks for,
 * and the question costs no more than the set. If so, `compared` is filled.
 */
bool act_is_so(struct job *job, const struct action *action, struct compared *compared);

#endif
