// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/values.h"
#include "suites.h"
#include "text.h"
#include "units.h"

#include <string.h>

/* Unicode 15 table 3-7; the byte 9Bh and U+009B begin a control sequence, like ESC [. */
static const struct {
	const char *text, *clean;
} texts[] = {
	{ "WDC WD40", "WDC WD40" },
	{ "Gr\xc3\xb6\xc3\x9f"
	  "e \xe7\xa1\xac\xe7\x9b\x98",
	  "Gr\xc3\xb6\xc3\x9f"
	  "e \xe7\xa1\xac\xe7\x9b\x98" },
	{ "a\xf0\x9f\x98\x80", "a\xf0\x9f\x98\x80" },
	{ "\x1b[31m\n\x7f", "?[31m??" },
	{ "\xc2\x9b"
	  "31m",
	  "?31m" },
	{ "\x9b"
	  "31m",
	  "?31m" },
	{ "\xc2\xa0", "\xc2\xa0" },
	{ "\xc0\x9b", "??" },
	{ "\xe0\x82\x9b", "???" },
	{ "\xed\xa0\x80", "???" },
	{ "\xf4\x90\x80\x80", "????" },
	{ "\xff"
	  "a",
	  "?a" },
	{ "\xc3", "?" },
	{ "\xe7\xa1", "??" },
	{ "a\xe2\x80\xae"
	  "b\xe2\x81\xa6"
	  "c",
	  "a?b?c" },
	{ "a\xe2\x80\x8b"
	  "b\xef\xbb\xbf",
	  "a?b?" },
	{ "\xe2\x80\xa8", "?" },
	{ "\xe2\x80\x90", "\xe2\x80\x90" },
	{ "\xf3\xa0\x80\x81", "?" },
};

START_TEST(what_acts_on_a_terminal_is_replaced)
{
	char text[64];

	strcpy(text, texts[_i].text);
	utf8_clean(text);
	ck_assert_str_eq(text, texts[_i].clean);
}
END_TEST

static const struct {
	unsigned code, seconds;
	const char *text;
} timers[] = {
	{ 0, 0, "off" },
	{ 1, 5, "5 seconds" },
	{ 12, 60, "1 minute" },
	{ 13, 65, "1 minute + 5 seconds" },
	{ 239, 1195, "19 minutes + 55 seconds" },
	{ 240, 1200, "20 minutes" },
	{ 241, 1800, "30 minutes" },
	{ 242, 3600, "1 hour" },
	{ 243, 5400, "1 hour + 30 minutes" },
	{ 251, 19800, "5 hours + 30 minutes" },
	{ 252, 1260, "21 minutes" },
	{ 253, 0, "vendor-specific" },
	{ 254, 0, "?reserved" },
	{ 255, 1275, "21 minutes + 15 seconds" },
};

START_TEST(standby_timer)
{
	char text[UNITS_TEXT_BYTES];

	standby_timer_text(timers[_i].code, text);
	ck_assert_str_eq(text, timers[_i].text);
	ck_assert_uint_eq(standby_timer_seconds(timers[_i].code), timers[_i].seconds);
}
END_TEST

static const struct {
	const char *word;
	uint64_t seconds; /* 0: no time */
	unsigned code;
} times[] = {
	{ "5s", 5, 1 },
	{ "1s", 1, 1 },
	{ "6s", 6, 2 },
	{ "10min", 600, 120 },
	{ "20min", 1200, 240 },
	{ "1201s", 1201, 252 }, /* 21 minutes */
	{ "1261s", 1261, 255 }, /* 21 minutes and 15 seconds */
	{ "22min", 1320, 241 }, /* 30 minutes */
	{ "31minutes", 1860, 242 },
	{ "2h", 7200, 244 },
	{ "2HOURS", 7200, 244 },
	{ "330min", 19800, 251 },
	{ "331min", 19860, 0 },
	{ "999999999h", 3599999996400, 0 },
	{ "1000000000h", 0, 0 },
	{ "20", 0, 0 },
	{ "min", 0, 0 },
	{ "20m", 1200, 240 },
	{ "1h30min", 5400, 243 },
	{ "1h30m30s", 5430, 244 },
	{ "1h30", 0, 0 },
	{ "1hmin", 0, 0 },
	{ "999999999h999999999h", 0, 0 },
	{ "20 min", 0, 0 },
	{ "-5s", 0, 0 },
	{ "2hx", 0, 0 },
	{ "", 0, 0 },
};

