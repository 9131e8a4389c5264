// SPDX-License-Identifier: GPL-2.0-or-later
/* Acts on sectors, and the sector size. */
#include "acts.h"
#include "ata.h"
#include "block.h"
#include "device.h"
#include "identify.h"
#include "options.h"
#include "security.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	HEX_PER_LINE = 16,
	WRITE_BYTES = 64 * 1024 /* maximum bytes of one write */
};

struct space {
	uint64_t sectors;
	unsigned bytes;
	int direct;    /* descriptor opened with O_DIRECT; -1: use ATA commands */
	uint8_t *data; /* room for a transfer; in act_read_sector(), for hexadecimal digits, too */
	size_t room;
	struct ata_cmd cmd;
};

static int find_space(struct job *job, struct space *space, bool writes)
{
	uint64_t bytes = 0;
	int err;

	space->direct = -1;
	if (drive_takes_ata(&job->drive)) {
		space->bytes = ata_id_sector_bytes(job->dev->id.raw);
		space->sectors = ata_id_sectors(job->dev->id.raw);
		return 0;
	}
	if (job->dev->sys.character)
		return job_refuse(job, -ENOTBLK,
				  "this disk takes no ATA commands, "
				  "and by this name the kernel reads no sectors: "
				  "name a block device");
	err = block_bytes(job->dev, &bytes);
	if (err)
		return job_fail(job, err, "finding the size");
	space->bytes = block_sector_bytes(job->dev);
	space->sectors = bytes / space->bytes;
	space->direct = block_open_direct(job->dev, writes ? O_RDWR : O_RDONLY);
	return space->direct < 0 ? job_fail(job, space->direct, "opening it with O_DIRECT") : 0;
}

/* Refuse a sector beyond the end, if it is known how many sectors there are. */
static int check_sector(struct job *job, uint64_t lba)
{
	const uint8_t *id = job->dev->id.raw;
	uint64_t bytes = 0, sectors;
	bool exists;

	if (drive_takes_ata(&job->drive)) {
		sectors = ata_id_sectors(id);
		exists = ata_sector_exists(id, lba);
	} else {
		/* the kernel shows 0 bytes if it cannot use the sectors */
		sectors = block_bytes(job->dev, &bytes) ? 0 : bytes / block_sector_bytes(job->dev);
		exists = !sectors || lba < sectors;
	}
	if (exists)
		return 0;
	return job_refuse(job, -ERANGE,
			  "the drive has no sector %" PRIu64 ": it has %" PRIu64 " sectors", lba,
			  sectors);
}

/* A range->count of 0 becomes 1. */
static int check_range(struct job *job, const struct space *space, struct lba_range *range)
{
	bool one = !range->count;

	if (one)
		range->count = 1;
	if (one && space->direct < 0)
		return check_sector(job, range->lba);
	if (range->lba < space->sectors && range->count <= space->sectors - range->lba)
		return 0;
	return job_refuse_range(job, space->sectors);
}

static void close_space(struct job *job, struct space *space)
{
	if (space->data)
		host_buffer_free(space->data, space->room);
	if (space->direct >= 0)
		host_close(job->host, space->direct);
}

/*
 * Set *range and *space; if `writes`, drop the device's cached pages. Return 0 or -errno, reported.
 * Call close_space() only after 0.
 */
static int prepare_sectors(struct job *job, struct lba_range *range, struct space *space,
			   bool writes)
{
	int err = job_has_sectors(job);

	*space = (struct space){ .direct = -1 };
	*range = (struct lba_range){ job->opt->value, 0 };
	if (option_table[job->id].value == &value_sectors)
		lba_run_parse(job->opt->text, range);
	if (!err)
		err = find_space(job, space, writes);
	if (!err)
		err = check_range(job, space, range);
	space->room = writes ? WRITE_BYTES : 3 * (size_t)space->bytes + 1;
	if (!err) {
		space->data = host_buffer(space->room, NULL);
		err = space->data ? 0 : job_fail(job, -ENOMEM, "memory for a sector");
	}
	if (err) {
		close_space(job, space);
		return err;
	}
	memset(space->data, 0, space->room);
	if (writes)
		job_drop_cached(job);
	return 0;
}

