// SPDX-License-Identifier: GPL-2.0-or-later
/* The fast formatter prints the same as the C library, or declines. */
#include "suites.h"
#include "report/format.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat"

static bool plain(char *text, size_t size, const char *fmt, ...)
{
	size_t bytes;
	va_list args;
	bool good;

	va_start(args, fmt);
	good = format_plain(text, size - 1, &bytes, fmt, args);
	va_end(args);
	text[good ? bytes : 0] = '\0';
	return good;
}

static void same(const char *fmt, unsigned long long value)
{
	char expected[256], got[256];

	snprintf(expected, sizeof(expected), fmt, value);
	ck_assert_msg(plain(got, sizeof(got), fmt, value), "declines %s", fmt);
	ck_assert_msg(!strcmp(expected, got), "%s: '%s', not '%s'", fmt, got, expected);
}

static const char *const numbers[] = {
	"%llu",	  "%11llu",  "%-8llu|", "%08llu",    "%llx",  "%016llx", "%llX", "%lld",
	"%12lld", "%-6lld|", "%09lld",	"a%llub%%c", "%3llu", "%lu",	 "%zu",
};

START_TEST(numbers_as_the_library)
{
	static const unsigned long long values[] = {
		0, 7, 10, 4096, 0xffffffff, UINT64_MAX, (unsigned long long)INT64_MIN
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		same(numbers[_i], values[i]);
}
END_TEST

START_TEST(words_as_the_library)
{
	char expected[256], got[256];

	snprintf(expected, sizeof(expected), "%s|%5s|%-5s|%c|%u %d %02x %04X", "ab", "cd", "ef",
		 'g', UINT_MAX, INT_MIN, 5, 0xbeef);
	ck_assert(plain(got, sizeof(got), "%s|%5s|%-5s|%c|%u %d %02x %04X", "ab", "cd", "ef", 'g',
			UINT_MAX, INT_MIN, 5, 0xbeef));
	ck_assert_str_eq(got, expected);
	ck_assert(plain(got, sizeof(got), "no conversion at all\n"));
	ck_assert_str_eq(got, "no conversion at all\n");
	ck_assert(plain(got, sizeof(got), "%-4s|%4c|%-3c|", "abcdef", 'x', 'y'));
	ck_assert_str_eq(got, "abcdef|   x|y  |");
	/* C leaves this undefined; a text is padded with blanks */
	ck_assert(plain(got, sizeof(got), "%05s", "ab"));
	ck_assert_str_eq(got, "   ab");
	snprintf(expected, sizeof(expected), "%150u|%-99u|", 7u, 8u);
	ck_assert(!plain(got, sizeof(got), "%150u|%-199u|", 7u, 8u));
	ck_assert(plain(got, sizeof(got), "%150u|%-99u|", 7u, 8u));
	ck_assert_str_eq(got, expected);
	ck_assert(plain(got, sizeof(got), "%s", ""));
	ck_assert_str_eq(got, "");
}
END_TEST

static const char *const declined[] = { "%.2f", "%+d", "%#x", "% d", "%p", "%hu", "%5.3s", "%" };

START_TEST(other_conversions_are_declined)
{
	char got[64];

	ck_assert_msg(!plain(got, sizeof(got), declined[_i], 1ULL, 1ULL), "%s", declined[_i]);
}
END_TEST

START_TEST(small_buffers_are_declined)
{
	char got[9] = "12345678";

	ck_assert(!plain(got, 5, "%s", "abcde"));
	ck_assert(got[5] == '6');
	ck_assert(!plain(got, 5, "%6u", 1));
	ck_assert(plain(got, 6, "%s", "abcde"));
}
END_TEST

START_TEST(long_lines_are_folded)
{
	char got[REPORT_FOLDED_BYTES], word[101], many[2 * REPORT_FOLDED_BYTES];

	/* 80 columns are one line, 81 are two */
	ck_assert_str_eq(
		report_fold(got, 3, " a: %71s %s", "b", "cdef"),
		" a:                                                                       b cdef");
	ck_assert_str_eq(
		report_fold(got, 3, " a: %71s %s", "b", "cdefg"),
		" a:                                                                       b"
		"\n   cdefg");
	ck_assert_str_eq(report_fold(got, 2, "first:\nthe rest"), "first:\n  the rest");
	/* a command in backquotes stays whole, with what follows it */
	ck_assert_str_eq(report_fold(got, 2, "%70s `hdparm -C a`, or", "b"),
			 "                                                                     b"
			 "\n  `hdparm -C a`, or");
	/* a long word stays whole, without an empty line before it */
	memset(word, 'x', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	ck_assert_str_eq(report_fold(got, 0, "%s", word), word);
	memset(many, 'y', sizeof(many) - 1);
	many[sizeof(many) - 1] = '\0';
	ck_assert_uint_lt(strlen(report_fold(got, 2, "a %s", many)), REPORT_FOLDED_BYTES);
	for (size_t i = 0; i < sizeof(many) - 1; i += 2)
		many[i] = ' ';
	ck_assert_uint_lt(strlen(report_fold(got, 20, "a %s", many)), REPORT_FOLDED_BYTES);
}
END_TEST

Suite *format_suite(void)
{
	Suite *suite = suite_create("format");

	add_rows(suite, "numbers", numbers_as_the_library, ROWS(numbers));
	add_case(suite, "words", words_as_the_library);
	add_rows(suite, "declined", other_conversions_are_declined, ROWS(declined));
	add_case(suite, "small", small_buffers_are_declined);
	add_case(suite, "folded", long_lines_are_folded);
	return suite;
}
