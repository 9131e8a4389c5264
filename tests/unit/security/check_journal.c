// SPDX-License-Identifier: GPL-2.0-or-later
/* The journal of an erase: its text is complete or refused; its file belongs to one drive. */
#include "suites.h"
#include "device.h"
#include "security/journal.h"
#include "fake_machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static const struct erase_journal full = {
	.step = "set-password",
	.when = 1700000000,
	.model = "FAKE DISK",
	.serial = "SN 1",
	.method = "security-erase",
	.has_password = true,
	.password = "hdparm",
	.failed = 3,
	.since = "boot/7",
	.tried = 5,
};

static void same(const struct erase_journal *a, const struct erase_journal *b)
{
	ck_assert_str_eq(a->step, b->step);
	ck_assert_int_eq(a->when, b->when);
	ck_assert_str_eq(a->model, b->model);
	ck_assert_str_eq(a->serial, b->serial);
	ck_assert_str_eq(a->method, b->method);
	ck_assert_int_eq(a->has_password, b->has_password);
	ck_assert_int_eq(a->master, b->master);
	ck_assert_mem_eq(a->password, b->password, sizeof(a->password));
	ck_assert_uint_eq(a->failed, b->failed);
	ck_assert_str_eq(a->since, b->since);
	ck_assert_uint_eq(a->tried, b->tried);
}

START_TEST(what_is_written_is_read)
{
	struct erase_journal journal = full, got;
	char text[JOURNAL_BYTES];

	journal.has_password = _i & 1;
	journal.master = _i & 2;
	if (!journal.has_password)
		memset(journal.password, 0, sizeof(journal.password));
	if (_i & 4)
		journal.serial[0] = journal.since[0] = '\0';
	memset(journal.model, 'm', sizeof(journal.model) - 1);
	ck_assert_uint_eq(journal_encode(&journal, text), strlen(text));
	ck_assert_int_eq(journal_decode(text, &got), 0);
	same(&got, &journal);
}
END_TEST

START_TEST(what_is_not_whole_is_no_journal)
{
	char text[JOURNAL_BYTES], cut[JOURNAL_BYTES];
	struct erase_journal got;
	size_t n = journal_encode(&full, text);

	for (size_t i = 0; i < n; i++) {
		snprintf(cut, sizeof(cut), "%.*s", (int)i, text);
		ck_assert_int_eq(journal_decode(cut, &got), -EBADMSG);
		/*
		 * one byte changed: the journal is read or refused, without a read beyond its end
		 */
		memcpy(cut, text, n + 1);
		cut[i] = '\n';
		journal_decode(cut, &got);
		cut[i] = '0';
		journal_decode(cut, &got);
	}
}
END_TEST

static const struct {
	const char *line, *instead;
} wrong[] = {
	{ "hdparm-erase 1\n", "hdparm-erase 2\n" },
	{ "step set-password\n", "" },
	{ "step set-password\n", "step a-word-too-long-for-it\n" },
	{ "step set-password\n", "step sixteen-bytes-no\n" },
	{ "step set-password\n", "step a\nstep a\n" },
	{ "step set-password\n", "step\n" },
	{ "when 1700000000\n", "when -1\n" },
	{ "when 1700000000\n", "when 1x\n" },
	{ "failed 3\n", "failed 70000\n" },
	{ "tried 5\n", "" },
	{ "tried 5\n", "tried 4294967296\n" },
	{ "since boot/7\n", "" },
	{ "whose user\n", "" },
	{ "whose user\n", "whose we\n" },
	{ "whose user\n", "whose user\ncolour red\n" },
	{ "password 68", "password 6" },
	{ "end\n", "" },
	{ "end\n", "end\nmore\n" },
};

