// SPDX-License-Identifier: GPL-2.0-or-later
/* Attributes in sysfs, and the disks behind a block device. */
#include "lookups.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/major.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int sysfs_folder(struct host *host, uint64_t rdev, char folder[PATH_MAX])
{
	char link[64];
	ssize_t n;

	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", rdev_major(rdev), rdev_minor(rdev));
	n = host_link_target(host, link, folder, PATH_MAX);
	return n < 0 ? (int)n : 0;
}

ssize_t sysfs_read(struct host *host, const char *folder, const char *name, char *data, size_t size)
{
	char path[PATH_MAX + 288];

	/* without a folder, the path would lead to the root of the file system */
	if (!*folder)
		return -ENODEV;
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return host_read_file(host, path, data, size);
}

int sysfs_text(struct host *host, const char *folder, const char *name, char *text, size_t size)
{
	ssize_t got = sysfs_read(host, folder, name, text, size);

	return got < 0 ? (int)got : 0;
}

int sysfs_look_for(struct host *host, const char *folder, const char *name, char *text, size_t size)
{
	int err = sysfs_text(host, folder, name, text, size);

	return err == -ENOENT ? 0 : err ? err : 1;
}

int sysfs_u64(struct host *host, const char *folder, const char *name, uint64_t *value)
{
	char text[32], *end;
	int err = sysfs_text(host, folder, name, text, sizeof(text));

	if (err)
		return err;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return is_digit(text[0]) && !*end && !errno ? 0 : -EINVAL;
}

bool sysfs_rdev(const char *text, uint64_t *rdev)
{
	uint64_t number[2];

	if (numbers_read(text, number, 2) != 2)
		return false;
	*rdev = rdev_make((unsigned)number[0], (unsigned)number[1]);
	return true;
}

void sysfs_last_name(const char *path, char name[BLOCK_NAME_BYTES])
{
	const char *slash = strrchr(path, '/');

	snprintf(name, BLOCK_NAME_BYTES, "%.63s", slash ? slash + 1 : path);
}

void sysfs_node_path(const char *name, char path[SYSFS_NODE_BYTES])
{
	snprintf(path, SYSFS_NODE_BYTES, "/dev/%s", name);
	for (char *at = path; (at = strchr(at, '!')); at++)
		*at = '/';
}

/* Find disk "nvme0n1" of node "ng0n1". 0; 1: sysfs shows no "ngXnY" here; or -ENODEV. */
static int disk_of_namespace(struct host *host, uint64_t rdev, uint64_t *disk,
			     char path[SYSFS_LOOKED_BYTES])
{
	char real[PATH_MAX], file[PATH_MAX + BLOCK_NAME_BYTES + 8], text[32];
	char *name;

	snprintf(path, SYSFS_LOOKED_BYTES, "/sys/dev/char/%u:%u", rdev_major(rdev),
		 rdev_minor(rdev));
	if (host_link_target(host, path, real, sizeof(real)) < 0)
		return 1;
	name = strrchr(real, '/') + 1;
	if (strncmp(name, "ng", 2) || !is_digit(name[2]))
		return 1;
	snprintf(file, sizeof(file), "%.*snvme%.60s/dev", (int)(name - real), real, name + 2);
	return host_read_file(host, file, text, sizeof(text)) > 0 && sysfs_rdev(text, disk)
		       ? 0
		       : -ENODEV;
}

int sysfs_disk_of_node(struct host *host, uint64_t rdev, uint64_t *disk,
		       char path[SYSFS_LOOKED_BYTES])
{
	struct host_paths disks;
	char text[32];
	struct stat st;
	size_t n;
	int err = disk_of_namespace(host, rdev, disk, path);

	if (err <= 0)
		return err;
	n = (size_t)snprintf(path, SYSFS_LOOKED_BYTES, "/sys/dev/char/%u:%u/device",
			     rdev_major(rdev), rdev_minor(rdev));
	err = host_stat(host, path, &st);
	if (err < 0)
		return err;
	snprintf(path + n, SYSFS_LOOKED_BYTES - n, "/block/*/dev");
	err = host_glob(host, path, &disks);
	if (!err && !disks.n)
		err = 1;
	if (!err && (host_read_file(host, disks.path[0], text, sizeof(text)) <= 0 ||
		     !sysfs_rdev(text, disk)))
		err = -ENODEV;
	host_paths_free(&disks);
	return err;
}

