/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder look up: folders and numbers of devices, mounts, this process. */
#ifndef HDPARM_SYS_LOOKUPS_H
#define HDPARM_SYS_LOOKUPS_H

#include "sysfs.h"

/* A device number as the kernel writes it, "8:16". False: it is none. */
bool sysfs_rdev(const char *text, uint64_t *rdev);

/* The folder below /sys/devices of the whole disk. 0 or -errno as sys_disk_whole(). */
int sys_disk_folder(struct sys_disk *disk, char folder[PATH_MAX]);

/* device/vendor of the whole disk, with the blanks that pad it; empty if it has none. */
const char *sys_disk_vendor(struct sys_disk *disk);

/* A line of /proc/self/mountinfo, without its newline. False: it is not one. */
struct mount {
	uint64_t rdev; /* major 0: the file system has no device of its own */
	char *source, *place;
};
bool mount_of_line(char *line, struct mount *mount);

/* The number of this process; 0: not known. */
unsigned process_own(struct host *host);

#endif
