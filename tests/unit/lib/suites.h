/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All suites, NULL at the end; made from the names of the files. */
#ifndef TESTS_SUITES_H
#define TESTS_SUITES_H

#include <check.h>

/* check(3) writes a message for each assertion that holds, to show the last one after a crash: two
 * thirds of the tests' time. A failed assertion names its line without these messages. */
#define _mark_point(file, line) ((void)0)

extern Suite *(*const suites[])(void);

/* Add a case to a suite: one test, or one run for each row of a table. */
static inline void add_case(Suite *suite, const char *name, const TTest *test)
{
	TCase *tcase = tcase_create(name);

	tcase_add_test(tcase, test);
	suite_add_tcase(suite, tcase);
}

static inline void add_rows(Suite *suite, const char *name, const TTest *test, int rows)
{
	TCase *tcase = tcase_create(name);

	tcase_add_loop_test(tcase, test, 0, rows);
	suite_add_tcase(suite, tcase);
}

#define ROWS(table) ((int)(sizeof(table) / sizeof((table)[0])))

#endif
