// SPDX-License-Identifier: GPL-2.0-or-later
/* The sector size of a disk that is found by sysfs. */
#include "block.h"
#include "device.h"
#include "identify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

static void note_registers(void *who, const struct device *dev, const struct ata_cmd *cmd,
			   int result)
{
	(void)dev;
	(void)result;
	*(bool *)who |= cmd->res.valid;
}

/*
 * True if the drive may answer another command: then its own size is not known, and the kernel's
 * must not be used for it. Only an ATA drive returns registers.
 */
static bool may_answer_yet(int err, bool registers)
{
	return registers || err == -ETIMEDOUT || err == -EBADE || err == -ENXIO ||
	       err == -EREMOTEIO;
}

/* The drive's own sector size; 0 if it is no ATA drive. */
static int ask_size(struct device *dev, unsigned *bytes)
{
	bool registers = false;
	int err;

	dev->watch = (struct device_watch){ .command = note_registers, .who = &registers };
	err = device_identify(dev);
	if (err)
		return may_answer_yet(err, registers) ? err : 0;
	if (dev->id.packet)
		return 0;
	if (ata_id_incomplete(dev->id.raw) || ata_id_blank(dev->id.raw))
		return -ENODATA;
	*bytes = ata_id_sector_bytes(dev->id.raw);
	return 0;
}

static int ask_disk(struct host *host, const struct block_disk *disk, unsigned *bytes)
{
	char path[SYSFS_NODE_BYTES];
	struct device dev;
	int err;

	*bytes = 0;
	sysfs_node_path(disk->name, path);
	err = device_open(&dev, host, path, O_RDONLY);
	if (err)
		return err;
	err = dev.sys.rdev == disk->rdev ? ask_size(&dev, bytes) : -ENODEV;
	device_close(&dev);
	return err;
}

int block_disk_sector_bytes(struct host *host, const struct block_disk *disk, unsigned *bytes)
{
	char folder[PATH_MAX], text[8];
	uint64_t kernels;
	int err = ask_disk(host, disk, bytes), bad;

	if (!err && *bytes)
		return 0;
	bad = sysfs_folder(host, disk->rdev, folder);
	/* only SCSI disks have a type, and one of them may be an ATA drive behind a bridge */
	if (!bad && err && !sysfs_text(host, folder, "device/type", text, sizeof(text)))
		return err;
	if (!bad)
		bad = sysfs_u64(host, folder, "queue/logical_block_size", &kernels);
	if (!bad && (kernels < 512 || kernels > UINT32_MAX))
		bad = -EINVAL;
	if (!bad)
		*bytes = (unsigned)kernels;
	return bad;
}
