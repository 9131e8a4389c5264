// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The scanner. getopt cannot express this grammar: clusters go on behind a number ("-W0S12"), a
 * value may be the next word if it looks like one, and options add up over device words.
 */
#include "scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a password's sources the one named last counts, also against a password that stood before. */
static void note_password_source(struct scan *scan, enum opt_id id)
{
	bool asks = id == OPT_SECURITY_PROMPT;

	scan->req.opt[asks ? OPT_SECURITY_PASSWORD_FILE : OPT_SECURITY_PROMPT].seen = false;
	for (unsigned each = 0; each < OPT_COUNT; each++) {
		const struct value_type *type = option_table[each].value;

		if (type && type->secret && scan->req.opt[each].set)
			scan_no_value(scan, (enum opt_id)each, true);
	}
}

/* Notes the option itself; a later mention replaces an earlier one, but keeps a value given. */
static void note(struct scan *scan, enum opt_id id)
{
	struct opt_state *state = &scan->req.opt[id];
	enum opt_kind kind = option_table[id].kind;
	bool whole = option_table[id].flags & OPT_WHOLE_LINE;

	if (((kind == OPT_KIND_SOLO || kind == OPT_KIND_LONE) && scan->given[id]) ||
	    (whole && state->set))
		scan->twice = &option_table[id];
	if (kind == OPT_KIND_LONE)
		scan->lone = &option_table[id];
	state->seen = true;
	scan->loose |= !whole;
	scan->given[id] = true;
	if (id == OPT_SECURITY_PROMPT || id == OPT_SECURITY_PASSWORD_FILE)
		note_password_source(scan, id);
	if (id == OPT_QUIET) {
		scan->next_quiet = true;
		scan->req.no_heading = true;
	} else if (kind == OPT_KIND_INFO) {
		scan->info = true;
	} else if (kind != OPT_KIND_MODIFIER || id == OPT_DEFAULTS) {
		/* -v is no act, but it takes a -q as one does */
		/* the geometry is shown all the same: scripts read `-q -g` */
		state->quiet = scan->next_quiet && id != OPT_GEOMETRY;
		scan->next_quiet = false;
	}
}

static bool value_required(const struct option_def *def)
{
	return def->value && def->kind != OPT_KIND_GETSET && !(def->flags & OPT_EQUALS_VALUE);
}

/* How much of a word that stands alone is a value of this type; 0: it is none. */
static size_t word_extent(const struct value_type *type, const char *word)
{
	return value_is_word(type, word) ? strlen(word) : type->extent(word);
}

/*
 * After the letter of an option that takes a value: reads it from the rest of the cluster or from
 * the next word. Returns where the cluster goes on, or NULL on error.
 */
static const char *letter_value(struct scan *scan, enum opt_id id, const char *at)
{
	const struct option_def *def = &option_table[id];
	size_t length = def->value->extent(at);

	if (!length && !*at && scan->next < scan->argc) {
		length = word_extent(def->value, scan->argv[scan->next]);
		if (length)
			at = scan->argv[scan->next++];
	}
	if (!length) {
		if (!value_required(def))
			return at;
		scan_missing_value(scan, id);
		return NULL;
	}
	if (scan_take_value(scan, id, at, length))
		return NULL;
	at += length;
	if (*at && (def->flags & OPT_ENDS_CLUSTER)) {
		scan_refuse(scan, "-%c: '%s' behind its value", def->letter, at);
		return NULL;
	}
	return at;
}

/* A word such as "-qW0S12": letters, each with its value where it takes one. */
static int scan_cluster(struct scan *scan, const char *word)
{
	const char *at = word + 1;
	int next = scan->next;

	while (*at) {
		enum opt_id id = option_by_letter(*at);

		if (id == OPT_COUNT) {
			if (*at == 'U' || *at == 'x')
				return scan_refuse(
					scan, "-%c: obsolete: the kernel no longer has it", *at);
			return scan_refuse(scan, "'%s': unknown option '%c' (see hdparm -h)", word,
					   *at);
		}
		note(scan, id);
		if (scan->info && !option_table[id].value)
			return 0;
		at++;
		if (option_table[id].value)
			at = letter_value(scan, id, at);
		if (!at)
			return -1;
		if (scan->next != next) /* the value was there, and what is left of its word */
			word = scan->argv[scan->next - 1];
	}
	return 0;
}

