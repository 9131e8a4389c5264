// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD "hdparm-recording 1\n"

static const struct {
	const char *name, *text, *fault;
} hostile[] = {
	{ "nothing", "", "line 1: the line 'end' is missing" },
	{ "no recording", "hello\n", "line 1: no recording" },
	{ "another version", "hdparm-recording 2\nend\n", "line 1: no recording" },
	{ "cut off", HEAD "open /dev/sda = 0\n", "line 3: the line 'end' is missing" },
	{ "cut in a line", HEAD "open /dev/s", "line 2: neither" },
	{ "no result", HEAD "open /dev/sda\nend\n", "line 2: neither" },
	{ "result of letters", HEAD "open /dev/sda = abc\nend\n", "line 2: neither" },
	{ "result too large", HEAD "a = 99999999999999999999\nend\n", "line 2: neither" },
	{ "result with a tail", HEAD "a = 5x\nend\n", "line 2: neither" },
	{ "data first", HEAD " in 00\nend\n",
	  "line 2: data that cannot be read, or without an exchange" },
	{ "odd digits", HEAD "a = 0\n in 0\nend\n", "line 3: data that cannot be read" },
	{ "three digits", HEAD "a = 0\n in 000\nend\n", "line 3: data that cannot be read" },
	{ "a sign", HEAD "a = 0\n in +1\nend\n", "line 3: data that cannot be read" },
	{ "no digits", HEAD "a = 0\n in zz\nend\n", "line 3: data that cannot be read" },
	{ "count of 0", HEAD "a = 0\n in 00*0\nend\n", "line 3: data that cannot be read" },
	{ "huge count", HEAD "a = 0\n in 00*99999999999\nend\n",
	  "line 3: data that cannot be read" },
	{ "too much data", HEAD "a = 0\n in 00*33554432 00\nend\n",
	  "line 3: data that cannot be read" },
	{ "bad escape", HEAD "a = 0\n text a%2\nend\n", "line 3: data that cannot be read" },
	{ "behind the end", HEAD "end\na = 0\n", "line 3: something behind" },
};

START_TEST(hostile_text_gives_its_line)
{
	struct host kernel = { .ops = &host_kernel_ops };
	char fault[REPLAY_FAULT_BYTES] = "";

	ck_assert_msg(!replay_new(&kernel, hostile[_i].text, strlen(hostile[_i].text), fault),
		      "%s: accepted", hostile[_i].name);
	ck_assert_msg(!strncmp(fault, hostile[_i].fault, strlen(hostile[_i].fault)), "%s: %s",
		      hostile[_i].name, fault);
}
END_TEST

START_TEST(zero_byte_gives_its_line)
{
	static const char text[] = HEAD "open /dev/sda = 0\nab\0c\nend\n";
	struct host kernel = { .ops = &host_kernel_ops };
	char fault[REPLAY_FAULT_BYTES] = "";

	ck_assert_ptr_null(replay_new(&kernel, text, sizeof(text) - 1, fault));
	ck_assert_str_eq(fault, "line 3: a zero byte: this is no text");
}
END_TEST

static struct host *load(const char *text)
{
	static const struct host_ops *ops = &host_kernel_ops;
	static struct host kernel;
	char fault[REPLAY_FAULT_BYTES] = "";
	struct host *replay;

	kernel.ops = ops;
	replay = replay_new(&kernel, text, strlen(text), fault);
	ck_assert_msg(replay, "%s", fault);
	return replay;
}

static const char disk[] = HEAD "# a comment\n"
				"open /dev/sda = 0 flags=04000\n"
				"open /dev/sdb = -13\n"
				"fstat /dev/sda = 0 mode=060660 major=8 minor=16 size=0\n"
				"ioctl /dev/sda BLKRAGET = 0\n"
				" in 80 00*7\n"
				"ioctl /dev/sda BLKRAGET = 0\n"
				" in 40 00*7\n"
				"ioctl /dev/sda BLKGETSIZE64 = 0\n"
				" in 01\n"
				"ioctl /dev/sda HDIO_GET_DMA = -25\n"
				"read_file /sys/a%20b = 3\n"
				" text x%20y\n"
				"now = 5\n" /* a line of older recordings */
				"end\n";

