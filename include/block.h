/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the block layer and sysfs know of a device, without asking the drive. */
#ifndef HDPARM_BLOCK_H
#define HDPARM_BLOCK_H

#include "device.h"
#include "rdev.h"

#include <limits.h>

enum { BLOCK_NAME_BYTES = 64 };

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
	const char *failed; /* what failed, where the result is not 0 */
};

/*
 * 0; -errno of HDIO_GETGEO; -errno of BLKGETSIZE where the size is not known otherwise; -ENOMEM
 * where there was no memory to find the start of an array.
 */
int block_geometry(struct device *dev, struct block_geometry *geometry);

/*
 * Words for the error of a read, ": " before them, or "". The page cache turns all of these but
 * ENODEV into EIO, and their strerror() texts mislead: *err becomes EIO, too.
 */
const char *block_read_error(int *err);

/* Whether a direct read failed for its sectors, as far as the kernel tells: EIO may be the path. */
bool block_medium_failed(int err);

/*
 * Opens the device once more, with O_DIRECT and `access` (O_RDONLY, O_RDWR): the descriptor; or
 * -ESTALE where the path leads to another device by now, or -errno.
 */
int block_open_direct(struct device *dev, int access);

/* A partition of a disk, in 512-byte units. */
struct block_part {
	char name[BLOCK_NAME_BYTES]; /* "sda1"; empty: none */
	uint64_t start;
};

/* The partition of a whole disk that holds a sector, by sysfs; an empty name where it has none. */
void block_part_at(struct device *dev, uint64_t sector, struct block_part *part);

/* Writes everything out: sync, then fsync. -errno of fsync: -EIO means that data were lost. */
int block_write_out(struct device *dev);

/* Drops the device's cached pages: 0, or -errno of BLKFLSBUF, or of posix_fadvise for a file. */
int block_drop_pages(struct device *dev);

/* Whether the kernel passes BLKDISCARD on to the disk (queue/discard_max_bytes). */
bool block_discards(struct device *dev);

/* The most bytes that the kernel passes on in one command of a program; 0: not told. */
size_t block_command_bytes(struct device *dev);

/* Both, before something that bypasses the page cache. Returns block_drop_pages()'s result. */
int block_flush(struct device *dev);

/*
 * Path of a sysfs attribute of the device ("device/queue_depth"), by /sys/dev/block/MAJ:MIN.
 * `attribute` belongs to the device itself; a partition has only a few attributes of its own.
 * -ENODEV if it is not a block device.
 */
int block_attr_path(const struct device *dev, const char *attribute, char *path, size_t size);

/* Reads an unsigned decimal attribute. -ENOENT if the device lacks it, -EINVAL if not a number. */
int block_attr_u64(struct device *dev, const char *attribute, uint64_t *value);

/* Writes a number to an attribute. 0 or -errno. */
int block_attr_set_u64(struct device *dev, const char *attribute, uint64_t value);

/*
 * The kernel's time limit for one command to the device's disk, in whole seconds. It is the disk's
 * also for a partition or a SCSI generic node. -ENOENT where its driver has none.
 */
int block_command_timeout(struct device *dev, uint64_t *seconds);
int block_command_timeout_set(struct device *dev, uint64_t seconds);

/* Whether a device is a whole disk, or which part of which disk. */
struct block_place {
	bool array;			 /* an md array: its sectors are spread over disks */
	char built_on[BLOCK_NAME_BYTES]; /* of dm, md or bcache: one of the devices below */
	uint64_t start; /* first sector on the disk, in 512-byte units; 0 for a whole disk */
	char disk[BLOCK_NAME_BYTES]; /* "sda" for sda1; empty for a whole disk or where unknown */
};

/*
 * From sysfs, else from HDIO_GETGEO. A device that is no block device counts as a whole disk. 0, or
 * -errno where it cannot be found out: the device must not be treated as a whole disk then.
 */
int block_place(struct device *dev, struct block_place *place);

/* Whether it is a whole disk: no partition, no array, not built on other devices. */
static inline bool block_is_whole(const struct block_place *place)
{
	return !place->array && !place->built_on[0] && !place->start && !place->disk[0];
}

enum { BLOCK_WHY_BYTES = 192, BLOCK_MIRRORS = 16 };

