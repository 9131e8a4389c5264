// SPDX-License-Identifier: GPL-2.0-or-later
/* The block layer of a fake device: ioctls, reads, and the disk behind a partition. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <linux/cdrom.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <scsi/sg.h>
#include "kernel.h"
#include "text.h"

enum { PAGE_BYTES = 4096, GOING_MS = 300 };

static uint64_t bytes_now(const struct fake_call *call)
{
	const struct fake_device *dev = call->dev;

	return dev->gone_from && call->world->nanoseconds >= dev->gone_from ? 0 : dev->bytes;
}

void fake_log(struct fake_call *call, const char *fmt, ...)
{
	char line[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	if (call->trace)
		call->trace(call->who, line);
}

struct fake_device *fake_whole(struct world *w, struct fake_device *dev)
{
	return dev->whole < 0 ? dev : &w->device[dev->whole];
}

const struct fake_device *fake_declared(const struct world *w, const char *name)
{
	for (unsigned i = 0; i < w->devices; i++)
		if (!strcmp(w->device[i].name, name))
			return &w->device[i];
	return NULL;
}

/* libata tells the kernel of word 217 in an emulated VPD page; bridges and others do not. */
bool fake_rotational(const struct fake_device *dev)
{
	const struct fake_kind *kind = &fake_kinds[dev->kind];

	if (kind->sg == SG_SCSI && dev->scsi.rpm == 1)
		return false;
	return kind->rotational && !(kind->sg == SG_LIBATA && dev->drive.id[217] == 1);
}

bool fake_write_cache(const struct world *w, const struct fake_device *dev)
{
	if (fake_is_nvme(dev))
		return w->device[dev->nvme.controller].nvme.cache_on;
	if (fake_kinds[dev->kind].sg == SG_SCSI)
		return dev->scsi.write_cache;
	return drive_bit(&dev->drive, 85, 5);
}

bool fake_look_ahead(const struct fake_device *dev)
{
	if (fake_kinds[dev->kind].sg == SG_SCSI)
		return !dev->scsi.no_ahead;
	return drive_bit(&dev->drive, 85, 6);
}

static bool held(const struct fake_device *d)
{
	return d->mounted || d->swapped || d->busy || d->btrfs || d->holder[0];
}

bool fake_in_use(const struct world *w, const struct fake_device *dev)
{
	int disk = dev->whole < 0 ? dev->number : dev->whole;

	for (unsigned i = 0; i < w->devices; i++) {
		const struct fake_device *d = &w->device[i];
		bool part = d->whole == disk;

		if (held(d) && (d == dev || (dev->whole < 0 && part) ||
				(dev->whole >= 0 && d->number == disk)))
			return true;
	}
	return false;
}

static int geometry(struct fake_call *call, void *arg)
{
	const struct fake_device *dev = call->dev;
	const struct fake_kind *kind = &fake_kinds[dev->kind];
	struct hd_geometry g = { 0 };
	uint64_t sectors = fake_whole(call->world, call->dev)->bytes / 512;

	if (!kind->heads && !kind->no_geometry)
		return -ENOTTY;
	if (!arg)
		return -EINVAL;
	if (kind->no_geometry) {
		*(struct hd_geometry *)arg = g;
		return 0;
	}
	g.heads = (unsigned char)kind->heads;
	g.sectors = (unsigned char)kind->sectors;
	g.cylinders = (unsigned short)(sectors / (kind->heads * kind->sectors));
	/* the legacy driver reports the translated geometry up to its limit */
	if (kind->hdio == HDIO_LEGACY && sectors / (kind->heads * kind->sectors) > 65535)
		g.cylinders = 65535;
	g.start = dev->start;
	*(struct hd_geometry *)arg = g;
	return 0;
}

