/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Drives that stay awake: what keeps them so, and a standby timer of the host's. */
#ifndef HDPARM_AWAKE_H
#define HDPARM_AWAKE_H

#include "host.h"
#include "passthrough.h"
#include "report.h"
#include "options.h"

/*
 * --why-awake for the plan's steps, each with a device: tells what can keep the drives awake,
 * watches for the option's time who uses them, and gives a verdict on each. A signal ends the
 * watching, not the verdict. A result as run_plan().
 */
int awake_why(const struct plan *plan, struct host *host, struct report *out);

/* A drive to be spun down after `seconds` without use. */
struct idle_wish {
	char *path;
	uint64_t seconds;
	bool named;	   /* itself, not by a condition such as "rotational" */
	bool prefer_ata12; /* how it is sent commands */
	enum ata_path way;
};

/* Where the wishes come from. */
struct idle_source {
	/*
	 * Read the wishes again into `wish` and `n`; drop() frees them. 0 or -errno, already
	 * reported. Called again at SIGHUP, and when drives come or go, if `reloads`.
	 */
	int (*load)(struct idle_source *);
	void (*drop)(struct idle_source *);
	bool reloads;
	bool waits; /* load() sets it: drives may come later, so no drive is no reason to end */
	const char *option; /* the option's name for messages */
	struct idle_wish *wish;
	size_t n;
};

/*
 * --idle-standby: serves the drives until a signal comes. `dry`: none is spun down. With a
 * structured report each event is a line of its own. A result as run_plan(): 0 after a signal.
 */
int awake_idle(struct idle_source *source, bool dry, struct host *host, struct report *out);

/* --idle-standby for the steps of a plan. */
int awake_idle_plan(const struct plan *plan, struct host *host, struct report *out);

#endif
