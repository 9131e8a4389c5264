// SPDX-License-Identifier: GPL-2.0-or-later
/* The disks of one drive, devices that are built on a disk, and disks by name. */
#include "lookups.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct kinship {
	const char *prefix;
	const char *disks;
	const char *attribute; /* attribute whose text the disks of a drive share */
	bool may_lack;
} kinships[] = {
	{ "nvme", "/sys/block/nvme*", "device/subsysnqn", false },
	{ "sd", "/sys/block/sd*", "device/wwid", true },
};

/* Room for an NVMe qualified name, which has up to 223 bytes (Base 4.5). */
enum { KINSHIP_BYTES = 256 };

/* False for an empty name, or a number of zeros as in "naa.0000000000000000". */
static bool names_one_drive(const char *wwid)
{
	const char *number = strchr(wwid, '.');

	return number ? number[1 + strspn(number + 1, "0")] : *wwid;
}

/* Return 1 with the name that the drive's disks share; 0: no name; or -errno. */
static int read_kinship(struct disk_users *s, const struct kinship *kin, char text[KINSHIP_BYTES])
{
	int err = sysfs_text(s->host, s->disk, kin->attribute, text, KINSHIP_BYTES);

	/* the disk lacks the attribute, or the kernel finds no name (drivers/scsi/scsi_lib.c) */
	if (kin->may_lack && (err == -ENOENT || err == -ENXIO || err == -EINVAL))
		return 0;
	return err ? err : !kin->may_lack || names_one_drive(text);
}

