// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "action.h"
#include "cli/values.h"
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

START_TEST(row_is_whole)
{
	const struct option_def *def = &option_table[_i];
	char name[OPTION_NAME_BYTES];

	ck_assert_msg(def->name && (def->letter || def->name[0]),
		      "src/cli/options.c: row %d has neither letter nor name", _i);
	option_name((enum opt_id)_i, name);
	ck_assert_msg(*option_help(_i), "%s: no help", name);
	ck_assert_msg(strlen(option_help(_i)) < 56, "%s: help too long", name);
	ck_assert_msg(strlen(name) < OPTION_NAME_BYTES - 1, "%s: name too long", name);
	ck_assert_msg(def->min <= def->max, "%s: min > max", name);
	ck_assert_msg(!def->consent || def->danger, "%s: consent without a danger", name);
	ck_assert_msg(!def->consent || def->dangerous, "%s: consent, but not dangerous", name);
	ck_assert_msg(def->group && def->group < HELP_COUNT, "%s: in no group of -h", name);
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

/* True for options on a sector, on firmware or on settings, which a drive in use may get. */
static bool may_be_in_use(enum opt_id id)
{
	static const enum opt_id ids[] = {
		OPT_IDLE3_TIMER,	  OPT_POWER_UP_IN_STANDBY, OPT_WRITE_SECTOR,
		OPT_REPAIR_SECTOR,	  OPT_TRIM_SECTOR_RANGES,  OPT_TRIM_SECTOR_RANGES_STDIN,
		OPT_FWACTIVATE,		  OPT_FWDOWNLOAD,	   OPT_FWDOWNLOAD_MODE3,
		OPT_FWDOWNLOAD_MODE3_MAX, OPT_FWDOWNLOAD_MODE7,	   OPT_FWDOWNLOAD_MODEE,
		OPT_FWDOWNLOAD_MODEE_MAX,
	};

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		if (ids[i] == id)
			return true;
	}
	return false;
}

START_TEST(dangerous_row_has_guards)
{
	const struct option_def *def = &option_table[_i];
	char name[OPTION_NAME_BYTES];

	option_name((enum opt_id)_i, name);
	if (def->flags & OPT_UNUSED)
		ck_assert_msg((def->flags & OPT_WHOLE_DISK) || _i == OPT_REPAIR,
			      "%s: takes a partition for the drive", name);
	if (!def->consent)
		return;
	ck_assert_msg((def->flags & OPT_WHOLE_DISK) || _i == OPT_REPAIR ||
			      _i == OPT_POWER_UP_IN_STANDBY,
		      "%s: takes a partition for the drive", name);
	ck_assert_msg((def->flags & (OPT_UNUSED | OPT_UNUSED_UNLESS_ATA)) ||
			      may_be_in_use((enum opt_id)_i),
		      "%s: takes a drive in use", name);
}
END_TEST

START_TEST(modifier_lends_its_guards)
{
	struct request req = { .finds = false };

	req.opt[OPT_SURFACE_SCAN].seen = true;
	ck_assert_uint_eq(request_guards(&req, OPT_SURFACE_SCAN), 0);
	req.opt[OPT_REPAIR].seen = true;
	ck_assert_uint_eq(request_guards(&req, OPT_SURFACE_SCAN), OPT_UNUSED | OPT_EXCLUSIVE);
	ck_assert_uint_eq(request_guards(&req, OPT_IDLE3_TIMER), 0);
	req.opt[OPT_IDLE3_TIMER].set = true;
	ck_assert_uint_eq(request_guards(&req, OPT_IDLE3_TIMER), OPT_WHOLE_DISK);
}
END_TEST

/*
 * Options without a device are among the acts without a device; all others among the acts with one.
 */
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
	if (def->kind == OPT_KIND_MODIFIER || def->kind == OPT_KIND_PLAN ||
	    def->kind == OPT_KIND_RUN)
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

START_TEST(methods_of_erase_have_names)
{
	struct opt_state state = { .value = 0 };
	char text[OPTION_ALLOWED_BYTES];
	const char *allowed = value_allowed(&option_table[OPT_ERASE_METHOD], text);

	for (uint64_t m = DISK_NO_ERASE + 1; m < DISK_ERASES; m++) {
		ck_assert_int_eq(value_erase_method.parse(NULL, erase_methods[m].name, &state), 0);
		ck_assert_uint_eq(state.value, m);
		ck_assert_msg(strstr(allowed, erase_methods[m].name) != NULL, "%s",
			      erase_methods[m].name);
	}
	ck_assert_int_eq(value_erase_method.parse(NULL, "sanitize", &state), -EINVAL);
}
END_TEST

Suite *options_suite(void)
{
	Suite *suite = suite_create("options");

	add_rows(suite, "row_is_whole", row_is_whole, OPT_COUNT);
	add_rows(suite, "dangerous_row_has_guards", dangerous_row_has_guards, OPT_COUNT);
	add_rows(suite, "unique", letters_and_names_are_unique, OPT_COUNT);
	add_rows(suite, "action", every_act_has_an_action, OPT_COUNT);
	add_rows(suite, "lookup", lookup_finds_each_row, OPT_COUNT);
	add_case(suite, "modifier_lends_its_guards", modifier_lends_its_guards);
	add_case(suite, "erase", methods_of_erase_have_names);
	add_case(suite, "unknown", unknown_words_are_no_option);
	return suite;
}
