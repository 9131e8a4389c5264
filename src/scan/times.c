// SPDX-License-Identifier: GPL-2.0-or-later
/* How long commands took: by duration, the longest ones, and place by place. */
#include "state.h"

#include <string.h>

const unsigned time_limits_ms[TIME_BUCKETS - 1] = { 10, 30, 100, 300, 1000, 3000, 10000 };

static void add_slow(struct times *t, struct ata_sector_run run, uint64_t ns)
{
	unsigned at = t->n_slowest;

	while (at && t->slowest[at - 1].ns < ns)
		at--;
	if (at == SLOWEST)
		return;
	if (t->n_slowest < SLOWEST)
		t->n_slowest++;
	memmove(&t->slowest[at + 1], &t->slowest[at],
		(t->n_slowest - at - 1) * sizeof(t->slowest[0]));
	t->slowest[at] = (struct slow){ run, ns };
}

/* Four steps to each power of 2. */
static unsigned time_step(uint64_t ns)
{
	unsigned log = 63 - (unsigned)__builtin_clzll(ns | 4);

	return 4 * log + (unsigned)(ns >> (log - 2) & 3);
}

/*
 * Inner tracks take up to 2.5 times as long as outer ones, and a command that yields a moment
 * longer.
 */
uint64_t times_slow_ns(const struct times *t)
{
	enum { TIMES_MEDIAN = 3, MORE_MS = 50 };
	uint64_t all = 0, below = 0, median;
	unsigned step = 0;

	for (unsigned i = 0; i < TIME_STEPS; i++)
		all += t->fine[i];
	while (step < TIME_STEPS - 1 && 2 * (below += t->fine[step]) < all)
		step++;
	median = (UINT64_C(4) + step % 4 + 1) << step / 4 >> 2;
	return median * TIMES_MEDIAN > median + MORE_MS * (NS_PER_S / 1000)
		       ? median * TIMES_MEDIAN
		       : median + MORE_MS * (NS_PER_S / 1000);
}

/* Return which of the equal parts of the scanned range holds a sector. */
static unsigned times_place(const struct surface *s, uint64_t lba)
{
	return (unsigned)((lba - s->first) * PLACES / (s->end - s->first));
}

void times_add(struct surface *s, struct ata_sector_run run, uint64_t ns)
{
	struct times *t = &s->times;
	struct place *place;
	unsigned bucket = 0;

	t->sectors += run.count;
	t->ns += ns;
	while (bucket < TIME_BUCKETS - 1 && ns >= time_limits_ms[bucket] * (NS_PER_S / 1000))
		bucket++;
	t->commands[bucket]++;
	t->fine[time_step(ns)]++;
	add_slow(t, run, ns);
	if (run.lba < s->first || run.lba >= s->end)
		return;
	place = &t->place[times_place(s, run.lba)];
	place->sectors += run.count;
	place->ns += ns;
}
