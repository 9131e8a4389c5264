/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interface within src/run. */
#ifndef HDPARM_RUN_PARTS_H
#define HDPARM_RUN_PARTS_H

#include "action.h"
#include "job.h"
#include "run.h"

struct drive_hang;
struct unsent;

/* The result of a run so far; {0} at first. */
struct outcome {
	int result; /* 0, a positive errno, RESULT_*, or RESULT_SKIPPED + N */
	bool ended; /* no further act or step is begun */
};

/*
 * Add the result `err`, -errno or -RESULT_*: keep the more important result, and set `ended` if
 * result_ends_run(-err). Ignore 0 and positive numbers.
 */
void outcome_add(struct outcome *outcome, int err);

/* --- walk.c: the actions of one device --- */

/* Run the actions that job->req asks for, from deviceless_table if job->dev is NULL. */
void run_actions(struct job *job, struct outcome *outcome);

/*
 * Compare the request's settings with the drive's. If the drive is `asleep`, send nothing;
 * job->dev may then be NULL.
 */
void run_check(struct job *job, struct outcome *outcome, bool asleep);

/*
 * Report the drive's settings, in text as a block for hdparm.conf. If the drive is `asleep`, send
 * nothing, and report no settings; job->dev may then be NULL.
 */
void run_save(struct job *job, struct outcome *outcome, const char *selector, bool asleep);

/* --- unusable.c: what is lacking, failed opens and hung drives --- */

/*
 * Report an error of host_lack() that is not the result yet, and return it in place of `result`,
 * unless that is an interruption.
 */
int result_with_lack(int result, struct host *host, struct report *out);

/*
 * Report device words of the command line that name no device: words that may be a password; and,
 * without --replay, words that select no drives and for which path_is_stray() is true. Return 0, or
 * the first failure: -errno or -STATUS_USAGE. `host` must not be a recorder.
 */
int device_words_lead(const struct plan *plan, struct host *host, struct report *out);

/*
 * If a plan of several steps has a password, or an option such as --yes-i-know-what-i-am-doing,
 * report the devices that fail to open. With --if-awake, suspended devices are not opened. Return 0
 * or the first -errno.
 */
int devices_open(const struct plan *plan, struct host *host, struct report *out);

struct unopened {
	const struct plan *plan;
	const struct step *step;
	int err;	  /* -errno */
	const char *more; /* text after the reason, such as "; no device was touched"; or "" */
};

/* Report a failed open. A device word that may be a password is wiped and not shown. */
void report_unopened(const struct unopened *what, struct host *host, struct report *out);

/* Identifies the disk of a node, such as a partition or a SCSI generic node. */
struct drive_key {
	uint64_t rdev; /* number of the whole disk; if not known, of the node; 0: no device */
	bool character;
};
struct drive_key drive_key_of(struct host *host, const char *path);
bool drive_is(struct drive_key one, struct drive_key other);

/* Drives that hung in this run; {0} at first. */
struct hung_drives {
	struct hung_drive *first;
};
int hung_add(struct hung_drives *hung, struct drive_key key); /* return 0 or -ENOMEM */
bool hung_has(const struct hung_drives *hung, struct host *host, const char *path);
void hung_free(struct hung_drives *hung);

/*
 * If devices_open() fails, return its error, positive. Else run the steps in order. End after a
 * result of result_ends_run(), or if no memory is left to note a drive that hangs. After a failure,
 * also end before a step that carries a consent, or reads a password from the terminal or from
 * standard input. Return the most important result, by result_of_both().
 *
 * `shared`: drives that hung in other plans of this run, which get no command; drives that hang now
 * are added. NULL: there are no other plans.
 */
int run_steps(const struct plan *plan, struct hung_drives *shared, struct host *host,
	      struct report *out);

/*
 * Report a hang in JSON. If `undone` has options, name them in an error message, and return
 * hang->err (-errno); else return 0.
 */
int report_hang(struct report *out, const struct request *req, const struct drive_hang *hang,
		const bool undone[OPT_COUNT]);

/* --- run.c --- */

/* True if a step reads a password from the terminal or from standard input. */
bool reads_password(const struct step *step);

/* --- list.c --- */

/*
 * Run --list, and return the most important result; or run --watch, and return RESULT_INTERRUPTED,
 * ENOMEM, or 0 if stdout cannot be written. In a child process, return the child's result.
 * `in_turn`: make no child processes.
 */
int run_list(const struct plan *plan, bool in_turn, struct host *host, struct report *out);

/* --- jobs.c: processes --- */

struct conf;

/* Pieces of work, each run in a process; pieces with a common drive take turns. */
struct work {
	const struct plan *steps;    /* each step is a piece; NULL: use `commands` */
	const struct conf *commands; /* each command is a piece */
	size_t n;
	unsigned limit; /* maximum number of processes at a time */
	/* a piece starts only if no process runs, or all were silent for some seconds */
	bool in_turn;
	/* later pieces start after any result of a piece except RESULT_INTERRUPTED */
	bool independent;
	const char *option; /* for messages, such as "--jobs" */
	/* run a piece, in a child process; NULL: run_steps() */
	int (*serve)(void *who, size_t piece, struct host *, struct report *);
	void *who;
};

/*
 * In the parent, return the most important result. In a child process, set *child to true, and
 * return the result of the child's piece.
 */
int run_pieces(const struct work *work, struct host *host, struct report *out, bool *child);

/* Run a plan with --jobs. Return the most important result, or in a child process the child's. */
int run_parallel(const struct plan *plan, unsigned limit, struct host *host, struct report *out);

/* Return the path of a password file that processes cannot share, such as a FIFO. NULL: none. */
const char *shared_input(const struct plan *plan, struct host *host);

#endif
