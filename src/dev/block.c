// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's block layer: facts, discards, flushes, time limits, locks and claims. */
#include "block.h"
#include "device.h"
#include "identify.h"
#include "sysfs.h"
#include "text.h"
#include "transport.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int block_bytes(struct device *dev, uint64_t *bytes)
{
	unsigned long sectors = 0;
	struct stat st;
	int err;

	if (dev->kind == DEVICE_FILE) {
		err = host_fstat(dev->host, dev->fd, &st);
		if (!err)
			*bytes = (uint64_t)st.st_size;
		return err;
	}
	err = host_ioctl(dev->host, dev->fd, BLKGETSIZE64, bytes);
	if (err < 0) {
		err = host_ioctl(dev->host, dev->fd, BLKGETSIZE, &sectors);
		*bytes = (uint64_t)sectors * 512;
	}
	return err < 0 ? err : 0;
}

unsigned block_sector_bytes(struct device *dev)
{
	enum {
		LEAST = 512,
		/* SZ_64K: BLK_MAX_BLOCK_SIZE of newer kernels */
		MOST = 65536
	};
	int bytes = 0;

	if (host_ioctl(dev->host, dev->fd, BLKSSZGET, &bytes) < 0 || bytes < LEAST ||
	    bytes > MOST || (bytes & (bytes - 1)))
		return LEAST;
	return (unsigned)bytes;
}

int block_geometry(struct device *dev, struct block_geometry *g)
{
	struct hd_geometry legacy = { 0 };
	char why[BLOCK_WHY_BYTES];
	struct block_disks disks;
	uint64_t disk, bytes = 0;
	int err;

	memset(g, 0, sizeof(*g));
	g->failed = "HDIO_GETGEO";
	err = host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy);
	if (err < 0)
		return err;
	/* the size in sysfs is in units of 512 bytes for any sector size (block/genhd.c) */
	g->failed = "BLKGETSIZE";
	if (block_attr_u64(dev, "size", &g->sectors_total)) {
		err = block_bytes(dev, &bytes);
		g->sectors_total = bytes / 512;
		if (err)
			return err;
	}
	g->cylinders = legacy.cylinders;
	g->heads = legacy.heads;
	g->sectors = legacy.sectors;
	/* the start of a raid1 array is where its data begin on each whole disk */
	g->failed = "finding the start";
	g->has_start = true;
	err = 0;
	if (sysfs_is_array(&dev->sys)) {
		err = block_on_disks(dev->host, dev->sys.rdev, &disks, why);
		g->has_start = !err;
		g->start = disks.start;
		if (err != -ENOMEM)
			err = 0;
	} else if (block_attr_u64(dev, "start", &g->start)) {
		g->start = legacy.start;
	}
	/* the kernel's cylinder count has 16 bits: compute a larger count */
	if (!g->start || block_attr_u64(dev, "../size", &disk))
		disk = g->sectors_total;
	if (g->cylinders && g->heads && g->sectors && disk / (g->heads * g->sectors) > g->cylinders)
		g->cylinders = (unsigned)(disk / (g->heads * g->sectors));
	return err;
}

bool block_has_gone(struct device *dev)
{
	uint64_t bytes;

	return dev->kind != DEVICE_FILE && (block_bytes(dev, &bytes) < 0 || !bytes);
}

/* The errnos in rows[], except EPROTO, are from the kernel's blk_errors (block/blk-core.c). */
const char *block_io_error(int *err, bool writes)
{
	static const struct {
		int from, to;
		const char *words; /* NULL: error_words() */
	} rows[] = {
		{ ENODATA, EIO, "the medium cannot be read there" },
		{ EILSEQ, EIO, NULL },
		{ EREMOTEIO, EIO, NULL },
		{ ENOLINK, EIO, "the path to the drive failed" },
		{ ENODEV, ENODEV, "the device has gone" },
		{ EPROTO, EIO, "" }, /* the replayed recording does not contain this read */
	};
	int from = -*err;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (from != rows[i].from)
			continue;
		*err = -rows[i].to;
		if (writes && from == ENODATA)
			return "the medium cannot be written there";
		return rows[i].words ? rows[i].words : error_words(from);
	}
	return "";
}

bool block_discards(struct device *dev)
{
	uint64_t bytes;

	return !sysfs_disk_u64(&dev->sys, "queue/discard_max_bytes", &bytes) && bytes;
}

