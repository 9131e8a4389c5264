// SPDX-License-Identifier: GPL-2.0-or-later
/* The C library's functions by their standard, for the proof: formats, lengths and numbers follow
 * from the arguments. Only the prover uses this file. */
#include "libc.h"
#include "prove.h"

#undef memmove
#undef memcmp

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/* The text of snprintf(), and the length that it needs. */
struct out {
	char *to;
	size_t room, n;
};

static void put(struct out *out, char c)
{
	if (out->n + 1 < out->room)
		out->to[out->n] = c;
	out->n++;
}

/*@ requires \false;
  @ assigns \nothing; */
void unknown_conversion(void);

/* A conversion: flags, width and precision; -1: no precision. */
struct field {
	bool zeros, left;
	size_t width;
	int precision;
};

static void put_digits(struct out *out, const struct field *field, uint64_t value, unsigned base)
{
	static const char digits[] =
		"0123456789abcdef"; /* upper or lower case makes no difference here */
	char text[24] = { 0 };
	size_t n = 0;

	do {
		text[n++] = digits[value % base];
		value /= base;
	} while (value);
	/* all at once: the length is exact if the width decides */
	for (size_t i = n < field->width ? field->width : n; i > 0; i--)
		put(out, i <= n ? text[i - 1] : field->zeros ? '0' : ' ');
}

static void put_signed(struct out *out, const struct field *field, int64_t value)
{
	if (value < 0)
		put(out, '-');
	put_digits(out, field, value < 0 ? -(uint64_t)value : (uint64_t)value, 10);
}

/* Numbers below 2^64; the digits after the point make no difference here. */
static void put_double(struct out *out, const struct field *field, double value)
{
	if (value < 0)
		put(out, '-');
	put_digits(out, field, (uint64_t)(value < 0 ? -value : value), 10);
	if (field->precision)
		put(out, '.');
	for (int i = 0; i < (field->precision < 0 ? 6 : field->precision); i++)
		put(out, '0');
}

static void put_text(struct out *out, const struct field *field, const char *text)
{
	size_t n = 0;

	for (; (field->precision < 0 || n < (size_t)field->precision) && text[n]; n++)
		put(out, text[n]);
	for (; n < field->width; n++)
		put(out, ' ');
}

static const char *read_field(const char *fmt, struct field *field)
{
	*field = (struct field){ .precision = -1 };
	for (; *fmt == '0' || *fmt == '-'; fmt++) {
		field->zeros |= *fmt == '0';
		field->left |= *fmt == '-';
	}
	for (; *fmt >= '0' && *fmt <= '9'; fmt++)
		field->width = field->width * 10 + (size_t)(*fmt - '0');
	if (*fmt != '.')
		return fmt;
	for (field->precision = 0, fmt++; *fmt >= '0' && *fmt <= '9'; fmt++)
		field->precision = field->precision * 10 + (*fmt - '0');
	return fmt;
}

int prove_snprintf(char *to, size_t room, const char *fmt, ...)
{
	struct out out = { to, room, 0 };
	struct field field;
	va_list args;

	va_start(args, fmt);
	for (; *fmt; fmt++) {
		int longs = 0;
		bool size = false;

		if (*fmt != '%') {
			put(&out, *fmt);
			continue;
		}
		fmt = read_field(fmt + 1, &field);
		if (*fmt == '*') {
			field.precision = va_arg(args, int);
			fmt++;
		}
		for (; *fmt == 'l'; fmt++)
			longs++;
		for (; *fmt == 'z'; fmt++)
			size = true;
		if (*fmt == '%')
			put(&out, '%');
		else if (*fmt == 'f')
			put_double(&out, &field, va_arg(args, double));
		else if (*fmt == 'c')
			put(&out, (char)va_arg(args, int));
		else if (*fmt == 's')
			put_text(&out, &field, va_arg(args, const char *));
		else if (*fmt == 'd')
			put_signed(&out, &field,
				   longs > 1 ? va_arg(args, long long)
				   : longs   ? va_arg(args, long)
					     : va_arg(args, int));
		else if (*fmt == 'u' || *fmt == 'x' || *fmt == 'X')
			put_digits(&out, &field,
				   longs > 1 ? va_arg(args, unsigned long long)
				   : longs   ? va_arg(args, unsigned long)
				   : size    ? va_arg(args, size_t)
					     : va_arg(args, unsigned),
				   *fmt == 'u' ? 10 : 16);
		else
			unknown_conversion();
	}
	va_end(args);
	if (room)
		to[out.n < room ? out.n : room - 1] = '\0';
	return (int)out.n;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

char *prove_number_end(const char *text, int base)
{
	const char *at = text;
	bool any = false;

	while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
		at++;
	if (*at == '-' || *at == '+')
		at++;
	if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&
	    digit_of(at[2]) < 16) {
		at += 2;
		base = 16;
	} else if (base == 0) {
		base = at[0] == '0' ? 8 : 10;
	}
	for (; digit_of(*at) < base; at++)
		any = true;
	return (char *)(any ? at : text);
}

/* Any value, also for a number with more digits. */
unsigned long long prove_number(void)
{
	if (any_bool())
		errno = ERANGE;
	return any_u64();
}

static bool is_among(char c, const char *set)
{
	for (; *set; set++) {
		if (*set == c)
			return true;
	}
	return false;
}

size_t prove_strspn(const char *text, const char *set)
{
	size_t n = 0;

	while (text[n] && is_among(text[n], set))
		n++;
	return n;
}

size_t prove_strcspn(const char *text, const char *set)
{
	size_t n = 0;

	while (text[n] && !is_among(text[n], set))
		n++;
	return n;
}

size_t prove_strlen(const char *text)
{
	size_t n = 0;

	while (text[n])
		n++;
	return n;
}

int prove_strcmp(const char *one, const char *other)
{
	while (*one && *other && *one == *other) {
		one++;
		other++;
	}
	return (unsigned char)*one - (unsigned char)*other;
}

char *prove_strchr(const char *text, int c)
{
	for (; *text != (char)c; text++) {
		if (!*text)
			return NULL;
	}
	return (char *)text;
}

char *prove_strstr(const char *text, const char *part)
{
	size_t n = strlen(part);

	for (; *text; text++) {
		if (!strncmp(text, part, n))
			return (char *)text;
	}
	return NULL;
}

void prove_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	char *at = base;

	for (size_t i = 1; i < n; i++) {
		for (size_t j = i; j && compare(at + (j - 1) * size, at + j * size) > 0; j--) {
			for (size_t k = 0; k < size; k++) {
				char c = at[(j - 1) * size + k];

				at[(j - 1) * size + k] = at[j * size + k];
				at[j * size + k] = c;
			}
		}
	}
}

void prove_bzero(void *to, size_t bytes)
{
	memset(to, 0, bytes);
}

/* Frama-C's contracts need one byte there; the standard does not. */
void *prove_memmove(void *to, const void *from, size_t bytes)
{
	return bytes ? memmove(to, from, bytes) : to;
}

int prove_memcmp(const void *one, const void *other, size_t bytes)
{
	return bytes ? memcmp(one, other, bytes) : 0;
}
