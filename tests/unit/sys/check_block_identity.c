// SPDX-License-Identifier: GPL-2.0-or-later
/* Each attribute in sysfs suffices to show that another drive has taken the name. */
#include "sysfs.h"
#include "host.h"
#include "suites.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* A machine with one block or character device, number 8:N, and one attribute. */
struct bench {
	struct host host; /* first: a struct host * is a struct bench * */
	unsigned minor;
	mode_t mode;
	const char *attribute, *value;
};

static int stat_device(struct host *host, const char *path, struct stat *st)
{
	const struct bench *bench = (const struct bench *)host;

	if (strcmp(path, "/dev/sda") != 0)
		return -ENOENT;
	*st = (struct stat){ .st_mode = bench->mode, .st_rdev = makedev(8, bench->minor) };
	return 0;
}

static ssize_t read_attribute(struct host *host, const char *path, char *buf, size_t size)
{
	const struct bench *bench = (const struct bench *)host;
	char whole[160];

	snprintf(whole, sizeof(whole), "/sys/dev/block/8:%u/%s", bench->minor, bench->attribute);
	if (!bench->value || strcmp(path, whole) != 0)
		return -ENOENT;
	return snprintf(buf, size, "%s", bench->value);
}

static struct host *bench_host(struct bench *bench, const char *attribute)
{
	static const struct host_ops ops = { .stat = stat_device, .read_file = read_attribute };
	static struct host kernel = { .ops = &host_kernel_ops };

	*bench = (struct bench){ .host = { .ops = &ops, .below = &kernel },
				 .mode = S_IFBLK,
				 .attribute = attribute };
	return &bench->host;
}

static bool is_still(struct bench *bench, const struct block_identity *identity)
{
	const struct sys_disk disk = { .host = &bench->host,
				       .rdev = makedev(8, bench->minor),
				       .character = S_ISCHR(bench->mode) };

	return block_is_still(&disk, identity);
}

static const char *const attributes[] = { "diskseq",	   "wwid",	   "device/wwid",
					  "device/serial", "device/model", "../diskseq",
					  "../device/wwid" };

START_TEST(each_attribute_tells)
{
	static const char *const values[] = { NULL, "1", "2" };
	struct block_identity identity;
	struct bench bench;
	struct host *host = bench_host(&bench, attributes[_i]);

	for (size_t before = 0; before < 3; before++) {
		for (size_t after = 0; after < 3; after++) {
			bench.value = values[before];
			block_identity(host, "/dev/sda", &identity);
			bench.value = values[after];
			ck_assert_msg(is_still(&bench, &identity) == (before == after),
				      "%s: %zu, %zu", attributes[_i], before, after);
		}
	}
}
END_TEST

START_TEST(the_number_tells)
{
	struct block_identity identity;
	struct bench bench;
	struct host *host = bench_host(&bench, "diskseq");

	block_identity(host, "/dev/sda", &identity);
	ck_assert(is_still(&bench, &identity));
	bench.minor = 16;
	ck_assert(!is_still(&bench, &identity));
	bench.minor = 0;
	bench.mode = S_IFCHR;
	ck_assert(!is_still(&bench, &identity));
	/* a generic node does not use the attributes of the block device with its number */
	bench.value = "1";
	block_identity(host, "/dev/sda", &identity);
	ck_assert_str_eq(identity.text, "");
	bench.value = "2";
	ck_assert(is_still(&bench, &identity));
	bench.minor = 16;
	ck_assert(!is_still(&bench, &identity));
}
END_TEST

/* A name that was no device at first is checked at the open. */
START_TEST(no_device_is_any)
{
	struct block_identity identity;
	struct bench bench;
	struct host *host = bench_host(&bench, "diskseq");

	block_identity(host, "/dev/gone", &identity);
	ck_assert(is_still(&bench, &identity));
	bench.mode = S_IFREG;
	block_identity(host, "/dev/sda", &identity);
	ck_assert_uint_eq(identity.rdev, 0);
}
END_TEST

Suite *block_identity_suite(void)
{
	Suite *suite = suite_create("block_identity");

	add_rows(suite, "attribute", each_attribute_tells, ROWS(attributes));
	add_case(suite, "number", the_number_tells);
	add_case(suite, "none", no_device_is_any);
	return suite;
}
