// SPDX-License-Identifier: GPL-2.0-or-later
/* Who uses a disk, by the kernel's tables, which have names. */
#include "in_use.h"
#include "rdev.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int users_report(struct disk_users *s, const char *first, const char *how, const char *second)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.56s %s %.56s", first, how, second);
	sysfs_hide_controls(s->why);
	return -EBUSY;
}

int users_unreadable(struct disk_users *s, const char *path, int err)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.100s", path);
	return err;
}

/* Whether a folder of sysfs is the disk's, or one of its partitions'. */
static bool inside(const struct disk_users *s, const char *folder)
{
	size_t n = strlen(s->disk);

	return !strncmp(folder, s->disk, n) && (!folder[n] || folder[n] == '/');
}

bool users_number_on_disk(const struct disk_users *s, uint64_t rdev)
{
	char folder[PATH_MAX];

	/* major 0: a file system without a device of its own */
	return rdev_major(rdev) && !sysfs_folder(s->host, rdev, folder) && inside(s, folder);
}

bool users_path_on_disk(const struct disk_users *s, const char *path)
{
	struct stat st;
	dev_t number;

	if (path[0] != '/' || host_stat(s->host, path, &st) < 0)
		return false;
	number = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
	return (S_ISBLK(st.st_mode) || S_ISREG(st.st_mode)) && users_number_on_disk(s, number);
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
static int judge_mount(struct disk_users *s, char *line)
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
	if (users_number_on_disk(s, rdev) || (!rdev_major(rdev) && users_path_on_disk(s, source)))
		return users_report(s, source, "is mounted on", word[4]);
	return 0;
}

static int judge_swap(struct disk_users *s, char *line)
{
	char *path = strsep(&line, " \t"), *kind;

	if (!line)
		return 0;
	line += strspn(line, " \t");
	kind = strsep(&line, " \t");
	unescape(path);
	return users_path_on_disk(s, path) ? users_report(s, path, "is used for swapping, as", kind)
					   : 0;
}

static int scan_table(struct disk_users *s, const char *path,
		      int (*judge)(struct disk_users *, char *line))
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(s->host, path, &table);
	int err = 0;

	if (got < 0)
		return users_unreadable(s, path, (int)got);
	rest = table;
	while (!err && (line = strsep(&rest, "\n")))
		err = judge(s, line);
	free(table);
	return err;
}

/* A kernel without swapping has no such table. /proc is mounted: the other table was read. */
static int scan_swaps(struct disk_users *s)
{
	int err = scan_table(s, "/proc/swaps", judge_swap);

	if (err == -ENOENT)
		s->why[0] = '\0';
	return err == -ENOENT ? 0 : err;
}

/* Checks every name in a folder, until one shows a use. */
static int scan_folder(struct disk_users *s, const char *path,
		       int (*judge)(struct disk_users *, const char *folder, const char *name))
{
	char pattern[PATH_MAX + 300];
	struct host_paths paths;
	int err;

	snprintf(pattern, sizeof(pattern), "%s/*", path);
	err = host_glob(s->host, pattern, &paths);
	if (err)
		users_unreadable(s, path, err);
	for (size_t i = 0; !err && i < paths.n; i++)
		err = judge(s, path, strrchr(paths.path[i], '/') + 1);
	host_paths_free(&paths);
	return err;
}

/* Any entry of FOLDER/holders is a device built on this one. */
static int judge_holder(struct disk_users *s, const char *folder, const char *name)
{
	char above[PATH_MAX + 288], own[BLOCK_NAME_BYTES];

	snprintf(above, sizeof(above), "%s", folder);
	*strrchr(above, '/') = '\0';
	sysfs_last_name(above, own);
	return users_report(s, own, "is part of", name);
}

static int scan_holders(struct disk_users *s, const char *folder)
{
	char path[PATH_MAX + 288];

	snprintf(path, sizeof(path), "%s/holders", folder);
	return scan_folder(s, path, judge_holder);
}

static int judge_part(struct disk_users *s, const char *disk, const char *name)
{
	char folder[PATH_MAX + 256], text[8];

	snprintf(folder, sizeof(folder), "%s/%.255s", disk, name);
	return sysfs_text(s->host, folder, "partition", text, sizeof(text))
		       ? 0
		       : scan_holders(s, folder);
}

/* A loop device does not claim the device behind it. */
static int judge_loop(struct disk_users *s, const char *folder, const char *name)
{
	char path[PATH_MAX], file[PATH_MAX];

	if (strncmp(name, "loop", 4) != 0)
		return 0;
	snprintf(path, sizeof(path), "%s/%.63s/loop/backing_file", folder, name);
	if (host_read_file(s->host, path, file, sizeof(file)) > 0 && users_path_on_disk(s, file))
		return users_report(s, file, "is behind", name);
	return 0;
}

static int judge_btrfs_device(struct disk_users *s, const char *folder, const char *name)
{
	char link[288], real[PATH_MAX];

	snprintf(link, sizeof(link), "/sys/class/block/%.255s", name);
	if (host_real_path(s->host, link, real, sizeof(real)) < 0 || !inside(s, real))
		return 0;
	return users_report(s, name, "belongs to a file system,", folder);
}

/* The table of mounts has only one of several devices of a btrfs. */
static int judge_btrfs(struct disk_users *s, const char *folder, const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%.255s/devices", folder, name);
	return scan_folder(s, path, judge_btrfs_device);
}

int users_find(struct disk_users *s)
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

int block_used_by(struct host *host, uint64_t rdev, char why[BLOCK_WHY_BYTES])
{
	struct disk_users s = { .host = host, .why = why };
	int err = sysfs_folder(host, rdev, s.disk);

	why[0] = '\0';
	return err ? err : users_find(&s);
}
