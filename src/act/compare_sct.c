// SPDX-License-Identifier: GPL-2.0-or-later
/* Compares the settings of SCT with a request; the kernel's time limit stands for one of them. */
#include "compare_parts.h"
#include "acts.h"
#include "block.h"
#include "drive_logs.h"
#include "sct_send.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put_recovery(const struct sct_values *values, char text[COMPARED_TEXT_BYTES])
{
	for (unsigned i = 0; i < SCT_PARTS; i++) {
		unsigned units = values->part[i];

		if (i && units == values->part[0])
			return;
		compared_add(text, "%s", i ? "," : "");
		if (!units)
			compared_add(text, "off");
		else if (units % SCT_UNITS_PER_S)
			compared_add(text, "%u.%us", units / SCT_UNITS_PER_S,
				     units % SCT_UNITS_PER_S);
		else
			compared_add(text, "%us", units / SCT_UNITS_PER_S);
	}
}

/* Nothing is asked while another SCT command runs. */
static enum knowledge ask_sct(struct job *job, enum sct_operation get, struct sct_values *values)
{
	struct sct_failure failure;
	uint8_t page[SCT_BYTES];
	struct sct_status status;
	struct ata_cmd cmd;

	if (device_sct_status(job->dev, page, &cmd))
		return NOT_KNOWN;
	sct_status_decode(page, &status);
	if (status.busy || sct_ask_values(job, get, values, &failure))
		return NOT_KNOWN;
	return KNOWN;
}

static enum knowledge compare_recovery(struct job *job, struct compared *c)
{
	const struct recovery_value wanted = recovery_unpack(job->opt->value);
	struct sct_values now, kept;

	if (ask_sct(job, sct_def(job)->get, &now) != KNOWN)
		return NOT_KNOWN;
	put_recovery(&now, c->actual);
	if (wanted.restore) {
		compared_put(c->why, "no command asks for the maker's default");
		return NOT_KNOWN;
	}
	if (memcmp(now.part, wanted.units, sizeof(now.part)) != 0)
		return KNOWN;
	if (job->opt->flag && ask_sct(job, sct_def(job)->get_kept, &kept) != KNOWN)
		return NOT_KNOWN;
	if (!job->opt->flag || !memcmp(kept.part, wanted.units, sizeof(kept.part)))
		c->result = COMPARED_SAME;
	else
		compared_add(c->actual, ", not at power-on");
	return KNOWN;
}

/* The drive has no recovery times: the kernel's time limit stands for them. */
static enum knowledge compare_otherwise(struct job *job, struct compared *c)
{
	uint32_t limit = recovery_unpack(job->opt->value).otherwise_s;
	uint64_t now;

	if (!limit)
		return NO_SUCH_FEATURE;
	if (block_command_timeout(job->dev, &now))
		return NOT_KNOWN;
	compared_put(c->actual, "command_timeout %" PRIu64, now);
	if (now == limit)
		c->result = COMPARED_SAME;
	return KNOWN;
}

enum knowledge compare_sct(struct job *job, struct compared *c)
{
	enum sct_setting setting = job_setting(job)->sct;
	struct sct_values now;
	const char *state;

	if (device_identify(job->dev))
		return setting == SCT_ERROR_RECOVERY && device_language(job->dev)
			       ? compare_otherwise(job, c)
			       : NOT_KNOWN;
	if (!sct_supported(job->dev->id.raw, setting))
		return setting == SCT_ERROR_RECOVERY ? compare_otherwise(job, c) : NO_SUCH_FEATURE;
	if (setting == SCT_ERROR_RECOVERY)
		return compare_recovery(job, c);
	if (ask_sct(job, sct_def(job)->get, &now) != KNOWN)
		return NOT_KNOWN;
	state = sct_state_name(setting, now.part[SCT_PART_STATE]);
	if (!state)
		return NOT_KNOWN;
	compared_put(c->actual, "%s%s", state, now.part[SCT_PART_KEPT] ? ",keep" : "");
	if (now.part[SCT_PART_STATE] == job->opt->value &&
	    now.part[SCT_PART_KEPT] == job->opt->flag)
		c->result = COMPARED_SAME;
	return KNOWN;
}
