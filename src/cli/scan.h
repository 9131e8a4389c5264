/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of the scanner share. */
#ifndef HDPARM_CLI_SCAN_H
#define HDPARM_CLI_SCAN_H

#include "request.h"

struct scan {
	int argc;
	char *const *argv;
	int next;			/* index of the next unread word */
	int spare;			/* of one that stands where a password may; 0: none does */
	struct request req;		/* options so far */
	bool next_quiet;		/* -q waits for its option */
	bool after_options;		/* "--" was seen */
	bool loose;			/* options stand behind the last device */
	bool info;			/* an INFO option ends the reading */
	const struct option_def *lone;	/* an option that needs no device, nor others beside it */
	bool given[OPT_COUNT];		/* SOLO options behind the last device */
	const struct option_def *twice; /* one of them that stands there twice */
	struct plan *plan;
	struct plan_error *error;
};

/* Fills scan->error with a usage error and returns -1. */
int scan_refuse(struct scan *scan, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same for memory. */
int scan_out_of_memory(struct scan *scan);

/* Reads the value of `id` from the first `length` bytes of `text`. 0 or -1. */
int scan_take_value(struct scan *scan, enum opt_id id, const char *text, size_t length);

/*
 * The option stands there without a value, and one that an earlier mention gave does not count:
 * `elsewhere` where another option gives it.
 */
void scan_no_value(struct scan *scan, enum opt_id id, bool elsewhere);

/* Reads the words that may follow that value, as its type says. 0 or -1. */
int scan_take_more(struct scan *scan, enum opt_id id);

/* Adds a step for `path` (NULL: no device) with a copy of the options so far. 0 or -1. */
int scan_add_step(struct scan *scan, const char *path);

/* Refuses an option that stands twice and may not. 0 or -1. */
int scan_check_twice(struct scan *scan);

/* Refuses an option whose value is not there. */
int scan_missing_value(struct scan *scan, enum opt_id id);

#endif