int block_discard(struct device *dev, int fd, uint64_t at, uint64_t bytes)
{
	const uint64_t part = (uint64_t)1 << 32;
	int err = 0;

	while (err >= 0 && bytes) {
		uint64_t range[2] = { at, bytes < part ? bytes : part };

		err = host_ioctl(dev->host, fd, BLKDISCARD, range);
		at += range[1];
		bytes -= range[1];
	}
	return err < 0 ? err : 0;
}

size_t block_command_bytes(struct device *dev)
{
	uint64_t kb;

	if (sysfs_disk_u64(&dev->sys, "queue/max_hw_sectors_kb", &kb) || kb > SIZE_MAX >> 10)
		return 0;
	return (size_t)kb << 10;
}

bool block_medium_failed(int err)
{
	return err == -EIO || err == -ENODATA || err == -EILSEQ;
}

int block_open_direct(struct device *dev, int access)
{
	int fd = host_open(dev->host, dev->path, access | O_NONBLOCK | O_DIRECT), err;
	struct stat st;

	if (fd < 0)
		return fd;
	err = host_fstat(dev->host, fd, &st);
	if (!err && st.st_rdev != dev->sys.rdev)
		err = -ESTALE;
	if (err)
		host_close(dev->host, fd);
	return err ? err : fd;
}

int block_write_out(struct device *dev)
{
	int err;

	host_sync(dev->host);
	err = host_fsync(dev->host, dev->fd);
	/* a character device has no pages to write: fsync(2) fails with EINVAL */
	return err == -EINVAL ? 0 : err;
}

int block_drop_pages(struct device *dev)
{
	int err;

	if (dev->kind == DEVICE_FILE)
		return host_drop_cache(dev->host, dev->fd);
	err = host_ioctl(dev->host, dev->fd, BLKFLSBUF, NULL);
	/* HDIO_DRIVE_CMD with NULL waits for an empty request in the old IDE driver's queue */
	if (err >= 0 && dev->kind == DEVICE_LEGACY_IDE)
		host_ioctl(dev->host, dev->fd, HDIO_DRIVE_CMD, NULL);
	return err;
}

int block_flush(struct device *dev)
{
	block_write_out(dev);
	return block_drop_pages(dev);
}

int block_place(struct device *dev, struct block_place *place)
{
	char folder[PATH_MAX], pattern[PATH_MAX + 16], text[8];
	struct hd_geometry legacy = { 0 };
	struct host_paths slaves;
	int err;

	*place = (struct block_place){ .array = false };
	if (!dev->sys.rdev || dev->sys.character)
		return 0;
	place->array = sysfs_is_array(&dev->sys);
	if (sysfs_folder(dev->host, dev->sys.rdev, folder)) {
		if (place->array)
			return 0;
		err = host_ioctl(dev->host, dev->fd, HDIO_GETGEO, &legacy);
		if (err < 0)
			return err;
		place->start = legacy.start;
		/* HDIO_GETGEO returns zeros for a dm device without a geometry (drivers/md/dm.c) */
		return legacy.heads && legacy.sectors ? 0 : -ENODATA;
	}
	snprintf(pattern, sizeof(pattern), "%s/slaves/*", folder);
	err = host_glob(dev->host, pattern, &slaves);
	if (!err && slaves.n)
		sysfs_last_name(slaves.path[0], place->built_on);
	host_paths_free(&slaves);
	if (!err)
		err = sysfs_look_for(dev->host, folder, "partition", text, sizeof(text));
	if (err <= 0)
		return err;
	*strrchr(folder, '/') = '\0';
	sysfs_last_name(folder, place->disk);
	return block_attr_u64(dev, "start", &place->start);
}

/* --- the sector size of a disk that is found by sysfs --- */

static void note_registers(void *who, const struct device *dev, const struct ata_cmd *cmd,
			   int result)
{
	(void)dev;
	(void)result;
	*(bool *)who |= cmd->res.valid;
}

static bool may_answer_yet(int err, bool registers)
{
	return registers || err == -ETIMEDOUT || err == -EBADE || err == -ENXIO ||
	       err == -EREMOTEIO;
}

static int ask_size(struct device *dev, unsigned *bytes)
{
	bool registers = false;
	int err;

	dev->watch = (struct device_watch){ .command = note_registers, .who = &registers };
	err = device_identify(dev, ATA_QUIET_MISSING);
	if (err)
		return may_answer_yet(err, registers) ? err : 0;
	if (dev->id.packet)
		return 0;
	if (ata_id_incomplete(dev->id.raw) || ata_id_blank(dev->id.raw))
		return -ENODATA;
	*bytes = ata_id_sector_bytes(dev->id.raw);
	return 0;
}

