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
 * Show what lies at these sectors, in the section "whose_sector". The caller has called
 * host_interrupt_hold(). `sector_bytes`: size of a logical sector. Return 0, or -errno, reported:
 * -EINTR, not reported, if a signal ended the search; what was found is shown.
 */
int whose_show(struct job *job, unsigned sector_bytes, const struct whose_run *run, size_t n);

#endif
