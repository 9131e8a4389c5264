// SPDX-License-Identifier: GPL-2.0-or-later
/* Device descriptions: "sda sat id=ssd w85.5=0 sense=fixed refuse=BLKRASET:EACCES". */
#include <errno.h>
#include <fcntl.h>
#include <linux/major.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "kernel.h"
#include "text.h"

static const struct text_value sense_styles[] = {
	{ "desc", SENSE_DESCRIPTOR },	      { "fixed", SENSE_FIXED }, { "zero", SENSE_ZERO },
	{ "fixed-linux", SENSE_FIXED_LINUX }, { "none", SENSE_NONE },	{ NULL, 0 },
};

/* By system calls: the shim's own functions need a world. */
struct world *world_open(const char *folder)
{
	struct world *w = MAP_FAILED;
	char path[300];
	int fd;

	snprintf(path, sizeof(path), "%s/world", folder);
	fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
	if (fd < 0)
		return NULL;
	if (syscall(SYS_lseek, fd, 0, SEEK_END) == (long)sizeof(*w))
		w = mmap(NULL, sizeof(*w), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	syscall(SYS_close, fd);
	if (w == MAP_FAILED)
		return NULL;
	if (w->magic == WORLD_MAGIC)
		return w;
	munmap(w, sizeof(*w));
	return NULL;
}

struct fake_device *world_find(struct world *w, const char *path)
{
	for (unsigned i = 0; i < w->devices; i++) {
		struct fake_device *d = &w->device[i];

		if (!strcmp(d->path, path) || !strcmp(d->name, path) ||
		    (d->alias[0] && !strcmp(d->alias, path)))
			return d;
	}
	return NULL;
}

/* Read 256 words in hexadecimal, high byte first, as /proc/ide shows them. Return their number. */
static unsigned read_hex(const char *folder, const char *name, uint16_t *words, unsigned max)
{
	char path[512];
	unsigned n = 0, value;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "r");
	if (!f)
		return 0;
	while (n < max && fscanf(f, "%4x", &value) == 1)
		words[n++] = (uint16_t)value;
	fclose(f);
	return n;
}

static int option_image(struct fake_device *dev, const char *value, const char *folder)
{
	uint16_t words[256];

	if (!strstr(value, ".hex"))
		return drive_preset(&dev->drive, value);
	if (read_hex(folder, value, words, 256) != 256)
		return -EINVAL;
	drive_load(&dev->drive, words);
	return 0;
}

/* "30:8=file.hex": a page of a log; "e0:0" without a file: writable zeros. */
static int option_log(struct fake_device *dev, const char *value, const char *folder)
{
	char *end;
	unsigned long address = strtoul(value, &end, 16), page = 0;
	uint16_t words[256] = { 0 };
	struct drive_log *l;

	if (*end == ':')
		page = strtoul(end + 1, &end, 16);
	if (*end == '=' && read_hex(folder, end + 1, words, 256) != 256)
		return -EINVAL;
	l = drive_make_log(&dev->drive, (uint8_t)address, (uint16_t)page);
	if (!l)
		return -ENOSPC;
	l->writable = *end != '=';
	for (unsigned i = 0; i < 256; i++) {
		l->data[2 * i] = words[i] & 0xff;
		l->data[2 * i + 1] = (uint8_t)(words[i] >> 8);
	}
	return 0;
}

/* "BLKRASET:EACCES"; with "@2" only the second call. */
static int option_refuse(struct fake_device *dev, const char *value)
{
	char name[40], err[24], at[8] = "";
	struct fake_refusal r = { 0 };

	if (sscanf(value, "%39[^:]:%23[^@]@%7s", name, err, at) < 2)
		return -EINVAL;
	r.request = fake_request(name);
	r.err = text_errno(err);
	if (*at) {
		r.skip = (unsigned)atoi(at) - 1;
		r.times = 1;
	}
	if (!r.request || r.err <= 0)
		return -EINVAL;
	for (unsigned i = 0; i < WORLD_REFUSALS; i++)
		if (!dev->refusal[i].err) {
			dev->refusal[i] = r;
			return 0;
		}
	return -ENOSPC;
}

