// SPDX-License-Identifier: GPL-2.0-or-later
/* Which files there are, and who asks. */
#include "kernel.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

int kernel_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	glob_t found = { .gl_pathc = 0 };
	int err = glob(pattern, 0, NULL, &found);

	(void)host;
	*paths = (struct host_paths){ NULL, 0 };
	if (err)
		return err == GLOB_NOMATCH ? 0 : err == GLOB_NOSPACE ? -ENOMEM : -EIO;
	/* the list is glob()'s own; its strings go to the caller one by one */
	paths->path = calloc(found.gl_pathc, sizeof(*paths->path));
	for (size_t i = 0; paths->path && i < found.gl_pathc; i++) {
		paths->path[paths->n++] = found.gl_pathv[i];
		found.gl_pathv[i] = NULL;
	}
	globfree(&found);
	return paths->path ? 0 : -ENOMEM;
}

void kernel_paths_free(struct host *host, struct host_paths *paths)
{
	(void)host;
	for (size_t i = 0; i < paths->n; i++)
		free(paths->path[i]);
	free(paths->path);
	*paths = (struct host_paths){ NULL, 0 };
}

unsigned kernel_effective_user(struct host *host)
{
	(void)host;
	return (unsigned)geteuid();
}
