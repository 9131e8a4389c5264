/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A host on which nothing changes: queries go through to the real host, changes are passed to a
 * callback instead. What is not known to be a query counts as a change.
 *
 * device_ata() catches ATA commands, whose names it knows. This layer catches the rest, and also
 * every pass-through whose command is not known to be a query.
 */
#ifndef HDPARM_DRY_RUN_H
#define HDPARM_DRY_RUN_H

#include "host.h"

/* A change that was not made. */
struct unsent {
	const char *kind; /* "ioctl", "scsi", "nvme", "file", "open", "flush", "write" */
	const char *name; /* "BLKRASET", a path; NULL for an ioctl without a known name */
	uint64_t number;  /* the ioctl's request, or the command's operation code */
	bool has_value;
	int64_t value;	  /* the ioctl's argument */
	const char *text; /* what would be written to a file, or NULL */
};

struct dry_run {
	struct host host; /* first: a struct host * is a struct dry_run * */
	bool legacy_ide;  /* the device belongs to the old IDE driver, which has all of HDIO_* */
	void (*tell)(void *who, const struct unsent *);
	void *who;
};

/* Puts `dry` in front of `real`. `tell` is called for every change, and must not be NULL. */
void dry_run_init(struct dry_run *dry, struct host *real,
		  void (*tell)(void *who, const struct unsent *), void *who);

#endif
