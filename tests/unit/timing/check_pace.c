// SPDX-License-Identifier: GPL-2.0-or-later
/* The depth that is found for devices of different kinds, on a clock of their own. */
#include "suites.h"

#include "timing/pace.h"

#define MS UINT64_C(1000000)
#define US UINT64_C(1000)

enum { MIB = 1 << 20 };

/*
 * A device that moves 1 MiB in `service`, one read after the other in each of its channels, and
 * answers `latency` later. One read in flight is of 2 MiB, as plain ones are; several are of 1 MiB.
 */
struct model {
	const char *name;
	uint64_t latency_ns, service_ns;
	unsigned free;	  /* so many reads in flight cost nothing more */
	double penalty;	  /* of the service time, for each one beyond */
	unsigned least;	  /* the depth that is found at least ... */
	unsigned most;	  /* ... and at most */
	unsigned percent; /* of the rate of the best fixed depth; of that of depth 1: 95 */
	unsigned channels;
	uint64_t command_ns;	   /* each read takes so much more, however short it is */
	uint64_t seek_ns;	   /* and each one that is not alone: they arrive out of order */
	uint64_t mib;		   /* the size; 0: more than is read */
	const struct model *later; /* what it becomes after half of the time */
};

struct course {
	uint64_t bytes, ns;
	unsigned depth;
	uint64_t full_ns; /* when the greatest depth was reached first */
};

/* Reads in flight; those that land leave no gap. */
struct flights {
	uint64_t start[256], due[256], size[256];
	uint64_t free_ns[64]; /* of each channel */
	uint64_t mib_left;
	unsigned n;
};

/* The processor is another program's for a while, now and then: by chance, 0 for never. */
static uint64_t stolen_ns(uint32_t *random)
{
	if (!*random)
		return 0;
	*random = *random * 1664525 + 1013904223;
	return *random >> 16 < 65536 / 50 ? (*random & 15) * MS : 0;
}

static void launch(struct flights *f, const struct model *model, unsigned depth, uint64_t now)
{
	double crowd = f->n > model->free ? model->penalty * (f->n - model->free) : 0;
	uint64_t mib = depth == 1 && f->mib_left > 1 ? 2 : 1;
	uint64_t *channel = f->free_ns;

	for (unsigned i = 1; i < model->channels; i++)
		channel = f->free_ns[i] < *channel ? &f->free_ns[i] : channel;
	*channel = (*channel > now ? *channel : now) +
		   (uint64_t)((double)(model->command_ns + model->service_ns * mib) * (1 + crowd)) +
		   (f->n ? model->seek_ns : 0);
	f->start[f->n] = now;
	f->due[f->n] = *channel + model->latency_ns;
	f->size[f->n++] = mib;
	f->mib_left -= mib;
}

/* Takes the next read that is due by `now`, and tells the pace; false: none is. */
static bool land(struct flights *f, struct pace *pace, uint64_t now, struct course *course)
{
	for (unsigned i = 0; i < f->n; i++) {
		uint64_t start = f->start[i], bytes = f->size[i] * MIB;

		if (f->due[i] > now)
			continue;
		f->n--;
		for (; i < f->n; i++) {
			f->start[i] = f->start[i + 1];
			f->due[i] = f->due[i + 1];
			f->size[i] = f->size[i + 1];
		}
		course->bytes += bytes;
		pace->left_bytes = f->mib_left * MIB;
		pace_landed(pace, bytes, now - start, now);
		return true;
	}
	return false;
}

/* A device of this kind for `ns`, or until all of it is read. */
static struct course run_model(const struct model *model, unsigned max, bool fixed, uint64_t ns,
			       uint32_t random)
{
	struct flights f = { .mib_left = model->mib ? model->mib : UINT64_MAX / MIB };
	struct course course = { 0 };
	uint64_t now = 1;
	struct pace pace;

	pace_start(&pace, max, fixed);
	while (now < ns && (f.n || f.mib_left)) {
		uint64_t next = UINT64_MAX;

		pace.left_ns = ns - now;
		while (f.n < pace.depth && f.mib_left)
			launch(&f, model->later && now > ns / 2 ? model->later : model, pace.depth,
			       now);
		for (unsigned i = 0; i < f.n; i++)
			next = f.due[i] < next ? f.due[i] : next;
		now = (next > now ? next : now) + stolen_ns(&random);
		while (land(&f, &pace, now, &course))
			;
		if (pace.depth == max && !course.full_ns)
			course.full_ns = now;
	}
	course.depth = pace.best;
	course.ns = now;
	return course;
}

