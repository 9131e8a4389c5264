// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings that the drive itself keeps: SET FEATURES rows and their reading back. */
#include "acts.h"
#include "ata_drive.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/hdreg.h>
#include <stdio.h>

enum {
	IDW_SUPPORT_1 = 82,
	IDW_SUPPORT_2 = 83,
	IDW_ENABLED_1 = 85,
	IDW_ENABLED_2 = 86,
	IDW_APM_LEVEL = 91,
	IDW_ACOUSTIC = 94,
	IDW_SUPPORT_4 = 119,
	IDW_ENABLED_4 = 120
};

static void announce_on_off(struct report *out, const char *key, uint64_t value)
{
	(void)key;
	report_line(out, "%" PRIu64 " (%s)\n", value, on_off(value));
}

static void announce_number(struct report *out, const char *key, uint64_t value)
{
	(void)key;
	report_line(out, "%" PRIu64 "\n", value);
}

static void announce_apm(struct report *out, const char *key, uint64_t value)
{
	(void)key;
	if (value == 255)
		report_line(out, "disabled\n");
	else
		report_line(out, "0x%02" PRIx64 " (%" PRIu64 ")\n", value, value);
}

/* clang-format off */
const struct feature_setting feature_look_ahead = {
	.on = SF_READ_LOOK_AHEAD_ON, .off = SF_READ_LOOK_AHEAD_OFF,
	.announce = "drive read-lookahead", .announce_value = announce_on_off,
	.label = " look-ahead    =", .supported = { IDW_SUPPORT_1, 6 }, .enabled = { IDW_ENABLED_1, 6 },
};
const struct feature_setting feature_apm = {
	.on = SF_APM_ON, .off = SF_APM_OFF, .off_value = 255, .value_in_count = true,
	.announce = "Advanced Power Management level", .announce_value = announce_apm,
	.label = " APM_level\t=", .supported = { IDW_SUPPORT_2, 3 }, .enabled = { IDW_ENABLED_2, 3 },
	.vouched = true, .level_word = IDW_APM_LEVEL,
};
const struct feature_setting feature_defect_management = {
	.on = SF_DEFECT_MANAGEMENT_ON, .off = SF_DEFECT_MANAGEMENT_OFF,
	.announce = "drive defect management", .announce_value = announce_number,
};
const struct feature_setting feature_keep_features = {
	.on = SF_KEEP_FEATURES_ON, .off = SF_KEEP_FEATURES_OFF,
	.announce = "drive keep features", .announce_value = announce_on_off,
};
const struct feature_setting feature_acoustic = {
	.on = SF_ACOUSTIC_ON, .off = SF_ACOUSTIC_OFF, .value_in_count = true,
	.announce = "acoustic management", .announce_value = announce_number,
	.label = " acoustic      =", .supported = { IDW_SUPPORT_2, 9 }, .enabled = { IDW_ENABLED_2, 9 },
	.level_word = IDW_ACOUSTIC,
};
const struct feature_setting feature_prefetch = {
	.on = SF_PREFETCH, .never_off = true, .value_in_count = true,
	.announce = "drive prefetch", .announce_value = announce_number,
};
const struct feature_setting feature_write_read_verify = {
	.on = SF_WRITE_READ_VERIFY_ON, .off = SF_WRITE_READ_VERIFY_OFF, .value_in_count = true,
	.announce = "write-read-verify", .announce_value = announce_number,
	.label = " write-read-verify =", .supported = { IDW_SUPPORT_4, 1 }, .enabled = { IDW_ENABLED_4, 1 },
};
const struct feature_setting feature_write_cache = {
	.on = SF_WRITE_CACHE_ON, .off = SF_WRITE_CACHE_OFF,
	.announce = "drive write-caching", .announce_value = announce_on_off,
	.label = " write-caching =", .supported = { IDW_SUPPORT_1, 5 }, .enabled = { IDW_ENABLED_1, 5 },
};
/* clang-format on */

static int send(struct job *job, uint8_t subcommand, uint16_t count)
{
	struct ata_cmd cmd = ata_set_features(subcommand, count);
	int err = device_ata(job->dev, &cmd);

	return err ? job_fail_ata(job, err, &cmd) : 0;
}

static void announce(struct job *job, const struct feature_setting *row)
{
	if (job_quiet(job))
		return;
	report_line(job->out, " setting %s to ", row->announce);
	row->announce_value(job->out, option_table[job->id].key, job->opt->value);
}

static int send_row(struct job *job, const struct feature_setting *row)
{
	uint64_t value = job->opt->value;

	if (!row->never_off && value == row->off_value)
		return send(job, row->off, 0);
	return send(job, row->on, row->value_in_count ? (uint16_t)value : 0);
}

int act_feature_set(struct job *job)
{
	announce(job, job->row);
	return send_row(job, job->row);
}

/*
 * What stands in the cache is flushed before it is switched off, and again after, for what came
 * in between. The old IDE driver has its own ioctl, so that it knows whether to send flushes.
 */
