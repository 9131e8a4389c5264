/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A medium behind a fake host whose clock moves only with reads and sleeps: any size, speed and
 * faults, for the timing acts. */
#ifndef TESTS_MEDIUM_H
#define TESTS_MEDIUM_H

#include "job.h"

#include <stdio.h>

enum { MEDIUM_SLOTS = 256 };

struct medium {
	struct host host; /* first: the fake's functions find the medium by it */
	/* description */
	uint64_t size; /* bytes; UINT64_MAX: not known */
	unsigned sector;
	bool regular_file, zeros, rotational, removable;
	const char *sysfs; /* canonical path in sysfs */
	/* behaviour */
	uint64_t ns_per_mib;	 /* transfer time of 1 MiB, for one request at a time */
	uint64_t latency_ns;	 /* latency of each request, for any number at once */
	uint64_t crowded_ns;	 /* time of each request for each other request in flight */
	uint64_t first_extra_ns; /* additional time of the first request */
	uint64_t ahead;		 /* bytes that the kernel reads ahead after a large plain read */
	unsigned fail_read;	 /* number of the failing read, from 1 */
	int fail_errno;		 /* its errno, positive */
	unsigned short_read;	 /* number of the read that returns half */
	uint64_t real_end;	 /* data end here, whatever the size is; 0: at the size */
	unsigned gone_read;   /* the device has gone from this read on: no data, size 0; 0: never */
	int gone_errno;	      /* positive errno of these reads; 0: the end of the data */
	unsigned plain_after; /* a queue uses pread() after this many reads; 0: never */
	uint64_t interrupt_at_ns;  /* time of SIGINT, then 0; 0: never */
	unsigned busy_polls;	   /* number of polls with "inflight" not 0 */
	unsigned stranger_sectors; /* sectors read by another program with each of our reads */
	int lock_error, queue_error, flush_error, drop_error; /* negative errno */
	/* results */
	uint64_t now_ns;
	unsigned reads, flushes, sleeps, drops;
	unsigned most_in_flight; /* of a queue; the depth after pread() is used is 1 */
	uint64_t bytes_read, lowest, highest;
	uint64_t ahead_from, ahead_to; /* range of the data that were read ahead */
	bool held;
};

/* Run one act on the medium with the options of `req`; *out and *err must be freed. */
int medium_run(struct medium *m, int (*act)(struct job *), enum opt_id id,
	       const struct request *req, char **out, char **err);

int medium_run_terminal(struct medium *m, int (*act)(struct job *), enum opt_id id,
			const struct request *req, char **out, char **err);

/* A medium of 4 GiB at 100 MiB/s, 512-byte sectors, not zeros. */
struct medium medium_disk(void);

#endif
