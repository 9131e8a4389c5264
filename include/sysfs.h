/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts about block devices, their users and the machine, found without opening a device; traces of
 * the use of disks. A signed result below 0 is -errno, unless the comment says otherwise.
 */
#ifndef HDPARM_SYSFS_H
#define HDPARM_SYSFS_H

#include "host.h"

#include <limits.h>

enum {
	DISK_TEXT_BYTES = 48,
	BLOCK_NAME_BYTES = 64,
	BLOCK_WHY_BYTES = 192,
	BLOCK_HOLDER_BYTES = 64 /* size of the text of process_name() */
};

struct block_disk {
	char name[BLOCK_NAME_BYTES]; /* the kernel's name: "sda", or in sysfs "cciss!c0d0" */
	uint64_t rdev;
};

/* Find a block device's folder in sysfs, such as ".../block/sda/sda1". 0 or -errno. */
int sysfs_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX]);

/* Do host_read_file() for the file `name` of a folder. -ENODEV if `folder` is empty. */
ssize_t sysfs_read(struct host *host, const char *folder, const char *name, char *data,
		   size_t size);

/* Read the file `name` of a folder into text[size]. 0 or -errno. */
int sysfs_text(struct host *host, const char *folder, const char *name, char *text, size_t size);

/* As sysfs_text(), but return 1 after success, and 0 instead of -ENOENT. */
int sysfs_look_for(struct host *host, const char *folder, const char *name, char *text,
		   size_t size);

/* Read a decimal uint64_t from a file. 0, or -errno: -EINVAL for other text. */
int sysfs_u64(struct host *host, const char *folder, const char *name, uint64_t *value);

/* Copy the last component of a path; a component that is too long is truncated. */
void sysfs_last_name(const char *path, char name[BLOCK_NAME_BYTES]);

enum { SYSFS_NODE_BYTES = BLOCK_NAME_BYTES + 8 };

/* Make the path of a block device's node: "/dev/cciss/c0d0" for "cciss!c0d0". */
void sysfs_node_path(const char *name, char path[SYSFS_NODE_BYTES]);

enum { SYSFS_LOOKED_BYTES = 128 };

/*
 * Find the device number of the disk of a generic node (/dev/sgN, /dev/ngXnY). Return 0; 1 if sysfs
 * shows no disk below the node's device, as for a tape drive; or -errno: -ENODEV if the number
 * cannot be read. `path`: a path or pattern of the lookup, for an error message.
 */
int sysfs_disk_of_node(struct host *host, uint64_t rdev, uint64_t *disk,
		       char path[SYSFS_LOOKED_BYTES]);

/* True if a text of cache_type begins with "write back": the write cache is on. */
bool sysfs_writes_back(const char *text);

/*
 * The kernel's default limit for the latency of NVMe power states that a drive may enter by itself:
 * the path in sysfs; and the value as text, in microseconds, empty if not known.
 */
const char *sys_nvme_latency_path(void);
void sys_nvme_default_latency(struct host *host, char text[DISK_TEXT_BYTES]);

/*
 * Find the whole disk of a device, or with `character`, of a generic node. 0, or -errno: -ENOTBLK
 * for a /dev/sgN without a disk, as of a tape drive.
 */
int block_whole(struct host *host, uint64_t rdev, bool character, struct block_disk *disk);

enum { SYSFS_VENDOR_BYTES = 32 };

/* A device's node, and what was found out about the device in sysfs. */
struct sys_disk {
	struct host *host;
	uint64_t rdev;	 /* 0: no device */
	bool character;	 /* `rdev` is the number of a character device */
	bool has_folder; /* `folder_err` is set; `folder` also, if `folder_err` is 0 */
	bool has_whole;	 /* `whole_err` is set; `whole` also, if `whole_err` is 0 */
	bool has_vendor; /* `vendor` is set, perhaps empty */
	int folder_err;	 /* 0 or -errno */
	int whole_err;	 /* 0 or -errno */
	struct block_disk whole;
	char vendor[SYSFS_VENDOR_BYTES];
	char folder[PATH_MAX]; /* the node's own folder, below /sys/devices */
};

