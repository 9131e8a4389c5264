// SPDX-License-Identifier: GPL-2.0-or-later
#include "host.h"
#include "suites.h"

#include <sys/sysmacros.h>

START_TEST(as_libc_has_them)
{
	static const unsigned numbers[] = { 0, 1, 8, 0xff, 0x100, 0xfff, 0x1000, 0xfffff, ~0u };
	const size_t n = sizeof(numbers) / sizeof(numbers[0]);
	unsigned high = numbers[(size_t)_i / n], low = numbers[(size_t)_i % n];
	dev_t number = makedev(high, low);

	ck_assert_uint_eq(rdev_make(high, low), number);
	ck_assert_uint_eq(rdev_major(number), high);
	ck_assert_uint_eq(rdev_minor(number), low);
}
END_TEST

Suite *rdev_suite(void)
{
	Suite *suite = suite_create("rdev");
	TCase *all = tcase_create("all");

	tcase_add_loop_test(all, as_libc_has_them, 0, 81);
	suite_add_tcase(suite, all);
	return suite;
}
