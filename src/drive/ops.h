/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The function tables of the languages (ATA, SCSI, NVMe, the block layer), and functions that their
 * members share. A verb is one member of such a table.
 */
#ifndef HDPARM_DRIVE_OPS_H
#define HDPARM_DRIVE_OPS_H

#include "drive.h"

extern const struct drive_ops drive_ata, drive_nvme, drive_nvme_usb, drive_scsi, drive_block;

/*
 * Refuse a command that is not sent. The message is set by drive_tell(), and failure.refused says
 * that it is complete. Return err.
 */
int drive_refuse(struct drive *drive, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Store the command that failed, without its data, in drive->failure for the message. */
void drive_keep(struct drive *drive, const struct ata_cmd *cmd);

/* Read the power condition by device_power(). True if it is known. */
bool drive_condition(struct drive *drive, struct power_state *state);

/*
 * Flush cached data to the medium by fsync(): the kernel's driver sends the command. 0 or -errno.
 */
int drive_sync(struct drive *drive);

/*
 * Trim by BLKDISCARD: the kernel sends the command of each kind of disk (DATA SET MANAGEMENT,
 * UNMAP, WRITE SAME). drive_kernel_plan_trim() fails if the kernel sends the disk no discards. 0 or
 * -errno.
 */
int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n);

/*
 * Clear drive->failure except `ata` and `title`, and return the table that has the verb, an offset
 * made by VERB(). If only the block layer serves the disk and lacks the verb, this is the table of
 * ATA. NULL if the drive lacks the verb: then failure.lacks is set.
 */
const struct drive_ops *verb_begin(struct drive *drive, size_t verb);

/*
 * True if the answer to an ATA verb has shown that the drive speaks another language: then repeat
 * the verb in that language. False if only the block layer is left and has no such verb.
 */
bool verb_turns(struct drive *drive, const struct drive_ops *before, size_t verb);

#endif
