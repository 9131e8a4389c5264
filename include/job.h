/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The job that an act gets, and its helpers to report errors, to ask for consent and to refuse. */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "disk.h"
#include "report.h"
#include "request.h"
#include "status.h"

/* For an act that reads back by itself: whether the drive did what it reported. */
enum proof { UNPROVED, PROVED, DISPROVED };

struct job {
	struct host *host;
	struct device *dev; /* NULL for an act of deviceless_table[] */
	const struct request *req;
	const struct opt_state *opt;
	enum opt_id id;
	const void *row; /* the action row's data */
	enum proof proof;
	bool skips_equal; /* a setting that is so already is not sent */
	/* queries of the default listing, and how many of them had no answer (not reported) */
	unsigned listed, unanswered;
	struct report *out;
	/*
	 * While an act speaks ATA: the languages (SPEAKS_*) in which the option is asked, or
	 * refused, where the disk turns out to speak one of them. Then a failure of the act is not
	 * reported, and `turned` says so. `asks`: the disk is asked in its own language.
	 * `announced`: the act's line is out.
	 */
	unsigned turns;
	bool turned, asks, announced;
};

/*
 * Reports a failure of this job as one line, "hdparm: DEVICE: OPTION: text: strerror", and
 * returns `err` (negative) for the caller to pass up. Silent when the option is implied.
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* The same, with a few words on what to try: report_failure()'s advice. NULL: the usual ones. */
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* The same without strerror after the text. For what is refused before it is tried. */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* The same for an ATA command, with the status and error fields where the drive gave them. */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

/* The same for the verb of a disk_language, by dev->attempt. */
int job_fail_disk(struct job *job, int err);

/*
 * For an act that cannot be begun anew, since it has read its input: whether the disk has turned
 * out to speak another language. If so the act goes on in it by itself.
 */
bool job_turn(struct job *job);

/* "NVMe has no such feature": -ENOTTY, reported. A query counts as job_warn()'s. */
int job_refuse_language(struct job *job, bool query);

/*
 * A query without an answer: reported like a failure, but the result is 0 unless --strict, since
 * scripts rely on status 0 there.
 */
int job_warn(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* The same for an ATA command, as job_fail_ata(). */
int job_warn_ata(struct job *job, int err, const struct ata_cmd *cmd);

/* A line on stderr, "hdparm: DEVICE: OPTION: text", that is no failure. */
void job_note(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/*
 * A gate that depends on the device: 0 when the consent words in `consent` (CONSENT_*) were given;
 * else it reports `why` and returns -RESULT_NO_CONSENT, or -EPERM for a key of hdparm.conf, where
 * only that key fails. Call it before the first command.
 */
int job_gate(struct job *job, unsigned consent, const char *why);

/*
 * Reads IDENTIFY data into dev->id.raw, for an act that needs them. 0, or -errno reported: -ENODATA
 * also for incomplete data, of a drive that has not spun up yet.
 */
int job_identify(struct job *job);

/* The same without the warning about missing registers: 9.65 does not print it for these options.
 */
int job_identify_silently(struct job *job);

/*
 * Refuses a partition or an array, and names the disk (and the disk's sector for `lba`): 0,
 * -EINVAL, or another -errno where it cannot be found out, reported. The second form also reads
 * IDENTIFY data, as job_identify(), unless the disk takes no ATA commands, and refuses a packet
 * device: -ENOTTY.
 */
int job_whole_disk(struct job *job);
int job_whole_disk_sector(struct job *job, uint64_t lba);

/*
 * Refuses a drive that is in use in any part, unless --even-if-in-use was given, and claims it
 * exclusively until the device is closed. 0, or -EBUSY and other -errno, reported. Call it before
 * the first command that destroys data.
 */
int job_unused(struct job *job);

/* The same of all disks that a command for the whole drive reaches, as its other namespaces. */
int job_unused_drive(struct job *job);

/*
 * Call it before an act that leaves the drive between two states for long (OPT_EXCLUSIVE; the walk
 * over the actions does): takes the disk's lock, so that udev and other programs keep off it until
 * the device is closed. 0, also if it has the lock already; -EBUSY, reported with the holder.
 * Nothing is sent to the drive.
 */
int job_exclusive(struct job *job);

/*
 * Call it before the drive's visible size becomes `sectors`. Where that is less than `now`, or
 * `now` is 0 (unknown), it requires consent and refuses a drive in use. Returns 0 or the results of
 * job_gate() and job_unused().
 */
int job_may_shrink(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Call it before a command changes sectors without the kernel's knowledge: the kernel drops its
 * cached pages of the device. If that fails a note says that the kernel may still show the old
 * contents; the act goes on.
 */
void job_drop_cached(struct job *job);

/* Ends a line that announced something with "FAILED: ..." and reports it; returns err. */
int job_fail_announced(struct job *job, int err, const struct ata_cmd *cmd);

/* The line that says what begins, unless quiet, and once for each act. */
void job_say(struct job *job, const char *fmt, ...) REPORT_PRINTF(2, 3);

/* The same: " setting WHAT to VALUE (MEANING)\n"; meaning may be NULL. */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

/* "off" for 0, "on" for the rest. */
const char *on_off(uint64_t value);

/*
 * Whether an act reads its result back from the drive. With -q no command is sent that 9.65 would
 * not send, unless the answer goes into a JSON document.
 */
bool job_reads_back(const struct job *job);

/* True when -q silenced this option. */
static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

#endif
