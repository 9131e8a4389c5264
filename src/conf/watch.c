// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The machine, as it is asked while a file is worked out. A list of names that there was no memory
 * for is no empty one: whoever asks, the store knows that something is missing.
 */
#include "file.h"

static int watched_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	struct conf_watch *watch = (struct conf_watch *)host; /* the layer is its first member */
	int err = host_glob(watch->layer.real, pattern, paths);

	if (err == -ENOMEM)
		watch->store->failed = true;
	return err;
}

struct host *conf_watch(struct conf_watch *watch, struct host *real, struct conf_store *store)
{
	host_layer_init(&watch->layer, real);
	watch->layer.ops.glob = watched_glob;
	watch->store = store;
	return &watch->layer.host;
}
