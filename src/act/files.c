// SPDX-License-Identifier: GPL-2.0-or-later
/* Acts on files: --fibmap and --fallocate. */
#include "acts.h"
#include "block.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXTENTS_AT_ONCE = 1024, SYSFS_SECTOR = 512, KIB = 1024 };

struct mapping {
	struct job *job;
	int fd;
	uint64_t size;
	int block_bytes;
	uint64_t device_bytes;
	struct block_disks disks;
	unsigned sector_bytes;
	/* the current row's sectors are shared with other files or snapshots */
	bool shared;
	bool shared_noted;
	/* -errno, reported, of the row that cannot be shown as sectors; 0: none */
	int refused;
};

/* Stands for a physical byte address if a row has no sectors of its own. */
static const uint64_t UNPLACED = UINT64_MAX;

static uint64_t start_bytes(const struct mapping *m)
{
	return m->disks.start * SYSFS_SECTOR;
}

static int check_row(struct mapping *m, uint64_t offset, uint64_t physical, uint64_t bytes)
{
	uint64_t at = start_bytes(m) + physical;

	if (physical > m->device_bytes || bytes > m->device_bytes - physical)
		return job_refuse(m->job, -ENOTTY,
				  "%s: the data at byte %" PRIu64 " are beyond the end "
				  "of the file system's device, so on another device",
				  m->job->opt->text, offset);
	if (at % m->sector_bytes || bytes % m->sector_bytes)
		return job_refuse(m->job, -ENOTTY,
				  "%s: the data at byte %" PRIu64 " do not fill whole sectors "
				  "of the disk, which have %u bytes",
				  m->job->opt->text, offset, m->sector_bytes);
	return 0;
}

static void show_map_row(struct mapping *m, uint64_t offset, uint64_t physical, uint64_t bytes)
{
	uint64_t sectors = bytes / m->sector_bytes, begin;
	struct report *out = m->job->out;

	if (physical != UNPLACED)
		m->refused = check_row(m, offset, physical, bytes);
	if (m->refused)
		return;
	report_section_begin(out, "extent");
	report_u64(out, "offset_bytes", offset, "%12" PRIu64, offset);
	if (physical == UNPLACED) {
		report_null(out, "begin_lba", "       -          -   ");
	} else {
		begin = (start_bytes(m) + physical) / m->sector_bytes;
		report_u64(out, "begin_lba", begin, " %10" PRIu64, begin);
		report_u64(out, "end_lba", begin + sectors - 1, " %10" PRIu64, begin + sectors - 1);
	}
	if (bytes)
		report_u64(out, "sectors", sectors, " %10" PRIu64 "\n", sectors);
	else
		report_u64(out, "sectors", 0, "       -   \n");
	if (m->shared)
		report_bool(out, "shared", true, NO_TEXT);
	report_section_end(out);
}

/* True for compressed data: FIEMAP does not tell the number of their sectors. */
static bool length_unknown(const struct fiemap_extent *e)
{
	return (e->fe_flags & FIEMAP_EXTENT_ENCODED) &&
	       !(e->fe_flags & FIEMAP_EXTENT_DATA_ENCRYPTED);
}

/* Flags of an extent without a place, or within a block with other data (linux/fiemap.h). */
enum {
	NO_OWN_SECTORS = FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC |
			 FIEMAP_EXTENT_NOT_ALIGNED | FIEMAP_EXTENT_DATA_INLINE |
			 FIEMAP_EXTENT_DATA_TAIL
};

static void show_extent(struct mapping *m, const struct fiemap_extent *e)
{
	bool placed = !(e->fe_flags & NO_OWN_SECTORS);

	m->shared = placed && (e->fe_flags & FIEMAP_EXTENT_SHARED);
	if (m->shared && !m->shared_noted) {
		job_note(m->job,
			 "%s: the data at byte %" PRIu64 " are shared with other files "
			 "or snapshots: a change of their sectors changes those, too",
			 m->job->opt->text, (uint64_t)e->fe_logical);
		m->shared_noted = true;
	}
	if (placed && length_unknown(e))
		m->refused = job_refuse(m->job, -ENOTTY,
					"%s: the data at byte %" PRIu64 " are compressed: "
					"the number of their sectors is not known",
					m->job->opt->text, (uint64_t)e->fe_logical);
	else
		show_map_row(m, e->fe_logical, placed ? e->fe_physical : UNPLACED,
			     placed ? e->fe_length : 0);
}

