/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of a run. */
#ifndef HDPARM_RUN_PARTS_H
#define HDPARM_RUN_PARTS_H

#include "action.h"
#include "job.h"
#include "run.h"

struct drive_hang;
struct unsent;

/* The result of a run so far; {0} at first. */
struct outcome {
	int result; /* see status.h */
	bool ended; /* nothing more is done */
};

/* Add the result of an act or a device: -errno or -RESULT_*; 0 and above change nothing. */
void outcome_add(struct outcome *outcome, int err);

/* --- walk.c: the actions of one device --- */

/* Run the actions of job->req in the order of the table. The caller sets host, dev, req, out. */
void run_actions(struct job *job, struct outcome *outcome);

/* Report each setting of the request and the drive's. `asleep`: not asked; job->dev may be NULL. */
void run_check(struct job *job, struct outcome *outcome, bool asleep);

/* Write the drive's settings as a block of hdparm.conf that begins with `selector`. */
void run_save(struct job *job, struct outcome *outcome, const char *selector, bool asleep);

/* --- unusable.c: failed opens and hung drives --- */

/*
 * Check by stat(2) that each device word leads to something: a word that may be a password to a
 * device, a word without a slash to a file or a selector. 0, or the first failure's -errno; all are
 * reported. `host` is the real machine, so that no recording contains a password.
 */
int device_words_lead(const struct plan *plan, struct host *host, struct report *out);

/*
 * If an option needs consent or a password, check that all devices of several open: such an act
 * cannot be undone, and a wrong word shows a wrong command line. 0, or the first failure's -errno;
 * all are reported.
 */
int devices_open(const struct plan *plan, struct host *host, struct report *out);

/* A step whose device did not open: the -errno, and a text about the consequence, or "". */
struct unopened {
	const struct plan *plan;
	const struct step *step;
	int err;
	const char *more;
};

/* Report a failed open, with advice. A word that may be a password is wiped and not shown. */
void report_unopened(const struct unopened *what, struct host *host, struct report *out);

/* The drive behind a path: a disk's node, a partition's, or a SCSI generic node. */
struct drive_key {
	uint64_t rdev; /* number of the whole disk if sysfs shows it; 0: no device */
	bool character;
};
struct drive_key drive_key_of(struct host *host, const char *path);
bool drive_is(struct drive_key one, struct drive_key other);

/* The drives that hang: nothing is sent to them under another name either. {0} at first. */
struct hung_drives {
	struct hung_drive *first;
};
int hung_add(struct hung_drives *hung, struct drive_key key); /* 0 or -ENOMEM */
bool hung_has(const struct hung_drives *hung, struct host *host, const char *path);
void hung_free(struct hung_drives *hung);

/*
 * Report the hang and the options that were not run. Return the hang's -errno, or 0 without a
 * message if no option is left: the act has reported the hang.
 */
int report_hang(struct report *out, const struct drive_hang *hang, const bool undone[OPT_COUNT]);

/* --- run.c --- */

/* run_plan(), with the drives that hung earlier in the run; drives that hang now are added. */
int run_steps(const struct plan *plan, struct hung_drives *hung, struct host *host,
	      struct report *out);

/* True if a step reads a password from the terminal or from standard input. */
bool reads_password(const struct step *step);

/* --- list.c --- */

/* run_plan() for --list and --watch, in processes unless `in_turn`. Each child also returns. */
int run_list(const struct plan *plan, bool in_turn, struct host *host, struct report *out);

/* --- jobs.c: processes --- */

struct conf;

/* Plans that run at the same time, each in a process; plans with a common drive take turns. */
struct work {
	const struct plan *steps;    /* each step is a piece; NULL: each command is a piece */
	const struct conf *commands; /* used if steps is NULL */
	size_t n;
	unsigned limit; /* processes at a time */
	/*
	 * Start the next piece only when the previous piece has ended, or was silent for some
	 * seconds: some power supplies cannot spin up all disks at once.
	 */
	bool in_turn;
	/* only a signal ends the work; else also a failure, before pieces with consent */
	bool independent;
	const char *option; /* option that requires the work, for messages */
	/* runs a piece in its process and returns the result; NULL: run_steps() */
	int (*serve)(void *who, size_t piece, struct host *, struct report *);
	void *who;
};

/*
 * Do the work. Output and result are as of run_plan(), in the order of the pieces. Each child also
 * returns, with *child set: *out is then the child's report, and the result is that of its piece.
 */
int run_pieces(const struct work *work, struct host *host, struct report *out, bool *child);

/* Run --jobs. Each child also returns. */
int run_parallel(const struct plan *plan, unsigned limit, struct host *host, struct report *out);

/* Return a password file that processes cannot share, since it is no regular file; or NULL. */
const char *shared_input(const struct plan *plan, struct host *host);

/* --- trace.c --- */

/* Report undecodable answers and unsent commands of a dry run; `verbose`: all commands. */
void trace_attach(struct device *dev, struct report *out, bool verbose);

/* Report a change that a dry run does not make: struct dry_run.tell. `who` is the report. */
void show_unsent(void *who, const struct unsent *unsent);

#endif
