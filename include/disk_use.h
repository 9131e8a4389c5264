/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The users of disks and how much they use: mounts, arrays and other holders, processes, and the
 * rights of this process. Nothing is opened, and nothing is sent to a drive.
 */
#ifndef HDPARM_DISK_USE_H
#define HDPARM_DISK_USE_H

#include "sysfs.h"

/*
 * What the kernel has counted of a disk's use since it detected the disk, without pass-through
 * commands. 0, or -errno if the kernel does not count.
 */
struct block_usage {
	uint64_t read;		/* sectors of completed reads, in 512-byte units */
	uint64_t other;		/* completed writes, discards and flushes */
	uint64_t under_way;	/* requests, just now */
	uint64_t reads, writes; /* completed requests */
};
int block_usage(struct host *host, const struct block_disk *disk, struct block_usage *usage);

/* Call each() with the counts of each disk and partition, read from one file. 0 or -errno. */
int disks_usage(struct host *host,
		void (*each)(void *who, const struct block_disk *, const struct block_usage *),
		void *who);

/* Add the counts of another path to the same drive. */
void usage_add(struct block_usage *sum, const struct block_usage *more);

/* True if anything was read, written, discarded or flushed between the two, or is under way. */
bool usage_differs(const struct block_usage *before, const struct block_usage *now);

/* A device in use: its folder, and the use, such as "/dev/sda1 is mounted on /mnt". */
struct disk_use {
	char *folder, *why;
};

/* All uses in some tables. With err, the table that `why` names could not be read. */
struct uses_part {
	struct disk_use *use;
	size_t n;
	int err;
	char why[BLOCK_WHY_BYTES];
};

/* The tables of all disks at one time. direct: mounts and swap; indirect: loop devices and btrfs.
 */
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

/* Set `why` to "FIRST HOW SECOND". Returns -EBUSY. */
int users_report(struct disk_users *s, const char *first, const char *how, const char *second);

/*
 * Set `why` to the path that could not be read, so that it is not known whether the disk is in
 * use. Returns err.
 */
int users_unreadable(struct disk_users *s, const char *path, int err);

/* Begin a search for users of the block device with that number. 0 or -errno with `why`. */
int users_begin(struct disk_users *s, uint64_t rdev);

/*
 * Look for a user in the tables as they are now, and for a device that is built on the disk: 0,
 * -EBUSY with `why`, or -errno of a file that could not be read.
 */
int users_find(struct disk_users *s);

/* True if a device number is the disk's or a partition's. */
bool users_number_on_disk(const struct disk_users *s, uint64_t rdev);

/* True if a path is a device node of the disk or of a partition, or a file on it. */
bool users_path_on_disk(const struct disk_users *s, const char *path);

/*
 * users_find() for a disk or a part of it, with tables that were read before: good enough to show,
 * but not to destroy data.
 */
int block_used_by(struct sys_disk *disk, const struct disk_uses *uses, char why[BLOCK_WHY_BYTES]);

/*
 * Find where a file system is mounted, by these tables. mount_of(): of the disk or partition with
 * this kernel name, "sda2". mount_alone_on(): of a whole disk whose only user is this mount. False
 * if there is none or the tables do not show it.
 */
bool mount_of(const struct disk_uses *uses, const char *name, char place[BLOCK_WHY_BYTES]);
bool mount_alone_on(struct sys_disk *disk, const struct disk_uses *uses,
		    char place[BLOCK_WHY_BYTES]);

/*
 * Return the place in a text "SOURCE is mounted on PLACE"; NULL for another text, or a truncated
 * one.
 */
const char *mount_place(const char *why);

/*
 * Call found() for each other disk of the same drive, with the folder of that disk in
 * s->disk: the other namespaces of the NVM subsystem, or the other paths to the same SCSI disk
 * (disks with the same world wide name). Returns the first result that is not 0; -errno, and `why`,
 * if the disks could not be determined.
 */
int users_each_kin(struct disk_users *s, int (*found)(struct disk_users *));

