// SPDX-License-Identifier: GPL-2.0-or-later
/* Masks serial numbers and world wide names in what is recorded. */
#include "mask.h"
#include "nvme_data.h"
#include "script.h"
#include "scsi_data.h"
#include "text.h"

#include <inttypes.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>

enum {
	PAGE_BYTES = 512,
	WWN_MAKER_DIGITS = 7,
	SHORTEST = 4 /* a shorter text would be found everywhere */
};

static size_t hex_digits(const char *at)
{
	return strspn(at, "0123456789abcdefABCDEF");
}

static bool blank(uint8_t byte)
{
	return byte == ' ' || byte == 0;
}

/* Keeps a name without outer blanks; a whole serial number, if it is a short one. */
static void learn_bytes(struct mask *mask, const char *name, size_t n, bool number)
{
	const char *whole = name;
	size_t room = n;

	while (n && blank((uint8_t)name[n - 1]))
		n--;
	for (; n && *name == ' '; n--)
		name++;
	if (n && n < SHORTEST && room == SERIAL_BYTES) {
		name = whole;
		n = room;
	}
	if (n < SHORTEST || n > MASK_NAME_BYTES)
		return;
	for (unsigned i = 0; i < mask->n; i++) {
		if (mask->name[i].bytes == n && !memcmp(mask->name[i].raw, name, n))
			return;
	}
	mask->full |= mask->n == MASK_NAMES;
	if (mask->full)
		return;
	memcpy(mask->name[mask->n].raw, name, n);
	mask->name[mask->n].bytes = n;
	mask->name[mask->n].number = number;
	encode_text(name, n, mask->name[mask->n].text, sizeof(mask->name[mask->n].text));
	mask->n++;
}

static void learn_name(struct mask *mask, const char *text, bool number)
{
	learn_bytes(mask, text, strlen(text), number);
}

/*
 * The drive swaps the characters of each word; kernels swap them back for HDIO_GET_IDENTITY. The
 * data do not show which it is, so both spellings are kept; links have '_' for blanks.
 */
static void learn(struct mask *mask, const uint8_t *page)
{
	const uint8_t *raw = ata_id_serial(page);
	uint64_t wwn = ata_id_world_wide_name(page);
	char text[SERIAL_BYTES + 1];

	for (unsigned swap = 0; swap < 2; swap++) {
		for (unsigned i = 0; i < SERIAL_BYTES; i++)
			text[i] = (char)raw[i ^ swap];
		learn_bytes(mask, text, SERIAL_BYTES, false);
	}
	snprintf(text, sizeof(text), "%016" PRIx64, wwn);
	if (wwn)
		learn_name(mask, text, true);
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

size_t mask_kept(struct mask *mask, char *text)
{
	static const char before[] = "\nserial ";
	const char *value = strstr(text, before);
	char name[MASK_NAME_BYTES];

	if (value) {
		value += strlen(before);
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(value, "\n"), value);
		learn_name(mask, name, false);
	}
	for (char *at = text; *at;) {
		size_t n = hex_digits(at);

		/* all ones: no word is such a password, so a replay takes it for none it knows */
		if (n >= 2 * SECRET_BYTES)
			memset(at, 'f', n);
		at += n ? n : 1;
	}
	return strlen(text);
}

/* Replaces the characters of a name by 'X' everywhere in the data. */
static void blot_out(uint8_t *data, size_t bytes, const char *name, size_t n)
{
	for (size_t at = 0; at + n <= bytes; at++) {
		bool here = !memcmp(data + at, name, n);

		for (size_t i = 0; here && i < n; i++) {
			if (!blank(data[at + i]))
				data[at + i] = 'X';
		}
	}
}

static void learn_nvme(struct mask *mask, int cns, const uint8_t *data)
{
	struct nvme_controller ctrl;
	struct nvme_names names = { 0 };

	if (cns == NVME_CNS_CONTROLLER && nvme_controller_decode(data, &ctrl))
		learn_name(mask, ctrl.serial, false);
	else if (cns == NVME_CNS_NAMESPACE)
		nvme_names_of_namespace(data, &names);
	else if (cns == NVME_CNS_NAMES)
		nvme_names_decode(data, &names);
	learn_name(mask, names.eui64, true);
	learn_name(mask, names.nguid, true);
	learn_name(mask, names.uuid, true);
}

void mask_data(struct mask *mask, enum mask_kind kind, uint8_t *data, size_t bytes)
{
	int cns = (int)kind - MASK_NVME;
	bool identifies = kind == MASK_IDENTIFY || kind == MASK_DRIVE_CMD;
	size_t first = kind == MASK_DRIVE_CMD ? HDIO_DRIVE_CMD_HDR_SIZE : 0;

	if (kind == MASK_NOTHING)
		return;
	if (kind == MASK_INQUIRY)
		scsi_page_make_anonymous(data, bytes);
	if (cns >= 0 && bytes >= NVME_IDENTIFY_BYTES) {
		learn_nvme(mask, cns, data);
		nvme_make_anonymous(cns, data, bytes);
	}
	for (size_t at = first; cns < 0 && at + PAGE_BYTES <= bytes; at += PAGE_BYTES) {
		if ((identifies && at == first) || ata_checksum_valid(data + at)) {
			learn(mask, data + at);
			ata_id_make_anonymous(data + at);
		}
	}
	for (unsigned i = 0; i < mask->n; i++)
		blot_out(data, bytes, mask->name[i].raw, mask->name[i].bytes);
}

