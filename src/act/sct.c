// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Features of an ATA drive that SCT sets. Each is read back before the act ends, with -q too: 9.65
 * does not know them.
 */
#include "acts.h"
#include "device.h"
#include "drive.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 64 };

static const struct sct_setting_def *sct_def(const struct job *job)
{
	return &sct_setting_table[job_setting(job)->sct];
}

int sct_fail(struct job *job, int err)
{
	struct drive *drive = &job->drive;

	/* as for every setting that cannot be read back, that is an error with --strict alone */
	if (drive->failure.lost)
		return job_refuse(job, err, "it cannot be read%s, since %s",
				  job->opt->set ? " back" : "", drive->failure.text);
	drive_sct_explain(drive);
	return job_fail_drive(job, err);
}

/* Report its failure. */
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
} keys[SCT_SETTING_COUNT] = {
	[SCT_WRITE_CACHE] = { "sct_write_cache", "sct_write_cache_kept" },
	[SCT_WRITE_REORDERING] = { "sct_write_reordering", "sct_write_reordering_kept" },
};

static void show_values(struct job *job, const struct sct_values *values)
{
	const struct setting_def *row = job_setting(job);
	const struct keys *key = &keys[row->sct];
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

/* Read the values back and compare; show them unless quiet. 0 or -errno, reported. */
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
	/* after a refusal by the drive, show its value; another error comes from the path */
	if (job->dev->dry_run || (err && err != -EIO))
		return err;
	proved = prove_values(job, err ? NULL : wanted);
	if (!err && !proved)
		job->proof = PROVED;
	if (proved == -ENODATA && !job->req->opt[OPT_STRICT].seen)
		proved = 0;
	return err ? err : proved;
}

/* 1 or 0: whether the drive has the feature; -errno, with *result reported. */
static int sct_support(struct job *job, int *result)
{
	int err = device_identify(job->dev);

	if (!err)
		return sct_supported(job->dev->id.raw, job_setting(job)->sct);
	*result = job_fail(job, err, "IDENTIFY DEVICE failed");
	return err;
}

/* True if the drive may lose cached data: then the cache is flushed first, as by -W0. */
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
	if (!err && loses_cache(job, &wanted)) /* what was written in between */
		err = flush(job);
	else if (!err && job_setting(job)->sct == SCT_WRITE_CACHE)
		tell_kernel_it_caches(job, wanted.part[SCT_PART_STATE] == SCT_CACHE_ON);
	return err;
}

int act_sct_get(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	struct sct_values values;
	int err = 0, has;

	if (job->opt->set) /* the act has shown the value that it read back */
		return 0;
	has = sct_support(job, &err);
	if (has < 0)
		return err;
	if (!has) {
		report_null(job->out, keys[row->sct].state, " %s = not supported\n", row->announce);
		return 0;
	}
	err = drive_sct_ready(&job->drive);
	if (err)
		err = job_fail_drive(job, err);
	else
		err = read_values(job, &values);
	if (!err && !job->dev->dry_run)
		show_values(job, &values);
	return err;
}