bool sysfs_writes_back(const char *text)
{
	static const char on[] = "write back";

	return !strncmp(text, on, sizeof(on) - 1);
}

const char *sysfs_remedy(const char *what)
{
	if (!strncmp(what, "/sys/", 5))
		return "mount sysfs at /sys, or ";
	if (!strncmp(what, "/proc/", 6))
		return "mount procfs at /proc, or ";
	return "";
}

/* --- the whole disk behind a device, and its attributes --- */

int sys_disk_of_path(struct sys_disk *disk, struct host *host, const char *path)
{
	struct stat st;
	int err = host_stat(host, path, &st);

	disk->host = host;
	disk->rdev = 0;
	disk->has_folder = disk->has_whole = disk->has_vendor = false;
	if (err < 0)
		return err;
	if (!S_ISBLK(st.st_mode) && !S_ISCHR(st.st_mode))
		return -ENOTBLK;
	disk->rdev = st.st_rdev;
	disk->character = S_ISCHR(st.st_mode);
	return 0;
}

static int find_folder(struct sys_disk *disk)
{
	char link[SYSFS_DISK_BYTES];
	ssize_t n;

	if (disk->has_folder)
		return disk->folder_err;
	snprintf(link, sizeof(link), "/sys/dev/%s/%u:%u", disk->character ? "char" : "block",
		 rdev_major(disk->rdev), rdev_minor(disk->rdev));
	n = host_link_target(disk->host, link, disk->folder, sizeof(disk->folder));
	disk->has_folder = true;
	disk->folder_err = n < 0 ? (int)n : 0;
	return disk->folder_err;
}

static int find_whole(struct sys_disk *disk, struct block_disk *whole)
{
	char folder[PATH_MAX], text[32];
	const char *name;
	size_t n = strlen("/block");
	int part, err;

	whole->rdev = disk->rdev;
	if (disk->character) {
		struct sys_disk block = { .host = disk->host };

		err = sysfs_disk_of_node(disk->host, disk->rdev, &block.rdev, folder);
		if (err)
			return err < 0 ? err : -ENOTBLK;
		return find_whole(&block, whole);
	}
	err = find_folder(disk);
	if (err)
		return err;
	/* a folder in ".../block" is a whole disk; only partitions have a file `partition` */
	name = strrchr(disk->folder, '/');
	part = name - disk->folder > (ptrdiff_t)n && !strncmp(name - n, "/block", n)
		       ? 0
		       : sysfs_look_for(disk->host, disk->folder, "partition", text, sizeof(text));
	if (part < 0)
		return part;
	snprintf(folder, sizeof(folder), "%s", disk->folder);
	if (part) {
		*strrchr(folder, '/') = '\0';
		err = sysfs_text(disk->host, folder, "dev", text, sizeof(text));
		if (!err && !sysfs_rdev(text, &whole->rdev))
			err = -ENODATA;
	}
	sysfs_last_name(folder, whole->name);
	return err;
}

int sys_disk_whole(struct sys_disk *disk, struct block_disk *whole)
{
	if (!disk->has_whole)
		disk->whole_err = find_whole(disk, &disk->whole);
	disk->has_whole = true;
	*whole = disk->whole;
	return disk->whole_err;
}

int block_whole(struct host *host, uint64_t rdev, bool character, struct block_disk *disk)
{
	struct sys_disk node = { .host = host, .rdev = rdev, .character = character };

	return sys_disk_whole(&node, disk);
}

