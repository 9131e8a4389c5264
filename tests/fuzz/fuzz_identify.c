/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The IDENTIFY decoder and the output of its results, as text and as JSON. Input: 512 bytes of
 * IDENTIFY data, then, if there are so many, 512 of log 2Fh and 512 of log 30h page 08h. */
#include "fuzz.h"
#include "report.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 512 };

/* Every byte for a terminal is printable, or a newline or tab of the layout. */
static void check_text(const char *text, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c != '\n' && c != '\t' && (c < ' ' || c >= 0x7f))
			abort();
	}
}

static void show(const struct identify *id, bool json)
{
	struct report out;
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);

	if (!stream)
		abort();
	if (json && report_json(&out, stream, stream))
		abort();
	if (!json)
		out = report_text(stream, stream);
	out.verbose = true;
	report_device_begin(&out, "-", true);
	show_identify(id, &out);
	show_identify_short(id, id->raw[1], &out);
	report_device_end(&out);
	report_finish(&out, 0);
	fclose(stream);
	check_text(text, bytes);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	uint8_t pages[3][PAGE] = { { 0 } };
	struct id_input input = { .identify = pages[0] };
	struct identify id;

	if (bytes > sizeof(pages))
		bytes = sizeof(pages);
	memcpy(pages, data, bytes);
	if (bytes >= 2 * PAGE)
		input.sector_configuration = pages[1];
	if (bytes == 3 * PAGE)
		input.sata = pages[2];
	identify_decode(&input, &id);
	show(&id, false);
	show(&id, true);
	return 0;
}
