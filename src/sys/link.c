// SPDX-License-Identifier: GPL-2.0-or-later
/* How deep the link of a disk may sleep: a SATA port's policy, an NVMe controller's latency. */
#include "lookups.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char policy_name[] = "link_power_management_policy";
static const char tolerance_name[] = "power/pm_qos_latency_tolerance_us";

/*
 * The folder `device` of a namespace is its controller, or that of the disk of a subsystem with
 * several paths: then the controllers are links in the folder.
 */
static int find_controllers(struct host *host, const char *disk, struct host_paths *owner)
{
	char path[2 * BLOCK_NAME_BYTES + 80];
	struct stat st;
	int err;

	snprintf(path, sizeof(path), "/sys/block/%s/device/%s", disk, tolerance_name);
	if (!host_stat(host, path, &st)) {
		path[strlen(path) - strlen(tolerance_name) - 1] = '\0';
		return host_paths_add(owner, path);
	}
	snprintf(path, sizeof(path), "/sys/block/%s/device/nvme*/%s", disk, tolerance_name);
	err = host_glob(host, path, owner);
	for (size_t i = 0; i < owner->n; i++)
		owner->path[i][strlen(owner->path[i]) - strlen(tolerance_name) - 1] = '\0';
	return !err && !owner->n ? -ENOENT : err;
}

int sys_link_find(struct sys_disk *disk, struct sys_link *link)
{
	struct block_disk whole;
	char folder[PATH_MAX], path[64];
	unsigned port, host;
	const char *at;
	int err = sys_disk_whole(disk, &whole);

	*link = (struct sys_link){ .nvme = false };
	if (!err)
		err = sys_disk_folder(disk, folder);
	if (err)
		return err;
	at = strstr(folder, "/ata");
	while (at && sscanf(at, "/ata%u/host%u/", &port, &host) != 2)
		at = strstr(at + 1, "/ata");
	if (at) {
		snprintf(path, sizeof(path), "/sys/class/scsi_host/host%u", host);
		return host_paths_add(&link->owner, path);
	}
	link->nvme = !strncmp(whole.name, "nvme", 4);
	return link->nvme ? find_controllers(disk->host, whole.name, &link->owner) : -ENOENT;
}

void sys_link_free(struct sys_link *link)
{
	host_paths_free(&link->owner);
}

int sys_link_read(struct host *host, const struct sys_link *link, size_t owner,
		  char word[LINK_WORD_BYTES])
{
	return sysfs_text(host, link->owner.path[owner], link->nvme ? tolerance_name : policy_name,
			  word, LINK_WORD_BYTES);
}

int sys_link_write(struct host *host, const struct sys_link *link, size_t owner, const char *word)
{
	char path[PATH_MAX], line[LINK_WORD_BYTES + 1];

	snprintf(path, sizeof(path), "%s/%s", link->owner.path[owner],
		 link->nvme ? tolerance_name : policy_name);
	snprintf(line, sizeof(line), "%s\n", word);
	return host_write_file(host, path, line);
}

bool sys_link_tells_unset(struct host *host)
{
	unsigned major, minor;
	char text[64];

	return host_read_file(host, "/proc/sys/kernel/osrelease", text, sizeof(text)) > 0 &&
	       sscanf(text, "%u.%u", &major, &minor) == 2 &&
	       (major > 6 || (major == 6 && minor >= 8));
}

bool sys_link_barred(struct host *host, const struct sys_link *link)
{
	uint64_t supported;

	return !link->nvme &&
	       !sysfs_u64(host, link->owner.path[0], "link_power_management_supported",
			  &supported) &&
	       !supported;
}

int sys_link_others(struct sys_disk *disk, const struct sys_link *link, char names[BLOCK_WHY_BYTES])
{
	static const char rest[] = " and others";
	char pattern[PATH_MAX], name[BLOCK_NAME_BYTES], node[SYSFS_NODE_BYTES];
	struct block_disk whole;
	struct host_paths found;
	size_t n = 0;
	int err = sys_disk_whole(disk, &whole);

	names[0] = '\0';
	if (err || link->nvme)
		return err;
	snprintf(pattern, sizeof(pattern), "%s/device/target*/*/block/*", link->owner.path[0]);
	err = host_glob(disk->host, pattern, &found);
	for (size_t i = 0; !err && i < found.n; i++) {
		sysfs_last_name(found.path[i], name);
		if (!strcmp(name, whole.name))
			continue;
		sysfs_node_path(name, node);
		if (n + 2 + strlen(node) + sizeof(rest) > BLOCK_WHY_BYTES) {
			snprintf(names + n, BLOCK_WHY_BYTES - n, "%s", rest);
			break;
		}
		n += (size_t)snprintf(names + n, BLOCK_WHY_BYTES - n, "%s%s", n ? ", " : "", node);
	}
	host_paths_free(&found);
	return err;
}
