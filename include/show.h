/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a drive's data look like to people and machines: one report call per fact. */
#ifndef HDPARM_SHOW_H
#define HDPARM_SHOW_H

#include "identify.h"
#include "report.h"

/*
 * The whole of IDENTIFY data (-I, --Istdin), in the traditional order and layout. Facts that the
 * layout has no place for go to machines, and to people after its end where out->verbose is set.
 */
void show_identify(const struct identify *id, struct report *out);

/* What the kernel says of its use of READ MULTIPLE. */
struct id_multiple {
	bool known;
	uint64_t sectors; /* 0: off */
};

/* The summary of -i. `id` holds the kernel's copy: its strings have the host's byte order. */
void show_identify_short(const struct identify *id, const struct id_multiple *multiple,
			 struct report *out);

#endif
