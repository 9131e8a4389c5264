// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A setting of the file as words of a command line. Parser and gates of the command line judge it,
 * one by one, so that a wrong one costs nothing but itself.
 */
#include "file.h"
#include "units.h"

#include <stdlib.h>
#include <string.h>

const struct option_def *setting_row(const struct setting *setting)
{
	return &option_table[setting->means.id];
}

/* The whole value, and nothing behind it that would be read as further options. */
static bool is_whole_value(const struct option_def *def, const char *value)
{
	if (value_is_word(def->value, value))
		return true;
	return *value && def->value->extent(value) == strlen(value);
}

/* A word for a number becomes the number, which every hdparm takes, if that says the same. */
static void word_to_number(struct conf_file *file, struct setting *setting)
{
	const struct option_def *def = setting_row(setting);
	struct opt_state state = { .set = true };

	if (!setting->value || !value_is_word(def->value, setting->value) ||
	    def->value->parse(def, setting->value, &state))
		return;
	if (!state.asked || state.asked == standby_timer_seconds((unsigned)state.value))
		setting->value = store_printf(file->store, "%llu", (unsigned long long)state.value);
}

/*
 * A letter's value is glued to it as people do; words as "20min" stand alone. A password is joined
 * to its option, so that it is none itself.
 */
static void make_words(struct conf_file *file, struct setting *setting)
{
	const struct option_def *def = setting_row(setting);
	const char *value = setting->value;
	char name[OPTION_NAME_BYTES];

	option_name(setting->means.id, name);
	if (value && ((def->flags & OPT_EQUALS_VALUE) || def->value->secret)) {
		setting->words[0] = store_printf(file->store, "%s=%s", name, value);
	} else if (value && def->letter && def->value->extent(value) == strlen(value)) {
		setting->words[0] = store_printf(file->store, "%s%s", name, value);
	} else {
		setting->words[0] = store_copy(file->store, name, strlen(name));
		if (value)
			setting->words[1] = store_copy(file->store, value, strlen(value));
	}
}

static void refuse(struct conf_file *file, struct setting *setting, const char *why)
{
	file_error(file, setting->line, "%s: %s", setting->key, why);
	setting->refused = true;
}

void settings_refuse_lines(const struct conf_file *file, struct block *block, size_t first)
{
	for (size_t i = 0; i < block->n_settings && first < file->n_errors; i++) {
		if (file_error_on(file, first, block->settings[i].line))
			block->settings[i].refused = true;
	}
}

enum { WORDS_MAX = 2 * OPT_COUNT + 8 };

struct line {
	char *words[WORDS_MAX];
	size_t n;
};

static void put(struct line *line, char *word)
{
	if (word && line->n < WORDS_MAX)
		line->words[line->n++] = word;
}

char *setting_word(struct conf_store *store, const struct setting *setting, size_t i)
{
	char *word = setting->words[i];

	if (!word || !setting_row(setting)->value || !setting_row(setting)->value->secret)
		return word;
	return store_copy(store, word, strlen(word));
}

bool two_passwords(const struct plan *plan)
{
	if (!plan_has(plan, OPT_SECURITY_PASSWORD_FILE) && !plan_has(plan, OPT_SECURITY_PROMPT))
		return false;
	return plan->n_secrets > 0;
}

static void put_setting(struct line *line, struct conf_store *store, const struct setting *setting)
{
	put(line, setting_word(store, setting, 0));
	put(line, setting_word(store, setting, 1));
}

static void put_modifiers(struct line *line, struct conf_store *store, const struct block *block)
{
	bool put_already[OPT_COUNT] = { false };

	for (size_t i = 0; i < block->n_settings; i++) {
		const struct setting *setting = &block->settings[i];

		if (setting->refused || setting_row(setting)->kind != OPT_KIND_MODIFIER ||
		    put_already[setting->means.id])
			continue;
		put_already[setting->means.id] = true;
		put_setting(line, store, setting);
	}
}

/* Behind the option's own name, which the file calls otherwise. */
static const char *without_name(const struct setting *setting, const char *text)
{
	char name[OPTION_NAME_BYTES];
	size_t n = strlen(option_name(setting->means.id, name));

	return !strncmp(text, name, n) && !strncmp(text + n, ": ", 2) ? text + n + 2 : text;
}

static void check(struct conf_file *file, struct setting *setting, const struct line *modifiers)
{
	struct line line = *modifiers;
	struct plan_error error;
	struct plan plan;

	put_setting(&line, file->store, setting);
	line.words[line.n++] = file->store->kept[0]; /* any word: a device */
	line.words[line.n] = NULL;
	if (file->store->failed)
		return;
	if (plan_parse((int)line.n, line.words, &plan, &error)) {
		if (out_of_memory(file->store, &error))
			return;
		/* what is wrong with a password is not told: it would be printed */
		refuse(file, setting,
		       setting->means.flags & KEY_VALUE_OPTIONAL
			       ? "needs a password of at most 32 bytes, or security_password_file"
			       : without_name(setting, error.text));
		return;
	}
	if (two_passwords(&plan))
		refuse(file, setting, "a password stands here, and security_password_file as well");
	else if (gate_check(&plan, &error))
		refuse(file, setting, without_name(setting, error.text));
	plan_free(&plan);
}

static void check_value(struct conf_file *file, struct setting *setting)
{
	const struct option_def *def = setting_row(setting);
	char text[160], range[OPTION_ALLOWED_BYTES];

	if (setting->value)
		setting->value = key_value(setting->means.id, setting->value);
	word_to_number(file, setting);
	make_words(file, setting);
	if (!setting->value || is_whole_value(def, setting->value) ||
	    (setting->means.flags & KEY_VALUE_OPTIONAL))
		return;
	snprintf(text, sizeof(text), "'%.40s' is no such value (allowed: %s)", setting->value,
		 value_allowed(def, range));
	refuse(file, setting, text);
}

void settings_check(struct conf_file *file, struct block *block, char *const *asked, size_t n)
{
	struct line modifiers = { { file->store->kept[0] }, 1 };
	size_t first = file->n_errors;

	for (size_t i = 0; i < block->n_settings; i++)
		check_value(file, &block->settings[i]);
	settings_refuse_lines(file, block, first);
	for (size_t i = 0; i < n; i++)
		put(&modifiers, asked[i]);
	if (block != &file->global)
		put_modifiers(&modifiers, file->store, &file->global);
	put_modifiers(&modifiers, file->store, block);
	for (size_t i = 0; i < block->n_settings; i++) {
		struct setting *setting = &block->settings[i];

		if (!setting->refused && setting_row(setting)->kind != OPT_KIND_MODIFIER)
			check(file, setting, &modifiers);
	}
	settings_refuse_lines(file, block, first);
}
