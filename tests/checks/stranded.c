// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stranded -b HDPARM -s SHIM FOLDER. A trial runs a story with one fault at one of its commands,
 * then cycles the power or only reconnects. All combinations are tried. Afterwards the owner, who
 * knows only the program's output, recovers the drive: by --security-recover, by the command lines
 * in backquotes that the program names, and by power cycles. A drive that is then not usable is
 * stranded, and so is a drive whose attempts are used up. A SAS or NVMe disk works again after such
 * a line, or after the wait for a running operation.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../cli/case.h"
#include "../fake/kernel.h"
#include "../lib/scratch.h"

#define CONSENT "--yes-i-know-what-i-am-doing --please-destroy-my-drive "

enum { LINES = 2, ROUNDS = 4, MOST_COMMANDS = 200, TEXT_BYTES = 512, SHARES = 2 };

struct story {
	const char *name, *device; /* device: kind and properties */
	const char *password;	   /* the user's password; NULL: none known */
	const char *line[LINES];
	bool useless; /* the disk was unreadable before, and the same line repairs it */
};

static const struct story stories[] = {
	{ "erase by security", "sat id=hdd", NULL, { "hdparm " CONSENT "--erase /dev/sda" } },
	{ "erase that must finish",
	  "sat id=hdd erase-must-finish",
	  NULL,
	  { "hdparm " CONSENT "--erase /dev/sda" } },
	{ "erase by sanitize",
	  "sat id=hdd w59=f510",
	  NULL,
	  { "hdparm " CONSENT "--erase /dev/sda" } },
	{ "security erase",
	  "sat id=hdd w128=23 user-password=abc",
	  "abc",
	  { "hdparm --security-erase abc /dev/sda" } },
	{ "enhanced erase that must finish",
	  "sat id=hdd w128=23 user-password=abc erase-must-finish counts-all-tries",
	  "abc",
	  { "hdparm --security-erase-enhanced abc /dev/sda" } },
	{ "password, then erase",
	  "sat id=hdd",
	  "abc",
	  { "hdparm --security-set-pass abc /dev/sda", "hdparm --security-erase abc /dev/sda" } },
	{ "a tool's password, then erase; the owner does not know it",
	  "sat id=hdd",
	  NULL,
	  { "hdparm --security-set-pass maas /dev/sda", "hdparm --security-erase maas /dev/sda" } },
	{ "password taken away",
	  "sat id=hdd w128=27 user-password=abc",
	  "abc",
	  { "hdparm --security-disable abc /dev/sda" } },
	{ "sanitize",
	  "sat id=hdd w59=f510",
	  NULL,
	  { "hdparm " CONSENT "--wait --sanitize-block-erase /dev/sda" } },
	{ "firmware",
	  "sat id=hdd",
	  NULL,
	  { "printf NEWFW1.0 >fw; truncate -s 4096 fw; hdparm " CONSENT
	    "--fwdownload fw /dev/sda" } },
	{ "sector size",
	  "sat id=hdd log=2f:0=sector-sizes.hex",
	  NULL,
	  { "hdparm " CONSENT "--set-sector-size 4096 /dev/sda" } },
	{ "SAS: erase by sanitize",
	  "sas sanitize-takes=8",
	  NULL,
	  { "hdparm " CONSENT "--erase /dev/sda" } },
	{ "SAS: erase by a format",
	  "sas format-takes=8 lacks=48",
	  NULL,
	  { "hdparm " CONSENT "--erase /dev/sda" } },
	{ "SAS: sanitize",
	  "sas sanitize-takes=8",
	  NULL,
	  { "hdparm " CONSENT "--wait --sanitize-overwrite hex:00000000 /dev/sda" } },
	{ "SAS: sector size",
	  "sas format-takes=8",
	  NULL,
	  { "hdparm " CONSENT "--set-sector-size 4096 /dev/sda" } },
	{ "SAS: a sector size that is refused",
	  "sas format-takes=8 refusal-corrupts long-blocks",
	  NULL,
	  { "hdparm " CONSENT "--set-sector-size 1024 /dev/sda" } },
	{ "SAS: a sector size that the kernel cannot use",
	  "sas format-takes=8 sector=520 unsaved",
	  NULL,
	  { "hdparm " CONSENT "--set-sector-size 512 /dev/sda" },
	  true },
	{ "NVMe: erase by sanitize",
	  "nvme sanicap=7",
	  NULL,
	  { "hdparm " CONSENT "--erase /dev/nvme0n1" } },
	{ "NVMe: erase by a format",
	  "nvme format-takes=8",
	  NULL,
	  { "hdparm " CONSENT "--erase /dev/nvme0n1" } },
	{ "NVMe: sector size",
	  "nvme format-takes=8",
	  NULL,
	  { "hdparm " CONSENT "--set-sector-size 4096 /dev/nvme0n1" } },
};

