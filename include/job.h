/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Data (struct job), messages and checks for acts. An act carries out one option. */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "drive.h"
#include "report.h"
#include "options.h"
#include "status.h"

/*
 * Evidence whether an act took effect. UNPROVED: none. UNSETTLED: the act failed, but may have
 * changed something.
 */
enum proof { UNPROVED, PROVED, DISPROVED, UNSETTLED };

/* A failure that is not reported yet. */
struct held_failure {
	int err; /* -errno; 0: none */
	char text[REPORT_ERROR_BYTES], meaning[REPORT_MEANING_BYTES], advice[REPORT_MEANING_BYTES];
};

struct job {
	struct host *host;
	struct device *dev; /* NULL: no device, or a suspended device */
	struct drive drive;
	const struct request *req;
	const struct opt_state *opt;
	enum opt_id id;
	const void *row; /* action.row */
	uint32_t found;	 /* a value that action.check leaves for action.run; 0 at first */
	enum proof proof;
	bool skips_equal;	     /* do not send settings for which act_is_so() is true */
	unsigned listed, unanswered; /* queries in the default listing: made, failed */
	struct report *out;
	enum need needs; /* action.needs; NEEDS_NOTHING for an act that `tries` */
	bool queries;	 /* action.stage is STAGE_GET */
	/* hold a failure in `held`: it may mean that the disk lacks the setting (act_lacks()) */
	bool holds;
	struct held_failure held;
};

/* --- failures; `err` is -errno --- */