static int ask_disk(struct host *host, const struct block_disk *disk, unsigned *bytes)
{
	char path[SYSFS_NODE_BYTES];
	struct device dev;
	int err;

	*bytes = 0;
	sysfs_node_path(disk->name, path);
	err = device_open(&dev, host, path, O_RDONLY);
	if (err)
		return err;
	err = dev.sys.rdev == disk->rdev ? ask_size(&dev, bytes) : -ENODEV;
	device_close(&dev);
	return err;
}

int block_disk_sector_bytes(struct host *host, const struct block_disk *disk, unsigned *bytes)
{
	char folder[PATH_MAX], text[8];
	uint64_t kernels;
	int err = ask_disk(host, disk, bytes), bad;

	if (!err && *bytes)
		return 0;
	bad = sysfs_folder(host, disk->rdev, folder);
	/* the kernel's sector size may be a bridge's: do not use this size for a SCSI disk */
	if (!bad && err && !sysfs_text(host, folder, "device/type", text, sizeof(text)))
		return err;
	if (!bad)
		bad = sysfs_u64(host, folder, "queue/logical_block_size", &kernels);
	if (!bad && (kernels < 512 || kernels > UINT32_MAX))
		bad = -EINVAL;
	if (!bad)
		*bytes = (unsigned)kernels;
	return bad;
}

/* --- the kernel's time limits for commands to a disk --- */

struct limit {
	const char *attribute;
	unsigned per_second;
};

enum { ATTRIBUTES = 2 };

/* The first attribute that exists has the limit; queue/io_timeout exists since Linux 5.0. */
static const struct limit command_limit[ATTRIBUTES] = { { "device/timeout", 1 },
							{ "queue/io_timeout", 1000 } };
static const struct limit eh_limit[ATTRIBUTES] = { { "device/eh_timeout", 1 } };

static int find_limit(struct host *host, const char *folder, const struct limit limits[ATTRIBUTES],
		      const struct limit **limit, uint64_t *value)
{
	int err = -ENOENT;

	for (size_t i = 0; i < ATTRIBUTES && limits[i].attribute; i++) {
		*limit = &limits[i];
		err = sysfs_u64(host, folder, limits[i].attribute, value);
		if (err != -ENOENT)
			break;
	}
	return err;
}

static int write_limit(struct host *host, const char *folder, const struct limit *limit,
		       uint64_t seconds)
{
	char path[SYSFS_NAMED_BYTES], text[32];

	snprintf(path, sizeof(path), "%s/%s", folder, limit->attribute);
	snprintf(text, sizeof(text), "%" PRIu64 "\n", seconds * limit->per_second);
	return host_write_file(host, path, text);
}

/*
 * Set the limit in a folder to `seconds`, if not 0, and add the old limit to *range. 0 or -errno:
 * -ENOENT if the folder has no limit.
 */
static int use_limit(struct host *host, const char *folder, const struct limit limits[ATTRIBUTES],
		     uint64_t seconds, struct block_limit *range)
{
	const struct limit *limit;
	uint64_t value;
	int err = find_limit(host, folder, limits, &limit, &value);

	if (err)
		return err;
	value /= limit->per_second;
	range->least = value < range->least ? value : range->least;
	range->most = value > range->most ? value : range->most;
	return seconds ? write_limit(host, folder, limit, seconds) : 0;
}

/*
 * Do use_limit() for the disk. The disk of an NVMe subsystem has no limit itself: each of its paths
 * has one. All paths are tried, and the first error is returned.
 */
static int use_limits(struct device *dev, const struct limit limits[ATTRIBUTES], uint64_t seconds,
		      struct block_limit *range)
{
	char folder[SYSFS_DISK_BYTES];
	struct host_paths paths;
	int err, one;

	*range = (struct block_limit){ .least = UINT64_MAX };
	if (!sysfs_disk_folder(&dev->sys, folder))
		return -ENODEV;
	err = use_limit(dev->host, folder, limits, seconds, range);
	if (err != -ENOENT)
		return err;
	err = sysfs_nvme_paths(&dev->sys, &paths);
	if (!err && !paths.n)
		err = -ENOENT;
	for (size_t i = 0; i < paths.n; i++) {
		one = use_limit(dev->host, paths.path[i], limits, seconds, range);
		err = err ? err : one;
	}
	host_paths_free(&paths);
	return err;
}

