/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text from drives, sysfs and other users, which may hold any bytes. Pure. */
#ifndef HDPARM_CLEAN_TEXT_H
#define HDPARM_CLEAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the well-formed UTF-8 sequence at `at` (Unicode 15 table 3-7), 0 where there is none.
 */
size_t utf8_length(const char *at);

/*
 * Whether the sequence of `n` bytes controls a terminal or misleads a reader: control characters,
 * also U+0080 to U+009F (9Bh starts a control sequence), characters that change the direction of
 * writing, those without width, and line separators.
 */
bool utf8_acts(const char *at, size_t n);

/* Replaces each of these, and each byte that is not UTF-8, by '?': the text may become shorter. */
void utf8_clean(char *text);

#endif
