// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The option that a word of the command line names, and the option that a misspelt word probably
 * means.
 */
#include "options.h"
#include "ascii.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

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
		    !strncasecmp(word, name, length) && !name[length])
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

bool option_left_out(enum opt_id id)
{
	return option_table[id].flags & OPT_LEFT_OUT;
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
static const char *only_longer(const char *word)
{
	const char *found = NULL;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const char *name = option_table[id].name;

		if (!name[0] || (option_table[id].flags & OPT_HIDDEN) ||
		    option_left_out((enum opt_id)id) || strncasecmp(name, word, strlen(word)) != 0)
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
		if (option_table[id].name[0] && !(option_table[id].flags & OPT_HIDDEN) &&
		    !option_left_out((enum opt_id)id))
			guess_offer(&guess, option_table[id].name);
	}
	return guess.found ? guess.found : only_longer(word);
}
