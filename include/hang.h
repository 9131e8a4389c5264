/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A drive that hangs is left in peace: after a command that had no answer in its time limit, or
 * that found the device gone, nothing more is sent to it, by whatever way and for whatever act.
 * Each further command would wait as long, and the kernel would reset the bus for it once more.
 *
 * A layer before a struct host, as a dry run is one: it sees all that goes to the device.
 */
#ifndef HDPARM_HANG_H
#define HDPARM_HANG_H

#include "device.h"

struct drive_hang {
	struct host host; /* first: a struct host * is a struct drive_hang * */
	struct device *dev;
	/* 0; else what it ended with: -ETIMEDOUT, or -ENXIO or -ENODEV for a device that is gone */
	int err;
	unsigned limit_s; /* its time limit, 0 where it has none of its own */
	char what[64];	  /* the command, or what else was asked of the kernel */
	bool reported;	  /* by an act, as its failure */
	bool question;	  /* see device_may_ask_hung() */
	bool asking;	  /* that question is under way */
};

/* Puts `hang` before `host`; a device that is opened on it afterwards belongs to hang_watch(). */
void hang_init(struct drive_hang *hang, struct host *host);

/* From now on what goes to this device is watched. */
void hang_watch(struct drive_hang *hang, struct device *dev);

/*
 * Notes what ended so, if that means a hang and none is noted yet. For reads through a queue, whose
 * answers do not pass a struct host.
 */
void device_note_hang(struct device *dev, int err, const char *what);

/*
 * Lets one question through in spite of a time limit that ran out, for an act that may have left
 * the drive locked: the kernel has reset the drive by then, and what became of it is worth one wait
 * more. A device that is gone is not asked.
 */
void device_may_ask_hung(struct device *dev);

/* Of a device that hangs: whether this command is that question. It is then under way. */
bool device_may_send(struct device *dev, const struct ata_cmd *cmd);

/* 0, or the -errno of the command since which the device is sent nothing more. */
static inline int device_hung(const struct device *dev)
{
	return dev->hang ? dev->hang->err : 0;
}

#endif