int users_each_kin(struct disk_users *s, int (*found)(struct disk_users *))
{
	char own[PATH_MAX], disk[BLOCK_NAME_BYTES], name[KINSHIP_BYTES];
	char other[KINSHIP_BYTES], text[32];
	const struct kinship *kin = NULL;
	struct host_paths disks;
	int err;

	err = sysfs_look_for(s->host, s->disk, "partition", name, sizeof(name));
	if (err < 0)
		return users_unreadable(s, "/sys", err);
	if (err > 0)
		*strrchr(s->disk, '/') = '\0';
	sysfs_last_name(s->disk, disk);
	for (size_t i = 0; !kin && i < sizeof(kinships) / sizeof(kinships[0]); i++) {
		if (!strncmp(disk, kinships[i].prefix, strlen(kinships[i].prefix)))
			kin = &kinships[i];
	}
	if (!kin)
		return 0;
	err = read_kinship(s, kin, name);
	if (err < 0)
		return users_unreadable(s, "/sys", err);
	if (!err)
		return 0;
	err = host_glob(s->host, kin->disks, &disks);
	snprintf(own, sizeof(own), "%s", s->disk);
	for (size_t i = 0; !err && i < disks.n; i++) {
		ssize_t got = host_link_target(s->host, disks.path[i], s->disk, sizeof(s->disk));

		err = got < 0 ? (int)got : 0;
		if (!err && strcmp(s->disk, own) != 0) {
			/* hidden paths of multipath NVMe disks have no device number */
			err = sysfs_look_for(s->host, s->disk, "dev", text, sizeof(text));
			if (err > 0)
				err = read_kinship(s, kin, other);
			if (err > 0)
				err = !strcmp(other, name);
		}
		if (err < 0)
			users_unreadable(s, disks.path[i], err);
		else if (err > 0)
			err = found(s);
	}
	host_paths_free(&disks);
	return err;
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
		/* skip USB disks: they have one path, and bridges of one model may share a name */
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
	char name[KINSHIP_BYTES];
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

int sysfs_nvme_paths(struct sys_disk *disk, struct host_paths *paths)
{
	struct block_disk whole;
	unsigned subsystem, namespace;
	char pattern[64];
	int err = sys_disk_whole(disk, &whole);

	*paths = (struct host_paths){ NULL, 0 };
	if (err || sscanf(whole.name, "nvme%un%u", &subsystem, &namespace) != 2)
		return err;
	snprintf(pattern, sizeof(pattern), "/sys/block/nvme%uc*n%u", subsystem, namespace);
	return host_glob(disk->host, pattern, paths);
}

int nvme_controllers(struct host *host, const struct block_disk *disk,
		     void (*found)(void *who, const char *folder), void *who)
{
	char path[BLOCK_NAME_BYTES + 40], name[KINSHIP_BYTES], other[KINSHIP_BYTES];
	struct host_paths controllers;
	int err;

	snprintf(path, sizeof(path), "/sys/block/%s", disk->name);
	err = sysfs_text(host, path, "device/subsysnqn", name, sizeof(name));
	if (!err)
		err = host_glob(host, "/sys/class/nvme/nvme*", &controllers);
	if (err)
		return err;
	for (size_t i = 0; i < controllers.n; i++) {
		int unread =
			sysfs_text(host, controllers.path[i], "subsysnqn", other, sizeof(other));

		err = err ? err : unread;
		if (!unread && !strcmp(other, name))
			found(who, controllers.path[i]);
	}
	host_paths_free(&controllers);
	return err;
}

/* --- members: the arrays, device mapper devices, file systems and pools that contain a disk --- */

struct search {
	struct host *host;
	void (*found)(void *who, const char *thing);
	void *who;
};

enum { MOST_LEVELS = 8 };

static int find_holders(const struct search *s, const char *name, unsigned level)
{
	char pattern[BLOCK_NAME_BYTES + 40], above[BLOCK_NAME_BYTES];
	struct host_paths holders;
	int err;

	snprintf(pattern, sizeof(pattern), "/sys/class/block/%s/holders/*", name);
	err = level < MOST_LEVELS ? host_glob(s->host, pattern, &holders) : 0;
	if (err || level == MOST_LEVELS)
		return err;
	for (size_t i = 0; i < holders.n && !err; i++) {
		sysfs_last_name(holders.path[i], above);
		s->found(s->who, above);
		err = find_holders(s, above, level + 1);
	}
	host_paths_free(&holders);
	return err;
}

/* --- the disks below a device --- */

struct descent {
	struct host *host;
	int (*found)(void *who, const char *disk);
	void *who;
};

static bool begins(struct host *host, const char *path, const char *text)
{
	char value[DISK_TEXT_BYTES];

	return host_read_file(host, path, value, sizeof(value)) > 0 &&
	       !strncmp(value, text, strlen(text));
}

static int found_below(const struct descent *d, const char *name)
{
	char path[BLOCK_NAME_BYTES + 40], text[8], folder[PATH_MAX], disk[BLOCK_NAME_BYTES];
	int err;

	snprintf(path, sizeof(path), "/sys/class/block/%s", name);
	err = sysfs_look_for(d->host, path, "partition", text, sizeof(text));
	if (err <= 0)
		return err ? err : d->found(d->who, name);
	if (host_real_path(d->host, path, folder, sizeof(folder)) <= 0)
		return -ENODEV;
	*strrchr(folder, '/') = '\0';
	sysfs_last_name(folder, disk);
	return d->found(d->who, disk);
}

static int go_down(const struct descent *d, const char *name, unsigned level)
{
	char pattern[BLOCK_NAME_BYTES + 40], path[2 * BLOCK_NAME_BYTES + 40];
	char below[BLOCK_NAME_BYTES];
	struct host_paths slaves;
	int err;

	snprintf(path, sizeof(path), "/sys/class/block/%s/dm/uuid", name);
	if (level == MOST_LEVELS || begins(d->host, path, "mpath-"))
		return d->found(d->who, name);
	snprintf(pattern, sizeof(pattern), "/sys/class/block/%s/slaves/*", name);
	err = host_glob(d->host, pattern, &slaves);
	if (!err && !slaves.n)
		err = found_below(d, name);
	for (size_t i = 0; i < slaves.n && !err; i++) {
		sysfs_last_name(slaves.path[i], below);
		snprintf(path, sizeof(path), "/sys/class/block/%s/md/dev-%s/state", name, below);
		if (!begins(d->host, path, "faulty"))
			err = go_down(d, below, level + 1);
	}
	host_paths_free(&slaves);
	return err;
}

int disks_below(struct host *host, const char *name, int (*found)(void *who, const char *disk),
		void *who)
{
	const struct descent d = { host, found, who };

	return go_down(&d, name, 0);
}

static int find_btrfs(const struct search *s, const char *name)
{
	char pattern[BLOCK_NAME_BYTES + 40];
	struct host_paths systems;
	int err;

	snprintf(pattern, sizeof(pattern), "/sys/fs/btrfs/*/devices/%s", name);
	err = host_glob(s->host, pattern, &systems);
	if (err)
		return err;
	for (size_t i = 0; i < systems.n; i++) {
		*strstr(systems.path[i], "/devices/") = '\0';
		s->found(s->who, systems.path[i] + strlen("/sys/fs/btrfs/"));
	}
	host_paths_free(&systems);
	return 0;
}

/* Return 1 with a value of a ZFS member in udev's database; 0: no such member or value; -ENOMEM. */
static int pool_value(struct host *host, const char *name, const char *key,
		      char value[BLOCK_NAME_BYTES])
{
	char path[BLOCK_NAME_BYTES + 40], rdev[24], *data, *at;
	ssize_t got;

	snprintf(path, sizeof(path), "/sys/class/block/%s/dev", name);
	if (host_read_file(host, path, rdev, sizeof(rdev)) <= 0)
		return 0;
	snprintf(path, sizeof(path), "/run/udev/data/b%s", rdev);
	got = host_read_whole(host, path, &data);
	if (got < 0)
		return got == -ENOMEM ? -ENOMEM : 0;
	at = strstr(data, "E:ID_FS_TYPE=zfs_member\n") ? strstr(data, key) : NULL;
	if (at) {
		at += strlen(key);
		snprintf(value, BLOCK_NAME_BYTES, "%.*s", (int)strcspn(at, "\n"), at);
	}
	free(data);
	return at != NULL;
}

static int find_pool(const struct search *s, const char *name)
{
	char number[BLOCK_NAME_BYTES], pool[BLOCK_NAME_BYTES + 8];
	int found = pool_value(s->host, name, "E:ID_FS_UUID=", number);

	if (found > 0) {
		snprintf(pool, sizeof(pool), "pool %s", number);
		s->found(s->who, pool);
	}
	return found < 0 ? found : 0;
}

bool pool_of(struct host *host, const char *name, char pool[BLOCK_NAME_BYTES])
{
	if (pool_value(host, name, "E:ID_FS_LABEL=", pool) <= 0)
		return false;
	utf8_clean(pool);
	return true;
}

static int find_memberships(const struct search *s, const char *name)
{
	int err = find_holders(s, name, 0);

	if (!err)
		err = find_btrfs(s, name);
	return err ? err : find_pool(s, name);
}

int disk_memberships(struct host *host, const struct block_disk *disk,
		     void (*found)(void *who, const char *thing), void *who)
{
	char pattern[2 * BLOCK_NAME_BYTES + 40], name[BLOCK_NAME_BYTES];
	const struct search s = { host, found, who };
	struct host_paths parts;
	int err = find_memberships(&s, disk->name);

	snprintf(pattern, sizeof(pattern), "/sys/block/%s/%s*/partition", disk->name, disk->name);
	if (err || (err = host_glob(host, pattern, &parts)))
		return err;
	for (size_t i = 0; i < parts.n && !err; i++) {
		*strrchr(parts.path[i], '/') = '\0';
		sysfs_last_name(parts.path[i], name);
		err = find_memberships(&s, name);
	}
	host_paths_free(&parts);
	return err;
}

int block_memberships(struct host *host, const char *name,
		      void (*found)(void *who, const char *thing), void *who)
{
	const struct search s = { host, found, who };

	return find_memberships(&s, name);
}

struct above {
	struct host *host;
	const struct disk_uses *uses;
	const char *use;
	int err;
};

static void look_above(void *who, const char *thing)
{
	struct above *above = who;
	char pattern[2 * BLOCK_NAME_BYTES + 40], name[BLOCK_NAME_BYTES];
	struct host_paths devices;
	int err;

	if (!above->use)
		above->use = use_of(above->uses, thing);
	/* mountinfo has only one device of a btrfs file system */
	snprintf(pattern, sizeof(pattern), "/sys/fs/btrfs/%.100s/devices/*", thing);
	err = host_glob(above->host, pattern, &devices);
	for (size_t i = 0; i < devices.n && !above->use; i++) {
		sysfs_last_name(devices.path[i], name);
		above->use = use_of(above->uses, name);
	}
	host_paths_free(&devices);
	above->err = above->err ? above->err : err;
}

int use_above(struct host *host, const struct disk_uses *uses, const char *name, const char **use)
{
	struct above above = { .host = host, .uses = uses, .use = use_of(uses, name) };
	int err = above.use ? 0 : block_memberships(host, name, look_above, &above);

	*use = above.use;
	return err ? err : above.err;
}

struct resync {
	struct host *host;
	char *text;
};

static void look_at_array(void *who, const char *thing)
{
	const struct resync *r = who;
	char path[BLOCK_NAME_BYTES + 40], action[24];

	snprintf(path, sizeof(path), "/sys/block/%.60s/md/sync_action", thing);
	if (host_read_file(r->host, path, action, sizeof(action)) > 0 &&
	    strcmp(action, "idle") != 0 && strcmp(action, "frozen") != 0)
		snprintf(r->text, MD_ACTION_BYTES, "%.40s: %s", thing, action);
}

int disk_resyncs(struct host *host, const struct block_disk *disk, char text[MD_ACTION_BYTES])
{
	struct resync r = { host, text };

	text[0] = '\0';
	return disk_memberships(host, disk, look_at_array, &r);
}

int disk_has_hwmon(struct host *host, const struct block_disk *disk, bool *has)
{
	char pattern[BLOCK_NAME_BYTES + 60];
	struct host_paths found;
	int err;

	snprintf(pattern, sizeof(pattern), "/sys/block/%s/device/hwmon/hwmon*/temp1_input",
		 disk->name);
	err = host_glob(host, pattern, &found);
	if (err)
		return err;
	*has = found.n;
	host_paths_free(&found);
	return 0;
}

/* --- disks by the names of their nodes; the disk of the root file system --- */

static void named_path(const char *where, const char *device, const char *attribute,
		       char path[SYSFS_NAMED_BYTES])
{
	static const char nodes[] = "/dev/";
	bool node = !strncmp(device, nodes, strlen(nodes));
	size_t n = strlen(where);

	snprintf(path, SYSFS_NAMED_BYTES, "%s%.200s", where, device + (node ? strlen(nodes) : 0));
	/* sysfs has '!' in place of each slash in a device's name */
	for (char *at = path + n; *at; at++)
		*at = *at == '/' ? '!' : *at;
	n = strlen(path);
	snprintf(path + n, SYSFS_NAMED_BYTES - n, "%s", attribute);
}

void sysfs_named_path(const char *device, const char *attribute, char path[SYSFS_NAMED_BYTES])
{
	named_path("/sys/block/", device, attribute, path);
}

const char *sysfs_bare_wwn(const char *name)
{
	static const char *const prefixes[] = { "naa.", "eui.", "0x" };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (word_begins(name, prefixes[i], strlen(prefixes[i])))
			name += strlen(prefixes[i]);
	}
	return name;
}

