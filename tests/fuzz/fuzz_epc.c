/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decoder of the log of Extended Power Conditions, and the table that shows it. Input: pages
 * 00h and 01h, 1024 bytes. Each line fits in 80 columns, and each timer can be set again, to no
 * shorter time.
 */
#include "fuzz.h"
#include "report.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 512, COLUMNS = 79 };

static void check_lines(const char *text)
{
	for (size_t n; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		if (n > COLUMNS)
			abort();
		for (size_t i = 0; i < n; i++) {
			if (text[i] < ' ' || text[i] > '~')
				abort();
		}
	}
}

static void show(const struct ata_epc_state *states, bool json)
{
	struct report out;
	char *text = NULL;
	size_t bytes = 0;
	FILE *stream = open_memstream(&text, &bytes);

	if (!stream || (json && report_json(&out, stream, stream)))
		abort();
	if (!json)
		out = report_text(stream, stream);
	report_device_begin(&out, "-", true);
	show_power_conditions(states, &out);
	report_device_end(&out);
	report_finish(&out, 0);
	fclose(stream);
	if (!json)
		check_lines(text);
	free(text);
}

static void set_again(const struct ata_epc_state *state)
{
	uint64_t time = ata_epc_rounded(state->current.time);
	struct ata_epc_state after = *state;

	if (!time)
		return;
	if (time < state->current.time || ata_epc_word(time))
		abort();
	after.current.enabled = true;
	after.current.time = (uint32_t)time;
	if (!ata_epc_is(&after, time, false))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	uint8_t pages[2][PAGE] = { { 0 } };

	memcpy(pages, data, bytes < sizeof(pages) ? bytes : sizeof(pages));
	if (!ata_epc_decode(pages[0], pages[1], states))
		return 0;
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++)
		set_again(&states[i]);
	show(states, false);
	show(states, true);
	return 0;
}
