// SPDX-License-Identifier: GPL-2.0-or-later
/* Words in hexadecimal, as users paste them: with a prompt before, or a comment after. */
#include "hexwords.h"

#include <stdbool.h>

/* A line with at least this many words may end in other text. */
enum { LINE_SURE = 4 };

/* Kind of a character: DIGIT with the digit's value, BLANK between words, or 0 for others. */
enum { BLANK = 0x10, DIGIT = 0x20, VALUE = 0x0f };

static const uint8_t kinds[256] = {
	['\t'] = BLANK,	    ['\r'] = BLANK,	[' '] = BLANK,	    [','] = BLANK,
	[';'] = BLANK,	    ['0'] = DIGIT | 0,	['1'] = DIGIT | 1,  ['2'] = DIGIT | 2,
	['3'] = DIGIT | 3,  ['4'] = DIGIT | 4,	['5'] = DIGIT | 5,  ['6'] = DIGIT | 6,
	['7'] = DIGIT | 7,  ['8'] = DIGIT | 8,	['9'] = DIGIT | 9,  ['a'] = DIGIT | 10,
	['b'] = DIGIT | 11, ['c'] = DIGIT | 12, ['d'] = DIGIT | 13, ['e'] = DIGIT | 14,
	['f'] = DIGIT | 15, ['A'] = DIGIT | 10, ['B'] = DIGIT | 11, ['C'] = DIGIT | 12,
	['D'] = DIGIT | 13, ['E'] = DIGIT | 14, ['F'] = DIGIT | 15,
};

/* Return the new number of words, which is `have` for a skipped line. */
static size_t parse_line(const uint8_t *text, size_t bytes, size_t *next, uint8_t data[512],
			 size_t have)
{
	size_t first = have, at = *next;
	bool whole;

	for (; have < HEXWORDS_COUNT; have++) {
		uint8_t k0, k1, k2, k3;

		while (at < bytes && kinds[text[at]] & BLANK)
			at++;
		if (at + 4 > bytes)
			break;
		k0 = kinds[text[at]];
		k1 = kinds[text[at + 1]];
		k2 = kinds[text[at + 2]];
		k3 = kinds[text[at + 3]];
		/* words need no blank between them; a NUL or newline is no digit */
		if (!(k0 & k1 & k2 & k3 & DIGIT))
			break;
		data[2 * have] = (uint8_t)(k2 << 4 | (k3 & VALUE));
		data[2 * have + 1] = (uint8_t)(k0 << 4 | (k1 & VALUE));
		at += 4;
	}
	whole = have == HEXWORDS_COUNT || at >= bytes || text[at] == '\n';
	while (at < bytes && text[at] != '\n')
		at++;
	*next = at + 1;
	return whole || have - first >= LINE_SURE ? have : first;
}

size_t hexwords_parse(const char *text, size_t bytes, uint8_t data[512])
{
	size_t have = 0, at = 0;

	while (at < bytes && have < HEXWORDS_COUNT)
		have = parse_line((const uint8_t *)text, bytes, &at, data, have);
	return have;
}

void hexwords_line(const uint8_t data[512], unsigned n, char text[HEXWORDS_LINE_BYTES])
{
	static const char digits[] = "0123456789abcdef";
	unsigned i;

	for (i = 0; i < HEXWORDS_LINE; i++) {
		uint8_t low = data[2 * (HEXWORDS_LINE * n + i)];
		uint8_t high = data[2 * (HEXWORDS_LINE * n + i) + 1];

		*text++ = digits[high >> 4];
		*text++ = digits[high & 15];
		*text++ = digits[low >> 4];
		*text++ = digits[low & 15];
		*text++ = i == HEXWORDS_LINE - 1 ? '\n' : ' ';
	}
	*text = '\0';
}

uint16_t hexwords_word(const uint8_t data[512], unsigned n)
{
	return (uint16_t)(data[2 * n] | data[2 * n + 1] << 8);
}
