// SPDX-License-Identifier: GPL-2.0-or-later
/* /sys and /proc as files, in the kernel's layout, so that ".." leads to the same folders. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "kernel.h"

static int make_folders(char *path)
{
	for (char *p = path + 1; (p = strchr(p, '/')); p++) {
		*p = 0;
		if (mkdir(path, 0755) && errno != EEXIST)
			return -errno;
		*p = '/';
	}
	return mkdir(path, 0755) && errno != EEXIST ? -errno : 0;
}

__attribute__((format(printf, 3, 4))) static void put(const char *folder, const char *name,
						      const char *fmt, ...)
{
	char path[1024];
	va_list ap;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	if (!f)
		return;
	va_start(ap, fmt);
	vfprintf(f, fmt, ap);
	va_end(ap);
	fclose(f);
}

/* Return the number of the device above a disk: the number of the NVMe controller. */
static unsigned above_number(const struct fake_device *whole)
{
	return fake_is_nvme(whole) ? (unsigned)atoi(whole->name + 4) : whole->number;
}

/* The kernel's folder for the disk of a subsystem with several paths (nvme_core.multipath). */
#define NVME_SUBSYSTEM "virtual/nvme-subsystem/nvme-subsys#"

/* The folder in /sys/devices of a disk or, inside the disk's folder, of a partition. */
static void device_folder(const struct world *w, const struct fake_device *dev, char *buf,
			  size_t size, bool relative)
{
	const struct fake_device *whole = dev->whole < 0 ? dev : &w->device[dev->whole];
	const struct fake_kind *kind = &fake_kinds[whole->kind];
	const char *path = whole->nvme.multipath ? NVME_SUBSYSTEM : kind->devpath;
	const char *target = strstr(path, "/target");
	char above[256];
	size_t n = 0;

	for (const char *p = path; *p && n + 4 < sizeof(above); p++) {
		/* disks behind a port multiplier share the port and its host */
		unsigned number =
			target && p < target ? fake_scsi_host(whole) : above_number(whole);

		n += (size_t)(*p == '#' ? snprintf(above + n, 4, "%u", number)
					: snprintf(above + n, 2, "%c", *p));
	}
	snprintf(buf, size, "%sdevices/%s%s/%s%s%s", relative ? "../" : "", above,
		 fake_is_nvme(dev) ? "" : "/block", whole->name, dev->whole < 0 ? "" : "/",
		 dev->whole < 0 ? "" : dev->name);
}

/*
 * True if the kernel has a time limit for commands: drivers without a handler lack it, as does the
 * disk of a multipath subsystem.
 */
static bool has_timeout(const struct fake_device *dev)
{
	const char *devpath = fake_kinds[dev->kind].devpath;

	/* blk-sysfs.c shows io_timeout only if the driver has a timeout() */
	return strcmp(dev->timeout, "none") != 0 && !dev->nvme.multipath &&
	       (strstr(devpath, "target#") || strstr(devpath, "nvme#") || strstr(devpath, "mmc#"));
}

/* Write the two attributes that change together; a disk without a mode has neither. */
static void write_discards(const struct fake_device *dev, const char *folder)
{
	char path[800], limit[24];

	fake_discard_limit(dev, limit);
	snprintf(path, sizeof(path), "%s/queue", folder);
	put(path, "discard_max_bytes", "%s\n", limit);
	if (fake_kinds[dev->kind].sg != SG_SCSI && !dev->provisioning.claimed)
		return;
	snprintf(path, sizeof(path), "%s/device/scsi_disk/%u:0:0:0", folder, dev->number);
	put(path, "provisioning_mode", "%s\n", fake_provisioning_mode(dev));
}

