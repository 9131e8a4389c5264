/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The acts of the options, and the present value of a setting. */
#ifndef HDPARM_ACTION_H
#define HDPARM_ACTION_H

#include "job.h"

/*
 * When a row runs: SET if the option has a value, GET if the option was given and is not quiet, DO
 * if the option was given. Between SET and GET the cached IDENTIFY data are dropped.
 */
enum stage { STAGE_SET, STAGE_GET, STAGE_DO };

/*
 * The first question to the drive, before `check`. IDENTIFY shows which language the drive speaks;
 * QUIETLY: without the warning about missing registers.
 */
enum first_question { FIRST_NONE, FIRST_IDENTIFY, FIRST_IDENTIFY_QUIETLY };

/* A row without a verb is an option that only ATA has. */
_Static_assert(VERB(ata) == 0, "a row without a verb is ATA's alone");

struct action {
	enum opt_id opt : 8;
	enum stage stage : 8;
	enum first_question first : 8;
	bool not_usb; /* not by a SCSI verb behind a USB bridge, which may answer for the disk */
	size_t verb;  /* the verb that `run` needs of the drive's language */
	bool tries;   /* runs also without `verb`: the kernel or the act reports the lack */
	/* Find an obstacle, such as a missing feature, by questions only. NULL: none. */
	int (*check)(struct job *);
	const char *announce; /* printed before the guards, where 9.65 prints it first; or NULL */
	/* Do the act. 0, -errno or -RESULT_*, reported by job_fail() and similar. */
	int (*run)(struct job *);
	const void *row;
};

/* The actions on an open device, and without a device, in the order in which they run. */
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

/* Read the old values, before the first set: sets_verify() compares them with the new values. */
void sets_prepare(struct job *, struct set_record records[OPT_COUNT]);

/*
 * Read the settings back, after the queries, and report each outcome (devices[n].changes: applied,
 * already, rounded, ignored, refused or unverifiable). -EIO if a setting was ignored. In text
 * output quiet options are not read back: -q sends no command more than 9.65.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

/* --- the present value of a setting: only questions are sent, and nothing is reported --- */

enum knowledge { NOT_KNOWN, NO_SUCH_SETTING, KNOWN };

struct observed {
	const struct setting_def *row; /* row of the table of settings */
	enum knowledge known;
	/*
	 * If known is KNOWN: the option's value, the request's value if the drive's state equals
	 * the request. OBSERVED_OTHER: no value of the option sets this state.
	 */
	uint64_t value;
	/* timer: 100 ms; SCT: 16 bits a part, recovery times 32; look-ahead: READ_CACHE_* */
	uint64_t state;
	bool unsaved; /* the value is as requested, but lost at a power cycle */
	/* If known is not KNOWN: -errno for job_fail_drive(); 0: the answer lacks the value. */
	int err;
	bool by_drive;	 /* the drive was asked, not only the kernel */
	const char *why; /* a few words; NULL: device->unheard has the cause */
};

#define OBSERVED_OTHER UINT64_MAX

enum { OBSERVED_PART_BITS = 32 };
enum { READ_CACHE_UNTOLD, READ_CACHE_OFF, READ_CACHE_ON };

/* Ask for the setting of the job's option. Return now->known. */
enum knowledge observe(struct job *, struct observed *now);

/* --- the present value compared with a request, as words of hdparm.conf, such as "20min" --- */

enum comparison { COMPARED_SAME, COMPARED_DIFFERENT, COMPARED_UNKNOWABLE };

enum { COMPARED_TEXT_BYTES = 80 };

struct compared {
	enum comparison result;
	/* `actual` is empty if not known */
	char wanted[COMPARED_TEXT_BYTES], actual[COMPARED_TEXT_BYTES];
	/* a few words why the value is unknown or missing; else empty */
	char why[COMPARED_TEXT_BYTES];
	bool lacks; /* the drive has no such setting */
	int err;    /* -errno if the kernel refused the question, or no answer came; else 0 */
};

/* Compare the requested setting with the drive's, for one row of STAGE_SET or STAGE_DO. */
void act_compare(struct job *job, const struct action *action, struct compared *compared);

/* Fill `compared` for a drive that is not asked: the value is unknown for the reason `why`. */
void act_unasked(struct job *job, const struct action *action, const char *why,
		 struct compared *compared);

/*
 * True if the row need not run: the drive reports the requested setting, and the question costs no
 * more than the set. `compared` is filled if the drive was asked, else unchanged.
 */
bool act_is_so(struct job *job, const struct action *action, struct compared *compared);

#endif
