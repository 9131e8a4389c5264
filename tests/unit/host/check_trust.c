// SPDX-License-Identifier: GPL-2.0-or-later
/* Users who may write to a file, by owner, mode and access control list. */
#include "suites.h"

#include "host.h"
#include "host/entry.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { FD = 1000, OTHER = 4711 };

/* A file that exists only in the answers of two system calls. */
struct file {
	const char *name;
	int owner; /* 0: root, 1: us, other: another user */
	int group; /* 0: root's, other: another group */
	mode_t mode;
	const char *acl; /* list in hexadecimal; NULL: no list */
	int error;
	int others; /* expected: 1 if others may write to the file, else 0; or -errno */
};

static const struct file *file;

int fstat(int fd, struct stat *st)
{
	int (*real)(int, struct stat *);
	void *found = dlsym(RTLD_NEXT, "fstat");

	memcpy(&real, &found, sizeof(real));
	if (fd != FD || !file)
		return real(fd, st);
	memset(st, 0, sizeof(*st));
	st->st_mode = S_IFREG | file->mode;
	st->st_uid = file->owner == 0 ? 0 : file->owner == 1 ? geteuid() : OTHER;
	st->st_gid = file->group ? OTHER : 0;
	return 0;
}

ssize_t fgetxattr(int fd, const char *name, void *value, size_t size)
{
	uint8_t *to = value;
	size_t n = 0;

	/* a folder is opened by the program, so that its descriptor is not known before */
	ck_assert(fd == FD || S_ISDIR(file->mode));
	ck_assert_str_eq(name, "system.posix_acl_access");
	errno = file->error ? file->error : ENODATA;
	if (!file->acl)
		return -1;
	for (const char *at = file->acl; *at; at += at[2] == ' ' ? 3 : 2) {
		const char byte[] = { at[0], at[1], '\0' };

		ck_assert_uint_lt(n, size);
		to[n++] = (uint8_t)strtoul(byte, NULL, 16);
	}
	return (ssize_t)n;
}

/* Tag, permissions, id; see linux/posix_acl_xattr.h. */
#define OWNER	     "0100 0600 ffffffff "
#define USER_READS   "0200 0400 67120000 "
#define USER_WRITES  "0200 0600 67120000 "
#define ROOT_WRITES  "0200 0600 00000000 "
#define GROUP_READS  "0400 0400 ffffffff "
#define GROUP_WRITES "0400 0600 ffffffff "
#define TEAM_WRITES  "0800 0200 67120000 "
#define ROOTS_WRITE  "0800 0200 00000000 "
#define MASK	     "1000 0600 ffffffff "
#define OTHERS	     "2000 0400 ffffffff"
#define V2	     "02000000 "

static const struct file files[] = {
	{ "root's own", 0, 0, 0644, NULL, 0, 0 },
	{ "ours", 1, 5, 0600, NULL, 0, 0 },
	{ "another's", OTHER, 0, 0400, NULL, 0, 1 },
	{ "all may write", 0, 0, 0602, NULL, 0, 1 },
	{ "root's group may", 0, 0, 0664, NULL, 0, 0 },
	{ "another group may", 0, 5, 0660, NULL, 0, 1 },
	{ "another group may read", 0, 5, 0640, NULL, 0, 0 },
	{ "no lists here", 0, 0, 0664, NULL, EOPNOTSUPP, 0 },
	{ "a list that cannot be read", 0, 0, 0664, NULL, EIO, -EIO },
	{ "a list that is too long", 0, 0, 0664, NULL, ERANGE, 1 },
	{ "a user may", 0, 0, 0664, V2 OWNER USER_WRITES GROUP_READS MASK OTHERS, 0, 1 },
	{ "the mask keeps that user off", 0, 0, 0644, V2 OWNER USER_WRITES GROUP_READS OTHERS, 0,
	  0 },
	{ "a user may read", 0, 0, 0664, V2 OWNER USER_READS GROUP_READS MASK OTHERS, 0, 0 },
	{ "root may by name", 0, 0, 0664, V2 OWNER ROOT_WRITES GROUP_READS MASK OTHERS, 0, 0 },
	{ "a group may", 0, 0, 0664, V2 OWNER GROUP_READS TEAM_WRITES MASK OTHERS, 0, 1 },
	{ "root's group may by name", 0, 0, 0664, V2 OWNER GROUP_READS ROOTS_WRITE MASK OTHERS, 0,
	  0 },
	{ "its own group may", 0, 5, 0664, V2 OWNER USER_READS GROUP_WRITES MASK OTHERS, 0, 1 },
	{ "its own group is root's", 0, 0, 0664, V2 OWNER USER_READS GROUP_WRITES MASK OTHERS, 0,
	  0 },
	{ "its own group may read", 0, 5, 0664, V2 OWNER USER_READS GROUP_READS MASK OTHERS, 0, 0 },
	{ "the last entry", 0, 0, 0664, V2 OWNER GROUP_READS MASK OTHERS " " USER_WRITES "00", 0,
	  1 },
	{ "of another version", 0, 0, 0664, "03000000 " OWNER GROUP_READS OTHERS, 0, 1 },
	{ "empty", 0, 0, 0664, "", 0, 1 },
};

