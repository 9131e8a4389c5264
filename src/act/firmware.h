/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of new firmware, and how its segments are sent. */
#ifndef HDPARM_ACT_FIRMWARE_H
#define HDPARM_ACT_FIRMWARE_H

#include "acts.h"

/* `data` is freed by the caller; NULL before the file is read. */
struct firmware_image {
	char *data;
	size_t bytes;
};

struct firmware_sender {
	size_t segment_bytes;
	bool in_segments; /* each is shown by a dot */
	/* 0, 1: the drive has its image and takes no more, or -errno, not reported */
	int (*send)(struct job *, void *who, const struct firmware_segment *);
	void *who;
};

#endif
