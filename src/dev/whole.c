// SPDX-License-Identifier: GPL-2.0-or-later
/* The whole disk behind a device, and its lock. */
#include "sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int block_whole(struct host *host, uint64_t rdev, bool character, struct block_disk *disk)
{
	char folder[PATH_MAX], text[32];
	int err;

	if (character) {
		char looked[SYSFS_LOOKED_BYTES];

		err = sysfs_disk_of_node(host, rdev, &rdev, looked);
		if (err)
			return err < 0 ? err : -ENOTBLK;
	}
	err = sysfs_folder(host, rdev, folder);
	if (err)
		return err;
	disk->rdev = rdev;
	err = sysfs_look_for(host, folder, "partition", text, sizeof(text));
	if (err > 0) {
		*strrchr(folder, '/') = '\0';
		err = sysfs_text(host, folder, "dev", text, sizeof(text));
		if (!err && !sysfs_rdev(text, &disk->rdev))
			err = -ENODATA;
	}
	sysfs_last_name(folder, disk->name);
	return err;
}

static bool part_holds(struct host *host, const char *folder, uint64_t sector,
		       struct block_part *part)
{
	uint64_t sectors;

	return !sysfs_u64(host, folder, "start", &part->start) &&
	       !sysfs_u64(host, folder, "size", &sectors) && sector >= part->start &&
	       sector - part->start < sectors;
}

void block_part_at(struct device *dev, uint64_t sector, struct block_part *part)
{
	char folder[PATH_MAX], pattern[PATH_MAX + 16];
	struct host_paths parts;

	part->name[0] = '\0';
	if (!dev->rdev || dev->character || sysfs_folder(dev->host, dev->rdev, folder))
		return;
	snprintf(pattern, sizeof(pattern), "%s/*/partition", folder);
	if (host_glob(dev->host, pattern, &parts))
		return;
	for (size_t i = 0; i < parts.n && !part->name[0]; i++) {
		*strrchr(parts.path[i], '/') = '\0';
		if (part_holds(dev->host, parts.path[i], sector, part))
			sysfs_last_name(parts.path[i], part->name);
	}
	host_paths_free(&parts);
}

/*
 * The descriptor to lock. Locks belong to a node, not to the disk: that of the disk's own name is
 * what others lock. -1: there is none, which is no error.
 */
static int node_to_lock(struct device *dev)
{
	char path[SYSFS_NODE_BYTES];
	struct block_disk disk;
	struct stat st;

	if (!dev->rdev || dev->kind == DEVICE_FILE)
		return -1;
	if (block_whole(dev->host, dev->rdev, dev->character, &disk))
		return dev->character ? -1 : dev->fd;
	if (!dev->character && disk.rdev == dev->rdev)
		return dev->fd;
	sysfs_node_path(disk.name, path);
	dev->lock_fd = host_open(dev->host, path, O_RDONLY | O_NONBLOCK);
	if (dev->lock_fd < 0)
		return -1;
	if (host_fstat(dev->host, dev->lock_fd, &st) || !S_ISBLK(st.st_mode) ||
	    st.st_rdev != disk.rdev) {
		host_close(dev->host, dev->lock_fd);
		dev->lock_fd = -1;
	}
	return dev->lock_fd;
}

static void name_holder(struct host *host, unsigned process, char who[BLOCK_HOLDER_BYTES])
{
	char path[40], name[32];

	who[0] = '\0';
	if (!process)
		return;
	snprintf(path, sizeof(path), "/proc/%u/comm", process);
	if (host_read_file(host, path, name, sizeof(name)) <= 0)
		snprintf(name, sizeof(name), "a program");
	snprintf(who, BLOCK_HOLDER_BYTES, "%s, process %u", name, process);
	sysfs_hide_controls(who);
}

int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES])
{
	int fd = dev->lock_fd >= 0 ? dev->lock_fd : node_to_lock(dev), err;
	unsigned holder;

	who[0] = '\0';
	if (fd < 0 || dev->lock >= lock)
		return 0;
	err = host_lock(dev->host, fd, lock == LOCK_EXCLUSIVE, &holder);
	if (!err)
		dev->lock = lock;
	if (err != -EWOULDBLOCK)
		return 0;
	name_holder(dev->host, holder, who);
	return err;
}
