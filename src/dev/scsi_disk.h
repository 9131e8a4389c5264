/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the verbs of SCSI share, and those that change the disk itself. */
#ifndef HDPARM_SCSI_DISK_H
#define HDPARM_SCSI_DISK_H

#include "block.h"
#include "disk.h"
#include "scsi.h"

/* Sends a command, and keeps what came of it for the message. 0 or -errno as device_scsi(). */
int scsi_disk_ask(struct device *dev, struct scsi_cmd *cmd);

/* INQUIRY: 0 or -errno; -ENODATA for an answer that is cut. */
int scsi_disk_ask_names(struct device *dev, struct scsi_identity *names);

/* The disk's folder, also of a partition and of a SCSI generic node; its "device" is SCSI's. */
enum { SCSI_FOLDER_BYTES = 48 };
bool scsi_disk_folder(struct device *dev, char folder[SCSI_FOLDER_BYTES]);

/* The path of an attribute of the kernel's disk driver (drivers/scsi/sd.c). False: not found. */
bool scsi_disk_attribute(struct device *dev, const char *name, char *path, size_t size);

bool scsi_disk_removable(struct device *dev, const char *folder);

/* Members of language_scsi. */
int scsi_disk_standby(struct device *dev);
int scsi_disk_standby_timer(struct device *dev, uint32_t *tenths);
int scsi_disk_set_standby_timer(struct device *dev, unsigned seconds);
int scsi_disk_make_bad(struct device *dev, uint64_t lba);
int scsi_disk_verify_most(struct device *dev, unsigned *sectors);
int scsi_disk_verify(struct device *dev, uint64_t lba, unsigned sectors, uint64_t *bad);
int scsi_disk_sanitize(struct device *dev, enum disk_erase erase, uint32_t pattern,
		       unsigned passes);
int scsi_disk_sanitize_status(struct device *dev, struct disk_sanitize *status);
int scsi_disk_firmware(struct device *dev, struct disk_firmware *firmware);
int scsi_disk_send_firmware(struct device *dev, enum disk_firmware_way way,
			    const struct firmware_segment *segment);
int scsi_disk_end_firmware(struct device *dev, const struct disk_firmware *firmware,
			   enum disk_firmware_way way);
int scsi_disk_activate_firmware(struct device *dev, const struct disk_firmware *firmware);

#endif
