// SPDX-License-Identifier: GPL-2.0-or-later
/* Files: where on the disk one lies, and room for one without writing. */
#include "acts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

enum { EXTENTS_AT_ONCE = 1024, SECTOR_BYTES = 512, KIB = 1024 };

struct mapping {
	struct job *job;
	int fd;
	uint64_t size;
	int block_bytes;
	uint64_t start; /* of the filesystem's device on its disk, in 512-byte sectors */
};

/* A stretch of the file: bytes, and where they are; UNPLACED: nowhere. */
static const uint64_t UNPLACED = UINT64_MAX;

static void show_row(struct mapping *m, uint64_t offset, uint64_t physical, uint64_t bytes)
{
	uint64_t sectors = bytes / SECTOR_BYTES, begin = physical / SECTOR_BYTES + m->start;
	struct report *out = m->job->out;

	report_section_begin(out, "extent");
	report_u64(out, "offset_bytes", offset, "%12" PRIu64, offset);
	if (physical == UNPLACED) {
		report_null(out, "begin_lba", "       -          -   ");
	} else {
		report_u64(out, "begin_lba", begin, " %10" PRIu64, begin);
		report_u64(out, "end_lba", begin + sectors - 1, " %10" PRIu64, begin + sectors - 1);
	}
	if (bytes)
		report_u64(out, "sectors", sectors, " %10" PRIu64 "\n", sectors);
	else
		report_u64(out, "sectors", 0, "       -   \n");
	report_section_end(out);
}

/* FIEMAP: extents in batches. -errno where the filesystem has no such thing. */
static int map_extents(struct mapping *m, struct fiemap *map, size_t *rows)
{
	uint64_t at = 0;
	bool last = false;
	unsigned n;
	int err;

	while (!last && at < m->size) {
		memset(map, 0, sizeof(*map));
		map->fm_start = at;
		map->fm_length = FIEMAP_MAX_OFFSET - at;
		map->fm_flags = FIEMAP_FLAG_SYNC;
		map->fm_extent_count = EXTENTS_AT_ONCE;
		err = host_ioctl(m->job->host, m->fd, FS_IOC_FIEMAP, map);
		if (err < 0)
			return err;
		/* a FUSE server or a recording may count more than there was room for */
		n = map->fm_mapped_extents < EXTENTS_AT_ONCE ? map->fm_mapped_extents
							     : EXTENTS_AT_ONCE;
		last = !n;
		for (unsigned i = 0; i < n; i++) {
			const struct fiemap_extent *e = &map->fm_extents[i];
			bool placed = !(e->fe_flags &
					(FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DATA_INLINE));

			show_row(m, e->fe_logical, placed ? e->fe_physical : UNPLACED,
				 e->fe_length);
			/* what does not lead on would be asked for without end */
			last = (e->fe_flags & FIEMAP_EXTENT_LAST) ||
			       e->fe_logical + e->fe_length <= at;
			at = e->fe_logical + e->fe_length;
			++*rows;
		}
	}
	return 0;
}

/* FIBMAP: block by block, runs joined; block 0 is a hole. */
static int map_blocks(struct mapping *m, size_t *rows)
{
	uint64_t bytes = (uint64_t)m->block_bytes, blocks = (m->size + bytes - 1) / bytes;
	uint64_t run = 0, first = 0;
	uint32_t block = 0;

	for (uint64_t i = 0; i < blocks; i++) {
		uint64_t before = block;
		int err;

		block = (uint32_t)i;
		err = host_ioctl(m->job->host, m->fd, FIBMAP, &block);
		if (err < 0)
			return err;
		if (i > run && block == (first ? before + 1 : 0))
			continue;
		if (i > run) {
			show_row(m, run * bytes, first ? first * bytes : UNPLACED,
				 (i - run) * bytes);
			++*rows;
		}
		run = i;
		first = block;
	}
	if (blocks > run) {
		show_row(m, run * bytes, first ? first * bytes : UNPLACED, (blocks - run) * bytes);
		++*rows;
	}
	return 0;
}