/* Set *disk to the device at a path. 0, or -errno: -ENOTBLK for a file that is no device. */
int sys_disk_of_path(struct sys_disk *disk, struct host *host, const char *path);

/* Find the whole disk of a device; *disk keeps the result. 0 or -errno as block_whole(). */
int sys_disk_whole(struct sys_disk *disk, struct block_disk *whole);

/* True if the kernel has suspended the disk at run time (power/runtime_status). */
bool sys_disk_suspended(const struct sys_disk *disk);

/* True if sys_disk_suspended() for the device at a path. */
bool path_suspended(struct host *host, const char *path);

enum { SYSFS_DISK_BYTES = 48 };

/* Make the path /sys/dev/block/MAJ:MIN of the whole disk. False if sysfs shows no disk. */
bool sysfs_disk_folder(struct sys_disk *disk, char folder[SYSFS_DISK_BYTES]);

/* Find a glob pattern's first match below the whole disk's folder. 0 or -errno: -ENOENT: none. */
int sysfs_disk_find(struct sys_disk *disk, const char *pattern, char *path, size_t size);

/*
 * Find the folders of the paths to an NVMe disk: hidden disks without a number, as nvme0c1n1
 * (nvme_core.multipath). Other disks have none. 0 or -errno. Call host_paths_free() in any case.
 */
int sysfs_nvme_paths(struct sys_disk *disk, struct host_paths *paths);

/* Read an attribute of the whole disk as sysfs_u64(). -ENODEV without a disk. */
int sysfs_disk_u64(struct sys_disk *disk, const char *attribute, uint64_t *value);

/*
 * Make the path of an attribute of the block device itself. 0; -ENODEV if disk->rdev is 0; or
 * -ENOENT for a character device.
 */
int sysfs_own_path(const struct sys_disk *disk, const char *attribute, char *path, size_t size);

/* Do sysfs_u64() for the attribute of sysfs_own_path(). 0, or -errno of either. */
int sysfs_own_u64(const struct sys_disk *disk, const char *attribute, uint64_t *value);

/* Write a number to the attribute of sysfs_own_path(). 0 or -errno. */
int sysfs_own_set_u64(const struct sys_disk *disk, const char *attribute, uint64_t value);

/* True if device/vendor of the whole disk is "ATA", as of a drive behind libata's translation. */
bool sysfs_is_ata(struct sys_disk *disk);

/* True for a disk or CD drive of the kernel's ATA layer (libata), by its path in sysfs. */
bool sysfs_on_libata(struct sys_disk *disk);

/* True if a character node, such as /dev/ng0n1, belongs to an NVMe namespace. */
bool sysfs_is_nvme_generic(const struct sys_disk *disk);

/* True if /dev/sgN is a CD or DVD drive (SPC-5: type 05h), or sysfs does not show the type. */
bool sysfs_may_be_optical(const struct sys_disk *disk);

/* True if the disk's path in sysfs has a folder "end_device-*", as of a SAS host. */
bool sysfs_at_sas_host(struct sys_disk *disk);

/* True for a SCSI disk at a SAS host, where SATA disks can be, too. */
bool sysfs_is_sas(struct sys_disk *disk);

/* True if the block device is an md array. */
bool sysfs_is_array(const struct sys_disk *disk);

struct block_part {
	char name[BLOCK_NAME_BYTES]; /* "sda1"; empty: none was found; also after -errno */
	uint64_t start;		     /* first sector on the disk, in 512-byte units */
};

/* Find the disk's partition that contains a sector, in 512-byte units. 0 or -errno. */
int block_part_at(const struct sys_disk *disk, uint64_t sector, struct block_part *part);

/* Return 1 if the device is attached by USB, 0 if not, or -ENOENT if sysfs lacks the device. */
int sysfs_find_usb(struct sys_disk *disk);

/* True if the kernel's driver of the USB bridge is uas. */
bool sysfs_on_uas(struct sys_disk *disk);

