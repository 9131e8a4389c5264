// SPDX-License-Identifier: GPL-2.0-or-later
/* Long messages are folded between words. */
#include "suites.h"
#include "report.h"

#include <string.h>

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

Suite *fold_suite(void)
{
	Suite *suite = suite_create("fold");

	add_case(suite, "folded", long_lines_are_folded);
	return suite;
}
