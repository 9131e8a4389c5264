// SPDX-License-Identifier: GPL-2.0-or-later
/* Saving a file: its data are on the disk before it gets its name; other users interfere. */
#include "suites.h"

#include "host.h"
#include "host/entry.h"
#include "lib/scratch.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Replaced libc functions: the failing one, and the order of the calls. */
static int fsync_error, rename_error, fsyncs, fsyncs_at_rename;
static uint64_t attributes;  /* STATX_ATTR_* of every file */
static const char *intruder; /* another user's replacement of the first created file */

int fsync(int fd)
{
	(void)fd;
	fsyncs++;
	errno = fsync_error;
	return fsync_error ? -1 : 0;
}

int renameat(int from, const char *old, int to, const char *new)
{
	int (*real)(int, const char *, int, const char *);
	void *found = dlsym(RTLD_NEXT, "renameat");

	fsyncs_at_rename = fsyncs;
	errno = rename_error;
	if (rename_error)
		return -1;
	memcpy(&real, &found, sizeof(real));
	return real(from, old, to, new);
}

int openat(int dir, const char *path, int flags, ...)
{
	int (*real)(int, const char *, int, ...);
	void *found = dlsym(RTLD_NEXT, "openat");
	mode_t mode = 0;
	va_list ap;

	va_start(ap, flags);
	if (flags & O_CREAT)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	memcpy(&real, &found, sizeof(real));
	if ((flags & O_CREAT) && intruder) {
		ck_assert_int_eq(symlinkat(intruder, dir, path), 0);
		intruder = NULL;
	}
	return real(dir, path, flags, mode);
}

int statx(int dir, const char *path, int flags, unsigned mask, struct statx *stx)
{
	(void)dir;
	(void)path;
	(void)flags;
	(void)mask;
	*stx = (struct statx){ .stx_attributes = attributes };
	return 0;
}

static void work_in_a_folder(void)
{
	char folder[] = "save.XXXXXX";

	fsync_error = rename_error = fsyncs = fsyncs_at_rename = 0;
	attributes = 0;
	intruder = NULL;
	ck_assert_int_eq(chdir(scratch_folder()), 0);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
	umask(022);
}

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

static void holds(const char *path, const char *text)
{
	char got[100] = "";
	FILE *file = fopen(path, "r");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fread(got, 1, sizeof(got) - 1, file), strlen(text));
	fclose(file);
	ck_assert_str_eq(got, text);
}

static int save(const char *path)
{
	struct host host = { .ops = &host_kernel_ops };

	return host_save_file(&host, path, "new", 3, SAVE_PUBLIC);
}

static size_t names(const char *pattern)
{
	struct host host = { .ops = &host_kernel_ops };
	struct host_paths paths;
	size_t n;

	ck_assert_int_eq(host_glob(&host, pattern, &paths), 0);
	n = paths.n;
	host_paths_free(&paths);
	return n;
}

START_TEST(on_the_disk_before_it_has_its_name)
{
	write_text("file", "old");
	ck_assert_int_eq(save("file"), 0);
	ck_assert_int_eq(fsyncs_at_rename, 1);
	holds("file", "new");
}
END_TEST

static const struct {
	int fsync, rename, err;
} failures[] = {
	{ EIO, 0, -EIO },	{ ENOSPC, 0, -ENOSPC },
	{ 0, EACCES, -EACCES }, { EINVAL, 0, 0 }, /* a file system without access control lists */
	{ EROFS, 0, 0 },	{ 0, EBUSY, -EBUSY }, /* a file is mounted there */
};

START_TEST(what_fails_leaves_the_old_file_and_nothing_else)
{
	write_text("file", "old");
	fsync_error = failures[_i].fsync;
	rename_error = failures[_i].rename;
	ck_assert_int_eq(save("file"), failures[_i].err);
	holds("file", failures[_i].err ? "old" : "new");
	ck_assert_uint_eq(names(".hdparm-*"), 0);
}
END_TEST