/* Read idVendor and idProduct of the USB bridge. False if sysfs does not show them. */
bool sysfs_usb_id(struct sys_disk *disk, uint16_t *vendor, uint16_t *product);

/* Read bcdDevice of the USB bridge, 0x0214 for 2.14. False if sysfs does not show bcdDevice. */
bool sysfs_usb_version(struct sys_disk *disk, uint16_t *version);

enum { BLOCK_MIRRORS = 16 };

/* The disks on which a block device lies: one disk, or those of a raid1. */
struct block_disks {
	uint64_t start; /* start of the device on each disk, in 512-byte units */
	size_t n;
	struct block_disk disk[BLOCK_MIRRORS];
};

/*
 * Find the disks of block device `rdev`. 0, or -errno: -ENOTTY with a sentence in `why` for a
 * layout that struct block_disks cannot show, as of dm and loop. With another -errno, `why` is the
 * path in sysfs that was read.
 */
int block_on_disks(struct host *host, uint64_t rdev, struct block_disks *disks,
		   char why[BLOCK_WHY_BYTES]);

/* Where the kernel keeps how deep the link of a disk may sleep. */
struct sys_link {
	bool nvme; /* the latency that an NVMe controller tolerates; false: a SATA port's policy */
	struct host_paths owner; /* folders: of the port; or of each controller of the drive */
};

/* Find the owners of the disk's link. 0, or -errno: -ENOENT if none. sys_link_free() in any case.
 */
int sys_link_find(struct sys_disk *disk, struct sys_link *link);
void sys_link_free(struct sys_link *link);

enum { LINK_WORD_BYTES = 32 };

/* Read or write the kernel's word of an owner. 0, or -errno: -ENOENT if the owner has none. */
int sys_link_read(struct host *host, const struct sys_link *link, size_t owner,
		  char word[LINK_WORD_BYTES]);
int sys_link_write(struct host *host, const struct sys_link *link, size_t owner, const char *word);

/*
 * True if the kernel has a word of its own for a policy that was not set. Before Linux 6.8 it shows
 * "max_performance" for that, too.
 */
bool sys_link_tells_unset(struct host *host);

/* True if the kernel shows that the policy cannot be set; Linux before 6.17 shows nothing. */
bool sys_link_barred(struct host *host, const struct sys_link *link);

/* Write the nodes of the port's other disks to `names`, as "/dev/sdb, /dev/sdc". 0 or -errno. */
int sys_link_others(struct sys_disk *disk, const struct sys_link *link,
		    char names[BLOCK_WHY_BYTES]);

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

/* True if a folder of /sys/block has the entries "device" and "dev", as a drive's folder has. */
bool drive_is_listed(struct host *host, const char *folder);

enum { DRIVE_BRIDGE_BYTES = 10 };

struct drive_facts {
	struct block_disk disk;
	char model[DISK_TEXT_BYTES]; /* model, perhaps after a vendor; empty: not known */
	uint64_t bytes;		     /* 0: not known, or no medium */
	bool has_rotational, rotational;
	unsigned rpm; /* rotations per minute of a SCSI disk; 0: not known, or not rotating */
	/* has_write_cache: `write_cache` is valid, only for SCSI disks with cache_type in sysfs */
	bool has_write_cache, write_cache;
	enum drive_link link;
	char bridge[DRIVE_BRIDGE_BYTES]; /* LINK_USB: idVendor:idProduct of the bridge, or empty */
};

/*
 * Read the facts of the whole disk. 0, or -errno; for a character device: -ENOTBLK if sysfs shows
 * no disk; -ENODEV if the disk's number cannot be read.
 */
int drive_facts(struct sys_disk *disk, struct drive_facts *facts);

/*
 * Read the whole disk's model, without its vendor and the blanks around it; "": not known. The
 * kernel keeps 16 characters of an ATA drive's model, as SCSI does (SPC-3 6.4.2).
 */
void sys_disk_model(struct sys_disk *disk, char model[DISK_TEXT_BYTES]);

/* udev's links in /dev/disk/by-id, and the node to which each link leads; "": not known. */
struct disk_links {
	struct host_paths link;
	char (*node)[SYSFS_NODE_BYTES];
};
void disk_links_read(struct disk_links *links, struct host *host);
void disk_links_free(struct disk_links *links);

