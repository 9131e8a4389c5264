/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of src/run share. */
#ifndef HDPARM_RUN_PARTS_H
#define HDPARM_RUN_PARTS_H

#include "action.h"
#include "job.h"
#include "run.h"

struct drive_hang;
struct unsent;

/* The result of a run so far; {0} at first. */
struct outcome {
	int result; /* the most important result, by result_of_both(): 0, error number, RESULT_* */
	bool ended; /* the run ends: no further act, no further device */
};

/* Add the result of an act or a device: -errno or -RESULT_*. A result of 0 or more is ignored. */
void outcome_add(struct outcome *outcome, int err);

/* --- walk.c: the actions of one device --- */

/* Run the actions of job->req; job->dev is NULL for actions without a device. */
void run_actions(struct job *job, struct outcome *outcome);

/* Compare the request's settings with the drive's. `asleep`: send nothing; job->dev may be NULL. */
void run_check(struct job *job, struct outcome *outcome, bool asleep);

/*
 * Write the drive's settings as a block of hdparm.conf. `asleep`: write only a comment line;
 * job->dev may be NULL.
 */
void run_save(struct job *job, struct outcome *outcome, const char *selector, bool asleep);

/* --- unusable.c: failed opens and hung drives --- */

/*
 * Check the device words, without opening them. A word that may be a password must be a device.
 * Another word without a slash must be a file, a link or a selector (not checked with --replay).
 * Return 0, or the first failure: -errno or -STATUS_USAGE. `host` must not be a recorder.
 */
int device_words_lead(const struct plan *plan, struct host *host, struct report *out);

/*
 * If a plan of several steps has an option of consent or a password, check that each device opens.
 * Report all failures; return 0 or the first -errno. With --if-awake, suspended devices are not
 * opened.
 */
int devices_open(const struct plan *plan, struct host *host, struct report *out);

/* A step whose device could not be opened. */
struct unopened {
	const struct plan *plan;
	const struct step *step;
	int err;	  /* -errno of the failure */
	const char *more; /* end of the message, as "; no device was touched", or "" */
};

/* Report a failed open, with advice. A word that may be a password is wiped and not shown. */
void report_unopened(const struct unopened *what, struct host *host, struct report *out);

/* Identifies the drive behind a path: the path of a disk, a partition or a SCSI generic node. */
struct drive_key {
	uint64_t rdev; /* of the whole disk; if not known, of the node; 0: no device */
	bool character;
};
struct drive_key drive_key_of(struct host *host, const char *path);
bool drive_is(struct drive_key one, struct drive_key other);

/* Drives that hung, to which nothing more is sent. {0} at first. */
struct hung_drives {
	struct hung_drive *first;
};
int hung_add(struct hung_drives *hung, struct drive_key key); /* 0 or -ENOMEM */
bool hung_has(const struct hung_drives *hung, struct host *host, const char *path);
void hung_free(struct hung_drives *hung);

/*
 * Report a drive that hangs, and the options in undone[], which were not run. Return the -errno of
 * the hang; 0, without an error message, if undone[] has no option.
 */
int report_hang(struct report *out, const struct drive_hang *hang, const bool undone[OPT_COUNT]);

/* --- run.c --- */

/* Do run_plan(), but send nothing to the drives in `hung`, and add the drives that hang now. */
int run_steps(const struct plan *plan, struct hung_drives *hung, struct host *host,
	      struct report *out);

/* True if a step reads a password from the terminal or from standard input. */
bool reads_password(const struct step *step);

/* --- list.c --- */

/*
 * Run --list or --watch; return as run_plan(). Unless `in_turn`, several drives are asked in
 * processes, and this function returns in each child process, too.
 */
int run_list(const struct plan *plan, bool in_turn, struct host *host, struct report *out);

/* --- jobs.c: processes --- */

struct conf;

/* Plans that run at the same time, each in a process; plans with a common drive take turns. */
struct work {
	const struct plan *steps;    /* each step is a piece; NULL: use `commands` */
	const struct conf *commands; /* each command is a piece */
	size_t n;		     /* number of pieces */
	unsigned limit;		     /* maximum number of processes at a time */
	/* a piece starts only if no process runs, or all were silent for some seconds */
	bool in_turn;
	/*
	 * false: after a failure, no piece with consent starts, and after missing consent no piece
	 * at all. true: pieces start in spite of these results.
	 */
	bool independent;
	const char *option; /* name of the option that requires the work, for messages */
	/* Run a piece in its process, and return the result. NULL: run_steps() does this. */
	int (*serve)(void *who, size_t piece, struct host *, struct report *);
	void *who;
};

/*
 * Run all pieces, and show their output in order. Return the most important result. Also returns in
 * each child process: *child is true, and the result is that of the child's piece.
 */
int run_pieces(const struct work *work, struct host *host, struct report *out, bool *child);

/* Run a plan with --jobs. Like run_pieces(), the function returns in each child process, too. */
int run_parallel(const struct plan *plan, unsigned limit, struct host *host, struct report *out);

/* Return the path of a password file that is not regular: processes cannot share it. Else NULL. */
const char *shared_input(const struct plan *plan, struct host *host);

/* --- trace.c --- */

/* Report unsent commands and bad sense data; with `verbose`, all commands. Set out->verbose. */
void trace_attach(struct device *dev, struct report *out, bool verbose);

/* Report a change that a dry run does not make. For struct dry_run.tell; `who` is the report. */
void show_unsent(void *who, const struct unsent *unsent);

#endif
