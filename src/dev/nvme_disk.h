/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the verbs of NVMe share, and those that change the disk itself. */
#ifndef HDPARM_NVME_DISK_H
#define HDPARM_NVME_DISK_H

#include "disk.h"

/*
 * Sends a command, and keeps what came of it for the message. What the drive says that it lacks is
 * -EOPNOTSUPP: -ENOTTY from here would be the kernel's.
 */
int nvme_disk_ask(struct device *dev, struct nvme_cmd *cmd);

/* Identify: 0 or -errno; -ENODATA for blank data. */
int nvme_disk_ask_controller(struct device *dev, struct nvme_controller *ctrl);
int nvme_disk_ask_namespace(struct device *dev, uint32_t nsid, struct nvme_namespace *ns,
			    struct nvme_names *names);

/* Members of language_nvme. */
int nvme_disk_make_bad(struct device *dev, uint64_t lba);
int nvme_disk_verify_most(struct device *dev, unsigned *sectors);
int nvme_disk_verify(struct device *dev, uint64_t lba, unsigned sectors, uint64_t *bad);
int nvme_disk_set_sector_bytes(struct device *dev, unsigned bytes);
int nvme_disk_sanitize(struct device *dev, enum disk_erase erase, uint32_t pattern,
		       unsigned passes);
int nvme_disk_sanitize_status(struct device *dev, struct disk_sanitize *status);
int nvme_disk_firmware(struct device *dev, struct disk_firmware *firmware);
int nvme_disk_send_firmware(struct device *dev, enum disk_firmware_way way,
			    const struct firmware_segment *segment);
int nvme_disk_end_firmware(struct device *dev, const struct disk_firmware *firmware,
			   enum disk_firmware_way way);
int nvme_disk_activate_firmware(struct device *dev, const struct disk_firmware *firmware);

#endif
