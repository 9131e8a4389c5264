/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_TEXT_H
#define TESTS_FAKE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Names in descriptions and logs. */
struct text_value {
	const char *name;
	int value;
};

/* The value of a name in a table, whose last name is NULL; -1 if missing. */
int text_lookup(const struct text_value *table, const char *name);
const char *text_name(const struct text_value *table, int value);
/* "EINVAL" to EINVAL and back; -1, and the number as text, if unknown. */
int text_errno(const char *name);
const char *text_errno_name(int err);

/* A checksum of data (FNV-1a); `sum` is the checksum of the data before. */
enum { TEXT_SUM_OF_NOTHING = 0x811c9dc5 };
uint32_t text_sum(uint32_t sum, const void *data, size_t bytes);

#endif
