// SPDX-License-Identifier: GPL-2.0-or-later
/* -C: the power mode, and how it was found out. */
#include "acts.h"
#include "power.h"

#include <errno.h>

static const char *const source_names[] = {
	[POWER_UNKNOWN] = NULL,
	[POWER_BY_CHECK] = "check_power_mode",
	[POWER_BY_SENSE] = "request_sense",
	[POWER_BY_RUNTIME] = "runtime_status",
};

static void show(struct job *job, const struct power_state *state)
{
	const char *key = option_table[job->id].key;
	struct report *out = job->out;

	if (!state->source) {
		report_null(out, key, " drive state is:  %s\n", state->mode);
		report_null(out, "power_condition", NO_TEXT);
		report_null(out, "power_source", NO_TEXT);
		return;
	}
	report_string(out, key, state->mode, " drive state is:  %s\n", state->mode);
	report_string(out, "power_condition", state->condition, NO_TEXT);
	report_string(out, "power_source", source_names[state->source], NO_TEXT);
	if (out->verbose)
		report_notice(out, "power condition %s, by %s", state->condition,
			      source_names[state->source]);
}

int act_power_mode(struct job *job)
{
	struct power_state state;

	if (!job->dev)
		state = power_suspended();
	else
		device_power(job->dev, &state);
	show(job, &state);
	if (state.source)
		return 0;
	if (state.reason)
		return job_doubt(job, state.err ? state.err : -ENODATA,
				 "CHECK POWER MODE failed: %s", state.reason);
	/* 9.65 reads descriptor sense alone and took the rest for an answer: scripts saw 0 */
	return state.fixed_sense ? job_doubt_ata(job, state.err, &state.cmd)
				 : job_fail_ata(job, state.err, &state.cmd);
}