int block_command_timeout(struct device *dev, struct block_limit *limit)
{
	return use_limits(dev, command_limit, 0, limit);
}

int block_command_timeout_set(struct device *dev, uint64_t seconds)
{
	struct block_limit before;

	return use_limits(dev, command_limit, seconds, &before);
}

int block_eh_timeout(struct device *dev, struct block_limit *limit)
{
	return use_limits(dev, eh_limit, 0, limit);
}

int block_eh_timeout_set(struct device *dev, uint64_t seconds)
{
	struct block_limit before;

	return use_limits(dev, eh_limit, seconds, &before);
}

/* --- keep other programs off: a lock, and an exclusive open if nobody uses the disk --- */

static int claim_open_disk(struct host *host, const struct block_disk *disk, int flags)
{
	char path[SYSFS_NODE_BYTES];
	struct stat st;
	int fd;

	sysfs_node_path(disk->name, path);
	fd = host_open(host, path, O_RDONLY | O_NONBLOCK | flags);
	if (fd >= 0 &&
	    (host_fstat(host, fd, &st) || !S_ISBLK(st.st_mode) || st.st_rdev != disk->rdev)) {
		host_close(host, fd);
		return -ESTALE;
	}
	return fd;
}

int block_open_disk(struct device *dev)
{
	struct block_disk disk;
	int err = sys_disk_whole(&dev->sys, &disk);

	return err ? err : claim_open_disk(dev->host, &disk, O_DIRECT);
}

/* Find the open node of the whole disk: *fd is -1 for a device without a lock. 0 or -errno. */
static int node_to_lock(struct device *dev, int *fd)
{
	struct block_disk disk;
	int err;

	*fd = -1;
	if (!dev->sys.rdev || dev->kind == DEVICE_FILE)
		return 0;
	err = sys_disk_whole(&dev->sys, &disk);
	if (!dev->sys.character && (err || disk.rdev == dev->sys.rdev))
		*fd = dev->fd;
	if (err || *fd >= 0)
		return 0;
	*fd = claim_open_disk(dev->host, &disk, 0);
	/* nobody can lock a node that does not exist */
	if (*fd < 0)
		return *fd == -ENOENT ? 0 : *fd;
	dev->claim.lock_fd = *fd;
	return 0;
}

/* 0, also if flock(2) is not possible; or -EWOULDBLOCK, or for want of memory or descriptors
 * -errno. */
static int lock_node(struct host *host, int fd, enum device_lock lock, char who[BLOCK_HOLDER_BYTES])
{
	unsigned holder;
	int err = host_lock(host, fd, lock == LOCK_EXCLUSIVE, &holder);

	if (err == -EWOULDBLOCK)
		process_name(host, holder, who);
	return err == -EWOULDBLOCK || err == -ENOMEM || err == -EMFILE || err == -ENFILE ? err : 0;
}

int block_lock(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES])
{
	int fd = dev->claim.lock_fd, err = 0;

	who[0] = '\0';
	if (dev->claim.lock >= lock)
		return 0;
	if (fd < 0)
		err = node_to_lock(dev, &fd);
	if (!err && fd >= 0)
		err = lock_node(dev->host, fd, lock, who);
	if (!err)
		dev->claim.lock = lock;
	return err;
}

/* Find the folder in sysfs of the device, or of a generic node's disk. 0, -errno, or 1: no disk. */
static int begin_users(struct device *dev, struct disk_users *users)
{
	char path[SYSFS_LOOKED_BYTES];
	uint64_t disk;
	int err;

	if (!dev->sys.rdev)
		return 1;
	if (!dev->sys.character)
		return users_begin(users, dev->sys.rdev);
	err = sysfs_disk_of_node(dev->host, dev->sys.rdev, &disk, path);
	if (err > 0)
		return 1;
	if (!err)
		err = sysfs_folder(dev->host, disk, users->disk);
	return err ? users_unreadable(users, path, err) : 0;
}

/* Open the disk users->disk. Return the descriptor, or -errno: -ESTALE as block_claim(). */
static int open_other(struct disk_users *users, const char *path, int flags)
{
	int fd = host_open(users->host, path, O_RDONLY | O_NONBLOCK | flags);
	struct stat st;

	if (fd >= 0 &&
	    (host_fstat(users->host, fd, &st) < 0 || !users_number_on_disk(users, st.st_rdev))) {
		host_close(users->host, fd);
		return -ESTALE;
	}
	return fd;
}

