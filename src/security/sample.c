// SPDX-License-Identifier: GPL-2.0-or-later
#include "sample.h"
#include "block.h"

#include <errno.h>
#include <fcntl.h>

/* A failed read may take half a minute: after this many the sample ends. */
enum { MOST_UNREADABLE = 4 };

/* Opens the disk. 0, also if nothing can be read; -ENOMEM. */
static int sample_open_disk(struct job *job, struct sample *sample)
{
	sample->fd = block_open_direct(job->dev, O_RDONLY);
	if (sample->fd < 0)
		return 0;
	sample->sector = host_buffer(job->host, sample->bytes, NULL);
	return sample->sector ? 0 : -ENOMEM;
}

/* The first sector, the last one, and the others at equal distances. */
static uint64_t sector_at(const struct sample *sample, unsigned i)
{
	if (i + 1 == sample->sectors)
		return sample->total - 1;
	return sample->total / sample->sectors * i;
}

/* False: the sector cannot be read. */
static bool sample_read_sector(struct job *job, struct sample *sample, unsigned i,
			       struct contents *contents)
{
	ssize_t got = host_pread(job->host, sample->fd, sample->sector, sample->bytes,
				 sector_at(sample, i) * sample->bytes);

	if (got != (ssize_t)sample->bytes) {
		sample->unreadable++;
		return false;
	}
	*contents = contents_of(sample->sector, sample->bytes);
	return true;
}

int sample_begin(struct job *job, struct sample *sample)
{
	uint64_t bytes = 0;
	int err;

	*sample = (struct sample){ .fd = -1 };
	if (job->dev->sys.character || block_bytes(job->dev, &bytes))
		return 0;
	sample->bytes = block_sector_bytes(job->dev);
	sample->total = bytes / sample->bytes;
	err = sample_open_disk(job, sample);
	if (!sample->sector)
		return err;
	sample->sectors = sample->total < SAMPLE_SECTORS ? (unsigned)sample->total : SAMPLE_SECTORS;
	for (unsigned i = 0; i < sample->sectors && sample->unreadable < MOST_UNREADABLE; i++)
		sample->at[i].read = sample_read_sector(job, sample, i, &sample->at[i].before);
	return 0;
}

/* Drives differ in the order in which they write the pattern's bytes. */
static bool leaves_contents(const struct erase_leaves *leaves, const struct contents *contents)
{
	uint32_t word = (uint32_t)contents->mark;

	if (contents->kind == CONTENTS_MIXED)
		return false;
	return (leaves->zeros && contents->kind == CONTENTS_ZEROS) ||
	       (leaves->ones && contents->kind == CONTENTS_ONES) ||
	       (leaves->pattern &&
		(word == leaves->word || word == __builtin_bswap32(leaves->word)));
}

static bool is_equal(const struct contents *before, const struct contents *after)
{
	return before->kind == after->kind &&
	       (before->mark == after->mark || before->kind == CONTENTS_ZEROS ||
		before->kind == CONTENTS_ONES);
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
	bool equal = sample->at[i].read && is_equal(&sample->at[i].before, after);

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

void sample_again(struct job *job, struct sample *sample, const struct erase_leaves *leaves,
		  struct sample_result *result)
{
	struct contents after;

	*result = (struct sample_result){ .sectors = 0 };
	sample->unreadable = 0;
	while (result->sectors < sample->sectors && sample->unreadable < MOST_UNREADABLE) {
		unsigned i = result->sectors++;

		if (sample_read_sector(job, sample, i, &after))
			count_contents(sample, i, leaves, &after, result);
	}
	result->unreadable = sample->unreadable;
}

void sample_end(struct job *job, struct sample *sample)
{
	if (sample->sector)
		host_buffer_free(job->host, sample->sector, sample->bytes);
	if (sample->fd >= 0)
		host_close(job->host, sample->fd);
}
