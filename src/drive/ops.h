/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tables of verbs, one for each language: ATA, SCSI, NVMe, NVMe behind a USB bridge, and the
 * kernel's block layer. Also functions for the verbs of all languages.
 */
#ifndef HDPARM_DRIVE_OPS_H
#define HDPARM_DRIVE_OPS_H

#include "drive.h"

extern const struct drive_ops drive_ata, drive_nvme, drive_nvme_usb, drive_scsi, drive_block;

/*
 * Store in drive->failure why a command is not sent, and return `err`. The text is the whole error
 * message: the caller adds neither strerror() nor advice (failure.refused).
 */
int drive_refuse(struct drive *drive, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Store a failed ATA command, without its data, in drive->failure for the error message. */
void drive_keep(struct drive *drive, const struct ata_cmd *cmd);

/* Read the power condition by device_power(). True if the condition is known. */
bool drive_condition(struct drive *drive, struct power_state *state);

/* Flush cached data to the medium by fsync(); the kernel sends the command. 0 or -errno. */
int drive_sync(struct drive *drive);

/*
 * Trim by BLKDISCARD, for which the kernel chooses the command. 0 or -errno.
 * drive_kernel_plan_trim() fails if the kernel sends no discards to the disk.
 */
int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n);

/*
 * Reset drive->failure, but not `ata` and `title`. Return the table that has the verb, an offset by
 * VERB(). For a disk that only the block layer serves, this is the table of ATA if the block layer
 * lacks the verb. NULL, with failure.lacks, if the drive lacks the verb.
 */
const struct drive_ops *verb_begin(struct drive *drive, size_t verb);

/*
 * True if a failed ATA verb has shown that the drive speaks another language: the caller repeats
 * the verb. False if only the block layer is left and lacks the verb. `before` is the table of the
 * failed verb.
 */
bool verb_turns(struct drive *drive, const struct drive_ops *before, size_t verb);

#endif
