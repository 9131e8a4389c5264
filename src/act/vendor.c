// SPDX-License-Identifier: GPL-2.0-or-later
/* Temperature, the idle3 timer of Western Digital drives, and --drq-hsm-error. */
#include "acts.h"
#include "block.h"
#include "units.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int act_temperature(struct job *job)
{
	const char *key = option_key(job->id);
	struct drive_temperature t = { .beyond = NULL };
	int err = drive_temperature(&job->drive, &t);

	if (err)
		return job_fail_drive(job, err);
	if (t.beyond)
		report_null(job->out, key, " drive temperature (celsius) is:  %s %d\n", t.beyond,
			    t.celsius);
	else
		report_i64(job->out, key, t.celsius, " drive temperature (celsius) is:  %d\n",
			   t.celsius);
	if (t.tells_range)
		report_bool(job->out, "temperature_in_range", t.in_range,
			    " drive temperature in range:  %s\n", t.in_range ? "yes" : "no");
	if (t.source)
		report_string(job->out, "temperature_source", t.source_key,
			      " drive temperature is from:  %s\n", t.source);
	return 0;
}

enum {
	WD_SIGNATURE = 0x574400, /* bits 23:8 of the LBA: "WD" */
	WD_DEVICE = 0xa0,
	WD_ENTER = 0x45,
	WD_LEAVE = 0x44,
	WD_KEY_LOG = 0xbe,
	WD_DATA_LOG = 0xbf,
	WD_READ = 0x01,
	WD_WRITE = 0x02
};

static int idle3_mode(struct job *job, uint8_t feature)
{
	struct ata_cmd cmd = ata_command(ATA_WD_VENDOR_MODE);
	int err;

	cmd.feature = feature;
	cmd.lba = WD_SIGNATURE;
	cmd.device = WD_DEVICE;
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

static int idle3_log(struct job *job, enum ata_id id, uint8_t log, uint8_t data[512])
{
	struct ata_cmd cmd = ata_command_data(id, data, 512);
	int err;

	cmd.lba = SMART_SIGNATURE | log;
	cmd.device = WD_DEVICE;
	/* the logs exist only in the vendor's mode, which a dry run does not enter */
	err = job->dev->dry_run ? device_leave_unsent(job->dev, &cmd) : device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

/* Select the timer as the content of the data log. */
static int idle3_key(struct job *job, uint8_t direction)
{
	uint8_t data[512] = { 0x2a, 0, direction, 0, 0x02, 0, 0x0d, 0, 0x16, 0, 0x01 };

	return idle3_log(job, ATA_SMART_WRITE_LOG, WD_KEY_LOG, data);
}

static int idle3_access(struct job *job, uint8_t direction, uint8_t *code)
{
	enum ata_id id = direction == WD_READ ? ATA_SMART_READ_LOG : ATA_SMART_WRITE_LOG;
	uint8_t data[512] = { *code };
	int err = idle3_mode(job, WD_ENTER), left;

	if (err)
		return err;
	err = idle3_key(job, direction);
	if (!err)
		err = idle3_log(job, id, WD_DATA_LOG, data);
	left = idle3_mode(job, WD_LEAVE);
	*code = data[0];
	return err ? err : left;
}

/*
 * Return the byte for 0 to 300 seconds, rounded up. For newer drives, 80 to 127 are tenths of a
 * second, and from 129 on each step above 128 is 30 s.
 */
static uint8_t idle3_code(unsigned seconds)
{
	if (seconds == 0)
		return 0;
	if (seconds <= 8)
		return 80;
	if (seconds <= 12)
		return (uint8_t)(seconds * 10);
	return (uint8_t)(0x80 + (seconds + 29) / 30);
}

static void idle3_text(uint8_t code, char text[UNITS_TEXT_BYTES])
{
	unsigned steps = code & 0x7f, whole = code / 10u, tenths = code % 10u;

	if (!code)
		snprintf(text, UNITS_TEXT_BYTES, "disabled");
	else if (code < 80 || code == 0x80)
		snprintf(text, UNITS_TEXT_BYTES, "%u ??", code);
	else if (code < 0x80)
		snprintf(text, UNITS_TEXT_BYTES, "%u.%u secs", whole, tenths);
	else if (steps > 10)
		snprintf(text, UNITS_TEXT_BYTES, "%u ?? (or %u.%u secs for older drives)", code,
			 whole, tenths);
	else
		snprintf(text, UNITS_TEXT_BYTES, "%u secs (or %u.%u secs for older drives)",
			 steps * 30, whole, tenths);
}

/* Return the seconds that newer drives count for a byte; 0: disabled. */
static double idle3_seconds(uint8_t code)
{
	return code <= 0x80 ? code / 10.0 : (code - 0x80) * 30.0;
}

int act_idle3_set(struct job *job)
{
	uint8_t code = idle3_code((unsigned)job->opt->value);
	char text[UNITS_TEXT_BYTES];

	idle3_text(code, text);
	if (!job_quiet(job))
		report_line(job->out, " setting wdidle3 to %s\n", text);
	return idle3_access(job, WD_WRITE, &code);
}

int act_idle3_get(struct job *job)
{
	char text[UNITS_TEXT_BYTES];
	uint8_t code = 0;
	int err = idle3_access(job, WD_READ, &code);
	if (err || job->dev->dry_run)
		return err;
	idle3_text(code, text);
	report_f64(job->out, option_key(job->id), idle3_seconds(code), " wdidle3      = %s\n",
		   text);
	return 0;
}

/* Send IDENTIFY DEVICE as a command without data: the drive then waits with DRQ set. */
int act_drq_hsm_error(struct job *job)
{
	struct ata_cmd cmd = ata_command(ATA_IDENTIFY_WITHOUT_DATA);
	int err;

	report_line(job->out, " triggering \"stuck DRQ\" host state machine error\n");
	block_flush(job->dev);
	cmd.want = WANT_STATUS;
	err = device_ata(job->dev, &cmd);
	if (cmd.res.valid && !job->dev->dry_run)
		report_notice(job->out, "ata status=0x%02x ata error=0x%02x", cmd.res.status,
			      cmd.res.error);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}
