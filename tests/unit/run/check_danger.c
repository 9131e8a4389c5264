// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The options that people fear. For each line: without its consent nothing is sent; and whichever
 * command fails, in whatever way, the run says so, exits with an error, leaves nothing open and
 * sends no further command that changes anything.
 */
#include "suites.h"
#include "fake_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define YES	    "--yes-i-know-what-i-am-doing "
#define DESTROY	    "--please-destroy-my-drive "
#define ID_SECURED  "sda sat id=hdd w128=23 user-password=abc"
#define ID_LOCKED   "sda sat id=hdd w128=27 user-password=abc"
#define ID_SANITIZE "sda sat id=hdd w59=f510"

static const struct {
	const char *line;
	const char *device;
	const char *consent; /* NULL: it needs none */
} lines[] = {
	{ "-N1000 /dev/sda", "sda sat id=hdd", YES },
	{ "-Np1000 /dev/sda", "sda sat id=hdd", YES },
	{ "-N1000 /dev/sda", "sda sat id=ata4 w82.10=1", YES },
	{ "-N1000 /dev/sda", "sda sat id=hdd w82.10=0 w119.8=1", YES },
	{ "--dco-restore /dev/sda", "sda sat id=hdd dco-max=2000000000", YES },
	{ "--dco-setmax 1000 /dev/sda", "sda sat id=hdd", YES },
	{ "--dco-freeze /dev/sda", "sda sat id=hdd", NULL },
	{ "--security-freeze /dev/sda", "sda sat id=hdd", NULL },
	{ "--security-set-pass abc /dev/sda", "sda sat id=hdd", NULL },
	{ "--user-master m --security-set-pass abc /dev/sda", "sda sat id=hdd", NULL },
	{ "--security-unlock abc /dev/sda", ID_LOCKED, NULL },
	{ "--security-disable abc /dev/sda", ID_LOCKED, NULL },
	{ "--security-erase abc /dev/sda", ID_SECURED, NULL },
	{ "--security-erase-enhanced abc /dev/sda", ID_SECURED, NULL },
	{ "--sanitize-block-erase /dev/sda", ID_SANITIZE, YES },
	{ "--wait --sanitize-block-erase /dev/sda", ID_SANITIZE, YES },
	{ "--sanitize-crypto-scramble /dev/sda", ID_SANITIZE, YES },
	{ "--sanitize-overwrite hex:12345678 /dev/sda", ID_SANITIZE, YES },
	{ "--sanitize-freeze-lock /dev/sda", ID_SANITIZE, NULL },
	{ "--sanitize-antifreeze-lock /dev/sda", ID_SANITIZE, NULL },
	{ "--make-bad-sector 5 /dev/sda", "sda sat id=hdd", YES },
	{ "--write-sector 5 /dev/sda", "sda sat id=hdd", YES },
	{ "--repair-sector 5 /dev/sda", "sda sat id=ata4", YES },
	{ "--trim-sector-ranges 5:1 10:200000 /dev/sda", "sda sat id=ssd w105=1", DESTROY },
	{ "-J100 /dev/sda", "sda sat id=hdd", DESTROY },
	{ "--fwactivate /dev/sda", "sda sat id=hdd", YES DESTROY },
};

static const char *const faults[] = { "abrt", "lost=ETIMEDOUT", "lost=EBADE", "df" };

enum { MOST_COMMANDS = 24, LINE_BYTES = 256 };

static void full_line(unsigned row, char line[LINE_BYTES])
{
	snprintf(line, LINE_BYTES, "%s%s", lines[row].consent ? lines[row].consent : "",
		 lines[row].line);
}

/* Commands that may follow a failure: questions, and the way out of a vendor's mode. */
static bool harmless(const char *command)
{
	static const char *const known[] = {
		"sda IDENTIFY",
		"sda READ NATIVE MAX",
		"sda ACCESSIBLE MAX ADDRESS CONFIGURATION\n",
		"sda SANITIZE DEVICE\n",
		"sda WESTERN DIGITAL VENDOR MODE feature=44",
		/* -J asks again after it was set, which has its own key and mode */
		"sda WESTERN DIGITAL VENDOR MODE feature=45",
		"sda SMART WRITE LOG feature=d6 count=01 lba=c24fbe data=2de44b3e",
		"sda SMART READ LOG",
		"sda open exclusive",
		"sda BLKFLSBUF",
		/* -N shows what there is, by the command that asks */
		"sda DEVICE CONFIGURATION IDENTIFY",
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (!strncmp(command, known[i], strlen(known[i])))
			return true;
	}
	return false;
}

static void check_log(const char *line, const char *fault, const char *log)
{
	const char *at = strstr(log, " -> ");

	while (at && (at = strchr(at, '\n')) && at[1]) {
		at++;
		ck_assert_msg(harmless(at), "%s: after %s: %s", line, fault, log);
	}
}

