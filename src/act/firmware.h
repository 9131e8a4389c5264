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

/*
 * Reads the whole file of the job's option; its size is a positive multiple of `multiple`, and at
 * most `most` bytes. 0 or -errno, reported.
 */
int firmware_load(struct job *job, size_t multiple, size_t most, struct firmware_image *image);

struct firmware_sender {
	size_t segment_bytes;
	bool in_segments; /* each is shown by a dot */
	/* 0, 1: the drive has its image and takes no more, or -errno, not reported */
	int (*send)(struct job *, void *who, const struct firmware_segment *);
	void *who;
};

/*
 * Sends the segments in order until one fails, and keeps in *sent how many bytes the drive has
 * taken: it discards an incomplete image. 0 or -errno of the segment, on a line of its own and not
 * reported.
 */
int firmware_send(struct job *job, const struct firmware_image *image,
		  const struct firmware_sender *sender, size_t *sent);

#endif
