// SPDX-License-Identifier: GPL-2.0-or-later
/* Masks serial numbers and world wide names in what is recorded. */
#include "mask.h"
#include "exchange.h"
#include "ascii.h"
#include "nvme.h"
#include "scsi.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
	PAGE_BYTES = 512,
	WWN_MAKER_DIGITS = 7,
	SHORTEST = 4 /* a shorter text would be found everywhere */
};

static void trim(const char whole[SERIAL_BYTES], char text[SERIAL_BYTES + 1])
{
	size_t start = 0, n = SERIAL_BYTES;

	while (n > 0 && (whole[n - 1] == ' ' || whole[n - 1] == '\0'))
		n--;
	while (start < n && whole[start] == ' ')
		start++;
	memcpy(text, whole + start, n - start);
	text[n - start] = '\0';
}

/*
 * The drive swaps the characters of each word; kernels swap them back for HDIO_GET_IDENTITY. The
 * data do not show which it is, so both spellings are kept.
 */
static void learn(struct mask *mask, const uint8_t *page)
{
	const uint8_t *raw = ata_id_serial(page);
	uint64_t wwn = ata_id_world_wide_name(page);
	char as_is[SERIAL_BYTES], swapped[SERIAL_BYTES];
	unsigned at = mask->n;

	for (unsigned i = 0; i < mask->n; i++) {
		if (!memcmp(mask->drive[i].raw, raw, SERIAL_BYTES))
			return;
	}
	if (at == MASK_DRIVES)
		return;
	memcpy(mask->drive[at].raw, raw, SERIAL_BYTES);
	for (unsigned i = 0; i < SERIAL_BYTES; i++) {
		as_is[i] = (char)raw[i];
		swapped[i] = (char)raw[i ^ 1];
	}
	trim(as_is, mask->drive[at].serial[0]);
	trim(swapped, mask->drive[at].serial[1]);
	if (wwn)
		snprintf(mask->drive[at].wwn, sizeof(mask->drive[at].wwn), "%016" PRIx64, wwn);
	else
		mask->drive[at].wwn[0] = '\0';
	mask->n++;
}

static void learn_name(struct mask *mask, const char *text, bool number)
{
	size_t n = strlen(text);

	if (n < SHORTEST || n >= MASK_NAME_BYTES || mask->names == MASK_NAMES)
		return;
	for (unsigned i = 0; i < mask->names; i++) {
		if (!strcmp(mask->name[i].text, text))
			return;
	}
	memcpy(mask->name[mask->names].text, text, n + 1);
	mask->name[mask->names++].number = number;
}

/* Attributes of NVMe and SCSI disks; a wwid has its kind before the dot. */
static const struct {
	const char *name;
	bool number;
} attributes[] = {
	{ "/serial", false }, { "/subsysnqn", false }, { "/wwid", true },
	{ "/eui", true },     { "/nguid", true },      { "/uuid", true },
};

void mask_learn_attribute(struct mask *mask, const char *path, const char *text)
{
	const char *name = strrchr(path, '/'), *dot = strchr(text, '.');
	char trimmed[MASK_NAME_BYTES];

	if (strncmp(path, "/sys/", 5))
		return;
	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (strcmp(name, attributes[i].name))
			continue;
		if (!strcmp(name, "/wwid") && dot)
			text = dot + 1;
		ascii_shown(text, sizeof(trimmed) - 1, trimmed);
		learn_name(mask, trimmed, attributes[i].number);
	}
}

static bool blank(uint8_t byte)
{
	return byte == ' ' || byte == 0;
}

/* Replaces the characters of `find` by 'X' everywhere in the data. */
static void blot_out(uint8_t *data, size_t bytes, const void *find, size_t n)
{
	for (size_t at = 0; n >= SHORTEST && at + n <= bytes; at++) {
		if (memcmp(data + at, find, n))
			continue;
		for (size_t i = 0; i < n; i++) {
			if (!blank(data[at + i]))
				data[at + i] = 'X';
		}
	}
}

static void blot_known(const struct mask *mask, uint8_t *data, size_t bytes)
{
	for (unsigned i = 0; i < mask->n; i++) {
		blot_out(data, bytes, mask->drive[i].raw, SERIAL_BYTES);
		blot_out(data, bytes, mask->drive[i].serial[0], strlen(mask->drive[i].serial[0]));
		blot_out(data, bytes, mask->drive[i].serial[1], strlen(mask->drive[i].serial[1]));
	}
	for (unsigned i = 0; i < mask->names; i++)
		blot_out(data, bytes, mask->name[i].text, strlen(mask->name[i].text));
}

