// SPDX-License-Identifier: GPL-2.0-or-later
/* Lists of paths. */
#include "host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int host_paths_add(struct host_paths *paths, const char *path)
{
	char *copy = strndup(path, strlen(path)), **more = paths->path;

	/* the array is full when n is 0 or a power of two */
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

void host_paths_free(struct host_paths *paths)
{
	for (size_t i = 0; i < paths->n; i++)
		free(paths->path[i]);
	free(paths->path);
	*paths = (struct host_paths){ NULL, 0 };
}
