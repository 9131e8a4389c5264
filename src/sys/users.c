// SPDX-License-Identifier: GPL-2.0-or-later
/* Uses of disks, the kernel's counts of use, processes, and rights. */
#include "sysfs.h"
#include "lookups.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* maximum bytes of each name in a text of users_report() */
enum { NAME_SHOWN = 56 };

static bool sysfs_number_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX])
{
	/* a number with major 0 belongs to a file system, not to a block device */
	return rdev_major(rdev) && !sysfs_folder(host, rdev, folder);
}

static bool sysfs_path_folder(struct host *host, const char *path, char folder[PATH_MAX])
{
	struct stat st;
	dev_t number;

	if (path[0] != '/' || host_stat(host, path, &st) < 0)
		return false;
	number = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
	return (S_ISBLK(st.st_mode) || S_ISREG(st.st_mode)) &&
	       sysfs_number_folder(host, number, folder);
}

static bool folder_on_disk(const struct disk_users *s, const char *folder)
{
	size_t n = strlen(s->disk);

	return !strncmp(folder, s->disk, n) && (!folder[n] || folder[n] == '/');
}

bool users_number_on_disk(const struct disk_users *s, uint64_t rdev)
{
	char folder[PATH_MAX];

	return sysfs_number_folder(s->host, rdev, folder) && folder_on_disk(s, folder);
}

bool users_path_on_disk(const struct disk_users *s, const char *path)
{
	char folder[PATH_MAX];

	return sysfs_path_folder(s->host, path, folder) && folder_on_disk(s, folder);
}

static int find_use(struct disk_users *s, const struct uses_part *part)
{
	for (size_t i = 0; i < part->n; i++) {
		if (part->use[i].why && part->use[i].folder &&
		    folder_on_disk(s, part->use[i].folder)) {
			snprintf(s->why, BLOCK_WHY_BYTES, "%s", part->use[i].why);
			return -EBUSY;
		}
	}
	if (part->err)
		snprintf(s->why, BLOCK_WHY_BYTES, "%s", part->why);
	return part->err;
}

static int find_holder(struct disk_users *s)
{
	char path[2 * PATH_MAX], name[BLOCK_NAME_BYTES], above[BLOCK_NAME_BYTES];
	struct host_paths holders;
	int err = 0;

	sysfs_last_name(s->disk, name);
	for (unsigned parts = 0; !err && parts < 2; parts++) {
		if (parts)
			snprintf(path, sizeof(path), "%s/%s*/holders/*", s->disk, name);
		else
			snprintf(path, sizeof(path), "%s/holders/*", s->disk);
		err = host_glob(s->host, path, &holders);
		if (err)
			users_unreadable(s, s->disk, err);
		if (!err && holders.n) {
			sysfs_last_name(holders.path[0], above);
			*strrchr(holders.path[0], '/') = '\0';
			*strrchr(holders.path[0], '/') = '\0';
			sysfs_last_name(holders.path[0], name);
			err = users_report(s, name, "is part of", above);
		}
		host_paths_free(&holders);
	}
	return err;
}

int users_begin(struct disk_users *s, uint64_t rdev)
{
	int err = sysfs_folder(s->host, rdev, s->disk);

	return err ? users_unreadable(s, "/sys/dev/block", err) : 0;
}

static int users_find_in(struct disk_users *s, const struct disk_uses *uses)
{
	int err = find_use(s, &uses->direct);

	if (!err)
		err = find_holder(s);
	return err ? err : find_use(s, &uses->indirect);
}

int users_find(struct disk_users *s)
{
	struct disk_uses uses;
	int err;

	disk_uses_read(&uses, s->host);
	err = users_find_in(s, &uses);
	disk_uses_free(&uses);
	return err;
}

int uses_unknown(const struct disk_uses *uses, const char **what)
{
	const struct uses_part *part = uses->direct.err ? &uses->direct : &uses->indirect;

	*what = part->why;
	return part->err;
}

int block_used_by(struct sys_disk *disk, const struct disk_uses *uses, char why[BLOCK_WHY_BYTES])
{
	struct disk_users s = { .host = disk->host, .why = why };
	int err = sys_disk_folder(disk, s.disk);

	why[0] = '\0';
	return err ? err : users_find_in(&s, uses);
}

