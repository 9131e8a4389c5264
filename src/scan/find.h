/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the bad sectors of a run. A failed command for several sectors shows only that some of them
 * are bad.
 */
#ifndef HDPARM_SCAN_FIND_H
#define HDPARM_SCAN_FIND_H

#include "ata.h"

enum { PROBE_READ, PROBE_BAD };

struct finder {
	/*
	 * Read a run. PROBE_READ: all sectors were read. PROBE_BAD: some sector cannot be read.
	 * *where is the end of the run at the call; it may be set to the first bad sector. -errno:
	 * the result is not known, and the search ends.
	 */
	int (*probe)(void *who, struct ata_sector_run run, uint64_t *where);
	/* Note a bad sector. 0, or -errno, which ends the search. */
	int (*found)(void *who, uint64_t lba);
	void *who;
};

/*
 * Call found() for each bad sector of the run, in order. 1: some sectors were bad. 0: none was bad,
 * or a command failed and each of its sectors was then read. Or -errno. A sector named by probe()
 * counts only if it fails in a command of its own and the sectors before it can be read.
 */
int find_bad(const struct finder *f, struct ata_sector_run run);

/*
 * Sorted runs of sectors that are not adjacent. Zeros are an empty list; free(runs.run) frees it.
 */
struct runs {
	struct sector_run {
		uint64_t lba, count;
	} * run;
	size_t n, room;
	uint64_t sectors; /* sum of the sectors */
};

/* Add a sector that is not in `runs` yet. 0; or -ENOMEM, and nothing is changed. */
int runs_add(struct runs *runs, uint64_t lba);

/* Return the run that contains `lba`, or else the first run behind `lba`, or NULL. */
const struct sector_run *runs_from(const struct runs *runs, uint64_t lba);

#endif
