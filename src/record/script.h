/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of a recording: exchanges by their keys. The text is untrusted. */
#ifndef HDPARM_SCRIPT_H
#define HDPARM_SCRIPT_H

#include "recording.h"

struct exchange {
	const char *key;
	int64_t result;
	const char *attributes; /* "us=12 status=2" */
	const char *data;	/* the line behind it */
	unsigned line;
	unsigned given, again; /* in the first of a key: answers given, and the last one again */
};

struct script;

/*
 * Parses text[0..bytes-1]. NULL if memory runs out or it is no recording; `fault` then has the line
 * and the reason.
 */
struct script *script_read(const char *text, size_t bytes, char fault[REPLAY_FAULT_BYTES]);
void script_free(struct script *);

/*
 * The next answer of this key, or the last one again some thousand times; NULL if there is none.
 * *repeats: the answer was given before.
 */
const struct exchange *script_next(struct script *, const char *key, bool *repeats);

/*
 * The bytes under a label, of which the first `room` are copied; a name ends in a NUL. Returns how
 * many there are, 0 if there is no such label.
 */
size_t exchange_data(const struct exchange *, const char *label, void *to, size_t room);

/* The text behind NAME=, with all that follows; NULL if there is none. */
const char *exchange_value(const struct exchange *, const char *name);

/* The number behind NAME=, by strtoull's base 0; `otherwise` if there is none. */
uint64_t exchange_number(const struct exchange *, const char *name, uint64_t otherwise);

/* Percent-encodes blanks, controls, '%', '=' and what is not ASCII; cuts what does not fit. */
void encode_text(const char *text, size_t bytes, char *out, size_t size);

#endif