static bool given_elsewhere(const struct scan *scan, const struct option_def *def)
{
	return def->given_elsewhere && def->given_elsewhere(scan->req.opt);
}

/*
 * A word that looks like an option, or is a device, is one that was forgotten to be given a
 * password before: taken at its word it would lock the next drive with the name of an option, or of
 * another drive.
 */
static bool no_password(const char *word)
{
	return *word == '-' || word_names_device(word);
}

/* The next word as the value, where that is one; *value stays NULL where it is not. */
static int value_apart(struct scan *scan, const struct option_def *def, const char **value)
{
	const char *word = scan->next < scan->argc ? scan->argv[scan->next] : NULL;

	if (!word || (def->flags & OPT_EQUALS_VALUE) ||
	    (!def->value->any_word && !word_extent(def->value, word)))
		return 0;
	if (def->value->secret && no_password(word))
		return scan_refuse(scan,
				   "--%s: the next word looks like an option or a device, not "
				   "like a password: one of that form is joined "
				   "(--%s=PASSWORD) or comes from a file",
				   def->name, def->name);
	scan->next++;
	*value = word;
	return 0;
}

/* Without what stands behind an equals sign: it may be a password. */
static int refuse_name(struct scan *scan, const char *name, size_t length)
{
	const char *meant = option_guess(name, length);

	if (meant)
		return scan_refuse(scan, "unknown option '--%.*s' (did you mean --%s?)",
				   (int)length, name, meant);
	return scan_refuse(scan, "unknown option '--%.*s' (see hdparm -h)", (int)length, name);
}

/* A word such as "--offset" or "--offset=10"; `name` is behind the dashes. */
static int scan_long(struct scan *scan, const char *name)
{
	const char *rest, *value = NULL;
	enum opt_id id = option_by_name(name, &rest);
	const struct option_def *def = &option_table[id];

	if (id == OPT_COUNT)
		return refuse_name(scan, name, (size_t)(rest - name));
	note(scan, id);
	if (*rest == '=')
		value = rest + 1;
	if (!def->value) {
		if (value)
			return scan_refuse(scan, "--%s: takes no value", def->name);
		return 0;
	}
	if (!value && given_elsewhere(scan, def)) {
		scan_no_value(scan, id, true);
		scan->spare = scan->next;
		return 0;
	}
	if (!value && value_apart(scan, def, &value))
		return -1;
	if (!value && (def->flags & OPT_EQUALS_VALUE))
		scan_no_value(scan, id, false);
	if (!value)
		return value_required(def) ? scan_missing_value(scan, id) : 0;
	if (scan_take_value(scan, id, value, strlen(value)))
		return -1;
	return scan_take_more(scan, id);
}

static int scan_word(struct scan *scan, const char *word)
{
	if (scan->after_options || word[0] != '-') {
		if (!*word)
			return scan_refuse(scan, "an empty word is no device");
		return scan_add_step(scan, word);
	}
	if (!strcmp(word, "--")) {
		scan->after_options = true;
		return 0;
	}
	if (word[1] == '-')
		return scan_long(scan, word + 2);
	if (!word[1])
		return scan_refuse(scan, "'-' is no option");
	return scan_cluster(scan, word);
}

/* Every step has what is of the whole line, also the steps that were made before it was met. */
static void spread_whole_line(struct scan *scan)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!(option_table[id].flags & OPT_WHOLE_LINE))
			continue;
		for (size_t i = 0; i < scan->plan->n; i++)
			scan->plan->steps[i].req.opt[id] = scan->req.opt[id];
	}
}