static int option_sense(struct fake_device *dev, const char *key, const char *value)
{
	int style = text_lookup(sense_styles, value);

	if (style < 0)
		return -EINVAL;
	if (strcmp(key, "sense-error"))
		dev->sense_ok = (enum sense_style)style;
	if (strcmp(key, "sense-ok"))
		dev->sense_error = (enum sense_style)style;
	return 0;
}

/* "ERRNO" or "ERRNO@BYTE"; "gone" for EIO, after which the device has no size; "going" */
static int option_read_error(struct fake_device *dev, const char *value)
{
	char name[24];
	unsigned long long at = 0;

	if (sscanf(value, "%23[^@]@%llu", name, &at) < 1)
		return -EINVAL;
	dev->read_gone = !strcmp(name, "gone");
	dev->read_going = !strcmp(name, "going");
	dev->read_err = text_errno(dev->read_gone || dev->read_going ? "EIO" : name);
	dev->read_err_from = at;
	return dev->read_err > 0 ? 0 : -EINVAL;
}

static int option_unreadable(struct fake_device *dev, const char *value)
{
	char name[24];

	if (sscanf(value, "%23[^:]:%47s", name, dev->unreadable) != 2)
		return -EINVAL;
	dev->unreadable_err = text_errno(name);
	return dev->unreadable_err > 0 ? 0 : -EINVAL;
}

static int option_reject(struct fake_device *dev, const char *value)
{
	unsigned k, a, q;

	if (sscanf(value, "%x/%x/%x", &k, &a, &q) != 3)
		return -EINVAL;
	dev->reject[0] = (uint8_t)k;
	dev->reject[1] = (uint8_t)a;
	dev->reject[2] = (uint8_t)q;
	return 0;
}

struct errno_option {
	const char *key;
	size_t offset;
};

static const struct errno_option errno_options[] = {
	{ "open", offsetof(struct fake_device, open_err) },
	{ "open-write", offsetof(struct fake_device, write_err) },
	{ "write-error", offsetof(struct fake_device, put_err) },
	{ "queue-write", offsetof(struct fake_device, queue_err) },
};

static int option_errno(struct fake_device *dev, const char *key, const char *value)
{
	for (size_t i = 0; i < sizeof(errno_options) / sizeof(*errno_options); i++)
		if (!strcmp(errno_options[i].key, key)) {
			int err = text_errno(value);

			*(int *)((char *)dev + errno_options[i].offset) = err;
			return err > 0 ? 0 : -EINVAL;
		}
	return -ENOENT;
}

/* "CODE:BYTES" of a command */
static int option_residue(struct fake_device *dev, const char *key, const char *value)
{
	bool lie = !strcmp(key, "residue");

	return sscanf(value, "%x:%d",
		      (unsigned *)(lie ? &dev->residue_command : &dev->short_command),
		      lie ? &dev->residue : &dev->short_bytes) == 2
		       ? 0
		       : -EINVAL;
}