/* Take a range as block/ioctl.c checks it. A discarded sector has its first contents again. */
static int discard(struct fake_call *call, const uint64_t asked[2])
{
	uint64_t range[2] = { asked[0], asked[1] };
	int err;

	struct fake_device *dev = call->dev, *whole = fake_whole(call->world, dev);
	unsigned size = drive_sector_bytes(&whole->drive);

	fake_log(call, "%s BLKDISCARD bytes=%llx at=%llx", dev->name, (unsigned long long)range[1],
		 (unsigned long long)range[0]);
	if (!dev->discards)
		return -EOPNOTSUPP;
	if (dev->readonly)
		return -EPERM;
	if (range[0] % dev->logical || range[1] % dev->logical || range[0] + range[1] > dev->bytes)
		return -EINVAL;
	err = fake_provisioning_discard(dev, range);
	if (err)
		return err;
	for (unsigned i = 0; i < DRIVE_SECTORS_KEPT; i++) {
		struct drive_sector *s = &whole->drive.sector[i];
		uint64_t at = s->lba * size - dev->start * 512;

		s->used = s->used && (at < range[0] || at - range[0] >= range[1]);
	}
	return 0;
}

/* Settings of the block layer. Return 1 for another ioctl, as the kernel returns -ENOIOCTLCMD. */
static int block_set(struct fake_call *call, unsigned long request, void *arg)
{
	struct fake_device *dev = call->dev;

	switch (request) {
	case BLKRASET:
		fake_log(call, "%s BLKRASET %lu", dev->name, (unsigned long)arg);
		dev->readahead = (unsigned long)arg * 512 / PAGE_BYTES;
		return 0;
	case BLKROSET:
		fake_log(call, "%s BLKROSET %d", dev->name, *(int *)arg);
		dev->readonly = *(int *)arg;
		return 0;
	case BLKFLSBUF:
		fake_log(call, "%s BLKFLSBUF", dev->name);
		dev->cached_to = 0;
		return 0;
	case BLKRRPART:
		fake_log(call, "%s BLKRRPART", dev->name);
		return dev->whole >= 0 ? -EINVAL : 0;
	case BLKDISCARD:
		return discard(call, arg);
	}
	return 1;
}

static int block_get(struct fake_call *call, unsigned long request, void *arg)
{
	const struct fake_device *dev = call->dev;

	switch (request) {
	case BLKRAGET:
	case BLKFRAGET:
		*(long *)arg = (long)(dev->readahead * PAGE_BYTES / 512);
		return 0;
	case BLKROGET:
		*(int *)arg = dev->readonly;
		return 0;
	case BLKGETSIZE:
		*(unsigned long *)arg = bytes_now(call) / 512;
		return 0;
	case BLKGETSIZE64:
		*(uint64_t *)arg = bytes_now(call);
		return 0;
	case BLKSSZGET:
		*(int *)arg = (int)dev->logical;
		return 0;
	case BLKPBSZGET:
		*(unsigned *)arg = dev->physical;
		return 0;
	case BLKBSZGET:
		*(int *)arg = PAGE_BYTES;
		return 0;
	case BLKROTATIONAL:
		*(unsigned short *)arg = fake_rotational(dev);
		return 0;
	case HDIO_GETGEO:
		return geometry(call, arg);
	}
	return 1;
}

static int cdrom(struct fake_call *call, unsigned long request, void *arg)
{
	const struct cdrom_generic_command *c = arg;

	if (!fake_kinds[call->dev->kind].cdrom)
		return 1;
	if (request == CDROM_SELECT_SPEED) {
		fake_log(call, "%s CDROM_SELECT_SPEED %lu", call->dev->name, (unsigned long)arg);
		return 0;
	}
	if (request == CDROM_SEND_PACKET) {
		fake_log(call, "%s CDROM_SEND_PACKET %02x%s", call->dev->name, c->cmd[0],
			 c->buffer && c->buflen && c->buffer[0] ? " (defaults)" : "");
		return 0;
	}
	return 1;
}

static int refusal(struct fake_device *dev, unsigned long request)
{
	for (unsigned i = 0; i < WORLD_REFUSALS; i++) {
		struct fake_refusal *r = &dev->refusal[i];

		if (!r->err || r->request != request)
			continue;
		if (r->skip) {
			r->skip--;
			continue;
		}
		if (r->times && --r->times == 0) {
			int err = r->err;

			r->err = 0;
			return -err;
		}
		return -r->err;
	}
	return 0;
}