enum { BLOCK_IDENTITY_VALUE_BYTES = 128, BLOCK_IDENTITY_BYTES = 5 * 160 };

/* `text`: the disk sequence number, or the drive's names from sysfs. */
struct block_identity {
	uint64_t rdev;	/* 0: the path led to no device, or could not be read */
	bool character; /* a character device, whose `text` is empty */
	char text[BLOCK_IDENTITY_BYTES];
};

/* Read the identity of the device at a path. */
void block_identity(struct host *host, const char *path, struct block_identity *identity);

/* True if the device still has this identity, or identity->rdev is 0. */
bool block_is_still(const struct sys_disk *disk, const struct block_identity *identity);

/* Return the whole disk's sequence number (diskseq of Linux 5.15); 0: not known. */
uint64_t sys_disk_sequence(struct sys_disk *disk);

/*
 * Return the number of the kernel's last event (uevent_seqnum): no disk has come, gone or changed
 * while the number stays. 0: not known.
 */
uint64_t sys_events(struct host *host);

/*
 * Copy the whole disk's names from sysfs, as the serial number, with its model: lines
 * "ATTRIBUTE=VALUE". "" if the disk has no world wide name and no serial number there.
 */
void sys_disk_names(struct sys_disk *disk, char *names, size_t size);

/*
 * Find by /sys/class/power_supply whether the machine runs on a battery or UPS. 0 or -errno;
 * *battery is set in both cases.
 */
int machine_on_battery(struct host *host, bool *battery);

/*
 * Make a text that names the present power cycle: boot ID, diskseq and, unless the machine suspends
 * to idle, the number of suspends. Empty: not known.
 */
void machine_power_cycle(const struct sys_disk *disk, char *text, size_t size);

enum { SYSFS_NAMED_BYTES = 512 };

/*
 * Make the sysfs path of an attribute, such as "/size", of the disk with the node `device`
 * ("/dev/..."). For "", make the path of the disk's folder.
 */
void sysfs_named_path(const char *device, const char *attribute, char path[SYSFS_NAMED_BYTES]);

enum { SYSFS_WWN_BYTES = 256 };

/*
 * Read the world wide name of the disk with the node `device` ("/dev/..."), cut as by
 * sysfs_bare_wwn(). False: no name, or only zeros.
 */
bool sysfs_wwn(struct host *host, const char *device, char name[SYSFS_WWN_BYTES]);

/* Return the rest of a world wide name after "naa.", then "eui.", then "0x", each if present. */
const char *sysfs_bare_wwn(const char *name);

/* Call found() with each drive's node until a result is not 0. Return the result; 0; or -errno. */
int sysfs_disks(struct host *host, int (*found)(void *who, const char *path), void *who);

enum { NO_DRIVE_BYTES = 352 };

/* Write that a path leads to a regular file, and name some of sysfs_disks(). Return `text`. */
const char *regular_file_text(struct host *host, char text[NO_DRIVE_BYTES]);

/*
 * Return the words for -errno of the look-up of a disk at a path: for -ENOTBLK, what the path leads
 * to, perhaps in `text`; else strerror().
 */
const char *no_drive_text(struct host *host, const char *path, int err, char text[NO_DRIVE_BYTES]);

/*
 * Make the path of the node of the device below `device` ("/dev/..."), such as the disk below a dm
 * device. 0, or -errno: -ENOENT if there are none or several.
 */
int sysfs_below(struct host *host, const char *device, char path[SYSFS_NODE_BYTES]);

/*
 * Call found() with the kernel's name of each whole disk on which the block device `name` lies,
 * until a result is not 0; with `name` itself if it lies on no other. A multipath map counts as a
 * disk, and what an array has given up does not count. Return the result of found(); 0; or -errno.
 */
int disks_below(struct host *host, const char *name, int (*found)(void *who, const char *disk),
		void *who);

/* Find the node of the device with the root file system. 0 or -errno. */
int sysfs_root_device(struct host *host, char path[PATH_MAX]);

