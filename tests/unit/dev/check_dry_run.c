// SPDX-License-Identifier: GPL-2.0-or-later
/* The host of a dry run, call by call: a query reaches the real host, a change is reported and not
 * sent, in every form of pass-through and with every subcommand. */
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

static int reach_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	(void)fd;
	(void)request;
	(void)arg;
	bench_of(host)->reached++;
	return 0;
}

static int reach_descriptor(struct host *host, int fd)
{
	(void)fd;
	bench_of(host)->reached++;
	return 0;
}

static int reach_write(struct host *host, const char *path, const char *text)
{
	(void)path;
	(void)text;
	bench_of(host)->reached++;
	return 0;
}

static int reach_save(struct host *host, const char *path, const void *data, size_t bytes,
		      unsigned mode)
{
	(void)mode;
	(void)path;
	(void)data;
	(void)bytes;
	bench_of(host)->reached++;
	return 0;
}

static void reach_sync(struct host *host)
{
	bench_of(host)->reached++;
}

static int reach_make_room(struct host *host, const char *path, uint64_t bytes)
{
	(void)path;
	(void)bytes;
	bench_of(host)->reached++;
	return 0;
}

static int reach_keep(struct host *host, const char *path, const void *data, size_t bytes)
{
	return reach_save(host, path, data, bytes, 0);
}

static int reach_drop(struct host *host, const char *path)
{
	(void)path;
	bench_of(host)->reached++;
	return 0;
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
	.write_file = reach_write,
	.save_file = reach_save,
	.sync = reach_sync,
	.make_room = reach_make_room,
	.keep_file = reach_keep,
	.drop_kept = reach_drop,
};

static struct host *bench_host(struct bench *bench)
{
	static struct host kernel = { .ops = &host_kernel_ops };

	*bench = (struct bench){ .real = { &reach_ops, &kernel } };
	dry_run_init(&bench->dry, &bench->real, hear, bench);
	return &bench->dry.host;
}

static const struct {
	const char *name;
	uint8_t cdb[16];
	bool asks;
	unsigned char bytes;
} cdbs[] = {
	{ "TEST UNIT READY", { 0x00 }, true, 6 },
	{ "REQUEST SENSE", { 0x03 }, true, 6 },
	{ "INQUIRY", { 0x12 }, true, 6 },
	{ "INQUIRY at another length", { 0x12 }, false, 10 },
	{ "START STOP UNIT", { 0x1b }, false, 6 },
	{ "MODE SENSE (10)", { 0x5a }, true, 10 },
	{ "MODE SELECT (10)", { 0x55 }, false, 10 },
	{ "LOG SENSE", { 0x4d }, true, 10 },
	{ "LOG SENSE that saves", { 0x4d, 0x01 }, false, 10 },
	{ "VERIFY (16)", { 0x8f }, true, 16 },
	{ "SANITIZE", { 0x48, 0x82 }, false, 10 },
	{ "WRITE BUFFER", { 0x3b, 0x05 }, false, 10 },
	{ "WRITE (10)", { 0x2a }, false, 10 },
	/* ATA PASS-THROUGH (16): FEATURES in byte 4, COMMAND in byte 14 */
	{ "16: IDENTIFY DEVICE", { 0x85, [14] = 0xec }, true, 16 },
	{ "16: SET FEATURES disable write cache", { 0x85, [4] = 0x82, [14] = 0xef }, false, 16 },
	{ "16: SMART READ LOG", { 0x85, [4] = 0xd5, [14] = 0xb0 }, true, 16 },
	{ "16: SMART WRITE LOG", { 0x85, [4] = 0xd6, [14] = 0xb0 }, false, 16 },
	{ "16: SANITIZE STATUS EXT", { 0x85, [4] = 0x00, [14] = 0xb4 }, true, 16 },
	{ "16: BLOCK ERASE EXT", { 0x85, [4] = 0x12, [14] = 0xb4 }, false, 16 },
	{ "16: DEVICE CONFIGURATION IDENTIFY", { 0x85, [4] = 0xc2, [14] = 0xb1 }, true, 16 },
	{ "16: DEVICE CONFIGURATION SET", { 0x85, [4] = 0xc3, [14] = 0xb1 }, false, 16 },
	/* ATA PASS-THROUGH (12): byte 3 and byte 9 */
	{ "12: SMART READ LOG", { 0xa1, [3] = 0xd5, [9] = 0xb0 }, true, 12 },
	{ "12: SMART WRITE LOG", { 0xa1, [3] = 0xd6, [9] = 0xb0 }, false, 12 },
	{ "12: SET FEATURES", { 0xa1, [3] = 0x02, [9] = 0xef }, false, 12 },
	/* JMicron: byte 5 and byte 11 */
	{ "JMicron: SMART READ LOG", { 0xdf, [5] = 0xd5, [11] = 0xb0 }, true, 12 },
	{ "JMicron: SMART WRITE LOG", { 0xdf, [5] = 0xd6, [11] = 0xb0 }, false, 12 },
	{ "JMicron: the bridge's memory read", { 0xdf, 0x10, [11] = 0xfd }, true, 12 },
	{ "JMicron: and written", { 0xdf, 0x00, [11] = 0xfd }, false, 12 },
	/* Sunplus: byte 5 and byte 11 */
	{ "Sunplus: SMART READ LOG", { 0xf8, [2] = 0x22, [5] = 0xd5, [11] = 0xb0 }, true, 12 },
	{ "Sunplus: SMART WRITE LOG", { 0xf8, [2] = 0x22, [5] = 0xd6, [11] = 0xb0 }, false, 12 },
	{ "Sunplus: registers read", { 0xf8, [2] = 0x21, [11] = 0xef }, true, 12 },
	/* Cypress: byte 6 and byte 12 */
	{ "Cypress: SMART READ LOG", { 0x24, 0x24, [6] = 0xd5, [12] = 0xb0 }, true, 16 },
	{ "Cypress: SMART WRITE LOG", { 0x24, 0x24, [6] = 0xd6, [12] = 0xb0 }, false, 16 },
	{ "Cypress: registers read", { 0x24, 0x24, 0x01, [12] = 0xef }, true, 16 },
	/* these bytes are another command at another length */
	{ "16, cut short", { 0x85, [14] = 0xec }, false, 12 },
	{ "12, too long", { 0xa1, [3] = 0xd5, [9] = 0xb0 }, false, 16 },
	{ "Sunplus: none of its two commands", { 0xf8, [2] = 0x23, [11] = 0xec }, false, 12 },
	{ "another command of that code", { 0x24, 0x00, [6] = 0xd5, [12] = 0xb0 }, false, 16 },
};

