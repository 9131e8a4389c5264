// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds the owners of sectors in a mounted file system: free space, metadata, files. */
#include "search.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/fsmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXTENTS_AT_ONCE = 256, RECORDS_AT_ONCE = 256, BLOCKS_AT_ONCE = 4096 };

#define TICK_NS UINT64_C(250000000)

struct files {
	struct search *s;
	size_t number; /* of the system, from 1 */
	struct file_system *fs;
	uint64_t low, high; /* bytes: all spots of the system lie between */
	bool needs_walk;
	bool blocks; /* FIEMAP is not supported: FIBMAP */
	uint64_t files, tick_ns;
	struct fiemap *map;
	struct fsmap_head *records;
};

/* --- owners of the spots --- */

/* True for what ends the search of all file systems. */
static bool ends_search(int err)
{
	return err == -ENOMEM || err == -E2BIG || err == -EINTR;
}

/* Bytes on the device of the file system. */
struct bytes {
	uint64_t at, count;
};

static uint64_t spot_byte(const struct spot *spot)
{
	return (spot->layers ? spot->layer[spot->layers - 1].at : spot->first) * SECTOR;
}

/* Note an owner of a part of a spot. `bytes`: overlap the spot. 0, -ENOMEM or -E2BIG. */
static int add_owner(struct search *s, size_t number, struct bytes bytes, struct owner owner,
		     const char *path)
{
	const struct spot *spot = &s->spot[number];
	uint64_t start = spot_byte(spot), end = start + spot->count * SECTOR;
	uint64_t from = bytes.at > start ? bytes.at : start;
	uint64_t to = bytes.at + bytes.count < end ? bytes.at + bytes.count : end;
	struct owner *more;

	if (s->owners == MOST_OWNERS)
		return -E2BIG;
	more = search_grow(s->owner, s->owners, sizeof(*more));
	if (!more)
		return -ENOMEM;
	s->owner = more;
	owner.spot = number;
	owner.offset += from - bytes.at;
	owner.first = spot->first + (from - start) / SECTOR;
	owner.count = spot->first + (to - start + SECTOR - 1) / SECTOR - owner.first;
	owner.path = path ? strdup(path) : NULL;
	if (path && !owner.path)
		return -ENOMEM;
	s->owner[s->owners++] = owner;
	return 0;
}

static bool overlap(const struct spot *spot, struct bytes bytes)
{
	uint64_t start = spot_byte(spot);

	return bytes.at < start + spot->count * SECTOR && bytes.at + bytes.count > start;
}

/* --- free space and metadata: FS_IOC_GETFSMAP --- */

/* Owners of ext4 (fs/ext4/fsmap.h) and XFS (xfs_fs.h). */
static const char *metadata_name(uint64_t owner)
{
	static const struct {
		uint64_t owner;
		const char *name;
	} rows[] = {
		{ FMR_OWNER('X', 1), "superblock or group headers" },
		{ FMR_OWNER('X', 2), "journal" },
		{ FMR_OWNER('X', 3), "tables of free space" },
		{ FMR_OWNER('X', 4), "tables of inodes" },
		{ FMR_OWNER('X', 5), "inodes" },
		{ FMR_OWNER('X', 6), "table of shared extents" },
		{ FMR_OWNER('X', 7), "space for copies on write" },
		{ FMR_OWNER('X', 8), "known as bad" },
		{ FMR_OWNER('f', 1), "group descriptors" },
		{ FMR_OWNER('f', 2), "room for group descriptors" },
		{ FMR_OWNER('f', 3), "bitmap of blocks" },
		{ FMR_OWNER('f', 4), "bitmap of inodes" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].owner == owner)
			return rows[i].name;
	}
	return NULL;
}

/* Join a record of unknown use to the one just before it: a file is shown as one. */
static bool joins(struct search *s, size_t number, struct bytes bytes)
{
	struct owner *last = s->owners ? &s->owner[s->owners - 1] : NULL;
	const struct spot *spot = &s->spot[number];
	uint64_t start = spot_byte(spot), end = bytes.at + bytes.count;

	if (!last || last->spot != number || last->use != USE_UNKNOWN || bytes.at < start ||
	    last->first + last->count != spot->first + (bytes.at - start) / SECTOR)
		return false;
	last->count = (end - start) / SECTOR + spot->first - last->first;
	if (last->count > spot->first + spot->count - last->first)
		last->count = spot->first + spot->count - last->first;
	return true;
}