static int option_block(struct fake_device *dev, const char *key, const char *value)
{
	unsigned long long n = strtoull(value, NULL, 0);

	if (!strcmp(key, "bytes"))
		dev->bytes = n;
	else if (!strcmp(key, "start"))
		dev->start = n;
	else if (!strcmp(key, "ro"))
		dev->readonly = true;
	else if (!strcmp(key, "mounted"))
		dev->mounted = true,
		snprintf(dev->mount_point, sizeof(dev->mount_point), "%s", value);
	else if (!strcmp(key, "mount-source"))
		snprintf(dev->mount_source, sizeof(dev->mount_source), "%s", value);
	else if (!strcmp(key, "btrfs"))
		dev->btrfs = true;
	else if (!strcmp(key, "on"))
		snprintf(dev->slave, sizeof(dev->slave), "%s", value);
	else if (!strcmp(key, "swapped"))
		dev->swapped = true;
	else if (!strcmp(key, "busy"))
		dev->busy = true;
	else if (!strcmp(key, "looped"))
		dev->looped = true;
	else if (!strcmp(key, "holder"))
		snprintf(dev->holder, sizeof(dev->holder), "%s", value);
	else if (!strcmp(key, "noproc"))
		dev->noproc = true;
	else if (!strcmp(key, "rights"))
		dev->rights = strtoull(value, NULL, 16);
	else if (!strcmp(key, "locks"))
		dev->tell_locks = true;
	else if (!strcmp(key, "nosys"))
		dev->nosys = true;
	else if (!strcmp(key, "tells-sanitize"))
		dev->tells_sanitize = true;
	else if (!strcmp(key, "hung-request-sense"))
		dev->hung_request_sense = true;
	else if (!strcmp(key, "readahead"))
		dev->readahead = n / 8;
	else if (!strcmp(key, "queue"))
		dev->queue_depth = (int)n;
	else if (!strcmp(key, "eh-timeout"))
		snprintf(dev->eh_timeout, sizeof(dev->eh_timeout), "%s", value);
	else if (!strcmp(key, "timeout"))
		snprintf(dev->timeout, sizeof(dev->timeout), "%s", value);
	else if (!strcmp(key, "queue-ignores"))
		dev->queue_ignores = true;
	else if (!strcmp(key, "speed"))
		dev->speed = (unsigned)n;
	else if (!strcmp(key, "delay"))
		dev->delay_ms = (unsigned)n,
		dev->delay_command =
			strchr(value, '/') ? (int)strtoul(strchr(value, '/') + 1, NULL, 16) : -1;
	else if (!strcmp(key, "uninterruptible"))
		dev->deaf = true;
	else if (!strcmp(key, "raid"))
		snprintf(dev->raid, sizeof(dev->raid), "%s", value);
	else if (!strcmp(key, "usb-id"))
		snprintf(dev->usb, sizeof(dev->usb), "%s", value);
	else if (!strcmp(key, "bridge"))
		snprintf(dev->bridge, sizeof(dev->bridge), "%s", value);
	else if (!strcmp(key, "no-transport-length"))
		dev->no_transport_length = true;
	else if (!strcmp(key, "usb-driver"))
		snprintf(dev->usb_driver, sizeof(dev->usb_driver), "%s", value);
	else if (!strcmp(key, "ports"))
		dev->bridge_ports = (uint8_t)strtoul(value, NULL, 16);
	else if (!strcmp(key, "others"))
		dev->counted = sscanf(value, "%u-%u", &dev->others_from, &dev->others_to) == 2;
	else if (!strcmp(key, "away"))
		sscanf(value, "%u-%u", &dev->away_from, &dev->away_to);
	else if (!strcmp(key, "runtime"))
		snprintf(dev->runtime, sizeof(dev->runtime), "%s", value);
	else if (!strcmp(key, "alias"))
		snprintf(dev->alias, sizeof(dev->alias), "%s", value);
	else if (!strcmp(key, "max-sectors-kb"))
		snprintf(dev->max_kb, sizeof(dev->max_kb), "%s", value);
	else if (!strcmp(key, "max-hw-sectors-kb"))
		snprintf(dev->max_hw_kb, sizeof(dev->max_hw_kb), "%s", value);
	else if (!strcmp(key, "kernel-names"))
		dev->kernel_names = true;
	else if (!strcmp(key, "vpd89"))
		dev->vpd89 = true;
	else if (!strcmp(key, "discards"))
		dev->discards = true;
	else if (!strcmp(key, "unasked"))
		dev->unasked = true;
	else if (!strcmp(key, "busstate"))
		dev->hdio.busstate = n;
	else if (!strcmp(key, "io32"))
		dev->hdio.io32 = n;
	else if (!strcmp(key, "multcount"))
		dev->hdio.mult = n;
	else if (!strcmp(key, "unmask"))
		dev->hdio.unmask = n;
	else if (!strcmp(key, "dma"))
		dev->hdio.dma = n;
	else
		return -ENOENT;
	return 0;
}

