// SPDX-License-Identifier: GPL-2.0-or-later
/* Words and characters in texts. */
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool word_begins(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (small_letter(a[i]) != small_letter(b[i]))
			return false;
		if (!b[i])
			break;
	}
	return true;
}

bool word_is(const char *a, const char *b)
{
	return word_begins(a, b, SIZE_MAX);
}

const char *error_words(int err)
{
	/* the words of ENOTTY begin as strerror()'s, which programs look for */
	static const struct {
		int err;
		const char *words;
	} rows[] = {
		{ EBADE, "the adapter, its driver or the path failed" },
		{ EILSEQ, "the data do not match their protection information" },
		{ EINTR, "interrupted" },
		{ EMFILE, "Too many open files" }, /* glibc's words, also with musl */
		{ ENOTBLK, "this is no block device" },
		{ ENOTTY,
		  "Inappropriate ioctl for device (its driver does not know this request)" },
		{ EREMOTEIO, "the drive refused the request, or moved too few data" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].err == err)
			return rows[i].words;
	}
	return strerror(err);
}

size_t ascii_shown(const char *field, size_t bytes, char *text)
{
	size_t n = 0, end = 0;

	for (size_t i = 0; i < bytes && field[i]; i++) {
		if (!n && field[i] == ' ')
			continue;
		text[n++] = is_printable(field[i]) ? field[i] : '?';
		if (field[i] != ' ')
			end = n;
	}
	text[end] = '\0';
	return end;
}

size_t numbers_read(const char *text, uint64_t *numbers, size_t most)
{
	size_t n = 0;
	char *end;

	for (; n < most; text = end) {
		text += strspn(text, " :");
		if (!is_digit(*text))
			break;
		numbers[n++] = strtoull(text, &end, 10);
	}
	return n;
}

size_t utf8_length(const char *at)
{
	const unsigned char *s = (const unsigned char *)at;
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

	if (s[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	}
	/* not valid: overlong forms, surrogates, and characters beyond U+10FFFF */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

bool utf8_acts(const char *at, size_t n)
{
	static const struct {
		uint32_t from, to;
	} ranges[] = {
		{ 0x00, 0x1f },	    { 0x7f, 0x9f },	{ 0xad, 0xad },	      { 0x61c, 0x61c },
		{ 0x180e, 0x180e }, { 0x200b, 0x200f }, { 0x2028, 0x202e },   { 0x2060, 0x206f },
		{ 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe007f },
	};
	/* mask of the value bits of the first byte, by the length of the sequence */
	static const uint8_t first[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	uint32_t code = (uint8_t)at[0] & first[n];

	for (size_t i = 1; i < n; i++)
		code = code << 6 | ((uint8_t)at[i] & 0x3f);
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		if (code >= ranges[i].from && code <= ranges[i].to)
			return true;
	}
	return false;
}

void utf8_clean(char *text)
{
	char *put = text;

	while (*text) {
		size_t n = utf8_length(text);

		if (n && !utf8_acts(text, n)) {
			memmove(put, text, n);
			put += n;
		} else {
			*put++ = '?';
		}
		text += n ? n : 1;
	}
	*put = '\0';
}
