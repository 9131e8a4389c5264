/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SCT commands of an ATA drive, for its verbs and for acts on settings that no other language has.
 * device_identify() must have answered before. What failed is kept in drive->failure.
 */
#ifndef HDPARM_DRIVE_SCT_H
#define HDPARM_DRIVE_SCT_H

#include "drive.h"
#include "sct.h"

/* Of error recovery the times of reading and writing; of a feature its state, and if it is kept. */
struct sct_values {
	uint16_t part[SCT_PARTS];
};

enum { SCT_PART_STATE, SCT_PART_KEPT, SCT_PART_BITS = 16 };

/* Whether a command may be sent: it is aborted while another one runs. 0; -EBUSY; or -errno. */
int drive_sct_ready(struct drive *drive);

/*
 * Asks for both values of the setting by `get`; sets them by `set`, kept over a power cycle where
 * that is an option of `set`. 0 or -errno; -ENODATA with failure.lost.
 */
int drive_sct_values(struct drive *drive, const struct sct_setting_def *def, enum sct_operation get,
		     struct sct_values *values);
int drive_sct_set(struct drive *drive, const struct sct_setting_def *def, enum sct_operation set,
		  const struct sct_values *values, bool keep);

/* Asks a drive that has refused an SCT command for its own reason, and keeps that. */
void drive_sct_explain(struct drive *drive);

#endif
