/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDENTIFY blocks, original and mutated, through --Istdin of two programs: output and status must
 * be equal byte for byte. Usage: idfuzz OURS ORACLE N SEED LIST BLOCK.hex... Strings with control
 * bytes, a multiple count of ones, and known faults differ on purpose (LIST has the reasons) and
 * count as listed; every other difference is printed and fails.
 */
#include "idfuzz.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_BYTES = 64 * 1024, SHOWN = 5 };

struct output {
	int status; /* status of waitpid() */
	size_t bytes;
	char text[OUTPUT_BYTES];
};

struct program {
	const char *path;
	int in, out; /* memory files, reused for each block */
};

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static struct program program(const char *path)
{
	struct program p = { path, memfd_create("in", MFD_CLOEXEC),
			     memfd_create("out", MFD_CLOEXEC) };

	if (p.in < 0 || p.out < 0)
		fail("memfd_create");
	return p;
}

static void run(struct program *p, const char *hex, size_t bytes, struct output *output)
{
	char name[] = "hdparm", option[] = "--Istdin", locale[] = "LC_ALL=C";
	char *const argv[] = { name, option, NULL };
	char *const environment[] = { locale, NULL };
	posix_spawn_file_actions_t actions;
	ssize_t got;
	pid_t pid;
	int status;

	if (ftruncate(p->in, 0) || ftruncate(p->out, 0) || pwrite(p->in, hex, bytes, 0) < 0)
		fail("memory file");
	lseek(p->in, 0, SEEK_SET);
	lseek(p->out, 0, SEEK_SET);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, p->in, 0);
	posix_spawn_file_actions_adddup2(&actions, p->out, 1);
	posix_spawn_file_actions_adddup2(&actions, p->out, 2);
	if (posix_spawn(&pid, p->path, &actions, NULL, argv, environment))
		fail(p->path);
	posix_spawn_file_actions_destroy(&actions);
	if (waitpid(pid, &status, 0) != pid)
		fail("waitpid");
	got = pread(p->out, output->text, sizeof(output->text) - 1, 0);
	if (got < 0)
		fail("output");
	output->bytes = (size_t)got;
	output->text[got] = '\0';
	output->status = status;
}

/* True for a byte that ours prints as '?', and the oracle to the terminal; char may be signed or
 * not. */
static bool masked(char oracle, char ours)
{
	return ours == '?' && ((unsigned char)oracle < ' ' || (unsigned char)oracle >= 0x7f);
}

/* Replace the oracle's line by hdparm 10's, which has no multiple count for a word 59 of ones. */
static bool forget_count(const struct block *block, struct output *oracle)
{
	static const char count[] = "Current = 255\n", none[] = "Current = ?\n";
	char *at = block->words[59] == 0xffff
			   ? memmem(oracle->text, oracle->bytes, count, sizeof(count) - 1)
			   : NULL;
	char *rest;

	if (!at)
		return false;
	rest = at + sizeof(count) - 1;
	memcpy(at, none, sizeof(none) - 1);
	memmove(at + sizeof(none) - 1, rest, oracle->text + oracle->bytes - rest);
	oracle->bytes -= sizeof(count) - sizeof(none);
	oracle->text[oracle->bytes] = '\0';
	return true;
}

/* Remove the marks of bits of word 78 that no bit of word 79 enables, or another bit than the
 * oracle reads. True if some differed. */
static bool forget_marks(struct output *oracle, struct output *ours)
{
	static const char *const features[] = {
		"\tunknown 78[7]\n",
		"\tunknown 78[10]\n",
		"\tunknown 78[12]\n",
		"\tDevice automatic Partial to Slumber transitions\n",
	};
	bool any = false;

	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++) {
		char *a = strstr(oracle->text, features[i]), *b = strstr(ours->text, features[i]);

		if (!a || !b || a[-1] == b[-1])
			continue;
		a[-1] = b[-1] = ' ';
		any = true;
	}
	return any;
}

static bool forget_line(struct output *output, const char *words)
{
	char *at = strstr(output->text, words), *end = at ? strchr(at, '\n') : NULL;

	if (!end)
		return false;
	memmove(at, end + 1, output->text + output->bytes - end);
	output->bytes -= (size_t)(end + 1 - at);
	return true;
}