static int take_record(struct files *f, size_t number, const struct fsmap *r)
{
	const struct bytes bytes = { r->fmr_physical, r->fmr_length };
	struct owner owner = { .use = USE_METADATA };
	bool special = r->fmr_flags & FMR_OF_SPECIAL_OWNER;

	if (!overlap(&f->s->spot[number], bytes))
		return 0;
	if (special && r->fmr_owner == FMR_OWN_UNKNOWN) {
		owner.use = USE_UNKNOWN;
		f->needs_walk = true;
	} else if (special && r->fmr_owner == FMR_OWN_FREE) {
		owner.use = USE_FREE;
	} else if (special) {
		owner.what = metadata_name(r->fmr_owner);
	} else if (r->fmr_flags & (FMR_OF_ATTR_FORK | FMR_OF_EXTENT_MAP)) {
		owner.inode = r->fmr_owner;
		owner.what =
			r->fmr_flags & FMR_OF_ATTR_FORK ? "extended attributes" : "list of extents";
	} else {
		owner.use = USE_FILE;
		owner.inode = r->fmr_owner;
		owner.offset = r->fmr_offset;
		f->needs_walk = true;
	}
	if (owner.use == USE_UNKNOWN && joins(f->s, number, bytes))
		return 0;
	return add_owner(f->s, number, bytes, owner, NULL);
}

/*
 * Ask for the owners of a spot. ext4 leaves out what begins before the first byte that is asked
 * for: begin earlier, by more than its longest run of metadata. 0, -ENOMEM, -E2BIG, -EINTR: a
 * signal; or the error of the ioctl.
 */
static int map_spot(struct files *f, int fd, size_t number)
{
	const uint64_t earlier = strncmp(f->fs->type, "ext", 3) ? 0 : UINT64_C(1) << 30;
	const struct spot *spot = &f->s->spot[number];
	uint64_t start = spot_byte(spot);
	struct fsmap_head *head = f->records;
	int err = 0;

	memset(head, 0, sizeof(*head));
	head->fmh_count = RECORDS_AT_ONCE;
	head->fmh_keys[0].fmr_physical = start > earlier ? start - earlier : 0;
	head->fmh_keys[0].fmr_device = head->fmh_keys[1].fmr_device =
		(rdev_minor(f->fs->rdev) & 0xff) | rdev_major(f->fs->rdev) << 8 |
		(rdev_minor(f->fs->rdev) & ~0xffu) << 12;
	head->fmh_keys[1].fmr_physical = start + spot->count * SECTOR - 1;
	head->fmh_keys[1].fmr_owner = head->fmh_keys[1].fmr_offset = UINT64_MAX;
	head->fmh_keys[1].fmr_flags = UINT32_MAX;
	for (;;) {
		const struct fsmap *last;
		unsigned n;

		if (host_interrupted())
			return -EINTR;
		err = host_ioctl(f->s->job->host, fd, FS_IOC_GETFSMAP, head);
		if (err < 0)
			return err;
		n = head->fmh_entries < RECORDS_AT_ONCE ? head->fmh_entries : RECORDS_AT_ONCE;
		for (unsigned i = 0; i < n; i++) {
			err = take_record(f, number, &head->fmh_recs[i]);
			if (err)
				return err;
		}
		last = n ? &head->fmh_recs[n - 1] : NULL;
		if (!last || last->fmr_flags & FMR_OF_LAST)
			return 0;
		head->fmh_keys[0] = *last;
	}
}

static int map_spots(struct files *f, int fd)
{
	struct search *s = f->s;
	int err = 0;

	for (size_t i = 0; i < s->spots && !err; i++) {
		if (s->spot[i].system == f->number)
			err = map_spot(f, fd, i);
	}
	f->fs->mapped = !err;
	/* without the map, only the files tell */
	f->needs_walk |= err != 0;
	return ends_search(err) ? err : 0;
}

/* --- files: FIEMAP, or FIBMAP --- */

/* XFS does not tell its realtime device from the data device. */
static bool is_elsewhere(const struct files *f, int fd)
{
	struct fsxattr attributes = { 0 };

	return !strcmp(f->fs->type, "xfs") &&
	       host_ioctl(f->s->job->host, fd, FS_IOC_FSGETXATTR, &attributes) >= 0 &&
	       attributes.fsx_xflags & FS_XFLAG_REALTIME;
}

