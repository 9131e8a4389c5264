// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Settings that the drive keeps by SCT. Each is read back before the act ends, with -q too: a
 * member of an array whose recovery time was not set is dropped at the next bad sector.
 */
#include "block.h"
#include "drive_logs.h"
#include "hang.h"
#include "sct_send.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 64 };

static const struct sct_setting_def *sct_def(const struct job *job)
{
	return &sct_setting_table[job_setting(job)->sct];
}

/* Whether the setting is a feature with a state; otherwise it is error recovery. */
static bool sct_is_feature(const struct job *job)
{
	return sct_def(job)->get_options != SCT_NO_OPERATION;
}

/* 0 or -errno, reported. */
static int check_idle(struct job *job)
{
	struct sct_failure failure;
	int err = sct_ask_idle(job, &failure);

	if (failure.status.busy)
		return job_refuse(job, -EBUSY,
				  "nothing was sent: the drive is executing another SCT command "
				  "(action %u, function %u); try again when it is done",
				  failure.status.action, failure.status.function);
	return err ? job_fail_ata(job, err, &failure.cmd) : 0;
}

/* The drive's own reason, from the status, where it tells one. */
static int fail_refused(struct job *job, int err, const struct ata_cmd *cmd)
{
	uint8_t page[SCT_BYTES];
	struct sct_status status;
	struct ata_cmd asked;
	const char *why = NULL;
	char title[ATA_TITLE_BYTES];

	if (cmd->res.valid && !device_sct_status(job->dev, page, &asked)) {
		sct_status_decode(page, &status);
		why = sct_status_text(status.extended);
	}
	if (!why)
		return job_fail_ata(job, err, cmd);
	return job_refuse(job, err, "%s failed (status %02Xh error %02Xh): %s",
			  ata_command_title(cmd, title), cmd->res.status, cmd->res.error, why);
}

/*
 * A path that delivers the command, but not the registers with the answer: the drive has refused
 * nothing. As for every setting that cannot be read back, that is an error with --strict alone.
 */
static int fail_without_answer(struct job *job, bool echo)
{
	return job_refuse(job, -ENODATA,
			  "it cannot be read%s, since the adapter or USB bridge returns %s "
			  "registers: the drive's answer is lost",
			  job->opt->set ? " back" : "", echo ? "the command's own" : "no");
}

static int fail_sct(struct job *job, int err, const struct sct_failure *failure)
{
	return failure->lost ? fail_without_answer(job, failure->echo)
			     : fail_refused(job, err, &failure->cmd);
}

/* Reports its failure. */
static int read_values(struct job *job, enum sct_operation get, struct sct_values *values)
{
	struct sct_failure failure;
	int err = sct_ask_values(job, sct_def(job), get, values, &failure);

	return err ? fail_sct(job, err, &failure) : 0;
}

static int write_values(struct job *job, enum sct_operation set, const struct sct_values *values)
{
	const struct sct_setting_def *def = sct_def(job);
	struct sct_failure failure;
	int err = 0;

	for (unsigned i = 0; i < def->parts && !err; i++) {
		struct sct_request request = { .operation = set,
					       .code = def->codes[i],
					       .value = values->part[i],
					       .keep = job->opt->flag };

		err = sct_send(job, &request, NULL, &failure);
	}
	return err ? fail_sct(job, err, &failure) : 0;
}

static void put_time(uint16_t units, char text[TEXT_BYTES])
{
	const unsigned unit = SCT_UNITS_PER_S;

	if (units)
		snprintf(text, TEXT_BYTES, "%u.%u s", units / unit, units % unit);
	else
		snprintf(text, TEXT_BYTES, "off");
}

static void values_text(const struct job *job, const struct sct_values *values,
			char text[TEXT_BYTES])
{
	char reading[TEXT_BYTES], writing[TEXT_BYTES];
	const char *state = sct_state_name(job_setting(job)->sct, values->part[SCT_PART_STATE]);

	if (sct_is_feature(job)) {
		snprintf(text, TEXT_BYTES, "%s%s", state ? state : "unknown",
			 values->part[SCT_PART_KEPT] ? ", kept over a power cycle" : "");
		return;
	}
	put_time(values->part[0], reading);
	put_time(values->part[1], writing);
	snprintf(text, TEXT_BYTES, "read %.20s, write %.20s", reading, writing);
}

