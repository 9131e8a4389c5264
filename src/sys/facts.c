// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts from sysfs: a drive, its identity, the machine. */
#include "identify.h"
#include "lookups.h"
#include "scsi.h"
#include "sysfs.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The search ends at the first `part` that is in the drive's path in sysfs. */
static const struct link_def {
	enum drive_link link;
	char key[8], name[8], part[16];
} links[] = {
	{ LINK_USB, "usb", "USB", "/usb" },	  { LINK_NVME, "nvme", "NVMe", "/nvme" },
	{ LINK_SATA, "sata", "SATA", "/ata" },	  { LINK_SAS, "sas", "SAS", "/end_device-" },
	{ LINK_IDE, "ide", "IDE", "/ide" },	  { LINK_VIRTIO, "virtio", "virtio", "/virtio" },
	{ LINK_MMC, "mmc", "MMC", "/mmc_host/" },
};

enum { LINKS = sizeof(links) / sizeof(links[0]) };

static const struct link_def *link_def(enum drive_link link)
{
	for (size_t i = 0; i < LINKS; i++) {
		if (links[i].link == link)
			return &links[i];
	}
	return NULL;
}

const char *drive_link_key(enum drive_link link)
{
	const struct link_def *def = link_def(link);

	return def ? def->key : NULL;
}

const char *drive_link_name(enum drive_link link)
{
	const struct link_def *def = link_def(link);

	return def ? def->name : "";
}

bool drive_is_listed(struct host *host, const char *folder)
{
	static const char *const needed[] = { "device", "dev" };
	char path[PATH_MAX];
	struct stat st;

	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, needed[i]);
		if (host_stat(host, path, &st))
			return false;
	}
	return true;
}

static void trim_blanks(char *text)
{
	size_t n;

	memmove(text, text + strspn(text, " "), strlen(text + strspn(text, " ")) + 1);
	for (n = strlen(text); n && text[n - 1] == ' '; n--)
		text[n - 1] = '\0';
}

static void read_model(struct sys_disk *disk, const char *folder, struct drive_facts *facts)
{
	char vendor[SYSFS_VENDOR_BYTES], model[128];

	snprintf(vendor, sizeof(vendor), "%s", sys_disk_vendor(disk));
	trim_blanks(vendor);
	if (sysfs_text(disk->host, folder, "device/model", model, sizeof(model)))
		model[0] = '\0';
	trim_blanks(model);
	/* leave out a vendor that is "ATA", or a number such as "0x1af4" of virtio */
	if (!*model || !strcmp(vendor, "ATA") || !strncmp(vendor, "0x", 2))
		vendor[0] = '\0';
	if (*vendor)
		snprintf(facts->model, sizeof(facts->model), "%.8s %.30s", vendor, model);
	else
		snprintf(facts->model, sizeof(facts->model), "%.40s", model);
	utf8_clean(facts->model);
}

void sys_disk_model(struct sys_disk *disk, char model[DISK_TEXT_BYTES])
{
	char folder[PATH_MAX];

	if (sys_disk_folder(disk, folder) ||
	    sysfs_text(disk->host, folder, "device/model", model, DISK_TEXT_BYTES))
		model[0] = '\0';
	trim_blanks(model);
}

/* Read nothing for vendor "ATA": vpd_pgb1 and cache_type of an ATA drive may be wrong. */
static void read_scsi_facts(struct sys_disk *disk, const char *folder, struct drive_facts *facts)
{
	char pattern[PATH_MAX + 32], text[SCSI_VPD_BYTES];
	struct host_paths found;
	ssize_t got;

	if ((facts->link != LINK_USB && facts->link != LINK_SAS && facts->link != LINK_UNKNOWN) ||
	    sysfs_is_ata(disk))
		return;
	got = sysfs_read(disk->host, folder, "device/vpd_pgb1", text, sizeof(text));
	if (got > 0)
		facts->rpm = scsi_rotation_decode((const uint8_t *)text, (size_t)got);
	if (facts->rpm == ID_NOT_ROTATING)
		facts->rpm = 0;
	snprintf(pattern, sizeof(pattern), "%s/device/scsi_disk/*/cache_type", folder);
	if (host_glob(disk->host, pattern, &found))
		return;
	facts->has_write_cache =
		found.n == 1 && host_read_file(disk->host, found.path[0], text, sizeof(text)) > 0;
	facts->write_cache = facts->has_write_cache && sysfs_writes_back(text);
	host_paths_free(&found);
}

