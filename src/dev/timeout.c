// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's time limit for one command to a disk. */
#include "block.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

/*
 * The SCSI layer has its own attribute, in seconds (drivers/scsi/scsi_sysfs.c). Other drivers that
 * handle a timeout at all, as nvme, have the queue's, in milliseconds (block/blk-sysfs.c,
 * Linux 5.0).
 */
static const struct limit {
	const char *attribute;
	unsigned per_second;
} limits[] = { { "device/timeout", 1 }, { "queue/io_timeout", 1000 } };

/* Which of them the device's disk has, the disk's folder, and the value. 0 or -errno. */
static int find_limit(struct device *dev, const struct limit **limit, char folder[SYSFS_DISK_BYTES],
		      uint64_t *value)
{
	int err = -ENODEV;

	if (!sysfs_disk_folder(&dev->sys, folder))
		return err;
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		*limit = &limits[i];
		err = sysfs_u64(dev->host, folder, limits[i].attribute, value);
		if (err != -ENOENT)
			break;
	}
	return err;
}

enum { PATH_BYTES = 80 };

int block_command_timeout(struct device *dev, uint64_t *seconds)
{
	const struct limit *limit;
	char folder[SYSFS_DISK_BYTES];
	int err = find_limit(dev, &limit, folder, seconds);

	if (!err)
		*seconds /= limit->per_second;
	return err;
}

int block_command_timeout_set(struct device *dev, uint64_t seconds)
{
	char folder[SYSFS_DISK_BYTES], path[PATH_BYTES], text[32];
	const struct limit *limit;
	uint64_t now;
	int err = find_limit(dev, &limit, folder, &now);

	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/%s", folder, limit->attribute);
	snprintf(text, sizeof(text), "%" PRIu64 "\n", seconds * limit->per_second);
	return host_write_file(dev->host, path, text);
}
