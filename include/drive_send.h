/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ATA commands of a drive, for ATA's verbs and for acts on what no other language has. What failed
 * is kept in drive->failure.
 */
#ifndef HDPARM_DRIVE_SEND_H
#define HDPARM_DRIVE_SEND_H

#include "ata_logs.h"
#include "drive.h"

/* device_ata(). */
int drive_send(struct drive *drive, struct ata_cmd *cmd);

/* Send a command without data; if the drive aborts it, send the older code. */
int drive_send_either(struct drive *drive, enum ata_id id, enum ata_id older);

/* FLUSH CACHE; the refusal of a drive that claims neither form of it is no failure. */
int drive_flush_if_possible(struct drive *drive);

/* Read the temperature of an ATA drive from its SCT status. False if the status has none. */
bool drive_sct_temperature(struct drive *drive, struct drive_temperature *t);

/* Return whether an ATA drive has what IDENTIFY data show: 1 or 0; -errno where that is not known.
 */
int drive_ask_feature(struct drive *drive, enum ata_feature feature);

/* --- SCT commands; device_identify() must have answered before --- */

/*
 * Error recovery: the times of reading and writing. A feature: its state, and whether it is kept.
 */
struct sct_values {
	uint16_t part[SCT_PARTS];
};

enum { SCT_PART_STATE, SCT_PART_KEPT, SCT_PART_BITS = 16 };

/* Return whether a command may be sent: it is aborted while another one runs. 0; -EBUSY; or -errno.
 */
int drive_sct_ready(struct drive *drive);

/*
 * Ask for both values of the setting by `get`; set them by `set`, kept over a power cycle where
 * that is an option of `set`. 0 or -errno; -ENODATA with failure.lost.
 */
int drive_sct_values(struct drive *drive, const struct sct_setting_def *def, enum sct_operation get,
		     struct sct_values *values);
int drive_sct_set(struct drive *drive, const struct sct_setting_def *def, enum sct_operation set,
		  const struct sct_values *values, bool keep);

/* Ask a drive that has refused an SCT command for its own reason, and keep that. */
void drive_sct_explain(struct drive *drive);

#endif
