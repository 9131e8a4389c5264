/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sizes, times, standby timers and transfer modes as text, and their codes. */
#ifndef HDPARM_UNITS_H
#define HDPARM_UNITS_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
