// SPDX-License-Identifier: GPL-2.0-or-later
/* Masks names (serial numbers, world wide names): in data when recorded, in texts when saved. */
#include "identify.h"
#include "nvme.h"
#include "record.h"
#include "scsi.h"
#include "text.h"

#include <inttypes.h>
#include <linux/hdreg.h>
#include <stdio.h>
#include <string.h>

enum {
	PAGE_BYTES = 512,
	SHORTEST = 4, /* characters of the shortest name: shorter texts occur elsewhere by chance */
	/* hexadecimal digits of the shortest number that a link can have as a world wide name */
	SHORTEST_WWN = 16,
	MAKER_DIGITS = 7 /* digits kept in links and NAA names: type and OUI of NAA types 5 and 6 */
};

static bool is_padding(char byte)
{
	return byte == ' ' || byte == 0;
}

/* Add a name to the mask, once. Return its entry; NULL: the name is too short, or mask->full. */
static struct mask_name *learn_name(struct mask *mask, const char *name, size_t n)
{
	const char *whole = name;
	size_t room = n;
	unsigned i = 0;

	while (n && is_padding(name[n - 1]))
		n--;
	for (; n && *name == ' '; n--)
		name++;
	if (n && n < SHORTEST && room == ID_SERIAL_BYTES) {
		name = whole;
		n = room;
	}
	if (n < SHORTEST)
		return NULL;
	while (i < mask->n && (mask->name[i].bytes != n || memcmp(mask->name[i].raw, name, n) != 0))
		i++;
	mask->full |= i == MASK_NAMES || n > MASK_NAME_BYTES;
	if (mask->full)
		return NULL;
	memcpy(mask->name[i].raw, name, n);
	mask->name[i].bytes = n;
	text_encode(name, n, mask->name[i].text, sizeof(mask->name[i].text));
	mask->n += i == mask->n;
	return &mask->name[i];
}

/* Add the serial number in both byte orders, and the world wide name. */
static void learn_identify(struct mask *mask, const uint8_t *page)
{
	const uint8_t *raw = ata_id_serial(page);
	char text[ID_SERIAL_BYTES + 1];

	for (unsigned swap = 0; swap < 2; swap++) {
		for (unsigned i = 0; i < ID_SERIAL_BYTES; i++)
			text[i] = (char)raw[i ^ swap];
		learn_name(mask, text, ID_SERIAL_BYTES);
	}
	snprintf(text, sizeof(text), "%016" PRIx64, ata_id_world_wide_name(page));
	if (ata_id_world_wide_name(page))
		learn_name(mask, text, strlen(text));
}

static void learn_nvme(struct mask *mask, int cns, const uint8_t *data)
{
	struct nvme_controller ctrl;
	struct nvme_names names = { 0 };

	if (cns == NVME_CNS_CONTROLLER && nvme_controller_decode(data, &ctrl))
		learn_name(mask, ctrl.serial, strlen(ctrl.serial));
	else if (cns == NVME_CNS_NAMESPACE)
		nvme_names_of_namespace(data, &names);
	else if (cns == NVME_CNS_NAMES)
		nvme_names_decode(data, &names);
	learn_name(mask, names.eui64, strlen(names.eui64));
	learn_name(mask, names.nguid, strlen(names.nguid));
	learn_name(mask, names.uuid, strlen(names.uuid));
}

void mask_data(struct mask *mask, enum answer_names kind, uint8_t *data, size_t bytes)
{
	int cns = (int)kind - NAMES_NVME;
	bool identifies =
		kind == NAMES_IDENTIFY || kind == NAMES_DRIVE_CMD || kind == NAMES_TASKFILE;
	size_t first = kind == NAMES_DRIVE_CMD	? HDIO_DRIVE_CMD_HDR_SIZE
		       : kind == NAMES_TASKFILE ? sizeof(ide_task_request_t)
						: 0;

	if (mask->off)
		return;
	if (kind == NAMES_INQUIRY)
		scsi_page_make_anonymous(data, bytes);
	if (cns >= 0 && bytes >= NVME_IDENTIFY_BYTES) {
		learn_nvme(mask, cns, data);
		nvme_make_anonymous(cns, data, bytes);
	}
	for (size_t at = first; cns < 0 && at + PAGE_BYTES <= bytes; at += PAGE_BYTES) {
		if ((identifies && at == first) || ata_checksum_valid(data + at)) {
			learn_identify(mask, data + at);
			ata_id_make_anonymous(data + at);
		}
	}
	for (unsigned i = 0; i < mask->n; i++) {
		size_t n = mask->name[i].bytes;

		for (size_t at = 0; at + n <= bytes; at++) {
			bool here = !memcmp(data + at, mask->name[i].raw, n);

			for (size_t k = 0; here && k < n; k++)
				data[at + k] = is_padding((char)data[at + k]) ? data[at + k] : 'X';
		}
	}
}

/* `bytes`: may be less than the whole IDENTIFY data. */
static void mask_identify(uint8_t *data, size_t bytes)
{
	uint8_t id[512] = { 0 };
	size_t n = bytes < sizeof(id) ? bytes : sizeof(id);

	memcpy(id, data, n);
	ata_id_make_anonymous(id);
	memcpy(data, id, n);
}

