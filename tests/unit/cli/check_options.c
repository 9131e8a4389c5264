// SPDX-License-Identifier: GPL-2.0-or-later
/* Checks the option table. */
#include "suites.h"
#include "action.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

START_TEST(row_is_whole)
{
	const struct option_def *def = &option_table[_i];
	char name[OPTION_NAME_BYTES];

	ck_assert_msg(def->letter || def->name[0], "row %d has neither letter nor name", _i);
	option_name((enum opt_id)_i, name);
	ck_assert_msg(*option_help(_i), "%s: no help", name);
	ck_assert_msg(strlen(option_help(_i)) < 56, "%s: help too long", name);
	ck_assert_msg(strlen(name) < OPTION_NAME_BYTES - 1, "%s: name too long", name);
	ck_assert_msg(def->min <= def->max, "%s: min > max", name);
	ck_assert_msg(!def->consent || def->danger, "%s: consent without a danger", name);
	ck_assert_msg(!def->consent_when || def->consent, "%s: says when, without consent", name);
	if (def->kind == OPT_KIND_GETSET || def->kind == OPT_KIND_SET)
		ck_assert_msg(def->value, "%s: settable without a value", name);
	for (const char *c = def->name; *c; c++)
		ck_assert_msg(isalnum((unsigned char)*c) || *c == '-', "%s: odd name", name);
}
END_TEST

START_TEST(letters_and_names_are_unique)
{
	const struct option_def *def = &option_table[_i];

	for (int other = _i + 1; other < OPT_COUNT; other++) {
		const struct option_def *next = &option_table[other];

		ck_assert_msg(!def->letter || def->letter != next->letter, "-%c twice",
			      def->letter);
		ck_assert_msg(!def->name[0] || strcasecmp(def->name, next->name), "--%s twice",
			      def->name);
	}
}
END_TEST

/* What needs no device stands among the acts that get none, all the rest among those that do. */
static bool has_action(enum opt_id id, enum stage stage)
{
	enum opt_kind kind = option_table[id].kind;
	bool needs_none = kind == OPT_KIND_INFO || kind == OPT_KIND_LONE;
	const struct action *table = needs_none ? deviceless_table : action_table;
	size_t count = needs_none ? deviceless_count : action_count;

	for (size_t i = 0; i < count; i++) {
		if (table[i].opt == id && table[i].stage == stage)
			return true;
	}
	return false;
}

START_TEST(every_act_has_an_action)
{
	const struct option_def *def = &option_table[_i];
	enum opt_id id = (enum opt_id)_i;
	bool set = has_action(id, STAGE_SET), get = has_action(id, STAGE_GET);
	bool any = set || get || has_action(id, STAGE_DO);
	char name[OPTION_NAME_BYTES];

	option_name(id, name);
	if (def->kind == OPT_KIND_MODIFIER || def->kind == OPT_KIND_PLAN)
		ck_assert_msg(!any, "%s: a modifier acts", name);
	else
		ck_assert_msg(any, "%s: nothing acts", name);
	if (def->kind == OPT_KIND_GETSET)
		ck_assert_msg(set && get, "%s: needs a set and a get", name);
	if (def->kind == OPT_KIND_SET)
		ck_assert_msg(set, "%s: needs a set", name);
}
END_TEST

START_TEST(lookup_finds_each_row)
{
	const struct option_def *def = &option_table[_i];
	char upper[OPTION_NAME_BYTES];
	const char *rest;
	size_t n = 0;

	if (def->letter)
		ck_assert_int_eq(option_by_letter(def->letter), _i);
	if (!def->name[0])
		return;
	for (; def->name[n]; n++)
		upper[n] = (char)toupper((unsigned char)def->name[n]);
	strcpy(upper + n, "=7");
	ck_assert_int_eq(option_by_name(upper, &rest), _i);
	ck_assert_str_eq(rest, "=7");
}
END_TEST

START_TEST(unknown_words_are_no_option)
{
	const char *rest;

	ck_assert_int_eq(option_by_letter('5'), OPT_COUNT);
	ck_assert_int_eq(option_by_letter('\0'), OPT_COUNT);
	ck_assert_int_eq(option_by_name("", &rest), OPT_COUNT);
	ck_assert_int_eq(option_by_name("direc", &rest), OPT_COUNT);
	ck_assert_int_eq(option_by_name("direct2", &rest), OPT_COUNT);
}
END_TEST

Suite *options_suite(void)
{
	Suite *suite = suite_create("options");

	add_rows(suite, "row_is_whole", row_is_whole, OPT_COUNT);
	add_rows(suite, "unique", letters_and_names_are_unique, OPT_COUNT);
	add_rows(suite, "action", every_act_has_an_action, OPT_COUNT);
	add_rows(suite, "lookup", lookup_finds_each_row, OPT_COUNT);
	add_case(suite, "unknown", unknown_words_are_no_option);
	return suite;
}
