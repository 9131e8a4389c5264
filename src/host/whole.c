// SPDX-License-Identifier: GPL-2.0-or-later
/* A table of the kernel, read whole. */
#include "host.h"

#include <errno.h>
#include <stdlib.h>

enum { FIRST_BYTES = 1 << 16, MOST_BYTES = 1 << 26 };

/* From the start each time: what was read before may belong to another table by then. */
ssize_t host_read_whole(struct host *host, const char *path, char **text)
{
	ssize_t got;

	*text = NULL;
	for (size_t room = FIRST_BYTES; room <= MOST_BYTES; room *= 4) {
		*text = malloc(room);
		if (!*text)
			return -ENOMEM;
		got = host_read_file(host, path, *text, room);
		/* beside the text there is a NUL, and was a newline */
		if (got >= 0 && (size_t)got + 2 < room)
			return got;
		free(*text);
		*text = NULL;
		if (got < 0)
			return got;
	}
	return -EFBIG;
}
