/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What uses disks, and how much: mounts, arrays and other holders, processes, and what this one may
 * do. Nothing is opened, and nothing is sent to a drive.
 */
#ifndef HDPARM_DISK_USE_H
#define HDPARM_DISK_USE_H

#include "sysfs.h"

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

/* The counts of all disks and partitions, by one file: calls each() for each. 0 or -errno. */
int disks_usage(struct host *host,
		void (*each)(void *who, const struct block_disk *, const struct block_usage *),
		void *who);

/* The two together, of paths to one drive. */
void usage_add(struct block_usage *sum, const struct block_usage *more);

/* True if anything was read, written, discarded or flushed between the two, or is under way. */
bool usage_differs(const struct block_usage *before, const struct block_usage *now);

/* --- tables.c: the kernel's tables of what uses disks --- */

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

/* Set `why` to "FIRST HOW SECOND". Returns -EBUSY. */
int users_report(struct disk_users *s, const char *first, const char *how, const char *second);

/*
 * Set `why` to the path that could not be read, so that it is not known whether the disk is in
 * use. Returns err.
 */
int users_unreadable(struct disk_users *s, const char *path, int err);

/* --- users.c: who uses a disk --- */

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
 * As users_find(), of a disk or a part of it, with tables that were read before: good enough to
 * show, not to destroy data.
 */
int block_used_by(struct sys_disk *disk, const struct disk_uses *uses, char why[BLOCK_WHY_BYTES]);

/*
 * Where a file system is mounted, by such tables. mount_of(): that of the disk or partition of this
 * name of the kernel's, "sda2". mount_alone_on(): that of a whole disk of which nothing else is in
 * use. False: it is not known, or there is none.
 */
bool mount_of(const struct disk_uses *uses, const char *name, char place[BLOCK_WHY_BYTES]);
bool mount_alone_on(struct sys_disk *disk, const struct disk_uses *uses,
		    char place[BLOCK_WHY_BYTES]);

/* The place of a text "SOURCE is mounted on PLACE"; NULL: of another one, or one that was cut. */
const char *mount_place(const char *why);

/*
 * kin.c: calls found() for each other disk of the same drive, with its folder in s->disk: the other
 * namespaces of its NVM subsystem, or the other paths to the same SCSI disk, those with its world
 * wide name. Ends with the first result that is not 0; -errno, and `why`, where the disks could not
 * be found out.
 */
int users_each_kin(struct disk_users *s, int (*found)(struct disk_users *));

/*
 * kin.c: calls each() for each SCSI disk, "sda", but those by USB, that has a world wide name, with
 * that: the paths to one drive have the same. 0 or -errno.
 */
int disks_named_world_wide(struct host *host,
			   void (*each)(void *who, const char *disk, const char *name), void *who);

/*
 * kin.c: the disks that are paths to one drive, the asked one first; more than DISK_PATHS are not
 * told. 0 or -errno, with the asked one alone.
 */
enum { DISK_PATHS = 16 };
struct disk_paths {
	struct block_disk path[DISK_PATHS];
	size_t n;
};
int disk_paths_find(struct host *host, const struct block_disk *disk, struct disk_paths *paths);

/* --- groups.c --- */

/*
 * Call found() with a text for each thing that a whole disk, or a partition of it, is a member of:
 * "md0", a device of the device mapper, a btrfs file system's or a ZFS pool's number (this by
 * udev's database). Members of one thing sleep together. 0 or -errno.
 */
int disk_memberships(struct host *host, const struct block_disk *disk,
		     void (*found)(void *who, const char *thing), void *who);

/* The same for a disk or a partition alone: without its partitions. */
int block_memberships(struct host *host, const char *name,
		      void (*found)(void *who, const char *thing), void *who);

/* The md array on the disk that is being checked or rebuilt, and what it does; empty: none. 0 or
 * -errno. */
enum { MD_ACTION_BYTES = 80 };
int disk_resyncs(struct host *host, const struct block_disk *disk, char text[MD_ACTION_BYTES]);

/*
 * Return whether hwmon shows the disk's temperature: who reads it makes the kernel ask the drive
 * (the modules drivetemp and nvme). 0 or -errno.
 */
int disk_has_hwmon(struct host *host, const struct block_disk *disk, bool *has);

/* --- process.c --- */

/* The text for a process, "mkfs.ext4, process 708"; empty for process 0. */
void process_name(struct host *host, unsigned process, char who[BLOCK_HOLDER_BYTES]);

/* What this process may do, by its capabilities; for a user other than root that is unknown. */
enum rights { RIGHTS_UNKNOWN, RIGHTS_CONFINED, RIGHTS_FULL };
enum rights rights_of(struct host *host);

/* What to try after EPERM or EACCES: root is not advised to become root. */
const char *rights_advice(struct host *host);

/* What to try if a file of sysfs or /proc could not be read; its path begins `what`. Or "". */
const char *sysfs_remedy(const char *what);

enum { COMM_BYTES = 16 };

/* Call found() for each process and thread of the kernel with its short name. 0 or -errno. */
int processes_each(struct host *host, void (*found)(void *who, const char *comm, unsigned pid),
		   void *who);

/* True if there is a process of that number. */
bool process_runs(struct host *host, unsigned pid);

/* --- tracing.c --- */

enum disk_access { ACCESS_READ, ACCESS_WRITE, ACCESS_COMMAND, ACCESS_DIRTY };

/* What a process did to a disk. */
struct disk_event {
	enum disk_access access;
	uint64_t rdev;	 /* of the whole disk */
	uint64_t sector; /* of a read or write, in 512-byte units; of ACCESS_DIRTY the inode */
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
 * Make an instance for these disks, in which the kernel notes who reads, write, dirties inodes,
 * and send pass-through commands. 0, or -errno: -EACCES for others than root, -ENOENT where the
 * kernel has no tracefs. Where it succeeds, tracing_stop() has to be called, also after a signal.
 */
int tracing_start(struct tracing *t, struct host *host, const uint64_t *rdevs, size_t n);

/* The next event. False: none so far. */
bool tracing_next(struct tracing *t, struct disk_event *event);

/* Remove the instance. */
void tracing_stop(struct tracing *t);

#endif
