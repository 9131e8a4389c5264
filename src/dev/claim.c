// SPDX-License-Identifier: GPL-2.0-or-later
/* Claims disks by exclusive opens, once nobody is found to use them. */
#include "in_use.h"
#include "sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Finds the disk of a SCSI generic node. *none: it belongs to no disk, so it is not in use. */
static int disk_of_node(struct disk_users *s, bool *none)
{
	char path[SYSFS_LOOKED_BYTES];
	uint64_t disk;
	int err = sysfs_disk_of_node(s->host, s->dev->rdev, &disk, path);

	*none = err > 0;
	if (!err)
		err = sysfs_folder(s->host, disk, s->disk);
	return err < 0 ? users_unreadable(s, path, err) : 0;
}

/* The node to claim: the device's own, or for a generic node that of the disk. */
static int claim_path(struct disk_users *s, char path[PATH_MAX])
{
	char name[BLOCK_NAME_BYTES];

	if (!s->dev->character) {
		snprintf(path, PATH_MAX, "%s", s->dev->path);
		return 0;
	}
	sysfs_last_name(s->disk, name);
	sysfs_node_path(name, path);
	return users_path_on_disk(s, path) ? 0 : -ENODEV;
}

/*
 * Claims the disk by an exclusive open. It fails while a partition is claimed; mounts (also of
 * other namespaces), swap, md, dm and others claim theirs (block/bdev.c).
 */
static int claim_disk(struct disk_users *s)
{
	char path[PATH_MAX];
	struct stat st;
	int fd = claim_path(s, path);

	if (fd < 0)
		return fd;
	fd = host_open(s->host, path, O_RDONLY | O_NONBLOCK | O_EXCL);
	if (fd == -EBUSY)
		snprintf(s->why, BLOCK_WHY_BYTES, "another program or driver holds it");
	if (fd < 0)
		return fd;
	/* the name may belong to another device by now */
	if (host_fstat(s->host, fd, &st) < 0 || !S_ISBLK(st.st_mode) ||
	    (!s->dev->character && st.st_rdev != s->dev->rdev)) {
		host_close(s->host, fd);
		return -ESTALE;
	}
	s->dev->claim_fd = fd;
	return 0;
}

/* How the kernel shows which disks are one drive. */
struct kinship {
	const char *disks;     /* pattern of their folders */
	const char *attribute; /* the same text in all of them */
	bool may_lack;	       /* a disk without it stands alone */
};

/* An NVMe qualified name has up to 223 bytes (Base 4.5); a world wide name is shorter. */
enum { KINSHIP_BYTES = 256 };

/* 1: there is such an attribute; 0: the disk has none, which is no error; or -errno. */
static int read_kinship(struct disk_users *s, const struct kinship *kin, char text[KINSHIP_BYTES])
{
	int err = sysfs_text(s->host, s->disk, kin->attribute, text, KINSHIP_BYTES);

	/* the kernel has no file of it, or one that fails (drivers/scsi/scsi_lib.c) */
	if (kin->may_lack && (err == -ENOENT || err == -ENXIO || err == -EINVAL))
		return 0;
	return err ? err : 1;
}

/*
 * Whether the disk of s->disk shares the medium: it is a namespace of the same NVM subsystem, or
 * another path to the same SCSI disk. 1, 0, or -errno where that is not known.
 */
static int is_kin(struct disk_users *s, const struct kinship *kin, const char *own)
{
	char name[KINSHIP_BYTES], text[32];
	int err;

	/* a path of a multipath disk of NVMe is no disk of its own: it is hidden, without a number
	 */
	err = sysfs_look_for(s->host, s->disk, "dev", text, sizeof(text));
	if (err > 0)
		err = read_kinship(s, kin, name);
	return err > 0 ? !strcmp(name, own) : err;
}

/* Claims one more disk, as block_claim() does its device's. */
static int claim_other(struct disk_users *s)
{
	char name[BLOCK_NAME_BYTES], path[SYSFS_NODE_BYTES];
	struct device *dev = s->dev;
	struct stat st;
	int fd, err = users_find(s);

	if (err)
		return err;
	sysfs_last_name(s->disk, name);
	sysfs_node_path(name, path);
	users_report(s, path, "is", "of the same drive");
	if (dev->others == DEVICE_OTHERS)
		return -E2BIG;
	fd = host_open(s->host, path, O_RDONLY | O_NONBLOCK | O_EXCL);
	if (fd == -EBUSY)
		return users_report(s, path, "is held", "by another program or driver");
	if (fd < 0)
		return fd;
	dev->others_fd[dev->others++] = fd;
	if (host_fstat(s->host, fd, &st) < 0 || !users_number_on_disk(s, st.st_rdev))
		return -ESTALE;
	s->why[0] = '\0';
	return 0;
}

static int claim_kin(struct disk_users *s, const struct kinship *kin, const char *own,
		     const char *name)
{
	struct host_paths disks;
	int err = host_glob(s->host, kin->disks, &disks);

	for (size_t i = 0; !err && i < disks.n; i++) {
		err = host_real_path(s->host, disks.path[i], s->disk, sizeof(s->disk)) < 0 ? -ENODEV
											   : 0;
		if (!err && strcmp(s->disk, own) != 0)
			err = is_kin(s, kin, name);
		if (err < 0)
			users_unreadable(s, disks.path[i], err);
		else if (err > 0)
			err = claim_other(s);
	}
	host_paths_free(&disks);
	return err;
}

static int claim_all_kin(struct device *dev, const struct kinship *kin, char why[BLOCK_WHY_BYTES])
{
	struct disk_users s = { .dev = dev, .host = dev->host, .why = why };
	char own[PATH_MAX], name[KINSHIP_BYTES], looked[SYSFS_LOOKED_BYTES];
	uint64_t rdev = dev->rdev;
	int err;

	why[0] = '\0';
	err = dev->character ? sysfs_disk_of_node(dev->host, rdev, &rdev, looked) : 0;
	err = err ? -ENODEV : sysfs_folder(dev->host, rdev, own);
	if (err)
		return users_unreadable(&s, "/sys", err);
	snprintf(s.disk, sizeof(s.disk), "%s", own);
	err = read_kinship(&s, kin, name);
	if (err < 0)
		return users_unreadable(&s, "/sys", err);
	return err ? claim_kin(&s, kin, own, name) : 0;
}

int block_claim_namespaces(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	static const struct kinship subsystem = { "/sys/block/nvme*", "device/subsysnqn", false };

	return claim_all_kin(dev, &subsystem, why);
}

int block_claim_paths(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	static const struct kinship name = { "/sys/block/sd*", "device/wwid", true };

	return claim_all_kin(dev, &name, why);
}

int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct disk_users s = { .dev = dev, .host = dev->host, .why = why };
	bool none = false;
	int err;

	why[0] = '\0';
	if (dev->claim_fd >= 0 || !dev->rdev)
		return 0;
	if (dev->character) {
		err = disk_of_node(&s, &none);
		if (err || none)
			return err;
		err = users_find(&s);
	} else {
		/* without sysfs there are no names, but the claim works */
		err = sysfs_folder(s.host, dev->rdev, s.disk) ? 0 : users_find(&s);
	}
	return err ? err : claim_disk(&s);
}
