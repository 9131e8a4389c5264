// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runner [-fu] [-j JOBS] [-k PATTERN] [-n NAMES] -b HDPARM -s SHIM FILE.case ...
 * runner -c ORACLE -d LIST -b HDPARM -s SHIM FILE.case ...      compare two binaries
 * runner -t -b HDPARM -s SHIM FILE.case ...                     properties, no expectations
 * runner -a LIBRARY [-e EVERY] -b HDPARM -s SHIM FILE.case ...  short of memory (tests/alloc)
 * runner -r WAY -o FOLDER -b HDPARM -s SHIM FILE.case ...       each command in another way
 * (repeat.c) runner -x -b HDPARM -s SHIM 'DEVICE DESCRIPTION' ... -- ARGUMENTS   one command, shown
 * runner -w FOLDER 'DEVICE DESCRIPTION' ...                      makes a world that stays, for
 * others' (by_hand.c) runner -w FOLDER -u 'NAME KEY=VALUE' ...           programs; changes its
 * devices
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <fnmatch.h>
#include <libgen.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "case.h"
#include "../lib/scratch.h"

struct options {
	const char *binary, *shim, *oracle, *list, *pattern, *failing, *way, *folder, *world;
	char *names; /* text of the file NAMES; NULL: run all cases */
	bool update, show, truth;
	bool first; /* end with the first failure */
	unsigned jobs, every;
};

static bool judge(FILE *report, const struct case_file *f, const struct test_case *c,
		  const struct step *s, const struct outcome *got)
{
	const struct outcome *want = &s->want;
	bool same = lines_match(&want->out, &got->out) && lines_match(&want->err, &got->err) &&
		    lines_match(&want->log, &got->log) && want->status == got->status;

	if (same)
		return true;
	fprintf(report, "%s:%zu: %s\n  $ %s\n", f->path, s->line + 1, c->name, s->text);
	if (!lines_match(&want->out, &got->out))
		lines_show(report, '|', &want->out, &got->out);
	if (!lines_match(&want->err, &got->err))
		lines_show(report, '!', &want->err, &got->err);
	if (want->status != got->status)
		fprintf(report, "  - ?%d\n  + ?%d\n", want->status, got->status);
	if (!lines_match(&want->log, &got->log))
		lines_show(report, '>', &want->log, &got->log);
	return false;
}

static bool has_terminals(void)
{
	int controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), terminal = -1;

	if (controller >= 0 && !grantpt(controller) && !unlockpt(controller))
		terminal = open(ptsname(controller), O_RDWR | O_NOCTTY | O_CLOEXEC);
	close(terminal);
	close(controller);
	return terminal >= 0;
}

static bool needs_terminal(const struct test_case *c)
{
	for (size_t i = 0; i < c->steps; i++) {
		if (strstr(c->step[i].text, "terminal.py"))
			return true;
	}
	return false;
}

/* got: receives outcomes for an update, or NULL. */
static bool run_case(struct runner *r, FILE *report, const struct case_file *f,
		     const struct test_case *c, struct outcome **got)
{
	char message[256] = "", name[256];
	bool good = runner_begin(r, f, c, message, sizeof(message)), same = true;

	/* tests/checks/covered.c keeps what each case ran */
	snprintf(name, sizeof(name), "%s:%zu", f->base, c->line + 1);
	setenv("CASE", name, 1);
	for (size_t i = 0; good && i < c->steps; i++) {
		const struct step *s = &c->step[i];
		struct outcome o;

		if (s->kind == STEP_CHANGE) {
			good = runner_change(r, f, s->text, message, sizeof(message));
			continue;
		}
		repeat_step(f->base, s->line + 1);
		good = runner_run(r, s, &o, message, sizeof(message));
		if (!good)
			break;
		if (got) {
			*got = malloc(sizeof(o));
			**got++ = o;
			continue;
		}
		same &= judge(report, f, c, s, &o);
		outcome_free(&o);
	}
	if (!good)
		fprintf(report, "%s:%zu: %s: %s\n", f->path, c->line + 1, c->name, message);
	return good && same;
}

static bool update_file(struct runner *r, const struct case_file *f)
{
	size_t steps = 0, at = 0;
	struct outcome **got;
	bool good = true;

	for (size_t i = 0; i < f->n; i++)
		steps += f->cases[i].steps;
	got = calloc(steps + 1, sizeof(*got));
	for (size_t i = 0; i < f->n && good; i++) {
		good = run_case(r, stderr, f, &f->cases[i], got + at);
		while (got[at])
			at++;
	}
	good = good && case_file_update(f, got);
	for (size_t i = 0; i < at; i++) {
		outcome_free(got[i]);
		free(got[i]);
	}
	free(got);
	return good;
}

