// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings that the drive itself keeps: SET FEATURES. */
#include "acts.h"
#include "ata_drive.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/hdreg.h>

static int send_value(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	uint64_t value = job->opt->value;
	bool off = ata_feature_table[row->feature].off.name && value == row->off_value;
	struct ata_cmd cmd = ata_set_feature(row->feature, !off, (uint16_t)value);
	int err = device_ata(job->dev, &cmd);

	return err ? job_fail_ata(job, err, &cmd) : 0;
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

	if (level == row->off_value)
		job_say(job, " setting %s to disabled\n", row->announce);
	else
		job_say(job, " setting %s to 0x%02" PRIx64 " (%" PRIu64 ")\n", row->announce, level,
			level);
	return send_value(job);
}

/*
 * The cache is flushed before it is disabled, and again after, for data written in between. The old
 * IDE driver has its own ioctl, which tells the driver whether to send flushes.
 */
int act_write_cache_set(struct job *job)
{
	struct device *dev = job->dev;
	bool off = job->opt->value == 0;
	int err = 0, flushed;

	setting_announce(job);
	if (off)
		err = act_flush_if_possible(job);
	if (host_ioctl(dev->host, dev->fd, HDIO_SET_WCACHE, (void *)(uintptr_t)job->opt->value) <
	    0) {
		flushed = err;
		err = send_value(job);
		if (!err)
			err = flushed;
	}
	if (off) {
		flushed = act_flush_if_possible(job);
		if (!err)
			err = flushed;
	}
	return err;
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

/*
 * Asks the drive. 1: it has the setting, and its state can be shown. 0 or -errno: the answer or the
 * failure is reported. The support bit counts without the signature in word 83: drives of ATA-3
 * have their write cache in word 82 and leave word 83 zero.
 */
static int ask_support(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	const uint8_t *id = job->dev->id.raw;
	int err = device_identify(job->dev);

	if (err)
		return job_warn(job, err, "IDENTIFY DEVICE failed");
	if (ata_id_blank(id))
		return job_warn(job, -ENODATA, "the IDENTIFY data are all ones: no drive answered");
	if (ata_feature_supported_if_valid(id, row->feature)) {
		unsigned bad = ata_feature_empty_word(id, row->feature);

		if (!bad)
			return 1;
		return job_warn(job, -ENODATA,
				"word %u of the IDENTIFY data is FFFFh, which tells nothing", bad);
	}
	report_null(job->out, option_key(job->id), "%s not supported\n", row->label);
	return 0;
}

int act_feature_get(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	const uint8_t *id = job->dev->id.raw;
	int go_on = ask_support(job);

	if (go_on <= 0)
		return go_on;
	setting_show(job, setting_is_flag(job->id) ? ata_feature_enabled(id, row->feature)
						   : ata_feature_level(id, row->feature));
	return 0;
}

int act_apm_get(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	const uint8_t *id = job->dev->id.raw;
	int go_on = ask_support(job);
	unsigned level;
	bool on;

	if (go_on <= 0)
		return go_on;
	level = ata_feature_level(id, row->feature);
	on = ata_feature_enabled(id, row->feature);
	report_bool(job->out, "apm_enabled", on, NO_TEXT);
	if (on)
		report_u64(job->out, option_key(job->id), level, "%s %u\n", row->label, level);
	else
		report_null(job->out, option_key(job->id), "%s off\n", row->label);
	return 0;
}
