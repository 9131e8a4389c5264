// SPDX-License-Identifier: GPL-2.0-or-later
/* What each device gets: the settings of all its blocks, where a later one replaces its like. */
#include "file.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

/* A node of the tree: which target a path has. */
struct place {
	const char *path;
	size_t number;
};

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct place *)a)->path, ((const struct place *)b)->path);
}

static void put(struct conf_file *file, struct target *target, const struct setting *setting)
{
	const struct setting **more;

	if (setting->refused)
		return;
	for (size_t i = 0; i < target->n; i++) {
		const struct key_meaning *old = &target->settings[i]->means;

		if (old->id == setting->means.id &&
		    (old->flags & KEY_BATTERY) == (setting->means.flags & KEY_BATTERY)) {
			target->settings[i] = setting;
			return;
		}
	}
	more = grow(file->store, target->settings, target->n, sizeof(*more));
	if (!more)
		return;
	target->settings = more;
	more[target->n++] = setting;
}

static void put_all(struct conf_file *file, struct target *target, const struct block *block)
{
	for (size_t i = 0; i < block->n_settings; i++)
		put(file, target, &block->settings[i]);
}

/* The target of that device; a new one starts with what stands outside the blocks. */
static struct target *target_of(struct conf_file *file, struct targets *targets, char *path)
{
	struct target *more = grow(file->store, targets->target, targets->n, sizeof(*more));
	struct place *place = malloc(sizeof(*place)), **found = NULL;

	if (more)
		targets->target = more;
	if (more && place) {
		*place = (struct place){ path, targets->n };
		found = tsearch(place, &targets->index, by_path);
	}
	if (found && *found == place) {
		more[targets->n] = (struct target){ .path = path };
		block_identity(file->host, path, &more[targets->n].chosen);
		put_all(file, &more[targets->n], &file->global);
		return &more[targets->n++];
	}
	free(place);
	if (!found)
		file->store->failed = true;
	return found ? &more[(*found)->number] : NULL;
}

static void give(struct conf_file *file, struct targets *targets, char *path,
		 const struct block *block)
{
	struct target *target = target_of(file, targets, path);

	/* again, now that the device is known: the words were looked up before that */
	if (target && block_names(file, block, path))
		put_all(file, target, block);
}

static void give_all(struct conf_file *file, struct targets *targets, struct block *block)
{
	struct device_list list = { NULL, 0 };

	block_devices(file, block, &list);
	block->missing = !list.n;
	for (size_t i = 0; i < list.n; i++)
		give(file, targets, list.path[i], block);
	free(list.path);
}

/*
 * What stands outside the blocks is for every hard disk that is named on the command line, in a
 * block or not: so Debian's rule has it, for the same names of devices.
 */
static bool global_reaches(const char *path)
{
	return !strncmp(path, "/dev/sd", 7) || !strncmp(path, "/dev/hd", 7);
}

void targets_collect(struct conf_file *file, const struct device_list *only,
		     struct targets *targets)
{
	for (size_t i = 0; only && i < only->n; i++) {
		if (global_reaches(only->path[i]))
			target_of(file, targets, only->path[i]);
	}
	for (size_t b = 0; b < file->n && !file->store->failed; b++) {
		struct block *block = &file->blocks[b];

		if (block->ignored || block->commands)
			continue;
		if (!only)
			give_all(file, targets, block);
		for (size_t i = 0; only && i < only->n; i++) {
			if (block_names(file, block, only->path[i]))
				give(file, targets, only->path[i], block);
		}
	}
}

void targets_free(struct targets *targets)
{
	for (size_t i = 0; i < targets->n; i++)
		free(targets->target[i].settings);
	free(targets->target);
	tdestroy(targets->index, free);
}
