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
 * Format as vsnprintf() does, without a NUL; *bytes is the length. `args` may be used again. False,
 * with an undefined result, for an uncommon conversion, a full buffer, or NULL for %s.
 */
bool format_plain(char *text, size_t size, size_t *bytes, const char *fmt, va_list args);

/*
 * Print as vfprintf() and fprintf() do, faster for the formats of format_plain(). With the format
 * "%s", the string must not be NULL.
 */
void format_vprint(FILE *out, const char *fmt, va_list args) REPORT_PRINTF(2, 0);
void format_print(FILE *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

#endif