static double rate(const struct course *course)
{
	return (double)course->bytes / (double)course->ns;
}

static const struct model slower = { .service_ns = 4 * MS, .free = 256, .channels = 8 };
static const struct model faster = { .service_ns = 1 * MS, .free = 256, .channels = 8 };
static const struct model overlapping = { .latency_ns = 4 * MS,
					  .service_ns = 200 * US,
					  .free = 256 };
static const struct model crowded = { .service_ns = 1 * MS, .penalty = 1.0 };

/*
 * The search costs the rest, and more where a trial takes longer. 2 reads in flight are not tried.
 * A device that changes is followed when the next trial is due.
 */
static const struct model models[] = {
	{ "10 ms a request", 10 * MS, 20 * US, 256, 0, 32, 32, 97, .channels = 1 },
	{ "400 ms a request", 400 * MS, 20 * US, 256, 0, 32, 32, 70, .channels = 1 },
	{ "filled by 20 reads", 4 * MS, 200 * US, 256, 0, 16, 32, 97, .channels = 1 },
	{ "filled by 3 reads", 300 * US, 150 * US, 256, 0, 2, 32, 97, .channels = 1 },
	{ "a hard disk", 50 * US, 5 * MS, 256, 0, 1, 32, 97, .channels = 1 },
	{ "decompression, the cache holds one read", 5 * US, 100 * US, 0, 0.05, 1, 1, 97,
	  .channels = 1 },
	{ "decompression, more reads are much slower", 5 * US, 100 * US, 0, 1.0, 1, 1, 97,
	  .channels = 1 },
	{ "an emulated drive, slow", 1 * MS, 5 * MS, 0, 1.0, 1, 1, 95, .channels = 1 },
	{ "copies, the cache holds four", 30 * US, 150 * US, 4, 0.02, 1, 8, 97, .channels = 1 },
	{ "no gain", 0, 300 * US, 256, 0, 1, 32, 99, .channels = 1 },
	{ "two disks side by side", 0, 5 * MS, 256, 0, 2, 32, 95, .channels = 2 },
	{ "two channels, more reads cost more", 0, 2 * MS, 2, 0.04, 4, 4, 93, .channels = 2 },
	{ "eight channels", 100 * US, 1 * MS, 256, 0, 8, 32, 95, .channels = 8 },
	{ "eight channels, more reads cost more", 0, 2 * MS, 8, 0.1, 8, 8, 92, .channels = 8 },
	{ "quick ones overtake: the burst deceives", 0, 6 * MS, 8, 0.35, 8, 8, 75, .channels = 16 },
	{ "a hard disk that seeks among reads", 0, 5 * MS, 256, 0, 1, 1, 95, .seek_ns = 8 * MS },
	{ "10 ms a command, one by one", 0, 1 * MS, 256, 0, 1, 1, 95, .command_ns = 10 * MS },
	{ "10 ms a command, four at a time", 0, 1 * MS, 256, 0, 4, 32, 95, .channels = 4,
	  .command_ns = 10 * MS },
	{ "a small one of memory", 5 * US, 100 * US, 0, 0.05, 1, 1, 97, .mib = 48 },
	{ "a small one, emulated", 1 * MS, 5 * MS, 0, 1.0, 1, 1, 97, .mib = 48 },
	{ "a small hard disk", 50 * US, 5 * MS, 256, 0, 1, 32, 95, .mib = 100 },
	{ "becomes slower", 100 * US, 1 * MS, 256, 0, 8, 32, 95, .channels = 8, .later = &slower },
	{ "becomes faster", 0, 8 * MS, 256, 0, 8, 32, 95, .channels = 8, .later = &faster },
	{ "becomes one where reads overlap", 0, 1 * MS, 0, 1.0, 1, 32, 40, .later = &overlapping },
	{ "becomes one where they disturb", 4 * MS, 200 * US, 256, 0, 1, 32, 95,
	  .later = &crowded },
};

