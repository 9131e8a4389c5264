/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of new firmware, and the sending of its segments. */
#ifndef HDPARM_ACT_FIRMWARE_H
#define HDPARM_ACT_FIRMWARE_H

#include "acts.h"

/* act_firmware() frees `data`, which is NULL before the file is read. */
struct firmware_image {
	char *data;
	size_t bytes;
};

struct firmware_sender {
	size_t segment_bytes;
	bool in_segments; /* true: print a dot after each segment that was sent */
	/* returns 0, 1 if the drive takes no more segments, or -errno, not reported */
	int (*send)(struct job *, void *who, const struct firmware_segment *);
	void *who;
};

#endif
