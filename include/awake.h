/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --why-awake and --idle-standby: what keeps drives awake, and a standby timer in this program. */
#ifndef HDPARM_AWAKE_H
#define HDPARM_AWAKE_H

#include "host.h"
#include "passthrough.h"
#include "report.h"
#include "options.h"

/*
 * Do --why-awake for the devices of the plan's steps: print facts, watch the drives for the time
 * that the option gives, and report for each drive what keeps it awake. A signal ends only the
 * watching. Return an exit status as run_plan().
 */
int awake_why(const struct plan *plan, struct host *host, struct report *out);

/* A request to spin a drive down after `seconds` without use. */
struct idle_wish {
	char *path;
	uint64_t seconds;
	bool named;	   /* the user gave the path, not a condition such as "rotational" */
	bool prefer_ata12; /* --prefer-ata12 was given */
	enum ata_path way; /* form of CDB by --transport */
};

/* The source of the requests: the command line or hdparm.conf. */
struct idle_source {
	/*
	 * Set `wish` and `n`; drop() frees the array. Return 0, or the negative of an exit status,
	 * already reported; awake_idle() reports -ENOMEM. If `reloads` is true, load() is called
	 * again after SIGHUP, and when drives come or go.
	 */
	int (*load)(struct idle_source *);
	void (*drop)(struct idle_source *);
	bool reloads;
	bool waits;	    /* set by load(): run even without drives, as drives may come later */
	const char *option; /* name of the option, for messages */
	struct idle_wish *wish; /* array of n requests */
	size_t n;
};

/*
 * Spin drives down after their time without use (--idle-standby), until a signal ends this. `dry`:
 * only report, and spin no drive down. In JSON each event is one line. Return an exit status as
 * run_plan(); 0 after a signal.
 */
int awake_idle(struct idle_source *source, bool dry, struct host *host, struct report *out);

/* Do awake_idle() for the devices of the plan's steps. Return as awake_idle(). */
int awake_idle_plan(const struct plan *plan, struct host *host, struct report *out);

#endif
