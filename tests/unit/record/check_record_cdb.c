// SPDX-License-Identifier: GPL-2.0-or-later
#include "host.h"
#include "suites.h"
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A machine with one device that accepts every command; the recording is kept. */
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

static int any_ioctl(struct host *host, int fd, unsigned long request, void *arg,
		     const struct host_command *command)
{
	struct sg_io_hdr *io = arg;

	(void)command;
	(void)host, (void)fd, (void)request;
	if (io->dxfer_direction == SG_DXFER_FROM_DEV)
		memset(io->dxferp, 0x5a, io->dxfer_len);
	return 0;
}

static ssize_t keep_file(struct host *host, const struct file_change *change)
{
	struct machine *machine = (struct machine *)host;

	ck_assert_int_eq(change->kind, CHANGE_SAVE);
	ck_assert_uint_eq(change->number, SAVE_PRIVATE);
	machine->saved = strndup(change->data, change->bytes);
	return 0;
}

/* The recording of one CDB with 4 bytes of data, to be freed. */
static char *record(const uint8_t *cdb, unsigned char bytes, int direction)
{
	static const struct host_ops ops = {
		.open = any_open, .close = any_close, .ioctl = any_ioctl, .change = keep_file
	};
	struct host kernel = { .ops = &host_kernel_ops };
	struct machine machine = { .host = { .ops = &ops, .below = &kernel } };
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
	struct host *recorder;
	int fd;

	memcpy(copy, cdb, bytes);
	recorder = recorder_new(&machine.host, false);
	ck_assert_ptr_nonnull(recorder);
	fd = host_open(recorder, "/dev/sda", O_RDONLY);
	ck_assert_int_eq(host_ioctl(recorder, fd, SG_IO, &io), 0);
	ck_assert_int_eq(recorder_save(recorder, "rec"), 0);
	recording_free(recorder);
	ck_assert_ptr_nonnull(machine.saved);
	return machine.saved;
}

/* Data to the device may be a password, also in vendor commands: a replay does not need them. */
static const struct {
	const char *name;
	uint8_t cdb[16];
	unsigned char bytes;
} sends[] = {
	{ "ATA PASS-THROUGH (16), WRITE SECTOR(S)", { 0x85, [14] = 0x30 }, 16 },
	{ "JMicron, WRITE SECTOR(S)", { 0xdf, [11] = 0x30 }, 12 },
	{ "ATA PASS-THROUGH (16), SECURITY UNLOCK", { 0x85, [14] = 0xf2 }, 16 },
	{ "MODE SELECT (10)", { 0x55, 0x10 }, 10 },
	{ "SECURITY PROTOCOL OUT", { 0xb5 }, 12 },
	{ "unknown", { 0xc1, [14] = 0x30 }, 16 },
};

START_TEST(data_that_are_sent_are_left_out)
{
	char *text = record(sends[_i].cdb, sends[_i].bytes, SG_DXFER_TO_DEV);

	ck_assert_msg(strstr(text, "sg_io /dev/sda out 4 "), "%s:\n%s", sends[_i].name, text);
	ck_assert_msg(!strstr(text, "77 78 79 7a"), "%s:\n%s", sends[_i].name, text);
	free(text);
}
END_TEST

/* A recording names an unknown CDB by its bytes, and has its answer. */
START_TEST(an_unknown_cdb_is_answered_from_its_recording)
{
	static const uint8_t cdb[6] = { 0xc1, 0x02 };
	struct host kernel = { .ops = &host_kernel_ops };
	char *text = record(cdb, sizeof(cdb), SG_DXFER_FROM_DEV), fault[REPLAY_FAULT_BYTES];
	struct host *replay = replay_new(&kernel, text, strlen(text), fault);
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
	fd = host_open(replay, "/dev/sda", O_RDONLY);
	ck_assert_int_eq(host_ioctl(replay, fd, SG_IO, &io), 0);
	ck_assert_uint_eq(data[3], 0x5a);
	ck_assert_ptr_null(replay_fault(replay));
	copy[1] = 3;
	ck_assert_int_eq(host_ioctl(replay, fd, SG_IO, &io), -ENODATA);
	ck_assert_str_eq(replay_fault(replay),
			 "nothing is recorded for: sg_io /dev/sda in 4 c1.03.00.00.00.00");
	recording_free(replay);
	free(text);
}
END_TEST

Suite *record_cdb_suite(void)
{
	Suite *suite = suite_create("record_cdb");

	add_rows(suite, "sends", data_that_are_sent_are_left_out, ROWS(sends));
	add_case(suite, "unknown", an_unknown_cdb_is_answered_from_its_recording);
	return suite;
}
