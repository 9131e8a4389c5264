// SPDX-License-Identifier: GPL-2.0-or-later
/* Descriptions of NVMe devices. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"
#include "text.h"

bool fake_is_nvme(const struct fake_device *d)
{
	return !strcmp(fake_kinds[d->kind].name, "nvme");
}

void fake_nvme_settle(struct fake_device *d)
{
	char bytes[12];

	snprintf(bytes, sizeof(bytes), "%u", 1u << d->nvme.formatted[d->nvme.format].shift);
	drive_option(&d->drive, "logical", bytes);
	d->logical = d->physical = 1u << d->nvme.formatted[d->nvme.format].shift;
}

static unsigned last_number(const char *name)
{
	const char *digits = name + strlen(name);

	while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
		digits--;
	return (unsigned)atoi(digits);
}

void fake_nvme_make(struct fake_device *d, int controller)
{
	static const struct fake_nvme usual = {
		.formats = 2,
		.formatted = { { .shift = 9 }, { .shift = 12 } },
		.eui = { 0x00, 0x25, 0x38, 0x5b, 0x71, 0xb0, 0xd8, 0xf1 },
		.model = "FAKE NVME SSD 1TB",
		.serial = "S3R1NX0K123456",
		.firmware = "2B2QEXM7",
		.version = 0x010300,
		.oncs = 0x5f,
		.oacs = 0x16,
		.mdts = 9,
		.power_states = 5,
		.non_operational = 3,
		.has_cache = true,
		.cache_on = true,
		.cache_saved = true,
		.kelvin = 312,
		.hwmon = "38850",
		.slots = 3,
		.active_slot = 1,
		.slot = { "", "2B2QEXM7" },
		.sanitize_takes = 20,
	};

	d->nvme = usual;
	d->nvme.controller = (int8_t)(controller < 0 ? d->number : controller);
	d->nvme.nsid = last_number(d->name);
	d->nvme.eui[7] = (uint8_t)(d->nvme.eui[7] + d->number);
}

static int hex_bytes(const char *text, uint8_t *to, size_t n)
{
	unsigned byte;
	size_t i = 0;

	memset(to, 0, n);
	for (; i < n && text[0] && text[1] && sscanf(text, "%2x", &byte) == 1; text += 2)
		to[i++] = (uint8_t)byte;
	return *text && strcmp(text, "none") != 0 ? -EINVAL : (int)i;
}

/* "512,4096:8": bytes of a block, and of its metadata */
static int option_formats(struct fake_nvme *n, const char *value)
{
	n->formats = 0;
	for (char *end; *value && n->formats < NVME_FORMATS_KEPT; value = end + (*end == ',')) {
		unsigned long bytes = strtoul(value, &end, 10);

		if (end == value)
			return -EINVAL;
		n->formatted[n->formats].shift = 0;
		while (bytes >> n->formatted[n->formats].shift > 1)
			n->formatted[n->formats].shift++;
		n->formatted[n->formats].metadata = 0;
		if (*end == ':')
			n->formatted[n->formats].metadata = (uint16_t)strtoul(end + 1, &end, 10);
		n->formats++;
	}
	return n->formats ? 0 : -EINVAL;
}

/* "01@80:00010400", "log02@1:0000": bytes in the answer of a CNS or log */
static int option_patch(struct fake_nvme *n, const char *value)
{
	struct nvme_patch *p = &n->patch[n->patches];
	unsigned page;
	char hex[40];
	int got;

	if (n->patches == NVME_PATCHES)
		return -ENOSPC;
	p->log = !strncmp(value, "log", 3);
	if (sscanf(value + (p->log ? 3 : 0), "%x@%u:%39s", &page, &p->at, hex) != 3)
		return -EINVAL;
	got = hex_bytes(hex, p->byte, sizeof(p->byte));
	if (got <= 0)
		return -EINVAL;
	p->page = (uint8_t)page;
	p->bytes = (unsigned)got;
	n->patches++;
	return 0;
}

static int option_cache(struct fake_nvme *n, const char *value)
{
	n->has_cache = strcmp(value, "none") != 0;
	n->cache_on = n->cache_saved = !strcmp(value, "on") || !strcmp(value, "stays-on");
	n->cache_ignores = !strncmp(value, "stays", 5);
	return 0;
}

static int option_temperature(struct fake_nvme *n, const char *value)
{
	n->kelvin = strcmp(value, "none") ? atoi(value) + 273 : 0;
	return 0;
}

static int option_text(char *to, size_t size, const char *value)
{
	snprintf(to, size, "%s", value);
	return 0;
}

