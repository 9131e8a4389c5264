// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How many reads to keep in flight. A device that is limited by latency is faster with more. A
 * device that is limited by copying or computing (zram, loop, an emulated drive) is slower with
 * each further buffer, which evicts another one from the CPU's cache. Therefore the depth is 1 at
 * first, and rises only where that is faster: quickly, as long as it is much faster; after that two
 * depths are measured in turn, since the load of the machine changes and one measurement may be
 * chance. The smaller and the larger depth are tried again now and then.
 */
#include "pace.h"

enum {
	/*
	 * The first depth beyond 1. Plain reads are of 2 MiB, those of the queue usually of 1 MiB:
	 * 2 of them are not more than one plain read.
	 */
	DEPTH_QUEUE = 4,
	RISE = 4, /* the factor as long as each depth is much faster */
	STEP = 2, /* the factor of a trial */
	/* The rounds that a larger depth has to win; a smaller one needs fewer. */
	ROUNDS = 3,
	ROUNDS_FEWER = 2,
	READS = 5 /* after fewer reads a rate may be chance, unless the reads are slow */
};

/* A shorter window measures the scheduler rather than the device. */
#define WINDOW_NS (NS_PER_S / 100)
#define SLOW_NS	  (NS_PER_S / 200)
#define LONG_NS	  (NS_PER_S / 10)
#define HOLD_NS	  (NS_PER_S / 20 * 3)
enum { HOLD_GROWS = 3, HOLD_WINDOWS = 16, LEFT_WINDOWS = 30 };

/* Ratios of rates: much faster; enough for a larger depth, or for a smaller one; clearly slower. */
static const double much = 1.5, worth_more = 1.04, worth_fewer = 0.98, slower = 0.8;

static unsigned deeper(const struct pace *p, unsigned depth, unsigned factor)
{
	unsigned next = depth == 1 ? DEPTH_QUEUE : depth * factor;

	return next < p->max ? next : p->max;
}

static unsigned shallower(unsigned depth)
{
	if (depth <= DEPTH_QUEUE)
		return 1;
	return depth / STEP > DEPTH_QUEUE ? depth / STEP : DEPTH_QUEUE;
}

/*
 * Whether enough is left to read that a trial is a small part of it, even if the other depth is far
 * slower: a small device is read to its end before a trial pays.
 */
static bool much_is_left(const struct pace *p, double rate, uint64_t latency_ns)
{
	/* a device whose reads take very long probably waits rather than computes */
	uint64_t window_ns = latency_ns / 8 > WINDOW_NS ? latency_ns / 8 : WINDOW_NS;
	double ns = rate > 0 ? (double)p->left_bytes / rate : 0;

	return ns >= (double)window_ns * LEFT_WINDOWS && p->left_ns >= window_ns * LEFT_WINDOWS;
}

static void begin_window(struct pace *p, unsigned depth, uint64_t now_ns)
{
	p->depth = depth;
	p->from_ns = p->since_ns = now_ns;
	p->landed = 0;
	p->bytes = 0;
}

/* A trial costs more if reads take long: the next one is then later by as much. */
static void pace_settle(struct pace *p, uint64_t now_ns)
{
	uint64_t windows_ns = HOLD_WINDOWS * (now_ns - p->from_ns);

	if (p->hold_ns < windows_ns)
		p->hold_ns = windows_ns;
	p->phase = PACE_SETTLED;
	p->depth = p->best;
	p->hold_until_ns = now_ns + p->hold_ns;
	p->hold_ns *= HOLD_GROWS;
	p->turned = false;
	p->down = !p->down;
}

/* Tries the next depth in this direction, or else in the other; false where there is none. */
static bool choose_other(struct pace *p)
{
	p->other = p->down ? shallower(p->best) : deeper(p, p->best, STEP);
	if (p->other != p->best)
		return true;
	if (p->turned)
		return false;
	p->turned = true;
	p->down = !p->down;
	p->other = p->down ? shallower(p->best) : deeper(p, p->best, STEP);
	return p->other != p->best;
}

