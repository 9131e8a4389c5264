/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_CLI_CASE_H
#define TESTS_CLI_CASE_H

/* Case files (see README here): parsing, running, comparing, writing back. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* A growing list of text lines. */
struct lines {
	char **line;
	size_t n, room;
};

void lines_add(struct lines *, const char *text, size_t length);
void lines_free(struct lines *);

/* What a command gave, or should give: lines in the case file's notation, without prefix. */
struct outcome {
	struct lines out, err, log;
	int status;
};

void outcome_free(struct outcome *);

enum step_kind { STEP_COMMAND, STEP_CHANGE };

struct step {
	enum step_kind kind;
	char *text;	     /* after "$ " or "@ " */
	struct lines input;  /* "<" lines */
	struct outcome want; /* expected outcome of a command */
	/* lines of the file, from 0: the command, and the range of its expectation */
	size_t line, first, end;
};

struct test_case {
	char *name;
	size_t line;
	struct lines devices; /* "dev" and "fault" lines */
	struct lines differs; /* tags of expected differences from the oracle */
	bool only_ours;
	bool once; /* slow: checks that repeat every command leave the case out */
	struct step *step;
	size_t steps;
};

struct case_file {
	char *path, *folder;
	char *base; /* file name without folder and .case */
	struct lines text;
	struct test_case *cases;
	size_t n;
};

/* Parse one file; on an error prints file:line and returns false. */
bool case_file_read(struct case_file *, const char *path);
void case_file_free(struct case_file *);
/* Write the file back with the outcomes of its commands; got[] is in order of the steps. */
bool case_file_update(const struct case_file *, struct outcome *const *got);

/* Where things are; one world per runner process and binary. */
struct runner {
	const char *binary, *shim;
	char world[128]; /* folder */
	bool verbose;
	const char *failing;	/* the library of tests/alloc, or NULL */
	const char *fail_alloc; /* number of the failing allocation, for tests/alloc */
	unsigned fail_every;	/* every how many allocations one is tried, from 1 on */
};

/* Open a runner. Its folder is inside that of scratch_run() and is removed with it. */
bool runner_open(struct runner *, const char *binary, const char *shim);
/* The file of the fake devices, mapped (munmap() it); fresh: all zeros. Ends the program on
 * failure. */
struct world *runner_world(const struct runner *, bool fresh);
/* Set up the devices of a case; on an error fills message. */
bool runner_begin(struct runner *, const struct case_file *, const struct test_case *,
		  char *message, size_t size);
bool runner_change(struct runner *, const struct case_file *, const char *text, char *message,
		   size_t size);
/* waitpid(2) of a child, which is killed after these seconds. 0 or -errno. */
int wait_limited(pid_t pid, unsigned seconds, int *status);
/* Run a command line. False: it could not be started (message). */
bool runner_run(struct runner *, const struct step *, struct outcome *got, char *message,
		size_t size);

/* Do these lines match, "~" patterns included? */
bool lines_match(const struct lines *want, const struct lines *got);
/* Print what differs, as a small diff. */
void lines_show(FILE *, char prefix, const struct lines *want, const struct lines *got);

/* by_hand.c: one command on devices, its output and the log shown; returns the exit status. */
int by_hand_run(struct runner *, char **words, int n);
/*
 * Make a world with these devices in an existing folder, or change the devices of a world as "@"
 * does. The world remains for every program that runs with the shim and FAKE_WORLD. Return the exit
 * status.
 */
int by_hand_world(const char *folder, bool change, char **words, int n);

/* truth.c: properties of one binary over the files, without expectations; the exit status. */
int truth_run(const char *binary, const char *shim, char **paths, size_t n);

/*
 * repeat.c: puts the runner itself in hdparm's place, for every command in another way: "json",
 * "dry-run", "record" or "masked"; what each gave is kept in the folder. False: no such way.
 */
bool repeat_instead(const char **hdparm, const char *how, const char *folder);
/* Names the step, for the children. */
void repeat_step(const char *file, size_t line);
/* For main(): true if this process runs in place of hdparm, with its exit status in *status. */
bool repeating(char **argv, int *status);

struct tally {
	unsigned passed, failed;
	unsigned left_out; /* commands that the check leaves out */
	unsigned skipped;  /* cases that this machine cannot run */
};

/* starve.c: a case again and again, each time short of memory; adds the runs to the tally. */
void starve_case(struct runner *, FILE *report, const struct case_file *, const struct test_case *,
		 struct tally *);

/* document.c: lines of stdout as the text they stand for, to be freed; and whether that is a JSON
 * document that ends in its exit status. */
char *document_text(const struct lines *out);
bool document_read(const char *text, int *status);

/*
 * compat.c: compare two binaries over the files; return the exit status. Without a list (generated
 * cases) no difference is allowed, with two exceptions: the exit status may be that of the first
 * failure (first-failure), and a query that fails may say so (tells-why).
 */
int compat_run(const char *oracle, const char *ours, const char *shim, const char *list,
	       char **paths, size_t n);

#endif
