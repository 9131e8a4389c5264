// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * How sectors are read. A whole disk verifies them without transferring data. If the disk or its
 * bridge cannot do that, and on all other block devices, the kernel reads them without its page
 * cache. Partitions are read through their own node: no sector outside them can be reached.
 */
#include "state.h"
#include "block.h"
#include "identify.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

enum {
	/* one direct read: as much as one READ VERIFY of 512-byte sectors */
	READ_BYTES = 32 * MIB,
	/* bytes; rather too many: then fewer sectors are overwritten */
	UNKNOWN_PHYSICAL = 4096
};

static const uint8_t *medium_identity(const struct surface *s)
{
	return s->job->dev->id.raw;
}

static int open_reads(struct surface *s)
{
	bool writes = s->job->req->opt[OPT_REPAIR].seen;
	struct job *job = s->job;
	uint64_t bytes;
	int err = block_bytes(job->dev, &bytes);

	if (job->dev->kind == DEVICE_FILE || job->dev->sys.character)
		return job_refuse(job, -ENOTBLK,
				  "the device takes no READ VERIFY SECTOR(S), and has no sectors "
				  "that the kernel reads: name a block device");
	if (!err)
		s->fd = block_open_direct(job->dev, writes ? O_RDWR : O_RDONLY);
	if (!err && s->fd < 0)
		err = s->fd;
	if (err)
		return job_fail(job, err, "opening it for direct reads");
	s->sector_bytes = block_sector_bytes(job->dev);
	s->total = bytes / s->sector_bytes;
	s->most = READ_BYTES / s->sector_bytes;
	return 0;
}

int medium_open(struct surface *s)
{
	struct drive *drive = &s->job->drive;
	int err = drive_takes_ata(drive) ? command_try(s) : 0;

	s->ata = s->command;
	if (!err && !s->ata)
		err = open_reads(s);
	/* its size is the kernel's */
	if (!err && !s->ata && drive_is_other(drive))
		err = command_try(s);
	if (err)
		return err;
	s->buffer_bytes = s->ata ? REWRITE_BYTES : READ_BYTES;
	s->buffer = host_buffer(s->job->host, s->buffer_bytes, NULL);
	return s->buffer ? 0 : job_fail(s->job, -ENOMEM, "memory of %zu bytes", s->buffer_bytes);
}

void medium_close(struct surface *s)
{
	if (s->buffer)
		host_buffer_free(s->job->host, s->buffer, s->buffer_bytes);
	if (s->fd >= 0)
		host_close(s->job->host, s->fd);
}

static int read_run(struct surface *s, struct ata_sector_run run, uint64_t *where)
{
	size_t bytes = (size_t)run.count * s->sector_bytes;
	ssize_t got;
	const char *words;
	int err;

	do {
		got = host_pread(s->job->host, s->fd, s->buffer, bytes, run.lba * s->sector_bytes);
	} while (got == -EINTR);
	if (got == (ssize_t)bytes)
		return PROBE_READ;
	if (got > 0) {
		*where = run.lba + (uint64_t)got / s->sector_bytes;
		return PROBE_BAD;
	}
	err = !got || block_has_gone(s->job->dev) ? -ENODEV : (int)got;
	if (block_medium_failed(err))
		return PROBE_BAD;
	device_note_hang(s->job->dev, err, "reading it");
	words = block_read_error(&err);
	return job_fail(s->job, err, "read of %zu bytes at sector %" PRIu64 "%s", bytes, run.lba,
			words);
}

static int probe_now(struct surface *s, struct ata_sector_run run, uint64_t *where)
{
	uint64_t began = host_now_ns(s->job->host), unready = s->unready_ns, ns;
	int result = s->command ? command_verify(s, run, where) : read_run(s, run, where);

	ns = host_now_ns(s->job->host) - began - (s->unready_ns - unready);
	s->spent_ns += ns;
	if (result == PROBE_READ) {
		times_add(s, run, ns);
		s->known_good = run.lba + run.count - 1;
		if (!s->command)
			s->yield.own += (uint64_t)run.count * (s->sector_bytes / 512);
	} else {
		yield_uncounted(s);
	}
	s->failures += result == PROBE_BAD;
	yield_look(s, ns);
	return result;
}

int medium_probe(void *surface, struct ata_sector_run run, uint64_t *where)
{
	struct surface *s = surface;

	yield_wait(s);
	return host_interrupted(s->job->host) ? -EINTR : probe_now(s, run, where);
}