/* f2fs marks compressed data of an encrypted file as encrypted. */
static bool is_compressed(const struct files *f, int fd)
{
	long flags = 0;

	return host_ioctl(f->s->job->host, fd, FS_IOC_GETFLAGS, &flags) >= 0 && flags & FS_COMPR_FL;
}

static int take_extent(struct files *f, int fd, const char *path, const struct stat *st,
		       struct bytes bytes, struct owner owner)
{
	struct search *s = f->s;
	int err = 0;

	if (bytes.at >= f->high || bytes.at + bytes.count <= f->low)
		return 0;
	owner.use = S_ISDIR(st->st_mode) ? USE_FOLDER : USE_FILE;
	owner.inode = st->st_ino;
	for (size_t i = 0; i < s->spots && !err; i++) {
		if (s->spot[i].system == f->number && overlap(&s->spot[i], bytes) &&
		    !is_elsewhere(f, fd))
			err = add_owner(s, i, bytes, owner, path);
	}
	return err;
}

/* Return 0, an error that ends the search, or the error of the ioctl. */
static int take_extents(struct files *f, int fd, const char *path, const struct stat *st)
{
	struct fiemap *map = f->map;
	bool last = false, unplaced = false, compressed = false;
	uint64_t at = 0;
	int err = 0;

	while (!last && !err) {
		memset(map, 0, sizeof(*map));
		map->fm_start = at;
		map->fm_length = FIEMAP_MAX_OFFSET - at;
		/* no FIEMAP_FLAG_SYNC, which writes the file's new data to a failing disk */
		map->fm_extent_count = EXTENTS_AT_ONCE;
		err = host_ioctl(f->s->job->host, fd, FS_IOC_FIEMAP, map);
		if (err < 0)
			return err;
		last = !map->fm_mapped_extents;
		for (unsigned i = 0; i < map->fm_mapped_extents && !err; i++) {
			const struct fiemap_extent *e = &map->fm_extents[i];
			uint32_t encoded = e->fe_flags &
					   (FIEMAP_EXTENT_ENCODED | FIEMAP_EXTENT_DATA_ENCRYPTED);
			bool placed =
				!(e->fe_flags & (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC));

			bool packed = encoded == FIEMAP_EXTENT_ENCODED ||
				      (encoded && is_compressed(f, fd));

			/* the sectors of data in an inode are those of other inodes, too */
			if (e->fe_flags & FIEMAP_EXTENT_DATA_INLINE)
				placed = false;
			else
				unplaced |= !placed;
			/* the number of sectors of compressed data is not known */
			compressed |= packed;
			if (placed && e->fe_physical && !packed)
				err = take_extent(
					f, fd, path, st,
					(struct bytes){ e->fe_physical, e->fe_length },
					(struct owner){ .offset = e->fe_logical,
							.unwritten = e->fe_flags &
								     FIEMAP_EXTENT_UNWRITTEN });
			last = (e->fe_flags & FIEMAP_EXTENT_LAST) ||
			       e->fe_logical + e->fe_length <= at;
			at = e->fe_logical + e->fe_length;
		}
	}
	f->fs->unplaced += unplaced;
	f->fs->compressed += compressed;
	return err;
}

/*
 * FIBMAP, for vfat and exfat: st_blksize is the size of a cluster, whose blocks are side by side.
 * -EFBIG: the file has more blocks than FIBMAP can count.
 */
static int take_blocks(struct files *f, int fd, const char *path, const struct stat *st)
{
	int size = 0, err = host_ioctl(f->s->job->host, fd, FIGETBSZ, &size);
	uint64_t block = (uint64_t)size, step = (uint64_t)st->st_blksize, blocks;
	struct bytes run = { .count = 0 };
	uint64_t offset = 0;

	if (err < 0 || size <= 0)
		return err ? err : -EIO;
	step = step < block || step % block ? 1 : step / block;
	blocks = ((uint64_t)st->st_size + block - 1) / block;
	if (blocks > INT32_MAX)
		return -EFBIG;
	for (uint64_t i = 0; i < blocks && !err; i += step) {
		uint32_t at = (uint32_t)i;

		if (i / step % BLOCKS_AT_ONCE == 0 && host_interrupted())
			return -EINTR;
		err = host_ioctl(f->s->job->host, fd, FIBMAP, &at);
		if (err < 0)
			return err;
		if (at && run.count && at * block == run.at + run.count) {
			run.count += step * block;
			continue;
		}
		if (run.count)
			err = take_extent(f, fd, path, st, run, (struct owner){ .offset = offset });
		run = (struct bytes){ at * block, at ? step * block : 0 };
		offset = i * block;
	}
	if (!err && run.count)
		err = take_extent(f, fd, path, st, run, (struct owner){ .offset = offset });
	return err;
}