/* Return 0 or -errno, not reported: -ENOTTY or -EOPNOTSUPP if FIEMAP does not work. */
static int map_extents(struct mapping *m, struct fiemap *map, size_t *rows)
{
	uint64_t at = 0;
	bool last = false;
	unsigned n;
	int err;

	while (!last && !m->refused && at < m->size) {
		memset(map, 0, sizeof(*map));
		map->fm_start = at;
		map->fm_length = FIEMAP_MAX_OFFSET - at;
		map->fm_flags = FIEMAP_FLAG_SYNC;
		map->fm_extent_count = EXTENTS_AT_ONCE;
		err = host_ioctl(m->job->host, m->fd, FS_IOC_FIEMAP, map);
		if (err < 0)
			return err;
		/* under --replay, the answered number may exceed the room for extents */
		n = map->fm_mapped_extents < EXTENTS_AT_ONCE ? map->fm_mapped_extents
							     : EXTENTS_AT_ONCE;
		last = !n;
		for (unsigned i = 0; i < n && !m->refused; i++) {
			const struct fiemap_extent *e = &map->fm_extents[i];

			show_extent(m, e);
			/* stop also if an answer's last extent does not advance (endless loop) */
			last = (e->fe_flags & FIEMAP_EXTENT_LAST) ||
			       e->fe_logical + e->fe_length <= at;
			at = e->fe_logical + e->fe_length;
			++*rows;
		}
	}
	return 0;
}

