// SPDX-License-Identifier: GPL-2.0-or-later
/* Consent, by enumeration: each option alone, with one and with two other options, as a query and
 * as a set, with each combination of consent words. The list follows hdparm(8), SAFETY. */
#include "suites.h"
#include "options.h"
#include "status.h"

enum { YES = 1, DESTROY = 2, BOTH = YES | DESTROY };

/* The consent words of an option. */
static const struct {
	enum opt_id id;
	unsigned words;
	bool for_value; /* not for the query */
	uint64_t only;	/* the only value with this consent; 0: any */
} guarded[] = {
	{ OPT_POWER_UP_IN_STANDBY, YES, true, 1 },
	{ OPT_DCO_RESTORE, YES, false, 0 },
	{ OPT_MAKE_BAD_SECTOR, YES, false, 0 },
	{ OPT_REPAIR, YES, false, 0 },
	{ OPT_REPAIR_SECTOR, YES, false, 0 },
	{ OPT_SANITIZE_BLOCK_ERASE, YES, false, 0 },
	{ OPT_SANITIZE_CRYPTO_SCRAMBLE, YES, false, 0 },
	{ OPT_SANITIZE_OVERWRITE, YES, false, 0 },
	{ OPT_WRITE_SECTOR, YES, false, 0 },
	{ OPT_IDLE3_TIMER, DESTROY, true, 0 },
	{ OPT_SET_SECTOR_SIZE, DESTROY, false, 0 },
	{ OPT_TRIM_SECTOR_RANGES, DESTROY, false, 0 },
	{ OPT_TRIM_SECTOR_RANGES_STDIN, DESTROY, false, 0 },
	{ OPT_VERIFY, DESTROY, false, 0 },
	{ OPT_ERASE, BOTH, false, 0 },
	{ OPT_FWACTIVATE, BOTH, false, 0 },
	{ OPT_FWDOWNLOAD, BOTH, false, 0 },
	{ OPT_FWDOWNLOAD_MODE3, BOTH, false, 0 },
	{ OPT_FWDOWNLOAD_MODE3_MAX, BOTH, false, 0 },
	{ OPT_FWDOWNLOAD_MODE7, BOTH, false, 0 },
	{ OPT_FWDOWNLOAD_MODEE, BOTH, false, 0 },
	{ OPT_FWDOWNLOAD_MODEE_MAX, BOTH, false, 0 },
};

static unsigned words_for(enum opt_id id, const struct opt_state *state)
{
	for (int i = 0; i < ROWS(guarded); i++) {
		if (guarded[i].id != id)
			continue;
		if (guarded[i].for_value && !state->set)
			return 0;
		return guarded[i].only && state->value != guarded[i].only ? 0 : guarded[i].words;
	}
	return 0;
}

/* A line of up to three options for one device, without parsing. */
static struct step step;
static const struct plan plan = { .steps = &step, .n = 1 };

static void give(enum opt_id id, bool set, uint64_t value)
{
	step.req.opt[id] = (struct opt_state){
		.seen = true, .set = set, .value = value, .text = set ? "1" : NULL
	};
}

static void take(enum opt_id id)
{
	step.req.opt[id] = (struct opt_state){ .seen = false };
}

static bool is_word(enum opt_id id)
{
	return id == OPT_CONSENT_YES || id == OPT_CONSENT_DESTROY || id == OPT_DRY_RUN;
}

/* The consent words that the line lacks, by the list above. */
static unsigned lacking(const enum opt_id *ids, size_t n, unsigned words)
{
	unsigned needed = 0;

	for (size_t i = 0; i < n; i++)
		needed |= words_for(ids[i], &step.req.opt[ids[i]]);
	return needed & ~words;
}

static void try_words(const enum opt_id *ids, size_t n)
{
	for (unsigned words = 0; words <= BOTH; words++) {
		struct plan_error error = { .status = 0 };
		bool lacks = lacking(ids, n, words);
		int result;

		(words & YES ? give(OPT_CONSENT_YES, false, 0) : take(OPT_CONSENT_YES));
		(words & DESTROY ? give(OPT_CONSENT_DESTROY, false, 0) : take(OPT_CONSENT_DESTROY));
		result = gate_check(&plan, &error);
		/* options that exclude each other are a usage error before */
		if (result && error.status == STATUS_USAGE)
			continue;
		ck_assert_msg(lacks == (result && error.status == STATUS_REFUSED),
			      "%s with %s and %s, words %u: %d, %s", option_table[ids[0]].name,
			      n > 1 ? option_table[ids[1]].name : "-",
			      n > 2 ? option_table[ids[2]].name : "-", words, result, error.text);
	}
	take(OPT_CONSENT_YES);
	take(OPT_CONSENT_DESTROY);
}

/* Try the forms of an option that may differ in consent: query, 0 and 1. */
static void try_ways(enum opt_id *ids, size_t n)
{
	static const struct {
		bool set;
		uint64_t value;
	} ways[] = { { false, 0 }, { true, 0 }, { true, 1 } };

	for (int i = 0; i < ROWS(ways); i++) {
		give(ids[0], ways[i].set, ways[i].value);
		try_words(ids, n);
	}
}

START_TEST(each_option_alone_in_pairs_and_in_triples)
{
	enum opt_id ids[3] = { (enum opt_id)_i };

	step = (struct step){ .path = "/dev/sda" };
	if (is_word(ids[0]))
		return;
	try_ways(ids, 1);
	for (unsigned second = 0; second < OPT_COUNT; second++) {
		ids[1] = (enum opt_id)second;
		if (second == ids[0] || is_word(ids[1]))
			continue;
		give(ids[1], true, 1);
		try_ways(ids, 2);
		/* another order of the same three options is the same line */
		give(ids[0], true, 1);
		for (unsigned third = second + 1; (unsigned)_i < second && third < OPT_COUNT;
		     third++) {
			ids[2] = (enum opt_id)third;
			if (is_word(ids[2]))
				continue;
			give(ids[2], true, 1);
			try_words(ids, 3);
			take(ids[2]);
		}
		take(ids[1]);
	}
}
END_TEST

/* The enumeration skips usage errors: each guarded option is refused by itself. */
START_TEST(each_guarded_option_is_refused)
{
	enum opt_id with = guarded[_i].id == OPT_REPAIR	  ? OPT_SURFACE_SCAN
			   : guarded[_i].id == OPT_VERIFY ? OPT_PROVISIONING
							  : guarded[_i].id;
	struct plan_error error = { .status = 0 };

	step = (struct step){ .path = "/dev/sda" };
	give(with, true, 1);
	give(guarded[_i].id, true, 1);
	ck_assert_int_eq(gate_check(&plan, &error), -1);
	ck_assert_int_eq(error.status, STATUS_REFUSED);
	ck_assert_uint_eq(consent_lacking(&step.req, guarded[_i].id), guarded[_i].words);
}
END_TEST

Suite *consent_suite(void)
{
	Suite *suite = suite_create("consent");

	add_rows(suite, "enumerated", each_option_alone_in_pairs_and_in_triples, OPT_COUNT);
	add_rows(suite, "refused", each_guarded_option_is_refused, ROWS(guarded));
	return suite;
}