static void begin_trial(struct pace *p, uint64_t now_ns)
{
	p->phase = PACE_TRYING;
	p->won = p->lost = 0;
	begin_window(p, p->best, now_ns);
}

static void end_trial(struct pace *p, bool better, uint64_t now_ns)
{
	if (better) {
		p->best = p->other;
	} else if (!p->turned) {
		p->down = !p->down;
	} else {
		pace_settle(p, now_ns);
		return;
	}
	/*
	 * after a change the depth before is known to be slower; after a failure this is the second
	 * direction
	 */
	p->turned = true;
	if (choose_other(p))
		begin_trial(p, now_ns);
	else
		pace_settle(p, now_ns);
}

static void rise_on(struct pace *p, unsigned depth, double rate, uint64_t now_ns)
{
	/* there is time for few steps if each takes so long */
	unsigned rise = p->latency_ns[0] >= LONG_NS ? p->max : RISE;

	p->phase = PACE_RISING;
	p->best = depth;
	p->base = rate;
	if (depth < p->max)
		begin_window(p, deeper(p, depth, rise), now_ns);
	else
		pace_settle(p, now_ns);
}

static void end_round(struct pace *p, double rate, uint64_t now_ns)
{
	if (p->depth == p->best) {
		p->base = rate;
		if (much_is_left(p, rate, p->latency_ns[0]))
			begin_window(p, p->other, now_ns);
		else
			pace_settle(p, now_ns);
		return;
	}
	if (rate > p->base * (p->down ? worth_fewer : worth_more))
		p->won++;
	else
		p->lost++;
	/* this many only where the depth rises */
	if (p->won == ROUNDS && rate >= p->base * much)
		rise_on(p, p->other, rate, now_ns);
	else if (p->won == (p->down ? ROUNDS_FEWER : ROUNDS))
		end_trial(p, true, now_ns);
	else if (p->lost == (p->down ? ROUNDS : ROUNDS_FEWER) ||
		 ((p->down || p->best == 1) && rate < p->base * slower))
		end_trial(p, false, now_ns);
	else
		begin_window(p, p->best, now_ns);
}

static void begin_first_trial(struct pace *p, unsigned other, uint64_t now_ns)
{
	p->other = other;
	p->down = false;
	/* the depth rose in large steps: one in between may be the fastest */
	p->turned = p->best == 1;
	begin_trial(p, now_ns);
}

/*
 * A depth of 1 was measured a second time: at the first time another program may have had the
 * processor, and a wrong depth at the start is corrected late.
 */
static void end_doubt(struct pace *p, double rate, uint64_t now_ns)
{
	double doubted = p->doubted;

	p->doubted = 0;
	if (rate > p->base)
		p->base = rate;
	if (doubted >= p->base * much)
		rise_on(p, deeper(p, 1, RISE), doubted, now_ns);
	else if (doubted < p->base)
		pace_settle(p, now_ns);
	else
		begin_first_trial(p, deeper(p, 1, RISE), now_ns);
}

/* `rate` is that of p->depth; p->best is the depth before, or the same in the first window. */
static void end_rise(struct pace *p, double rate, uint64_t now_ns)
{
	if (p->doubted > 0) {
		end_doubt(p, rate, now_ns);
	} else if (p->base == 0) {
		p->base = rate;
		if (much_is_left(p, rate, p->latency_ns[0]))
			begin_window(p, deeper(p, 1, RISE), now_ns);
		else
			pace_settle(p, now_ns);
	} else if (rate >= p->base * much && p->best == 1 && p->latency_ns[0] < LONG_NS) {
		p->doubted = rate;
		begin_window(p, 1, now_ns);
	} else if (rate >= p->base * much) {
		rise_on(p, p->depth, rate, now_ns);
	} else if (rate < p->base * slower && p->best == 1) {
		pace_settle(p, now_ns);
	} else {
		/*
		 * a device that is faster with more reads seldom loses later: a loss may be chance
		 */
		begin_first_trial(p, p->depth, now_ns);
	}
}

