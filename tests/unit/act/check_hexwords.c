// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/hexwords.h"
#include "suites.h"

#include <string.h>

static const struct {
	const char *text;
	size_t words;
	uint16_t first;
} rows[] = {
	{ "", 0, 0 },
	{ "0040", 1, 0x0040 },
	{ "0040 3fff\n", 2, 0x0040 },
	{ "ABCD\n", 1, 0xabcd },
	{ "abcd\tef01\r\n", 2, 0xabcd },
	{ "abcdef01", 2, 0xabcd },
	{ "abcd,ef01;2345", 3, 0xabcd },
	{ "\n/dev/sda:\n0040\n", 1, 0x0040 },
	{ "dead drive\n0040\n", 1, 0x0040 },
	{ "0001 0002 0003 0004 |..?.|\n", 4, 0x0001 },
	{ "0001 0002 0003 |..?.|\n", 0, 0 },
	{ "12345\n", 0, 0 },
	{ "123\n", 0, 0 },
	{ "12 34 56 78\n", 0, 0 },
	{ "0x0040\n", 0, 0 },
	{ "no words at all\n", 0, 0 },
};

START_TEST(words_are_found)
{
	uint8_t page[512];
	size_t words;

	memset(page, 0xee, sizeof(page));
	words = hexwords_parse(rows[_i].text, strlen(rows[_i].text), page);
	ck_assert_msg(words == rows[_i].words, "'%s': %zu words", rows[_i].text, words);
	if (words)
		ck_assert_uint_eq(page[0] | page[1] << 8, rows[_i].first);
}
END_TEST

START_TEST(a_page_goes_out_and_comes_back)
{
	char text[32 * HEXWORDS_LINE_BYTES] = "";
	char line[HEXWORDS_LINE_BYTES];
	uint8_t page[512], again[512];

	for (size_t i = 0; i < sizeof(page); i++)
		page[i] = (uint8_t)(i * 7 + i / 256);
	for (unsigned n = 0; n < 32; n++) {
		hexwords_line(page, n, line);
		strcat(text, line);
	}
	ck_assert_uint_eq(hexwords_parse(text, strlen(text), again), HEXWORDS_COUNT);
	ck_assert(!memcmp(page, again, sizeof(page)));
}
END_TEST

START_TEST(words_beyond_a_page_are_left_alone)
{
	char text[300 * 5 + 1];
	uint8_t page[514] = { [512] = 0x77, [513] = 0x77 };

	for (size_t i = 0; i < 300; i++)
		memcpy(text + 5 * i, i % 8 == 7 ? "1234\n" : "1234 ", 6);
	ck_assert_uint_eq(hexwords_parse(text, strlen(text), page), HEXWORDS_COUNT);
	ck_assert(page[511] == 0x12 && page[512] == 0x77 && page[513] == 0x77);
}
END_TEST

Suite *hexwords_suite(void)
{
	Suite *suite = suite_create("hexwords");

	add_rows(suite, "found", words_are_found, ROWS(rows));
	add_case(suite, "round_trip", a_page_goes_out_and_comes_back);
	add_case(suite, "too_many", words_beyond_a_page_are_left_alone);
	return suite;
}
