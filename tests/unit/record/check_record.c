// SPDX-License-Identifier: GPL-2.0-or-later
/* A recording has no serial number of a drive, unless requested. */
#include "device.h"
#include "suites.h"
#include "fake_machine.h"
#include "host.h"
#include "lib/scratch.h"
#include "recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SERIAL "SN-4711-ABCD"

static int glob_links(struct host *host, const char *pattern, struct host_paths *paths)
{
	static const char *const names[] = { "/dev/disk/by-id/ata-DISK_" SERIAL "-part1",
					     "/dev/mapper/" SERIAL };

	(void)host;
	(void)pattern;
	*paths = (struct host_paths){ calloc(2, sizeof(char *)), 2 };
	for (size_t i = 0; i < 2; i++)
		paths->path[i] = strdup(names[i]);
	return 0;
}

static ssize_t read_serial(struct host *host, const char *path, char *buf, size_t size)
{
	(void)host;
	return strcmp(path, "/sys/serial") ? -1 : snprintf(buf, size, "%s", SERIAL);
}

/* Ask a drive for its IDENTIFY data, and the machine for files with its serial number. */
static void ask(struct host *host)
{
	struct host_paths paths;
	struct device dev;
	char text[64];

	ck_assert_int_eq(device_open(&dev, host, "/dev/sda", O_RDONLY), 0);
	ck_assert_int_eq(device_identify(&dev, ATA_QUIET_MISSING), 0);
	device_close(&dev);
	ck_assert_int_eq(host_glob(host, "/x/*", &paths), 0);
	host_paths_free(&paths);
	ck_assert_int_gt(host_read_file(host, "/sys/serial", text, sizeof(text)), 0);
	ck_assert_str_eq(text, SERIAL);
}

START_TEST(serial_numbers_stay_out_of_names_and_texts)
{
	struct fake_machine *machine = fake_machine("sda sat serial=" SERIAL);
	struct host_ops *ops = (struct host_ops *)(uintptr_t)fake_host(machine)->ops;
	char path[200], *text;
	struct host *recorder;

	snprintf(path, sizeof(path), "%s/recording", scratch_folder());
	ops->glob = glob_links;
	ops->read_file = read_serial;
	recorder = recorder_new(fake_host(machine), _i);
	ck_assert_ptr_nonnull(recorder);
	ask(recorder);
	ck_assert_int_eq(recorder_save(recorder, path), 0);
	recording_free(recorder);
	text = calloc(1, 1 << 16);
	ck_assert_int_gt(host_kernel_ops.read_file(NULL, path, text, 1 << 16), 0);
	ck_assert_msg(!strstr(text, SERIAL) == !_i, "%s", text);
	ck_assert_ptr_nonnull(strstr(text, " name /dev/mapper/"));
	ck_assert_ptr_nonnull(strstr(text, "-part1"));
	free(text);
	unlink(path);
	fake_machine_free(machine);
}
END_TEST

/* A journal has a password; a replay does not touch the machine's files. */
START_TEST(what_is_kept_is_not_recorded)
{
	static const char kept[] = "hdparm-erase 1\nserial OTHER-77\npassword 6864706172\n";
	struct fake_machine *machine = fake_machine("sda sat serial=" SERIAL);
	char path[200], text[4096], fault[REPLAY_FAULT_BYTES];
	struct host *recorder = recorder_new(fake_host(machine), true), *replay;

	snprintf(path, sizeof(path), "%s/recording", scratch_folder());
	ck_assert_ptr_nonnull(recorder);
	ck_assert_int_eq(host_keep_file(recorder, "/var/lib/x/" SERIAL, kept, strlen(kept)), 0);
	ck_assert_int_eq(host_read_kept(recorder, "/var/lib/x/" SERIAL, text, sizeof(text)),
			 (ssize_t)strlen(kept));
	ck_assert_str_eq(text, kept);
	ck_assert_int_eq(recorder_save(recorder, path), 0);
	recording_free(recorder);
	ck_assert_int_gt(host_kernel_ops.read_file(NULL, path, text, sizeof(text)), 0);
	ck_assert_str_eq(text, "hdparm-recording 1\n# serial numbers are included\nend");
	replay = replay_new(fake_host(machine), text, strlen(text), fault);
	ck_assert_ptr_nonnull(replay);
	ck_assert_int_eq(host_read_kept(replay, "/var/lib/x/" SERIAL, text, sizeof(text)), -ENOENT);
	ck_assert_int_eq(host_keep_file(replay, "/var/lib/x/0", kept, strlen(kept)), 0);
	ck_assert_int_eq(host_drop_kept(replay, "/var/lib/x/" SERIAL), 0);
	ck_assert_ptr_null(replay_fault(replay));
	recording_free(replay);
	ck_assert_int_eq(host_read_kept(fake_host(machine), "/var/lib/x/0", text, sizeof(text)),
			 -ENOENT);
	ck_assert_int_eq(
		host_read_kept(fake_host(machine), "/var/lib/x/" SERIAL, text, sizeof(text)),
		(ssize_t)strlen(kept));
	unlink(path);
	fake_machine_free(machine);
}
END_TEST

static ssize_t read_any_serial(struct host *host, const char *path, char *buf, size_t size)
{
	(void)host;
	return snprintf(buf, size, "N%.8s", path + strlen("/sys/"));
}

START_TEST(more_names_than_can_be_masked_are_not_saved)
{
	static const struct host_ops ops = { .read_file = read_any_serial };
	struct host kernel = { .ops = &host_kernel_ops }, host = { .ops = &ops, .below = &kernel };
	char path[200], name[64], text[32];
	struct host *recorder = recorder_new(&host, _i);

	snprintf(path, sizeof(path), "%s/recording", scratch_folder());
	ck_assert_ptr_nonnull(recorder);
	for (int i = 0; i < 10000; i++) {
		snprintf(name, sizeof(name), "/sys/%08d/serial", i);
		ck_assert_int_eq(host_read_file(recorder, name, text, sizeof(text)), 9);
	}
	ck_assert_int_eq(recorder_save(recorder, path), _i ? 0 : -ENOMEM);
	recording_free(recorder);
	unlink(path);
}
END_TEST

Suite *record_suite(void)
{
	Suite *suite = suite_create("record");

	add_rows(suite, "serials", serial_numbers_stay_out_of_names_and_texts, 2);
	add_case(suite, "kept", what_is_kept_is_not_recorded);
	add_rows(suite, "many", more_names_than_can_be_masked_are_not_saved, 2);
	return suite;
}
