// SPDX-License-Identifier: GPL-2.0-or-later
/* Power modes and the drive's cache: commands without data. */
#include "acts.h"
#include "units.h"

#include <errno.h>
#include <inttypes.h>

const struct plain_command command_standby = { ATA_STANDBY_IMMEDIATE, ATA_STANDBY_IMMEDIATE_OLD,
					       " issuing standby command\n" };
const struct plain_command command_sleep = { ATA_SLEEP, ATA_SLEEP_OLD, " issuing sleep command\n" };
const struct plain_command command_idle_immediate = { ATA_IDLE_IMMEDIATE, ATA_IDLE_IMMEDIATE,
						      " issuing idle_immediate command\n" };
const struct plain_command command_seagate_powersave_off = {
	ATA_SEAGATE_POWERSAVE_OFF, ATA_SEAGATE_POWERSAVE_OFF,
	" disabling Seagate auto powersaving mode\n"
};

/* Sends `id`, and the code of ATA-1 to 3 where the drive says that it does not know the first. */
static int send_either(struct device *dev, struct ata_cmd *cmd, enum ata_id id, enum ata_id older,
		       unsigned want)
{
	int err;

	*cmd = ata_command(id);
	cmd->want = want;
	err = device_ata(dev, cmd);
	if (err != -EIO || older == id || !cmd->res.valid || !(cmd->res.error & ER_ABRT))
		return err;
	*cmd = ata_command(older);
	cmd->want = want;
	return device_ata(dev, cmd);
}

int act_plain_command(struct job *job)
{
	const struct plain_command *row = job->row;
	struct ata_cmd cmd;
	int err;

	if (!job_quiet(job))
		report_line(job->out, "%s", row->announce);
	err = send_either(job->dev, &cmd, row->id, row->older, 0);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

/* COUNT of CHECK POWER MODE (ACS-4 table 29), and what 9.65's readers know it as. */
static const struct {
	uint8_t count;
	const char *text;
} power_modes[] = {
	{ 0x00, "standby" },
	{ 0x01, "standby" }, /* standby_y */
	{ 0x40, "NVcache_spindown" },
	{ 0x41, "NVcache_spinup" },
	{ 0x80, "idle" },
	{ 0x81, "idle" }, /* idle_a to idle_c */
	{ 0x82, "idle" },
	{ 0x83, "idle" },
	{ 0xff, "active/idle" },
};

static const char *power_mode_text(uint16_t count)
{
	for (size_t i = 0; i < sizeof(power_modes) / sizeof(power_modes[0]); i++) {
		if (power_modes[i].count == (count & 0xff))
			return power_modes[i].text;
	}
	return "unknown";
}

int act_power_mode(struct job *job)
{
	const char *key = option_table[job->id].key, *text;
	struct ata_cmd cmd;
	int err = send_either(job->dev, &cmd, ATA_CHECK_POWER_MODE, ATA_CHECK_POWER_MODE_OLD,
			      WANT_COUNT);

	if (err) {
		report_null(job->out, key, " drive state is:  unknown\n");
		/* An answer that cannot be read is a doubt; a refusal or no path, an error. */
		if (err == -EIO && !cmd.res.valid)
			return job_doubt(job, err, "CHECK POWER MODE failed");
		return job_fail_ata(job, err, &cmd);
	}
	text = power_mode_text(cmd.res.count);
	report_string(job->out, key, text, " drive state is:  %s\n", text);
	return 0;
}

int act_standby_timer_set(struct job *job)
{
	struct ata_cmd cmd = ata_command(ATA_IDLE);
	char text[UNITS_TEXT_BYTES];
	unsigned seconds;
	int err;

	cmd.count = (uint16_t)job->opt->value;
	seconds = standby_timer_seconds(cmd.count);
	standby_timer_text(cmd.count, text);
	job_announce(job, "standby", job->opt->value, text);
	if (job->opt->asked && job->opt->asked != seconds && !job_quiet(job))
		report_line(job->out, " no timer is %s: the next longer one is %s\n",
			    job->opt->text, text);
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_ata(job, err, &cmd);
	if (!job->dev->dry_run && (seconds || !cmd.count))
		report_u64(job->out, "standby_timer_s", seconds, NO_TEXT);
	return 0;
}

/* LBA of IDLE IMMEDIATE with UNLOAD: the standard's guard against accidents, "UNL". */
enum { UNLOAD_SIGNATURE = 0x554e4c };

int act_idle_unload(struct job *job)
{
	struct ata_cmd cmd = ata_command(ATA_IDLE_IMMEDIATE_UNLOAD);
	int err;

	if (!job_quiet(job))
		report_line(job->out, " issuing idle_immediate_unload command\n");
	err = job_whole_disk(job);
	if (err)
		return err;
	cmd.lba = UNLOAD_SIGNATURE;
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

enum { IDW_SUPPORT_2 = 83, FLUSH_CACHE_EXT = 1 << 13 };

int act_flush_cache(struct job *job)
{
	struct ata_cmd cmd;
	uint16_t word = 0;
	int err;

	if (!device_identify(job->dev))
		word = device_id_word(job->dev, IDW_SUPPORT_2);
	cmd = ata_command(ata_words_valid(word) && (word & FLUSH_CACHE_EXT) ? ATA_FLUSH_CACHE_EXT
									    : ATA_FLUSH_CACHE);
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

int act_flush_drive(struct job *job)
{
	return act_flush_cache(job);
}