START_TEST(asking_leaves_everything_as_it_is)
{
	write_text("file", "old");
	ck_assert_int_eq(host_may_save("file"), 0);
	ck_assert_int_eq(host_may_save("new"), 0);
	ck_assert_int_eq(access("new", F_OK), -1);
	holds("file", "old");
	ck_assert_uint_eq(names(".hdparm-*"), 0);
	fsync_error = ENOSPC;
	ck_assert_int_eq(host_may_save("new"), -ENOSPC);
	ck_assert_uint_eq(names(".hdparm-*"), 0);
}
END_TEST

START_TEST(asking_finds_what_saving_would)
{
	write_text("file", "old");
	ck_assert_int_eq(host_may_save("."), -EISDIR);
	ck_assert_int_eq(host_may_save("none/file"), -ENOENT);
	ck_assert_int_eq(host_may_save("/dev/zero"), -ENOTSUP);
	ck_assert_int_eq(host_may_save("/dev/null"), 0);
	ck_assert_int_eq(mkfifo("pipe", 0600), 0);
	ck_assert_int_eq(host_may_save("pipe"), 0);
	attributes = STATX_ATTR_MOUNT_ROOT;
	ck_assert_int_eq(host_may_save("file"), -EBUSY);
	ck_assert_int_eq(host_may_save("new"), 0);
	attributes = STATX_ATTR_IMMUTABLE;
	ck_assert_int_eq(host_may_save("file"), -EPERM);
	attributes = STATX_ATTR_APPEND;
	ck_assert_int_eq(host_may_save("file"), -EPERM);
}
END_TEST

/* A link under the temporary name would lead root to another user's file. */
START_TEST(a_link_that_comes_first_is_not_written_through)
{
	write_text("target", "theirs");
	intruder = "target";
	ck_assert_int_eq(save("file"), 0);
	ck_assert_ptr_null(intruder);
	holds("target", "theirs");
	holds("file", "new");
	ck_assert_uint_eq(names(".hdparm-*"), 1); /* the intruder's file, which must stay */
}
END_TEST

START_TEST(room_is_made_in_no_file_that_comes_first)
{
	struct host host = { .ops = &host_kernel_ops };

	write_text("target", "theirs");
	intruder = "target";
	ck_assert_int_eq(host_make_room(&host, "room", 4096), -EEXIST);
	holds("target", "theirs");
	ck_assert_int_eq(host_make_room(&host, "other", 4096), 0);
	ck_assert_int_eq(host_make_room(&host, "other", 4096), -EEXIST);
	fsync_error = EIO;
	ck_assert_int_eq(host_make_room(&host, "none", 4096), -EIO);
	ck_assert_int_eq(access("none", F_OK), -1);
}
END_TEST

START_TEST(what_is_kept_is_private_and_lasts)
{
	struct host host = { .ops = &host_kernel_ops };
	char here[PATH_MAX], path[PATH_MAX + 20], text[10];
	struct stat st;

	ck_assert_ptr_nonnull(getcwd(here, sizeof(here)));
	snprintf(path, sizeof(path), "%s/none/a/b/kept", here);
	ck_assert_int_eq(host_keep_file(&host, path, "1", 1), -ENOENT);
	snprintf(path, sizeof(path), "%s/a/b/kept", here);
	ck_assert_int_eq(host_read_kept(&host, path, text, sizeof(text)), -ENOENT);
	ck_assert_int_eq(host_keep_file(&host, path, "123", 3), 0);
	/* two new folders in their parents; the file before its rename, and the rename */
	ck_assert_int_eq(fsyncs_at_rename, 3);
	ck_assert_int_eq(fsyncs, 4);
	ck_assert_int_eq(stat("a/b", &st), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0700);
	ck_assert_int_eq(stat("a/b/kept", &st), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0600);
	ck_assert_int_eq(host_read_kept(&host, path, text, sizeof(text)), 3);
	ck_assert_str_eq(text, "123");
	ck_assert_int_eq(host_read_kept(&host, path, text, 4), 3);
	ck_assert_int_eq(host_read_kept(&host, path, text, 3), -EFBIG);
	ck_assert_int_eq(host_drop_kept(&host, path), 0);
	ck_assert_int_eq(fsyncs, 5);
	ck_assert_int_eq(host_drop_kept(&host, path), -ENOENT);
	ck_assert_int_eq(mkfifo("a/b/kept", 0600), 0);
	ck_assert_int_eq(host_read_kept(&host, path, text, sizeof(text)), -EINVAL);
	ck_assert_int_eq(unlink("a/b/kept"), 0);
	write_text("a/b/kept", "theirs");
	ck_assert_int_eq(chmod("a/b", 0777), 0);
	ck_assert_int_eq(host_read_kept(&host, path, text, sizeof(text)), -EPERM);
	ck_assert_int_eq(chmod("a/b", 0700), 0);
	fsync_error = EIO;
	ck_assert_int_eq(host_keep_file(&host, path, "ours", 4), -EIO);
	holds("a/b/kept", "theirs");
}
END_TEST

