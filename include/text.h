/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Characters, words and numbers in texts, whatever the locale; and texts from drives, sysfs and
 * other users, which may hold any bytes. Pure.
 */
#ifndef HDPARM_TEXT_H
#define HDPARM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The string that follows the NUL of another, for tables that keep several in one literal. */
static inline const char *string_behind(const char *text)
{
	return text + strlen(text) + 1;
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A blank, or one of \t \n \v \f \r */
static inline bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool is_printable(char c)
{
	return c >= ' ' && c <= '~';
}

static inline char small_letter(char c)
{
	return is_capital(c) ? (char)(c | 0x20) : c;
}

static inline bool is_letter(char c)
{
	return small_letter(c) >= 'a' && small_letter(c) <= 'z';
}

/* The value of a hexadecimal digit of either case, or -1 for another character. */
static inline int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	c = small_letter(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The value of two hexadecimal digits, or -1. */
static inline int hex_byte(const char *digits)
{
	int high = hex_digit(digits[0]), low = high < 0 ? -1 : hex_digit(digits[1]);

	return low < 0 ? -1 : high << 4 | low;
}

/*
 * True if two words are equal, and whether their first `n` characters are, but for capital letters
 * of ASCII.
 */
bool word_begins(const char *a, const char *b, size_t n);
bool word_is(const char *a, const char *b);

/* Percent-encodes blanks, controls, '%', '=' and what is not ASCII; cuts what does not fit. */
void text_encode(const char *text, size_t bytes, char *out, size_t size);

/*
 * Copy a field of `bytes` characters as text for people: up to its first NUL, without blanks at
 * both ends; unprintable bytes become '?'. `text` needs room for one byte more. Returns the length.
 */
size_t ascii_shown(const char *field, size_t bytes, char *text);

/*
 * Read decimal numbers as the kernel writes them, separated by blanks or a colon: "   3   4",
 * "8:16". Returns how many it read, at most `most`.
 */
size_t numbers_read(const char *text, uint64_t *numbers, size_t most);

/* Length of the well-formed UTF-8 sequence at `at` (Unicode 15 table 3-7), 0 where there is none.
 */
size_t utf8_length(const char *at);

/*
 * True if the sequence of `n` bytes controls a terminal or misleads a reader: control characters,
 * also U+0080 to U+009F (9Bh starts a control sequence), characters that change the direction of
 * writing, those without width, and line separators.
 */
bool utf8_acts(const char *at, size_t n);

/* Replace each of these, and each byte that is not UTF-8, by '?': the text may become shorter. */
void utf8_clean(char *text);

/* Texts and codes of standby timers, times, transfer modes and the idle3 timer. Pure. */

/* Enough for every text of the functions below, with its final NUL. */
enum { UNITS_TEXT_BYTES = 64 };

/* A size in three digits, in powers of 1000 as manufacturers count: "4.00 TB". */
void size_text(uint64_t bytes, char text[UNITS_TEXT_BYTES]);

/*
 * Meaning of a standby timer code 0..255 (ACS-4 table 50) as it is printed: "off", "5 seconds",
 * "1 minute + 5 seconds", "vendor-specific".
 */
void standby_timer_text(unsigned code, char text[UNITS_TEXT_BYTES]);

/* Seconds that a standby timer code stands for; 0 for off, vendor-specific (253) and reserved. */
unsigned standby_timer_seconds(unsigned code);

/*
 * The code of the shortest standby timer that is at least `seconds`; 0 for 0 seconds, and for more
 * than 330 minutes, the longest time that has a code.
 */
unsigned standby_timer_code(uint64_t seconds);

/*
 * True if a word names a unit of time, such as "min", even a unit that no option takes, such as
 * "days".
 */
bool is_time_unit(const char *word);

/*
 * Parse a time into seconds: one or more decimal numbers, each with its unit, as "90s", "20m" or
 * "1h30min" (also sec, second, min, minute, hr, hour and their plurals; any case). False for
 * anything else, also for a number without a unit.
 */
bool time_seconds(const char *word, uint64_t *seconds);

/* Read a time in units of 100 ms; multiples of 100 milliseconds are accepted, too, as "500ms". */
bool time_tenths(const char *word, uint64_t *tenths);

/*
 * Write a time, given in units of 100 ms, in at most 8 characters: "0.5 s", "20 min", "2.5 h", in
 * the largest unit that is exact; long times in hours, rounded.
 */
void tenths_text(uint32_t tenths, char text[UNITS_TEXT_BYTES]);

/* Meaning of a SET FEATURES transfer mode code 0..255 (ACS-4 table 138). */
void transfer_mode_text(unsigned code, char text[UNITS_TEXT_BYTES]);

/*
 * A transfer mode by name: pio0..pio7, sdma0..2, mdma0..7, udma0..7 (any case).
 * True with *code set, or false for another word.
 */
bool transfer_mode_code(const char *name, unsigned *code);

/*
 * The idle3 timer of Western Digital drives: the byte for 0..300 seconds, rounded up to the next
 * possible value; its seconds as text, "??" where drives differ; and as a number, 0 where disabled.
 */
uint8_t idle3_code(unsigned seconds);
void idle3_text(uint8_t code, char text[UNITS_TEXT_BYTES]);
double idle3_seconds(uint8_t code);

#endif
