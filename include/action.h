/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Actions: what an option does. action_table[] is the fixed order of the actions on an open device,
 * deviceless_table[] that of the actions without a device. run_actions() walks one of them.
 */
#ifndef HDPARM_ACTION_H
#define HDPARM_ACTION_H

#include "disk.h"
#include "job.h"

/*
 * When a row runs: SET when the option came with a value, GET when it was asked for or set and is
 * not quiet, DO whenever it was given. Between SET and GET the cached IDENTIFY data are dropped.
 */
enum stage { STAGE_SET, STAGE_GET, STAGE_DO };

struct action {
	enum opt_id opt : 8;
	enum stage stage : 8;
	/*
	 * Disks that take no ATA commands: those which answer this option (SPEAKS_*), and what they
	 * are asked by; NULL: `run` does not depend on ATA.
	 */
	unsigned others : 8;
	int (*ask)(struct job *);
	/* 0, -errno or -RESULT_*; it reports its own failure (job_fail() and similar) */
	int (*run)(struct job *);
	const void *row;
};

/*
 * A job without a device uses only the second table: an action of the first may rely on job->dev.
 */
extern const struct action action_table[], deviceless_table[];
extern const size_t action_count, deviceless_count;

/* The result of setting one option, and the value before it. */
struct set_record {
	bool tried;
	bool already; /* it was so before, and nothing was sent */
	int err;      /* result of the act */
	enum proof proof;
	bool has_before;
	uint64_t before;
};

/* Before the first set: reads the old values, by which sets_verify() tells rounded from ignored. */
void sets_prepare(struct job *, struct set_record records[OPT_COUNT]);

/*
 * After the queries: reads the settings back. Reports each outcome (devices[n].changes: applied,
 * already, rounded, ignored, refused or unverifiable); an ignored setting is also an error. In text
 * output quiet options are not read back: -q sends no command more than 9.65. -EIO if any was
 * ignored.
 */
int sets_verify(struct job *, const struct set_record records[OPT_COUNT]);

#endif
