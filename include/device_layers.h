/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two layers between a device and its host: one ends the run after a hang, the other changes
 * nothing (dry run).
 */
#ifndef HDPARM_DEVICE_LAYERS_H
#define HDPARM_DEVICE_LAYERS_H

#include "host.h"

struct device;

/*
 * --- nothing more is sent to a drive that hangs ---
 *
 * It did not answer a command within its time limit, or is gone. This applies to all acts and all
 * transports: the layer sees every call for the device. Each further command would wait as long,
 * and the kernel would reset the bus again.
 */

struct drive_hang {
	struct host host; /* first: a struct host * is a struct drive_hang * */
	struct device *dev;
	/* 0, or the result of the hung call: -ETIMEDOUT; -ENXIO or -ENODEV if the device is gone */
	int err;
	unsigned limit_s; /* time limit in seconds; 0: the call has no limit */
	char what[64];	  /* name of the command or system call */
	bool reported;	  /* an act has reported the hang as its failure */
	bool question;	  /* see device_may_ask_hung() */
	bool asking;	  /* that question is being sent */
};

/* Put `hang` in front of `host`. Pass a device that is opened on it to hang_watch(). */
void hang_init(struct drive_hang *hang, struct host *host);

/* From now on all calls for this device are watched. */
void hang_watch(struct drive_hang *hang, struct device *dev);

/*
 * --- a dry run: queries go through to the real host, changes are passed to a callback instead ---
 *
 * What is not known to be a query counts as a change. device_ata() catches ATA commands, whose
 * names it knows. This layer catches the rest, and also every pass-through whose command is not
 * known to be a query.
 */

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
	struct host host;  /* first: a struct host * is a struct dry_run * */
	bool legacy_ide;   /* the old IDE driver has the device, and all of HDIO_* */
	bool regular_file; /* the kernel refuses each ioctl of a drive with ENOTTY */
	void (*tell)(void *who, const struct unsent *);
	void *who;
};

/* Put `dry` in front of `real`. `tell` is called for every change, and must not be NULL. */
void dry_run_init(struct dry_run *dry, struct host *real,
		  void (*tell)(void *who, const struct unsent *), void *who);

#endif
