// SPDX-License-Identifier: GPL-2.0-or-later
/* A replay: its recording is read and parsed. */
#include "tape.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	FIRST_FD = 100000,     /* larger than descriptors of the system */
	FIRST_BYTES = 1 << 20, /* room for the text at first */
};

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
		if (room >= RECORDING_BYTES)
			return -EFBIG;
		room *= 2;
	}
}

/* The open does not wait for a FIFO's writer; the reads do. */
static int open_recording(struct host *host, const char *path)
{
	int fd = host_open(host, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	int err;

	if (fd < 0)
		return fd;
	err = host_fstat(host, fd, &st);
	if (!err && S_ISDIR(st.st_mode))
		err = -EISDIR;
	if (!err && !S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode))
		err = -EINVAL;
	if (!err)
		return fd;
	host_close(host, fd);
	return err;
}

int replay_load(struct host *real, const char *path, struct replay **replay,
		char fault[REPLAY_FAULT_BYTES])
{
	char *text = NULL, why[REPLAY_FAULT_BYTES];
	size_t bytes;
	int fd = open_recording(real, path);
	int err = fd < 0 ? fd : read_whole(real, fd, &text, &bytes);

	if (err)
		snprintf(why, sizeof(why), "%s",
			 err == -EINVAL ? "neither a file nor a pipe" : strerror(-err));
	else if (!(*replay = replay_new(real, text, bytes, why)))
		err = -EINVAL;
	if (err)
		snprintf(fault, REPLAY_FAULT_BYTES, "%.100s: %.150s", path, why);
	if (fd >= 0)
		host_close(real, fd);
	free(text);
	return err;
}

struct replay *replay_new(struct host *real, const char *text, size_t bytes,
			  char fault[REPLAY_FAULT_BYTES])
{
	struct replay *replay = calloc(1, sizeof(*replay));

	if (!replay) {
		snprintf(fault, REPLAY_FAULT_BYTES, "out of memory");
		return NULL;
	}
	replay->tape.script = script_read(text, bytes, fault);
	if (!replay->tape.script) {
		free(replay);
		return NULL;
	}
	replay->tape.next_fd = FIRST_FD;
	replay->tape.host = (struct host){ .ops = &tape_ops, .below = real };
	return replay;
}

struct host *replay_host(struct replay *replay)
{
	return &replay->tape.host;
}

const char *replay_fault(const struct replay *replay)
{
	return *replay->fault ? replay->fault : NULL;
}

void replay_free(struct replay *replay)
{
	if (!replay)
		return;
	script_free(replay->tape.script);
	free(replay);
}
