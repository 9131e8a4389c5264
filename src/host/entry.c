// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Protection against links of other users, and files that others can write. The kernel's
 * protected_symlinks may be off, and covers only sticky folders that all can write (proc(5)).
 */
#include "entry.h"
#include "kernel.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <linux/xattr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MOST_LINKS = 40, LOOK = O_PATH | O_CLOEXEC };

struct walk {
	struct entry *entry;
	unsigned links;
	char rest[PATH_MAX];
};

static bool trusted(const struct entry *entry, uid_t owner)
{
	return owner == 0 || owner == geteuid() || (entry->input && owner == entry->also);
}

/* A group with the number of a trusted user may be the user's private group. */
static bool trusted_group(const struct entry *entry, gid_t group)
{
	return entry->input && trusted(entry, group);
}

enum { MOST_ENTRIES = 1024 };

/* A POSIX access control list as returned by fgetxattr(2) (linux/posix_acl_xattr.h). */
struct list {
	struct posix_acl_xattr_header header;
	struct posix_acl_xattr_entry entry[MOST_ENTRIES];
};

/* `group`: the owning group is untrusted. */
static bool list_lets_others(const struct entry *who, const struct list *list, size_t n, bool group)
{
	bool has_group = false;

	for (size_t i = 0; i < n; i++) {
		const struct posix_acl_xattr_entry *entry = &list->entry[i];
		uint16_t tag = le16toh(entry->e_tag);
		uint32_t id = le32toh(entry->e_id);

		has_group |= tag == ACL_GROUP_OBJ;
		if (!(le16toh(entry->e_perm) & ACL_WRITE))
			continue;
		if ((tag == ACL_USER && !trusted(who, id)) || (tag == ACL_GROUP && id != 0) ||
		    (tag == ACL_GROUP_OBJ && group))
			return true;
	}
	return group && !has_group;
}

/*
 * Return 1 if the access control list lets an untrusted user or group write, or cannot be parsed;
 * else 0. Without a list, return `group`: the owning group is untrusted. Or return -errno.
 */
static int list_others_write(const struct entry *who, int fd, bool group)
{
	struct list list = { .header = { 0 } };
	ssize_t bytes = fgetxattr(fd, XATTR_NAME_POSIX_ACL_ACCESS, &list, sizeof(list));

	if (bytes < 0 && (errno == ENODATA || errno == EOPNOTSUPP))
		return group;
	if (bytes < 0 && errno != ERANGE)
		return -errno;
	if (bytes < (ssize_t)sizeof(list.header) ||
	    le32toh(list.header.a_version) != POSIX_ACL_XATTR_VERSION)
		return true;
	return list_lets_others(
		who, &list, ((size_t)bytes - sizeof(list.header)) / sizeof(list.entry[0]), group);
}

static bool folder_list_exposes(const struct entry *entry)
{
	int fd = openat(entry->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool exposes = fd < 0 || list_others_write(entry, fd, false) != 0;

	if (fd >= 0)
		close(fd);
	return exposes;
}

bool entry_exposed(const struct entry *entry)
{
	const struct stat *folder = &entry->in;

	/* with an access control list, S_IWGRP is the mask's bit: a named user may write, too */
	return !trusted(entry, folder->st_uid) || (folder->st_mode & S_IWOTH) ||
	       ((folder->st_mode & S_IWGRP) &&
		(!trusted_group(entry, folder->st_gid) || folder_list_exposes(entry)));
}

static bool others_rename(const struct entry *entry)
{
	return entry_exposed(entry) &&
	       !((entry->in.st_mode & S_ISVTX) && trusted(entry, entry->in.st_uid) &&
		 trusted(entry, entry->st.st_uid));
}

/* 0, or -errno with `fd` closed. */
static int enter_folder(struct entry *entry, int fd)
{
	int err = 0;

	if (fd < 0 || fstat(fd, &entry->in) < 0)
		err = -errno;
	if (err && fd >= 0)
		close(fd);
	if (err)
		return err;
	if (entry->folder >= 0)
		close(entry->folder);
	entry->folder = fd;
	return 0;
}

static int walk_start(struct walk *walk)
{
	const char *from = walk->rest[0] == '/' ? "/" : ".";

	/* cppcheck-suppress leakNoVarFunctionCall ; the entry keeps it */
	return enter_folder(walk->entry, openat(AT_FDCWD, from, LOOK | O_DIRECTORY));
}

static int follow_link(struct walk *walk, int link)
{
	char path[PATH_MAX];
	ssize_t n = readlinkat(link, "", path, sizeof(path));
	size_t left = strlen(walk->rest);

	if (n < 0)
		return -errno;
	if (++walk->links > MOST_LINKS)
		return -ELOOP;
	if ((size_t)n + left >= sizeof(path))
		return -ENAMETOOLONG;
	memcpy(path + n, walk->rest, left + 1);
	memcpy(walk->rest, path, (size_t)n + left + 1);
	if (!n)
		return -ENOENT;
	return walk->rest[0] == '/' ? walk_start(walk) : 0;
}

/* Let the kernel follow a link in /proc: the link's text may be no path. */
static int follow_to_open_file(struct entry *entry)
{
	int fd = openat(entry->folder, entry->name, LOOK), err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &entry->st) < 0)
		err = -errno;
	close(fd);
	entry->there = entry->descriptor = true;
	return err;
}

