/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The acts of the options. An act is what the program does for one option: it sets, shows or does
 * one thing. Also here: the present value of a setting, and its comparison with a request.
 */
#ifndef HDPARM_ACTION_H
#define HDPARM_ACTION_H

#include "job.h"

/*
 * When the action of a given option runs. SET: if the option has a value, takes none, or may lack
 * it. GET: if the option is not quiet, or -v lists it. DO: always. Cached IDENTIFY data are dropped
 * between a sent SET and a later GET or DO.
 */
enum stage { STAGE_SET, STAGE_GET, STAGE_DO };

/*
 * The first query to a drive that may speak ATA, before `check`: none, or IDENTIFY, which shows
 * whether the drive speaks ATA. QUIETLY: without the warning about missing registers.
 */
enum first_question { FIRST_NONE, FIRST_IDENTIFY, FIRST_IDENTIFY_QUIETLY };

_Static_assert(VERB(ata) == 0, "a row without a verb is ATA's alone");

struct action {
	enum opt_id opt : 8;
	enum stage stage : 8;
	enum first_question first : 8;
	bool not_usb; /* refused for a SCSI disk on USB, where the bridge may answer by itself */
	size_t verb;  /* VERB() that `run` needs; VERB(ata), which is 0: ATA commands */
	bool tries; /* run even if the drive lacks the verb: the kernel or `run` reports the lack */
	/*
	 * find and report an obstacle, such as a missing feature, by queries only; 0, -errno or
	 * -RESULT_*; NULL: no check
	 */
	int (*check)(struct job *);
	const char *announce; /* printed before the guards, as by hdparm 9.65; or NULL */
	/* do the act, and report a failure; 0, -errno or -RESULT_* */
	int (*run)(struct job *);
	const void *row; /* data for `check` and `run`: job->row; or NULL */
};

/* The actions on a device, and the actions without a device, in the order in which they run. */
extern const struct action action_table[], deviceless_table[];
extern const size_t action_count, deviceless_count;

/* The result of setting one option. */
struct set_record {
	bool tried;   /* the set has ended; `err` and `proof` are valid */
	bool already; /* the drive had the value before, and nothing was sent */
	bool lacking; /* the drive lacks the setting, and this is no error */
	int err;      /* result of the act: 0, -errno or -RESULT_* */
	enum proof proof;
	bool has_before; /* `before` is valid */
	uint64_t before; /* the drive's value before the set */
};

/* Before the first set, read into `records` the present values that sets_verify() needs. */
void sets_prepare(struct job *, struct set_record records[OPT_COUNT]);

/*
 * Read the settings back after all sets. In JSON, report the outcome of each in
 * devices[n].changes: applied, already, rounded, ignored, refused or unverifiable. In text, report
 * an ignored setting as an error; a quiet option is not read back, since hdparm 9.65 sends no such
 * command. 0, or -EIO if the drive ignored a setting.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

/* --- the present value of a setting: only questions are sent, and nothing is reported --- */

/* Whether the present value of a setting is known. NO_SUCH_SETTING: the drive lacks the setting. */
enum knowledge { NOT_KNOWN, NO_SUCH_SETTING, KNOWN };

struct observed {
	const struct setting_def *row;
	enum knowledge known;
	/*
	 * If `known` is KNOWN: the option's value that sets this state; if several values set this
	 * state, the requested value. OBSERVED_OTHER: the state is not that of a value, or differs
	 * from the request.
	 */
	uint64_t value;
	/*
	 * The drive's state. Timers: in units of 100 ms. SCT features: two 16-bit values. Recovery
	 * times: two 32-bit times in ms. Look-ahead: READ_CACHE_*. Other settings: not set.
	 */
	uint64_t state;
	bool unsaved; /* the request is to save the value, but a power cycle would lose the value */
	/* if `known` is not KNOWN: -errno for job_fail_drive(); 0: the answer lacks the value */
	int err;
	bool by_drive;	 /* a failure is the drive's, not the kernel's */
	const char *why; /* a few words on what is not known, and why; NULL: attempt.unheard */
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
	/* attempt.unheard, if no other cause is known and the drive does not hang; else 0 */
	int err;
};

/* Compare the requested setting with the drive's, for one action of STAGE_SET or STAGE_DO. */
void act_compare(struct job *job, const struct action *action, struct compared *compared);

/* Fill `compared` without a query to the drive: the present value is not known because of `why`. */
void act_unasked(struct job *job, const struct action *action, const char *why,
		 struct compared *compared);

/*
 * True if the action need not run, since the drive has the requested setting already. The drive is
 * asked only if the answer proves the whole setting. `compared` is filled if the drive was asked,
 * else unchanged.
 */
bool act_is_so(struct job *job, const struct action *action, struct compared *compared);

#endif
