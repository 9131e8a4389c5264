// SPDX-License-Identifier: GPL-2.0-or-later
/* Users who may write to a file, by owner, mode and access control list. */
#include "suites.h"

#include "host.h"
#include "host/entry.h"
#include "lib/scratch.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { FD = 1000, OTHER = 4711 };

/* A file that exists only in its status and in the answer of fgetxattr(2). */
struct file {
	const char *name;
	int owner; /* 0: root, 1: us, other: another user */
	int group; /* 0: root's, other: another group */
	mode_t mode;
	bool list;
	int error; /* of fgetxattr(2) without a list; 0: ENODATA */
	bool others;
};

static const struct file *file;
static ino_t group_folder; /* a folder to which the group root may write; 0: none */

int fstat(int fd, struct stat *st)
{
	int (*real)(int, struct stat *);
	void *found = dlsym(RTLD_NEXT, "fstat");
	int result;

	memcpy(&real, &found, sizeof(real));
	result = real(fd, st);
	if (!result && group_folder && st->st_ino == group_folder) {
		st->st_uid = st->st_gid = 0;
		st->st_mode = S_IFDIR | 0775;
	}
	return result;
}

ssize_t fgetxattr(int fd, const char *name, void *value, size_t size)
{
	(void)value;
	/* a folder is opened by the program, so that its descriptor is not known before */
	ck_assert(!file || fd == FD || S_ISDIR(file->mode));
	ck_assert_str_eq(name, "system.posix_acl_access");
	ck_assert_uint_eq(size, 0);
	if (file && file->list)
		return 44;
	errno = file && file->error ? file->error : ENODATA;
	return -1;
}

static struct stat status_of(const struct file *row)
{
	return (struct stat){ .st_mode = row->mode,
			      .st_uid = row->owner == 1 ? geteuid()
					: row->owner	? OTHER
							: 0,
			      .st_gid = row->group ? OTHER : 0 };
}

/* In a list, S_IWGRP is the mask's bit: without the bit, nobody but the owner may write. */
static const struct file files[] = {
	{ "root's own", 0, 0, 0644, false, 0, false },
	{ "ours", 1, 5, 0600, false, 0, false },
	{ "another's", OTHER, 0, 0400, false, 0, true },
	{ "all may write", 0, 0, 0602, false, 0, true },
	{ "root's group may", 0, 0, 0664, false, 0, false },
	{ "another group may", 0, 5, 0660, false, 0, true },
	{ "another group may read", 0, 5, 0640, false, 0, false },
	{ "no lists here", 0, 0, 0664, false, EOPNOTSUPP, false },
	{ "a list that cannot be read", 0, 0, 0664, false, EIO, true },
	{ "a list lets somebody write", 0, 0, 0664, true, 0, true },
	{ "a list lets nobody write", 0, 0, 0644, true, 0, false },
	{ "a list of another group's file lets nobody write", 0, 5, 0644, true, 0, false },
};

START_TEST(others_write)
{
	const struct entry own = { .input = true };
	struct stat st = status_of(&files[_i]);

	file = &files[_i];
	ck_assert_msg(entry_others_write(&own, &st, FD) == file->others, "%s", file->name);
}
END_TEST

/* The user of sudo, and the group with his number, count as root. */
START_TEST(the_user_of_sudo)
{
	const struct entry his = { .input = true, .also = OTHER };
	static const struct file rows[] = {
		{ "his", OTHER, 5, 0664, false, 0, false },
		{ "his, for all", OTHER, 5, 0666, false, 0, true },
		{ "his, with a list", OTHER, 5, 0664, true, 0, true },
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		struct stat st = status_of(&rows[i]);

		file = &rows[i];
		ck_assert_msg(entry_others_write(&his, &st, FD) == file->others, "%s", file->name);
	}
}
END_TEST

/* Files that are written trust no group, and not the user of sudo. */
START_TEST(outputs_are_stricter)
{
	const struct entry output = { .also = OTHER };
	struct stat st = status_of(&files[4]);

	ck_assert(entry_others_write(&output, &st, FD));
	st.st_mode = 0644;
	ck_assert(!entry_others_write(&output, &st, FD));
	st.st_uid = OTHER;
	ck_assert(entry_others_write(&output, &st, FD));
}
END_TEST

START_TEST(others_write_in_the_folder)
{
	static const struct file rows[] = {
		{ "root alone", 0, 0, S_IFDIR | 0755, false, 0, false },
		{ "root's group may", 0, 0, S_IFDIR | 0775, false, 0, true },
		{ "the group of sudo's user may", 0, 5, S_IFDIR | 0775, false, 0, false },
		{ "a list lets somebody write", 0, 5, S_IFDIR | 0775, true, 0, true },
		{ "a list that cannot be read", 0, 5, S_IFDIR | 0775, false, EIO, true },
		{ "a list lets nobody write", 0, 0, S_IFDIR | 0755, true, 0, false },
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		struct entry entry = { .folder = open("/", O_RDONLY | O_DIRECTORY),
				       .in = status_of(&rows[i]),
				       .input = true,
				       .also = OTHER };

		file = &rows[i];
		ck_assert_msg(entry_exposed(&entry) == file->others, "%s", file->name);
		close(entry.folder);
	}
}
END_TEST

