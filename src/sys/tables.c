// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's tables of what uses disks: mounts, swap, loop devices, btrfs. */
#include "disk_use.h"
#include "lookups.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int users_report(struct disk_users *s, const char *first, const char *how, const char *second)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.56s %s %.56s", first, how, second);
	utf8_clean(s->why);
	return -EBUSY;
}

int users_unreadable(struct disk_users *s, const char *path, int err)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.100s", path);
	return err;
}

bool sysfs_number_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX])
{
	/* major 0: a file system without a device of its own */
	return rdev_major(rdev) && !sysfs_folder(host, rdev, folder);
}

bool sysfs_path_folder(struct host *host, const char *path, char folder[PATH_MAX])
{
	struct stat st;
	dev_t number;

	if (path[0] != '/' || host_stat(host, path, &st) < 0)
		return false;
	number = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
	return (S_ISBLK(st.st_mode) || S_ISREG(st.st_mode)) &&
	       sysfs_number_folder(host, number, folder);
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

/* proc(5): "36 35 8:1 / /mnt rw,noatime shared:1 - ext4 /dev/sda1 rw" */
bool mount_of_line(char *line, struct mount *mount)
{
	char *word[5] = { NULL }, *source;

	for (size_t i = 0; i < 5; i++) {
		word[i] = strsep(&line, " ");
		if (!word[i])
			return false;
	}
	while ((source = strsep(&line, " ")) && strcmp(source, "-") != 0)
		;
	strsep(&line, " "); /* the type */
	source = strsep(&line, " ");
	if (!source || !sysfs_rdev(word[2], &mount->rdev))
		return false;
	unescape(word[4]);
	unescape(source);
	mount->place = word[4];
	mount->source = source;
	return true;
}

/* A table that is being read; users.disk is the folder of a device that is found to be used. */
struct reading {
	struct disk_users users;
	struct uses_part *part;
};

/* Notes a use of the device: "FIRST HOW SECOND". 0 or -ENOMEM. */
static int note_use(struct reading *r, const char *first, const char *how, const char *second)
{
	struct uses_part *part = r->part;
	struct disk_use *more = realloc(part->use, (part->n + 1) * sizeof(*more));

	if (!more)
		return -ENOMEM;
	part->use = more;
	more += part->n++;
	users_report(&r->users, first, how, second);
	*more = (struct disk_use){ strdup(r->users.disk), strdup(r->users.why) };
	return more->folder && more->why ? 0 : -ENOMEM;
}

/*
 * The device number counts, not the name of the source. With major 0, as for btrfs, the source's
 * name counts.
 */
static int judge_mount(struct reading *r, char *line)
{
	struct host *host = r->users.host;
	char *folder = r->users.disk;
	struct mount mount;

	if (!mount_of_line(line, &mount))
		return 0;
	if (sysfs_number_folder(host, mount.rdev, folder) ||
	    (!rdev_major(mount.rdev) && sysfs_path_folder(host, mount.source, folder)))
		return note_use(r, mount.source, "is mounted on", mount.place);
	return 0;
}

static int judge_swap(struct reading *r, char *line)
{
	char *path = strsep(&line, " \t"), *kind;

	if (!line)
		return 0;
	line += strspn(line, " \t");
	kind = strsep(&line, " \t");
	unescape(path);
	return sysfs_path_folder(r->users.host, path, r->users.disk)
		       ? note_use(r, path, "is used for swapping, as", kind)
		       : 0;
}

static int read_table(struct reading *r, const char *path,
		      int (*judge)(struct reading *, char *line))
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(r->users.host, path, &table);
	int err = 0;

	if (got < 0)
		return users_unreadable(&r->users, path, (int)got);
	rest = table;
	while (!err && (line = strsep(&rest, "\n")))
		err = judge(r, line);
	free(table);
	return err;
}

/* A loop device does not claim the device behind it. */
static int judge_loop(struct reading *r, const char *path)
{
	char file[PATH_MAX], name[BLOCK_NAME_BYTES];

	if (host_read_file(r->users.host, path, file, sizeof(file)) <= 0 ||
	    !sysfs_path_folder(r->users.host, file, r->users.disk))
		return 0;
	/* /sys/block/loop0/loop/backing_file */
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(path + strlen("/sys/block/"), "/"),
		 path + strlen("/sys/block/"));
	return note_use(r, file, "is behind", name);
}

/* /sys/fs/btrfs/UUID/devices/NAME: the table of mounts names only one of several devices. */
static int judge_btrfs(struct reading *r, const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	char link[288], folder[PATH_MAX];

	snprintf(link, sizeof(link), "/sys/class/block/%.255s", name);
	if (host_link_target(r->users.host, link, r->users.disk, sizeof(r->users.disk)) < 0)
		return 0;
	snprintf(folder, sizeof(folder), "%.*s", (int)(name - 1 - path), path);
	return note_use(r, name, "belongs to a file system,", folder);
}

static int read_each(struct reading *r, const char *top, const char *pattern,
		     int (*judge)(struct reading *, const char *path))
{
	struct host_paths paths;
	int err = host_glob(r->users.host, pattern, &paths);

	if (err)
		users_unreadable(&r->users, top, err);
	for (size_t i = 0; !err && i < paths.n; i++)
		err = judge(r, paths.path[i]);
	host_paths_free(&paths);
	return err;
}

void disk_uses_read(struct disk_uses *uses, struct host *host)
{
	struct reading r = { .users.host = host, .part = &uses->direct };

	*uses = (struct disk_uses){ .direct = { .n = 0 } };
	r.users.why = uses->direct.why;
	uses->direct.err = read_table(&r, "/proc/self/mountinfo", judge_mount);
	if (!uses->direct.err)
		uses->direct.err = read_table(&r, "/proc/swaps", judge_swap);
	/*
	 * a kernel without swapping has no such table; /proc is mounted, since the other table was
	 * read
	 */
	if (uses->direct.err == -ENOENT && !strcmp(uses->direct.why, "/proc/swaps"))
		uses->direct.err = 0;
	r.part = &uses->indirect;
	r.users.why = uses->indirect.why;
	uses->indirect.err =
		read_each(&r, "/sys/block", "/sys/block/loop*/loop/backing_file", judge_loop);
	if (!uses->indirect.err)
		uses->indirect.err =
			read_each(&r, "/sys/fs/btrfs", "/sys/fs/btrfs/*/devices/*", judge_btrfs);
}

static void free_part(struct uses_part *part)
{
	for (size_t i = 0; i < part->n; i++) {
		free(part->use[i].folder);
		free(part->use[i].why);
	}
	free(part->use);
}

void disk_uses_free(struct disk_uses *uses)
{
	free_part(&uses->direct);
	free_part(&uses->indirect);
}
