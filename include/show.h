/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports of a drive's data, as text and in JSON. */
#ifndef HDPARM_SHOW_H
#define HDPARM_SHOW_H

#include "ata_drive.h"
#include "identify.h"
#include "report.h"

/*
 * Show IDENTIFY data (-I, --Istdin) in the order and layout of hdparm 9.65. Verbose text and JSON
 * may add facts.
 */
void show_identify(const struct identify *id, struct report *out);

/*
 * Show the summary of -i. `id` comes from a page of ata_id_from_host() or ata_id_as_host().
 * `multiple`: current sectors of READ MULTIPLE; 0: shown as off.
 */
void show_identify_short(const struct identify *id, uint64_t multiple, struct report *out);

/* Show the size of a disk as -I does. In JSON, only the number of bytes. */
void show_size(unsigned long long bytes, struct report *out);

/* Show rotations per minute; for ID_NOT_ROTATING "Solid State Device"; for 0 nothing. */
void show_rotation(unsigned rate, struct report *out);

/*
 * Show the known faults of a model and firmware version: a line each, and in JSON the array
 * "known_faults"; nothing if there are none.
 */
void show_known_faults(const char *model, const char *firmware, struct report *out);

/* Show the Extended Power Conditions (--epc). */
void show_power_conditions(const struct ata_epc_state states[ATA_EPC_COUNT], struct report *out);

#endif
