// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds files by pattern. */
#include "kernel.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Replaces the library's glob(), which frees memory twice if memory runs out (glibc 2.36), and
 * treats a folder that it cannot read as empty.
 */
struct search {
	struct host_paths *found;
	char path[PATH_MAX]; /* the part of the path that is matched so far */
};

int host_paths_add(struct host_paths *paths, const char *path)
{
	char *copy = strndup(path, strlen(path)), **more = paths->path;

	/* the room doubles: the array is full when n is a power of two or 0 */
	if (copy && !(paths->n & (paths->n - 1)))
		more = realloc(more, (paths->n ? 2 * paths->n : 1) * sizeof(*more));
	if (!copy || !more) {
		free(copy);
		return -ENOMEM;
	}
	paths->path = more;
	more[paths->n++] = copy;
	return 0;
}

/* A name that does not exist or may not be read does not match: that is no failure. */
static int unless_absent(int err)
{
	static const int absent[] = { ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG };

	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		if (err == absent[i])
			return 0;
	}
	return -err;
}

static int walk(struct search *s, size_t length, const char *rest);

/* Copy the slashes after a part, and continue with what follows them. */
static int walk_on(struct search *s, size_t length, const char *rest)
{
	size_t n = strspn(rest, "/");
	struct stat st;

	if (length + n >= sizeof(s->path))
		return 0;
	memcpy(s->path + length, rest, n);
	length += n;
	s->path[length] = '\0';
	if (rest[n])
		return walk(s, length, rest + n);
	return fstatat(AT_FDCWD, s->path, &st, AT_SYMLINK_NOFOLLOW) < 0
		       ? unless_absent(errno)
		       : host_paths_add(s->found, s->path);
}

/* A part without wildcards: copied without its quoting backslashes. */
static int walk_plain(struct search *s, size_t length, const char *part, size_t n)
{
	const char *end = part + n;

	for (; part < end && length + 1 < sizeof(s->path); part++) {
		if (*part == '\\' && part + 1 < end)
			part++;
		s->path[length++] = *part;
	}
	return part < end ? 0 : walk_on(s, length, end);
}

/* Try the names of a folder that match a part. */
static int walk_names(struct search *s, size_t length, const char *part, const char *rest)
{
	DIR *folder = opendir(length ? s->path : ".");
	struct dirent *entry;
	int err = 0;

	if (!folder)
		return unless_absent(errno);
	/* there is one thread */
	// cppcheck-suppress readdirCalled
	while (!err && (errno = 0, entry = readdir(folder))) {
		size_t n = strlen(entry->d_name);

		if (length + n >= sizeof(s->path) || fnmatch(part, entry->d_name, FNM_PERIOD))
			continue;
		memcpy(s->path + length, entry->d_name, n + 1);
		err = *rest ? walk_on(s, length + n, rest) : host_paths_add(s->found, s->path);
	}
	if (!err && errno)
		err = unless_absent(errno);
	closedir(folder);
	return err;
}

/* Match the pattern from the beginning of a part on; s->path[0..length-1] is matched already. */
static int walk(struct search *s, size_t length, const char *rest)
{
	size_t n = strcspn(rest, "/");
	char *part;
	int err;

	if (strcspn(rest, "*?[/") == n)
		return walk_plain(s, length, rest, n);
	part = strndup(rest, n);
	err = part ? walk_names(s, length, part, rest + n) : -ENOMEM;
	free(part);
	return err;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int kernel_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	struct search s = { .found = paths };
	int err;

	(void)host;
	*paths = (struct host_paths){ NULL, 0 };
	err = *pattern ? walk(&s, 0, pattern) : 0;
	if (err)
		host_paths_free(paths);
	else if (paths->n)
		qsort(paths->path, paths->n, sizeof(*paths->path), by_name);
	return err;
}

void host_paths_free(struct host_paths *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		free(paths->path[i]);
	free(paths->path);
	*paths = (struct host_paths){ NULL, 0 };
}