START_TEST(answers_come_in_order_and_the_last_one_again)
{
	struct host *replay = load(disk);
	struct host *host = replay;
	int fd = host_open(host, "/dev/sda", O_RDONLY);
	struct stat st;
	long value = 0;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(host_open(host, "/dev/sdb", O_RDONLY), -EACCES);
	ck_assert_int_eq(host_fstat(host, fd, &st), 0);
	ck_assert(S_ISBLK(st.st_mode));
	ck_assert_uint_eq(st.st_rdev, 8 << 8 | 16);
	ck_assert_int_eq(host_ioctl(host, fd, BLKRAGET, &value), 0);
	ck_assert_int_eq(value, 0x80);
	ck_assert_int_eq(host_ioctl(host, fd, BLKRAGET, &value), 0);
	ck_assert_int_eq(value, 0x40);
	ck_assert_int_eq(host_ioctl(host, fd, BLKRAGET, &value), 0);
	ck_assert_int_eq(value, 0x40);
	ck_assert_int_eq(host_ioctl(host, fd, HDIO_GET_DMA, &value), -ENOTTY);
	ck_assert_ptr_null(replay_fault(replay));
	recording_free(replay);
}
END_TEST

START_TEST(texts_and_the_clock)
{
	struct host *replay = load(disk);
	struct host *host = replay;
	char text[16];
	uint64_t now;

	ck_assert_int_eq(host_read_file(host, "/sys/a b", text, sizeof(text)), 3);
	ck_assert_str_eq(text, "x y");
	ck_assert_int_eq(host_read_file(host, "/sys/a b", text, 2), 1);
	ck_assert_str_eq(text, "x");
	ck_assert_int_eq(host_read_file(host, "/sys/c", text, sizeof(text)), -ENOENT);
	/* the clock of a replay always advances, and sleeping takes no time */
	now = host_now_ns(host);
	ck_assert_uint_gt(host_now_ns(host), now);
	host_sleep_ns(host, UINT64_C(1) << 40);
	ck_assert_uint_ge(host_now_ns(host), now + (UINT64_C(1) << 40));
	ck_assert_ptr_null(replay_fault(replay));
	recording_free(replay);
}
END_TEST

START_TEST(what_is_not_there_or_does_not_fit_is_told)
{
	struct host *replay = load(disk);
	struct host *host = replay;
	int fd = host_open(host, "/dev/sda", O_RDONLY);
	uint64_t bytes = 0;
	long value = 0;

	ck_assert_int_eq(host_ioctl(host, fd, BLKGETSIZE64, &bytes), -EIO);
	ck_assert_ptr_nonnull(
		strstr(replay_fault(replay), "line 10: the data have another length"));
	recording_free(replay);
	replay = load(disk);
	host = replay;
	fd = host_open(host, "/dev/sda", O_RDONLY);
	ck_assert_int_eq(host_ioctl(host, fd, HDIO_GET_NOWERR, &value), -ENODATA);
	ck_assert_str_eq(replay_fault(replay),
			 "nothing is recorded for: ioctl /dev/sda HDIO_GET_NOWERR");
	recording_free(replay);
}
END_TEST

START_TEST(sense_longer_than_its_room_is_cut)
{
	struct host *replay = load(HEAD "open /dev/sda = 0\n"
					"sg_io /dev/sda none 0 00.00 = 0 status=2 driver=8\n"
					" sense 70*64\n"
					"sg_io /dev/sda none 0 01.00 = 0 status=2 driver=8\n"
					" sense\n"
					"end\n");
	struct host *host = replay;
	int fd = host_open(host, "/dev/sda", O_RDONLY);
	uint8_t cdb[2] = { 0, 0 }, sense[8 + 1] = { 0 };
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_NONE,
		.cmd_len = sizeof(cdb),
		.cmdp = cdb,
		.mx_sb_len = 8,
		.sbp = sense,
	};

	ck_assert_int_eq(host_ioctl(host, fd, SG_IO, &io), 0);
	ck_assert_uint_eq(io.status, 2);
	ck_assert_uint_eq(io.sb_len_wr, 8);
	ck_assert_uint_eq(sense[7], 0x70);
	ck_assert_uint_eq(sense[8], 0);
	cdb[0] = 1;
	ck_assert_int_eq(host_ioctl(host, fd, SG_IO, &io), 0);
	ck_assert_uint_eq(io.sb_len_wr, 0);
	recording_free(replay);
}
END_TEST

