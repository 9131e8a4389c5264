/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the block layer and sysfs know of a device, without asking the drive. */
#ifndef HDPARM_BLOCK_H
#define HDPARM_BLOCK_H

#include "device.h"

/* Size in bytes: BLKGETSIZE64, or the length of a regular file. */
int block_bytes(struct device *dev, uint64_t *bytes);

/* Logical sector size in bytes: BLKSSZGET; 512 where the device has none. */
unsigned block_sector_bytes(struct device *dev);

/*
 * Geometry and place: cylinders, heads, sectors from HDIO_GETGEO; the start of a partition on its
 * disk and the size, both in 512-byte units, from sysfs where there is one.
 */
struct block_geometry {
	unsigned cylinders;
	unsigned heads;
	unsigned sectors;
	bool has_start;
	uint64_t start;
	uint64_t sectors_total;
};

/* -errno of HDIO_GETGEO; everything else is filled in all the same. */
int block_geometry(struct device *dev, struct block_geometry *geometry);

/*
 * Writes everything out and drops the device's cached pages: sync, fsync, BLKFLSBUF. The result
 * is BLKFLSBUF's, or that of dropping the pages of a regular file.
 */
int block_flush(struct device *dev);

/*
 * Path of a sysfs attribute of the device ("device/queue_depth"), by /sys/dev/block/MAJ:MIN.
 * `attribute` is looked up at the device itself; a partition has its own few attributes only.
 * -ENODEV for what is no block device.
 */
int block_attr_path(const struct device *dev, const char *attribute, char *path, size_t size);

/* Reads an unsigned decimal attribute. -ENOENT where the device lacks it, -EINVAL for no number. */
int block_attr_u64(struct device *dev, const char *attribute, uint64_t *value);

/* Writes a number to an attribute. */
int block_attr_set_u64(struct device *dev, const char *attribute, uint64_t value);

#endif
