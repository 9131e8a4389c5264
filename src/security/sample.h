/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sample of a disk's sectors. It is read before and after an erase, without the page cache, and
 * shows whether the erase left data.
 */
#ifndef HDPARM_SAMPLE_H
#define HDPARM_SAMPLE_H

#include "ata.h"
#include "job.h"

enum { SAMPLE_SECTORS = 128 };

struct sample {
	unsigned sectors;    /* number of sampled sectors; 0: no sector can be read by this name */
	uint64_t total;	     /* size of the disk in sectors */
	unsigned bytes;	     /* bytes of one sector */
	int fd;		     /* the disk, opened with O_DIRECT, or -1 */
	uint8_t *sector;     /* buffer for one sector, or NULL */
	unsigned unreadable; /* failed reads of the current pass */
	struct {
		bool read; /* it was read before the erase */
		struct contents before;
	} at[SAMPLE_SECTORS];
};

/* The contents that a method may leave in an erased sector, also if they were there before. */
struct erase_leaves {
	bool zeros, ones;
	bool pattern; /* four bytes, repeated: */
	uint32_t word;
};

/*
 * Number of sectors by their contents after the erase; the sum of these, of `unchanged` and of
 * `unreadable` is `sectors`, those tried.
 */
struct sample_result {
	unsigned sectors, zeros, ones, repeated, mixed;
	unsigned unchanged; /* unchanged contents that the method does not leave: not erased */
	unsigned unreadable;
	/* of those counted by their contents: */
	unsigned changed;		/* changed contents: proof of an erase */
	unsigned same;			/* unchanged contents that the method may leave: no proof */
	unsigned same_zeros, same_ones; /* zeros and ones among `same` */
};

#endif
