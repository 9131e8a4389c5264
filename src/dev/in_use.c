// SPDX-License-Identifier: GPL-2.0-or-later
/* Who else uses a disk: first by the kernel's tables, which have names, then by an exclusive open.
 */
#include "sysfs.h"
#include "rdev.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* An NVMe qualified name has up to 223 bytes (Base 4.5). */
enum { SUBSYSTEM_BYTES = 256 };

/* A search for users of one disk. */
struct search {
	struct device *dev;
	struct host *host;
	char disk[PATH_MAX]; /* its folder in sysfs */
	char *why;
};

static int report_use(struct search *s, const char *first, const char *how, const char *second)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.56s %s %.56s", first, how, second);
	sysfs_hide_controls(s->why);
	return -EBUSY;
}

/* This could not be read, so it is not known whether the disk is in use. */
static int report_unreadable(struct search *s, const char *path, int err)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.100s", path);
	return err;
}

/* Whether a folder of sysfs is the disk's, or one of its partitions'. */
static bool inside(const struct search *s, const char *folder)
{
	size_t n = strlen(s->disk);

	return !strncmp(folder, s->disk, n) && (!folder[n] || folder[n] == '/');
}

static bool number_on_disk(const struct search *s, uint64_t rdev)
{
	char folder[PATH_MAX];

	/* major 0: a file system without a device of its own */
	return rdev_major(rdev) && !sysfs_folder(s->host, rdev, folder) && inside(s, folder);
}

/* Whether a path is a device node of the disk or of a partition, or a file on it. */
static bool path_on_disk(const struct search *s, const char *path)
{
	struct stat st;
	dev_t number;

	if (path[0] != '/' || host_stat(s->host, path, &st) < 0)
		return false;
	number = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
	return (S_ISBLK(st.st_mode) || S_ISREG(st.st_mode)) && number_on_disk(s, number);
}