static double best_fixed(const struct model *model, uint64_t ns)
{
	double best = 0;

	for (unsigned depth = 1; depth <= 32; depth *= 2) {
		struct course c = run_model(model, depth, true, ns, 0);

		best = rate(&c) > best ? rate(&c) : best;
	}
	return best;
}

START_TEST(fastest_depth_is_found)
{
	const struct model *model = &models[_i];
	struct course c = run_model(model, 32, false, 3000 * MS, 0);
	struct course one = run_model(model, 1, true, 3000 * MS, 0);
	double best = best_fixed(model, 3000 * MS);

	ck_assert_msg(c.depth >= model->least && c.depth <= model->most, "%s: %u", model->name,
		      c.depth);
	ck_assert_msg(rate(&c) >= best * model->percent / 100, "%s: %.3f of the best", model->name,
		      rate(&c) / best);
	ck_assert_msg(rate(&c) >= rate(&one) * 0.95, "%s: %.3f of one read in flight", model->name,
		      rate(&c) / rate(&one));
}
END_TEST

/* The same on a busy machine: of 20 courses, together. */
START_TEST(fastest_depth_is_found_in_spite_of_noise)
{
	const struct model *model = &models[_i];
	uint64_t ns = 0, one = 0;
	unsigned in_range = 0;

	for (uint32_t seed = 1; seed <= 20; seed++) {
		struct course c = run_model(model, 32, false, 3000 * MS, seed * 2654435761u);
		struct course first = run_model(model, 1, true, 3000 * MS, seed * 2654435761u);

		in_range += c.depth >= model->least && c.depth <= model->most;
		ns += c.ns * 1000 / (c.bytes / MIB);
		one += first.ns * 1000 / (first.bytes / MIB);
	}
	ck_assert_msg(in_range >= 12, "%s: %u of 20", model->name, in_range);
	ck_assert_msg(ns <= one * 100 / 93, "%s: %.3f of one read in flight", model->name,
		      (double)one / (double)ns);
}
END_TEST

START_TEST(many_reads_are_in_flight_soon)
{
	ck_assert_uint_le(run_model(&models[0], 32, false, 1000 * MS, 0).full_ns, 60 * MS);
}
END_TEST

/* A drive's own cache answers at first: what was learnt then is corrected. */
START_TEST(device_that_changes_is_followed)
{
	const struct model cache = { .latency_ns = 5 * US, .service_ns = 100 * US, .penalty = 1.0 };
	const struct model medium = { .latency_ns = 5 * MS, .service_ns = 20 * US, .free = 256 };
	const struct model *model = &cache;
	struct pace pace;
	uint64_t now = 1;

	pace_start(&pace, 32, false);
	pace.left_bytes = pace.left_ns = UINT64_MAX;
	while (now < 3000 * MS) {
		unsigned n = pace.depth;
		uint64_t ns = model->latency_ns + n * model->service_ns;

		/* all of them at once */
		now += ns;
		for (unsigned i = 0; i < n; i++)
			pace_landed(&pace, MIB, ns, now);
		if (now > 500 * MS && model == &cache) {
			ck_assert_uint_eq(pace.best, 1);
			model = &medium;
		}
	}
	ck_assert_uint_ge(pace.best, 16);
}
END_TEST

START_TEST(depth_that_was_asked_for_stays)
{
	const struct model *copies = &models[8];

	ck_assert_uint_eq(run_model(copies, 32, true, 1000 * MS, 0).depth, 32);
	ck_assert_uint_eq(run_model(copies, 2, true, 1000 * MS, 0).depth, 2);
	ck_assert_uint_eq(run_model(copies, 3, true, 1000 * MS, 0).full_ns <= 1 * MS, 1);
}
END_TEST

START_TEST(depth_never_leaves_its_limits)
{
	const struct model odd[] = {
		{ .service_ns = 1 * US, .free = 256 },
		{ .latency_ns = 10 * MS, .free = 256 },
		{ .latency_ns = 1 * MS, .service_ns = 1 * MS, .free = 4, .penalty = 0.5 },
		{ .latency_ns = 1 * US, .service_ns = 1 * US, .free = 256 }
	};

	for (unsigned max = 1; max <= 256; max = max * 3 / 2 + 1) {
		struct course c = run_model(&odd[max % 4], max, false, 500 * MS, 0);

		ck_assert_uint_ge(c.depth, 1);
		ck_assert_uint_le(c.depth, max);
	}
}
END_TEST

