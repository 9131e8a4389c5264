/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Characters, words and numbers in texts, independent of the locale; texts and codes of times,
 * sizes and transfer modes.
 */
#ifndef HDPARM_TEXT_H
#define HDPARM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Return the string after the NUL of `text`: tables keep several strings in one literal. */
static inline const char *string_behind(const char *text)
{
	return text + strlen(text) + 1;
}

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* True for a blank, \t, \n, \v, \f or \r. */
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

/* Return the value of a hexadecimal digit, with 'A' or 'a' for 10; -1 for another character. */
static inline int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	c = small_letter(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Return the value of two hexadecimal digits; -1 for other characters. */
static inline int hex_byte(const char *digits)
{
	int high = hex_digit(digits[0]), low = high < 0 ? -1 : hex_digit(digits[1]);

	return low < 0 ? -1 : high << 4 | low;
}

/* True if two words are equal in the first `n` characters; the case of ASCII letters is ignored. */
bool word_begins(const char *a, const char *b, size_t n);
/* True if two words are equal; the case of ASCII letters is ignored. */
bool word_is(const char *a, const char *b);

/* Return strerror(err), or clearer words for an errno that it describes by another use. */
const char *error_words(int err);

/*
 * Copy `bytes` bytes to out[size], with %xx for blanks, '%', '=' and bytes that are not printable
 * ASCII. Stop if fewer than 4 bytes are left in `out`.
 */
void text_encode(const char *text, size_t bytes, char *out, size_t size);

/*
 * Copy a field of `bytes` characters as text for people: up to the first NUL, without leading or
 * trailing blanks; unprintable bytes become '?'. `text` needs room for `bytes` + 1. Return the
 * length of the text.
 */
size_t ascii_shown(const char *field, size_t bytes, char *text);

/* Read decimal numbers such as " 3 4" or "8:16"; return the count, at most `most`. */
size_t numbers_read(const char *text, uint64_t *numbers, size_t most);

/* Return the length of the well-formed UTF-8 sequence at `at` (Unicode 15 table 3-7), or 0. */
size_t utf8_length(const char *at);

/* True if the UTF-8 character at[0..n-1] controls a terminal or misleads, as line separators do. */
bool utf8_acts(const char *at, size_t n);

/* Replace by '?' each character for which utf8_acts() is true, and bytes that are not UTF-8. */
void utf8_clean(char *text);

/* --- texts and codes of sizes, standby timers, times, transfer modes and the idle3 timer --- */

enum { UNITS_TEXT_BYTES = 64 };

/* Write a size with three digits, in powers of 1000 as manufacturers count: "4.00 TB". */
void size_text(uint64_t bytes, char text[UNITS_TEXT_BYTES]);

/* Write the meaning of a standby timer code 0 to 255 (ACS-4 IDLE), as "5 seconds". */
void standby_timer_text(unsigned code, char text[UNITS_TEXT_BYTES]);

/* Return the seconds of a standby timer code; 0: off, vendor-specific (253) or reserved (254). */
unsigned standby_timer_seconds(unsigned code);

/* Return the code of the shortest standby timer of at least `seconds`; 0: no such timer, or 0 s. */
unsigned standby_timer_code(uint64_t seconds);

/*
 * True for a unit that time_seconds() takes, such as "min"; and for "ms", "day", "days", "week" and
 * "weeks".
 */
bool is_time_unit(const char *word);

/* Parse a time such as "90s", "20m" or "1h30min". False for other words, such as "90". */
bool time_seconds(const char *word, uint64_t *seconds);

/* Parse a time, or a multiple of 100 ms such as "500ms", into units of 100 ms. False: neither. */
bool time_tenths(const char *word, uint64_t *tenths);

/*
 * Write a time, given in units of 100 ms, in at most 8 characters, as "2.5 h". A time of 10000 s or
 * more may be rounded.
 */
void tenths_text(uint32_t tenths, char text[UNITS_TEXT_BYTES]);

/* Write a duration as hours, minutes and seconds, as "1:02:03". Return `text`. */
const char *clock_text(uint64_t seconds, char text[UNITS_TEXT_BYTES]);

/* Write the meaning of a transfer mode code of SET FEATURES, 0 to 255 (ACS-4). */
void transfer_mode_text(unsigned code, char text[UNITS_TEXT_BYTES]);

/*
 * Find the code of a transfer mode, such as "pio0" or "UDMA7": pio, sdma, mdma or udma, and 0 to 7.
 * False: no such mode.
 */
bool transfer_mode_code(const char *name, unsigned *code);

/*
 * The idle3 timer of Western Digital drives. idle3_code(): the byte for 0 to 300 seconds, rounded
 * up. idle3_seconds(): the seconds that newer drives count for a byte; 0: disabled.
 */
uint8_t idle3_code(unsigned seconds);
void idle3_text(uint8_t code, char text[UNITS_TEXT_BYTES]);
double idle3_seconds(uint8_t code);

#endif