const char *mount_place(const char *why)
{
	static const char words[] = " is mounted on ";
	const char *at = strstr(why, words);

	at = at ? at + strlen(words) : NULL;
	return at && strlen(at) < NAME_SHOWN && !strchr(at, '?') ? at : NULL;
}

static bool take_place(const struct disk_use *use, char place[BLOCK_WHY_BYTES])
{
	const char *at = use->why ? mount_place(use->why) : NULL;

	if (at)
		snprintf(place, BLOCK_WHY_BYTES, "%s", at);
	return at;
}

const char *use_of(const struct disk_uses *uses, const char *name)
{
	char last[BLOCK_NAME_BYTES];

	for (size_t i = 0; i < uses->direct.n; i++) {
		const struct disk_use *use = &uses->direct.use[i];

		if (!use->folder)
			continue;
		sysfs_last_name(use->folder, last);
		if (!strcmp(last, name) && use->why)
			return use->why;
	}
	return NULL;
}

bool mount_alone_on(struct sys_disk *disk, const struct disk_uses *uses,
		    char place[BLOCK_WHY_BYTES])
{
	const struct uses_part *const parts[] = { &uses->direct, &uses->indirect };
	struct disk_users s = { .host = disk->host, .why = place };
	const char *folder = NULL;

	if (sys_disk_folder(disk, s.disk) || find_holder(&s))
		return false;
	for (size_t i = 0; i < 2; i++) {
		if (parts[i]->err)
			return false;
		for (size_t k = 0; k < parts[i]->n; k++) {
			const struct disk_use *use = &parts[i]->use[k];

			if (!use->folder || !folder_on_disk(&s, use->folder))
				continue;
			if (folder ? strcmp(folder, use->folder) != 0 : !take_place(use, place))
				return false;
			folder = use->folder;
		}
	}
	return folder;
}

/* --- the kernel's counts of a disk's use --- */

/* Documentation/block/stat.rst: 11 numbers; later Linux adds 4 on discards, then 2 on flushes. */
static bool usage_decode(const char *text, struct block_usage *usage)
{
	uint64_t n[17] = { 0 };
	size_t found = numbers_read(text, n, sizeof(n) / sizeof(n[0]));

	*usage = (struct block_usage){ .read = n[2],
				       .other = n[4] + n[11] + n[15],
				       .under_way = n[8],
				       .reads = n[0],
				       .writes = n[4] };
	return found >= 11;
}

int block_usage(struct host *host, const struct block_disk *disk, struct block_usage *usage)
{
	char path[64], text[320];
	ssize_t got;

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/stat", rdev_major(disk->rdev),
		 rdev_minor(disk->rdev));
	got = host_read_file(host, path, text, sizeof(text));
	return got < 0 ? (int)got : usage_decode(text, usage) ? 0 : -EINVAL;
}

/* Form of /proc/diskstats: Documentation/admin-guide/iostats.rst. */
int disks_usage(struct host *host,
		void (*each)(void *who, const struct block_disk *, const struct block_usage *),
		void *who)
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(host, "/proc/diskstats", &table);

	if (got < 0)
		return (int)got;
	rest = table;
	while ((line = strsep(&rest, "\n"))) {
		struct block_disk disk;
		struct block_usage usage;
		const char *name = line + strspn(line, " 0123456789");
		size_t n = strcspn(name, " ");
		uint64_t number[2];

		if (numbers_read(line, number, 2) < 2 || !n || n >= sizeof(disk.name) ||
		    !usage_decode(name + n, &usage))
			continue;
		snprintf(disk.name, sizeof(disk.name), "%.*s", (int)n, name);
		disk.rdev = rdev_make((unsigned)number[0], (unsigned)number[1]);
		each(who, &disk, &usage);
	}
	free(table);
	return 0;
}

void usage_add(struct block_usage *sum, const struct block_usage *more)
{
	sum->read += more->read;
	sum->other += more->other;
	sum->under_way += more->under_way;
	sum->reads += more->reads;
	sum->writes += more->writes;
}

bool usage_differs(const struct block_usage *before, const struct block_usage *now)
{
	return now->under_way || now->read != before->read || now->reads != before->reads ||
	       now->other != before->other;
}

/* --- tables of the uses of disks: mounts, swap, loop devices, btrfs --- */

