/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --whose-sector: what lies at sectors of a device: files, free space, swap. */
#ifndef HDPARM_WHOSE_H
#define HDPARM_WHOSE_H

#include "ata.h"
#include "job.h"

/* Do --whose-sector. Return 0, -errno or -RESULT_INTERRUPTED. */
int act_whose_sector(struct job *job);

/*
 * After a scan: show the files that have these sectors, in logical sectors, at most twenty names,
 * and how many more there are. Say what was not searched, and if a sector has no file that is
 * known, how to ask for it. A signal that the caller holds ends the search.
 */
void whose_list_files(struct job *job, const struct lba_range *range, size_t n);

#endif
