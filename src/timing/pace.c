// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How many reads to keep in flight. A device bound by latency is faster with more. A device bound
 * by copying is slower with each further buffer, which evicts another one from the CPU's cache.
 * Therefore the depth rises with every read as long as reads do not take longer; after that half
 * and double of the depth are tried now and then, and kept if they are faster.
 */
#include "pace.h"

enum {
	DEPTH_START = 4,
	DEPTH_MIN = 2,
	LATE_IN_A_ROW = 3 /* one late read may be chance */
};

/* A window shorter than this says more about the scheduler than about the device. */
#define WINDOW_NS (NS_PER_S / 100)
#define HOLD_NS	  (NS_PER_S / 10)

/* A doubled depth is kept only with this gain. */
static const double worth_it = 1.03;

/* Reads that were started at the former depth complete first; they do not count. */
static void begin_window(struct pace *p, unsigned depth)
{
	p->skip = depth > p->depth ? depth : p->depth;
	p->depth = depth;
	p->landed = 0;
	p->bytes = 0;
}

/* Keeps the depth for a while, twice as long each time. */
static void hold_depth(struct pace *p, unsigned depth, uint64_t now_ns)
{
	begin_window(p, depth);
	p->hold_until_ns = now_ns + p->hold_ns;
	p->hold_ns *= 2;
	p->base = 0;
	p->down = !p->down;
}

static void try_next(struct pace *p, uint64_t now_ns)
{
	unsigned next = p->down ? p->depth / 2 : p->depth * 2;

	if (next > p->max)
		next = p->max;
	if (next < DEPTH_MIN || next == p->depth)
		hold_depth(p, p->depth, now_ns);
	else
		begin_window(p, next);
}

static void end_window(struct pace *p, double rate, uint64_t now_ns)
{
	bool better = p->base == 0 || rate > p->base * (p->down ? 1 : worth_it);

	if (!better) {
		hold_depth(p, p->base_depth, now_ns);
		return;
	}
	p->base = rate;
	p->base_depth = p->depth;
	try_next(p, now_ns);
}

void pace_start(struct pace *p, unsigned max, bool fixed)
{
	*p = (struct pace){ .depth = max, .max = max, .fixed = fixed, .hold_ns = HOLD_NS };
	p->rising = true;
	if (!fixed && max > DEPTH_START)
		p->depth = DEPTH_START;
}

void pace_move(struct pace *p)
{
	if (p->fixed)
		return;
	if (p->rising) {
		p->rising = false;
		p->down = true;
		p->depth = p->max;
	} else if (p->base != 0) {
		/* give up a depth that was only being tried */
		p->depth = p->base_depth;
	}
	/* the next place may have another speed */
	p->base = 0;
	begin_window(p, p->depth);
}

/* True while reads take at most 1.5 times as long as the quickest one. */
static bool still_rising(struct pace *p, uint64_t latency_ns)
{
	if (!p->quickest_ns || latency_ns < p->quickest_ns)
		p->quickest_ns = latency_ns;
	if (latency_ns <= p->quickest_ns + p->quickest_ns / 2) {
		p->late = 0;
		if (p->depth < p->max)
			p->depth++;
		return true;
	}
	return ++p->late < LATE_IN_A_ROW;
}

void pace_landed(struct pace *p, uint64_t bytes, uint64_t latency_ns, uint64_t now_ns)
{
	if (p->fixed || now_ns < p->hold_until_ns)
		return;
	if (p->rising) {
		p->rising = still_rising(p, latency_ns);
		if (!p->rising) {
			p->down = true;
			begin_window(p, p->depth);
		}
		return;
	}
	if (p->skip) {
		p->skip--;
		p->began_ns = now_ns;
		return;
	}
	p->landed++;
	p->bytes += bytes;
	if (p->landed >= 2 * p->depth && now_ns >= p->began_ns + WINDOW_NS)
		end_window(p, (double)p->bytes / (double)(now_ns - p->began_ns), now_ns);
}