/* The faults. dark: a power cycle always follows, so the owner cannot look before. kind: only for
 * these devices, or for all others. */
static const struct {
	const char *fault;
	bool dark;
	const char *kind, *but;
} faults[] = {
	{ "power", true },
	{ "power during", true },
	{ "power after", true },
	{ "sigkill", false },
	{ "sigkill after", false },
	{ "sigint", false },
	{ "lost", false },
	{ "lost after", false },
	{ "abrt", false, NULL, "nvme" },
	{ "abrt from=1", false, NULL, "nvme" },
	{ "df", false, NULL, "nvme" },
	{ "sense=7206290000000000", false, "sas", NULL },
	{ "sense=7205240000000000", false, "sas", NULL },
	{ "status=2", false, "nvme", NULL },
	{ "status=6", false, "nvme", NULL },
	{ "lost=EBADE after", false },
	{ "gone", false },
	{ "gone after", false },
};

#define PLACE "mkdir -p -m 700 var/lib/hdparm/erase; umask 077; "
#define HEAD  PLACE "printf 'hdparm-erase 1\\nstep erase\\nmodel OTHER DISK\\nserial X\\n"

/* Commands that set up the journal's folder before the story begins. */
static const char *const journals[] = {
	":",
	"mkdir -p var/lib && echo >var/lib/hdparm", /* nothing can be written */
	PLACE "echo hdparm-er >var/lib/hdparm/erase/5000c50012345678",
	HEAD "method security-erase\\nsince \\nwhen 1\\nfailed 4\\ntried 9\\nwhose user\\n"
	     "password %064d\\nend\\n' 7 >var/lib/hdparm/erase/5000c50012345678",
};

enum { STORIES = sizeof(stories) / sizeof(*stories), FAULTS = sizeof(faults) / sizeof(*faults) };
enum { JOURNALS = sizeof(journals) / sizeof(*journals) };

struct trial {
	struct runner *runner;
	struct case_file *file;
	const struct story *story;
	char *said; /* all output of the last command line */
	FILE *log;  /* command lines and their output */
};

static bool is_kind(const struct story *story, const char *kind)
{
	return kind && !strncmp(story->device, kind, strlen(kind));
}

static bool is_ata(const struct story *story)
{
	return is_kind(story, "sat");
}

static const char *name_of(const struct story *story)
{
	return is_kind(story, "nvme") ? "nvme0n1" : "sda";
}

static void change_world(struct trial *t, const char *change)
{
	char message[256], text[TEXT_BYTES];

	snprintf(text, sizeof(text), "%s %s", name_of(t->story), change);
	fprintf(t->log, "@ %s\n", text);
	if (!runner_change(t->runner, t->file, text, message, sizeof(message))) {
		fprintf(stderr, "stranded: %s: %s\n", text, message);
		exit(2);
	}
}

/* Run a command line, keep its output, and return its status. */
static int run_line(struct trial *t, const char *line)
{
	char copy[2 * TEXT_BYTES], message[256];
	struct step s = { .kind = STEP_COMMAND, .text = copy };
	struct outcome got;
	size_t size;
	FILE *f;

	snprintf(copy, sizeof(copy), "%s", line);
	fprintf(t->log, "$ %s\n", line);
	if (!runner_run(t->runner, &s, &got, message, sizeof(message))) {
		fprintf(stderr, "stranded: %s: %s\n", line, message);
		exit(2);
	}
	free(t->said);
	f = open_memstream(&t->said, &size);
	for (size_t i = 0; i < got.out.n; i++)
		fprintf(f, "%s\n", got.out.line[i]);
	for (size_t i = 0; i < got.err.n; i++)
		fprintf(f, "%s\n", got.err.line[i]);
	fclose(f);
	fprintf(t->log, "%s?%d\n", t->said, got.status);
	outcome_free(&got);
	return got.status;
}

static bool attempts_expired(const struct trial *t)
{
	struct world *w = runner_world(t->runner, false);
	bool is = w->device[0].drive.id[128] & 0x10;

	munmap(w, sizeof(*w));
	return is;
}

static bool has_password(const struct trial *t)
{
	struct world *w = runner_world(t->runner, false);
	bool is = w->device[0].drive.id[128] & 2;

	munmap(w, sizeof(*w));
	return is;
}