/* The text and the name are encoded as in recordings; links have '_' for the name's blanks. */
static void blot_text(char *text, const char *name, bool number)
{
	char link[3 * MASK_NAME_BYTES + 4], *to = link;
	const char *const find[] = { name, link };
	const unsigned forms = strstr(name, "%20") ? 2 : 1;

	for (const char *at = name; *at; at++) {
		bool space = !strncmp(at, "%20", 3);

		*to++ = space ? '_' : *at;
		at += space ? 2 : 0;
	}
	*to = '\0';
	for (unsigned i = 0; i < forms; i++) {
		size_t n = strlen(find[i]);

		for (char *at = text; *at; at++) {
			bool here = word_begins(at, find[i], n);

			for (size_t k = 0; here && k < n; k++) {
				if (!number || hex_digit(at[k]) >= 0)
					at[k] = number ? '0' : 'X';
			}
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
		all = *at == '-' || hex_digit(*at) >= 0, at++;
	return all;
}

/* Masks world wide names: no other number in a device's name is as long. */
static void mask_long_numbers(char *at, char *end)
{
	enum { SHORTEST_WWN = 16 };

	while (at < end) {
		size_t n = hex_digits(at);

		if (n > (size_t)(end - at))
			n = (size_t)(end - at);
		if (n >= SHORTEST_WWN)
			/* an odd number of digits: scsi_id's type comes first */
			blot_number(at, at + n, WWN_MAKER_DIGITS + n % 2);
		at += n ? n : 1;
	}
}

/*
 * Names with only a number, or a serial number, behind the bus and its kind: udev's
 * 60-persistent-storage.rules, scsi_id's type of a designator (SPC-5 7.7.6: 2 EUI-64, 3 NAA),
 * nvme's wwid (drivers/nvme).
 */
enum { SERIAL_NUMBER = -1 };
static const struct {
	const char *prefix;
	int kept; /* digits that name the vendor; or SERIAL_NUMBER, a text */
} identities[] = {
	{ "wwn-0x", WWN_MAKER_DIGITS },
	{ "wwn-eui.", 0 },
	{ "wwn-uuid.", 0 },
	{ "wwn-nvme.", 4 },
	{ "nvme-eui.", 0 },
	{ "nvme-uuid.", 0 },
	{ "nvme-nvme.", 4 },
	{ "scsi-2", 0 },
	{ "scsi-3", WWN_MAKER_DIGITS },
	{ "scsi-8", SERIAL_NUMBER },
	{ "virtio-", SERIAL_NUMBER },
	{ "ieee1394-", SERIAL_NUMBER },
};

static bool mask_whole(char *name, const char *end)
{
	for (size_t i = 0; i < sizeof(identities) / sizeof(identities[0]); i++) {
		size_t n = strlen(identities[i].prefix);
		bool text = identities[i].kept == SERIAL_NUMBER;

		if (strncmp(name, identities[i].prefix, n) ||
		    (text ? name + n >= end : !is_hex_number(name + n, end)))
			continue;
		if (text)
			memset(name + n, 'X', (size_t)(end - name) - n);
		else
			blot_number(name + n, end, (size_t)identities[i].kept);
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

/* Disks with the same name are one drive, others are not (src/sys/kin.c): that is to stay so. */
static void mask_apart(const struct mask *mask, bool wwid, char *text, size_t bytes)
{
	enum { DIGITS = 3 }; /* MASK_NAMES in hexadecimal */
	char number[DIGITS + 1];
	unsigned i = 0;

	while (i < mask->n && !text_holds(text, bytes, mask->name[i].raw, mask->name[i].bytes))
		i++;
	if (wwid)
		mask_world_wide_id(text, bytes);
	if (i == mask->n || bytes <= DIGITS)
		return;
	if (!wwid)
		memset(text, 'X', bytes);
	snprintf(number, sizeof(number), "%03x", i & 0xfff);
	memcpy(text + bytes - DIGITS, number, DIGITS);
}

void mask_attribute(const struct mask *mask, const char *path, char *contents, size_t bytes)
{
	const char *name = strrchr(path, '/');

	if (!name || strncmp(path, "/sys/", 5))
		return;
	if (!strcmp(name, "/wwid") || !strcmp(name, "/subsysnqn"))
		mask_apart(mask, !strcmp(name, "/wwid"), contents, bytes);
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
	for (unsigned i = 0; i < mask->n; i++)
		blot_text(text, mask->name[i].text, mask->name[i].number);
}
