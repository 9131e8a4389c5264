/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who uses a disk, by the kernel's tables. */
#ifndef HDPARM_IN_USE_H
#define HDPARM_IN_USE_H

#include "block.h"

/* A search for users of one disk. */
struct disk_users {
	struct device *dev;
	struct host *host;
	char disk[PATH_MAX]; /* its folder in sysfs */
	char *why;	     /* BLOCK_WHY_BYTES */
};

/* Looks for one, in all tables: 0, -EBUSY with `why`, or -errno of what could not be read. */
int users_find(struct disk_users *s);

/* Sets `why`: "FIRST HOW SECOND". Returns -EBUSY. */
int users_report(struct disk_users *s, const char *first, const char *how, const char *second);

/* Sets it to what could not be read, so that it is not known whether the disk is in use: err. */
int users_unreadable(struct disk_users *s, const char *path, int err);

/* Whether a number is the disk's or a partition's. */
bool users_number_on_disk(const struct disk_users *s, uint64_t rdev);

/* Whether a path is a device node of the disk or of a partition, or a file on it. */
bool users_path_on_disk(const struct disk_users *s, const char *path);

#endif