static int run_on_drive(struct trial *t, const char *options)
{
	char line[TEXT_BYTES];

	snprintf(line, sizeof(line), "hdparm %s /dev/%s", options, name_of(t->story));
	return run_line(t, line);
}

/* True if the drive has no password and its sectors can be read. A sanitize operation may be
 * running: each status request advances an ATA drive's, the clock the others'. */
static bool is_open(struct trial *t)
{
	bool ata = is_ata(t->story);

	if (has_password(t))
		return false;
	if (run_on_drive(t, "--read-sector 5") == 0)
		return true;
	for (unsigned i = 0; i < (ata ? 20 : 1); i++)
		run_on_drive(t, ata ? "--sanitize-status" : "--wait --sanitize-status");
	return run_on_drive(t, "--read-sector 5") == 0;
}

/* Replace the word PASSWORD in a line; false: the owner knows no password. */
static bool fill_in_password(const struct trial *t, const char *from, size_t length, char *line)
{
	const char *word = memmem(from, length, "PASSWORD", 8);
	size_t before = word ? (size_t)(word - from) : length;

	if (word && !t->story->password)
		return false;
	snprintf(line, TEXT_BYTES, "%.*s%s%.*s", (int)before, from, word ? t->story->password : "",
		 word ? (int)(length - before - 8) : 0, word ? word + 8 : "");
	return true;
}

/* Run the lines in backquotes, if the owner can fill them in; for a SAS disk also the lines that
 * such a line names (again: false). */
static bool run_advised_lines(struct trial *t, bool again)
{
	char *all = strdup(t->said), line[TEXT_BYTES], *said;
	const char *at = all;
	bool solved = false;

	while (!solved && (at = strchr(at, '`'))) {
		const char *end = strchr(++at, '`');

		if (!end)
			break;
		if (!strncmp(at, "hdparm ", 7) &&
		    fill_in_password(t, at, (size_t)(end - at), line)) {
			run_line(t, line);
			said = strdup(t->said);
			solved = is_open(t);
			if (!solved && !again && !is_ata(t->story)) {
				free(t->said);
				t->said = strdup(said);
				solved = run_advised_lines(t, true);
			}
			free(said);
		}
		at = end + 1;
	}
	free(all);
	return solved;
}

/* The owner follows the advice after the fault, then uses --security-recover. `said` is the answer
 * of a disk without a security feature set. */
static bool owner_recovers(struct trial *t)
{
	char recover[TEXT_BYTES];

	if (run_advised_lines(t, false))
		return true;
	if (!is_ata(t->story))
		return t->story->useless && run_line(t, t->story->line[0]) == 0 && is_open(t);
	snprintf(recover, sizeof(recover), "hdparm --security-recover %s%s/dev/sda",
		 t->story->password ? t->story->password : "", t->story->password ? " " : "");
	for (unsigned i = 0; i < ROUNDS && !attempts_expired(t); i++) {
		if (is_open(t))
			return true;
		run_line(t, recover);
		if (is_open(t) || (!attempts_expired(t) && run_advised_lines(t, false)))
			return true;
		change_world(t, "power-cycle");
	}
	return false;
}

/* Run the story up to the command with the fault. False: the fault did not occur. */
static bool run_story_until_fault(struct trial *t)
{
	struct world *w = runner_world(t->runner, false);
	bool struck = false;

	for (unsigned i = 0; i < LINES && t->story->line[i] && !struck; i++) {
		run_line(t, t->story->line[i]);
		struck = w->device[0].drive.struck > 0;
	}
	memset(w->device[0].drive.fault, 0, sizeof(w->device[0].drive.fault));
	munmap(w, sizeof(*w));
	return struck;
}

static void begin_trial(struct trial *t, const char *fault, unsigned nth, const char *journal)
{
	struct test_case c = { .name = (char *)(uintptr_t)t->story->name };
	char device[TEXT_BYTES], text[TEXT_BYTES], message[256];
	int n = snprintf(device, sizeof(device), "%s %s", name_of(t->story), t->story->device);

	lines_add(&c.devices, device, (size_t)n);
	if (!runner_begin(t->runner, t->file, &c, message, sizeof(message))) {
		fprintf(stderr, "stranded: %s: %s\n", device, message);
		exit(2);
	}
	lines_free(&c.devices);
	run_line(t, journal);
	snprintf(text, sizeof(text), "fault nth=%u %s", nth, fault);
	if (strstr(fault, "from=1")) /* all commands from this one on */
		snprintf(text, sizeof(text), "fault abrt from=%u", nth);
	change_world(t, text);
}