START_TEST(time_in_words)
{
	uint64_t seconds = 0;

	ck_assert_int_eq(time_seconds(times[_i].word, &seconds), times[_i].seconds > 0);
	ck_assert_uint_eq(seconds, times[_i].seconds);
	ck_assert_uint_eq(standby_timer_code(seconds), times[_i].code);
}
END_TEST

static const struct {
	const char *word;
	bool known;
	uint64_t tenths;
} tenths[] = {
	{ "2s", true, 20 },	{ "20min", true, 12000 }, { "1h30min", true, 54000 },
	{ "500ms", true, 5 },	{ "100MS", true, 1 },	  { "150ms", false, 0 },
	{ "0ms", true, 0 },	{ "ms", false, 0 },	  { "20", false, 0 },
	{ "1.5s", false, 0 },	{ "2s500ms", false, 0 },  { "9999999999ms", false, 0 },
	{ "-100ms", false, 0 },
};

START_TEST(time_in_tenths)
{
	uint64_t found = 0;

	ck_assert_int_eq(time_tenths(tenths[_i].word, &found), tenths[_i].known);
	if (tenths[_i].known)
		ck_assert_uint_eq(found, tenths[_i].tenths);
}
END_TEST

static const struct {
	uint32_t tenths;
	const char *text;
} tenth_texts[] = {
	{ 1, "0.1 s" },
	{ 5, "0.5 s" },
	{ 20, "2 s" },
	{ 599, "59.9 s" },
	{ 600, "1 min" },
	{ 601, "60.1 s" },
	{ 900, "1.5 min" },
	{ 7200, "12 min" },
	{ 35999, "3599.9 s" },
	{ 36000, "1 h" },
	{ 54000, "1.5 h" },
	{ 75300, "7530 s" },
	{ 99999, "9999.9 s" },
	{ 100001, "2.8 h" },
	{ 3932100, "109.2 h" },
	{ 39321000, "1092.3 h" },
	{ 4294967295, "119305 h" },
};

START_TEST(tenths_in_words)
{
	char text[UNITS_TEXT_BYTES];

	tenths_text(tenth_texts[_i].tenths, text);
	ck_assert_str_eq(text, tenth_texts[_i].text);
	ck_assert_uint_le(strlen(text), 8);
}
END_TEST

static const struct {
	unsigned code;
	const char *text;
} modes[] = {
	{ 0, "default PIO mode" },
	{ 1, "default PIO mode, disable IORDY" },
	{ 2, "unknown, probably not valid" },
	{ 8, "PIO flow control mode0" },
	{ 15, "PIO flow control mode7" },
	{ 16, "singleword DMA mode0" },
	{ 24, "unknown, probably not valid" },
	{ 34, "multiword DMA mode2" },
	{ 40, "unknown, probably not valid" },
	{ 66, "UltraDMA mode2" },
	{ 72, "unknown, probably not valid" },
	{ 255, "unknown, probably not valid" },
};

START_TEST(transfer_mode_names)
{
	char text[UNITS_TEXT_BYTES];

	transfer_mode_text(modes[_i].code, text);
	ck_assert_str_eq(text, modes[_i].text);
}
END_TEST

static const struct {
	const char *name;
	int code; /* -1: no mode */
} words[] = {
	{ "pio4", 12 },	 { "sdma2", 18 }, { "mdma0", 32 },  { "udma6", 70 },
	{ "UDMA5", 69 }, { "pio8", -1 },  { "udma77", -1 }, { "udma", -1 },
	{ "auto", -1 },	 { "", -1 },	  { "66", -1 },
};

START_TEST(transfer_mode_by_name)
{
	unsigned code = 999;
	bool known = transfer_mode_code(words[_i].name, &code);

	ck_assert_msg(known == (words[_i].code >= 0), "%s", words[_i].name);
	if (known)
		ck_assert_uint_eq(code, (unsigned)words[_i].code);
}
END_TEST

Suite *units_suite(void)
{
	Suite *suite = suite_create("units");

	add_rows(suite, "utf8", what_acts_on_a_terminal_is_replaced, ROWS(texts));
	add_rows(suite, "time_in_words", time_in_words, ROWS(times));
	add_rows(suite, "time_in_tenths", time_in_tenths, ROWS(tenths));
	add_rows(suite, "tenths_in_words", tenths_in_words, ROWS(tenth_texts));
	add_rows(suite, "standby_timer", standby_timer, ROWS(timers));
	add_rows(suite, "transfer_mode_names", transfer_mode_names, ROWS(modes));
	add_rows(suite, "transfer_mode_by_name", transfer_mode_by_name, ROWS(words));
	return suite;
}
