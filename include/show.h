/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints a drive's data: one report call for each fact. */
#ifndef HDPARM_SHOW_H
#define HDPARM_SHOW_H

#include "ata_drive.h"
#include "identify.h"
#include "report.h"

/*
 * All IDENTIFY data (-I, --Istdin), in 9.65's order and layout. Facts that the layout has no place
 * for are in structured reports, and with out->verbose after the end of the text.
 */
void show_identify(const struct identify *id, struct report *out);

/*
 * The summary of -i. `id` holds the kernel's copy, whose strings are plain text; `multiple` is the
 * current count of sectors for READ MULTIPLE, 0: off.
 */
void show_identify_short(const struct identify *id, uint64_t multiple, struct report *out);

/*
 * Lines that -I shows for a disk of any language. `rate` is IDENTIFY's word 217, or VPD page B1h's
 * field.
 */
void show_size(unsigned long long bytes, struct report *out);
void show_rotation(unsigned rate, struct report *out);

/* The timers of Extended Power Conditions (--epc), in lines of at most 79 columns. */
void show_power_conditions(const struct ata_epc_state states[ATA_EPC_COUNT], struct report *out);

#endif
