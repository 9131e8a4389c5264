// SPDX-License-Identifier: GPL-2.0-or-later
/* Bad sectors are found exactly, with a bounded number of commands, whatever sector the drive
 * reports. */
#include "suites.h"
#include "scan/find.h"

#include <errno.h>
#include <stdlib.h>

enum { SPAN = 4096, HALVINGS = 12, ROUNDS = 200 };

enum tells { TELLS_FIRST, TELLS_NOTHING, TELLS_LAST, TELLS_ANY, TELLS_OUTSIDE, TELLS_COUNT };

struct medium {
	bool bad[SPAN];
	enum tells tells;
	unsigned commands, found;
	unsigned fails_at; /* number of the command without an answer; 0: none */
	bool once;	   /* the next try succeeds */
	uint64_t start, last;
	struct runs runs;
};

static int probe_medium(void *who, struct ata_sector_run run, uint64_t *where)
{
	struct medium *m = who;
	unsigned at = (unsigned)(run.lba - m->start), first = SPAN, last = 0;

	ck_assert_uint_ge(run.count, 1);
	ck_assert(run.lba >= m->start && at + run.count <= SPAN);
	ck_assert_uint_eq(*where, run.lba + run.count);
	if (++m->commands == m->fails_at)
		return -ETIMEDOUT;
	for (unsigned i = at; i < at + run.count; i++) {
		if (!m->bad[i])
			continue;
		first = first == SPAN ? i : first;
		last = i;
	}
	if (first == SPAN)
		return PROBE_READ;
	if (m->once)
		m->bad[first] = false;
	if (m->tells == TELLS_FIRST)
		*where = m->start + first;
	else if (m->tells == TELLS_LAST)
		*where = m->start + last;
	else if (m->tells == TELLS_ANY)
		*where = run.lba + (unsigned)random() % run.count;
	else if (m->tells == TELLS_OUTSIDE)
		*where = random() % 2 ? 0 : UINT64_MAX;
	return PROBE_BAD;
}

static int note_found(void *who, uint64_t lba)
{
	struct medium *m = who;

	ck_assert(m->bad[lba - m->start]);
	ck_assert(!m->found || lba > m->last);
	m->last = lba;
	m->found++;
	return runs_add(&m->runs, lba);
}

static unsigned spoil(struct medium *m, unsigned extents, unsigned longest)
{
	unsigned n = 0;

	for (unsigned i = 0; i < extents; i++) {
		unsigned at = (unsigned)random() % SPAN, length = 1 + (unsigned)random() % longest;

		for (unsigned j = at; j < SPAN && j < at + length; j++)
			m->bad[j] = true;
	}
	for (unsigned i = 0; i < SPAN; i++)
		n += m->bad[i];
	return n;
}

static int search_medium(struct medium *m)
{
	const struct finder f = { probe_medium, note_found, m };

	return find_bad(&f, (struct ata_sector_run){ m->start, SPAN });
}

START_TEST(random_sets_are_found_exactly)
{
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct medium m = { .tells = (enum tells)_i,
				    .start = round % 2 ? 0 : (UINT64_C(1) << 48) - SPAN };
		unsigned bad, most;

		srandom(round);
		bad = spoil(&m, round % 8, round % 3 ? 1 : 40);
		ck_assert_int_eq(search_medium(&m), bad != 0);
		ck_assert_uint_eq(m.found, bad);
		ck_assert_uint_eq(m.runs.sectors, bad);
		for (unsigned i = 0; i < SPAN; i++) {
			const struct sector_run *run = runs_from(&m.runs, m.start + i);

			ck_assert_int_eq(m.bad[i], run && run->lba <= m.start + i);
		}
		/* a reported sector costs three commands, another one some at each halving */
		most = 1 + bad * (m.tells == TELLS_FIRST ? 3 : 3 * HALVINGS + 4);
		ck_assert_uint_le(m.commands, most);
		free(m.runs.run);
	}
}
END_TEST

/* One command for each reported sector; none is tried three times. */
START_TEST(a_dead_run_costs_two_commands_a_sector)
{
	struct medium m = { .tells = TELLS_FIRST };

	for (unsigned i = 0; i < SPAN; i++)
		m.bad[i] = true;
	ck_assert_int_eq(search_medium(&m), 1);
	ck_assert_uint_eq(m.found, SPAN);
	ck_assert_uint_le(m.commands, 2 * SPAN);
	ck_assert_uint_eq(m.runs.n, 1);
	free(m.runs.run);
}
END_TEST

START_TEST(what_reads_at_the_second_try_is_not_bad)
{
	struct medium m = { .tells = (enum tells)_i, .once = true };

	m.bad[77] = true;
	ck_assert_int_eq(search_medium(&m), 0);
	ck_assert_uint_eq(m.found, 0);
	ck_assert_uint_le(m.commands, 4 * HALVINGS);
}
END_TEST

START_TEST(a_command_without_an_answer_ends_it)
{
	for (unsigned at = 1; at < 30; at++) {
		struct medium m = { .tells = TELLS_NOTHING, .fails_at = at };

		m.bad[1234] = true;
		if (search_medium(&m) == -ETIMEDOUT)
			ck_assert_uint_eq(m.commands, at);
		else
			ck_assert_uint_lt(m.commands, at);
		free(m.runs.run);
	}
}
END_TEST

START_TEST(runs_stay_in_order_and_apart)
{
	struct runs runs = { .n = 0 };
	bool in[64] = { false };

	srandom(7);
	for (unsigned added = 0; added < 64;) {
		unsigned lba = (unsigned)random() % 64;

		if (in[lba])
			continue;
		in[lba] = true;
		added++;
		ck_assert_int_eq(runs_add(&runs, lba), 0);
		ck_assert_uint_eq(runs.sectors, added);
		for (size_t i = 1; i < runs.n; i++)
			ck_assert_uint_gt(runs.run[i].lba,
					  runs.run[i - 1].lba + runs.run[i - 1].count);
		for (unsigned i = 0; i < 64; i++) {
			const struct sector_run *run = runs_from(&runs, i);

			ck_assert_int_eq(in[i], run && run->lba <= i);
		}
	}
	ck_assert_uint_eq(runs.n, 1);
	free(runs.run);
}
END_TEST

Suite *find_suite(void)
{
	Suite *suite = suite_create("find");

	add_rows(suite, "exact", random_sets_are_found_exactly, TELLS_COUNT);
	add_case(suite, "dead", a_dead_run_costs_two_commands_a_sector);
	add_rows(suite, "retry", what_reads_at_the_second_try_is_not_bad, TELLS_COUNT);
	add_case(suite, "lost", a_command_without_an_answer_ends_it);
	add_case(suite, "runs", runs_stay_in_order_and_apart);
	return suite;
}