void mask_data(struct mask *mask, enum mask_kind kind, uint8_t *data, size_t bytes)
{
	if (kind == MASK_INQUIRY)
		scsi_page_make_anonymous(data, bytes);
	for (size_t at = 0; at + PAGE_BYTES <= bytes; at += PAGE_BYTES) {
		if ((kind == MASK_IDENTIFY && at == 0) || ata_checksum_valid(data + at)) {
			learn(mask, data + at);
			ata_id_make_anonymous(data + at);
		}
	}
	blot_known(mask, data, bytes);
}

void mask_nvme(struct mask *mask, int cns, uint8_t *data, size_t bytes)
{
	struct nvme_controller ctrl;
	struct nvme_names names = { 0 };

	if (bytes < NVME_IDENTIFY_BYTES) {
		blot_known(mask, data, bytes);
		return;
	}
	if (cns == NVME_CNS_CONTROLLER && nvme_controller_decode(data, &ctrl))
		learn_name(mask, ctrl.serial, false);
	else if (cns == NVME_CNS_NAMESPACE)
		nvme_names_of_namespace(data, &names);
	else if (cns == NVME_CNS_NAMES)
		nvme_names_decode(data, &names);
	learn_name(mask, names.eui64, true);
	learn_name(mask, names.nguid, true);
	learn_name(mask, names.uuid, true);
	nvme_make_anonymous(cns, data, bytes);
	blot_known(mask, data, bytes);
}

/* The text is encoded as in recordings, so the name is encoded before the search. */
static void blot_text(char *text, const char *name, char by)
{
	char find[3 * MASK_NAME_BYTES + 1];
	size_t n;

	encode_text(name, strlen(name), find, sizeof(find));
	n = strlen(find);

	if (n < SHORTEST)
		return;
	for (; *text; text++) {
		if (strncasecmp(text, find, n))
			continue;
		for (size_t i = 0; i < n; i++) {
			if (by != '0' || hex_digit(text[i]) >= 0)
				text[i] = by;
		}
	}
}

/* Keeps the first digits of a hexadecimal number, which name the vendor; the others become 0. */
static void blot_number(char *at, const char *end, size_t kept)
{
	for (; at < end; at++) {
		if (hex_digit(*at) < 0)
			continue;
		if (kept)
			kept--;
		else
			*at = '0';
	}
}

/* What was read from a file need not end with a NUL. */
static bool is_hex_number(const char *at, const char *end)
{
	bool all = at < end;

	while (all && at < end)
		all = *at == '-' || isxdigit((unsigned char)*at), at++;
	return all;
}

/* Masks world wide names: no other number in a device's name is as long. */
static void mask_long_numbers(char *at, char *end)
{
	enum { SHORTEST_WWN = 16 };

	while (at < end) {
		size_t n = strspn(at, "0123456789abcdefABCDEF");

		if (n > (size_t)(end - at))
			n = (size_t)(end - at);
		if (n >= SHORTEST_WWN)
			/* an odd number of digits: scsi_id's type comes first */
			blot_number(at, at + n, WWN_MAKER_DIGITS + n % 2);
		at += n ? n : 1;
	}
}

/*
 * Names with only a number behind the bus and its kind: 60-persistent-storage.rules of udev,
 * scsi_id's type of a designator (SPC-5 7.7.6: 2 EUI-64, 3 NAA), nvme's wwid (drivers/nvme).
 */
static const struct {
	const char *prefix;
	size_t kept; /* digits that name the vendor */
} numbers[] = {
	{ "wwn-0x", WWN_MAKER_DIGITS },
	{ "wwn-eui.", 0 },
	{ "wwn-uuid.", 0 },
	{ "wwn-nvme.", 4 },
	{ "nvme-eui.", 0 },
	{ "nvme-uuid.", 0 },
	{ "nvme-nvme.", 4 },
	{ "scsi-2", 0 },
	{ "scsi-3", WWN_MAKER_DIGITS },
};

/* Names with only a serial number or the like behind the prefix. */
static const char *const serials[] = { "virtio-", "ieee1394-", "scsi-8" };