int users_report(struct disk_users *s, const char *first, const char *how, const char *second)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.*s %s %.*s", NAME_SHOWN, first, how, NAME_SHOWN,
		 second);
	utf8_clean(s->why);
	return -EBUSY;
}

int users_unreadable(struct disk_users *s, const char *path, int err)
{
	snprintf(s->why, BLOCK_WHY_BYTES, "%.100s", path);
	return err;
}

/* Decode octal, such as "\040", in which the kernel writes blanks, newlines and backslashes. */
static void unescape_octal(char *text)
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

/* Form of a line, from proc(5): "36 35 8:1 / /mnt rw,noatime shared:1 - ext4 /dev/sda1 rw". */
bool mount_of_line(char *line, struct mount *mount)
{
	char *word[5] = { NULL }, *source, *type;

	for (size_t i = 0; i < 5; i++) {
		word[i] = strsep(&line, " ");
		if (!word[i])
			return false;
	}
	while ((source = strsep(&line, " ")) && strcmp(source, "-") != 0)
		;
	type = strsep(&line, " ");
	source = strsep(&line, " ");
	if (!source || !sysfs_rdev(word[2], &mount->rdev))
		return false;
	unescape_octal(word[3]);
	unescape_octal(word[4]);
	unescape_octal(source);
	mount->number = atoi(word[0]);
	mount->root = word[3];
	mount->place = word[4];
	mount->type = type;
	mount->source = source;
	return true;
}

int mounts_each(struct host *host, int (*found)(void *who, const struct mount *), void *who)
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(host, "/proc/self/mountinfo", &table);
	struct mount mount;
	int result = 0;

	if (got < 0)
		return (int)got;
	rest = table;
	while (!result && (line = strsep(&rest, "\n"))) {
		if (mount_of_line(line, &mount))
			result = found(who, &mount);
	}
	free(table);
	return result;
}

/* Find the device number by the last name of a node that is gone: "/dev/sda2 (deleted)". */
static int swap_by_name(struct host *host, char *node, uint64_t *rdev)
{
	char *end = strstr(node, " (deleted)"), name[BLOCK_NAME_BYTES];

	if (end)
		*end = '\0';
	sysfs_last_name(node, name);
	return block_named_rdev(host, name, rdev);
}

int block_swaps(struct host *host, uint64_t rdev)
{
	char *table, *line, *rest;
	ssize_t got = host_read_whole(host, "/proc/swaps", &table);
	struct stat st;
	int swaps = 0, unseen = 0;

	if (got < 0) /* a kernel without swap lacks the table */
		return got == -ENOENT ? 0 : (int)got;
	rest = table;
	while (!swaps && (line = strsep(&rest, "\n"))) {
		size_t name = strcspn(line, " \t"), type = name + strspn(line + name, " \t");
		uint64_t number = 0;
		int err;

		if (line[0] != '/' || strncmp(line + type, "partition", 9) != 0)
			continue;
		line[name] = '\0';
		unescape_octal(line);
		err = host_stat(host, line, &st);
		if (!err && S_ISBLK(st.st_mode))
			number = st.st_rdev;
		else if (err == -ENOENT) /* the node is gone, or not in this container */
			err = swap_by_name(host, line, &number);
		unseen = err ? err : unseen;
		swaps = !err && number == rdev;
	}
	free(table);
	return swaps ? swaps : unseen;
}

struct reading {
	struct disk_users users;
	struct uses_part *part;
};

static int note_use(struct reading *r, const char *first, const char *how, const char *second)
{
	struct uses_part *part = r->part;
	struct disk_use *more = realloc(part->use, (part->n + 1) * sizeof(*more));
	char why[BLOCK_WHY_BYTES];
	struct disk_users use = { .why = why };

	if (!more)
		return host_no_memory(r->users.host);
	part->use = more;
	more += part->n++;
	users_report(&use, first, how, second);
	*more = (struct disk_use){ strdup(r->users.disk), strdup(why) };
	return more->folder && more->why ? 0 : host_no_memory(r->users.host);
}

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
	unescape_octal(path);
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