/* An INFO option acts without a device, and instead of all the rest; only manners are kept. */
static int only_info(struct scan *scan)
{
	scan->plan->n = 0;
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];

		if (def->kind != OPT_KIND_INFO && def->kind != OPT_KIND_MODIFIER)
			scan->req.opt[id].seen = false;
		/* the form of the answer may stand behind the question, which ended the reading */
		if ((def->flags & OPT_WHOLE_LINE) && !def->value &&
		    words_have(scan->argc, scan->argv, (enum opt_id)id))
			scan->req.opt[id].seen = true;
	}
	return scan_add_step(scan, NULL);
}

/* A device, or the listing that -v asks for, has no part in such an act: refused, not dropped. */
static int only_lone(struct scan *scan)
{
	if (scan->plan->n)
		return scan_refuse(scan, "--%s: takes no device, and one is named",
				   scan->lone->name);
	if (scan->req.opt[OPT_DEFAULTS].seen)
		return scan_refuse(scan, "--%s: cannot be combined with other options",
				   scan->lone->name);
	return scan_add_step(scan, NULL);
}

static int scan_all(struct scan *scan)
{
	while (scan->next < scan->argc && !scan->info) {
		if (scan_word(scan, scan->argv[scan->next++]))
			return -1;
	}
	if (scan->info && scan->plan->n)
		return scan_refuse(scan, "help and version stand alone: behind a device they would "
					 "leave it untouched");
	if (scan->info)
		return only_info(scan);
	if (scan->lone)
		return only_lone(scan);
	if (scan->plan->n == 0 && scan->req.opt[OPT_CONF].seen)
		return scan_add_step(scan, NULL);
	if (scan->plan->n == 0)
		return scan_refuse(scan, "no device given (see hdparm -h)");
	if (scan_check_twice(scan))
		return -1;
	if (scan->loose)
		return scan_refuse(scan, "options behind the last device have nothing to act on: "
					 "put them before it");
	spread_whole_line(scan);
	return 0;
}

/* A line that is refused has its passwords, too; also those behind the word that was wrong. */
static void forget_secrets(int argc, char *const argv[])
{
	const char *rest;

	for (int i = 1; i < argc; i++) {
		enum opt_id id =
			strncmp(argv[i], "--", 2) ? OPT_COUNT : option_by_name(argv[i] + 2, &rest);

		if (id == OPT_COUNT || !option_table[id].value || !option_table[id].value->secret)
			continue;
		if (*rest)
			explicit_bzero((char *)(uintptr_t)rest, strlen(rest));
		else if (i + 1 < argc)
			explicit_bzero(argv[i + 1], strlen(argv[i + 1]));
	}
}

/*
 * A word behind an option whose password comes from elsewhere may be one all the same. A message
 * that the word is no known option would show it.
 */
static void hide_spare_word(struct scan *scan)
{
	/* without memory nothing was said of the word */
	if (scan->spare && scan->spare == scan->next - 1 && scan->error->status != ENOMEM)
		scan_refuse(scan,
			    "%s: the next word is neither a device nor a known option; it is "
			    "not shown, since it may be a password",
			    scan->argv[scan->spare - 1]);
}

int plan_parse(int argc, char *const argv[], struct plan *plan, struct plan_error *error)
{
	struct scan scan = { .argc = argc, .argv = argv, .next = 1, .plan = plan, .error = error };

	*plan = (struct plan){ 0 };
	if (!scan_all(&scan))
		return 0;
	hide_spare_word(&scan);
	forget_secrets(argc, argv);
	plan_free(plan);
	return -1;
}

void plan_free(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_secrets; i++) {
		explicit_bzero(plan->secrets[i], strlen(plan->secrets[i]));
		free(plan->secrets[i]);
	}
	free(plan->secrets);
	free(plan->steps);
	*plan = (struct plan){ 0 };
}