static void write_queue(const struct fake_device *dev, const char *folder)
{
	char path[800], limit[24];

	snprintf(path, sizeof(path), "%s/queue", folder);
	mkdir(path, 0755);
	put(path, "rotational", "%d\n", fake_rotational(dev));
	put(path, "logical_block_size", "%u\n", dev->logical);
	put(path, "physical_block_size", "%u\n", dev->physical);
	put(path, "hw_sector_size", "%u\n", dev->logical);
	put(path, "max_sectors_kb", "%s\n", dev->max_kb[0] ? dev->max_kb : "1280");
	put(path, "max_hw_sectors_kb", "%s\n", dev->max_hw_kb[0] ? dev->max_hw_kb : "32767");
	fake_discard_limit(dev, limit);
	put(path, "discard_max_bytes", "%s\n", limit);
	if (dev->provisioning.claimed)
		put(path, "discard_granularity", "%u\n", dev->physical);
	/* Linux 6.1 shows 0 where page B0h names a unit (seen with scsi_debug) */
	if (dev->provisioning.offset && !dev->provisioning.unit)
		put(folder, "discard_alignment", "%u\n", dev->provisioning.offset * dev->logical);
	put(path, "read_ahead_kb", "%lu\n", dev->readahead * 4);
	put(path, "iostats", "%d\n", !dev->no_iostats);
	if (has_timeout(dev))
		put(path, "io_timeout", "%s000\n", dev->timeout[0] ? dev->timeout : "30");
}

static void write_interface(const char *folder, const char *driver)
{
	char path[800], link[800];

	snprintf(path, sizeof(path), "%s/../../../../../drivers", folder);
	mkdir(path, 0755);
	snprintf(path, sizeof(path), "%s/../../../../../drivers/%s", folder, driver);
	mkdir(path, 0755);
	snprintf(path, sizeof(path), "drivers/%s", driver);
	snprintf(link, sizeof(link), "%s/../../../../../driver", folder);
	if (symlink(path, link) && errno != EEXIST)
		return;
}

