/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --list and --watch: the drives that are asked together. */
#ifndef HDPARM_RUN_LISTING_H
#define HDPARM_RUN_LISTING_H

#include "list.h"
#include "parts.h"

struct listing {
	const struct plan *plan; /* each step has a device */
	struct list_row *rows;	 /* of the steps; in shared memory */
	unsigned limit;		 /* processes at a time */
	bool in_turn;		 /* no processes */
	bool power_only;
	bool silent; /* a device that cannot be opened is no news */
};

/* Fills the rows. A result as run_plan(); returns in each child too, with *child set. */
int listing_ask_all(const struct listing *list, struct host *host, struct report *out, bool *child);

/* watch.c: asks for the power condition again and again, until a signal comes. */
int watch_drives(const struct listing *list, struct host *host, struct report *out, bool *child);

#endif
