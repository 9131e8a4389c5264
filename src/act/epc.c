// SPDX-License-Identifier: GPL-2.0-or-later
/* Extended Power Conditions: the table of their timers, setting one, entering a condition. */
#include "acts.h"
#include "drive_logs.h"
#include "hang.h"
#include "show.h"

#include <errno.h>

int act_epc_set(struct job *job)
{
	const struct opt_state *apm = &job->req->opt[OPT_APM];
	bool levels = apm->set && apm->value != setting_of(OPT_APM)->off_value;
	int err = act_feature_set(job);

	if (!err && job->opt->value && levels && !job_quiet(job))
		job_note(job, "it turns advanced power management off: -B of the same line has no "
			      "effect");
	return err;
}

/* A log that cannot be read, or that is none, as the failure of a question. */
static int warn_of_log(struct job *job, int err, const struct ata_cmd *cmd)
{
	if (err == -ENODATA && !cmd->res.valid)
		return job_warn(job, err, "log %02Xh holds no power conditions",
				LOG_POWER_CONDITIONS);
	return job_warn_ata(job, err, cmd);
}

int act_epc_get(struct job *job)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct ata_cmd cmd;
	int err = act_setting_get(job);

	if (err || device_identify(job->dev) ||
	    !ata_feature_supported_if_valid(job->dev->id.raw, FEATURE_EPC))
		return err;
	err = device_epc_states(job->dev, states, &cmd);
	if (err)
		return warn_of_log(job, err, &cmd);
	show_power_conditions(states, job->out);
	return 0;
}

/* 0 where the drive has the feature set; otherwise -errno, reported. */
static int supported(struct job *job)
{
	int err = job_identify_silently(job);

	if (err)
		return err;
	if (!ata_feature_supported_if_valid(job->dev->id.raw, FEATURE_EPC))
		return job_fail(job, -EOPNOTSUPP, "the drive has no Extended Power Conditions");
	return 0;
}

/* Most drives refuse all but --epc on then. */
static int fail_set(struct job *job, int err, const struct ata_cmd *cmd)
{
	bool on = ata_feature_enabled(job->dev->id.raw, FEATURE_EPC) || job->req->opt[OPT_EPC].set;

	return job_fail_ata_advised(job, err, cmd,
				    on ? NULL : "--epc on enables the feature set first");
}

static int refuse_time(struct job *job, const char *which, uint32_t limit)
{
	char asked[UNITS_TEXT_BYTES], text[UNITS_TEXT_BYTES];

	epc_timer_text(job->opt->value, asked);
	tenths_text(limit, text);
	return job_refuse(job, -ERANGE, "not set to %s: the drive's %s time is %s", asked, which,
			  text);
}

/* Refuses what the drive's own data bar. 0 or -errno. */
static int check_limits(struct job *job, const struct ata_epc_state *state)
{
	uint64_t value = job->opt->value;

	if (!state->supported)
		return job_refuse(job, -EOPNOTSUPP,
				  "not set: the drive does not have this power condition");
	if (!state->changeable)
		return job_refuse(job, -EOPNOTSUPP,
				  "not set: the drive does not let this timer be changed");
	if (job->opt->flag && !state->saveable)
		return job_refuse(
			job, -EOPNOTSUPP,
			"not set: the drive does not save this timer; leave out \"save\"");
	if (ata_epc_word(value))
		return 0;
	if (value < state->min)
		return refuse_time(job, "shortest", state->min);
	return state->max && value > state->max ? refuse_time(job, "longest", state->max) : 0;
}

static void announce(struct job *job)
{
	const struct opt_state *opt = job->opt;
	char text[UNITS_TEXT_BYTES];

	if (job_quiet(job))
		return;
	epc_timer_text(opt->value, text);
	report_line(job->out, " setting %s to %s%s\n", job_setting(job)->announce, text,
		    opt->flag ? " (saved)" : "");
	if (opt->asked)
		report_line(job->out, " no timer is %s: the next longer one is %s\n", opt->text,
			    text);
}

int act_epc_timer_set(struct job *job)
{
	enum ata_epc condition = epc_condition_of(job->id);
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct ata_cmd cmd;
	int err = supported(job);

	if (err)
		return err;
	announce(job);
	err = device_epc_states(job->dev, states, &cmd);
	if (err && device_hung(job->dev))
		return job_fail_ata(job, err, &cmd);
	if (err)
		job_note(job,
			 "log %02Xh tells nothing: the timer is set without a check of the "
			 "drive's limits",
			 LOG_POWER_CONDITIONS);
	err = err ? 0 : check_limits(job, &states[condition]);
	if (err)
		return err;
	cmd = ata_epc_set(condition, job->opt->value, job->opt->flag);
	err = device_ata(job->dev, &cmd);
	return err ? fail_set(job, err, &cmd) : 0;
}

int act_epc_go(struct job *job)
{
	const struct ata_epc_def *condition = &ata_epc_table[job->opt->value];
	struct ata_cmd cmd = ata_set_feature(FEATURE_EPC_GO_TO, true, condition->id);
	int err = supported(job);

	if (err)
		return err;
	if (!job_quiet(job))
		report_line(job->out, " going to power condition %s\n", condition->name);
	err = device_ata(job->dev, &cmd);
	return err ? fail_set(job, err, &cmd) : 0;
}
