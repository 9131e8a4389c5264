// SPDX-License-Identifier: GPL-2.0-or-later
/* Fills a request option by option, for the command line and for the configuration file. */
#include "plan.h"
#include "request.h"
#include "status.h"
#include "values.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int usage_error(struct plan_error *error, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	error->status = STATUS_USAGE;
	vsnprintf(error->text, sizeof(error->text), fmt, args);
	va_end(args);
	return -1;
}

int value_error(struct plan_error *error, enum opt_id id, const char *word, int err)
{
	size_t digits = strspn(word, "0123456789");
	const struct option_def *def = &option_table[id];
	const char *quote = option_is_secret(id) ? "" : "'";
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES], number[32];

	if (digits && digits < sizeof(number) && word[digits] == ' ') {
		snprintf(number, sizeof(number), "%.*s", (int)digits, word);
		return unit_error(error, id, number, word + digits + 1);
	}
	return usage_error(error, "%s: %s%s%s %s (allowed: %s)", option_name(id, name), quote,
			   option_is_secret(id) ? "what follows" : word, quote,
			   err == -ERANGE ? "is out of range" : "is no such value",
			   value_allowed(def, range));
}

int unit_error(struct plan_error *error, enum opt_id id, const char *number, const char *unit)
{
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES], word[64];
	const struct option_def *def = &option_table[id];
	struct opt_state joined = { .seen = true };

	snprintf(word, sizeof(word), "%s%s", number, unit);
	if (def->value->parse(def, word, &joined) != -EINVAL)
		return usage_error(error, "%s: '%s %s' is two words: a time is one, as %s",
				   option_name(id, name), number, unit, word);
	return usage_error(error, "%s: no '%s' may follow %s (allowed: %s)", option_name(id, name),
			   unit, number, value_allowed(def, range));
}

int name_error(struct plan_error *error, const char *name, size_t length)
{
	const char *meant = option_guess(name, length);

	if (meant)
		return usage_error(error, "unknown option '--%.*s' (did you mean --%s?)",
				   (int)length, name, meant);
	return usage_error(error, "unknown option '--%.*s' (see hdparm -h)", (int)length, name);
}

int no_device_error(struct plan_error *error, const struct request *req)
{
	char name[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *opt = &req->opt[id];

		if (opt->text && word_names_device(opt->text))
			return usage_error(
				error,
				"%s: its argument is missing (%s): it took %.64s, and no "
				"device follows",
				option_name((enum opt_id)id, name), option_table[id].value->metavar,
				opt->text);
	}
	return usage_error(error, "no device given (see hdparm -h)");
}

/* Whether the word names an option that takes a password, or tells where it comes from. */
static bool tells_password(const char *word)
{
	const char *rest;
	enum opt_id id = option_of_word(word, &rest);

	return option_is_secret(id) || id == OPT_SECURITY_PROMPT ||
	       id == OPT_SECURITY_PASSWORD_FILE;
}

int order_error(struct plan_error *error, char *const argv[], const int at[3])
{
	/* the words before the devices, those behind them, and the devices */
	const int order[][2] = { { 1, at[0] }, { at[1], at[2] }, { at[0], at[1] } };
	char line[sizeof(error->text)];
	size_t n = 0;

	for (int i = 0; i < 3; i++) {
		for (int word = order[i][0]; word < order[i][1]; word++) {
			if (n + 1 < sizeof(line)) /* the last byte is the NUL's */
				line[n++] = ' ';
			n += word_quote(line + n, n < sizeof(line) ? sizeof(line) - n : 0,
					argv[word]);
			if (tells_password(argv[word]))
				n = sizeof(line);
		}
	}
	usage_error(error, "options after the last device have no effect: hdparm%s", line);
	if (n >= sizeof(line) || strlen(error->text) == sizeof(error->text) - 1)
		usage_error(error,
			    "options after the last device have no effect: put them before it");
	return -1;
}

int password_error(struct plan_error *error, enum opt_id id)
{
	const char *name = option_table[id].name;

	return usage_error(
		error,
		"--%s: needs a PASSWORD, and the next word looks like an option or a device; a "
		"password of that form is joined (--%s=PASSWORD) or comes from a file",
		name, name);
}

/* Clears the value of an earlier mention. */
static void forget_value(struct opt_state *state)
{
	state->set = state->flag = false;
	state->value = state->asked = 0;
	state->text = NULL;
	state->more = NULL;
	state->n_more = 0;
}

static void value_is_elsewhere(struct opt_state *state)
{
	forget_value(state);
	state->set = true;
}

bool request_given_elsewhere(const struct request *req, enum opt_id id)
{
	return option_is_secret(id) &&
	       (req->opt[OPT_SECURITY_PROMPT].seen || req->opt[OPT_SECURITY_PASSWORD_FILE].seen);
}

/* The last source of a password counts: it also replaces a password given as a value before. */
static void note_password_source(struct request *req, enum opt_id id)
{
	bool asks = id == OPT_SECURITY_PROMPT;

	req->opt[asks ? OPT_SECURITY_PASSWORD_FILE : OPT_SECURITY_PROMPT].seen = false;
	for (unsigned each = 0; each < OPT_COUNT; each++) {
		if (option_is_secret((enum opt_id)each) && req->opt[each].set)
			value_is_elsewhere(&req->opt[each]);
	}
}

/* Marks the option as seen. A -q applies to the next option that acts. */
static void name_option(struct request *req, enum opt_id id)
{
	struct opt_state *state = &req->opt[id];
	enum opt_kind kind = option_table[id].kind;

	state->seen = true;
	req->finds |= kind == OPT_KIND_PLAN;
	if (id == OPT_SECURITY_PROMPT || id == OPT_SECURITY_PASSWORD_FILE)
		note_password_source(req, id);
	if (id == OPT_QUIET) {
		req->next_quiet = true;
		req->no_heading = true;
	} else if (kind != OPT_KIND_INFO && (kind != OPT_KIND_MODIFIER || id == OPT_DEFAULTS)) {
		/* -v is no act, but a -q applies to it too */
		/* -q does not silence the geometry: scripts read `-q -g` */
		state->quiet = req->next_quiet && id != OPT_GEOMETRY;
		req->next_quiet = false;
	}
}

static int without_value(struct request *req, enum opt_id id, struct plan_error *error)
{
	const struct option_def *def = &option_table[id];
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES];

	if (request_given_elsewhere(req, id))
		value_is_elsewhere(&req->opt[id]);
	else if (def->flags & (OPT_EQUALS_VALUE | OPT_MAY_LACK_VALUE))
		forget_value(&req->opt[id]);
	else if (def->value && def->kind != OPT_KIND_GETSET)
		return usage_error(error, "%s: needs a value (allowed: %s)", option_name(id, name),
				   value_allowed(def, range));
	return 0;
}

int request_set(struct request *req, enum opt_id id, const char *text, struct plan_error *error)
{
	struct opt_state *state = &req->opt[id];
	int err;

	name_option(req, id);
	if (!text)
		return without_value(req, id, error);
	forget_value(state);
	state->set = true;
	state->text = text;
	err = option_table[id].value->parse(&option_table[id], text, state);
	return err ? value_error(error, id, text, err) : 0;
}
