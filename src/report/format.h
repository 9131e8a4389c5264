/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common conversions of printf, faster: -I prints a hundred lines with them. */
#ifndef HDPARM_REPORT_FORMAT_H
#define HDPARM_REPORT_FORMAT_H

#include "report.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Formats %s %c %u %d %x %X and %% with the flags '-' and '0', a width, and the lengths l, ll and
 * z, as vsnprintf() would. False, with an undefined result, if `fmt` has another conversion or
 * `text` is too small. Otherwise *bytes is the length; no NUL is added. `args` may be used again.
 */
bool format_plain(char *text, size_t size, size_t *bytes, const char *fmt, va_list args);

/* vfprintf() and fprintf(), faster for formats that format_plain() can do. */
void format_vprint(FILE *out, const char *fmt, va_list args) REPORT_PRINTF(2, 0);
void format_print(FILE *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

#endif
