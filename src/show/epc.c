// SPDX-License-Identifier: GPL-2.0-or-later
/* Show the Extended Power Conditions: a line of text and a JSON object for each condition. */
#include "show.h"
#include "units.h"

#include <stdio.h>

static void show_ms(struct report *out, const char *key, uint64_t ms)
{
	if (ms)
		report_u64(out, key, ms, NO_TEXT);
	else
		report_null(out, key, NO_TEXT);
}

static void show_timer(struct report *out, const char *key, const struct ata_epc_timer *timer)
{
	report_section_begin(out, key);
	report_bool(out, "enabled", ata_epc_effective(timer), NO_TEXT);
	report_u64(out, "time_ms", (uint64_t)timer->time * 100, NO_TEXT);
	report_section_end(out);
}

static void show_row(struct report *out, const char *name, const struct ata_epc_state *state)
{
	const uint32_t times[] = { ata_epc_effective(&state->current),
				   ata_epc_effective(&state->initial),
				   ata_epc_effective(&state->saved),
				   (uint32_t)((state->recovery_ms + 99) / 100),
				   state->min,
				   state->max };
	enum { TIMERS = 3 };
	char text[UNITS_TEXT_BYTES];

	if (!state->supported) {
		report_line(out, " %-10snot supported\n", name);
		return;
	}
	report_line(out, " %-10s", name);
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		if (times[i])
			tenths_text(times[i], text);
		else
			snprintf(text, sizeof(text), i < TIMERS ? "off" : "-");
		report_line(out, "%-9s", text);
	}
	report_line(out, "%-4s%s\n", state->changeable ? "yes" : "no",
		    state->saveable ? "yes" : "no");
}

void show_power_conditions(const struct ata_epc_state states[ATA_EPC_COUNT], struct report *out)
{
	report_line(out, " %-10s%-9s%-9s%-9s%-9s%-9s%-9s%-4s%s\n", "condition", "current",
		    "default", "saved", "recovery", "minimum", "maximum", "set", "save");
	report_section_begin(out, "power_conditions");
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		const struct ata_epc_state *state = &states[i];

		report_section_begin(out, ata_epc_table[i].name);
		report_bool(out, "supported", state->supported, NO_TEXT);
		if (state->supported) {
			show_timer(out, "current", &state->current);
			show_timer(out, "default", &state->initial);
			show_timer(out, "saved", &state->saved);
			show_ms(out, "recovery_ms", state->recovery_ms);
			show_ms(out, "minimum_ms", UINT64_C(100) * state->min);
			show_ms(out, "maximum_ms", UINT64_C(100) * state->max);
			report_bool(out, "changeable", state->changeable, NO_TEXT);
			report_bool(out, "saveable", state->saveable, NO_TEXT);
		}
		report_section_end(out);
		show_row(out, ata_epc_table[i].name, &states[i]);
	}
	report_section_end(out);
}
