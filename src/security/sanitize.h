/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of sanitize operations and SCSI formats, and the wait for their end. */
#ifndef HDPARM_SANITIZE_H
#define HDPARM_SANITIZE_H

#include "job.h"

enum { ERASE_LINE_BYTES = 1024 };

/* Write the hdparm command line that waits for a running FORMAT UNIT, or else formats again. */
void erase_format_line(const struct job *job, char line[ERASE_LINE_BYTES]);

/*
 * Report a failed drive_erase(). True if the drive may have begun: it gave no answer. `again`: as
 * in struct sanitize_course.
 */
bool sanitize_fail(struct job *job, int err, enum disk_erase erase, const char *again);

/* True if --wait is given, and this is no dry run. */
bool sanitize_waits(const struct job *job);

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
	bool silent; /* SCSI: idle, and nothing shows whether the last operation was completed */
	int stale;   /* after a format: result of format_rescan() */
};

/*
 * Wait for the end of an operation. A signal ends the wait, not the operation. 0: c->last.done or
 * c->silent is true, or this is a dry run. Else -errno or -RESULT_INTERRUPTED, reported.
 */
int sanitize_follow(struct job *job, struct sanitize_course *c);

/*
 * Ask for the state after a drive_erase() that succeeded. Return 0; or -errno or
 * -RESULT_INTERRUPTED, reported. *begun: false if the status is known, and shows neither a running
 * nor a completed operation.
 */
int sanitize_read_back(struct job *job, bool *begun);

/* False for SCSI, whose status does not show a completed sanitize operation. */
bool sanitize_reports_done(struct job *job);

#endif