static int map_file(struct mapping *m)
{
	struct fiemap *map =
		calloc(1, sizeof(*map) + EXTENTS_AT_ONCE * sizeof(struct fiemap_extent));
	const char *path = m->job->opt->text;
	struct report *out = m->job->out;
	size_t rows = 0;
	int err;

	if (!map)
		return job_fail(m->job, -ENOMEM, "%s", path);
	report_section_begin(out, "fibmap");
	report_string(out, "file", path, "\n%s:\n", path);
	report_u64(out, "block_bytes", (uint64_t)m->block_bytes, " filesystem blocksize %d",
		   m->block_bytes);
	report_u64(out, "start_lba", m->start,
		   ", begins at LBA %" PRIu64 "; assuming 512 byte sectors.\n", m->start);
	report_line(out, " byte_offset  begin_LBA    end_LBA    sectors\n");
	report_array_begin(out, "extents");
	err = map_extents(m, map, &rows);
	if (err == -ENOTTY || err == -EOPNOTSUPP)
		err = map_blocks(m, &rows);
	if (!err && !rows)
		show_row(m, 0, UNPLACED, 0);
	report_section_end(out);
	report_section_end(out);
	free(map);
	return err ? job_fail(m->job, err, "%s: neither FIEMAP nor FIBMAP works here", path) : 0;
}

/* Where the filesystem's device begins on its disk; -ENOENT for one without a device. */
static int find_start(struct job *job, uint64_t dev, uint64_t *start)
{
	char path[96], text[32];

	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/size", major(dev), minor(dev));
	if (!major(dev) || host_read_file(job->host, path, text, sizeof(text)) <= 0)
		return job_fail(job, -ENOENT,
				"%s: its filesystem (device %u:%u) lies on no one block device, as "
				"with btrfs, overlay, tmpfs and NFS: there are no sectors to show",
				job->opt->text, major(dev), minor(dev));
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/start", major(dev), minor(dev));
	*start = 0;
	if (host_read_file(job->host, path, text, sizeof(text)) > 0)
		*start = strtoull(text, NULL, 10);
	snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/dm/name", major(dev), minor(dev));
	if (host_read_file(job->host, path, text, sizeof(text)) > 0 && job->out->err_terminal)
		job_note(job, "these are sectors of the mapped device '%s', not of a disk", text);
	return 0;
}

static int map_open_file(struct job *job, int fd)
{
	struct mapping m = { .job = job, .fd = fd };
	struct stat st;
	int err = host_fstat(job->host, fd, &st);

	if (!err && !S_ISREG(st.st_mode))
		return job_fail(job, -EINVAL, "%s: not a regular file", job->opt->text);
	if (err)
		return job_fail(job, err, "%s", job->opt->text);
	err = find_start(job, st.st_dev, &m.start);
	if (err)
		return err;
	err = host_ioctl(job->host, fd, FIGETBSZ, &m.block_bytes);
	if (err < 0 || m.block_bytes <= 0)
		return job_fail(job, err ? err : -EIO, "%s: its filesystem's block size",
				job->opt->text);
	m.size = (uint64_t)st.st_size;
	return map_file(&m);
}

int act_fibmap(struct job *job)
{
	int fd = host_open(job->host, job->opt->text, O_RDONLY | O_NONBLOCK), err;

	if (fd < 0)
		return job_fail(job, fd, "%s", job->opt->text);
	err = map_open_file(job, fd);
	host_close(job->host, fd);
	return err;
}

int act_fallocate(struct job *job)
{
	const char *path = job->opt->more[0];
	int fd = host_open(job->host, path, O_WRONLY | O_CREAT | O_EXCL), err;

	/* a dry run has said what would be created */
	if (fd == -EROFS && job->req->opt[OPT_DRY_RUN].seen)
		return 0;
	if (fd < 0)
		return job_fail(job, fd, "%s", path);
	err = host_fallocate(job->host, fd, job->opt->value * KIB);
	host_close(job->host, fd);
	if (!err)
		return 0;
	host_remove(job->host, path);
	return job_fail(job, err, "%s: room for %" PRIu64 " KiB", path, job->opt->value);
}
