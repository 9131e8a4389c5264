// SPDX-License-Identifier: GPL-2.0-or-later
/* Words in hexadecimal, as users paste them: with a prompt before, or a comment after. */
#include "hexwords.h"

#include "text.h"

#include <stdio.h>

/* A line with at least this many words may end in other text. */
enum { LINE_SURE = 4 };

static bool is_separator(char c)
{
	return c && strchr("\t\r ,;", c);
}

/* Return the value of four hexadecimal digits; -1 if another character is among the four. */
static int hex_word(const char text[4])
{
	int word = 0;

	for (unsigned i = 0; i < 4; i++) {
		int digit = hex_digit(text[i]);

		if (digit < 0)
			return -1;
		word = word << 4 | digit;
	}
	return word;
}

/* Return the new number of words, which is `have` for a skipped line. */
static size_t parse_line(const char *text, size_t bytes, size_t *next, uint8_t data[HEXWORDS_BYTES],
			 size_t have)
{
	size_t before = have, at = *next;
	bool whole;

	for (; have < HEXWORDS_COUNT; have++) {
		int word;

		while (at < bytes && is_separator(text[at]))
			at++;
		if (at + 4 > bytes)
			break;
		word = hex_word(text + at);
		if (word < 0)
			break;
		data[2 * have] = (uint8_t)word;
		data[2 * have + 1] = (uint8_t)(word >> 8);
		/* words need no blank between them */
		at += 4;
	}
	whole = have == HEXWORDS_COUNT || at >= bytes || text[at] == '\n';
	while (at < bytes && text[at] != '\n')
		at++;
	*next = at + 1;
	if (whole || have - before >= LINE_SURE)
		return have;
	return before;
}

size_t hexwords_parse(const char *text, size_t bytes, uint8_t data[HEXWORDS_BYTES])
{
	size_t have = 0, at = 0;

	while (at < bytes && have < HEXWORDS_COUNT)
		have = parse_line(text, bytes, &at, data, have);
	return have;
}

void hexwords_line(const uint8_t data[HEXWORDS_BYTES], unsigned n, char text[HEXWORDS_LINE_BYTES])
{
	for (unsigned i = 0; i < HEXWORDS_LINE; i++)
		snprintf(text + 5 * i, 6, "%04x%c", hexwords_word(data, HEXWORDS_LINE * n + i),
			 i == HEXWORDS_LINE - 1 ? '\n' : ' ');
}

uint16_t hexwords_word(const uint8_t data[HEXWORDS_BYTES], unsigned n)
{
	return (uint16_t)(data[2 * n] | data[2 * n + 1] << 8);
}
