// SPDX-License-Identifier: GPL-2.0-or-later
#include "host_calls.h"
#include "suites.h"
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A machine whose one device takes everything; the recording is kept. */
struct machine {
	struct host host; /* first: a struct host * is a struct machine * */
	char *saved;
};

static int any_open(struct host *host, const char *path, int flags)
{
	(void)host, (void)path, (void)flags;
	return 5;
}

static int any_close(struct host *host, int fd)
{
	(void)host, (void)fd;
	return 0;
}

static int any_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	struct sg_io_hdr *io = arg;

	(void)host, (void)fd, (void)request;
	if (io->dxfer_direction == SG_DXFER_FROM_DEV)
		memset(io->dxferp, 0x5a, io->dxfer_len);
	return 0;
}

static int keep_file(struct host *host, const char *path, const void *data, size_t bytes,
		     unsigned mode)
{
	struct machine *machine = (struct machine *)host;

	(void)path;
	ck_assert_uint_eq(mode, SAVE_PRIVATE);
	machine->saved = strndup(data, bytes);
	return 0;
}

/* The recording of one CDB with 4 bytes of data, to be freed. */
static char *record(const uint8_t *cdb, unsigned char bytes, int direction)
{
	static const struct recording_setup setup = { .path = "rec" };
	static const struct host_ops ops = {
		.open = any_open, .close = any_close, .ioctl = any_ioctl, .save_file = keep_file
	};
	struct host kernel = { .ops = &host_kernel_ops };
	struct machine machine = { .host = { &ops, &kernel } };
	char data[] = "wxyz";
	uint8_t copy[16];
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = direction,
		.cmd_len = bytes,
		.cmdp = copy,
		.dxfer_len = 4,
		.dxferp = data,
	};
	struct recorder *recorder;
	int fd;

	memcpy(copy, cdb, bytes);
	recorder = recorder_new(&machine.host, &setup);
	ck_assert_ptr_nonnull(recorder);
	fd = host_open(recorder_host(recorder), "/dev/sda", O_RDONLY);
	ck_assert_int_eq(host_ioctl(recorder_host(recorder), fd, SG_IO, &io), 0);
	ck_assert_int_eq(recorder_save(recorder), 0);
	recorder_free(recorder);
	ck_assert_ptr_nonnull(machine.saved);
	return machine.saved;
}

/*
 * What a CDB that nobody here knows sends may be a password in a vendor's own form. The same bytes
 * at another length are another CDB.
 */
static const struct {
	const char *name;
	uint8_t cdb[16];
	unsigned char bytes;
	bool sent;
} sends[] = {
	{ "ATA PASS-THROUGH (16), WRITE SECTOR(S)", { 0x85, [14] = 0x30 }, 16, true },
	{ "ATA PASS-THROUGH (12), WRITE SECTOR(S)", { 0xa1, [9] = 0x30 }, 12, true },
	{ "JMicron, WRITE SECTOR(S)", { 0xdf, [11] = 0x30 }, 12, true },
	{ "Cypress, WRITE SECTOR(S)", { 0x24, 0x24, [12] = 0x30 }, 16, true },
	{ "ATA PASS-THROUGH (16), SECURITY UNLOCK", { 0x85, [14] = 0xf2 }, 16, false },
	{ "MODE SELECT (10)", { 0x55, 0x10 }, 10, true },
	{ "WRITE BUFFER", { 0x3b, 0x05 }, 10, true },
	{ "SECURITY PROTOCOL OUT", { 0xb5 }, 12, false },
	{ "unknown", { 0xc1, [14] = 0x30 }, 16, false },
	{ "85h, too short", { 0x85, [9] = 0x30 }, 12, false },
	{ "A1h, too long", { 0xa1, [9] = 0x30, [14] = 0x30 }, 16, false },
	{ "DFh, too long", { 0xdf, [11] = 0x30, [14] = 0x30 }, 16, false },
	{ "24h, too short", { 0x24, 0x24, [9] = 0x30 }, 12, false },
	{ "24h, but once", { 0x24, [12] = 0x30 }, 16, false },
};

START_TEST(data_of_an_unknown_cdb_are_left_out)
{
	char *text = record(sends[_i].cdb, sends[_i].bytes, SG_DXFER_TO_DEV);

	ck_assert_msg(!strstr(text, " sent ") == !sends[_i].sent, "%s:\n%s", sends[_i].name, text);
	ck_assert_msg(!strstr(text, " 77 78 79 7a") == !sends[_i].sent, "%s:\n%s", sends[_i].name,
		      text);
	free(text);
}
END_TEST

/* It is named by its bytes, and its answer is there to be given again. */
START_TEST(an_unknown_cdb_is_answered_from_its_recording)
{
	static const uint8_t cdb[6] = { 0xc1, 0x02 };
	struct host kernel = { .ops = &host_kernel_ops };
	char *text = record(cdb, sizeof(cdb), SG_DXFER_FROM_DEV), fault[REPLAY_FAULT_BYTES];
	struct replay *replay = replay_new(&kernel, text, strlen(text), fault);
	uint8_t copy[6], data[4] = { 0 };
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_FROM_DEV,
		.cmd_len = sizeof(copy),
		.cmdp = copy,
		.dxfer_len = sizeof(data),
		.dxferp = data,
	};
	int fd;

	ck_assert_msg(replay, "%s", fault);
	memcpy(copy, cdb, sizeof(copy));
	fd = host_open(replay_host(replay), "/dev/sda", O_RDONLY);
	ck_assert_int_eq(host_ioctl(replay_host(replay), fd, SG_IO, &io), 0);
	ck_assert_uint_eq(data[3], 0x5a);
	ck_assert_ptr_null(replay_fault(replay));
	copy[1] = 3;
	ck_assert_int_eq(host_ioctl(replay_host(replay), fd, SG_IO, &io), -ENODATA);
	ck_assert_str_eq(replay_fault(replay),
			 "nothing is recorded for: sg_io /dev/sda in 4 c1.03.00.00.00.00");
	replay_free(replay);
	free(text);
}
END_TEST

Suite *record_cdb_suite(void)
{
	Suite *suite = suite_create("record_cdb");

	add_rows(suite, "sends", data_of_an_unknown_cdb_are_left_out, ROWS(sends));
	add_case(suite, "unknown", an_unknown_cdb_is_answered_from_its_recording);
	return suite;
}
