// SPDX-License-Identifier: GPL-2.0-or-later
/* The size of the drive's logical sectors. */
#include "acts.h"

#include <errno.h>
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

/* The drive has reported success: reads back which size it shows now. */
static int read_back_size(struct job *job, unsigned bytes)
{
	bool later = drive_sector_bytes_later(&job->drive);
	struct disk_identity id = { .logical = 0 };
	int err;

	device_forget(job->dev);
	err = drive_identity(&job->drive, &id);
	if (err && later)
		return job_fail(job, err,
				"the drive reported success, but IDENTIFY DEVICE fails now: its "
				"sector size is not known; cycle its power and check with -I");
	if (err)
		return job_fail_drive(job, err);
	if (id.logical == bytes) {
		job->proof = PROVED;
		return 0;
	}
	if (!later) {
		job->proof = DISPROVED;
		return job_fail(job, -EIO,
				"the drive reported success, but shows sectors of %u bytes",
				id.logical);
	}
	/* the old size proves nothing */
	job_note(job,
		 "the drive still shows sectors of %u bytes; cycle its power and check again with "
		 "-I",
		 id.logical);
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

int act_set_sector_size(struct job *job)
{
	unsigned bytes = (unsigned)job->opt->value;
	int err = tell_what_it_takes(job);

	if (err)
		return err;
	report_line(job->out, "changing sector size configuration to %u: ", bytes);
	report_flush(job->out);
	err = drive_set_sector_bytes(&job->drive, bytes, job->found);
	if (err) {
		report_notice(job->out, "FAILED: %s", strerror(-err));
		return job_fail_drive(job, err);
	}
	if (job->dev->dry_run)
		return 0;
	report_u64(job->out, option_key(job->id), bytes, "succeeded\n");
	return read_back_size(job, bytes);
}
