// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The dangerous options. Without its consent a line sends nothing. Whichever command fails in
 * whatever way: the run reports the failure, exits with an error, leaves nothing open and sends no
 * further change. A signal always gets a report.
 */
#include "suites.h"
#include "fake_machine.h"
#include "lib/scratch.h"
#include "options.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define YES	    "--yes-i-know-what-i-am-doing "
#define DESTROY	    "--please-destroy-my-drive "
#define ID_SECURED  "sda sat id=hdd w128=23 user-password=abc"
#define ID_LOCKED   "sda sat id=hdd w128=27 user-password=abc"
#define ID_SANITIZE "sda sat id=hdd w59=f510"
#define ID_SIZES    "sda sat id=hdd log=2f:0=tests/cli/sector-sizes.hex"

static const struct {
	const char *line;
	const char *device;
	const char *consent; /* required consent; NULL: none */
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
	{ "--security-recover abc /dev/sda", ID_LOCKED, NULL },
	{ "--security-recover abc /dev/sda", ID_SECURED, NULL },
	{ "--security-erase abc /dev/sda", ID_SECURED, NULL },
	{ "--security-erase-enhanced abc /dev/sda", ID_SECURED, NULL },
	{ "--erase /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--erase /dev/sda", ID_SANITIZE, YES DESTROY },
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
	{ "--trim-sector-ranges-stdin /dev/sda", "sda sat id=ssd w105=1", DESTROY },
	{ "-J100 /dev/sda", "sda sat id=hdd", DESTROY },
	{ "-N1000 /dev/sda", "sda sat id=hdd w80.10=1 w82.10=0 w119.8=1", YES },
	{ "--sanitize-status /dev/sda", ID_SANITIZE, NULL },
	{ "--sanitize-block-erase /dev/sda", "sda sas", YES },
	{ "--wait --sanitize-crypto-scramble /dev/sda", "sda sas sanitize-takes=8", YES },
	{ "--sanitize-overwrite hex:12345678 /dev/sda", "sda sas", YES },
	{ "--make-bad-sector 5 /dev/sda", "sda sas", YES },
	{ "--set-sector-size 4096 /dev/sda", ID_SIZES, DESTROY },
	{ "--fwdownload IMAGE /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--fwdownload-mode3 IMAGE /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--fwdownload-mode3-max IMAGE /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--fwdownload-mode7 IMAGE /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--fwdownload-modee IMAGE /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--fwdownload-modee-max IMAGE /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--fwactivate /dev/sda", "sda sat id=hdd", YES DESTROY },
	{ "--fwdownload IMAGE /dev/sda", "sda sas", YES DESTROY },
	{ "--fwdownload-mode3 IMAGE /dev/sda", "sda sas", YES DESTROY },
	{ "--fwdownload-mode7 IMAGE /dev/sda", "sda sas", YES DESTROY },
	{ "--fwdownload-modee IMAGE /dev/sda", "sda sas", YES DESTROY },
	{ "--fwactivate /dev/sda", "sda sas", YES DESTROY },
	{ "--drq-hsm-error /dev/sda", "sda sat id=hdd", NULL },
	{ "-s1 /dev/sda", "sda sat id=hdd", YES },
	{ "-X udma2 /dev/sda", "sda sat id=hdd", NULL },
	{ "-Z /dev/sda", "sda sat id=hdd", NULL },
};

static const char *const faults[] = { "abrt", "lost=ETIMEDOUT", "lost=EBADE", "df" };

enum { MOST_COMMANDS = 24, LINE_BYTES = 256, IMAGE_BYTES = 4096 };

static char image[160];

/* Make firmware of the size that the fake drive accepts, for IMAGE in a line. */
static void make_image(void)
{
	int fd;

	snprintf(image, sizeof(image), "%s/image-XXXXXX", scratch_folder());
	fd = mkstemp(image);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, "NF02", 4), 4);
	ck_assert_int_eq(ftruncate(fd, IMAGE_BYTES), 0);
	close(fd);
}

static void remove_image(void)
{
	unlink(image);
}

static void full_line(unsigned row, bool consent, char line[LINE_BYTES])
{
	const char *at = strstr(lines[row].line, "IMAGE");
	size_t before = at ? (size_t)(at - lines[row].line) : strlen(lines[row].line);

	snprintf(line, LINE_BYTES, "%s%.*s%s%s", consent ? lines[row].consent : "", (int)before,
		 lines[row].line, at ? image : "", at ? at + strlen("IMAGE") : "");
}