int medium_probe_one(struct surface *s, uint64_t lba)
{
	uint64_t where;

	return medium_probe(s, (struct ata_sector_run){ lba, 1 }, &where);
}

struct physical medium_physical(struct surface *s)
{
	struct device *dev = s->job->dev;
	struct physical p = { .sectors = 1 };
	uint64_t bytes, offset;

	if (s->ata) {
		const struct id_input input = { .identify = medium_identity(s) };
		struct identify id;

		identify_decode(&input, &id);
		bytes = id.sector.physical_bytes;
		offset = id.sector.offset_bytes;
	} else {
		if (block_attr_u64(dev, "queue/physical_block_size", &bytes) &&
		    block_attr_u64(dev, "../queue/physical_block_size", &bytes))
			bytes = UNKNOWN_PHYSICAL;
		/*
		 * for a partition its own value: how far after its start a physical sector begins
		 */
		if (block_attr_u64(dev, "alignment_offset", &offset) || offset >= bytes)
			offset = 0;
		offset = offset ? bytes - offset : 0;
	}
	p.sectors = bytes > s->sector_bytes ? bytes / s->sector_bytes : 1;
	p.offset = offset / s->sector_bytes;
	return p;
}

struct ata_sector_run medium_group(const struct surface *s, struct physical p, uint64_t lba)
{
	uint64_t before = (lba + p.offset) % p.sectors;
	uint64_t first = before < lba ? lba - before : 0, end = lba - before + p.sectors;

	if (end > s->total)
		end = s->total;
	return (struct ata_sector_run){ first, (unsigned)(end - first) };
}

/* Also flushes the drive's cache: a sector that is read from the cache proves nothing. */
static int write_by_command(struct surface *s, struct ata_sector_run run)
{
	const uint8_t *id = medium_identity(s);
	struct ata_cmd cmd = ata_sectors(id, SECTORS_WRITE, run, s->buffer);
	int err = device_ata(s->job->dev, &cmd);

	if (err)
		return job_fail_ata(s->job, err, &cmd);
	if (!ata_id_has(id, ID_HAS_FLUSH_CACHE) && !ata_id_has(id, ID_HAS_FLUSH_CACHE_EXT))
		return 0;
	cmd = ata_command(ata_id_has(id, ID_HAS_FLUSH_CACHE_EXT) ? ATA_FLUSH_CACHE_EXT
								 : ATA_FLUSH_CACHE);
	err = device_ata(s->job->dev, &cmd);
	return err ? job_fail_ata(s->job, err, &cmd) : 0;
}

static int write_direct(struct surface *s, struct ata_sector_run run)
{
	size_t bytes = (size_t)run.count * s->sector_bytes;
	ssize_t put = host_pwrite(s->job->host, s->fd, s->buffer, bytes, run.lba * s->sector_bytes);
	int err = put == (ssize_t)bytes ? host_fsync(s->job->host, s->fd)
		  : put < 0		? (int)put
					: -EIO;

	device_note_hang(s->job->dev, err, "writing it");
	return err ? job_fail(s->job, err, "write of %zu bytes at sector %" PRIu64, bytes, run.lba)
		   : 0;
}

static int read_back(struct surface *s, struct ata_sector_run run)
{
	struct ata_cmd cmd = ata_sectors(medium_identity(s), SECTORS_READ, run, s->buffer);
	int err;

	/* a path may report success without data: zeros must come from the drive */
	cmd.fill = 0xff;
	err = device_ata(s->job->dev, &cmd);
	if (!err)
		return PROBE_READ;
	return ata_medium_failed(&cmd.res) ? PROBE_BAD : job_fail_ata(s->job, err, &cmd);
}

int medium_rewrite(struct surface *s, struct ata_sector_run run)
{
	size_t bytes = (size_t)run.count * s->sector_bytes;
	uint64_t where = 0;
	int err;

	memset(s->buffer, 0, bytes);
	yield_uncounted(s);
	err = s->ata ? write_by_command(s, run) : write_direct(s, run);
	if (err || s->job->dev->dry_run)
		return err;
	memset(s->buffer, 0xff, bytes);
	/* from the medium first, by the command; then the data */
	err = probe_now(s, run, &where);
	if (!err && s->command)
		err = s->ata ? read_back(s, run) : read_run(s, run, &where);
	if (err < 0)
		return err;
	if (err == PROBE_READ && contents_of(s->buffer, bytes).kind != CONTENTS_ZEROS)
		err = PROBE_BAD;
	return err;
}
