// SPDX-License-Identifier: GPL-2.0-or-later
/* --provisioning: the command by which the kernel's SCSI layer discards, and its proof. */
#include "acts.h"
#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int act_provisioning_get(struct job *job)
{
	const char *key = option_key(job->id), *label = job_setting(job)->label;
	char mode[DISK_PROVISIONING_BYTES];
	int err;

	if (job->req->opt[OPT_VERIFY].seen && !job->opt->set)
		return job_refuse(job, -EINVAL,
				  "--verify proves a mode that is set: name one, as \"unmap\"");
	err = drive_provisioning(&job->drive, mode);
	if (err && (err != -ENOENT || job->dev->kind == DEVICE_FILE))
		return job_fail_drive(job, err);
	if (!err)
		report_string(job->out, key, mode, "%s %s\n", label, mode);
	else
		report_null(job->out, key, "%s not supported\n", label);
	return 0;
}

/* --- the proof --- */

enum { MARKERS_INSIDE = 16, PLACES = MARKERS_INSIDE + 5 };

/* The sectors `first` to `end` - 1 are discarded. place[]: the `n` sectors that get a marker. */
struct proof_run {
	struct lba_range range; /* value of --verify: sectors that may be overwritten */
	uint64_t first, end;
	uint64_t place[PLACES];
	unsigned n;
	unsigned bytes;
	/* disk_provisioning.unit_sectors and .first_unit; 0 until the mode is set */
	uint32_t unit_sectors, first_unit;
	int fd;
	uint8_t *data; /* room for two sectors */
	/* `inside`: number of marked sectors to discard; kept_inside: how many kept their marker */
	unsigned kept_inside, inside;
	bool lost_outside;
	uint64_t lost; /* if lost_outside: the first sector not to discard that lost its marker */
};

static bool is_inside(const struct proof_run *run, uint64_t lba)
{
	return lba >= run->first && lba < run->end;
}

static void add_place(struct proof_run *run, uint64_t lba)
{
	for (unsigned i = 0; i < run->n; i++) {
		if (run->place[i] == lba)
			return;
	}
	run->place[run->n++] = lba;
	run->inside += is_inside(run, lba);
}

/*
 * Return the larger of discard granularity and physical sector size, in logical sectors; or 1. If
 * the disk states a unit, round up to a multiple of it.
 */
static uint64_t discard_unit(struct job *job, const struct proof_run *run)
{
	static const char *const attributes[] = { "queue/discard_granularity",
						  "queue/physical_block_size" };
	uint64_t unit = 1, bytes;

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (!sysfs_disk_u64(&job->dev->sys, attributes[i], &bytes) &&
		    bytes / run->bytes > unit)
			unit = bytes / run->bytes;
	}
	return run->unit_sectors
		       ? (unit + run->unit_sectors - 1) / run->unit_sectors * run->unit_sectors
		       : unit;
}

/*
 * Choose whole units to discard, and a sector or more to keep on either side. first: start of the
 * unit after that of the range's first sector. end: start of the unit of its last sector. before:
 * how far a unit reaches before sector 0.
 */
static int choose_places(struct job *job, struct proof_run *run)
{
	uint64_t last = run->range.lba + run->range.count - 1, length;
	uint64_t unit = discard_unit(job, run), offset = 0, before;

	/* the disk's first unit may begin behind its first sector, which the kernel may not show */
	if (run->unit_sectors)
		offset = run->first_unit;
	else if (!sysfs_disk_u64(&job->dev->sys, "discard_alignment", &offset))
		offset = offset / run->bytes % unit;
	before = (unit - offset) % unit;
	run->n = run->inside = 0;
	run->first = ((run->range.lba + before) / unit + 1) * unit - before;
	run->end = (last + before) / unit * unit;
	run->end = run->end > before ? run->end - before : 0;
	if (run->end <= run->first)
		return job_refuse(job, -EINVAL,
				  "--verify: the range is too short: the disk discards units "
				  "of %" PRIu64 " sectors, name at least %" PRIu64,
				  unit, 3 * unit);
	add_place(run, run->range.lba);
	add_place(run, run->first - 1);
	length = run->end - run->first;
	for (uint64_t i = 0; i < MARKERS_INSIDE; i++)
		add_place(run, run->first + (length - 1) / (MARKERS_INSIDE - 1) * i);
	add_place(run, run->end - 1);
	add_place(run, run->end);
	add_place(run, last);
	return 0;
}

/*
 * Fill a sector with a repeated 32-bit word, made of the LBA. --record stores a summary of data
 * that were read; from the summary, --replay restores data of this kind exactly.
 */
