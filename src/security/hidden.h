/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sectors that a drive does not show: an erase may reach them, but nothing can check that. */
#ifndef HDPARM_HIDDEN_H
#define HDPARM_HIDDEN_H

#include "job.h"

/* columns in front of what --erase and --sanitize-* plan: " method:  ..." */
enum { PLAN_INDENT = 10 };

struct hidden_sectors {
	/* the numbers are known; false: the drive has the feature and did not report the number */
	bool area_known, overlay_known;
	uint64_t area;	    /* the host protected area, or beyond the accessible max address */
	uint64_t overlay;   /* beyond that, by the configuration overlay */
	uint64_t native;    /* the visible sectors and the area */
	const char *untold; /* the command that did not report a number, or NULL */
};

/* Ask the drive whose IDENTIFY data were read. 0; -errno, reported: the drive hangs. */
int hidden_find(struct job *job, struct hidden_sectors *hidden);

/*
 * Show the hidden sectors, or that their number is unknown; how to make them visible, and whether
 * an erase reaches them. No standard says whether an erase reaches those of the configuration
 * overlay.
 */
void hidden_show(struct job *job, const struct hidden_sectors *hidden);

#endif