/* Return 0 or -errno, not reported. */
static int transfer(struct job *job, struct space *space, enum ata_sectors_act act,
		    struct ata_sector_run run)
{
	size_t bytes = (size_t)run.count * space->bytes;
	uint64_t at = run.lba * space->bytes;
	struct device *dev = job->dev;
	ssize_t moved;

	if (space->direct < 0) {
		space->cmd = ata_sectors(dev->id.raw, act, run, space->data);
		return device_ata(dev, &space->cmd);
	}
	if (act == SECTORS_READ) {
		moved = host_pread(job->host, space->direct, space->data, bytes, at);
	} else {
		if (!dev->holding && !dev->dry_run)
			dev->holding = host_interrupt_hold(job->host, true);
		moved = host_pwrite(job->host, space->direct, space->data, bytes, at);
	}
	if (moved < 0)
		return (int)moved;
	return (size_t)moved == bytes ? 0 : -EIO;
}

/* True if a bad sector may be the cause of the failure. */
static bool sector_failed(const struct space *space, int err)
{
	return space->direct < 0 ? ata_medium_failed(&space->cmd.res) : block_medium_failed(err);
}

static int fail_transfer(struct job *job, const struct space *space, int err, bool writes)
{
	const char *words;

	if (space->direct < 0)
		return job_fail_ata(job, err, &space->cmd);
	words = block_io_error(&err, writes);
	return job_fail(job, err, "%s with O_DIRECT failed%s%s", writes ? "writing" : "reading",
			*words ? ": " : "", words);
}

static void show_sector(struct job *job, uint64_t lba, const struct space *space)
{
	static const char digits[] = "0123456789abcdef";
	size_t bytes = space->bytes;
	const uint8_t *data = space->data;
	char *hex = (char *)space->data + bytes;

	for (size_t i = 0; i < bytes; i++) {
		hex[2 * i] = digits[data[i] >> 4];
		hex[2 * i + 1] = digits[data[i] & 15];
	}
	hex[2 * bytes] = '\0';
	report_section_begin(job->out, "sector");
	report_u64(job->out, "lba", lba, NO_TEXT);
	report_u64(job->out, "length_bytes", bytes, NO_TEXT);
	for (size_t i = 0; i < bytes; i += 2)
		report_line(job->out, "%s%.4s%s", i % HEX_PER_LINE ? " " : "", hex + 2 * i,
			    i % HEX_PER_LINE == HEX_PER_LINE - 2 ? "\n" : "");
	report_string(job->out, "data_hex", hex, NO_TEXT);
	report_section_end(job->out);
}

static int read_sector(struct job *job, uint64_t lba, struct space *space, bool several)
{
	int err;

	report_line(job->out, "reading sector %" PRIu64 ": ", lba);
	err = transfer(job, space, SECTORS_READ, (struct ata_sector_run){ lba, 1 });
	if (err) {
		if (several)
			report_line(job->out, "failed\n");
		else
			job_fail_announced(job, err);
		return fail_transfer(job, space, err, false);
	}
	report_line(job->out, "succeeded\n");
	show_sector(job, lba, space);
	return 0;
}

int act_read_sector(struct job *job)
{
	struct lba_range range;
	struct space space;
	bool several;
	int err = prepare_sectors(job, &range, &space, false), first = 0;

	if (err)
		return err;
	several = strchr(job->opt->text, ':');
	if (several)
		report_array_begin(job->out, "sectors");
	for (uint64_t i = 0; i < range.count; i++) {
		err = read_sector(job, range.lba + i, &space, several);
		first = first ? first : err;
		if (err && !sector_failed(&space, err))
			break;
	}
	if (several)
		report_section_end(job->out);
	close_space(job, &space);
	return first;
}

