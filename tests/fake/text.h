/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_TEXT_H
#define TESTS_FAKE_TEXT_H

/* Names in descriptions and logs. */
struct text_value {
	const char *name;
	int value;
};

/* The value of a name in a table that ends with a NULL name; -1 if it is not there. */
int text_lookup(const struct text_value *table, const char *name);
/* The name of a value, or NULL. */
const char *text_name(const struct text_value *table, int value);
/* "EINVAL" to EINVAL and back; -1 and a number as text for unknown ones. */
int text_errno(const char *name);
const char *text_errno_name(int err);

#endif
