// SPDX-License-Identifier: GPL-2.0-or-later
/* Discards of a SCSI disk: the kernel's mode and limit (drivers/scsi/sd.c, block/blk-sysfs.c),
 * pages B0h and B2h of the disk (SBC-4), and the effect of a discard. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"

static const char *const modes[] = { "full",	     "unmap",	       "writesame_16",
				     "writesame_10", "writesame_zero", "disabled" };

int fake_provisioning_option(struct fake_device *dev, const char *key, const char *value)
{
	struct fake_provisioning *p = &dev->provisioning;
	unsigned blocks = 0, descriptors = 1, offset = 0;

	if (!strcmp(key, "lbp")) {
		p->claimed = true;
		p->flags = (uint8_t)strtoul(value, NULL, 16);
	} else if (!strcmp(key, "unmap-blocks")) {
		if (sscanf(value, "%u:%u", &blocks, &descriptors) < 1)
			return -EINVAL;
		p->blocks = blocks;
		p->descriptors = descriptors;
	} else if (!strcmp(key, "unkept-pages")) {
		p->unkept = true;
	} else if (!strcmp(key, "discard-nothing")) {
		p->nothing = true;
	} else if (!strcmp(key, "discard-refused")) {
		p->refused = true;
	} else if (!strcmp(key, "limit-ignored")) {
		p->limit_ignored = true;
	} else if (!strcmp(key, "unmap-unit")) {
		if (sscanf(value, "%u:%u", &p->unit, &offset) < 1 || !p->unit)
			return -EINVAL;
		p->offset = offset;
	} else if (!strcmp(key, "mode-hidden")) {
		p->hidden = *value ? (unsigned)atoi(value) : 1;
	} else if (!strcmp(key, "mode-sigint")) {
		p->mode_sigint = true;
	} else if (!strcmp(key, "discard-shift")) {
		p->shift = atoi(value);
	} else if (!strcmp(key, "discard-more")) {
		p->more = (unsigned)atoi(value);
	} else if (!strcmp(key, "discard-offset")) {
		p->offset = (unsigned)atoi(value);
	} else {
		return -ENOENT;
	}
	return 0;
}

static void put(uint8_t *at, unsigned bytes, uint64_t value)
{
	while (bytes--) {
		at[bytes] = (uint8_t)value;
		value >>= 8;
	}
}

/* Return the length, 0 if the disk lacks the page; `data` is zero at entry. */
size_t fake_provisioning_page(const struct fake_device *dev, unsigned page, uint8_t data[256])
{
	const struct fake_provisioning *p = &dev->provisioning;

	if (!p->claimed)
		return 0;
	if (page == 0xb2) {
		data[5] = p->flags;
		return 4;
	}
	put(data + 20, 4, p->blocks);
	put(data + 24, 4, p->descriptors);
	if (p->unit) {
		put(data + 28, 4, p->unit);
		put(data + 32, 4, 0x80000000 | p->offset); /* UGAVALID */
	}
	return 0x3c;
}

const char *fake_provisioning_mode(const struct fake_device *dev)
{
	return dev->provisioning.is_hidden ? ""
	       : dev->provisioning.mode[0] ? dev->provisioning.mode
	       : dev->discards		   ? "unmap"
					   : "full";
}

/* Make the text of the limit: at first the disk's limit, the kernel's maximum after a program has
 * set the mode. */
void fake_discard_limit(const struct fake_device *dev, char text[24])
{
	unsigned long long most = 2147450880;

	if (dev->provisioning.mode[0])
		most = (unsigned long long)FAKE_DISCARD_MOST * dev->logical;
	if (dev->provisioning.limit && dev->provisioning.limit < most)
		most = dev->provisioning.limit;
	snprintf(text, 24, "%llu", dev->discards ? most : 0);
}

static int write_mode(struct fake_device *dev, const char *text, size_t bytes)
{
	struct fake_provisioning *p = &dev->provisioning;

	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		if (strlen(modes[i]) != bytes || memcmp(text, modes[i], bytes) != 0)
			continue;
		snprintf(p->mode, sizeof(p->mode), "%s", modes[i]);
		p->limit = 0;
		p->is_hidden = p->hidden > 0;
		p->hidden -= p->is_hidden;
		dev->discards = i > 0 && i < 5;
		if (p->mode_sigint)
			raise(SIGINT);
		p->mode_sigint = false;
		return 0;
	}
	return -EINVAL;
}

static int write_limit(struct fake_device *dev, const char *text)
{
	unsigned long long value = strtoull(text, NULL, 10);

	if (value % dev->physical || value / 512 > UINT32_MAX)
		return -EINVAL;
	if (!dev->provisioning.limit_ignored)
		dev->provisioning.limit = value;
	return 0;
}

int fake_provisioning_write(struct fake_device *dev, const char *name, const char *text,
			    size_t bytes)
{
	if (!strcmp(name, "provisioning_mode"))
		return write_mode(dev, text, bytes);
	return strcmp(name, "discard_max_bytes") != 0 ? 1 : write_limit(dev, text);
}

/* Units begin `offset` sectors behind the disk's start. */
static void keep_whole_units(const struct fake_device *dev, uint64_t range[2])
{
	const struct fake_provisioning *p = &dev->provisioning;
	uint64_t unit = p->unit ? (uint64_t)p->unit * dev->logical : dev->physical;
	uint64_t before = unit - (uint64_t)p->offset * dev->logical;
	uint64_t end = (range[0] + range[1] + before) / unit * unit;

	end = end > before ? end - before : 0;

	range[0] = (range[0] + before + unit - 1) / unit * unit - before;
	range[1] = end > range[0] ? end - range[0] : 0;
}

/* The kernel disables a command that the disk refuses as unknown, sd_done(). */
int fake_provisioning_discard(struct fake_device *dev, uint64_t range[2])
{
	struct fake_provisioning *p = &dev->provisioning;

	if (p->refused) {
		snprintf(p->mode, sizeof(p->mode), "disabled");
		dev->discards = false;
		return -EREMOTEIO;
	}
	if (p->offset || p->unit)
		keep_whole_units(dev, range);
	range[0] += (uint64_t)p->shift * dev->logical;
	range[1] = p->nothing ? 0 : range[1] + (uint64_t)p->more * dev->logical;
	return 0;
}

void fake_provisioning_power_cycle(struct fake_device *dev)
{
	if (!dev->provisioning.mode[0])
		return;
	dev->provisioning.mode[0] = 0;
	dev->provisioning.limit = 0;
	dev->discards = false;
}
