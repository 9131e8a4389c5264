// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Protection against links of other users, and files that others can write. The kernel's
 * protected_symlinks may be off, and covers only sticky folders that all can write (proc(5)).
 */
#include "entry.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/xattr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MOST_LINKS = 40, LOOK = O_PATH | O_CLOEXEC };

static bool trusted(const struct entry *entry, uid_t owner)
{
	return owner == 0 || owner == geteuid() || (entry->input && owner == entry->also);
}

/*
 * The rule of sshd(8). An access control list that lets anybody write sets S_IWGRP, the bit of its
 * mask. A group with the number of a trusted user may be the user's private group, if no list lets
 * others write; if the list cannot be read, it may. `fd`: -1 for the entry's folder.
 */
bool entry_others_write(const struct entry *entry, const struct stat *st, int fd)
{
	int list = fd;
	bool others;

	if (!trusted(entry, st->st_uid) || (st->st_mode & S_IWOTH))
		return true;
	if (!(st->st_mode & S_IWGRP))
		return false;
	if (!entry->input || !trusted(entry, st->st_gid))
		return true;
	/* fgetxattr() takes no descriptor of O_PATH */
	if (fd < 0)
		list = openat(entry->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	others = fgetxattr(list, XATTR_NAME_POSIX_ACL_ACCESS, NULL, 0) >= 0 ||
		 (errno != ENODATA && errno != EOPNOTSUPP);
	if (fd < 0 && list >= 0)
		close(list);
	return others;
}

/* In a folder, the group root is not private: it may have members. */
static bool group_root_writes(const struct entry *entry)
{
	return (entry->in.st_mode & S_IWGRP) && entry->in.st_gid == 0;
}

bool entry_exposed(const struct entry *entry)
{
	return group_root_writes(entry) || entry_others_write(entry, &entry->in, -1);
}

static bool others_rename(const struct entry *entry)
{
	return entry_exposed(entry) &&
	       !((entry->in.st_mode & S_ISVTX) && trusted(entry, entry->in.st_uid) &&
		 trusted(entry, entry->st.st_uid));
}

/* Make `fd` the folder, even after a failure. */
static int enter_folder(struct entry *entry, int fd)
{
	entry_close(entry);
	entry->folder = fd;
	return fd < 0 || fstat(fd, &entry->in) < 0 ? -errno : 0;
}

static int enter_start(struct entry *entry, const char *path)
{
	const char *from = *path == '/' ? "/" : ".";

	snprintf(entry->way, sizeof(entry->way), "%s", *path == '/' ? "/" : "./");
	/* cppcheck-suppress leakNoVarFunctionCall ; the entry keeps it */
	return enter_folder(entry, openat(AT_FDCWD, from, LOOK | O_DIRECTORY));
}

/* Put the link's text before the rest of the path. */
static int follow_link(struct entry *entry, int link, char rest[PATH_MAX])
{
	char path[PATH_MAX];
	ssize_t n = readlinkat(link, "", path, sizeof(path));
	size_t left = strlen(rest);

	if (n <= 0)
		return n < 0 ? -errno : -ENOENT;
	if ((size_t)n + left >= sizeof(path))
		return -ENAMETOOLONG;
	memcpy(path + n, rest, left + 1);
	memcpy(rest, path, (size_t)n + left + 1);
	return *rest == '/' ? enter_start(entry, rest) : 0;
}

/* Take the first part of `rest`. Return 1 after the last part, 0 if more parts follow, or -errno.
 */
static int walk_step(struct entry *entry, char rest[PATH_MAX], unsigned *links)
{
	const char *part = rest + strspn(rest, "/");
	size_t n = strcspn(part, "/"), way = strlen(entry->way);
	bool last = !part[n], renamed;
	struct statfs fs;
	int fd, err = 0;

	if (!n)
		return -EISDIR;
	if (n > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(entry->name, part, n);
	entry->name[n] = '\0';
	memmove(rest, part + n, strlen(part + n) + 1);
	/* with O_DIRECTORY, an automounter mounts the folder */
	fd = openat(entry->folder, entry->name, LOOK | O_NOFOLLOW | (last ? 0 : O_DIRECTORY), 0);
	if (fd < 0 && !last && errno == ENOTDIR)
		fd = openat(entry->folder, entry->name, LOOK | O_NOFOLLOW);
	if (fd < 0)
		return last && errno == ENOENT ? 1 : -errno;
	if (fstat(fd, &entry->st) < 0) {
		err = -errno;
		goto out;
	}
	renamed = others_rename(entry);
	/* a way that was cut has another folder's name */
	if (renamed && (entry_others_write(entry, &entry->in, -1) || way + 1 == sizeof(entry->way)))
		entry->replaceable = true;
	else if (renamed)
		memcpy(entry->group_root, entry->way, sizeof(entry->way));
	if (S_ISLNK(entry->st.st_mode)) {
		/* others may have put a hard link to a symbolic link here */
		if (renamed || (entry->st.st_nlink != 1 && entry_exposed(entry)) ||
		    ++*links > MOST_LINKS)
			err = -ELOOP;
		else if (!last || fstatfs(entry->folder, &fs) || fs.f_type != PROC_SUPER_MAGIC)
			err = follow_link(entry, fd, rest);
		else /* let the kernel follow a link in /proc: the link's text may be no path */
			entry->there = entry->descriptor = true;
		if (entry->descriptor && fstatat(entry->folder, entry->name, &entry->st, 0) < 0)
			err = -errno;
	} else if (last) {
		entry->there = true;
		err = S_ISDIR(entry->st.st_mode) ? -EISDIR : 0;
	} else {
		snprintf(entry->way + way, sizeof(entry->way) - way, "%s/", entry->name);
		return enter_folder(entry, fd);
	}
out:
	close(fd);
	return err ? err : entry->there;
}

static int walk(const char *path, struct entry *entry)
{
	size_t length = strlen(path);
	char rest[PATH_MAX];
	unsigned links = 0;
	int err;

	if (!length || length >= sizeof(rest))
		return length ? -ENAMETOOLONG : -ENOENT;
	memcpy(rest, path, length + 1);
	err = enter_start(entry, rest);
	while (!err)
		err = walk_step(entry, rest, &links);
	if (err < 0)
		entry_close(entry);
	return err < 0 ? err : 0;
}

int entry_find(const char *path, struct entry *entry)
{
	*entry = (struct entry){ .folder = -1 };
	return walk(path, entry);
}

void entry_close(struct entry *entry)
{
	if (entry->folder >= 0)
		close(entry->folder);
	entry->folder = -1;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
	       (a->st_mode & S_IFMT) == (b->st_mode & S_IFMT) && a->st_rdev == b->st_rdev;
}

int entry_open(const struct entry *entry, int flags)
{
	int follow = entry->descriptor ? 0 : O_NOFOLLOW;
	int fd = openat(entry->folder, entry->name, flags | follow | O_CLOEXEC | O_NOCTTY, 0);
	struct stat st;
	int err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0)
		err = -errno;
	else if (!same_file(&st, &entry->st))
		err = -ESTALE;
	if (!err)
		return fd;
	close(fd);
	return err;
}

int kernel_judge_input(struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES])
{
	const char *user = geteuid() == 0 ? getenv("SUDO_UID") : NULL, *fault = NULL;
	char *end = NULL;
	unsigned long long number = user ? strtoull(user, &end, 10) : 0;
	struct entry entry = { .folder = -1, .input = true };
	struct stat st;
	int err;

	(void)host;
	if (user && *user >= '0' && *user <= '9' && !*end && number < (uid_t)-1)
		entry.also = (uid_t)number;
	err = walk(path, &entry);
	if (!err && fstat(fd, &st) < 0)
		err = -errno;
	entry_close(&entry);
	/* a link in /proc counts as the caller's open file, which is trusted */
	if ((err && err != -ELOOP) || (!err && entry.descriptor))
		return err;
	if (err && (entry.replaceable || !*entry.group_root))
		fault = "a link on the way may be another user's, or the links form a loop; name "
			"the file itself";
	else if (!err && entry.there && same_file(&st, &entry.st) && S_ISREG(st.st_mode) &&
		 entry_others_write(&entry, &st, fd))
		fault = "others than root can write it; try chown root, chmod go-w and setfacl -b";
	else if (!err && (!entry.there || !same_file(&st, &entry.st) || entry.replaceable))
		fault = "others can put another file in its place; copy it to a folder to which "
			"only root can write, as /root";
	if (fault)
		snprintf(why, INPUT_WHY_BYTES, "%s", fault);
	else if (*entry.group_root)
		snprintf(why, INPUT_WHY_BYTES,
			 "the group root can put another file in its place; try chmod g-w %s",
			 entry.group_root);
	return fault || *entry.group_root;
}
