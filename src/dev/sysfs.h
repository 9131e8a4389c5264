/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What sysfs says of block devices, without a conclusion. */
#ifndef HDPARM_SYSFS_H
#define HDPARM_SYSFS_H

#include "block.h"

/* A device's folder in sysfs: ".../block/sda", of a partition ".../block/sda/sda1". 0 or -errno. */
int sysfs_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX]);

/* The text of a file in a folder. 0 or -errno. */
int sysfs_text(struct host *host, const char *folder, const char *name, char *text, size_t size);

/* Whether there is such a file, its text then in `text`: 1 or 0; -errno where it is not known. */
int sysfs_look_for(struct host *host, const char *folder, const char *name, char *text,
		   size_t size);

/* An unsigned decimal number. -ENOENT where there is none, -EINVAL for no number. */
int sysfs_u64(struct host *host, const char *folder, const char *name, uint64_t *value);

/* A device number as the kernel writes it, "8:16". False: it is none. */
bool sysfs_rdev(const char *text, uint64_t *rdev);

/* The last name of a path, cut if it is long. */
void sysfs_last_name(const char *path, char name[BLOCK_NAME_BYTES]);

/* Names are other people's: nothing of them is to act on a terminal. */
void sysfs_hide_controls(char *text);

/* An md array: it has no place on a disk, it is spread over several. */
bool sysfs_is_array(struct device *dev);

#endif
