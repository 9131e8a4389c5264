// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Splits a command line into words, and joins words to a command line, by a shell's rules. No shell
 * is used, nor wordexp(), which runs a shell in some libraries. Variables, command substitutions,
 * pipes and the like are refused.
 */
#include "file.h"
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A word being read: its text, and the text as a pattern, with quoted characters escaped. */
struct word {
	struct conf_file *file;
	struct words *words;
	char *text, *pattern; /* each has room for the whole line, twice */
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

/* The store owns `word`; NULL if there was no memory for it. */
static void add_word(struct conf_store *store, struct words *words, char *word)
{
	char **more = word ? store_grow(store, words->word, words->n, sizeof(*more)) : NULL;

	if (!more)
		return;
	words->word = more;
	more[words->n++] = word;
}

/* Add the finished word, or the file names that match it as a pattern. */
static void finish_word(struct word *word)
{
	struct conf_store *store = word->file->store;
	struct host_paths paths = { NULL, 0 };

	if (!word->begun)
		return;
	word->pattern[word->pattern_n] = '\0';
	if (word->is_pattern)
		file_glob(word->file, word->pattern, &paths);
	for (size_t i = 0; i < paths.n; i++)
		add_word(store, word->words, store_printf(store, "%s", paths.path[i]));
	if (paths.n == 0)
		add_word(store, word->words, store_copy(store, word->text, word->n));
	host_paths_free(&paths);
	word->n = word->pattern_n = 0;
	word->begun = word->is_pattern = false;
}

/*
 * A character inside double quotes; returns how many characters were used, 0 with *why if it is
 * refused.
 */
static size_t in_double_quotes(struct word *word, const char *at, const char **why)
{
	if (*at == '$' || *at == '`') {
		*why = "neither variables nor commands are expanded here";
		return 0;
	}
	if (*at == '\\' && at[1] && strchr("$`\"\\", at[1])) {
		word_add_char(word, at[1], true);
		return 2;
	}
	word_add_char(word, *at, true);
	return 1;
}

/* Read from an opening quote to the closing one; NULL with *why if there is none. */
static const char *quoted_part(struct word *word, const char *at, char quote, const char **why)
{
	word->begun = true;
	while (*at && *at != quote) {
		size_t used = 1;

		if (quote == '"')
			used = in_double_quotes(word, at, why);
		else
			word_add_char(word, *at, true);
		if (!used)
			return NULL;
		at += used;
	}
	if (!*at)
		*why = "a quote is not closed";
	return *at ? at + 1 : NULL;
}

/* Take one character or quoted part outside quotes. Return where the text continues, or NULL. */
static const char *plain_part(struct word *word, const char *at, const char **why)
{
	if (*at == '\'' || *at == '"')
		return quoted_part(word, at + 1, *at, why);
	if (*at == '\\' && at[1] == '\n')
		return at + 2;
	if (*at == '\\' && at[1] == '\r' && at[2] == '\n')
		return at + 3;
	if (*at == '\\' && at[1]) {
		word_add_char(word, at[1], true);
		return at + 2;
	}
	if (*at == '$' || *at == '`') {
		*why = "neither variables nor commands are expanded here";
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

/* Wipe both buffers whole: after a password, a shorter word leaves the password's end there. */
static int split_done(struct word *word, size_t room, int err)
{
	explicit_bzero(word->text, room);
	explicit_bzero(word->pattern, room);
	return err;
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
	if (!text)
		return split_done(&word, room, -EINVAL);
	finish_word(&word);
	return split_done(&word, room, file->store->failed ? -ENOMEM : 0);
}

/* Quote each word so that a shell reads it unchanged. */
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

void shown_add(struct conf_file *file, struct words *shown, const char *fmt, ...)
{
	va_list args;

	if (!file->shows)
		return;
	va_start(args, fmt);
	add_word(file->store, shown, store_vprintf(file->store, fmt, args));
	va_end(args);
}

void shown_begin(struct conf_file *file, struct words *shown)
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

char *shown_end(struct conf_file *file, struct words *shown)
{
	char *line = file->shows ? words_quoted(file->store, shown->word, shown->n) : NULL;

	free(shown->word);
	return line;
}

void shown_secret(struct conf_file *file, struct words *shown, const char *name)
{
	shown_add(file, shown, "--security-prompt-for-password");
	shown_add(file, shown, "%.*s", (int)strcspn(name, "="), name);
}
