// SPDX-License-Identifier: GPL-2.0-or-later
/* The lines of a recording. */
#include "recorder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((format(printf, 2, 0))) static void put_formatted(struct recorder *rec,
								const char *fmt, va_list args)
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
	put_formatted(rec, fmt, args);
	va_end(args);
}

void recorder_whole(struct recorder *rec)
{
	/* in this order, whenever a signal ends the process */
	__atomic_store_n(&rec->whole, rec->bytes, __ATOMIC_RELEASE);
	__atomic_store_n(&rec->asking[0], '\0', __ATOMIC_RELEASE);
}

void recorder_line(struct recorder *rec, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	put_formatted(rec, fmt, args);
	va_end(args);
	recorder_whole(rec);
}

/* 32 on a line; four and more equal bytes are written as "XX*COUNT". */
void recorder_put_data(struct recorder *rec, const char *label, const uint8_t *data, size_t n)
{
	for (size_t at = 0, column = 0; at < n; column++) {
		size_t same = 1;

		while (at + same < n && data[at + same] == data[at])
			same++;
		if (column % 32 == 0)
			recorder_put(rec, "%s %s", column ? "\n" : "", label);
		if (same < 4)
			same = 1;
		recorder_put(rec, same == 1 ? " %02x" : " %02x*%zu", data[at], same);
		at += same;
	}
	if (n)
		recorder_put(rec, "\n");
}

static uint8_t *copy_of(struct recorder *rec, const void *data, size_t n)
{
	uint8_t *copy = malloc(n ? n : 1);

	if (copy)
		memcpy(copy, data, n);
	else
		rec->no_memory = true;
	return copy;
}

void recorder_put_answer(struct recorder *rec, const char *label, enum mask_kind kind,
			 const void *data, size_t n)
{
	uint8_t *copy = copy_of(rec, data, n);

	if (!copy)
		return;
	if (!rec->setup.serials)
		mask_data(&rec->mask, kind, copy, n);
	recorder_put_data(rec, label, copy, n);
	free(copy);
}

void recorder_put_nvme_answer(struct recorder *rec, int cns, const void *data, size_t n)
{
	uint8_t *copy = copy_of(rec, data, n);

	if (!copy)
		return;
	if (!rec->setup.serials)
		mask_nvme(&rec->mask, cns, copy, n);
	recorder_put_data(rec, "in", copy, n);
	free(copy);
}

/* Percent-encoded. */
void recorder_put_text(struct recorder *rec, const char *text, size_t n)
{
	char *encoded = malloc(3 * n + 4);

	if (!encoded) {
		rec->no_memory = true;
		return;
	}
	encode_text(text, n, encoded, 3 * n + 4);
	recorder_put(rec, " text %s\n", encoded);
	free(encoded);
}

/* A list, each name on a line. */
void recorder_put_names(struct recorder *rec, const struct host_paths *paths)
{
	char encoded[PATH_KEPT];

	for (size_t i = 0; i < paths->n; i++) {
		encode_text(paths->path[i], strlen(paths->path[i]), encoded, sizeof(encoded));
		recorder_put(rec, " name %s\n", encoded);
	}
}
