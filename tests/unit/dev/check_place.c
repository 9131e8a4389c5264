// SPDX-License-Identifier: GPL-2.0-or-later
/* Whole disks, if sysfs or the kernel says less than usual. */
#include "host.h"
#include "suites.h"
#include "block.h"
#include "device.h"
#include "fake_machine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>

struct machine {
	struct host host; /* first: a struct host * is a struct machine * */
	struct host_ops ops;
	int real_path, glob, partition, start, geometry;
	struct hd_geometry legacy;
};

static struct machine *of(struct host *host)
{
	return (struct machine *)host;
}

static ssize_t real_path(struct host *host, const char *path, char *buf, size_t size)
{
	(void)path;
	return of(host)->real_path ? of(host)->real_path : snprintf(buf, size, "/sys/d/sda/sda1");
}

static int glob_paths(struct host *host, const char *pattern, struct host_paths *paths)
{
	(void)pattern;
	*paths = (struct host_paths){ .n = 0 };
	return of(host)->glob;
}

static ssize_t read_file(struct host *host, const char *path, char *buf, size_t size)
{
	int err = -ENOENT;

	if (strstr(path, "/partition"))
		err = of(host)->partition;
	else if (strstr(path, "/start"))
		err = of(host)->start;
	return err ? err : snprintf(buf, size, "1");
}

static int control(struct host *host, int fd, unsigned long request, void *arg,
		   const struct host_command *command)
{
	(void)command;
	(void)fd;
	ck_assert_uint_eq(request, HDIO_GETGEO);
	*(struct hd_geometry *)arg = of(host)->legacy;
	return of(host)->geometry;
}

static const struct {
	const char *name;
	struct machine machine;
	int result;
	bool whole;
} rows[] = {
	{ "a partition by sysfs", { .partition = 0 }, 0, false },
	{ "a disk by sysfs", { .partition = -ENOENT }, 0, true },
	{ "what it is cannot be read", { .partition = -EACCES }, -EACCES, false },
	{ "what it is built on cannot be read",
	  { .partition = -ENOENT, .glob = -ENOMEM },
	  -ENOMEM,
	  false },
	{ "its start cannot be read", { .start = -EIO }, -EIO, false },
	{ "no sysfs, a disk", { .real_path = -ENOENT, .legacy = { 255, 63, 9, 0 } }, 0, true },
	{ "no sysfs, a partition",
	  { .real_path = -ENOENT, .legacy = { 255, 63, 9, 63 } },
	  0,
	  false },
	{ "no sysfs, no geometry", { .real_path = -ENOENT, .geometry = -ENOTTY }, -ENOTTY, false },
	{ "no sysfs, a geometry of zeros as of dm", { .real_path = -ENOENT }, -ENODATA, false },
};

START_TEST(what_cannot_be_found_out_is_an_error)
{
	struct machine m = rows[_i].machine;
	struct device dev = { .host = &m.host,
			      .fd = 3,
			      .sys = { .host = &m.host, .rdev = makedev(8, 1) } };
	struct block_place place;
	int err;

	m.host.ops = &m.ops;
	m.ops = (struct host_ops){ .real_path = real_path,
				   .link_target = real_path,
				   .glob = glob_paths,
				   .read_file = read_file,
				   .ioctl = control };
	err = block_place(&dev, &place);
	ck_assert_msg(err == rows[_i].result, "%s: %d", rows[_i].name, err);
	ck_assert_msg(err || block_is_whole(&place) == rows[_i].whole, "%s", rows[_i].name);
}
END_TEST

START_TEST(asking_for_the_sector_size_leaves_no_file_open)
{
	struct fake_machine *machine = fake_machine("sda sat id=hdd");
	struct block_disk disk = { .name = "sda" };
	struct device dev;
	unsigned bytes;

	ck_assert_int_eq(device_open(&dev, fake_host(machine), "/dev/sda", O_RDONLY), 0);
	disk.rdev = dev.sys.rdev;
	device_close(&dev);
	ck_assert_int_eq(block_disk_sector_bytes(fake_host(machine), &disk, &bytes), 0);
	ck_assert_uint_eq(bytes, 512);
	disk.rdev++;
	ck_assert_int_lt(block_disk_sector_bytes(fake_host(machine), &disk, &bytes), 0);
	ck_assert_int_eq(fake_open_files(machine), 0);
	fake_machine_free(machine);
}
END_TEST

Suite *place_suite(void)
{
	Suite *suite = suite_create("place");

	add_rows(suite, "place", what_cannot_be_found_out_is_an_error, ROWS(rows));
	add_case(suite, "sector size", asking_for_the_sector_size_leaves_no_file_open);
	return suite;
}