/* holders/ does not show loop devices. */
static int judge_loop(struct reading *r, const char *path)
{
	char file[PATH_MAX], name[BLOCK_NAME_BYTES];

	if (host_read_file(r->users.host, path, file, sizeof(file)) <= 0 ||
	    !sysfs_path_folder(r->users.host, file, r->users.disk))
		return 0;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(path + strlen("/sys/block/"), "/"),
		 path + strlen("/sys/block/"));
	return note_use(r, file, "is behind", name);
}

/* mountinfo has only one device of a btrfs file system. */
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
	/* a kernel without swap lacks /proc/swaps; /proc is mounted, since mountinfo was read */
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

void disk_uses_free(struct disk_uses *uses)
{
	struct uses_part *const parts[] = { &uses->direct, &uses->indirect };

	for (size_t k = 0; k < 2; k++) {
		for (size_t i = 0; i < parts[k]->n; i++) {
			free(parts[k]->use[i].folder);
			free(parts[k]->use[i].why);
		}
		free(parts[k]->use);
	}
}

/* --- processes: the rights of this process, and the names of others --- */

/* Capabilities that the program needs, as bits: CAP_DAC_OVERRIDE, CAP_SYS_RAWIO, CAP_SYS_ADMIN. */
enum { NEEDED = 1 << 1 | 1 << 17 | 1 << 21 };

static bool status_number(const char *status, const char *name, int base, uint64_t *number)
{
	const char *at = strstr(status, name);

	if (at)
		*number = strtoull(at + strlen(name), NULL, base);
	return at;
}

enum rights rights_of(struct host *host)
{
	uint64_t has, user;
	char status[4096];

	if (host_read_file(host, "/proc/self/status", status, sizeof(status)) <= 0)
		return RIGHTS_UNKNOWN;
	if (status_number(status, "\nCapEff:", 16, &has) && (has & NEEDED) == NEEDED)
		return RIGHTS_FULL;
	return status_number(status, "\nUid:", 10, &user) && !user ? RIGHTS_CONFINED
								   : RIGHTS_UNKNOWN;
}

const char *rights_advice(struct host *host)
{
	switch (rights_of(host)) {
	case RIGHTS_FULL:
		return "root may not, either: "
		       "its driver, or a restriction of this program, forbids it";
	case RIGHTS_CONFINED:
		return "root lacks this right here, as in a container: try outside of it";
	case RIGHTS_UNKNOWN:
		break;
	}
	return "try as root, outside of containers";
}

void process_name(struct host *host, unsigned process, char who[BLOCK_HOLDER_BYTES])
{
	char path[40], name[32];

	who[0] = '\0';
	if (!process)
		return;
	snprintf(path, sizeof(path), "/proc/%u/comm", process);
	if (host_read_file(host, path, name, sizeof(name)) <= 0)
		snprintf(name, sizeof(name), "a program");
	snprintf(who, BLOCK_HOLDER_BYTES, "%s, process %u", name, process);
	utf8_clean(who);
}

int processes_each(struct host *host, void (*found)(void *who, const char *comm, unsigned pid),
		   void *who)
{
	struct host_paths paths;
	char comm[COMM_BYTES];
	int err = host_glob(host, "/proc/[0-9]*/comm", &paths);

	if (err)
		return err;
	for (size_t i = 0; i < paths.n; i++) {
		if (host_read_file(host, paths.path[i], comm, sizeof(comm)) <= 0)
			continue;
		utf8_clean(comm);
		found(who, comm, (unsigned)strtoull(paths.path[i] + strlen("/proc/"), NULL, 10));
	}
	host_paths_free(&paths);
	return 0;
}

bool process_is_kernel(struct host *host, unsigned pid)
{
	enum { PF_KTHREAD = 0x00200000, SPACES = 7 }; /* before the flags, proc(5) */
	char path[40], text[320], *at;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	if (host_read_file(host, path, text, sizeof(text)) <= 0)
		return false;
	/* the name, in parentheses, may have spaces */
	at = strrchr(text, ')');
	for (unsigned i = 0; at && i < SPACES; i++)
		at = strchr(at + 1, ' ');
	return at && strtoull(at, NULL, 10) & PF_KTHREAD;
}

bool process_runs(struct host *host, unsigned pid)
{
	char path[40], comm[COMM_BYTES];

	snprintf(path, sizeof(path), "/proc/%u/comm", pid);
	return host_read_file(host, path, comm, sizeof(comm)) > 0;
}
