// SPDX-License-Identifier: GPL-2.0-or-later
/* Parses a recording into exchanges, and looks them up. */
#include "script.h"
#include "exchange.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BUCKETS = 1 << 16,	/* a scan of 20 TB has 600000 commands */
	MAX_PAYLOAD = 32 << 20, /* bytes of one exchange's data: the largest firmware */
	MAX_DECODED = 128 << 20 /* of all */
};

struct key {
	const char *name;
	struct exchange *first, *last, *cursor; /* cursor: the last one given */
	bool repeats;
	unsigned again; /* how often the last one was given again */
	struct key *next;
};

struct script {
	char *text; /* the copy that names and attributes point into */
	struct key *bucket[BUCKETS];
	struct exchange *current; /* while reading: what data lines belong to */
	size_t decoded;
	unsigned long line;
	char *fault;
};

static bool refuse(struct script *script, const char *why)
{
	snprintf(script->fault, REPLAY_FAULT_BYTES, "line %lu: %s", script->line, why);
	return false;
}

static struct key *find_key(struct script *script, const char *name, bool make)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	struct key **at;

	for (const char *c = name; *c; c++)
		hash = (hash ^ (uint8_t)*c) * 16777619u;
	for (at = &script->bucket[hash % BUCKETS]; *at; at = &(*at)->next) {
		if (!strcmp((*at)->name, name))
			return *at;
	}
	if (make) {
		*at = calloc(1, sizeof(**at));
		if (*at)
			(*at)->name = name;
	}
	return *at;
}

/* "CALL ARGUMENTS = RESULT ATTRIBUTES" */
static bool read_exchange(struct script *script, char *line)
{
	char *equals = strstr(line, " = "), *end;
	struct exchange *exchange;
	struct key *key;

	if (!equals)
		return refuse(script, "neither a comment nor 'CALL ... = RESULT'");
	*equals = '\0';
	exchange = calloc(1, sizeof(*exchange));
	if (!exchange)
		return refuse(script, "out of memory");
	errno = 0;
	exchange->result = (int64_t)strtoull(equals + 3, &end, 10); /* which takes a sign, too */
	exchange->line = script->line;
	exchange->attributes = end;
	if (end == equals + 3 || errno || (*end && *end != ' ')) {
		free(exchange);
		return refuse(script, "the result is no number");
	}
	key = find_key(script, line, true);
	if (!key) {
		free(exchange);
		return refuse(script, "out of memory");
	}
	if (key->last)
		key->last->next = exchange;
	else
		key->first = exchange;
	key->last = exchange;
	script->current = exchange;
	return true;
}

/* Lines with the same label are one block of data; another label begins another block. */
static struct payload *payload_for(struct script *script, const char *label)
{
	struct exchange *exchange = script->current;
	struct payload *payload = exchange->last_payload;

	if (payload && !strcmp(payload->label, label))
		return payload;
	payload = calloc(1, sizeof(*payload));
	if (!payload)
		return NULL;
	payload->label = label;
	if (exchange->last_payload)
		exchange->last_payload->next = payload;
	else
		exchange->payload = payload;
	exchange->last_payload = payload;
	return payload;
}

static bool grow(struct script *script, struct payload *payload, size_t more)
{
	size_t room = 2 * payload->bytes + more + 1;
	uint8_t *data;

	if (more > MAX_PAYLOAD - payload->bytes || more > MAX_DECODED - script->decoded)
		return refuse(script, "more data than any exchange has");
	script->decoded += more;
	if (payload->room > payload->bytes + more)
		return true;
	data = realloc(payload->data, room);
	if (!data)
		return refuse(script, "out of memory");
	payload->data = data;
	payload->room = room;
	return true;
}

/* "XX" or "XX*COUNT" */
static bool read_bytes(struct script *script, struct payload *payload, char *word)
{
	char *end;
	unsigned long long value = strtoull(word, &end, 16), count = 1;

	if (end != word + 2 || strspn(word, "0123456789abcdef") < 2)
		return refuse(script, "data are not pairs of hexadecimal digits");
	if (*end == '*') {
		count = strtoull(end + 1, &end, 10);
		if (count == 0 || count > MAX_PAYLOAD)
			return refuse(script, "a count of bytes is out of range");
	}
	if (*end)
		return refuse(script, "data are not pairs of hexadecimal digits");
	if (!grow(script, payload, (size_t)count))
		return false;
	memset(payload->data + payload->bytes, (int)value, (size_t)count);
	payload->bytes += (size_t)count;
	return true;
}

/* A name keeps its NUL, which separates it from the next one; contents of a file may have any. */
static bool read_text_payload(struct script *script, struct payload *payload, char *text)
{
	bool name = !strcmp(payload->label, "name");
	ssize_t length = decode_text(text, text);
	size_t n;

	if (length < 0 || (name && strlen(text) != (size_t)length))
		return refuse(script, "a bad escape in a text");
	n = (size_t)length + name;
	if (!grow(script, payload, n))
		return false;
	memcpy(payload->data + payload->bytes, text, n);
	payload->bytes += n;
	return true;
}