int sys_disk_folder(struct sys_disk *disk, char folder[PATH_MAX])
{
	struct block_disk whole;
	int err = sys_disk_whole(disk, &whole);

	if (err || disk->character)
		return err ? err : sysfs_folder(disk->host, whole.rdev, folder);
	snprintf(folder, PATH_MAX, "%s", disk->folder);
	if (whole.rdev != disk->rdev)
		*strrchr(folder, '/') = '\0';
	return 0;
}

bool sys_disk_suspended(const struct sys_disk *disk)
{
	/* a partition has no folder `device`: look one level up, in the disk's folder */
	static const char *const places[] = { "device", "../device" };

	for (size_t i = 0; disk->rdev && i < sizeof(places) / sizeof(places[0]); i++) {
		char name[128], status[32];

		snprintf(name, sizeof(name), "/sys/dev/%s/%u:%u/%s/power/runtime_status",
			 disk->character ? "char" : "block", rdev_major(disk->rdev),
			 rdev_minor(disk->rdev), places[i]);
		if (host_read_file(disk->host, name, status, sizeof(status)) > 0)
			return !strcmp(status, "suspended");
	}
	return false;
}

bool path_suspended(struct host *host, const char *path)
{
	struct sys_disk disk;

	return !sys_disk_of_path(&disk, host, path) && sys_disk_suspended(&disk);
}

bool sysfs_disk_folder(struct sys_disk *disk, char folder[SYSFS_DISK_BYTES])
{
	struct block_disk whole;

	if (!disk->rdev || sys_disk_whole(disk, &whole))
		return false;
	snprintf(folder, SYSFS_DISK_BYTES, "/sys/dev/block/%u:%u", rdev_major(whole.rdev),
		 rdev_minor(whole.rdev));
	return true;
}

int sysfs_disk_find(struct sys_disk *disk, const char *pattern, char *path, size_t size)
{
	char folder[SYSFS_DISK_BYTES], whole[128];
	struct host_paths found;
	int err;

	if (!sysfs_disk_folder(disk, folder))
		return -ENOENT;
	snprintf(whole, sizeof(whole), "%s/%s", folder, pattern);
	err = host_glob(disk->host, whole, &found);
	if (!err && !found.n)
		err = -ENOENT;
	else if (!err && strlen(found.path[0]) >= size)
		err = -ENAMETOOLONG;
	if (!err)
		snprintf(path, size, "%s", found.path[0]);
	host_paths_free(&found);
	return err;
}

const char *sys_disk_vendor(struct sys_disk *disk)
{
	char folder[SYSFS_DISK_BYTES];

	if (!disk->has_vendor &&
	    (!sysfs_disk_folder(disk, folder) ||
	     sysfs_text(disk->host, folder, "device/vendor", disk->vendor, sizeof(disk->vendor))))
		disk->vendor[0] = '\0';
	disk->has_vendor = true;
	return disk->vendor;
}

bool sysfs_is_ata(struct sys_disk *disk)
{
	return !strncmp(sys_disk_vendor(disk), "ATA ", 4);
}

bool sysfs_on_libata(struct sys_disk *disk)
{
	const char *at = find_folder(disk) ? NULL : strstr(disk->folder, "/ata");

	return at && is_digit(at[4]);
}

bool sysfs_is_nvme_generic(const struct sys_disk *disk)
{
	char path[64], real[PATH_MAX], name[BLOCK_NAME_BYTES];

	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/subsystem", rdev_major(disk->rdev),
		 rdev_minor(disk->rdev));
	if (host_real_path(disk->host, path, real, sizeof(real)) < 0)
		return false;
	sysfs_last_name(real, name);
	return !strcmp(name, "nvme-generic");
}

bool sysfs_may_be_optical(const struct sys_disk *disk)
{
	char path[64], type[16];

	snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/device/type", rdev_major(disk->rdev),
		 rdev_minor(disk->rdev));
	return host_read_file(disk->host, path, type, sizeof(type)) <= 0 || !strcmp(type, "5");
}

bool sysfs_at_sas_host(struct sys_disk *disk)
{
	char folder[PATH_MAX];

	return !sys_disk_folder(disk, folder) && strstr(folder, "/end_device-");
}

