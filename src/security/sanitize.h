/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sanitize feature set, for all options that use it. */
#ifndef HDPARM_SANITIZE_H
#define HDPARM_SANITIZE_H

#include "evidence.h"

/* columns in front of what --erase and --sanitize-* plan: " method:  ..." */
enum { PLAN_INDENT = 10 };

/* The line that follows FORMAT UNIT, or formats again. */
enum { ERASE_LINE_BYTES = 1024 };
void erase_format_line(const struct job *job, char line[ERASE_LINE_BYTES]);

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

/* True if an ATA drive refused to report its status because the last operation failed. */
bool sanitize_has_failed(const struct job *job);

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
 * Wait for the end of an operation. Signals are held: they end the wait, not the operation. Shows
 * progress on a terminal. 0: the drive reports completion without error, or it is idle and has no
 * status that shows how an operation ended. Otherwise -errno or -RESULT_INTERRUPTED, reported.
 */
int sanitize_follow(struct job *job, struct sanitize_course *c);

/* True if the drive's status shows if the last operation was completed. */
bool sanitize_tells_done(struct job *job);

/* True if the operation has ended, and the drive's status does not show how. */
bool sanitize_ended_silently(struct job *job, const struct disk_sanitize *s);

/* Report that nothing proves such an operation; -EIO. */
int sanitize_fail_silent(struct job *job, const struct evidence *e);

#endif
