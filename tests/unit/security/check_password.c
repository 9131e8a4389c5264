// SPDX-License-Identifier: GPL-2.0-or-later
/* A password file that other users can read or write is used, with a warning. */
#include "suites.h"
#include "fake_machine.h"
#include "host.h"
#include "lib/scratch.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct owned {
	unsigned owner, user;
	mode_t mode;
	const char *said; /* NULL: nothing */
} files[] = {
	{ 0, 0, 0600, NULL },
	{ 1000, 1000, 0600, NULL },
	{ 0, 1000, 0600, NULL },
	{ 1000, 0, 0600, "another user owns" },
	{ 1000, 0, 0400, "another user owns" },
	{ 1001, 1000, 0600, "another user owns" },
	{ 1000, 0, 0644, "(mode 0644): try chmod 600" },
	{ 0, 0, 0620, "(mode 0620): try chmod 600" },
};

static const struct owned *row;

/* The machine's own, for its devices as well. */
static int (*machine_fstat)(struct host *, int, struct stat *);

static int fstat_of_row(struct host *host, int fd, struct stat *st)
{
	int err = machine_fstat(host, fd, st);

	if (!err && S_ISREG(st->st_mode)) {
		st->st_mode = S_IFREG | row->mode;
		st->st_uid = row->owner;
	}
	return err;
}

static unsigned user_of_row(struct host *host)
{
	(void)host;
	return row->user;
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
	ops->effective_user = user_of_row;
	run = fake_run(machine, line);
	ck_assert_msg(run.status == 0, "%s", run.err);
	ck_assert_ptr_nonnull(strstr(fake_machine_log(machine), "SECURITY SET PASSWORD"));
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
