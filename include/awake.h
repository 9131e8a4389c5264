/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --why-awake and --idle-standby: what keeps drives awake, and a standby timer in this program. */
#ifndef HDPARM_AWAKE_H
#define HDPARM_AWAKE_H

#include "host.h"
#include "passthrough.h"
#include "report.h"
#include "options.h"

/*
 * Do --why-awake for the plan's steps, each with a device: print the facts, watch for the option's
 * time, and report causes for each drive. A signal ends only the watching. Return as run_plan().
 */
int awake_why(const struct plan *plan, struct host *host, struct report *out);

/* A drive to be spun down after `seconds` without use. */
struct idle_wish {
	char *path;
	uint64_t seconds;
	bool named;	   /* by path, not by a condition such as "rotational" */
	bool prefer_ata12; /* --prefer-ata12 */
	enum ata_path way; /* --transport */
};

/* The source of the wishes. */
struct idle_source {
	/*
	 * Read the wishes into `wish` and `n`; drop() frees them. 0 or -errno, already reported. If
	 * `reloads`, called again at SIGHUP, and when drives come or go.
	 */
	int (*load)(struct idle_source *);
	void (*drop)(struct idle_source *);
	bool reloads;
	bool waits;	    /* set by load(): run without drives, since drives may come later */
	const char *option; /* the option's name for messages */
	struct idle_wish *wish;
	size_t n;
};

/*
 * Serve the drives of --idle-standby until a signal comes. `dry`: spin no drive down. In a
 * structured report each event is a line. Return as run_plan(): 0 after a signal.
 */
int awake_idle(struct idle_source *source, bool dry, struct host *host, struct report *out);

/* Do --idle-standby for the steps of a plan. */
int awake_idle_plan(const struct plan *plan, struct host *host, struct report *out);

#endif