/* Return 1 after the last part, 0 if more parts follow, or -errno. */
static int walk_step(struct walk *walk)
{
	struct entry *entry = walk->entry;
	const char *part = walk->rest + strspn(walk->rest, "/");
	size_t n = strcspn(part, "/");
	struct statfs fs;
	bool last;
	int fd, err;

	if (!n)
		return -EISDIR;
	if (n > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(entry->name, part, n);
	entry->name[n] = '\0';
	last = !part[n];
	memmove(walk->rest, part + n, strlen(part + n) + 1);
	/* with O_DIRECTORY, an automounter mounts the folder */
	fd = openat(entry->folder, entry->name, LOOK | O_NOFOLLOW | (last ? 0 : O_DIRECTORY), 0);
	if (fd < 0 && !last && errno == ENOTDIR)
		fd = openat(entry->folder, entry->name, LOOK | O_NOFOLLOW);
	if (fd < 0)
		return last && errno == ENOENT ? 1 : -errno;
	if (fstat(fd, &entry->st) < 0) {
		err = -errno;
	} else if (S_ISLNK(entry->st.st_mode)) {
		/* others may have put a hard link to a symbolic link here */
		if (entry_exposed(entry) && (others_rename(entry) || entry->st.st_nlink != 1))
			err = -ELOOP;
		else if (last && !fstatfs(entry->folder, &fs) && fs.f_type == PROC_SUPER_MAGIC)
			err = follow_to_open_file(entry);
		else
			err = follow_link(walk, fd);
	} else {
		entry->replaceable |= others_rename(entry);
		if (!last)
			return enter_folder(entry, fd);
		entry->there = true;
		err = S_ISDIR(entry->st.st_mode) ? -EISDIR : 0;
	}
	close(fd);
	return err ? err : entry->there;
}

static int entry_walk(const char *path, struct entry *entry)
{
	struct walk walk = { .entry = entry };
	size_t length = strlen(path);
	int err;

	if (!length)
		return -ENOENT;
	if (length >= sizeof(walk.rest))
		return -ENAMETOOLONG;
	memcpy(walk.rest, path, length + 1);
	err = walk_start(&walk);
	while (!err)
		err = walk_step(&walk);
	if (err > 0)
		return 0;
	entry_close(entry);
	return err;
}

int entry_find(const char *path, struct entry *entry)
{
	*entry = (struct entry){ .folder = -1 };
	return entry_walk(path, entry);
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

int entry_others_write(const struct entry *who, int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -errno;
	if (!S_ISREG(st.st_mode))
		return false;
	if (!trusted(who, st.st_uid) || (st.st_mode & S_IWOTH))
		return true;
	/* S_IWGRP clear: no group may write, and no named user of an access control list */
	if (!(st.st_mode & S_IWGRP))
		return false;
	return list_others_write(who, fd, st.st_gid != 0 && !trusted_group(who, st.st_gid));
}

int kernel_judge_input(struct host *host, int fd, const char *path)
{
	const char *user = geteuid() == 0 ? getenv("SUDO_UID") : NULL;
	char *end = NULL;
	unsigned long long number = user ? strtoull(user, &end, 10) : 0;
	struct entry entry = { .folder = -1, .input = true };
	struct stat st;
	int result;

	(void)host;
	if (user && *user >= '0' && *user <= '9' && !*end && number < (uid_t)-1)
		entry.also = (uid_t)number;
	result = entry_walk(path, &entry);
	if (result == -ELOOP)
		return INPUT_LINK;
	if (result)
		return result;
	if (entry.descriptor)
		result = 0; /* a link in /proc counts as the caller's open file, which is trusted */
	else if (fstat(fd, &st) < 0)
		result = -errno;
	else if (!entry.there || !same_file(&st, &entry.st))
		result = INPUT_REPLACED;
	else
		result = entry_others_write(&entry, fd);
	if (!result && !entry.descriptor && entry.replaceable)
		result = INPUT_REPLACED;
	entry_close(&entry);
	return result > 0 && result != INPUT_REPLACED ? INPUT_WRITABLE : result;
}

const char *host_input_refusal(int fault)
{
	switch (fault) {
	case INPUT_WRITABLE:
		return "others than root can write it; try chown root, chmod go-w and setfacl -b";
	case INPUT_LINK:
		return "a link on the way may be another user's, or the links form a loop; name "
		       "the file itself";
	default:
		return "others can put another file in its place; copy it to a folder to which "
		       "only "
		       "root can write, as /root";
	}
}
