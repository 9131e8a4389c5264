// SPDX-License-Identifier: GPL-2.0-or-later
/* The depth that is found for devices of different kinds, on a clock of their own. */
#include "suites.h"

#include "timing/pace.h"

#define MS UINT64_C(1000000)
#define US UINT64_C(1000)

enum { MIB = 1 << 20 };

/* A device that answers each read of 1 MiB `latency` after its start, one per `service`. */
struct model {
	uint64_t latency_ns, service_ns;
	double penalty; /* of the service time, for each read in flight beyond the fourth */
};

struct course {
	uint64_t bytes;
	unsigned depth;
	uint64_t full_ns; /* when the greatest depth was reached first */
};

/* A first-in, first-out device of this kind for `ns`. */
static struct course run_model(const struct model *model, unsigned max, bool fixed, uint64_t ns)
{
	uint64_t start[256], due[256], now = 0, free_ns = 0;
	unsigned head = 0, n = 0;
	struct course course = { 0 };
	struct pace pace;

	pace_start(&pace, max, fixed);
	while (now < ns) {
		while (n < pace.depth) {
			unsigned slot = (head + n) % 256;
			double crowd = n > 4 ? model->penalty * (n - 4) : 0;
			uint64_t begin = now > free_ns ? now : free_ns;

			free_ns = begin + (uint64_t)((double)model->service_ns * (1 + crowd));
			start[slot] = now;
			due[slot] = free_ns + model->latency_ns;
			n++;
		}
		now = due[head] > now ? due[head] : now;
		course.bytes += MIB;
		pace_landed(&pace, MIB, now - start[head], now);
		head = (head + 1) % 256;
		n--;
		if (pace.depth == max && !course.full_ns)
			course.full_ns = now;
	}
	course.depth = pace.depth;
	return course;
}

START_TEST(latency_bound_device_gets_all_at_once)
{
	const struct model slow = { 10 * MS, 20 * US, 0 };
	struct course c = run_model(&slow, 32, false, 3000 * MS);
	struct course fixed = run_model(&slow, 32, true, 3000 * MS);

	ck_assert_uint_eq(c.depth, 32);
	ck_assert_uint_le(c.full_ns, 60 * MS);
	ck_assert_uint_ge(c.bytes, fixed.bytes * 97 / 100);
}
END_TEST

START_TEST(copying_device_keeps_few_buffers)
{
	const struct model loop = { 30 * US, 150 * US, 0.01 };
	struct course c = run_model(&loop, 32, false, 1000 * MS);
	struct course deep = run_model(&loop, 32, true, 1000 * MS);
	struct course few = run_model(&loop, 4, true, 1000 * MS);

	ck_assert_uint_le(c.depth, 8);
	ck_assert_uint_gt(c.bytes, deep.bytes);
	ck_assert_uint_ge(c.bytes, few.bytes * 97 / 100);
}
END_TEST

START_TEST(device_between_the_two_is_saturated)
{
	/* 20 reads in flight fill it */
	const struct model array = { 4 * MS, 200 * US, 0 };
	struct course c = run_model(&array, 32, false, 3000 * MS);
	struct course best = run_model(&array, 32, true, 3000 * MS);

	ck_assert_uint_ge(c.bytes, best.bytes * 97 / 100);
}
END_TEST

START_TEST(depth_that_was_asked_for_stays)
{
	const struct model loop = { 30 * US, 150 * US, 0.01 };

	ck_assert_uint_eq(run_model(&loop, 32, true, 1000 * MS).depth, 32);
	ck_assert_uint_eq(run_model(&loop, 2, false, 1000 * MS).depth, 2);
	ck_assert_uint_eq(run_model(&loop, 3, false, 1000 * MS).full_ns <= 1 * MS, 1);
}
END_TEST

START_TEST(depth_never_leaves_its_limits)
{
	const struct model models[] = {
		{ 0, 1 * US, 0 }, { 10 * MS, 0, 0 }, { 1 * MS, 1 * MS, 0.5 }, { 0, 0, 0 }
	};

	for (unsigned max = 2; max <= 256; max = max * 3 / 2 + 1) {
		struct course c = run_model(&models[max % 3], max, false, 500 * MS);

		ck_assert_uint_ge(c.depth, 2);
		ck_assert_uint_le(c.depth, max);
	}
}
END_TEST

Suite *pace_suite(void)
{
	Suite *s = suite_create("pace");

	add_case(s, "latency", latency_bound_device_gets_all_at_once);
	add_case(s, "copy", copying_device_keeps_few_buffers);
	add_case(s, "between", device_between_the_two_is_saturated);
	add_case(s, "fixed", depth_that_was_asked_for_stays);
	add_case(s, "limits", depth_never_leaves_its_limits);
	return s;
}
