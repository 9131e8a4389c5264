// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes commands from the settings and the command_line blocks of hdparm.conf. */
#include "device.h"
#include "file.h"
#include "options.h"
#include "units.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The word being read, as text, and as a file pattern with quoted special characters escaped. */
struct word {
	struct conf_file *file;
	struct words *words;
	char *text, *pattern;
	size_t n, pattern_n;
	bool begun, is_pattern;
};

static void word_add_char(struct word *word, char c, bool quoted)
{
	word->begun = true;
	word->text[word->n++] = c;
	if (quoted && strchr("*?[]\\", c))
		word->pattern[word->pattern_n++] = '\\';
	else if (!quoted && strchr("*?[", c))
		word->is_pattern = true;
	word->pattern[word->pattern_n++] = c;
}

/* `word` is NULL after a lack of memory. */
static void add_word(struct conf_store *store, struct words *words, char *word)
{
	char **more = word ? store_grow(store, words->word, words->n, sizeof(*more)) : NULL;

	if (!more)
		return;
	words->word = more;
	more[words->n++] = word;
}

static void finish_word(struct word *word)
{
	struct conf_store *store = word->file->store;
	struct host_paths paths = { NULL, 0 };

	if (!word->begun)
		return;
	word->pattern[word->pattern_n] = '\0';
	if (word->is_pattern)
		host_glob(word->file->host, word->pattern, &paths);
	for (size_t i = 0; i < paths.n; i++)
		add_word(store, word->words, store_printf(store, "%s", paths.path[i]));
	if (paths.n == 0)
		add_word(store, word->words, store_copy(store, word->text, word->n));
	host_paths_free(&paths);
	word->n = word->pattern_n = 0;
	word->begun = word->is_pattern = false;
}

static const char no_expansion[] = "neither variables nor commands are expanded here";

/* Return the length of a backslash and LF or CR LF at `at`, which join two lines; else 0. */
static size_t line_join(const char *at)
{
	if (at[0] != '\\')
		return 0;
	return at[1] == '\n' ? 2 : at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

static const char *quoted_part(struct word *word, const char *at, char quote, const char **why)
{
	size_t join;

	word->begun = true;
	while (*at && *at != quote) {
		join = quote == '"' ? line_join(at) : 0;
		if (join) {
			at += join;
			continue;
		}
		if (quote == '"' && (*at == '$' || *at == '`')) {
			*why = no_expansion;
			return NULL;
		}
		if (quote == '"' && *at == '\\' && at[1] && strchr("$`\"\\", at[1]))
			at++;
		word_add_char(word, *at++, true);
	}
	if (!*at)
		*why = "a quote is not closed";
	return *at ? at + 1 : NULL;
}

/* Return the rest of the text; NULL after an error. */
static const char *plain_part(struct word *word, const char *at, const char **why)
{
	if (*at == '\'' || *at == '"')
		return quoted_part(word, at + 1, *at, why);
	if (line_join(at))
		return at + line_join(at);
	if (*at == '\\' && at[1]) {
		word_add_char(word, at[1], true);
		return at + 2;
	}
	if (*at == '$' || *at == '`') {
		*why = no_expansion;
		return NULL;
	}
	if (*at == '~' && !word->begun) {
		*why = "'~' is not expanded here: write the path out, or quote it";
		return NULL;
	}
	if (strchr("|&<>(){}", *at)) {
		*why = store_printf(word->file->store, "no shell runs here: remove '%c'", *at);
		return NULL;
	}
	word_add_char(word, *at, false);
	return at + 1;
}

int words_split(struct conf_file *file, const char *text, struct words *words, const char **why)
{
	size_t room = 2 * strlen(text) + 2;
	struct word word = {
		.file = file,
		.words = words,
		.text = store_keep(file->store, calloc(1, room)),
		.pattern = store_keep(file->store, calloc(1, room)),
	};

	if (!word.text || !word.pattern)
		return -ENOMEM;
	while (text && *text) {
		if (*text == '#' && !word.begun)
			break;
		if (strchr(" \t\r\n\f", *text)) {
			finish_word(&word);
			text++;
		} else {
			text = plain_part(&word, text, why);
		}
	}
	if (text)
		finish_word(&word);
	/* the buffers may hold a password */
	explicit_bzero(word.text, room);
	explicit_bzero(word.pattern, room);
	if (!text)
		return -EINVAL;
	return file->store->failed ? -ENOMEM : 0;
}

char *words_quoted(struct conf_store *store, char *const *words, size_t n)
{
	size_t room = 1, at = 0;
	char *line;

	for (size_t i = 0; i < n; i++)
		room += word_quote(NULL, 0, words[i]) + 1;
	line = store_keep(store, malloc(room));
	for (size_t i = 0; line && i < n; i++) {
		if (i)
			line[at++] = ' ';
		at += word_quote(line + at, room - at, words[i]);
	}
	if (line)
		line[at] = '\0';
	return line;
}

REPORT_PRINTF(3, 4)
static void shown_add(struct conf_file *file, struct words *shown, const char *fmt, ...)
{
	va_list args;

	if (!file->shows)
		return;
	va_start(args, fmt);
	add_word(file->store, shown, store_vprintf(file->store, fmt, args));
	va_end(args);
}

static void shown_begin(struct conf_file *file, struct words *shown)
{
	char name[OPTION_NAME_BYTES];

	shown_add(file, shown, "hdparm");
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *state = &file->asked.opt[id];

		if (state->seen)
			shown_add(file, shown, state->set ? "%s=%s" : "%s",
				  option_name((enum opt_id)id, name), state->text);
	}
}

