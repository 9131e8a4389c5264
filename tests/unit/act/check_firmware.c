// SPDX-License-Identifier: GPL-2.0-or-later
/* A firmware file that becomes shorter between stat and read. */
#include "suites.h"
#include "fake_machine.h"
#include "host.h"
#include "lib/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { IMAGE_BYTES = 2048, LOST_BYTES = 512 };

static int (*machine_fstat)(struct host *, int, struct stat *);

static int fstat_before(struct host *host, int fd, struct stat *st)
{
	int err = machine_fstat(host, fd, st);

	if (!err && S_ISREG(st->st_mode))
		st->st_size += LOST_BYTES;
	return err;
}

static void make_image(char path[200])
{
	static const char image[IMAGE_BYTES] = "NEWFW1.0";
	FILE *file;

	snprintf(path, 200, "%s/image", scratch_folder());
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(image, 1, sizeof(image), file), sizeof(image));
	fclose(file);
}

START_TEST(a_part_of_an_image_is_not_sent)
{
	struct fake_machine *machine = fake_machine("sda ata id=hdd firmware=4");
	struct host_ops *ops = (struct host_ops *)(uintptr_t)fake_host(machine)->ops;
	char path[200], line[400];
	struct fake_run run;

	make_image(path);
	snprintf(line, sizeof(line),
		 "--yes-i-know-what-i-am-doing --please-destroy-my-drive --fwdownload %s /dev/sda",
		 path);
	machine_fstat = ops->fstat;
	ops->fstat = fstat_before;
	run = fake_run(machine, line);
	ck_assert_int_eq(run.status, EIO);
	ck_assert_ptr_null(strstr(fake_machine_log(machine), "DOWNLOAD"));
	ck_assert_ptr_nonnull(strstr(run.err, "reading"));
	fake_run_free(&run);
	ops->fstat = machine_fstat;
	run = fake_run(machine, line);
	ck_assert_msg(run.status == 0, "%s", run.err);
	ck_assert_ptr_nonnull(strstr(fake_machine_log(machine), "DOWNLOAD"));
	fake_run_free(&run);
	ck_assert_int_eq(fake_open_files(machine), 0);
	unlink(path);
	fake_machine_free(machine);
}
END_TEST

Suite *firmware_suite(void)
{
	Suite *suite = suite_create("firmware");

	add_case(suite, "short read", a_part_of_an_image_is_not_sent);
	return suite;
}
