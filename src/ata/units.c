// SPDX-License-Identifier: GPL-2.0-or-later
/* Sizes, times, standby timers and transfer modes as text; codes of the standard. */
#include "units.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