static bool mask_whole(char *name, const char *end)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		size_t n = strlen(numbers[i].prefix);

		if (strncmp(name, numbers[i].prefix, n) || !is_hex_number(name + n, end))
			continue;
		blot_number(name + n, end, numbers[i].kept);
		return true;
	}
	for (size_t i = 0; i < sizeof(serials) / sizeof(serials[0]); i++) {
		size_t n = strlen(serials[i]);

		if (strncmp(name, serials[i], n) || name + n >= end)
			continue;
		memset(name + n, 'X', (size_t)(end - name) - n);
		return true;
	}
	return false;
}

/* Behind the last '_' before `end`, or NULL. */
static char *last_part(char *name, const char *end)
{
	char *part = NULL;

	for (char *at = name; at < end; at++) {
		if (*at == '_')
			part = at + 1;
	}
	return part;
}

/*
 * Names that udev makes of drives' identities: BUS-MODEL_SERIAL, also of drives whose IDENTIFY data
 * are not recorded. NVMe's may end in "_" and the number of a namespace. If the last part has
 * digits only it may be either, so both parts are masked.
 */
static void mask_id_link(char *name, char *end)
{
	char *serial, *before, *part = strstr(name, "-part");

	if (part && part < end)
		end = part;
	if (mask_whole(name, end))
		return;
	mask_long_numbers(name, end);
	serial = last_part(name, end);
	if (!serial) {
		/* scsi_id's digit for the type, then its identity of the drive */
		if (!strncmp(name, "scsi-", 5) && name + 6 < end)
			memset(name + 6, 'X', (size_t)(end - name) - 6);
		return;
	}
	before = strncmp(name, "nvme-", 5) ? NULL : last_part(name, serial - 1);
	if (before && strspn(serial, "0123456789") >= (size_t)(end - serial))
		memset(before, 'X', (size_t)(serial - 1 - before));
	memset(serial, 'X', (size_t)(end - serial));
}

static void mask_names(char *text, const char *folder, void (*mask_name)(char *name, char *end))
{
	for (char *at = text; (at = strstr(at, folder));) {
		at += strlen(folder);
		mask_name(at, at + strcspn(at, " /%"));
	}
}

/* "naa.5000c500a0b0c0d0", "eui.0025385..", "t10.MAKER MODEL SERIAL" (drivers/scsi, nvme) */
static void mask_world_wide_id(char *id, size_t bytes)
{
	char *end = id + bytes, *number = memchr(id, '.', bytes);

	number = number ? number + 1 : id;
	if (is_hex_number(number, end))
		blot_number(number, end,
			    bytes > 4 && !memcmp(id, "naa.", 4) ? WWN_MAKER_DIGITS : 0);
	else
		memset(number, 'X', (size_t)(end - number));
}

void mask_attribute(const char *path, char *contents, size_t bytes)
{
	const char *name = strrchr(path, '/');

	if (!name || strncmp(path, "/sys/", 5))
		return;
	if (!strcmp(name, "/wwid"))
		mask_world_wide_id(contents, bytes);
	else if (!strcmp(name, "/vpd_pg89") && bytes > VPD_ATA_IDENTIFY + ID_NAMES_BYTES)
		ata_id_make_anonymous((uint8_t *)contents + VPD_ATA_IDENTIFY);
	else if (!strcmp(name, "/vpd_pg80") || !strcmp(name, "/vpd_pg83"))
		scsi_page_make_anonymous((uint8_t *)contents, bytes);
}

void mask_text(const struct mask *mask, char *text)
{
	mask_names(text, "/dev/disk/by-id/", mask_id_link);
	mask_names(text, "/dev/disk/by-path/", mask_long_numbers);
	mask_names(text, "/dev/mapper/", mask_long_numbers);
	for (unsigned i = 0; i < mask->n; i++) {
		for (unsigned k = 0; k < 2; k++) {
			char in_link[SERIAL_BYTES + 1];

			snprintf(in_link, sizeof(in_link), "%s", mask->drive[i].serial[k]);
			for (char *at = in_link; *at; at++)
				*at = *at == ' ' ? '_' : *at;
			blot_text(text, mask->drive[i].serial[k], 'X');
			blot_text(text, in_link, 'X');
		}
		blot_text(text, mask->drive[i].wwn, '0');
	}
	for (unsigned i = 0; i < mask->names; i++)
		blot_text(text, mask->name[i].text, mask->name[i].number ? '0' : 'X');
}
