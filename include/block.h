/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the block layer and sysfs know of a device, without asking the drive. */
#ifndef HDPARM_BLOCK_H
#define HDPARM_BLOCK_H

#include "device.h"

#include <limits.h>

/*
 * Size in bytes: BLKGETSIZE64, else BLKGETSIZE, or the length of a regular file. 0, or -errno of
 * the last.
 */
int block_bytes(struct device *dev, uint64_t *bytes);

/*
 * Logical sector size in bytes, a power of two from 512 to 65536: BLKSSZGET; 512 where the device
 * has none or names another number.
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
	const char *failed; /* what was, where the result is not 0 */
};

/*
 * 0, or -errno of HDIO_GETGEO, of BLKGETSIZE where nothing tells the size, or -ENOMEM where the
 * start of an array could not be looked for.
 */
int block_geometry(struct device *dev, struct block_geometry *geometry);

/* Writes everything out: sync, then fsync, whose -errno (-EIO) tells of data that were lost. */
int block_write_out(struct device *dev);

/* Drops the device's cached pages: 0, or -errno of BLKFLSBUF, or of posix_fadvise for a file. */
int block_drop_pages(struct device *dev);

/* Both, before something that passes the page cache by: the result is that of dropping. */
int block_flush(struct device *dev);

/*
 * Path of a sysfs attribute of the device ("device/queue_depth"), by /sys/dev/block/MAJ:MIN.
 * `attribute` is looked up at the device itself; a partition has its own few attributes only.
 * -ENODEV for what is no block device.
 */
int block_attr_path(const struct device *dev, const char *attribute, char *path, size_t size);

/* Reads an unsigned decimal attribute. -ENOENT where the device lacks it, -EINVAL for no number. */
int block_attr_u64(struct device *dev, const char *attribute, uint64_t *value);

/* Writes a number to an attribute. 0 or -errno. */
int block_attr_set_u64(struct device *dev, const char *attribute, uint64_t value);

enum { BLOCK_NAME_BYTES = 64 };

/* Where a device stands among the disks. */
struct block_place {
	bool array;			 /* an md array: its sectors have no one place on a disk */
	char built_on[BLOCK_NAME_BYTES]; /* a device of dm, md or bcache: one that it is made of */
	uint64_t start; /* first sector on the disk, in 512-byte units; 0 for a whole disk */
	char disk[BLOCK_NAME_BYTES]; /* "sda" for sda1; empty for a whole disk or where unknown */
};

/*
 * From sysfs, else from HDIO_GETGEO. A device that is no block device is a whole one. 0, or -errno
 * where it cannot be found out: then nothing may pass as the whole disk.
 */
int block_place(struct device *dev, struct block_place *place);

/* A whole disk is one: no part of another, no array, not built on others. */
static inline bool block_is_whole(const struct block_place *place)
{
	return !place->array && !place->built_on[0] && !place->start && !place->disk[0];
}

enum { BLOCK_WHY_BYTES = 192, BLOCK_MIRRORS = 16 };

/*
 * The disks that hold a device's sectors, each all of them and from the same `start` on, in
 * 512-byte units: one disk for itself and its partitions, several for a raid1 of equal members.
 */
struct block_disk {
	char name[BLOCK_NAME_BYTES]; /* "sda", as sysfs has it */
	uint64_t rdev;
};
struct block_disks {
	uint64_t start;
	size_t n;
	struct block_disk disk[BLOCK_MIRRORS];
};

/*
 * Finds them by sysfs, `rdev` being a block device's number. 0; -ENOTTY where sectors of the
 * device are no sectors of a disk at a fixed distance, as with dm, loop and most arrays; other
 * -errno where sysfs does not tell. `why` then says what stands between in words.
 */
int block_on_disks(struct host *host, uint64_t rdev, struct block_disks *disks,
		   char why[BLOCK_WHY_BYTES]);

/*
 * The logical sector size by which commands to the disk count, in bytes: the drive's own by
 * IDENTIFY, which a USB bridge may hide from the kernel; else the kernel's. -errno where a SCSI
 * disk, which may be an ATA drive, cannot be opened or the kernel names no size.
 */
int block_disk_sector_bytes(struct host *host, const struct block_disk *disk, unsigned *bytes);

/*
 * The whole disk that a device number is, is a part of, or is the SCSI generic node of; by sysfs.
 * 0; -ENOTBLK where sysfs knows the node and no disk of it; other -errno: it does not tell.
 */
int block_whole(struct host *host, uint64_t rdev, bool character, struct block_disk *disk);

/*
 * The lock by which programs keep off each other's disks, and udev from probing one
 * (https://systemd.io/BLOCK_DEVICE_LOCKING): flock(2) on the node of the whole disk, until
 * device_close(). 0; -EWOULDBLOCK with whose it is in `who` ("mkfs.ext4, process 708"), empty where
 * the kernel does not tell. What cannot be locked, as a node without a disk, is nobody's: 0.
 */
enum { BLOCK_HOLDER_BYTES = 64 };
int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES]);

/* Which device a path leads to: its number, and what sysfs tells of who it is. */
enum { BLOCK_IDENTITY_VALUE_BYTES = 128, BLOCK_IDENTITY_BYTES = 5 * 160 };
struct block_identity {
	uint64_t rdev;	/* 0: no device, or unknown */
	bool character; /* whose drive sysfs does not tell: the number has to do */
	char text[BLOCK_IDENTITY_BYTES];
};

/* What the path leads to now; nothing is opened. */
void block_identity(struct host *host, const char *path, struct block_identity *identity);

/*
 * Whether an open device is that one. A drive that went, and left its name and number to another
 * one, is told by its sequence number (Linux 5.15 on), its world wide name, serial number or model.
 */
bool block_is_still(const struct device *dev, const struct block_identity *identity);

/*
 * Claims the whole disk against everybody else until device_close(): 0, or -EBUSY when it or a
 * part of it is mounted, used for swapping, or held by md, dm, a loop device or anything that
 * claims devices; `why` then says by what. -ESTALE: its path leads to another one by now. Other
 * -errno: it could not be found out, and `why` names the file that could not be read, if it was
 * one. Of a SCSI generic node the disk is looked at and claimed, 0 too where sysfs knows the node
 * and no disk of it; without sysfs it is an error.
 */
int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES]);

#endif
