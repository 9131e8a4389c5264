// SPDX-License-Identifier: GPL-2.0-or-later
/* Command lines that stand in the file as they are. */
#include "command.h"

#include <stdlib.h>
#include <string.h>

static bool is_hdparm(const char *word)
{
	const char *base = strrchr(word, '/');

	return !strcmp(base ? base + 1 : word, "hdparm");
}

/* What is of the whole run is asked for where the run is: on a line of the file it would be lost.
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

/* Options that have no place in a file; the sentence says why. */
static const char *out_of_place(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (!plan->steps[i].path)
			return "options that need no device have no place here";
	}
	if (plan_has(plan, OPT_CONF))
		return "--conf has no place in the file itself";
	if (is_of_the_run(plan))
		return "--jobs, --json, --record and --replay have no place here: put them on the "
		       "line of --conf";
	if (plan_has(plan, OPT_REREAD_PARTITIONS))
		return "-z has no place here: it makes udev announce the drive, and this begins "
		       "anew";
	return NULL;
}

/* What the device words lead to now: asked before they are looked up among those that count. */
static struct block_identity *identify(struct making *making, const struct plan *plan)
{
	struct block_identity *chosen = calloc(plan->n, sizeof(*chosen));

	if (!chosen)
		making->file->store->failed = true;
	for (size_t i = 0; chosen && i < plan->n; i++)
		block_identity(making->file->host, plan->steps[i].path, &chosen[i]);
	return chosen;
}

/* A word that is no device on a line with a password, which it may be itself. */
static bool has_strange_word(const struct plan *plan, const struct block_identity *chosen)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (!chosen[i].rdev && plan_hides_word(plan, &plan->steps[i]))
			return true;
	}
	return false;
}

/* Whether the device of a step exists and is one of those that are asked for. */
static bool concerns(struct making *making, const char *path)
{
	char *device = device_canonical(making->file, path);

	return device && (!making->only || list_has(making->only, device));
}

static bool is_path_of(const struct plan *plan, const char *word)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (plan->steps[i].path == word)
			return true;
	}
	return false;
}

static bool is_of_whole_line(const char *word)
{
	const char *rest;
	enum opt_id id = strncmp(word, "--", 2) ? OPT_COUNT : option_by_name(word + 2, &rest);

	return id != OPT_COUNT && (option_table[id].flags & OPT_WHOLE_LINE);
}

/*
 * The words without the devices that are left out; behind the last one that stays, what is of the
 * whole line is left. The devices that stay are left in the plan, and in `chosen`.
 */
static void keep_concerned(struct making *making, struct words *words, struct plan *plan,
			   struct block_identity *chosen)
{
	size_t kept = 0, last = 0, behind, steps = 0;

	for (size_t i = 0; i < words->n; i++) {
		char *word = words->word[i];
		bool is_path = is_path_of(plan, word);

		if (is_path && !concerns(making, word))
			continue;
		words->word[kept++] = word;
		last = is_path ? kept : last;
	}
	behind = kept;
	kept = last;
	for (size_t i = last; i < behind; i++) {
		if (is_of_whole_line(words->word[i]))
			words->word[kept++] = words->word[i];
	}
	words->n = kept;
	words->word[kept] = NULL;
	for (size_t i = 0; i < plan->n; i++) {
		const char *path = plan->steps[i].path;

		for (size_t w = 0; w < kept; w++) {
			if (words->word[w] == path) {
				chosen[steps] = chosen[i];
				plan->steps[steps++] = plan->steps[i];
				break;
			}
		}
	}
	plan->n = steps;
}

/* Words behind "hdparm" that --conf's own line adds. */
static int add_asked(struct making *making, struct words *words)
{
	size_t n = words->n + making->n_asked;
	char **more = calloc(n + 1, sizeof(*more));

	if (!more) {
		making->file->store->failed = true;
		return -1;
	}
	more[0] = words->word[0];
	for (size_t i = 0; i < making->n_asked; i++)
		more[1 + i] = making->asked[i];
	for (size_t i = 1; i < words->n; i++)
		more[making->n_asked + i] = words->word[i];
	free(words->word);
	*words = (struct words){ more, n };
	return 0;
}

/* Adds what the line says for the devices that count. Words and plan are used up. */
static void take_line(struct making *making, const struct command_text *line, struct words *words,
		      struct plan *plan)
{
	struct block_identity *chosen = identify(making, plan);
	bool strange = chosen && has_strange_word(plan, chosen);
	size_t devices = plan->n;

	if (strange)
		file_error(making->file, line->line,
			   "a word stands where a device is expected and is none; it is not shown, "
			   "since it may be a password");
	else if (chosen)
		keep_concerned(making, words, plan, chosen);
	for (size_t i = 0; !plan->n && !making->only && i < devices; i++)
		add_unmatched(making, line->line, plan->steps[i].path);
	if (chosen && !strange && plan->n) {
		add_command(making, words, plan, chosen);
		*words = (struct words){ NULL, 0 };
	} else {
		free(chosen);
		plan_free(plan);
	}
}

static void make_one(struct making *making, const struct command_text *line, struct words *words)
{
	const char *why = NULL;
	struct plan_error error;
	struct plan plan;

	if (words_split(making->file, line->text, words, &why)) {
		if (why)
			file_error(making->file, line->line, "%s", why);
		return;
	}
	if (words->n == 0)
		return;
	if (!is_hdparm(words->word[0])) {
		file_error(making->file, line->line, "'%.80s' is not hdparm", words->word[0]);
		return;
	}
	words->word[0] = making->file->store->kept[0];
	if (add_asked(making, words))
		return;
	if (plan_parse((int)words->n, words->word, &plan, &error)) {
		if (!out_of_memory(making->file->store, &error))
			file_error(making->file, line->line, "%s", error.text);
		return;
	}
	why = out_of_place(&plan);
	if (why || gate_check(&plan, &error)) {
		file_error(making->file, line->line, "%s", why ? why : error.text);
		plan_free(&plan);
		return;
	}
	take_line(making, line, words, &plan);
}

void make_commands(struct making *making, const struct block *block)
{
	for (size_t i = 0; i < block->n_lines; i++) {
		struct words words = { NULL, 0 };

		if (block->lines[i].text)
			make_one(making, &block->lines[i], &words);
		free(words.word);
	}
}
