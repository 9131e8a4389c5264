/* SPDX-License-Identifier: GPL-2.0-or-later */
/* IDENTIFY data as text: --Istdout, /proc/ide/hda/identify and dumps of them. */
#ifndef HDPARM_HEXWORDS_H
#define HDPARM_HEXWORDS_H

#include <stddef.h>
#include <stdint.h>

enum { HEXWORDS_COUNT = 256, HEXWORDS_BYTES = 2 * HEXWORDS_COUNT, HEXWORDS_LINE = 8 };

/*
 * Read words of four hexadecimal digits from text[bytes] into data[HEXWORDS_BYTES], low byte first.
 * A line counts if it consists of words, begins with at least four words, or has the 256th word.
 * Return the number of words found, at most 256; the rest of `data` is undefined.
 */
size_t hexwords_parse(const char *text, size_t bytes, uint8_t data[HEXWORDS_BYTES]);

enum { HEXWORDS_LINE_BYTES = HEXWORDS_LINE * 5 + 1 };

/* Write line n (0 to 31) of the data: eight words, a newline and a NUL. */
void hexwords_line(const uint8_t data[HEXWORDS_BYTES], unsigned n, char text[HEXWORDS_LINE_BYTES]);

/* Return word n (0 to 255) of the data. */
uint16_t hexwords_word(const uint8_t data[HEXWORDS_BYTES], unsigned n);

#endif
