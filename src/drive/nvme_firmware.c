// SPDX-License-Identifier: GPL-2.0-or-later
/* New firmware of an NVMe controller (Base 3.11). */
#include "block.h"
#include "nvme_disk.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Segments where the controller states no granule: every one takes these (Base figure 275, FWUG).
 */
enum { PAGE_BYTES = 4096, MOST_IMAGE_BYTES = 1 << 30 };

static size_t smaller_limit(size_t a, size_t b)
{
	return !b || (a && a < b) ? a : b;
}

/* The controller's limit and the kernel's; 0: neither states one. */
static size_t most_bytes(struct drive *drive, const struct nvme_controller *ctrl)
{
	return smaller_limit(ctrl->most_bytes, block_command_bytes(drive->dev));
}

/* The only slot that can be written is named, so that no controller puts it into a fixed one. */
static int choose_slot(struct drive *drive, const struct nvme_controller *ctrl, unsigned *slot)
{
	unsigned fixed = ctrl->first_slot_fixed;

	*slot = ctrl->firmware_slots == fixed + 1 ? fixed + 1 : 0;
	if (!fixed || ctrl->firmware_slots > fixed)
		return 0;
	drive_tell(drive, "none of the drive's firmware slots can be written");
	return -EOPNOTSUPP;
}

int nvme_disk_firmware(struct drive *drive, struct disk_firmware *firmware)
{
	struct nvme_controller ctrl;
	size_t most;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	if (err)
		return err;
	if (!ctrl.firmware_update) {
		drive_tell(drive, "the drive lacks Firmware Image Download");
		return -EOPNOTSUPP;
	}
	*firmware = (struct disk_firmware){
		.granule = ctrl.firmware_granule ? ctrl.firmware_granule : PAGE_BYTES,
		.multiple = DISK_FIRMWARE_MULTIPLE,
		.most_image = MOST_IMAGE_BYTES,
		.at_once = ctrl.activates_at_once,
	};
	snprintf(firmware->revision, sizeof(firmware->revision), "%s", ctrl.firmware);
	firmware->smallest = firmware->usual = firmware->granule;
	firmware->largest = DISK_FIRMWARE_LARGEST;
	most = most_bytes(drive, &ctrl);
	firmware->most = most ? most : firmware->most_image;
	return choose_slot(drive, &ctrl, &firmware->slot);
}

int nvme_disk_send_firmware(struct drive *drive, struct disk_firmware *firmware,
			    enum disk_firmware_way way, const struct firmware_segment *segment)
{
	struct nvme_cmd cmd =
		nvme_firmware_download(segment->data, segment->bytes, (uint32_t)segment->offset);

	(void)firmware;
	(void)way;
	return nvme_disk_ask(drive, &cmd);
}

/* 0, 1 where it was stored and a reset is needed, which drive->failure.text says, or -errno. */
static int commit(struct drive *drive, enum nvme_commit action, unsigned slot)
{
	struct nvme_cmd cmd = nvme_firmware_commit(action, slot);
	char text[NVME_STATUS_TEXT_BYTES];
	int err = nvme_disk_ask(drive, &cmd);

	if (!cmd.res.answered || !nvme_firmware_stored(cmd.res.status))
		return err;
	drive_tell(drive, "%s", nvme_status_text(cmd.res.status, text));
	return DISK_FIRMWARE_STORED;
}

/*
 * Each way stores the image for the next reset: a controller that activates new firmware while it
 * works stops answering for a time, which is asked for by its own command.
 */
int nvme_disk_end_firmware(struct drive *drive, const struct disk_firmware *firmware,
			   enum disk_firmware_way way)
{
	int err = commit(drive, NVME_COMMIT_STORE_AND_RESET, firmware->slot);

	(void)way;
	if (err)
		return err;
	drive_tell(drive, "the new one becomes active at the next reset, as by a reboot%s",
		   firmware->at_once ? ", or by --fwactivate" : "");
	return DISK_FIRMWARE_STORED;
}

/* Only what the controller itself names is activated: other slots hold other firmware, too. */
int nvme_disk_activate_firmware(struct drive *drive, const struct disk_firmware *firmware)
{
	uint8_t log[NVME_LOG_BYTES];
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_FIRMWARE, log);
	struct nvme_slots slots;
	int err;

	if (!firmware->at_once) {
		drive_tell(drive, "the drive activates firmware only at a reset, as by a reboot");
		return -EOPNOTSUPP;
	}
	err = nvme_disk_ask(drive, &cmd);
	if (err)
		return err;
	nvme_slots_decode(log, &slots);
	if (slots.next && (slots.next != slots.active ||
			   strcmp(slots.revision[slots.next - 1], firmware->revision) != 0))
		return commit(drive, NVME_COMMIT_NOW, slots.next);
	drive_tell(drive, "the drive names no firmware that waits for its activation");
	return -ENODATA;
}
