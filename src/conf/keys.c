// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The keys of the file. Those of the table are the traditional ones; beside them every option that
 * can be asked and set goes by its key in JSON.
 */
#include "file.h"
#include "guess.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct conf_key keys[] = {
	{ "acoustic_management", "M", 0 },
	{ "apm", "B", 0 },
	{ "apm_battery", "B", KEY_BATTERY },
	{ "bus", "b", 0 },
	{ "cd_speed", "E", 0 },
	{ "chipset_pio_mode", "p", 0 },
	{ "defect_mana", "D", 0 },
	{ "disable_seagate", "Z", 0 },
	{ "dma", "d", 0 },
	{ "even_if_in_use", "even-if-in-use", 0 },
	{ "force_spindown_time", "S", 0 },
	{ "if_awake", "if-awake", 0 },
	{ "interrupt_unmask", "u", 0 },
	{ "io32_support", "c", 0 },
	{ "keep_features_over_reset", "K", 0 },
	{ "keep_settings_over_reset", "k", 0 },
	{ "lookahead", "A", 0 },
	{ "mult_sect_io", "m", 0 },
	{ "please_destroy_my_drive", "please-destroy-my-drive", 0 },
	{ "poweron_standby", "s", 0 },
	{ "prefer_ata12", "prefer-ata12", 0 },
	{ "prefetch_sect", "P", 0 },
	{ "quiet", "q", 0 },
	{ "read_ahead_sect", "a", 0 },
	{ "read_only", "r", 0 },
	{ "security_disable", "security-disable", KEY_VALUE_OPTIONAL },
	{ "security_freeze", "security-freeze", 0 },
	{ "security_mode", "security-mode", 0 },
	{ "security_pass", "security-set-pass", KEY_VALUE_OPTIONAL },
	{ "security_password_file", "security-password-file", 0 },
	{ "security_set_pass", "security-set-pass", KEY_VALUE_OPTIONAL },
	{ "security_unlock", "security-unlock", KEY_VALUE_OPTIONAL },
	{ "sleep", "Y", 0 },
	{ "spindown_time", "S", 0 },
	{ "standby", "y", 0 },
	{ "strict", "strict", 0 },
	{ "transfer_mode", "X", 0 },
	{ "user_master", "user-master", 0 },
	{ "write_cache", "W", 0 },
	{ "write_read_verify", "R", 0 },
	{ "yes_i_know_what_i_am_doing", "yes-i-know-what-i-am-doing", 0 },
};

enum { KEY_COUNT = sizeof(keys) / sizeof(keys[0]) };

static enum opt_id option_of(const char *option)
{
	const char *rest;

	return option[1] ? option_by_name(option, &rest) : option_by_letter(option[0]);
}

/* The options that go by their JSON key: settings, but none that is an act of destruction. */
static bool has_own_key(const struct option_def *def)
{
	return def->key && (def->kind == OPT_KIND_GETSET ||
			    (def->kind == OPT_KIND_SET && def->group == HELP_EVERYDAY));
}

bool key_find(const char *name, struct key_meaning *meaning)
{
	for (size_t i = 0; i < KEY_COUNT; i++) {
		if (!same_word(name, keys[i].name))
			continue;
		*meaning = (struct key_meaning){ option_of(keys[i].option), keys[i].flags };
		return meaning->id != OPT_COUNT;
	}
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!has_own_key(&option_table[id]) || !same_word(name, option_table[id].key))
			continue;
		*meaning = (struct key_meaning){ (enum opt_id)id, 0 };
		return true;
	}
	return false;
}

const char *key_suggest(const char *name)
{
	struct guess guess;

	guess_start(&guess, name);
	for (size_t i = 0; i < KEY_COUNT; i++)
		guess_offer(&guess, keys[i].name);
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (has_own_key(&option_table[id]))
			guess_offer(&guess, option_table[id].key);
	}
	return guess.found;
}

/*
 * Words for numbers. Switches have both; "off" is 0 wherever 0 is allowed, unless the option has
 * a meaning of its own for it, as -B and -S.
 */
const char *key_value(enum opt_id id, const char *value)
{
	static const char *const on[] = { "on", "yes", "true", "enable", "enabled" };
	static const char *const off[] = { "off", "no", "false", "disable", "disabled" };
	const struct option_def *def = &option_table[id];

	if (!def->value || value_is_word(def->value, value))
		return value;
	for (size_t i = 0; i < sizeof(on) / sizeof(on[0]); i++) {
		if (!strcasecmp(value, on[i]) && def->max <= 3)
			return "1";
		if (!strcasecmp(value, off[i]) && value_is_word(def->value, "off"))
			return "off";
		if (!strcasecmp(value, off[i]) && def->value == &value_number && def->min == 0)
			return "0";
	}
	return value;
}
