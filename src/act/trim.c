// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Trim: LBA:COUNT ranges to DATA SET MANAGEMENT. All ranges are read and checked before the first
 * command. A range that is too long for one entry becomes several.
 */
#include "acts.h"
#include "ascii.h"
#include "ata_drive.h"
#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 512, READ_CHUNK = 65536 };

struct ranges {
	struct lba_range *range;
	size_t n, room;
};

static int add_range(struct ranges *r, struct lba_range range)
{
	if (r->n == r->room) {
		size_t room = r->room ? 2 * r->room : 64;
		struct lba_range *more = realloc(r->range, room * sizeof(*more));

		if (!more)
			return -ENOMEM;
		r->range = more;
		r->room = room;
	}
	r->range[r->n++] = range;
	return 0;
}

/*
 * The entries still to send. Each is made when it is sent: a range of a drive that claims 2^48
 * sectors has more entries than fit into memory.
 */
struct entries {
	const struct lba_range *range;
	uint64_t taken;	   /* sectors of *range that have been sent */
	uint64_t n, total; /* entries sent, and in all */
};

static struct entries all_entries(const struct ranges *r)
{
	struct entries e = { .range = r->range };

	for (size_t i = 0; i < r->n; i++)
		e.total += (r->range[i].count - 1) / TRIM_ENTRY_SECTORS + 1;
	return e;
}

static struct lba_range next_entry(struct entries *e)
{
	const struct lba_range *range = e->range;
	uint64_t left = range->count - e->taken;
	struct lba_range entry = { range->lba + e->taken, TRIM_ENTRY_SECTORS };

	if (left > TRIM_ENTRY_SECTORS) {
		e->taken += TRIM_ENTRY_SECTORS;
		return entry;
	}
	entry.count = left;
	e->taken = 0;
	e->range++;
	return entry;
}

/* How many entries one command takes: the smaller of the drive's and the kernel's limits. */
static size_t entries_per_command(struct job *job)
{
	size_t blocks = ata_id_known(job->dev->id.raw, ID_TRIM_BLOCKS);
	uint64_t kb;

	if (!blocks)
		blocks = 1;
	/* the attribute may hold any number: compare first, as doubling might overflow */
	if (!block_attr_u64(job->dev, "queue/max_sectors_kb", &kb) && kb && kb < blocks &&
	    2 * kb < blocks)
		blocks = (size_t)(2 * kb);
	return blocks * TRIM_ENTRIES_PER_BLOCK;
}

/* Sends one command with the next `n` entries; adds their sectors to *sectors if it succeeds. */
static int send_entries(struct job *job, struct entries *e, size_t n, uint8_t *data,
			uint64_t *sectors)
{
	size_t blocks = (n + TRIM_ENTRIES_PER_BLOCK - 1) / TRIM_ENTRIES_PER_BLOCK;
	struct ata_cmd cmd = ata_command_data(ATA_DATA_SET_MANAGEMENT, data, blocks * BLOCK_BYTES);
	uint64_t these = 0;
	int err;

	memset(data, 0, blocks * BLOCK_BYTES);
	for (size_t i = 0; i < n; i++) {
		struct lba_range entry = next_entry(e);

		ata_trim_encode(entry.lba, (uint16_t)entry.count, data + i * TRIM_ENTRY_BYTES);
		these += entry.count;
	}
	/* job_drop_cached() reports what fails: once is enough */
	if (e->n)
		block_flush(job->dev);
	else
		job_drop_cached(job);
	report_line(job->out, "trimming %" PRIu64 " sectors from %zu ranges\n", these, n);
	report_flush(job->out);
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_announced(job, err, &cmd);
	if (!job->dev->dry_run)
		report_line(job->out, "succeeded\n");
	e->n += n;
	*sectors += these;
	return 0;
}

static void show_trim_progress(struct job *job, const struct entries *e)
{
	char text[96];

	snprintf(text, sizeof(text), "trimmed %" PRIu64 " of %" PRIu64 " ranges (%" PRIu64 "%%)",
		 e->n, e->total, 100 * e->n / e->total);
	report_progress(job->out, text);
}

