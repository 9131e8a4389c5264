// SPDX-License-Identifier: GPL-2.0-or-later
/* The host of a dry run, call by call: a query reaches the real host, a change is reported and not
 * sent. */
#include "device.h"
#include "host.h"
#include "suites.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <string.h>

/* A host that counts the calls which a dry run passes on. */
struct bench {
	struct host real; /* first: a struct host * is a struct bench * */
	struct dry_run dry;
	unsigned reached;
	const struct host_command *command;
	int flags;
	unsigned told;
	struct unsent last;
};

static struct bench *bench_of(struct host *host)
{
	return (struct bench *)host;
}

static int reach_open(struct host *host, const char *path, int flags)
{
	(void)path;
	bench_of(host)->flags = flags;
	bench_of(host)->reached++;
	return 3;
}

static int reach_ioctl(struct host *host, int fd, unsigned long request, void *arg,
		       const struct host_command *command)
{
	(void)fd;
	(void)request;
	(void)arg;
	bench_of(host)->command = command;
	bench_of(host)->reached++;
	return 0;
}

static int reach_descriptor(struct host *host, int fd)
{
	(void)fd;
	bench_of(host)->reached++;
	return 0;
}

static ssize_t reach_change(struct host *host, const struct file_change *change)
{
	(void)change;
	bench_of(host)->reached++;
	return 0;
}

static void reach_sync(struct host *host)
{
	bench_of(host)->reached++;
}

static void hear(void *who, const struct unsent *unsent)
{
	struct bench *bench = who;

	bench->told++;
	bench->last = *unsent;
}

static const struct host_ops reach_ops = {
	.open = reach_open,
	.ioctl = reach_ioctl,
	.fsync = reach_descriptor,
	.change = reach_change,
	.sync = reach_sync,
};

static struct host *bench_host(struct bench *bench)
{
	static struct host kernel = { .ops = &host_kernel_ops };

	*bench = (struct bench){ .real = { .ops = &reach_ops, .below = &kernel } };
	dry_run_init(&bench->dry, &bench->real, hear, bench);
	return &bench->dry.host;
}

static void check_call(const struct bench *bench, const char *name, bool asks)
{
	ck_assert_msg(bench->reached == asks, "%s: %u reached the machine", name, bench->reached);
	ck_assert_msg(bench->told == !asks, "%s: %u told", name, bench->told);
}

/* Whatever its argument, a command passes only if its sender says that it asks. */
START_TEST(commands_by_what_they_do)
{
	static const unsigned long requests[] = {
		SG_IO,		NVME_IOCTL_ADMIN_CMD, NVME_IOCTL_IO_CMD,
		HDIO_DRIVE_CMD, HDIO_DRIVE_TASK,      HDIO_DRIVE_TASKFILE,
	};
	static const struct host_command asks = { .asks = true }, changes = { .asks = false };
	/* zeros: TEST UNIT READY, an I/O command Flush, the ATA command NOP */
	_Alignas(8) uint8_t arg[sizeof(ide_task_request_t)] = { 0 };

	for (int i = 0; i < ROWS(requests); i++) {
		struct bench bench;
		struct host *host = bench_host(&bench);
		char name[24];

		snprintf(name, sizeof(name), "ioctl %lx", requests[i]);
		bench.dry.legacy_ide = true;
		ck_assert_int_eq(host_command(host, 3, requests[i], arg, &asks), 0);
		check_call(&bench, name, true);
		ck_assert_ptr_eq(bench.command, &asks);
		host = bench_host(&bench);
		bench.dry.legacy_ide = true;
		ck_assert_int_eq(host_command(host, 3, requests[i], arg, &changes), 0);
		check_call(&bench, name, false);
		host = bench_host(&bench);
		bench.dry.legacy_ide = true;
		ck_assert_int_eq(host_ioctl(host, 3, requests[i], arg), 0);
		check_call(&bench, name, false);
	}
}
END_TEST

