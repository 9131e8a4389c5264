/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of a run. */
#ifndef HDPARM_RUN_PARTS_H
#define HDPARM_RUN_PARTS_H

#include "dry_run.h"
#include "job.h"
#include "run.h"

/* What came of a run so far; {0} at first. */
struct outcome {
	int result; /* see status.h */
	bool ended; /* nothing more is done */
};

/* Adds what an act or a device came to: 0 and above, which changes nothing, -errno or -RESULT_*. */
void outcome_add(struct outcome *outcome, int err);

/*
 * walk.c: does what job->req asks for, in the order of the table of actions. host, dev, req and out
 * of the job are the caller's; dev is NULL for the table of acts without a device. What fails has
 * been reported, and is added to the outcome.
 */
void run_actions(struct job *job, struct outcome *outcome);

/*
 * run_plan() for a plan that asks for --conf: what the file says for its devices. The file is read
 * and devices are looked up on the machine `files`; what is done is done on `host`. With --dry-run
 * the command lines are printed instead, and no device is opened. A result as run_plan()'s.
 */
int run_conf(const struct plan *asked, struct host *files, struct host *host, struct report *out);

/*
 * Every step of the plan, `limit` of them at a time, each in a process of its own; output and
 * result, as run_plan()'s, in the order of the command line. In a child, which returns as well,
 * *out is the child's own report, and the result that of its step.
 */
int run_parallel(const struct plan *plan, unsigned limit, struct host *host, struct report *out);

/*
 * Lets `out` hear of undecodable answers, of commands that a dry run does not send, and with
 * `verbose` of every command.
 */
void trace_attach(struct device *dev, struct report *out, bool verbose);

/* For struct dry_run.tell: what a dry run does not do. `who` is the report. */
void show_unsent(void *who, const struct unsent *unsent);

/*
 * Whether the device words that may be passwords are devices, by stat(2). To be asked of the
 * machine itself, so that no recording, and no message of a replay, holds one which is none. 0, or
 * the first one's -errno, all of them reported.
 */
int hidden_words_exist(const struct plan *plan, struct host *host, struct report *out);

/*
 * Where an option needs consent or a password, every device of the line has to open before the
 * first is touched: a word too many is a sign that the line is not what was meant, and what such
 * options do cannot be undone. 0, or the first one's -errno, all of them reported.
 */
int devices_open(const struct plan *plan, struct host *host, struct report *out);

/* A step whose device did not open: the -errno, and what follows from it, or "". */
struct unopened {
	const struct plan *plan;
	const struct step *step;
	int err;
	const char *more;
};

/*
 * Reports it, with what to try where that is known. A word that may be a password is not shown, and
 * overwritten.
 */
void report_unopened(const struct unopened *what, struct host *host, struct report *out);

#endif