void pace_start(struct pace *p, unsigned max, bool fixed)
{
	*p = (struct pace){ .max = max, .fixed = fixed, .hold_ns = HOLD_NS };
	p->depth = p->best = fixed ? max : 1;
}

void pace_move(struct pace *p)
{
	/*
	 * measurements at another place are not compared with the next ones, which begin a window
	 */
	p->from_ns = 0;
	p->landed = 0;
	p->bytes = 0;
	if (p->phase == PACE_TRYING) {
		p->phase = PACE_SETTLED;
		p->depth = p->best;
	}
}

bool pace_settled(const struct pace *p)
{
	return p->fixed || p->phase == PACE_SETTLED;
}

static void count_read(struct pace *p, uint64_t bytes, uint64_t latency_ns, uint64_t now_ns)
{
	unsigned i;

	if (!p->from_ns)
		/* the start of the first read of this window */
		p->from_ns = p->since_ns = now_ns - latency_ns;
	/* A window begins when the last read of the former depth has completed. */
	if (latency_ns > now_ns - p->from_ns) {
		p->landed = 0;
		p->bytes = 0;
		p->since_ns = now_ns;
		return;
	}
	if (p->landed < PACE_SAMPLES) {
		for (i = p->landed; i > 0 && p->latency_ns[i - 1] > latency_ns; i--)
			p->latency_ns[i] = p->latency_ns[i - 1];
		p->latency_ns[i] = latency_ns;
	}
	p->landed++;
	p->bytes += bytes;
}

/*
 * The rate that follows from the number of reads in flight and the time of one. The slowest quarter
 * is left out: another program may have had the processor. Quick ones are left out, too: the first
 * reads of an empty queue wait for no other. Quick ones may overtake slow ones that have not landed
 * yet, so `added` reads are taken to need at least the `ns` that so many took.
 */
static double rate_of_reads(const struct pace *p, unsigned added, uint64_t ns)
{
	unsigned n = p->landed < PACE_SAMPLES ? p->landed : PACE_SAMPLES;
	uint64_t usual_ns = p->latency_ns[n * 3 / 4];

	if (usual_ns < ns / p->landed * added)
		usual_ns = ns / p->landed * added;
	return (double)p->bytes / p->landed * p->depth / (double)(usual_ns ? usual_ns : 1);
}

/*
 * While the depth rises, a slow device must not wait for the search: the times of single reads are
 * enough. A trial measures whole rounds by the clock.
 */
static void judge_depth(struct pace *p, uint64_t now_ns)
{
	bool trying = p->phase == PACE_TRYING;
	uint64_t ns = now_ns - (trying ? p->since_ns : p->from_ns);
	/* the reads that were started together when the depth rose */
	unsigned added = p->best == 1 ? p->depth : p->depth - p->best;
	bool enough = p->landed >= READS || (p->landed && p->latency_ns[0] >= SLOW_NS);

	if (!enough || ns < WINDOW_NS)
		return;
	if (trying && p->landed % p->depth == 0)
		end_round(p, (double)p->bytes / (double)ns, now_ns);
	else if (!trying && p->landed >= added)
		end_rise(p, rate_of_reads(p, added, ns), now_ns);
}

void pace_landed(struct pace *p, uint64_t bytes, uint64_t latency_ns, uint64_t now_ns)
{
	if (p->fixed || p->max == 1)
		return;
	if (p->phase != PACE_SETTLED) {
		count_read(p, bytes, latency_ns, now_ns);
		judge_depth(p, now_ns);
	} else if (now_ns >= p->hold_until_ns) {
		if (choose_other(p))
			begin_trial(p, now_ns);
		else
			pace_settle(p, now_ns);
	}
}