/* The kernel writes blanks, tabs, newlines and backslashes in octal: "\040". */
static void unescape(char *text)
{
	char *to = text;

	while (*text) {
		if (*text == '\\' && strspn(text + 1, "01234567") >= 3) {
			*to++ = (char)((text[1] - '0') << 6 | (text[2] - '0') << 3 |
				       (text[3] - '0'));
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

/*
 * proc(5): "36 35 8:1 / /mnt rw,noatime shared:1 - ext4 /dev/sda1 rw". The numbers are the disk's,
 * whatever the source is called. With major 0, as for btrfs, the source's name is used.
 */
static int judge_mount(struct search *s, char *line)
{
	char *word[5] = { NULL }, *source;
	uint64_t rdev;

	for (size_t i = 0; i < 5; i++) {
		word[i] = strsep(&line, " ");
		if (!word[i])
			return 0;
	}
	while ((source = strsep(&line, " ")) && strcmp(source, "-") != 0)
		;
	strsep(&line, " "); /* the type */
	source = strsep(&line, " ");
	if (!source || !sysfs_rdev(word[2], &rdev))
		return 0;
	unescape(word[4]);
	unescape(source);
	if (number_on_disk(s, rdev) || (!rdev_major(rdev) && path_on_disk(s, source)))
		return report_use(s, source, "is mounted on", word[4]);
	return 0;
}

static int judge_swap(struct search *s, char *line)
{
	char *path = strsep(&line, " \t"), *kind;

	if (!line)
		return 0;
	line += strspn(line, " \t");
	kind = strsep(&line, " \t");
	unescape(path);
	return path_on_disk(s, path) ? report_use(s, path, "is used for swapping, as", kind) : 0;
}

static int scan_table(struct search *s, const char *path, int (*judge)(struct search *, char *line))
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(s->host, path, &table);
	int err = 0;

	if (got < 0)
		return report_unreadable(s, path, (int)got);
	rest = table;
	while (!err && (line = strsep(&rest, "\n")))
		err = judge(s, line);
	free(table);
	return err;
}

/* A kernel without swapping has no such table. /proc is mounted: the other table was read. */
static int scan_swaps(struct search *s)
{
	int err = scan_table(s, "/proc/swaps", judge_swap);

	if (err == -ENOENT)
		s->why[0] = '\0';
	return err == -ENOENT ? 0 : err;
}

/* Checks every name in a folder, until one shows a use. */
static int scan_folder(struct search *s, const char *path,
		       int (*judge)(struct search *, const char *folder, const char *name))
{
	char pattern[PATH_MAX + 300];
	struct host_paths paths;
	int err;

	snprintf(pattern, sizeof(pattern), "%s/*", path);
	err = host_glob(s->host, pattern, &paths);
	if (err)
		report_unreadable(s, path, err);
	for (size_t i = 0; !err && i < paths.n; i++)
		err = judge(s, path, strrchr(paths.path[i], '/') + 1);
	host_paths_free(&paths);
	return err;
}

/* Any entry of FOLDER/holders is a device built on this one. */
static int judge_holder(struct search *s, const char *folder, const char *name)
{
	char above[PATH_MAX + 288], own[BLOCK_NAME_BYTES];

	snprintf(above, sizeof(above), "%s", folder);
	*strrchr(above, '/') = '\0';
	sysfs_last_name(above, own);
	return report_use(s, own, "is part of", name);
}

static int scan_holders(struct search *s, const char *folder)
{
	char path[PATH_MAX + 288];

	snprintf(path, sizeof(path), "%s/holders", folder);
	return scan_folder(s, path, judge_holder);
}

static int judge_part(struct search *s, const char *disk, const char *name)
{
	char folder[PATH_MAX + 256], text[8];

	snprintf(folder, sizeof(folder), "%s/%.255s", disk, name);
	return sysfs_text(s->host, folder, "partition", text, sizeof(text))
		       ? 0
		       : scan_holders(s, folder);
}

/* A loop device does not claim the device behind it. */
static int judge_loop(struct search *s, const char *folder, const char *name)
{
	char path[PATH_MAX], file[PATH_MAX];

	if (strncmp(name, "loop", 4) != 0)
		return 0;
	snprintf(path, sizeof(path), "%s/%.63s/loop/backing_file", folder, name);
	if (host_read_file(s->host, path, file, sizeof(file)) > 0 && path_on_disk(s, file))
		return report_use(s, file, "is behind", name);
	return 0;
}

static int judge_btrfs_device(struct search *s, const char *folder, const char *name)
{
	char link[288], real[PATH_MAX];

	snprintf(link, sizeof(link), "/sys/class/block/%.255s", name);
	if (host_real_path(s->host, link, real, sizeof(real)) < 0 || !inside(s, real))
		return 0;
	return report_use(s, name, "belongs to a file system,", folder);
}

/* The table of mounts has only one of several devices of a btrfs. */
static int judge_btrfs(struct search *s, const char *folder, const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%.255s/devices", folder, name);
	return scan_folder(s, path, judge_btrfs_device);
}

/* Finds the disk of a SCSI generic node. *none: it belongs to no disk, so it is not in use. */
static int disk_of_node(struct search *s, bool *none)
{
	char path[SYSFS_LOOKED_BYTES];
	uint64_t disk;
	int err = sysfs_disk_of_node(s->host, s->dev->rdev, &disk, path);

	*none = err > 0;
	if (!err)
		err = sysfs_folder(s->host, disk, s->disk);
	return err < 0 ? report_unreadable(s, path, err) : 0;
}

/* The node to claim: the device's own, or for a generic node that of the disk. */
static int claim_path(struct search *s, char path[PATH_MAX])
{
	char name[BLOCK_NAME_BYTES];

	if (!s->dev->character) {
		snprintf(path, PATH_MAX, "%s", s->dev->path);
		return 0;
	}
	sysfs_last_name(s->disk, name);
	sysfs_node_path(name, path);
	return path_on_disk(s, path) ? 0 : -ENODEV;
}

/*
 * Claims the disk by an exclusive open. It fails while a partition is claimed; mounts (also of
 * other namespaces), swap, md, dm and others claim theirs (block/bdev.c).
 */
static int claim_disk(struct search *s)
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

/* What uses the disk, by name. */
static int scan_all(struct search *s)
{
	int err = scan_table(s, "/proc/self/mountinfo", judge_mount);

	if (!err)
		err = scan_swaps(s);
	if (!err)
		err = scan_holders(s, s->disk);
	if (!err)
		err = scan_folder(s, s->disk, judge_part);
	if (!err)
		err = scan_folder(s, "/sys/block", judge_loop);
	if (!err)
		err = scan_folder(s, "/sys/fs/btrfs", judge_btrfs);
	return err;
}

/*
 * Whether the disk in this folder of /sys/block shares the medium: it is a namespace of the same
 * NVM subsystem. 1, 0, or -errno where that is not known.
 */
static int shares_subsystem(struct search *s, const char *folder, const char *own)
{
	char name[SUBSYSTEM_BYTES], text[32];
	int err;

	/* a path of a multipath disk is no disk of its own: it is hidden, without a number */
	err = sysfs_look_for(s->host, folder, "dev", text, sizeof(text));
	if (err <= 0)
		return err;
	err = sysfs_text(s->host, folder, "device/subsysnqn", name, sizeof(name));
	return err ? err : !strcmp(name, own);
}

/* Claims one more disk, as block_claim() does its device's. */
static int claim_other(struct search *s)
{
	char name[BLOCK_NAME_BYTES], path[SYSFS_NODE_BYTES];
	struct device *dev = s->dev;
	struct stat st;
	int fd, err = scan_all(s);

	if (err)
		return err;
	sysfs_last_name(s->disk, name);
	sysfs_node_path(name, path);
	report_use(s, path, "is", "of the same drive");
	if (dev->others == DEVICE_OTHERS)
		return -E2BIG;
	fd = host_open(s->host, path, O_RDONLY | O_NONBLOCK | O_EXCL);
	if (fd == -EBUSY)
		return report_use(s, path, "is held", "by another program or driver");
	if (fd < 0)
		return fd;
	dev->others_fd[dev->others++] = fd;
	if (host_fstat(s->host, fd, &st) < 0 || !number_on_disk(s, st.st_rdev))
		return -ESTALE;
	s->why[0] = '\0';
	return 0;
}

int block_claim_others(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct search s = { .dev = dev, .host = dev->host, .why = why };
	char own[PATH_MAX], nqn[SUBSYSTEM_BYTES], looked[SYSFS_LOOKED_BYTES];
	struct host_paths disks;
	uint64_t rdev = dev->rdev;
	int err;

	why[0] = '\0';
	err = dev->character ? sysfs_disk_of_node(dev->host, rdev, &rdev, looked) : 0;
	err = err ? -ENODEV : sysfs_folder(dev->host, rdev, own);
	if (!err)
		err = sysfs_text(dev->host, own, "device/subsysnqn", nqn, sizeof(nqn));
	if (err)
		return report_unreadable(&s, "/sys", err);
	err = host_glob(dev->host, "/sys/block/nvme*", &disks);
	for (size_t i = 0; !err && i < disks.n; i++) {
		err = host_real_path(dev->host, disks.path[i], s.disk, sizeof(s.disk)) < 0 ? -ENODEV
											   : 0;
		if (!err && strcmp(s.disk, own) != 0)
			err = shares_subsystem(&s, s.disk, nqn);
		if (err < 0)
			report_unreadable(&s, disks.path[i], err);
		else if (err > 0)
			err = claim_other(&s);
	}
	host_paths_free(&disks);
	return err;
}

int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct search s = { .dev = dev, .host = dev->host, .why = why };
	bool none = false;
	int err;

	why[0] = '\0';
	if (dev->claim_fd >= 0 || !dev->rdev)
		return 0;
	if (dev->character) {
		err = disk_of_node(&s, &none);
		if (err || none)
			return err;
		err = scan_all(&s);
	} else {
		/* without sysfs there are no names, but the claim works */
		err = sysfs_folder(s.host, dev->rdev, s.disk) ? 0 : scan_all(&s);
	}
	return err ? err : claim_disk(&s);
}