/* The first reads are slow by chance: more of them in flight only seem to be faster. */
START_TEST(slow_start_wins_nothing)
{
	struct pace pace;
	uint64_t now = 1;

	pace_start(&pace, 32, false);
	pace.left_bytes = pace.left_ns = UINT64_MAX;
	while (now < 1000 * MS) {
		unsigned n = pace.depth;
		uint64_t ns = n == 1 ? 1 * MS : n * 700 * US;

		if (now < 10 * MS)
			ns *= 4;
		now += ns;
		for (unsigned i = 0; i < n; i++)
			pace_landed(&pace, n == 1 ? 2 * MIB : MIB, ns, now);
		ck_assert_uint_eq(pace.best, 1);
	}
}
END_TEST

/* The first 16 reads in flight are stopped for 300 ms, by chance. */
START_TEST(one_halt_ends_no_rise)
{
	bool halted = false;
	struct pace pace;
	uint64_t now = 1;

	pace_start(&pace, 32, false);
	pace.left_bytes = pace.left_ns = UINT64_MAX;
	while (now < 700 * MS) {
		unsigned n = pace.depth;
		uint64_t ns = n == 16 && !halted ? 300 * MS : 10 * MS;

		halted = halted || n == 16;
		now += ns;
		for (unsigned i = 0; i < n; i++)
			pace_landed(&pace, n == 1 ? 2 * MIB : MIB, ns, now);
	}
	ck_assert(halted);
	ck_assert_uint_eq(pace.best, 32);
}
END_TEST

/* A small device is read to its end before it pays to look for its depth. */
START_TEST(small_rest_is_not_tried_on)
{
	const uint64_t left[] = { 40 * MIB, 1000 * (uint64_t)MIB };

	for (unsigned i = 0; i < 2; i++) {
		struct pace pace;
		uint64_t now = 1;

		pace_start(&pace, 32, false);
		pace.left_ns = 3000 * MS;
		for (pace.left_bytes = left[i]; pace.left_bytes; pace.left_bytes -= 2 * MIB) {
			now += 1 * MS;
			pace_landed(&pace, 2 * MIB, 1 * MS, now);
			if (pace.depth > 1)
				break;
		}
		ck_assert_int_eq(pace.depth > 1, i == 1);
		ck_assert_int_eq(pace_settled(&pace), i == 0);
	}
}
END_TEST

/* What is being tried at the end of a place is not taken along. */
START_TEST(next_place_begins_with_what_was_found)
{
	struct pace pace;
	uint64_t now = 1;

	pace_start(&pace, 32, false);
	pace.left_bytes = pace.left_ns = UINT64_MAX;
	while (pace.phase != PACE_TRYING || pace.depth == pace.best) {
		now += 1 * MS;
		pace_landed(&pace, MIB, 1 * MS, now);
		ck_assert_uint_lt(now, 3000 * MS);
	}
	ck_assert_uint_ne(pace.depth, pace.best);
	pace_move(&pace);
	ck_assert_uint_eq(pace.depth, pace.best);
	ck_assert(pace_settled(&pace));
}
END_TEST

Suite *pace_suite(void)
{
	Suite *s = suite_create("pace");

	add_rows(s, "found", fastest_depth_is_found, ROWS(models));
	add_rows(s, "noise", fastest_depth_is_found_in_spite_of_noise, ROWS(models));
	add_case(s, "soon", many_reads_are_in_flight_soon);
	add_case(s, "changes", device_that_changes_is_followed);
	add_case(s, "fixed", depth_that_was_asked_for_stays);
	add_case(s, "limits", depth_never_leaves_its_limits);
	add_case(s, "start", slow_start_wins_nothing);
	add_case(s, "halt", one_halt_ends_no_rise);
	add_case(s, "rest", small_rest_is_not_tried_on);
	add_case(s, "place", next_place_begins_with_what_was_found);
	return s;
}
