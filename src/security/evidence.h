/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Evidence that an operation has erased a disk. A drive's report of success is no proof: the
 * "completed" bit may be of an earlier operation. A proof is an operation that was seen running, a
 * bit of the drive that changed, or a sector that changed. Sectors are read before and after,
 * without the page cache.
 */
#ifndef HDPARM_EVIDENCE_H
#define HDPARM_EVIDENCE_H

#include "ata.h"
#include "job.h"

enum { SAMPLE_SECTORS = 128 };

struct sample {
	unsigned sectors;    /* number of sectors in the sample; 0: no sector can be read */
	uint64_t total;	     /* size of the disk in logical sectors */
	unsigned bytes;	     /* bytes of a logical sector */
	int fd;		     /* file descriptor of the disk, opened with O_DIRECT; -1: not open */
	uint8_t *sector;     /* buffer of one sector, or NULL */
	unsigned unreadable; /* number of failed reads in the current pass */
	struct {
		bool read; /* `before` is valid */
		struct contents before;
	} at[SAMPLE_SECTORS];
};

/* The contents that a method may leave in an erased sector, even if the sector had them before. */
struct erase_leaves {
	bool zeros, ones;
	bool pattern; /* `word`, repeated, is permitted, in either byte order */
	uint32_t word;
};

/* Counts of sectors after the erase; `sectors` is the sum of the counts down to `unreadable`. */
struct sample_result {
	unsigned sectors, zeros, ones, repeated, mixed;
	/* sectors with unchanged contents of a kind that the method never leaves: not erased */
	unsigned unchanged;
	unsigned unreadable;
	/* subsets of zeros + ones + repeated + mixed: */
	unsigned changed; /* sectors whose contents changed: proof of an erase */
	unsigned same; /* sectors with their old contents, which the method may leave: no proof */
	unsigned same_zeros, same_ones; /* parts of `same` that hold zeros, or ones */
};

struct evidence {
	struct sample sample;
	struct sample_result result;
	bool ran;	  /* the drive reported that the operation was running */
	bool bit_changed; /* a bit of the drive changed, as at the end of an operation */
	bool judged;	  /* `result` is valid, and the sample shows no old data */
};

/*
 * Read the sample before the operation. Always call evidence_end() later. 0, or -errno, reported.
 */
int evidence_begin(struct job *job, struct evidence *e);

/* Compare the sample after the operation, and set job->proof. -EIO, reported: old data are left. */
int evidence_judge(struct job *job, struct evidence *e, const struct erase_leaves *leaves);

/* True if a proof of the erase exists; always false before evidence_judge(). */
bool evidence_proves(const struct evidence *e);

/* Return why no proof exists, as the end of a sentence: "the samples prove nothing, ...". */
const char *evidence_lack(const struct evidence *e);

/* Report the kind of proof in JSON: samples, status or none. */
void evidence_report(struct job *job, const struct evidence *e);

void evidence_end(struct job *job, struct evidence *e);

#endif
