/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A medium behind a fake host whose clock moves only when something is read or slept. It serves
 * the timing acts with a device of any size, speed and faults.
 */
#ifndef TESTS_MEDIUM_H
#define TESTS_MEDIUM_H

#include "job.h"

#include <stdio.h>

enum { MEDIUM_SLOTS = 256 };

struct medium {
	struct host host; /* first: the fake's functions find the medium by it */
	/* what it is */
	uint64_t size;	 /* bytes; UINT64_MAX: the device does not tell */
	unsigned sector; /* logical sector size */
	bool regular_file, zeros, rotational, removable;
	const char *sysfs; /* canonical path in sysfs */
	/* how it behaves */
	uint64_t ns_per_mib;	  /* transfer time of 1 MiB, for one request after the other */
	uint64_t latency_ns;	  /* latency of each request, any number at once */
	uint64_t crowded_ns;	  /* time of each request for each other request in flight */
	uint64_t first_extra_ns;  /* additional time of the first request */
	uint64_t ahead;		  /* bytes that the kernel reads ahead after a large plain read */
	unsigned fail_read;	  /* the k-th read, counted from 1, fails ... */
	int fail_errno;		  /* ... with this, positive */
	unsigned short_read;	  /* the k-th read returns half */
	uint64_t real_end;	  /* no data from here on, whatever the size is; 0: all data */
	unsigned gone_read;	  /* from the k-th read on it has gone: no data, size 0; 0: never */
	int gone_errno;		  /* positive errno of such a read; 0: the end of the data */
	unsigned plain_after;	  /* a queue is left with pread() after so many reads; 0: never */
	uint64_t interrupt_at_ns; /* SIGINT comes; 0: never */
	unsigned busy_polls;	  /* so often "inflight" is not 0 */
	unsigned stranger_sectors; /* read by somebody else with every read of ours */
	int lock_error, queue_error, flush_error, drop_error; /* negative */
	/* what happened */
	uint64_t now_ns;
	unsigned reads, flushes, sleeps, drops;
	unsigned most_in_flight; /* in a queue of depth 1, which pread() has taken over */
	uint64_t bytes_read, lowest, highest;
	uint64_t ahead_from, ahead_to; /* what was read ahead */
	bool held;
};

/* Runs one act on the medium with the options of `req`; *out and *err are to be freed. */
int medium_run(struct medium *m, int (*act)(struct job *), enum opt_id id,
	       const struct request *req, char **out, char **err);

/* medium_run() on a terminal. */
int medium_run_terminal(struct medium *m, int (*act)(struct job *), enum opt_id id,
			const struct request *req, char **out, char **err);

/* A medium of 4 GiB at 100 MiB/s, 512-byte sectors, not zeros. */
struct medium medium_disk(void);

#endif
