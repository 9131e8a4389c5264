// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The settings of each device, from all its blocks; a later setting replaces an earlier one of the
 * same option. They become command lines: one for each option that must be the only one (the
 * security commands), then one for all the others.
 */
#include "file.h"
#include "options.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return the index of the path in the sorted list, or the index at which to insert it. */
static size_t target_place(const struct targets *targets, const char *path)
{
	size_t low = 0, high = targets->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(targets->target[targets->sorted[middle]].path, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static enum opt_kind setting_kind(const struct setting *setting)
{
	return setting_row(setting)->kind;
}

/* A later setting replaces an earlier one; on battery power apm_battery replaces apm. */
static void target_add_setting(struct conf_file *file, struct target *target,
			       const struct setting *setting)
{
	bool for_battery = setting->means.flags & KEY_BATTERY;
	const struct setting **more;

	if (setting->refused || (setting_kind(setting) != OPT_KIND_MODIFIER &&
				 ((setting->means.flags & KEY_SERVED) != 0) != file->serves))
		return;
	target->for_battery[setting->means.id] |= for_battery;
	if (for_battery && !file->battery)
		return;
	for (size_t i = 0; i < target->n; i++) {
		const struct key_meaning *old = &target->settings[i]->means;

		if (old->id != setting->means.id)
			continue;
		if (for_battery || !(old->flags & KEY_BATTERY))
			target->settings[i] = setting;
		return;
	}
	more = store_grow(file->store, target->settings, target->n, sizeof(*more));
	if (!more)
		return;
	target->settings = more;
	more[target->n++] = setting;
}

static void target_add_block(struct conf_file *file, struct target *target,
			     const struct block *block)
{
	target->broken |= block->broken;
	for (size_t i = 0; i < block->n_settings; i++)
		target_add_setting(file, target, &block->settings[i]);
}

/*
 * Find or add the target of the device that has this path now. From here on, no other device may
 * take its place.
 */
static struct target *target_of(struct conf_file *file, struct targets *targets, char *path)
{
	size_t n = targets->n, place = target_place(targets, path), *sorted;
	struct target *more;

	if (place < n && !strcmp(targets->target[targets->sorted[place]].path, path))
		return &targets->target[targets->sorted[place]];
	more = store_grow(file->store, targets->target, n, sizeof(*more));
	if (more)
		targets->target = more;
	sorted = store_grow(file->store, targets->sorted, n, sizeof(*sorted));
	if (sorted)
		targets->sorted = sorted;
	if (!more || !sorted)
		return NULL;
	memmove(&sorted[place + 1], &sorted[place], (n - place) * sizeof(*sorted));
	sorted[place] = n;
	more[n] = (struct target){ .path = path };
	block_identity(file->host, path, &more[n].chosen);
	targets->n++;
	return &more[n];
}

/* A device that gets settings; the first are those outside the blocks. */
static void target_match(struct conf_file *file, struct targets *targets, struct target *target)
{
	size_t *more;

	if (target->matched)
		return;
	more = store_grow(file->store, targets->matched, targets->n_matched, sizeof(*more));
	if (!more)
		return;
	targets->matched = more;
	more[targets->n_matched++] = (size_t)(target - targets->target);
	target->matched = true;
	target_add_block(file, target, &file->global);
}

static void apply_block_to_device(struct conf_file *file, struct targets *targets, char *path,
				  struct block *block, bool listed)
{
	struct target *target = target_of(file, targets, path);

	if (!target || !(listed ? block_takes(file, block, path, false, true)
				: block_names(file, block, path)))
		return;
	block->missing = false;
	if (file->partition && block_names_new_partition(file, block, target->chosen.rdev)) {
		for (size_t i = 0; i < block->n_settings; i++)
			block->settings[i].of_partition = true;
	}
	target_match(file, targets, target);
	target_add_block(file, target, block);
}

static void apply_block(struct conf_file *file, struct targets *targets, struct block *block)
{
	struct device_list named = { NULL, 0 }, disks = { NULL, 0 };

	block_candidates(file, block, &named, &disks);
	block->missing = true;
	for (size_t i = 0; i < named.n; i++)
		apply_block_to_device(file, targets, named.path[i], block, false);
	for (size_t i = 0; i < disks.n; i++) {
		if (!list_has(&named, disks.path[i]))
			apply_block_to_device(file, targets, disks.path[i], block, true);
	}
	free(named.path);
	free(disks.path);
}

/*
 * Settings outside the blocks apply to every hard disk that is named on the command line, in a
 * block or not, as Debian's udev rule does for these device names.
 */
static bool global_reaches(const char *path)
{
	return !strncmp(path, "/dev/sd", 7) || !strncmp(path, "/dev/hd", 7);
}

void targets_collect(struct conf_file *file, struct targets *targets)
{
	const struct device_list *only = &file->only;

	for (size_t i = 0; i < only->n; i++) {
		struct target *target = global_reaches(only->path[i])
						? target_of(file, targets, only->path[i])
						: NULL;

		if (target)
			target_match(file, targets, target);
	}
	for (size_t b = 0; b < file->n && !file->store->failed; b++) {
		struct block *block = &file->blocks[b];

		if (block->ignored || block->commands)
			continue;
		if (file->all)
			apply_block(file, targets, block);
		for (size_t i = 0; i < only->n; i++)
			apply_block_to_device(file, targets, only->path[i], block, false);
	}
}

/* A command line that is being built. */
struct line {
	const struct target *target;
	unsigned number; /* line of the file, for an error */
	struct request req;
	struct words shown;
	bool refused;
	struct plan_error error;
};

static void add_shown_setting(struct conf_file *file, struct line *line,
			      const struct setting *setting)
{
	const struct opt_state *state = &line->req.opt[setting->means.id];
	const struct option_def *def = setting_row(setting);
	const char *value = setting->value;
	char name[OPTION_NAME_BYTES], number[24];

	option_name(setting->means.id, name);
	snprintf(number, sizeof(number), "%llu", (unsigned long long)state->value);
	/* a word for a number is shown as the number: every version of hdparm accepts that */
	if (value && value_is_word(def->value, value) &&
	    (!state->asked || state->asked == standby_timer_seconds((unsigned)state->value)))
		value = number;
	if (value && option_is_secret(setting->means.id)) {
		shown_secret(file, &line->shown, name);
	} else if (value && ((def->flags & OPT_EQUALS_VALUE) || !def->value->extent(value))) {
		shown_add(file, &line->shown, "%s=%s", name, value);
	} else if (value && def->letter && def->value->extent(value) == strlen(value)) {
		/* joined, as is usual */
		shown_add(file, &line->shown, "%s%s", name, value);
	} else {
		shown_add(file, &line->shown, "%s", name);
		if (value)
			shown_add(file, &line->shown, "%s", value);
	}
}

/* The value was checked, but another option that it needs may have been refused since. */
static void apply_setting(struct conf_file *file, struct line *line, const struct setting *setting)
{
	if (line->refused)
		return;
	if (request_set(&line->req, setting->means.id, setting->value, &line->error))
		line->refused = true;
	line->req.opt[setting->means.id].general = setting->general;
	add_shown_setting(file, line, setting);
}

/* Modifiers for passwords: they only apply to security commands. */
static bool is_security_word(const struct setting *setting)
{
	const char *name = setting_row(setting)->name;

	return name && (!strncmp(name, "security-", 9) || !strcmp(name, "user-master"));
}

/* Starts a command line whose first setting is `first`: the options of --conf, then modifiers. */
static struct line line_begin(struct conf_file *file, const struct target *target,
			      const struct setting *first)
{
	struct line line = { .target = target, .number = first->line, .req = file->asked };

	line.req.from_block = true;
	shown_begin(file, &line.shown);
	for (size_t i = 0; i < target->n; i++) {
		const struct setting *setting = target->settings[i];

		if (setting_kind(setting) == OPT_KIND_MODIFIER &&
		    (setting_kind(first) == OPT_KIND_SOLO || !is_security_word(setting)))
			apply_setting(file, &line, setting);
	}
	return line;
}

/* Check the whole line again: a consent word that it needs may have been refused since. */
static void line_finish(struct conf_file *file, struct line *line)
{
	const struct target *target = line->target;
	struct conf_command command = { .chosen = malloc(sizeof(*command.chosen)) };

	shown_add(file, &line->shown, "%s", target->path);
	command.shown = shown_end(file, &line->shown);
	if (!command.chosen)
		file->store->failed = true;
	if (line->refused || plan_add_step(&command.plan, target->path, &line->req, &line->error) ||
	    gate_check(&command.plan, &line->error) || !command.chosen) {
		if (command.chosen && !out_of_memory(file->store, &line->error))
			file_error(file, line->number, "%s: %s", target->path, line->error.text);
		command_free(&command);
		return;
	}
	*command.chosen = target->chosen;
	command_add(file, &command);
}

static void add_alone(struct conf_file *file, const struct target *target,
		      const struct setting *setting)
{
	struct line line = line_begin(file, target, setting);

	apply_setting(file, &line, setting);
	/* one block may contain a password, another one a password file */
	if (!line.refused && setting_is_second_password(setting, &line.req))
		line.refused = usage_error(&line.error, "two passwords");
	line_finish(file, &line);
}

/*
 * True if the event of the whole disk has applied the setting. --new-partition leaves such a
 * setting out: a second application would restart the drive's timer. Of two settings of one option
 * the later wins.
 */
static bool was_applied(const struct conf_file *file, const struct setting *setting)
{
	return file->partition && !setting->of_partition;
}

static void add_commands(struct conf_file *file, const struct target *target)
{
	struct line line;
	bool any = false;

	for (size_t i = 0; i < target->n && !file->only_battery; i++) {
		if (setting_kind(target->settings[i]) == OPT_KIND_SOLO &&
		    !was_applied(file, target->settings[i]))
			add_alone(file, target, target->settings[i]);
	}
	for (size_t i = 0; i < target->n; i++) {
		const struct setting *setting = target->settings[i];

		if (setting_kind(setting) == OPT_KIND_MODIFIER ||
		    setting_kind(setting) == OPT_KIND_SOLO || was_applied(file, setting) ||
		    (file->only_battery && !target->for_battery[setting->means.id]))
			continue;
		if (!any)
			line = line_begin(file, target, setting);
		any = true;
		apply_setting(file, &line, setting);
	}
	if (any)
		line_finish(file, &line);
}

void targets_commands(struct conf_file *file, const struct targets *targets)
{
	for (size_t i = 0; i < targets->n_matched && !file->store->failed; i++) {
		const struct target *target = &targets->target[targets->matched[i]];

		if (!target->broken)
			add_commands(file, target);
	}
}

void targets_free(struct targets *targets)
{
	for (size_t i = 0; i < targets->n; i++)
		free(targets->target[i].settings);
	free(targets->target);
	free(targets->sorted);
	free(targets->matched);
}
