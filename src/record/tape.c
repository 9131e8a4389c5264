// SPDX-License-Identifier: GPL-2.0-or-later
/* The text of a recording: write, read and find exchanges. */
#include "record.h"
#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_DATA = 32 << 20, /* maximum decoded data of an exchange, in bytes */
	/* limit of repeats of one exchange: --wait repeats a call until the answer changes */
	REPEATS_MOST = 10000
};

void tape_put(struct tape *tape, const char *fmt, ...)
{
	size_t left = tape->room - tape->bytes;
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(tape->text + tape->bytes, left, fmt, args);
	va_end(args);
	tape->cut |= n < 0 || (size_t)n >= left;
	tape->bytes += tape->cut ? 0 : (size_t)n;
}

void tape_put_bytes(struct tape *tape, const char *label, const uint8_t *data, size_t bytes)
{
	for (size_t at = 0, column = 0, same; at < bytes; at += same, column++) {
		for (same = 1; at + same < bytes && data[at + same] == data[at];)
			same++;
		if (column % 32 == 0)
			tape_put(tape, "\n %s", label);
		same = same < 4 ? 1 : same;
		tape_put(tape, same == 1 ? " %02x" : " %02x*%zu", data[at], same);
	}
}

void text_encode(const char *text, size_t bytes, char *out, size_t size)
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

void tape_put_text(struct tape *tape, const char *label, const char *text, size_t bytes)
{
	tape_put(tape, "\n %s ", label);
	tape->cut |= 3 * bytes + 4 > tape->room - tape->bytes;
	if (tape->cut)
		return;
	text_encode(text, bytes, tape->text + tape->bytes, 3 * bytes + 4);
	tape->bytes += strlen(tape->text + tape->bytes);
}

/* Target of decoded data. `bytes` also counts bytes beyond `room`, which are not stored. */
struct sink {
	uint8_t *to;
	size_t room, bytes;
};

static void sink_bytes(struct sink *sink, int value, size_t n)
{
	for (size_t at = sink->bytes; at < sink->bytes + n && at < sink->room; at++)
		sink->to[at] = (uint8_t)value;
	sink->bytes += n;
}

/* Return the value of two hexadecimal digits; -1 for other characters. */
static int hex_byte(const char *digits)
{
	int high = hex_digit(digits[0]), low = high < 0 ? -1 : hex_digit(digits[1]);

	return low < 0 ? -1 : high << 4 | low;
}

static const char *read_bytes(struct sink *sink, const char *word)
{
	int value = hex_byte(word);
	unsigned long long count = 1;
	char *end = value < 0 ? NULL : (char *)(uintptr_t)word + 2;

	if (end && *end == '*')
		count = strtoull(word + 3, &end, 10);
	if (!end || (*end && *end != ' ') || !count || count > MAX_DATA - sink->bytes)
		return NULL;
	sink_bytes(sink, value, (size_t)count);
	return end;
}

static const char *read_text(struct sink *sink, const char *at)
{
	while (*at) {
		int value = (unsigned char)*at++;

		if (value == '%') {
			value = hex_byte(at);
			if (value < 0)
				return NULL;
			at += 2;
		}
		if (sink->bytes == MAX_DATA)
			return NULL;
		sink_bytes(sink, value, 1);
	}
	return at;
}

static bool read_data(struct sink *sink, const char *line, const char *wanted)
{
	size_t n = strcspn(line + 1, " ");
	bool name = !strncmp(line, " name ", 6), text = name || !strncmp(line, " text ", 6);
	const char *at = line + 1 + n;

	if (wanted && (n != strlen(wanted) || strncmp(line + 1, wanted, n) != 0))
		return true;
	while (at && *(at += strspn(at, " ")))
		at = text ? read_text(sink, at) : read_bytes(sink, at);
	sink_bytes(sink, 0, name);
	return at && sink->bytes <= MAX_DATA;
}

size_t exchange_data(const struct exchange *exchange, const char *label, void *to, size_t room)
{
	struct sink sink = { .to = to, .room = room };

	/* empty lines and comments are allowed between lines of data */
	for (const char *line = exchange->data; !*line || *line == ' ' || *line == '#';
	     line += strlen(line) + 1) {
		if (*line == ' ')
			read_data(&sink, line, label);
	}
	return sink.bytes;
}

uint64_t exchange_number(const struct exchange *exchange, const char *name, uint64_t otherwise)
{
	char find[32];
	const char *at;

	snprintf(find, sizeof(find), " %s=", name);
	at = strstr(exchange->attributes, find);
	return at ? strtoull(at + strlen(find), NULL, 0) : otherwise;
}

static bool read_exchange(struct exchange *exchange, char *line, unsigned number)
{
	char *equals = strstr(line, " = "), *end = equals;

	errno = 0;
	if (equals)
		exchange->result = strtoll(equals + 3, &end, 10);
	if (!equals || end == equals + 3 || errno || (*end && *end != ' '))
		return false;
	*equals = '\0';
	exchange->key = line;
	exchange->attributes = end;
	exchange->data = end + strlen(end) + 1;
	exchange->line = number;
	return true;
}

const char *tape_read(struct tape *tape, unsigned *number)
{
	char *line = tape->text, *end = tape->text + tape->bytes;
	struct sink sink = { .room = 0 };
	bool ended = false;
	size_t lines = 1;

	*number = 0;
	for (const char *at = line; at < end; at++)
		lines += *at == '\n';
	tape->exchange = calloc(lines, sizeof(*tape->exchange));
	if (!tape->exchange)
		return "";
	for (*number = 1; line < end; ++*number) {
		size_t n = strcspn(line, "\n");

		if (line + n < end && !line[n])
			return "a zero byte: this is no text";
		line[n] = '\0';
		if (ended)
			return "something behind the line 'end'";
		if (*number == 1 && strcmp(line, "hdparm-recording 1"))
			return "no recording, or one of another version: "
			       "'hdparm-recording 1' is missing";
		ended = !strcmp(line, "end");
		if (*line == ' ' && (!tape->n || !read_data(&sink, line, NULL)))
			return "data that cannot be read, or without an exchange before them";
		if (*number > 1 && !ended && *line && !strchr(" #", *line)) {
			if (!read_exchange(&tape->exchange[tape->n++], line, *number))
				return "neither a comment nor 'CALL ... = RESULT'";
			sink.bytes = 0;
		}
		line += n + 1;
	}
	return ended ? NULL : "the line 'end' is missing: the recording is cut off";
}

const struct exchange *tape_find(struct tape *tape, const char *key)
{
	struct exchange *all = tape->exchange, *found = NULL;

	while (tape->unused < tape->n && all[tape->unused].given)
		tape->unused++;
	for (size_t i = tape->unused; !found && i < tape->n; i++) {
		if (!all[i].given && !strcmp(all[i].key, key))
			found = &all[i];
	}
	for (size_t i = tape->n; !found && i; i--) {
		if (!strcmp(all[i - 1].key, key))
			found = &all[i - 1];
	}
	return found && found->given++ <= REPEATS_MOST ? found : NULL;
}
