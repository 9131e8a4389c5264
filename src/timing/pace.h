/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many reads to keep in flight, found from the completed ones. */
#ifndef HDPARM_TIMING_PACE_H
#define HDPARM_TIMING_PACE_H

#include <stdbool.h>
#include <stdint.h>

#define NS_PER_S UINT64_C(1000000000)

enum { PACE_SAMPLES = 32 };

enum pace_phase {
	PACE_RISING, /* each depth so far was much faster than the one before */
	PACE_TRYING, /* `best` and `other` are measured in turn */
	PACE_SETTLED /* until hold_until_ns */
};

struct pace {
	unsigned depth; /* at the moment; 1: one plain read after the other */
	unsigned best;	/* the fastest one so far */
	unsigned other; /* the one that is tried, or the last one before `best` */
	unsigned max;
	bool fixed; /* the user asked for this depth */
	enum pace_phase phase;
	uint64_t left_ns, left_bytes; /* set before each pace_landed() */
	/* the window being measured: of reads that began at from_ns or later */
	uint64_t from_ns, since_ns, bytes;
	unsigned landed;
	uint64_t latency_ns[PACE_SAMPLES]; /* of the first ones, ascending */
	double base;			   /* the rate to compare with; 0: none yet */
	double doubted; /* the first deeper rate, until one read is measured again; else 0 */
	/* the trial */
	unsigned won, lost;
	bool down;   /* `other` is a smaller depth */
	bool turned; /* the other direction is known to be slower */
	uint64_t hold_until_ns, hold_ns;
};

/* Begins with one read in flight, later up to `max`; with `max` at once if it is fixed. */
void pace_start(struct pace *p, unsigned max, bool fixed);

/* Continues at another place with the depth found so far; nothing is in flight. */
void pace_move(struct pace *p);

/* Whether the depth is found; the search is repeated now and then. */
bool pace_settled(const struct pace *p);

/*
 * A read of `bytes` completed `latency_ns` after its start; p->depth may change. p->left_ns and
 * p->left_bytes are the most that is still to be read.
 */
void pace_landed(struct pace *p, uint64_t bytes, uint64_t latency_ns, uint64_t now_ns);

#endif
