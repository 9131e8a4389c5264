/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many reads to keep in flight, learnt from the completed ones. */
#ifndef HDPARM_TIMING_PACE_H
#define HDPARM_TIMING_PACE_H

#include <stdbool.h>
#include <stdint.h>

#define NS_PER_S UINT64_C(1000000000)

struct pace {
	unsigned depth; /* at the moment */
	unsigned max;
	bool fixed; /* the user asked for this depth */
	bool rising;
	unsigned late; /* reads in a row that took much longer than the quickest */
	uint64_t quickest_ns;
	/* the window being measured */
	unsigned skip, landed;
	uint64_t bytes, began_ns;
	/* the best rate so far and its depth; 0 when there is none to compare with */
	double base;
	unsigned base_depth;
	bool down; /* the next attempt is a smaller depth */
	uint64_t hold_until_ns, hold_ns;
};

/* Begins with few reads in flight, up to `max` later; with `max` at once where it is fixed. */
void pace_start(struct pace *p, unsigned max, bool fixed);

/*
 * Continues at another place with the learnt depth; at the first place with the largest depth, so
 * that no figure includes the time of learning.
 */
void pace_move(struct pace *p);

/* A read of `bytes` completed `latency_ns` after its start; p->depth may change. */
void pace_landed(struct pace *p, uint64_t bytes, uint64_t latency_ns, uint64_t now_ns);

#endif
