// SPDX-License-Identifier: GPL-2.0-or-later
/* Features that SCT sets; recovery times of ATA, SCSI and NVMe drives. */
#include "acts.h"
#include "block.h"
#include "device.h"
#include "drive.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	TEXT_BYTES = UNITS_TEXT_BYTES,
	PARTS = 2 /* read time, write time */,
};

static const struct sct_setting_def *sct_def(const struct job *job)
{
	return &sct_setting_table[job_setting(job)->sct];
}

static int sct_fail(struct job *job, int err)
{
	struct drive *drive = &job->drive;

	if (drive->failure.kind == FAILURE_LOST)
		return job_refuse(job, err, "it cannot be read%s, since %s",
				  job->opt->set ? " back" : "", drive->failure.text);
	drive_sct_explain(drive);
	return job_fail_drive(job, err);
}

static int read_values(struct job *job, struct sct_values *values)
{
	const struct sct_setting_def *def = sct_def(job);
	int err = drive_sct_values(&job->drive, def, def->get, values);

	return err ? sct_fail(job, err) : 0;
}

static void values_text(const struct job *job, const struct sct_values *values,
			char text[TEXT_BYTES])
{
	const char *state = sct_state_name(job_setting(job)->sct, values->part[SCT_PART_STATE]);

	snprintf(text, TEXT_BYTES, "%s%s", state ? state : "unknown",
		 values->part[SCT_PART_KEPT] ? ", kept over a power cycle" : "");
}

static const struct keys {
	char state[28], kept[32];
} setting_keys[SCT_SETTING_COUNT] = {
	[SCT_WRITE_CACHE] = { "sct_write_cache", "sct_write_cache_kept" },
	[SCT_WRITE_REORDERING] = { "sct_write_reordering", "sct_write_reordering_kept" },
};

static void show_values(struct job *job, const struct sct_values *values)
{
	const struct setting_def *row = job_setting(job);
	const struct keys *key = &setting_keys[row->sct];
	const char *state = sct_state_name(row->sct, values->part[SCT_PART_STATE]);
	char text[TEXT_BYTES];

	values_text(job, values, text);
	report_line(job->out, " %s = %s\n", row->announce, text);
	if (state)
		report_string(job->out, key->state, state, NO_TEXT);
	else
		report_null(job->out, key->state, NO_TEXT);
	report_bool(job->out, key->kept, values->part[SCT_PART_KEPT], NO_TEXT);
}

/* Return 0 or -errno, reported: -EIO if the values differ from *wanted (NULL: no comparison). */
static int prove_values(struct job *job, const struct sct_values *wanted)
{
	char asked[TEXT_BYTES], actual[TEXT_BYTES];
	struct sct_values values;
	int err = read_values(job, &values);

	if (err)
		return err;
	if (!job_quiet(job))
		show_values(job, &values);
	if (!wanted || !memcmp(&values, wanted, sizeof(values)))
		return 0;
	job->proof = DISPROVED;
	values_text(job, wanted, asked);
	values_text(job, &values, actual);
	return job_refuse(job, -EIO, "set to %s: accepted, but it is %s", asked, actual);
}

static int set_values(struct job *job, const struct sct_values *wanted)
{
	const struct sct_setting_def *def = sct_def(job);
	int err = drive_sct_set(&job->drive, def, def->set, wanted, job->opt->flag), proved;

	if (err)
		err = sct_fail(job, err);
	/* -EIO may be a refusal: read the present values; after another error, send no query */
	if (job->dev->dry_run || (err && err != -EIO))
		return err;
	proved = prove_values(job, err ? NULL : wanted);
	if (!err && !proved)
		job->proof = PROVED;
	if (proved == -ENODATA && !job->req->opt[OPT_STRICT].seen)
		proved = 0;
	return err ? err : proved;
}

/* Return 1: feature present, 0: absent; or -errno, reported, with the act's result in *result. */
static int sct_support(struct job *job, int *result)
{
	int err = device_identify(job->dev, ATA_QUIET_MISSING);

	if (!err)
		return sct_supported(job->dev->id.raw, job_setting(job)->sct);
	*result = job_fail(job, err, "IDENTIFY DEVICE failed");
	return err;
}

/* True if *wanted turns the write cache off: then cached data must be flushed. */
static bool loses_cache(const struct job *job, const struct sct_values *wanted)
{
	return job_setting(job)->sct == SCT_WRITE_CACHE &&
	       wanted->part[SCT_PART_STATE] == SCT_CACHE_OFF;
}

static int flush(struct job *job)
{
	int err = drive_try_flush(&job->drive);

	return err ? job_fail_drive(job, err) : 0;
}