static struct fake_machine *machine_for(unsigned row)
{
	struct fake_machine *machine = fake_machine(lines[row].device);

	fake_input(machine, "5:1 10:8\n100:70000\n");
	return machine;
}

/* Commands that may follow a failure: queries, and leaving a vendor mode. */
static bool harmless(const char *command)
{
	static const char *const known[] = {
		"sda IDENTIFY",
		"sda READ LOG EXT",
		"sda READ NATIVE MAX",
		"sda ACCESSIBLE MAX ADDRESS CONFIGURATION\n",
		"sda SANITIZE DEVICE\n",
		"sda WESTERN DIGITAL VENDOR MODE feature=44",
		/* -J reads the timer back after the set, by another key and mode */
		"sda WESTERN DIGITAL VENDOR MODE feature=45",
		"sda SMART WRITE LOG feature=d6 count=01 lba=c24fbe device=a0 data=2de44b3e",
		"sda SMART READ LOG",
		"sda REQUEST SENSE",
		"sda TEST UNIT READY",
		"sda INQUIRY",
		"sda open exclusive",
		"sda BLKFLSBUF",
		/* -N shows the size by this query */
		"sda DEVICE CONFIGURATION IDENTIFY",
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (!strncmp(command, known[i], strlen(known[i])))
			return true;
	}
	return false;
}

/* --erase removes the password that it has set; --security-recover takes a refusal for a wrong
 * password, and tries the next one. */
static bool unlocks(const char *line, const char *command)
{
	return (strstr(line, "--erase ") || strstr(line, "--security-recover")) &&
	       (!strncmp(command, "sda SECURITY UNLOCK", 19) ||
		!strncmp(command, "sda SECURITY DISABLE PASSWORD", 29));
}

static void check_log(const char *line, const char *fault, const char *log)
{
	const char *at = strstr(log, " -> ");

	while (at && (at = strchr(at, '\n')) && at[1]) {
		at++;
		ck_assert_msg(harmless(at) || unlocks(line, at), "%s: after %s: %s", line, fault,
			      log);
	}
}

/* True for a query that was lost, and answered by another way in the next line. */
static bool answered_again(const char *lost)
{
	const char *next = strchr(lost, '\n'), *end = next ? strchr(next + 1, '\n') : NULL;
	const char *way, *bad;

	if (!end || strncmp(strstr(lost, " -> "), " -> lost", 8))
		return false;
	way = strstr(next, "[hdio-");
	bad = strstr(next, " -> ");
	return way && way < end && (!bad || bad > end) && !strncmp(lost, next + 1, 12);
}

/* True if --erase takes its next method after a refused sanitize operation. */
static bool takes_next_method(const char *line, const char *fault, const char *refused)
{
	return strstr(line, "--erase ") && !strcmp(fault, "abrt") &&
	       !strncmp(refused, "sda SANITIZE DEVICE feature=", 28);
}

/* True for a query of the sanitize state, which is repeated until an answer comes. */
static bool asked_again(const char *line, const char *failed)
{
	static const struct {
		const char *question, *again;
	} questions[] = {
		{ "sda SANITIZE DEVICE -> ", "sda SANITIZE DEVICE" },
		{ "sda REQUEST SENSE -> ", "sda REQUEST SENSE" },
		{ "sda TEST UNIT READY -> ", "sda REQUEST SENSE" },
	};

	if (!strstr(line, "--sanitize-") && !strstr(line, "--erase "))
		return false;
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		if (!strncmp(failed, questions[i].question, strlen(questions[i].question)) &&
		    strstr(strchr(failed, '\n'), questions[i].again))
			return true;
	}
	return false;
}

/* --erase reports that the hidden sectors are unknown, and continues. */
static bool hides_untold(const char *line, const char *failed)
{
	return strstr(line, "--erase ") && (!strncmp(failed, "sda READ NATIVE MAX", 19) ||
					    !strncmp(failed, "sda DEVICE CONFIGURATION", 24));
}

/* True for a drive that reports that it lacks a log, which is not a failure. */
static bool excused(const char *line, const char *fault, const char *log)
{
	const char *at = strstr(log, " -> ");

	while (at && at > log && at[-1] != '\n')
		at--;
	/* TEST UNIT READY is not logged, and repeated, too */
	if (!at)
		return strstr(line, "--wait --sanitize-");
	if (answered_again(at) || takes_next_method(line, fault, at) || asked_again(line, at) ||
	    (strcmp(fault, "lost=ETIMEDOUT") != 0 && hides_untold(line, at)))
		return true;
	/* a setting that cannot be read back has not failed */
	if (strstr(log, "sda SET FEATURES"))
		return !strncmp(at, "sda IDENTIFY", 12);
	return !strcmp(fault, "abrt") && !strncmp(at, "sda READ LOG EXT", 16) &&
	       strstr(log, "DOWNLOAD");
}