/* True if the file NAMES has a line "FILE: CASE" for this case, or if there is no such file. */
static bool is_named(const struct options *o, const struct case_file *f, const struct test_case *c)
{
	char *line;
	bool named;

	if (!o->names)
		return true;
	if (asprintf(&line, "\n%s: %s\n", f->base, c->name) < 0)
		exit(2);
	named = strstr(o->names, line);
	free(line);
	return named;
}

/* True if each line of the file NAMES is a case of these files; otherwise print the others. */
static bool names_exist(const struct options *o, const struct case_file *files, size_t n)
{
	size_t lines = 0, found = 0;

	for (const char *at = o->names; (at = strchr(at, '\n')) && at[1]; at++)
		lines++;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < files[i].n; k++)
			found += is_named(o, &files[i], &files[i].cases[k]);
	}
	if (found >= lines)
		return true;
	fprintf(stderr, "runner: the list names %zu cases, of which these files have %zu\n", lines,
		found);
	return false;
}

/* Return the text of a file after an empty line, or NULL. */
static char *read_names(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!file || getdelim(&text, &size, '\0', file) < 0) {
		perror(path);
		exit(2);
	}
	fclose(file);
	if (asprintf(&text, "\n%s", text) < 0)
		exit(2);
	return text;
}

/* One process: take the next free case until none is left. `next` is shared memory. */
static void run_share(const struct options *o, struct case_file *files, size_t n, size_t *next,
		      FILE *report, struct tally *t)
{
	struct runner r = { .failing = o->failing, .fail_every = o->every };
	bool terminals = has_terminals();
	size_t number = 0, mine = __atomic_fetch_add(next, 1, __ATOMIC_SEQ_CST);

	if (!runner_open(&r, o->binary, o->shim))
		exit(2);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < files[i].n; k++) {
			const struct test_case *c = &files[i].cases[k];

			if ((o->pattern && fnmatch(o->pattern, c->name, 0)) ||
			    (o->way && c->once) || !is_named(o, &files[i], c))
				continue;
			if (number++ != mine)
				continue;
			mine = __atomic_fetch_add(next, 1, __ATOMIC_SEQ_CST);
			if (!terminals && needs_terminal(c))
				t->skipped++;
			else if (o->failing)
				starve_case(&r, report, &files[i], c, t);
			else if (!run_case(&r, report, &files[i], c, NULL))
				t->failed++;
			else
				t->passed++;
			if (o->first && t->failed)
				__atomic_store_n(next, SIZE_MAX / 2, __ATOMIC_SEQ_CST);
		}
}

static bool run_all(const struct options *o, struct case_file *files, size_t n)
{
	struct tally sum = { 0 }, t;
	size_t *next = mmap(NULL, sizeof(*next), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			    -1, 0);
	pid_t parent = getpid();
	int pipes[16][2];

	if (next == MAP_FAILED)
		exit(2);
	for (unsigned j = 0; j < o->jobs; j++) {
		if (pipe(pipes[j]))
			exit(2);
		if (fork() == 0) {
			FILE *report = tmpfile();
			char buf[4096];
			size_t got;

			die_with(parent);
			memset(&t, 0, sizeof(t));
			run_share(o, files, n, next, report, &t);
			rewind(report);
			while ((got = fread(buf, 1, sizeof(buf), report)))
				fwrite(buf, 1, got, stdout);
			fflush(stdout);
			if (write(pipes[j][1], &t, sizeof(t)) != (ssize_t)sizeof(t))
				_exit(2);
			_exit(0);
		}
		close(pipes[j][1]);
	}
	for (unsigned j = 0; j < o->jobs; j++) {
		if (read(pipes[j][0], &t, sizeof(t)) != (ssize_t)sizeof(t)) {
			fprintf(stderr, "runner: a share of the cases did not run to its end\n");
			t = (struct tally){ .failed = 1 };
		}
		sum.passed += t.passed;
		sum.failed += t.failed;
		sum.left_out += t.left_out;
		sum.skipped += t.skipped;
	}
	while (wait(NULL) > 0)
		;
	if (sum.left_out)
		printf("%u lines of sh left out\n", sum.left_out);
	if (sum.skipped)
		printf("%u cases skipped: no pseudo-terminal here (/dev/ptmx, /dev/pts)\n",
		       sum.skipped);
	printf("%u passed, %u failed", sum.passed, sum.failed);
	if (sum.skipped)
		printf(", %u skipped", sum.skipped);
	puts(o->failing ? " (alloc)" : "");
	return !sum.failed && sum.passed;
}