/* The caller has room for only this much. */
START_TEST(what_is_longer_than_its_room_is_told)
{
	static const struct {
		unsigned long request;
		const char *fault;
	} calls[] = {
		{ BLKRAGET, "line 3: the data have another length" },
		{ SG_IO, "line 5: the data have another length" },
		{ 0, "line 7: more bytes were read" },
	};
	struct host *replay = load(HEAD "open /dev/sda = 0\n"
					"ioctl /dev/sda BLKRAGET = 0\n"
					" in 80 00*8\n"
					"sg_io /dev/sda in 4 00.00 = 0\n"
					" in 00*5\n"
					"pread /dev/sda 8 0 = 9 zeros=1\n"
					"end\n");
	struct host *host = replay;
	uint8_t cdb[2] = { 0, 0 }, room[16];
	struct sg_io_hdr io = {
		.interface_id = 'S',
		.dxfer_direction = SG_DXFER_FROM_DEV,
		.cmd_len = sizeof(cdb),
		.cmdp = cdb,
		.dxfer_len = 4,
		.dxferp = room,
	};
	int fd = host_open(host, "/dev/sda", O_RDONLY);
	ssize_t got;

	memset(room, 0xee, sizeof(room));
	if (calls[_i].request)
		got = host_ioctl(host, fd, calls[_i].request,
				 calls[_i].request == SG_IO ? (void *)&io : room);
	else
		got = host_pread(host, fd, room, 8, 0);
	ck_assert_int_eq(got, -EIO);
	ck_assert_ptr_nonnull(replay_fault(replay));
	ck_assert_ptr_nonnull(strstr(replay_fault(replay), calls[_i].fault));
	ck_assert_uint_eq(room[8], 0xee);
	recording_free(replay);
}
END_TEST

/* Longer texts lose the byte of the NUL. */
START_TEST(texts_longer_than_their_room_are_cut)
{
	struct host *replay = load(HEAD "real_path /a = 10\n"
					" text /123456789\n"
					"end\n");
	char text[12];

	memset(text, '?', sizeof(text));
	ck_assert_int_eq(host_real_path(replay, "/a", text, 10), 9);
	ck_assert_str_eq(text, "/12345678");
	ck_assert_int_eq(text[10], '?');
	recording_free(replay);
}
END_TEST

START_TEST(lists_files_and_secrets)
{
	struct host *replay = load(HEAD "glob /sys/a/* = 0\n"
					" name /sys/a/b%20c\n"
					" name /sys/a/d\n"
					"glob /sys/e/* = -12\n"
					"open pw = 0\n"
					"read_secret pw = 0\n"
					"read_secret pw = -7\n"
					"read_stream pw 4 = 3\n"
					"read_stream pw 8 = 9\n"
					"end\n");
	struct host *host = replay;
	int fd = host_open(host, "pw", O_RDONLY);
	struct host_paths paths;
	char text[80] = "";

	ck_assert_int_eq(host_glob(host, "/sys/a/*", &paths), 0);
	ck_assert_uint_eq(paths.n, 2);
	ck_assert_str_eq(paths.path[0], "/sys/a/b c");
	ck_assert_str_eq(paths.path[1], "/sys/a/d");
	host_paths_free(&paths);
	ck_assert_int_eq(host_glob(host, "/sys/e/*", &paths), -ENOMEM);
	ck_assert_int_eq(host_glob(host, "/sys/f/*", &paths), 0);
	ck_assert_uint_eq(paths.n, 0);
	ck_assert_int_eq(host_read_secret(host, fd, text, sizeof(text)), 0);
	ck_assert_str_eq(text, "0");
	ck_assert_int_eq(host_read_secret(host, fd, text, sizeof(text)), -E2BIG);
	ck_assert_int_eq(host_read_stream(host, fd, text, 4), 3);
	ck_assert_mem_eq(text, "000", 3);
	ck_assert_int_eq(host_read_stream(host, fd, text, 8), -EIO);
	recording_free(replay);
}
END_TEST

