// SPDX-License-Identifier: GPL-2.0-or-later
#include "block.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <linux/major.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

int block_bytes(struct device *dev, uint64_t *bytes)
{
	unsigned long sectors = 0;
	struct stat st;
	int err;

	if (dev->kind == DEVICE_FILE) {
		err = host_fstat(dev->host, dev->fd, &st);
		if (!err)
			*bytes = (uint64_t)st.st_size;
		return err;
	}
	err = host_ioctl(dev->host, dev->fd, BLKGETSIZE64, bytes);
	if (err < 0) {
		err = host_ioctl(dev->host, dev->fd, BLKGETSIZE, &sectors);
		*bytes = (uint64_t)sectors * 512;
	}
	return err < 0 ? err : 0;
}

unsigned block_sector_bytes(struct device *dev)
{
	enum {
		LEAST = 512,
		MOST = 65536
	}; /* what the block layer admits: blk_validate_block_size() */
	int bytes = 0;

	if (host_ioctl(dev->host, dev->fd, BLKSSZGET, &bytes) < 0 || bytes < LEAST ||
	    bytes > MOST || (bytes & (bytes - 1)))
		return LEAST;
	return (unsigned)bytes;
}

int block_attr_path(const struct device *dev, const char *attribute, char *path, size_t size)
{
	if (!dev->rdev)
		return -ENODEV;
	snprintf(path, size, "/sys/dev/block/%u:%u/%s", major(dev->rdev), minor(dev->rdev),
		 attribute);
	return 0;
}

int block_attr_u64(struct device *dev, const char *attribute, uint64_t *value)
{
	char path[128], text[32], *end;
	ssize_t len;
	int err = block_attr_path(dev, attribute, path, sizeof(path));

	if (err)
		return err;
	len = host_read_file(dev->host, path, text, sizeof(text));
	if (len < 0)
		return (int)len;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return isdigit((unsigned char)text[0]) && !*end && !errno ? 0 : -EINVAL;
}

int block_attr_set_u64(struct device *dev, const char *attribute, uint64_t value)
{
	char path[128], text[32];
	int err = block_attr_path(dev, attribute, path, sizeof(path));

	if (err)
		return err;
	snprintf(text, sizeof(text), "%" PRIu64 "\n", value);
	return host_write_file(dev->host, path, text);
}

bool block_is_array(struct device *dev)
{
	char path[128], level[32];

	if (major(dev->rdev) == MD_MAJOR)
		return true;
	return !block_attr_path(dev, "md/level", path, sizeof(path)) &&
	       host_read_file(dev->host, path, level, sizeof(level)) > 0;
}

/* In 512-byte units: sysfs counts so whatever the sector size (block/genhd.c). */
static int size_of(struct device *dev, uint64_t *sectors)
{
	uint64_t bytes = 0;
	int err;

	if (!block_attr_u64(dev, "size", sectors))
		return 0;
	err = block_bytes(dev, &bytes);
	*sectors = bytes / 512;
	return err;
}

/*
 * The same units. A whole disk has no `start` in sysfs: then, as without sysfs, the kernel's answer
 * to HDIO_GETGEO counts. An array starts where its data begin on each of its disks.
 */
static int find_start(struct device *dev, const struct hd_geometry *legacy,
		      struct block_geometry *g)
{
	char why[BLOCK_WHY_BYTES];
	struct block_disks disks;
	int err = 0;

	g->has_start = true;
	if (block_is_array(dev)) {
		err = block_on_disks(dev->host, dev->rdev, &disks, why);
		g->has_start = !err;
		g->start = disks.start;
	} else if (block_attr_u64(dev, "start", &g->start)) {
		g->start = legacy->start;
	}
	/* what sysfs does not tell is unknown; what was not asked for is not */
	return err == -ENOMEM ? err : 0;
}

int block_geometry(struct device *dev, struct block_geometry *g)
{
	struct hd_geometry legacy = { 0 };
	uint64_t disk;
	int err;

	memset(g, 0, sizeof(*g));
	g->failed = "HDIO_GETGEO";
	err = host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy);
	if (err < 0)
		return err;
	g->failed = "BLKGETSIZE";
	err = size_of(dev, &g->sectors_total);
	if (err)
		return err;
	g->cylinders = legacy.cylinders;
	g->heads = legacy.heads;
	g->sectors = legacy.sectors;
	g->failed = "finding the start";
	err = find_start(dev, &legacy, g);
	/*
	 * The kernel's count has 16 bits only: a disk of today has more cylinders than that. On a
	 * partition too the geometry is the disk's, whose attributes are one level up. A count that
	 * is larger than the size gives is the old IDE driver's own, and stays.
	 */
	if (!g->start || block_attr_u64(dev, "../size", &disk))
		disk = g->sectors_total;
	if (g->cylinders && g->heads && g->sectors && disk / (g->heads * g->sectors) > g->cylinders)
		g->cylinders = (unsigned)(disk / (g->heads * g->sectors));
	return err;
}

int block_write_out(struct device *dev)
{
	int err;

	host_sync(dev->host);
	err = host_fsync(dev->host, dev->fd);
	/* a node of SCSI generic and its like has no pages to write */
	return err == -EINVAL ? 0 : err;
}

int block_drop_pages(struct device *dev)
{
	int err;

	if (dev->kind == DEVICE_FILE)
		return host_drop_cache(dev->host, dev->fd);
	err = host_ioctl(dev->host, dev->fd, BLKFLSBUF, NULL);
	/* the old IDE driver flushes the drive's own cache when it is given no command */
	if (err >= 0 && dev->kind == DEVICE_LEGACY_IDE)
		host_ioctl(dev->host, dev->fd, HDIO_DRIVE_CMD, NULL);
	return err;
}

int block_flush(struct device *dev)
{
	block_write_out(dev);
	return block_drop_pages(dev);
}
