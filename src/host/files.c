// SPDX-License-Identifier: GPL-2.0-or-later
/* Reads whole streams and files; saves files; keeps the program's own files. */
#include "entry.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* the headers of Linux before 5.8 lack this attribute */
#ifndef STATX_ATTR_MOUNT_ROOT
#define STATX_ATTR_MOUNT_ROOT 0x2000
#endif

/* musl before 1.2.5 lacks statx() */
#ifndef __GLIBC__
#define statx(...) syscall(SYS_statx, __VA_ARGS__)
#endif

ssize_t kernel_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	size_t have = 0;

	(void)host;
	while (have < size) {
		ssize_t got = read(fd, buf + have, size - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN && poll(&wait, 1, -1) >= 0)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

ssize_t host_read_new(int fd, char *buf, size_t size)
{
	ssize_t got = read(fd, buf, size - 1);

	if (got < 0 && errno != EAGAIN)
		return -errno;
	buf[got < 0 ? 0 : got] = '\0';
	return got < 0 ? 0 : got;
}

static int write_all(int fd, const char *data, size_t bytes)
{
	while (bytes) {
		ssize_t put = write(fd, data, bytes);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		data += put;
		bytes -= (size_t)put;
	}
	return 0;
}

/* Do fsync(2), if the file system can: EINVAL or EROFS means that it has no such operation. */
static int sync_fd(int fd)
{
	if (fsync(fd) < 0 && errno != EINVAL && errno != EROFS)
		return -errno;
	return 0;
}

static int check_target(const struct entry *entry)
{
	const struct stat *st = &entry->st;
	bool ours = st->st_uid == geteuid();

	if (!entry->there)
		return 0;
	/* 1:3 is /dev/null */
	if (S_ISBLK(st->st_mode) || (S_ISCHR(st->st_mode) && st->st_rdev != rdev_make(1, 3)))
		return -ENOTSUP;
	/* accept a link such as /proc/self/fd/1: the caller has opened the file */
	if (entry->descriptor)
		return 0;
	return ours || (!S_ISREG(st->st_mode) && !entry_exposed(entry)) ? 0 : -EEXIST;
}

static int write_through(const struct entry *entry, const void *data, size_t bytes)
{
	int fd = entry_open(entry, O_WRONLY | O_APPEND);
	int err;

	if (fd < 0)
		return fd;
	err = write_all(fd, data, bytes);
	if (close(fd) < 0 && !err)
		err = -errno;
	return err;
}

struct saving {
	const struct entry *entry;
	const void *data;
	size_t bytes;
	mode_t mode;
	char aside[NAME_MAX + 1];
};

static int write_aside(const struct saving *saving)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	const struct entry *entry = saving->entry;
	int fd = openat(entry->folder, saving->aside, flags, saving->mode);
	int err;

	if (fd < 0)
		return -errno;
	err = write_all(fd, saving->data, saving->bytes);
	if (!err && entry->there && fchmod(fd, entry->st.st_mode & saving->mode) < 0)
		err = -errno;
	/* the data must be on stable storage before the file is renamed */
	if (!err)
		err = sync_fd(fd);
	if (close(fd) < 0 && !err)
		err = -errno;
	if (err)
		unlinkat(entry->folder, saving->aside, 0);
	return err;
}

static int write_under_temporary_name(struct saving *saving)
{
	struct timespec now;
	int err = -EEXIST;

	for (unsigned attempt = 0; err == -EEXIST && attempt < 100; attempt++) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		snprintf(saving->aside, sizeof(saving->aside), ".hdparm-%lx-%lx", (long)getpid(),
			 (long)now.tv_nsec);
		err = write_aside(saving);
	}
	return err;
}

static int rehearse_replacing(struct saving *saving)
{
	const uint64_t kept = STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND;
	const struct entry *entry = saving->entry;
	struct statx stx;
	int err;

	if (entry->there &&
	    !statx(entry->folder, entry->name, AT_SYMLINK_NOFOLLOW, STATX_TYPE, &stx)) {
		if (stx.stx_attributes & STATX_ATTR_MOUNT_ROOT)
			return -EBUSY;
		if (stx.stx_attributes & kept)
			return -EPERM;
	}
	err = write_under_temporary_name(saving);
	if (!err && unlinkat(entry->folder, saving->aside, 0) < 0)
		err = -errno;
	return err;
}