/* The keys of the two values, and of those at power-on. */
static const struct keys {
	char now[SCT_PARTS][28], kept[SCT_PARTS][32];
} keys[SCT_SETTING_COUNT] = {
	[SCT_ERROR_RECOVERY] = { { "error_recovery_read_s", "error_recovery_write_s" },
				 { "error_recovery_power_on_read_s",
				   "error_recovery_power_on_write_s" } },
	[SCT_WRITE_CACHE] = { { "sct_write_cache", "sct_write_cache_kept" }, { "" } },
	[SCT_WRITE_REORDERING] = { { "sct_write_reordering", "sct_write_reordering_kept" },
				   { "" } },
};

static void show_values(struct job *job, const struct sct_values *values, bool at_power_on)
{
	const struct setting_def *row = job_setting(job);
	const struct keys *key = &keys[row->sct];
	const char *state = sct_state_name(row->sct, values->part[SCT_PART_STATE]);
	char text[TEXT_BYTES];

	values_text(job, values, text);
	report_line(job->out, " %s%s = %s\n", row->announce, at_power_on ? " at power-on" : "",
		    text);
	if (sct_is_feature(job)) {
		if (state)
			report_string(job->out, key->now[SCT_PART_STATE], state, NO_TEXT);
		else
			report_null(job->out, key->now[SCT_PART_STATE], NO_TEXT);
		report_bool(job->out, key->now[SCT_PART_KEPT], values->part[SCT_PART_KEPT],
			    NO_TEXT);
		return;
	}
	for (unsigned i = 0; i < SCT_PARTS; i++)
		report_f64(job->out, at_power_on ? key->kept[i] : key->now[i],
			   (double)values->part[i] / SCT_UNITS_PER_S, NO_TEXT);
}

/* Reads the values back and compares; shows them unless quiet. 0 or -errno, reported. */
static int prove(struct job *job, enum sct_operation get, const struct sct_values *wanted,
		 bool kept)
{
	char asked[TEXT_BYTES], actual[TEXT_BYTES];
	struct sct_values values;
	int err = read_values(job, get, &values);

	if (err)
		return err;
	if (!job_quiet(job))
		show_values(job, &values, kept);
	if (!wanted || !memcmp(&values, wanted, sizeof(values)))
		return 0;
	job->proof = DISPROVED;
	values_text(job, wanted, asked);
	values_text(job, &values, actual);
	return job_refuse(job, -EIO, "set to %s%s: accepted, but it is %s", asked,
			  kept ? " at power-on" : "", actual);
}

static int set_values(struct job *job, const struct sct_values *wanted, bool restore)
{
	const struct sct_setting_def *def = sct_def(job);
	bool keeps = job->opt->flag && def->set_kept;
	int err = write_values(job, restore ? def->set_default : def->set, wanted), proved = 0;

	if (!err && keeps)
		err = write_values(job, def->set_kept, wanted);
	/* after a refusal by the drive it shows what it has; another error is the path's */
	if (job->dev->dry_run || (err && err != -EIO))
		return err;
	proved = prove(job, def->get, err || restore ? NULL : wanted, false);
	if (!err && !proved && keeps)
		proved = prove(job, def->get_kept, wanted, true);
	if (!err && !proved && !restore)
		job->proof = PROVED;
	if (proved == -ENODATA && !job->req->opt[OPT_STRICT].seen)
		proved = 0;
	return err ? err : proved;
}

/* Says what the limit is, or that it is not known. */
static void limit_text(struct job *job, char text[TEXT_BYTES])
{
	uint64_t limit;

	if (block_command_timeout(job->dev, &limit)) {
		snprintf(text, TEXT_BYTES, "the kernel's time limit is not known");
		return;
	}
	report_u64(job->out, option_key(OPT_COMMAND_TIMEOUT), limit, NO_TEXT);
	snprintf(text, TEXT_BYTES, "the kernel's time limit is %" PRIu64 " s", limit);
}

static int refuse_missing(struct job *job)
{
	char text[TEXT_BYTES];

	if (sct_is_feature(job))
		return job_refuse(job, -EOPNOTSUPP, "the drive has no %s",
				  sct_def(job)->feature_set);
	limit_text(job, text);
	return job_refuse(job, -EOPNOTSUPP, "the drive has no %s; %s (--command-timeout)",
			  sct_def(job)->feature_set, text);
}

/* The drive has no recovery times: the kernel has to wait for longer than the drive tries. */
static int set_otherwise(struct job *job, uint32_t limit)
{
	int err;

	if (!job_quiet(job))
		report_line(job->out, " no %s: setting command timeout to %u (seconds)\n",
			    sct_def(job)->feature_set, limit);
	err = command_timeout_change(job, limit);
	if (err)
		return err;
	job->proof = PROVED;
	if (!job->dev->dry_run && !job_quiet(job))
		report_u64(job->out, option_key(OPT_COMMAND_TIMEOUT), limit,
			   " command_timeout = %u (seconds)\n", limit);
	return 0;
}

