/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Evidence of an erase: answers of the drive, and a sample of sectors, read before and after the
 * erase without the page cache.
 */
#ifndef HDPARM_EVIDENCE_H
#define HDPARM_EVIDENCE_H

#include "ata.h"
#include "job.h"

enum { SAMPLE_SECTORS = 128 };

struct sample {
	unsigned sectors; /* 0: there is no sample */
	uint64_t total;	  /* size of the disk in logical sectors */
	unsigned bytes;	  /* bytes of a logical sector */
	int fd;		  /* for direct reads; negative: not open */
	uint8_t *sector;
	unsigned unreadable; /* number of failed reads in the latest pass over the sample */
	struct {
		bool read; /* `before` is valid */
		struct contents before;
	} at[SAMPLE_SECTORS];
};

/* Contents that a method may leave. If a sector keeps one of these contents, nothing is proved. */
struct erase_leaves {
	bool zeros_or_ones;
	bool pattern; /* sectors may be filled with `word`, in either byte order */
	uint32_t word;
};

/* `sectors` is the sum of the members from `zeros` to `unreadable`. */
struct sample_result {
	unsigned sectors, zeros, ones, repeated, mixed;
	unsigned unchanged; /* sectors with their old contents, not in erase_leaves: not erased */
	unsigned unreadable;
	unsigned changed;
	unsigned same; /* sectors with their old contents, in erase_leaves: no proof */
	/* sectors of `same` that hold zeros, or ones */
	unsigned same_zeros, same_ones;
};

struct evidence {
	struct sample sample;
	struct sample_result result;
	bool ran;	  /* the drive reported that the operation of this run was running */
	bool bit_changed; /* a status bit of the drive changed as by a completed operation */
	bool judged;	  /* evidence_judge() found no old data; true also without a sample */
};

/*
 * Read the sample before the operation. Return 0, also if no sector can be read; or -ENOMEM,
 * reported. Call evidence_end() in both cases.
 */
int evidence_begin(struct job *job, struct evidence *e);

/* Compare the sample, and set job->proof. Return 0; or -EIO, reported, if old data are left. */
int evidence_judge(struct job *job, struct evidence *e, const struct erase_leaves *leaves);

/* True if the erase is proved; false before evidence_judge(). */
bool evidence_proves(const struct evidence *e);

/* Return a text for people: why the erase is not proved. */
const char *evidence_lack(const struct evidence *e);

/* Report the kind of proof in JSON: "samples", "status" or "none". */
void evidence_report(struct job *job, const struct evidence *e);

void evidence_end(struct job *job, struct evidence *e);

#endif
