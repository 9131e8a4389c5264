// SPDX-License-Identifier: GPL-2.0-or-later
/* The texts of a comparison. */
#include "compare_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void compared_put(char text[COMPARED_TEXT_BYTES], const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, COMPARED_TEXT_BYTES, fmt, args);
	va_end(args);
}

void compared_add(char text[COMPARED_TEXT_BYTES], const char *fmt, ...)
{
	size_t n = strlen(text);
	va_list args;

	va_start(args, fmt);
	vsnprintf(text + n, COMPARED_TEXT_BYTES - n, fmt, args);
	va_end(args);
}

void compared_put_tenths(uint64_t tenths, char text[COMPARED_TEXT_BYTES])
{
	if (!tenths)
		compared_put(text, "off");
	else if (tenths % 600 == 0)
		compared_put(text, "%" PRIu64 "min", tenths / 600);
	else if (tenths % 10 == 0)
		compared_put(text, "%" PRIu64 "s", tenths / 10);
	else
		compared_put(text, "%" PRIu64 "ms", tenths * 100);
}
