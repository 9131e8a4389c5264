/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The job of an act, which carries out one option: reports of failures, output, consent, and checks
 * of the drive.
 */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "drive.h"
#include "report.h"
#include "options.h"
#include "status.h"

/*
 * What is known after an act. PROVED: the drive did what the act requests. DISPROVED: the drive did
 * not. UNSETTLED: the act failed, but may have done a part. UNPROVED: none of these.
 */
enum proof { UNPROVED, PROVED, DISPROVED, UNSETTLED };

struct job {
	struct host *host;
	struct device *dev; /* NULL for an act without a device */
	struct drive drive;
	const struct request *req;
	const struct opt_state *opt;
	enum opt_id id;
	const void *row; /* action.row */
	uint32_t found;	 /* a value that action.check leaves for action.run; 0 at first */
	enum proof proof;
	bool skips_equal; /* a setting that the drive has already is not sent again */
	/* queries of the default listing: their number, and how many had no answer */
	unsigned listed, unanswered;
	struct report *out;
	size_t verb;  /* action.verb */
	bool queries; /* the act only reads from the drive (STAGE_GET) */
};

/* --- failures: reported on stderr; `err` is -errno --- */

/*
 * Report "hdparm: DEVICE: OPTION: text: strerror", with `advice` or else the usual advice for
 * `err`, if there is any. Return `err`. For a regular file, some errors are reported as "this is a
 * regular file, not a drive".
 *
 * For a query of the default listing, report nothing, count the query in job->unanswered, and
 * return 0. Otherwise, if job_knows_lack() is true, return the result of job_lacks().
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/*
 * Report "hdparm: DEVICE: OPTION: text", without strerror; a regular file as job_fail(). Return
 * `err`.
 */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/*
 * Report a failed ATA command like job_fail(), with STATUS and ERROR if the drive returned
 * registers. A command that was not sent, since the device hangs, is reported only if the hang was
 * not reported before.
 */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/*
 * Report the failure in job->drive.failure, after a failed function of drive.h. Return as
 * job_fail(), job_refuse() or job_lacks().
 */
int job_fail_drive(struct job *job, int err);
int job_fail_drive_advised(struct job *job, int err, const char *advice);

/* Print "FAILED: strerror" on stderr, after the announcement of a command. Return `err`. */
int job_fail_announced(struct job *job, int err);

/*
 * Return the result of a query that failed with `err`: `err` with --strict, or for an option that
 * hdparm 9.65 lacks; else 0, since scripts rely on exit status 0.
 */
int job_query_result(const struct job *job, int err);

/*
 * Report a failed query by job_fail(), job_fail_ata() or job_fail_drive(). Return the result of
 * job_query_result().
 */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_warn_drive(struct job *job, int err);

/*
 * True if the drive is known to lack the verb (drive.h) that the act needs. False for an option of
 * hdparm 9.65 if only the kernel's block layer answers.
 */
bool job_knows_lack(struct job *job);

/*
 * Report that the drive's command set (ATA, SCSI or NVMe) or hdparm lacks the option. Return
 * -ENOTTY; 0 for a query without --strict.
 *
 * For a query of an option that has a value, report nothing and return 0.
 */
int job_lacks(struct job *job);

/* Report that an act is refused, since a USB bridge may answer for the disk. Return -ENOTTY. */
int job_not_by_bridge(struct job *job);

/* --- output of an act --- */

/* Print a remark on stderr, "hdparm: DEVICE: OPTION: text". */
void job_note(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Print a text, unless -q silences this option. */
void job_say(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Print " setting WHAT to VALUE (MEANING)\n" by job_say(). NULL `meaning`: no parentheses. */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

/* Return "off" for 0, else "on". */
const char *on_off(uint64_t value);

/* Return the device's path, quoted for a shell if needed. */
const char *job_device_word(const struct job *job);

/* Return "--even-if-in-use " if this option was given, else "", for a command in a message. */
const char *job_in_use_word(const struct job *job);

/* True if -q silences this option. */
static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

/*
 * True if an act should read its result back from the drive: not in a dry run, and not for text
 * output with -q.
 */
bool job_reads_back(const struct job *job);

/* --- consent --- */

/* In a dry run, report each option that lacks a consent, and name the consent. */
void job_name_consent(struct job *job);

/*
 * Require CONSENT_YES. Return 0 if this consent is given. In a dry run, report the missing consent
 * and return 0. Else report `why` and return -RESULT_NO_CONSENT, or -EPERM for a key of
 * hdparm.conf.
 */
int job_gate(struct job *job, const char *why);

/* --- checks of the drive: each returns 0, or reports a failure and returns -errno --- */

/*
 * Read IDENTIFY data into dev->id.raw. -ENODATA if the data are blank, or are incomplete until the
 * drive spins up. job_identify_silently() omits the warning about missing registers.
 */
int job_identify(struct job *job);
int job_identify_silently(struct job *job);

/* Do job_identify_silently(), but return 0 at once if the drive is known to speak SCSI or NVMe. */
int job_check_identity(struct job *job);

/*
 * job_has_ata_sectors(): do job_identify(), and refuse a packet device (-ENOTTY), which takes no
 * ATA commands for sectors. job_has_sectors(): the same, but return 0 if IDENTIFY shows that the
 * drive takes no ATA commands.
 */
int job_has_sectors(struct job *job);
int job_has_ata_sectors(struct job *job);

/*
 * Report that the drive has only `sectors` sectors, and return -EINVAL. If `sectors` is 0, report
 * that the kernel shows no sectors, and return -ENODATA.
 */
int job_refuse_range(struct job *job, uint64_t sectors);

/*
 * Refuse (-EPERM) an input file in which host_judge_input() finds a fault. Return another -errno if
 * the file cannot be judged.
 */
int job_judge_input(struct job *job, int fd, const char *path);

/*
 * Apply the guards of request_guards() before an act.
 *
 * job_guard_place(): with any guard, refuse a regular file (-ENOTTY). OPT_EXCLUSIVE and
 * OPT_SHARES_LOCK lock the disk; -EBUSY if the lock is not free within three seconds.
 * OPT_WHOLE_DISK refuses a device that is no whole disk.
 *
 * job_guard_use(): OPT_UNUSED refuses a drive in use, and claims the drive by block_claim().
 * OPT_UNUSED_UNLESS_ATA does the same for a drive without ATA commands. A query is not refused, nor
 * is an act with --even-if-in-use.
 */
int job_guard_place(struct job *job);
int job_guard_use(struct job *job);

/*
 * Refuse a device that is no whole disk, before the drive's visible size changes from `now` to
 * `sectors` sectors. If the size becomes smaller, or `now` is 0 (not known), also require consent
 * by job_gate(), and refuse a drive in use, except with --even-if-in-use.
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Write out and drop the kernel's cached pages of the device (BLKFLSBUF). A failure leads at most
 * to job_note().
 */
void job_drop_cached(struct job *job);

#endif
