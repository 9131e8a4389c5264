/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The job of an act. An act is what one option does with one device. A job has the device, the
 * drive, the request and the report. The functions report failures, require consent, and check the
 * drive.
 */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "drive.h"
#include "report.h"
#include "options.h"
#include "status.h"

/*
 * What is known after an act. PROVED: a query has shown that the drive did what the act requests.
 * DISPROVED: a query has shown that the drive did not. UNSETTLED: the act failed, but may have done
 * a part. UNPROVED: none of these.
 */
enum proof { UNPROVED, PROVED, DISPROVED, UNSETTLED };

struct job {
	struct host *host;
	struct device *dev;	   /* NULL for an act without a device */
	struct drive drive;	   /* the drive of `dev` */
	const struct request *req; /* all options that are given for the device */
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

/*
 * --- failures: reported on stderr; `err` is -errno ---
 *
 * For a regular file, the text for -ENOTTY, -ENODEV, -ENOENT and -ENOTBLK is replaced by one that
 * says that the file is no drive.
 */

/*
 * Report "hdparm: DEVICE: OPTION: text: strerror" with advice, and return `err`. job_fail() takes
 * the usual advice for `err`, if there is any. job_fail_advised() takes `advice`; NULL: the usual
 * advice.
 *
 * Three exceptions: For a query of the default listing, report nothing, count the query in
 * job->unanswered, and return 0. Otherwise, if job_knows_lack() is true, return the result of
 * job_lacks(). Report -ENOTTY, -ENODEV, -ENOENT and -ENOTBLK of a regular file as "this is a
 * regular file, not a drive".
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/*
 * Report "hdparm: DEVICE: OPTION: text" for a failure that the text alone explains; a regular file
 * as job_fail(). Return `err`.
 */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/*
 * Report a failed ATA command like job_fail(), with STATUS and ERROR if the drive returned
 * registers. If the device hangs, commands are no longer sent: only the first of the unsent
 * commands is reported, and only if the hang itself was not.
 */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/*
 * Report the failure that drive->failure describes, after a failed function of drive.h. The result
 * is that of job_fail(), job_fail_ata(), job_refuse() or job_lacks().
 */
int job_fail_drive(struct job *job, int err);
int job_fail_drive_advised(struct job *job, int err, const char *advice);

/* Print "FAILED: strerror" on stderr, to end the line that announced a command. Return `err`. */
int job_fail_announced(struct job *job, int err);

/*
 * Return the result of a query that failed with `err`: 0 for an option of hdparm 9.65 without
 * --strict, since scripts rely on exit status 0; else `err`.
 */
int job_query_result(const struct job *job, int err);

/*
 * Do job_fail(), job_fail_ata() or job_fail_drive() for a query that failed. Return the result of
 * job_query_result().
 */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_warn_drive(struct job *job, int err);

/*
 * True if the drive is known to lack the verb (drive.h) that the act needs. If only the kernel's
 * block layer answers, true if the block layer lacks the verb and the option is newer than hdparm
 * 9.65.
 */
bool job_knows_lack(struct job *job);

/*
 * Report that the drive's language (ATA, SCSI or NVMe) lacks the option, or that hdparm lacks the
 * option for this language. Return -ENOTTY; 0 for a query without --strict.
 *
 * For a query that follows a set of the same option, report nothing and return 0.
 */
int job_lacks(struct job *job);

/*
 * Report that an act is refused behind a USB bridge, which may answer for the disk. Return -ENOTTY.
 */
int job_not_by_bridge(struct job *job);

/* --- output of an act --- */

/* Print a remark on stderr, "hdparm: DEVICE: OPTION: text". The exit status does not change. */
void job_note(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Print a text about what the act does next, unless the option is quiet (-q). */
void job_say(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/*
 * Print " setting WHAT to VALUE (MEANING)\n" by job_say(); without the parentheses if `meaning` is
 * NULL.
 */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

/* Return "off" for 0, else "on". */
const char *on_off(uint64_t value);

/* Return the device's path, quoted for a shell if needed. */
const char *job_device_word(const struct job *job);

/*
 * Return "--even-if-in-use " if this option was given, else "": a part of a command line in a
 * message.
 */
const char *job_in_use_word(const struct job *job);

/* True if -q silences this option. */
static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

/*
 * True if an act should read its result back from the drive. False in a dry run. False also for
 * text output with -q, which would not show the result: hdparm 9.65 then sends no query.
 */
bool job_reads_back(const struct job *job);

/* --- consent --- */

/* In a dry run, report each option of the request that lacks a consent, and name the consent. */
void job_name_consent(struct job *job);

/*
 * Require CONSENT_YES, for an act that is dangerous only on some devices. Return 0 if this consent
 * is given. In a dry run, report the missing consent and return 0. Else report `why` and return
 * -RESULT_NO_CONSENT; -EPERM for a key of hdparm.conf, so that the other keys still run.
 */
int job_gate(struct job *job, const char *why);

/* --- checks of the drive: each returns 0, or reports a failure and returns -errno --- */

/*
 * Read IDENTIFY data into dev->id.raw. -ENODATA if the data are blank, or are incomplete until the
 * drive spins up. job_identify_silently() omits the warning about missing registers, as hdparm 9.65
 * does for some options.
 */
int job_identify(struct job *job);
int job_identify_silently(struct job *job);

/* Do job_identify_silently(), but return 0 at once if the drive is known to speak SCSI or NVMe. */
int job_check_identity(struct job *job);

/*
 * job_has_ata_sectors(): do job_identify(), and refuse a packet device with -ENOTTY, since a packet
 * device takes no ATA commands for sectors.
 *
 * job_has_sectors(): try IDENTIFY, which may show that the drive takes no ATA commands. Return 0
 * for such a drive; else do job_has_ata_sectors().
 */
int job_has_sectors(struct job *job);
int job_has_ata_sectors(struct job *job);

/*
 * Report that the option names sectors beyond the end of the drive, which has `sectors` sectors.
 * Return -EINVAL. If `sectors` is 0, report that the kernel shows no sectors, and return -ENODATA.
 */
int job_refuse_range(struct job *job, uint64_t sectors);

/*
 * Refuse an open file with data for the drive if host_judge_input() finds a fault: -EPERM. Return
 * -errno if the file cannot be judged.
 */
int job_judge_input(struct job *job, int fd, const char *path);

/*
 * Apply the guards of the option and of its modifiers, request_guards(), before an act.
 *
 * job_guard_place(): OPT_EXCLUSIVE and OPT_SHARES_LOCK lock the disk until the device is closed;
 * -EBUSY if the lock is not free within three seconds. OPT_WHOLE_DISK refuses, by -EINVAL, a
 * partition, an array and other devices that are built on disks. A regular file is refused by
 * -ENOTTY.
 *
 * job_guard_use(): OPT_UNUSED claims the drive by block_claim(), and refuses a drive of which a
 * part, path or namespace is in use. OPT_UNUSED_UNLESS_ATA does the same for a drive without ATA
 * commands. job_guard_use() refuses no query, and no act with
 * --even-if-in-use.
 */
int job_guard_place(struct job *job);
int job_guard_use(struct job *job);

/*
 * Refuse a device that is no whole disk, before the drive's visible size changes from `now` to
 * `sectors` sectors. If the size becomes smaller, or `now` is 0 (not known), also require consent
 * by job_gate(), and refuse a drive in use as OPT_UNUSED does.
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Write out and drop the kernel's cached pages of the device (BLKFLSBUF), for an act whose commands
 * change sectors without the kernel's knowledge. A failure is only noted by job_note().
 */
void job_drop_cached(struct job *job);

#endif