/* "eui.", "0025..": write nothing and return false if all bytes are zero. */
static bool put_hex(const char *folder, const char *name, const char *before, const uint8_t *bytes,
		    size_t n)
{
	static const uint8_t none[16];
	char text[33];

	if (!memcmp(bytes, none, n))
		return false;
	for (size_t i = 0; i < n; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	put(folder, name, "%s%s\n", before, text);
	return true;
}

static void put_nvme_names(const struct fake_nvme *c, const char *folder)
{
	put(folder, "model", "%-40s\n", c->model);
	put(folder, "serial", "%-20s\n", c->serial);
	put(folder, "firmware_rev", "%-8s\n", c->firmware);
	put(folder, "subsysnqn", "nqn.2014.08.org.nvmexpress:144d144d%s%s\n", c->serial, c->model);
}

static void write_controller(const struct fake_nvme *c, const char *tolerance, const char *folder)
{
	char path[900];

	put_nvme_names(c, folder);
	put(folder, "transport", "pcie\n");
	put(folder, "state", "live\n");
	if (c->has_apst) {
		snprintf(path, sizeof(path), "%s/power", folder);
		mkdir(path, 0755);
		put(path, "pm_qos_latency_tolerance_us", "%s\n", tolerance);
	}
	if (!c->hwmon[0])
		return;
	snprintf(path, sizeof(path), "%s/hwmon3", folder);
	mkdir(path, 0755);
	put(path, "name", "nvme\n");
	put(path, "temp1_input", "%s\n", c->hwmon);
}

/*
 * Write a path to a disk of a subsystem (drivers/nvme/host/multipath.c): its controller nvmeN,
 * below it a hidden disk without a number, and the subsystem's link to the controller.
 */
static void write_path(const struct fake_device *dev, const struct fake_nvme *c, const char *folder,
		       unsigned i)
{
	static const char above[] = "pci0000:00/0000:00:03.0/0000:02:00.0/nvme";
	unsigned subsystem = above_number(dev), n = subsystem + 10 * i;
	char path[1000], hidden[1100], link[1200], target[1000], word[32];

	snprintf(path, sizeof(path), "%s/../../../../%s/nvme%u", folder, above, n);
	snprintf(hidden, sizeof(hidden), "%s/nvme%uc%un%u", path, subsystem, n, dev->nvme.nsid);
	if (make_folders(hidden))
		return;
	write_controller(c, fake_link_word(dev, i, word), path);
	put(hidden, "hidden", "1\n");
	put(hidden, "size", "%llu\n", (unsigned long long)dev->bytes / 512);
	write_queue(dev, hidden);
	snprintf(link, sizeof(link), "%s/queue", hidden);
	if (strcmp(dev->timeout, "none") != 0)
		put(link, "io_timeout", "%s000\n", dev->timeout[0] ? dev->timeout : "30");
	snprintf(link, sizeof(link), "%s/device", hidden);
	snprintf(target, sizeof(target), "%s/../nvme%u", folder, n);
	if (symlink("..", link) || symlink(path, target))
		return;
	snprintf(link, sizeof(link), "%s/../../../../../block/nvme%uc%un%u", folder, subsystem, n,
		 dev->nvme.nsid);
	snprintf(target, sizeof(target), "../devices/%s/nvme%u/nvme%uc%un%u", above, n, subsystem,
		 n, dev->nvme.nsid);
	if (symlink(target, link))
		return;
}

/* The controller above a namespace (drivers/nvme/host/sysfs.c), or the subsystem. */
static void write_nvme(const struct world *w, const struct fake_device *dev, const char *folder)
{
	const struct fake_nvme *n = &dev->nvme, *c = &w->device[n->controller].nvme;
	char path[800], word[32];

	put(folder, "nsid", "%u\n", n->nsid);
	put_hex(folder, "eui", "", n->eui, 8);
	put_hex(folder, "nguid", "", n->nguid, 16);
	if (!put_hex(folder, "wwid", "uuid.", n->uuid, 16) &&
	    !put_hex(folder, "wwid", "eui.", n->nguid, 16) &&
	    !put_hex(folder, "wwid", "eui.", n->eui, 8))
		put(folder, "wwid", "nvme.144d-%s-%08x\n", c->serial, n->nsid);
	snprintf(path, sizeof(path), "%s/device", folder);
	if (symlink("..", path) && errno != EEXIST)
		return;
	snprintf(path, sizeof(path), "%s/..", folder);
	if (!n->multipath)
		write_controller(c, fake_link_word(dev, 0, word), path);
	else
		put_nvme_names(c, path);
	for (unsigned i = 0; i < n->multipath; i++)
		write_path(dev, c, folder, i);
}

/* libata's ATA Information page: 60 bytes, then the IDENTIFY data. */
static void put_ata_page(const char *folder, const struct fake_device *dev)
{
	uint8_t page[572] = { 0, 0x89, 0x02, 0x38 };
	char path[1024];
	FILE *f;

	for (unsigned n = 0; n < 256; n++) {
		page[60 + 2 * n] = (uint8_t)dev->drive.id[n];
		page[61 + 2 * n] = (uint8_t)(dev->drive.id[n] >> 8);
	}
	snprintf(path, sizeof(path), "%s/vpd_pg89", folder);
	f = fopen(path, "w");
	if (!f)
		return;
	fwrite(page, 1, sizeof(page), f);
	fclose(f);
}

/* As in the INQUIRY data that libata makes: 16 characters of the model, the last 4 of the firmware.
 */
static void put_ata_names(const char *folder, const struct drive *d)
{
	char text[49];

	for (unsigned i = 0; i < 24; i++) {
		text[2 * i] = (char)(d->id[23 + i] >> 8);
		text[2 * i + 1] = (char)d->id[23 + i];
	}
	put(folder, "model", "%.16s\n", text + 8);
	put(folder, "rev", "%.4s\n", text + 4);
}

/* The port of a SATA disk (drivers/ata/libata-sata.c). */
static void write_port(const struct fake_device *dev, const char *root, const char *folder)
{
	char path[800], link[900], name[32];

	snprintf(name, sizeof(name), "host%u", fake_scsi_host(dev));
	snprintf(link, sizeof(link), "%s/sys/class/scsi_host", root);
	snprintf(path, sizeof(path), "%.600s/../../../../scsi_host/%s", folder, name);
	if (make_folders(path) || make_folders(link))
		return;
	put(path, "link_power_management_policy", "%s\n", dev->link_power);
	if (dev->link_supported[0])
		put(path, "link_power_management_supported", "%s\n", dev->link_supported);
	snprintf(link, sizeof(link), "%s/device", path);
	if (symlink("../..", link) && errno != EEXIST)
		return;
	snprintf(link, sizeof(link), "%s/sys/class/scsi_host/%s", root, name);
	if (symlink(path, link) && errno != EEXIST)
		return;
}

/* The SCSI (or other) device above the block device. */
static void write_parent(const struct world *w, const struct fake_device *dev, const char *root,
			 const char *folder)
{
	char path[800], target[16] = "../..";

	if (!strcmp(fake_kinds[dev->kind].devpath, "virtual"))
		return;
	if (fake_is_nvme(dev)) {
		write_nvme(w, dev, folder);
		return;
	}
	snprintf(path, sizeof(path), "%s/../..", folder);
	if (dev->queue_depth >= 0)
		put(path, "queue_depth", "%d\n", dev->queue_depth);
	if (strstr(fake_kinds[dev->kind].devpath, "target#"))
		put(path, "type", "%d\n", fake_kinds[dev->kind].cdrom ? 5 : 0);
	if (strstr(fake_kinds[dev->kind].devpath, "target#") && has_timeout(dev))
		put(path, "timeout", "%s\n", dev->timeout[0] ? dev->timeout : "30");
	if (strstr(fake_kinds[dev->kind].devpath, "target#") && strcmp(dev->eh_timeout, "none"))
		put(path, "eh_timeout", "%s\n", dev->eh_timeout[0] ? dev->eh_timeout : "10");
	put(path, "state", "running\n");
	if (strstr(fake_kinds[dev->kind].devpath, "/ata#")) {
		if (dev->link_power[0])
			write_port(dev, root, folder);
		put(path, "vendor", "ATA     \n");
		put(path, "wwid", "naa.%016llx\n", (unsigned long long)dev->scsi.wwn);
		if (dev->vpd89)
			put_ata_page(path, dev);
		if (dev->kernel_names)
			put_ata_names(path, &dev->drive);
	}
	if (strstr(fake_kinds[dev->kind].devpath, "/end_device-") &&
	    fake_kinds[dev->kind].sg != SG_SCSI)
		put(path, "vendor", "ATA     \n");
	if (dev->drivetemp) {
		snprintf(path, sizeof(path), "%s/../../hwmon/hwmon2", folder);
		make_folders(path);
		put(path, "temp1_input", "31000\n");
	}
	snprintf(path, sizeof(path), "%s/../../power", folder);
	mkdir(path, 0755);
	put(path, "runtime_status", "%s\n", dev->runtime[0] ? dev->runtime : "active");
	snprintf(path, sizeof(path), "%s/device", folder);
	if (symlink(target, path) && errno != EEXIST)
		return;
	if (dev->usb[0]) {
		/*
		 * .../1-N/1-N:1.0/hostN/targetN/N:0:0:0/block/sdX: the USB device is six folders up
		 */
		snprintf(path, sizeof(path), "%s/../../../../../..", folder);
		put(path, "idVendor", "%.4s\n", dev->usb);
		put(path, "idProduct", "%.4s\n", dev->usb + 5);
		put(path, "bcdDevice", "%s\n", dev->bcd[0] ? dev->bcd : "0100");
		write_interface(folder, dev->usb_driver[0] ? dev->usb_driver : "uas");
	}
}

static void put_page(const char *folder, const struct fake_device *dev, unsigned page)
{
	uint8_t data[256];
	size_t n = fake_scsi_page(dev, page, data);
	char path[1024];
	FILE *f;

	snprintf(path, sizeof(path), "%s/vpd_pg%02x", folder, page);
	f = n ? fopen(path, "w") : NULL;
	if (!f)
		return;
	fwrite(data, 1, n, f);
	fclose(f);
}

static void make_disk_folder(const struct fake_device *dev, const char *folder, char disk[880])
{
	snprintf(disk, 880, "%.800s/../../scsi_disk", folder);
	mkdir(disk, 0755);
	snprintf(disk, 880, "%.800s/../../scsi_disk/%u:0:0:0", folder, dev->number);
	mkdir(disk, 0755);
}

static void write_provisioning(const struct fake_device *dev, const char *folder, char disk[880])
{
	char path[800];

	snprintf(path, sizeof(path), "%s/../..", folder);
	if (!dev->provisioning.unkept) {
		put_page(path, dev, 0xb0);
		put_page(path, dev, 0xb2);
	}
	make_disk_folder(dev, folder, disk);
	put(disk, "provisioning_mode", "%s\n", fake_provisioning_mode(dev));
}

/* Write cache_type of an ATA drive behind a SAS adapter or a USB bridge: the write cache's state
 * when the kernel found the drive. */
static void write_cache_type(const struct fake_device *dev, const char *folder)
{
	const struct fake_scsi *s = &dev->scsi;
	bool back = s->kernel_cache_given ? s->kernel_write_cache : dev->drive.id[85] >> 5 & 1;
	char disk[880];

	make_disk_folder(dev, folder, disk);
	put(disk, "cache_type", "%s\n", back ? "write back" : "write through");
}

/* Write the attributes of the kernel's SCSI layer and disk driver. */
static void write_scsi(const struct fake_device *dev, const char *folder)
{
	const struct fake_scsi *s = &dev->scsi;
	char path[800], disk[880];

	snprintf(path, sizeof(path), "%s/../..", folder);
	put(path, "vendor", "%-8s\n", s->vendor);
	put(path, "model", "%-16s\n", s->product);
	put(path, "rev", "%-4s\n", s->revision);
	put(path, "rescan", "%s", "");
	if (!fake_scsi_lacks(dev, 0x12, 0x83))
		put(path, "wwid", "naa.%016llx\n", (unsigned long long)s->wwn);
	put_page(path, dev, 0x80);
	put_page(path, dev, 0x83);
	put_page(path, dev, 0xb1);
	write_provisioning(dev, folder, disk);
	put(disk, "cache_type", "%s\n", s->kernel_write_cache ? "write back" : "write through");
	put(disk, "allow_restart", "%d\n", s->allow_restart);
}

/* Write an array and its members: rdN is the member in slot N. */
static void write_array(const struct world *w, const struct fake_device *dev, const char *root,
			const char *folder)
{
	char md[700], member[760], target[1100], below[400];

	snprintf(md, sizeof(md), "%s/md", folder);
	mkdir(md, 0755);
	put(md, "level", "%s\n", dev->raid);
	put(md, "sync_action", "%s\n", dev->resync ? "resync" : "idle");
	put(md, "raid_disks", "%u\n", dev->members);
	for (unsigned i = 0; i < dev->members; i++) {
		const struct fake_device *part = fake_declared(w, dev->member[i].name);

		snprintf(member, sizeof(member), "%s/dev-%s", md, dev->member[i].name);
		mkdir(member, 0755);
		put(member, "slot", "%u\n", i);
		put(member, "state", "in_sync\n");
		put(member, "offset", "%llu\n", (unsigned long long)dev->member[i].offset);
		device_folder(w, part ? part : dev, below, sizeof(below), false);
		snprintf(target, sizeof(target), "%s/sys/%s", root, below);
		snprintf(member, sizeof(member), "%s/dev-%s/block", md, dev->member[i].name);
		if (symlink(target, member) && errno != EEXIST)
			return;
		snprintf(target, sizeof(target), "dev-%s", dev->member[i].name);
		snprintf(member, sizeof(member), "%s/rd%u", md, i);
		if (symlink(target, member) && errno != EEXIST)
			return;
	}
}

/*
 * Return the offset of the first physical sector (block/blk-settings.c,
 * queue_limit_alignment_offset()). Word 209 has the place of the disk's sector 0 in its physical
 * sector.
 */
static unsigned long alignment_offset(const struct world *w, const struct fake_device *dev)
{
	const struct fake_device *disk = dev->whole < 0 ? dev : &w->device[dev->whole];
	unsigned within = disk->drive.id[209] >> 14 == 1 ? disk->drive.id[209] & 0x3fff : 0;
	unsigned long start = dev->whole < 0 ? 0 : dev->start * 512;

	return (dev->physical - (within * dev->logical + start) % dev->physical) % dev->physical;
}

static void put_sequence(const struct fake_device *dev, const char *folder)
{
	put(folder, "diskseq", "%u\n", dev->number + 1u + WORLD_DEVICES * dev->drive.starts);
}

static int write_device(const struct world *w, const struct fake_device *dev, const char *root)
{
	char below[400], folder[600], link[700], target[880];
	int err;

	device_folder(w, dev, below, sizeof(below), false);
	snprintf(folder, sizeof(folder), "%s/sys/%s", root, below);
	err = make_folders(folder);
	if (err)
		return err;
	put(folder, "dev", "%u:%u\n", dev->major, dev->minor);
	put(folder, "size", "%llu\n", (unsigned long long)dev->bytes / 512);
	put(folder, "ro", "%d\n", dev->readonly);
	if (dev->physical)
		put(folder, "alignment_offset", "%lu\n", alignment_offset(w, dev));
	snprintf(link, sizeof(link), "%s/holders", folder);
	mkdir(link, 0755);
	if (dev->holder[0])
		put(link, dev->holder, "\n");
	if (dev->whole >= 0) {
		put(folder, "start", "%llu\n", (unsigned long long)dev->start);
		put(folder, "partition", "%u\n", dev->partition);
	} else {
		put_sequence(dev, folder);
		put(folder, "hidden", "0\n");
		put(folder, "removable", "%d\n",
		    fake_kinds[dev->kind].cdrom || dev->scsi.removable);
		snprintf(link, sizeof(link), "%s/slaves", folder);
		mkdir(link, 0755);
		if (dev->slave[0])
			put(link, dev->slave, "\n");
		for (unsigned i = 0; i < dev->members; i++)
			put(link, dev->member[i].name, "\n");
		write_queue(dev, folder);
		write_parent(w, dev, root, folder);
		if (fake_kinds[dev->kind].sg == SG_SCSI)
			write_scsi(dev, folder);
		else if (dev->provisioning.claimed)
			write_provisioning(dev, folder, target);
		if (fake_kinds[dev->kind].sg == SG_BRIDGE ||
		    (fake_kinds[dev->kind].sg == SG_LIBATA && dev->scsi.kernel_cache_given))
			write_cache_type(dev, folder);
		snprintf(link, sizeof(link), "%s/sys/block/%s", root, dev->name);
		device_folder(w, dev, target, sizeof(target), true);
		if (symlink(target, link))
			return -errno;
	}
	if (dev->raid[0])
		write_array(w, dev, root, folder);
	if (dev->backing[0]) {
		snprintf(link, sizeof(link), "%s/loop", folder);
		mkdir(link, 0755);
		put(link, "backing_file", "%s\n", dev->backing);
	}
	snprintf(link, sizeof(link), "%s/sys/dev/block/%u:%u", root, dev->major, dev->minor);
	snprintf(target, sizeof(target), "../../%s", below);
	if (symlink(target, link))
		return -errno;
	snprintf(link, sizeof(link), "%s/sys/class/block/%s", root, dev->name);
	return symlink(target, link) ? -errno : 0;
}

/* The kernel gives a disk that comes back a new number. */
void world_count_starts(const struct world *w, const char *root)
{
	for (unsigned i = 0; i < w->devices; i++) {
		const struct fake_device *dev = &w->device[i];
		char folder[700];

		snprintf(folder, sizeof(folder), "%s/sys/block/%s", root, dev->name);
		if (!dev->drive.starts || dev->whole >= 0 || dev->nosys)
			continue;
		put_sequence(dev, folder);
		write_discards(dev, folder);
	}
}

static void write_users(const struct world *w, const char *proc)
{
	char mounts[1024] = "rootfs / rootfs rw 0 0\n", loop[700], standard[40];
	char info[1024] = "1 0 0:2 / / rw - rootfs rootfs rw\n";
	char swaps[1024] = "Filename\tType\tSize\tUsed\tPriority\n";

	for (unsigned i = 0; i < w->devices; i++) {
		const struct fake_device *d = &w->device[i];
		size_t m = strlen(mounts), s = strlen(swaps);

		if (d->mounted) {
			const char *at = d->mount_point[0] ? d->mount_point : standard;
			const char *source = d->mount_source[0] ? d->mount_source : d->path;

			snprintf(standard, sizeof(standard), "/mnt/%s", d->name);
			snprintf(mounts + m, sizeof(mounts) - m, "%s %s ext4 rw 0 0\n", source, at);
			snprintf(info + strlen(info), sizeof(info) - strlen(info),
				 "36 1 %u:%u / %s rw,noatime shared:1 - ext4 %s rw\n", d->major,
				 d->minor, at, source);
		}
		if (d->btrfs) {
			snprintf(loop, sizeof(loop), "%s/../sys/fs/btrfs/0a1b-uuid/devices", proc);
			make_folders(loop);
			put(loop, d->name, "%s", "");
		}
		if (d->swapped)
			snprintf(swaps + s, sizeof(swaps) - s, "%s partition 1024 0 -2\n", d->path);
		if (d->looped) {
			snprintf(loop, sizeof(loop), "%s/../sys/block/loop7/loop", proc);
			make_folders(loop);
			put(loop, "backing_file", "%s\n", d->path);
		}
	}
	for (unsigned i = 0; i < w->devices; i++) {
		if (w->device[i].noproc)
			return;
	}
	put(proc, "sys/kernel/osrelease", "6.12.0\n");
	put(proc, "mounts", "%s", mounts);
	put(proc, "self/mounts", "%s", mounts);
	put(proc, "self/mountinfo", "%s", info);
	put(proc, "swaps", "%s", swaps);
}

/* The kernel's table of locks, with those of process 4711. */
static void write_locks(const struct world *w, const char *proc)
{
	char locks[2048] = "1: POSIX  ADVISORY  WRITE 1 00:19:3 0 EOF\n", of[700];

	for (unsigned i = 0; i < w->devices; i++) {
		size_t n = strlen(locks);

		if (w->device[i].noproc)
			return;
		if (w->device[i].held_tries)
			snprintf(locks + n, sizeof(locks) - n,
				 "%u: FLOCK  ADVISORY  %s 4711 00:05:%u 0 EOF\n", i + 2,
				 w->device[i].held_shared ? "READ " : "WRITE",
				 100u + w->device[i].number);
	}
	put(proc, "locks", "%s", locks);
	for (unsigned i = 0; i < w->devices; i++) {
		if (w->device[i].rights)
			put(proc, "self/status",
			    "Name:\thdparm\nUid:\t0\t0\t0\t0\nCapEff:\t%016" PRIx64 "\n",
			    w->device[i].rights);
	}
	snprintf(of, sizeof(of), "%s/4711", proc);
	mkdir(of, 0755);
	put(of, "comm", "mkfs.ext4\n");
}

/* The nodes of NVMe controllers and generic nodes, which have their own classes. */
static int write_nvme_node(const struct world *w, const struct fake_device *dev, const char *root)
{
	const char *class = dev->nvme.is_controller ? "nvme" : "nvme-generic";
	char below[400], folder[700], link[760], target[760];
	int err;

	device_folder(w, &w->device[dev->whole], below, sizeof(below), false);
	snprintf(folder, sizeof(folder), "%s/sys/%s/../%s", root, below,
		 dev->nvme.is_controller ? "." : dev->name);
	err = make_folders(folder);
	snprintf(target, sizeof(target), "%s/sys/class/%s", root, class);
	err = err ? err : make_folders(target);
	snprintf(link, sizeof(link), "%s/subsystem", folder);
	if (!err && symlink(target, link) && errno != EEXIST)
		err = -errno;
	snprintf(link, sizeof(link), "%s/device", folder);
	if (!err && symlink("..", link) && errno != EEXIST)
		err = -errno;
	snprintf(target, sizeof(target), "%s/sys/dev/char", root);
	err = err ? err : make_folders(target);
	snprintf(link, sizeof(link), "%s/sys/dev/char/%u:%u", root, dev->major, dev->minor);
	return err ? err : symlink(folder, link) ? -errno : 0;
}

/* Write a generic node: the disk below it, by name and number. */
static int write_node(const struct world *w, const struct fake_device *dev, const char *root)
{
	const struct fake_device *disk = &w->device[dev->whole];
	char folder[700], above[720];
	int err;

	if (fake_is_nvme(dev))
		return write_nvme_node(w, dev, root);
	snprintf(folder, sizeof(folder), "%s/sys/dev/char/%u:%u/device/block/%s", root, dev->major,
		 dev->minor, disk->name);
	err = make_folders(folder);
	if (err)
		return err;
	put(folder, "dev", "%u:%u\n", disk->major, disk->minor);
	snprintf(above, sizeof(above), "%s/../..", folder);
	put(above, "type", "%d\n", fake_kinds[disk->kind].cdrom ? 5 : 0);
	return 0;
}

/* Write only names: a program that scans /dev calls stat(), which finds the devices. */
static int write_names(const struct fake_device *dev, const char *folder)
{
	const char *names[] = { dev->path, dev->alias };
	int err = 0;

	for (size_t i = 0; i < 2 && !err; i++) {
		char path[700];

		if (!*names[i])
			continue;
		snprintf(path, sizeof(path), "%s%s", folder, names[i]);
		*strrchr(path, '/') = 0;
		err = make_folders(path);
		put(path, strrchr(names[i], '/') + 1, "%s", "");
	}
	return err;
}

static int write_links(const char *folder)
{
	static const char *const links[][2] = { { "dev/fd", "/proc/self/fd" },
						{ "dev/stdin", "/proc/self/fd/0" },
						{ "dev/stdout", "/proc/self/fd/1" },
						{ "dev/stderr", "/proc/self/fd/2" } };
	char path[600];

	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, links[i][0]);
		if (symlink(links[i][1], path) && errno != EEXIST)
			return -errno;
	}
	return 0;
}

