// SPDX-License-Identifier: GPL-2.0-or-later
/* Checks before a command that destroys data: it is the right device, and it is not in use. */
#include "job.h"
#include "block.h"
#include "device.h"
#include "sysfs.h"
#include "identify.h"
#include "options.h"

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
			"the IDENTIFY data are incomplete, as after powering up in standby: "
			"read from the drive or spin it up with -s0, and try again");
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

int job_check_identity(struct job *job)
{
	return drive_is_other(&job->drive) ? 0 : job_identify_silently(job);
}

int job_has_ata_sectors(struct job *job)
{
	int err = job_identify(job);

	if (!err && job->dev->id.packet)
		err = job_refuse(
			job, -ENOTTY,
			"this is a CD, DVD or tape drive: it takes no commands for sectors");
	return err;
}

int job_has_sectors(struct job *job)
{
	/* IDENTIFY may show that the drive speaks another language */
	if (drive_takes_ata(&job->drive))
		device_identify_as(job->dev, ATA_REPORT_ALL);
	return drive_takes_ata(&job->drive) ? job_has_ata_sectors(job) : 0;
}

int job_refuse_range(struct job *job, uint64_t sectors)
{
	/*
	 * sd shows no size if it cannot read the size or use the sectors, such as sectors of 520
	 * bytes
	 */
	if (!sectors)
		return job_refuse(job, -ENODATA,
				  "the kernel shows no sectors: no medium, no valid format, or "
				  "sectors that it cannot use (-I)");
	return job_refuse(job, -EINVAL, "'%s': the drive has %" PRIu64 " sectors", job->opt->text,
			  sectors);
}

/* Name the disk's own sector, or the offset that applies to several sectors. */
static int refuse_sectors(struct job *job, const struct block_place *place)
{
	const char *dev = place->disk[0] ? "/dev/" : "";
	const char *disk = place->disk[0] ? place->disk : "the whole disk";
	bool one = option_names_one_sector(job->id, job->opt);
	uint64_t bytes = 0, size, start = place->start * 512;
	int err = job_has_sectors(job);

	if (err)
		return err;
	size = drive_takes_ata(&job->drive) ? ata_id_sector_bytes(job->dev->id.raw)
					    : block_sector_bytes(job->dev);
	if (!size || start % size)
		return job_refuse(job, -EINVAL,
				  "this is a partition: name %s%s, and that disk's own sectors",
				  dev, disk);
	if (one && !block_bytes(job->dev, &bytes) && job->opt->value >= bytes / size)
		return job_refuse(job, -EINVAL,
				  "this is a partition of %" PRIu64
				  " sectors: it has no sector %" PRIu64,
				  bytes / size, job->opt->value);
	if (one)
		return job_refuse(job, -EINVAL,
				  "this is a partition: name %s%s, where this sector is %" PRIu64,
				  dev, disk, job->opt->value + start / size);
	return job_refuse(job, -EINVAL,
			  "this is a partition: name %s%s, where it begins at sector %" PRIu64
			  ": add that to each LBA",
			  dev, disk, start / size);
}

/* Refuse a partition or an array; name the disk, and its sectors if the option takes sectors. */
static int refuse_part(struct job *job)
{
	bool sectors = option_table[job->id].flags & OPT_SECTORS;
	struct block_place place;
	int err = block_place(job->dev, &place);

	if (err)
		return job_refuse(
			job, err,
			"cannot find out whether this is a whole disk: %s; mount sysfs at /sys",
			strerror(-err));
	if (block_is_whole(&place))
		return 0;
	if (place.array)
		return job_refuse(job, -EINVAL, "this is a RAID array: name %s",
				  sectors ? "a member drive and its own sector"
					  : "the member drive itself");
	if (place.built_on[0])
		return job_refuse(job, -EINVAL, "this is built on %s and maybe others: name %s",
				  place.built_on,
				  sectors ? "a drive and its own sector" : "the drive itself");
	if (sectors)
		return refuse_sectors(job, &place);
	return job_refuse(
		job, -EINVAL, "this is a partition: it would reach all of %s%s; name that",
		place.disk[0] ? "/dev/" : "", place.disk[0] ? place.disk : "the whole disk");
}

