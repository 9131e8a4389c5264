/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sample of a disk's sectors. It is read before and after an erase, without the page cache, and
 * shows whether the erase left data.
 */
#ifndef HDPARM_SAMPLE_H
#define HDPARM_SAMPLE_H

#include "fill.h"
#include "job.h"

enum { SAMPLE_SECTORS = 128 };

struct sample {
	unsigned sectors;    /* their number; 0: none can be read by this name */
	uint64_t total;	     /* size of the disk in sectors */
	unsigned bytes;	     /* of one sector */
	int fd;		     /* the disk, opened with O_DIRECT, or -1 */
	uint8_t *sector;     /* buffer for one sector, or NULL */
	unsigned unreadable; /* failed reads of the current pass */
	struct {
		bool read; /* before the erase */
		struct contents before;
	} at[SAMPLE_SECTORS];
};

/* Number of sectors by their contents after the erase; the sum is `sectors`, those tried. */
struct sample_result {
	unsigned sectors, zeros, ones, repeated, mixed;
	unsigned unchanged; /* the same data as before */
	unsigned unreadable;
};

/*
 * Reads the first sector, the last one and others between. A sector that cannot be read is not a
 * failure. 0 or -ENOMEM. The caller calls sample_end() also after a failure.
 */
int sample_begin(struct job *job, struct sample *sample);

/* Reads the same sectors again. */
void sample_again(struct job *job, struct sample *sample, struct sample_result *result);

void sample_end(struct job *job, struct sample *sample);

#endif
