// SPDX-License-Identifier: GPL-2.0-or-later
/* Power modes, timers, and the flush of the drive's cache. */
#include "acts.h"
#include "device.h"
#include "drive.h"
#include "identify.h"
#include "show.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

const struct plain_command command_sleep = {
	.id = ATA_SLEEP,
	.older = ATA_SLEEP_OLD,
	.announce = " issuing sleep command\n",
};
const struct plain_command command_idle_immediate = {
	.id = ATA_IDLE_IMMEDIATE,
	.older = ATA_IDLE_IMMEDIATE,
	.announce = " issuing idle_immediate command\n",
};
const struct plain_command command_seagate_powersave_off = {
	.id = ATA_SEAGATE_POWERSAVE_OFF,
	.older = ATA_SEAGATE_POWERSAVE_OFF,
	.announce = " disabling Seagate auto powersaving mode\n",
};

const struct plain_command command_dco_freeze = {
	.id = ATA_DCO_FREEZE_LOCK,
	.older = ATA_DCO_FREEZE_LOCK,
	.announce = " issuing DCO freeze command\n",
};

int act_plain_command(struct job *job)
{
	const struct plain_command *row = job->row;
	int err;

	job_say(job, "%s", row->announce);
	err = drive_send_either(&job->drive, row->id, row->older);
	return err ? job_fail_drive(job, err) : 0;
}

int act_standby(struct job *job)
{
	int err;

	job_say(job, " issuing standby command\n");
	err = drive_standby(&job->drive);
	return err ? job_fail_drive(job, err) : 0;
}

static bool wants_notes(const struct job *job)
{
	return (job->out->verbose || job->out->err_terminal) && !job_quiet(job);
}

static bool epc_is_on(struct job *job)
{
	return !device_identify(job->dev, ATA_QUIET_WARNINGS) &&
	       ata_feature_supported_if_valid(job->dev->id.raw, FEATURE_EPC) &&
	       ata_feature_enabled(job->dev->id.raw, FEATURE_EPC);
}

/* True if -S shall be proved by the timer of standby_z: EPC is on, and stays as it is. */
static bool has_standby_z(struct job *job)
{
	const struct request *req = job->req;

	if (!(wants_notes(job) || job->out->structured || req->from_block) ||
	    !job_reads_back(job) || job->opt->flag || req->opt[OPT_EPC].set ||
	    req->opt[OPT_EPC_STANDBY_Z].set)
		return false;
	/* an APM level may have turned Extended Power Conditions off: ask again */
	if (epc_is_on(job) && req->opt[OPT_APM].set)
		device_forget(job->dev);
	return epc_is_on(job);
}

/* A failure is not reported: the drive may lack the log. */
static bool read_standby_z(struct job *job, struct ata_epc_state *z)
{
	struct ata_epc_state states[ATA_EPC_COUNT];

	if (drive_conditions(&job->drive, CONDITIONS_ALL, states)) {
		device_forget_failure(job->dev);
		return false;
	}
	*z = states[ATA_EPC_STANDBY_Z];
	return z->supported;
}

static void standby_z_text(uint32_t tenths, char text[UNITS_TEXT_BYTES])
{
	unsigned code = standby_timer_code(tenths / 10);

	if (standby_timer_seconds(code) * UINT64_C(10) == tenths)
		standby_timer_text(code, text);
	else
		tenths_text(tenths, text);
}

/* True if `now` is the limit of the timer that a drive takes in place of `wanted`. */
static bool is_limit(const struct ata_epc_state *z, uint32_t wanted, uint32_t now)
{
	return (wanted && wanted < z->min && now == z->min) ||
	       (z->max && wanted > z->max && now == z->max);
}

/*
 * A note only, and a status as without a read-back, if just the terminal or --verbose asked for it.
 * -EOPNOTSUPP: for a block that names no drive, such a drive lacks the timer; JSON has the outcome.
 */
static int tell_ignored(struct job *job, const char *is)
{
	char setter[COMPARED_TEXT_BYTES], text[UNITS_TEXT_BYTES + COMPARED_TEXT_BYTES + 64];

	standby_z_setter(job, setter);
	snprintf(text, sizeof(text), "the drive ignored it: standby_z is still %s; %s sets it", is,
		 setter);
	if (!job->out->structured && !job->req->from_block) {
		job_note(job, "%s", text);
		return 0;
	}
	job->proof = DISPROVED;
	return job_refuse(job, job->opt->general && !job->out->structured ? -EOPNOTSUPP : -EIO,
			  "%s", text);
}