/* " LABEL WORD WORD ..." */
static bool read_payload(struct script *script, char *line)
{
	static const char *const labels[] = { "in", "sent", "sense", "text", "name", "done" };
	bool (*read)(struct script *, struct payload *, char *) = read_bytes;
	char *label, *word;
	struct payload *payload;
	size_t i = 0;

	if (!script->current)
		return refuse(script, "data without an exchange before them");
	line += strspn(line, " ");
	label = strsep(&line, " ");
	while (i < sizeof(labels) / sizeof(labels[0]) && strcmp(label, labels[i]))
		i++;
	if (i == sizeof(labels) / sizeof(labels[0]))
		return refuse(script, "an unknown kind of data");
	payload = payload_for(script, labels[i]);
	if (!payload)
		return refuse(script, "out of memory");
	if (!strcmp(label, "text") || !strcmp(label, "name"))
		read = read_text_payload;
	while ((word = strsep(&line, " "))) {
		if (*word && !read(script, payload, word))
			return false;
	}
	return true;
}

static bool read_line(struct script *script, char *line)
{
	if (*line == '\0' || *line == '#')
		return true;
	return *line == ' ' ? read_payload(script, line) : read_exchange(script, line);
}

static bool read_all(struct script *script, size_t bytes)
{
	static const char head[] = "hdparm-recording 1";
	char *line = script->text, *end = script->text + bytes;
	bool ended = false;

	if (memchr(script->text, '\0', bytes)) {
		for (script->line = 1; *line; line++)
			script->line += *line == '\n';
		return refuse(script, "a zero byte: this is no text");
	}
	while (line < end) {
		size_t n = strcspn(line, "\n");

		line[n] = '\0';
		script->line++;
		if (ended)
			return refuse(script, "something behind the line 'end'");
		if (script->line == 1 && strcmp(line, head))
			return refuse(script, "no recording, or one of another version: "
					      "'hdparm-recording 1' is missing");
		ended = !strcmp(line, "end");
		if (script->line > 1 && !ended && !read_line(script, line))
			return false;
		line += n + 1;
	}
	if (ended)
		return true;
	script->line++;
	return refuse(script, "the line 'end' is missing: the recording is cut off");
}

struct script *script_read(const char *text, size_t bytes, char fault[REPLAY_FAULT_BYTES])
{
	struct script *script = calloc(1, sizeof(*script));

	snprintf(fault, REPLAY_FAULT_BYTES, "out of memory");
	if (!script)
		return NULL;
	script->fault = fault;
	script->text = malloc(bytes + 1);
	if (!script->text) {
		script_free(script);
		return NULL;
	}
	memcpy(script->text, text, bytes);
	script->text[bytes] = '\0';
	if (!read_all(script, bytes)) {
		script_free(script);
		return NULL;
	}
	fault[0] = '\0';
	return script;
}

static void free_exchange(struct exchange *exchange)
{
	while (exchange->payload) {
		struct payload *payload = exchange->payload;

		exchange->payload = payload->next;
		free(payload->data);
		free(payload);
	}
	free(exchange);
}

static void free_key(struct key *key)
{
	while (key->first) {
		struct exchange *exchange = key->first;

		key->first = exchange->next;
		free_exchange(exchange);
	}
	free(key);
}

void script_free(struct script *script)
{
	if (!script)
		return;
	for (size_t i = 0; i < BUCKETS; i++) {
		while (script->bucket[i]) {
			struct key *key = script->bucket[i];

			script->bucket[i] = key->next;
			free_key(key);
		}
	}
	free(script->text);
	free(script);
}

/*
 * A caller that repeats a call until the answer changes, as --wait does, would never end with a
 * recording that was cut short.
 */
enum { REPEATS_MOST = 10000 };

struct exchange *script_next(struct script *script, const char *name)
{
	struct key *key = find_key(script, name, false);

	if (!key)
		return NULL;
	key->repeats = key->cursor && !key->cursor->next;
	if (!key->repeats)
		key->cursor = key->cursor ? key->cursor->next : key->first;
	else if (++key->again > REPEATS_MOST)
		return NULL;
	return key->cursor;
}

bool script_repeats(struct script *script, const char *name)
{
	struct key *key = find_key(script, name, false);

	return key && key->repeats;
}

const struct payload *exchange_data(const struct exchange *exchange, const char *label)
{
	const struct payload *payload = exchange->payload;

	while (payload && strcmp(payload->label, label))
		payload = payload->next;
	return payload;
}

/* The text behind " NAME=", or NULL. */
static const char *attribute(const struct exchange *exchange, const char *name)
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
	const char *value = attribute(exchange, name);

	return value ? strtoull(value, NULL, 0) : otherwise;
}

void exchange_word(const struct exchange *exchange, const char *name, char *word, size_t size)
{
	const char *value = attribute(exchange, name);
	size_t n = value ? strcspn(value, " ") : 0;

	if (n >= size)
		n = size - 1;
	if (n)
		memcpy(word, value, n);
	word[n] = '\0';
}
