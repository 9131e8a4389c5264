/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports of erases by the drive itself, and the wait for sanitize operations and SCSI formats. */
#ifndef HDPARM_SANITIZE_H
#define HDPARM_SANITIZE_H

#include "evidence.h"

/* Columns before the text of report lines such as " method:  TEXT" */
enum { PLAN_INDENT = 10 };

enum { ERASE_LINE_BYTES = 1024 };

/* Write the hdparm command line that waits for a running FORMAT UNIT, or else formats again. */
void erase_format_line(const struct job *job, char line[ERASE_LINE_BYTES]);

/* Report that a running sanitize operation cannot be stopped; return -EBUSY. */
int sanitize_refuse_running(struct job *job);

/* Report a failed drive_erase(). Return `err`. `again`: as in struct sanitize_course. */
int sanitize_fail(struct job *job, int err, enum disk_erase erase, const char *again);

/* Report the disks that drive_erase_takes() named, if any, in the open section of the report. */
void erase_show_takes(struct job *job, const char *names);

/*
 * True if a failed drive_erase() was sent, and had no answer. ATA: neither registers nor a refusal
 * by the path or the kernel. SCSI, NVMe: attempt.unsettled.
 */
bool sanitize_unanswered(const struct job *job, int err);

/* True if an ATA drive refused the status query because the last operation failed. */
bool sanitize_has_failed(const struct job *job);

struct sanitize_course {
	bool lines;	   /* if stderr is no terminal, print a line at each further 10 % */
	bool ran;	   /* the drive reported that the operation was running */
	const char *again; /* SCSI format: command line to follow or repeat the format; else NULL */
	/* results: */
	struct disk_sanitize last;
	/* a query after an accepted operation left the state not known; no later query succeeded */
	bool unknown;
	bool failed; /* the drive reports a failed operation, or no valid format */
	int stale;   /* after a format: result of format_rescan() */
};

/*
 * Wait for the end of an operation. A signal ends the wait, not the operation. 0: c->last.done or
 * sanitize_ended_silently() is true, or this is a dry run. Else -errno or -RESULT_INTERRUPTED,
 * reported.
 */
int sanitize_follow(struct job *job, struct sanitize_course *c);

/* False for SCSI, whose status does not show a completed sanitize operation. */
bool sanitize_reports_done(struct job *job);

/* True if the drive is idle, and nothing shows whether the last operation was completed (SCSI). */
bool sanitize_ended_silently(struct job *job, const struct disk_sanitize *s);

/* Report that neither status nor evidence shows the success of an operation; return -EIO. */
int sanitize_fail_silent(struct job *job, const struct evidence *e);

#endif
