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
	struct device *dev;	     /* NULL for an act of deviceless_table[] */
	struct drive drive;	     /* the device as a drive, with its language */
	const struct request *req;   /* all options of the command line */
	const struct opt_state *opt; /* the option of this act */
	enum opt_id id;
	const void *row; /* action.row */
	uint32_t found;	 /* passed from action.check to action.run; 0 at first */
	enum proof proof;
	bool skips_equal; /* a setting that the drive already has is not sent */
	/* number of queries of the default listing; number of those without an answer */
	unsigned listed, unanswered;
	struct report *out;
	size_t verb;  /* action.verb */
	bool queries; /* the act is a query */
};

/* --- failures: each function reports one line on stderr and returns `err`, negative --- */

/*
 * Report "hdparm: DEVICE: OPTION: text: strerror", with `advice`, or else what is usually to be
 * done about `err`. For a query of the default listing, report nothing, count it in job->unanswered
 * and return 0.
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* Report a refusal before a command is sent: as job_fail(), but without strerror(). */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* Report a failed ATA command, with the status and error fields if the drive returned them. */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/* Report the failure of a drive's verb from drive->failure. */
int job_fail_drive(struct job *job, int err);
int job_fail_drive_advised(struct job *job, int err, const char *advice);

/* Complete the line that announced a command with "FAILED: ...". Return `err`. */
int job_fail_announced(struct job *job, int err);

/*
 * Return the result of a query that failed: `err`; but 0, without --strict, for a query that hdparm
 * 9.65 has, since scripts rely on exit status 0.
 */
int job_query_result(const struct job *job, int err);

/* Report the failure of a query as job_fail() does, and return job_query_result(). */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_warn_drive(struct job *job, int err);

/* True if the drive is known to lack the verb that the act needs: drive_has_no(). */
bool job_knows_lack(struct job *job);

/*
 * Report that the drive's language, or hdparm for this language, lacks the option. Return -ENOTTY;
 * 0 for a query without --strict. Nothing is printed for a query after a set of the same option.
 */
int job_lacks(struct job *job);

/* Refuse an act on a USB disk whose bridge may answer instead of the disk. Return -ENOTTY. */
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
 * True if an act should read its result back from the drive. With -q only for JSON: text output
 * would not show the result, and hdparm 9.65 sends no such command.
 */
bool job_reads_back(const struct job *job);

/* --- consent --- */

/* In a dry run, report for each option of the request which consent is missing. */
void job_name_consent(struct job *job);

/*
 * Require the option's consent, for an act that is dangerous only on some devices. 0 with consent
 * or in a dry run. Else report `why`, and return -RESULT_NO_CONSENT; -EPERM for a key of
 * hdparm.conf, so that the other keys still run.
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

/* Do job_identify_silently(), unless the drive is known to speak another language than ATA. */
int job_check_identity(struct job *job);

/*
 * Do job_identify(), and refuse a packet device with -ENOTTY: it has no sectors for ATA commands.
 * job_has_sectors() returns 0 for a drive that is found to take no ATA commands.
 */
int job_has_sectors(struct job *job);
int job_has_ata_sectors(struct job *job);

/*
 * Report that the option names sectors beyond the drive's last. `sectors` is the size of the drive.
 * Return -EINVAL; -ENODATA if `sectors` is 0: the kernel shows no size.
 */
int job_refuse_range(struct job *job, uint64_t sectors);

/* Refuse an open file with data for the drive if host_judge_input() finds a fault. */
int job_judge_input(struct job *job, int fd, const char *path);

/*
 * Apply the guards of the option and of its modifiers, request_guards(), before each act.
 *
 * job_guard_place(): OPT_EXCLUSIVE locks the disk against udev and other programs until the device
 * is closed; -EBUSY if another process has a lock. OPT_SHARES_LOCK takes a shared lock, so that
 * nobody else erases the disk. OPT_WHOLE_DISK refuses a partition and an array with -EINVAL. The
 * message names the whole disk, and with OPT_SECTORS the sectors of the disk.
 *
 * job_guard_use(): OPT_UNUSED claims the drive by block_claim() until the device is closed, and
 * refuses a drive of which a part, path or namespace is in use. With --even-if-in-use it does
 * neither.
 */
int job_guard_place(struct job *job);
int job_guard_use(struct job *job);

/*
 * Apply the guard OPT_WHOLE_DISK before the drive's visible size changes from `now` to `sectors`.
 * If the size becomes smaller, or `now` is 0 (not known), apply job_gate() and OPT_UNUSED too.
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Drop the kernel's cached pages, before a command changes sectors without the kernel's knowledge.
 * A failure is only reported by job_note().
 */
void job_drop_cached(struct job *job);

#endif
