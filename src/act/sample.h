/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sample of a disk's sectors, read before and after an erase past the page cache: what an erase
 * has left is seen there, not believed.
 */
#ifndef HDPARM_ACT_SAMPLE_H
#define HDPARM_ACT_SAMPLE_H

#include "fill.h"
#include "job.h"

enum { SAMPLE_SECTORS = 128 };

struct sample {
	unsigned sectors;    /* how many, 0: none can be read by this name */
	uint64_t total;	     /* of the disk, in its sectors */
	unsigned bytes;	     /* of one */
	int fd;		     /* the disk, open past the page cache, or -1 */
	uint8_t *sector;     /* what is read, or NULL */
	unsigned unreadable; /* since the reading began */
	struct {
		bool read; /* before */
		struct contents before;
	} at[SAMPLE_SECTORS];
};

/* What the sectors held afterwards: how many of each; their sum is what was read at all. */
struct sample_result {
	unsigned sectors, zeros, ones, repeated, mixed;
	unsigned unchanged; /* data, and the same as before */
	unsigned unreadable;
};

/*
 * Reads the first, the last and others between. What cannot be read is no failure: 0, or -ENOMEM.
 * sample_end() has to follow, whatever the result.
 */
int sample_begin(struct job *job, struct sample *sample);

/* Reads the same again. */
void sample_again(struct job *job, struct sample *sample, struct sample_result *result);

void sample_end(struct job *job, struct sample *sample);

#endif
