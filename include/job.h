/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an act is given, and what it needs to speak of itself, to ask and to refuse. */
#ifndef HDPARM_JOB_H
#define HDPARM_JOB_H

#include "device.h"
#include "report.h"
#include "request.h"
#include "status.h"

/* What an act that reads back by itself has found: the drive did as it said, or it did not. */
enum proof { UNPROVED, PROVED, DISPROVED };

struct job {
	struct host *host;
	struct device *dev; /* NULL for an act of deviceless_table[] */
	const struct request *req;
	const struct opt_state *opt;
	enum opt_id id;
	const void *row; /* the action row's data */
	enum proof proof;
	/* questions of the default listing, and those that had no answer, which is not told */
	unsigned listed, unanswered;
	struct report *out;
};

/*
 * Reports a failure of this job as one line, "hdparm: DEVICE: OPTION: text: strerror", and
 * returns `err` (negative) for the caller to pass up. Silent when the option is implied.
 */
int job_fail(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* The same, with a few words on what to try: report_failure()'s advice. NULL: the usual ones. */
int job_fail_advised(struct job *job, int err, const char *advice, const char *fmt, ...)
	REPORT_PRINTF(4, 5);

/* The same where the text says all: no strerror behind it. For what is refused, not tried. */
int job_refuse(struct job *job, int err, const char *fmt, ...) REPORT_PRINTF(3, 4);

/* The same for an ATA command, with the status and error fields where the drive gave them. */
int job_fail_ata(struct job *job, int err, const struct ata_cmd *cmd);
int job_fail_ata_advised(struct job *job, int err, const struct ata_cmd *cmd, const char *advice);

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
 * A gate that depends on what the device is: 0 when the consent words in `consent` (CONSENT_*)
 * were given; else `why` is reported and the result is -RESULT_NO_CONSENT, or -EPERM for a key of
 * hdparm.conf, which costs itself alone. Ask before the first command.
 */
int job_gate(struct job *job, unsigned consent, const char *why);

/*
 * IDENTIFY data in dev->id.raw, for an act that cannot do without. 0, or -errno reported: -ENODATA
 * too for the incomplete data of a drive that has not spun up yet.
 */
int job_identify(struct job *job);

/* The same without 9.65's warning of sense data, which scripts do not know from these options. */
int job_identify_silently(struct job *job);

/*
 * Refuses a partition or an array, naming the disk (and the sector `lba` of it): 0, -EINVAL, or
 * another -errno where it cannot be found out, reported. The second form asks for the IDENTIFY data
 * as well, as job_identify(), and refuses a packet device: -ENOTTY.
 */
int job_whole_disk(struct job *job);
int job_whole_disk_sector(struct job *job, uint64_t lba);

/*
 * Refuses a drive of which anything is in use, unless --even-if-in-use was given, and keeps others
 * off it until the device is closed. 0, or -EBUSY and other -errno, reported. Ask before the first
 * command that destroys.
 */
int job_unused(struct job *job);

/*
 * Before an act that leaves the drive between two states for long (OPT_EXCLUSIVE; the walk over the
 * actions calls it): takes the disk's lock, so that udev and other programs keep off it until the
 * device is closed. 0, also where it has it already; -EBUSY, reported with whose it is. Nothing is
 * sent to the drive.
 */
int job_exclusive(struct job *job);

/*
 * Before the drive shows `sectors` sectors: where that is fewer than `now`, or `now` is 0 since
 * nobody knows, consent is asked for and a drive in use is refused. 0; the results of job_gate()
 * and job_unused().
 */
int job_may_shrink(struct job *job, uint64_t now, uint64_t sectors);

/*
 * Before sectors change behind the kernel's back: has it drop what it holds of the device. Where it
 * will not, which stops nothing, a note says that it may go on showing the old contents.
 */
void job_drop_cached(struct job *job);

/* Ends a line that announced something with "FAILED: ..." and reports it; returns err. */
int job_fail_announced(struct job *job, int err, const struct ata_cmd *cmd);

/* " setting WHAT to VALUE (MEANING)\n" unless quiet; meaning may be NULL. */
void job_announce(struct job *job, const char *what, uint64_t value, const char *meaning);

/* "off" for 0, "on" for the rest. */
const char *on_off(uint64_t value);

/*
 * Whether an act asks the drive afterwards if it did what it said. With -q no command is sent that
 * 9.65 would not send, unless the answer goes into a document.
 */
bool job_reads_back(const struct job *job);

/* True when -q silenced this option. */
static inline bool job_quiet(const struct job *job)
{
	return job->opt->quiet;
}

#endif
