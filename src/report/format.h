/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The common conversions of printf, at a fraction of its cost: -I makes a hundred lines of them. */
#ifndef HDPARM_REPORT_FORMAT_H
#define HDPARM_REPORT_FORMAT_H

#include "report.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Formats %s %c %u %d %x %X and %% with the flags '-' and '0', a width, and the lengths l, ll and
 * z, as vsnprintf() would. False, with nothing to be used, where `fmt` asks for anything else or
 * `text` is too small. Else *bytes is the length; no NUL is added. `args` may be used again.
 */
bool format_plain(char *text, size_t size, size_t *bytes, const char *fmt, va_list args);

/* As vfprintf() and fprintf(), quicker where format_plain() suffices. */
void format_vprint(FILE *out, const char *fmt, va_list args) REPORT_PRINTF(2, 0);
void format_print(FILE *out, const char *fmt, ...) REPORT_PRINTF(2, 3);

#endif
