/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The acts of the options. An act is what the program does for one option: it sets, shows or does
 * one thing. Also here: the present value of a setting, and its comparison with a request.
 */
#ifndef HDPARM_ACTION_H
#define HDPARM_ACTION_H

#include "job.h"

/*
 * When the action of a given option runs. SET: if the option has a value, or needs none. GET: if
 * the option is not quiet, or -v lists it. DO: always. Cached IDENTIFY data are dropped between a
 * sent SET and GET or DO.
 */
enum stage { STAGE_SET, STAGE_GET, STAGE_DO };

/*
 * The first query to the drive, before `check`. IDENTIFY shows whether the drive speaks ATA.
 * QUIETLY: without the warning about missing registers.
 */
enum first_question { FIRST_NONE, FIRST_IDENTIFY, FIRST_IDENTIFY_QUIETLY };

_Static_assert(VERB(ata) == 0, "a row without a verb is ATA's alone");

/* One action of an option. */
struct action {
	enum opt_id opt : 8;
	enum stage stage : 8;
	enum first_question first : 8;
	bool not_usb; /* refused for SCSI behind a USB bridge, which may answer by itself */
	size_t verb;  /* VERB() that `run` needs; 0, VERB(ata): ATA commands */
	bool tries;   /* run even if the drive lacks the verb: the kernel or `run` reports this */
	/* find an obstacle, such as a missing feature, by queries only; NULL: no check */
	int (*check)(struct job *);
	const char *announce; /* printed before the guards, where 9.65 prints it first; or NULL */
	/* do the act; 0, -errno or -RESULT_*; job_fail() or a similar function reports a failure */
	int (*run)(struct job *);
	const void *row; /* data for `check` and `run`: job->row; or NULL */
};

/* The actions on an open device, and those without a device, in the order in which they run. */
extern const struct action action_table[], deviceless_table[];
extern const size_t action_count, deviceless_count;

/* The result of setting one option. */
struct set_record {
	bool tried;   /* the set has ended; `err` and `proof` are valid */
	bool already; /* the drive had the value before, and nothing was sent */
	bool lacking; /* the drive lacks the setting, and this is no error */
	int err;      /* result of the act */
	enum proof proof;
	bool has_before; /* `before` is valid */
	uint64_t before; /* the drive's value before the set */
};

/* Before the first set, read the present values into `records`, for sets_verify(). */
void sets_prepare(struct job *, struct set_record records[OPT_COUNT]);

/*
 * Read the settings back after all acts, and report the outcome of each: applied, already, rounded,
 * ignored, refused or unverifiable (JSON: devices[n].changes). 0, or -EIO if the drive ignored a
 * setting. In text output quiet options are not read back: with -q no more commands are sent than
 * by hdparm 9.65.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

/* --- the present value of a setting: only questions are sent, and nothing is reported --- */

/* Whether the present value of a setting is known. NO_SUCH_SETTING: the drive lacks the setting. */
enum knowledge { NOT_KNOWN, NO_SUCH_SETTING, KNOWN };

/* The present value of a setting. */
struct observed {
	const struct setting_def *row; /* definition of the setting */
	enum knowledge known;
	/*
	 * If known is KNOWN: the value of the option that sets this state. If several values do,
	 * the requested value. OBSERVED_OTHER: no value of the option sets this state.
	 */
	uint64_t value;
	/*
	 * The drive's state. Timers: in units of 100 ms. SCT: two 16-bit values. Recovery: two
	 * 32-bit times in ms. Look-ahead: READ_CACHE_*. Other settings: not set.
	 */
	uint64_t state;
	bool unsaved; /* the value is as requested, but will be lost at a power cycle */
	/* if known is not KNOWN: -errno for job_fail_drive(); 0: the answer lacks the value */
	int err;
	bool by_drive;	 /* the drive was asked, not only the kernel */
	const char *why; /* why not known, a few words; NULL: attempt.unheard has the cause */
};

#define OBSERVED_OTHER UINT64_MAX

enum { OBSERVED_PART_BITS = 32 };
enum { READ_CACHE_UNTOLD, READ_CACHE_OFF, READ_CACHE_ON };

/* Find the present value of the setting of job->id, by queries only. Return now->known. */
enum knowledge observe(struct job *, struct observed *now);

/* --- the present value compared with a request, as words of hdparm.conf, such as "20min" --- */

enum comparison { COMPARED_SAME, COMPARED_DIFFERENT, COMPARED_UNKNOWABLE };

enum { COMPARED_TEXT_BYTES = 80 };

struct compared {
	enum comparison result;
	/* the requested and the present value; `actual` is empty if not known */
	char wanted[COMPARED_TEXT_BYTES], actual[COMPARED_TEXT_BYTES];
	/* a few words why the value is unknown or missing; else empty */
	char why[COMPARED_TEXT_BYTES];
	bool lacks; /* the drive has no such setting */
	int err;    /* -errno if the kernel refused the query, or no answer came; else 0 */
};

/* Compare the requested setting with the drive's, for one action of STAGE_SET or STAGE_DO. */
void act_compare(struct job *job, const struct action *action, struct compared *compared);

/* Fill `compared` without a query to the drive: the present value is not known because of `why`. */
void act_unasked(struct job *job, const struct action *action, const char *why,
		 struct compared *compared);

/*
 * True if the action need not run, since the drive has the requested setting already. The drive is
 * asked only if the query costs no more than the set. `compared` is filled if the drive was asked,
 * else unchanged.
 */
bool act_is_so(struct job *job, const struct action *action, struct compared *compared);

#endif
