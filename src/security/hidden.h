/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sectors that a drive does not show: an erase may reach them, but nothing can check that. */
#ifndef HDPARM_HIDDEN_H
#define HDPARM_HIDDEN_H

#include "job.h"

struct hidden_sectors {
	/* known: the numbers are; false: the drive has the feature and did not tell */
	bool area_known, overlay_known;
	uint64_t area;	    /* host protected area, or behind the accessible max address */
	uint64_t overlay;   /* behind that, by the configuration overlay */
	uint64_t native;    /* visible and area together */
	const char *untold; /* the command that did not tell, or NULL */
};

/* Asks the drive of the IDENTIFY data. 0; -errno reported: the drive hangs. */
int hidden_find(struct job *job, struct hidden_sectors *hidden);

bool hidden_any(const struct hidden_sectors *hidden);

/*
 * Shows them, if there are any or that is not known, how to make them visible, and whether an erase
 * reaches them. No standard says that of those of the configuration overlay.
 */
void hidden_show(struct job *job, const struct hidden_sectors *hidden);

#endif