int drive_facts(struct sys_disk *disk, struct drive_facts *facts)
{
	char folder[PATH_MAX];
	struct block_disk whole;
	uint16_t vendor, product;
	uint64_t number;
	int err = sys_disk_whole(disk, &whole);

	*facts = (struct drive_facts){ .link = LINK_UNKNOWN };
	if (!err)
		err = sys_disk_folder(disk, folder);
	/* a character device without a disk in sysfs, such as /dev/null, is no drive */
	if (err)
		return err == -ENOENT && disk->character ? -ENOTBLK : err;
	facts->disk = whole;
	read_model(disk, folder, facts);
	if (!sysfs_u64(disk->host, folder, "size", &number))
		facts->bytes = number * 512;
	facts->has_rotational = !sysfs_u64(disk->host, folder, "queue/rotational", &number);
	facts->rotational = facts->has_rotational && number;
	for (size_t i = 0; i < LINKS && facts->link == LINK_UNKNOWN; i++) {
		if (strstr(folder, links[i].part))
			facts->link = links[i].link;
	}
	/* SATA disks can be connected to a SAS host adapter */
	if (facts->link == LINK_SAS && sysfs_is_ata(disk))
		facts->link = LINK_SATA;
	if (facts->link == LINK_USB && sysfs_usb_id(disk, &vendor, &product))
		snprintf(facts->bridge, sizeof(facts->bridge), "%04x:%04x", vendor, product);
	read_scsi_facts(disk, folder, facts);
	return 0;
}

/* --- the identity of a drive, without a command --- */

/* The attribute exists since Linux 5.15. */
static const char sequence_name[] = "diskseq";

static const char model_name[] = "device/model";

/* A drive may have only some of these attributes. */
static const char *const attributes[] = { "wwid", "device/wwid", "device/serial", model_name };

/* A partition's folder lacks the attribute: use its disk's folder, "../". */
static bool read_block_attribute(struct host *host, uint64_t rdev, const char *name,
				 char value[BLOCK_IDENTITY_VALUE_BYTES])
{
	static const char *const places[] = { "", "../" };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char path[128];

		snprintf(path, sizeof(path), "/sys/dev/block/%u:%u/%s%s", rdev_major(rdev),
			 rdev_minor(rdev), places[i], name);
		if (host_read_file(host, path, value, BLOCK_IDENTITY_VALUE_BYTES) > 0)
			return true;
	}
	return false;
}

static bool add_attribute(struct host *host, uint64_t rdev, const char *name,
			  char text[BLOCK_IDENTITY_BYTES])
{
	char value[BLOCK_IDENTITY_VALUE_BYTES];
	size_t at = strlen(text);

	if (!read_block_attribute(host, rdev, name, value))
		return false;
	snprintf(text + at, BLOCK_IDENTITY_BYTES - at, "%s=%s\n", name, value);
	return true;
}

static void read_identity(struct host *host, uint64_t rdev, char text[BLOCK_IDENTITY_BYTES])
{
	char removable[BLOCK_IDENTITY_VALUE_BYTES];
	bool takes_media =
		read_block_attribute(host, rdev, "removable", removable) && removable[0] == '1';

	text[0] = '\0';
	/* not for removable media: an open that detects a new medium changes the number */
	if (!takes_media && add_attribute(host, rdev, sequence_name, text))
		return;
	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		add_attribute(host, rdev, attributes[i], text);
}

void block_identity(struct host *host, const char *path, struct block_identity *identity)
{
	struct stat st;

	*identity = (struct block_identity){ .rdev = 0 };
	if (host_stat(host, path, &st) || !(S_ISBLK(st.st_mode) || S_ISCHR(st.st_mode)))
		return;
	identity->rdev = st.st_rdev;
	identity->character = S_ISCHR(st.st_mode);
	if (!identity->character)
		read_identity(host, identity->rdev, identity->text);
}