/* "exclusive" or "shared"; with "@N" only for N tries */
static int option_held(struct fake_device *dev, const char *value)
{
	char how[16];

	dev->held_tries = HELD_ALWAYS;
	if (sscanf(value, "%15[^@]@%u", how, &dev->held_tries) < 1)
		return -EINVAL;
	dev->held_shared = !strcmp(how, "shared");
	return dev->held_shared || !strcmp(how, "exclusive") ? 0 : -EINVAL;
}

/* "NAME"; with "@N" from the N-th open on */
static int option_becomes(struct fake_device *dev, const char *value)
{
	dev->becomes_at = 1;
	return sscanf(value, "%23[^@]@%u", dev->becomes, &dev->becomes_at) < 1 ? -EINVAL : 0;
}

static int option(struct fake_device *dev, const char *key, const char *value, const char *folder)
{
	int err;

	if (!strcmp(key, "id"))
		return option_image(dev, value, folder);
	if (!strcmp(key, "log"))
		return option_log(dev, value, folder);
	if (!strcmp(key, "refuse"))
		return option_refuse(dev, value);
	if (!strncmp(key, "sense", 5))
		return option_sense(dev, key, value);
	if (!strcmp(key, "unreadable"))
		return option_unreadable(dev, value);
	if (!strcmp(key, "reject"))
		return option_reject(dev, value);
	if (!strcmp(key, "short") || !strcmp(key, "residue"))
		return option_residue(dev, key, value);
	if (!strcmp(key, "held"))
		return option_held(dev, value);
	if (!strcmp(key, "becomes"))
		return option_becomes(dev, value);
	if (!strcmp(key, "read-error"))
		return option_read_error(dev, value);
	err = fake_is_nvme(dev) ? fake_nvme_option(dev, key, value)
				: fake_tunnel_option(dev, key, value);
	if (err == -ENOENT)
		err = fake_scsi_option(dev, key, value);
	if (err == -ENOENT)
		err = option_errno(dev, key, value);
	if (err == -ENOENT)
		err = option_block(dev, key, value);
	if (err == -ENOENT)
		err = fake_others_option(dev, key, value);
	if (err == -ENOENT)
		err = fake_mapping_option(dev, key, value);
	if (err == -ENOENT)
		err = fake_provisioning_option(dev, key, value);
	if (err == -ENOENT)
		err = fake_link_option(dev, key, value);
	if (err == -ENOENT)
		err = drive_option(&dev->drive, key, value);
	return err;
}

/* Cut off the next blank-separated word, which may have double quotes; NULL at the end. */
static char *next_word(char **text)
{
	char *p = *text + strspn(*text, " \t"), *start = p, *to = p;
	bool quoted = false;

	if (!*p)
		return NULL;
	for (; *p && (quoted || (*p != ' ' && *p != '\t')); p++) {
		if (*p == '"')
			quoted = !quoted;
		else
			*to++ = *p;
	}
	*text = *p ? p + 1 : p;
	*to = 0;
	return start;
}

static int apply(struct fake_device *dev, char *text, const char *folder, char *message,
		 size_t size)
{
	for (char *word; (word = next_word(&text));) {
		char *value = strchr(word, '=');
		int err;

		if (value)
			*value++ = 0;
		err = option(dev, word, value ? value : "", folder);
		if (err) {
			snprintf(message, size, "%s: %s=%s: %s", dev->name, word,
				 value ? value : "",
				 err == -ENOENT ? "no such option" : "bad value");
			return err;
		}
	}
	return 0;
}

