// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "conf/file.h"

#include <string.h>

static const struct meaning {
	const char *key;
	enum opt_id id;
} meanings[] = {
	{ "apm", OPT_APM },
	{ "APM", OPT_APM },
	{ "apm_battery", OPT_APM },
	{ "spindown-time", OPT_STANDBY_TIMER },
	{ "force_spindown_time", OPT_STANDBY_TIMER },
	{ "bus", OPT_BUS_STATE },
	{ "lookahead", OPT_LOOK_AHEAD },
	{ "chipset_pio_mode", OPT_PIO_MODE },
	{ "transfer_mode", OPT_TRANSFER_MODE },
	{ "poweron_standby", OPT_POWER_UP_IN_STANDBY },
	{ "disable_seagate", OPT_SEAGATE_POWERSAVE_OFF },
	{ "quiet", OPT_QUIET },
	{ "queue_depth", OPT_QUEUE_DEPTH }, /* JSON key of -Q, not of --queue-depth */
	{ "ignore_write_errors", OPT_NOWERR },
};

START_TEST(key_means_its_option)
{
	struct key_meaning means;

	ck_assert_msg(key_find(meanings[_i].key, &means), "%s is no key", meanings[_i].key);
	ck_assert_msg(means.id == meanings[_i].id, "%s: another option", meanings[_i].key);
	ck_assert_int_eq((means.flags & KEY_BATTERY) != 0,
			 strstr(meanings[_i].key, "battery") != NULL);
}
END_TEST

static const char *const no_keys[] = { "", "ap", "apms", "-B", "B", "json", "identify", "help" };

START_TEST(other_words_are_no_keys)
{
	struct key_meaning means;

	ck_assert_msg(!key_find(no_keys[_i], &means), "'%s' is a key", no_keys[_i]);
}
END_TEST

START_TEST(every_setting_that_can_be_asked_has_a_key)
{
	const struct option_def *def = &option_table[_i];
	struct key_meaning means;

	if (def->kind == OPT_KIND_GETSET)
		ck_assert_msg(key_find(option_key(_i), &means) && (int)means.id == _i,
			      "-%c: '%s' is no key of the file", def->letter, option_key(_i));
}
END_TEST

static const struct {
	const char *typed, *meant;
} guesses[] = {
	{ "spindown_tme", "spindown_time" },
	{ "spidnown_time", "spindown_time" },
	{ "write_cahce", "write_cache" },
	{ "acustic_management", "acoustic_management" },
	{ "lookahaed", "lookahead" },
	{ "amp", "apm" },
	{ "frobnicate", NULL },
	{ "x", NULL },
	{ "", NULL },
};

START_TEST(a_misspelt_key_is_recognized)
{
	const char *found = key_suggest(guesses[_i].typed);

	if (guesses[_i].meant)
		ck_assert_msg(found && !strcmp(found, guesses[_i].meant), "%s: %s",
			      guesses[_i].typed, found ? found : "nothing");
	else
		ck_assert_msg(!found, "%s: %s", guesses[_i].typed, found);
}
END_TEST

static const struct value {
	enum opt_id id;
	const char *word, *value;
} values[] = {
	{ OPT_WRITE_CACHE, "on", "on" },
	{ OPT_WRITE_CACHE, "No", "off" },
	{ OPT_WRITE_CACHE, "TRUE", "1" },
	{ OPT_WRITE_CACHE, "perhaps", "perhaps" },
	{ OPT_BUS_STATE, "tristate", "tristate" },
	{ OPT_ACOUSTIC, "off", "0" },
	{ OPT_ACOUSTIC, "on", "on" },
	{ OPT_APM, "off", "off" },
	{ OPT_APM, "disabled", "off" },
	{ OPT_APM, "on", "on" },
	{ OPT_STANDBY_TIMER, "no", "off" },
	{ OPT_STANDBY_TIMER, "20min", "20min" },
	{ OPT_TRANSFER_MODE, "off", "off" },
	{ OPT_SECURITY_PASSWORD_FILE, "on", "on" },
};

START_TEST(words_for_values)
{
	ck_assert_str_eq(key_value(values[_i].id, values[_i].word), values[_i].value);
}
END_TEST

Suite *keys_suite(void)
{
	Suite *suite = suite_create("keys");

	add_rows(suite, "find", key_means_its_option, ROWS(meanings));
	add_rows(suite, "none", other_words_are_no_keys, ROWS(no_keys));
	add_rows(suite, "every", every_setting_that_can_be_asked_has_a_key, OPT_COUNT);
	add_rows(suite, "guess", a_misspelt_key_is_recognized, ROWS(guesses));
	add_rows(suite, "value", words_for_values, ROWS(values));
	return suite;
}