/*
 * The disks that hold a device's sectors. Each disk holds all of them, from sector `start` on (in
 * 512-byte units). A disk or partition has one; a raid1 of equal members has several.
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
 * Finds the disks of block device `rdev` by sysfs. 0; -ENOTTY where the device's sectors are not
 * disk sectors at a fixed offset, as with dm, loop and most arrays; another -errno where sysfs does
 * not show it. On failure `why` says in words what is between the device and the disk.
 */
int block_on_disks(struct host *host, uint64_t rdev, struct block_disks *disks,
		   char why[BLOCK_WHY_BYTES]);

/*
 * The logical sector size that commands to the disk count by, in bytes. It is the drive's own, by
 * IDENTIFY, which a USB bridge may hide from the kernel; else the kernel's. -errno where a SCSI
 * disk, which may be an ATA drive, cannot be opened, or where the kernel has no size.
 */
int block_disk_sector_bytes(struct host *host, const struct block_disk *disk, unsigned *bytes);

/*
 * The whole disk of a device number: the device itself, the disk that it is a part of, or the disk
 * of a SCSI generic node; by sysfs. 0; -ENOTBLK where sysfs shows that the node has no disk; other
 * -errno where sysfs does not show it.
 */
int block_whole(struct host *host, uint64_t rdev, bool character, struct block_disk *disk);

/*
 * What the kernel counted of a disk's use since it was found; pass-through commands are not in it.
 * 0, or -errno where the kernel does not tell.
 */
struct block_usage {
	uint64_t read;	    /* in 512-byte units */
	uint64_t other;	    /* completed writes, discards and flushes */
	uint64_t under_way; /* requests, just now */
};
int block_usage(struct host *host, const struct block_disk *disk, struct block_usage *usage);

/*
 * The lock by which programs keep others off a disk, and udev from probing it
 * (https://systemd.io/BLOCK_DEVICE_LOCKING): flock(2) on the node of the whole disk, until
 * device_close(). 0, also for what has no lock, as a node without a disk; -EWOULDBLOCK with the
 * holder in `who` ("mkfs.ext4, process 708"), empty where the kernel does not show it.
 */
enum { BLOCK_HOLDER_BYTES = 64 };
int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES]);

/* Which device a path leads to: its number, and what identifies the drive in sysfs. */
enum { BLOCK_IDENTITY_VALUE_BYTES = 128, BLOCK_IDENTITY_BYTES = 5 * 160 };
struct block_identity {
	uint64_t rdev;	/* 0: no device, or unknown */
	bool character; /* sysfs does not show its drive: only the number identifies it */
	char text[BLOCK_IDENTITY_BYTES];
};

/* What the path leads to now; nothing is opened. */
void block_identity(struct host *host, const char *path, struct block_identity *identity);

/*
 * Whether an open device is still that one. A drive that was replaced by another one with the same
 * name and number is detected by the disk sequence number (since Linux 5.15), the world wide name,
 * the serial number or the model.
 */
bool block_is_still(const struct device *dev, const struct block_identity *identity);

/*
 * Claims the whole disk exclusively until device_close(). 0, or -EBUSY when it or a part of it is
 * mounted, used for swapping, or held by md, dm, a loop device or another holder; `why` then says
 * by which. -ESTALE: the path leads to another device by now. Other -errno: it could not be found
 * out; if a file could not be read, `why` names it. For a SCSI generic node the disk behind it is
 * checked and claimed; 0 where sysfs shows that it has none; an error without sysfs.
 */
int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES]);

/*
 * The same for what else a command for the whole drive reaches: the other namespaces of its NVM
 * subsystem, or the other paths to the same SCSI disk, those with its world wide name. -E2BIG:
 * there are more than DEVICE_OTHERS of them.
 */
int block_claim_namespaces(struct device *dev, char why[BLOCK_WHY_BYTES]);
int block_claim_paths(struct device *dev, char why[BLOCK_WHY_BYTES]);

/*
 * Whether the disk of that number, or a part of it, is in use, by the kernel's tables alone:
 * nothing is opened. 0; -EBUSY, and `why` says by which; other -errno, and `why` names what could
 * not be read.
 */
int block_used_by(struct host *host, uint64_t rdev, char why[BLOCK_WHY_BYTES]);

#endif
