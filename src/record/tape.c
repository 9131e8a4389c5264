// SPDX-License-Identifier: GPL-2.0-or-later
/* How an exchange is named, written and read. */
#include "tape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *call_path(const char *path, size_t bytes, char encoded[PATH_KEPT])
{
	encode_text(path, bytes, encoded, PATH_KEPT);
	return encoded;
}

/* "?" for a descriptor that was not opened here. */
const char *call_file(const struct host *host, int fd)
{
	const struct tape *tape = (const struct tape *)host;

	for (unsigned i = 0; i < tape->files; i++) {
		if (tape->file[i].fd == fd)
			return tape->file[i].path;
	}
	return "?";
}

/* Only the first fault is kept: the others follow from it. */
void call_unfit(struct call *call, const char *why)
{
	struct replay *replay = (struct replay *)call->tape;

	if (!*replay->fault)
		snprintf(replay->fault, sizeof(replay->fault), "line %u: %s", call->answer->line,
			 why);
	call->result = -EIO;
}

void recorder_put(struct recorder *rec, const char *fmt, ...)
{
	size_t left = rec ? rec->room - rec->bytes : 0;
	va_list args;
	int n;

	if (!rec)
		return;
	va_start(args, fmt);
	n = vsnprintf(rec->text + rec->bytes, left, fmt, args);
	va_end(args);
	if (n < 0 || (size_t)n >= left)
		rec->no_memory = true;
	else
		rec->bytes += (size_t)n;
}

struct recorder *call_headed(struct call *call)
{
	if (!call->headed)
		recorder_put(call->rec, " = %" PRId64, call->result);
	call->headed = true;
	return call->rec;
}

bool call_starts(struct call *call, struct host *host, const struct call_row *row, const char *fmt,
		 ...)
{
	struct tape *tape = (struct tape *)host;
	char key[KEY_BYTES], *fault;
	size_t n = (size_t)snprintf(key, sizeof(key), "%s", row->name);
	va_list args;

	va_start(args, fmt);
	vsnprintf(key + n, sizeof(key) - n, fmt, args);
	va_end(args);
	*call = (struct call){ .tape = tape, .rec = tape->script ? NULL : (struct recorder *)tape };
	/* the key is recorded before the call is made: the drive may never answer */
	if (call->rec) {
		recorder_put(call->rec, "%s", key);
		call->began = row->flags & CALL_TIMED ? host_now_ns(host->below) : 0;
		return true;
	}
	fault = ((struct replay *)tape)->fault;
	call->answer = script_next(tape->script, key, &call->repeats);
	call->result = call->answer ? call->answer->result : row->missing;
	if (!call->answer && row->flags & CALL_FAULT && !*fault)
		snprintf(fault, REPLAY_FAULT_BYTES, "nothing is recorded for: %.180s", key);
	if (!(row->flags & CALL_WIDE) && (call->result < -4095 || call->result > INT32_MAX))
		call_unfit(call, "no such result exists");
	return false;
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
		call_put(call, " us=%" PRIu64,
			 (host_now_ns(call->tape->host.below) - call->began) / 1000);
}

/* 32 on a line; four and more equal bytes are written as "XX*COUNT". */
static void put_hex(struct call *call, const char *label, const uint8_t *data, size_t n)
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
	put_hex(call, label, copy, bytes);
	free(copy);
}

void call_data(struct call *call, const char *label, enum mask_kind kind, void *data, size_t bytes)
{
	size_t got;

	call_put_data(call, label, kind, data, bytes);
	if (!call->answer || !bytes)
		return;
	got = exchange_data(call->answer, label, data, bytes);
	/* a failure need not have any */
	if (got != bytes && (got || call->result >= 0))
		call_unfit(call, "the data have another length than the call asks for");
}

void call_put_text(struct call *call, const char *label, const char *text, size_t bytes)
{
	char *encoded = call->rec ? malloc(3 * bytes + 4) : NULL;

	if (encoded) {
		encode_text(text, bytes, encoded, 3 * bytes + 4);
		call_put(call, "\n %s %s", label, encoded);
	} else if (call->rec) {
		call->rec->no_memory = true;
	}
	free(encoded);
}

int64_t call_end(struct call *call)
{
	call_put(call, "\n");
	/* whenever a signal ends the process, this exchange is complete */
	if (call->rec)
		__atomic_store_n(&call->rec->whole, call->rec->bytes, __ATOMIC_RELEASE);
	return call->result;
}
