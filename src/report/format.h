/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A faster printf for common conversions: -I prints a hundred lines. */
#ifndef HDPARM_REPORT_FORMAT_H
#define HDPARM_REPORT_FORMAT_H

#include "report.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Format %s %c %u %d %x %X and %% with the flags '-' and '0' and a width, numbers with the lengths
 * l and ll, and %u %x %X with z, as vsnprintf() does. No NUL is written; *bytes is the length.
 * False, with an undefined result, for other conversions, for a `text` that is too small, and for
 * NULL as the string of %s. `args` may be used again.
 */
bool format_plain(char *text, size_t size, size_t *bytes, const char *fmt, va_list args);

/* Do vfprintf() and fprintf(), faster for the formats of format_plain(). */
void format_vprint(FILE *out, const char *fmt, va_list args) REPORT_PRINTF(2, 0);
void format_print(FILE *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

#endif
