/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The job of an act: device, drive, request and report, as one argument. Also here: functions for
 * acts that report failures, require consent, and check the drive.
 */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "drive.h"
#include "report.h"
#include "options.h"
#include "status.h"

/*
 * Whether a query after the act shows that the drive did the act (PROVED) or not (DISPROVED).
 * UNSETTLED: the act failed, but a part may have been done.
 */
enum proof { UNPROVED, PROVED, DISPROVED, UNSETTLED };

struct job {
	struct host *host;
	struct device *dev;	   /* NULL for an act of deviceless_table[] */
	struct drive drive;	   /* the device as a drive, with its language */
	const struct request *req; /* all options of the step */
	const struct opt_state *opt;
	enum opt_id id;
	const void *row; /* action.row */
	uint32_t found;	 /* a value that action.check leaves for action.run; 0 before */
	enum proof proof;
	bool skips_equal; /* a setting that the drive already has is not sent */
	/* number of queries of the default listing; number of these queries without an answer */
	unsigned listed, unanswered;
	struct report *out;
	size_t verb;  /* action.verb */
	bool queries; /* the act is one of STAGE_GET */
};

/* --- failures: reported on stderr; `err` is -errno --- */

/*
 * Report "hdparm: DEVICE: OPTION: text: strerror", and return `err`. job_fail_advised() appends
 * `advice`. With NULL, and in job_fail(), the usual advice for `err` is appended, if there is any.
 * For a query of the default listing, report nothing, count the query in job->unanswered, and
 * return 0. If job_knows_lack(), do job_lacks() instead.
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* Report "hdparm: DEVICE: OPTION: text", a failure that the text alone explains. Return `err`. */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/*
 * Report a failed ATA command as job_fail(), with STATUS and ERROR if the drive returned registers.
 * When the device's hang was reported before, a command that was not sent is not reported.
 */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/* Report the failure of the last verb of the drive, as drive->failure describes the failure. */
int job_fail_drive(struct job *job, int err);
int job_fail_drive_advised(struct job *job, int err, const char *advice);

/* Print "FAILED: strerror" on stderr, to end the line that announced a command. Return `err`. */
int job_fail_announced(struct job *job, int err);

/*
 * Return the result of a query that failed with `err`. Without --strict, return 0 for an option
 * that hdparm 9.65 has, since scripts rely on exit status 0. Else return `err`.
 */
int job_query_result(const struct job *job, int err);

/* Report a query's failure as job_fail(), _ata() or _drive(); return job_query_result(). */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_warn_drive(struct job *job, int err);

/*
 * True if the drive is known to lack the verb that the act needs. If only the block layer answers,
 * true only for options that hdparm 9.65 lacks.
 */
bool job_knows_lack(struct job *job);

/*
 * Report that the drive's language, or hdparm for this language, lacks the option. Return -ENOTTY;
 * 0 for a query without --strict. For a query after a set of the same option, return 0 and report
 * nothing.
 */
int job_lacks(struct job *job);

/* Report that an act is refused on USB, as the bridge may answer for the disk. Return -ENOTTY. */
int job_not_by_bridge(struct job *job);

/* --- output of an act --- */

/* Print a remark on stderr, "hdparm: DEVICE: OPTION: text". The exit status does not change. */
void job_note(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Print a text about what the act does next, unless the option is quiet (-q). */
void job_say(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Announce a setting: " setting WHAT to VALUE (MEANING)\n"; meaning may be NULL. */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

/* Return "off" for 0, else "on". */
const char *on_off(uint64_t value);

/* Return the device's path, quoted for a shell. */
const char *job_device_word(const struct job *job);

/* Return "--even-if-in-use " if the option was given, else "". For a command line in a message. */
const char *job_in_use_word(const struct job *job);

/* True if -q silences this option. */
static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

/*
 * True if an act should read its result back from the drive. False in a dry run. With -q, true only
 * for JSON: text output would not show the result, and hdparm 9.65 sends no such command.
 */
bool job_reads_back(const struct job *job);

/* --- consent --- */

/* In a dry run, report each option of the request that lacks a consent, and which consent. */
void job_name_consent(struct job *job);

/*
 * Require CONSENT_YES, for an act that is dangerous only on some devices. 0 with this consent. In a
 * dry run, report the missing consent and return 0. Else report `why`, and return
 * -RESULT_NO_CONSENT; -EPERM for a key of hdparm.conf, so that the other keys still run.
 */
int job_gate(struct job *job, const char *why);

/* --- checks of the drive: each returns 0, or reports a failure and returns -errno --- */

/*
 * Read IDENTIFY data into dev->id.raw. -ENODATA if the data are blank, or incomplete before
 * spin-up. job_identify_silently() omits the warning about missing registers, as hdparm 9.65 does
 * for some options.
 */
int job_identify(struct job *job);
int job_identify_silently(struct job *job);

/* Do job_identify_silently(); return 0 if the drive is known to speak another language than ATA. */
int job_check_identity(struct job *job);

/*
 * job_has_ata_sectors(): do job_identify(), and refuse a packet device with -ENOTTY, since a packet
 * device takes no ATA commands for sectors. job_has_sectors(): the same, but 0 for a drive that is
 * known, or found by IDENTIFY, to speak another language than ATA.
 */
int job_has_sectors(struct job *job);
int job_has_ata_sectors(struct job *job);

/*
 * Report that the option names sectors beyond the end of the drive, which has `sectors` sectors.
 * Return -EINVAL; -ENODATA if `sectors` is 0: the kernel shows no size.
 */
int job_refuse_range(struct job *job, uint64_t sectors);

/* Refuse an open file with data for the drive, by -EPERM, if host_judge_input() finds a fault. */
int job_judge_input(struct job *job, int fd, const char *path);

/*
 * Apply the guards of the option and of its modifiers, request_guards(), before an act.
 * job_guard_place(): OPT_EXCLUSIVE and OPT_SHARES_LOCK lock the disk until the device is closed;
 * -EBUSY if another process keeps its lock for three seconds. OPT_WHOLE_DISK refuses, by -EINVAL, a
 * partition, an array and other devices that are built on disks. job_guard_use(): OPT_UNUSED
 * refuses a drive of which a part, path or namespace is in use, and claims the drive by
 * block_claim(). OPT_UNUSED_UNLESS_ATA does the same for a drive without ATA commands.
 * job_guard_use() refuses no query, and nothing with --even-if-in-use.
 */
int job_guard_place(struct job *job);
int job_guard_use(struct job *job);

/*
 * Apply the guard OPT_WHOLE_DISK before the drive's visible size changes from `now` to `sectors`.
 * If the size becomes smaller, or `now` is 0 (not known), apply also job_gate() and OPT_UNUSED.
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Write out and drop the kernel's cached pages, when a command changes sectors without the kernel's
 * knowledge. A failure is only reported by job_note().
 */
void job_drop_cached(struct job *job);

#endif
