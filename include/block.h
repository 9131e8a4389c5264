/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the block layer knows of a device; the drive is not asked. */
#ifndef HDPARM_BLOCK_H
#define HDPARM_BLOCK_H

#include "device.h"

/*
 * Size in bytes: BLKGETSIZE64, else BLKGETSIZE, or the length of a regular file. 0, or -errno of
 * the last call.
 */
int block_bytes(struct device *dev, uint64_t *bytes);

/*
 * Logical sector size in bytes, a power of two from 512 to 65536: BLKSSZGET; 512 where the device
 * has none or reports another number.
 */
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
	const char *failed; /* what failed, where the result is not 0 */
};

/*
 * 0; -errno of HDIO_GETGEO; -errno of BLKGETSIZE where the size is not known otherwise; -ENOMEM
 * where there was no memory to find the start of an array.
 */
int block_geometry(struct device *dev, struct block_geometry *geometry);

/*
 * True if a device that had a size was removed: its size is 0 now, and reads end at once, or fail
 * with EIO like those of bad sectors. False for a regular file.
 */
bool block_has_gone(struct device *dev);

/*
 * Return the text for the error of a read, with ": " in front, or "". The page cache turns all
 * errors but ENODEV into EIO, and strerror() texts mislead: *err becomes EIO, too.
 */
const char *block_read_error(int *err);

/*
 * True if a direct read failed because of its sectors, as far as the kernel shows: EIO may also
 * come from the path.
 */
bool block_medium_failed(int err);

/*
 * Open the device once more, with O_DIRECT and `access` (O_RDONLY, O_RDWR). Returns the
 * descriptor; -ESTALE if the path leads to another device now, or -errno.
 */
int block_open_direct(struct device *dev, int access);

/* block_open_direct() for reading the whole disk; also takes a generic node (block_whole()). */
int block_open_disk(struct device *dev);

/* Write everything out: sync, then fsync. -errno of fsync: -EIO means that data were lost. */
int block_write_out(struct device *dev);

/* Drop the device's cached pages: 0, or -errno of BLKFLSBUF, or of posix_fadvise for a file. */
int block_drop_pages(struct device *dev);

/* True if the kernel passes BLKDISCARD on to the disk (queue/discard_max_bytes). */
bool block_discards(struct device *dev);

/*
 * Discards bytes by the kernel, through a descriptor that was opened for writing: 0 or -errno. A
 * call is not interrupted, so each gets a part only.
 */
int block_discard(struct device *dev, int fd, uint64_t at, uint64_t bytes);

/* The most bytes that the kernel passes on in one pass-through command; 0: not known. */
size_t block_command_bytes(struct device *dev);

/*
 * Write out pages, then drop them, before something that bypasses the page cache. Returns
 * block_drop_pages()'s result.
 */
int block_flush(struct device *dev);

/* sysfs_own_u64() and the others of the device. */
static inline int block_attr_u64(const struct device *dev, const char *attribute, uint64_t *value)
{
	return sysfs_own_u64(&dev->sys, attribute, value);
}

/*
 * Read the kernel's time limit for one command to the device's disk, in whole seconds. Partitions
 * and SCSI generic nodes share the limit of the disk. -ENOENT if the driver has no limit.
 */
int block_command_timeout(struct device *dev, uint64_t *seconds);
int block_command_timeout_set(struct device *dev, uint64_t seconds);

/* block_command_timeout() for the commands of the SCSI layer's error handler, after a timeout. */
int block_eh_timeout(struct device *dev, uint64_t *seconds);
int block_eh_timeout_set(struct device *dev, uint64_t seconds);

/* Whether a device is a whole disk, or a part, and of which disk. */
struct block_place {
	bool array;			 /* an md array: its sectors are spread over disks */
	char built_on[BLOCK_NAME_BYTES]; /* name of one device below, for dm, md and bcache */
	uint64_t start; /* first sector on the disk, in 512-byte units; 0 for a whole disk */
	char disk[BLOCK_NAME_BYTES]; /* "sda" for sda1; empty for a whole disk or where unknown */
};

/*
 * From sysfs, else from HDIO_GETGEO. A device that is no block device counts as a whole disk. 0, or
 * -errno where it cannot be found out: then the device must not be treated as a whole disk.
 */
int block_place(struct device *dev, struct block_place *place);

/* True if it is a whole disk: no partition, no array, not built on other devices. */
static inline bool block_is_whole(const struct block_place *place)
{
	return !place->array && !place->built_on[0] && !place->start && !place->disk[0];
}

/*
 * The logical sector size in bytes, the unit of LBA in commands to the disk: the drive's own by
 * IDENTIFY, since a USB bridge may show the kernel another one; else the kernel's. -errno where a
 * SCSI disk, which may be an ATA drive, cannot be opened, or where the kernel has no size.
 */
int block_disk_sector_bytes(struct host *host, const struct block_disk *disk, unsigned *bytes);

/*
 * Lock the disk against other programs and udev: flock(2) on the node of the whole disk, until
 * device_close() (https://systemd.io/BLOCK_DEVICE_LOCKING). 0, also if there is no disk to lock;
 * -EWOULDBLOCK with the holder in `who` ("mkfs.ext4, process 708"), or an empty `who` if the kernel
 * does not show the holder.
 */
int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES]);

/*
 * Look who uses the disk or a part of it, as block_claim() does, and claim nothing. 0; -EBUSY
 * with `why`; other -errno: it could not be found out.
 */
int block_used(struct device *dev, char why[BLOCK_WHY_BYTES]);

/*
 * Claim the whole drive exclusively until device_close(): the disk or partition, the other
 * namespaces of the same NVM subsystem, and the other paths to the same SCSI disk (disks with the
 * same world wide name). 0. -EBUSY if a part of the drive is mounted, used for swapping, or held by
 * md, dm, a loop device or another holder; `why` names the user. -ESTALE if the path leads to
 * another device now. -E2BIG if the drive has more than DEVICE_OTHERS other disks. Another -errno
 * if the users could not be determined; `why` names the file that could not be read. For a SCSI
 * generic node the disk behind the node is claimed; 0 if sysfs shows that the node has no disk.
 * After a failure nothing is claimed.
 */
int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES]);

#endif
