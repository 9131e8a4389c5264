// SPDX-License-Identifier: GPL-2.0-or-later
/* Splitting and quoting of command lines, compared with libc's wordexp(). */
#include "suites.h"
#include "conf/file.h"

#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

struct split {
	struct conf_store store;
	struct conf_file file;
	struct words words;
	const char *why;
	int err;
};

static void split(struct split *s, const char *text)
{
	static struct host host = { .ops = &host_kernel_ops };

	*s = (struct split){ .file = { .host = &host, .store = &s->store } };
	s->err = words_split(&s->file, text, &s->words, &s->why);
}

static void split_free(struct split *s)
{
	for (size_t i = 0; i < s->store.n; i++)
		free(s->store.kept[i]);
	free(s->store.kept);
	free(s->words.word);
}

static const char *const plain_lines[] = {
	"hdparm -q -S12 /dev/sda",
	"  hdparm\t-B127   /dev/sda  ",
	"hdparm '-q -S12' \"/dev/sda\"",
	"hdparm ''",
	"hdparm \"\" x",
	"a'b'c\"d\"e",
	"a\\ b c\\'d \\\\",
	"'a\\b' \"a\\b\" \"a\\\"b\" \"a\\\\b\"",
	"'\"' \"'\"",
	"-S 20min",
	"/nonexistent/*",
	"\"/dev/*\" '/dev/nul?' /dev/nul\\?",
	"/dev/nul? /dev/zer[o]",
	"/dev/[!a]ul[l-l]",
	"x=y '~x' \"~\" a~b a:b,c@d%e",
	"",
	" ",
};

START_TEST(words_are_those_of_a_shell)
{
	const char *line = plain_lines[_i];
	wordexp_t shell;
	struct split s;

	ck_assert_int_eq(wordexp(line, &shell, WRDE_NOCMD | WRDE_UNDEF), 0);
	split(&s, line);
	ck_assert_msg(!s.err, "[%s]: %s", line, s.why ? s.why : "?");
	ck_assert_msg(s.words.n == shell.we_wordc, "[%s]: %zu words, a shell has %zu", line,
		      s.words.n, shell.we_wordc);
	for (size_t i = 0; i < s.words.n; i++)
		ck_assert_msg(!strcmp(s.words.word[i], shell.we_wordv[i]), "[%s]: '%s', not '%s'",
			      line, s.words.word[i], shell.we_wordv[i]);
	wordfree(&shell);
	split_free(&s);
}
END_TEST

static const char *const refused_lines[] = {
	"hdparm $(id)",
	"hdparm `id`",
	"hdparm \"$(id)\"",
	"hdparm \"`id`\"",
	"hdparm $HOME",
	"a | b",
	"a > b",
	"a < b",
	"a & b",
	"(a)",
	"a {b,c}",
	"~/hdparm",
	"hdparm ~root/x",
	"a 'not closed",
	"a \"not closed",
	"\"${x}\"",
};

START_TEST(what_a_shell_would_run_is_refused)
{
	struct split s;

	split(&s, refused_lines[_i]);
	ck_assert_msg(s.err && s.why, "[%s] is taken", refused_lines[_i]);
	split_free(&s);
}
END_TEST

START_TEST(comment_ends_the_line_at_a_word_only)
{
	struct split s;

	split(&s, "hdparm a#b # c d");
	ck_assert_uint_eq(s.words.n, 2);
	ck_assert_str_eq(s.words.word[1], "a#b");
	split_free(&s);
}
END_TEST

static const char *const odd_words[] = { "plain",     "",	   "two words", "it's", "\"",
					 "$(id)",     "`id`",	   "a*b?[c]",	"\\",	"#",
					 "tab\there", "new\nline", "~",		"{a}",	"'''" };

START_TEST(quoted_words_come_back)
{
	char *const words[] = { strdup("hdparm"), strdup(odd_words[_i]), strdup("-x") };
	struct conf_store store = { NULL, 0, false };
	char *line = words_quoted(&store, words, 3);
	struct split s;

	split(&s, line);
	ck_assert_msg(!s.err && s.words.n == 3, "[%s]: %s", line, s.why ? s.why : "?");
	ck_assert_str_eq(s.words.word[1], odd_words[_i]);
	split_free(&s);
	for (size_t i = 0; i < store.n; i++)
		free(store.kept[i]);
	free(store.kept);
	for (int i = 0; i < 3; i++)
		free(words[i]);
}
END_TEST

Suite *words_suite(void)
{
	Suite *suite = suite_create("words");

	add_rows(suite, "split", words_are_those_of_a_shell, ROWS(plain_lines));
	add_rows(suite, "refuse", what_a_shell_would_run_is_refused, ROWS(refused_lines));
	add_case(suite, "comment", comment_ends_the_line_at_a_word_only);
	add_rows(suite, "quote", quoted_words_come_back, ROWS(odd_words));
	return suite;
}