enum support { SUPPORT_UNKNOWN, LACKS_IT, HAS_IT };

/*
 * Whether the drive has the setting; where that is not known, *result is reported. For a value with
 * "else" what gives no IDENTIFY data has none, unless it hangs or may not be asked.
 */
static enum support ask_support(struct job *job, bool has_else, int *result)
{
	int err = device_identify(job->dev);
	bool silent = device_hung(job->dev) || err == -EBADE || err == -EACCES || err == -EPERM;

	if (!err && !silent)
		return sct_supported(job->dev->id.raw, job_setting(job)->sct) ? HAS_IT : LACKS_IT;
	if (!silent && has_else)
		return LACKS_IT;
	if (!silent && !drive_takes_ata(&job->drive))
		*result = job_lacks(job);
	else
		*result = job_fail(job, err ? err : -EIO, "IDENTIFY DEVICE failed");
	return SUPPORT_UNKNOWN;
}

/* What the option's value asks for. `recovery` is filled for error recovery alone. */
static struct sct_values wanted_values(const struct job *job, struct recovery_value *recovery)
{
	*recovery = (struct recovery_value){ .restore = false };
	if (sct_is_feature(job))
		return (struct sct_values){ .part = { [SCT_PART_STATE] = (uint16_t)job->opt->value,
						      [SCT_PART_KEPT] = job->opt->flag } };
	*recovery = recovery_unpack(job->opt->value);
	return (struct sct_values){ .part = { recovery->units[0], recovery->units[1] } };
}

/* Whether the drive may lose what it has cached: it is flushed, as by -W0. */
static bool loses_cache(const struct job *job, const struct sct_values *wanted)
{
	return job_setting(job)->sct == SCT_WRITE_CACHE &&
	       wanted->part[SCT_PART_STATE] == SCT_CACHE_OFF;
}

static int flush(struct job *job)
{
	int err = drive_flush_if_possible(&job->drive);

	return err ? job_fail_drive(job, err) : 0;
}

int act_sct_set(struct job *job)
{
	struct recovery_value recovery;
	struct sct_values wanted = wanted_values(job, &recovery);
	bool at_power_on = job->opt->flag && !sct_is_feature(job);
	char text[TEXT_BYTES];
	int err = 0;
	enum support support = ask_support(job, recovery.otherwise_s, &err);

	if (support == SUPPORT_UNKNOWN)
		return err;
	if (support == LACKS_IT)
		return recovery.otherwise_s ? set_otherwise(job, recovery.otherwise_s)
					    : refuse_missing(job);
	values_text(job, &wanted, text);
	if (!job_quiet(job))
		report_line(job->out, " setting %s to %s%s\n", job_setting(job)->announce,
			    recovery.restore ? "the maker's default" : text,
			    at_power_on ? ", also at power-on" : "");
	err = check_idle(job);
	if (!err && loses_cache(job, &wanted))
		err = flush(job);
	if (!err)
		err = set_values(job, &wanted, recovery.restore);
	if (!err && loses_cache(job, &wanted)) /* what was written in between */
		err = flush(job);
	return err;
}

static int show_missing(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	char text[TEXT_BYTES];

	if (sct_is_feature(job)) {
		report_null(job->out, keys[row->sct].now[SCT_PART_STATE], " %s = not supported\n",
			    row->announce);
		return 0;
	}
	limit_text(job, text);
	report_line(job->out, " %s = not supported; %s (--command-timeout)\n", row->announce, text);
	for (unsigned i = 0; i < SCT_PARTS; i++)
		report_null(job->out, keys[row->sct].now[i], NO_TEXT);
	return 0;
}

int act_sct_get(struct job *job)
{
	const struct sct_setting_def *def = sct_def(job);
	struct sct_values values;
	enum support support;
	int err = 0;

	if (job->opt->set) /* the act has shown what it read back */
		return 0;
	support = ask_support(job, false, &err);
	if (support == SUPPORT_UNKNOWN)
		return err;
	if (support == LACKS_IT)
		return show_missing(job);
	err = check_idle(job);
	if (!err)
		err = read_values(job, def->get, &values);
	if (!err && !job->dev->dry_run)
		show_values(job, &values, false);
	/* a drive may lack these, and logs the refused command: only where one asks for all */
	if (!err && def->get_kept && job->out->verbose &&
	    !read_values(job, def->get_kept, &values) && !job->dev->dry_run)
		show_values(job, &values, true);
	return job->req->opt[OPT_STRICT].seen ? err : 0;
}
