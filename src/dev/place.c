// SPDX-License-Identifier: GPL-2.0-or-later
/* Which disk a device belongs to. */
#include "block.h"

#include <errno.h>
#include <limits.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

int block_sysfs_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX])
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(rdev), minor(rdev));
	n = host_real_path(host, link, folder, PATH_MAX);
	return n < 0 ? (int)n : 0;
}

bool block_has_file(struct host *host, const char *folder, const char *name)
{
	char path[PATH_MAX + 288], text[8];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return host_read_file(host, path, text, sizeof(text)) >= 0;
}

void block_last_name(const char *path, char name[BLOCK_NAME_BYTES])
{
	const char *slash = strrchr(path, '/');

	snprintf(name, BLOCK_NAME_BYTES, "%.63s", slash ? slash + 1 : path);
}

/* 0 with the attribute's presence in *there; -errno where it could not be looked for. */
static int look_for(struct host *host, const char *folder, const char *name, bool *there)
{
	char path[PATH_MAX + 288], text[8];
	ssize_t got;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	got = host_read_file(host, path, text, sizeof(text));
	*there = got >= 0;
	return got >= 0 || got == -ENOENT ? 0 : (int)got;
}

/*
 * Without sysfs: HDIO_GETGEO. A device of dm answers it with a geometry of zeros, which says
 * nothing (drivers/md/dm.c).
 */
static int place_by_geometry(struct device *dev, struct block_place *place)
{
	struct hd_geometry legacy = { 0 };
	int err = host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy);

	if (err < 0)
		return err;
	place->start = legacy.start;
	return legacy.heads && legacy.sectors ? 0 : -ENODATA;
}

int block_place(struct device *dev, struct block_place *place)
{
	char folder[PATH_MAX], pattern[PATH_MAX + 16];
	struct host_paths slaves;
	bool partition;
	int err;

	*place = (struct block_place){ .array = false };
	if (!dev->rdev || dev->character)
		return 0;
	place->array = block_is_array(dev);
	if (block_sysfs_folder(dev->host, dev->rdev, folder))
		return place->array ? 0 : place_by_geometry(dev, place);
	snprintf(pattern, sizeof(pattern), "%s/slaves/*", folder);
	err = host_glob(dev->host, pattern, &slaves);
	if (!err && slaves.n)
		block_last_name(slaves.path[0], place->built_on);
	host_paths_free(&slaves);
	if (!err)
		err = look_for(dev->host, folder, "partition", &partition);
	if (err || !partition)
		return err;
	*strrchr(folder, '/') = '\0';
	block_last_name(folder, place->disk);
	return block_attr_u64(dev, "start", &place->start);
}
