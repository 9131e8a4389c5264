/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The job that an act gets, and its helpers to report errors, to ask for consent and to refuse. */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "drive.h"
#include "report.h"
#include "options.h"
#include "status.h"

/*
 * For an act that reads back its own result. UNSETTLED: the act failed, and the drive may have done
 * the act, or a part of it.
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
	/* queries of the default listing, and how many of them had no answer (not reported) */
	unsigned listed, unanswered;
	struct report *out;
	/* the verb that the act needs of the drive's language: struct action */
	size_t verb;
	bool queries; /* the act is a query */
};

/*
 * Report a failure of this job as one line, "hdparm: DEVICE: OPTION: text: strerror", and
 * returns `err` (negative) for the caller to pass up. Silent when the option is implied.
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/*
 * Report a failure with a few words of advice, as report_failure() does. NULL: the default advice.
 */
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/*
 * job_fail() without strerror() after the text, for requests that are refused before they are
 * tried.
 */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/*
 * Refuse the sectors that the option's text names, beyond the `sectors` that there are: -EINVAL.
 * -ENODATA where the kernel has found none at all.
 */
int job_refuse_range(struct job *job, uint64_t sectors);

/*
 * Refuse an open file that decides what is sent to the drive, if others can have written it or put
 * it there: host_judge_input(). 0, or -errno, reported.
 */
int job_judge_input(struct job *job, int fd, const char *path);

/* job_fail() for an ATA command, with the status and error fields if the drive returned them. */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/* Report the failure of a drive's verb from drive->failure. */
int job_fail_drive(struct job *job, int err);
int job_fail_drive_advised(struct job *job, int err, const char *advice);

/*
 * Report that the drive's language or hdparm lacks the option: -ENOTTY. For a query the result is
 * that of job_warn(), and nothing is printed if a set of the same option has reported the lack.
 */
int job_lacks(struct job *job);

/* Refuse a command to a USB disk that its bridge could answer by itself: -ENOTTY, reported. */
int job_not_by_bridge(struct job *job);

/* True if the drive is known by now to lack what the act needs of its language. */
bool job_knows_lack(struct job *job);

/*
 * The result of a query without an answer, which was reported: 0 for those of 9.65 unless --strict,
 * since scripts rely on status 0 there.
 */
int job_query_result(const struct job *job, int err);

/* Such a query, reported like a failure. */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* job_warn() for an ATA command, as job_fail_ata(). */
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);

/* job_warn() for a verb, as job_fail_drive(). */
int job_warn_drive(struct job *job, int err);

/* The device's path as a shell reads it, for lines to type. */
const char *job_device_word(const struct job *job);

/* A line on stderr, "hdparm: DEVICE: OPTION: text", that does not count as a failure. */
void job_note(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Report, in a dry run, the consents that its options need and that were not given. */
void job_name_consent(struct job *job);

/*
 * Require consent that depends on the device. 0 if --yes-i-know-what-i-am-doing was given, or in a
 * dry run, which names the consent word. Otherwise report `why` and return -RESULT_NO_CONSENT, or
 * -EPERM for a key of hdparm.conf (only that key fails). Call before the first command.
 */
int job_gate(struct job *job, const char *why);

/*
 * Read IDENTIFY data into dev->id.raw, for an act that needs them. 0, or -errno, reported:
 * -ENODATA also for the incomplete data of a drive that has not spun up yet.
 */
int job_identify(struct job *job);

/*
 * Check an act that all languages have: job_identify_silently(), except for a drive with another
 * known language.
 */
int job_check_identity(struct job *job);

/*
 * Read the IDENTIFY data without the warning about missing registers, which 9.65 does not print for
 * these options.
 */
int job_identify_silently(struct job *job);

/*
 * Check an act on sectors: read IDENTIFY data as job_identify(), unless the disk takes no ATA
 * commands, and refuse a packet device with -ENOTTY.
 */
int job_has_sectors(struct job *job);

/* job_has_sectors() for an act that only ATA drives have. */
int job_has_ata_sectors(struct job *job);

/*
 * The guards of the option's row, and of the modifiers that change its act (request_guards()); the
 * walk over the actions applies them before the act, and no act applies them itself. 0, or -errno,
 * reported. Neither changes anything.
 *
 * job_guard_place(): OPT_EXCLUSIVE takes the disk's lock, so that udev and other programs keep off
 * it until the device is closed; -EBUSY, with the holder. OPT_SHARES_LOCK takes a shared one, as
 * udev does, so that no other program erases the disk meanwhile. OPT_WHOLE_DISK refuses a partition
 * and an array, and names the disk and, with OPT_SECTORS, its sectors: -EINVAL, or another -errno
 * where it cannot be found out. It asks for IDENTIFY data only to name the sectors.
 *
 * job_guard_use(): OPT_UNUSED refuses a drive that is in use in any part, by any of its paths, and
 * in any of its namespaces, unless --even-if-in-use was given, and claims all of them exclusively
 * until the device is closed: block_claim().
 */
int job_guard_place(struct job *job);
int job_guard_use(struct job *job);

/*
 * Return "--even-if-in-use " if the option was given, else "": for a command line that continues
 * this one.
 */
const char *job_in_use_word(const struct job *job);

/*
 * The guards that depend on the drive. Call it before the drive's visible size becomes `sectors`.
 * It refuses a partition, as OPT_WHOLE_DISK does. Where `sectors` is less than `now`, or `now` is 0
 * (unknown), it requires consent and refuses a drive in use, as OPT_UNUSED does. Returns 0 or the
 * results of job_guard_place(), job_gate() and job_guard_use().
 */
int job_may_resize(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Call it before a command changes sectors without the kernel's knowledge: the kernel drops its
 * cached pages of the device. If that fails a note says that the kernel may still show the old
 * contents; the act goes on.
 */
void job_drop_cached(struct job *job);

/* End a line that announced a command with "FAILED: ..."; returns err. */
int job_fail_announced(struct job *job, int err);

/* Print what begins now, unless quiet. */
void job_say(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* Announce a setting: " setting WHAT to VALUE (MEANING)\n"; meaning may be NULL. */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

/* "off" for 0, "on" for the rest. */
const char *on_off(uint64_t value);

/*
 * True if an act reads its result back from the drive. With -q no command is sent that 9.65 does
 * not send, unless the answer goes into a JSON document.
 */
bool job_reads_back(const struct job *job);

/* True when -q silenced this option. */
static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

#endif