static bool run_files(const struct options *o, char **paths, size_t n)
{
	struct case_file *files = calloc(n, sizeof(*files));
	struct runner r = { 0 };
	bool good = true;

	for (size_t i = 0; i < n; i++)
		good &= case_file_read(&files[i], paths[i]);
	if (good && o->names)
		good = names_exist(o, files, n);
	if (good && o->update) {
		good = runner_open(&r, o->binary, o->shim);
		for (size_t i = 0; i < n && good; i++)
			good = update_file(&r, &files[i]);
	} else if (good) {
		good = run_all(o, files, n);
	}
	for (size_t i = 0; i < n; i++)
		case_file_free(&files[i]);
	free(files);
	return good;
}

/* Return a path to a library without a blank, which would separate names in LD_PRELOAD. */
static char *library(const char *path, const char *name)
{
	char *real = realpath(path, NULL), *link;

	if (!real || asprintf(&link, "%s/%s", scratch_folder(), name) < 0)
		return NULL;
	if (symlink(real, link)) {
		perror(link);
		exit(2);
	}
	free(real);
	return link;
}

static int run(int argc, char **argv)
{
	/* three times the number of processors: many cases wait for time to pass */
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct options o = { .every = 1,
			     .jobs = processors < 1   ? 2
				     : processors > 5 ? 16
						      : 3 * (unsigned)processors };
	char *folder, *here = getcwd(NULL, 0);
	int c;

	while ((c = getopt(argc, argv, "+a:b:s:c:d:e:fk:j:n:o:r:tuw:x")) != -1) {
		switch (c) {
		case 'a':
			o.failing = library(optarg, "failing.so");
			break;
		case 'b':
			o.binary = realpath(optarg, NULL);
			break;
		case 's':
			o.shim = library(optarg, "shim.so");
			break;
		case 'c':
			o.oracle = optarg;
			break;
		case 'd':
			o.list = optarg;
			break;
		case 'e':
			o.every = (unsigned)atoi(optarg);
			break;
		case 'f':
			o.first = true;
			break;
		case 'k':
			o.pattern = optarg;
			break;
		case 'j':
			o.jobs = (unsigned)atoi(optarg);
			break;
		case 'n':
			o.names = read_names(optarg);
			break;
		case 'o':
			o.folder = optarg;
			break;
		case 'r':
			o.way = optarg;
			break;
		case 't':
			o.truth = true;
			break;
		case 'u':
			o.update = true;
			break;
		case 'w':
			o.world = optarg;
			break;
		case 'x':
			o.show = true;
			break;
		default:
			return 2;
		}
	}
	if (o.world && optind < argc)
		return by_hand_world(o.world, o.update, argv + optind, argc - optind);
	if (!o.binary || !o.shim || o.every < 1 || o.jobs < 1 || o.jobs > 16 || optind >= argc) {
		fprintf(stderr, "usage: runner [-fu] [-j N] [-k PATTERN] [-n NAMES] -b HDPARM -s "
				"SHIM FILE...\n");
		return 2;
	}
	/* the shim hides the machine's /var and others, but this tree may be there */
	if (here)
		setenv("FAKE_STARTED_IN", here, 1);
	if (o.show)
		return by_hand_run(&(struct runner){ .binary = o.binary,
						     .shim = o.shim,
						     .failing = o.failing },
				   argv + optind, argc - optind);
	/* folder of the programs that cases run */
	folder = realpath(dirname(strdup(argv[optind])), NULL);
	if (folder)
		setenv("CASES", folder, 1);
	if (o.truth)
		return truth_run(o.binary, o.shim, argv + optind, (size_t)(argc - optind));
	if (o.oracle)
		return compat_run(o.oracle, o.binary, o.shim, o.list, argv + optind,
				  (size_t)(argc - optind));
	if (o.way && !(o.folder && repeat_instead(&o.binary, o.way, o.folder)))
		return 2;
	return run_files(&o, argv + optind, (size_t)(argc - optind)) ? 0 : 1;
}

int main(int argc, char **argv)
{
	int status;

	if (repeating(argv, &status))
		return status;
	/* the expectations have the modes of new files */
	umask(S_IWGRP | S_IWOTH);
	return scratch_run("hdparm-test", run, argc, argv);
}