/* For machines. */
static void show_trimmed(struct job *job, const struct entries *e, uint64_t sectors)
{
	report_section_begin(job->out, "trim");
	report_u64(job->out, "ranges", e->n, NO_TEXT);
	report_u64(job->out, "trimmed_sectors", sectors, NO_TEXT);
	report_section_end(job->out);
}

static int fail_interrupted(struct job *job, const struct entries *e)
{
	report_progress(job->out, NULL);
	job_fail(job, -EINTR, "%" PRIu64 " of %" PRIu64 " ranges are trimmed, the others are not",
		 e->n, e->total);
	return -RESULT_INTERRUPTED;
}

/*
 * Discards one range by the kernel, which knows the command of each kind of disk (DATASET
 * MANAGEMENT, UNMAP, WRITE SAME). It is not interrupted within a call: each gets a part only.
 */
static int discard_range(struct job *job, int fd, struct lba_range range, unsigned sector_bytes)
{
	const uint64_t part = (uint64_t)1 << 32;
	uint64_t at = range.lba * sector_bytes, left = range.count * sector_bytes;
	int err = 0;

	while (!err && left) {
		uint64_t bytes[2] = { at, left < part ? left : part };

		err = host_ioctl(job->host, fd, BLKDISCARD, bytes);
		at += bytes[1];
		left -= bytes[1];
	}
	return err < 0 ? err : 0;
}

static uint64_t sectors_of(const struct ranges *r)
{
	uint64_t sectors = 0;

	for (size_t i = 0; i < r->n; i++)
		sectors += r->range[i].count;
	return sectors;
}

static int discard_ranges(struct job *job, const struct ranges *r)
{
	struct entries done = { .total = r->n };
	unsigned sector_bytes = block_sector_bytes(job->dev);
	uint64_t sectors = 0;
	int fd = block_open_direct(job->dev, O_RDWR), err = 0;

	if (fd < 0)
		return job_fail(job, fd, "opening it for writing");
	job_drop_cached(job);
	report_line(job->out, "trimming %" PRIu64 " sectors from %zu ranges\n", sectors_of(r),
		    r->n);
	report_flush(job->out);
	while (!err && done.n < r->n) {
		const struct lba_range *range = &r->range[done.n];

		err = discard_range(job, fd, *range, sector_bytes);
		if (err) {
			job_fail_announced(job, err, NULL);
			job_fail(job, err, "BLKDISCARD of %" PRIu64 ":%" PRIu64 " failed",
				 range->lba, range->count);
			break;
		}
		sectors += range->count;
		done.n++;
		if (done.n < r->n && host_interrupted(job->host))
			err = fail_interrupted(job, &done);
		else
			show_trim_progress(job, &done);
	}
	report_progress(job->out, NULL);
	host_close(job->host, fd);
	if (job->dev->dry_run)
		return err;
	if (!err)
		report_line(job->out, "succeeded\n");
	show_trimmed(job, &done, sectors);
	return err;
}

static int send_ranges(struct job *job, const struct ranges *r)
{
	struct entries e = all_entries(r);
	size_t most = entries_per_command(job);
	size_t room = e.total < most ? (size_t)e.total + TRIM_ENTRIES_PER_BLOCK : most;
	uint8_t *data = malloc(room * TRIM_ENTRY_BYTES);
	uint64_t sectors = 0;
	int err = 0;

	if (!data)
		return job_fail(job, -ENOMEM, "%zu ranges", r->n);
	while (e.n < e.total && !err) {
		uint64_t left = e.total - e.n;

		err = send_entries(job, &e, left < most ? (size_t)left : most, data, &sectors);
		if (err || e.n == e.total)
			break;
		if (host_interrupted(job->host))
			err = fail_interrupted(job, &e);
		else
			show_trim_progress(job, &e);
	}
	report_progress(job->out, NULL);
	free(data);
	if (!job->dev->dry_run)
		show_trimmed(job, &e, sectors);
	return err;
}

