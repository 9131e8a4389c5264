// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds the use of a device by itself: swap, a mounted file system, or one that is not mounted. */
#include "search.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *search_grow(void *array, size_t n, size_t size)
{
	/* the array is full when n is 0 or a power of two */
	return n & (n - 1) ? array : realloc(array, (n ? 2 * n : 1) * size);
}

/* --- a mounted file system --- */

/* What can be searched: FIEMAP or FIBMAP tells where on the device itself a file lies. */
bool system_type_known(const char *type)
{
	static const char *const types[] = { "ext2", "ext3", "ext4",  "xfs",
					     "f2fs", "vfat", "msdos", "exfat" };

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (!strcmp(types[i], type))
			return true;
	}
	return false;
}

struct mount_search {
	struct host *host;
	struct file_system system; /* system.place: the best mount so far; NULL: none */
	size_t root;		   /* length of the name of its root */
	bool opens;
};

static bool is_mount_of(struct host *host, const struct mount *mount, uint64_t rdev)
{
	struct stat st;

	if (mount->rdev == rdev)
		return true;
	/* btrfs has a device number of its own */
	return !rdev_major(mount->rdev) && !strcmp(mount->type, "btrfs") &&
	       mount->source[0] == '/' && !host_stat(host, mount->source, &st) &&
	       S_ISBLK(st.st_mode) && st.st_rdev == rdev;
}

/*
 * Prefer a mount that can be opened, and has the most of the file system. Open none of a type that
 * is not searched, as of FUSE, where a program answers.
 */
static int see_mount(void *who, const struct mount *mount)
{
	struct mount_search *m = who;
	struct file_system *fs = &m->system;
	char *place;
	bool known = system_type_known(mount->type), opens;
	int fd;

	if (!is_mount_of(m->host, mount, fs->rdev) ||
	    (fs->place && m->opens && strlen(mount->root) >= m->root))
		return 0;
	fd = known ? host_open_mount(mount->place, mount->number) : -1;
	opens = fd >= 0;
	if (opens)
		host_close(m->host, fd);
	if (fs->place && !opens)
		return 0;
	place = strdup(mount->place);
	if (!place)
		return -ENOMEM;
	free(fs->place);
	fs->place = place;
	fs->mount = mount->number;
	fs->part = strcmp(mount->root, "/") != 0;
	fs->err = known && !opens ? fd : 0;
	snprintf(fs->type, sizeof(fs->type), "%s", mount->type);
	m->opens = opens;
	m->root = strlen(mount->root);
	return 0;
}

/* Set spot->system if the device has a mounted file system. 0 or -errno. */
static int find_mounted(struct search *s, struct spot *spot, const char *name, uint64_t rdev)
{
	struct mount_search m = { .host = s->job->host, .system.rdev = rdev };
	struct file_system *more;
	int err;

	for (size_t i = 0; i < s->systems; i++) {
		if (s->system[i].rdev == rdev) {
			spot->system = i + 1;
			return 0;
		}
	}
	err = mounts_each(s->job->host, see_mount, &m);
	if (err || !m.system.place) {
		free(m.system.place);
		return err;
	}
	snprintf(m.system.name, sizeof(m.system.name), "%s", name);
	more = search_grow(s->system, s->systems, sizeof(*more));
	if (!more) {
		free(m.system.place);
		return -ENOMEM;
	}
	s->system = more;
	s->system[s->systems++] = m.system;
	spot->system = s->systems;
	return 0;
}

/* --- a file system that is not mounted --- */

enum { EXT_AT = 1024, EXT_BYTES = 128 };

