// SPDX-License-Identifier: GPL-2.0-or-later
/* Which disks belong to the same drive. */
#include "lookups.h"
#include "disk_use.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* How the kernel shows which disks belong to the same drive. */
struct kinship {
	const char *disks;     /* pattern of their folders */
	const char *attribute; /* the same text in all of them */
	bool may_lack;	       /* a disk without it is a drive by itself */
};

/* An NVMe qualified name has up to 223 bytes (Base 4.5); a world wide name is shorter. */
enum { KINSHIP_BYTES = 256 };

/* "naa.0000000000000000" is the name of all disks whose maker gave them none. */
static bool names_one_drive(const char *wwid)
{
	const char *number = strchr(wwid, '.');

	return number ? number[1 + strspn(number + 1, "0")] : *wwid;
}

/* 1: there is such an attribute; 0: the disk has none, which is no error; or -errno. */
static int read_kinship(struct disk_users *s, const struct kinship *kin, char text[KINSHIP_BYTES])
{
	int err = sysfs_text(s->host, s->disk, kin->attribute, text, KINSHIP_BYTES);

	/* the kernel has no file for it, or one that cannot be read (drivers/scsi/scsi_lib.c) */
	if (kin->may_lack && (err == -ENOENT || err == -ENXIO || err == -EINVAL))
		return 0;
	return err ? err : !kin->may_lack || names_one_drive(text);
}

/*
 * Whether the disk of s->disk shares the medium: it is a namespace of the same NVM subsystem, or
 * another path to the same SCSI disk. 1, 0, or -errno where that is not known.
 */
static int is_kin(struct disk_users *s, const struct kinship *kin, const char *own)
{
	char name[KINSHIP_BYTES], text[32];
	int err;

	/* a path of a multipath NVMe disk is no disk of its own: it is hidden, without a number */
	err = sysfs_look_for(s->host, s->disk, "dev", text, sizeof(text));
	if (err > 0)
		err = read_kinship(s, kin, name);
	return err > 0 ? !strcmp(name, own) : err;
}

static int each_kin(struct disk_users *s, const struct kinship *kin, const char *name,
		    int (*found)(struct disk_users *))
{
	struct host_paths disks;
	char own[PATH_MAX];
	int err = host_glob(s->host, kin->disks, &disks);

	snprintf(own, sizeof(own), "%s", s->disk);
	for (size_t i = 0; !err && i < disks.n; i++) {
		err = host_link_target(s->host, disks.path[i], s->disk, sizeof(s->disk)) < 0
			      ? -ENODEV
			      : 0;
		if (!err && strcmp(s->disk, own) != 0)
			err = is_kin(s, kin, name);
		if (err < 0)
			users_unreadable(s, disks.path[i], err);
		else if (err > 0)
			err = found(s);
	}
	host_paths_free(&disks);
	return err;
}

/*
 * How the kernel shows that disks of these kinds are one drive. Drives of other kinds have one
 * disk.
 */
static const struct {
	const char *prefix; /* of their names */
	struct kinship kin;
} kinships[] = {
	{ "nvme", { "/sys/block/nvme*", "device/subsysnqn", false } },
	{ "sd", { "/sys/block/sd*", "device/wwid", true } },
};

int users_each_kin(struct disk_users *s, int (*found)(struct disk_users *))
{
	char disk[BLOCK_NAME_BYTES], name[KINSHIP_BYTES];
	const struct kinship *kin = NULL;
	int err;

	/* for a partition: the disk that contains it */
	err = sysfs_look_for(s->host, s->disk, "partition", name, sizeof(name));
	if (err < 0)
		return users_unreadable(s, "/sys", err);
	if (err > 0)
		*strrchr(s->disk, '/') = '\0';
	sysfs_last_name(s->disk, disk);
	for (size_t i = 0; !kin && i < sizeof(kinships) / sizeof(kinships[0]); i++) {
		if (!strncmp(disk, kinships[i].prefix, strlen(kinships[i].prefix)))
			kin = &kinships[i].kin;
	}
	if (!kin)
		return 0;
	err = read_kinship(s, kin, name);
	if (err < 0)
		return users_unreadable(s, "/sys", err);
	return err ? each_kin(s, kin, name, found) : 0;
}

int disks_named_world_wide(struct host *host,
			   void (*each)(void *who, const char *disk, const char *name), void *who)
{
	char folder[PATH_MAX], name[KINSHIP_BYTES];
	struct host_paths disks;
	int err = host_glob(host, "/sys/block/sd*", &disks);

	if (err)
		return err;
	for (size_t i = 0; i < disks.n; i++) {
		/* USB bridges have one path, and many of a kind the same name */
		if (host_link_target(host, disks.path[i], folder, sizeof(folder)) < 0 ||
		    strstr(folder, "/usb") ||
		    sysfs_text(host, disks.path[i], "device/wwid", name, sizeof(name)) ||
		    !names_one_drive(name))
			continue;
		each(who, strrchr(disks.path[i], '/') + 1, name);
	}
	host_paths_free(&disks);
	return 0;
}

struct path_search {
	struct host *host;
	char name[KINSHIP_BYTES]; /* of the drive; "" while it is looked for */
	struct disk_paths *paths;
};

static void find_own_name(void *who, const char *disk, const char *name)
{
	struct path_search *s = who;

	if (!strcmp(disk, s->paths->path[0].name))
		snprintf(s->name, sizeof(s->name), "%s", name);
}

static void add_other_path(void *who, const char *disk, const char *name)
{
	struct path_search *s = who;
	struct disk_paths *paths = s->paths;
	struct block_disk *other = &paths->path[paths->n];
	char folder[BLOCK_NAME_BYTES + 16], number[24];

	if (strcmp(name, s->name) != 0 || !strcmp(disk, paths->path[0].name) ||
	    paths->n == DISK_PATHS)
		return;
	snprintf(folder, sizeof(folder), "/sys/block/%s", disk);
	if (sysfs_text(s->host, folder, "dev", number, sizeof(number)) ||
	    !sysfs_rdev(number, &other->rdev))
		return;
	snprintf(other->name, sizeof(other->name), "%s", disk);
	paths->n++;
}

int disk_paths_find(struct host *host, const struct block_disk *disk, struct disk_paths *paths)
{
	struct path_search search = { .host = host, .paths = paths };
	int err;

	*paths = (struct disk_paths){ .path = { *disk }, .n = 1 };
	err = disks_named_world_wide(host, find_own_name, &search);
	return err || !search.name[0] ? err : disks_named_world_wide(host, add_other_path, &search);
}
