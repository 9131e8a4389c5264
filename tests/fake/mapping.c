// SPDX-License-Identifier: GPL-2.0-or-later
/* Devices that are built on others, and the extents of a file on a device (FIEMAP). */
#include <errno.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"

enum { FILE_BLOCK = 4096 };

/* "sda1:2048" */
static int option_member(struct fake_device *dev, const char *value)
{
	struct fake_member *m = &dev->member[dev->members];
	unsigned long long offset;

	if (dev->members == WORLD_MEMBERS || sscanf(value, "%23[^:]:%llu", m->name, &offset) != 2)
		return -EINVAL;
	m->offset = offset;
	dev->members++;
	return 0;
}

/* "LOGICAL:PHYSICAL:BYTES", optionally with ":FLAGS" in hexadecimal */
static int option_extent(struct fake_device *dev, const char *value)
{
	struct fake_extent *e = &dev->file.extent[dev->file.extents];
	unsigned long long at[3];

	if (dev->file.extents == WORLD_EXTENTS ||
	    sscanf(value, "%llu:%llu:%llu:%x", &at[0], &at[1], &at[2], &e->flags) < 3)
		return -EINVAL;
	e->logical = at[0];
	e->physical = at[1];
	e->bytes = at[2];
	dev->file.extents++;
	return 0;
}

int fake_mapping_option(struct fake_device *dev, const char *key, const char *value)
{
	if (!strcmp(key, "member"))
		return option_member(dev, value);
	if (!strcmp(key, "extent"))
		return option_extent(dev, value);
	if (!strcmp(key, "backing"))
		snprintf(dev->backing, sizeof(dev->backing), "%s", value);
	else if (!strcmp(key, "file"))
		snprintf(dev->file.name, sizeof(dev->file.name), "%s", value);
	else if (!strcmp(key, "file-block"))
		dev->file.block = (unsigned)atoi(value);
	else if (!strcmp(key, "kernel-sector"))
		dev->kernel_sector = (unsigned)atoi(value);
	else
		return -ENOENT;
	return 0;
}

uint64_t fake_file_bytes(const struct fake_file *file)
{
	const struct fake_extent *last = &file->extent[file->extents ? file->extents - 1 : 0];

	return last->logical + last->bytes;
}

/* Return the extents after fm_start that fit; without room, only their number. */
static int fiemap(const struct fake_file *file, struct fiemap *map)
{
	unsigned n = 0;

	for (unsigned i = 0; i < file->extents; i++) {
		const struct fake_extent *e = &file->extent[i];

		if (e->logical + e->bytes <= map->fm_start)
			continue;
		if (map->fm_extent_count && n == map->fm_extent_count)
			break;
		if (map->fm_extent_count)
			map->fm_extents[n] = (struct fiemap_extent){
				.fe_logical = e->logical,
				.fe_physical = e->physical,
				.fe_length = e->bytes,
				.fe_flags = e->flags |
					    (i + 1 == file->extents ? FIEMAP_EXTENT_LAST : 0),
			};
		n++;
	}
	map->fm_mapped_extents = n;
	return 0;
}

int fake_file_ioctl(const struct fake_device *dev, unsigned long request, void *arg)
{
	switch (request) {
	case FIGETBSZ:
		*(int *)arg = dev->file.block ? (int)dev->file.block : FILE_BLOCK;
		return 0;
	case FS_IOC_FIEMAP:
		return fiemap(&dev->file, arg);
	}
	return -ENOTTY;
}
