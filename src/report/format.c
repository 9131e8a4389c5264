// SPDX-License-Identifier: GPL-2.0-or-later
#include "format.h"
#include "report.h"

#include <stdint.h>
#include <string.h>

enum { USUAL_BYTES = 512 };

struct buffer {
	char *at, *end;
};

/* A conversion: "%-08llu" has left, zero, width 8, two longs and 'u'. */
struct conversion {
	bool left, zero, size;
	unsigned width, longs;
	char type;
};

enum { DIGITS = 24, WIDTH_MAX = 200 };

static const char *parse_conversion(const char *fmt, struct conversion *c)
{
	*c = (struct conversion){ 0 };
	for (; *fmt == '-' || *fmt == '0'; fmt++) {
		c->left |= *fmt == '-';
		c->zero |= *fmt == '0';
	}
	for (; *fmt >= '0' && *fmt <= '9' && c->width < WIDTH_MAX; fmt++)
		c->width = c->width * 10 + (unsigned)(*fmt - '0');
	for (; *fmt == 'l' && c->longs < 2; fmt++)
		c->longs++;
	if (*fmt == 'z') {
		c->size = true;
		fmt++;
	}
	c->type = *fmt;
	return *fmt ? fmt + 1 : fmt;
}

static bool append_bytes(struct buffer *out, const char *text, size_t length)
{
	if ((size_t)(out->end - out->at) < length)
		return false;
	memcpy(out->at, text, length);
	out->at += length;
	return true;
}

static bool append_repeated(struct buffer *out, char c, size_t count)
{
	if ((size_t)(out->end - out->at) < count)
		return false;
	memset(out->at, c, count);
	out->at += count;
	return true;
}

static bool append_padded(struct buffer *out, const struct conversion *c, const char *text,
			  size_t length)
{
	size_t pad = c->width > length ? c->width - length : 0;

	if (!pad)
		return append_bytes(out, text, length);
	if (c->left)
		return append_bytes(out, text, length) && append_repeated(out, ' ', pad);
	if (!c->zero || c->type == 's' || c->type == 'c')
		return append_repeated(out, ' ', pad) && append_bytes(out, text, length);
	if (*text == '-') {
		if (!append_bytes(out, text++, 1))
			return false;
		length--;
	}
	return append_repeated(out, '0', pad) && append_bytes(out, text, length);
}

static bool append_number(struct buffer *out, const struct conversion *c, uint64_t value,
			  bool negative)
{
	const char *symbols = c->type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	unsigned base = c->type == 'u' || c->type == 'd' ? 10 : 16;
	char digits[DIGITS];
	char *at = digits + DIGITS;

	do {
		*--at = symbols[value % base];
		value /= base;
	} while (value);
	if (negative)
		*--at = '-';
	return append_padded(out, c, at, (size_t)(digits + DIGITS - at));
}

static bool convert(struct buffer *out, const struct conversion *c, va_list *args)
{
	const char *text;
	uint64_t number;
	int64_t value;
	char single;

	switch (c->type) {
	case 's':
		text = c->longs || c->size ? NULL : va_arg(*args, const char *);
		return text && append_padded(out, c, text, strlen(text));
	case 'c':
		single = (char)va_arg(*args, int);
		return append_padded(out, c, &single, 1);
	case 'd':
		if (c->size)
			return false;
		if (c->longs == 2)
			value = va_arg(*args, long long);
		else if (c->longs)
			value = va_arg(*args, long);
		else
			value = va_arg(*args, int);
		return append_number(out, c, value < 0 ? -(uint64_t)value : (uint64_t)value,
				     value < 0);
	case 'u':
	case 'x':
	case 'X':
		if (c->size)
			number = va_arg(*args, size_t);
		else if (c->longs == 2)
			number = va_arg(*args, unsigned long long);
		else if (c->longs)
			number = va_arg(*args, unsigned long);
		else
			number = va_arg(*args, unsigned);
		return append_number(out, c, number, false);
	case '%':
		return append_padded(out, c, "%", 1);
	}
	return false;
}

bool format_plain(char *text, size_t size, size_t *bytes, const char *fmt, va_list args)
{
	struct buffer out = { text, text + size };
	struct conversion c;
	va_list mine;
	bool good = true;

	va_copy(mine, args);
	while (good && *fmt) {
		const char *percent = strchr(fmt, '%');
		size_t literal = percent ? (size_t)(percent - fmt) : strlen(fmt);

		good = append_bytes(&out, fmt, literal);
		fmt += literal;
		if (good && percent) {
			fmt = parse_conversion(fmt + 1, &c);
			good = convert(&out, &c, &mine);
		}
	}
	va_end(mine);
	*bytes = (size_t)(out.at - text);
	return good;
}

void format_vprint(FILE *out, const char *fmt, va_list args)
{
	char text[USUAL_BYTES];
	const char *ready;
	size_t bytes;

	/* many calls have the format "%s" */
	if (fmt[0] == '%' && fmt[1] == 's' && !fmt[2]) {
		ready = va_arg(args, const char *);
		fwrite_unlocked(ready, 1, strlen(ready), out);
	} else if (format_plain(text, sizeof(text), &bytes, fmt, args))
		fwrite_unlocked(text, 1, bytes, out);
	else
		vfprintf(out, fmt, args);
}

void format_print(FILE *out, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	format_vprint(out, fmt, args);
	va_end(args);
}

/* Return the length of a word; a command in backquotes is a word, so that it can be pasted. */
static size_t word_length(const char *at)
{
	size_t n = *at == '`' ? strcspn(at + 1, "`\n") + 1 : 0;

	return n + strcspn(at + n, " \n");
}

const char *report_fold(char to[REPORT_FOLDED_BYTES], unsigned indent, const char *fmt, ...)
{
	char text[REPORT_FOLDED_BYTES];
	struct buffer out = { to, to + REPORT_FOLDED_BYTES - 1 };
	unsigned column = 0;
	size_t word, blanks;
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	for (const char *at = text; *at; at += blanks + word) {
		bool fresh = *at == '\n';

		blanks = fresh ? 1 : strspn(at, " ");
		word = word_length(at + blanks);
		fresh |= column > indent && column + blanks + word > REPORT_COLUMNS;
		if (fresh ? !append_bytes(&out, "\n", 1) || !append_repeated(&out, ' ', indent)
			  : !append_bytes(&out, at, blanks))
			break;
		if (!append_bytes(&out, at + blanks, word))
			break;
		column = (unsigned)((fresh ? indent : column + blanks) + word);
	}
	*out.at = '\0';
	return to;
}
