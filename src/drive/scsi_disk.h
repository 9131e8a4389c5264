/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the verbs of SCSI share, and those that change the disk itself. */
#ifndef HDPARM_SCSI_DISK_H
#define HDPARM_SCSI_DISK_H

#include "block.h"
#include "ops.h"
#include "scsi.h"

/* Sends a command, and keeps what came of it for the message. 0 or -errno as device_scsi(). */
int scsi_disk_ask(struct drive *drive, struct scsi_cmd *cmd);

/*
 * MODE SENSE into `data`, *got bytes as of the long form; the short one is sent to a disk that does
 * not know the long one, as some USB disks. 0 or -errno. So does MODE SELECT with a list of
 * `bytes`.
 */
int scsi_disk_mode_sense(struct drive *drive, uint8_t page, enum scsi_mode_control control,
			 uint8_t data[SCSI_MODE_BYTES], size_t *got);
int scsi_disk_mode_select(struct drive *drive, uint8_t *list, size_t bytes);

/* INQUIRY: 0 or -errno; -ENODATA for an answer that is cut. */
int scsi_disk_ask_names(struct drive *drive, struct scsi_identity *names);

/* The path of an attribute of the kernel's disk driver (drivers/scsi/sd.c). False: not found. */
bool scsi_disk_attribute(struct drive *drive, const char *name, char *path, size_t size);

bool scsi_disk_removable(struct drive *drive, const char *folder);

/*
 * Starts FORMAT UNIT of all of the medium, with the protection information that the sectors have
 * now, or with none. 0 or -errno; -EOPNOTSUPP also for a disk on USB, where it is not sent.
 */
int scsi_disk_format(struct drive *drive, bool keeps_protection);

/* Members of drive_scsi. */
int scsi_disk_standby(struct drive *drive);
int scsi_disk_standby_timer(struct drive *drive, uint32_t *tenths);
int scsi_disk_set_standby_timer(struct drive *drive, struct standby_time time);
int scsi_disk_make_bad(struct drive *drive, const struct bad_sector *bad);
int scsi_disk_verify_plan(struct drive *drive, struct disk_verify *plan);
int scsi_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);
int scsi_disk_erase_ways(struct drive *drive, uint32_t *ways);
extern const char *const scsi_erase_commands[DISK_ERASES];
int scsi_disk_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);
int scsi_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);
int scsi_disk_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
int scsi_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
int scsi_disk_sector_bytes(struct drive *drive, unsigned *bytes);
int scsi_disk_format_status(struct drive *drive, struct disk_sanitize *status);
int scsi_disk_rescan(struct drive *drive);
int scsi_disk_firmware(struct drive *drive, struct disk_firmware *firmware);
int scsi_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			    enum disk_firmware_way way, const struct firmware_segment *segment);
int scsi_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			   enum disk_firmware_way way);
int scsi_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware);

#endif