bool sysfs_is_sas(struct sys_disk *disk)
{
	return sysfs_at_sas_host(disk) && *sys_disk_vendor(disk) && !sysfs_is_ata(disk);
}

int sysfs_disk_u64(struct sys_disk *disk, const char *attribute, uint64_t *value)
{
	char folder[SYSFS_DISK_BYTES];

	return sysfs_disk_folder(disk, folder) ? sysfs_u64(disk->host, folder, attribute, value)
					       : -ENODEV;
}

int block_part_at(const struct sys_disk *disk, uint64_t sector, struct block_part *part)
{
	char folder[PATH_MAX], pattern[PATH_MAX + 16];
	struct host_paths parts;
	uint64_t sectors;
	int err;

	part->name[0] = '\0';
	if (!disk->rdev || disk->character)
		return -ENODEV;
	err = sysfs_folder(disk->host, disk->rdev, folder);
	if (err)
		return err;
	snprintf(pattern, sizeof(pattern), "%s/*/partition", folder);
	err = host_glob(disk->host, pattern, &parts);
	if (err)
		return err;
	for (size_t i = 0; i < parts.n && !part->name[0]; i++) {
		*strrchr(parts.path[i], '/') = '\0';
		if (!sysfs_u64(disk->host, parts.path[i], "start", &part->start) &&
		    !sysfs_u64(disk->host, parts.path[i], "size", &sectors) &&
		    sector >= part->start && sector - part->start < sectors)
			sysfs_last_name(parts.path[i], part->name);
	}
	host_paths_free(&parts);
	return 0;
}

static int own_folder(const struct sys_disk *disk, char folder[SYSFS_DISK_BYTES])
{
	/* a block device may have the numbers of a character device */
	if (!disk->rdev || disk->character)
		return disk->rdev ? -ENOENT : -ENODEV;
	snprintf(folder, SYSFS_DISK_BYTES, "/sys/dev/block/%u:%u", rdev_major(disk->rdev),
		 rdev_minor(disk->rdev));
	return 0;
}

int sysfs_own_path(const struct sys_disk *disk, const char *attribute, char *path, size_t size)
{
	char folder[SYSFS_DISK_BYTES];
	int err = own_folder(disk, folder);

	if (!err)
		snprintf(path, size, "%s/%s", folder, attribute);
	return err;
}

int sysfs_own_u64(const struct sys_disk *disk, const char *attribute, uint64_t *value)
{
	char folder[SYSFS_DISK_BYTES];
	int err = own_folder(disk, folder);

	return err ? err : sysfs_u64(disk->host, folder, attribute, value);
}

int sysfs_own_set_u64(const struct sys_disk *disk, const char *attribute, uint64_t value)
{
	char path[128], text[32];
	int err = sysfs_own_path(disk, attribute, path, sizeof(path));

	if (err)
		return err;
	snprintf(text, sizeof(text), "%" PRIu64 "\n", value);
	return host_write_file(disk->host, path, text);
}

bool sysfs_is_array(const struct sys_disk *disk)
{
	char path[128], level[32];

	if (rdev_major(disk->rdev) == MD_MAJOR)
		return true;
	return !sysfs_own_path(disk, "md/level", path, sizeof(path)) &&
	       host_read_file(disk->host, path, level, sizeof(level)) > 0;
}

/* --- the USB bridge of a drive --- */

int sysfs_find_usb(struct sys_disk *disk)
{
	if (!disk->rdev || find_folder(disk))
		return -ENOENT;
	return strstr(disk->folder, "/usb") != NULL;
}

static bool read_hex(struct sys_disk *disk, const char *path, const char *name, uint16_t *number)
{
	char file[PATH_MAX + 16], text[16];

	snprintf(file, sizeof(file), "%s/%s", path, name);
	if (host_read_file(disk->host, file, text, sizeof(text)) <= 0)
		return false;
	*number = (uint16_t)strtoull(text, NULL, 16);
	return true;
}