/*
 * Call each() for each SCSI disk with a world wide name, except USB disks, with the name
 * "sda" and the world wide name: all paths to one drive share that name. 0 or -errno.
 */
int disks_named_world_wide(struct host *host,
			   void (*each)(void *who, const char *disk, const char *name), void *who);

/*
 * List the disks that are paths to one drive, the asked disk first, at most DISK_PATHS. 0;
 * -errno, with only the asked disk.
 */
enum { DISK_PATHS = 16 };
struct disk_paths {
	struct block_disk path[DISK_PATHS];
	size_t n;
};
int disk_paths_find(struct host *host, const struct block_disk *disk, struct disk_paths *paths);

/*
 * Call found() with a text for each thing that a whole disk, or a partition of it, is a member of:
 * "md0", a device of the device mapper, a btrfs file system's or a ZFS pool's number (this by
 * udev's database). Members of one thing sleep together. 0 or -errno.
 */
int disk_memberships(struct host *host, const struct block_disk *disk,
		     void (*found)(void *who, const char *thing), void *who);

/* List the memberships of a disk without its partitions, or of one partition. */
int block_memberships(struct host *host, const char *name,
		      void (*found)(void *who, const char *thing), void *who);

/*
 * Name the md array on the disk that is being checked or rebuilt, and the action; empty: none. 0 or
 * -errno.
 */
enum { MD_ACTION_BYTES = 80 };
int disk_resyncs(struct host *host, const struct block_disk *disk, char text[MD_ACTION_BYTES]);

/*
 * Return whether hwmon shows the disk's temperature: who reads it makes the kernel ask the drive
 * (the modules drivetemp and nvme). 0 or -errno.
 */
int disk_has_hwmon(struct host *host, const struct block_disk *disk, bool *has);

/* Make the text for a process, "mkfs.ext4, process 708"; empty for process 0. */
void process_name(struct host *host, unsigned process, char who[BLOCK_HOLDER_BYTES]);

/* The rights of this process, by its capabilities; unknown for users other than root. */
enum rights { RIGHTS_UNKNOWN, RIGHTS_CONFINED, RIGHTS_FULL };
enum rights rights_of(struct host *host);

/* Return what to try after EPERM or EACCES: root is not advised to become root. */
const char *rights_advice(struct host *host);

/*
 * Return what to try if a file of sysfs or /proc could not be read; `what` begins with the path. ""
 * if there is no advice.
 */
const char *sysfs_remedy(const char *what);

enum { COMM_BYTES = 16 };

/* Call found() for each process and thread of the kernel with its short name. 0 or -errno. */
int processes_each(struct host *host, void (*found)(void *who, const char *comm, unsigned pid),
		   void *who);

/* True if there is a process of that number. */
bool process_runs(struct host *host, unsigned pid);

enum disk_access { ACCESS_READ, ACCESS_WRITE, ACCESS_COMMAND, ACCESS_DIRTY };

/* What a process did to a disk. */
struct disk_event {
	enum disk_access access;
	uint64_t rdev;	 /* device number of the whole disk */
	uint64_t sector; /* first sector in 512-byte units; ACCESS_DIRTY: the inode */
	unsigned sectors;
	unsigned pid;
	char comm[COMM_BYTES];
};

/* An instance of tracefs that follows some disks. */
struct tracing {
	struct host *host;
	int fd;
	char path[SYSFS_LOOKED_BYTES]; /* its folder */
	char *text;		       /* TRACE_BYTES of what was read */
	size_t have, at;
};

/*
 * Create a tracing instance for these disks: the kernel notes who reads, writes, dirties inodes and
 * sends pass-through commands. 0; -EACCES for users other than root; -ENOENT if the kernel has no
 * tracefs. After success the caller must call tracing_stop(), also after a signal.
 */
int tracing_start(struct tracing *t, struct host *host, const uint64_t *rdevs, size_t n);

/* Read the next event. False if there is none so far. */
bool tracing_next(struct tracing *t, struct disk_event *event);

/* Remove the instance. */
void tracing_stop(struct tracing *t);

#endif
