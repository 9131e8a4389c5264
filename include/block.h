/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's block layer: a device's size, place on the disk, cached pages and time limits;
 * direct opens, discards; locks and claims on the disk.
 */
#ifndef HDPARM_BLOCK_H
#define HDPARM_BLOCK_H

#include "device.h"

/* Find the size of the device or regular file in bytes. 0 or -errno. */
int block_bytes(struct device *dev, uint64_t *bytes);

/* Return the logical sector size in bytes: a power of two from 512 to 65536; 512 if not known. */
unsigned block_sector_bytes(struct device *dev);

struct block_geometry {
	/* as HDIO_GETGEO reports, or by the disk's size if larger; a reported 0 stays 0 */
	unsigned cylinders;
	unsigned heads;
	unsigned sectors; /* sectors per track */
	bool has_start;
	/* first sector on the disk, or each disk of an array, in 512-byte units; whole disk: 0 */
	uint64_t start;
	uint64_t sectors_total; /* size in 512-byte units */
	const char *failed;	/* after a failure: name of the step that failed */
};

/* Find the geometry. 0 or -errno. For an array whose start is not known, has_start is false. */
int block_geometry(struct device *dev, struct block_geometry *geometry);

/*
 * True if the size is 0 or cannot be read, as after the device was removed. (EIO of a read can also
 * mean a bad sector.) False for a regular file.
 */
bool block_has_gone(struct device *dev);

/*
 * Return why a direct read, or with `writes` a write, failed with *err (-errno), such as "the path
 * to the drive failed"; "" if not known. *err becomes -EIO if its strerror() would mislead, as that
 * of ENOLINK.
 */
const char *block_io_error(int *err, bool writes);

/* True if a direct read that failed with `err` may have met a bad sector. */
bool block_medium_failed(int err);

/*
 * Open the device once more, with O_DIRECT and `access` (O_RDONLY, O_RDWR). Return the descriptor,
 * or -errno: -ESTALE if the path leads to another device now.
 */
int block_open_direct(struct device *dev, int access);

/*
 * Open the device's whole disk for reading, with O_DIRECT. Return the descriptor, or -errno:
 * -ESTALE if the disk's node in /dev is another device.
 */
int block_open_disk(struct device *dev);

/* Write out dirty pages by sync(2) and fsync(2). 0, or -errno of fsync(2), except -EINVAL. */
int block_write_out(struct device *dev);

/* Call BLKFLSBUF, or for a regular file, host_drop_cache(), to drop cached pages. 0 or -errno. */
int block_drop_pages(struct device *dev);

/* True if queue/discard_max_bytes of the whole disk is not 0. */
bool block_discards(struct device *dev);

/* Discard `bytes` bytes from byte `at` on, by BLKDISCARD. `fd` is open for writing. 0 or -errno. */
int block_discard(struct device *dev, int fd, uint64_t at, uint64_t bytes);

/* Return the limit of a command's data, queue/max_hw_sectors_kb, in bytes; 0: not known. */
size_t block_command_bytes(struct device *dev);

/* Call block_write_out(), ignoring a failure, and return the result of block_drop_pages(). */
int block_flush(struct device *dev);

static inline int block_attr_u64(const struct device *dev, const char *attribute, uint64_t *value)
{
	return sysfs_own_u64(&dev->sys, attribute, value);
}

/* A time limit, in whole seconds. The members differ if an NVMe disk has paths that differ. */
struct block_limit {
	uint64_t least, most;
};

/*
 * Read or set the kernel's time limit for a command to the disk. Partitions and generic nodes share
 * the limit of their disk. The limit of an NVMe disk with several paths is set on all paths, also
 * after a failure. 0, or the first -errno: -ENOENT if sysfs shows no limit.
 */
int block_command_timeout(struct device *dev, struct block_limit *limit);
int block_command_timeout_set(struct device *dev, uint64_t seconds);

/*
 * Read or set the kernel's time limit for commands of the SCSI error handler to the disk
 * (device/eh_timeout). 0, or -errno: -ENOENT if sysfs shows no limit.
 */
int block_eh_timeout(struct device *dev, struct block_limit *limit);
int block_eh_timeout_set(struct device *dev, uint64_t seconds);

struct block_place {
	bool array;
	/* a device that this device is built on, as by dm, md or bcache; empty: none */
	char built_on[BLOCK_NAME_BYTES];
	uint64_t start; /* first sector on the disk, in 512-byte units; 0 for a whole disk */
	char disk[BLOCK_NAME_BYTES]; /* "sda" for sda1; empty for a whole disk, or if not known */
};

/*
 * Find *place, by which block_is_whole() judges. A character device or regular file counts as a
 * whole disk. 0; or -errno if the place is not known: do not treat the device as a whole disk.
 */
int block_place(struct device *dev, struct block_place *place);

static inline bool block_is_whole(const struct block_place *place)
{
	return !place->array && !place->built_on[0] && !place->start && !place->disk[0];
}

/*
 * Find the size in bytes of a logical sector, the unit of LBA in commands. An ATA drive is asked,
 * since a USB bridge may show the kernel another size. 0 or -errno.
 */
int block_disk_sector_bytes(struct host *host, const struct block_disk *disk, unsigned *bytes);

/*
 * Lock the whole disk until device_close(), by flock(2) on the disk's node
 * (https://systemd.io/BLOCK_DEVICE_LOCKING). 0, also if flock(2) is not possible or the caller of
 * this program has the lock; -EWOULDBLOCK if another program's lock excludes `lock`; or another
 * -errno if that is not known. With -EWOULDBLOCK, `who` is the process with the other lock, as
 * "mkfs.ext4, process 708", or "" if not known.
 */
int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES]);

/*
 * As block_lock(), and lock the drive's other disks (block_claim()), too. After a failure `why` is
 * "" for the device's own disk. For other disks it is, after -EWOULDBLOCK, the path of the locked
 * disk; after -E2BIG, for more than DEVICE_OTHERS disks, a sentence; else what cannot be read.
 */
int block_lock_drive(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES],
		     char why[BLOCK_WHY_BYTES]);

/*
 * Find a use of the device or a part of it, such as a mount. Other disks of the drive do not count.
 * 0 if no use is found; -EBUSY with the use in `why`; or another -errno.
 */
int block_used(struct device *dev, char why[BLOCK_WHY_BYTES]);

/*
 * Claim the device, or a generic node's disk, and the drive's other disks by O_EXCL, until
 * device_close(). Other disks are namespaces of the same NVM subsystem, or SCSI disks with the same
 * world wide name. After a failure nothing is claimed. Results:
 *
 *   0        claimed, perhaps before; or nothing to claim: a regular file, a generic node without
 *            a disk
 *   -EBUSY   a part of the drive is in use: `why` has the use
 *   -ESTALE  an opened path leads to another device
 *   -E2BIG   there are more than DEVICE_OTHERS other disks
 *   -errno   a disk cannot be found or opened, or its uses are not known
 */
int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES]);

#endif
