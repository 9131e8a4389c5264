/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Characters, words and numbers in texts, independent of the locale. No I/O. */
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

/*
 * word_begins(): true if the first `n` characters of two words are equal, or the words are equal.
 * word_is(): true if the words are equal. Both ignore the case of ASCII letters.
 */
bool word_begins(const char *a, const char *b, size_t n);
bool word_is(const char *a, const char *b);

/*
 * Copy `bytes` characters of a text to out[size], with "%xx" for blanks, control characters, '%',
 * '=' and bytes outside ASCII. A text that does not fit is truncated.
 */
void text_encode(const char *text, size_t bytes, char *out, size_t size);

/*
 * Copy a field of `bytes` characters as text for people: up to its first NUL, without blanks at
 * both ends; unprintable bytes become '?'. `text` needs room for `bytes` + 1. Return the length.
 */
size_t ascii_shown(const char *field, size_t bytes, char *text);

/*
 * Read decimal numbers as the kernel writes them, separated by blanks or a colon: "   3   4",
 * "8:16". Return the count of numbers read, at most `most`.
 */
size_t numbers_read(const char *text, uint64_t *numbers, size_t most);

/* Return the length of the well-formed UTF-8 sequence at `at` (Unicode 15 table 3-7), or 0. */
size_t utf8_length(const char *at);

/*
 * True if the UTF-8 sequence of `n` bytes controls a terminal or misleads a reader, such as a
 * control character, a character that changes the direction of writing, or a line separator.
 */
bool utf8_acts(const char *at, size_t n);

/*
 * Replace each character for which utf8_acts() is true, and each byte that is not UTF-8, by '?'.
 * The text may become shorter.
 */
void utf8_clean(char *text);

/* --- texts and codes of sizes, standby timers, times, transfer modes and the idle3 timer --- */

/* Size of a buffer for the text of a function below, with its NUL. */
enum { UNITS_TEXT_BYTES = 64 };

/* Write a size with three digits, in powers of 1000 as manufacturers count: "4.00 TB". */
void size_text(uint64_t bytes, char text[UNITS_TEXT_BYTES]);

/*
 * Write the meaning of a standby timer code 0 to 255 (ACS-4 table 50): "off", "5 seconds", "1
 * minute + 5 seconds", "vendor-specific".
 */
void standby_timer_text(unsigned code, char text[UNITS_TEXT_BYTES]);

/* Return the seconds of a standby timer code; 0: off, vendor-specific (253) or reserved (254). */
unsigned standby_timer_seconds(unsigned code);

/*
 * Return the code of the shortest standby timer that is at least `seconds`. Return 0 for 0 seconds,
 * and for more than 330 minutes, the longest time that has a code.
 */
unsigned standby_timer_code(uint64_t seconds);

/* True if a word is a unit of time, such as "min", or "days", which no option accepts. */
bool is_time_unit(const char *word);

/*
 * Parse a time into seconds, as "90s", "20m" or "1h30min" (also sec, second, min, minute, hr, hour
 * and their plurals; any case). False for other words, such as a number without a unit.
 */
bool time_seconds(const char *word, uint64_t *seconds);

/*
 * Parse a time, as time_seconds() does, or a multiple of 100 milliseconds, such as "500ms", into
 * units of 100 ms. False for other words.
 */
bool time_tenths(const char *word, uint64_t *tenths);

/*
 * Write a time, given in units of 100 ms, in at most 8 characters: "0.5 s", "20 min", "2.5 h". A
 * time of 10000 s or more may be rounded.
 */
void tenths_text(uint32_t tenths, char text[UNITS_TEXT_BYTES]);

/* Write the meaning of a transfer mode code of SET FEATURES, 0 to 255 (ACS-4 table 138). */
void transfer_mode_text(unsigned code, char text[UNITS_TEXT_BYTES]);

/*
 * Set *code to the transfer mode with this name: pio, sdma, mdma or udma, in capital or small
 * letters, and a digit from 0 to 7. False for another word.
 */
bool transfer_mode_code(const char *name, unsigned *code);

/*
 * The idle3 timer of Western Digital drives. idle3_code(): return the timer's byte for 0 to 300
 * seconds, rounded up to the next possible time. idle3_text(): write the meaning of a byte.
 * idle3_seconds(): return the time of a byte in seconds, for newer drives; 0: disabled.
 */
uint8_t idle3_code(unsigned seconds);
void idle3_text(uint8_t code, char text[UNITS_TEXT_BYTES]);
double idle3_seconds(uint8_t code);

#endif
