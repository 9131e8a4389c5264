// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Every failure: for each line the first, second, third ... command fails, until no command meets
 * the fault. Each time there is a message, a non-zero status (except for a query), and nothing is
 * left open.
 */
#include "suites.h"
#include "fake_machine.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *line;
	bool question; /* status 0 without an answer (scripts rely on it) */
} lines[] = {
	{ "-W0 /dev/sda", false },
	{ "-qW0 /dev/sda", false },
	{ "-W1 /dev/sda", false },
	{ "-A0 /dev/sda", false },
	{ "-B128 /dev/sda", false },
	{ "-B255 /dev/sda", false },
	{ "-M128 /dev/sda", false },
	{ "-K1 /dev/sda", false },
	{ "-S12 /dev/sda", false },
	{ "-s0 /dev/sda", false },
	{ "-y /dev/sda", false },
	{ "-Y /dev/sda", false },
	{ "-F /dev/sda", false },
	{ "--idle-immediate /dev/sda", false },
	{ "--idle-unload /dev/sda", false },
	{ "-W /dev/sda", true },
	{ "-B /dev/sda", true },
	{ "-C /dev/sda", true },
	{ "-A1 -W0 -S12 -y /dev/sda", false },
};

static const char *const faults[] = { "abrt", "lost=ETIMEDOUT", "lost=EBADE", "df" };

enum { MOST_COMMANDS = 20 };

/* True if only the read back of a setting failed. */
static bool asks_only(const char *err)
{
	const char *at = err;
	unsigned messages = 0, questions = 0;

	while ((at = strstr(at, "hdparm: ")) != NULL) {
		const char *end = strchr(at, '\n');
		const char *asked = strstr(at, "IDENTIFY DEVICE failed");

		messages++;
		questions += asked && asked < end;
		at = end;
	}
	return messages == questions;
}

static void check_run(const char *line, const struct fake_run *run, bool question,
		      const struct fake_machine *machine)
{
	ck_assert_msg(*run->err, "%s: no message after a failure", line);
	ck_assert_msg(question || asks_only(run->err) || run->status != 0,
		      "%s: status 0 after a failure: %s", line, run->err);
	ck_assert_int_eq(fake_open_files(machine), 0);
}

static bool try_fault(const char *line, unsigned nth, const char *fault, bool question)
{
	struct fake_machine *machine = fake_machine("sda sat id=hdd");
	char change[64];
	struct fake_run run;
	bool met;

	snprintf(change, sizeof(change), "sda fault nth=%u %s", nth, fault);
	fake_change(machine, change);
	run = fake_run(machine, line);
	met = fake_commands(machine) >= nth;
	/* no message only if another command did the work of the failed one */
	if (met && !*run.err)
		ck_assert_msg(fake_commands(machine) > nth, "%s: %s at command %u is lost", line,
			      fault, nth);
	else if (met)
		check_run(line, &run, question, machine);
	fake_run_free(&run);
	fake_machine_free(machine);
	return met;
}

START_TEST(kth_command_fails)
{
	for (size_t f = 0; f < sizeof(faults) / sizeof(faults[0]); f++) {
		unsigned nth = 1;

		while (nth <= MOST_COMMANDS &&
		       try_fault(lines[_i].line, nth, faults[f], lines[_i].question))
			nth++;
		ck_assert_uint_gt(nth, 1);
		ck_assert_uint_le(nth, MOST_COMMANDS);
	}
}
END_TEST

START_TEST(last_command_fails)
{
	struct fake_machine *machine = fake_machine("sda sat id=hdd");
	struct fake_run run;

	fake_change(machine, "sda fault cmd=ef abrt");
	run = fake_run(machine, "-B128 /dev/sda");
	check_run("-B128", &run, false, machine);
	ck_assert_ptr_nonnull(strstr(run.err, "SET FEATURES"));
	ck_assert_ptr_nonnull(strstr(run.err, "ABRT"));
	fake_run_free(&run);
	fake_machine_free(machine);
}
END_TEST

/* A command with an unknown result must not be repeated, by any transport. */
START_TEST(nothing_is_sent_twice)
{
	static const char *const lost[] = { "lost=ETIMEDOUT", "lost=EBADE", "lost=EIO", "abrt" };

	for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++) {
		struct fake_machine *machine = fake_machine("sda sat id=hdd");
		char change[64];
		struct fake_run run;

		snprintf(change, sizeof(change), "sda fault cmd=e3 %s", lost[i]);
		fake_change(machine, change);
		run = fake_run(machine, "-S12 /dev/sda");
		ck_assert_uint_eq(fake_commands(machine), 1);
		ck_assert_int_ne(run.status, 0);
		fake_run_free(&run);
		fake_machine_free(machine);
	}
}
END_TEST

Suite *faults_suite(void)
{
	Suite *suite = suite_create("faults");

	add_rows(suite, "kth_command", kth_command_fails, ROWS(lines));
	add_case(suite, "last_command", last_command_fails);
	add_case(suite, "never_twice", nothing_is_sent_twice);
	return suite;
}
