// SPDX-License-Identifier: GPL-2.0-or-later
/* Checks before a command that destroys data: the right device, and not in use. */
#include "job.h"
#include "ata_drive.h"
#include "block.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static int read_identify(struct job *job, enum ata_quiet quiet)
{
	int err = device_identify_as(job->dev, quiet);

	if (err)
		return job_fail(job, err, "IDENTIFY DEVICE failed");
	if (ata_id_blank(job->dev->id.raw))
		return job_fail(job, -ENODATA, "the IDENTIFY data are all ones: no drive answered");
	if (!job->dev->id.packet && ata_id_incomplete(job->dev->id.raw))
		return job_fail(
			job, -ENODATA,
			"the IDENTIFY data are incomplete, as those of a drive that powered "
			"up in standby: read from the drive or spin it up with -s0, and try "
			"again");
	return 0;
}

int job_identify(struct job *job)
{
	return read_identify(job, ATA_REPORT_ALL);
}

int job_identify_silently(struct job *job)
{
	return read_identify(job, ATA_QUIET_MISSING);
}

/* Whether the device is a whole disk: 0, or -errno reported where that cannot be found out. */
static int find_place(struct job *job, struct block_place *place)
{
	int err = block_place(job->dev, place);

	if (!err)
		return 0;
	return job_refuse(job, err,
			  "cannot find out whether this is a whole disk: %s; mount sysfs at /sys",
			  strerror(-err));
}

int job_whole_disk(struct job *job)
{
	struct block_place place;
	int err = find_place(job, &place);

	if (err || block_is_whole(&place))
		return err;
	if (place.array)
		return job_refuse(job, -EINVAL,
				  "this is a RAID array: name the member drive itself");
	if (place.built_on[0])
		return job_refuse(job, -EINVAL,
				  "this is built on %s and maybe others: name the drive itself",
				  place.built_on);
	return job_refuse(
		job, -EINVAL, "this is a partition: it would reach all of %s%s; name that",
		place.disk[0] ? "/dev/" : "", place.disk[0] ? place.disk : "the whole disk");
}

int job_whole_disk_sector(struct job *job, uint64_t lba)
{
	bool foreign = device_language(job->dev);
	struct block_place place;
	int err = find_place(job, &place);

	if (err)
		return err;
	if (place.array)
		return job_refuse(job, -EINVAL,
				  "this is a RAID array: name a member drive and its own sector");
	if (place.built_on[0])
		return job_refuse(job, -EINVAL,
				  "this is built on %s and maybe others: name a drive and its own "
				  "sector",
				  place.built_on);
	err = foreign ? 0 : job_identify(job);
	if (!err && !foreign && job->dev->id.packet)
		return job_refuse(
			job, -ENOTTY,
			"this is a CD, DVD or tape drive: it takes no commands for sectors");
	if (err || block_is_whole(&place))
		return err;
	lba += place.start * 512 /
	       (foreign ? block_sector_bytes(job->dev) : ata_id_sector_bytes(job->dev->id.raw));
	return job_refuse(
		job, -EINVAL, "this is a partition: name %s%s, where this sector is %" PRIu64,
		place.disk[0] ? "/dev/" : "", place.disk[0] ? place.disk : "the whole disk", lba);
}

/* What to try where a file of sysfs or procfs could not be read; its path begins `what`. */
static const char *remedy(const char *what)
{
	if (!strncmp(what, "/sys/", 5))
		return "mount sysfs at /sys, or ";
	if (!strncmp(what, "/proc/", 6))
		return "mount procfs at /proc, or ";
	return "";
}

static int judge_claim(struct job *job, int err, const char *why)
{
	if (!err)
		return 0;
	if (err == -ESTALE)
		return job_refuse(job, -ENODEV,
				  "another device has this name since it was opened; nothing was "
				  "sent to it: look which drive is meant, and try again");
	if (err == -EBUSY)
		return job_refuse(job, err,
				  "the drive is in use: %s; end that first, or add "
				  "--even-if-in-use",
				  why);
	return job_refuse(job, err,
			  "cannot find out whether the drive is in use: %s%s%s; %sadd "
			  "--even-if-in-use",
			  why, why[0] ? ": " : "", strerror(-err), remedy(why));
}

int job_unused(struct job *job)
{
	char why[BLOCK_WHY_BYTES];

	if (job->req->opt[OPT_EVEN_IF_IN_USE].seen)
		return 0;
	return judge_claim(job, block_claim(job->dev, why), why);
}

int job_unused_drive(struct job *job)
{
	const struct disk_language *language = device_language(job->dev);
	char why[BLOCK_WHY_BYTES];
	int err = job_unused(job);

	if (err || job->req->opt[OPT_EVEN_IF_IN_USE].seen || !language || !language->claim_others)
		return err;
	return judge_claim(job, language->claim_others(job->dev, why), why);
}

/*
 * udev has the lock for the moment in which it reads a disk, and does so whenever somebody closed
 * one that was open for writing, as the command before this one may have.
 */
enum { LOCK_TRIES = 30, LOCK_PAUSE_MS = 100 };

int job_exclusive(struct job *job)
{
	char who[BLOCK_HOLDER_BYTES];
	int err = block_lock(job->dev, LOCK_EXCLUSIVE, who);

	for (unsigned i = 0; err && i < LOCK_TRIES; i++) {
		host_sleep_ns(job->host, UINT64_C(1000000) * LOCK_PAUSE_MS);
		err = block_lock(job->dev, LOCK_EXCLUSIVE, who);
	}
	if (!err)
		return 0;
	return job_refuse(job, -EBUSY,
			  "busy: another program%s%s%s has locked the drive; nothing was sent; try "
			  "again when it has ended",
			  who[0] ? " (" : "", who, who[0] ? ")" : "");
}

int job_may_shrink(struct job *job, uint64_t now, uint64_t sectors)
{
	int err;

	if (now && sectors >= now)
		return 0;
	err = job_gate(job, CONSENT_YES,
		       now ? "data after the new last sector become unreachable"
			   : "the drive does not report how many sectors it shows: data may become "
			     "unreachable");
	return err ? err : job_unused(job);
}

void job_drop_cached(struct job *job)
{
	int err = block_flush(job->dev);

	if (err < 0)
		job_note(job,
			 "BLKFLSBUF failed: %s: the kernel may go on showing what it had read "
			 "before",
			 strerror(-err));
}

int job_fail_announced(struct job *job, int err, const struct ata_cmd *cmd)
{
	/* Scripts look for this word after the announcement on the same line. */
	report_notice(job->out, "FAILED: %s", strerror(-err));
	return cmd ? job_fail_ata(job, err, cmd) : err;
}
