// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

/* A command line as one text, split at blanks; '~' is an empty argument. */
struct line {
	char program[8];
	char text[256];
	char *argv[32];
	int argc;
};

static void split(struct line *line, const char *text)
{
	line->argc = 0;
	strcpy(line->text, text);
	strcpy(line->program, "hdparm");
	line->argv[line->argc++] = line->program;
	for (char *word = strtok(line->text, " "); word; word = strtok(NULL, " ")) {
		if (!strcmp(word, "~"))
			*word = '\0';
		line->argv[line->argc++] = word;
	}
	line->argv[line->argc] = NULL;
}

/* Write a step as text: letter, value, then 'q' quiet, 'i' implied; long names in full. */
static void describe(const struct step *step, char *text)
{
	int at = sprintf(text, "%s%s", step->path ? step->path : "-",
			 step->req.no_heading ? " bare" : "");

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *opt = &step->req.opt[id];
		char name[OPTION_NAME_BYTES];

		if (!opt->seen)
			continue;
		at += sprintf(text + at, " %s", option_name((enum opt_id)id, name));
		if (opt->set)
			at += sprintf(text + at, "%llu", (unsigned long long)opt->value);
		at += sprintf(text + at, "%s%s", opt->quiet ? "q" : "", opt->implied ? "i" : "");
	}
}

static const struct {
	const char *line;
	const char *steps; /* joined by "; " */
} good[] = {
	{ "-W0S12 d", "d -S12 -W0" },
	{ "-W 0 -S 12 d", "d -S12 -W0" },
	{ "-qW0S12 d", "d bare -q -S12 -W0q" },
	{ "-W0 -q -S12 d", "d bare -q -S12q -W0" },
	{ "-S 20min d", "d -S240" },
	{ "-S 2H d", "d -S244" },
	{ "-S off d", "d -S0" },
	{ "-S 90s -W0 d", "d -S18 -W0" },
	{ "-S20u1d d", "d -d -S20 -u1" },
	{ "-S 12 d", "d -S12" },
	{ "-B off d", "d -B255" },
	{ "-B MAX d", "d -B254" },
	{ "-qB min -W d", "d bare -B1q -q -W" },
	{ "-W d", "d -W" },
	{ "-W -C d", "d -C -W" },
	{ "-a 256k d", "d -a256 -k" },
	{ "-a0x10 d", "d -a16" },
	{ "-a010 d", "d -a10" },
	{ "-X udma2 d", "d -X66" },
	{ "-Xmdma2 d", "d -X34" },
	{ "-X66S12 d", "d -S12 -X66" },
	{ "-p4 d", "d -p4" },
	{ "-C d1 d2", "d1 -C; d2 -C" },
	{ "-W0 d1 -A1 d2", "d1 -W0; d2 -A1 -W0" },
	{ "-W1 -W d", "d -W1" },
	{ "-qW1 -W d", "d bare -q -W1" },
	{ "-C -- -d", "-d -C" },
	{ "--DIRECT -C d", "d -C --direct" },
	{ "-q -v d", "d bare -ai -ci -di -gi -ki -mi -q -ri -ui -vq" },
	{ "-V nothing", "- -V" },
	{ "-v -V", "- -v -V" },
	{ "--version", "- -V" },
	{ "d", "d -ai -ci -di -gi -ki -mi -ri -ui" },
	{ "-v d", "d -ai -ci -di -gi -ki -mi -ri -ui -v" },
	{ "-vr d", "d -ai -ci -di -gi -ki -mi -r -ui -v" },
	{ "--direct d", "d -ai -ci -di -gi -ki -mi -ri -ui --direct" },
	{ "-q d", "d bare -aqi -cqi -dqi -gqi -kqi -mqi -q -rqi -uqi" },
};

