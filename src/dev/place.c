// SPDX-License-Identifier: GPL-2.0-or-later
/* Which disk a device belongs to, and who else uses that disk. */
#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* The folder of a block device in sysfs: ".../block/sda", of a partition ".../block/sda/sda1". */
static int sysfs_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX])
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(rdev), minor(rdev));
	n = host_real_path(host, link, folder, PATH_MAX);
	return n < 0 ? (int)n : 0;
}

static bool has_file(struct host *host, const char *folder, const char *name)
{
	char path[PATH_MAX + 288], text[8];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return host_read_file(host, path, text, sizeof(text)) >= 0;
}

static void last_name(const char *path, char name[BLOCK_NAME_BYTES])
{
	const char *slash = strrchr(path, '/');

	snprintf(name, BLOCK_NAME_BYTES, "%.63s", slash ? slash + 1 : path);
}

void block_place(struct device *dev, struct block_place *place)
{
	struct hd_geometry legacy = { 0 };
	char folder[PATH_MAX];

	*place = (struct block_place){ .array = dev->rdev && block_is_array(dev) };
	if (dev->kind == DEVICE_FILE || !dev->rdev)
		return;
	if (sysfs_folder(dev->host, dev->rdev, folder)) {
		if (host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy) >= 0)
			place->start = legacy.start;
		return;
	}
	if (!has_file(dev->host, folder, "partition"))
		return;
	if (block_attr_u64(dev, "start", &place->start))
		place->start = 0;
	*strrchr(folder, '/') = '\0';
	last_name(folder, place->disk);
}

/* A search for users of one disk. */
struct search {
	struct device *dev;
	char disk[PATH_MAX]; /* its folder in sysfs */
	char *why;
};

static int found(struct search *s, const char *first, const char *how, const char *second)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.56s %s %.56s", first, how, second);
	return -EBUSY;
}

/* Whether the node is the disk or a partition of it. */
static bool on_disk(struct search *s, const char *node)
{
	size_t n = strlen(s->disk);
	char folder[PATH_MAX];
	struct stat st;

	if (strncmp(node, "/dev/", 5) != 0 || host_stat(s->dev->host, node, &st) < 0 ||
	    !S_ISBLK(st.st_mode) || sysfs_folder(s->dev->host, st.st_rdev, folder))
		return false;
	return !strncmp(folder, s->disk, n) && (!folder[n] || folder[n] == '/');
}

enum { TABLE_BYTES = 1 << 18 };

/* The first word of every line of a table as /proc/self/mounts; `how` joins it to the second. */
static int scan_table(struct search *s, const char *path, const char *how)
{
	char *table = malloc(TABLE_BYTES), *line, *rest, *word, *second, *at = NULL;
	ssize_t n;
	int err = 0;

	if (!table)
		return -ENOMEM;
	n = host_read_file(s->dev->host, path, table, TABLE_BYTES);
	rest = n > 0 ? table : NULL;
	while (!err && rest && (line = strsep(&rest, "\n"))) {
		word = strtok_r(line, " \t", &at);
		second = word ? strtok_r(NULL, " \t", &at) : NULL;
		if (second && on_disk(s, word))
			err = found(s, word, how, second);
	}
	free(table);
	return err;
}

/* Any entry of FOLDER/holders is a device built on this one. */
static int scan_holders(struct search *s, const char *folder)
{
	char path[PATH_MAX + 288], names[1024], name[BLOCK_NAME_BYTES];
	ssize_t n;

	snprintf(path, sizeof(path), "%s/holders", folder);
	n = host_list_dir(s->dev->host, path, names, sizeof(names));
	if (n == 0 || (n < 0 && n != -ENOSPC))
		return 0;
	last_name(folder, name);
	return found(s, name, "is part of", n > 0 ? names : "several devices");
}

static int scan_all_holders(struct search *s)
{
	char names[8192], folder[PATH_MAX + 256], *name = names;
	ssize_t n = host_list_dir(s->dev->host, s->disk, names, sizeof(names));
	int err = scan_holders(s, s->disk);

	for (; !err && n > 0; n--, name += strlen(name) + 1) {
		snprintf(folder, sizeof(folder), "%s/%.255s", s->disk, name);
		if (has_file(s->dev->host, folder, "partition"))
			err = scan_holders(s, folder);
	}
	return err;
}

/* A loop device does not claim the device behind it. */
static int scan_loops(struct search *s)
{
	char names[8192], path[PATH_MAX], file[PATH_MAX], *name = names;
	ssize_t n = host_list_dir(s->dev->host, "/sys/block", names, sizeof(names));
	int err = 0;

	for (; !err && n > 0; n--, name += strlen(name) + 1) {
		if (strncmp(name, "loop", 4) != 0)
			continue;
		snprintf(path, sizeof(path), "/sys/block/%.63s/loop/backing_file", name);
		if (host_read_file(s->dev->host, path, file, sizeof(file)) > 0 && on_disk(s, file))
			err = found(s, file, "is behind", name);
	}
	return err;
}

/* The disk of a SCSI generic node, else the device's own. */
static int disk_folder(struct device *dev, char folder[PATH_MAX])
{
	char path[128], names[256], text[32];
	unsigned maj, min;
	ssize_t n;
	int err = sysfs_folder(dev->host, dev->rdev, folder);

	if (dev->kind != DEVICE_OTHER && dev->kind != DEVICE_OPTICAL)
		return err;
	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/device/block", major(dev->rdev),
		 minor(dev->rdev));
	n = host_list_dir(dev->host, path, names, sizeof(names));
	if (n <= 0)
		return err;
	snprintf(path + strlen(path), sizeof(path) - strlen(path), "/%.40s/dev", names);
	if (host_read_file(dev->host, path, text, sizeof(text)) <= 0 ||
	    sscanf(text, "%u:%u", &maj, &min) != 2)
		return -ENODEV;
	return sysfs_folder(dev->host, makedev(maj, min), folder);
}

/*
 * What the kernel itself knows: a claim on the disk excludes claims on its partitions, and mounts,
 * swap, md and dm all claim theirs (block/bdev.c).
 */
static int claim(struct device *dev, char *why)
{
	struct stat st;
	int fd;

	if (host_fstat(dev->host, dev->fd, &st) < 0 || !S_ISBLK(st.st_mode))
		return 0;
	fd = host_open(dev->host, dev->path, O_RDONLY | O_NONBLOCK | O_EXCL);
	if (fd == -EBUSY)
		snprintf(why, BLOCK_WHY_BYTES, "another program or driver holds it");
	if (fd < 0)
		return fd;
	dev->claim_fd = fd;
	return 0;
}

int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct search s = { .dev = dev, .why = why };
	int err = 0;

	if (dev->claim_fd >= 0)
		return 0;
	why[0] = '\0';
	if (!disk_folder(dev, s.disk)) {
		err = scan_table(&s, "/proc/self/mounts", "is mounted on");
		if (!err)
			err = scan_table(&s, "/proc/swaps", "is used for swapping, as");
		if (!err)
			err = scan_all_holders(&s);
		if (!err)
			err = scan_loops(&s);
	}
	return err ? err : claim(dev, why);
}
