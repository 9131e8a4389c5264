// SPDX-License-Identifier: GPL-2.0-or-later
/* Extended Power Conditions: their options, and timers read back. */
#include "epc_log.h"
#include "drive_logs.h"

#include <stdio.h>

enum ata_epc epc_condition_of(enum opt_id id)
{
	return (enum ata_epc)(id - OPT_EPC_IDLE_A);
}

void epc_timer_text(uint64_t value, char text[UNITS_TEXT_BYTES])
{
	const char *word = value == ATA_EPC_UNSAVED ? "not saved" : ata_epc_word(value);

	if (word)
		snprintf(text, UNITS_TEXT_BYTES, "%s", word);
	else
		tenths_text((uint32_t)value, text);
}

enum knowledge epc_timer_read(struct job *job, uint64_t *value)
{
	const struct opt_state *opt = &job->req->opt[job->id];
	struct ata_epc_state states[ATA_EPC_COUNT];
	const struct ata_epc_state *state = &states[epc_condition_of(job->id)];
	struct ata_cmd cmd;

	if (device_identify(job->dev))
		return NOT_KNOWN;
	if (!ata_feature_supported_if_valid(job->dev->id.raw, FEATURE_EPC))
		return NO_SUCH_FEATURE;
	if (device_epc_states(job->dev, states, &cmd))
		return NOT_KNOWN;
	if (ata_epc_is(state, opt->value, opt->flag))
		*value = opt->value;
	else if (ata_epc_is(state, opt->value, false))
		*value = ATA_EPC_UNSAVED;
	else
		*value = ata_epc_effective(&state->current);
	return KNOWN;
}
