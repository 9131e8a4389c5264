/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Characters of ASCII, whatever the locale, and the numbers written with them. Pure. */
#ifndef HDPARM_ASCII_H
#define HDPARM_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The string that follows the NUL of another, for tables that keep several in one literal. */
static inline const char *string_behind(const char *text)
{
	return text + strlen(text) + 1;
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A blank, or one of \t \n \v \f \r */
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

/* The value of a hexadecimal digit of either case, or -1 for another character. */
static inline int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	c = small_letter(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * A field of `bytes` characters as text for people: up to its first NUL, without blanks at its
 * ends; unprintable bytes become '?'. `text` has room for one byte more.
 */
void ascii_shown(const char *field, size_t bytes, char *text);

/*
 * Reads decimal numbers as the kernel writes them, separated by blanks or a colon: "   3   4",
 * "8:16". Returns how many it read, at most `most`.
 */
size_t numbers_read(const char *text, uint64_t *numbers, size_t most);

#endif
