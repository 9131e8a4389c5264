// SPDX-License-Identifier: GPL-2.0-or-later
/* SCSI commands, and the words for what came of them; where sysfs shows the disk. */
#include "rdev.h"
#include "scsi_disk.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int scsi_disk_ask(struct device *dev, struct scsi_cmd *cmd)
{
	char text[SCSI_SENSE_TEXT_BYTES];
	struct scsi_sense sense;
	int err = device_scsi(dev, cmd);

	if (err && cmd->sense_bytes) {
		sense = scsi_sense_decode(cmd->sense, cmd->sense_bytes);
		device_attempt(dev, "%s failed: %s", cmd->operation->name,
			       scsi_sense_text(&sense, text));
	} else if (err == -ETIMEDOUT) {
		device_attempt(dev, "%s failed (no answer within %u s)", cmd->operation->name,
			       cmd->timeout_s);
	} else if (err) {
		device_attempt(dev, "%s failed", cmd->operation->name);
	}
	return err;
}

int scsi_disk_ask_names(struct device *dev, struct scsi_identity *names)
{
	uint8_t data[36];
	struct scsi_cmd cmd = scsi_inquiry(data, sizeof(data));
	int err = scsi_disk_ask(dev, &cmd);

	if (!err && !scsi_identity_decode(data, cmd.got, names)) {
		device_attempt(dev, "INQUIRY failed: the answer is not whole");
		err = -ENODATA;
	}
	return err;
}

bool scsi_disk_folder(struct device *dev, char folder[SCSI_FOLDER_BYTES])
{
	struct block_disk disk;

	if (!dev->rdev || block_whole(dev->host, dev->rdev, dev->character, &disk))
		return false;
	snprintf(folder, SCSI_FOLDER_BYTES, "/sys/dev/block/%u:%u", rdev_major(disk.rdev),
		 rdev_minor(disk.rdev));
	return true;
}

bool scsi_disk_attribute(struct device *dev, const char *name, char *path, size_t size)
{
	char folder[SCSI_FOLDER_BYTES], pattern[128];
	struct host_paths found;
	bool one;

	if (!scsi_disk_folder(dev, folder))
		return false;
	snprintf(pattern, sizeof(pattern), "%s/device/scsi_disk/*/%s", folder, name);
	if (host_glob(dev->host, pattern, &found))
		return false;
	one = found.n == 1 && strlen(found.path[0]) < size;
	if (one)
		snprintf(path, size, "%s", found.path[0]);
	host_paths_free(&found);
	return one;
}

bool scsi_disk_removable(struct device *dev, const char *folder)
{
	uint64_t removable;

	return !sysfs_u64(dev->host, folder, "removable", &removable) && removable;
}
