// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The settings of one device as command lines: one for each that must stand alone (the security
 * commands), then one for all the others.
 */
#include "command.h"

#include <stdlib.h>
#include <string.h>

static void put(struct making *making, struct words *words, char *word)
{
	struct conf_store *store = making->file->store;
	char **more;

	if (!word)
		return;
	more = grow(store, words->word, words->n, sizeof(*more));
	if (!more)
		return;
	words->word = more;
	more[words->n++] = word;
}

static void put_setting(struct making *making, struct words *words, const struct setting *setting)
{
	for (size_t i = 0; i < 2; i++)
		put(making, words, setting_word(making->file->store, setting, i));
}

/* Of apm and apm_battery one counts. */
static bool is_off_supply(const struct target *target, const struct setting *setting, bool battery)
{
	bool for_battery = setting->means.flags & KEY_BATTERY;

	if (for_battery)
		return !battery;
	for (size_t i = 0; battery && i < target->n; i++) {
		const struct key_meaning *other = &target->settings[i]->means;

		if (other->id == setting->means.id && (other->flags & KEY_BATTERY))
			return true;
	}
	return false;
}

static enum opt_kind kind_of(const struct setting *setting)
{
	return setting_row(setting)->kind;
}

/* Words for passwords, which the other commands have no use for. */
static bool is_security_word(const struct setting *setting)
{
	const char *name = setting_row(setting)->name;

	return name && (!strncmp(name, "security-", 9) || !strcmp(name, "user-master"));
}

/* "hdparm", -q, the words of --conf's own line and the device's modifiers. */
static void begin(struct making *making, struct words *words, const struct target *target,
		  bool security)
{
	put(making, words, making->file->store->kept[0]);
	for (size_t i = 0; i < making->n_asked; i++)
		put(making, words, making->asked[i]);
	for (size_t i = 0; i < target->n; i++) {
		const struct setting *setting = target->settings[i];

		if (kind_of(setting) == OPT_KIND_MODIFIER &&
		    (security || !is_security_word(setting)))
			put_setting(making, words, setting);
	}
}

static struct block_identity *copy_of(struct making *making, const struct block_identity *identity)
{
	struct block_identity *copy = malloc(sizeof(*copy));

	if (copy)
		*copy = *identity;
	else
		making->file->store->failed = true;
	return copy;
}

static void finish(struct making *making, struct words *words, const struct target *target,
		   const struct setting *alone)
{
	struct plan_error error;
	struct plan plan;

	put(making, words, target->path);
	put(making, words, making->file->store->kept[0]);
	if (making->file->store->failed) {
		free(words->word);
		return;
	}
	words->word[--words->n] = NULL;
	if (!plan_parse((int)words->n, words->word, &plan, &error)) {
		/* of several blocks one may bring a password, another the file for it */
		if (!two_passwords(&plan)) {
			plan.steps[0].req.from_block = true;
			add_command(making, words, &plan, copy_of(making, &target->chosen));
			return;
		}
		error.status = STATUS_USAGE;
		snprintf(error.text, sizeof(error.text), "two passwords");
		plan_free(&plan);
	}
	if (!out_of_memory(making->file->store, &error))
		file_error(making->file, alone ? alone->line : target->settings[0]->line, "%s: %s",
			   target->path, error.text);
	free(words->word);
}

void make_target(struct making *making, const struct target *target, bool battery)
{
	struct words words = { NULL, 0 };
	bool any = false;

	for (size_t i = 0; i < target->n; i++) {
		const struct setting *setting = target->settings[i];

		if (kind_of(setting) == OPT_KIND_SOLO) {
			begin(making, &words, target, true);
			put_setting(making, &words, setting);
			finish(making, &words, target, setting);
			words = (struct words){ NULL, 0 };
		} else if (kind_of(setting) != OPT_KIND_MODIFIER &&
			   !is_off_supply(target, setting, battery)) {
			any = true;
		}
	}
	if (!any)
		return;
	begin(making, &words, target, false);
	for (size_t i = 0; i < target->n; i++) {
		const struct setting *setting = target->settings[i];

		if (kind_of(setting) != OPT_KIND_MODIFIER && kind_of(setting) != OPT_KIND_SOLO &&
		    !is_off_supply(target, setting, battery))
			put_setting(making, &words, setting);
	}
	finish(making, &words, target, NULL);
}