/* --- users of disks: mounts, arrays and other holders, processes --- */

/* The kernel's counts of a disk's use. block_usage() reads the counts, and returns 0 or -errno. */
struct block_usage {
	uint64_t read;		/* sectors of completed reads, in 512-byte units */
	uint64_t other;		/* number of completed writes, discards and flushes */
	uint64_t under_way;	/* current requests */
	uint64_t reads, writes; /* completed requests */
};
int block_usage(struct host *host, const struct block_disk *disk, struct block_usage *usage);

/* Call each() with the disks and partitions, named as in /proc/diskstats. 0 or -errno. */
int disks_usage(struct host *host,
		void (*each)(void *who, const struct block_disk *, const struct block_usage *),
		void *who);

/* Add `more`, the counts of one path to a drive, to `sum`. */
void usage_add(struct block_usage *sum, const struct block_usage *more);

/* True if the counts show completed requests since `before`, or requests under way at `now`. */
bool usage_differs(const struct block_usage *before, const struct block_usage *now);

/* A member is NULL if memory ran out; uses_part.err is then -ENOMEM. */
struct disk_use {
	char *folder; /* folder of the device in sysfs */
	char *why;    /* a sentence, such as "/dev/sda1 is mounted on /mnt" */
};

struct uses_part {
	struct disk_use *use;
	size_t n;
	int err;		   /* 0, or -errno: the list is incomplete */
	char why[BLOCK_WHY_BYTES]; /* with `err`, except -ENOMEM: what could not be read */
};

/* Uses of disks at the time of disk_uses_read(). */
struct disk_uses {
	struct uses_part direct;   /* mounts and swap */
	struct uses_part indirect; /* loop devices, and the devices of btrfs file systems */
};
void disk_uses_read(struct disk_uses *uses, struct host *host);
void disk_uses_free(struct disk_uses *uses);

/* Return 0 if *uses has all uses; or -errno with what could not be read in *what, perhaps "". */
int uses_unknown(const struct disk_uses *uses, const char **what);

struct disk_users {
	struct host *host;
	char disk[PATH_MAX]; /* folder in sysfs of the disk or partition */
	char *why;	     /* BLOCK_WHY_BYTES bytes: a use, or what could not be read */
};

/* Set s->why to "FIRST HOW SECOND", as "/dev/sda1 is mounted on /mnt", truncated. Return -EBUSY. */
int users_report(struct disk_users *s, const char *first, const char *how, const char *second);

/* Set s->why to the path that could not be read, truncated. Return err. */
int users_unreadable(struct disk_users *s, const char *path, int err);

/*
 * Set s->disk for the device number of a disk or partition; the caller has set s->host and s->why.
 * 0, or -errno with a text in s->why.
 */
int users_begin(struct disk_users *s, uint64_t rdev);

/* Find a use of s->disk or its partitions. 0: none found; -EBUSY with a sentence in s->why; or
 * -errno. */
int users_find(struct disk_users *s);

/* True if a device number is that of the disk or of one of its partitions. */
bool users_number_on_disk(const struct disk_users *s, uint64_t rdev);

/*
 * True for an absolute path to a block node of the disk or its partitions, or to a regular file
 * on these devices. False for a file whose device number has major 0, as on btrfs.
 */
bool users_path_on_disk(const struct disk_users *s, const char *path);

/* As users_find() for the whole disk, with the uses that disk_uses_read() found earlier. */
int block_used_by(struct sys_disk *disk, const struct disk_uses *uses, char why[BLOCK_WHY_BYTES]);

/* A mount of this process's mount namespace. */
struct mount {
	uint64_t rdev; /* device number; major 0: no block device, as for btrfs */
	int number;
	const char *source, *type, *place;
	const char *root; /* the folder of the file system that is mounted, usually "/" */
};

/* Call found() with each mount, in the order of mountinfo, until a result is not 0. 0 or -errno. */
int mounts_each(struct host *host, int (*found)(void *who, const struct mount *), void *who);

