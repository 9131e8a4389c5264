/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of the languages, and what their verbs share. */
#ifndef HDPARM_DRIVE_OPS_H
#define HDPARM_DRIVE_OPS_H

#include "drive.h"

extern const struct drive_ops drive_ata, drive_nvme, drive_nvme_usb, drive_scsi, drive_block;

/* drive_tell() for a command that is not tried: the text says all (failure.refused). Return err. */
int drive_refuse(struct drive *drive, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Keep the command, without its data, by which the verb failed. */
void drive_keep(struct drive *drive, const struct ata_cmd *cmd);

/* device_power() */
bool drive_condition(struct drive *drive, struct power_state *state);

/* Flush cached data to the medium, by the command that the kernel's driver uses. */
int drive_sync(struct drive *drive);

/*
 * The kernel trims, by the command that each kind of disk has (DATASET MANAGEMENT, UNMAP, WRITE
 * SAME); drive_kernel_plan_trim() is for disks of which the kernel knows whether they have it.
 */
int drive_kernel_plan_trim(struct drive *drive, struct disk_trim *trim);
int drive_kernel_trim(struct drive *drive, const struct disk_trim *trim,
		      const struct lba_range *ranges, size_t n);

/* The row that has the verb, a VERB(); NULL: none, which drive->failure keeps. */
const struct drive_ops *verb_begin(struct drive *drive, size_t verb);

/* True if the drive has turned out to speak another language, in which it is to be asked. */
bool verb_turns(struct drive *drive, const struct drive_ops *before, size_t verb);

#endif