/* What a disk of another language could do, the kernel does not have to do for us. */
static int fail_without_trim(struct job *job, bool foreign)
{
	char mode[DISK_PROVISIONING_BYTES];

	if (!foreign || !drive_provisioning(&job->drive, mode))
		return job_fail(job, -EOPNOTSUPP, "the drive does not support TRIM");
	return job_fail(job, -EOPNOTSUPP,
			"the kernel sends this disk no discards (provisioning_mode is %s); that "
			"does not say whether the disk could do it",
			mode);
}

/* Checks the drive, that it is a whole disk, and every range, before anything is sent. */
static int check_ranges(struct job *job, const struct ranges *r)
{
	uint64_t sectors = 0;
	int err = job_has_sectors(job);
	bool foreign = !drive_takes_ata(&job->drive);

	if (!err && !(foreign ? block_discards(job->dev) : ata_id_has_trim(job->dev->id.raw)))
		err = fail_without_trim(job, foreign);
	if (err)
		return err;
	if (!foreign)
		sectors = ata_id_sectors(job->dev->id.raw);
	else if (!block_bytes(job->dev, &sectors))
		sectors /= block_sector_bytes(job->dev);
	if (!sectors)
		return job_fail(job, -ENODATA, "the drive does not report how many sectors it has");
	for (size_t i = 0; i < r->n; i++) {
		if (r->range[i].lba < sectors && r->range[i].count <= sectors - r->range[i].lba)
			continue;
		return job_fail(job, -ERANGE,
				"range %" PRIu64 ":%" PRIu64 " ends beyond the drive's %" PRIu64
				" sectors; nothing was trimmed",
				r->range[i].lba, r->range[i].count, sectors);
	}
	return 0;
}

static int trim_ranges(struct job *job, const struct ranges *r)
{
	int err = check_ranges(job, r);

	if (err || !r->n)
		return err;
	return drive_takes_ata(&job->drive) ? send_ranges(job, r) : discard_ranges(job, r);
}

int act_trim_ranges(struct job *job)
{
	struct ranges r = { 0 };
	struct lba_range range;
	int err = lba_range_parse(job->opt->text, &range);

	if (!err)
		err = add_range(&r, range);
	for (size_t i = 0; i < job->opt->n_more && !err; i++) {
		err = lba_range_parse(job->opt->more[i], &range);
		if (!err)
			err = add_range(&r, range);
	}
	err = err ? job_fail(job, err, "ranges") : trim_ranges(job, &r);
	free(r.range);
	return err;
}

/* Adds the range that a word of the input stands for. */
static int add_range_from_word(struct job *job, struct ranges *r, const char *word, size_t number)
{
	struct lba_range range;
	int err = lba_range_parse(word, &range);

	if (!err)
		err = add_range(r, range);
	if (err)
		job_fail(job, err,
			 "standard input: '%s', pair %zu of LBA:COUNT; nothing was trimmed", word,
			 number);
	return err;
}

/*
 * Reads words between blanks and newlines. A word that is too long or holds a NUL is refused: the
 * rest of it might be a valid range that was not meant.
 */
static int read_ranges(struct job *job, struct ranges *r)
{
	char *chunk = malloc(READ_CHUNK), word[64];
	size_t length = 0, number = 0;
	ssize_t got;
	int err = chunk ? 0 : job_fail(job, -ENOMEM, "reading standard input");

	while (!err && (got = host_read_stream(job->host, 0, chunk, READ_CHUNK)) != 0) {
		if (got < 0) {
			err = job_fail(job, (int)got, "reading standard input");
			break;
		}
		for (ssize_t i = 0; i < got && !err; i++) {
			bool blank = is_space(chunk[i]);

			if (!blank) {
				if (length == sizeof(word) - 1)
					err = add_range_from_word(job, r, "(too long)", number + 1);
				else
					word[length++] = chunk[i] ? chunk[i] : '?';
			}
			if (err || !blank || !length)
				continue;
			word[length] = '\0';
			length = 0;
			err = add_range_from_word(job, r, word, ++number);
		}
	}
	free(chunk);
	if (err || !length)
		return err;
	word[length] = '\0';
	return add_range_from_word(job, r, word, ++number);
}

int act_trim_stdin(struct job *job)
{
	struct ranges r = { 0 };
	int err = read_ranges(job, &r);

	if (!err)
		err = trim_ranges(job, &r);
	free(r.range);
	return err;
}