bool block_is_still(const struct sys_disk *disk, const struct block_identity *identity)
{
	char text[BLOCK_IDENTITY_BYTES] = "";

	if (!identity->rdev)
		return true;
	if (disk->rdev != identity->rdev || disk->character != identity->character)
		return false;
	if (disk->character)
		return true;
	if (!strncmp(identity->text, sequence_name, strlen(sequence_name)))
		add_attribute(disk->host, disk->rdev, sequence_name, text);
	else
		read_identity(disk->host, disk->rdev, text);
	return !strcmp(text, identity->text);
}

uint64_t sys_disk_sequence(struct sys_disk *disk)
{
	char number[BLOCK_IDENTITY_VALUE_BYTES];
	struct block_disk whole;

	return !sys_disk_whole(disk, &whole) &&
			       read_block_attribute(disk->host, whole.rdev, sequence_name, number)
		       ? strtoull(number, NULL, 10)
		       : 0;
}

uint64_t sys_events(struct host *host)
{
	char number[BLOCK_IDENTITY_VALUE_BYTES];

	return host_read_file(host, "/sys/kernel/uevent_seqnum", number, sizeof(number)) > 0
		       ? strtoull(number, NULL, 10)
		       : 0;
}

void sys_disk_names(struct sys_disk *disk, char *names, size_t size)
{
	char text[BLOCK_IDENTITY_BYTES] = "";
	struct block_disk whole;

	if (!sys_disk_whole(disk, &whole)) {
		for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
			add_attribute(disk->host, whole.rdev, attributes[i], text);
	}
	/* a model alone is no name: other drives have the same */
	if (!strncmp(text, model_name, strlen(model_name)))
		text[0] = '\0';
	snprintf(names, size, "%s", text);
}

/* --- the machine: power supply, name of the power cycle, power states of NVMe --- */

static bool supply_is(struct host *host, const char *supply, const char *name, const char *value)
{
	char text[64];

	return !sysfs_text(host, supply, name, text, sizeof(text)) && !strcmp(text, value);
}

/* A battery with the scope "Device", such as a mouse's, does not count. */
int machine_on_battery(struct host *host, bool *battery)
{
	bool mains = false, discharging = false;
	struct host_paths supplies;
	int err = host_glob(host, "/sys/class/power_supply/*", &supplies);

	for (size_t i = 0; i < supplies.n; i++) {
		const char *supply = supplies.path[i];

		if (supply_is(host, supply, "scope", "Device"))
			continue;
		if (supply_is(host, supply, "type", "Battery") ||
		    supply_is(host, supply, "type", "UPS"))
			discharging =
				discharging || supply_is(host, supply, "status", "Discharging");
		else
			mains = mains || supply_is(host, supply, "online", "1");
	}
	host_paths_free(&supplies);
	*battery = discharging && !mains;
	return err;
}

enum { BOOT_BYTES = 40 };

void machine_power_cycle(const struct sys_disk *disk, char *text, size_t size)
{
	struct host *host = disk->host;
	uint64_t sequence = 0, suspends = 0;
	char boot[BOOT_BYTES] = "", number[64];
	size_t n;

	/* do not count suspends if drives may keep their power, as with suspend-to-idle */
	if ((host_read_file(host, "/sys/power/mem_sleep", number, sizeof(number)) <= 0 ||
	     !strstr(number, "[s2idle]")) &&
	    host_read_file(host, "/sys/power/suspend_stats/success", number, sizeof(number)) > 0)
		suspends = strtoull(number, NULL, 10);
	if (host_read_file(host, "/proc/sys/kernel/random/boot_id", boot, sizeof(boot)) < 0)
		boot[0] = '\0';
	if (sysfs_own_u64(disk, "diskseq", &sequence))
		sequence = 0;
	text[0] = '\0';
	if (!boot[0] && !sequence)
		return;
	n = (size_t)snprintf(text, size, "%s/%" PRIu64, boot, sequence);
	if (suspends)
		snprintf(text + n, size - n, "/%" PRIu64, suspends);
}

const char *sys_nvme_latency_path(void)
{
	return "/sys/module/nvme_core/parameters/default_ps_max_latency_us";
}

void sys_nvme_default_latency(struct host *host, char text[DISK_TEXT_BYTES])
{
	if (host_read_file(host, sys_nvme_latency_path(), text, DISK_TEXT_BYTES) <= 0)
		text[0] = '\0';
}
