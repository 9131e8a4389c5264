/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sanitize feature set, for all options that use it. */
#ifndef HDPARM_SANITIZE_H
#define HDPARM_SANITIZE_H

#include "evidence.h"

/* Columns before the text of the plan that --erase and --sanitize-* print: " method:  ..." */
enum { PLAN_INDENT = 10 };

/* Write the command line that follows a running FORMAT UNIT, or else formats again. */
enum { ERASE_LINE_BYTES = 1024 };
void erase_format_line(const struct job *job, char line[ERASE_LINE_BYTES]);

/* Report that a running sanitize operation cannot be stopped; return -EBUSY. */
int sanitize_refuse_running(struct job *job);

/*
 * Report the failure `err` of drive_erase(), and whether the drive may have started the operation.
 * Return `err`. `again`: for a format, the text of erase_format_line(); else NULL.
 */
int sanitize_fail(struct job *job, int err, enum disk_erase erase, const char *again);

/* Print the disks named by drive_erase_takes(), if any, in the open section of the report. */
void erase_show_takes(struct job *job, const char *names);

/* True if the drive may have executed the failed command, since no valid answer came. */
bool sanitize_unanswered(const struct job *job);

/* True if an ATA drive refused the status query because the last operation failed. */
bool sanitize_has_failed(const struct job *job);

struct sanitize_course {
	bool lines;	   /* without a terminal, print a line for each 10 % */
	bool ran;	   /* the drive reported that the operation was running */
	const char *again; /* for a format, the text of erase_format_line(); else NULL */
	/* results: */
	struct disk_sanitize last;
	bool unknown; /* the last status query did not show the state: the operation may run */
	bool failed;  /* the drive reports a failed operation */
};

/*
 * Wait for the end of an operation, and show the progress. A signal ends the wait, not the
 * operation. 0: the drive reports completion without error, sanitize_ended_silently() is true, or
 * this is a dry run. Otherwise -errno or -RESULT_INTERRUPTED, reported.
 */
int sanitize_follow(struct job *job, struct sanitize_course *c);

/* True if the drive's status shows whether the last operation was completed. */
bool sanitize_reports_done(struct job *job);

/* True if the operation has ended, and the status cannot show whether it was completed. */
bool sanitize_ended_silently(struct job *job, const struct disk_sanitize *s);

/* Report that an operation has ended without a status or evidence of its success; return -EIO. */
int sanitize_fail_silent(struct job *job, const struct evidence *e);

#endif
