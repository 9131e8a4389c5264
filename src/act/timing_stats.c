// SPDX-License-Identifier: GPL-2.0-or-later
/* What to make of several runs. */
#include "timing.h"

#include <stdlib.h>

static int by_rate(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static double mean(const double *rates, unsigned n)
{
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += rates[i];
	return sum / n;
}

struct rate_stats rate_stats(double *rates, unsigned n)
{
	struct rate_stats s;

	qsort(rates, n, sizeof(*rates), by_rate);
	s.min = rates[0];
	s.max = rates[n - 1];
	s.median = n % 2 ? rates[n / 2] : (rates[n / 2 - 1] + rates[n / 2]) / 2;
	s.mean = mean(rates, n);
	/* Without the best and the worst, as people do by hand; that takes three. */
	s.trimmed = n > 2 ? mean(rates + 1, n - 2) : s.mean;
	s.spread = s.median > 0 ? (s.max - s.min) / s.median : 0;
	return s;
}
