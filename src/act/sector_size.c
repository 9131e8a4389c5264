// SPDX-License-Identifier: GPL-2.0-or-later
/* The size of the drive's logical sectors. */
#include "acts.h"
#include "block.h"
#include "device_ask.h"
#include "security.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Finds what the drive is to be told. */
int check_set_sector_size(struct job *job)
{
	int err = job_check_identity(job);

	if (err)
		return err;
	err = drive_choose_sector_bytes(&job->drive, (unsigned)job->opt->value, &job->found);
	return err ? job_fail_drive(job, err) : 0;
}

/* The line that goes on, whatever has broken a format off. */
enum { LINE_BYTES = 1024 };
static void line_for(const struct job *job, unsigned bytes, char line[LINE_BYTES])
{
	snprintf(line, LINE_BYTES, "hdparm --please-destroy-my-drive %s--set-sector-size %u %s",
		 job_in_use_word(job), bytes, job_device_word(job));
}

enum { SIZE_BYTES = 96 };
static const char *sector_size_text(const struct sector_size *size, char text[SIZE_BYTES])
{
	int n = snprintf(text, SIZE_BYTES, "%u bytes", size->bytes);

	if (size->extra)
		snprintf(text + n, SIZE_BYTES - (size_t)n,
			 " and %u of metadata or protection information", size->extra);
	return text;
}

static bool is_size(const struct sector_size *size, unsigned bytes)
{
	return size->bytes == bytes && !size->extra;
}

/* libata reads IDENTIFY DEVICE when it finds a drive, and answers READ CAPACITY by that. */
static void tell_kernels_size(struct job *job, unsigned bytes)
{
	unsigned kernels = block_sector_bytes(job->dev);

	if (kernels && kernels != bytes)
		job_note(job,
			 "the kernel still uses sectors of %u bytes: neither read nor write the "
			 "disk until it is found anew: cycle its power, or write 1 to "
			 "device/delete of the disk in /sys/block, and '- - -' to scan of its host "
			 "in /sys/class/scsi_host",
			 kernels);
}

/* The drive has reported success: reads back which size it shows now. */
static int read_back_size(struct job *job, unsigned bytes)
{
	bool later = drive_ops_of(&job->drive)->sector_bytes_later;
	struct sector_size now;
	char text[SIZE_BYTES];
	int err;

	device_forget(job->dev);
	err = drive_sector_size(&job->drive, &now);
	if (err && later)
		return job_fail(job, err,
				"the drive reported success, but IDENTIFY DEVICE fails now: its "
				"sector size is not known; cycle its power and check with -I");
	if (err)
		return job_fail_drive(job, err);
	if (is_size(&now, bytes)) {
		job->proof = PROVED;
		if (later)
			tell_kernels_size(job, bytes);
		return 0;
	}
	if (!later) {
		job->proof = DISPROVED;
		return job_fail(job, -EIO, "the drive reported success, but shows sectors of %s",
				sector_size_text(&now, text));
	}
	/* the old size proves nothing */
	job_note(job,
		 "the drive still shows sectors of %u bytes; cycle its power and check again with "
		 "-I",
		 now.bytes);
	return 0;
}

/* Says before, and in a dry run, which other disks lose their data with this one. */
static int tell_what_it_takes(struct job *job)
{
	char names[DISK_KIN_BYTES];
	int err = drive_erase_takes(&job->drive, DISK_NO_ERASE, names);

	if (err)
		return job_fail_drive(job, err);
	if (*names)
		job_note(
			job,
			"the drive formats all its namespaces at once: the data of%s are lost, too",
			names);
	return 0;
}

/*
 * A drive whose setting starts a format has failed to set it, or to answer. The failure is
 * reported; this says what the drive is left in, and the line that goes on.
 */
static void tell_what_is_left(struct job *job, unsigned bytes)
{
	char again[LINE_BYTES], back[LINE_BYTES];
	struct disk_sanitize status;
	int err;

	line_for(job, bytes, again);
	line_for(job, job->found ? job->found : 512, back);
	device_forget_failure(job->dev);
	err = drive_format_status(&job->drive, &status);
	/* the size is not set, but the data are lost, or may be */
	if (err || status.state != DISK_SANITIZE_IDLE)
		job->proof = UNSETTLED;
	if (err)
		job_note(job,
			 "the disk may be formatting, or have no valid format: leave its power on; "
			 "`%s` follows a format that runs, or goes on",
			 again);
	else if (status.state == DISK_SANITIZE_RUNNING)
		job_note(job, "the disk formats: leave its power on; `%s` follows it", again);
	else if (status.state == DISK_UNFORMATTED)
		job_note(job,
			 "the disk has no valid format, and gives and takes no data: `%s` tries "
			 "again, `%s` formats it with %s",
			 again, back, job->found ? "the size that it had" : "the usual size");
}

static int follow_format(struct job *job, unsigned bytes)
{
	char again[LINE_BYTES];

	line_for(job, bytes, again);
	report_line(job->out, job->found == DISK_FORMATS_ALREADY
				      ? "a format was started before, and is followed\n"
				      : "started\n");
	report_flush(job->out);
	return format_follow(job, again);
}

/*
 * What runs already may be a format with another size, as one of another program: the line goes on
 * with its own then.
 */
static int read_back_format(struct job *job, unsigned bytes)
{
	char again[LINE_BYTES], text[SIZE_BYTES];
	struct sector_size now;

	if (job->found != DISK_FORMATS_ALREADY || drive_sector_size(&job->drive, &now) ||
	    is_size(&now, bytes))
		return read_back_size(job, bytes);
	line_for(job, bytes, again);
	return job_refuse(job, -EIO, "the format that ran has given sectors of %s: `%s` goes on",
			  sector_size_text(&now, text), again);
}

/* Starts what sets the size, and waits for its end. */
static int set_by_format(struct job *job, unsigned bytes)
{
	int err = drive_set_sector_bytes(&job->drive, bytes, job->found);

	if (err) {
		report_notice(job->out, "FAILED: %s", strerror(-err));
		job_fail_drive(job, err);
		tell_what_is_left(job, bytes);
		return err;
	}
	if (job->dev->dry_run)
		return format_follow(job, "");
	err = follow_format(job, bytes);
	if (err)
		return err;
	err = read_back_format(job, bytes);
	if (!err)
		report_u64(job->out, option_key(job->id), bytes, " sector size: %u bytes\n", bytes);
	return err;
}

int act_set_sector_size(struct job *job)
{
	unsigned bytes = (unsigned)job->opt->value;
	char again[LINE_BYTES];
	int err = tell_what_it_takes(job);

	if (err)
		return err;
	if (drive_ops_of(&job->drive)->sector_bytes_formats) {
		line_for(job, bytes, again);
		format_tell_danger(job, again);
	}
	report_line(job->out, "changing sector size configuration to %u: ", bytes);
	report_flush(job->out);
	if (drive_ops_of(&job->drive)->sector_bytes_formats)
		return set_by_format(job, bytes);
	err = drive_set_sector_bytes(&job->drive, bytes, job->found);
	if (err) {
		report_notice(job->out, "FAILED: %s", strerror(-err));
		job_fail_drive(job, err);
		if (job->dev->attempt.unsettled)
			job_note(job, "the drive may have begun, and all data be lost: keep it "
				      "powered; run -I when it answers");
		return err;
	}
	if (job->dev->dry_run)
		return 0;
	report_u64(job->out, option_key(job->id), bytes, "succeeded\n");
	return read_back_size(job, bytes);
}
