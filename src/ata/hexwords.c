// SPDX-License-Identifier: GPL-2.0-or-later
/* Words in hexadecimal, as people paste them: with a prompt before and a comment behind. */
#include "hexwords.h"

#include <stdbool.h>

/* A line of words may end in something else (a dump's column of characters) from here on. */
enum { LINE_SURE = 4 };

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == ';';
}

/* A word at `text`: its value, or -1. Words may follow each other without a blank. */
static int word_at(const char *text, const char *end)
{
	int value = 0;
	unsigned n;

	if (end - text < 4)
		return -1;
	for (n = 0; n < 4; n++) {
		int d = digit(text[n]);

		if (d < 0)
			return -1;
		value = value << 4 | d;
	}
	return value;
}

/* Words of one line into page, from word `have` on. Returns how many there are now. */
static size_t parse_line(const char *text, const char *end, uint8_t page[512], size_t have)
{
	size_t first = have;
	int value;

	while (have < HEXWORDS_COUNT) {
		while (text < end && blank(*text))
			text++;
		if (text == end)
			return have;
		value = word_at(text, end);
		if (value < 0)
			return have - first >= LINE_SURE ? have : first;
		page[2 * have] = (uint8_t)value;
		page[2 * have + 1] = (uint8_t)(value >> 8);
		have++;
		text += 4;
	}
	return have;
}

size_t hexwords_parse(const char *text, size_t bytes, uint8_t page[512])
{
	const char *end = text + bytes;
	size_t have = 0;

	while (text < end && have < HEXWORDS_COUNT) {
		const char *eol = text;

		while (eol < end && *eol != '\n')
			eol++;
		have = parse_line(text, eol, page, have);
		text = eol + (eol < end);
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