void mask_attribute(struct mask *mask, const char *path, char *contents, size_t bytes)
{
	static const char *const names[] = { "/serial", "/eui",	      "/nguid",
					     "/uuid",	"/subsysnqn", "/wwid" };
	enum { APART = 4, WWID = 5 };
	const char *name = strrchr(path, '/'), *dot = strchr(contents, '.');
	struct mask_name *learned;

	if (mask->off || strncmp(path, "/sys/", 5))
		return;
	for (size_t i = 0; i <= WWID; i++) {
		/* wwid: "naa.5000c500a0b0c0d0", "eui.0025385..", "t10.MAKER MODEL SERIAL" */
		const char *value = i == WWID && dot ? dot + 1 : contents;

		learned = strcmp(name, names[i]) ? NULL : learn_name(mask, value, strlen(value));
		if (learned && i >= APART)
			learned->apart = true;
		if (learned && i == WWID)
			learned->naa = !strncmp(contents, "naa.", 4);
	}
	if (!strcmp(name, "/vpd_pg89") && bytes > VPD_ATA_IDENTIFY)
		mask_identify((uint8_t *)contents + VPD_ATA_IDENTIFY, bytes - VPD_ATA_IDENTIFY);
	else if (!strcmp(name, "/vpd_pg80") || !strcmp(name, "/vpd_pg83"))
		scsi_page_make_anonymous((uint8_t *)contents, bytes);
}

/* --- Texts --- */

static size_t hex_digits(const char *at)
{
	return strspn(at, "0123456789abcdefABCDEF");
}

/*
 * Overwrite a name with 'X'. Overwrite a hexadecimal number with '0', but keep each '-' and the
 * first `kept` characters.
 */
static void blot_name(char *at, size_t n, size_t kept)
{
	size_t digits = strspn(at, "-0123456789abcdefABCDEF");

	for (size_t i = digits < n ? 0 : kept; i < n; i++)
		at[i] = digits < n ? 'X' : at[i] == '-' ? '-' : '0';
}

/*
 * Overwrite each number of SHORTEST_WWN or more hexadecimal digits, but keep the first MAKER_DIGITS
 * digits. If the count of digits is odd, keep one digit more: the type that scsi_id puts in front.
 */
static void blot_long_numbers(char *at, char *end)
{
	while (at < end) {
		size_t n = hex_digits(at);

		if (n >= SHORTEST_WWN)
			blot_name(at, n, MAKER_DIGITS + n % 2);
		at += n ? n : 1;
	}
}

static char *last_part(char *name, const char *end)
{
	char *part = memrchr(name, '_', (size_t)(end - name));

	return part ? part + 1 : NULL;
}

/*
 * Mask the serial number or world wide name in a link of 60-persistent-storage.rules (udev):
 * BUS-MODEL_SERIAL, nvme-MODEL_SERIAL_1, BUS-NAA.
 */
static void blot_link(char *name, char *end)
{
	bool wwn = !strncmp(name, "wwn-0x", 6), scsi_id = !strncmp(name, "scsi-3", 6);
	/* after BUS-, these links have only a number or name, which may contain '_' */
	bool whole = !strncmp(name, "virtio-", 7) || !strncmp(name, "scsi-8", 6);
	char *part = strstr(name, "-part"), *number = name + (wwn ? 6 : 5), *serial, *before;

	if (part && part < end)
		end = part;
	if ((wwn || scsi_id) && number + hex_digits(number) == end &&
	    end - number >= SHORTEST_WWN) {
		blot_long_numbers(number, end);
		return;
	}
	serial = whole ? NULL : last_part(name, end);
	before = serial && !strncmp(name, "nvme-", 5) ? last_part(name, serial - 1) : NULL;
	if (before && strspn(serial, "0123456789") >= (size_t)(end - serial))
		serial = before;
	if (!serial)
		serial = name + strcspn(name, "-") + 1;
	for (char *at = serial; at < end; at++)
		*at = *at == '_' && !whole ? '_' : 'X';
}

/*
 * Return the length of `name` as found at the start of `text`; 0: not found. Ignore case; '_' in
 * `text` matches "%20" in `name`.
 */
static size_t length_as(const char *text, const char *name)
{
	const char *at = text;

	for (; *name; at++) {
		bool link = *at == '_' && !strncmp(name, "%20", 3);

		if (!link && small_letter(*at) != small_letter(*name))
			return 0;
		name += link ? 3 : 1;
	}
	return (size_t)(at - text);
}

void mask_text(const struct mask *mask, char *text)
{
	static const struct {
		const char *folder;
		void (*blot)(char *name, char *end);
	} links[] = { { "/dev/disk/by-id/", blot_link },
		      { "/dev/disk/by-path/", blot_long_numbers },
		      { "/dev/mapper/", blot_long_numbers } };

	if (mask->off)
		return;
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
		for (char *at = text; (at = strstr(at, links[i].folder));) {
			at += strlen(links[i].folder);
			links[i].blot(at, at + strcspn(at, " /%"));
		}
	}
	for (unsigned i = 0; i < mask->n; i++) {
		for (char *at = text; *at; at++) {
			size_t n = length_as(at, mask->name[i].text);

			blot_name(at, n, mask->name[i].naa ? MAKER_DIGITS : 0);
			for (unsigned k = 0; n && mask->name[i].apart && k < 3; k++)
				at[n - 1 - k] = "0123456789abcdef"[i >> 4 * k & 0xf];
		}
	}
}
