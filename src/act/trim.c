// SPDX-License-Identifier: GPL-2.0-or-later
/* Acts that trim ranges of sectors. */
#include "acts.h"
#include "block.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_CHUNK = 65536 };

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

/* Position in the ranges, which are split into entries of at most `most` sectors. */
struct entries {
	const struct lba_range *range;
	uint64_t most;
	uint64_t taken;	      /* sectors of *range that are in entries made before */
	uint64_t done, total; /* entries of successful calls of drive_trim(), and all entries */
	uint64_t sectors;
};

static struct lba_range next_entry(struct entries *e)
{
	const struct lba_range *range = e->range;
	uint64_t left = range->count - e->taken;
	struct lba_range entry = { range->lba + e->taken, e->most };

	if (left > e->most) {
		e->taken += e->most;
		return entry;
	}
	entry.count = left;
	e->taken = 0;
	e->range++;
	return entry;
}

static uint64_t sectors_of(const struct lba_range *range, size_t n)
{
	uint64_t sectors = 0;

	for (size_t i = 0; i < n; i++)
		sectors += range[i].count;
	return sectors;
}

/*
 * Announce each command; but a trim by the kernel only once, because the kernel gets each range by
 * an ioctl of its own.
 */
static void announce_trim(struct job *job, const struct entries *e, uint64_t sectors,
			  uint64_t ranges)
{
	/* note a failure of the first flush only */
	if (e->done)
		block_flush(job->dev);
	else
		job_drop_cached(job);
	report_progress(job->out, NULL);
	report_line(job->out, "trimming %" PRIu64 " sectors from %" PRIu64 " ranges\n", sectors,
		    ranges);
	report_flush(job->out);
}

static int send_entries(struct job *job, struct entries *e, const struct disk_trim *trim,
			struct lba_range *range, size_t n)
{
	uint64_t sectors;
	int err;

	for (size_t i = 0; i < n; i++)
		range[i] = next_entry(e);
	sectors = sectors_of(range, n);
	if (!trim->by_kernel)
		announce_trim(job, e, sectors, n);
	err = drive_trim(&job->drive, trim, range, n);
	report_progress(job->out, NULL);
	if (err) {
		job_fail_announced(job, err);
		return job_fail_drive(job, err);
	}
	e->done += n;
	e->sectors += sectors;
	if (!job->dev->dry_run && (!trim->by_kernel || e->done == e->total))
		report_line(job->out, "succeeded\n");
	return 0;
}

static int trim_all(struct job *job, struct entries *e, const struct disk_trim *trim)
{
	size_t most = e->total < trim->most_ranges ? (size_t)e->total : trim->most_ranges;
	struct lba_range *range = malloc(most * sizeof(*range));
	char text[96];
	int err;

	if (!range)
		return job_fail(job, -ENOMEM, "%" PRIu64 " ranges", e->total);
	for (;;) {
		uint64_t left = e->total - e->done;

		err = send_entries(job, e, trim, range, left < most ? (size_t)left : most);
		if (err || e->done == e->total)
			break;
		if (host_interrupted()) {
			err = job_interrupted(job,
					      "%" PRIu64 " of %" PRIu64
					      " ranges are trimmed, the others are not",
					      job->dev->dry_run ? 0 : e->done, e->total);
			break;
		}
		if (job->dev->dry_run)
			continue;
		snprintf(text, sizeof(text),
			 "trimmed %" PRIu64 " of %" PRIu64 " ranges (%" PRIu64 "%%)", e->done,
			 e->total, 100 * e->done / e->total);
		report_progress(job->out, text);
	}
	free(range);
	return err;
}