/* The file at the check, and another user's replacement before the open. */
static const struct {
	const char *swap;
	int err;
} swaps[] = {
	{ "ln -f target pipe", -ESTALE },
	{ "ln -sf target pipe", -ELOOP },
	{ "mkfifo pipe2; mv pipe2 pipe", -ESTALE },
	{ "rm pipe", -ENOENT },
	{ "true", 0 },
};

START_TEST(what_is_opened_is_what_was_looked_at)
{
	struct entry entry;
	int fd;

	write_text("target", "theirs");
	ck_assert_int_eq(mkfifo("pipe", 0600), 0);
	ck_assert_int_eq(entry_find("pipe", &entry), 0);
	ck_assert(entry.there && S_ISFIFO(entry.st.st_mode));
	ck_assert_int_eq(system(swaps[_i].swap), 0);
	fd = entry_open(&entry, O_RDWR | O_APPEND | O_NONBLOCK);
	if (swaps[_i].err)
		ck_assert_int_eq(fd, swaps[_i].err);
	else
		ck_assert_int_ge(fd, 0);
	entry_close(&entry);
	holds("target", "theirs");
}
END_TEST

/* The folder that was found is used, even if its name leads elsewhere later. */
START_TEST(a_folder_stays_the_one_that_was_found)
{
	struct entry entry;
	struct stat st;

	ck_assert_int_eq(mkdir("here", 0755), 0);
	ck_assert_int_eq(mkdir("away", 0755), 0);
	ck_assert_int_eq(entry_find("./here//../here/file", &entry), 0);
	ck_assert_str_eq(entry.name, "file");
	ck_assert(!entry.there);
	ck_assert_int_eq(rename("here", "moved"), 0);
	ck_assert_int_eq(symlink("away", "here"), 0);
	ck_assert_int_eq(fstatat(entry.folder, ".", &st, 0), 0);
	entry_close(&entry);
	ck_assert_uint_eq(st.st_ino, entry.in.st_ino);
	ck_assert_int_eq(stat("moved", &st), 0);
	ck_assert_uint_eq(st.st_ino, entry.in.st_ino);
}
END_TEST

static const struct {
	const char *make; /* commands for sh in an empty folder */
	const char *path;
	int err;
} ways[] = {
	{ "true", "", -ENOENT },
	{ "true", "/", -EISDIR },
	{ "true", ".", -EISDIR },
	{ "mkdir a", "a/", -EISDIR },
	{ "mkdir a", "a/..", -EISDIR },
	{ "true", "none/f", -ENOENT },
	{ "true", "f/", -ENOENT },
	{ ": >f", "f/g", -ENOTDIR },
	{ "ln -s a a", "a", -ELOOP },
	{ "ln -s none a", "a", 0 },
	{ "mkdir a; ln -s $PWD/a b", "b/f", 0 },
	{ "mkdir a; ln -s $PWD/a b; chmod 775 .", "b/f", -ELOOP },
	{ "mkdir a; ln -s $PWD/a b; chmod 777 .", "b/f", -ELOOP },
	{ "mkdir a; ln -s $PWD/a b; chmod 757 .", "b/f", -ELOOP },
	{ "mkdir a; ln -s $PWD/a b; chmod 1777 .", "b/f", 0 },
	{ "mkdir a; ln -s ../f a/l; chmod 1775 a", "a/l", 0 },
	{ "mkdir a; ln -s ../f a/l; chmod 1777 a; ln -P a/l a/m", "a/m", -ELOOP },
	{ "mkdir a; ln -s ../f a/l; ln -P a/l a/m", "a/m", 0 },
	{ "mkdir a; ln -s ../f a/l; chmod 775 a", "a/l", -ELOOP },
};

