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

/*
 * The summary of -i. `id` holds the kernel's copy, whose strings are plain text; `multiple` is the
 * current count of sectors for READ MULTIPLE, 0: off.
 */
void show_identify_short(const struct identify *id, uint64_t multiple, struct report *out);

#endif
