// SPDX-License-Identifier: GPL-2.0-or-later
#include "evidence.h"
#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

/* A pass over the sample ends after this number of failed reads. */
enum { MOST_UNREADABLE = 4 };

/* Read sector `i` of the sample, which spans the disk. False: the read failed. */
static bool sample_read_sector(struct job *job, struct sample *sample, unsigned i,
			       struct contents *contents)
{
	bool last = i + 1 == sample->sectors;
	uint64_t lba = last ? sample->total - 1 : sample->total / sample->sectors * i;
	ssize_t got = host_pread(job->host, sample->fd, sample->sector, sample->bytes,
				 lba * sample->bytes);

	if (got != (ssize_t)sample->bytes) {
		sample->unreadable++;
		return false;
	}
	*contents = contents_of(sample->sector, sample->bytes);
	return true;
}

static bool leaves_contents(const struct erase_leaves *leaves, const struct contents *contents)
{
	uint32_t word = (uint32_t)contents->mark;

	if (contents->kind == CONTENTS_MIXED)
		return false;
	return (leaves->zeros_or_ones && contents->kind != CONTENTS_REPEATED) ||
	       (leaves->pattern &&
		(word == leaves->word || word == __builtin_bswap32(leaves->word)));
}

static void count_contents(const struct sample *sample, unsigned i,
			   const struct erase_leaves *leaves, const struct contents *after,
			   struct sample_result *result)
{
	unsigned *const counts[] = {
		[CONTENTS_ZEROS] = &result->zeros,
		[CONTENTS_ONES] = &result->ones,
		[CONTENTS_REPEATED] = &result->repeated,
		[CONTENTS_MIXED] = &result->mixed,
	};
	const struct contents *before = &sample->at[i].before;
	bool equal = sample->at[i].read && before->kind == after->kind &&
		     (before->mark == after->mark || before->kind == CONTENTS_ZEROS ||
		      before->kind == CONTENTS_ONES);

	if (equal && !leaves_contents(leaves, after)) {
		result->unchanged++;
		return;
	}
	(*counts[after->kind])++;
	result->changed += sample->at[i].read && !equal;
	result->same += equal;
	result->same_zeros += equal && after->kind == CONTENTS_ZEROS;
	result->same_ones += equal && after->kind == CONTENTS_ONES;
}

int evidence_begin(struct job *job, struct evidence *e)
{
	struct sample *sample = &e->sample;
	uint64_t bytes = 0;

	*e = (struct evidence){ .sample.fd = -1 };
	if (job->dev->sys.character || block_bytes(job->dev, &bytes))
		return 0;
	sample->bytes = block_sector_bytes(job->dev);
	sample->total = bytes / sample->bytes;
	/* a disk or sector that cannot be read proves nothing, but is no failure of the erase */
	sample->fd = block_open_direct(job->dev, O_RDONLY);
	if (sample->fd < 0)
		return 0;
	sample->sector = host_buffer(sample->bytes, NULL);
	if (!sample->sector)
		return job_fail(job, -ENOMEM, "reading");
	sample->sectors = sample->total < SAMPLE_SECTORS ? (unsigned)sample->total : SAMPLE_SECTORS;
	for (unsigned i = 0; i < sample->sectors && sample->unreadable < MOST_UNREADABLE; i++)
		sample->at[i].read = sample_read_sector(job, sample, i, &sample->at[i].before);
	return 0;
}

static void show_sample(struct job *job, const struct sample_result *r)
{
	const struct {
		unsigned count;
		const char *key, *what;
	} kinds[] = {
		{ r->zeros, "zeros", "zeros" },
		{ r->ones, "ones", "ones" },
		{ r->repeated, "repeated", "another fill" },
		{ r->mixed, "mixed", "other data" },
		{ r->unchanged, "unchanged", "as before" },
		{ r->unreadable, "unreadable", "unreadable" },
	};
	const char *pattern = NULL;
	char text[160] = "";
	size_t n = 0;

	report_section_begin(job->out, "verification");
	report_u64(job->out, "sectors", r->sectors, NO_TEXT);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		report_u64(job->out, kinds[i].key, kinds[i].count, NO_TEXT);
		if (!kinds[i].count)
			continue;
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s %u %s", n ? "," : "",
				      kinds[i].count, kinds[i].what);
		pattern = pattern ? "several" : kinds[i].key;
	}
	if (pattern)
		report_string(job->out, "pattern", pattern, NO_TEXT);
	else
		report_null(job->out, "pattern", NO_TEXT);
	report_u64(job->out, "changed", r->changed, NO_TEXT);
	report_section_end(job->out);
	if (n)
		report_line(job->out, " checked: %u sectors of the medium:%s\n", r->sectors, text);
	else
		report_line(job->out,
			    " checked: nothing, since no sector can be read by this name\n");
}

int evidence_judge(struct job *job, struct evidence *e, const struct erase_leaves *leaves)
{
	struct sample_result *r = &e->result;
	struct sample *sample = &e->sample;
	struct contents after;

	*r = (struct sample_result){ .sectors = 0 };
	sample->unreadable = 0;
	while (r->sectors < sample->sectors && sample->unreadable < MOST_UNREADABLE) {
		unsigned i = r->sectors++;

		if (sample_read_sector(job, sample, i, &after))
			count_contents(sample, i, leaves, &after, r);
	}
	r->unreadable = sample->unreadable;
	show_sample(job, r);
	e->judged = !r->unchanged;
	if (e->judged) {
		job->proof = evidence_proves(e) ? PROVED : UNPROVED;
		return 0;
	}
	job->proof = DISPROVED;
	return job_refuse(job, -EIO,
			  "%u of %u sectors still hold their old data, though the drive reported "
			  "success: do not rely on it",
			  r->unchanged, r->sectors);
}

bool evidence_proves(const struct evidence *e)
{
	return e->judged && (e->ran || e->bit_changed || e->result.changed);
}

const char *evidence_lack(const struct evidence *e)
{
	const struct sample_result *r = &e->result;

	if (!r->same)
		return "nothing proves it, since no sample could be compared";
	if (r->same == r->same_zeros)
		return "the samples prove nothing, they were zeros before";
	if (r->same == r->same_ones)
		return "the samples prove nothing, they were ones before";
	return "the samples prove nothing, they held the same before";
}

void evidence_report(struct job *job, const struct evidence *e)
{
	const char *proof = !evidence_proves(e) ? "none" : e->result.changed ? "samples" : "status";

	report_string(job->out, "proof", proof, NO_TEXT);
}

void evidence_end(struct job *job, struct evidence *e)
{
	if (e->sample.sector)
		host_buffer_free(e->sample.sector, e->sample.bytes);
	if (e->sample.fd >= 0)
		host_close(job->host, e->sample.fd);
}
