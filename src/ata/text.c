// SPDX-License-Identifier: GPL-2.0-or-later
/* Words and characters in texts; standby timers, times, transfer modes and sizes as text. */
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
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

void text_encode(const char *text, size_t bytes, char *out, size_t size)
{
	size_t at = 0;

	for (size_t i = 0; i < bytes && at + 4 <= size; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c <= ' ' || c >= 0x7f || c == '%' || c == '=')
			at += (size_t)snprintf(out + at, size - at, "%%%02x", c);
		else
			out[at++] = (char)c;
	}
	out[at] = '\0';
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

/* --- Codes of the standard, and their meanings --- */

enum {
	TIMER_OFF = 0,
	TIMER_5S_MAX = 240,    /* 1 to 240: units of 5 s */
	TIMER_30MIN_MAX = 251, /* 241 to 251: units of 30 min, counted from 240 */
	TIMER_21MIN = 252,
	TIMER_VENDOR = 253, /* between 8 and 12 hours, as the manufacturer chooses */
	TIMER_RESERVED = 254,
	TIMER_21MIN_15S = 255
};

unsigned standby_timer_seconds(unsigned code)
{
	if (code <= TIMER_5S_MAX)
		return code * 5;
	if (code <= TIMER_30MIN_MAX)
		return (code - TIMER_5S_MAX) * 30 * 60;
	if (code == TIMER_21MIN)
		return 21 * 60;
	if (code == TIMER_21MIN_15S)
		return 21 * 60 + 15;
	return 0;
}

unsigned standby_timer_code(uint64_t seconds)
{
	unsigned best = 0;

	if (seconds == 0)
		return 0;
	for (unsigned code = 1; code <= TIMER_21MIN_15S; code++) {
		unsigned s = standby_timer_seconds(code);

		if (s >= seconds && (!best || s < standby_timer_seconds(best)))
			best = code;
	}
	return best;
}

/* Return the seconds of the unit in unit[0..length-1]; 0: not seconds, minutes or hours. */
static unsigned unit_seconds(const char *unit, size_t length)
{
	static const struct {
		const char *name;
		unsigned seconds;
	} units[] = {
		{ "s", 1 },    { "sec", 1 },   { "secs", 1 },	{ "second", 1 },  { "seconds", 1 },
		{ "m", 60 },   { "min", 60 },  { "mins", 60 },	{ "minute", 60 }, { "minutes", 60 },
		{ "h", 3600 }, { "hr", 3600 }, { "hrs", 3600 }, { "hour", 3600 }, { "hours", 3600 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strlen(units[i].name) == length && word_begins(unit, units[i].name, length))
			return units[i].seconds;
	}
	return 0;
}

bool is_time_unit(const char *word)
{
	static const char *const others[] = { "ms", "day", "days", "week", "weeks" };

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (word_is(word, others[i]))
			return true;
	}
	return unit_seconds(word, strlen(word));
}

bool time_seconds(const char *word, uint64_t *seconds)
{
	uint64_t sum = 0;

	do {
		size_t digits = strspn(word, "0123456789");
		size_t letters = strcspn(word + digits, "0123456789");
		unsigned unit = unit_seconds(word + digits, letters);

		/* 999999999 h in seconds fit in 64 bits */
		if (digits == 0 || digits > 9 || !unit || sum > UINT32_MAX)
			return false;
		sum += strtoull(word, NULL, 10) * unit;
		word += digits + letters;
	} while (*word);
	*seconds = sum;
	return true;
}

bool time_tenths(const char *word, uint64_t *tenths)
{
	enum { TENTH_MS = 100, DIGITS_MAX = 9 };
	size_t digits = strspn(word, "0123456789");

	if (digits && digits <= DIGITS_MAX && word_is(word + digits, "ms")) {
		*tenths = strtoull(word, NULL, 10);
		if (*tenths % TENTH_MS)
			return false;
		*tenths /= TENTH_MS;
		return true;
	}
	if (!time_seconds(word, tenths))
		return false;
	*tenths *= 10;
	return true;
}

static int decimal_text(uint64_t tenths, const char *unit, char text[UNITS_TEXT_BYTES])
{
	int n = snprintf(text, UNITS_TEXT_BYTES, "%llu", (unsigned long long)tenths / 10);

	if (tenths % 10)
		n += snprintf(text + n, UNITS_TEXT_BYTES - (size_t)n, ".%u",
			      (unsigned)(tenths % 10));
	return n + snprintf(text + n, UNITS_TEXT_BYTES - (size_t)n, " %s", unit);
}

void tenths_text(uint32_t tenths, char text[UNITS_TEXT_BYTES])
{
	enum { WIDTH = 8, HOUR_S = 3600, LONG = 10000 * 10 };
	static const struct {
		const char *name;
		unsigned seconds;
	} units[] = { { "h", HOUR_S }, { "min", 60 } };
	uint64_t hours = ((uint64_t)tenths + HOUR_S / 2) / HOUR_S;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		unsigned whole = tenths / units[i].seconds;

		if (whole >= 10 && tenths % units[i].seconds == 0 &&
		    decimal_text(whole, units[i].name, text) <= WIDTH)
			return;
	}
	if (tenths < LONG)
		decimal_text(tenths, "s", text);
	else if (decimal_text(hours, "h", text) > WIDTH)
		decimal_text((hours + 5) / 10 * 10, "h", text);
}

