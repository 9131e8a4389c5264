/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions for NVMe disks that several files use, and members of drive_nvme. */
#ifndef HDPARM_NVME_DISK_H
#define HDPARM_NVME_DISK_H

#include "nvme.h"
#include "ops.h"

#include <errno.h>

/*
 * Send a command; describe a failure in drive->failure. If the drive's status means -ENOTTY, return
 * -EOPNOTSUPP, since callers take -ENOTTY for a refusal by the kernel.
 */
int nvme_disk_ask(struct drive *drive, struct nvme_cmd *cmd);

/* 0 or -errno as device_nvme_namespace(). */
int nvme_disk_namespace(struct drive *drive, uint32_t *nsid);

/* Send Identify, and decode the data. 0 or -errno; -ENODATA for data of all zeros or all ones. */
int nvme_disk_ask_controller(struct drive *drive, struct nvme_controller *ctrl);
int nvme_disk_ask_namespace(struct drive *drive, uint32_t nsid, struct nvme_namespace *ns,
			    struct nvme_names *names);

/* True if the user may not send the command: sysfs may know what it asks for. */
static inline bool nvme_disk_not_permitted(int err)
{
	return err == -EACCES || err == -EPERM;
}

/* Copy model, serial number and firmware revision. */
void nvme_disk_take_controller(const struct nvme_controller *ctrl, struct disk_identity *id);
/* Sizes become 0 if the format is not known; id->bytes also if 64 bits are not enough. */
void nvme_disk_take_size(const struct nvme_namespace *ns, struct disk_identity *id);

/* Read the SMART / Health Information log page (02h). 0 or -errno. */
int nvme_disk_ask_health(struct drive *drive, uint8_t log[NVME_LOG_BYTES]);
/* Decode the composite temperature of the health log. 0; -EOPNOTSUPP if the drive reports none. */
int nvme_disk_take_temperature(struct drive *drive, const uint8_t log[NVME_LOG_BYTES],
			       struct drive_temperature *t);

/* Read a sysfs attribute of the controller or the NVM subsystem. 0 or -errno. */
int nvme_disk_attribute(struct drive *drive, const char *name, char text[DISK_TEXT_BYTES]);

/* Members of drive_nvme that nvme.c does not define. */
int nvme_disk_make_bad(struct drive *drive, const struct bad_sector *bad);
int nvme_disk_verify_plan(struct drive *drive, struct disk_verify *plan);
int nvme_disk_verify(struct drive *drive, uint64_t lba, unsigned sectors, uint64_t *bad);
int nvme_disk_plan_sector_bytes(struct drive *drive, unsigned bytes, struct sector_plan *plan);
int nvme_disk_set_sector_bytes(struct drive *drive, unsigned bytes, uint32_t choice);
int nvme_disk_rescan(struct drive *drive);
int nvme_disk_erase_ways(struct drive *drive, uint32_t *ways);
extern const char *const nvme_erase_commands[DISK_ERASES];
int nvme_disk_erase_takes(struct drive *drive, enum disk_erase erase, char names[DISK_KIN_BYTES]);
int nvme_disk_erase(struct drive *drive, enum disk_erase erase, uint32_t pattern, unsigned passes);
int nvme_disk_read_refusal(struct drive *drive);
int nvme_disk_sanitize_status(struct drive *drive, bool accepted, struct disk_sanitize *status);
int nvme_disk_firmware(struct drive *drive, struct disk_firmware *firmware);
int nvme_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			    enum disk_firmware_way way, const struct firmware_segment *segment);
int nvme_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			   enum disk_firmware_way way);
int nvme_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware);

#endif
