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
 * Whether the sequence of `n` bytes acts on a terminal, or deceives its reader, in place of being
 * read: control characters, also U+0080 to U+009F, which 9Bh is for, what turns the direction of
 * writing, what has no width, and separators of lines.
 */
bool utf8_acts(const char *at, size_t n);

/* Replaces each of these, and each byte that is no UTF-8, by '?': the text may become shorter. */
void utf8_clean(char *text);

#endif
