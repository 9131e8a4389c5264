/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of verbs, and functions that verbs share. */
#ifndef HDPARM_DRIVE_OPS_H
#define HDPARM_DRIVE_OPS_H

#include "drive.h"

extern const struct drive_ops drive_ata, drive_nvme, drive_nvme_usb, drive_scsi, drive_block;

/* Store the whole error message, and set failure.refused. Return `err`. */
int drive_refuse(struct drive *drive, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Tell that the drive refuses reads because of its sanitize operation. Return -errno; or 0 for
 * another state than running or failed.
 */
int drive_refused_by_sanitize(struct drive *drive, enum disk_sanitize_state state);

/* Store a failed ATA command, without its data, in drive->failure for the error message. */
void drive_keep(struct drive *drive, const struct ata_cmd *cmd);

bool drive_condition(struct drive *drive, struct power_state *state);

/* 0 or -errno of fsync(2). */
int drive_sync(struct drive *drive);

/* Set *trim to the limits of BLKDISCARD; nothing is trimmed. 0 or -errno. */
int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim);
/* Trim the ranges by BLKDISCARD. 0 or -errno. */
int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n);

/*
 * Return the table to call: drive_ata if drive_block lacks the verb, else the table of the drive's
 * language. NULL, with failure.lacks set, if the table lacks the verb, or drive_has_no() is true.
 */
const struct drive_ops *verb_begin(struct drive *drive, size_t verb);

#endif