/* Free the array, and return its words as one line; NULL: no --dry-run, or no memory. */
static char *shown_end(struct conf_file *file, struct words *shown)
{
	char *line = file->shows ? words_quoted(file->store, shown->word, shown->n) : NULL;

	free(shown->word);
	return line;
}

static void shown_secret(struct conf_file *file, struct words *shown, const char *name)
{
	shown_add(file, shown, "--security-prompt-for-password");
	shown_add(file, shown, "%.*s", (int)strcspn(name, "="), name);
}

static const char *out_of_place(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (!plan->steps[i].path)
			return "options that need no device are not allowed here";
	}
	if (plan_has(plan, OPT_CONF))
		return "--conf is not allowed in the file itself";
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if ((option_table[id].flags & OPT_WHOLE_LINE) && id != OPT_DRY_RUN &&
		    id != OPT_STRICT && plan_has(plan, (enum opt_id)id))
			return "options of the whole run, as --json and --record, "
			       "are not allowed here: put them on the line of --conf";
	}
	if (plan_has(plan, OPT_REREAD_PARTITIONS))
		return "-z is not allowed here: "
		       "it makes udev announce the drive, and --conf would run again";
	return NULL;
}

static bool out_of_memory(struct conf_store *store, const struct plan_error *error)
{
	if (error->status != ENOMEM)
		return false;
	store->failed = true;
	return true;
}

/* Keep the devices to which --conf applies. False: no device is left, or an error. */
static bool choose_devices(struct conf_file *file, unsigned line, struct conf_command *command)
{
	struct plan *plan = &command->plan;
	size_t devices = plan->n, kept = 0;
	struct block_identity *chosen = calloc(devices, sizeof(*chosen));

	command->chosen = chosen;
	if (!chosen) {
		file->store->failed = true;
		return false;
	}
	/* a path may lead to another device later: note the present device */
	for (size_t i = 0; i < devices; i++)
		block_identity(file->host, plan->steps[i].path, &chosen[i]);
	for (size_t i = 0; i < devices; i++) {
		if (chosen[i].rdev || !plan_hides_word(plan, &plan->steps[i]))
			continue;
		file_error(file, line,
			   "a device is expected, but a word here is none; "
			   "it is not shown, since it may be a password");
		return false;
	}
	for (size_t i = 0; i < devices; i++) {
		const char *word = plan->steps[i].path;
		char path[NODE_PATH_BYTES];
		bool like;

		if (!path_is_stray(file->host, word))
			continue;
		like = path_of_name(file->host, word, path);
		file_error(file, line, "'%.80s' is no device, no file and no option%s%s%s%s", word,
			   is_selector(word) ? "; a selector belongs before a block" : "",
			   like ? "; did you mean " : "", like ? path : "", like ? "?" : "");
		return false;
	}
	for (size_t i = 0; i < devices; i++) {
		const char *path = plan->steps[i].path, *device = device_canonical(file, path);
		bool asked = device && (file->all || list_has(&file->only, device));

		if (file->partition)
			asked = link_leads_to(file, path, file->partition);
		if (asked) {
			chosen[kept] = chosen[i];
			plan->steps[kept++] = plan->steps[i];
			continue;
		}
		for (size_t w = 1; w < command->n_words; w++) {
			if (command->words[w] == path)
				command->words[w] = NULL;
		}
	}
	plan->n = kept;
	for (size_t i = 0; !kept && file->all && i < devices; i++)
		unmatched_add(file, line, plan->steps[i].path, true);
	return kept;
}

/* An empty word behind a password option is the wiped password. */
static void add_shown_words(struct conf_file *file, const struct conf_command *command,
			    struct words *shown)
{
	const char *last = command->plan.steps[command->plan.n - 1].path;
	bool behind = false;