START_TEST(good_line)
{
	struct plan_error error = { .text = "" };
	char got[2048] = "";
	struct plan plan;
	struct line line;

	split(&line, good[_i].line);
	ck_assert_msg(!plan_parse(NULL, line.argc, line.argv, &plan, &error), "%s: %s",
		      good[_i].line, error.text);
	for (size_t i = 0; i < plan.n; i++) {
		strcat(got, i ? "; " : "");
		describe(&plan.steps[i], got + strlen(got));
	}
	ck_assert_msg(!strcmp(got, good[_i].steps), "%s: got %s", good[_i].line, got);
	plan_free(&plan);
}
END_TEST

static const struct {
	const char *line;
	const char *word;
} bad[] = {
	{ "", "no device" },
	{ "-C", "no device" },
	{ "d -C", "after the last device" },
	{ "-C d -q", "after the last device" },
	{ "-W0 d -h", "help and version" },
	{ "-", "'-'" },
	{ "~", "empty" },
	{ "-5 d", "'5'" },
	{ "-Wx d", "obsolete" },
	{ "-U d", "obsolete" },
	{ "--foo d", "--foo" },
	{ "--direc d", "--direc" },
	{ "--direct=1 d", "takes no value" },
	{ "-S d", "-S" },
	{ "-S256 d", "'256'" },
	{ "-S99999999999999999999 d", "out of range" },
	{ "-a4294967297 d", "out of range" },
	{ "-W2 d", "0..1" },
	{ "-X sda", "-X" },
	{ "-X256 d", "'256'" },
	{ "-s0C d", "'C'" },
};

START_TEST(bad_line)
{
	struct plan_error error = { .text = "" };
	struct plan plan;
	struct line line;

	split(&line, bad[_i].line);
	ck_assert_msg(plan_parse(NULL, line.argc, line.argv, &plan, &error), "%s: accepted",
		      bad[_i].line);
	ck_assert_int_eq(error.status, 22);
	ck_assert_msg(strstr(error.text, bad[_i].word), "%s: '%s'", bad[_i].line, error.text);
	ck_assert_uint_eq(plan.n, 0);
	ck_assert_ptr_null(plan.steps);
}
END_TEST

START_TEST(gate_needs_its_word)
{
	struct plan_error error = { .text = "" };
	struct plan plan;
	struct line line;

	split(&line, "-s1 d");
	ck_assert(!plan_parse(NULL, line.argc, line.argv, &plan, &error));
	ck_assert(gate_check(&plan, &error));
	ck_assert_int_eq(error.status, 1);
	ck_assert_ptr_nonnull(strstr(error.text, "--yes-i-know-what-i-am-doing"));
	plan_free(&plan);

	split(&line, "--yes-i-know-what-i-am-doing -s1 d");
	ck_assert(!plan_parse(NULL, line.argc, line.argv, &plan, &error));
	ck_assert(!gate_check(&plan, &error));
	plan_free(&plan);

	split(&line, "-s0 d");
	ck_assert(!plan_parse(NULL, line.argc, line.argv, &plan, &error));
	ck_assert(!gate_check(&plan, &error));
	plan_free(&plan);
}
END_TEST

/* A consent word after a device comes too late for it. */
START_TEST(gate_is_judged_for_every_step)
{
	struct plan_error error = { .text = "" };
	struct plan plan;
	struct line line;

	split(&line, "-s1 d1 --yes-i-know-what-i-am-doing d2");
	ck_assert(!plan_parse(NULL, line.argc, line.argv, &plan, &error));
	ck_assert(gate_check(&plan, &error));
	plan_free(&plan);
}
END_TEST

Suite *parse_suite(void)
{
	Suite *suite = suite_create("parse");

	add_rows(suite, "good", good_line, ROWS(good));
	add_rows(suite, "bad", bad_line, ROWS(bad));
	add_case(suite, "gate", gate_needs_its_word);
	add_case(suite, "gate_every_step", gate_is_judged_for_every_step);
	return suite;
}