/* Write running processes, "COMM:PID,COMM:PID". */
static void write_processes(const char *list, bool kernel, const char *root)
{
	char path[700], comm[16];
	unsigned pid;
	int n;

	for (; sscanf(list, "%15[^:]:%u%n", comm, &pid, &n) == 2; list += n + (list[n] == ',')) {
		snprintf(path, sizeof(path), "%s/proc/%u", root, pid);
		mkdir(path, 0755);
		put(path, "comm", "%s\n", comm);
		put(path, "stat", "%u (%s) S %d 0 0 0 -1 %u 0 0\n", pid, comm, kernel ? 2 : 1,
		    kernel ? 0x208040 : 0x400000);
	}
}

/* Write the running processes, and the pool of a partition or disk in udev's database. */
static void write_others(const struct fake_device *dev, const char *root)
{
	char path[700], name[32];

	write_processes(dev->runs, false, root);
	write_processes(dev->threads, true, root);
	if (dev->tracefs) {
		snprintf(path, sizeof(path), "%s/sys/kernel/tracing/instances", root);
		make_folders(path);
	}
	snprintf(path, sizeof(path), "%s/run/udev/data", root);
	if (!dev->pool[0] || make_folders(path))
		return;
	snprintf(name, sizeof(name), "b%u:%u", dev->major, dev->minor);
	put(path, name,
	    "S:disk/by-id/x\nE:ID_FS_LABEL=tank\nE:ID_FS_TYPE=zfs_member\nE:ID_FS_UUID=%s\n",
	    dev->pool);
}