	shown_begin(file, shown);
	for (size_t i = 1; i < command->n_words; i++) {
		const char *word = command->words[i], *next = NULL, *rest;
		enum opt_id id = word ? option_of_word(word, &rest) : OPT_COUNT;

		if (!word ||
		    (behind && (id == OPT_COUNT || !(option_table[id].flags & OPT_WHOLE_LINE))))
			continue;
		behind |= word == last;
		if (i + 1 < command->n_words)
			next = command->words[i + 1];
		if (option_is_secret(id) && (*rest || (next && !*next))) {
			shown_secret(file, shown, word);
			i += !*rest;
		} else {
			shown_add(file, shown, "%s", word);
		}
	}
}

static bool parse_words(struct conf_file *file, unsigned line, struct conf_command *command)
{
	struct plan_error error;
	const char *program = command->words[0], *base = strrchr(program, '/'), *why;

	if (strcmp(base ? base + 1 : program, "hdparm") != 0) {
		file_error(file, line, "'%.80s' is not hdparm", program);
		return false;
	}
	if (plan_parse(&file->asked, (int)command->n_words, command->words, &command->plan,
		       &error)) {
		if (!out_of_memory(file->store, &error))
			file_error(file, line, "%s", error.text);
		return false;
	}
	why = out_of_place(&command->plan);
	if (!why &&
	    (gate_check(&command->plan, &error) ||
	     (file->tape != OPT_COUNT && gate_check_tape(&command->plan, file->tape, &error))))
		why = error.text;
	if (why)
		file_error(file, line, "%s", why);
	return !why;
}

static void add_command_line(struct conf_file *file, const struct command_text *line)
{
	struct words words = { NULL, 0 }, shown = { NULL, 0 };
	struct conf_command command = { .n_words = 0 };
	const char *why = NULL;

	if (words_split(file, line->text, &words, &why) && why)
		file_error(file, line->line, "%s", why);
	command.words = words.word;
	command.n_words = words.n;
	if (!why && !file->store->failed && words.n && parse_words(file, line->line, &command) &&
	    choose_devices(file, line->line, &command)) {
		add_shown_words(file, &command, &shown);
		command.shown = shown_end(file, &shown);
		command_add(file, &command);
	} else {
		command_free(&command);
	}
}

struct target {
	char *path;
	struct block_identity chosen; /* the device at the time of the lookup */
	const struct setting **settings;
	size_t n;
	bool for_battery[OPT_COUNT]; /* options that have a setting for battery power */
	bool matched;		     /* the device is in targets.matched */
	bool broken; /* block.broken is true for a block that applies to the device */
};

struct targets {
	struct target *target;
	size_t n;
	size_t *sorted;	 /* indexes of target[], sorted by path */
	size_t *matched; /* indexes of the targets with `matched`, in the order of their commands */
	size_t n_matched;
};