int act_sct_set(struct job *job)
{
	const struct sct_values wanted = { .part = { [SCT_PART_STATE] = (uint16_t)job->opt->value,
						     [SCT_PART_KEPT] = job->opt->flag } };
	char text[TEXT_BYTES];
	int err = 0, has = sct_support(job, &err);

	if (has < 0)
		return err;
	if (!has)
		return job_refuse(job, -EOPNOTSUPP, "the drive has no %s",
				  sct_def(job)->feature_set);
	values_text(job, &wanted, text);
	if (!job_quiet(job))
		report_line(job->out, " setting %s to %s\n", job_setting(job)->announce, text);
	err = drive_sct_ready(&job->drive);
	if (err)
		return job_fail_drive(job, err);
	if (loses_cache(job, &wanted))
		err = flush(job);
	if (!err)
		err = set_values(job, &wanted);
	/* flush data that were written since the first flush */
	if (!err && loses_cache(job, &wanted))
		err = flush(job);
	else if (!err && job_setting(job)->sct == SCT_WRITE_CACHE)
		err = tell_kernel_it_caches(job, wanted.part[SCT_PART_STATE] == SCT_CACHE_ON);
	return err;
}

int act_sct_get(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	struct sct_values values;
	int err = 0, has;

	if (job->opt->set) /* act_sct_set() includes the read-back */
		return 0;
	has = sct_support(job, &err);
	if (has < 0)
		return err;
	if (!has) {
		report_null(job->out, setting_keys[row->sct].state, " %s = not supported\n",
			    row->announce);
		return 0;
	}
	err = drive_sct_ready(&job->drive);
	if (err)
		err = job_fail_drive(job, err);
	else
		err = read_values(job, &values);
	if (!err)
		show_values(job, &values);
	return err;
}

/* --- --error-recovery: times are read back even with -q, as an array relies on them --- */

static void put_times(const struct recovery_time *t, char text[TEXT_BYTES])
{
	char reading[TEXT_BYTES], writing[TEXT_BYTES];

	recovery_time_text(t->ms[0], false, reading);
	recovery_time_text(t->ms[1], false, writing);
	snprintf(text, TEXT_BYTES, "read %.20s, write %.20s", reading, writing);
}

static const char *time_key(bool at_power_on, unsigned part)
{
	static const char *const keys[][PARTS] = {
		{ "error_recovery_read_s", "error_recovery_write_s" },
		{ "error_recovery_power_on_read_s", "error_recovery_power_on_write_s" },
	};

	return keys[at_power_on][part];
}

static void show_recovery_times(struct job *job, const struct recovery_time *t, bool at_power_on)
{
	char text[TEXT_BYTES];

	put_times(t, text);
	report_line(job->out, " %s%s = %s\n", job_setting(job)->announce,
		    at_power_on ? " at power-on" : "", text);
	for (unsigned i = 0; i < PARTS; i++) {
		const char *key = time_key(at_power_on, i);

		if (t->ms[i] == RECOVERY_UNTOLD)
			report_null(job->out, key, NO_TEXT);
		else
			report_f64(job->out, key, t->ms[i] / 1000.0, NO_TEXT);
	}
	if (t->ms[0] == RECOVERY_UNTOLD && !at_power_on)
		report_bool(job->out, "error_recovery_default", true, NO_TEXT);
}

static void limit_text(struct job *job, char text[TEXT_BYTES])
{
	struct block_limit limit;

	if (block_command_timeout(job->dev, &limit)) {
		snprintf(text, TEXT_BYTES, "the kernel's time limit is not known");
		return;
	}
	report_u64(job->out, option_key(OPT_COMMAND_TIMEOUT), limit.least, NO_TEXT);
	snprintf(text, TEXT_BYTES, "the kernel's time limit is %" PRIu64 " s", limit.least);
}

/* Return 0 or -errno, reported: -EIO if the times differ from *wanted (NULL: no comparison). */
static int prove_times(struct job *job, enum recovery_kind kind, const struct recovery_time *wanted)
{
	char asked[TEXT_BYTES], actual[TEXT_BYTES];
	struct recovery_time t;
	int err = drive_recovery_time(&job->drive, kind, &t);

	if (err)
		return sct_fail(job, err);
	if (!job_quiet(job))
		show_recovery_times(job, &t, kind == RECOVERY_KEPT);
	if (kind == RECOVERY_NOW)
		note_kernel_limit(job, &t);
	if (!wanted || !memcmp(&t, wanted, sizeof(t)))
		return 0;
	job->proof = DISPROVED;
	put_times(wanted, asked);
	put_times(&t, actual);
	return job_refuse(job, -EIO, "set to %s%s: accepted, but it is %s", asked,
			  kind == RECOVERY_KEPT ? " at power-on" : "", actual);
}

static int set_times(struct job *job, enum recovery_kind kind, const struct recovery_time *wanted)
{
	bool restore = kind == RECOVERY_MAKERS;
	int err = drive_set_recovery_time(&job->drive, kind, wanted), proved;

	if (err)
		err = sct_fail(job, err);
	/* -EIO may be a refusal: read the present values; after another error, send no query */
	if (job->dev->dry_run || (err && err != -EIO))
		return err;
	proved = prove_times(job, RECOVERY_NOW, err || restore ? NULL : wanted);
	if (!err && !proved && kind == RECOVERY_KEPT)
		proved = prove_times(job, RECOVERY_KEPT, wanted);
	if (!err && !proved && !restore)
		job->proof = PROVED;
	if (proved == -ENODATA && !job->req->opt[OPT_STRICT].seen)
		proved = 0;
	return err ? err : proved;
}

