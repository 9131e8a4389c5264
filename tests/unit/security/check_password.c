// SPDX-License-Identifier: GPL-2.0-or-later
/* Password files: a warning if others can read the file, a refusal if others can write it. */
#include "suites.h"
#include "fake_machine.h"
#include "host.h"
#include "lib/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct owned {
	mode_t mode;
	bool refused;
	const char *said;
} files[] = {
	{ 0600, false, NULL },
	{ 0400, false, NULL },
	{ 0644, false, "(mode 0644): try chmod 600" },
	{ 0620, false, "(mode 0620): try chmod 600" },
	{ 0600, true, "/password: the reason" },
};

static const struct owned *row;

static int (*machine_fstat)(struct host *, int, struct stat *);

static int fstat_of_row(struct host *host, int fd, struct stat *st)
{
	int err = machine_fstat(host, fd, st);

	if (!err && S_ISREG(st->st_mode))
		st->st_mode = S_IFREG | row->mode;
	return err;
}

static int judge_by_row(struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES])
{
	(void)host;
	(void)fd;
	(void)path;
	strcpy(why, "the reason");
	return row->refused;
}

START_TEST(who_else_knows_the_password)
{
	struct fake_machine *machine = fake_machine("sda ata id=hdd");
	struct host_ops *ops = (struct host_ops *)(uintptr_t)fake_host(machine)->ops;
	char path[200], line[400];
	struct fake_run run;
	FILE *file;

	row = &files[_i];
	snprintf(path, sizeof(path), "%s/password", scratch_folder());
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs("abc\n", file);
	fclose(file);
	snprintf(line, sizeof(line), "--security-password-file %s --security-set-pass /dev/sda",
		 path);
	machine_fstat = ops->fstat;
	ops->fstat = fstat_of_row;
	ops->judge_input = judge_by_row;
	run = fake_run(machine, line);
	ck_assert_msg(run.status == (row->refused ? EPERM : 0), "%s", run.err);
	ck_assert(!strstr(fake_machine_log(machine), "SECURITY SET PASSWORD") == row->refused);
	if (row->said)
		ck_assert_msg(strstr(run.err, row->said), "%s", run.err);
	else
		ck_assert_str_eq(run.err, "");
	fake_run_free(&run);
	unlink(path);
	fake_machine_free(machine);
}
END_TEST

Suite *password_suite(void)
{
	Suite *suite = suite_create("password");
	TCase *tcase = tcase_create("password file");

	tcase_add_loop_test(tcase, who_else_knows_the_password, 0,
			    sizeof(files) / sizeof(files[0]));
	suite_add_tcase(suite, tcase);
	return suite;
}
