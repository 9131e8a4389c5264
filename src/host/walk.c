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

/* Read the number of the mount of a name, or for "" of the folder itself, by an open descriptor. */
static int mount_number_by_fd(int folder, const char *name)
{
	char path[48], text[512];
	const char *line;
	int fd = folder, number = -EOPNOTSUPP, info;
	ssize_t got;

	/* O_PATH opens no device, and triggers no automount */
	if (*name)
		fd = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	info = open(path, O_RDONLY | O_CLOEXEC);
	got = info < 0 ? -1 : read(info, text, sizeof(text) - 1);
	if (got > 0) {
		text[got] = '\0';
		line = strstr(text, "mnt_id:");
		number = line ? atoi(line + strlen("mnt_id:")) : number;
	}
	if (info >= 0)
		close(info);
	if (*name)
		close(fd);
	return number;
}

/* Return the number of the mount of a name, or for "" of the folder itself; or -errno. */
static int mount_number(int folder, const char *name)
{
	union {
		struct file_handle handle;
		char room[sizeof(struct file_handle) + MAX_HANDLE_SZ];
	} file = { .handle.handle_bytes = MAX_HANDLE_SZ };
	int number;

	/* this follows no link and triggers no automount; some file systems lack it */
	return name_to_handle_at(folder, name, &file.handle, &number, *name ? 0 : AT_EMPTY_PATH)
		       ? mount_number_by_fd(folder, name)
		       : number;
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
	if (number < 0)
		return number;
	if (number != mount)
		return -ESTALE;
	fd = open_quietly(AT_FDCWD, place, O_DIRECTORY);
	if (fd < 0)
		return -errno;
	number = mount_number(fd, "");
	if (number == mount)
		return fd;
	close(fd);
	return number < 0 ? number : -ESTALE;
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

static int walk_file(struct walk *w, int folder, const char *name)
{
	struct stat st;
	int fd = open_quietly(folder, name, 0), err = 0;

	if (fd < 0)
		return note_closed(w, -errno);
	if (fstat(fd, &st) < 0)
		err = note_closed(w, -errno);
	else if (S_ISREG(st.st_mode))
		err = w->of->found(w->of->who, fd, w->path, &st);
	close(fd);
	return err;
}

static int walk_folder(struct walk *w, int fd, unsigned level);

static int walk_name(struct walk *w, int folder, const char *name, unsigned char type,
		     unsigned level)
{
	struct stat st;
	int fd, number;

	if (type != DT_REG && type != DT_DIR && type != DT_UNKNOWN)
		return 0;
	/* another mount on the name may be a device or a network: it is not opened */
	number = mount_number(folder, name);
	if (number < 0)
		return note_closed(w, number);
	if (number != w->mount) {
		w->of->covered++;
		return 0;
	}
	if (type == DT_UNKNOWN) {
		if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) < 0)
			return note_closed(w, -errno);
		type = S_ISDIR(st.st_mode) ? DT_DIR : S_ISREG(st.st_mode) ? DT_REG : DT_LNK;
	}
	if (type == DT_LNK)
		return 0;
	if (type == DT_REG)
		return walk_file(w, folder, name);
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
			err = walk_name(w, fd, name, names.name[i].type, level);
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
	return walk_folder(&w, fd, 0);
}
