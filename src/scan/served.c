// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Tells bad sectors from a disk that serves no read, since it is locked, sanitizes, or fails as a
 * whole: of such a disk each sector would look bad.
 */
#include "state.h"
#include "block.h"
#include "device.h"
#include "options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

enum { TRIES = 3 };

/* Fill tries[] with the first, a middle and the last sector. */
static void choose_tries(uint64_t total, uint64_t tries[TRIES])
{
	tries[0] = 0;
	tries[1] = total / 2;
	tries[2] = total - 1;
}

/*
 * Report that no sector of a disk can be read, with the cause that the drive reports, or the likely
 * ones. `disk`: the disk's path if not the device's; else NULL. Return -errno.
 */
static int fail_disk(struct surface *s, struct drive *drive, const char *disk)
{
	int cause = drive_read_refusal(drive);
	const struct failure *failure = &drive->failure;
	bool told = cause && *failure->text;

	if (cause && device_hung(drive->dev) && !disk)
		return job_fail_drive(s->job, cause);
	if (cause && *failure->advice)
		return job_fail_advised(s->job, cause, failure->advice, "%s%s%s", disk ? disk : "",
					disk ? ": " : "", failure->text);
	device_forget_failure(s->job->dev);
	return job_refuse(s->job, -EIO,
			  "%s serves no read: its first, a middle and its last sector fail, too"
			  "%s%s%s; likely causes: a lock by password or TCG Opal, "
			  "a running or failed sanitize or format operation, "
			  "a failure of the drive or of the path to it; the sectors may be good%s",
			  disk ? disk : "the disk", told ? " (" : "", told ? failure->text : "",
			  told ? ")" : "",
			  s->job->req->opt[OPT_REPAIR].seen ? ", and are not overwritten" : "");
}

static int try_sector(struct surface *s, uint64_t lba, const struct ata_sector_run *but)
{
	int result = lba - but->lba < but->count ? PROBE_BAD : medium_probe_one(s, lba);

	return result < 0 ? result : result == PROBE_READ;
}

/* Return 1 if one of the sectors of the scanned disk itself is read; 0; or -errno, reported. */
static int try_own(struct surface *s, const struct ata_sector_run *but)
{
	uint64_t tries[TRIES];
	int reads = 0;

	choose_tries(s->total, tries);
	for (unsigned i = 0; i < TRIES && !reads; i++)
		reads = tries[i] == s->known_good ? 0 : try_sector(s, tries[i], but);
	return reads;
}

/* Return 1 if one of the sectors is read; 0; or -errno. */
static int read_one(struct surface *s, struct device *dev)
{
	unsigned size = block_sector_bytes(dev);
	uint64_t bytes, tries[TRIES];
	int err = block_bytes(dev, &bytes), fd, reads = 0;

	if (err)
		return err;
	fd = block_open_direct(dev, O_RDONLY);
	if (fd < 0)
		return fd;
	choose_tries(bytes / size, tries);
	for (unsigned i = 0; i < TRIES && bytes >= size && !reads; i++)
		reads = host_pread(s->job->host, fd, s->buffer, size, tries[i] * size) ==
			(ssize_t)size;
	host_close(s->job->host, fd);
	return reads;
}

struct look {
	struct surface *s;
	const struct ata_sector_run *but;
	const char *own; /* the kernel's name of the scanned device */
	int err;	 /* of judge_disk() */
};

/* 0 if the disk serves reads; else -errno, reported. */
static int judge_disk(const struct look *look, const char *name)
{
	struct surface *s = look->s;
	char path[SYSFS_NODE_BYTES];
	struct device dev;
	struct drive drive;
	int reads;

	if (!strcmp(name, look->own)) {
		reads = try_own(s, look->but);
		return reads > 0 ? 0 : reads ? reads : fail_disk(s, &s->job->drive, NULL);
	}
	sysfs_node_path(name, path);
	reads = device_open(&dev, s->job->host, path, O_RDONLY);
	if (reads)
		return job_fail(s->job, reads, "opening %s, to see whether it serves reads", path);
	reads = read_one(s, &dev);
	if (reads < 0) {
		job_fail(s->job, reads, "reading %s, to see whether it serves reads", path);
	} else if (!reads) {
		drive = drive_of(&dev);
		reads = fail_disk(s, s->stacked ? &drive : &s->job->drive,
				  s->stacked ? path : NULL);
	}
	device_close(&dev);
	return reads > 0 ? 0 : reads;
}

static int judge_next(void *who, const char *name)
{
	struct look *look = who;

	return look->err = judge_disk(look, name);
}

static int judge_disks(struct surface *s, const struct ata_sector_run *but)
{
	char folder[PATH_MAX], own[BLOCK_NAME_BYTES] = "";
	struct look look = { .s = s, .but = but, .own = own };
	int err = sysfs_folder(s->job->host, s->job->dev->sys.rdev, folder), reads = 0;

	if (err && s->stacked)
		return job_fail(s->job, err, "finding the disks that it lies on");
	/* of an array, the sector may lie on another disk */
	if (!s->stacked && s->known_good != NO_SECTOR)
		reads = try_sector(s, s->known_good, but);
	if (reads)
		return reads < 0 ? reads : 0;
	if (err)
		return judge_disk(&look, own);
	sysfs_last_name(folder, own);
	err = disks_below(s->job->host, own, judge_next, &look);
	return err && !look.err ? job_fail(s->job, err, "finding the disks below this one") : err;
}

int disk_serves_reads(struct surface *s, const struct ata_sector_run *but)
{
	struct times times = s->times;
	int err = judge_disks(s, but);

	/* these reads are no part of the measurement */
	s->times = times;
	return err;
}