/* Return the first mount or swap of the disk or partition `name`, as in struct disk_use; or NULL.
 */
const char *use_of(const struct disk_uses *uses, const char *name);

/*
 * Find use_of() the block device `name`, or of a device or btrfs file system that is built on it.
 * *use is NULL if there is none. 0 or -errno.
 */
int use_above(struct host *host, const struct disk_uses *uses, const char *name, const char **use);

/* Read the name of the ZFS pool of a disk or partition from udev's database. False: none. */
bool pool_of(struct host *host, const char *name, char pool[BLOCK_NAME_BYTES]);

/* --- what lies above a part of a block device: `name` is the kernel's name of a device --- */

/* Sectors of a device that are another device's sectors, from its first one on; in 512-byte units.
 */
struct block_part_of {
	char name[BLOCK_NAME_BYTES]; /* the other device */
	uint64_t start, sectors;
};

/* Read the device number. 0 or -errno. */
int block_named_rdev(struct host *host, const char *name, uint64_t *rdev);

/* Set the size of a device's logical sectors in units of 512 bytes; unchanged if not known. */
void block_named_unit(struct host *host, const char *name, uint64_t *sectors);

/* Call found() with each partition of a whole disk. 0 or -errno. */
int disk_parts(struct host *host, const char *name,
	       void (*found)(void *who, const struct block_part_of *), void *who);

/* Call found() with each device that is built on a device, as md and dm, but not above. 0 or
 * -errno. */
int block_holders(struct host *host, const char *name, void (*found)(void *who, const char *holder),
		  void *who);

/*
 * Find which sectors of its member `name` have the data of the md array `array`, if all members
 * have the same: raid1, if the member is in sync. Return 1; 0 for others, with part->sectors 0; or
 * -errno: -ENOENT if the holder is no md array. `level` becomes its level, in words.
 */
int md_part_of(struct host *host, const char *array, const char *name, struct block_part_of *part,
	       char level[DISK_TEXT_BYTES]);

/* Read the name that a dm device has for its users, as "vg-root"; "" for another device. */
void dm_name_of(struct host *host, const char *name, char text[BLOCK_NAME_BYTES]);

/* Return 1 if the kernel swaps to the device, 0 if not, or -errno. */
int block_swaps(struct host *host, uint64_t rdev);

/* Find the UUID of the mounted btrfs that has the device. False: none. */
bool btrfs_of(struct host *host, const char *name, char uuid[BLOCK_NAME_BYTES]);

/* Read a value of the device in udev's database, as "ID_FS_TYPE". False: none, or empty. */
bool udev_value(struct host *host, uint64_t rdev, const char *key, char value[DISK_TEXT_BYTES]);

/*
 * Find the mount_place() of the first use of the disk or its partitions. False: none; or one of
 * these devices has a holder, or two are in use; or `uses` is incomplete.
 */
bool mount_alone_on(struct sys_disk *disk, const struct disk_uses *uses,
		    char place[BLOCK_WHY_BYTES]);

/*
 * Return PLACE, what follows the first " is mounted on " in `why`. NULL: the words are missing, or
 * PLACE may differ from the path: it has NAME_SHOWN (users.c) bytes or more, and may be truncated,
 * or has a '?', which utf8_clean() writes.
 */
const char *mount_place(const char *why);

/*
 * Call found() for each other disk of the drive until a result is not 0: NVMe namespaces of the
 * same subsystem, or sd disks with the same world wide name. s->disk is then the folder of the
 * other disk. Return the result of found(); 0; or -errno.
 */
int users_each_kin(struct disk_users *s, int (*found)(struct disk_users *));

/*
 * Call each() with the kernel's name and the world wide name of each sd disk, except USB disks and
 * disks whose world wide name is not known or zero. 0 or -errno.
 */
int disks_named_world_wide(struct host *host,
			   void (*each)(void *who, const char *disk, const char *name), void *who);

enum { DISK_PATHS = 16 };
struct disk_paths {
	struct block_disk path[DISK_PATHS];
	size_t n;
};

