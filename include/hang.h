/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nothing more is sent to a drive that hangs: one that did not answer a command within its time
 * limit, or that is gone. This applies to all acts and all transports. Each further command would
 * wait as long, and the kernel would reset the bus again.
 *
 * This is a layer in front of a struct host, like a dry run: it sees every call for the device.
 */
#ifndef HDPARM_HANG_H
#define HDPARM_HANG_H

#include "device.h"

struct drive_hang {
	struct host host; /* first: a struct host * is a struct drive_hang * */
	struct device *dev;
	/* 0, or the result of the hung call: -ETIMEDOUT; -ENXIO or -ENODEV if the device is gone */
	int err;
	unsigned limit_s; /* its time limit; 0: it has none of its own */
	char what[64];	  /* name of the command or system call */
	bool reported;	  /* an act has reported the hang as its failure */
	bool question;	  /* see device_may_ask_hung() */
	bool asking;	  /* that question is being sent */
};

/* Puts `hang` in front of `host`. Pass a device that is opened on it to hang_watch(). */
void hang_init(struct drive_hang *hang, struct host *host);

/* From now on all calls for this device are watched. */
void hang_watch(struct drive_hang *hang, struct device *dev);

/*
 * Records a hang if err means one and none is recorded yet. `what` names the call. For reads
 * through a queue, whose results do not pass through a struct host.
 */
void device_note_hang(struct device *dev, int err, const char *what);

/*
 * Allows one more question after a timeout, for an act that may have left the drive locked. The
 * kernel has reset the drive by then, and its state is worth one more wait. A device that is gone
 * is not asked.
 */
void device_may_ask_hung(struct device *dev);

/*
 * For an act that waits for an operation inside the drive and asks again after a timeout: commands
 * are sent again, until the next one hangs.
 */
void device_forget_hang(struct device *dev);

/*
 * For a device that hangs: whether this command is the question that device_may_ask_hung() allowed.
 * It is then used up.
 */
bool device_may_send(struct device *dev, bool changes);

/* 0, or the -errno of the command that hung; nothing is sent to the device after it. */
static inline int device_hung(const struct device *dev)
{
	return dev->hang ? dev->hang->err : 0;
}

#endif
