// SPDX-License-Identifier: GPL-2.0-or-later
/* A walk over the files of one mount. */
#include "host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nothing waits for a FIFO or a device, should a file become one before it is opened. */
enum { READ_ONLY = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC };

/* Folders deeper than DEEPEST are not read: each level keeps a descriptor. */
enum { DEEPEST = 256 };

/* Return the number of the mount of a name, or for "" of the folder itself; -1: not known. */
static int mount_number(int folder, const char *name)
{
	union {
		struct file_handle handle;
		char room[sizeof(struct file_handle) + MAX_HANDLE_SZ];
	} file = { .handle.handle_bytes = MAX_HANDLE_SZ };
	int number = -1;

	/* this follows no link and triggers no automount */
	if (name_to_handle_at(folder, name, &file.handle, &number, *name ? 0 : AT_EMPTY_PATH) < 0)
		return -1;
	return number;
}

/* O_NOATIME is for the owner of a file, and for root outside of a container. */
static int open_quietly(int folder, const char *name, int flags)
{
	int fd = openat(folder, name, READ_ONLY | O_NOATIME | flags);

	if (fd < 0 && errno == EPERM)
		fd = openat(folder, name, READ_ONLY | flags);
	return fd;
}

int host_open_mount(const char *place, int mount)
{
	int fd, number = mount_number(AT_FDCWD, place);

	/* what hides the mount is not opened: a network may answer */
	if (number >= 0 && number != mount)
		return -ESTALE;
	fd = open_quietly(AT_FDCWD, place, O_DIRECTORY);
	if (fd < 0)
		return -errno;
	number = mount_number(fd, "");
	if (number == mount || number < 0)
		return fd;
	close(fd);
	return -ESTALE;
}

struct name {
	ino_t inode;
	size_t at; /* offset in names.text */
	unsigned char type;
};

/* The names in a folder. */
struct names {
	struct name *name;
	size_t n, room;
	char *text;
	size_t bytes, text_room;
};

/* Double the room if `used` + `more` elements do not fit. False: no memory. */
static bool make_place(void **array, size_t *room, size_t used, size_t more, size_t size)
{
	size_t wanted = *room ? *room : 64;
	void *grown;

	if (used + more <= *room)
		return true;
	while (wanted < used + more)
		wanted *= 2;
	grown = realloc(*array, wanted * size);
	if (!grown)
		return false;
	*array = grown;
	*room = wanted;
	return true;
}

static int keep_name(struct names *names, const struct dirent *entry)
{
	size_t length = strlen(entry->d_name) + 1;

	if (!make_place((void **)&names->name, &names->room, names->n, 1, sizeof(*names->name)) ||
	    !make_place((void **)&names->text, &names->text_room, names->bytes, length, 1))
		return -ENOMEM;
	names->name[names->n++] = (struct name){ entry->d_ino, names->bytes, entry->d_type };
	memcpy(names->text + names->bytes, entry->d_name, length);
	names->bytes += length;
	return 0;
}

static int by_inode(const void *a, const void *b)
{
	const struct name *one = a, *other = b;

	return one->inode < other->inode ? -1 : one->inode > other->inode;
}

/* Sort the names by inode: a hard disk then reads most inodes forwards. */
static int read_names(DIR *folder, struct names *names)
{
	const struct dirent *entry;
	int err = 0;

	/* readdir() is safe: the program has one thread */
	// cppcheck-suppress readdirCalled
	while (!err && (errno = 0, entry = readdir(folder))) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			err = keep_name(names, entry);
	}
	if (!err && errno)
		err = -errno;
	if (names->n)
		qsort(names->name, names->n, sizeof(*names->name), by_inode);
	return err;
}

struct walk {
	struct file_walk *of;
	int mount;
	char path[PATH_MAX];
};

/* Count what cannot be searched, but not what has gone or become a link meanwhile. */
static int note_closed(struct walk *w, int err)
{
	if (err == -ENOMEM)
		return err;
	if (err != -ENOENT && err != -ELOOP && !w->of->closed++)
		snprintf(w->of->example, sizeof(w->of->example), "%.255s", w->path);
	return 0;
}

