// SPDX-License-Identifier: GPL-2.0-or-later
/* Tables of dm devices: which sectors of a device a line has, and damaged tables. */
#include "whose/search.h"
#include "suites.h"

#include <errno.h>
#include <linux/dm-ioctl.h>
#include <string.h>

enum { SDA2 = 8 << 8 | 2 };

#define KEY "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static const struct {
	const char *name, *type, *values;
	int result;
	uint64_t start;
} lines[] = {
	{ "linear", "linear", "8:2 2048", 1, 2048 },
	{ "another device", "linear", "8:21 2048", 0, 0 },
	{ "a device whose number ends so", "linear", "18:2 2048", 0, 0 },
	{ "linear without a start", "linear", "8:2", 0, 0 },
	{ "a start that is no number", "linear", "8:2 x", 0, 0 },
	{ "crypt, the key in the line", "crypt", "aes-xts-plain64 " KEY " 0 8:2 32768", 1, 32768 },
	{ "crypt, the key in the keyring", "crypt",
	  "aes-xts-plain64 :64:logon:cryptsetup:uuid-d0 0 8:2 32768 1 allow_discards", 1, 32768 },
	{ "crypt on another device", "crypt", "aes-xts-plain64 " KEY " 0 8:3 32768", 0, 0 },
	{ "crypt that ends early", "crypt", "aes-xts-plain64 " KEY " 0", 0, 0 },
	{ "multipath", "multipath", "0 0 1 1 service-time 0 2 2 8:16 1 1 8:2 1 1", 1, 0 },
	{ "multipath of others", "multipath", "0 0 1 1 service-time 0 2 2 8:16 1 1 8:32 1 1", 0,
	  0 },
	{ "a type that is not followed", "striped", "2 128 8:1 0 8:2 0", -ENOTTY, 0 },
	{ "a type that is not followed, of others", "striped", "2 128 8:1 0 8:3 0", 0, 0 },
	{ "no values", "zero", "", 0, 0 },
	{ "only blanks", "linear", "   ", 0, 0 },
};

START_TEST(place)
{
	const struct dm_line line = { 0, 100, lines[_i].type, lines[_i].values };
	uint64_t start = 0;

	ck_assert_msg(dm_line_place(&line, rdev_make(SDA2 >> 8, SDA2 & 0xff), &start) ==
			      lines[_i].result,
		      "%s", lines[_i].name);
	ck_assert_msg(start == lines[_i].start, "%s: start", lines[_i].name);
}
END_TEST

/* Append a line to a table as the kernel writes it; `next` 0: right behind. */
static size_t put(char *table, size_t at, uint64_t start, const char *type, const char *values,
		  uint32_t next)
{
	struct dm_target_spec spec = { .sector_start = start, .length = 8 };
	size_t end = (at + sizeof(spec) + strlen(values) + 8) & ~(size_t)7;

	spec.next = next ? next : (uint32_t)end;
	memcpy(spec.target_type, type, strnlen(type, sizeof(spec.target_type)));
	memcpy(table + at, &spec, sizeof(spec));
	strcpy(table + at + sizeof(spec), values);
	return end;
}

struct seen {
	unsigned n;
	uint64_t starts;
};

static void see(void *who, const struct dm_line *line)
{
	struct seen *seen = who;

	seen->n++;
	seen->starts += line->start;
	ck_assert_str_eq(line->type, seen->n == 1 ? "linear" : "sixteen-letters-");
}

START_TEST(tables)
{
	struct seen seen = { 0, 0 };
	char table[512] = { 0 };
	size_t end = put(table, 0, 0, "linear", "8:2 2048", 0);

	/* the kernel's name of a type may fill its field */
	end = put(table, end, 8, "sixteen-letters-", "", 0);
	ck_assert_int_eq(dm_lines(table, end, 2, see, &seen), 0);
	ck_assert_int_eq(seen.n, 2);
	ck_assert_int_eq(seen.starts, 8);

	ck_assert_int_eq(dm_lines(table, 0, 0, see, &seen), 0);
	seen.n = 0;
	ck_assert_int_eq(dm_lines(table, sizeof(struct dm_target_spec), 1, see, &seen), -EBADMSG);
	ck_assert_int_eq(dm_lines(table, sizeof(struct dm_target_spec) + 4, 1, see, &seen),
			 -EBADMSG);
	ck_assert_int_eq(seen.n, 0);
	/* a line that leads back, or out of the table */
	put(table, 0, 0, "linear", "8:2 2048", 4);
	end = put(table, 0, 0, "linear", "8:2 2048", UINT32_MAX);
	ck_assert_int_eq(dm_lines(table, end, 2, see, &seen), -EBADMSG);
	memset(table, 0, sizeof(table));
	seen.n = 0;
	put(table, 0, 0, "linear", "", 0);
	((struct dm_target_spec *)(void *)table)->next = 0;
	ck_assert_int_eq(dm_lines(table, sizeof(table), 2, see, &seen), -EBADMSG);
}
END_TEST

Suite *dm_table_suite(void);
Suite *dm_table_suite(void)
{
	Suite *suite = suite_create("dm_table");

	add_rows(suite, "place", place, ROWS(lines));
	add_case(suite, "tables", tables);
	return suite;
}