/* Run one trial. -1: the story has no such command, 0: recovered, 1: stranded. */
static int try_one(struct trial *t, unsigned fault, unsigned nth, unsigned journal, bool cycle)
{
	char *log = NULL, *said;
	size_t size;
	int result = -1;
	bool open;

	t->log = open_memstream(&log, &size);
	begin_trial(t, faults[fault].fault, nth, journals[journal]);
	if (run_story_until_fault(t)) {
		said = t->said ? strdup(t->said) : NULL;
		change_world(t, cycle ? "power-cycle" : "reconnect");
		open = is_open(t);
		if (!open && !is_ata(t->story)) {
			free(t->said);
			t->said = said;
			said = NULL;
		}
		free(said);
		result = (!open && !owner_recovers(t)) || attempts_expired(t);
	}
	fclose(t->log);
	if (result > 0)
		printf("stranded: %s, command %u: %s, journal %u, %s\n%s", t->story->name, nth,
		       faults[fault].fault, journal, cycle ? "power cycled" : "power kept", log);
	free(log);
	return result;
}

static void try_story(struct trial *t, struct tally *sum)
{
	for (unsigned i = 0; i < FAULTS * JOURNALS * 2; i++) {
		unsigned fault = i % FAULTS, journal = i / FAULTS % JOURNALS;
		bool cycle = i / FAULTS / JOURNALS;
		int result = 0;

		if (!cycle && faults[fault].dark)
			continue;
		if ((faults[fault].kind && !is_kind(t->story, faults[fault].kind)) ||
		    is_kind(t->story, faults[fault].but))
			continue;
		/* only a story with a journal depends on the journal's place */
		if (journal && (!is_ata(t->story) || !strstr(t->story->line[0], "--erase ")))
			continue;
		for (unsigned nth = 1; nth < MOST_COMMANDS && result >= 0; nth++) {
			result = try_one(t, fault, nth, journal, cycle);
			sum->passed += result == 0;
			sum->failed += result > 0;
		}
	}
}

/* Run every SHARES-th story; each share has its own process. */
static struct tally run_share(const char *binary, const char *shim, char *folder, unsigned share)
{
	struct runner r = { .binary = NULL };
	struct case_file file = { .path = folder, .folder = folder };
	struct tally sum = { 0 };

	if (!runner_open(&r, binary, shim))
		exit(2);
	for (unsigned i = share; i < STORIES; i += SHARES) {
		struct trial t = { .runner = &r, .file = &file, .story = &stories[i] };
		struct tally one = { 0 };

		try_story(&t, &one);
		free(t.said);
		/* a story in which no fault occurred counts as a failure */
		sum.failed += one.passed + one.failed == 0;
		sum.passed += one.passed;
		sum.failed += one.failed;
	}
	return sum;
}

static int run(int argc, char **argv)
{
	const char *binary = NULL, *shim = NULL;
	struct tally sum = { 0 }, part;
	int pipes[SHARES][2], c;

	while ((c = getopt(argc, argv, "b:s:")) != -1) {
		if (c == 'b')
			binary = realpath(optarg, NULL);
		else if (c == 's')
			shim = realpath(optarg, NULL);
	}
	if (!binary || !shim || optind + 1 != argc) {
		fprintf(stderr, "usage: stranded -b HDPARM -s SHIM FOLDER\n");
		return 2;
	}
	for (unsigned i = 0; i < SHARES; i++) {
		pid_t parent = getpid();

		if (pipe(pipes[i]))
			return 2;
		if (fork() == 0) {
			die_with(parent);
			part = run_share(binary, shim, argv[optind], i);
			fflush(stdout);
			_exit(write(pipes[i][1], &part, sizeof(part)) == sizeof(part) ? 0 : 2);
		}
		close(pipes[i][1]);
	}
	for (unsigned i = 0; i < SHARES; i++) {
		if (read(pipes[i][0], &part, sizeof(part)) != sizeof(part))
			part = (struct tally){ .failed = 1 };
		sum.passed += part.passed;
		sum.failed += part.failed;
	}
	while (wait(NULL) > 0)
		;
	printf("stranded %u of %u\n", sum.failed, sum.passed + sum.failed);
	printf("%u passed, %u failed (stranded)\n", sum.passed, sum.failed);
	return sum.failed || !sum.passed;
}

int main(int argc, char **argv)
{
	return scratch_run("hdparm-stranded", run, argc, argv);
}