static int dispatch(struct fake_call *call, unsigned long request, void *arg)
{
	struct fake_call whole = *call;
	int err;

	if (request == FAKE_FSYNC)
		return call->dev->character ? -EINVAL : 0;
	if (call->dev->character && fake_is_nvme(call->dev))
		return fake_nvme_ioctl(call, request, arg);
	if (call->dev->character) { /* a SCSI generic node has only SG_IO */
		whole.dev = fake_whole(call->world, call->dev);
		return request == SG_IO ? fake_sg_io(&whole, arg) : -EPERM;
	}
	err = block_set(call, request, arg);
	if (err > 0)
		err = block_get(call, request, arg);
	if (err > 0)
		err = cdrom(call, request, arg);
	if (err <= 0)
		return err;
	whole.dev = fake_whole(call->world, call->dev);
	if (fake_is_nvme(call->dev) && (request >> 8 & 0xff) == 'N')
		return fake_nvme_ioctl(call, request, arg);
	if (request == SG_IO)
		return fake_sg_io(&whole, arg);
	if ((request & ~0xfful) == 0x0300)
		return fake_hdio(call->dev->whole < 0 || request < HDIO_SET_MULTCOUNT ? &whole
										      : call,
				 request, arg);
	return -fake_kinds[call->dev->kind].unknown;
}

int fake_ioctl(struct fake_call *call, unsigned long request, void *arg)
{
	int err = refusal(call->dev, request);
	const char *name = fake_request_name(request);

	fake_pass_time(call->world, fake_whole(call->world, call->dev));
	if (request == SG_IO && call->dev->counts_commands)
		call->dev->read_here += 16 * 512;
	if (!err && request != SG_IO && fake_whole(call->world, call->dev)->drive.place)
		err = -ENODEV;
	if (!err)
		return dispatch(call, request, arg);
	if (name && request != SG_IO && !strstr(name, "GET"))
		fake_log(call, "%s %s = %s", call->dev->name, name, text_errno_name(-err));
	return err;
}

/*
 * Uncached reads take the disk's time, cached reads 1/50 of that. Small reads return real contents.
 */
static void spend(struct world *w, struct fake_device *dev, uint64_t offset, size_t n, bool direct)
{
	uint64_t ns = n * 1000ull / (dev->speed ? dev->speed : 100);

	if (!direct && offset + n <= dev->cached_to)
		ns /= 50;
	else if (offset <= dev->cached_to && !direct)
		dev->cached_to = offset + n;
	w->nanoseconds += ns;
	fake_whole(w, dev)->read_here += n;
}

bool fake_is_away(const struct world *w, const struct fake_device *dev)
{
	uint64_t ms = w->nanoseconds / 1000000;

	return ms >= dev->away_from && ms < dev->away_to;
}

/* Make the text of `stat`. Other programs read 16 sectors each millisecond. The counts have no
 * pass-through commands, and begin at 0 when a drive comes back. */
int fake_usage(const struct world *w, const struct fake_device *dev, char *text, size_t size)
{
	uint64_t ms = w->nanoseconds / 1000000, read = dev->read_here / 512, since = 0, reads;
	uint64_t writes;
	unsigned from = dev->others_from;

	if (ms >= dev->away_to)
		since = dev->away_to;
	if (since > from)
		from = dev->away_to;
	if (ms > from && dev->others_to > from)
		read += 16 * ((ms < dev->others_to ? ms : dev->others_to) - from);
	reads = fake_accesses(dev, FAKE_READS, since, ms);
	writes = 5 + fake_accesses(dev, FAKE_WRITES, since, ms);
	return snprintf(text, size, "%8llu 0 %8llu 0 %llu 0 %llu 0 %d 0 0 0 0 0 0 3 0\n",
			(unsigned long long)(read / 16 + reads),
			(unsigned long long)(read + 8 * reads), (unsigned long long)writes,
			(unsigned long long)writes * 8, ms >= dev->busy_from && ms < dev->busy_to);
}

