// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The same questions to disks that take no ATA commands: each act asks for the thing, and the
 * disk's language knows the command.
 */
#include "acts.h"
#include "show.h"

#include <errno.h>
#include <inttypes.h>

/* A query without an answer is no failure unless --strict, as with ATA. */
static int warn_disk(struct job *job, int err)
{
	return job_warn(job, err, "%s", job->dev->attempt);
}

/* In the width that the field has in the commands' answers, as ATA's strings are shown. */
static void show_name(struct report *out, const char *key, const char *label, int width,
		      const char *text)
{
	if (*text)
		report_string(out, key, text, "\t%-20s%-*s\n", label, width, text);
}

/* 9.65's labels and columns. What decides in scripts that a disk speaks ATA must not occur. */
static void show_disk(const struct disk_language *language, const struct disk_identity *id,
		      struct report *out)
{
	report_section_begin(out, "disk");
	report_string(out, "language", language->name, "\n%s\n", id->heading);
	show_name(out, "model_number", "Model Number:", 40, id->model);
	show_name(out, "serial_number", "Serial Number:", 20, id->serial);
	show_name(out, "firmware_revision", "Firmware Revision:", 8, id->firmware);
	show_name(out, "transport", "Transport:", 0, id->transport);
	report_line(out, "Configuration:\n");
	if (id->logical)
		report_u64(out, "logical_sector_size_bytes", id->logical,
			   "\tLogical  Sector size:%22u bytes\n", id->logical);
	if (id->physical)
		report_u64(out, "physical_sector_size_bytes", id->physical,
			   "\tPhysical Sector size:%22u bytes\n", id->physical);
	if (id->bytes)
		show_size(id->bytes, out);
	show_rotation(id->rotation, out);
	if (id->has_write_cache || id->has_trim)
		report_line(out, "Commands/features:\n\tEnabled\tSupported:\n");
	if (id->has_write_cache)
		report_bool(out, "write_cache", id->write_cache, "\t   %c\tWrite cache\n",
			    id->write_cache ? '*' : ' ');
	if (id->has_trim)
		report_bool(out, "trim", true, "\t   *\tData Set Management TRIM supported\n");
	if (*id->wwn)
		report_string(out, "world_wide_name", id->wwn,
			      "Logical Unit WWN Device Identifier: %s\n", id->wwn);
	report_section_end(out);
}

int ask_identity(struct job *job)
{
	const struct disk_language *language = device_language(job->dev);
	struct disk_identity id = { .bytes = 0 };
	int err = language->identity(job->dev, &id);

	if (err)
		return warn_disk(job, err);
	show_disk(language, &id, job->out);
	return 0;
}

int ask_temperature(struct job *job)
{
	int celsius, err = device_language(job->dev)->temperature(job->dev, &celsius);

	if (err)
		return job_fail_disk(job, err);
	report_i64(job->out, option_key(job->id), celsius, " drive temperature (celsius) is:  %d\n",
		   celsius);
	return 0;
}

int ask_write_cache(struct job *job)
{
	bool on;
	int err = device_language(job->dev)->write_cache(job->dev, &on);

	if (err == -EOPNOTSUPP) {
		report_null(job->out, option_key(job->id), "%s not supported\n",
			    job_setting(job)->label);
		return 0;
	}
	if (err)
		return warn_disk(job, err);
	setting_show(job, on);
	return 0;
}

int ask_write_cache_set(struct job *job)
{
	const struct disk_language *language = device_language(job->dev);
	int err;

	setting_announce(job);
	err = language->set_write_cache(job->dev, job->opt->value != 0);
	if (err)
		return job_fail_disk(job, err);
	/* unlike ATA's, which ends with the power */
	if (language->keeps_write_cache && language->keeps_write_cache(job->dev)) {
		report_bool(job->out, "write_cache_lasts", true, NO_TEXT);
		if (!job_quiet(job))
			report_line(job->out, " the disk keeps this when its power goes\n");
	}
	return 0;
}

int ask_standby(struct job *job)
{
	const struct plain_command *row = job->row;
	int err;

	job_say(job, "%s", row->announce);
	err = device_language(job->dev)->standby(job->dev);
	return err ? job_fail_disk(job, err) : 0;
}

int ask_standby_timer_set(struct job *job)
{
	unsigned seconds = standby_timer_announce(job);
	int err;

	/* 253 to 255 are the maker's or reserved, with no time that could be told to this disk */
	if (!seconds && job->opt->value)
		return job_refuse(job, -EINVAL,
				  "%" PRIu64 " is a time of the maker's choice: give "
				  "a time, as 20min",
				  job->opt->value);
	err = device_language(job->dev)->set_standby_timer(job->dev, seconds);
	if (err)
		return job_fail_disk(job, err);
	if (!job->dev->dry_run)
		report_u64(job->out, "standby_timer_s", seconds, NO_TEXT);
	return 0;
}

/* What the kernel and the disk have cached goes to the medium, by whichever command it knows. */
int ask_flush(struct job *job)
{
	int err = host_fsync(job->host, job->dev->fd);

	return err ? job_fail(job, err, "fsync failed") : 0;
}

int ask_make_bad_sector(struct job *job)
{
	int err = job_whole_disk(job);

	if (!err)
		err = job_unused(job);
	if (err)
		return err;
	job_drop_cached(job);
	report_line(job->out, "Corrupting sector %llu: ", (unsigned long long)job->opt->value);
	err = device_language(job->dev)->make_bad(job->dev, job->opt->value);
	if (err) {
		report_line(job->out, "failed\n");
		return job_fail_disk(job, err);
	}
	if (!job->dev->dry_run)
		report_u64(job->out, option_key(job->id), job->opt->value, "succeeded\n");
	return 0;
}
