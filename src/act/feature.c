// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings that the drive itself keeps: SET FEATURES. */
#include "acts.h"
#include "device.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>

/*
 * True if the drive's own data show that the drive has done the command: the status was GOOD, but
 * sense data of an error came, perhaps of another command.
 */
static bool done_nevertheless(struct job *job, const struct ata_cmd *cmd)
{
	struct observed now;

	if (!cmd->res.unannounced || !job_reads_back(job))
		return false;
	device_forget(job->dev);
	return observe(job, &now) == KNOWN && now.value == job->opt->value;
}

static int send_value(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	uint64_t value = job->opt->value;
	bool off = ata_feature_table[row->feature].off.name && value == row->off_value;
	struct ata_cmd cmd = ata_set_feature(row->feature, !off, (uint16_t)value);
	int err = device_ata(job->dev, &cmd);

	return err && !done_nevertheless(job, &cmd) ? job_fail_ata(job, err, &cmd) : 0;
}

int act_feature_set(struct job *job)
{
	setting_announce(job);
	return send_value(job);
}

int act_apm_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	uint64_t level = job->opt->value;
	int err;

	if (level == row->off_value)
		job_say(job, " setting %s to disabled\n", row->announce);
	else
		job_say(job, " setting %s to 0x%02" PRIx64 " (%" PRIu64 ")\n", row->announce, level,
			level);
	err = send_value(job);
	/* a level turns Extended Power Conditions off, and the same request may want them on */
	if (job->req->opt[OPT_EPC].set)
		device_forget(job->dev);
	return err;
}

int feature_end_set(struct job *job, int err)
{
	struct drive *drive = &job->drive;

	if (err && drive_failed_ata(drive) && done_nevertheless(job, &drive->failure.ata))
		return 0;
	return err ? job_fail_drive(job, err) : 0;
}

int act_look_ahead_set(struct job *job)
{
	setting_announce(job);
	return feature_end_set(job, drive_set_look_ahead(&job->drive, job->opt->value != 0));
}

/* Warn that the drive caches writes and that the kernel, which does not know, sends no flushes. */
static void note_no_flushes(struct job *job, const struct kernel_cache *cache)
{
	job_note(job,
		 "the drive caches writes, but the kernel sends it no flushes, since it believes "
		 "that "
		 "the drive does not: a power failure can lose data that file systems take for "
		 "safe. "
		 "-W0 turns the cache off; `echo temporary write back >%s` makes the kernel send "
		 "flushes%s",
		 cache->path, cache->by_usb ? ", at which some USB bridges fail" : "");
}

void tell_kernel_it_caches(struct job *job, bool proved)
{
	struct kernel_cache cache;

	if (!drive_kernel_cache(&job->drive, &cache) || cache.flushed)
		return;
	if (!proved && !job->dev->dry_run) {
		bool on;

		device_forget(job->dev);
		if (drive_write_cache(&job->drive, &on) || !on)
			return;
	}
	/* many bridges fail at SYNCHRONIZE CACHE, and a file system would see the errors */
	if (!cache.by_usb)
		host_write_file(job->dev->host, cache.path, "temporary write back");
	if (job->dev->dry_run)
		return;
	if (!drive_kernel_cache(&job->drive, &cache) || !cache.flushed)
		note_no_flushes(job, &cache);
	else if (!job_quiet(job))
		report_line(job->out, " the kernel sends flushes to the drive from now on\n");
}

int act_write_cache_get(struct job *job)
{
	struct observed now;
	int err = setting_show(job, &now);
	struct kernel_cache cache;

	if (now.known != KNOWN || !drive_kernel_cache(&job->drive, &cache))
		return err;
	report_bool(job->out, "write_cache_flushed", cache.flushed, NO_TEXT);
	/* the set of this line has noted it */
	if (now.value && !cache.flushed && !job->opt->set)
		note_no_flushes(job, &cache);
	return err;
}

int act_write_cache_set(struct job *job)
{
	bool lasts;
	int err;

	setting_announce(job);
	err = feature_end_set(job,
			      drive_set_write_cache(&job->drive, job->opt->value != 0, &lasts));
	if (err)
		return err;
	if (job->opt->value)
		tell_kernel_it_caches(job, false);
	/* unlike ATA's, which ends with the power */
	if (lasts) {
		report_bool(job->out, "write_cache_lasts", true, NO_TEXT);
		if (!job_quiet(job))
			report_line(job->out, " the disk keeps this when its power goes\n");
	}
	return 0;
}

/*
 * A drive in standby since power-up must spin up before the setting can be disabled. A drive that
 * spins already refuses to spin up: that is no failure.
 */
int act_power_up_in_standby_set(struct job *job)
{
	bool on = job->opt->value == 1;
	struct ata_cmd cmd;
	int err = 0, set;

	if (!on) {
		if (!job_quiet(job))
			report_line(job->out, " spin-up:");
		cmd = ata_set_feature(FEATURE_SPIN_UP, true, 0);
		err = device_ata(job->dev, &cmd);
		if (err == -EIO)
			err = 0;
		else if (err)
			err = job_fail_ata(job, err, &cmd);
	}
	setting_announce(job);
	set = send_value(job);
	return err ? err : set;
}

int act_transfer_mode_set(struct job *job)
{
	char text[UNITS_TEXT_BYTES];

	transfer_mode_text((unsigned)job->opt->value, text);
	job_announce(job, job_setting(job)->announce, job->opt->value, text);
	return send_value(job);
}
