/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of verbs, one for each language, and functions for the verbs of all languages. */
#ifndef HDPARM_DRIVE_OPS_H
#define HDPARM_DRIVE_OPS_H

#include "drive.h"

extern const struct drive_ops drive_ata, drive_nvme, drive_nvme_usb, drive_scsi, drive_block;

/* Store the whole error message for a command that is not sent. Return `err`. */
int drive_refuse(struct drive *drive, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Store a failed ATA command, without its data, in drive->failure for the error message. */
void drive_keep(struct drive *drive, const struct ata_cmd *cmd);

/* Read the power condition by device_power(). True if the condition is known. */
bool drive_condition(struct drive *drive, struct power_state *state);

/* Flush cached data to the medium by fsync(); the kernel sends the command. 0 or -errno. */
int drive_sync(struct drive *drive);

/* Trim by BLKDISCARD. The plan fails if the kernel sends no discards to the disk. 0 or -errno. */
int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n);

/*
 * Reset drive->failure, but not `ata` and `title`. Return the table of the drive's language; for a
 * verb that the block layer lacks, ATA's table. NULL, with failure.lacks, if the drive lacks the
 * verb. `verb` is an offset by VERB().
 */
const struct drive_ops *verb_begin(struct drive *drive, size_t verb);

/*
 * True if a failed verb of ATA (table `before`) has shown another language, in which the verb must
 * be repeated. False if only the block layer is left, and lacks the verb.
 */
bool verb_turns(struct drive *drive, const struct drive_ops *before, size_t verb);

#endif
