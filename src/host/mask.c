// SPDX-License-Identifier: GPL-2.0-or-later
#include "mask.h"
#include "exchange.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
	PAGE_BYTES = 512,
	SERIAL_AT = 2 * 10, /* IDENTIFY words 10-19 */
	WWN_AT = 2 * 108,   /* words 108-111 */
	CHECKSUM_AT = 510,  /* word 255: A5h and the sum (ACS-4 7.12.7.110) */
	CHECKSUM_MARK = 0xa5,
	WWN_MAKER_DIGITS = 7,
	SHORTEST = 4 /* a shorter text would be found everywhere */
};

static uint8_t sum(const uint8_t *page)
{
	uint8_t total = 0;

	for (size_t i = 0; i < PAGE_BYTES; i++)
		total = (uint8_t)(total + page[i]);
	return total;
}

static bool has_checksum(const uint8_t *page)
{
	return page[CHECKSUM_AT] == CHECKSUM_MARK && sum(page) == 0;
}

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
 * The drive swaps the characters of each word; kernels put them in order before they answer
 * HDIO_GET_IDENTITY. Which it was cannot be seen: both spellings are kept.
 */
static void learn(struct mask *mask, const uint8_t *page)
{
	const uint8_t *raw = page + SERIAL_AT, *w = page + WWN_AT;
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
	snprintf(mask->drive[at].wwn, sizeof(mask->drive[at].wwn),
		 "%02x%02x%02x%02x%02x%02x%02x%02x", w[1], w[0], w[3], w[2], w[5], w[4], w[7],
		 w[6]);
	if (!strcmp(mask->drive[at].wwn, "0000000000000000"))
		mask->drive[at].wwn[0] = '\0';
	mask->n++;
}

static bool blank(uint8_t byte)
{
	return byte == ' ' || byte == 0;
}

/* The maker's part of the name stays (NAA and OUI, 28 bits); the drive's own 36 bits go. */
static void mask_page(uint8_t *page)
{
	bool checked = has_checksum(page);

	for (size_t i = SERIAL_AT; i < SERIAL_AT + SERIAL_BYTES; i++) {
		if (!blank(page[i]))
			page[i] = 'X';
	}
	page[WWN_AT + 2] &= 0xf0;
	memset(page + WWN_AT + 4, 0, 4);
	if (checked) {
		page[CHECKSUM_AT + 1] = 0;
		page[CHECKSUM_AT + 1] = (uint8_t)-sum(page);
	}
}

/* Wherever `find` stands in data, its characters become 'X'. */
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

void mask_data(struct mask *mask, bool identify, uint8_t *data, size_t bytes)
{
	for (size_t at = 0; at + PAGE_BYTES <= bytes; at += PAGE_BYTES) {
		if ((identify && at == 0) || has_checksum(data + at)) {
			learn(mask, data + at);
			mask_page(data + at);
		}
	}
	for (unsigned i = 0; i < mask->n; i++) {
		blot_out(data, bytes, mask->drive[i].raw, SERIAL_BYTES);
		blot_out(data, bytes, mask->drive[i].serial[0], strlen(mask->drive[i].serial[0]));
		blot_out(data, bytes, mask->drive[i].serial[1], strlen(mask->drive[i].serial[1]));
	}
}

/* The text is encoded as in recordings, so what is looked for has to be, too. */
static void blot_text(char *text, const char *name, char by)
{
	char find[3 * SERIAL_BYTES + 1];
	size_t n;

	encode_text(name, strlen(name), find, sizeof(find));
	n = strlen(find);

	if (n < SHORTEST)
		return;
	for (; *text; text++) {
		if (!strncasecmp(text, find, n))
			memset(text, by, n);
	}
}

/* Hexadecimal digits from `from` on become 0. */
static void blot_digits(char *text, size_t from)
{
	size_t n = strspn(text, "0123456789abcdefABCDEF");

	if (n > from)
		memset(text + from, '0', n - from);
}

/*
 * Names that udev makes of drives' identities, whether or not the drive was asked for its own: the
 * serial number behind the last '_', up to "-partN" and the like, and world wide names.
 */
static void mask_id_link(char *name)
{
	size_t n = strcspn(name, " /%");
	char *serial = NULL, *end = name + n, *part;

	for (char *at = name; at < end; at++) {
		if (*at == '_')
			serial = at + 1;
	}
	if (!strncmp(name, "wwn-0x", 6))
		blot_digits(name + 6, WWN_MAKER_DIGITS);
	else if (!strncmp(name, "nvme-eui.", 9))
		blot_digits(name + 9, 0);
	if (!serial)
		return;
	part = strstr(serial, "-part");
	memset(serial, 'X', (size_t)((part && part < end ? part : end) - serial));
}

void mask_text(const struct mask *mask, char *text)
{
	static const char folder[] = "/dev/disk/by-id/";

	for (char *at = text; (at = strstr(at, folder));) {
		at += sizeof(folder) - 1;
		mask_id_link(at);
	}
	for (unsigned i = 0; i < mask->n; i++) {
		blot_text(text, mask->drive[i].serial[0], 'X');
		blot_text(text, mask->drive[i].serial[1], 'X');
		blot_text(text, mask->drive[i].wwn, '0');
	}
}
