/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A machine on which nothing changes: questions go through to the real one, changes are told to
 * somebody instead. What is not known to be a question counts as a change.
 *
 * ATA commands are caught in device_ata(), where their names are known; this catches the rest, and
 * once more every pass-through that carries a command which is not known to be a question.
 */
#ifndef HDPARM_DRY_RUN_H
#define HDPARM_DRY_RUN_H

#include "host.h"

/* Something that was not done. */
struct unsent {
	const char *kind; /* "ioctl", "scsi", "file", "open", "flush" */
	const char *name; /* "BLKRASET", a path; NULL for an ioctl without a known name */
	uint64_t number;  /* the ioctl's request or the CDB's operation code */
	bool has_value;
	int64_t value;	  /* the ioctl's argument */
	const char *text; /* what would be written to a file, or NULL */
};

struct dry_run {
	struct host host; /* first: a struct host * is a struct dry_run * */
	bool legacy_ide;  /* the device belongs to the old IDE driver, which knows all of HDIO_* */
	void (*tell)(void *who, const struct unsent *);
	void *who;
};

/* Puts `dry` before `real`. `tell` hears of every change, and may not be NULL. */
void dry_run_init(struct dry_run *dry, struct host *real,
		  void (*tell)(void *who, const struct unsent *), void *who);

#endif
