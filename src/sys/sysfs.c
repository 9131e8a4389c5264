// SPDX-License-Identifier: GPL-2.0-or-later
/* Attributes of sysfs, not interpreted. */
#include "sysfs.h"
#include "lookups.h"
#include "text.h"

#include <errno.h>
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

/*
 * ".../nvme0/ng0n1" is the same namespace as ".../nvme0/nvme0n1" (drivers/nvme/host/core.c). 1: the
 * node is not of this kind.
 */
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
