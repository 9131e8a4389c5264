/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel shows of block devices in sysfs and /proc. No device is opened, and no command is
 * sent.
 */
#ifndef HDPARM_SYSFS_H
#define HDPARM_SYSFS_H

#include "host.h"

#include <limits.h>

/*
 * Sizes of texts: from a drive or the kernel; the name of a block device; a sentence about one; a
 * process.
 */
enum {
	DISK_TEXT_BYTES = 48,
	BLOCK_NAME_BYTES = 64,
	BLOCK_WHY_BYTES = 192,
	BLOCK_HOLDER_BYTES = 64
};

struct block_disk {
	char name[BLOCK_NAME_BYTES]; /* "sda", as sysfs has it */
	uint64_t rdev;
};

/* Find a device's folder: ".../block/sda", of a partition ".../block/sda/sda1". 0 or -errno. */
int sysfs_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX]);

/* Read a file in a folder, as host_read_file(). */
ssize_t sysfs_read(struct host *host, const char *folder, const char *name, char *data,
		   size_t size);

/* Read the text of a file in a folder. 0 or -errno. */
int sysfs_text(struct host *host, const char *folder, const char *name, char *text, size_t size);

/* Return 1 with the text of the file, 0 if there is no such file, or -errno. */
int sysfs_look_for(struct host *host, const char *folder, const char *name, char *text,
		   size_t size);

/* Read an unsigned decimal number. -ENOENT if there is no file, -EINVAL if its text is no number.
 */
int sysfs_u64(struct host *host, const char *folder, const char *name, uint64_t *value);

/* Copy the last name of a path, truncated if it is long. */
void sysfs_last_name(const char *path, char name[BLOCK_NAME_BYTES]);

/* Make the node's path of a disk's name: "/dev/cciss/c0d0" for "cciss!c0d0". */
enum { SYSFS_NODE_BYTES = BLOCK_NAME_BYTES + 8 };
void sysfs_node_path(const char *name, char path[SYSFS_NODE_BYTES]);

/*
 * Find the disk of a generic node of SCSI or NVMe by its number. 0; 1 if the node has no disk;
 * -errno of sysfs. `path` is the path that was read.
 */
enum { SYSFS_LOOKED_BYTES = 128 };
int sysfs_disk_of_node(struct host *host, uint64_t rdev, uint64_t *disk,
		       char path[SYSFS_LOOKED_BYTES]);

/* True if a text of cache_type means an enabled write cache: also "write back, no read". */
bool sysfs_writes_back(const char *text);

/*
 * Return the path of the kernel's parameter that limits autonomous power states of NVMe drives, a
 * latency in microseconds. sys_nvme_default_latency(): its text; empty if it is not known.
 */
const char *sys_nvme_latency_path(void);
void sys_nvme_default_latency(struct host *host, char text[DISK_TEXT_BYTES]);

/*
 * Find the whole disk of a device number: the device itself, the disk that it is a part of, or the
 * disk of a SCSI generic node. 0; -ENOTBLK if sysfs shows that the node has no disk; another -errno
 * if sysfs does not show it.
 */
int block_whole(struct host *host, uint64_t rdev, bool character, struct block_disk *disk);

enum { SYSFS_VENDOR_BYTES = 32 };

/* A device's node and its facts in sysfs, each looked up once. Set the first three members. */
struct sys_disk {
	struct host *host;
	uint64_t rdev;	 /* 0: no device */
	bool character;	 /* rdev is that of a character device */
	bool has_folder; /* `folder` is known: */
	bool has_whole;	 /* `whole` is known: */
	bool has_vendor; /* `vendor` is known */
	int folder_err;	 /* 0 or -errno */
	int whole_err;	 /* block_whole()'s result */
	struct block_disk whole;
	char vendor[SYSFS_VENDOR_BYTES];
	char folder[PATH_MAX]; /* the node's own folder, below /sys/devices */
};

/* Begin with the device at a path. 0; -errno of stat(2); -ENOTBLK if the path is no device. */
int sys_disk_of_path(struct sys_disk *disk, struct host *host, const char *path);

/* block_whole() of the node, looked up once. */
int sys_disk_whole(struct sys_disk *disk, struct block_disk *whole);

/*
 * True if the kernel has suspended the device at run time: opening it would resume it. False if
 * that is not known.
 */
bool sys_disk_suspended(const struct sys_disk *disk);

/* sys_disk_suspended() of the device at a path; nothing is opened. */
bool path_suspended(struct host *host, const char *path);