static bool written_through(const struct entry *entry)
{
	return entry->there && (entry->descriptor || !S_ISREG(entry->st.st_mode));
}

int host_may_save(const char *path)
{
	struct entry entry;
	struct saving saving = { .entry = &entry, .data = "", .mode = SAVE_PRIVATE };
	int err = entry_find(path, &entry);

	if (err)
		return err;
	err = check_target(&entry);
	if (!err && !written_through(&entry))
		err = rehearse_replacing(&saving);
	/* on a pipe, open(2) would wait for a reader, and close(2) would end the reader's input */
	else if (!err && faccessat(entry.folder, entry.name, W_OK, AT_EACCESS) < 0)
		err = -errno;
	entry_close(&entry);
	return err;
}

static int save_file(const char *path, const void *data, size_t bytes, unsigned mode)
{
	struct entry entry;
	struct saving saving = {
		.entry = &entry, .data = data, .bytes = bytes, .mode = (mode_t)mode
	};
	int err = entry_find(path, &entry);

	if (err)
		return err;
	err = check_target(&entry);
	if (!err && written_through(&entry)) {
		err = write_through(&entry, data, bytes);
	} else if (!err) {
		err = write_under_temporary_name(&saving);
		/* renameat(2) replaces, and does not follow, a link that has the name now */
		if (!err && renameat(entry.folder, saving.aside, entry.folder, entry.name) < 0) {
			err = -errno;
			unlinkat(entry.folder, saving.aside, 0);
		}
	}
	entry_close(&entry);
	return err;
}

const char *host_save_refusal(int err)
{
	switch (err) {
	case -ENOTSUP:
		return "a device cannot hold the file; was FILE left out?";
	case -EEXIST:
		return "another user's file has that name; remove it, or give another name";
	case -ELOOP:
		return "a link on the way may be another user's, or the links form a loop, and is "
		       "not followed; name the file itself";
	case -ESTALE:
		return "it was replaced while it was opened";
	case -EBUSY:
		return "a file is mounted there, which cannot be replaced: give another name";
	default:
		return NULL;
	}
}

static int make_room(const char *path, uint64_t bytes)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	struct entry entry;
	struct stat st;
	int err, fd;

	/* fail with EEXIST for a link, even to a missing file, as with O_EXCL */
	err = fstatat(AT_FDCWD, path, &st, AT_SYMLINK_NOFOLLOW) ? entry_find(path, &entry)
								: -EEXIST;
	if (err)
		return err;
	fd = openat(entry.folder, entry.name, flags, S_IRUSR | S_IWUSR);
	if (fd < 0)
		err = -errno;
	else if (fallocate(fd, 0, 0, (off_t)bytes) < 0 || fsync(fd) < 0)
		err = -errno;
	/* remove the file by the open folder: the path may lead elsewhere now */
	if (fd >= 0 && err)
		unlinkat(entry.folder, entry.name, 0);
	if (fd >= 0)
		close(fd);
	entry_close(&entry);
	return err;
}

/* Sizes of the buffer for a whole file. */
enum { FIRST_ROOM_BYTES = 1 << 16, MOST_ROOM_BYTES = 1 << 26 };

/* For each larger buffer, read from the beginning again: the file may have changed meanwhile. */
ssize_t host_read_whole(struct host *host, const char *path, char **text)
{
	ssize_t got;

	*text = NULL;
	for (size_t room = FIRST_ROOM_BYTES; room <= MOST_ROOM_BYTES; room *= 4) {
		*text = malloc(room);
		if (!*text)
			return host_no_memory(host);
		got = host_read_file(host, path, *text, room);
		/* 2 bytes: the NUL, and a newline that host_read_file() may have removed */
		if (got >= 0 && (size_t)got + 2 < room)
			return got;
		free(*text);
		*text = NULL;
		if (got < 0)
			return got;
	}
	return -EFBIG;
}

/* --- files for the program's own use: private, and safe against a power loss --- */

