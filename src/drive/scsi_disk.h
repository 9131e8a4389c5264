/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SCSI disks: shared functions, and members of the table drive_scsi. */
#ifndef HDPARM_SCSI_DISK_H
#define HDPARM_SCSI_DISK_H

#include "block.h"
#include "ops.h"
#include "scsi.h"

/* Send a command, and describe a failure in drive->failure. 0, or the -errno of device_scsi(). */
int scsi_disk_ask(struct drive *drive, struct scsi_cmd *cmd);

/* Read a mode page in the layout of MODE SENSE(10). -ENODATA if the answer is incomplete. */
int scsi_disk_mode_sense(struct drive *drive, uint8_t page, enum scsi_mode_control control,
			 uint8_t data[SCSI_MODE_BYTES], size_t *got);
/* `list` has the layout of MODE SELECT(10). `save`: keep the values over a power cycle. */
int scsi_disk_mode_select(struct drive *drive, uint8_t *list, size_t bytes, bool save);

/* Read mode page 1Ah. With drive->only_asked, an earlier answer may be returned again. */
int scsi_disk_power_page(struct drive *drive, enum scsi_mode_control control,
			 uint8_t data[SCSI_MODE_BYTES], size_t *got);

/* Read vendor, product and revision by INQUIRY. 0 or -errno; -ENODATA for an unusable answer. */
int scsi_disk_ask_names(struct drive *drive, struct scsi_identity *names);

/* Find the path of a sysfs attribute of the kernel's SCSI disk driver. False if there is none. */
int scsi_disk_attribute(struct drive *drive, const char *name, char *path, size_t size);

/* Read the kernel's copy of a VPD page. Return the number of bytes; 0 if no copy can be read. */
size_t scsi_disk_kept_page(struct drive *drive, const char *folder, enum scsi_vpd page,
			   uint8_t data[SCSI_VPD_BYTES]);

bool scsi_disk_removable(struct drive *drive, const char *folder);

/*
 * Look for a state in the answer to REQUEST SENSE, else in the sense data of TEST UNIT READY, since
 * some bridges answer REQUEST SENSE themselves. Return 1 if `tells` finds a state; 0 if TEST UNIT
 * READY succeeds; or -errno.
 */
int scsi_disk_ask_state(struct drive *drive,
			bool (*tells)(const struct scsi_sense *, struct disk_sanitize *),
			struct disk_sanitize *status);

/* Members of the table drive_scsi. */
int scsi_disk_identity(struct drive *drive, struct disk_identity *id);
int scsi_disk_kernel_names(struct drive *drive, struct disk_identity *id);
int scsi_disk_write_cache(struct drive *drive, bool *on);
int scsi_disk_flush(struct drive *drive);
int scsi_disk_set_write_cache(struct drive *drive, bool on, bool *lasts);
int scsi_disk_look_ahead(struct drive *drive, struct look_ahead *ahead);
int scsi_disk_set_look_ahead(struct drive *drive, bool on);
int scsi_disk_has_recovery_time(struct drive *drive, bool to_set);
int scsi_disk_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t);
int scsi_disk_set_recovery_time(struct drive *drive, enum recovery_kind kind,
				const struct recovery_time *t);
int scsi_disk_make_bad(struct drive *drive, const struct bad_sector *bad);
int scsi_disk_verify_plan(struct drive *drive, struct disk_verify *plan);
int scsi_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);
int scsi_disk_erase_ways(struct drive *drive, uint32_t *ways);
extern const char *const scsi_erase_commands[DISK_ERASES];
int scsi_disk_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);
int scsi_disk_read_refusal(struct drive *drive);
int scsi_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);
int scsi_disk_choose_sector_bytes(struct drive *drive, unsigned bytes, uint32_t *choice);
int scsi_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
int scsi_disk_sector_size(struct drive *drive, struct sector_size *size);
int scsi_disk_format_status(struct drive *drive, struct disk_sanitize *status);
int scsi_disk_rescan(struct drive *drive);
int scsi_disk_firmware(struct drive *drive, struct disk_firmware *firmware);
int scsi_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			    enum disk_firmware_way way, const struct firmware_segment *segment);
int scsi_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			   enum disk_firmware_way way);
int scsi_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware);

#endif
