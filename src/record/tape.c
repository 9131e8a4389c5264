// SPDX-License-Identifier: GPL-2.0-or-later
/* What all calls have in common: their rows, and how an exchange is written and read. */
#include "tape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	FAULT = 1,  /* a replay that lacks it says so */
	TIMED = 2,  /* how long it takes is recorded */
	FOLDER = 4, /* the file's name is a drive's: its folder stands for it */
	WIDE = 8    /* any number may be the result */
};

static const struct call_row {
	char name[12];	 /* in the row: a pointer would cost each start a relocation */
	int16_t missing; /* the result in a replay whose recording lacks the call */
	uint8_t flags;
} call_rows[] = {
	[CALL_OPEN] = { "open", -ENOENT, FAULT },
	[CALL_STAT] = { "stat", -ENOENT, 0 },
	[CALL_FSTAT] = { "fstat", -ENOENT, 0 },
	[CALL_IOCTL] = { "ioctl", -ENODATA, FAULT | TIMED },
	[CALL_SG_IO] = { "sg_io", -ENODATA, FAULT | TIMED },
	[CALL_NVME] = { "nvme", -ENODATA, FAULT | TIMED },
	/* not the error of a sector */
	[CALL_PREAD] = { "pread", -EPROTO, FAULT | TIMED },
	[CALL_PWRITE] = { "pwrite", -EIO, FAULT },
	[CALL_FSYNC] = { "fsync", 0, 0 },
	[CALL_DROP_CACHE] = { "drop_cache", 0, 0 },
	[CALL_LOCK] = { "lock", 0, 0 },
	[CALL_READ_FILE] = { "read_file", -ENOENT, 0 },
	[CALL_WRITE_FILE] = { "write_file", -ENODATA, FAULT },
	[CALL_READ_STREAM] = { "read_stream", -ENODATA, FAULT },
	[CALL_SAVE_FILE] = { "save_file", 0, 0 },
	[CALL_REAL_PATH] = { "real_path", -ENOENT, 0 },
	[CALL_GLOB] = { "glob", 0, 0 },
	[CALL_READ_SECRET] = { "read_secret", -ENODATA, FAULT },
	[CALL_MAKE_ROOM] = { "make_room", -ENODATA, FAULT },
	[CALL_KEEP_FILE] = { "keep_file", -ENODATA, FAULT | FOLDER },
	[CALL_READ_KEPT] = { "read_kept", -ENOENT, FOLDER },
	[CALL_DROP_KEPT] = { "drop_kept", -ENODATA, FAULT | FOLDER },
	[CALL_QUEUE_OPEN] = { "queue_open", -EIO, FAULT },
	[CALL_QUEUE_WAIT] = { "queue_wait", -EIO, 0 },
	[CALL_NOW] = { "now", -1, WIDE },
	[CALL_WALL] = { "wall", 0, WIDE },
	[CALL_INTERRUPTED] = { "interrupted", -1, WIDE },
};

void file_opened(struct tape *tape, int fd, const char *path)
{
	if (tape->files == OPEN_FILES)
		return;
	tape->file[tape->files].fd = fd;
	encode_text(path, strlen(path), tape->file[tape->files].path, PATH_KEPT);
	tape->files++;
}

void file_closed(struct tape *tape, int fd)
{
	for (unsigned i = 0; i < tape->files; i++) {
		if (tape->file[i].fd == fd) {
			tape->file[i] = tape->file[--tape->files];
			return;
		}
	}
}

/* "?" for a descriptor that was not opened here. */
static const char *file_name(const struct tape *tape, int fd)
{
	for (unsigned i = 0; i < tape->files; i++) {
		if (tape->file[i].fd == fd)
			return tape->file[i].path;
	}
	return "?";
}

/* Only the first fault is kept: the others follow from it. */
__attribute__((format(printf, 2, 3))) static void note_fault(struct call *call, const char *fmt,
							     ...)
{
	struct replay *replay = (struct replay *)call->tape;
	va_list args;

	va_start(args, fmt);
	if (!*replay->fault)
		vsnprintf(replay->fault, sizeof(replay->fault), fmt, args);
	va_end(args);
}

void call_unfit(struct call *call, const char *why)
{
	note_fault(call, "line %u: %s", call->answer->line, why);
	call->result = -EIO;
}

__attribute__((format(printf, 2, 0))) static void put(struct recorder *rec, const char *fmt,
						      va_list args)
{
	size_t left = rec->room - rec->bytes;
	int n = vsnprintf(rec->text + rec->bytes, left, fmt, args);

	if (n < 0 || (size_t)n >= left)
		rec->no_memory = true;
	else
		rec->bytes += (size_t)n;
}

void recorder_put(struct recorder *rec, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	put(rec, fmt, args);
	va_end(args);
}

void recorder_whole(struct recorder *rec)
{
	/* whenever a signal ends the process */
	__atomic_store_n(&rec->whole, rec->bytes, __ATOMIC_RELEASE);
}

static const struct call_row *prepare(struct call *call, struct host *host, enum call_id id)
{
	struct tape *tape = (struct tape *)host;

	call->tape = tape;
	call->below = host->below;
	call->rec = tape->script ? NULL : (struct recorder *)tape;
	call->answer = NULL;
	call->repeats = call->headed = false;
	call->result = 0;
	return &call_rows[id];
}

