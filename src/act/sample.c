// SPDX-License-Identifier: GPL-2.0-or-later
#include "sample.h"
#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

/* A sector that cannot be read may cost half a minute: with so many the rest is left. */
enum { MOST_UNREADABLE = 4 };

/* The disk, open past the page cache, and memory for a sector. */
struct reader {
	struct host *host;
	int fd;
	uint8_t *sector;
	unsigned bytes;
	unsigned unreadable;
};

/* A path may lead to another device by now: that one is not read. */
static bool reader_open(struct job *job, const struct sample *sample, struct reader *reader)
{
	struct stat st;

	*reader = (struct reader){ .host = job->host, .bytes = sample->bytes };
	reader->fd = host_open(job->host, job->dev->path, O_RDONLY | O_NONBLOCK | O_DIRECT);
	if (reader->fd < 0)
		return false;
	if (!host_fstat(job->host, reader->fd, &st) && st.st_rdev == job->dev->rdev)
		reader->sector = host_buffer(job->host, reader->bytes, NULL);
	if (!reader->sector)
		host_close(job->host, reader->fd);
	return reader->sector;
}

static void reader_close(struct reader *reader)
{
	host_buffer_free(reader->host, reader->sector, reader->bytes);
	host_close(reader->host, reader->fd);
}

/* The first, the last, and the others at equal distances. */
static uint64_t place(const struct sample *sample, unsigned i)
{
	if (i + 1 == sample->sectors)
		return sample->total - 1;
	return sample->total / sample->sectors * i;
}

/* False for one that cannot be read. */
static bool read_sector(struct reader *reader, uint64_t lba, struct contents *contents)
{
	ssize_t got = host_pread(reader->host, reader->fd, reader->sector, reader->bytes,
				 lba * reader->bytes);

	if (got != (ssize_t)reader->bytes) {
		reader->unreadable++;
		return false;
	}
	*contents = contents_of(reader->sector, reader->bytes);
	return true;
}

void sample_before(struct job *job, struct sample *sample)
{
	struct reader reader;
	uint64_t bytes = 0;

	*sample = (struct sample){ .sectors = 0 };
	if (job->dev->character || block_bytes(job->dev, &bytes))
		return;
	sample->bytes = block_sector_bytes(job->dev);
	sample->total = bytes / sample->bytes;
	if (!sample->total || !reader_open(job, sample, &reader))
		return;
	sample->sectors = sample->total < SAMPLE_SECTORS ? (unsigned)sample->total : SAMPLE_SECTORS;
	for (unsigned i = 0; i < sample->sectors && reader.unreadable < MOST_UNREADABLE; i++)
		sample->at[i].read = read_sector(&reader, place(sample, i), &sample->at[i].before);
	reader_close(&reader);
}

/* A fill is no data: a drive may show the same one before and after. */
static bool is_unchanged(const struct contents *before, const struct contents *after)
{
	return before->kind == CONTENTS_MIXED && after->kind == CONTENTS_MIXED &&
	       before->mark == after->mark;
}

static void count(const struct sample *sample, unsigned i, const struct contents *after,
		  struct sample_result *result)
{
	unsigned *const counts[] = {
		[CONTENTS_ZEROS] = &result->zeros,
		[CONTENTS_ONES] = &result->ones,
		[CONTENTS_REPEATED] = &result->repeated,
		[CONTENTS_MIXED] = &result->mixed,
	};

	if (sample->at[i].read && is_unchanged(&sample->at[i].before, after))
		result->unchanged++;
	else
		(*counts[after->kind])++;
}

void sample_after(struct job *job, const struct sample *sample, struct sample_result *result)
{
	struct contents after;
	struct reader reader;

	*result = (struct sample_result){ .sectors = 0 };
	if (!sample->sectors || !reader_open(job, sample, &reader))
		return;
	while (result->sectors < sample->sectors && reader.unreadable < MOST_UNREADABLE) {
		unsigned i = result->sectors++;

		if (read_sector(&reader, place(sample, i), &after))
			count(sample, i, &after, result);
	}
	result->unreadable = reader.unreadable;
	reader_close(&reader);
}
