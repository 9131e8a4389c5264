/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --why-awake: what keeps drives awake. --idle-standby and --serve: a standby timer in this
 * program.
 */
#ifndef HDPARM_AWAKE_H
#define HDPARM_AWAKE_H

#include "host.h"
#include "passthrough.h"
#include "report.h"
#include "options.h"

/*
 * Do --why-awake: watch the drives for the time of the option, 10 min by default. A signal ends the
 * watching, but not the report. Return 0, or the first reported error as a positive errno.
 */
int awake_why(const struct plan *plan, struct host *host, struct report *out);

/* A request to spin a drive down after `seconds` without use. */
struct idle_wish {
	char *path;
	uint64_t seconds;
	/* the user gave the path, not a selector; or the block of hdparm.conf names a drive */
	bool named;
	bool prefer_ata12; /* --prefer-ata12 */
	unsigned way;	   /* --transport, as device_wish() takes it; 0: not given */
};

struct idle_source {
	/* set `wish`, which drop() frees, and `n`; 0, -ENOMEM, or another -errno, reported */
	int (*load)(struct idle_source *);
	void (*drop)(struct idle_source *);
	bool reloads; /* call load() again after SIGHUP, and when drives come, go or change */
	bool waits;   /* set by load(): run even without a drive to serve, as drives may come */
	const char *option;
	struct idle_wish *wish;
	size_t n;
};

/*
 * Spin drives down after their time without use. End if the first load() fails; if memory runs out;
 * if the kernel's counts of the disks' use cannot be read; if stdout cannot be written; at a
 * signal, but not at SIGHUP if source->reloads; or at once if no drive can be served, unless
 * source->waits. `dry`: spin no drive down. Return 0, or a positive errno.
 */
int awake_idle(struct idle_source *source, bool dry, struct host *host, struct report *out);

/* Do awake_idle() for the devices of the plan. */
int awake_idle_plan(const struct plan *plan, struct host *host, struct report *out);

#endif
