/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Characters, words and numbers in texts, independent of the locale. */
#ifndef HDPARM_TEXT_H
#define HDPARM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Return the string after the NUL of `text`: tables keep several strings in one literal. */
static inline const char *string_behind(const char *text)
{
	return text + strlen(text) + 1;
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* True for a blank, \t, \n, \v, \f or \r. */
static inline bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool is_printable(char c)
{
	return c >= ' ' && c <= '~';
}

static inline char small_letter(char c)
{
	return is_capital(c) ? (char)(c | 0x20) : c;
}

static inline bool is_letter(char c)
{
	return small_letter(c) >= 'a' && small_letter(c) <= 'z';
}

/* Return the value of a hexadecimal digit, with 'A' or 'a' for 10; -1 for another character. */
static inline int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	c = small_letter(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* True if two words are equal in the first `n` characters; the case of ASCII letters is ignored. */
bool word_begins(const char *a, const char *b, size_t n);
/* True if two words are equal; the case of ASCII letters is ignored. */
bool word_is(const char *a, const char *b);

/* Return strerror(err), or clearer words for an errno that it describes by another use. */
const char *error_words(int err);

/*
 * Copy a field of `bytes` characters as text for people: up to the first NUL, without leading or
 * trailing blanks; unprintable bytes become '?'. `text` needs room for `bytes` + 1. Return the
 * length of the text.
 */
size_t ascii_shown(const char *field, size_t bytes, char *text);

/* Read decimal numbers such as " 3 4" or "8:16"; return the count, at most `most`. */
size_t numbers_read(const char *text, uint64_t *numbers, size_t most);

/* Return the length of the well-formed UTF-8 sequence at `at` (Unicode 15 table 3-7), or 0. */
size_t utf8_length(const char *at);

/* True if the UTF-8 character at[0..n-1] controls a terminal or misleads, as line separators do. */
bool utf8_acts(const char *at, size_t n);

/* Replace by '?' each character for which utf8_acts() is true, and bytes that are not UTF-8. */
void utf8_clean(char *text);

#endif
