/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the bad sectors of a run: a failed command need not tell which sectors are bad. */
#ifndef HDPARM_SCAN_FIND_H
#define HDPARM_SCAN_FIND_H

#include "ata.h"

enum { PROBE_READ, PROBE_BAD };

struct finder {
	/*
	 * Read a run. PROBE_READ: all sectors were read. PROBE_BAD: a sector cannot be read. At the
	 * call *where is the end of the run; probe() may set *where to the first bad sector.
	 * -errno: the result is not known, and the search ends.
	 */
	int (*probe)(void *who, struct ata_sector_run run, uint64_t *where);
	/* Note a bad sector. 0, or -errno, which ends the search. */
	int (*found)(void *who, uint64_t lba);
	void *who;
};

/*
 * Call found() for each bad sector of the run, in order. 1: a sector was bad. 0: each sector was
 * read, though a command for several sectors may have failed. Or -errno. A sector named by probe()
 * counts only if it fails in a command of its own and the sectors before it can be read.
 */
int find_bad(const struct finder *f, struct ata_sector_run run);

/* Sorted runs of sectors, never adjacent. Zeros: an empty list. free(runs.run) frees the list. */
struct runs {
	struct sector_run {
		uint64_t lba, count;
	} * run;
	size_t n, room;
	uint64_t sectors; /* number of sectors in all runs */
};

/* Add a sector that is not in `runs` yet. 0; or -ENOMEM, and nothing is changed. */
int runs_add(struct runs *runs, uint64_t lba);

/* Return the run that contains `lba`, or else the first run behind `lba`, or NULL. */
const struct sector_run *runs_from(const struct runs *runs, uint64_t lba);

#endif
