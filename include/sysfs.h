/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel shows of block devices in sysfs and /proc: nothing is opened, and nothing is sent
 * to a drive.
 */
#ifndef HDPARM_SYSFS_H
#define HDPARM_SYSFS_H

#include "host.h"

#include <limits.h>

/*
 * Sizes of texts: a text from a drive or the kernel; the name of a block device; a sentence about a
 * device.
 */
enum { DISK_TEXT_BYTES = 48, BLOCK_NAME_BYTES = 64, BLOCK_WHY_BYTES = 192 };

struct block_disk {
	char name[BLOCK_NAME_BYTES]; /* "sda", as sysfs has it */
	uint64_t rdev;
};

/* --- sysfs.c: attributes, not interpreted --- */

/* A device's folder in sysfs: ".../block/sda", of a partition ".../block/sda/sda1". 0 or -errno. */
int sysfs_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX]);

/* A file in a folder, as host_read_file(). */
ssize_t sysfs_read(struct host *host, const char *folder, const char *name, char *data,
		   size_t size);

/* The text of a file in a folder. 0 or -errno. */
int sysfs_text(struct host *host, const char *folder, const char *name, char *text, size_t size);

/* Whether there is such a file; its text is then in `text`: 1 or 0; -errno if that is not known. */
int sysfs_look_for(struct host *host, const char *folder, const char *name, char *text,
		   size_t size);

/* An unsigned decimal number. -ENOENT where there is none, -EINVAL for no number. */
int sysfs_u64(struct host *host, const char *folder, const char *name, uint64_t *value);

/* A device number as the kernel writes it, "8:16". False: it is none. */
bool sysfs_rdev(const char *text, uint64_t *rdev);

/* The last name of a path, cut if it is long. */
void sysfs_last_name(const char *path, char name[BLOCK_NAME_BYTES]);

/* The node of a disk of that name: "/dev/cciss/c0d0" for "cciss!c0d0". */
enum { SYSFS_NODE_BYTES = BLOCK_NAME_BYTES + 8 };
void sysfs_node_path(const char *name, char path[SYSFS_NODE_BYTES]);

/*
 * The disk of a generic node of SCSI or NVMe, by its number: 0; 1 if the node has none, -errno if
 * that cannot be found out. `path` is the path that was read.
 */
enum { SYSFS_LOOKED_BYTES = 128 };
int sysfs_disk_of_node(struct host *host, uint64_t rdev, uint64_t *disk,
		       char path[SYSFS_LOOKED_BYTES]);

/*
 * Whether a text of cache_type says that the write cache is on, also "write back, no read (daft)".
 */
bool sysfs_writes_back(const char *text);

/* --- whole.c: the disk behind a node --- */

/*
 * The whole disk of a device number: the device itself, the disk that it is a part of, or the disk
 * of a SCSI generic node. 0; -ENOTBLK where sysfs shows that the node has no disk; other -errno
 * where sysfs does not show it.
 */
int block_whole(struct host *host, uint64_t rdev, bool character, struct block_disk *disk);

enum { SYSFS_VENDOR_BYTES = 32 };

/* A device's node and its facts in sysfs, each looked up once. Set the first three members. */
struct sys_disk {
	struct host *host;
	uint64_t rdev;	 /* 0: it is no device */
	bool character;	 /* rdev is that of a character device */
	bool has_folder; /* `folder` is known: */
	bool has_whole;	 /* `whole` is known: */
	bool has_vendor; /* `vendor` is known */
	int folder_err;	 /* 0 or -errno */
	int whole_err;	 /* block_whole()'s result */
	struct block_disk whole;
	char vendor[SYSFS_VENDOR_BYTES];
	char folder[PATH_MAX]; /* of the node itself, below /sys/devices */
};

/* Fills it for the device that a path leads to. 0; -errno of stat(2); -ENOTBLK: it is no device. */
int sys_disk_of_path(struct sys_disk *disk, struct host *host, const char *path);

