/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds bad sectors, as a failed command need not tell which are bad; lists of runs of sectors. */
#ifndef HDPARM_SCAN_FIND_H
#define HDPARM_SCAN_FIND_H

#include "ata.h"

enum { PROBE_READ, PROBE_BAD };

struct finder {
	/*
	 * PROBE_READ: all sectors were read. PROBE_BAD: a sector cannot be read; *where, at first
	 * the sector after the run, may be set to the presumed first bad sector. -errno ends the
	 * search.
	 */
	int (*probe)(void *who, struct ata_sector_run run, uint64_t *where);
	int (*found)(void *who, uint64_t lba); /* 0, or -errno to end the search */
	void *who;
};

/* Call found() for sectors that fail in a command of their own. 1: some did; 0: none; or -errno. */
int find_bad(const struct finder *f, struct ata_sector_run run);

struct sector_run {
	uint64_t lba, count;
};

/* Sorted runs of sectors, never adjacent. Zeros: an empty list. free(runs.run) frees the list. */
struct runs {
	struct sector_run *run;
	size_t n, room;
	uint64_t sectors; /* in all runs */
};

/* Add a sector that is not in `runs` yet. 0; or -ENOMEM, and `runs` is unchanged. */
int runs_add(struct runs *runs, uint64_t lba);

/* Return the run that contains `lba`, or else the first run after `lba`; NULL: neither. */
const struct sector_run *runs_from(const struct runs *runs, uint64_t lba);

#endif