static void settle(struct world *w, struct fake_device *dev)
{
	bool has_size = dev->bytes != 0;

	dev->logical = drive_sector_bytes(&dev->drive);
	if (dev->kernel_sector)
		dev->logical = dev->kernel_sector;
	dev->physical = dev->logical;
	if ((dev->drive.id[106] & 0xe000) == 0x6000)
		dev->physical = dev->logical << (dev->drive.id[106] & 15);
	if (dev->whole >= 0) {
		const struct fake_device *whole = &w->device[dev->whole];

		dev->logical = whole->logical;
		dev->physical = whole->physical;
		if (!has_size)
			dev->bytes = whole->bytes - dev->start * 512;
	} else if (!has_size) {
		dev->bytes = drive_sectors(&dev->drive) * drive_sector_bytes(&dev->drive);
		if (!fake_kinds[dev->kind].preset && !fake_kinds[dev->kind].cdrom)
			dev->bytes = 8ull << 30;
		if (fake_kinds[dev->kind].cdrom)
			dev->bytes = 700ull << 20;
	}
	if (fake_has_nvme(dev) && dev->whole < 0)
		fake_nvme_settle(dev);
	if (fake_kinds[dev->kind].sg == SG_SCSI && dev->whole < 0) {
		if (!dev->scsi.raw_bytes)
			dev->scsi.raw_bytes = dev->bytes;
		if (!dev->scsi.sector)
			dev->scsi.sector = dev->logical;
		fake_scsi_rescan(dev);
	}
}

static void make_disk(struct fake_device *dev, unsigned number)
{
	const struct fake_kind *kind = &fake_kinds[dev->kind];

	dev->major = kind->major;
	dev->minor = 16 * number;
	dev->queue_depth = kind->sg == SG_LIBATA && !kind->cdrom ? 31 : kind->sg ? 1 : -1;
	dev->sense_ok = kind->sense_ok;
	dev->sense_error = kind->sense_error;
	memcpy(dev->reject, kind->reject, sizeof(dev->reject));
	dev->bridge_ports = 0x04;
	dev->hdio.dma = dev->hdio.busstate = 1;
	dev->hdio.mult = 16;
	if (kind->hdio == HDIO_LIBATA)
		dev->hdio.io32 = 0;
	dev->drive.power = POWER_ACTIVE;
	if (kind->preset)
		drive_preset(&dev->drive, kind->preset);
	dev->scsi.wwn = 0x5000c500a0b0c000 + dev->number;
	if (kind->sg == SG_SCSI)
		fake_scsi_start(dev);
	if (kind->tunnels)
		fake_tunnel_start(dev);
	if (fake_is_nvme(dev))
		fake_nvme_make(dev, -1);
}

/* "part-of=sda" makes a partition; must be the first option. */
static int make_partition(struct world *w, struct fake_device *dev, const char *disk)
{
	struct fake_device *whole = world_find(w, disk);
	const char *digits = dev->name + strlen(dev->name);

	if (!whole)
		return -ENODEV;
	while (digits > dev->name && digits[-1] >= '0' && digits[-1] <= '9')
		digits--;
	dev->whole = (int8_t)(whole - w->device);
	dev->kind = whole->kind;
	dev->partition = (unsigned)atoi(digits);
	dev->major = whole->major;
	dev->minor = whole->minor + dev->partition;
	dev->start = 2048;
	return 0;
}

/* Usual numbers in the kernel's dynamic range. */
enum { NVME_CONTROLLER_MAJOR = 240, NVME_GENERIC_MAJOR = 241 };