static int judge_claim(struct job *job, int err, const char *why)
{
	if (!err)
		return 0;
	if (err == -ESTALE)
		return job_refuse(job, -ENODEV,
				  "another device has this name since it was opened; nothing was "
				  "sent to it: look which drive is meant, and try again");
	/* strerror()'s text, "Argument list too long", would mislead */
	if (err == -E2BIG)
		return job_refuse(job, err,
				  "cannot find out whether the drive is in use: it has more than "
				  "%d other disks, and %s; add --even-if-in-use",
				  DEVICE_OTHERS, why);
	if (err == -EBUSY)
		return job_refuse(job, err,
				  "the drive is in use: %s; end that first, or add "
				  "--even-if-in-use",
				  why);
	return job_refuse(job, err,
			  "cannot find out whether the drive is in use: %s%s%s; %sadd "
			  "--even-if-in-use",
			  why, why[0] ? ": " : "", strerror(-err), sysfs_remedy(why));
}

const char *job_in_use_word(const struct job *job)
{
	return job->req->opt[OPT_EVEN_IF_IN_USE].seen ? "--even-if-in-use " : "";
}

const char *job_device_word(const struct job *job)
{
	_Static_assert((int)DEVICE_WORD_BYTES == WORD_QUOTED_BYTES, "word_quoted() writes into it");
	return word_quoted(job->dev->path, job->dev->word);
}

static int refuse_used(struct job *job)
{
	char why[BLOCK_WHY_BYTES];

	if (job->req->opt[OPT_EVEN_IF_IN_USE].seen)
		return 0;
	return judge_claim(job, block_claim(job->dev, why), why);
}

/*
 * udev holds the lock while it reads a disk, after each close of a disk that was open for writing,
 * as by the previous command.
 */
enum { LOCK_TRIES = 30, LOCK_PAUSE_MS = 100 };

static int take_lock(struct job *job, enum device_lock lock)
{
	char who[BLOCK_HOLDER_BYTES];
	int err = block_lock(job->dev, lock, who);

	for (unsigned i = 0; err && i < LOCK_TRIES; i++) {
		host_sleep_ns(job->host, UINT64_C(1000000) * LOCK_PAUSE_MS);
		err = block_lock(job->dev, lock, who);
	}
	if (!err)
		return 0;
	return job_refuse(job, -EBUSY,
			  "busy: another program%s%s%s has locked the drive; nothing was sent; try "
			  "again when it has ended",
			  who[0] ? " (" : "", who, who[0] ? ")" : "");
}

int job_guard_place(struct job *job)
{
	unsigned guards = request_guards(job->req, job->id);
	int err = 0;

	if (guards && job->dev->kind == DEVICE_FILE)
		return job_refuse(job, -ENOTTY, "this is no drive");
	if (guards & (OPT_EXCLUSIVE | OPT_SHARES_LOCK))
		err = take_lock(job, guards & OPT_EXCLUSIVE ? LOCK_EXCLUSIVE : LOCK_SHARED);

	if (!err && (guards & OPT_WHOLE_DISK))
		err = refuse_part(job);
	return err;
}

int job_guard_use(struct job *job)
{
	unsigned guards = request_guards(job->req, job->id);

	/* a query that follows a set does no harm, whatever the set has found */
	if (job->queries)
		return 0;
	if ((guards & OPT_UNUSED) ||
	    ((guards & OPT_UNUSED_UNLESS_ATA) && !drive_takes_ata(&job->drive)))
		return refuse_used(job);
	return 0;
}

int job_may_resize(struct job *job, uint64_t now, uint64_t sectors)
{
	int err = refuse_part(job);

	if (err || (now && sectors >= now))
		return err;
	err = job_gate(job,
		       now ? "data after the new last sector become unreachable"
			   : "the drive does not report how many sectors it shows: data may become "
			     "unreachable");
	return err ? err : refuse_used(job);
}

void job_drop_cached(struct job *job)
{
	int err = block_flush(job->dev);

	/* a character device has no pages, and no BLKFLSBUF */
	if (err < 0 && !job->dev->sys.character)
		job_note(job,
			 "BLKFLSBUF failed: %s: the kernel may go on showing what it had read "
			 "before",
			 strerror(-err));
}

int job_fail_announced(struct job *job, int err)
{
	/* Scripts look for this word after the announcement on the same line. */
	report_notice(job->out, "FAILED: %s", strerror(-err));
	return err;
}
