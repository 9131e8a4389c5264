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
	char folder[PATH_MAX], slaves[PATH_MAX + 8], names[1024];
	ssize_t n;

	*place = (struct block_place){ .array = false };
	if (!dev->rdev || dev->character)
		return;
	place->array = block_is_array(dev);
	if (block_sysfs_folder(dev->host, dev->rdev, folder)) {
		if (host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy) >= 0)
			place->start = legacy.start;
		return;
	}
	snprintf(slaves, sizeof(slaves), "%s/slaves", folder);
	n = host_list_dir(dev->host, slaves, names, sizeof(names));
	if (n == -ENOSPC)
		snprintf(place->built_on, sizeof(place->built_on), "several devices");
	else if (n > 0)
		snprintf(place->built_on, sizeof(place->built_on), "%.63s", names);
	if (!block_has_file(dev->host, folder, "partition"))
		return;
	if (block_attr_u64(dev, "start", &place->start))
		place->start = 0;
	*strrchr(folder, '/') = '\0';
	block_last_name(folder, place->disk);
}