/* The folder below /sys/devices of the node itself; NULL: sysfs does not show it. */
const char *sys_disk_own_folder(struct sys_disk *disk);

/* block_whole() of it. */
int sys_disk_whole(struct sys_disk *disk, struct block_disk *whole);

/* The folder below /sys/devices of the whole disk. 0 or -errno as sys_disk_whole(). */
int sys_disk_folder(struct sys_disk *disk, char folder[PATH_MAX]);

/*
 * Whether the kernel has suspended the device at run time: opening it would resume it. False if
 * that is not known.
 */
bool sys_disk_suspended(const struct sys_disk *disk);

/* The same for the device that a path leads to; nothing is opened. */
bool path_suspended(struct host *host, const char *path);

/*
 * The folder of the whole disk, also of a partition and of a generic node of SCSI or NVMe: by
 * /sys/dev/block/MAJ:MIN. False: it has none, or sysfs does not show it.
 */
enum { SYSFS_DISK_BYTES = 48 };
bool sysfs_disk_folder(struct sys_disk *disk, char folder[SYSFS_DISK_BYTES]);

/* The path of the disk's first attribute that matches a pattern. False: there is none. */
bool sysfs_disk_find(struct sys_disk *disk, const char *pattern, char *path, size_t size);

/* A number of the whole disk, in queue/ or device/; also for a partition or a generic node. */
int sysfs_disk_u64(struct sys_disk *disk, const char *attribute, uint64_t *value);

/*
 * Path of a sysfs attribute of the device itself ("device/queue_depth"), by /sys/dev/block/MAJ:MIN;
 * a partition has only a few of its own. -ENODEV if it is not a block device.
 */
int sysfs_own_path(const struct sys_disk *disk, const char *attribute, char *path, size_t size);

/* Reads an unsigned decimal attribute. -ENOENT if the device lacks it, -EINVAL if not a number. */
int sysfs_own_u64(const struct sys_disk *disk, const char *attribute, uint64_t *value);

/* Writes a number to an attribute. 0 or -errno. */
int sysfs_own_set_u64(const struct sys_disk *disk, const char *attribute, uint64_t value);

/* device/vendor of the whole disk, with the blanks that pad it; empty if it has none. */
const char *sys_disk_vendor(struct sys_disk *disk);

/* Whether that is "ATA", the kernel's text for SATA and IDE drives, also at a SAS host. */
bool sysfs_is_ata(struct sys_disk *disk);

/*
 * Whether the kernel found the whole disk, also of a partition and of a generic node, as a SCSI
 * disk, and not as an ATA drive behind a host.
 */
bool sysfs_is_scsi(struct sys_disk *disk);

/* Whether a character node is a namespace's: /dev/ng0n1. */
bool sysfs_is_nvme_generic(const struct sys_disk *disk);

/*
 * Whether a generic node /dev/sgN belongs, or may belong, to a CD or DVD drive: peripheral device
 * type 05h (SPC-5 table 150), or an unknown type.
 */
bool sysfs_may_be_optical(const struct sys_disk *disk);

/* Whether such a disk is at a SAS host: below an end device (drivers/scsi/scsi_transport_sas.c). */
bool sysfs_is_sas(struct sys_disk *disk);

/* Whether it is an md array: its sectors are spread over several disks. */
bool sysfs_is_array(const struct sys_disk *disk);

/* A partition of a disk, in 512-byte units. */
struct block_part {
	char name[BLOCK_NAME_BYTES]; /* "sda1"; empty: none */
	uint64_t start;
};

/* The partition of a whole disk that holds a sector; an empty name if there is none. */
void block_part_at(const struct sys_disk *disk, uint64_t sector, struct block_part *part);

/* --- usb.c --- */

/* Whether the device is attached by USB: 1 or 0; -errno where sysfs does not show it. */
int sysfs_find_usb(struct sys_disk *disk);

