// SPDX-License-Identifier: GPL-2.0-or-later
/* Small files that the program keeps for its own use: private, and safe against a power loss. */
#include "entry.h"
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A new or removed name is on the disk only after its folder is synced (fsync(2)). */
static int sync_folder(int folder)
{
	int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = 0;

	if (fd < 0)
		return -errno;
	if (fsync(fd) < 0 && errno != EINVAL && errno != EROFS)
		err = -errno;
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

/* Copy the folder of the path; false: the path has none or is too long. */
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

/* Create the file's folder and its parent, but no folder above: -ENOENT on a system without it. */
static int make_folders(const char *path)
{
	char folder[PATH_MAX], above[PATH_MAX];
	int err;

	if (!folder_of(path, folder) || !folder_of(folder, above))
		return -EINVAL;
	err = make_folder(folder);
	if (err != -ENOENT)
		return err;
	err = make_folder(above);
	return err ? err : make_folder(folder);
}

int kernel_keep_file(struct host *host, const char *path, const void *data, size_t bytes)
{
	struct entry entry;
	int err = make_folders(path);

	if (!err)
		err = kernel_save_file(host, path, data, bytes, SAVE_PRIVATE);
	if (!err)
		err = entry_find(path, &entry);
	if (err)
		return err;
	err = sync_folder(entry.folder);
	entry_close(&entry);
	return err;
}

/* Refuse a file of another user, and one that others may have put there. 0 or -errno. */
static int check_trusted(const struct entry *entry)
{
	if (!entry->there)
		return -ENOENT;
	if (!S_ISREG(entry->st.st_mode))
		return -EINVAL;
	return entry->st.st_uid != geteuid() || entry_exposed(entry) ? -EPERM : 0;
}

ssize_t kernel_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	struct entry entry;
	ssize_t got = entry_find(path, &entry);
	int fd = -1;

	if (got)
		return got;
	got = check_trusted(&entry);
	if (!got)
		fd = entry_open(&entry, O_RDONLY | O_NONBLOCK);
	entry_close(&entry);
	if (fd < 0)
		return got ? got : fd;
	got = kernel_read_stream(host, fd, buf, size);
	close(fd);
	if (got == (ssize_t)size)
		return -EFBIG;
	if (got >= 0)
		buf[got] = '\0';
	return got;
}

int kernel_drop_kept(struct host *host, const char *path)
{
	struct entry entry;
	int err = entry_find(path, &entry);

	(void)host;
	if (err)
		return err;
	if (unlinkat(entry.folder, entry.name, 0) < 0)
		err = -errno;
	else
		err = sync_folder(entry.folder);
	entry_close(&entry);
	return err;
}