/* Until a folder is on stable storage, a new name may be lost (fsync(2)). */
static int sync_folder(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), err;

	if (fd < 0)
		return -errno;
	err = sync_fd(fd);
	close(fd);
	return err;
}

static int make_folder(const char *path)
{
	struct entry entry;
	int err = entry_find(path, &entry);

	if (err)
		return err == -EISDIR ? 0 : err;
	if (entry.there)
		err = -ENOTDIR;
	else if (mkdirat(entry.folder, entry.name, S_IRWXU) < 0 && errno != EEXIST)
		err = -errno;
	else
		err = sync_folder(entry.folder);
	entry_close(&entry);
	return err;
}

static bool folder_of(const char *path, char folder[PATH_MAX])
{
	const char *end = strrchr(path, '/');
	size_t n = end ? (size_t)(end - path) : 0;

	if (!n || n >= PATH_MAX)
		return false;
	memcpy(folder, path, n);
	folder[n] = '\0';
	return true;
}

static int keep_file(const char *path, const void *data, size_t bytes)
{
	char folder[PATH_MAX], above[PATH_MAX];
	struct entry entry;
	int err;

	if (!folder_of(path, folder) || !folder_of(folder, above))
		return -EINVAL;
	err = make_folder(folder);
	if (err == -ENOENT) {
		err = make_folder(above);
		if (!err)
			err = make_folder(folder);
	}
	if (!err)
		err = save_file(path, data, bytes, SAVE_PRIVATE);
	if (!err)
		err = entry_find(path, &entry);
	if (err)
		return err;
	err = sync_folder(entry.folder);
	entry_close(&entry);
	return err;
}

ssize_t kernel_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	struct entry entry;
	ssize_t got = entry_find(path, &entry);
	int fd;

	if (got)
		return got;
	if (!entry.there)
		fd = -ENOENT;
	else if (!S_ISREG(entry.st.st_mode))
		fd = -EINVAL;
	else if (entry.st.st_uid != geteuid() || entry_exposed(&entry))
		fd = -EPERM;
	else
		fd = entry_open(&entry, O_RDONLY | O_NONBLOCK);
	entry_close(&entry);
	if (fd < 0)
		return fd;
	got = kernel_read_stream(host, fd, buf, size);
	close(fd);
	if (got == (ssize_t)size)
		return -EFBIG;
	if (got >= 0)
		buf[got] = '\0';
	return got;
}

static int drop_kept(const char *path)
{
	struct entry entry;
	int err = entry_find(path, &entry);

	if (err)
		return err;
	if (unlinkat(entry.folder, entry.name, 0) < 0)
		err = -errno;
	else
		err = sync_folder(entry.folder);
	entry_close(&entry);
	return err;
}

/* A file of sysfs needs one write(2). */
static int write_once(const char *path, const void *text, size_t bytes)
{
	int fd = openat(AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
	ssize_t put;
	int err = 0;

	if (fd < 0)
		return -errno;
	put = write(fd, text, bytes);
	if (put < 0)
		err = -errno;
	else if ((size_t)put != bytes)
		err = -EIO;
	if (close(fd) < 0 && !err)
		err = -errno;
	return err;
}

ssize_t kernel_change(struct host *host, const struct file_change *c)
{
	ssize_t result = 0;

	(void)host;
	switch (c->kind) {
	case CHANGE_SETTING:
		return write_once(c->path, c->data, c->bytes);
	case CHANGE_SAVE:
		return save_file(c->path, c->data, c->bytes, (unsigned)c->number);
	case CHANGE_KEEP:
		return keep_file(c->path, c->data, c->bytes);
	case CHANGE_DROP:
		return drop_kept(c->path);
	case CHANGE_ROOM:
		return make_room(c->path, c->number);
	case CHANGE_SECTORS:
		result = pwrite(c->fd, c->data, c->bytes, (off_t)c->number);
		break;
	case CHANGE_MAKE:
		result = mkdirat(AT_FDCWD, c->path, S_IRWXU);
		break;
	case CHANGE_REMOVE:
		result = unlinkat(AT_FDCWD, c->path, AT_REMOVEDIR);
		break;
	}
	return result < 0 ? -errno : result;
}