/*
 * Whether the kernel's driver of the bridge is uas, not usb-storage; false if sysfs does not show
 * it.
 */
bool sysfs_on_uas(struct sys_disk *disk);

/* idVendor and idProduct of the bridge. False when there is none, or they cannot be read. */
bool sysfs_usb_id(struct sys_disk *disk, uint16_t *vendor, uint16_t *product);

/* --- disks.c --- */

enum { BLOCK_MIRRORS = 16 };

/*
 * The disks that hold a device's sectors. Each disk holds all of them, from sector `start` on (in
 * 512-byte units). A disk or partition has one; a raid1 of equal members has several.
 */
struct block_disks {
	uint64_t start;
	size_t n;
	struct block_disk disk[BLOCK_MIRRORS];
};

/*
 * Finds the disks of block device `rdev`. 0; -ENOTTY where the device's sectors are not disk
 * sectors at a fixed offset, as with dm, loop and most arrays; another -errno where sysfs does not
 * show it. On failure `why` says in words what is between the device and the disk.
 */
int block_on_disks(struct host *host, uint64_t rdev, struct block_disks *disks,
		   char why[BLOCK_WHY_BYTES]);

/* --- usage.c --- */

/*
 * What the kernel counted of a disk's use since it was found; pass-through commands are not
 * counted. 0, or -errno if the kernel does not count.
 */
struct block_usage {
	uint64_t read;		/* in 512-byte units */
	uint64_t other;		/* completed writes, discards and flushes */
	uint64_t under_way;	/* requests, just now */
	uint64_t reads, writes; /* completed requests */
};
int block_usage(struct host *host, const struct block_disk *disk, struct block_usage *usage);

/* --- tables.c: the kernel's tables of what uses disks --- */

/* A line of /proc/self/mountinfo, without its newline. False: it is not one. */
struct mount {
	uint64_t rdev; /* major 0: the file system has no device of its own */
	char *source, *place;
};
bool mount_of_line(char *line, struct mount *mount);

/*
 * The folder of the device with that number; the number is a node's, or that of the device that a
 * file is on.
 */
bool sysfs_number_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX]);
bool sysfs_path_folder(struct host *host, const char *path, char folder[PATH_MAX]);

/* A device in use: its folder, and the use, such as "/dev/sda1 is mounted on /mnt". */
struct disk_use {
	char *folder, *why;
};

/*
 * All uses that some tables show. With err, one of the tables, named by `why`, could not be read.
 */
struct uses_part {
	struct disk_use *use;
	size_t n;
	int err;
	char why[BLOCK_WHY_BYTES];
};

/* The tables of all disks at one time: mounts and swap; loop devices and btrfs. */
struct disk_uses {
	struct uses_part direct, indirect;
};
void disk_uses_read(struct disk_uses *uses, struct host *host);
void disk_uses_free(struct disk_uses *uses);

/* A search for users of one disk. */
struct disk_users {
	struct host *host;
	char disk[PATH_MAX]; /* its folder in sysfs */
	char *why;	     /* BLOCK_WHY_BYTES */
};

/* Sets `why` to "FIRST HOW SECOND". Returns -EBUSY. */
int users_report(struct disk_users *s, const char *first, const char *how, const char *second);

/*
 * Sets `why` to the path that could not be read, so that it is not known whether the disk is in
 * use. Returns err.
 */
int users_unreadable(struct disk_users *s, const char *path, int err);

/* --- users.c: who uses a disk --- */

/* Begins a search for users of the block device with that number. 0 or -errno with `why`. */
int users_begin(struct disk_users *s, uint64_t rdev);

/*
 * Looks for a user in the tables as they are now, and for a device that is built on the disk: 0,
 * -EBUSY with `why`, or -errno of a file that could not be read.
 */
int users_find(struct disk_users *s);

/* The same with tables that were read before: good enough to show, not to destroy data. */
int users_find_in(struct disk_users *s, const struct disk_uses *uses);

