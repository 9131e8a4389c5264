// SPDX-License-Identifier: GPL-2.0-or-later
/* The counts of a disk, from kernels of several ages. */
#include "sysfs.h"
#include "host.h"
#include "suites.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

struct machine {
	struct host host; /* first: a struct host * is a struct machine * */
	const char *text; /* text of the file; NULL: no file */
};

static ssize_t read_file(struct host *host, const char *path, char *buf, size_t size)
{
	const char *text = ((struct machine *)host)->text;

	ck_assert_str_eq(path, "/sys/dev/block/8:16/stat");
	return text ? snprintf(buf, size, "%s", text) : -ENOENT;
}

static const struct {
	const char *name, *text;
	int result;
	struct block_usage usage;
} kernels[] = {
	{ "no such file", NULL, -ENOENT, { 0 } },
	{ "Linux 4.17",
	  "     100       2     3000      40      50       6      700       8        9      10     "
	  " 11",
	  0,
	  { 3000, 50, 9, 100, 50 } },
	{ "Linux 4.18: discards",
	  "100 2 3000 40 50 6 700 8 9 10 11 120 13 14 15",
	  0,
	  { 3000, 170, 9, 100, 50 } },
	{ "Linux 5.5: flushes",
	  "100 2 3000 40 50 6 700 8 9 10 11 120 13 14 15 1600 17",
	  0,
	  { 3000, 1770, 9, 100, 50 } },
	{ "more numbers",
	  "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19",
	  0,
	  { 3, 33, 9, 1, 5 } },
	{ "large ones",
	  "18446744073709551615 0 18446744073709551615 0 0 0 0 0 0 0 0",
	  0,
	  { UINT64_MAX, 0, 0, UINT64_MAX, 0 } },
	{ "too few", "1 2 3 4 5 6 7 8 9 10", -EINVAL, { 0 } },
	{ "no numbers", "busy", -EINVAL, { 0 } },
	{ "nothing", "", -EINVAL, { 0 } },
};

START_TEST(usage)
{
	static const struct host_ops ops = { .read_file = read_file };
	struct machine machine = { .host = { .ops = &ops }, .text = kernels[_i].text };
	const struct block_disk disk = { .rdev = makedev(8, 16) };
	struct block_usage got;
	int result = block_usage(&machine.host, &disk, &got);

	ck_assert_msg(result == kernels[_i].result, "%s: %d", kernels[_i].name, result);
	if (result)
		return;
	ck_assert_uint_eq(got.read, kernels[_i].usage.read);
	ck_assert_uint_eq(got.other, kernels[_i].usage.other);
	ck_assert_uint_eq(got.under_way, kernels[_i].usage.under_way);
	ck_assert_uint_eq(got.reads, kernels[_i].usage.reads);
	ck_assert_uint_eq(got.writes, kernels[_i].usage.writes);
}
END_TEST

Suite *usage_suite(void)
{
	Suite *suite = suite_create("usage");

	add_rows(suite, "usage", usage, ROWS(kernels));
	return suite;
}