/*
 * In some drives with Extended Power Conditions -S sets the timer of standby_z, others ignore -S.
 * `before`: this timer before -S; NULL: not known.
 */
static int judge_standby_z(struct job *job, const struct standby_time *time,
			   const struct ata_epc_state *before)
{
	bool stated = time->seconds || !time->code, known, changed;
	char text[UNITS_TEXT_BYTES];
	uint32_t wanted = time->seconds * 10, now = 0;
	struct ata_epc_state z;

	known = before && read_standby_z(job, &z);
	if (known)
		now = ata_epc_effective(&z.current);
	changed = known && now != ata_epc_effective(&before->current);
	if (!known || (!stated && !changed)) {
		if (wants_notes(job))
			job_note(job, "Extended Power Conditions are on: "
				      "the timer of standby_z counts; "
				      "--epc shows it, --epc-timer standby_z=TIME sets it");
		return 0;
	}
	standby_z_text(now, text);
	if (changed || now == wanted || is_limit(&z, wanted, now)) {
		job->proof = PROVED;
		if (wants_notes(job))
			job_note(job, "standby_z is now %s", text);
		return 0;
	}
	return tell_ignored(job, text);
}

int act_standby_timer_set(struct job *job)
{
	struct standby_time time = { .code = (uint8_t)job->opt->value, .save = job->opt->flag };
	char text[UNITS_TEXT_BYTES], meaning[UNITS_TEXT_BYTES + sizeof(", saved")];
	bool standby_z, known;
	struct ata_epc_state before;
	int err;

	time.seconds = standby_timer_seconds(time.code);
	standby_timer_text(time.code, text);
	snprintf(meaning, sizeof(meaning), "%s%s", text, time.save ? ", saved" : "");
	job_announce(job, "standby", time.code, meaning);
	if (job->opt->asked && job->opt->asked != time.seconds && !job_quiet(job))
		report_line(job->out, " no timer is %s: the next longer one is %s\n",
			    job->opt->text, text);
	standby_z = has_standby_z(job);
	known = standby_z && read_standby_z(job, &before);
	err = drive_set_standby_timer(&job->drive, time);
	if (err)
		return job_fail_drive(job, err);
	if (!job->dev->dry_run && (time.seconds || !time.code))
		report_u64(job->out, "standby_timer_s", time.seconds, NO_TEXT);
	return standby_z ? judge_standby_z(job, &time, known ? &before : NULL) : 0;
}

/*
 * IDLE IMMEDIATE with UNLOAD (ACS-3 7.17): the LBA, "UNL", that the standard requires, and LBA 7:0
 * of the answer if the heads are unloaded.
 */
enum { UNLOAD_SIGNATURE = 0x554e4c, UNLOADED = 0xc4 };

int act_idle_unload(struct job *job)
{
	struct ata_cmd cmd = ata_command(ATA_IDLE_IMMEDIATE_UNLOAD);
	int err;

	cmd.lba = UNLOAD_SIGNATURE;
	cmd.ask = true;
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_ata(job, err, &cmd);
	if (job->dev->dry_run)
		return 0;
	if (!cmd.res.valid) {
		job_note(job, "the answer holds no registers: "
			      "whether the heads are off the medium is not known");
		return 0;
	}
	if ((cmd.res.lba & 0xff) == UNLOADED) {
		job->proof = PROVED;
		return 0;
	}
	job->proof = DISPROVED;
	return job_fail(job, -EIO,
			"the heads are not off the medium, "
			"though the drive reported success (LBA 7:0 is %02Xh, not C4h)",
			(unsigned)(cmd.res.lba & 0xff));
}

int act_flush_drive(struct job *job)
{
	int err = drive_flush(&job->drive);

	return err ? job_fail_drive(job, err) : 0;
}

static const char *const source_names[] = {
	[POWER_UNKNOWN] = NULL,
	[POWER_BY_CHECK] = "check_power_mode",
	[POWER_BY_SENSE] = "request_sense",
	[POWER_BY_RUNTIME] = "runtime_status",
};