START_TEST(where_a_path_leads)
{
	struct entry entry;
	int err;

	ck_assert_int_eq(system(ways[_i].make), 0);
	err = entry_find(ways[_i].path, &entry);
	ck_assert_msg(err == ways[_i].err, "%s, then '%s': %d", ways[_i].make, ways[_i].path, err);
	if (!err)
		entry_close(&entry);
	ck_assert_int_eq(entry.folder, -1);
}
END_TEST

START_TEST(long_names)
{
	char name[NAME_MAX + 2], path[PATH_MAX + 1];
	struct entry entry;

	memset(name, 'n', sizeof(name));
	name[NAME_MAX] = '\0';
	ck_assert_int_eq(save(name), 0);
	holds(name, "new");
	name[NAME_MAX] = 'n';
	name[NAME_MAX + 1] = '\0';
	ck_assert_int_eq(save(name), -ENAMETOOLONG);
	memset(path, '/', sizeof(path));
	path[PATH_MAX] = '\0';
	ck_assert_int_eq(entry_find(path, &entry), -ENAMETOOLONG);
	path[PATH_MAX - 1] = '\0';
	ck_assert_int_eq(entry_find(path, &entry), -EISDIR);
}
END_TEST

START_TEST(a_stream_in_pieces)
{
	struct host host = { .ops = &host_kernel_ops };
	char buf[8] = "";
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
	if (!fork()) {
		for (int i = 0; i < 7; i++) {
			usleep(2000);
			ck_assert_int_eq(write(ends[1], &"abcdefg"[i], 1), 1);
		}
		_exit(0);
	}
	close(ends[1]);
	ck_assert_int_eq(host_read_stream(&host, ends[0], buf, 5), 5);
	ck_assert_str_eq(buf, "abcde");
	ck_assert_int_eq(host_read_stream(&host, ends[0], buf, sizeof(buf)), 2);
	ck_assert_int_eq(host_read_stream(&host, -1, buf, 1), -EBADF);
}
END_TEST

static void add(Suite *suite, const char *name, const TTest *test, int rows)
{
	TCase *tcase = tcase_create(name);

	tcase_add_checked_fixture(tcase, work_in_a_folder, NULL);
	tcase_add_loop_test(tcase, test, 0, rows);
	suite_add_tcase(suite, tcase);
}

START_TEST(a_mount_is_no_swap)
{
	ck_assert_ptr_nonnull(strstr(host_save_refusal(-EBUSY), "mounted"));
	ck_assert_ptr_nonnull(strstr(host_save_refusal(-ESTALE), "was replaced"));
}
END_TEST

Suite *save_suite(void)
{
	Suite *suite = suite_create("save");

	add(suite, "order", on_the_disk_before_it_has_its_name, 1);
	add(suite, "failures", what_fails_leaves_the_old_file_and_nothing_else, ROWS(failures));
	add(suite, "asking", asking_leaves_everything_as_it_is, 1);
	add(suite, "found", asking_finds_what_saving_would, 1);
	add(suite, "an intruder", a_link_that_comes_first_is_not_written_through, 1);
	add(suite, "kept", what_is_kept_is_private_and_lasts, 1);
	add(suite, "room", room_is_made_in_no_file_that_comes_first, 1);
	add(suite, "swaps", what_is_opened_is_what_was_looked_at, ROWS(swaps));
	add(suite, "a folder", a_folder_stays_the_one_that_was_found, 1);
	add(suite, "a mount", a_mount_is_no_swap, 1);
	add(suite, "ways", where_a_path_leads, ROWS(ways));
	add(suite, "long names", long_names, 1);
	add(suite, "pieces", a_stream_in_pieces, 1);
	return suite;
}
