/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_CLI_CASE_H
#define TESTS_CLI_CASE_H

/* Case files (see README): parse, run, compare, write back. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct lines {
	char **line;
	size_t n, room;
};

void lines_add(struct lines *, const char *text, size_t length);
void lines_free(struct lines *);

/* The outcome of a command, in the case file's notation without prefixes. */
struct outcome {
	struct lines out, err, log;
	int status;
};

void outcome_free(struct outcome *);

enum step_kind { STEP_COMMAND, STEP_CHANGE };

struct step {
	enum step_kind kind;
	char *text;	    /* after "$ " or "@ " */
	struct lines input; /* "<" lines */
	struct outcome want;
	/* lines of the file from 0: the command, start and end of its expectation */
	size_t line, first, end;
};

struct test_case {
	char *name;
	size_t line;
	struct lines devices; /* "dev" and "fault" lines */
	struct lines differs; /* tags of the allowed differences from 9.65 */
	bool only_ours;
	bool once; /* slow: checks that repeat every command skip the case */
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

/* Parse one file; on an error print file:line and return false. */
bool case_file_read(struct case_file *, const char *path);
void case_file_free(struct case_file *);
/* Write the file back with the outcomes of its commands; got[] has the order of the steps. */
bool case_file_update(const struct case_file *, struct outcome *const *got);

/* One world for each process and binary. */
struct runner {
	const char *binary, *shim;
	char world[128];
	bool verbose;
	const char *failing; /* library of tests/alloc, or NULL */
	const char *fail_alloc;
	unsigned fail_every;
};

/* Open a runner. Its folder is in that of scratch_run(), which removes both. */
bool runner_open(struct runner *, const char *binary, const char *shim);
/* Map the file of the fake devices (munmap() it); fresh: all zeros. End the program on failure. */
struct world *runner_world(const struct runner *, bool fresh);
/* Set up the devices of a case; on an error fill message. */
bool runner_begin(struct runner *, const struct case_file *, const struct test_case *,
		  char *message, size_t size);
bool runner_change(struct runner *, const struct case_file *, const char *text, char *message,
		   size_t size);
/* waitpid(2) of a child, which is killed after these seconds. 0 or -errno. */
int wait_limited(pid_t pid, unsigned seconds, int *status);
/* Run a command line. False, with message, if it could not be started. */
bool runner_run(struct runner *, const struct step *, struct outcome *got, char *message,
		size_t size);

bool lines_match(const struct lines *want, const struct lines *got);
void lines_show(FILE *, char prefix, const struct lines *want, const struct lines *got);

/* by_hand.c: run one command on devices, show its output and the log, return the exit status. */
int by_hand_run(struct runner *, char **words, int n);
/* Make a world with these devices in an existing folder, or change its devices as "@" does. The
 * world remains for programs that run with the shim and FAKE_WORLD. Return the exit status. */
int by_hand_world(const char *folder, bool change, char **words, int n);

/* truth.c: check properties of one binary, without expectations; return the exit status. */
int truth_run(const char *binary, const char *shim, char **paths, size_t n);

/* repeat.c: run the runner itself instead of hdparm, for every command in another way: "json",
 * "dry-run", "record" or "masked". The folder gets the results. False: no such way. */
bool repeat_instead(const char **hdparm, const char *how, const char *folder);
void repeat_step(const char *file, size_t line);
/* For main(): true if this process runs instead of hdparm, with its exit status in *status. */
bool repeating(char **argv, int *status);

struct tally {
	unsigned passed, failed;
	unsigned left_out;
	unsigned skipped;
};

/* starve.c: run a case again and again, each time short of memory; add the runs to the tally. */
void starve_case(struct runner *, FILE *report, const struct case_file *, const struct test_case *,
		 struct tally *);

/* document.c: the lines as text, to be freed; true if it is a JSON document that ends in its
 * status. */
char *document_text(const struct lines *out);
bool document_read(const char *text, int *status);

/*
 * compat.c: compare two binaries over the files; return the exit status. Without a list no
 * difference is allowed, except that the exit status may be that of the first failure
 * (first-failure), and a failed query may print a message (tells-why).
 */
int compat_run(const char *oracle, const char *ours, const char *shim, const char *list,
	       char **paths, size_t n);

#endif
