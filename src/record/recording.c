// SPDX-License-Identifier: GPL-2.0-or-later
/* A recording: its beginning and its end; a replay: its text, from a file or a pipe. */
#include "children.h"
#include "tape.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	LEAST_BYTES = 1 << 20, /* room for a text: at first, and the least */
	FIRST_FD = 100000      /* larger than descriptors of the system */
};

/* Unused memory is free, except if the kernel counts it beforehand: then less is tried. */
struct recorder *recorder_new(struct host *real, const struct recording_setup *setup)
{
	struct recorder *rec = NULL;
	size_t room = RECORDING_BYTES;

	while (!rec && room >= LEAST_BYTES) {
		rec = host_shared(sizeof(*rec) + room);
		if (!rec)
			room /= 2;
	}
	if (!rec)
		return NULL;
	rec->tape.host = (struct host){ .ops = &tape_ops, .below = real };
	rec->tape.now = host_now_ns(real);
	rec->setup = *setup;
	rec->room = room;
	recorder_put(rec, "hdparm-recording 1\n# serial numbers are %s\n",
		     setup->serials ? "included" : "masked");
	rec->whole = rec->bytes;
	return rec;
}

struct host *recorder_host(struct recorder *rec)
{
	return &rec->tape.host;
}

bool recorder_holds(const struct recorder *rec)
{
	return __atomic_load_n(&rec->tape.held, __ATOMIC_ACQUIRE);
}

/* All lines except those of data, whose bytes are masked before they become digits. */
static void mask_lines(const struct mask *mask, char *text)
{
	for (char *line = text, *end; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*line != ' ' || !strncmp(line, " text ", 6) || !strncmp(line, " name ", 6)) {
			char kept = *end;

			*end = '\0';
			mask_text(mask, line);
			*end = kept;
		}
		end += *end == '\n';
	}
}

int recorder_save(struct recorder *rec)
{
	if (rec->saved)
		return rec->error;
	rec->saved = true;
	recorder_put(rec, "end\n");
	rec->error = -ENOMEM;
	/* a recording with a gap is not saved: a replay could not see the gap, nor a reader a name
	 */
	if (rec->no_memory || (rec->mask.full && !rec->setup.serials))
		return rec->error;
	if (!rec->setup.serials)
		mask_lines(&rec->mask, rec->text);
	rec->error = host_save_file(rec->tape.host.below, rec->setup.path, rec->text, rec->bytes,
				    SAVE_PRIVATE);
	return rec->error;
}

int recorder_save_ended(struct recorder *rec, int signal)
{
	char key[KEY_BYTES], *answer;

	if (rec->saved)
		return 0;
	rec->bytes = __atomic_load_n(&rec->whole, __ATOMIC_ACQUIRE);
	snprintf(key, sizeof(key), "%s", rec->text + rec->bytes);
	answer = strstr(key, " = ");
	if (answer)
		*answer = '\0';
	recorder_put(rec, "# ended by signal %d\n", signal);
	if (key[0])
		recorder_put(rec, "# not answered: %s\n", key);
	return recorder_save(rec);
}

void recorder_free(struct recorder *rec)
{
	if (rec)
		host_shared_free(rec, sizeof(*rec) + rec->room);
}

struct replay *replay_new(struct host *real, const char *text, size_t bytes,
			  char fault[REPLAY_FAULT_BYTES])
{
	struct script *script = script_read(text, bytes, fault);
	struct replay *replay = script ? calloc(1, sizeof(*replay)) : NULL;

	if (script && !replay)
		snprintf(fault, REPLAY_FAULT_BYTES, "out of memory");
	if (!replay) {
		script_free(script);
		return NULL;
	}
	replay->tape = (struct tape){ .host = { .ops = &tape_ops, .below = real },
				      .script = script,
				      .next_fd = FIRST_FD };
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

/*
 * The file may be anybody's, unlike one that decides what a drive gets, which host_judge_input()
 * judges: a recording comes with another user's report, nothing of it reaches a drive, and its text
 * is not trusted (script.h). The open does not wait for a FIFO's writer; the reads do.
 */
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

/* The whole of a descriptor in memory. 0 or -errno. */
static int read_whole(struct host *host, int fd, char **text, size_t *bytes)
{
	for (size_t room = LEAST_BYTES; room <= RECORDING_BYTES; room *= 2) {
		char *more = realloc(*text, room);
		ssize_t got = -ENOMEM;

		if (more) {
			*text = more;
			got = host_read_stream(host, fd, *text + *bytes, room - *bytes);
		}
		if (got < 0)
			return (int)got;
		*bytes += (size_t)got;
		if (*bytes < room)
			return 0;
	}
	return -EFBIG;
}

int replay_load(struct host *real, const char *path, struct replay **replay,
		char fault[REPLAY_FAULT_BYTES])
{
	char *text = NULL, why[REPLAY_FAULT_BYTES];
	size_t bytes = 0;
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
