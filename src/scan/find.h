/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the bad sectors of a run: a failed command need not tell which sectors are bad. */
#ifndef HDPARM_SCAN_FIND_H
#define HDPARM_SCAN_FIND_H

#include "ata.h"

enum { PROBE_READ, PROBE_BAD };

struct finder {
	/*
	 * Read a run. PROBE_READ: all sectors were read. PROBE_BAD: at least one sector cannot be
	 * read. Before the call, *where is the sector after the run; probe() may set *where to the
	 * first bad sector. -errno: the result is not known, and the search ends.
	 */
	int (*probe)(void *who, struct ata_sector_run run, uint64_t *where);
	/* Note a bad sector. Return 0, or -errno to end the search. */
	int (*found)(void *who, uint64_t lba);
	void *who;
};

/*
 * Call found() for each bad sector of the run, in order. A sector is bad if it fails in a command
 * of its own. Return 1 if a sector is bad; 0 if each sector was read, even if a command for several
 * sectors failed; or -errno.
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

/* Add a sector that is not in `runs` yet. 0; or -ENOMEM, and `runs` is unchanged. */
int runs_add(struct runs *runs, uint64_t lba);

/* Return the run that contains `lba`, or else the first run after `lba`; NULL: neither. */
const struct sector_run *runs_from(const struct runs *runs, uint64_t lba);

#endif