/* The key is recorded before the call is made: the drive may never answer. */
static bool begin(struct call *call, const struct call_row *row, const char *key)
{
	if (call->rec) {
		recorder_put(call->rec, "%s", key);
		if (row->flags & TIMED)
			call->began = host_now_ns(call->below);
		return true;
	}
	call->answer = script_next(call->tape->script, key, &call->repeats);
	call->result = call->answer ? call->answer->result : row->missing;
	if (!call->answer && row->flags & FAULT)
		note_fault(call, "nothing is recorded for: %.180s", key);
	if (!(row->flags & WIDE) && (call->result < -4095 || call->result > INT32_MAX))
		call_unfit(call, "no such result exists");
	return false;
}

bool call_of_path(struct call *call, struct host *host, enum call_id id, const char *path)
{
	const struct call_row *row = prepare(call, host, id);
	const char *end = path && row->flags & FOLDER ? strrchr(path, '/') : NULL;
	char encoded[PATH_KEPT] = "", key[KEY_BYTES];

	if (path)
		encode_text(path, end ? (size_t)(end - path) : strlen(path), encoded,
			    sizeof(encoded));
	snprintf(key, sizeof(key), "%s%s%s", row->name, path ? " " : "", encoded);
	return begin(call, row, key);
}

bool call_of_file(struct call *call, struct host *host, enum call_id id, int fd, const char *fmt,
		  ...)
{
	const struct call_row *row = prepare(call, host, id);
	char key[KEY_BYTES];
	size_t n =
		(size_t)snprintf(key, sizeof(key), "%s %s", row->name, file_name(call->tape, fd));
	va_list args;

	va_start(args, fmt);
	vsnprintf(key + n, sizeof(key) - n, fmt, args);
	va_end(args);
	return begin(call, row, key);
}

bool call_of_fd(struct call *call, struct host *host, enum call_id id, int fd)
{
	return call_of_file(call, host, id, fd, "%s", "");
}

void call_put(struct call *call, const char *fmt, ...)
{
	va_list args;

	if (!call->rec)
		return;
	if (!call->headed)
		recorder_put(call->rec, " = %" PRId64, call->result);
	call->headed = true;
	va_start(args, fmt);
	put(call->rec, fmt, args);
	va_end(args);
}

uint64_t call_number(struct call *call, const char *name, char base, uint64_t value)
{
	call_put(call,
		 base == 'o'   ? " %s=0%" PRIo64
		 : base == 'x' ? " %s=0x%" PRIx64
			       : " %s=%" PRId64,
		 name, value);
	return call->answer ? exchange_number(call->answer, name, value) : value;
}

void call_put_time(struct call *call)
{
	if (call->rec)
		call_put(call, " us=%" PRIu64, (host_now_ns(call->below) - call->began) / 1000);
}

/* 32 on a line; four and more equal bytes are written as "XX*COUNT". */
static void put_bytes(struct call *call, const char *label, const uint8_t *data, size_t n)
{
	for (size_t at = 0, column = 0; at < n; column++) {
		size_t same = 1;

		while (at + same < n && data[at + same] == data[at])
			same++;
		if (column % 32 == 0)
			call_put(call, "\n %s", label);
		if (same < 4)
			same = 1;
		call_put(call, same == 1 ? " %02x" : " %02x*%zu", data[at], same);
		at += same;
	}
}

void call_put_data(struct call *call, const char *label, enum mask_kind kind, const void *data,
		   size_t bytes)
{
	struct recorder *rec = call->rec;
	uint8_t *copy = rec && bytes ? malloc(bytes) : NULL;

	if (!copy) {
		if (rec && bytes)
			rec->no_memory = true;
		return;
	}
	memcpy(copy, data, bytes);
	if (!rec->setup.serials)
		mask_data(&rec->mask, kind, copy, bytes);
	put_bytes(call, label, copy, bytes);
	free(copy);
}

void call_data(struct call *call, const char *label, enum mask_kind kind, void *data, size_t bytes)
{
	size_t got;

	if (call->rec) {
		call_put_data(call, label, kind, data, bytes);
	} else if (call->answer && bytes) {
		got = exchange_data(call->answer, label, data, bytes);
		/* a failure need not have any */
		if (got != bytes && (got || call->result >= 0))
			call_unfit(call, "the data have another length than the call asks for");
	}
}

void call_put_text(struct call *call, const char *text, size_t bytes)
{
	char *encoded = call->rec ? malloc(3 * bytes + 4) : NULL;

	if (encoded) {
		encode_text(text, bytes, encoded, 3 * bytes + 4);
		call_put(call, "\n text %s", encoded);
	} else if (call->rec) {
		call->rec->no_memory = true;
	}
	free(encoded);
}

int call_end(struct call *call)
{
	call_put(call, "\n");
	if (call->rec)
		recorder_whole(call->rec);
	return (int)call->result;
}

bool all_zeros(const void *data, size_t bytes)
{
	const uint8_t *byte = data;

	return bytes == 0 || (byte[0] == 0 && !memcmp(byte, byte + 1, bytes - 1));
}
