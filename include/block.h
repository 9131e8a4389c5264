/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the block layer knows of a device; the drive is not asked. */
#ifndef HDPARM_BLOCK_H
#define HDPARM_BLOCK_H

#include "device.h"

/*
 * Find the size in bytes: BLKGETSIZE64, else BLKGETSIZE, or the length of a regular file. 0, or
 * -errno of the last call.
 */
int block_bytes(struct device *dev, uint64_t *bytes);

/*
 * Return the logical sector size in bytes, a power of two from 512 to 65536 (BLKSSZGET). 512 if the
 * device has none or reports another number.
 */
unsigned block_sector_bytes(struct device *dev);

/*
 * Cylinders, heads and sectors (HDIO_GETGEO); the start of a partition on its disk and the size,
 * both in 512-byte units, from sysfs if possible.
 */
struct block_geometry {
	unsigned cylinders;
	unsigned heads;
	unsigned sectors;
	bool has_start;
	uint64_t start;
	uint64_t sectors_total;
	const char *failed; /* the step that failed */
};

/* 0, or -errno: of HDIO_GETGEO, of BLKGETSIZE for an unknown size, or -ENOMEM. */
int block_geometry(struct device *dev, struct block_geometry *geometry);

/*
 * True if a device that had a size was removed: its size is 0 now. Then reads end at once, or fail
 * with EIO as at bad sectors. False for a regular file.
 */
bool block_has_gone(struct device *dev);

/*
 * Return the text of a read error with ": " in front, or "". strerror() texts would mislead: the
 * page cache turns all errors but ENODEV into EIO. *err becomes EIO, too.
 */
const char *block_read_error(int *err);

/* True if a direct read may have failed because of its sectors; EIO may also come from the path. */
bool block_medium_failed(int err);

/*
 * Open the device once more, with O_DIRECT and `access` (O_RDONLY, O_RDWR). Return the descriptor,
 * or -errno: -ESTALE if the path leads to another device now.
 */
int block_open_direct(struct device *dev, int access);

/* block_open_direct() for reading the whole disk, also of a generic node. */
int block_open_disk(struct device *dev);

/* Write everything out: sync(2), then fsync(2). 0, or -errno: -EIO means that data were lost. */
int block_write_out(struct device *dev);

/* Drop the cached pages of the device. 0, or -errno of BLKFLSBUF or posix_fadvise(2). */
int block_drop_pages(struct device *dev);

/* True if the kernel passes BLKDISCARD on to the disk (queue/discard_max_bytes). */
bool block_discards(struct device *dev);

/*
 * Discard bytes by the kernel, through a descriptor that was opened for writing. 0 or -errno. The
 * kernel does not interrupt a call, so each call gets only a part of the bytes.
 */
int block_discard(struct device *dev, int fd, uint64_t at, uint64_t bytes);

/* Return the most bytes that the kernel passes on in a pass-through command; 0: not known. */
size_t block_command_bytes(struct device *dev);

/*
 * Write out pages, then drop them, before an access that bypasses the page cache. Return the result
 * of block_drop_pages().
 */
int block_flush(struct device *dev);

static inline int block_attr_u64(const struct device *dev, const char *attribute, uint64_t *value)
{
	return sysfs_own_u64(&dev->sys, attribute, value);
}

/*
 * The kernel's time limit for a command to the device's disk, in whole seconds; partitions and
 * generic nodes share the limit of the disk. 0, or -errno: -ENOENT if the driver has no limit.
 */
int block_command_timeout(struct device *dev, uint64_t *seconds);
int block_command_timeout_set(struct device *dev, uint64_t seconds);

/* The time limit for the commands of the SCSI error handler, after a timeout. */
int block_eh_timeout(struct device *dev, uint64_t *seconds);
int block_eh_timeout_set(struct device *dev, uint64_t seconds);

struct block_place {
	bool array;			 /* an md array */
	char built_on[BLOCK_NAME_BYTES]; /* name of a device below, for dm, md and bcache */
	uint64_t start; /* first sector on the disk, in 512-byte units; 0 for a whole disk */
	char disk[BLOCK_NAME_BYTES]; /* "sda" for sda1; empty for a whole disk, or not known */
};

/*
 * Find whether a device is a whole disk or a part: from sysfs, else from HDIO_GETGEO. A device that
 * is no block device counts as a whole disk. 0, or -errno if that is not known: then the device
 * must not be treated as a whole disk.
 */
int block_place(struct device *dev, struct block_place *place);

static inline bool block_is_whole(const struct block_place *place)
{
	return !place->array && !place->built_on[0] && !place->start && !place->disk[0];
}

/*
 * Find the logical sector size in bytes, the unit of LBA in commands: the drive's by IDENTIFY,
 * since a USB bridge may show the kernel another size; else the kernel's. 0, or -errno if a SCSI
 * disk, which may be an ATA drive, cannot be opened, or the kernel has no size.
 */
int block_disk_sector_bytes(struct host *host, const struct block_disk *disk, unsigned *bytes);

/*
 * Lock the whole disk against other programs and udev until device_close(), by flock(2) on its node
 * (https://systemd.io/BLOCK_DEVICE_LOCKING). 0, also without a disk; or -errno: -EWOULDBLOCK with
 * the holder in `who`, "mkfs.ext4, process 708", empty if the kernel does not show the holder.
 */
int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES]);

/* Find a user of the disk, as block_claim(), and claim nothing. 0, or -errno: -EBUSY with `why`. */
int block_used(struct device *dev, char why[BLOCK_WHY_BYTES]);

/*
 * Claim the whole drive exclusively until device_close(): the disk or partition, and the other
 * namespaces of the NVM subsystem, or the other paths to the SCSI disk (disks with its world wide
 * name). For a generic node, claim its disk; 0 if the node has no disk. After a failure nothing is
 * claimed. 0, or -errno: -EBUSY if a part of the drive is mounted, used for swapping, or held, with
 * the user in `why`; -ESTALE if the path leads to another device now; -E2BIG for more than
 * DEVICE_OTHERS other disks; another if the users could not be determined, with the unreadable file
 * in `why`.
 */
int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES]);

#endif