static bool try_fault(unsigned row, unsigned nth, const char *fault)
{
	struct fake_machine *machine = fake_machine(lines[row].device);
	char line[LINE_BYTES], change[64];
	struct fake_run run;
	bool met;

	full_line(row, line);
	snprintf(change, sizeof(change), "sda fault nth=%u %s", nth, fault);
	fake_change(machine, change);
	run = fake_run(machine, line);
	met = fake_commands(machine) >= nth;
	if (met) {
		ck_assert_msg(*run.err, "%s: %s at %u: no message", line, fault, nth);
		/* IDENTIFY DEVICE failed, and IDENTIFY PACKET DEVICE answered: all the rest goes */
		ck_assert_msg(run.status != 0, "%s: %s at %u: status 0: %s%s", line, fault, nth,
			      run.err, fake_machine_log(machine));
		check_log(line, fault, fake_machine_log(machine));
		ck_assert_int_eq(fake_open_files(machine), 0);
		ck_assert_ptr_null(strstr(run.out, "abc"));
		ck_assert_ptr_null(strstr(run.err, "abc"));
	}
	fake_run_free(&run);
	fake_machine_free(machine);
	return met;
}

START_TEST(kth_command_fails)
{
	for (size_t f = 0; f < sizeof(faults) / sizeof(faults[0]); f++) {
		unsigned nth = 1;

		while (nth <= MOST_COMMANDS && try_fault((unsigned)_i, nth, faults[f]))
			nth++;
		ck_assert_uint_gt(nth, 1);
		ck_assert_uint_le(nth, MOST_COMMANDS);
	}
}
END_TEST

START_TEST(without_consent_nothing_changes)
{
	struct fake_machine *machine = fake_machine(lines[_i].device);
	char line[LINE_BYTES];
	struct fake_run run;
	const char *at;

	if (lines[_i].consent) {
		run = fake_run(machine, lines[_i].line);
		ck_assert_int_eq(run.status, 1);
		ck_assert_ptr_nonnull(strstr(run.err, "DANGEROUS"));
		/* what depends on the drive's size may ask for it, and no more */
		for (at = fake_machine_log(machine); *at; at = strchr(at, '\n') + 1)
			ck_assert_msg(!strncmp(at, "sda IDENTIFY", 12), "%s: %s", lines[_i].line,
				      at);
		fake_run_free(&run);
	}
	/* and the reverse: with consent something is sent */
	full_line((unsigned)_i, line);
	run = fake_run(machine, line);
	ck_assert_uint_gt(fake_commands(machine), 0);
	fake_run_free(&run);
	fake_machine_free(machine);
}
END_TEST

/* Everything that would destroy a whole drive, on one that is in use in each possible way. */
START_TEST(a_drive_in_use_is_left_alone)
{
	static const char *const uses[] = { "mounted", "swapped", "holder=md0", "looped", "busy" };
	static const char *const words[] = { "is mounted on", "swapping", "is part of", "is behind",
					     "holds it" };
	static const char *const destroys[] = {
		YES "-N1000 /dev/sda",
		YES "--dco-restore /dev/sda",
		YES "--dco-setmax 1000 /dev/sda",
		"--security-erase abc /dev/sda",
		"--security-erase-enhanced abc /dev/sda",
		YES "--sanitize-block-erase /dev/sda",
		YES "--sanitize-crypto-scramble /dev/sda",
		YES "--sanitize-overwrite hex:00000000 /dev/sda",
	};

	for (unsigned partition = 0; partition < 2; partition++) {
		struct fake_machine *machine = fake_machine(
			"sda sat id=hdd w59=f510 w128=23 user-password=abc dco-max=2000000000");
		char use[64];
		struct fake_run run;

		if (partition)
			fake_add(machine, "sda1 part-of=sda start=2048");
		snprintf(use, sizeof(use), "%s %s", partition ? "sda1" : "sda", uses[_i]);
		fake_change(machine, use);
		for (size_t i = 0; i < sizeof(destroys) / sizeof(destroys[0]); i++) {
			fake_machine_log_clear(machine);
			run = fake_run(machine, destroys[i]);
			ck_assert_msg(run.status == 16, "%s, %s: %d: %s", destroys[i], use,
				      run.status, run.err);
			ck_assert_msg(strstr(run.err, words[_i]), "%s", run.err);
			for (const char *at = fake_machine_log(machine); *at;
			     at = strchr(at, '\n') + 1)
				ck_assert_msg(harmless(at), "%s, %s: %s", destroys[i], use, at);
			fake_run_free(&run);
		}
		fake_machine_free(machine);
	}
}
END_TEST

Suite *danger_suite(void)
{
	Suite *suite = suite_create("danger");

	add_rows(suite, "kth_command", kth_command_fails, ROWS(lines));
	add_rows(suite, "consent", without_consent_nothing_changes, ROWS(lines));
	add_rows(suite, "in_use", a_drive_in_use_is_left_alone, 5);
	return suite;
}