static int refuse_missing(struct job *job)
{
	const char *why = job->drive.failure.text;
	char text[TEXT_BYTES];

	limit_text(job, text);
	return job_refuse(job, -EOPNOTSUPP, "%s%.300s; %s (--command-timeout)",
			  *why ? "" : "the drive has no ",
			  *why ? why : drive_recovery_name(&job->drive), text);
}

/* `limit`: the "else" value, in s. `why`: the drive's lack; or empty. */
static int set_otherwise(struct job *job, uint32_t limit, const char *why)
{
	int err;

	if (!job_quiet(job))
		report_line(job->out, " %s%s: setting command timeout to %u (seconds)\n",
			    *why ? "" : "no ", *why ? why : drive_recovery_name(&job->drive),
			    limit);
	err = command_timeout_change(job, limit);
	if (err)
		return err;
	job->proof = PROVED;
	if (!job->dev->dry_run && !job_quiet(job))
		report_u64(job->out, option_key(OPT_COMMAND_TIMEOUT), limit,
			   " command_timeout = %u (seconds)\n", limit);
	return 0;
}

enum support { SUPPORT_UNKNOWN, MAY_LACK_IT, LACKS_IT, HAS_IT };

/*
 * For SUPPORT_UNKNOWN, *result is the act's result. If `has_else` ("else=" was given), most
 * failures of the query return MAY_LACK_IT.
 */
static enum support recovery_support(struct job *job, bool to_set, bool has_else, int *result)
{
	int has = drive_has_recovery_time(&job->drive, to_set);
	bool silent = device_hung(job->dev) || has == -EBADE || has == -EACCES || has == -EPERM;

	if (has >= 0)
		return has ? HAS_IT : LACKS_IT;
	if (!silent && has_else)
		return MAY_LACK_IT;
	if (!silent && drive_cannot(&job->drive, NEEDS_RECOVERY_TIME))
		*result = job_lacks(job);
	else
		*result = job_fail_drive(job, has);
	return SUPPORT_UNKNOWN;
}

int act_recovery_set(struct job *job)
{
	const struct recovery_value value = recovery_unpack(job->opt->value);
	struct recovery_time wanted = recovery_wanted(&value);
	enum recovery_kind kind = job->opt->flag ? RECOVERY_KEPT : RECOVERY_NOW;
	char text[TEXT_BYTES];
	int err = 0;
	enum support support = recovery_support(job, true, value.otherwise_s, &err);

	if (support == SUPPORT_UNKNOWN)
		return err;
	if (support == LACKS_IT && !value.otherwise_s)
		return refuse_missing(job);
	if (support != HAS_IT)
		return set_otherwise(job, value.otherwise_s,
				     support == LACKS_IT ? job->drive.failure.text : "");
	put_times(&wanted, text);
	if (!job_quiet(job))
		report_line(job->out, " setting %s to %s%s\n", job_setting(job)->announce,
			    value.restore ? "the maker's default" : text,
			    job->opt->flag ? ", also at power-on" : "");
	err = drive_recovery_ready(&job->drive);
	if (!err && value.restore) {
		err = drive_recovery_time(&job->drive, RECOVERY_MAKERS, &wanted);
		/* no command reads the maker's default, so the default is not compared */
		if (err && job->drive.failure.kind == FAILURE_NO_VALUE) {
			kind = RECOVERY_MAKERS;
			err = 0;
		}
	}
	return err ? job_fail_drive(job, err) : set_times(job, kind, &wanted);
}

static int show_no_recovery(struct job *job)
{
	char text[TEXT_BYTES];

	limit_text(job, text);
	report_line(job->out, " %s = not supported; %s (--command-timeout)\n",
		    job_setting(job)->announce, text);
	for (unsigned i = 0; i < PARTS; i++)
		report_null(job->out, time_key(false, i), NO_TEXT);
	return 0;
}

static int show_now(struct job *job)
{
	struct drive *drive = &job->drive;
	struct recovery_time t;
	int err = drive_recovery_ready(drive);

	if (!err)
		err = drive_recovery_time(drive, RECOVERY_NOW, &t);
	if (err == -EOPNOTSUPP && !drive_failed_ata(drive))
		return show_no_recovery(job);
	if (err)
		return sct_fail(job, err);
	show_recovery_times(job, &t, false);
	note_kernel_limit(job, &t);
	/* a drive without times at power-on may log the refused command: ask only with --verbose */
	if (!job->out->verbose)
		return 0;
	err = drive_recovery_time(drive, RECOVERY_KEPT, &t);
	if (err && drive_takes_ata(drive))
		sct_fail(job, err);
	else if (err)
		report_notice(job->out, "%s", drive->failure.text);
	else
		show_recovery_times(job, &t, true);
	return 0;
}

int act_recovery_get(struct job *job)
{
	enum support support;
	int err = 0;

	if (job->opt->set) /* act_recovery_set() includes the read-back */
		return 0;
	support = recovery_support(job, false, false, &err);
	if (support == LACKS_IT)
		return show_no_recovery(job);
	return support == HAS_IT ? show_now(job) : err;
}
