/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of actions; the present values of settings, and their comparison with a request. */
#ifndef HDPARM_ACTION_H
#define HDPARM_ACTION_H

#include "block.h"
#include "drive.h"
#include "job.h"

/*
 * When the action of a given option is due. SET: the option has a value, or needs none. GET: the
 * option is not quiet, or -v lists the option. DO: always.
 */
enum stage { STAGE_SET, STAGE_GET, STAGE_DO };

struct action {
	enum opt_id opt : 8;
	enum stage stage : 8;
	bool not_usb; /* not for SCSI disks that may be on USB: a bridge may answer for the disk */
	bool early;   /* `run` does not need that the drive's language is settled before */
	enum need needs; /* of the drive's language; a row that names nothing needs ATA commands */
	bool tries;	 /* run despite `needs` and not_usb; the kernel or `run` may refuse */
	/* 0; or -errno, reported, for an obstacle such as a missing feature; NULL: no check */
	int (*check)(struct job *);
	const char *announce; /* text for job_say() before the checks; or NULL */
	/* do the act, and report a failure; 0, -errno or -RESULT_* */
	int (*run)(struct job *);
	const void *row; /* becomes job->row: data for `check` and `run`; or NULL */
};

/* The actions with job->dev, and those without job->dev, in the order of execution. */
extern const struct action action_table[], deviceless_table[];
extern const size_t action_count, deviceless_count;

/* --- the present value of a setting --- */

/*
 * NO_SUCH_SETTING: the drive or the kernel lacks the setting, or the drive cannot set the requested
 * value.
 */
enum knowledge { NOT_KNOWN, NO_SUCH_SETTING, KNOWN };

/* How deep the link of a disk may sleep. */
struct link_power {
	uint64_t value; /* as of --link-power, unless `other` */
	bool other; /* no value stands for it: keep_firmware_settings, or the controllers differ */
	char text[40]; /* "min_power", "100ms", "0 to 100ms" */
};

/*
 * Read it from sysfs, without a command. 0, or -errno: -ENOENT if the kernel has no such setting
 * for the disk.
 */
int link_power_read(struct sys_disk *disk, struct link_power *now);

struct observed {
	const struct setting_def *row;
	enum knowledge known;
	/*
	 * If `known` is KNOWN, and not `other`: the option's value that stands for the present
	 * state. ATA_EPC_UNSAVED: the timer is as requested, but not saved.
	 */
	uint64_t value;
	/* no value stands for the state, or the state is not the requested one, or `unsaved` */
	bool other;
	/* the state, of settings whose state is more than a value */
	union {
		uint32_t tenths; /* standby and EPC timers: in units of 100 ms */
		struct {
			uint16_t state;
			bool kept; /* a power cycle keeps the state */
		} sct;
		struct recovery_time recovery;
		enum { READ_CACHE_UNTOLD, READ_CACHE_OFF, READ_CACHE_ON } read_cache;
		struct block_limit limit; /* the kernel's time limits, in s */
		struct link_power link;
	} is;
	/* true only if the request is to save, and the drive does not show the value as saved */
	bool unsaved;
	/* if `known` is not KNOWN: -errno of the failed query; 0: no failure to report */
	int err;
	bool by_drive; /* `err` counts as a failure of the drive, not of the kernel */
	/*
	 * text that explains what is not known; or NULL. If `known` is KNOWN: whether the setting
	 * is as requested
	 */
	const char *why;
};

/*
 * Read the present value of a setting, by queries; set job->id and job->opt. Return now->known. No
 * failure is reported.
 */
enum knowledge observe(struct job *, enum opt_id id, struct observed *now);

/* --- settings read back after they were sent --- */

/* How an option's STAGE_SET action ended, and the value before. */
struct set_record {
	bool tried;   /* `err` and `proof` are valid */
	bool already; /* the value was set already, and was only queried */
	bool lacking; /* no such setting, or the value cannot be set; this is no error */
	int err;
	enum proof proof;
	struct observed before; /* `known`: NOT_KNOWN if it was not read */
};

/* Read into `records` the values that sets_verify() needs. Call this before the first action. */
void sets_prepare(struct job *, struct set_record records[OPT_COUNT]);

/*
 * Judge the STAGE_SET actions with `tried`, and report the outcomes in JSON (devices[n].changes).
 * Without JSON, a quiet option is not read back, as in hdparm 9.65. 0; or -EIO, reported, for a
 * setting that was accepted and ignored.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

/* --- the present value compared with a request --- */

enum comparison { COMPARED_SAME, COMPARED_DIFFERENT, COMPARED_UNKNOWABLE };

enum { COMPARED_TEXT_BYTES = 80 };

struct compared {
	enum comparison result;
	/* requested and present value as text; `actual` is empty if not known */
	char wanted[COMPARED_TEXT_BYTES], actual[COMPARED_TEXT_BYTES];
	/* reason why `result` is COMPARED_UNKNOWABLE, or `lacks` is true; else empty */
	char why[COMPARED_TEXT_BYTES];
	/* -S, compared with standby_z of an ATA drive: what sets standby_z; or empty */
	char helps[COMPARED_TEXT_BYTES];
	bool lacks;	     /* NO_SUCH_SETTING applies */
	struct observed now; /* what was read of the setting itself */
	/* -errno of a query without an answer, if `why` describes this failure; else 0 */
	int err;
};

/*
 * Compare an action's requested setting with the present value, by queries. No failure is reported.
 * Alters job->id, job->opt and job->needs.
 */
void act_compare(struct job *job, const struct action *action, struct compared *compared);

/*
 * True if the action failed with `err` and the failure in job->held because the drive or the kernel
 * has no such setting, or because the drive cannot set the value. `why` is then the reason. Else as
 * act_compare().
 */
bool act_lacks(struct job *job, const struct action *action, int err, char why[REPORT_ERROR_BYTES]);

/*
 * Fill `compared` without a query: the present value is not known, because of `why`. Alters job->id
 * and job->opt.
 */
void act_unasked(struct job *job, const struct action *action, const char *why,
		 struct compared *compared);

/* For --save-conf: true if the setting is read, after those in `found`, which come before it. */
bool act_is_read(const struct action *action, const struct compared found[OPT_COUNT]);

/* For --save-conf, after act_compare(): true if the file has the setting. */
bool act_is_kept(struct job *job, const struct compared *compared);

/*
 * True if queries show the requested value, so that the action need not run. On false, `compared`
 * may be unchanged.
 */
bool act_is_so(struct job *job, const struct action *action, struct compared *compared);

/* After act_is_so() was true: give the note that the option would give. */
void act_note(struct job *job, const struct compared *compared);

#endif