/*
 * Find the folder of the whole disk by /sys/dev/block/MAJ:MIN, also of a partition and of a generic
 * node of SCSI or NVMe. False if there is no disk, or sysfs does not show it.
 */
enum { SYSFS_DISK_BYTES = 48 };
bool sysfs_disk_folder(struct sys_disk *disk, char folder[SYSFS_DISK_BYTES]);

/* Find the path of the disk's first attribute that matches a pattern. False if there is none. */
bool sysfs_disk_find(struct sys_disk *disk, const char *pattern, char *path, size_t size);

/*
 * Read a number of the whole disk, in queue/ or device/; also for a partition or a generic node.
 * 0; -errno as sysfs_u64().
 */
int sysfs_disk_u64(struct sys_disk *disk, const char *attribute, uint64_t *value);

/*
 * Make the path of a sysfs attribute of the device itself ("device/queue_depth"), by
 * /sys/dev/block/MAJ:MIN; partitions have few attributes. -ENODEV if the device is not a block
 * device.
 */
int sysfs_own_path(const struct sys_disk *disk, const char *attribute, char *path, size_t size);

/* Read an unsigned decimal attribute. -ENOENT if the device lacks it, -EINVAL if not a number. */
int sysfs_own_u64(const struct sys_disk *disk, const char *attribute, uint64_t *value);

/* Write a number to an attribute. 0 or -errno. */
int sysfs_own_set_u64(const struct sys_disk *disk, const char *attribute, uint64_t value);

/* True if device/vendor of the whole disk is "ATA", the kernel's text for SATA and IDE drives, also
 * at a SAS host. */
bool sysfs_is_ata(struct sys_disk *disk);

/*
 * True if the kernel found the whole disk, also of a partition and of a generic node, as a SCSI
 * disk, and not as an ATA drive behind a host.
 */
bool sysfs_is_scsi(struct sys_disk *disk);

/* True if a character node is a namespace's: /dev/ng0n1. */
bool sysfs_is_nvme_generic(const struct sys_disk *disk);

/*
 * True if a generic node /dev/sgN belongs, or may belong, to a CD or DVD drive: peripheral device
 * type 05h (SPC-5 table 150), or an unknown type.
 */
bool sysfs_may_be_optical(const struct sys_disk *disk);

/* True if a disk is at a SAS host: below an end device (drivers/scsi/scsi_transport_sas.c). */
bool sysfs_at_sas_host(struct sys_disk *disk);

/* True for a SAS disk: at a SAS host, and without ATA translation. */
bool sysfs_is_sas(struct sys_disk *disk);

/* True for an md array: its sectors are on several disks. */
bool sysfs_is_array(const struct sys_disk *disk);

/* A partition of a disk, in 512-byte units. */
struct block_part {
	char name[BLOCK_NAME_BYTES]; /* "sda1"; empty: none */
	uint64_t start;
};

/* Find the partition of a whole disk that holds a sector; an empty name: none. 0 or -errno. */
int block_part_at(const struct sys_disk *disk, uint64_t sector, struct block_part *part);

/* Return whether the device is attached by USB: 1 or 0; -errno where sysfs does not show it. */
int sysfs_find_usb(struct sys_disk *disk);

/*
 * True if the kernel's driver of the bridge is uas, not usb-storage; false if sysfs does not show
 * it.
 */
bool sysfs_on_uas(struct sys_disk *disk);

/* Read idVendor and idProduct of the bridge. False if there is no bridge, or sysfs cannot be read.
 */
bool sysfs_usb_id(struct sys_disk *disk, uint16_t *vendor, uint16_t *product);

/* Read bcdDevice, the bridge's version in binary-coded decimal (0x0214 is 2.14). False as above. */
bool sysfs_usb_version(struct sys_disk *disk, uint16_t *version);

enum { BLOCK_MIRRORS = 16 };

/*
 * The disks that hold a device's sectors. Each disk holds all sectors, from sector `start` on (in
 * 512-byte units). A disk or partition has one disk; a raid1 of equal members has several.
 */
struct block_disks {
	uint64_t start;
	size_t n;
	struct block_disk disk[BLOCK_MIRRORS];
};

/*
 * Find the disks of block device `rdev`. 0; -ENOTTY if the device's sectors are not disk sectors at
 * a fixed offset, as with dm, loop and most arrays; another -errno if sysfs does not show it. On
 * failure `why` names what is between the device and the disk.
 */
int block_on_disks(struct host *host, uint64_t rdev, struct block_disks *disks,
		   char why[BLOCK_WHY_BYTES]);

#endif