static const struct {
	const char *make; /* commands for sh in a new folder, which has the file "f" */
	const char *path;
	const char *opened; /* the file that was opened; NULL: `path` */
	const char *said;   /* NULL: not refused */
} attacks[] = {
	{ "true", "f", NULL, NULL },
	{ "ln -s f l; ln -s $PWD d", "d/l", NULL, NULL },
	/* others can write the file */
	{ "chmod 666 f", "f", NULL, "others than root can write it" },
	{ "chmod 666 f; ln -s f l", "l", NULL, "others than root can write it" },
	/* a link in a folder to which others can write */
	{ "mkdir o; chmod 777 o; ln -s ../f o/l", "o/l", NULL, "a link on the way" },
	{ "mkdir o; chmod 777 o; ln -s .. o/d", "o/d/f", NULL, "a link on the way" },
	{ "mkdir o; chmod 777 o; ln -s ../f o/l; ln -s o/l l", "l", NULL, "a link on the way" },
	{ "ln -s l l", "l", "f", "a link on the way" },
	/* a file or a folder there */
	{ "mkdir o; cp f o; chmod 777 o", "o/f", NULL, "others can put another file" },
	{ "mkdir -p o/m; cp f o/m; chmod 777 o", "o/m/f", NULL, "others can put another file" },
	{ "mkdir o; ln f o/h; chmod 777 o", "o/h", NULL, "others can put another file" },
	/* in a sticky folder: a file and a link of ours, and a second name that others gave a link
	 */
	{ "mkdir t; cp f t; chmod 1777 t", "t/f", NULL, NULL },
	{ "mkdir t; cp f t; ln -s f t/l; chmod 1777 t", "t/l", NULL, NULL },
	{ "mkdir t; ln -s ../f t/l; ln -P t/l t/m; chmod 1777 t", "t/m", NULL,
	  "a link on the way" },
	/* a file that was replaced after it was opened, or removed */
	{ ": >g", "f", "g", "others can put another file" },
	{ ": >g", "none", "g", "others can put another file" },
	{ "ln -s none l", "l", "f", "others can put another file" },
	/* an open file: also behind a link, and if others can write it */
	{ "true", "/dev/null", NULL, NULL },
	{ "chmod 666 f", "/proc/self/fd/0", "f", NULL },
	{ "ln -s /proc/self/fd/0 l", "l", "f", NULL },
	{ "mkdir o; chmod 777 o; ln -s /proc/self/fd/0 o/l", "o/l", "f", "a link on the way" },
};

START_TEST(attacks_are_refused)
{
	struct host host = { .ops = &host_kernel_ops };
	char folder[] = "trust.XXXXXX", why[INPUT_WHY_BYTES] = "";
	const char *said = attacks[_i].said;
	int fd, result;

	file = NULL;
	umask(022);
	ck_assert_int_eq(chdir(scratch_folder()), 0);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	close(open("f", O_WRONLY | O_CREAT, 0644));
	ck_assert_int_eq(system(attacks[_i].make), 0);
	fd = open(attacks[_i].opened ? attacks[_i].opened : attacks[_i].path, O_RDONLY);
	ck_assert_int_ge(fd, 0);
	result = host_judge_input(&host, fd, attacks[_i].path, why);
	ck_assert_msg(result == !!said && !strncmp(why, said ? said : "", strlen(said ? said : "")),
		      "%s: %s: %d %s", attacks[_i].make, attacks[_i].path, result, why);
	close(fd);
}
END_TEST

/* The message names the folder. */
START_TEST(the_group_root_may_write_in_a_folder)
{
	static const char said[] =
		"the group root can put another file in its place; try chmod g-w ";
	struct host host = { .ops = &host_kernel_ops };
	char folder[] = "trust.XXXXXX", why[INPUT_WHY_BYTES] = "", want[INPUT_WHY_BYTES];
	static const char *const ways[] = { "in/f", "link", "in/link" };
	struct stat st;
	int fd;

	file = NULL;
	ck_assert_int_eq(chdir(scratch_folder()), 0);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	ck_assert_int_eq(system("umask 022; mkdir in; : >in/f; ln -s $PWD/in/f link; "
				"ln -s f in/link"),
			 0);
	fd = open("in/f", O_RDONLY);
	ck_assert_int_eq(stat("in", &st), 0);
	for (size_t i = 0; i < ROWS(ways); i++)
		ck_assert_int_eq(host_judge_input(&host, fd, ways[i], why), 0);
	group_folder = st.st_ino;
	for (size_t i = 0; i < ROWS(ways); i++) {
		ck_assert_int_eq(host_judge_input(&host, fd, ways[i], why), 1);
		snprintf(want, sizeof(want), "%s%s/%s/in/", said, scratch_folder(), folder);
		ck_assert_str_eq(why, i == 1 ? want
					     : "the group root can put another file in its place; "
					       "try chmod g-w ./in/");
	}
	close(fd);
}
END_TEST

START_TEST(no_such_file)
{
	struct host host = { .ops = &host_kernel_ops };
	char why[INPUT_WHY_BYTES];

	ck_assert_int_eq(host_judge_input(&host, -1, "/", why), -EISDIR);
	ck_assert_int_eq(host_judge_input(&host, -1, "/none", why), -EBADF);
}
END_TEST

Suite *trust_suite(void)
{
	Suite *suite = suite_create("trust");

	add_rows(suite, "files", others_write, ROWS(files));
	add_case(suite, "sudo", the_user_of_sudo);
	add_rows(suite, "attacks", attacks_are_refused, ROWS(attacks));
	add_case(suite, "outputs", outputs_are_stricter);
	add_case(suite, "folder", others_write_in_the_folder);
	add_case(suite, "group root", the_group_root_may_write_in_a_folder);
	add_case(suite, "no file", no_such_file);
	return suite;
}
