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

void block_place(struct device *dev, struct block_place *place)
{
	struct hd_geometry legacy = { 0 };
	char folder[PATH_MAX], pattern[PATH_MAX + 16];
	struct host_paths slaves;

	*place = (struct block_place){ .array = false };
	if (!dev->rdev || dev->character)
		return;
	place->array = block_is_array(dev);
	if (block_sysfs_folder(dev->host, dev->rdev, folder)) {
		if (host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy) >= 0)
			place->start = legacy.start;
		return;
	}
	snprintf(pattern, sizeof(pattern), "%s/slaves/*", folder);
	if (!host_glob(dev->host, pattern, &slaves) && slaves.n)
		block_last_name(slaves.path[0], place->built_on);
	host_paths_free(dev->host, &slaves);
	if (!block_has_file(dev->host, folder, "partition"))
		return;
	if (block_attr_u64(dev, "start", &place->start))
		place->start = 0;
	*strrchr(folder, '/') = '\0';
	block_last_name(folder, place->disk);
}
