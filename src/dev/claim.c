// SPDX-License-Identifier: GPL-2.0-or-later
/* Keep other programs off a disk: lock the disk, and open it exclusively if nobody uses it. */
#include "block.h"
#include "sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Open the disk by its own name. The descriptor, or -errno. */
static int claim_open_disk(struct host *host, const struct block_disk *disk, int flags)
{
	char path[SYSFS_NODE_BYTES];
	struct stat st;
	int fd;

	sysfs_node_path(disk->name, path);
	fd = host_open(host, path, O_RDONLY | O_NONBLOCK | flags);
	if (fd >= 0 &&
	    (host_fstat(host, fd, &st) || !S_ISBLK(st.st_mode) || st.st_rdev != disk->rdev)) {
		host_close(host, fd);
		return -ESTALE;
	}
	return fd;
}

int block_open_disk(struct device *dev)
{
	struct block_disk disk;
	int err = sys_disk_whole(&dev->sys, &disk);

	return err ? err : claim_open_disk(dev->host, &disk, O_DIRECT);
}

/*
 * Return the descriptor to lock; -1 if there is none, which is no error. Locks belong to a node,
 * and other programs lock the node with the disk's own name.
 */
static int node_to_lock(struct device *dev)
{
	struct block_disk disk;

	if (!dev->sys.rdev || dev->kind == DEVICE_FILE)
		return -1;
	if (sys_disk_whole(&dev->sys, &disk))
		return dev->sys.character ? -1 : dev->fd;
	if (!dev->sys.character && disk.rdev == dev->sys.rdev)
		return dev->fd;
	dev->claim.lock_fd = claim_open_disk(dev->host, &disk, 0);
	if (dev->claim.lock_fd < 0)
		dev->claim.lock_fd = -1;
	return dev->claim.lock_fd;
}

int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES])
{
	int fd = dev->claim.lock_fd >= 0 ? dev->claim.lock_fd : node_to_lock(dev), err;
	unsigned holder;

	who[0] = '\0';
	if (fd < 0 || dev->claim.lock >= lock)
		return 0;
	err = host_lock(dev->host, fd, lock == LOCK_EXCLUSIVE, &holder);
	if (!err)
		dev->claim.lock = lock;
	if (err != -EWOULDBLOCK)
		return 0;
	process_name(dev->host, holder, who);
	return err;
}

struct claiming {
	struct disk_users users; /* first: a struct disk_users * is a struct claiming * */
	struct device *dev;
};

/*
 * Claim the disk by an exclusive open. It fails while a partition is claimed; mounts (also of
 * other namespaces), swap, md, dm and others claim theirs (block/bdev.c).
 */
static int claim_disk(struct claiming *c)
{
	struct disk_users *s = &c->users;
	char name[BLOCK_NAME_BYTES], path[PATH_MAX];
	struct stat st;
	int fd;

	/* a generic node cannot be claimed, but the disk's own node can */
	snprintf(path, PATH_MAX, "%s", c->dev->path);
	if (c->dev->sys.character) {
		sysfs_last_name(s->disk, name);
		sysfs_node_path(name, path);
		if (!users_path_on_disk(s, path))
			return -ENODEV;
	}
	fd = host_open(s->host, path, O_RDONLY | O_NONBLOCK | O_EXCL);
	if (fd == -EBUSY)
		snprintf(s->why, BLOCK_WHY_BYTES, "another program or driver holds it");
	if (fd < 0)
		return fd;
	/* the name may belong to another device by now */
	if (host_fstat(s->host, fd, &st) < 0 || !S_ISBLK(st.st_mode) ||
	    (!c->dev->sys.character && st.st_rdev != c->dev->sys.rdev)) {
		host_close(s->host, fd);
		return -ESTALE;
	}
	c->dev->claim.fd = fd;
	return 0;
}

/* Claim one more disk, as block_claim() does its device's. */
static int claim_other(struct disk_users *s)
{
	char name[BLOCK_NAME_BYTES], path[SYSFS_NODE_BYTES];
	struct device *dev = ((struct claiming *)s)->dev;
	struct stat st;
	int fd, err = users_find(s);

	if (err)
		return err;
	sysfs_last_name(s->disk, name);
	sysfs_node_path(name, path);
	users_report(s, path, "is", "of the same drive");
	if (dev->claim.others == DEVICE_OTHERS)
		return -E2BIG;
	fd = host_open(s->host, path, O_RDONLY | O_NONBLOCK | O_EXCL);
	if (fd == -EBUSY)
		return users_report(s, path, "is held", "by another program or driver");
	if (fd < 0)
		return fd;
	dev->claim.others_fd[dev->claim.others++] = fd;
	if (host_fstat(s->host, fd, &st) < 0 || !users_number_on_disk(s, st.st_rdev))
		return -ESTALE;
	s->why[0] = '\0';
	return 0;
}

int block_used(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct disk_users users = { .host = dev->host, .why = why };
	int err = users_begin(&users, dev->sys.rdev);

	return err ? err : users_find(&users);
}

int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct claiming c = { .users = { .host = dev->host, .why = why }, .dev = dev };
	char path[SYSFS_LOOKED_BYTES];
	uint64_t disk;
	int err;

	why[0] = '\0';
	if (dev->claim.fd >= 0 || !dev->sys.rdev)
		return 0;
	if (dev->sys.character) {
		err = sysfs_disk_of_node(dev->host, dev->sys.rdev, &disk, path);
		/* a generic node without a disk is not in use */
		if (err > 0)
			return 0;
		if (!err)
			err = sysfs_folder(dev->host, disk, c.users.disk);
		if (err)
			return users_unreadable(&c.users, path, err);
	} else {
		err = users_begin(&c.users, dev->sys.rdev);
		if (err)
			return err;
	}
	err = users_find(&c.users);
	if (!err)
		err = claim_disk(&c);
	if (!err)
		err = users_each_kin(&c.users, claim_other);
	if (err)
		device_unclaim(dev);
	return err;
}