bool sysfs_wwn(struct host *host, const char *device, char name[SYSFS_WWN_BYTES])
{
	static const char *const places[] = { "/device/wwid", "/wwid" };
	char path[SYSFS_NAMED_BYTES], text[SYSFS_WWN_BYTES / 2];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		sysfs_named_path(device, places[i], path);
		if (host_read_file(host, path, text, sizeof(text)) <= 0)
			continue;
		snprintf(name, SYSFS_WWN_BYTES, "%s", sysfs_bare_wwn(text));
		if (name[strspn(name, "0")])
			return true;
	}
	return false;
}

static bool sysfs_node_of_folder(const char *folder, char path[SYSFS_NODE_BYTES])
{
	char name[BLOCK_NAME_BYTES];

	sysfs_last_name(folder, name);
	sysfs_node_path(name, path);
	return name[0];
}

int sysfs_disks(struct host *host, int (*found)(void *who, const char *path), void *who)
{
	char path[SYSFS_NODE_BYTES];
	struct host_paths folders;
	int err = host_glob(host, "/sys/block/*", &folders);

	for (size_t i = 0; !err && i < folders.n; i++) {
		if (drive_is_listed(host, folders.path[i]) &&
		    sysfs_node_of_folder(folders.path[i], path))
			err = found(who, path);
	}
	host_paths_free(&folders);
	return err;
}