/* Names and paths must have a slash, as from the kernel: code relies on that. */
START_TEST(names_and_paths_are_absolute)
{
	struct host *replay = load(HEAD "real_path /sys/dev/block/8:0 = 1\n"
					" text x\n"
					"real_path /sys/dev/block/8:1 = 0\n"
					"glob /sys/a/* = 0\n"
					" name /sys/a/b\n"
					" name dm-0\n"
					"end\n");
	struct host *host = replay;
	struct host_paths paths;
	char text[80];

	ck_assert_int_eq(host_real_path(host, "/sys/dev/block/8:0", text, sizeof(text)), -EIO);
	ck_assert_int_eq(host_real_path(host, "/sys/dev/block/8:1", text, sizeof(text)), -EIO);
	ck_assert_int_eq(host_glob(host, "/sys/a/*", &paths), -EIO);
	host_paths_free(&paths);
	recording_free(replay);
}
END_TEST

/* The kernel below would make the file and the folder. */
START_TEST(nothing_real_is_changed)
{
	struct host *replay = load(HEAD "open /dev/sda = 0\n"
					"save_file /none/a = 0\n"
					"end\n");
	char buffer[512], text[8];
	struct read_queue_setup setup = { .depth = 1,
					  .buffer = buffer,
					  .slot_bytes = sizeof(buffer) };
	struct read_queue *queue = NULL;

	setup.fd = host_open(replay, "/dev/sda", O_RDWR);
	ck_assert_int_eq(host_queue_open(replay, &setup, &queue), -EOPNOTSUPP);
	host_sync(replay);
	ck_assert_int_eq(host_drop_cache(replay, setup.fd), 0);
	ck_assert_int_eq(host_save_file(replay, "/none/a", "", 0, SAVE_PUBLIC), 0);
	ck_assert_int_eq(host_keep_file(replay, "/none/b/c", "", 0), 0);
	ck_assert_int_eq(host_read_kept(replay, "/none/b/c", text, sizeof(text)), -ENOENT);
	ck_assert_int_eq(host_drop_kept(replay, "/none/b/c"), 0);
	ck_assert_ptr_null(replay_fault(replay));
	ck_assert_int_eq(host_pwrite(replay, setup.fd, buffer, 512, 0), -EIO);
	ck_assert_str_eq(replay_fault(replay), "nothing is recorded for: pwrite /dev/sda 512 0");
	ck_assert_int_eq(host_pwrite(replay, 1, "x", 1, 0), -EIO);
	ck_assert_int_eq(host_folder(replay, "/tmp/none", true), -ENODATA);
	ck_assert_int_eq(host_folder(replay, "/tmp/none", false), -ENODATA);
	ck_assert_int_eq(host_write_file(replay, "/none/d", "1"), -ENODATA);
	recording_free(replay);
}
END_TEST

Suite *replay_suite(void)
{
	Suite *suite = suite_create("replay");

	add_rows(suite, "hostile", hostile_text_gives_its_line, ROWS(hostile));
	add_case(suite, "zero_byte", zero_byte_gives_its_line);
	add_case(suite, "order", answers_come_in_order_and_the_last_one_again);
	add_case(suite, "texts", texts_and_the_clock);
	add_case(suite, "faults", what_is_not_there_or_does_not_fit_is_told);
	add_case(suite, "files", lists_files_and_secrets);
	add_case(suite, "absolute", names_and_paths_are_absolute);
	add_case(suite, "sense", sense_longer_than_its_room_is_cut);
	add_rows(suite, "longer", what_is_longer_than_its_room_is_told, 3);
	add_case(suite, "changes", nothing_real_is_changed);
	add_case(suite, "cut", texts_longer_than_their_room_are_cut);
	return suite;
}