static int map_blocks(struct mapping *m, size_t *rows)
{
	uint64_t bytes = (uint64_t)m->block_bytes, blocks = (m->size + bytes - 1) / bytes;
	uint64_t run = 0, first = 0;
	uint32_t block = 0;

	for (uint64_t i = 0; i < blocks && !m->refused; i++) {
		uint64_t before = block;
		int err;

		block = (uint32_t)i;
		err = host_ioctl(m->job->host, m->fd, FIBMAP, &block);
		if (err < 0)
			return err;
		if (i > run && block == (first ? before + 1 : 0))
			continue;
		if (i > run) {
			show_map_row(m, run * bytes, first ? first * bytes : UNPLACED,
				     (i - run) * bytes);
			++*rows;
		}
		run = i;
		first = block;
	}
	if (blocks > run && !m->refused) {
		show_map_row(m, run * bytes, first ? first * bytes : UNPLACED,
			     (blocks - run) * bytes);
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
	uint64_t start = start_bytes(m) / m->sector_bytes;
	size_t rows = 0;
	int err;

	if (!map)
		return job_fail(m->job, -ENOMEM, "%s", path);
	report_section_begin(out, "fibmap");
	report_string(out, "file", path, "\n%s:\n", path);
	report_u64(out, "block_bytes", (uint64_t)m->block_bytes, " filesystem blocksize %d",
		   m->block_bytes);
	report_u64(out, "start_lba", start, ", begins at LBA %" PRIu64, start);
	report_u64(out, "sector_bytes", m->sector_bytes, "; assuming %u byte sectors.\n",
		   m->sector_bytes);
	report_array_begin(out, "disks");
	for (size_t i = 0; i < m->disks.n; i++)
		report_string(out, "disk", m->disks.disk[i].name, NO_TEXT);
	report_section_end(out);
	report_line(out, " byte_offset  begin_LBA    end_LBA    sectors\n");
	report_array_begin(out, "extents");
	err = map_extents(m, map, &rows);
	if (err == -ENOTTY || err == -EOPNOTSUPP)
		err = map_blocks(m, &rows);
	if (!err && !rows)
		show_map_row(m, 0, UNPLACED, 0);
	report_section_end(out);
	report_section_end(out);
	free(map);
	if (err)
		return job_fail(m->job, err, "%s: neither FIEMAP nor FIBMAP works here", path);
	return m->refused;
}

static int find_sector_bytes(struct mapping *m)
{
	for (size_t i = 0; i < m->disks.n; i++) {
		const struct block_disk *disk = &m->disks.disk[i];
		unsigned bytes;
		int err = block_disk_sector_bytes(m->job->host, disk, &bytes);

		if (err)
			return job_fail(m->job, err, "%s: the sector size of its disk, %s",
					m->job->opt->text, disk->name);
		if (i && bytes != m->sector_bytes)
			return job_refuse(
				m->job, -ENOTTY,
				"%s: its disks have different sectors, of %u and %u bytes",
				m->job->opt->text, m->sector_bytes, bytes);
		m->sector_bytes = bytes;
	}
	if (start_bytes(m) % m->sector_bytes)
		return job_refuse(m->job, -ENOTTY,
				  "%s: its filesystem does not begin at a whole sector of the disk "
				  "(%u bytes)",
				  m->job->opt->text, m->sector_bytes);
	return 0;
}

static int find_disks(struct mapping *m, uint64_t dev)
{
	struct sys_disk disk = { .host = m->job->host, .rdev = dev };
	char path[64], why[BLOCK_WHY_BYTES];
	uint64_t sectors;
	int err;

	if (!rdev_major(dev))
		return job_refuse(
			m->job, -ENOENT,
			"%s: its filesystem (device %u:%u) has no single block device, "
			"as with btrfs, overlay, tmpfs and NFS: there are no sectors to show",
			m->job->opt->text, rdev_major(dev), rdev_minor(dev));
	err = block_on_disks(m->job->host, dev, &m->disks, why);
	if (err == -ENOTTY)
		return job_refuse(m->job, err, "%s: %s, so it has no sectors of a disk to show",
				  m->job->opt->text, why);
	if (err)
		return job_fail(m->job, err,
				"%s: cannot find the place of its filesystem on a disk: %s",
				m->job->opt->text, why);
	if (sysfs_own_u64(&disk, "size", &sectors)) {
		sysfs_own_path(&disk, "size", path, sizeof(path));
		return job_fail(m->job, -ENODATA, "%s: %s", m->job->opt->text, path);
	}
	m->device_bytes = sectors * SYSFS_SECTOR;
	return find_sector_bytes(m);
}

static int map_open_file(struct job *job, int fd)
{
	struct mapping m = { .job = job, .fd = fd };
	struct fsxattr attributes = { 0 };
	struct stat st;
	int err = host_fstat(job->host, fd, &st);

	if (!err && !S_ISREG(st.st_mode))
		return job_fail(job, -EINVAL, "%s: not a regular file", job->opt->text);
	if (err)
		return job_fail(job, err, "%s", job->opt->text);
	err = find_disks(&m, st.st_dev);
	if (err)
		return err;
	/* FIEMAP does not tell the realtime device of XFS from its data device */
	if (host_ioctl(job->host, fd, FS_IOC_FSGETXATTR, &attributes) >= 0 &&
	    attributes.fsx_xflags & FS_XFLAG_REALTIME)
		return job_refuse(job, -ENOTTY, "%s: it is on the realtime device of its XFS",
				  job->opt->text);
	err = host_ioctl(job->host, fd, FIGETBSZ, &m.block_bytes);
	if (err < 0 || m.block_bytes <= 0)
		return job_fail(job, err ? err : -EIO, "%s: its filesystem's block size",
				job->opt->text);
	m.size = (uint64_t)st.st_size;
	return map_file(&m);
}

int act_fibmap(struct job *job)
{
	int fd = host_open(job->host, job->opt->text, O_RDONLY | O_NONBLOCK | O_NOCTTY), err;

	if (fd < 0)
		return job_fail(job, fd, "%s", job->opt->text);
	err = map_open_file(job, fd);
	host_close(job->host, fd);
	return err;
}

int act_fallocate(struct job *job)
{
	const char *path = job->opt->more[0];
	int err = host_make_room(job->host, path, job->opt->value * KIB);

	if (!err)
		return 0;
	if (err == -EEXIST)
		return job_fail(job, err, "%s", path);
	if (err == -ELOOP)
		return job_fail(job, err, "%s: %s", path, host_save_refusal(err));
	return job_fail(job, err, "%s: room for %" PRIu64 " KiB", path, job->opt->value);
}
