// SPDX-License-Identifier: GPL-2.0-or-later
/* Sectors of the medium: read, overwritten with zeros, or made unreadable. */
#include "acts.h"
#include "ata_sectors.h"
#include "block.h"
#include "identify.h"
#include "option_values.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>

enum {
	HEX_PER_LINE = 16,
	WRITE_BYTES = 64 * 1024 /* by one command: every bridge takes as much */
};

/* The sectors, and how they are reached: by ATA commands, or by the kernel past its page cache. */
struct space {
	uint64_t sectors;
	unsigned bytes; /* of one */
	int direct;	/* the descriptor; -1: ATA commands */
	uint8_t *data;	/* room for one transfer, and for show_sector()'s digits */
	size_t room;
	struct ata_cmd cmd; /* the last one, finished */
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
				  "this disk takes no ATA commands, and by this name the kernel "
				  "reads no sectors: name a block device");
	err = block_bytes(job->dev, &bytes);
	if (err)
		return job_fail(job, err, "finding the size");
	space->bytes = block_sector_bytes(job->dev);
	space->sectors = bytes / space->bytes;
	space->direct = block_open_direct(job->dev, writes ? O_RDWR : O_RDONLY);
	return space->direct < 0 ? job_fail(job, space->direct, "opening it with O_DIRECT") : 0;
}

/* An ATA drive must refuse what is beyond its end (ACS-3 6.2.2), so nothing is sent there. */
static int check_range(struct job *job, const struct space *space, struct lba_range *range)
{
	bool one = !range->count;

	if (one)
		range->count = 1;
	if (one && space->direct < 0) {
		if (ata_sector_exists(job->dev->id.raw, range->lba))
			return 0;
		return job_fail(job, -EINVAL,
				"the drive has no sector %" PRIu64 ": it has %" PRIu64 " sectors",
				range->lba, space->sectors);
	}
	if (range->lba < space->sectors && range->count <= space->sectors - range->lba)
		return 0;
	return job_refuse_range(job, space->sectors);
}

static void close_space(struct job *job, struct space *space)
{
	if (space->data)
		host_buffer_free(job->host, space->data, space->room);
	if (space->direct >= 0)
		host_close(job->host, space->direct);
}

/*
 * Checks drive and address; for `writes`, drops the disk's page cache. *range: one
 * sector, or LBA:COUNT. close_space() is needed after success only.
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
	/* with room for the digits: once a sector is read, nothing keeps it from being shown */
	space->room = writes ? WRITE_BYTES : 3 * (size_t)space->bytes + 1;
	if (!err) {
		space->data = host_buffer(job->host, space->room, NULL);
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

/* Reads or writes the sectors of the run. 0 or -errno. */
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

/* Whether the sector is bad, rather than the path to it. */
static bool sector_failed(const struct space *space, int err)
{
	return space->direct < 0 ? ata_medium_failed(&space->cmd.res) : block_medium_failed(err);
}

static int fail_transfer(struct job *job, const struct space *space, int err, const char *what)
{
	const char *words;

	if (space->direct < 0)
		return job_fail_ata(job, err, &space->cmd);
	words = block_read_error(&err);
	return job_fail(job, err, "%s with O_DIRECT failed%s", what, words);
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

/*
 * Of several sectors each has its own line, also where stderr goes elsewhere: what is read next
 * must not be taken for what failed.
 */
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
		return fail_transfer(job, space, err, "reading");
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

/* Completes the line of the announcement by the result. */
static int report_success(struct job *job)
{
	if (job->dev->dry_run) /* not sent, so not succeeded */
		return 0;
	report_u64(job->out, option_key(job->id), job->opt->value, "succeeded\n");
	return 0;
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
	if (!err)
		return report_success(job);
	job_fail_announced(job, err);
	return fail_transfer(job, space, err, "writing");
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

		if (job->dev->holding && host_interrupted(job->host)) {
			job_refuse(job, -EINTR, "interrupted before sector %" PRIu64, run.lba);
			err = -RESULT_INTERRUPTED;
			break;
		}
		err = write_zeros(job, run, &space);
		/* a part is overwritten, or may be */
		if (err && (range.lba != job->opt->value ||
			    (range.lba < space.sectors && sector_failed(&space, err))))
			job->proof = UNSETTLED;
		range.lba += run.count;
		range.count -= run.count;
	}
	close_space(job, &space);
	return err;
}

/* Reads the sector. 1: it can be read; 0: it is bad; -errno: not known. */
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
		space.data = host_buffer(job->host, space.room, NULL);
		err = space.data ? transfer(job, &space, SECTORS_READ,
					    (struct ata_sector_run){ lba, 1 })
				 : -ENOMEM;
		if (space.data)
			err = !err ? 1 : sector_failed(&space, err) ? 0 : err;
	}
	close_space(job, &space);
	return err;
}

int sector_prove_bad(struct job *job)
{
	int reads;

	if (!job_reads_back(job) || host_interrupted(job->host))
		return 0;
	reads = sector_reads(job, job->opt->value);
	device_forget_failure(job->dev);
	if (!reads)
		job->proof = PROVED;
	else if (reads > 0)
		job->proof = DISPROVED;
	else if (reads != -ENOMEM)
		job_note(job,
			 "not proved: the drive reported success, but whether sector %" PRIu64
			 " can be read is not known: %s",
			 job->opt->value, strerror(-reads));
	return reads > 0 ? -EIO : reads == -ENOMEM ? reads : 0;
}

int sector_fail_proof(struct job *job, int err)
{
	if (job->proof != DISPROVED)
		return job_fail(job, err, "memory for a sector");
	return job_refuse(job, err,
			  "the drive reported success, but sector %" PRIu64 " can still be read",
			  job->opt->value);
}

void sector_show_proof(struct job *job)
{
	if (job->dev->dry_run)
		return;
	if (job->proof == UNPROVED && job_reads_back(job))
		report_line(job->out, "not proved\n");
	else
		report_u64(job->out, option_key(job->id), job->opt->value, "succeeded\n");
}
