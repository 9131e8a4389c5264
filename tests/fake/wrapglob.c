// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of names in the fake world: /dev is its devices and their other names, /sys and /proc its
 * folders.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fnmatch.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "shim.h"

#define EXPORT __attribute__((visibility("default")))

typedef int glob_function(const char *, int, int (*)(const char *, int), glob_t *);

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The list as glob() gives it: sorted, each string its own, NULL behind the last. */
static int give(glob_t *found, char **names, size_t n)
{
	found->gl_pathc = n;
	found->gl_pathv = names;
	if (n)
		qsort(names, n, sizeof(*names), by_name);
	return n ? 0 : GLOB_NOMATCH;
}

static int glob_devices(const struct world *w, const char *pattern, glob_t *found)
{
	char **names = calloc(2 * (size_t)w->devices + 1, sizeof(*names));
	size_t n = 0;

	if (!names)
		return GLOB_NOSPACE;
	for (uint32_t i = 0; i < w->devices; i++) {
		const struct fake_device *dev = &w->device[i];

		if (!fnmatch(pattern, dev->path, FNM_PATHNAME))
			names[n++] = strdup(dev->path);
		if (dev->alias[0] && !fnmatch(pattern, dev->alias, FNM_PATHNAME))
			names[n++] = strdup(dev->alias);
	}
	return give(found, names, n);
}

/* The names are those that the program knows: without the folder in front. */
static int glob_folder(glob_function *real, const char *pattern, const char *path, int flags,
		       glob_t *found)
{
	size_t cut = strlen(path) - strlen(pattern);
	int err = real(path, flags, NULL, found);

	for (size_t i = 0; !err && i < found->gl_pathc; i++) {
		char *name = found->gl_pathv[i];

		memmove(name, name + cut, strlen(name + cut) + 1);
	}
	return err;
}

EXPORT int glob(const char *pattern, int flags, int (*fail)(const char *, int), glob_t *found)
{
	glob_function *real = (glob_function *)dlsym(RTLD_NEXT, "glob");
	const struct world *w = shim_world();
	char buf[PATH_MAX];
	const char *path;

	if (w && !strncmp(pattern, "/dev/", 5))
		return glob_devices(w, pattern, found);
	path = shim_path(pattern, buf, sizeof(buf));
	if (path && path != pattern)
		return glob_folder(real, pattern, path, flags, found);
	return real(pattern, flags, fail, found);
}

EXPORT int glob64(const char *pattern, int flags, int (*fail)(const char *, int), glob64_t *found)
{
	return glob(pattern, flags, fail, (glob_t *)found);
}

/* The names in /dev are regular files of the world's folder: a program is shown device nodes. */
static struct dirent *as_node(struct dirent *entry)
{
	const struct world *w = shim_world();

	for (uint32_t i = 0; entry && w && entry->d_type == DT_REG && i < w->devices; i++)
		if (!strcmp(w->device[i].name, entry->d_name))
			entry->d_type = w->device[i].character ? DT_CHR : DT_BLK;
	return entry;
}

EXPORT struct dirent *readdir(DIR *dir)
{
	struct dirent *(*real)(DIR *);

	*(void **)&real = dlsym(RTLD_NEXT, "readdir");
	return as_node(real(dir));
}

/* struct dirent and struct dirent64 are one on 64-bit machines, where the shim is used. */
EXPORT struct dirent64 *readdir64(DIR *dir)
{
	return (struct dirent64 *)readdir(dir);
}
