// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What a word of the command line is: an option's name, or probably a misspelt one, a value, a
 * device; and how a shell is told it.
 */
#include "options.h"
#include "text.h"
#include "values.h"

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

enum { WORD_MAX = 40 };

/* Levenshtein distance, with a swap of neighbours as one step; WORD_MAX for long words. */
static unsigned distance(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);
	unsigned d[WORD_MAX + 1][WORD_MAX + 1];

	if (n > WORD_MAX || m > WORD_MAX)
		return WORD_MAX;
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

/* The only name that begins with the word, for a message: abbreviations are not accepted. */
static const char *only_longer_name(const char *word)
{
	const char *found = NULL;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const char *name = option_table[id].name;

		if (!name[0] || (option_table[id].flags & OPT_HIDDEN) ||
		    !word_begins(name, word, strlen(word)))
			continue;
		if (found)
			return NULL;
		found = name;
	}
	return found;
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

const char *option_guess(const char *typed, size_t length)
{
	char word[WORD_MAX + 1];
	struct guess guess;

	if (length < 2 || length > WORD_MAX)
		return NULL;
	snprintf(word, sizeof(word), "%.*s", (int)length, typed);
	guess_start(&guess, word);
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (option_table[id].name[0] && !(option_table[id].flags & OPT_HIDDEN))
			guess_offer(&guess, option_table[id].name);
	}
	return guess.found ? guess.found : only_longer_name(word);
}

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       strchr("-_=+./:,@%^", c);
}

size_t word_quote(char *to, size_t room, const char *word)
{
	size_t n = 0, plain = 0;

	while (word[plain] && is_plain(word[plain]))
		plain++;
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

/*
 * Whether the letter after a number is an option and not a unit: a capital letter, an option
 * without a value, or an option with its value, such as u1. The letters h, m and s are units unless
 * a number follows, as in m16; a w after a time probably means weeks, not -w, which resets the
 * drive.
 */
static bool goes_on(const char *at)
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
	return digits && goes_on(text + digits) ? digits : type->extent(text);
}

size_t word_extent(const struct value_type *type, const char *word)
{
	return value_is_word(type, word) ? strlen(word) : value_extent(type, word);
}