START_TEST(what_is_wrong_is_no_journal)
{
	char text[JOURNAL_BYTES], other[2 * JOURNAL_BYTES];
	struct erase_journal got;
	const char *at;

	journal_encode(&full, text);
	ck_assert_int_eq(journal_decode(text, &got), 0);
	at = strstr(text, wrong[_i].line);
	ck_assert_ptr_nonnull(at);
	snprintf(other, sizeof(other), "%.*s%s%s", (int)(at - text), text, wrong[_i].instead,
		 at + strlen(wrong[_i].line));
	ck_assert_int_eq(journal_decode(other, &got), -EBADMSG);
}
END_TEST

START_TEST(nothing_is_no_journal)
{
	struct erase_journal got;

	ck_assert_int_eq(journal_decode("", &got), -EBADMSG);
	ck_assert_int_eq(journal_decode("hdparm-erase 1\nend\n", &got), -EBADMSG);
}
END_TEST

/* A job with the members that the journal uses, for a described drive. */
struct bench {
	struct fake_machine *machine;
	struct device dev;
	struct report out;
	struct job job;
};

static void begin(struct bench *bench, struct fake_machine *machine, const char *path)
{
	bench->machine = machine;
	bench->out = (struct report){ .verbose = false };
	ck_assert_int_eq(device_open(&bench->dev, fake_host(machine), path, O_RDONLY), 0);
	ck_assert_int_eq(device_identify(&bench->dev, ATA_QUIET_MISSING), 0);
	bench->job = (struct job){ .host = fake_host(machine),
				   .dev = &bench->dev,
				   .drive = drive_of(&bench->dev),
				   .out = &bench->out };
}

/* Number of files of that name in the folder: 1 or 0. */
static size_t kept(struct bench *bench, const char *name)
{
	char path[200], text[JOURNAL_BYTES];

	snprintf(path, sizeof(path), "%s/%s", JOURNAL_FOLDER, name);
	return host_read_kept(bench->job.host, path, text, sizeof(text)) > 0;
}

START_TEST(a_drive_finds_its_own)
{
	struct bench bench;
	struct erase_journal journal = full, got;

	begin(&bench, fake_machine("sda sat id=ssd serial=S/1 w108=5000 w109=c500"), "/dev/sda");
	ck_assert_int_eq(journal_read(&bench.job, &got), -ENOENT);
	ck_assert_int_eq(journal_remove(&bench.job), 0);
	ck_assert_int_eq(journal_write(&bench.job, &journal), 0);
	ck_assert_str_eq(journal.serial, "S/1");
	ck_assert_int_eq(journal_read(&bench.job, &got), 0);
	same(&got, &journal);
	ck_assert_int_eq(journal_remove(&bench.job), 0);
	ck_assert_int_eq(journal_read(&bench.job, &got), -ENOENT);
	device_close(&bench.dev);
	fake_machine_free(bench.machine);
}
END_TEST

START_TEST(a_name_without_a_world_wide_one)
{
	struct bench bench;
	struct erase_journal journal = full;

	begin(&bench,
	      fake_machine("sda sat id=hdd model=a/../b:c serial=.. w108=0 w109=0 w110=0 w111=0"),
	      "/dev/sda");
	ck_assert_int_eq(journal_write(&bench.job, &journal), 0);
	ck_assert_uint_eq(kept(&bench, "a_.._b_c_.."), 1);
	device_close(&bench.dev);
	fake_machine_free(bench.machine);
}
END_TEST

