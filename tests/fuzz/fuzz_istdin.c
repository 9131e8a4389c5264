/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of --Istdin, and the output of --Istdout for the same data. */
#include "fuzz.h"
#include "act/hexwords.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	enum { LINES = HEXWORDS_COUNT / HEXWORDS_LINE, LINE = HEXWORDS_LINE_BYTES - 1 };
	uint8_t page[512], again[512] = { 0 };
	char text[LINES * LINE + 1];
	char *copy = malloc(bytes ? bytes : 1);
	size_t words;

	if (!copy)
		abort();
	/* a copy of the exact size: a sanitizer detects a read beyond it */
	if (bytes)
		memcpy(copy, data, bytes);
	memset(page, 0xee, sizeof(page));
	words = hexwords_parse(copy, bytes, page);
	free(copy);
	if (words > HEXWORDS_COUNT)
		abort();
	for (unsigned n = 0; n < LINES; n++)
		hexwords_line(page, n, text + (size_t)LINE * n);
	if (hexwords_parse(text, sizeof(text) - 1, again) != HEXWORDS_COUNT ||
	    memcmp(page, again, sizeof(page)) != 0)
		abort();
	return 0;
}
