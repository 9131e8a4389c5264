/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Actions: what an option does. action_table[] is the one fixed order of those that act on an open
 * device, deviceless_table[] of those that do without; run_actions() walks one of them.
 */
#ifndef HDPARM_ACTION_H
#define HDPARM_ACTION_H

#include "job.h"

/*
 * When a row runs: SET when the option came with a value, GET when it was asked for or set and is
 * not quiet, DO whenever it was given. Between SET and GET the cached IDENTIFY data are dropped.
 */
enum stage { STAGE_SET, STAGE_GET, STAGE_DO };

struct action {
	enum opt_id opt;
	enum stage stage;
	/* 0, -errno or -RESULT_*; a failure has been reported by then (job_fail and its kin) */
	int (*run)(struct job *);
	const void *row;
};

/*
 * A job without a device has the second table alone, so that no act of the first meets a device
 * that is not there.
 */
extern const struct action action_table[], deviceless_table[];
extern const size_t action_count, deviceless_count;

/* What became of one option's set, and what was known before it. */
struct set_record {
	bool tried;
	int err; /* of the act */
	enum proof proof;
	bool has_before;
	uint64_t before;
};

/* Before the first set: reads what will be needed to tell rounding from ignoring. */
void sets_prepare(struct job *, struct set_record records[OPT_COUNT]);

/*
 * After the queries: reads the settings back. Reports each outcome (devices[n].changes: applied,
 * rounded, ignored, refused or unverifiable), and what was ignored as an error. In text, quiet
 * options are left out, so that -q sends nothing more. -EIO if any was ignored.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

#endif