/* The link to the driver is in the USB interface's folder, a parent of the disk's folder. */
bool sysfs_on_uas(struct sys_disk *disk)
{
	char path[PATH_MAX], link[PATH_MAX + 8], driver[PATH_MAX];

	if (!disk->rdev || find_folder(disk))
		return false;
	snprintf(path, sizeof(path), "%s", disk->folder);
	for (char *end = strrchr(path, '/'); end && end > path; end = strrchr(path, '/')) {
		const char *name;

		*end = '\0';
		snprintf(link, sizeof(link), "%s/driver", path);
		if (host_real_path(disk->host, link, driver, sizeof(driver)) <= 0)
			continue;
		name = strrchr(driver, '/');
		if (name && !strcmp(name, "/uas"))
			return true;
	}
	return false;
}

static bool usb_device_of(struct sys_disk *disk, char path[PATH_MAX], uint16_t *vendor,
			  uint16_t *product)
{
	if (sysfs_find_usb(disk) <= 0)
		return false;
	snprintf(path, PATH_MAX, "%s", disk->folder);
	for (char *end = strrchr(path, '/'); end && end > path; end = strrchr(path, '/')) {
		*end = '\0';
		if (read_hex(disk, path, "idVendor", vendor) &&
		    read_hex(disk, path, "idProduct", product))
			return true;
	}
	return false;
}

bool sysfs_usb_id(struct sys_disk *disk, uint16_t *vendor, uint16_t *product)
{
	char path[PATH_MAX];

	return usb_device_of(disk, path, vendor, product);
}

bool sysfs_usb_version(struct sys_disk *disk, uint16_t *version)
{
	uint16_t vendor, product;
	char path[PATH_MAX];

	return usb_device_of(disk, path, &vendor, &product) &&
	       read_hex(disk, path, "bcdDevice", version);
}

/* --- the disks that hold the sectors of a block device --- */

enum {
	DEEPEST = 8,	  /* refuse a device inside this number of nested arrays */
	MOST_SLOTS = 4096 /* more slots than an md superblock can have */
};

struct descent {
	struct host *host;
	struct block_disks *disks;
	char *why;
	unsigned depth;
};

static int descend(struct descent *d, const char *folder, uint64_t start);

static int descent_refuse(struct descent *d, const char *folder, const char *what,
			  const char *detail)
{
	char name[BLOCK_NAME_BYTES];

	sysfs_last_name(folder, name);
	snprintf(d->why, BLOCK_WHY_BYTES, "%s is %s%.60s", name, what, detail);
	utf8_clean(d->why);
	return -ENOTTY;
}

static int descent_unreadable(struct descent *d, const char *folder, const char *name, int err)
{
	snprintf(d->why, BLOCK_WHY_BYTES, "%.100s/%.40s", folder, name);
	return err;
}

static int descent_add_disk(struct descent *d, const char *folder, uint64_t start)
{
	struct block_disks *disks = d->disks;
	struct block_disk *disk = &disks->disk[disks->n];
	char text[32];

	if (disks->n && disks->start != start)
		return descent_refuse(d, folder, "a disk where the array begins elsewhere than on ",
				      disks->disk[0].name);
	if (disks->n == BLOCK_MIRRORS)
		return descent_refuse(d, folder, "one disk too many of an array", "");
	if (sysfs_text(d->host, folder, "dev", text, sizeof(text)) ||
	    !sysfs_rdev(text, &disk->rdev))
		return descent_unreadable(d, folder, "dev", -ENODATA);
	disks->start = start;
	disks->n++;
	sysfs_last_name(folder, disk->name);
	return 0;
}

