// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of options, words of a command line, and requests. */
#include "options.h"
#include "status.h"
#include "text.h"
#include "values.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *option_key(enum opt_id id)
{
	return string_behind(option_table[id].name);
}

const char *option_help(enum opt_id id)
{
	return string_behind(option_key(id));
}

enum opt_id option_by_letter(char letter)
{
	unsigned id;

	for (id = 0; id < OPT_COUNT; id++) {
		if (letter && option_table[id].letter == letter)
			break;
	}
	return (enum opt_id)id;
}

enum opt_id option_by_name(const char *word, const char **rest)
{
	size_t length = strcspn(word, "=");
	unsigned id;

	for (id = 0; id < OPT_COUNT; id++) {
		const char *name = option_table[id].name;

		if (name[0] && small_letter(name[0]) == small_letter(word[0]) &&
		    word_begins(word, name, length) && !name[length])
			break;
	}
	*rest = word + length;
	return (enum opt_id)id;
}

enum opt_id option_of_word(const char *word, const char **rest)
{
	*rest = word + strlen(word);
	return strncmp(word, "--", 2) ? OPT_COUNT : option_by_name(word + 2, rest);
}

bool option_names_one_sector(enum opt_id id, const struct opt_state *opt)
{
	const struct value_type *type = option_table[id].value;

	return type == &value_bad_sector || (type == &value_sectors && !strchr(opt->text, ':'));
}

bool option_is_secret(enum opt_id id)
{
	return id != OPT_COUNT && option_table[id].value && option_table[id].value->secret;
}

const char *option_name(enum opt_id id, char buffer[OPTION_NAME_BYTES])
{
	const struct option_def *def = &option_table[id];

	if (def->letter)
		snprintf(buffer, OPTION_NAME_BYTES, "-%c", def->letter);
	else
		snprintf(buffer, OPTION_NAME_BYTES, "--%s", def->name);
	return buffer;
}

const char *option_typed(const struct request *req, enum opt_id id, char buffer[OPTION_NAME_BYTES])
{
	return req->opt[id].member ? option_table[id].member : option_name(id, buffer);
}

static bool same_letter(char a, char b)
{
	return (a == '-' ? '_' : small_letter(a)) == (b == '-' ? '_' : small_letter(b));
}

bool same_word(const char *a, const char *b)
{
	while (*a && *b && same_letter(*a, *b)) {
		a++;
		b++;
	}
	return *a == *b;
}

/* Return the edit distance; a swap of adjacent letters is one step. UINT_MAX: word too long. */
static unsigned distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	unsigned d[GUESS_MAX + 1][GUESS_MAX + 1];

	if (n > GUESS_MAX || m > GUESS_MAX)
		return UINT_MAX;
	for (size_t i = 0; i <= n; i++) {
		for (size_t j = 0; j <= m; j++) {
			unsigned best = (unsigned)(i + j);

			if (i && j)
				best = d[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]);
			if (i && d[i - 1][j] + 1 < best)
				best = d[i - 1][j] + 1;
			if (j && d[i][j - 1] + 1 < best)
				best = d[i][j - 1] + 1;
			if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
			    same_letter(a[i - 2], b[j - 1]) && d[i - 2][j - 2] + 1 < best)
				best = d[i - 2][j - 2] + 1;
			d[i][j] = best;
		}
	}
	return d[n][m];
}

void guess_start(struct guess *guess, const char *typed)
{
	*guess = (struct guess){ .typed = typed, .best = (unsigned)strlen(typed) / 3 + 1 };
}

void guess_offer(struct guess *guess, const char *candidate)
{
	unsigned d = distance(guess->typed, candidate);

	if (d < guess->best) {
		guess->best = d;
		guess->found = candidate;
	}
}

size_t word_quote(char *to, size_t room, const char *word)
{
	static const char plain_letters[] =
		"abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_=+./:,@%^";
	size_t n = 0, plain = strspn(word, plain_letters);

	if (plain && !word[plain])
		return (size_t)snprintf(to, room, "%s", word);
	for (const char *c = word; *c; c++) {
		const char *quoted = *c == '\'' ? "'\\''" : (const char[]){ *c, '\0' };
		const char *before = c == word ? "'" : "";

		n += (size_t)snprintf(n < room ? to + n : NULL, n < room ? room - n : 0, "%s%s",
				      before, quoted);
	}
	return n + (size_t)snprintf(n < room ? to + n : NULL, n < room ? room - n : 0, "%s",
				    n ? "'" : "''");
}

const char *word_quoted(const char *word, char to[WORD_QUOTED_BYTES])
{
	return word_quote(to, WORD_QUOTED_BYTES, word) < WORD_QUOTED_BYTES ? to : word;
}

bool word_names_device(const char *word)
{
	return !strncmp(word, "/dev/", strlen("/dev/"));
}

/* Behind a number, h, m, s and w are no options, except m and s before a digit, as in "m8". */
static bool letter_is_option(const char *at)
{
	enum opt_id id = option_by_letter(*at);

	if (id == OPT_COUNT)
		return false;
	if (strchr("hmsw", *at))
		return option_table[id].value && is_digit(at[1]);
	return is_capital(*at) || !option_table[id].value || is_digit(at[1]);
}

