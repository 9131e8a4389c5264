// SPDX-License-Identifier: GPL-2.0-or-later
/* A recording from its file. */
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 1 << 20, MAX_BYTES = 256 << 20 };

/* The whole of a descriptor in memory. 0 or -errno. */
static int read_whole(struct host *host, int fd, char **text, size_t *bytes)
{
	size_t room = FIRST_BYTES;

	*text = NULL;
	*bytes = 0;
	for (;;) {
		char *more = realloc(*text, room);
		ssize_t got;

		if (!more)
			return -ENOMEM;
		*text = more;
		got = host_read_stream(host, fd, *text + *bytes, room - *bytes);
		if (got < 0)
			return (int)got;
		*bytes += (size_t)got;
		if (*bytes < room)
			return 0;
		if (room >= MAX_BYTES)
			return -EFBIG;
		room *= 2;
	}
}

struct replay *replay_load(struct host *real, const char *path, char fault[REPLAY_FAULT_BYTES])
{
	struct replay *replay = NULL;
	char *text = NULL, why[REPLAY_FAULT_BYTES];
	size_t bytes;
	int fd = host_open(real, path, O_RDONLY);
	int err = fd < 0 ? fd : read_whole(real, fd, &text, &bytes);

	if (!err)
		replay = replay_new(real, text, bytes, why);
	else
		snprintf(why, sizeof(why), "%s", strerror(-err));
	if (!replay)
		snprintf(fault, REPLAY_FAULT_BYTES, "%.100s: %.150s", path, why);
	if (fd >= 0)
		host_close(real, fd);
	free(text);
	return replay;
}