/*
 * Report "hdparm: DEVICE: OPTION: text: strerror" with `advice`; without `advice`, with the usual
 * advice for `err`. Return `err`. A query of the default listing: return 0 without a report. If
 * job_knows_lack(): return job_lacks() instead. If the device is a regular file, job_fail() and
 * job_refuse() replace the text for ENOTTY, ENODEV, ENOENT and ENOTBLK.
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* Report that a signal ended the act: "interrupted; text". Return -RESULT_INTERRUPTED. */
int job_interrupted(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Report "hdparm: DEVICE: OPTION: text", without strerror. Return `err`. */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* As job_fail() for an ATA command. After a reported hang, an unsent command is not reported. */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/*
 * Report job->drive.failure by the function that fits: job_lacks(), job_refuse(), job_fail_ata()
 * or job_fail(). Return the result of this function. FAILURE_DISPROVED sets job->proof.
 */
int job_fail_drive(struct job *job, int err);
int job_fail_drive_advised(struct job *job, int err, const char *advice);

/* Report the failure in job->held, if any. */
void job_report_held(struct job *job);

/* Print "FAILED: strerror" on stderr, after the announcement of a command. Return `err`. */
int job_fail_announced(struct job *job, int err);

/*
 * For a query: as job_fail(), job_fail_ata(), job_fail_drive(), but return 0, as scripts expect,
 * unless hdparm 9.65 lacks the option, --strict was given, or memory or descriptors ran out.
 */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_warn_drive(struct job *job, int err);

/*
 * True if the drive is known to lack job->needs: by drive_cannot() for an option that hdparm 9.65
 * lacks, else by drive_has_no().
 */
bool job_knows_lack(struct job *job);

/*
 * Report that drive or hdparm lacks the option. Return -ENOTTY; without --strict 0 for a query, but
 * not with OPT_NEEDS_ANSWER if the drive may have the feature. The query of an option that was
 * given with a value reports nothing, and returns 0.
 */
int job_lacks(struct job *job);

/* Report: the act is not done, as a USB bridge may answer in place of the disk. Return -ENOTTY. */
int job_not_by_bridge(struct job *job);

/* --- output of an act --- */

/* Print "hdparm: DEVICE: OPTION: text" on stderr, also with --json; add nothing to JSON. */
void job_note(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/*
 * Note the known faults of the drive's model and firmware version. The IDENTIFY data of an ATA
 * drive have been read.
 */
void job_note_faults(struct job *job);

/* In text output, print up to 127 bytes, unless -q silences this option. */
void job_say(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Print " setting WHAT to VALUE (MEANING)\n" by job_say(). NULL `meaning`: no parentheses. */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

const char *on_off(uint64_t value);

/* Return word_quoted() of the device's path. */
const char *job_device_word(const struct job *job);

/* Return "--even-if-in-use " if this option was given, else "", for a command in a message. */
const char *job_in_use_word(const struct job *job);

static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

/* True if an act shall read its result back. False in a dry run, and for text output with -q. */
bool job_reads_back(const struct job *job);

/* --- consent --- */

/* In a dry run, report each option that lacks a consent, and the missing words. Alters job->id. */
void job_name_consent(struct job *job);

/*
 * Return 0 if CONSENT_YES is given. Else report `why` and the missing words. Then return 0 in a dry
 * run; else -RESULT_NO_CONSENT, or -EPERM for a key of hdparm.conf.
 */
int job_gate(struct job *job, const char *why);

/* --- checks: an int result is 0, or negative and reported --- */

/*
 * Read the IDENTIFY data into dev->id.raw. -ENODATA: blank data; or, of a device that is no packet
 * device, incomplete data until the drive spins up.
 */
int job_identify(struct job *job);
/* Do job_identify(), without a warning about missing registers. */
int job_identify_silently(struct job *job);

/* If the drive's presumed language is SCSI or NVMe, return 0. Else do job_identify_silently(). */
int job_check_identity(struct job *job);

/* Do job_has_ata_sectors(), but return 0 for a drive that takes no ATA commands. */
int job_has_sectors(struct job *job);
/* Do job_identify(). -ENOTTY: a packet device, which takes no ATA commands for sectors. */
int job_has_ata_sectors(struct job *job);

/*
 * Report that job->opt has sectors beyond the end of the drive, which has `sectors` sectors
 * (-EINVAL). `sectors` 0: report that the kernel shows no sectors (-ENODATA).
 */
int job_refuse_range(struct job *job, uint64_t sectors);

/* Refuse (-EPERM) an input file that host_judge_input() finds unsafe. Other -errno: not known. */
int job_judge_input(struct job *job, int fd, const char *path);

/*
 * As request_guards() requires: refuse a device that sysfs shows to be no whole disk. The device
 * may be closed, and nothing is sent. 0 also if that is not known.
 */
int job_guard_closed(struct job *job);

/*
 * As request_guards() requires: refuse a regular file (-ENOTTY), lock the disk (-EBUSY if the lock
 * is not free within three seconds), refuse a device that is no whole disk.
 */
int job_guard_place(struct job *job);
/*
 * If request_guards() has OPT_UNUSED, or OPT_UNUSED_UNLESS_ATA and the drive takes no ATA commands:
 * claim the drive, or refuse a drive in use; not with --even-if-in-use. For any guard, do
 * job_check_lack(). Do nothing for a query.
 */
int job_guard_use(struct job *job);

/*
 * Refuse a change if an error of host_lack() was not reported yet: what was not found out, such as
 * another user of the drive, may forbid it. Return 0 or this error.
 */
int job_check_lack(struct job *job);

/*
 * Refuse a device that is no whole disk. `now`: present number of sectors; 0: not known. `sectors`:
 * new number. If `sectors` is below `now`, or `now` is 0: also require job_gate(), and refuse a
 * drive in use, except with --even-if-in-use.
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/* Drop the kernel's cached data by block_flush(). Note a failure, except on a character device. */
void job_drop_cached(struct job *job);

/* How long a command without progress has been running, as "erasing: 0:01:05 of about 1:56:00". */
struct job_clock {
	const char *what, *end; /* the text before and after the time; set before the start */
	struct report *out;
	struct ticker ticker;
};
/* Show the text on a terminal, each second, until the stop. */
void job_clock_start(struct job *job, struct job_clock *clock);
void job_clock_stop(struct job_clock *clock);

/* --- trace.c --- */

/*
 * Set dev->watch to report unsent ATA and NVMe commands and bad sense data; if out->verbose, also
 * attempts to send commands, and CDBs.
 */
void trace_attach(struct device *dev, struct report *out);

/* Report a change that a dry run does not make. For dry_run.tell; `who` is the report. */
void show_unsent(void *who, const struct unsent *unsent);

#endif
