// SPDX-License-Identifier: GPL-2.0-or-later
/* Folders in the fake world, name by name. */
#define _GNU_SOURCE
#include <dirent.h>
#include <string.h>
#include "shim.h"

#define EXPORT __attribute__((visibility("default")))

/* The names in /dev are regular files of the world's folder: show them as device nodes. */
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

	*(void **)&real = shim_next(LARGE("readdir"));
	return as_node(real(dir));
}

#if BOTH_NAMES
/* struct dirent and struct dirent64 are the same here */
EXPORT struct dirent64 *readdir64(DIR *dir)
{
	return (struct dirent64 *)readdir(dir);
}
#endif