/*
 * List up to DISK_PATHS disks that are paths to the drive of `disk`, with `disk` first. 0; or
 * -errno, with `disk` alone.
 */
int disk_paths_find(struct host *host, const struct block_disk *disk, struct disk_paths *paths);

/* Call found() with the folder of each NVMe controller of the disk's NVM subsystem. 0 or -errno. */
int nvme_controllers(struct host *host, const struct block_disk *disk,
		     void (*found)(void *who, const char *folder), void *who);

/*
 * Call found() for each device, btrfs file system and ZFS pool that is built on the disk or its
 * partitions. `thing`: the name of the device, such as "md0"; the UUID of the file system; or
 * "pool " and the number of the pool.
 */
int disk_memberships(struct host *host, const struct block_disk *disk,
		     void (*found)(void *who, const char *thing), void *who);

/* As disk_memberships(), for block device `name` without its partitions. */
int block_memberships(struct host *host, const char *name,
		      void (*found)(void *who, const char *thing), void *who);

enum { MD_ACTION_BYTES = 80 };

/*
 * Find an md array on the disk whose sync_action is not "idle" or "frozen". `text` becomes the
 * array's name and sync_action; empty: none.
 */
int disk_resyncs(struct host *host, const struct block_disk *disk, char text[MD_ACTION_BYTES]);

/*
 * Find whether hwmon shows the SCSI or ATA disk's temperature. The temperature is not read, since a
 * read can send the drive a command.
 */
int disk_has_hwmon(struct host *host, const struct block_disk *disk, bool *has);

/* Make a text that names a process, "mkfs.ext4, process 708"; empty for process 0. */
void process_name(struct host *host, unsigned process, char who[BLOCK_HOLDER_BYTES]);

/*
 * Whether this process has the capabilities that the program needs. RIGHTS_CONFINED: root lacks
 * some, as in a container. RIGHTS_UNKNOWN: a user other than root lacks some, or the status in
 * /proc cannot be read.
 */
enum rights { RIGHTS_UNKNOWN, RIGHTS_CONFINED, RIGHTS_FULL };
enum rights rights_of(struct host *host);

/* Return advice for a message about EPERM or EACCES. */
const char *rights_advice(struct host *host);

/* Return the start of an advice, to mount sysfs or procfs, if `what` is a path there; else "". */
const char *sysfs_remedy(const char *what);

enum { COMM_BYTES = 16 };

/* Call found() for each process and kernel thread whose comm can be read. 0 or -errno. */
int processes_each(struct host *host, void (*found)(void *who, const char *comm, unsigned pid),
		   void *who);

/* True if /proc shows a thread of the kernel with this number. */
bool process_is_kernel(struct host *host, unsigned pid);

/* True if /proc shows a process or thread with this number. */
bool process_runs(struct host *host, unsigned pid);

/*
 * ACCESS_COMMAND: traced as "N", as a pass-through command. ACCESS_DIRTY: an inode was marked
 * dirty.
 */
enum disk_access { ACCESS_READ, ACCESS_WRITE, ACCESS_COMMAND, ACCESS_DIRTY };

struct disk_event {
	enum disk_access access;
	uint64_t rdev;
	uint64_t sector; /* first sector, in 512-byte units; DIRTY: inode number; COMMAND: 0 */
	unsigned sectors;
	unsigned pid;
	char comm[COMM_BYTES];
};

/* A tracing instance of this program in tracefs. */
struct tracing {
	struct host *host;
	int fd;
	char path[SYSFS_LOOKED_BYTES];
	char *text;
	size_t have, at; /* bytes in `text`; offset there of the next event */
};

/*
 * Begin to trace accesses to the disks `rdevs`. 0, or -errno: -E2BIG for too many disks. After 0,
 * call tracing_stop(), also after a signal.
 */
int tracing_start(struct tracing *t, struct host *host, const uint64_t *rdevs, size_t n);

/* Fill *event with the next event, without waiting. False: none now, or a read failed. */
bool tracing_next(struct tracing *t, struct disk_event *event);

/* Remove the instance of tracefs, and free the text. */
void tracing_stop(struct tracing *t);

#endif
