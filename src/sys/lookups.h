/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that the files of this folder share. */
#ifndef HDPARM_SYS_LOOKUPS_H
#define HDPARM_SYS_LOOKUPS_H

#include "sysfs.h"

/* Decode a device number such as "8:16". False if the text does not begin with two numbers. */
bool sysfs_rdev(const char *text, uint64_t *rdev);

/* Find the folder of the whole disk below /sys/devices. 0 or -errno. */
int sys_disk_folder(struct sys_disk *disk, char folder[PATH_MAX]);

/* Return the sysfs attribute device/vendor of the whole disk; "" if not known. */
const char *sys_disk_vendor(struct sys_disk *disk);

/* Decode a line of /proc/self/mountinfo; the texts of *mount point into the line. False: no line.
 */
bool mount_of_line(char *line, struct mount *mount);

#endif