static int make_node(struct world *w, struct fake_device *dev, const char *disk)
{
	int err = make_partition(w, dev, disk);

	if (err)
		return err;
	dev->character = true;
	dev->major = SCSI_GENERIC_MAJOR;
	dev->minor = dev->partition;
	dev->start = 0;
	if (!fake_is_nvme(dev))
		return 0;
	/* "ng0n1" is a namespace, "nvme0" a controller */
	dev->nvme.is_controller = dev->name[1] == 'v';
	dev->nvme.controller = w->device[dev->whole].nvme.controller;
	dev->major = dev->nvme.is_controller ? NVME_CONTROLLER_MAJOR : NVME_GENERIC_MAJOR;
	return 0;
}

static int make_namespace(struct world *w, struct fake_device *dev, const char *disk)
{
	const struct fake_device *first = world_find(w, disk);

	if (!first || !fake_is_nvme(first))
		return -ENODEV;
	dev->kind = first->kind;
	make_disk(dev, dev->number);
	fake_nvme_make(dev, first->nvme.controller);
	return 0;
}

int world_add(struct world *w, const char *text, const char *folder, char *message, size_t size)
{
	struct fake_device *dev = &w->device[w->devices];
	char copy[512], *rest = copy, *name, *kind;
	int err = 0, row;

	snprintf(copy, sizeof(copy), "%s", text);
	name = next_word(&rest);
	kind = name ? next_word(&rest) : NULL;
	row = kind ? fake_kind_by_name(kind) : -1;
	if (!kind || w->devices == WORLD_DEVICES || strlen(name) + 6 > sizeof(dev->name)) {
		snprintf(message, size, "bad device line: %s", text);
		return -EINVAL;
	}
	memset(dev, 0, sizeof(*dev));
	snprintf(dev->name, sizeof(dev->name), "%s", name);
	snprintf(dev->path, sizeof(dev->path), "/dev/%s", name);
	snprintf(dev->drive.name, sizeof(dev->drive.name), "%s", name);
	dev->number = (uint8_t)w->devices;
	dev->whole = -1;
	dev->readahead = 32; /* 128 KiB, the kernel's default */
	dev->speed = 100;
	if (row >= 0)
		dev->kind = (uint8_t)row, make_disk(dev, w->devices);
	else if (!strncmp(kind, "part-of=", 8))
		err = make_partition(w, dev, kind + 8);
	else if (!strncmp(kind, "namespace-of=", 13))
		err = make_namespace(w, dev, kind + 13);
	else if (!strncmp(kind, "node-of=", 8))
		err = make_node(w, dev, kind + 8);
	else
		err = -EINVAL;
	if (err) {
		snprintf(message, size, "%s: no such kind or disk: %s", name, kind);
		return err;
	}
	err = apply(dev, rest, folder, message, size);
	if (err)
		return err;
	settle(w, dev);
	w->magic = WORLD_MAGIC;
	w->devices++;
	return 0;
}

int world_change(struct world *w, const char *text, const char *folder, char *message, size_t size)
{
	char copy[512], *rest = copy, *name;
	struct fake_device *dev;
	int err;

	snprintf(copy, sizeof(copy), "%s", text);
	name = next_word(&rest);
	dev = name ? world_find(w, name) : NULL;
	if (!dev) {
		snprintf(message, size, "no such device: %s", text);
		return -ENODEV;
	}
	rest += strspn(rest, " ");
	if (!strcmp(rest, "power-cycle")) {
		drive_power_cycle(&dev->drive);
		fake_scsi_power_cycle(dev);
		fake_provisioning_power_cycle(dev);
		fake_nvme_power_cycle(dev);
		return 0;
	}
	if (!strcmp(rest, "reconnect")) {
		dev->drive.place = DRIVE_THERE;
		return 0;
	}
	if (!strncmp(rest, "fault ", 6)) {
		err = drive_add_fault(&dev->drive, rest + 6);
		if (err)
			snprintf(message, size, "%s: bad fault: %s", name, rest + 6);
		return err;
	}
	return apply(dev, rest, folder, message, size);
}