struct disk_names {
	unsigned n;
	char text[NO_DRIVE_BYTES - 72];
};

/* Callback of sysfs_disks(): append a disk's path; after six paths, append "..." and stop. */
static int add_disk_name(void *who, const char *path)
{
	struct disk_names *names = who;
	size_t used = strlen(names->text);

	if (names->n++ == 6) {
		snprintf(names->text + used, sizeof(names->text) - used, ", ...");
		return 1;
	}
	snprintf(names->text + used, sizeof(names->text) - used, "%s%s", used ? ", " : "", path);
	return 0;
}

const char *regular_file_text(struct host *host, char text[NO_DRIVE_BYTES])
{
	struct disk_names names = { .n = 0 };

	sysfs_disks(host, add_disk_name, &names);
	snprintf(text, NO_DRIVE_BYTES, "this is a regular file, not a drive; %s%s",
		 names.n ? "the drives of this machine are " : "sysfs shows no drives", names.text);
	return text;
}

const char *no_drive_text(struct host *host, const char *path, int err, char text[NO_DRIVE_BYTES])
{
	struct stat st;

	if (err != -ENOTBLK || host_stat(host, path, &st))
		return error_words(-err);
	if (S_ISREG(st.st_mode))
		return regular_file_text(host, text);
	return S_ISDIR(st.st_mode)   ? "this is a folder, not a drive"
	       : S_ISCHR(st.st_mode) ? "sysfs shows no disk of this node"
				     : "this is not a drive";
}

