// SPDX-License-Identifier: GPL-2.0-or-later
/* A block device's size, place and identity, by the kernel's ioctls and by sysfs. */
#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
	}; /* the block layer's limits: blk_validate_block_size() */
	int bytes = 0;

	if (host_ioctl(dev->host, dev->fd, BLKSSZGET, &bytes) < 0 || bytes < LEAST ||
	    bytes > MOST || (bytes & (bytes - 1)))
		return LEAST;
	return (unsigned)bytes;
}

int block_geometry(struct device *dev, struct block_geometry *g)
{
	struct hd_geometry legacy = { 0 };
	char why[BLOCK_WHY_BYTES];
	struct block_disks disks;
	uint64_t disk, bytes = 0;
	int err;

	memset(g, 0, sizeof(*g));
	g->failed = "HDIO_GETGEO";
	err = host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy);
	if (err < 0)
		return err;
	/* sysfs has 512-byte units for any sector size (block/genhd.c) */
	g->failed = "BLKGETSIZE";
	if (block_attr_u64(dev, "size", &g->sectors_total)) {
		err = block_bytes(dev, &bytes);
		g->sectors_total = bytes / 512;
		if (err)
			return err;
	}
	g->cylinders = legacy.cylinders;
	g->heads = legacy.heads;
	g->sectors = legacy.sectors;
	/*
	 * An array starts where its data begin on each of its disks. sysfs has no `start` of a
	 * whole disk: HDIO_GETGEO has it, as without sysfs.
	 */
	g->failed = "finding the start";
	g->has_start = true;
	err = 0;
	if (sysfs_is_array(&dev->sys)) {
		err = block_on_disks(dev->host, dev->sys.rdev, &disks, why);
		g->has_start = !err;
		g->start = disks.start;
		/* an unknown start is no failure */
		if (err != -ENOMEM)
			err = 0;
	} else if (block_attr_u64(dev, "start", &g->start)) {
		g->start = legacy.start;
	}
	/*
	 * The kernel's cylinder count has only 16 bits, and disks have more cylinders. A partition
	 * has its disk's geometry; the disk's attributes are one level up. A count above the size's
	 * comes from the old IDE driver, and is kept.
	 */
	if (!g->start || block_attr_u64(dev, "../size", &disk))
		disk = g->sectors_total;
	if (g->cylinders && g->heads && g->sectors && disk / (g->heads * g->sectors) > g->cylinders)
		g->cylinders = (unsigned)(disk / (g->heads * g->sectors));
	return err;
}

bool block_has_gone(struct device *dev)
{
	uint64_t bytes;

	return dev->kind != DEVICE_FILE && (block_bytes(dev, &bytes) < 0 || !bytes);
}

/* block/blk-core.c, blk_errors */
const char *block_read_error(int *err)
{
	static const struct {
		int from, to;
		const char *words;
	} rows[] = {
		{ ENODATA, EIO, ": the medium cannot be read there" },
		{ EILSEQ, EIO, ": the data fail their protection check" },
		{ EREMOTEIO, EIO, ": the drive reports a fault of its own" },
		{ ENOLINK, EIO, ": the path to the drive failed" },
		{ ENODEV, ENODEV, ": the device has gone" },
		{ EPROTO, EIO, "" }, /* a replay that lacks the read */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (*err == -rows[i].from) {
			*err = -rows[i].to;
			return rows[i].words;
		}
	}
	return "";
}

bool block_discards(struct device *dev)
{
	uint64_t bytes;

	return !sysfs_disk_u64(&dev->sys, "queue/discard_max_bytes", &bytes) && bytes;
}

int block_discard(struct device *dev, int fd, uint64_t at, uint64_t bytes)
{
	const uint64_t part = (uint64_t)1 << 32;
	int err = 0;

	while (err >= 0 && bytes) {
		uint64_t range[2] = { at, bytes < part ? bytes : part };

		err = host_ioctl(dev->host, fd, BLKDISCARD, range);
		at += range[1];
		bytes -= range[1];
	}
	return err < 0 ? err : 0;
}

size_t block_command_bytes(struct device *dev)
{
	uint64_t kb;

	if (sysfs_disk_u64(&dev->sys, "queue/max_hw_sectors_kb", &kb) || kb > SIZE_MAX >> 10)
		return 0;
	return (size_t)kb << 10;
}

bool block_medium_failed(int err)
{
	return err == -EIO || err == -ENODATA || err == -EILSEQ;
}

int block_open_direct(struct device *dev, int access)
{
	int fd = host_open(dev->host, dev->path, access | O_NONBLOCK | O_DIRECT), err;
	struct stat st;

	if (fd < 0)
		return fd;
	err = host_fstat(dev->host, fd, &st);
	if (!err && st.st_rdev != dev->sys.rdev)
		err = -ESTALE;
	if (err)
		host_close(dev->host, fd);
	return err ? err : fd;
}

int block_write_out(struct device *dev)
{
	int err;

	host_sync(dev->host);
	err = host_fsync(dev->host, dev->fd);
	/* a character device, as of SCSI generic, has no pages to write */
	return err == -EINVAL ? 0 : err;
}

int block_drop_pages(struct device *dev)
{
	int err;

	if (dev->kind == DEVICE_FILE)
		return host_drop_cache(dev->host, dev->fd);
	err = host_ioctl(dev->host, dev->fd, BLKFLSBUF, NULL);
	/* without an argument the old IDE driver flushes the drive's own cache */
	if (err >= 0 && dev->kind == DEVICE_LEGACY_IDE)
		host_ioctl(dev->host, dev->fd, HDIO_DRIVE_CMD, NULL);
	return err;
}

int block_flush(struct device *dev)
{
	block_write_out(dev);
	return block_drop_pages(dev);
}

int block_place(struct device *dev, struct block_place *place)
{
	char folder[PATH_MAX], pattern[PATH_MAX + 16], text[8];
	struct hd_geometry legacy = { 0 };
	struct host_paths slaves;
	int err;

	*place = (struct block_place){ .array = false };
	if (!dev->sys.rdev || dev->sys.character)
		return 0;
	place->array = sysfs_is_array(&dev->sys);
	if (sysfs_folder(dev->host, dev->sys.rdev, folder)) {
		if (place->array)
			return 0;
		err = host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy);
		if (err < 0)
			return err;
		place->start = legacy.start;
		/* a dm device returns zeros, which are no geometry (drivers/md/dm.c) */
		return legacy.heads && legacy.sectors ? 0 : -ENODATA;
	}
	snprintf(pattern, sizeof(pattern), "%s/slaves/*", folder);
	err = host_glob(dev->host, pattern, &slaves);
	if (!err && slaves.n)
		sysfs_last_name(slaves.path[0], place->built_on);
	host_paths_free(&slaves);
	if (!err)
		err = sysfs_look_for(dev->host, folder, "partition", text, sizeof(text));
	if (err <= 0)
		return err;
	*strrchr(folder, '/') = '\0';
	sysfs_last_name(folder, place->disk);
	return block_attr_u64(dev, "start", &place->start);
}
