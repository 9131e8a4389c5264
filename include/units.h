/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts and codes of standby timers, times, transfer modes and the idle3 timer. Pure. */
#ifndef HDPARM_UNITS_H
#define HDPARM_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