static int write_zeros(struct job *job, struct ata_sector_run run, struct space *space)
{
	int err;

	if (run.count == 1)
		report_line(job->out, "re-writing sector %" PRIu64 ": ", run.lba);
	else
		report_line(job->out, "re-writing sectors %" PRIu64 " to %" PRIu64 ": ", run.lba,
			    run.lba + run.count - 1);
	err = transfer(job, space, SECTORS_WRITE, run);
	if (err) {
		job_fail_announced(job, err);
		return fail_transfer(job, space, err, true);
	}
	if (!job->dev->dry_run)
		report_u64(job->out, option_key(job->id), job->opt->value, "succeeded\n");
	return 0;
}

int act_write_sector(struct job *job)
{
	struct lba_range range;
	struct space space;
	int err = prepare_sectors(job, &range, &space, true);
	unsigned most;

	if (err)
		return err;
	most = WRITE_BYTES / space.bytes;
	while (!err && range.count) {
		struct ata_sector_run run = { range.lba,
					      range.count < most ? (unsigned)range.count : most };

		if (job->dev->holding && host_interrupted()) {
			err = job_interrupted(
				job, "sectors from %" PRIu64 " on were not overwritten", run.lba);
			break;
		}
		err = write_zeros(job, run, &space);
		/* unsettled: earlier sectors were overwritten, or a sector may be bad */
		if (err && (range.lba != job->opt->value ||
			    (range.lba < space.sectors && sector_failed(&space, err))))
			job->proof = UNSETTLED;
		range.lba += run.count;
		range.count -= run.count;
	}
	close_space(job, &space);
	return err;
}

/* Read the sector. Return 1; 0 if sector_failed(); or -errno: the sector's state is not known. */
static int sector_reads(struct job *job, uint64_t lba)
{
	struct space space = { .direct = -1 };
	int err = 0;

	if (!drive_takes_ata(&job->drive)) {
		space.direct = block_open_disk(job->dev);
		if (space.direct < 0)
			return space.direct;
		err = host_ioctl(job->host, space.direct, BLKSSZGET, &space.bytes);
	} else {
		space.bytes = ata_id_sector_bytes(job->dev->id.raw);
	}
	space.room = space.bytes;
	if (err >= 0) {
		space.data = host_buffer(space.room, NULL);
		err = space.data ? transfer(job, &space, SECTORS_READ,
					    (struct ata_sector_run){ lba, 1 })
				 : -ENOMEM;
		if (space.data)
			err = !err ? 1 : sector_failed(&space, err) ? 0 : err;
	}
	close_space(job, &space);
	return err;
}

/*
 * Read the sector, if job_reads_back() and no signal came. Set job->proof: PROVED if
 * sector_failed(), DISPROVED if the read succeeds; else leave job->proof. Return -EIO for
 * DISPROVED, or -ENOMEM, both not reported; else 0.
 */
static int sector_prove_bad(struct job *job)
{
	int reads;

	if (!job_reads_back(job) || host_interrupted())
		return 0;
	reads = sector_reads(job, job->opt->value);
	device_forget_failure(job->dev);
	if (!reads)
		job->proof = PROVED;
	else if (reads > 0)
		job->proof = DISPROVED;
	else if (reads != -ENOMEM)
		job_note(job,
			 "not proved: the drive reported success, "
			 "but whether sector %" PRIu64 " can be read is not known: %s",
			 job->opt->value, error_words(-reads));
	return reads > 0 ? -EIO : reads == -ENOMEM ? reads : 0;
}

static int sector_fail_proof(struct job *job, int err)
{
	if (job->proof != DISPROVED)
		return job_fail(job, err, "memory for a sector");
	return job_refuse(job, err,
			  "the drive reported success, but sector %" PRIu64 " can still be read",
			  job->opt->value);
}

static void sector_show_proof(struct job *job)
{
	if (job->dev->dry_run)
		return;
	if (job->proof == UNPROVED && job_reads_back(job))
		report_line(job->out, "not proved\n");
	else
		report_u64(job->out, option_key(job->id), job->opt->value, "succeeded\n");
}

/* --- --make-bad-sector: a sector of the medium is made unreadable --- */

