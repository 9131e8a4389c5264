/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that the ATA verbs share, and members of drive_ata. */
#ifndef HDPARM_ATA_DISK_H
#define HDPARM_ATA_DISK_H

#include "ops.h"

/* 0 or -errno as device_listed_page(). A failed command is stored in drive->failure. */
int ata_disk_log_page(struct drive *drive, uint8_t address, uint16_t page, uint8_t data[ID_BYTES]);

/* Members of drive_ata that ata.c does not define. */
int ata_disk_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
int ata_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
int ata_disk_plan_bad(struct drive *drive, struct bad_sector *bad);
int ata_disk_make_bad(struct drive *drive, const struct bad_sector *bad);
int ata_disk_plan_trim(struct drive *drive, struct disk_trim *trim);
int ata_disk_trim(struct drive *drive, const struct disk_trim *trim, const struct lba_range *ranges,
		  size_t n);
int ata_disk_verify_plan(struct drive *drive, struct disk_verify *plan);
int ata_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);
int ata_disk_erase_ways(struct drive *drive, uint32_t *ways);
extern const char *const ata_erase_commands[DISK_ERASES];
int ata_disk_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);
int ata_disk_read_refusal(struct drive *drive);
int ata_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);
int ata_disk_firmware(struct drive *drive, struct disk_firmware *firmware);
int ata_disk_firmware_plan(struct drive *drive, enum disk_firmware_way *way, bool largest,
			   struct disk_firmware *firmware);
int ata_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			   enum disk_firmware_way way, const struct firmware_segment *segment);
int ata_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			  enum disk_firmware_way way);
int ata_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware);

#endif
