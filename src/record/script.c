// SPDX-License-Identifier: GPL-2.0-or-later
/* Parses a recording into exchanges, and looks them up. */
#include "script.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DATA = 32 << 20 /* bytes of one exchange: the largest firmware */ };

struct script {
	struct exchange *exchange;
	size_t n;
	char text[]; /* a copy: its lines end in a NUL, keys too */
};

void encode_text(const char *text, size_t bytes, char *out, size_t size)
{
	size_t at = 0;

	for (size_t i = 0; i < bytes && at + 4 <= size; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c <= ' ' || c >= 0x7f || c == '%' || c == '=')
			at += (size_t)snprintf(out + at, size - at, "%%%02x", c);
		else
			out[at++] = (char)c;
	}
	out[at] = '\0';
}

/* Where decoded data go; what finds no room is counted. */
struct sink {
	uint8_t *to;
	size_t room, bytes;
};

static void sink_bytes(struct sink *sink, uint8_t value, size_t n)
{
	for (size_t at = sink->bytes; at < sink->bytes + n && at < sink->room; at++)
		sink->to[at] = value;
	sink->bytes += n;
}

/* The value of two digits, or -1. */
static int hex_byte(const char *digits)
{
	int high = hex_digit(digits[0]), low = high < 0 ? -1 : hex_digit(digits[1]);

	return low < 0 ? -1 : high << 4 | low;
}

/* "XX" or "XX*COUNT". NULL, or what is wrong. */
static const char *read_bytes(struct sink *sink, const char *word, const char *end)
{
	int value = strspn(word, "0123456789abcdef") < 2 ? -1 : hex_byte(word);
	unsigned long long count = 1;
	char *rest;

	if (value >= 0 && word[2] == '*') {
		count = strtoull(word + 3, &rest, 10);
		if (count == 0 || count > MAX_DATA)
			return "a count of bytes is out of range";
	} else {
		rest = (char *)(uintptr_t)word + 2;
	}
	if (value < 0 || rest != end)
		return "data are not pairs of hexadecimal digits";
	sink_bytes(sink, (uint8_t)value, (size_t)count);
	return NULL;
}

/* Percent-encoded. Contents of a file may have a NUL, a name ends in one. */
static const char *read_text(struct sink *sink, const char *at, const char *end, bool name)
{
	for (; at < end; at++) {
		int value = (unsigned char)*at;

		if (value == '%') {
			value = hex_byte(at + 1);
			at += 2;
		}
		if (value < 0 || (name && !value))
			return "a bad escape in a text";
		sink_bytes(sink, (uint8_t)value, 1);
	}
	if (name)
		sink_bytes(sink, 0, 1);
	return NULL;
}

/* " LABEL WORD WORD ...", if `wanted` is its label, or NULL. NULL, or what is wrong. */
static const char *read_data(struct sink *sink, const char *line, const char *wanted)
{
	static const char labels[][6] = { "in", "sent", "sense", "text", "name", "done" };
	const char *label = line + strspn(line, " "), *fault = NULL;
	size_t n = strcspn(label, " "), i = 0;
	bool name;

	while (i < sizeof(labels) / sizeof(labels[0]) &&
	       (n != strlen(labels[i]) || strncmp(label, labels[i], n) != 0))
		i++;
	if (i == sizeof(labels) / sizeof(labels[0]))
		return "an unknown kind of data";
	if (wanted && strcmp(labels[i], wanted))
		return NULL;
	name = !strcmp(labels[i], "name");
	for (const char *at = label + n, *end; !fault && *(at += strspn(at, " ")); at = end) {
		end = at + strcspn(at, " ");
		if (name || !strcmp(labels[i], "text"))
			fault = read_text(sink, at, end, name);
		else
			fault = read_bytes(sink, at, end);
		if (sink->bytes > MAX_DATA)
			fault = "more data than any exchange has";
	}
	return fault;
}

size_t exchange_data(const struct exchange *exchange, const char *label, void *to, size_t room)
{
	struct sink sink = { .to = to, .room = room };

	/* blank lines and comments may stand between; the next exchange or the end does not */
	for (const char *line = exchange->data; !*line || *line == ' ' || *line == '#';
	     line += strlen(line) + 1)
		read_data(&sink, line, label);
	return sink.bytes;
}

/* Room for one more. */
static struct exchange *new_exchange(struct script *script)
{
	if (!(script->n & (script->n - 1))) {
		size_t room = script->n ? 2 * script->n : 1;
		struct exchange *more = realloc(script->exchange, room * sizeof(*more));

		if (!more)
			return NULL;
		script->exchange = more;
	}
	return &script->exchange[script->n++];
}

