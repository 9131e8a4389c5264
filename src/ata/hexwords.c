// SPDX-License-Identifier: GPL-2.0-or-later
/* Words in hexadecimal, as people paste them: with a prompt before and a comment after them. */
#include "hexwords.h"
#include "words.h"

#include <string.h>

/* After this many words the rest of a line may be something else (a dump's text column). */
enum { LINE_SURE = 4 };

/* The kind of a character: a digit with its value, a blank between words, or (0) something else. */
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

/* Parses the words of one line into page, from word `have` on. Returns the new number of words. */
static size_t parse_line(const uint8_t *text, const uint8_t *end, uint8_t page[512], size_t have)
{
	size_t first = have;

	for (; have < HEXWORDS_COUNT; have++) {
		uint8_t k0, k1, k2, k3;

		while (text < end && kinds[*text] & BLANK)
			text++;
		if (end - text < 4)
			break;
		k0 = kinds[text[0]];
		k1 = kinds[text[1]];
		k2 = kinds[text[2]];
		k3 = kinds[text[3]];
		/* words may follow each other without a blank */
		if (!(k0 & k1 & k2 & k3 & DIGIT))
			break;
		page[2 * have] = (uint8_t)(k2 << 4 | (k3 & VALUE));
		page[2 * have + 1] = (uint8_t)(k0 << 4 | (k1 & VALUE));
		text += 4;
	}
	if (text == end || have == HEXWORDS_COUNT)
		return have;
	return have - first >= LINE_SURE ? have : first;
}

size_t hexwords_parse(const char *text, size_t bytes, uint8_t page[512])
{
	const uint8_t *at = (const uint8_t *)text;
	const uint8_t *end = at + bytes;
	size_t have = 0;

	while (at < end && have < HEXWORDS_COUNT) {
		const uint8_t *eol = memchr(at, '\n', (size_t)(end - at));

		if (!eol)
			eol = end;
		have = parse_line(at, eol, page, have);
		at = eol + (eol < end);
	}
	return have;
}

void hexwords_line(const uint8_t page[512], unsigned n, char text[HEXWORDS_LINE_BYTES])
{
	static const char digits[] = "0123456789abcdef";
	unsigned i;

	for (i = 0; i < HEXWORDS_LINE; i++) {
		uint8_t low = page[2 * (HEXWORDS_LINE * n + i)];
		uint8_t high = page[2 * (HEXWORDS_LINE * n + i) + 1];

		*text++ = digits[high >> 4];
		*text++ = digits[high & 15];
		*text++ = digits[low >> 4];
		*text++ = digits[low & 15];
		*text++ = i == HEXWORDS_LINE - 1 ? '\n' : ' ';
	}
	*text = '\0';
}

uint16_t hexwords_word(const uint8_t page[512], unsigned n)
{
	return ata_word(page, n);
}
