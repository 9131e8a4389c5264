// SPDX-License-Identifier: GPL-2.0-or-later
/* What the block layer and the bus do for a device. */
#include "acts.h"
#include "block.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <linux/hdreg.h>

int act_flush_buffers(struct job *job)
{
	int written = block_write_out(job->dev), dropped = block_drop_pages(job->dev);

	if (written < 0)
		written = job_fail(job, written,
				   "fsync failed: data that waited to be written may be lost");
	if (dropped < 0)
		dropped = job_fail(job, dropped, "BLKFLSBUF failed");
	return written < 0 ? written : dropped;
}

/*
 * The kernel refuses to read the table while a partition is open. udev opens the partitions of a
 * disk that was just written, for less than two seconds, and none of a disk that is locked.
 */
enum { REREAD_TRIES = 20, REREAD_PAUSE_MS = 100 };

int act_reread_partitions(struct job *job)
{
	char why[BLOCK_WHY_BYTES], who[BLOCK_HOLDER_BYTES];
	struct device *dev = job->dev;
	int err;

	if (!job_quiet(job))
		report_line(job->out, " re-reading partition table\n");
	report_flush(job->out);
	for (unsigned tries = 0;; tries++) {
		/* the table is read without the lock, too: flock(1) may run this program */
		block_lock(dev, LOCK_EXCLUSIVE, who);
		err = host_ioctl(dev->host, dev->fd, BLKRRPART, NULL);
		if (err != -EBUSY)
			return err < 0 ? job_fail(job, err, "BLKRRPART failed") : 0;
		if (block_used(dev, why) == -EBUSY)
			return job_fail(job, err, "BLKRRPART failed, since %s", why);
		if (tries == REREAD_TRIES)
			return job_fail(job, err, "BLKRRPART failed");
		host_sleep_ns(job->host, UINT64_C(1000000) * REREAD_PAUSE_MS);
	}
}

int act_reset(struct job *job)
{
	int err;

	if (!job_quiet(job))
		report_line(job->out, " resetting drive\n");
	report_flush(job->out);
	err = host_ioctl(job->dev->host, job->dev->fd, HDIO_DRIVE_RESET, NULL);
	return err < 0 ? job_fail(job, err, "HDIO_DRIVE_RESET failed") : 0;
}

int act_geometry(struct job *job)
{
	struct report *out = job->out;
	struct block_geometry g;
	int err = block_geometry(job->dev, &g);

	if (err < 0)
		return job_fail(job, err, "%s failed", g.failed);
	report_section_begin(out, "geometry");
	report_u64(out, "cylinders", g.cylinders, " geometry      = %u", g.cylinders);
	report_u64(out, "heads", g.heads, "/%u", g.heads);
	report_u64(out, "sectors_per_track", g.sectors, "/%u", g.sectors);
	report_u64(out, "sectors", g.sectors_total, ", sectors = %" PRIu64, g.sectors_total);
	if (g.has_start)
		report_u64(out, "start", g.start, ", start = %" PRIu64 "\n", g.start);
	else
		report_null(out, "start", ", start = unknown\n");
	report_section_end(out);
	return 0;
}

int act_attribute_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	int err;

	setting_announce(job);
	err = sysfs_own_set_u64(&job->dev->sys, row->attribute, job->opt->value);
	return err ? job_fail(job, err, "writing sysfs %s failed", row->attribute) : 0;
}

static int fail_time_limit(struct job *job, int err, const char *doing)
{
	if (err == -ENOENT)
		return job_fail(job, err, "the kernel has no time limit for this device");
	return job_fail(job, err, "%s the kernel's time limit failed", doing);
}

int command_timeout_change(struct job *job, uint64_t seconds)
{
	uint64_t now;
	int err = block_command_timeout_set(job->dev, seconds);

	if (err)
		return fail_time_limit(job, err, "setting");
	if (job->dev->dry_run)
		return 0;
	err = block_command_timeout(job->dev, &now);
	if (err)
		return fail_time_limit(job, err, "reading back");
	return now == seconds
		       ? 0
		       : job_refuse(job, -EIO,
				    "set to %" PRIu64 " s: accepted, but it is %" PRIu64 " s",
				    seconds, now);
}

int act_time_limit_set(struct job *job)
{
	bool handler = job->id == OPT_EH_TIMEOUT;
	int err;

	setting_announce(job);
	err = handler ? block_eh_timeout_set(job->dev, job->opt->value)
		      : block_command_timeout_set(job->dev, job->opt->value);
	return err ? fail_time_limit(job, err, "setting") : 0;
}
