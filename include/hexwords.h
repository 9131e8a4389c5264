/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks of 256 words as text: --Istdout, /proc/ide/hda/identify and dumps of them. Pure. */
#ifndef HDPARM_HEXWORDS_H
#define HDPARM_HEXWORDS_H

#include <stddef.h>
#include <stdint.h>

enum { HEXWORDS_COUNT = 256, HEXWORDS_LINE = 8 };

/*
 * Reads words of four hexadecimal digits from `text` (`bytes` long, no NUL needed) until 256 are
 * found, and writes them to page[512], low byte first. Other lines are skipped. Returns how many
 * words were found; the rest of `page` is undefined.
 */
size_t hexwords_parse(const char *text, size_t bytes, uint8_t page[512]);

/* Line n (0..31) of a page as text: eight words and a newline. */
enum { HEXWORDS_LINE_BYTES = HEXWORDS_LINE * 5 + 1 };
void hexwords_line(const uint8_t page[512], unsigned n, char text[HEXWORDS_LINE_BYTES]);

/* Word n (0..255) of a page. */
uint16_t hexwords_word(const uint8_t page[512], unsigned n);

#endif
