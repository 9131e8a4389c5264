/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --whose-sector: what lies at sectors of a device: files, free space, swap. */
#ifndef HDPARM_WHOSE_H
#define HDPARM_WHOSE_H

#include "job.h"

/* A run of logical sectors of the job's device. */
struct whose_run {
	uint64_t lba, count;
};

/* Do --whose-sector. Return 0, -errno or -RESULT_INTERRUPTED. */
int act_whose_sector(struct job *job);

/*
 * After a scan: show the files that have these sectors, at most twenty, and how many more there
 * are; nothing if none is known, as without a mounted file system. `sector_bytes`: size of a
 * logical sector. A signal that the caller holds ends the search.
 */
void whose_list_files(struct job *job, unsigned sector_bytes, const struct whose_run *run,
		      size_t n);

#endif