/* Makers have given the same world wide name to many drives. */
START_TEST(another_drives_stays)
{
	static const char *const wwn = "w108=5000 w109=1111 w110=0 w111=1";
	struct fake_machine *machine;
	struct bench one, two;
	struct erase_journal journal = full, got;
	char text[200];

	snprintf(text, sizeof(text), "sda sat id=ssd serial=ONE %s", wwn);
	machine = fake_machine(text);
	snprintf(text, sizeof(text), "sdb sat id=ssd serial=TWO %s", wwn);
	fake_add(machine, text);
	begin(&one, machine, "/dev/sda");
	begin(&two, machine, "/dev/sdb");
	ck_assert_int_eq(journal_write(&one.job, &journal), 0);
	ck_assert_uint_eq(kept(&one, "5000111100000001"), 1);
	ck_assert_int_eq(journal_read(&two.job, &got), -ENOENT);
	journal.failed = 1;
	ck_assert_int_eq(journal_write(&two.job, &journal), 0);
	ck_assert_int_eq(journal_read(&one.job, &got), 0);
	ck_assert_uint_eq(got.failed, 3);
	ck_assert_int_eq(journal_read(&two.job, &got), 0);
	ck_assert_uint_eq(got.failed, 1);
	ck_assert_int_eq(journal_remove(&two.job), 0);
	ck_assert_int_eq(journal_read(&one.job, &got), 0);
	device_close(&one.dev);
	device_close(&two.dev);
	fake_machine_free(machine);
}
END_TEST

/* "A/B" and "A_B" give one file name. */
START_TEST(another_drives_of_the_same_name_stays)
{
	struct fake_machine *machine =
		fake_machine("sda sat id=ssd w108=0 w109=0 w110=0 w111=0 serial=A/B");
	struct bench one, two;
	struct erase_journal journal = full, got;

	fake_add(machine, "sdb sat id=ssd w108=0 w109=0 w110=0 w111=0 serial=A_B");
	begin(&one, machine, "/dev/sda");
	begin(&two, machine, "/dev/sdb");
	ck_assert_int_eq(journal_write(&one.job, &journal), 0);
	journal.failed = 1;
	ck_assert_int_eq(journal_write(&two.job, &journal), -EEXIST);
	ck_assert_int_eq(journal_read(&two.job, &got), -ESTALE);
	ck_assert_int_eq(journal_read(&one.job, &got), 0);
	ck_assert_uint_eq(got.failed, 3);
	device_close(&one.dev);
	device_close(&two.dev);
	fake_machine_free(machine);
}
END_TEST

START_TEST(a_damaged_one_is_told_and_goes)
{
	struct bench bench;
	struct erase_journal journal = full, got;

	begin(&bench, fake_machine("sda sat id=ssd w108=5000 w109=1111 w110=0 w111=1"), "/dev/sda");
	ck_assert_int_eq(host_keep_file(bench.job.host, JOURNAL_FOLDER "/5000111100000001", "x", 1),
			 0);
	ck_assert_int_eq(journal_read(&bench.job, &got), -EBADMSG);
	ck_assert_int_eq(journal_write(&bench.job, &journal), 0);
	ck_assert_int_eq(journal_read(&bench.job, &got), 0);
	ck_assert_int_eq(host_keep_file(bench.job.host, JOURNAL_FOLDER "/5000111100000001", "x", 1),
			 0);
	ck_assert_int_eq(journal_remove(&bench.job), 0);
	ck_assert_int_eq(journal_read(&bench.job, &got), -ENOENT);
	device_close(&bench.dev);
	fake_machine_free(bench.machine);
}
END_TEST

Suite *journal_suite(void)
{
	Suite *suite = suite_create("journal");
	TCase *tcase = tcase_create("journal");

	tcase_add_loop_test(tcase, what_is_written_is_read, 0, 8);
	tcase_add_test(tcase, what_is_not_whole_is_no_journal);
	tcase_add_test(tcase, nothing_is_no_journal);
	tcase_add_loop_test(tcase, what_is_wrong_is_no_journal, 0,
			    sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tcase, a_drive_finds_its_own);
	tcase_add_test(tcase, a_name_without_a_world_wide_one);
	tcase_add_test(tcase, another_drives_stays);
	tcase_add_test(tcase, another_drives_of_the_same_name_stays);
	tcase_add_test(tcase, a_damaged_one_is_told_and_goes);
	suite_add_tcase(suite, tcase);
	return suite;
}