static int add_part(char *text, int at, unsigned n, const char *unit)
{
	if (n == 0)
		return at;
	return at + snprintf(text + at, UNITS_TEXT_BYTES - (size_t)at, "%s%u %s%s", at ? " + " : "",
			     n, unit, n == 1 ? "" : "s");
}

const char *clock_text(uint64_t seconds, char text[UNITS_TEXT_BYTES])
{
	snprintf(text, UNITS_TEXT_BYTES, "%" PRIu64 ":%02u:%02u", seconds / 3600,
		 (unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
	return text;
}

void standby_timer_text(unsigned code, char text[UNITS_TEXT_BYTES])
{
	unsigned s = standby_timer_seconds(code);
	int at;

	if (code == TIMER_OFF)
		snprintf(text, UNITS_TEXT_BYTES, "off");
	else if (code == TIMER_VENDOR)
		snprintf(text, UNITS_TEXT_BYTES, "vendor-specific");
	else if (s == 0)
		snprintf(text, UNITS_TEXT_BYTES, "?reserved");
	else {
		at = add_part(text, 0, s / 3600, "hour");
		at = add_part(text, at, s / 60 % 60, "minute");
		add_part(text, at, s % 60, "second");
	}
}

/* Kinds of transfer modes. In a code, bits 7:3 are the kind, bits 2:0 the mode. */
static const struct mode_kind {
	const char *name;
	const char *text;
	uint8_t base;
	uint8_t modes_shown;
} mode_kinds[] = {
	{ "pio", "PIO flow control mode", 0x08, 8 },
	{ "sdma", "singleword DMA mode", 0x10, 8 },
	{ "mdma", "multiword DMA mode", 0x20, 8 },
	{ "udma", "UltraDMA mode", 0x40, 8 },
};

void transfer_mode_text(unsigned code, char text[UNITS_TEXT_BYTES])
{
	if (code == 0 || code == 1) {
		snprintf(text, UNITS_TEXT_BYTES, "default PIO mode%s",
			 code ? ", disable IORDY" : "");
		return;
	}
	for (size_t i = 0; i < sizeof(mode_kinds) / sizeof(mode_kinds[0]); i++) {
		unsigned mode = code - mode_kinds[i].base;

		if (code >= mode_kinds[i].base && mode < mode_kinds[i].modes_shown) {
			snprintf(text, UNITS_TEXT_BYTES, "%s%u", mode_kinds[i].text, mode);
			return;
		}
	}
	snprintf(text, UNITS_TEXT_BYTES, "unknown, probably not valid");
}

bool transfer_mode_code(const char *name, unsigned *code)
{
	for (size_t i = 0; i < sizeof(mode_kinds) / sizeof(mode_kinds[0]); i++) {
		const struct mode_kind *kind = &mode_kinds[i];
		size_t len = strlen(kind->name);
		char digit = name[0] && strlen(name) == len + 1 ? name[len] : '\0';

		if (!word_begins(name, kind->name, len) || digit < '0' || digit > '7')
			continue;
		*code = kind->base + (unsigned)(digit - '0');
		return true;
	}
	return false;
}

/* For newer drives: 80 to 127: tenths of a second; 129 and more: 30 s for each step above 128. */
uint8_t idle3_code(unsigned seconds)
{
	if (seconds == 0)
		return 0;
	if (seconds <= 8)
		return 80;
	if (seconds <= 12)
		return (uint8_t)(seconds * 10);
	return (uint8_t)(0x80 + (seconds + 29) / 30);
}

void idle3_text(uint8_t code, char text[UNITS_TEXT_BYTES])
{
	unsigned steps = code & 0x7f, whole = code / 10u, tenths = code % 10u;

	if (!code)
		snprintf(text, UNITS_TEXT_BYTES, "disabled");
	else if (code < 80 || code == 0x80)
		snprintf(text, UNITS_TEXT_BYTES, "%u ??", code);
	else if (code < 0x80)
		snprintf(text, UNITS_TEXT_BYTES, "%u.%u secs", whole, tenths);
	else if (steps > 10)
		snprintf(text, UNITS_TEXT_BYTES, "%u ?? (or %u.%u secs for older drives)", code,
			 whole, tenths);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%u secs (or %u.%u secs for older drives)",
			 steps * 30, whole, tenths);
}

double idle3_seconds(uint8_t code)
{
	return code <= 0x80 ? code / 10.0 : (code - 0x80) * 30.0;
}

void size_text(uint64_t bytes, char text[UNITS_TEXT_BYTES])
{
	static const char *const units[] = { "kB", "MB", "GB", "TB", "PB", "EB" };
	double size = (double)bytes / 1000;
	size_t unit = 0;

	for (; size >= 999.5 && unit + 1 < sizeof(units) / sizeof(units[0]); unit++)
		size /= 1000;
	snprintf(text, UNITS_TEXT_BYTES, "%.*f %s",
		 size < 9.995	? 2
		 : size < 99.95 ? 1
				: 0,
		 size, units[unit]);
}