/* A setting replaces the option's earlier setting; but on battery, apm_battery beats apm. */
static void target_add_setting(struct conf_file *file, struct target *target,
			       const struct setting *setting)
{
	bool for_battery = setting->means.flags & KEY_BATTERY;
	const struct setting **more;

	if (setting->refused || (setting_row(setting)->kind != OPT_KIND_MODIFIER &&
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

/* Return NULL without memory. */
static struct target *target_of(struct conf_file *file, struct targets *targets, char *path)
{
	size_t n = targets->n, place = 0, *sorted;
	struct target *more;

	for (size_t end = n; place < end;) {
		size_t middle = place + (end - place) / 2;

		if (strcmp(targets->target[targets->sorted[middle]].path, path) < 0)
			place = middle + 1;
		else
			end = middle;
	}
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
 * As with Debian's udev rule, a device sd* or hd* of the command line gets the settings of
 * file->global even if no block names the device.
 */
static void targets_collect(struct conf_file *file, struct targets *targets)
{
	const struct device_list *only = &file->only;

	for (size_t i = 0; i < only->n; i++) {
		char *path = only->path[i];
		struct target *target = NULL;

		if (!strncmp(path, "/dev/sd", 7) || !strncmp(path, "/dev/hd", 7))
			target = target_of(file, targets, path);
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

struct line {
	const struct target *target;
	unsigned number; /* line of the file */
	struct request req;
	struct words shown;
	bool refused;
	struct plan_error error;
};

static void apply_setting(struct conf_file *file, struct line *line, const struct setting *setting)
{
	struct opt_state *state = &line->req.opt[setting->means.id];
	const struct option_def *def = setting_row(setting);
	const char *value = setting->value;
	char name[OPTION_NAME_BYTES], number[24];

	if (line->refused)
		return;
	if (request_take(&line->req, setting->means.id, &setting->parsed, &line->error))
		line->refused = true;
	state->general = setting->parsed.general;
	option_name(setting->means.id, name);
	snprintf(number, sizeof(number), "%llu", (unsigned long long)state->value);
	/* show a word of value_is_word() as its number, unless the number means a rounded time */
	if (value && value_is_word(def->value, value) &&
	    (!state->asked || state->asked == standby_timer_seconds((unsigned)state->value)))
		value = number;
	if (value && option_is_secret(setting->means.id)) {
		shown_secret(file, &line->shown, name);
	} else if (value && ((def->flags & OPT_EQUALS_VALUE) || !def->value->extent(value))) {
		shown_add(file, &line->shown, "%s=%s", name, value);
	} else if (value && def->letter && def->value->extent(value) == strlen(value)) {
		shown_add(file, &line->shown, "%s%s", name, value); /* joined, such as -S12 */
	} else {
		shown_add(file, &line->shown, "%s", name);
		if (value)
			shown_add(file, &line->shown, "%s", value);
	}
}

static struct line line_begin(struct conf_file *file, const struct target *target,
			      const struct setting *first)
{
	struct line line = { .target = target, .number = first->line, .req = file->asked };

	line.req.from_block = true;
	shown_begin(file, &line.shown);
	for (size_t i = 0; i < target->n; i++) {
		const struct setting *setting = target->settings[i];
		const struct option_def *def = setting_row(setting);
		/* the security modifiers apply only to commands with OPT_KIND_SOLO */
		bool security =
			!strncmp(def->name, "security-", 9) || !strcmp(def->name, "user-master");

		if (def->kind == OPT_KIND_MODIFIER &&
		    (setting_row(first)->kind == OPT_KIND_SOLO || !security))
			apply_setting(file, &line, setting);
	}
	return line;
}

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

/* True with --new-partition for a setting that --conf applies when the whole disk appears. */
static bool was_applied(const struct conf_file *file, const struct setting *setting)
{
	return file->partition && !setting->of_partition;
}

static void add_commands(struct conf_file *file, const struct target *target)
{
	struct line line;
	bool any = false;

	for (size_t i = 0; i < target->n && !file->only_battery; i++) {
		const struct setting *setting = target->settings[i];

		if (setting_row(setting)->kind != OPT_KIND_SOLO || was_applied(file, setting))
			continue;
		line = line_begin(file, target, setting);
		apply_setting(file, &line, setting);
		/* one block may give a password, another block security_password_file */
		if (!line.refused && setting_is_second_password(setting, &line.req))
			line.refused = usage_error(&line.error, "two passwords");
		line_finish(file, &line);
	}
	for (size_t i = 0; i < target->n; i++) {
		const struct setting *setting = target->settings[i];

		if (setting_row(setting)->kind == OPT_KIND_MODIFIER ||
		    setting_row(setting)->kind == OPT_KIND_SOLO || was_applied(file, setting) ||
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

static void note_absent_names(struct conf_file *file, const struct block *block)
{
	for (size_t i = 0; i < block->n_names; i++) {
		const char *name = block->names[i];
		const struct block own = { .names = &name, .n_names = 1 };
		struct device_list list = { NULL, 0 };

		if (!names_drive(name))
			continue;
		block_devices(file, &own, &list);
		if (!list.n)
			unmatched_add(file, block->line, name, true);
		free(list.path);
	}
}

void commands_make(struct conf_file *file)
{
	struct targets targets = { .n = 0 };

	targets_collect(file, &targets);
	for (size_t i = 0; i < targets.n_matched && !file->store->failed; i++) {
		const struct target *target = &targets.target[targets.matched[i]];

		if (!target->broken)
			add_commands(file, target);
	}
	for (size_t i = 0; i < file->n && !file->store->failed; i++) {
		const struct block *block = &file->blocks[i];

		if (block->commands && !block->ignored && !file->only_battery && !file->serves) {
			for (size_t k = 0; k < block->n_lines; k++) {
				if (block->lines[k].text)
					add_command_line(file, &block->lines[k]);
			}
		}
		for (size_t k = 0; block->missing && k < block->n_names; k++)
			unmatched_add(file, block->line, block->names[k],
				      names_drive(block->names[k]));
		if (file->purpose == STEP_CHECK && file->all && !block->missing && !block->ignored)
			note_absent_names(file, block);
	}
	for (size_t i = 0; i < targets.n; i++)
		free(targets.target[i].settings);
	free(targets.target);
	free(targets.sorted);
	free(targets.matched);
}