/* Form factors that the oracle lacks, and rotation rates that it reads differently. */
static bool forget_form(const struct block *block, struct output *oracle, struct output *ours)
{
	unsigned form = block->words[168] & 15, rate = block->words[217];
	bool any = false;

	if (form >= 6 && form <= 9)
		any |= forget_line(oracle, "\tForm Factor: ") |
		       forget_line(ours, "\tForm Factor: ");
	if (rate == 0xffff || rate == 0x0401)
		any |= forget_line(oracle, "\tNominal Media Rotation Rate: ") |
		       forget_line(ours, "\tNominal Media Rotation Rate: ");
	return any;
}

/* Compare all but strings; set *strings if they differ as the list says. */
static bool same(const struct output *oracle, const struct output *ours, bool *strings)
{
	*strings = false;
	if (oracle->bytes != ours->bytes || oracle->status != ours->status)
		return false;
	for (size_t i = 0; i < ours->bytes; i++) {
		if (oracle->text[i] == ours->text[i])
			continue;
		if (!masked(oracle->text[i], ours->text[i]))
			return false;
		*strings = true;
	}
	return true;
}

static bool in_list(const char *list, const char *tag)
{
	FILE *file = fopen(list, "r");
	char line[4096];
	bool found = false;

	if (!file)
		fail(list);
	while (!found && fgets(line, sizeof(line), file))
		found = !strncmp(line, tag, strlen(tag)) && line[strlen(tag)] == ' ';
	fclose(file);
	return found;
}

static void show_difference(const char *hex, const struct output *oracle, const struct output *ours)
{
	const char *a = oracle->text;
	const char *b = ours->text;

	while (*a && *a == *b) {
		a++;
		b++;
	}
	while (a > oracle->text && a[-1] != '\n') {
		a--;
		b--;
	}
	printf("%sstatus %d and %d\n-%.*s\n+%.*s\n\n", hex, oracle->status, ours->status,
	       (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

int main(int argc, char *argv[])
{
	static struct output oracle, ours;
	static struct corpus corpus;
	unsigned long n, identical = 0, listed = 0, unlisted = 0;
	struct program mine, theirs;
	struct random random;
	char hex[HEX_BYTES];

	if (argc < 7) {
		fprintf(stderr, "usage: idfuzz OURS ORACLE N SEED LIST BLOCK.hex...\n");
		return 2;
	}
	mine = program(argv[1]);
	theirs = program(argv[2]);
	n = strtoul(argv[3], NULL, 10);
	random = random_start(strtoull(argv[4], NULL, 10));
	for (int i = 6; i < argc; i++)
		corpus_add(&corpus, argv[i]);
	for (unsigned long i = 0; i < n + corpus.count; i++) {
		/* every original block, then the mutations */
		struct block block = i < corpus.count ? corpus.blocks[i] : mutate(&corpus, &random);
		size_t bytes = block_hex(&block, hex);
		const char *tag;
		bool strings, count, marks, form, faults = false, alike;

		run(&theirs, hex, bytes, &oracle);
		run(&mine, hex, bytes, &ours);
		count = forget_count(&block, &oracle);
		marks = forget_marks(&oracle, &ours);
		form = forget_form(&block, &oracle, &ours);
		while (forget_line(&ours, "Known fault: "))
			faults = true;
		alike = same(&oracle, &ours, &strings);
		if (alike && !strings && !count && !marks && !form && !faults) {
			identical++;
			continue;
		}
		tag = !alike	? NULL
		      : strings ? "masked-string"
		      : marks	? "serial-ata-marks"
		      : form	? "form-and-rotation"
		      : faults	? "known-faults"
				: "multiple-count";
		if (tag && in_list(argv[5], tag)) {
			listed++;
			continue;
		}
		if (++unlisted <= SHOWN)
			show_difference(hex, &oracle, &ours);
	}
	printf("seed %s: listed differences %lu, unlisted %lu\n", argv[4], listed, unlisted);
	printf("identical %lu/%lu\n", identical, n + corpus.count);
	return unlisted != 0;
}