static void show_search(struct files *f)
{
	struct report *out = f->s->job->out;
	char text[120];
	uint64_t now;

	if (!out->err_terminal)
		return;
	now = host_now_ns(f->s->job->host);
	if (now < f->tick_ns)
		return;
	f->tick_ns = now + TICK_NS;
	snprintf(text, sizeof(text), " searching %.60s: %" PRIu64 " files", f->fs->name, f->files);
	report_progress(out, text);
}

/* Give a folder's name to what the reverse mapping of XFS says is its inode's. 0 or -ENOMEM. */
static int name_owners(const struct files *f, const char *path, uint64_t inode)
{
	const struct search *s = f->s;

	for (size_t i = 0; i < s->owners; i++) {
		struct owner *owner = &s->owner[i];

		if (s->spot[owner->spot].system != f->number || owner->use != USE_FILE ||
		    owner->inode != inode || owner->path)
			continue;
		owner->use = USE_FOLDER;
		owner->path = strdup(path);
		if (!owner->path)
			return -ENOMEM;
	}
	return 0;
}

static int see_file(void *who, int fd, const char *path, const struct stat *st)
{
	struct files *f = who;
	int err = 0;

	if (host_interrupted())
		return -EINTR;
	f->files++;
	show_search(f);
	/* an empty file, or one whose data are in its inode, has no blocks */
	if (!st->st_blocks && S_ISREG(st->st_mode))
		return 0;
	if (!f->blocks)
		err = take_extents(f, fd, path, st);
	if (S_ISREG(st->st_mode) && (f->blocks || err == -ENOTTY || err == -EOPNOTSUPP)) {
		err = take_blocks(f, fd, path, st);
		f->blocks = !err;
	}
	if (ends_search(err))
		return err;
	/* XFS and vfat map no folders */
	if (S_ISDIR(st->st_mode) && (err == -ENOTTY || err == -EOPNOTSUPP))
		return name_owners(f, path, st->st_ino);
	if (err && !f->fs->closed++)
		snprintf(f->fs->example, sizeof(f->fs->example), "%.255s", path);
	return 0;
}

static int walk_files(struct files *f)
{
	struct file_walk walk = { .found = see_file, .who = f };
	struct file_system *fs = f->fs;
	int err = host_walk(&walk, fs->place, fs->mount);

	report_progress(f->s->job->out, NULL);
	fs->err = err;
	if (walk.closed && !fs->closed)
		snprintf(fs->example, sizeof(fs->example), "%.255s", walk.example);
	fs->closed += walk.closed;
	fs->covered = walk.covered;
	return ends_search(err) ? err : 0;
}

int files_find(struct search *s, size_t system)
{
	struct files f = {
		.s = s, .number = system + 1, .fs = &s->system[system], .low = UINT64_MAX
	};
	int err, fd;

	for (size_t i = 0; i < s->spots; i++) {
		uint64_t at = spot_byte(&s->spot[i]), end = at + s->spot[i].count * SECTOR;

		if (s->spot[i].system != f.number)
			continue;
		f.low = at < f.low ? at : f.low;
		f.high = end > f.high ? end : f.high;
	}
	if (f.fs->err || !system_type_known(f.fs->type))
		return 0;
	fd = host_open_mount(f.fs->place, f.fs->mount);
	if (fd < 0) {
		f.fs->err = fd;
		return 0;
	}
	f.map = calloc(1, sizeof(*f.map) + EXTENTS_AT_ONCE * sizeof(struct fiemap_extent));
	f.records = calloc(1, fsmap_sizeof(RECORDS_AT_ONCE));
	err = f.map && f.records ? map_spots(&f, fd) : -ENOMEM;
	host_close(s->job->host, fd);
	if (!err && f.needs_walk)
		err = walk_files(&f);
	else
		f.fs->part = false; /* the map has told all */
	free(f.map);
	free(f.records);
	return err;
}