size_t value_extent(const struct value_type *type, const char *text)
{
	size_t digits = type->unit ? value_number.extent(text) : 0;

	if (digits && text[digits] && text[digits + 1] && value_is_word(type, text))
		return strlen(text);
	return digits && letter_is_option(text + digits) ? digits : type->extent(text);
}

size_t word_extent(const struct value_type *type, const char *word)
{
	return value_is_word(type, word) ? strlen(word) : value_extent(type, word);
}

/* --- errors, and the request --- */

int usage_error(struct plan_error *error, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	error->status = STATUS_USAGE;
	vsnprintf(error->text, sizeof(error->text), fmt, args);
	va_end(args);
	return -1;
}

int value_error(struct plan_error *error, const struct request *req, enum opt_id id,
		const char *word, int err)
{
	size_t digits = strspn(word, "0123456789");
	const struct option_def *def = &option_table[id];
	const char *quote = option_is_secret(id) ? "" : "'";
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES], number[32];

	if (!option_is_secret(id) && digits && digits < sizeof(number) && word[digits] == ' ') {
		snprintf(number, sizeof(number), "%.*s", (int)digits, word);
		return unit_error(error, req, id, number, word + digits + 1);
	}
	if (err == -ENODATA)
		return usage_error(error, "%s: '%s' needs %s", option_typed(req, id, name), word,
				   def->value->missing);
	return usage_error(error, "%s: %s%s%s %s (allowed: %s)", option_typed(req, id, name), quote,
			   option_is_secret(id) ? "what follows" : word, quote,
			   err == -ERANGE ? "is out of range" : "is no such value",
			   value_allowed(def, range));
}

int unit_error(struct plan_error *error, const struct request *req, enum opt_id id,
	       const char *number, const char *unit)
{
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES], word[64];
	const struct option_def *def = &option_table[id];
	struct opt_state joined = { .seen = true };

	snprintf(word, sizeof(word), "%s%s", number, unit);
	if (def->value->parse(def, word, &joined) != -EINVAL)
		return usage_error(error, "%s: '%s %s' is two words: a time is one, as %s",
				   option_typed(req, id, name), number, unit, word);
	return usage_error(error, "%s: no '%s' may follow %s (allowed: %s)",
			   option_typed(req, id, name), unit, number, value_allowed(def, range));
}

static void clear_value(struct opt_state *state)
{
	state->set = state->flag = false;
	state->value = state->asked = 0;
	state->text = NULL;
	state->more = NULL;
	state->n_more = 0;
}

static void mark_given_elsewhere(struct opt_state *state)
{
	clear_value(state);
	state->set = true;
}

bool request_given_elsewhere(const struct request *req, enum opt_id id)
{
	return option_is_secret(id) &&
	       (req->opt[OPT_SECURITY_PROMPT].seen || req->opt[OPT_SECURITY_PASSWORD_FILE].seen);
}

/* Take passwords from a prompt or a file. An earlier password or source no longer counts. */
static void note_password_source(struct request *req, enum opt_id id)
{
	bool asks = id == OPT_SECURITY_PROMPT;

	req->opt[asks ? OPT_SECURITY_PASSWORD_FILE : OPT_SECURITY_PROMPT].seen = false;
	for (unsigned each = 0; each < OPT_COUNT; each++) {
		if (option_is_secret((enum opt_id)each) && req->opt[each].seen)
			mark_given_elsewhere(&req->opt[each]);
	}
}

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
		/* -q does not silence -g: scripts read the geometry that `-q -g` prints */
		state->quiet = req->next_quiet && id != OPT_GEOMETRY;
		req->next_quiet = false;
	}
}

int request_set(struct request *req, enum opt_id id, const char *text, struct plan_error *error)
{
	const struct option_def *def = &option_table[id];
	struct opt_state *state = &req->opt[id];
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES];
	int err;

	name_option(req, id);
	if (text) {
		clear_value(state);
		state->set = true;
		state->text = text;
		err = def->value->parse(def, text, state);
		return err ? value_error(error, req, id, text, err) : 0;
	}
	if (request_given_elsewhere(req, id))
		mark_given_elsewhere(state);
	else if (def->flags & (OPT_EQUALS_VALUE | OPT_MAY_LACK_VALUE))
		clear_value(state);
	else if (def->value && def->kind != OPT_KIND_GETSET)
		return usage_error(error, "%s: needs a value (allowed: %s)",
				   option_typed(req, id, name), value_allowed(def, range));
	return 0;
}

int request_take(struct request *req, enum opt_id id, const struct opt_state *parsed,
		 struct plan_error *error)
{
	struct opt_state *state = &req->opt[id];

	if (!parsed->text)
		return request_set(req, id, NULL, error);
	name_option(req, id);
	clear_value(state);
	state->set = true;
	state->flag = parsed->flag;
	state->value = parsed->value;
	state->asked = parsed->asked;
	state->text = parsed->text;
	return 0;
}
