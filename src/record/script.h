/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A parsed recording: exchanges by their keys. The text is untrusted. */
#ifndef HDPARM_SCRIPT_H
#define HDPARM_SCRIPT_H

#include "recording.h"

struct payload {
	const char *label;
	uint8_t *data;
	size_t bytes, room;
	struct payload *next;
};

struct exchange {
	int64_t result;
	const char *attributes; /* "us=12 status=2" */
	unsigned long line;
	struct payload *payload, *last_payload;
	struct exchange *next; /* of the same key */
};

struct script;

/*
 * Parses text[0..bytes-1]. NULL if memory runs out or it is no recording; `fault` then has the line
 * and the reason.
 */
struct script *script_read(const char *text, size_t bytes, char fault[REPLAY_FAULT_BYTES]);
void script_free(struct script *);

/* The next answer of this key, or the last one again some thousand times; NULL if there is none. */
struct exchange *script_next(struct script *, const char *key);

/* Whether the last script_next() of this key gave an answer again that was given before. */
bool script_repeats(struct script *, const char *key);

/* The data under a label, or NULL. */
const struct payload *exchange_data(const struct exchange *, const char *label);

/* The number behind NAME=, by strtoull's base 0; `otherwise` if there is none. */
uint64_t exchange_number(const struct exchange *, const char *name, uint64_t otherwise);

/* The word behind NAME=, cut to `size`; empty if there is none. */
void exchange_word(const struct exchange *, const char *name, char *word, size_t size);

#endif
