// SPDX-License-Identifier: GPL-2.0-or-later
/* The keys of hdparm.conf, and the check of settings. */
#include "file.h"
#include "options.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

/* True if the option's JSON key is a key of the file, beside those of its row. */
static bool has_own_key(enum opt_id id)
{
	const struct option_def *def = &option_table[id];

	return option_key(id)[0] &&
	       (def->kind == OPT_KIND_GETSET || (def->kind == OPT_KIND_SET && !def->dangerous));
}

/* The keys of the option's row, ended by a NULL name. */
static const struct conf_key *keys_of(unsigned id)
{
	static const struct conf_key none[] = { { NULL, 0 } };

	return option_table[id].keys ? option_table[id].keys : none;
}

bool key_find(const char *name, struct key_meaning *meaning)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		for (const struct conf_key *key = keys_of(id); key->name; key++) {
			if (!same_word(name, key->name))
				continue;
			*meaning = (struct key_meaning){ (enum opt_id)id, key->flags };
			return true;
		}
	}
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!has_own_key(id) || !same_word(name, option_key(id)))
			continue;
		*meaning = (struct key_meaning){ (enum opt_id)id, 0 };
		return true;
	}
	return false;
}

bool key_flag(enum opt_id id, unsigned flag)
{
	for (const struct conf_key *key = keys_of(id); key->name; key++) {
		if (key->flags & flag)
			return true;
	}
	return false;
}

/* True if the key is the word, or the word, '_' and more, if `longer`. */
static bool key_matches(const char *key, const char *word, bool longer)
{
	size_t n = strlen(word);
	char start[GUESS_MAX + 1];

	if (!longer)
		return same_word(key, word);
	if (strlen(key) <= n || key[n] != '_')
		return false;
	snprintf(start, sizeof(start), "%.*s", (int)n, key);
	return same_word(start, word);
}

/* Return the only option with such a key in the file or in JSON, or OPT_COUNT. */
static enum opt_id option_by_key(const char *word, bool longer)
{
	enum opt_id found = OPT_COUNT;
	bool several = false;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		bool matches = key_matches(option_key(id), word, longer);

		for (const struct conf_key *key = keys_of(id); key->name; key++)
			matches |= key_matches(key->name, word, longer);
		if (!matches)
			continue;
		several |= found != OPT_COUNT && found != id;
		found = (enum opt_id)id;
	}
	return several ? OPT_COUNT : found;
}

void conf_advise(struct plan_error *error)
{
	enum opt_id id = OPT_COUNT;
	char name[OPTION_NAME_BYTES];

	if (error->unknown[0])
		id = option_by_key(error->unknown, false);
	if (error->unknown[0] && id == OPT_COUNT)
		id = option_by_key(error->unknown, true);
	if (id != OPT_COUNT)
		usage_error(error, "unknown option '--%s' (did you mean %s?)", error->unknown,
			    option_name(id, name));
}

static const struct conf_key *key_row(enum opt_id id)
{
	for (const struct conf_key *key = keys_of(id); key->name; key++) {
		if (!(key->flags & (KEY_BATTERY | KEY_OLD_NAME)))
			return key;
	}
	return NULL;
}

const char *conf_key(enum opt_id id)
{
	const struct conf_key *row = key_row(id);

	return row ? row->name : option_key(id);
}

bool conf_key_saved(enum opt_id id)
{
	const struct conf_key *row = key_row(id);

	return row && (row->flags & KEY_SAVED);
}

bool key_is_option(const char *name)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (option_table[id].name[0] && same_word(name, option_table[id].name))
			return true;
	}
	return false;
}

const char *key_suggest(const char *name)
{
	const char *longer = NULL;
	size_t n = strlen(name);
	struct guess guess;

	guess_start(&guess, name);
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		for (const struct conf_key *key = keys_of(id); key->name; key++)
			guess_offer(&guess, key->name);
		if (has_own_key(id))
			guess_offer(&guess, option_key(id));
	}
	if (guess.found)
		return guess.found;
	/* suggest the only key of a row that adds '_' to the word: spindown_time for "spindown" */
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		for (const struct conf_key *key = keys_of(id); key->name; key++) {
			if (!word_begins(key->name, name, n) || key->name[n] != '_')
				continue;
			if (longer)
				return NULL;
			longer = key->name;
		}
	}
	return longer;
}