/* Write the parameters of the kernel's modules (drivers/nvme/host/core.c). */
static void write_parameters(const struct world *w, const char *root)
{
	char path[700];
	bool wanted = false;

	for (unsigned i = 0; i < w->devices; i++)
		wanted |= fake_is_nvme(&w->device[i]) && w->device[i].nvme.has_apst;
	snprintf(path, sizeof(path), "%s/sys/module/nvme_core/parameters", root);
	if (wanted && !make_folders(path))
		put(path, "default_ps_max_latency_us", "100000\n");
}

int world_write_sysfs(const struct world *w, const char *folder)
{
	static const char *const folders[] = {
		"sys/block", "sys/devices", "sys/dev/block",	      "sys/class/block",
		"proc/self", "dev",	    "proc/sys/kernel/random", "sys/kernel"
	};
	char path[600];
	int err = 0;

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders) && !err; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, folders[i]);
		err = make_folders(path);
	}
	snprintf(path, sizeof(path), "%s/sys/kernel", folder);
	put(path, "uevent_seqnum", "1\n");
	snprintf(path, sizeof(path), "%s/proc", folder);
	put(path, "devices",
	    "Character devices:\n  1 mem\n 21 sg\n\nBlock devices:\n  3 ide0\n  7 loop\n  8 sd\n"
	    "  9 md\n 11 sr\n 22 ide1\n252 zram\n253 device-mapper\n254 virtblk\n259 blkext\n");
	put(path, "diskstats", "%s", "");
	put(path, "sys/kernel/random/boot_id", "5f1c0de0-0b00-4a7e-8d15-c0ffee000001\n");
	write_users(w, path);
	write_locks(w, path);
	write_parameters(w, folder);
	err = err ? err : write_links(folder);
	for (unsigned i = 0; i < w->devices && !err; i++)
		err = write_names(&w->device[i], folder), write_others(&w->device[i], folder);
	for (unsigned i = 0; i < w->devices && !err; i++)
		if (!w->device[i].nosys)
			err = w->device[i].character ? write_node(w, &w->device[i], folder)
						     : write_device(w, &w->device[i], folder);
	return err;
}