static int send_ranges(struct job *job, const struct ranges *r, struct disk_trim *trim)
{
	struct entries e = { .range = r->range, .most = trim->most_sectors };
	int err;

	for (size_t i = 0; i < r->n; i++)
		e.total += (r->range[i].count - 1) / e.most + 1;
	err = drive_begin_trim(&job->drive, trim);
	if (err)
		return job_fail_drive(job, err);
	if (trim->by_kernel)
		announce_trim(job, &e, sectors_of(r->range, r->n), r->n);
	err = trim_all(job, &e, trim);
	drive_end_trim(&job->drive, trim);
	if (err && e.done)
		job->proof = UNSETTLED;
	if (!job->dev->dry_run) {
		report_section_begin(job->out, "trim");
		report_u64(job->out, "ranges", e.done, NO_TEXT);
		report_u64(job->out, "trimmed_sectors", e.sectors, NO_TEXT);
		report_section_end(job->out);
	}
	return err;
}

static int check_ranges(struct job *job, const struct ranges *r, struct disk_trim *trim)
{
	int err = job_has_sectors(job);

	if (err)
		return err;
	err = drive_plan_trim(&job->drive, trim);
	if (err)
		return job_fail_drive(job, err);
	for (size_t i = 0; i < r->n; i++) {
		const struct lba_range *range = &r->range[i];

		if (range->lba < trim->sectors && range->count <= trim->sectors - range->lba)
			continue;
		return job_refuse(job, -ERANGE,
				  "range %" PRIu64 ":%" PRIu64 " ends beyond "
				  "the drive's %" PRIu64 " sectors; nothing was trimmed",
				  range->lba, range->count, trim->sectors);
	}
	return 0;
}

static int trim_ranges(struct job *job, const struct ranges *r)
{
	struct disk_trim trim;
	int err = check_ranges(job, r, &trim);

	return err || !r->n ? err : send_ranges(job, r, &trim);
}

static int add_ranges(struct ranges *r, const char *words)
{
	struct lba_range range;
	size_t n;
	int err;

	do {
		n = lba_ranges_next(words, &range, &err);
		if (n && !err)
			err = add_range(r, range);
		words += n;
	} while (n && !err);
	return err;
}

int act_trim_ranges(struct job *job)
{
	struct ranges r = { 0 };
	int err = add_ranges(&r, job->opt->text);

	for (size_t i = 0; i < job->opt->n_more && !err; i++)
		err = add_ranges(&r, job->opt->more[i]);
	err = err ? job_fail(job, err, "ranges") : trim_ranges(job, &r);
	free(r.range);
	return err;
}

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

/* The word that is being read from stdin; number: count of words that ended before. */
struct word {
	char text[64];
	size_t length, number;
};

/* True if `next` is a blank or a tab after "LBA:": COUNT may follow in the next column. */
static bool waits_for_count(const struct word *w, char next)
{
	return w->length && w->text[w->length - 1] == ':' && (next == ' ' || next == '\t');
}

static int end_word(struct job *job, struct ranges *r, struct word *w)
{
	if (!w->length)
		return 0;
	w->text[w->length] = '\0';
	w->length = 0;
	return add_range_from_word(job, r, w->text, ++w->number);
}

/* Read stdin. Refuse a word that is too long or holds a NUL: a part might be a valid range. */
static int read_ranges(struct job *job, struct ranges *r)
{
	char *chunk = malloc(READ_CHUNK);
	struct word w = { .length = 0 };
	ssize_t got;
	int err = 0;

	if (!chunk)
		return job_fail(job, -ENOMEM, "reading standard input");
	while (!err && (got = host_read_stream(job->host, 0, chunk, READ_CHUNK)) != 0) {
		if (got < 0) {
			err = job_fail(job, (int)got, "reading standard input");
			break;
		}
		for (ssize_t i = 0; i < got && !err; i++) {
			if (waits_for_count(&w, chunk[i]))
				continue;
			if (is_space(chunk[i]))
				err = end_word(job, r, &w);
			else if (w.length == sizeof(w.text) - 1)
				err = add_range_from_word(job, r, "(too long)", w.number + 1);
			else
				w.text[w.length++] = chunk[i] ? chunk[i] : '?';
		}
	}
	free(chunk);
	return err ? err : end_word(job, r, &w);
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