static uint32_t le32(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/*
 * Read the superblock of ext2, ext3 or ext4 (Documentation/filesystems/ext4/super.rst). Set the
 * size of a block in bytes, and `type`; 0: not such a file system. 0, or -errno: it is not known.
 */
static int read_ext(struct host *host, const char *node, uint64_t *block_bytes,
		    char type[DISK_TEXT_BYTES])
{
	uint8_t super[EXT_BYTES] = { 0 };
	int fd = host_open(host, node, O_RDONLY | O_NONBLOCK);
	ssize_t got;

	*block_bytes = 0;
	if (fd < 0)
		return fd;
	got = host_pread(host, fd, super, sizeof(super), EXT_AT);
	host_close(host, fd);
	if (got < 0)
		return (int)got;
	if (got != EXT_BYTES || super[56] != 0x53 || super[57] != 0xef || le32(super + 24) > 6)
		return 0;
	/* a device that is only a journal */
	if (le32(super + 96) & 0x08) {
		snprintf(type, DISK_TEXT_BYTES, "jbd");
		return 0;
	}
	snprintf(type, DISK_TEXT_BYTES, "%s",
		 le32(super + 96) & 0x40   ? "ext4"
		 : le32(super + 92) & 0x04 ? "ext3"
					   : "ext2");
	*block_bytes = UINT64_C(1024) << le32(super + 24);
	return 0;
}

/*
 * What to type for a device that is not in use, by its type in udev's database: nothing that writes
 * to it, as a file system does that replays its journal.
 */
static const struct {
	const char *type, *before, *behind; /* the command around the node */
} remedies[] = {
	{ "crypto_LUKS", "cryptsetup open --readonly ", " opened" },
	{ "LVM2_member", "pvdisplay -m ", "" },
	{ "linux_raid_member", "mdadm --examine ", "" },
	{ "xfs", "mount -o ro,norecovery ", " /mnt" },
	{ "vfat", "mount -o ro ", " /mnt" },
	{ "exfat", "mount -o ro ", " /mnt" },
};

static void advise_icheck(struct spot *spot, const char *node, uint64_t at, uint64_t block_bytes)
{
	uint64_t first = at * SECTOR / block_bytes;
	uint64_t last = ((at + spot->count) * SECTOR - 1) / block_bytes;

	if (last - first >= MOST_OWNERS) /* too long for a command */
		return;
	if (first == last)
		snprintf(spot->why, WHY_BYTES, "debugfs -R \"icheck %" PRIu64 "\" %s", first, node);
	else
		snprintf(spot->why, WHY_BYTES,
			 "debugfs -R \"icheck $(seq -s ' ' %" PRIu64 " %" PRIu64 ")\" %s", first,
			 last, node);
}

static void find_unmounted(struct search *s, struct spot *spot, const char *name, uint64_t rdev,
			   uint64_t at)
{
	struct host *host = s->job->host;
	char node[SYSFS_NODE_BYTES], type[DISK_TEXT_BYTES], pool[BLOCK_NAME_BYTES];
	uint64_t block_bytes = 0;
	int err = 0;

	sysfs_node_path(name, node);
	udev_value(host, rdev, "ID_FS_TYPE", type);
	spot->use = USE_NOT_MOUNTED;
	if (!strcmp(type, "swap")) {
		spot->use = USE_SWAP;
		snprintf(spot->why, WHY_BYTES, "not used now");
		return;
	}
	if (!strcmp(type, "zfs_member")) {
		bool named = pool_of(host, name, pool);

		spot->use = USE_NOT_FOLLOWED;
		snprintf(spot->why, WHY_BYTES, "%s%s maps its own sectors",
			 named ? "the ZFS pool " : "ZFS", named ? pool : "");
		return;
	}
	if (!*type || !strncmp(type, "ext", 3))
		err = read_ext(host, node, &block_bytes, type);
	if (err) {
		spot->use = USE_UNKNOWN;
		snprintf(spot->why, WHY_BYTES, "not mounted here, and %s cannot be read: %s", node,
			 error_words(-err));
		return;
	}
	snprintf(spot->type, sizeof(spot->type), "%s", type);
	if (block_bytes)
		advise_icheck(spot, node, at, block_bytes);
	for (size_t i = 0; !block_bytes && i < sizeof(remedies) / sizeof(remedies[0]); i++) {
		if (!strcmp(type, remedies[i].type))
			snprintf(spot->why, WHY_BYTES, "%s%s%s", remedies[i].before, node,
				 remedies[i].behind);
	}
}

static int is_mounted(void *who, const struct mount *mount)
{
	return mount->rdev == *(const uint64_t *)who ? -EBUSY : 0;
}

bool system_uses(struct host *host, uint64_t rdev)
{
	return block_swaps(host, rdev) > 0 || mounts_each(host, is_mounted, &rdev) == -EBUSY;
}

int system_find(struct search *s, struct spot *spot, const char *name, uint64_t rdev, uint64_t at)
{
	int swaps = block_swaps(s->job->host, rdev), err;
	char uuid[BLOCK_NAME_BYTES];

	if (swaps > 0) {
		spot->use = USE_SWAP;
		return 0;
	}
	err = find_mounted(s, spot, name, rdev);
	if (err == -ENOMEM || (!err && spot->system))
		return err;
	if (err || swaps < 0) {
		spot->use = USE_UNKNOWN;
		snprintf(spot->why, WHY_BYTES, "not all %s are known: %s",
			 err ? "mounts" : "swap spaces", error_words(err ? -err : -swaps));
	} else if (btrfs_of(s->job->host, name, uuid)) {
		spot->use = USE_NOT_FOLLOWED;
		snprintf(spot->why, WHY_BYTES, "btrfs %.40s maps its own sectors", uuid);
	} else if (!s->only_files) {
		find_unmounted(s, spot, name, rdev, at);
	}
	return 0;
}