/* --make-bad-sector: the drive reports success, and the read back fails for another reason than a
 * bad sector. There is a message, and no failure. */
static bool not_proved(const char *line, const char *err, const char *log)
{
	const char *written = strstr(log, "sda WRITE UNCORRECTABLE EXT");
	const char *read = written ? strstr(written, "\nsda READ SECTOR(S)") : NULL;

	return strstr(line, "--make-bad-sector ") && read && strstr(log, " -> ") > read &&
	       strstr(err, "--make-bad-sector: not proved: ");
}

static bool try_fault(unsigned row, unsigned nth, const char *fault)
{
	struct fake_machine *machine = machine_for(row);
	char line[LINE_BYTES], change[64];
	struct fake_run run;
	bool met;

	full_line(row, lines[row].consent, line);
	snprintf(change, sizeof(change), "sda fault nth=%u %s", nth, fault);
	fake_change(machine, change);
	run = fake_run(machine, line);
	met = fake_commands(machine) >= nth;
	if (met && !excused(line, fault, fake_machine_log(machine))) {
		ck_assert_msg(*run.err, "%s: %s at %u: no message", line, fault, nth);
		/* IDENTIFY DEVICE failed, and IDENTIFY PACKET DEVICE succeeded: the run goes on */
		ck_assert_msg(run.status != 0 ||
				      not_proved(line, run.err, fake_machine_log(machine)),
			      "%s: %s at %u: status 0: %s%s", line, fault, nth, run.err,
			      fake_machine_log(machine));
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
	struct fake_machine *machine = machine_for((unsigned)_i);
	char line[LINE_BYTES];
	struct fake_run run;
	const char *at;

	if (lines[_i].consent) {
		full_line((unsigned)_i, false, line);
		run = fake_run(machine, line);
		ck_assert_int_eq(run.status, 1);
		ck_assert_ptr_nonnull(strstr(run.err, "DANGEROUS"));
		/* an option that depends on the drive's size may only ask for it */
		for (at = fake_machine_log(machine); *at; at = strchr(at, '\n') + 1)
			ck_assert_msg(!strncmp(at, "sda IDENTIFY", 12), "%s: %s", lines[_i].line,
				      at);
		fake_run_free(&run);
	}
	/* with consent the line sends commands */
	full_line((unsigned)_i, lines[_i].consent, line);
	run = fake_run(machine, line);
	ck_assert_uint_gt(fake_commands(machine), 0);
	fake_run_free(&run);
	fake_machine_free(machine);
}
END_TEST

/* Options that destroy a whole drive, on a drive in use in each possible way. */
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
		YES DESTROY "--erase /dev/sda",
		YES "--sanitize-block-erase /dev/sda",
		YES "--sanitize-crypto-scramble /dev/sda",
		YES "--sanitize-overwrite hex:00000000 /dev/sda",
		DESTROY "--set-sector-size 4096 /dev/sda",
		"--drq-hsm-error /dev/sda",
	};

	for (unsigned partition = 0; partition < 2; partition++) {
		struct fake_machine *machine = fake_machine(
			ID_SIZES " w59=f510 w128=23 user-password=abc dco-max=2000000000");
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

/* True if the log has a command that changes something, or the stuck data request. */
static bool changes(const char *log)
{
	for (const char *at = log; *at; at = strchr(at, '\n') + 1) {
		if (!harmless(at) || strstr(at, "!sent as non-data"))
			return true;
	}
	return false;
}

/* The signal is blocked from the start. A signal before the first change would end the program; all
 * later signals must be reported. */
static bool try_signal(unsigned row, unsigned nth)
{
	struct fake_machine *machine = machine_for(row);
	char line[LINE_BYTES], change[64];
	struct fake_run run;
	sigset_t set;
	bool met;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	full_line(row, lines[row].consent, line);
	snprintf(change, sizeof(change), "sda fault nth=%u sigint", nth);
	fake_change(machine, change);
	run = fake_run(machine, line);
	met = fake_commands(machine) >= nth;
	if (met && changes(fake_machine_log(machine))) {
		ck_assert_msg(run.status == 130, "%s: signal at %u: status %d: %s%s", line, nth,
			      run.status, run.err, fake_machine_log(machine));
		ck_assert_msg(strstr(run.err, "interrupted; "), "%s: signal at %u: %s", line, nth,
			      run.err);
		ck_assert_int_eq(fake_open_files(machine), 0);
	}
	fake_run_free(&run);
	fake_machine_free(machine);
	/* consume the signal, or the next run gets it */
	signal(SIGINT, SIG_IGN);
	signal(SIGINT, SIG_DFL);
	return met;
}

START_TEST(signal_at_the_kth_command)
{
	unsigned nth = 1;

	while (nth <= MOST_COMMANDS && try_signal((unsigned)_i, nth))
		nth++;
	ck_assert_uint_gt(nth, 1);
	ck_assert_uint_le(nth, MOST_COMMANDS);
}
END_TEST

/* With "/dev/sda1" for "/dev/sda" the line must be refused, and nothing sent. */
START_TEST(a_partition_is_left_alone)
{
	struct fake_machine *machine = machine_for((unsigned)_i);
	char line[LINE_BYTES + 1];
	struct fake_run run;
	/* scripts for 9.65 set these through partitions */
	bool setting = strstr(lines[_i].line, "-s1") || strstr(lines[_i].line, "-X ");

	fake_add(machine, "sda1 part-of=sda start=2048");
	full_line((unsigned)_i, lines[_i].consent, line);
	strcat(line, "1");
	run = fake_run(machine, line);
	ck_assert_msg(setting || run.status == EINVAL, "%s: %d: %s", line, run.status, run.err);
	ck_assert_msg(setting || !changes(fake_machine_log(machine)), "%s: %s", line,
		      fake_machine_log(machine));
	fake_run_free(&run);
	fake_machine_free(machine);
}
END_TEST

/* True for the line of an option, such as "-N1000" for -N. */
static bool tries(const char *line, const struct option_def *def)
{
	char word[OPTION_NAME_BYTES + 4];
	const char *at;

	if (def->letter)
		snprintf(word, sizeof(word), "-%c", def->letter);
	else
		snprintf(word, sizeof(word), "--%s ", def->name);
	at = strstr(line, word);
	return at && (at == line || at[-1] == ' ');
}

/* A dangerous option, or one that excludes others, must be in this table or in the list of harmless
 * options. */
START_TEST(no_dangerous_option_is_left_out)
{
	const struct option_def *def = &option_table[_i];
	bool acts = def->kind != OPT_KIND_MODIFIER && def->kind != OPT_KIND_INFO &&
		    def->kind != OPT_KIND_LONE;
	/* flags of the kernel, and a reset by its ioctl: no command is sent */
	bool no_command = _i == OPT_READ_ONLY || _i == OPT_RESET;
	bool tried = false;

	if (!acts || no_command || !(def->consent || def->dangerous || def->kind == OPT_KIND_SOLO))
		return;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		bool consents =
			!def->consent ||
			(lines[i].consent &&
			 (!(def->consent & CONSENT_YES) || strstr(lines[i].consent, "--yes")) &&
			 (!(def->consent & CONSENT_DESTROY) ||
			  strstr(lines[i].consent, "--please")));

		tried |= tries(lines[i].line, def) && consents;
	}
	ck_assert_msg(tried, "no line for -%c --%s", def->letter ? def->letter : ' ', def->name);
}
END_TEST

/* add_rows() with an image for the options that need one. */
static void add_fixed_rows(Suite *suite, const char *name, const TTest *test, int rows)
{
	TCase *tcase = tcase_create(name);

	tcase_add_unchecked_fixture(tcase, make_image, remove_image);
	tcase_add_loop_test(tcase, test, 0, rows);
	suite_add_tcase(suite, tcase);
}

Suite *danger_suite(void)
{
	Suite *suite = suite_create("danger");

	add_fixed_rows(suite, "kth_command", kth_command_fails, ROWS(lines));
	add_fixed_rows(suite, "signal", signal_at_the_kth_command, ROWS(lines));
	add_fixed_rows(suite, "partition", a_partition_is_left_alone, ROWS(lines));
	add_fixed_rows(suite, "consent", without_consent_nothing_changes, ROWS(lines));
	add_rows(suite, "complete", no_dangerous_option_is_left_out, OPT_COUNT);
	add_rows(suite, "in_use", a_drive_in_use_is_left_alone, 5);
	return suite;
}
