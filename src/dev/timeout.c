// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's time limits for commands to a disk. */
#include "block.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

/*
 * The SCSI layer has its own attribute, in seconds (drivers/scsi/scsi_sysfs.c). Other drivers that
 * handle a timeout at all, as nvme, have the queue's, in milliseconds (block/blk-sysfs.c,
 * Linux 5.0).
 */
struct limit {
	const char *attribute;
	unsigned per_second;
};

enum { ATTRIBUTES = 2, PATH_BYTES = 80 };

/* Of the error handler the SCSI layer has one for each device. */
static const struct limit command_limit[ATTRIBUTES] = { { "device/timeout", 1 },
							{ "queue/io_timeout", 1000 } };
static const struct limit eh_limit[ATTRIBUTES] = { { "device/eh_timeout", 1 } };

/* Find the attribute that the device's disk has, the disk's folder, and the value. 0 or -errno. */
static int find_limit(struct device *dev, const struct limit limits[ATTRIBUTES],
		      const struct limit **limit, char folder[SYSFS_DISK_BYTES], uint64_t *value)
{
	int err = -ENODEV;

	if (!sysfs_disk_folder(&dev->sys, folder))
		return err;
	for (size_t i = 0; i < ATTRIBUTES && limits[i].attribute; i++) {
		*limit = &limits[i];
		err = sysfs_u64(dev->host, folder, limits[i].attribute, value);
		if (err != -ENOENT)
			break;
	}
	return err;
}

static int get_limit(struct device *dev, const struct limit limits[ATTRIBUTES], uint64_t *seconds)
{
	const struct limit *limit;
	char folder[SYSFS_DISK_BYTES];
	int err = find_limit(dev, limits, &limit, folder, seconds);

	if (!err)
		*seconds /= limit->per_second;
	return err;
}

static int set_seconds(struct device *dev, const struct limit limits[ATTRIBUTES], uint64_t seconds)
{
	char folder[SYSFS_DISK_BYTES], path[PATH_BYTES], text[32];
	const struct limit *limit;
	uint64_t now;
	int err = find_limit(dev, limits, &limit, folder, &now);

	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/%s", folder, limit->attribute);
	snprintf(text, sizeof(text), "%" PRIu64 "\n", seconds * limit->per_second);
	return host_write_file(dev->host, path, text);
}

int block_command_timeout(struct device *dev, uint64_t *seconds)
{
	return get_limit(dev, command_limit, seconds);
}

int block_command_timeout_set(struct device *dev, uint64_t seconds)
{
	return set_seconds(dev, command_limit, seconds);
}

int block_eh_timeout(struct device *dev, uint64_t *seconds)
{
	return get_limit(dev, eh_limit, seconds);
}

int block_eh_timeout_set(struct device *dev, uint64_t seconds)
{
	return set_seconds(dev, eh_limit, seconds);
}
