/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Attributes of block devices in sysfs, not interpreted. */
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

/* The node of a disk of that name: "/dev/cciss/c0d0" for "cciss!c0d0". */
enum { SYSFS_NODE_BYTES = BLOCK_NAME_BYTES + 8 };
void sysfs_node_path(const char *name, char path[SYSFS_NODE_BYTES]);

/*
 * The disk of a generic node of SCSI or NVMe, by its number: 0; 1 where the node has none, -errno
 * where that cannot be found out. `path` is what was looked at.
 */
enum { SYSFS_LOOKED_BYTES = 128 };
int sysfs_disk_of_node(struct host *host, uint64_t rdev, uint64_t *disk,
		       char path[SYSFS_LOOKED_BYTES]);

/* Replaces control characters: names may come from other users, and would act on a terminal. */
void sysfs_hide_controls(char *text);

/* Whether the kernel found a whole disk as a SCSI disk, and not as an ATA drive behind a host. */
bool sysfs_is_scsi(struct device *dev);

/* Such a disk at a SAS host: below an end device (drivers/scsi/scsi_transport_sas.c). */
bool sysfs_is_sas(struct device *dev);

/* An md array: it has no place on a disk, it is spread over several. */
bool sysfs_is_array(struct device *dev);

#endif