static void check_call(const struct bench *bench, const char *name, bool asks)
{
	ck_assert_msg(bench->reached == asks, "%s: %u reached the machine", name, bench->reached);
	ck_assert_msg(bench->told == !asks, "%s: %u told", name, bench->told);
}

START_TEST(commands_by_sg_io)
{
	struct bench bench;
	struct host *host = bench_host(&bench);
	uint8_t cdb[16];
	struct sg_io_hdr io = { .interface_id = 'S', .cmdp = cdb, .cmd_len = cdbs[_i].bytes };

	memcpy(cdb, cdbs[_i].cdb, sizeof(cdb));
	ck_assert_int_eq(host_ioctl(host, 3, SG_IO, &io), 0);
	check_call(&bench, cdbs[_i].name, cdbs[_i].asks);
	if (!cdbs[_i].asks)
		ck_assert_uint_eq(bench.last.number, cdbs[_i].cdb[0]);
}
END_TEST

/* The place of command and feature in each ioctl. */
static void put_registers(unsigned long request, uint8_t command, uint8_t feature, uint8_t *arg)
{
	ide_task_request_t *task = (ide_task_request_t *)(void *)arg;

	memset(arg, 0, sizeof(*task));
	if (request == HDIO_DRIVE_TASKFILE) {
		task->io_ports[7] = command;
		task->io_ports[1] = feature;
		return;
	}
	arg[0] = command;
	arg[request == HDIO_DRIVE_CMD ? 2 : 1] = feature;
}

START_TEST(commands_by_hdio)
{
	static const struct {
		uint8_t command, feature;
		bool asks;
	} codes[] = {
		{ 0xec, 0, true },     { 0xef, 0x82, false }, { 0xef, 0x02, false },
		{ 0xb0, 0xd5, true },  { 0xb0, 0xd6, false }, { 0xb4, 0, true },
		{ 0xb4, 0x12, false }, { 0xb1, 0xc2, true },  { 0xb1, 0xc3, false },
	};
	static const unsigned long requests[] = { HDIO_DRIVE_CMD, HDIO_DRIVE_TASK,
						  HDIO_DRIVE_TASKFILE };
	_Alignas(8) uint8_t arg[sizeof(ide_task_request_t)];

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		struct bench bench;
		struct host *host = bench_host(&bench);
		char name[40];

		bench.dry.legacy_ide = true;
		put_registers(requests[_i], codes[i].command, codes[i].feature, arg);
		snprintf(name, sizeof(name), "ioctl %lx, %02x/%02x", requests[_i], codes[i].command,
			 codes[i].feature);
		ck_assert_int_eq(host_ioctl(host, 3, requests[_i], arg), 0);
		check_call(&bench, name, codes[i].asks);
	}
}
END_TEST