static int plan_bad(struct job *job, struct bad_sector *bad)
{
	int err = drive_is_other(&job->drive) ? 0 : job_has_ata_sectors(job);

	*bad = (struct bad_sector){ .lba = job->opt->value, .flagged = job->opt->flag };
	if (!err)
		err = check_sector(job, bad->lba);
	if (err)
		return err;
	err = drive_plan_bad(&job->drive, bad);
	if (err)
		return job_fail_drive(job, err);
	if (bad->unclaimed)
		report_line(
			job->out,
			"Device does not claim to implement the required WRITE_UNC_EXT command\n"
			"This operation will probably fail (continuing regardless).\n");
	return 0;
}

int act_make_bad_sector(struct job *job)
{
	struct bad_sector bad;
	int err = plan_bad(job, &bad);

	if (err)
		return err;
	job_drop_cached(job);
	report_line(job->out, "Corrupting sector %" PRIu64 "%s:%s", bad.lba, bad.way,
		    job->dev->dry_run ? "\n" : " ");
	err = drive_make_bad(&job->drive, &bad);
	if (err) {
		job_fail_announced(job, err);
		return job_fail_drive(job, err);
	}
	err = sector_prove_bad(job);
	if (err) {
		job_fail_announced(job, err);
		return sector_fail_proof(job, err);
	}
	sector_show_proof(job);
	return 0;
}

/* --- The size of the drive's logical sectors --- */

/* Set job->found to the choice of drive_choose_sector_bytes(). */
int check_set_sector_size(struct job *job)
{
	int err = job_check_identity(job);

	if (err)
		return err;
	err = drive_choose_sector_bytes(&job->drive, (unsigned)job->opt->value, &job->found);
	return err ? job_fail_drive(job, err) : 0;
}

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

static bool is_size(const struct sector_size *size, const struct sector_size *wanted)
{
	return size->bytes == wanted->bytes && size->extra == wanted->extra;
}

/* Warn if the kernel still uses another sector size. */
static void tell_kernels_size(struct job *job, unsigned bytes)
{
	unsigned kernels = block_sector_bytes(job->dev);

	if (kernels && kernels != bytes)
		job_note(job,
			 "the kernel still uses sectors of %u bytes: "
			 "neither read nor write the disk until the kernel detects it again: "
			 "cycle its power, or write 1 to device/delete of the disk in /sys/block, "
			 "and '- - -' to scan of its host in /sys/class/scsi_host",
			 kernels);
}

/* For an ATA drive, an old size is no failure: the new size may show only after a power cycle. */
static int read_back_size(struct job *job, const struct sector_size *wanted)
{
	bool later = drive_ops(&job->drive)->sector_bytes_later;
	struct sector_size now;
	char text[SIZE_BYTES];
	int err;

	device_forget(job->dev);
	err = drive_sector_size(&job->drive, &now);
	if (err && later)
		return job_fail(job, err,
				"the drive reported success, but IDENTIFY DEVICE fails now: "
				"its sector size is not known; cycle its power and check with -I");
	if (err)
		return job_fail_drive(job, err);
	if (is_size(&now, wanted)) {
		job->proof = PROVED;
		if (later)
			tell_kernels_size(job, wanted->bytes);
		return 0;
	}
	if (!later) {
		job->proof = DISPROVED;
		return job_fail(job, -EIO, "the drive reported success, but shows sectors of %s",
				sector_size_text(&now, text));
	}
	job_note(job,
		 "the drive still shows sectors of %u bytes; "
		 "cycle its power and check again with -I",
		 now.bytes);
	return 0;
}

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