/* Whether a device number is the disk's or a partition's. */
bool users_number_on_disk(const struct disk_users *s, uint64_t rdev);

/* Whether a path is a device node of the disk or of a partition, or a file on it. */
bool users_path_on_disk(const struct disk_users *s, const char *path);

/* users_find_in() for the disk, or for a part of it. */
int block_used_by(struct sys_disk *disk, const struct disk_uses *uses, char why[BLOCK_WHY_BYTES]);

/*
 * kin.c: calls found() for each other disk of the same drive, with its folder in s->disk: the other
 * namespaces of its NVM subsystem, or the other paths to the same SCSI disk, those with its world
 * wide name. Ends with the first result that is not 0; -errno, and `why`, where the disks could not
 * be found out.
 */
int users_each_kin(struct disk_users *s, int (*found)(struct disk_users *));

/* --- identity.c --- */

/* The device that a path leads to: its number, and what identifies the drive in sysfs. */
enum { BLOCK_IDENTITY_VALUE_BYTES = 128, BLOCK_IDENTITY_BYTES = 5 * 160 };
struct block_identity {
	uint64_t rdev;	/* 0: no device, or unknown */
	bool character; /* sysfs does not show its drive: only the number identifies it */
	char text[BLOCK_IDENTITY_BYTES];
};

/* What the path leads to now; nothing is opened. */
void block_identity(struct host *host, const char *path, struct block_identity *identity);

/*
 * Whether an open device is still the same. A drive that was replaced by another one with the same
 * name and number is detected by the disk sequence number (since Linux 5.15), the world wide name,
 * the serial number or the model.
 */
bool block_is_still(const struct sys_disk *disk, const struct block_identity *identity);

/* --- process.c --- */

/* The text for a process, "mkfs.ext4, process 708"; empty for process 0. */
enum { BLOCK_HOLDER_BYTES = 64 };
void process_name(struct host *host, unsigned process, char who[BLOCK_HOLDER_BYTES]);

/* What this process may do, by its capabilities; for a user other than root that is unknown. */
enum rights { RIGHTS_UNKNOWN, RIGHTS_CONFINED, RIGHTS_FULL };
enum rights rights_of(struct host *host);

/* What to try after EPERM or EACCES: root is not advised to become root. */
const char *rights_advice(struct host *host);

/* What to try if a file of sysfs or /proc could not be read; its path begins `what`. Or "". */
const char *sysfs_remedy(const char *what);

/* --- machine.c --- */

/* Whether the machine runs on battery. 0 or -errno. */
int machine_on_battery(struct host *host, bool *battery);

/*
 * Makes a text that changes when the machine starts, or wakes from a suspend, or the drive is
 * plugged in. The drive then had no power, or was reset, and counts password attempts from 0 again
 * (ATA/ATAPI-7 6.10.6). Empty: that is not known.
 */
void machine_power_cycle(const struct sys_disk *disk, char *text, size_t size);

/* --- named.c: disks by their nodes' names, "/dev/sda" --- */

/* The path of "/ATTRIBUTE" of the disk with that node; for "" its folder, which may be a link. */
enum { SYSFS_NAMED_BYTES = 512 };
void sysfs_named_path(const char *device, const char *attribute, char path[SYSFS_NAMED_BYTES]);

/* The node of a folder in sysfs, by its name. False: it has none. */
bool sysfs_node_of_folder(const char *folder, char path[SYSFS_NODE_BYTES]);

/* Calls found() with the node of each drive (drive_is_listed()), until it returns an error. */
int sysfs_disks(struct host *host, int (*found)(void *who, const char *path), void *who);

/* The node of the only device that this one is built on. -ENOENT: there is none, or several. */
int sysfs_below(struct host *host, const char *device, char path[SYSFS_NODE_BYTES]);

/*
 * The device of the root file system, named by the table of mounts or by its number. 0 or -errno.
 */
int sysfs_root_device(struct host *host, char path[PATH_MAX]);

#endif
