/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts of a drive from sysfs, also by the name of its node. No device is opened, and no command is
 * sent.
 */
#ifndef HDPARM_FACTS_H
#define HDPARM_FACTS_H

#include "sysfs.h"

enum drive_link {
	LINK_UNKNOWN,
	LINK_SATA,
	LINK_SAS,
	LINK_USB,
	LINK_NVME,
	LINK_IDE, /* the kernel's old IDE driver */
	LINK_VIRTIO,
	LINK_MMC,
	LINK_COUNT
};

/* Return the key for machines, such as "sata"; NULL for LINK_UNKNOWN. */
const char *drive_link_key(enum drive_link link);

/* Return the name for people, such as "SATA"; empty for LINK_UNKNOWN. */
const char *drive_link_name(enum drive_link link);

/*
 * True if a folder of /sys/block belongs to a drive: a device and a device number are there. The
 * paths of a multipath NVMe disk (nvme_core.multipath) are hidden and have no number; the disk
 * itself is listed.
 */
bool drive_is_listed(struct host *host, const char *folder);

enum { DRIVE_BRIDGE_BYTES = 10 };

struct drive_facts {
	struct block_disk disk;	     /* the whole disk */
	char model[DISK_TEXT_BYTES]; /* model, on SCSI disks after the vendor; empty: not known */
	uint64_t bytes;		     /* 0: not known, or no medium */
	bool has_rotational, rotational;   /* the drive's report to the kernel */
	unsigned rpm;			   /* SCSI disks only; 0: not known, or not rotating */
	bool has_write_cache, write_cache; /* SCSI disks: as the kernel read or set it */
	enum drive_link link;
	char bridge[DRIVE_BRIDGE_BYTES]; /* LINK_USB: idVendor:idProduct, or empty */
};

/*
 * Read the facts of the disk behind a node, also of a partition or a SCSI generic node. 0; -errno
 * of sysfs; -ENOTBLK if the node has no disk.
 */
int drive_facts(struct sys_disk *disk, struct drive_facts *facts);

/*
 * udev's links below /dev/disk/by-id, and the node that each leads to, read once for all disks. 0
 * or -ENOMEM. Free it also then.
 */
struct disk_links {
	struct host_paths link;
	char (*node)[SYSFS_NODE_BYTES];
};
int disk_links_read(struct disk_links *links, struct host *host);
void disk_links_free(struct disk_links *links);

/* Identity of the device that a path leads to: its number, and the drive's names in sysfs. */
enum { BLOCK_IDENTITY_VALUE_BYTES = 128, BLOCK_IDENTITY_BYTES = 5 * 160 };
struct block_identity {
	uint64_t rdev; /* 0: no device, or unknown */
	/* a generic node: sysfs does not show its drive, so only the number counts / */
	bool character;
	char text[BLOCK_IDENTITY_BYTES];
};

/* Read the identity of the device that the path leads to now; nothing is opened. */
void block_identity(struct host *host, const char *path, struct block_identity *identity);

/*
 * True if the open device still has this identity. A replaced drive with the same name and number
 * differs in the disk sequence number (since Linux 5.15), the world wide name, the serial number or
 * the model.
 */
bool block_is_still(const struct sys_disk *disk, const struct block_identity *identity);

/* Return the disk sequence number, which is new after each plugging; 0: not known. */
uint64_t sys_disk_sequence(const struct sys_disk *disk);

/* Read the names that survive plugging: world wide name, serial number and model, from sysfs. */
void sys_disk_names(const struct sys_disk *disk, char *names, size_t size);

/* Return whether the machine runs on battery. 0 or -errno. */
int machine_on_battery(struct host *host, bool *battery);

/*
 * Make a text that changes when the machine starts, or wake from a suspend, or the drive is
 * plugged in. The drive then had no power, or was reset, and counts password attempts from 0 again
 * (ATA/ATAPI-7 6.10.6). Empty: that is not known.
 */
void machine_power_cycle(const struct sys_disk *disk, char *text, size_t size);

/* Make the path of "/ATTRIBUTE" of the disk with that node; for "": the folder, perhaps a link. */
enum { SYSFS_NAMED_BYTES = 512 };
void sysfs_named_path(const char *device, const char *attribute, char path[SYSFS_NAMED_BYTES]);

/*
 * Read the digits of the world wide name of the disk with that node; sysfs shows them after a kind
 * ("naa.5000c500..."). False if the kernel has no name.
 */
enum { SYSFS_WWN_BYTES = 256 };
bool sysfs_wwn(struct host *host, const char *device, char name[SYSFS_WWN_BYTES]);
const char *sysfs_bare_wwn(const char *name);

/* Call found() with the node of each drive (drive_is_listed()), until it returns an error. */
int sysfs_disks(struct host *host, int (*found)(void *who, const char *path), void *who);

/* Find the node of the only device below this device. -ENOENT if no device or several are below. */
int sysfs_below(struct host *host, const char *device, char path[SYSFS_NODE_BYTES]);

/*
 * Find the device of the root file system by the table of mounts or by its number. 0 or -errno.
 */
int sysfs_root_device(struct host *host, char path[PATH_MAX]);

#endif
