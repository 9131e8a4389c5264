// SPDX-License-Identifier: GPL-2.0-or-later
/* Writes down what goes to the machine and what comes back. */
#include "recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bytes in hexadecimal, 32 a line; four and more of the same are told by their number. */
void recorder_put_data(struct recorder *rec, const char *label, const uint8_t *data, size_t n)
{
	for (size_t at = 0, column = 0; at < n; column++) {
		size_t same = 1;

		while (at + same < n && data[at + same] == data[at])
			same++;
		if (column % 32 == 0)
			fprintf(rec->out, "%s %s", column ? "\n" : "", label);
		if (same < 4)
			same = 1;
		fprintf(rec->out, same == 1 ? " %02x" : " %02x*%zu", data[at], same);
		at += same;
	}
	fputs(n ? "\n" : "", rec->out);
}

void recorder_put_answer(struct recorder *rec, const char *label, bool identify, const void *data,
			 size_t n)
{
	uint8_t *copy = malloc(n ? n : 1);

	if (!copy) {
		rec->no_memory = true;
		return;
	}
	memcpy(copy, data, n);
	if (!rec->setup.serials)
		mask_data(&rec->mask, identify, copy, n);
	recorder_put_data(rec, label, copy, n);
	free(copy);
}

void recorder_put_text(struct recorder *rec, const char *text, size_t n)
{
	char *encoded = malloc(3 * n + 4);

	if (!encoded) {
		rec->no_memory = true;
		return;
	}
	encode_text(text, n, encoded, 3 * n + 4);
	fprintf(rec->out, " text %s\n", encoded);
	free(encoded);
}

/* Words, percent-encoded; a list of names. */
void recorder_put_names(struct recorder *rec, const struct host_paths *paths)
{
	char encoded[PATH_KEPT];

	for (size_t i = 0; i < paths->n; i++) {
		encode_text(paths->path[i], strlen(paths->path[i]), encoded, sizeof(encoded));
		fprintf(rec->out, " name %s\n", encoded);
	}
}

/* In all lines but those of data, whose bytes were masked before they became digits. */
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

/* Called with the lock held; what comes later is not part of the recording any more. */
static int save(struct recorder *rec)
{
	if (rec->saved)
		return rec->error;
	rec->saved = true;
	if (*rec->asking)
		fprintf(rec->out, "# not answered: %s\n", rec->asking);
	fputs("end\n", rec->out);
	rec->error = -ENOMEM;
	/* a recording with a gap would be answered from as if it had none */
	if (fflush(rec->out) || rec->no_memory)
		return rec->error;
	if (!rec->setup.serials)
		mask_lines(&rec->mask, rec->text);
	rec->error = host_save_file(rec->layer.real, rec->setup.path, rec->text, rec->bytes,
				    SAVE_PRIVATE);
	return rec->error;
}

int recorder_save(struct recorder *rec)
{
	int err;

	flockfile(rec->out);
	err = save(rec);
	funlockfile(rec->out);
	return err;
}

/* A signal is about to end the program; the lock keeps the main thread from going further. */
static bool last(void *who, int signal)
{
	struct recorder *rec = who;
	bool before;

	flockfile(rec->out);
	before = rec->saved;
	fprintf(rec->out, "# ended by signal %d\n", signal);
	if (save(rec) && !before && rec->setup.lost)
		rec->setup.lost(rec->setup.who, rec->error);
	return true;
}

/* Who asks again for what is held already does not release it. */
static bool record_interrupt_hold(struct host *host, bool all)
{
	struct recorder *rec = recorder_of(host);
	enum spare spare = all ? SPARE_ALL : SPARE_SIGINT;

	if (!rec->farewell)
		return host_interrupt_hold(rec->layer.real, all);
	if (spare <= rec->spare || !host_farewell_spare(rec->layer.real, rec->farewell, spare))
		return false;
	rec->spare = spare;
	return true;
}

/* Its coming is told once, by the number of the question that brought it out. */
static void asked(struct recorder *rec, bool came)
{
	rec->polls++;
	if (came && !rec->told)
		fprintf(rec->out, "interrupted = %u\n", rec->polls);
	rec->told = came;
}

static bool record_interrupted(struct host *host)
{
	struct recorder *rec = recorder_of(host);

	bool came = host_interrupted(rec->layer.real);

	asked(rec, came);
	return came;
}

static bool record_interrupt_release(struct host *host)
{
	struct recorder *rec = recorder_of(host);
	bool came;

	if (rec->farewell)
		came = host_farewell_spare(rec->layer.real, rec->farewell, SPARE_NOTHING);
	else
		came = host_interrupt_release(rec->layer.real);
	asked(rec, came);
	rec->told = false;
	rec->spare = SPARE_NOTHING;
	return came;
}

/*
 * What is written to `out`, with a NUL behind it. The library's own stream in memory drops what it
 * has no room for, without an error to be asked for (open_memstream() of glibc 2.36).
 */
static ssize_t keep(void *cookie, const char *text, size_t bytes)
{
	struct recorder *rec = cookie;
	char *more;

	if (rec->room - rec->bytes <= bytes) {
		size_t room = 2 * (rec->room + bytes);

		more = realloc(rec->text, room);
		if (!more) {
			rec->no_memory = true;
			return 0; /* an error, says fopencookie(3) */
		}
		rec->text = more;
		rec->room = room;
	}
	memcpy(rec->text + rec->bytes, text, bytes);
	rec->bytes += bytes;
	rec->text[rec->bytes] = '\0';
	return (ssize_t)bytes;
}

struct recorder *recorder_new(struct host *real, const struct recording_setup *setup)
{
	const cookie_io_functions_t calls = { .write = keep };
	struct recorder *rec = calloc(1, sizeof(*rec));

	if (!rec)
		return NULL;
	rec->out = fopencookie(rec, "w", calls);
	if (!rec->out) {
		free(rec);
		return NULL;
	}
	rec->setup = *setup;
	rec->began = host_now_ns(real);
	host_layer_init(&rec->layer, real);
	recorder_listen_device(&rec->layer.ops);
	recorder_listen_files(&rec->layer.ops);
	rec->layer.ops.interrupt_hold = record_interrupt_hold;
	rec->layer.ops.interrupted = record_interrupted;
	rec->layer.ops.interrupt_release = record_interrupt_release;
	fprintf(rec->out, "hdparm-recording 1\n# serial numbers are %s\n",
		setup->serials ? "included" : "masked");
	rec->farewell = host_farewell_start(real, last, rec);
	return rec;
}

struct host *recorder_host(struct recorder *rec)
{
	return &rec->layer.host;
}

void recorder_free(struct recorder *rec)
{
	if (!rec)
		return;
	host_farewell_stop(rec->layer.real, rec->farewell);
	fclose(rec->out);
	free(rec->text);
	free(rec);
}
