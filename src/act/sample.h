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
	unsigned sectors; /* how many, 0: none can be read by this name */
	uint64_t total;	  /* of the disk, in its sectors */
	unsigned bytes;	  /* of one */
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

/* Reads the first, the last and others between. What cannot be read is no failure. */
void sample_before(struct job *job, struct sample *sample);

/* Reads the same again. */
void sample_after(struct job *job, const struct sample *sample, struct sample_result *result);

#endif