START_TEST(ioctls_by_their_row)
{
	struct bench bench;
	struct host *host = bench_host(&bench);
	long value = 1;

	ck_assert_int_eq(host_ioctl(host, 3, BLKRAGET, &value), 0);
	check_call(&bench, "BLKRAGET", true);
	host = bench_host(&bench);
	ck_assert_int_eq(host_ioctl(host, 3, BLKRASET, (void *)256), 0);
	check_call(&bench, "BLKRASET", false);
	ck_assert_str_eq(bench.last.name, "BLKRASET");
	ck_assert_int_eq(bench.last.value, 256);
	host = bench_host(&bench);
	ck_assert_int_eq(host_ioctl(host, 3, 0x1234567, NULL), 0);
	check_call(&bench, "an ioctl without a row", false);
	/* an ioctl of the old IDE driver on another kind of device */
	host = bench_host(&bench);
	ck_assert_int_eq(host_ioctl(host, 3, HDIO_SET_DMA, (void *)1), -ENOTTY);
	ck_assert_uint_eq(bench.reached + bench.told, 0);
}
END_TEST

START_TEST(calls_that_change)
{
	struct bench bench;
	struct host *host = bench_host(&bench);

	ck_assert_int_eq(host_make_room(host, "/x", 8192), 0);
	check_call(&bench, "make_room", false);
	ck_assert_str_eq(bench.last.kind, "file");
	ck_assert_str_eq(bench.last.name, "/x");
	ck_assert(bench.last.has_value);
	ck_assert_int_eq(bench.last.value, 8192);
	host = bench_host(&bench);
	ck_assert_int_eq(host_save_file(host, "/x", "", 0, SAVE_PUBLIC), 0);
	check_call(&bench, "save_file", false);
	host = bench_host(&bench);
	ck_assert_int_eq(host_write_file(host, "/x", "1"), 0);
	check_call(&bench, "write_file", false);
	host = bench_host(&bench);
	ck_assert_int_eq(host_fsync(host, 3), 0);
	check_call(&bench, "fsync", false);
	host = bench_host(&bench);
	host_sync(host);
	check_call(&bench, "sync", false);
	host = bench_host(&bench);
	ck_assert_int_eq(host_keep_file(host, "/x", "secret", 6), 0);
	check_call(&bench, "keep_file", false);
	ck_assert_str_eq(bench.last.text, "the data");
	host = bench_host(&bench);
	ck_assert_int_eq(host_drop_kept(host, "/x"), 0);
	check_call(&bench, "drop_kept", false);
}
END_TEST

/* A step that only asks has no `tell`. */
START_TEST(change_without_tell_fails)
{
	struct bench bench;
	struct host *host = bench_host(&bench);

	bench.dry.tell = NULL;
	ck_assert_int_eq(host_write_file(host, "/x", "1"), -EPERM);
	ck_assert_int_eq(host_ioctl(host, 3, BLKRASET, (void *)256), -EPERM);
	ck_assert_int_eq(host_fsync(host, 3), -EPERM);
	ck_assert_uint_eq(bench.reached + bench.told, 0);
}
END_TEST

START_TEST(opens)
{
	struct bench bench;
	struct host *host = bench_host(&bench);

	/* closing a device that was opened for writing makes udev probe it */
	ck_assert_int_eq(host_open(host, "/x", O_RDWR | O_NONBLOCK), 3);
	check_call(&bench, "open", true);
	ck_assert_int_eq(bench.flags, O_RDONLY | O_NONBLOCK);
	host = bench_host(&bench);
	ck_assert_int_eq(host_open(host, "/x", O_WRONLY | O_CREAT | O_EXCL), -EROFS);
	check_call(&bench, "a file made", false);
	host = bench_host(&bench);
	ck_assert_int_eq(host_open(host, "/x", O_WRONLY | O_TRUNC), -EROFS);
	check_call(&bench, "a file emptied", false);
}
END_TEST

Suite *dry_run_suite(void)
{
	Suite *suite = suite_create("dry_run");

	add_case(suite, "commands", commands_by_what_they_do);
	add_case(suite, "ioctl", ioctls_by_their_row);
	add_case(suite, "calls", calls_that_change);
	add_case(suite, "untold", change_without_tell_fails);
	add_case(suite, "open", opens);
	return suite;
}
