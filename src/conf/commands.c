// SPDX-License-Identifier: GPL-2.0-or-later
/* Command lines in the file: command_line { }. */
#include "device.h"
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_hdparm(const char *word)
{
	const char *base = strrchr(word, '/');

	return !strcmp(base ? base + 1 : word, "hdparm");
}

/*
 * Options of the whole run belong on the command line of --conf: in the file they would have no
 * effect.
 */
static bool is_of_the_run(const struct plan *plan)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if ((option_table[id].flags & OPT_WHOLE_LINE) && id != OPT_DRY_RUN &&
		    id != OPT_STRICT && plan_has(plan, (enum opt_id)id))
			return true;
	}
	return false;
}

/* Why the plan has an option that the file must not contain, or NULL. */
static const char *out_of_place(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (!plan->steps[i].path)
			return "options that need no device are not allowed here";
	}
	if (plan_has(plan, OPT_CONF))
		return "--conf is not allowed in the file itself";
	if (is_of_the_run(plan))
		return "options of the whole run, as --json and --record, are not allowed here: "
		       "put them on the line of --conf";
	if (plan_has(plan, OPT_REREAD_PARTITIONS))
		return "-z is not allowed here: it makes udev announce the drive, and --conf would "
		       "run again";
	return NULL;
}

/* The devices that the words lead to now, taken before the words are matched. */
static struct block_identity *identify_devices(struct conf_file *file, const struct plan *plan)
{
	struct block_identity *chosen = calloc(plan->n, sizeof(*chosen));

	if (!chosen)
		file->store->failed = true;
	for (size_t i = 0; chosen && i < plan->n; i++)
		block_identity(file->host, plan->steps[i].path, &chosen[i]);
	return chosen;
}

/* True if a word on a line with a password is no device: it may be the password. */
static bool has_strange_word(const struct plan *plan, const struct block_identity *chosen)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (!chosen[i].rdev && plan_hides_word(plan, &plan->steps[i]))
			return true;
	}
	return false;
}

/*
 * True if the device of a step exists and was asked for. With --new-partition only a link to the
 * partition is: the line has been run for the other devices.
 */
static bool concerns(struct conf_file *file, const char *path)
{
	char *device = device_canonical(file, path);

	if (file->partition)
		return link_leads_to(file, path, file->partition);
	return device && (file->all || list_has(&file->only, device));
}

/*
 * Remove devices that were not asked for from the plan, from `chosen`, and from the words (NULL
 * replaces the word).
 */
static void keep_concerned(struct conf_file *file, struct conf_command *command)
{
	struct plan *plan = &command->plan;
	size_t kept = 0;

	for (size_t i = 0; i < plan->n; i++) {
		const char *path = plan->steps[i].path;

		if (concerns(file, path)) {
			command->chosen[kept] = command->chosen[i];
			plan->steps[kept++] = plan->steps[i];
			continue;
		}
		for (size_t w = 1; w < command->n_words; w++) {
			if (command->words[w] == path)
				command->words[w] = NULL;
		}
	}
	plan->n = kept;
}

/* A word that is a part of something else; NULL: none. */
static const char *stray_word(struct conf_file *file, const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (path_is_stray(file->host, plan->steps[i].path))
			return plan->steps[i].path;
	}
	return NULL;
}

/* True if any of its devices was asked for. */
static bool choose_devices(struct conf_file *file, unsigned line, struct conf_command *command)
{
	struct plan *plan = &command->plan;
	size_t devices = plan->n;
	const char *stray;

	command->chosen = identify_devices(file, plan);
	if (!command->chosen)
		return false;
	if (has_strange_word(plan, command->chosen)) {
		file_error(file, line,
			   "a device is expected, but a word here is none; it is not shown, since "
			   "it may be a password");
		return false;
	}
	stray = stray_word(file, plan);
	if (stray) {
		file_error(file, line, "'%.80s' is no device, no file and no option%s", stray,
			   is_selector(stray) ? "; a selector belongs before a block" : "");
		return false;
	}
	keep_concerned(file, command);
	for (size_t i = 0; !plan->n && file->all && i < devices; i++)
		unmatched_add(file, line, plan->steps[i].path, true);
	return plan->n;
}

static bool is_of_whole_line(enum opt_id id)
{
	return id != OPT_COUNT && (option_table[id].flags & OPT_WHOLE_LINE);
}

/*
 * Collect the remaining words to show; after the last device only options of the whole line. An
 * option with a password is replaced by the option that prompts for it. The plan has wiped the
 * password's word. If the word after such an option is not empty, it is the next word of the line,
 * and the password comes from a file or a prompt.
 */
static void add_shown_words(struct conf_file *file, const struct conf_command *command,
			    struct words *shown)
{
	const char *last = command->plan.steps[command->plan.n - 1].path;
	bool behind = false;

	shown_begin(file, shown);
	for (size_t i = 1; i < command->n_words; i++) {
		const char *word = command->words[i], *next = NULL, *rest;
		enum opt_id id = word ? option_of_word(word, &rest) : OPT_COUNT;

		if (!word || (behind && !is_of_whole_line(id)))
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

/* True if the words are a command line that the file may contain. */
static bool parse_words(struct conf_file *file, unsigned line, struct conf_command *command)
{
	struct plan_error error;
	const char *why;

	if (!is_hdparm(command->words[0])) {
		file_error(file, line, "'%.80s' is not hdparm", command->words[0]);
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

void block_commands(struct conf_file *file, const struct block *block)
{
	for (size_t i = 0; i < block->n_lines; i++) {
		if (block->lines[i].text)
			add_command_line(file, &block->lines[i]);
	}
}
