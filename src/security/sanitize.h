/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sanitize feature set, for all options that use it. */
#ifndef HDPARM_SANITIZE_H
#define HDPARM_SANITIZE_H

#include "evidence.h"

/* Report the failure `err` of a verb, for an ATA drive in 9.65's words; returns `err`. */
int sanitize_refusal(struct job *job, int err);

/* Refuse to begin anything while an operation runs; return -EBUSY. */
int sanitize_refuse_running(struct job *job);

/*
 * Report a failure of drive_erase(), as sanitize_refusal() does, and also that the drive may have
 * started the operation. `again`: for a format, the line of struct sanitize_course; else NULL.
 */
int sanitize_fail(struct job *job, int err, enum disk_erase erase, const char *again);

/*
 * Show the other disks whose data an erase takes, too, in the section that is open. `names`: as of
 * drive_erase_takes().
 */
void erase_show_takes(struct job *job, const char *names);

/* True if a command was sent, and the drive has not answered it. */
bool sanitize_unanswered(const struct job *job);

/* True if the verb failed because an ATA drive refused its command and returned the reason. */
bool sanitize_answered(const struct job *job);

/* True if an ATA drive refused to report its status because the last operation failed. */
bool sanitize_has_failed(const struct job *job);

/* Report that the state is not known, since the path does not return it; return -EIO. */
int sanitize_fail_unknown(struct job *job, const struct disk_sanitize *s);

/* An operation whose progress is followed. */
struct sanitize_course {
	bool lines;	   /* without a terminal, a line is printed for each 10 % */
	bool ran;	   /* the operation was seen running; the caller sets it if that is known */
	const char *again; /* the line that follows a format or formats again; else NULL */
	/* results: */
	struct disk_sanitize last;
	bool unknown; /* the last question had no usable answer: the operation may still run */
	bool failed;  /* the drive reports a failed operation */
};

/*
 * Ask for the status, into c->last; `accepted` as of drive_sanitize_status(). A question that is
 * aborted or not answered is repeated, for a minute at most. 0; otherwise -errno or
 * -RESULT_INTERRUPTED, after a report.
 */
int sanitize_ask(struct job *job, bool accepted, struct sanitize_course *c);

/*
 * Wait for the end of an operation. Signals are held: they end the wait, not the operation. Shows
 * progress on a terminal. 0: the drive reports completion without error, or it is idle and has no
 * status that shows how an operation ended. Otherwise -errno or -RESULT_INTERRUPTED, reported.
 */
int sanitize_follow(struct job *job, struct sanitize_course *c);

/* An operation with its proof. */
struct sanitize_run {
	struct sanitize_course course;
	struct evidence evidence;
	struct erase_leaves leaves;
	bool done_before; /* "completed" was set before the operation, or that is unknown */
};

/*
 * Before the operation is started: asks for the status, and reads the sample. 0, or -errno,
 * reported. Always call evidence_end() for run->evidence.
 */
int sanitize_prepare(struct job *job, enum disk_erase erase, uint32_t pattern,
		     struct sanitize_run *run);

/*
 * After the command was accepted: follows the operation, and reports the proof. Results as
 * sanitize_follow().
 */
int sanitize_conclude(struct job *job, struct sanitize_run *run);

/* True if --wait is given and something was started: a dry run starts nothing. */
bool sanitize_waits(const struct job *job);

/* True if the drive's status shows if the last operation was completed. */
bool sanitize_tells_done(struct job *job);

/* True if the operation has ended, and the drive's status does not show how. */
bool sanitize_ended_silently(struct job *job, const struct disk_sanitize *s);

/* Report that nothing proves such an operation; -EIO. */
int sanitize_fail_silent(struct job *job, const struct evidence *e);

/* True if the drive's state is that of a failed operation, this one or an earlier one. */
bool sanitize_state_failed(const struct disk_sanitize *s);

/* Show the drive's state at the operation's end, and judge it. 0, or -errno reported. */
int sanitize_conclude_state(struct job *job, struct sanitize_course *c);

/* Show the status. */
void sanitize_show(struct job *job, const struct disk_sanitize *s);

/*
 * Return the passes of an overwrite: one without --sanitize-overwrite-passes, with a line that says
 * so.
 */
unsigned sanitize_passes(struct job *job, enum disk_erase erase);

#endif
