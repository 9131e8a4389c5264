// SPDX-License-Identifier: GPL-2.0-or-later
/* Who else can write a file: by its owner, its mode, or a POSIX access control list. */
#include "kernel.h"

#include <endian.h>
#include <errno.h>
#include <linux/posix_acl.h>
#include <linux/posix_acl_xattr.h>
#include <linux/xattr.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { MOST_ENTRIES = 1024 };

/* A list as the kernel hands it out, little-endian (linux/posix_acl_xattr.h). */
struct list {
	struct posix_acl_xattr_header header;
	struct posix_acl_xattr_entry entry[MOST_ENTRIES];
};

static bool is_root_or_us(uint32_t user)
{
	return user == 0 || user == geteuid();
}

/* Entries for users and groups by name, of which root's and ours are no others. */
static bool list_lets_others(const struct list *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct posix_acl_xattr_entry *entry = &list->entry[i];
		uint16_t tag = le16toh(entry->e_tag);
		uint32_t id = le32toh(entry->e_id);

		if (!(le16toh(entry->e_perm) & ACL_WRITE))
			continue;
		if ((tag == ACL_USER && !is_root_or_us(id)) || (tag == ACL_GROUP && id != 0))
			return true;
	}
	return false;
}

static bool list_lets_group(const struct list *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (le16toh(list->entry[i].e_tag) == ACL_GROUP_OBJ)
			return le16toh(list->entry[i].e_perm) & ACL_WRITE;
	}
	return true;
}

/*
 * The group's write bit of the mode is the mask of the list, where there is one (acl(5)): without
 * it no entry of the list lets anybody write.
 */
static int group_bit(int fd, gid_t group)
{
	struct list list = { .header = { 0 } };
	ssize_t bytes = fgetxattr(fd, XATTR_NAME_POSIX_ACL_ACCESS, &list, sizeof(list));
	size_t n;

	if (bytes < 0 && (errno == ENODATA || errno == EOPNOTSUPP))
		return group != 0;
	/* a longer list is nobody's, and of another version nothing is known */
	if (bytes < 0 && errno != ERANGE)
		return -errno;
	if (bytes < (ssize_t)sizeof(list.header) ||
	    le32toh(list.header.a_version) != POSIX_ACL_XATTR_VERSION)
		return true;
	n = ((size_t)bytes - sizeof(list.header)) / sizeof(list.entry[0]);
	return list_lets_others(&list, n) || (group != 0 && list_lets_group(&list, n));
}

int kernel_others_write(struct host *host, int fd)
{
	struct stat st;

	(void)host;
	if (fstat(fd, &st) < 0)
		return -errno;
	if (!is_root_or_us(st.st_uid) || (st.st_mode & S_IWOTH))
		return true;
	return st.st_mode & S_IWGRP ? group_bit(fd, st.st_gid) : false;
}
