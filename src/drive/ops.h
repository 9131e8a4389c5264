/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of verbs, and functions that verbs share. */
#ifndef HDPARM_DRIVE_OPS_H
#define HDPARM_DRIVE_OPS_H

#include "drive.h"

extern const struct drive_ops drive_ata, drive_scsi, drive_scsi_usb, drive_nvme, drive_nvme_usb;
extern const struct drive_ops drive_block;

/* Add "; " and `text` to the text of a failure. */
void drive_add(struct drive *drive, const char *text);

/*
 * Tell that the drive refuses reads because of its sanitize operation. Return -errno; or 0 for
 * another state than running or failed.
 */
int drive_refused_by_sanitize(struct drive *drive, enum disk_sanitize_state state);

/* Store a failed ATA command, without its data, in drive->failure for the error message. */
void drive_keep(struct drive *drive, const struct ata_cmd *cmd);

/* 0 or -errno of fsync(2). */
int drive_sync(struct drive *drive);

/* Set *trim to the limits of BLKDISCARD; nothing is trimmed. 0 or -errno. */
int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim);
/* Trim the ranges by BLKDISCARD. 0 or -errno. */
int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n);

/* Settle the language, forget the last failure, and return drive_ops(). */
const struct drive_ops *verb_begin(struct drive *drive);

/* Fail as FAILURE_LACKS. Return -ENOTTY. */
int verb_lacks(struct drive *drive);

#endif