static void make_marker(uint64_t lba, uint8_t *data, unsigned bytes)
{
	uint32_t word = (uint32_t)((lba + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 32) | 1;

	for (unsigned i = 0; i < bytes; i += sizeof(word))
		memcpy(data + i, &word, sizeof(word));
}

static int fail_sector(struct job *job, ssize_t moved, const char *doing, uint64_t lba)
{
	return job_fail(job, moved < 0 ? (int)moved : -EIO, "%s sector %" PRIu64 " failed", doing,
			lba);
}

static int write_markers(struct job *job, struct proof_run *run)
{
	ssize_t moved;
	int err;

	for (unsigned i = 0; i < run->n; i++) {
		make_marker(run->place[i], run->data, run->bytes);
		moved = host_pwrite(job->host, run->fd, run->data, run->bytes,
				    run->place[i] * run->bytes);
		if (moved != (ssize_t)run->bytes)
			return fail_sector(job, moved, "writing", run->place[i]);
	}
	err = host_fsync(job->host, run->fd);
	return err ? job_fail(job, err, "fsync of the markers failed") : 0;
}

/* Return 1 if the sector has its marker, 0 if it has other data; or -errno, reported. */
static int has_marker(struct job *job, struct proof_run *run, uint64_t lba)
{
	uint8_t *marker = run->data + run->bytes;
	ssize_t moved = host_pread(job->host, run->fd, run->data, run->bytes, lba * run->bytes);

	make_marker(lba, marker, run->bytes);
	if (moved != (ssize_t)run->bytes)
		return fail_sector(job, moved, "reading", lba);
	return !memcmp(run->data, marker, run->bytes);
}

static int check_markers(struct job *job, struct proof_run *run)
{
	for (unsigned i = 0; i < run->n; i++) {
		int has = has_marker(job, run, run->place[i]);

		if (has < 0)
			return has;
		if (!has)
			return job_refuse(job, -EIO,
					  "sector %" PRIu64 " does not hold "
					  "what was written to it: nothing was discarded",
					  run->place[i]);
	}
	return 0;
}

static int discard(struct job *job, struct proof_run *run)
{
	char mode[DISK_PROVISIONING_BYTES] = "";
	int err = block_discard(job->dev, run->fd, run->first * run->bytes,
				(run->end - run->first) * run->bytes);

	if (!err)
		return 0;
	/* after some refusals, the kernel disables discards (sd_done() in sd.c) */
	if (!drive_provisioning(&job->drive, mode) && !strcmp(mode, "disabled"))
		return job_fail(job, err,
				"the disk refuses the command, and the kernel has disabled it");
	return job_fail(job, err, "discarding %" PRIu64 ":%" PRIu64 " failed", run->first,
			run->end - run->first);
}

static int count_markers(struct job *job, struct proof_run *run)
{
	for (unsigned i = 0; i < run->n; i++) {
		int has = has_marker(job, run, run->place[i]);

		if (has < 0)
			return has;
		if (is_inside(run, run->place[i])) {
			run->kept_inside += (unsigned)has;
		} else if (!has && !run->lost_outside) {
			run->lost = run->place[i];
			run->lost_outside = true;
		}
	}
	return 0;
}

static int judge_proof(struct job *job, struct proof_run *run)
{
	const char *outcome = "in part";

	if (run->lost_outside)
		outcome = "beyond";
	else if (!run->kept_inside)
		outcome = "exact";
	else if (run->kept_inside == run->inside)
		outcome = "nothing";
	report_section_begin(job->out, "provisioning_verify");
	report_u64(job->out, "first_sector", run->first, NO_TEXT);
	report_u64(job->out, "sectors", run->end - run->first, NO_TEXT);
	report_string(job->out, "outcome", outcome, NO_TEXT);
	report_section_end(job->out);
	if (run->lost_outside)
		return job_refuse(job, -EIO,
				  "DANGEROUS: sectors %" PRIu64 ":%" PRIu64 " were discarded, "
				  "and sector %" PRIu64 " beside them has lost its data, too",
				  run->first, run->end - run->first, run->lost);
	if (run->kept_inside)
		return job_refuse(job, -EIO,
				  "not proved: the discard is reported as done, "
				  "but %u of %u sectors read as before",
				  run->kept_inside, run->inside);
	job_say(job,
		" proved: sectors %" PRIu64 " to %" PRIu64 " were discarded, "
		"and those beside them were not\n",
		run->first, run->end - 1);
	return 0;
}

static int plan_proof(struct job *job, struct proof_run *run)
{
	uint64_t bytes = 0;
	int err = block_bytes(job->dev, &bytes);

	*run = (struct proof_run){ .fd = -1, .bytes = block_sector_bytes(job->dev) };
	/* cannot fail: the command line was refused if this is no range */
	lba_range_parse(job->req->opt[OPT_VERIFY].text, &run->range);
	if (err)
		return job_fail(job, err, "finding the size");
	if (run->range.lba >= bytes / run->bytes ||
	    run->range.count > bytes / run->bytes - run->range.lba)
		return job_refuse(job, -ERANGE, "--verify: the disk has %" PRIu64 " sectors",
				  bytes / run->bytes);
	return choose_places(job, run);
}

/* --- the mode --- */

static int set_provisioning_mode(struct job *job, struct disk_provisioning *p)
{
	const char *mode = provisioning_words[job->opt->value];
	int err;

	job_say(job, " setting provisioning mode to %s\n", mode);
	report_flush(job->out);
	/* a signal must not leave the mode set without the limit discard_max_bytes */
	if (!job->dev->holding && !job->dev->dry_run)
		job->dev->holding = host_interrupt_hold(job->host, true);
	err = drive_set_provisioning(&job->drive, mode, p);
	if (err)
		return job_fail_drive(job, err);
	if (job->dev->dry_run)
		return 0;
	if (strcmp(mode, p->now) != 0) {
		job->proof = DISPROVED;
		return job_refuse(job, -EIO, "set to %s: accepted, but it is %s", mode, p->now);
	}
	job->proof = PROVED;
	if (p->most_bytes && !job_quiet(job))
		report_line(job->out, " discard_max_bytes = %" PRIu64 "\n", p->most_bytes);
	return 0;
}

/* If run->lost_outside, set "disabled" instead of an earlier mode that discards. */
static void set_back(struct job *job, const struct proof_run *run, struct disk_provisioning *p)
{
	char was[DISK_PROVISIONING_BYTES], text[DISK_RESTORED_BYTES];
	bool off = run->lost_outside && provisioning_discards(p->before);

	snprintf(was, sizeof(was), "%s", p->before);
	if (off) {
		snprintf(p->before, sizeof(p->before), "disabled");
		p->before_bytes = 0;
	}
	if (!drive_restore_provisioning(&job->drive, p, text))
		job_note(job, "%s", text);
	else if (off)
		job_note(job,
			 "provisioning_mode is disabled now: it was %s before, "
			 "and the kernel may have discarded other sectors than it was told to",
			 was);
	else
		job_note(job, "provisioning_mode is %s again", p->before);
}

static int prove(struct job *job, struct proof_run *run)
{
	int err;

	job_drop_cached(job);
	err = write_markers(job, run);
	if (err)
		return err;
	err = check_markers(job, run);
	if (err)
		return err;
	err = discard(job, run);
	if (err)
		return err;
	err = count_markers(job, run);
	if (err)
		return err;
	return judge_proof(job, run);
}

static int set_and_prove(struct job *job, struct proof_run *run)
{
	struct disk_provisioning p;
	int err = set_provisioning_mode(job, &p);

	if (err)
		return err;
	/* choose again, as unit and alignment may be known only now */
	run->unit_sectors = p.unit_sectors;
	run->first_unit = p.first_unit;
	err = choose_places(job, run);
	if (job->dev->dry_run) {
		if (!err)
			report_line(job->out,
				    " not done: %u markers in %" PRIu64 ":%" PRIu64 ", "
				    "of which %" PRIu64 ":%" PRIu64 " would be discarded\n",
				    run->n, run->range.lba, run->range.count, run->first,
				    run->end - run->first);
		return err;
	}
	if (!err)
		err = prove(job, run);
	if (err) {
		job->proof = UNPROVED;
		set_back(job, run, &p);
	}
	return err;
}

int act_provisioning_set(struct job *job)
{
	struct disk_provisioning p;
	struct proof_run run;
	int err;

	if (!job->req->opt[OPT_VERIFY].seen)
		return set_provisioning_mode(job, &p);
	if (!provisioning_discards(provisioning_words[job->opt->value]))
		return job_refuse(job, -EINVAL,
				  "--verify: in this mode the kernel discards nothing");
	err = plan_proof(job, &run);
	if (err)
		return err;
	run.fd = block_open_direct(job->dev, O_RDWR);
	if (run.fd < 0)
		return job_fail(job, run.fd, "opening it for writing");
	run.data = host_buffer(2 * (size_t)run.bytes, NULL);
	err = run.data ? set_and_prove(job, &run) : job_fail(job, -ENOMEM, "memory for a sector");
	if (run.data)
		host_buffer_free(run.data, 2 * (size_t)run.bytes);
	host_close(job->host, run.fd);
	return err;
}