START_TEST(others_write)
{
	const struct entry own = { .input = true };

	file = &files[_i];
	ck_assert_msg(entry_others_write(&own, FD) == file->others, "%s", file->name);
}
END_TEST

/* The user of sudo, and the group with his number, count as root. */
START_TEST(the_user_of_sudo)
{
	const struct entry his = { .input = true, .also = OTHER };
	static const struct file rows[] = {
		{ "his", OTHER, 5, 0664, NULL, 0, 0 },
		{ "his, for all", OTHER, 5, 0666, NULL, 0, 1 },
	};

	for (size_t i = 0; i < 2; i++) {
		file = &rows[i];
		ck_assert_msg(entry_others_write(&his, FD) == file->others, "%s", file->name);
	}
}
END_TEST

START_TEST(others_write_in_the_folder)
{
	static const struct file rows[] = {
		{ "no list", 0, 0, S_IFDIR | 0775, NULL, 0, 0 },
		{ "a user may", 0, 0, S_IFDIR | 0775, V2 OWNER USER_WRITES GROUP_READS MASK OTHERS,
		  0, 1 },
		{ "a user may read", 0, 0, S_IFDIR | 0775,
		  V2 OWNER USER_READS GROUP_READS MASK OTHERS, 0, 0 },
		{ "root's group may", 0, 0, S_IFDIR | 0775,
		  V2 OWNER USER_READS GROUP_WRITES MASK OTHERS, 0, 0 },
		{ "a list that cannot be read", 0, 0, S_IFDIR | 0775, NULL, EIO, 1 },
		{ "the mask keeps the user off", 0, 0, S_IFDIR | 0755,
		  V2 OWNER USER_WRITES GROUP_READS OTHERS, 0, 0 },
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		struct entry entry = { .folder = open("/", O_RDONLY | O_DIRECTORY),
				       .in.st_mode = rows[i].mode,
				       .input = true };

		file = &rows[i];
		ck_assert_msg(entry_exposed(&entry) == (rows[i].others == 1), "%s", file->name);
		close(entry.folder);
	}
}
END_TEST

START_TEST(no_such_file)
{
	struct host host = { .ops = &host_kernel_ops };

	ck_assert_int_eq(entry_others_write(&(struct entry){ .input = true }, -1), -EBADF);
	ck_assert_int_eq(host_judge_input(&host, -1, "/"), -EISDIR);
}
END_TEST

Suite *trust_suite(void)
{
	Suite *suite = suite_create("trust");

	add_rows(suite, "files", others_write, ROWS(files));
	add_case(suite, "sudo", the_user_of_sudo);
	add_case(suite, "folder", others_write_in_the_folder);
	add_case(suite, "no file", no_such_file);
	return suite;
}