/* "5,6": features as hexadecimal numbers. */
static uint32_t features(const char *list)
{
	uint32_t bits = 0;

	for (char *end; *list; list = end + (*end == ',')) {
		bits |= UINT32_C(1) << (strtoul(list, &end, 16) & 31);
		if (end == list)
			break;
	}
	return bits;
}

int fake_nvme_option(struct fake_device *d, const char *key, const char *value)
{
	struct fake_nvme *n = &d->nvme;
	unsigned hex = (unsigned)strtoul(value, NULL, 16), number = (unsigned)atoi(value);
	unsigned major, minor;

	if (!fake_has_nvme(d))
		return -ENOENT;
	if (!strcmp(key, "model"))
		return option_text(n->model, sizeof(n->model), value);
	if (!strcmp(key, "serial"))
		return option_text(n->serial, sizeof(n->serial), value);
	if (!strcmp(key, "fw"))
		return option_text(n->firmware, sizeof(n->firmware), value);
	if (!strcmp(key, "hwmon"))
		return option_text(n->hwmon, sizeof(n->hwmon), value);
	if (!strcmp(key, "formats"))
		return option_formats(n, value);
	if (!strcmp(key, "patch"))
		return option_patch(n, value);
	if (!strcmp(key, "write-cache"))
		return option_cache(n, value);
	if (!strcmp(key, "apst")) {
		n->has_apst = true;
		n->apst = !strcmp(value, "on");
		return 0;
	}
	if (!strcmp(key, "temp"))
		return option_temperature(n, value);
	if (!strcmp(key, "eui"))
		return hex_bytes(value, n->eui, 8) < 0 ? -EINVAL : 0;
	if (!strcmp(key, "nguid"))
		return hex_bytes(value, n->nguid, 16) < 0 ? -EINVAL : 0;
	if (!strcmp(key, "uuid"))
		return hex_bytes(value, n->uuid, 16) < 0 ? -EINVAL : 0;
	if (!strcmp(key, "version")) {
		if (sscanf(value, "%u.%u", &major, &minor) != 2)
			return -EINVAL;
		n->version = major << 16 | minor << 8;
	} else if (!strcmp(key, "format")) {
		n->format = number % NVME_FORMATS_KEPT;
	} else if (!strcmp(key, "oncs")) {
		n->oncs = (uint16_t)hex;
	} else if (!strcmp(key, "oacs")) {
		n->oacs = (uint16_t)hex;
	} else if (!strcmp(key, "sanicap")) {
		n->sanicap = hex;
	} else if (!strcmp(key, "fna")) {
		n->fna = (uint8_t)hex;
	} else if (!strcmp(key, "mdts")) {
		n->mdts = (uint8_t)number;
	} else if (!strcmp(key, "granule")) {
		n->granule = (uint8_t)number;
	} else if (!strcmp(key, "saves")) {
		n->saves = features(value);
	} else if (!strcmp(key, "saves-not")) {
		n->saves = n->lies = features(value);
	} else if (!strcmp(key, "saves-falsely")) {
		n->saves = n->forgets = features(value);
	} else if (!strcmp(key, "fixed")) {
		n->fixed = features(value);
	} else if (!strcmp(key, "tler")) {
		n->tler = n->tler_saved = (uint16_t)number;
	} else if (!strcmp(key, "tler-default")) {
		n->tler_default = (uint16_t)number;
	} else if (!strcmp(key, "dulbe")) {
		n->dulbe = true;
	} else if (!strcmp(key, "power-state")) {
		n->power_state = (uint8_t)number;
	} else if (!strcmp(key, "slots")) {
		n->slots = number % NVME_SLOTS;
	} else if (!strcmp(key, "extended-formats")) {
		n->extended_formats = true;
	} else if (!strcmp(key, "multipath")) {
		n->multipath = number ? (unsigned)number : 1;
	} else if (!strcmp(key, "slot-fixed")) {
		n->slot_fixed = true;
	} else if (!strcmp(key, "names-no-slot")) {
		n->names_no_slot = true;
	} else if (!strcmp(key, "activates-at-once")) {
		n->at_once = true;
	} else if (!strcmp(key, "commit-status")) {
		n->commit_status = (int)hex;
	} else if (!strcmp(key, "flbas")) {
		n->flbas = (uint8_t)hex & 0x10;
	} else if (!strcmp(key, "dps")) {
		n->dps = (uint8_t)hex;
	} else if (!strcmp(key, "format-takes")) {
		n->format_takes = number;
	} else if (!strcmp(key, "sanitize-takes")) {
		n->sanitize_takes = number;
	} else if (!strcmp(key, "sanitize-fails")) {
		n->sanitize_fails = true;
	} else {
		return -ENOENT;
	}
	return 0;
}