const char *key_value(enum opt_id id, const char *value)
{
	static const char *const on[] = { "on", "yes", "true", "enable", "enabled" };
	static const char *const off[] = { "off", "no", "false", "disable", "disabled" };
	const struct option_def *def = &option_table[id];

	if (!def->value || value_is_word(def->value, value))
		return value;
	for (size_t i = 0; i < sizeof(on) / sizeof(on[0]); i++) {
		if (word_is(value, on[i]) && def->max && def->max <= 3)
			return "1";
		if (word_is(value, off[i]) && value_is_word(def->value, "off"))
			return "off";
		if (word_is(value, off[i]) && def->value == &value_number && def->min == 0)
			return "0";
	}
	return value;
}

const struct option_def *setting_row(const struct setting *setting)
{
	return &option_table[setting->means.id];
}

bool setting_is_second_password(const struct setting *setting, const struct request *req)
{
	return setting->value && option_is_secret(setting->means.id) &&
	       request_given_elsewhere(req, setting->means.id);
}

static bool is_modifier(const struct setting *setting)
{
	return setting_row(setting)->kind == OPT_KIND_MODIFIER;
}

static void refuse_setting(struct conf_file *file, struct setting *setting, const char *why)
{
	file_error(file, setting->line, "%s: %s", setting->key, why);
	setting->refused = true;
}

void settings_refuse_lines(const struct conf_file *file, struct block *block, size_t first)
{
	for (size_t i = 0; i < block->n_settings && first < file->n_errors; i++) {
		struct setting *setting = &block->settings[i];

		if (!file_error_on(file, first, setting->line))
			continue;
		setting->refused = true;
		block->broken |= is_modifier(setting) && setting->means.id != OPT_QUIET;
	}
}

/* Return the message without the option's name: the caller puts the key in front. */
static const char *without_name(const struct setting *setting, const char *text)
{
	char name[OPTION_NAME_BYTES];
	size_t n = strlen(option_name(setting->means.id, name));

	return !strncmp(text, name, n) && !strncmp(text + n, ": ", 2) ? text + n + 2 : text;
}

/* Return why a setting is refused, in a text that does not show a password. */
static const char *refusal_text(const struct setting *setting, const struct plan_error *error)
{
	return setting->means.flags & KEY_VALUE_OPTIONAL
		       ? "needs a password of at most 32 bytes, or security_password_file"
		       : without_name(setting, error->text);
}

static void set_modifiers(struct request *req, const struct block *block)
{
	struct plan_error error;

	for (size_t i = 0; i < block->n_settings; i++) {
		const struct setting *setting = &block->settings[i];

		if (!setting->refused && is_modifier(setting))
			request_take(req, setting->means.id, &setting->parsed, &error);
	}
}

static void check_setting(struct conf_file *file, struct setting *setting,
			  const struct request *modifiers)
{
	struct step step = { .path = "any", .req = *modifiers };
	struct plan plan = { .steps = &step, .n = 1 };
	struct plan_error error;

	/* only in the file may idle_standby be off, or be combined with other options */
	step.req.from_block = setting->means.flags & KEY_SERVED;
	if (request_take(&step.req, setting->means.id, &setting->parsed, &error))
		refuse_setting(file, setting, refusal_text(setting, &error));
	else if (setting_is_second_password(setting, &step.req))
		refuse_setting(file, setting,
			       "a password is given here, and security_password_file as well");
	else if (gate_check(&plan, &error))
		refuse_setting(file, setting, without_name(setting, error.text));
}

void settings_check(struct conf_file *file, struct block *block)
{
	struct request modifiers = file->asked;
	size_t first = file->n_errors;
	struct plan_error error;
	bool general = true;

	for (size_t i = 0; i < block->n_names; i++)
		general &= !names_drive(block->names[i]) || is_pattern(block->names[i]);
	for (size_t i = 0; i < block->n_settings; i++) {
		struct setting *setting = &block->settings[i];
		struct request req = { .from_block = true };

		setting->parsed = (struct opt_state){ .general = general };
		file->conf->serves |= setting->means.flags & KEY_SERVED;
		if (!setting->value || (setting->refused && option_is_secret(setting->means.id)))
			continue;
		setting->value = key_value(setting->means.id, setting->value);
		if (request_set(&req, setting->means.id, setting->value, &error))
			refuse_setting(file, setting, refusal_text(setting, &error));
		else
			setting->parsed = req.opt[setting->means.id];
		setting->parsed.general = general;
	}
	settings_refuse_lines(file, block, first);
	set_modifiers(&modifiers, &file->global);
	if (block != &file->global)
		set_modifiers(&modifiers, block);
	for (size_t i = 0; i < block->n_settings; i++) {
		struct setting *setting = &block->settings[i];

		if (!setting->refused && !is_modifier(setting))
			check_setting(file, setting, &modifiers);
	}
	settings_refuse_lines(file, block, first);
}
