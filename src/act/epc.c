// SPDX-License-Identifier: GPL-2.0-or-later
/* Extended Power Conditions: the table of their timers, setting one, entering a condition. */
#include "acts.h"
#include "show.h"

#include <errno.h>

int act_epc_set(struct job *job)
{
	const struct opt_state *apm = &job->req->opt[OPT_APM];
	bool levels = apm->set && apm->value != setting_of(OPT_APM)->off_value, timers = false;
	int err;

	setting_announce(job);
	err = drive_set_epc(&job->drive, standby_apart(job->req), job->opt->value != 0);
	for (unsigned id = OPT_EPC_IDLE_A; id <= OPT_EPC_STANDBY_Z; id++)
		timers |= job->req->opt[id].set && job->req->opt[id].value;
	/* the timers of the same line turn the conditions on */
	if (err == -ENODATA && timers)
		return 0;
	err = feature_end_set(job, err);
	if (!err && job->opt->value && levels && !drive_ops_of(&job->drive)->epc_by_timers &&
	    !job_quiet(job))
		job_note(job, "it turns advanced power management off: -B of the same line has no "
			      "effect");
	return err;
}

int act_epc_get(struct job *job)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct observed now;
	int err = setting_show(job, &now);

	if (err || now.known != KNOWN)
		return err;
	err = drive_conditions(&job->drive, CONDITIONS_ALL, states);
	if (err)
		return job_warn_drive(job, err);
	show_power_conditions(states, job->out);
	return 0;
}

int check_conditions(struct job *job)
{
	int err = job_check_identity(job);

	if (err)
		return err;
	err = drive_has_conditions(&job->drive);
	return err ? job_fail_drive(job, err) : 0;
}

/* Most ATA drives refuse all but --epc on then. */
static int fail_set(struct job *job, int err)
{
	bool on = drive_ops_of(&job->drive)->epc_by_timers ||
		  ata_feature_enabled(job->dev->id.raw, FEATURE_EPC) || job->req->opt[OPT_EPC].set;

	return job_fail_drive_advised(job, err,
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

/* Refuse what the drive's own data bar. 0 or -errno. */
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

/* Refuse what an ATA drive's log bars. The drive takes the timer without its log, too. */
static int check_log(struct job *job, enum ata_epc condition)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	int err = drive_conditions(&job->drive, CONDITIONS_ALL, states);

	if (!err)
		return check_limits(job, &states[condition]);
	if (device_hung(job->dev))
		return job_fail_drive(job, err);
	job_note(job,
		 "log %02Xh has no valid data: the timer is set without a check of the drive's "
		 "limits",
		 LOG_POWER_CONDITIONS);
	return 0;
}

int act_epc_timer_set(struct job *job)
{
	enum ata_epc condition = epc_condition_of(job->id);
	const struct opt_state *opt = job->opt;
	char text[UNITS_TEXT_BYTES];
	int err;

	if (!job_quiet(job)) {
		epc_timer_text(opt->value, text);
		report_line(job->out, " setting %s to %s%s\n", job_setting(job)->announce, text,
			    opt->flag ? " (saved)" : "");
		if (opt->asked)
			report_line(job->out, " no timer is %s: the next longer one is %s\n",
				    opt->text, text);
	}
	err = drive_ops_of(&job->drive)->epc_by_timers ? 0 : check_log(job, condition);
	if (err)
		return err;
	err = drive_set_condition(&job->drive, condition, opt->value, opt->flag);
	return err ? fail_set(job, err) : 0;
}

int act_epc_go(struct job *job)
{
	enum ata_epc condition = (enum ata_epc)job->opt->value;
	int err;

	job_say(job, " going to power condition %s\n", ata_epc_table[condition].name);
	err = drive_go_to(&job->drive, condition);
	return err ? fail_set(job, err) : 0;
}
