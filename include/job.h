/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The job that an act gets, and its helpers to report errors, to ask for consent and to refuse. */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "drive.h"
#include "report.h"
#include "options.h"
#include "status.h"

/* Whether the drive did the act. UNSETTLED: the act failed, but a part may have been done. */
enum proof { UNPROVED, PROVED, DISPROVED, UNSETTLED };

struct job {
	struct host *host;
	struct device *dev; /* NULL for an act of deviceless_table[] */
	struct drive drive; /* the device as a drive, with its language */
	const struct request *req;
	const struct opt_state *opt;
	enum opt_id id;
	const void *row; /* the action row's data */
	uint32_t found;	 /* the result of `check`, for `run`; 0 at first */
	enum proof proof;
	bool skips_equal; /* a setting that the drive already has is not sent */
	/* queries of the default listing, and the number of them without an answer */
	unsigned listed, unanswered;
	struct report *out;
	size_t verb;  /* the verb that the act needs of the drive's language: struct action */
	bool queries; /* the act is a query */
};

/* --- failures: each function reports one line on stderr and returns `err`, negative --- */

/*
 * Report "hdparm: DEVICE: OPTION: text: strerror", with the usual advice or `advice`. A failure of
 * an implied option is only counted: 0.
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* Report a request that is refused before a command is sent: without strerror(). */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* Report a failed ATA command, with the status and error fields if the drive returned them. */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/* Report the failure of a drive's verb from drive->failure. */
int job_fail_drive(struct job *job, int err);
int job_fail_drive_advised(struct job *job, int err, const char *advice);

/* Complete the line of an announced command with "FAILED: ...". */
int job_fail_announced(struct job *job, int err);

/* Return `err`, or 0 for a query of 9.65 without --strict, since scripts rely on status 0. */
int job_query_result(const struct job *job, int err);

/* Report the failure of a query, and return job_query_result(). */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_warn_drive(struct job *job, int err);

/* True if the drive is known to lack the verb that the act needs. */
bool job_knows_lack(struct job *job);

/*
 * Report that the drive's language or hdparm lacks the option: -ENOTTY, or 0 for a query without
 * --strict. A query after a set of the option is silent.
 */
int job_lacks(struct job *job);

/* Refuse a command to a USB disk that its bridge could answer by itself: -ENOTTY. */
int job_not_by_bridge(struct job *job);

/* --- output of an act --- */

/* Print a line on stderr, "hdparm: DEVICE: OPTION: text", that is not a failure. */
void job_note(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Print what begins now, unless quiet. */
void job_say(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Announce a setting: " setting WHAT to VALUE (MEANING)\n"; meaning may be NULL. */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

/* Return "off" for 0, else "on". */
const char *on_off(uint64_t value);

/* Return the device's path, quoted for a shell. */
const char *job_device_word(const struct job *job);

/* Return "--even-if-in-use " if the option was given, else "": for a command line to type next. */
const char *job_in_use_word(const struct job *job);

/* True when -q silenced this option. */
static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

/*
 * True if an act reads its result back from the drive. With -q only JSON is worth a command that
 * 9.65 does not send.
 */
bool job_reads_back(const struct job *job);

/* --- consent --- */

/* In a dry run, report the missing consents of all options of the request. */
void job_name_consent(struct job *job);

/*
 * Require consent that depends on the device, before the first command. 0 with consent or in a dry
 * run. Else report `why`: -RESULT_NO_CONSENT, or -EPERM for a key of hdparm.conf, so that the other
 * keys still run.
 */
int job_gate(struct job *job, const char *why);

/* --- checks of the drive: 0, or -errno, reported --- */

/*
 * Read IDENTIFY data into dev->id.raw. -ENODATA also if the data are blank, or incomplete before
 * spin-up. job_identify_silently() omits the warning about missing registers, as some options of
 * 9.65.
 */
int job_identify(struct job *job);
int job_identify_silently(struct job *job);

/* Check an act of all languages: job_identify_silently(), unless another language is known. */
int job_check_identity(struct job *job);

/*
 * job_identify() for an act on sectors: a packet device is refused with -ENOTTY. job_has_sectors()
 * asks nothing of a disk without ATA commands.
 */
int job_has_sectors(struct job *job);
int job_has_ata_sectors(struct job *job);

/* Refuse sectors beyond the drive's `sectors`: -EINVAL; -ENODATA if the kernel shows no size, 0. */
int job_refuse_range(struct job *job, uint64_t sectors);

/* Refuse an open file with data for the drive if others could have written the file. */
int job_judge_input(struct job *job, int fd, const char *path);

/*
 * Apply the guards of the option's row and of its modifiers (request_guards()), before each act.
 *
 * job_guard_place(): OPT_EXCLUSIVE locks the disk against udev and other programs until the device
 * is closed; -EBUSY, with the holder. OPT_SHARES_LOCK takes a shared lock against an erase by
 * others. OPT_WHOLE_DISK refuses a partition and an array with -EINVAL, and names the disk and,
 * with OPT_SECTORS, its sectors.
 *
 * job_guard_use(): OPT_UNUSED refuses a drive in use, in any part, path or namespace, unless
 * --even-if-in-use was given. Else all are claimed until the device is closed: block_claim().
 */
int job_guard_place(struct job *job);
int job_guard_use(struct job *job);

/*
 * Apply OPT_WHOLE_DISK before the drive's visible size changes from `now`, 0 if unknown, to
 * `sectors`. For a smaller size, or if `now` is 0, apply job_gate() and OPT_UNUSED too.
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Drop the kernel's cached pages, before a command changes sectors behind the kernel. A failure is
 * only noted.
 */
void job_drop_cached(struct job *job);

#endif