/* `unbegun`: FORMAT UNIT was not sent, or refused. */
static void tell_what_is_left(struct job *job, unsigned bytes, bool unbegun)
{
	char again[LINE_BYTES], back[LINE_BYTES];
	struct disk_sanitize status;
	int err;

	line_for(job, bytes, again);
	line_for(job, job->found ? job->found : 512, back);
	device_forget_failure(job->dev);
	err = drive_format_status(&job->drive, &status);
	if (err || status.state != DISK_SANITIZE_IDLE)
		job->proof = UNSETTLED;
	if (err && unbegun)
		job_note(job,
			 "no format was begun; whether the disk is usable is not known: "
			 "when it answers, `%s` tries again",
			 again);
	else if (err)
		job_note(job,
			 "the disk may be formatting, or have no valid format: leave its power on; "
			 "`%s` follows a format that runs, or goes on",
			 again);
	else if (status.state == DISK_SANITIZE_RUNNING)
		job_note(job, "the disk formats: leave its power on; `%s` follows it", again);
	else if (status.state == DISK_UNFORMATTED)
		job_note(job,
			 "the disk has no valid format, and refuses reads and writes: "
			 "`%s` tries again, `%s` formats it with %s",
			 again, back, job->found ? "the size that it had" : "the usual size");
}

static int read_back_format(struct job *job, unsigned bytes)
{
	const struct sector_size wanted = { .bytes = bytes };
	char again[LINE_BYTES], text[SIZE_BYTES];
	struct sector_size now;

	if (job->found != DISK_FORMATS_ALREADY || drive_sector_size(&job->drive, &now) ||
	    is_size(&now, &wanted))
		return read_back_size(job, &wanted);
	line_for(job, bytes, again);
	return job_refuse(job, -EIO, "the format that ran has given sectors of %s: `%s` goes on",
			  sector_size_text(&now, text), again);
}

static int set_by_format(struct job *job, unsigned bytes)
{
	char again[LINE_BYTES];
	int stale, err = drive_set_sector_bytes(&job->drive, bytes, job->found);

	if (err) {
		bool unbegun = job->drive.failure.unbegun;

		report_notice(job->out, "FAILED: %s", error_words(-err));
		job_fail_drive(job, err);
		tell_what_is_left(job, bytes, unbegun);
		return err;
	}
	if (job->dev->dry_run)
		return format_follow(job, "", &stale);
	line_for(job, bytes, again);
	report_line(job->out, job->found == DISK_FORMATS_ALREADY
				      ? "a format was started before, and is followed\n"
				      : "started\n");
	report_flush(job->out);
	err = format_follow(job, again, &stale);
	if (err)
		return err;
	err = read_back_format(job, bytes);
	if (!err)
		report_u64(job->out, option_key(job->id), bytes, " sector size: %u bytes\n", bytes);
	return err ? err : stale;
}

int act_set_sector_size(struct job *job)
{
	unsigned bytes = (unsigned)job->opt->value;
	struct sector_plan plan = { .choice = job->found };
	struct job_clock clock = { .what = "", .end = "; leave its power on" };
	char again[LINE_BYTES];
	int stale, err = tell_what_it_takes(job);

	if (err)
		return err;
	err = drive_plan_sector_bytes(&job->drive, bytes, &plan);
	if (*plan.loses)
		job_note(job, "each sector loses its %s", plan.loses);
	if (drive_ops(&job->drive)->sector_bytes_formats) {
		line_for(job, bytes, again);
		format_tell_danger(job, again);
	}
	report_line(job->out, "changing sector size configuration to %u: ", bytes);
	report_flush(job->out);
	if (drive_ops(&job->drive)->sector_bytes_formats)
		return set_by_format(job, bytes);
	if (!err) {
		job_clock_start(job, &clock);
		err = drive_set_sector_bytes(&job->drive, bytes, plan.choice);
		job_clock_stop(&clock);
	}
	if (err) {
		report_notice(job->out, "FAILED: %s", error_words(-err));
		job_fail_drive(job, err);
		if (job->dev->attempt.unsettled)
			job_note(job, "the drive may have begun, and all data be lost: "
				      "keep it powered; run -I when it answers");
		return err;
	}
	if (!job->dev->dry_run)
		report_u64(job->out, option_key(job->id), bytes, "succeeded\n");
	/* by a path that keeps the old size, the kernel would write to wrong places */
	stale = format_rescan(job);
	err = job->dev->dry_run ? 0
				: read_back_size(job, &(struct sector_size){ bytes, plan.extra });
	return err ? err : stale;
}