int sysfs_below(struct host *host, const char *device, char path[SYSFS_NODE_BYTES])
{
	char pattern[SYSFS_NAMED_BYTES];
	struct host_paths below;
	int err;

	named_path("/sys/class/block/", device, "/slaves/*", pattern);
	err = host_glob(host, pattern, &below);
	if (!err && (below.n != 1 || !sysfs_node_of_folder(below.path[0], path)))
		err = -ENOENT;
	host_paths_free(&below);
	return err;
}

void disk_links_read(struct disk_links *links, struct host *host)
{
	links->node = NULL;
	if (host_glob(host, "/dev/disk/by-id/*", &links->link))
		return;
	links->node = calloc(links->link.n + 1, sizeof(*links->node));
	if (!links->node) {
		host_no_memory(host);
		host_paths_free(&links->link);
	}
	for (size_t i = 0; i < links->link.n; i++) {
		if (host_real_path(host, links->link.path[i], links->node[i],
				   sizeof(links->node[i])) <= 0)
			links->node[i][0] = '\0';
	}
}

void disk_links_free(struct disk_links *links)
{
	host_paths_free(&links->link);
	free(links->node);
}

int sysfs_root_device(struct host *host, char path[PATH_MAX])
{
	char folder[PATH_MAX], *table, *line, *rest;
	struct mount mount;
	struct stat st;
	ssize_t got;
	int err = host_stat(host, "/", &st);

	if (err)
		return err;
	if (rdev_major(st.st_dev) != 0) {
		err = sysfs_folder(host, st.st_dev, folder);
		return err ? err : sysfs_node_of_folder(folder, path) ? 0 : -ENOENT;
	}
	/* major 0, as for btrfs, is no block device: take the source from the table of mounts */
	got = host_read_whole(host, "/proc/self/mountinfo", &table);
	if (got < 0)
		return (int)got;
	err = -ENOENT;
	rest = table;
	while ((line = strsep(&rest, "\n"))) {
		if (!mount_of_line(line, &mount) || strcmp(mount.place, "/") != 0)
			continue;
		/* take the last entry: a mount hides earlier mounts on the same place */
		err = *mount.source == '/' ? 0 : -ENOENT;
		snprintf(path, PATH_MAX, "%s", mount.source);
	}
	free(table);
	return err;
}