/* Read from the devices below: md's members one after another, or the first one of a raid1. */
static ssize_t read_below(struct fake_call *call, uint8_t *buf, size_t bytes, uint64_t offset)
{
	const struct fake_device *dev = call->dev;
	struct fake_call lower = *call;
	uint64_t from = 0, start = 0;
	size_t done = 0;

	for (unsigned i = 0; i < (dev->members ? dev->members : 1) && done < bytes; i++) {
		const struct fake_device *below;
		uint64_t room, at = offset + done;
		size_t n = bytes - done;
		ssize_t got;

		below = fake_declared(call->world, dev->members ? dev->member[i].name : dev->slave);
		if (!below)
			return -EIO;
		lower.dev = &call->world->device[below->number];
		start = dev->members ? dev->member[i].offset * 512 : 0;
		room = lower.dev->bytes - start;
		if (at - from < room) {
			n = n < room - (at - from) ? n : room - (at - from);
			got = fake_read(&lower, buf + done, n, start + at - from, true);
			if (got != (ssize_t)n)
				return got < 0 ? got : -EIO;
			done += n;
		}
		from += strcmp(dev->raid, "raid1") ? room : 0;
	}
	return (ssize_t)done;
}

ssize_t fake_read(struct fake_call *call, void *buf, size_t bytes, uint64_t offset, bool direct)
{
	struct fake_device *dev = call->dev;
	struct fake_device *whole = fake_whole(call->world, dev);
	unsigned block = dev->logical, size = drive_sector_bytes(&whole->drive);
	uint8_t sector[DRIVE_SECTOR_MAX];
	uint64_t first, n;

	if (direct && (bytes % block || offset % block || (uintptr_t)buf % 512))
		return -EINVAL;
	if (offset >= dev->bytes)
		return 0;
	if (bytes > dev->bytes - offset)
		bytes = dev->bytes - offset;
	if (dev->read_err && offset + bytes > dev->read_err_from) {
		if (offset >= dev->read_err_from) {
			dev->bytes = dev->read_gone ? 0 : dev->bytes;
			if (dev->read_going && !dev->gone_from)
				dev->gone_from = call->world->nanoseconds + GOING_MS * 1000000ull;
			return -dev->read_err;
		}
		bytes = dev->read_err_from - offset;
	}
	if (dev->members || (dev->slave[0] && fake_declared(call->world, dev->slave)))
		return read_below(call, buf, bytes, offset);
	if ((fake_kinds[whole->kind].sg == SG_SCSI && !fake_scsi_ready(call->world, whole)) ||
	    (fake_is_nvme(whole) && !fake_nvme_ready(call->world, whole)))
		return -EIO;
	spend(call->world, dev, offset, bytes, direct);
	first = (dev->start * 512 + offset) / size;
	n = (bytes + size - 1) / size;
	drive_reach(&whole->drive, first, n);
	call->world->nanoseconds += drive_slow_ms(&whole->drive, first, n) * 1000000ull;
	if (bytes > 65536 && (!drive_gives_sector(&whole->drive, first) ||
			      drive_first_bad(&whole->drive, first, n) < first + n))
		return -EIO;
	for (size_t i = 0; i < bytes && bytes <= 65536;) {
		uint64_t at = dev->start * 512 + offset + i;
		size_t skip = at % size;

		n = size - skip;
		if (n > bytes - i)
			n = bytes - i;
		if (!drive_gives_sector(&whole->drive, at / size))
			return -EIO;
		drive_read_sector(&whole->drive, at / size, sector);
		memcpy((uint8_t *)buf + i, sector + skip, n);
		i += n;
	}
	return (ssize_t)bytes;
}

ssize_t fake_write(struct fake_call *call, const void *buf, size_t bytes, uint64_t offset)
{
	struct fake_device *dev = call->dev, *whole = fake_whole(call->world, dev);
	unsigned size = drive_sector_bytes(&whole->drive);

	fake_log(call, "%s write bytes=%zx at=%llx", dev->name, bytes, (unsigned long long)offset);
	if (dev->readonly || offset + bytes > dev->bytes || bytes % dev->logical)
		return -EPERM;
	if (dev->put_err)
		return -dev->put_err;
	for (size_t i = 0; i < bytes; i += size) {
		struct drive_sector *s =
			drive_sector(&whole->drive, (dev->start * 512 + offset + i) / size, true);

		if (!s || (s->unreadable && whole->drive.bad_writes))
			return -EIO;
		memcpy(s->data, (const uint8_t *)buf + i, size);
		s->unreadable = false;
	}
	return (ssize_t)bytes;
}