static int walk_file(struct walk *w, int folder, const struct stat *in, const char *name,
		     ino_t inode)
{
	struct stat st;
	int fd = open_quietly(folder, name, 0), err = 0, number;

	if (fd < 0)
		return note_closed(w, -errno);
	if (fstat(fd, &st) < 0) {
		err = note_closed(w, -errno);
	} else if (st.st_dev != in->st_dev || st.st_ino != inode) {
		/* vfat and others give other numbers to folders than to fstat(2) */
		number = mount_number(fd, "");
		if (number >= 0 && w->mount >= 0 ? number != w->mount : st.st_dev != in->st_dev) {
			w->of->covered++;
			st.st_mode = 0;
		}
	}
	if (!err && S_ISREG(st.st_mode))
		err = w->of->found(w->of->who, fd, w->path, &st);
	close(fd);
	return err;
}

static int walk_folder(struct walk *w, int fd, unsigned level);

/* True if another file system is mounted on the name. */
static bool is_covered(const struct walk *w, int folder, const struct stat *in, const char *name)
{
	int number = mount_number(folder, name);
	struct stat st;

	if (number >= 0 && w->mount >= 0)
		return number != w->mount;
	return !fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) &&
	       st.st_dev != in->st_dev;
}

static int walk_name(struct walk *w, int folder, const struct stat *in, const char *name,
		     const struct name *entry, unsigned level)
{
	unsigned char type = entry->type;
	struct stat st;
	int fd;

	if (type == DT_UNKNOWN) {
		if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) < 0)
			return note_closed(w, -errno);
		type = S_ISDIR(st.st_mode) ? DT_DIR : S_ISREG(st.st_mode) ? DT_REG : DT_LNK;
	}
	if (type == DT_REG)
		return walk_file(w, folder, in, name, entry->inode);
	if (type != DT_DIR)
		return 0;
	if (is_covered(w, folder, in, name)) {
		w->of->covered++;
		return 0;
	}
	fd = level == DEEPEST ? -1 : open_quietly(folder, name, O_DIRECTORY);
	if (fd < 0)
		return note_closed(w, level == DEEPEST ? -ENAMETOOLONG : -errno);
	return walk_folder(w, fd, level + 1);
}

/* Close `fd`. */
static int walk_folder(struct walk *w, int fd, unsigned level)
{
	struct names names = { .n = 0 };
	size_t length = strlen(w->path);
	struct stat st;
	DIR *folder;
	int err = 0;

	if (fstat(fd, &st) < 0 || !(folder = fdopendir(fd))) {
		err = note_closed(w, -errno);
		close(fd);
		return err;
	}
	err = w->of->found(w->of->who, fd, w->path, &st);
	if (!err) {
		err = read_names(folder, &names);
		err = err ? note_closed(w, err) : 0;
	}
	for (size_t i = 0; i < names.n && !err; i++) {
		const char *name = names.text + names.name[i].at;
		bool root = length == 1 && w->path[0] == '/';
		size_t room = sizeof(w->path) - length;

		if ((size_t)snprintf(w->path + length, room, "%s%s", root ? "" : "/", name) < room)
			err = walk_name(w, fd, &st, name, &names.name[i], level);
		else
			err = note_closed(w, -ENAMETOOLONG);
		w->path[length] = '\0';
	}
	free(names.name);
	free(names.text);
	closedir(folder);
	return err;
}

int host_walk(struct file_walk *walk, const char *place, int mount)
{
	struct walk w = { .of = walk, .mount = mount };
	int fd;

	walk->closed = walk->covered = 0;
	walk->example[0] = '\0';
	if ((size_t)snprintf(w.path, sizeof(w.path), "%s", place) >= sizeof(w.path))
		return -ENAMETOOLONG;
	fd = host_open_mount(place, mount);
	if (fd < 0)
		return fd;
	if (mount_number(fd, "") < 0)
		w.mount = -1;
	return walk_folder(&w, fd, 0);
}