int act_write_cache_set(struct job *job)
{
	struct device *dev = job->dev;
	bool off = job->opt->value == 0;
	int err = 0, flushed;

	announce(job, job->row);
	if (off)
		err = act_flush_if_possible(job);
	if (host_ioctl(dev->host, dev->fd, HDIO_SET_WCACHE, (void *)(uintptr_t)job->opt->value) <
	    0) {
		flushed = err;
		err = send_row(job, job->row);
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
 * A drive that stands by since power-up must be spun up before the setting can be dropped; one
 * that spins already refuses that, and rightly.
 */
int act_power_up_in_standby_set(struct job *job)
{
	bool on = job->opt->value == 1;
	struct ata_cmd cmd;
	int err = 0, set;

	if (!on) {
		if (!job_quiet(job))
			report_line(job->out, " spin-up:");
		cmd = ata_set_features(SF_POWER_UP_SPIN_UP, 0);
		err = device_ata(job->dev, &cmd);
		if (err == -EIO)
			err = 0;
		else if (err)
			err = job_fail_ata(job, err, &cmd);
	}
	job_announce(job, "power-up in standby", job->opt->value, on_off(on));
	set = send(job, on ? SF_POWER_UP_IN_STANDBY_ON : SF_POWER_UP_IN_STANDBY_OFF, 0);
	return err ? err : set;
}

int act_transfer_mode_set(struct job *job)
{
	char text[UNITS_TEXT_BYTES];

	transfer_mode_text((unsigned)job->opt->value, text);
	job_announce(job, "xfermode", job->opt->value, text);
	return send(job, SF_TRANSFER_MODE, (uint16_t)job->opt->value);
}

static bool has_flag(const struct device *dev, struct id_flag flag)
{
	return device_id_word(dev, flag.word) >> flag.bit & 1;
}

unsigned feature_empty_word(const struct device *dev, const struct feature_setting *row)
{
	const unsigned words[] = { row->supported.word, row->enabled.word, row->level_word };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i] && device_id_word(dev, words[i]) == 0xffff)
			return words[i];
	}
	return 0;
}

/*
 * Asks the drive; 1: it has the setting, whose state can be shown. Else all is said. The support
 * bit counts by itself: drives of ATA-3 have their write cache in word 82 and leave word 83, which
 * would vouch for it, zero.
 */
static int ask(struct job *job)
{
	const struct feature_setting *row = job->row;
	int err = device_identify(job->dev);
	bool vouched;

	if (err)
		return job_doubt(job, err, "IDENTIFY DEVICE failed");
	if (ata_id_blank(job->dev->id.raw))
		return job_doubt(job, -ENODATA,
				 "the IDENTIFY data are no drive's: nothing but ones");
	vouched = !row->vouched || ata_words_valid(device_id_word(job->dev, IDW_SUPPORT_2));
	if (vouched && has_flag(job->dev, row->supported)) {
		unsigned bad = feature_empty_word(job->dev, row);

		if (!bad)
			return 1;
		return job_doubt(job, -ENODATA,
				 "word %u of the IDENTIFY data is FFFFh, which tells nothing", bad);
	}
	report_null(job->out, option_table[job->id].key, "%s not supported\n", row->label);
	return 0;
}

int act_flag_get(struct job *job)
{
	const struct feature_setting *row = job->row;
	int go_on = ask(job);
	bool on;

	if (go_on <= 0)
		return go_on;
	on = has_flag(job->dev, row->enabled);
	report_bool(job->out, option_table[job->id].key, on, "%s %2d (%s)\n", row->label, on,
		    on_off(on));
	return 0;
}

int act_apm_get(struct job *job)
{
	const struct feature_setting *row = job->row;
	int go_on = ask(job);
	unsigned level;
	bool on;

	if (go_on <= 0)
		return go_on;
	level = device_id_word(job->dev, row->level_word) & 0xff;
	on = has_flag(job->dev, row->enabled);
	report_bool(job->out, "apm_enabled", on, NO_TEXT);
	if (on)
		report_u64(job->out, option_table[job->id].key, level, "%s %u\n", row->label,
			   level);
	else
		report_null(job->out, option_table[job->id].key, "%s off\n", row->label);
	return 0;
}

/* The mode that was set is not in the IDENTIFY data of all drives: the flag alone. */
int act_write_read_verify_get(struct job *job)
{
	const struct feature_setting *row = job->row;
	int go_on = ask(job);
	bool on;

	if (go_on <= 0)
		return go_on;
	on = has_flag(job->dev, row->enabled);
	report_bool(job->out, option_table[job->id].key, on, "%s %2d\n", row->label, on);
	return 0;
}

int act_acoustic_get(struct job *job)
{
	const struct feature_setting *row = job->row;
	int go_on = ask(job);
	unsigned level;

	if (go_on <= 0)
		return go_on;
	level = device_id_word(job->dev, row->level_word) & 0xff;
	report_u64(job->out, option_table[job->id].key, level, "%s %2u (128=quiet ... 254=fast)\n",
		   row->label, level);
	return 0;
}