struct locking {
	struct disk_users users; /* first member, for the cast in lock_other() */
	struct device *dev;
	enum device_lock lock;
	char *who;
};

static int lock_other(struct disk_users *s)
{
	char name[BLOCK_NAME_BYTES], path[SYSFS_NODE_BYTES];
	struct locking *l = (struct locking *)s;
	struct claim *claim = &l->dev->claim;
	int fd;

	sysfs_last_name(s->disk, name);
	sysfs_node_path(name, path);
	if (claim->kin == DEVICE_OTHERS) {
		users_report(s, path, "is", "of the same drive");
		return -E2BIG;
	}
	users_unreadable(s, path, 0);
	fd = open_other(s, path, 0);
	if (fd < 0)
		return fd;
	claim->kin_fd[claim->kin++] = fd;
	return lock_node(s->host, fd, l->lock, l->who);
}

int block_lock_drive(struct device *dev, enum device_lock lock, char who[BLOCK_HOLDER_BYTES],
		     char why[BLOCK_WHY_BYTES])
{
	struct locking l = {
		.users = { .host = dev->host, .why = why }, .dev = dev, .lock = lock, .who = who
	};
	int err = block_lock(dev, lock, who);

	why[0] = '\0';
	if (err || dev->claim.kin_lock >= lock)
		return err;
	device_unlock_kin(dev);
	err = begin_users(dev, &l.users);
	if (!err)
		err = users_each_kin(&l.users, lock_other);
	if (err < 0)
		device_unlock_kin(dev);
	else
		dev->claim.kin_lock = lock;
	return err < 0 ? err : 0;
}

struct claiming {
	struct disk_users users; /* first member, for the cast in claim_other() */
	struct device *dev;
};

static int claim_disk(struct claiming *c)
{
	struct disk_users *s = &c->users;
	char name[BLOCK_NAME_BYTES], path[PATH_MAX];
	struct stat st;
	int fd;

	snprintf(path, PATH_MAX, "%s", c->dev->path);
	if (c->dev->sys.character) {
		sysfs_last_name(s->disk, name);
		sysfs_node_path(name, path);
		if (!users_path_on_disk(s, path))
			return -ENODEV;
	}
	fd = host_open(s->host, path, O_RDONLY | O_NONBLOCK | O_EXCL);
	if (fd == -EBUSY)
		snprintf(s->why, BLOCK_WHY_BYTES, "another program or driver holds it");
	if (fd < 0)
		return fd;
	/* since device_open(), another device may have got the path */
	if (host_fstat(s->host, fd, &st) < 0 || !S_ISBLK(st.st_mode) ||
	    (!c->dev->sys.character && st.st_rdev != c->dev->sys.rdev)) {
		host_close(s->host, fd);
		return -ESTALE;
	}
	c->dev->claim.fd = fd;
	return 0;
}

static int claim_other(struct disk_users *s)
{
	char name[BLOCK_NAME_BYTES], path[SYSFS_NODE_BYTES];
	struct device *dev = ((struct claiming *)s)->dev;
	int fd, err = users_find(s);

	if (err)
		return err;
	sysfs_last_name(s->disk, name);
	sysfs_node_path(name, path);
	users_report(s, path, "is", "of the same drive");
	if (dev->claim.others == DEVICE_OTHERS)
		return -E2BIG;
	fd = open_other(s, path, O_EXCL);
	if (fd == -EBUSY)
		return users_report(s, path, "is held", "by another program or driver");
	if (fd < 0)
		return fd;
	dev->claim.others_fd[dev->claim.others++] = fd;
	s->why[0] = '\0';
	return 0;
}

int block_used(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct disk_users users = { .host = dev->host, .why = why };
	int err = users_begin(&users, dev->sys.rdev);

	return err ? err : users_find(&users);
}

int block_claim(struct device *dev, char why[BLOCK_WHY_BYTES])
{
	struct claiming c = { .users = { .host = dev->host, .why = why }, .dev = dev };
	int err;

	why[0] = '\0';
	if (dev->claim.fd >= 0)
		return 0;
	err = begin_users(dev, &c.users);
	/* a regular file, or a generic node without a disk, has nothing to claim */
	if (err)
		return err < 0 ? err : 0;
	err = users_find(&c.users);
	if (!err)
		err = claim_disk(&c);
	if (!err)
		err = users_each_kin(&c.users, claim_other);
	if (err)
		device_unclaim(dev);
	return err;
}