/* md/rdN are links to the members (Documentation/admin-guide/md.rst). */
static int add_members(struct descent *d, const char *folder, uint64_t start)
{
	size_t before = d->disks->n;
	uint64_t slots, offset;
	int err = sysfs_u64(d->host, folder, "md/raid_disks", &slots);

	if (err)
		return descent_unreadable(d, folder, "md/raid_disks", err);
	if (slots > MOST_SLOTS)
		return descent_unreadable(d, folder, "md/raid_disks", -ERANGE);
	for (uint64_t slot = 0; slot < slots && !err; slot++) {
		char name[64], link[PATH_MAX + 64], member[PATH_MAX];
		ssize_t got;

		snprintf(name, sizeof(name), "md/rd%" PRIu64 "/block", slot);
		snprintf(link, sizeof(link), "%s/%s", folder, name);
		got = host_real_path(d->host, link, member, sizeof(member));
		if (got == -ENOENT)
			continue;
		if (got < 0)
			return descent_unreadable(d, folder, name, (int)got);
		snprintf(name, sizeof(name), "md/rd%" PRIu64 "/offset", slot);
		err = sysfs_u64(d->host, folder, name, &offset);
		if (err)
			return descent_unreadable(d, folder, name, err);
		err = descend(d, member, start + offset);
	}
	if (!err && d->disks->n == before)
		return descent_refuse(d, folder, "an array without members", "");
	return err;
}

/* For dm and loop, sysfs does not show where the sectors are. */
static int refuse_if_built_on_others(struct descent *d, const char *folder)
{
	char pattern[PATH_MAX + 16], text[BLOCK_WHY_BYTES], on[BLOCK_NAME_BYTES] = "";
	struct host_paths slaves;
	int err;

	snprintf(pattern, sizeof(pattern), "%s/slaves/*", folder);
	err = host_glob(d->host, pattern, &slaves);
	if (!err && slaves.n)
		sysfs_last_name(slaves.path[0], on);
	host_paths_free(&slaves);
	if (err)
		return descent_unreadable(d, folder, "slaves", err);
	if (on[0])
		return descent_refuse(d, folder, "built on ", on);
	err = sysfs_look_for(d->host, folder, "loop/backing_file", text, sizeof(text));
	if (err < 0)
		return descent_unreadable(d, folder, "loop/backing_file", err);
	return err ? descent_refuse(d, folder, "the file ", text) : 0;
}

static int descend(struct descent *d, const char *folder, uint64_t start)
{
	char disk[PATH_MAX], path[PATH_MAX + 16], text[32];
	struct stat st;
	uint64_t offset;
	int err = sysfs_look_for(d->host, folder, "partition", text, sizeof(text));

	if (d->depth == DEEPEST)
		return descent_refuse(d, folder, "too deep in arrays", "");
	if (err < 0)
		return descent_unreadable(d, folder, "partition", err);
	snprintf(disk, sizeof(disk), "%s", folder);
	if (err) {
		err = sysfs_u64(d->host, folder, "start", &offset);
		if (err)
			return descent_unreadable(d, folder, "start", err);
		start += offset;
		*strrchr(disk, '/') = '\0';
	}
	err = sysfs_look_for(d->host, disk, "md/level", text, sizeof(text));
	if (err < 0)
		return descent_unreadable(d, disk, "md/level", err);
	if (err && strcmp(text, "raid1") != 0)
		return descent_refuse(d, disk, "an array, ", text);
	if (err) {
		d->depth++;
		err = add_members(d, disk, start);
		d->depth--;
		return err;
	}
	err = refuse_if_built_on_others(d, disk);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/device", disk);
	err = host_stat(d->host, path, &st);
	/* a disk without the folder `device` is virtual, such as zram, brd or nbd */
	if (err == -ENOENT)
		return descent_refuse(d, disk, "no drive", "");
	return err < 0 ? descent_unreadable(d, disk, "device", err)
		       : descent_add_disk(d, disk, start);
}

int block_on_disks(struct host *host, uint64_t rdev, struct block_disks *disks,
		   char why[BLOCK_WHY_BYTES])
{
	struct descent d = { .host = host, .disks = disks, .why = why };
	char folder[PATH_MAX];
	int err = sysfs_folder(host, rdev, folder);

	*disks = (struct block_disks){ .n = 0 };
	why[0] = '\0';
	if (!err)
		return descend(&d, folder, 0);
	snprintf(why, BLOCK_WHY_BYTES, "/sys/dev/block/%u:%u", rdev_major(rdev), rdev_minor(rdev));
	return err;
}