static void show_mode(struct job *job, const struct power_state *state)
{
	const char *key = option_key(job->id);
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
	if (state->set_by)
		report_string(out, "power_condition_set_by", state->set_by, NO_TEXT);
	if (out->verbose)
		report_notice(out, "power condition %s, by %s%s%s", state->condition,
			      source_names[state->source], state->set_by ? ", set by a " : "",
			      state->set_by ? state->set_by : "");
}

static void show_latency(struct job *job, const char *key, const char *text)
{
	if (*text)
		report_string(job->out, key, text, NO_TEXT);
}

static void show_apst(struct job *job, const struct disk_power *power)
{
	report_bool(job->out, "apst", power->apst, NO_TEXT);
	show_latency(job, "apst_default_latency_us", power->default_latency);
	show_latency(job, "apst_latency_tolerance_us", power->tolerance);
	if (!job->out->verbose)
		return;
	report_notice(job->out, "the drive %s its power state by itself (APST %s)",
		      power->apst ? "changes" : "does not change", on_off(power->apst));
	report_notice(job->out,
		      "the kernel decides that: %s is %s; "
		      "power/pm_qos_latency_tolerance_us of the controller is %s",
		      sys_nvme_latency_path(),
		      *power->default_latency ? power->default_latency : "not known",
		      *power->tolerance ? power->tolerance : "not known");
}

/* Only with --json or --verbose: scripts rely on the text of -C. */
static void show_power_state(struct job *job)
{
	struct disk_power power;

	if (!(job->out->structured || job->out->verbose) || drive_power_state(&job->drive, &power))
		return;
	report_u64(job->out, "power_state", power.state, NO_TEXT);
	report_bool(job->out, "power_state_operational", power.operational, NO_TEXT);
	if (job->out->verbose)
		report_notice(job->out, "power state %u, in which the disk %s", power.state,
			      power.operational ? "is operational" : "serves no reads and writes");
	if (power.tells_apst)
		show_apst(job, &power);
}

int act_power_mode(struct job *job)
{
	struct power_state state;

	if (!job->dev)
		state = power_suspended();
	else
		drive_power(&job->drive, &state);
	show_mode(job, &state);
	if (state.source)
		return 0;
	if (job->dev)
		show_power_state(job);
	if (state.reason)
		return job_warn(job, state.err ? state.err : -ENODATA,
				"CHECK POWER MODE failed: %s", state.reason);
	/* a warning, as hdparm 9.65 exits with 0 after fixed-format sense data */
	return state.fixed_sense ? job_warn_ata(job, state.err, &state.cmd)
				 : job_fail_ata(job, state.err, &state.cmd);
}

/* --- Extended Power Conditions --- */

int act_epc_set(struct job *job)
{
	const struct opt_state *apm = &job->req->opt[OPT_APM];
	bool levels = apm->set && apm->value != setting_of(OPT_APM)->off_value, timers = false;
	int err;

	setting_announce(job);
	err = drive_set_epc(&job->drive, standby_apart(job->req), job->opt->value != 0);
	for (unsigned id = OPT_EPC_IDLE_A; id <= OPT_EPC_STANDBY_Z; id++)
		timers |= job->req->opt[id].set && job->req->opt[id].value;
	/* no saved or default timer is on, but other options of the request set timers */
	if (err && job->drive.failure.kind == FAILURE_NO_VALUE && timers)
		return 0;
	err = feature_end_set(job, err);
	if (!err && job->opt->value && levels && !drive_ops(&job->drive)->epc_by_timers &&
	    !job_quiet(job))
		job_note(job, "it turns advanced power management off: "
			      "-B of the same line has no effect");
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
	int has, err = job_check_identity(job);

	if (err)
		return err;
	has = drive_has_conditions(&job->drive);
	return has > 0 ? 0 : job_fail_drive(job, has ? has : -EOPNOTSUPP);
}

static int fail_set(struct job *job, int err)
{
	bool on = drive_ops(&job->drive)->epc_by_timers ||
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

static int check_log(struct job *job, enum ata_epc condition)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	int err = drive_conditions(&job->drive, CONDITIONS_ALL, states);

	if (!err)
		return check_limits(job, &states[condition]);
	if (device_hung(job->dev))
		return job_fail_drive(job, err);
	job_note(job,
		 "log %02Xh has no valid data: "
		 "the timer is set without a check of the drive's limits",
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
	err = drive_ops(&job->drive)->epc_by_timers ? 0 : check_log(job, condition);
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