/* "CALL ARGUMENTS = RESULT ATTRIBUTES". NULL, or what is wrong. */
static const char *read_exchange(struct script *script, char *line, unsigned number)
{
	char *equals = strstr(line, " = "), *end;
	struct exchange *exchange;
	int64_t result;

	if (!equals)
		return "neither a comment nor 'CALL ... = RESULT'";
	*equals = '\0';
	errno = 0;
	result = (int64_t)strtoull(equals + 3, &end, 10); /* which takes a sign, too */
	if (end == equals + 3 || errno || (*end && *end != ' '))
		return "the result is no number";
	exchange = new_exchange(script);
	if (!exchange)
		return "out of memory";
	*exchange = (struct exchange){ .key = line,
				       .result = result,
				       .attributes = end,
				       .data = end + strlen(end) + 1,
				       .line = number };
	return NULL;
}

/* All lines behind the first. The text ends in a NUL. NULL, or what is wrong, and in which line. */
static const char *read_lines(struct script *script, size_t bytes, unsigned *number)
{
	static const char head[] = "hdparm-recording 1";
	char *line = script->text, *end = script->text + bytes;
	const char *fault = NULL;
	struct sink sink = { .room = 0 };
	bool ended = false;

	for (*number = 1; !fault && line < end; ++*number) {
		size_t n = strcspn(line, "\n");

		if (line + n < end && !line[n])
			return "a zero byte: this is no text";
		line[n] = '\0';
		if (ended)
			return "something behind the line 'end'";
		if (*number == 1 && strcmp(line, head))
			return "no recording, or one of another version: "
			       "'hdparm-recording 1' is missing";
		ended = !strcmp(line, "end");
		if (*line == ' ') {
			fault = script->n ? read_data(&sink, line, NULL)
					  : "data without an exchange before them";
		} else if (*number > 1 && !ended && *line && *line != '#') {
			fault = read_exchange(script, line, *number);
			sink.bytes = 0;
		}
		if (fault)
			return fault;
		line += n + 1;
	}
	return ended ? NULL : "the line 'end' is missing: the recording is cut off";
}

/* By key, and those of a key in the order of the recording. */
static int compare_exchanges(const void *a, const void *b)
{
	const struct exchange *one = a, *other = b;
	int order = strcmp(one->key, other->key);

	return order ? order : one->line < other->line ? -1 : 1;
}

struct script *script_read(const char *text, size_t bytes, char fault[REPLAY_FAULT_BYTES])
{
	struct script *script = calloc(1, sizeof(*script) + bytes + 1);
	unsigned line = 1;
	const char *why;

	snprintf(fault, REPLAY_FAULT_BYTES, "out of memory");
	if (!script)
		return NULL;
	memcpy(script->text, text, bytes);
	why = read_lines(script, bytes, &line);
	if (why) {
		snprintf(fault, REPLAY_FAULT_BYTES, "line %u: %s", line, why);
		script_free(script);
		return NULL;
	}
	fault[0] = '\0';
	if (script->n)
		qsort(script->exchange, script->n, sizeof(*script->exchange), compare_exchanges);
	return script;
}

void script_free(struct script *script)
{
	if (script)
		free(script->exchange);
	free(script);
}

/*
 * A caller that repeats a call until the answer changes, as --wait does, would never end with a
 * recording that was cut short.
 */
enum { REPEATS_MOST = 10000 };

const struct exchange *script_next(struct script *script, const char *key, bool *repeats)
{
	struct exchange *first = script->exchange, *end = first + script->n, *next;
	size_t n = script->n;

	/* the first one whose key is not below this one */
	while (n) {
		if (strcmp(first[n / 2].key, key) < 0) {
			first += n / 2 + 1;
			n -= n / 2 + 1;
		} else {
			n /= 2;
		}
	}
	if (first == end || strcmp(first->key, key))
		return NULL;
	next = first + first->given;
	*repeats = next == end || strcmp(next->key, key);
	if (!*repeats)
		first->given++;
	else if (++first->again > REPEATS_MOST)
		return NULL;
	return *repeats ? next - 1 : next;
}

const char *exchange_value(const struct exchange *exchange, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = exchange->attributes; (at = strchr(at, ' '));) {
		at++;
		if (!strncmp(at, name, n) && at[n] == '=')
			return at + n + 1;
	}
	return NULL;
}

uint64_t exchange_number(const struct exchange *exchange, const char *name, uint64_t otherwise)
{
	const char *value = exchange_value(exchange, name);

	return value ? strtoull(value, NULL, 0) : otherwise;
}