/* The page for the SCT log tells whether the command is a question. */
START_TEST(sct_by_taskfile)
{
	static const struct {
		uint8_t log, action, function;
		bool asks;
	} pages[] = {
		{ 0xe0, 3, 2, true },  { 0xe0, 3, 1, false }, { 0xe0, 4, 2, true },
		{ 0xe0, 4, 1, false }, { 0xe1, 3, 2, false }, { 0xe0, 2, 2, false },
	};
	static const uint8_t codes[][2] = { { 0xb0, 0xd6 }, { 0x3f, 0 } };
	_Alignas(8) uint8_t arg[sizeof(ide_task_request_t) + 512];
	ide_task_request_t *task = (ide_task_request_t *)(void *)arg;
	uint8_t *page = arg + sizeof(*task);

	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
		struct bench bench;
		struct host *host = bench_host(&bench);

		memset(arg, 0, sizeof(arg));
		bench.dry.legacy_ide = true;
		put_registers(HDIO_DRIVE_TASKFILE, codes[_i][0], codes[_i][1], arg);
		task->io_ports[3] = pages[i].log;
		task->out_size = 512;
		page[0] = pages[i].action;
		page[2] = pages[i].function;
		ck_assert_int_eq(host_ioctl(host, 3, HDIO_DRIVE_TASKFILE, arg), 0);
		check_call(&bench, "SCT", pages[i].asks);
	}
}
END_TEST

static const struct {
	const char *name;
	unsigned long request;
	uint8_t opcode;
	bool asks;
} nvme_commands[] = {
	{ "Identify", NVME_IOCTL_ADMIN_CMD, 0x06, true },
	{ "Get Log Page", NVME_IOCTL_ADMIN_CMD, 0x02, true },
	{ "Get Features", NVME_IOCTL_ADMIN_CMD, 0x0a, true },
	{ "Set Features", NVME_IOCTL_ADMIN_CMD, 0x09, false },
	{ "Namespace Management", NVME_IOCTL_ADMIN_CMD, 0x0d, false },
	{ "Format NVM", NVME_IOCTL_ADMIN_CMD, 0x80, false },
	{ "Security Send", NVME_IOCTL_ADMIN_CMD, 0x81, false },
	{ "Sanitize", NVME_IOCTL_ADMIN_CMD, 0x84, false },
	{ "a vendor's", NVME_IOCTL_ADMIN_CMD, 0xc0, false },
	{ "Verify", NVME_IOCTL_IO_CMD, 0x0c, true },
	{ "Write", NVME_IOCTL_IO_CMD, 0x01, false },
	{ "Write Uncorrectable", NVME_IOCTL_IO_CMD, 0x04, false },
	{ "06h as an I/O command", NVME_IOCTL_IO_CMD, 0x06, false },
};

START_TEST(commands_by_nvme)
{
	struct nvme_passthru_cmd io = { .opcode = nvme_commands[_i].opcode };
	struct bench bench;
	struct host *host = bench_host(&bench);

	ck_assert_int_eq(host_ioctl(host, 3, nvme_commands[_i].request, &io), 0);
	check_call(&bench, nvme_commands[_i].name, nvme_commands[_i].asks);
	if (!nvme_commands[_i].asks)
		ck_assert_uint_eq(bench.last.number, nvme_commands[_i].opcode);
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

	add_rows(suite, "sg_io", commands_by_sg_io, ROWS(cdbs));
	add_rows(suite, "hdio", commands_by_hdio, 3);
	add_rows(suite, "sct", sct_by_taskfile, 2);
	add_rows(suite, "nvme", commands_by_nvme, ROWS(nvme_commands));
	add_case(suite, "ioctl", ioctls_by_their_row);
	add_case(suite, "calls", calls_that_change);
	add_case(suite, "open", opens);
	return suite;
}
