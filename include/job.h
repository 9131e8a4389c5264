/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The job that an act gets, and its helpers to report errors, to ask for consent and to refuse. */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "drive.h"
#include "report.h"
#include "options.h"
#include "status.h"

/*
 * Whether the drive did the act, for an act that reads its result back. UNSETTLED: the act failed,
 * but the drive may have done a part of the act.
 */
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
 * Report "hdparm: DEVICE: OPTION: text: strerror". job_fail() adds the usual advice. A failure of
 * an implied option is only counted, and 0 is returned: no device has all settings of the listing.
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

/*
 * Return the result of a query whose failure was reported: 0 for the queries of 9.65 unless
 * --strict was given, since scripts rely on status 0.
 */
int job_query_result(const struct job *job, int err);

/* Report the failure of a query, and return job_query_result(). */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_warn_drive(struct job *job, int err);

/* True if the drive is known to lack the verb that the act needs. */
bool job_knows_lack(struct job *job);

/*
 * Report that the drive's language or hdparm lacks the option: -ENOTTY. Return 0 for a query
 * without --strict. A query is silent if a set of the same option was reported.
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
 * True if an act reads its result back from the drive. With -q no command is sent that 9.65 does
 * not send, unless the answer goes into a JSON document.
 */
bool job_reads_back(const struct job *job);

/* --- consent --- */

/* In a dry run, report the missing consents of all options of the request. */
void job_name_consent(struct job *job);

/*
 * Require consent that depends on the device. Call before the first command. 0 if
 * --yes-i-know-what-i-am-doing was given, or in a dry run, which names the missing consent. Else
 * report `why` and return -RESULT_NO_CONSENT, or -EPERM for a key of hdparm.conf: only that key
 * fails.
 */
int job_gate(struct job *job, const char *why);

/* --- checks of the drive: 0, or -errno, reported --- */

/*
 * Read IDENTIFY data into dev->id.raw. -ENODATA also if the data are blank, or incomplete because
 * the drive has not spun up. job_identify_silently() omits the warning about missing registers, for
 * options for which 9.65 does not print the warning.
 */
int job_identify(struct job *job);
int job_identify_silently(struct job *job);

/* Check an act of all languages: job_identify_silently(), unless another language is known. */
int job_check_identity(struct job *job);

/*
 * Check an act on sectors: read IDENTIFY data as job_identify() and refuse a packet device with
 * -ENOTTY. job_has_sectors() asks nothing of a disk without ATA commands.
 */
int job_has_sectors(struct job *job);
int job_has_ata_sectors(struct job *job);

/*
 * Refuse sectors beyond the `sectors` of the drive: -EINVAL, with the option's text. -ENODATA if
 * `sectors` is 0: the kernel shows no size.
 */
int job_refuse_range(struct job *job, uint64_t sectors);

/*
 * Refuse an open file whose contents are sent to the drive, if another user could have written or
 * placed the file: host_judge_input().
 */
int job_judge_input(struct job *job, int fd, const char *path);

/*
 * Apply the guards of the option's row and of the modifiers that change its act
 * (request_guards()). The walk over the actions calls both functions before each act. 0, or -errno,
 * reported. Neither changes data.
 *
 * job_guard_place(): OPT_EXCLUSIVE locks the disk against udev and other programs until the device
 * is closed; -EBUSY, with the holder. OPT_SHARES_LOCK takes a shared lock, so that no other program
 * erases the disk meanwhile. OPT_WHOLE_DISK refuses a partition and an array with -EINVAL, and
 * names the disk and, with OPT_SECTORS, its sectors. IDENTIFY data are read only for the sectors.
 *
 * job_guard_use(): OPT_UNUSED refuses a drive in use, in any part, path or namespace, unless
 * --even-if-in-use was given. Else all of them are claimed until the device is closed:
 * block_claim().
 */
int job_guard_place(struct job *job);
int job_guard_use(struct job *job);

/*
 * Apply the guards before the drive's visible size changes from `now`, 0 if unknown, to `sectors`.
 * Refuse a partition, as OPT_WHOLE_DISK does. If the size becomes smaller, or `now` is 0, require
 * consent and refuse a drive in use, as OPT_UNUSED does. 0, or as job_guard_place(), job_gate() and
 * job_guard_use().
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Drop the kernel's cached pages of the device, before a command changes sectors without the
 * kernel's knowledge. A failure is only noted: the kernel may still show the old contents.
 */
void job_drop_cached(struct job *job);

#endif
