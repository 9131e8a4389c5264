// SPDX-License-Identifier: GPL-2.0-or-later
/* include/text.h, units.h, texts of ata.h, and src/act/hexwords.c: text of any bytes. */
#include "ata.h"
#include "cli/values.h"
#include "text.h"
#include "units.h"
#include "act/hexwords.c"
#include "prove.h"

/* The longest text of any characters. */
enum { TEXT_MOST = 5, FIELD_MOST = 48 };

static char room[TEXT_MOST + 1];

static void prove_words(void)
{
	uint64_t numbers[3];
	unsigned code;

	//@ loop unroll TEXT_MOST + 1;
	for (size_t length = 0; length <= TEXT_MOST; length++) {
		char *text = room + TEXT_MOST - length;

		any_text(text, length);
		is_time_unit(text);
		word_is(text, "min");
		error_words((int)length);
		word_begins(text, "minutes", length);
		transfer_mode_code(text, &code);
		numbers_read(text, numbers, 3);
	}
}

static void prove_times(void)
{
	uint64_t value;

	//@ loop unroll TEXT_MOST + 1;
	for (size_t length = 0; length <= TEXT_MOST; length++) {
		char *text = room + TEXT_MOST - length;

		any_text(text, length);
		time_seconds(text, &value);
		time_tenths(text, &value);
	}
}

static void prove_clean(void)
{
	//@ loop unroll TEXT_MOST + 1;
	for (size_t length = 0; length <= TEXT_MOST; length++) {
		char *text = room + TEXT_MOST - length;

		any_text(text, length);
		utf8_length(text);
		utf8_clean(text);
	}
}

static void prove_units(void)
{
	char text[UNITS_TEXT_BYTES];

	standby_timer_text(any_u8(), text);
	standby_timer_seconds(any_u8());
	standby_timer_code(any_u64());
	tenths_text(any_u32(), text);
	size_text(any_u64(), text);
	clock_text(any_u64(), text);
	transfer_mode_text(any_u8(), text);
}

static void prove_characters(void)
{
	char c = (char)any_u8();

	is_digit(c);
	is_space(c);
	is_capital(c);
	is_printable(c);
	small_letter(c);
	is_letter(c);
	hex_digit(c);
	string_behind("a\0b");
}

static void prove_field(uint8_t *field, size_t bytes)
{
	static char end[FIELD_MOST + 1];

	ascii_shown((const char *)field, bytes, end + FIELD_MOST - bytes);
}

static void prove_fill(uint8_t *data, size_t bytes)
{
	struct contents contents;

	all_zeros(data, bytes);
	if (!bytes || bytes % 4)
		return;
	contents = contents_of(data, bytes);
	contents_like(&contents, data, bytes);
}

static void prove_hexwords(uint8_t *data, size_t bytes)
{
	uint8_t page[512];

	hexwords_parse((const char *)data, bytes, page);
}

static void prove_hexwords_page(void)
{
	uint8_t page[512];
	char line[HEXWORDS_LINE_BYTES];

	any_bytes(page, sizeof(page));
	for (unsigned n = 0; n < HEXWORDS_COUNT / HEXWORDS_LINE; n++)
		hexwords_line(page, n, line);
	hexwords_word(page, any_upto(HEXWORDS_COUNT - 1));
}

void prove_text(void)
{
	prove_characters();
	for_lengths(FIELD_MOST, prove_field);
	for_lengths(16, prove_fill);
	for_lengths(48, prove_hexwords);
	prove_hexwords_page();
	prove_units();
	prove_words();
	prove_times();
}

void prove_text_clean(void)
{
	prove_clean();
}
