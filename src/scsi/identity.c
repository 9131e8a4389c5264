// SPDX-License-Identifier: GPL-2.0-or-later
/* INQUIRY data and pages of vital product data. */
#include "scsi.h"
#include "ascii.h"
#include "bytes.h"
#include "idfields.h"

#include <string.h>

bool scsi_identity_decode(const uint8_t *data, size_t bytes, struct scsi_identity *identity)
{
	enum { LEAST = 36, QUALIFIER = 0xe0, TYPE = 0x1f };

	/* PERIPHERAL QUALIFIER other than 0: nothing is connected there */
	if (bytes < LEAST || (data[0] & QUALIFIER))
		return false;
	identity->type = data[0] & TYPE;
	ascii_shown((const char *)data + 8, SCSI_VENDOR_BYTES - 1, identity->vendor);
	ascii_shown((const char *)data + 16, SCSI_PRODUCT_BYTES - 1, identity->product);
	ascii_shown((const char *)data + 32, SCSI_REVISION_BYTES - 1, identity->revision);
	return true;
}

/* Bytes behind the header of a page with this code, 0 where it is another or none. */
static size_t page_length(const uint8_t *page, size_t bytes, enum scsi_vpd code)
{
	enum { HEADER = 4 };
	size_t length;

	if (bytes < HEADER || page[1] != code)
		return 0;
	length = (size_t)get_number(page + 2, 2);
	return length < bytes - HEADER ? length : bytes - HEADER;
}

bool scsi_serial_decode(const uint8_t *page, size_t bytes, char serial[SCSI_SERIAL_BYTES])
{
	size_t length = page_length(page, bytes, SCSI_VPD_SERIAL_NUMBER);

	if (length >= SCSI_SERIAL_BYTES)
		length = SCSI_SERIAL_BYTES - 1;
	ascii_shown((const char *)page + 4, length, serial);
	return serial[0] != '\0';
}

static void copy_digits(const uint8_t *field, size_t bytes, char *text)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < bytes; i++) {
		*text++ = digits[field[i] >> 4];
		*text++ = digits[field[i] & 0x0f];
	}
	*text = '\0';
}

/* Designators (SPC-5 7.7.6): of the logical unit, in binary. */
enum {
	CODE_SET_BINARY = 1,
	ASSOCIATION_AND_TYPE = 0x3f, /* association 0 (logical unit), bits 5:4; type, bits 3:0 */
	TYPE_EUI64 = 2,
	TYPE_NAA = 3
};

static bool find_designator(const uint8_t *page, size_t end, uint8_t type,
			    char name[SCSI_NAME_BYTES])
{
	for (size_t at = 4; at + 4 <= end; at += 4 + (size_t)page[at + 3]) {
		const uint8_t *d = page + at;
		size_t length = d[3];

		if (at + 4 + length > end)
			break;
		if ((d[0] & 0x0f) != CODE_SET_BINARY || (d[1] & ASSOCIATION_AND_TYPE) != type ||
		    length < 8 || 2 * length >= SCSI_NAME_BYTES)
			continue;
		copy_digits(d + 4, length, name);
		return true;
	}
	return false;
}

bool scsi_name_decode(const uint8_t *page, size_t bytes, char name[SCSI_NAME_BYTES])
{
	size_t end = 4 + page_length(page, bytes, SCSI_VPD_IDENTIFICATION);

	return find_designator(page, end, TYPE_NAA, name) ||
	       find_designator(page, end, TYPE_EUI64, name);
}

/* Text becomes 'X'; of a number, a nibble and 3 bytes stay, which are an NAA's maker. */
static void hide(uint8_t *field, size_t bytes, bool binary)
{
	enum { MAKER_BYTES = 3 };

	for (size_t i = 0; i < bytes; i++) {
		if (binary && i >= MAKER_BYTES)
			field[i] = i == MAKER_BYTES ? field[i] & 0xf0 : 0;
		else if (!binary && field[i] != ' ' && field[i] != '\0')
			field[i] = 'X';
	}
}

void scsi_page_make_anonymous(uint8_t *page, size_t bytes)
{
	size_t end = 4 + page_length(page, bytes, SCSI_VPD_IDENTIFICATION);
	size_t serial = page_length(page, bytes, SCSI_VPD_SERIAL_NUMBER);

	if (serial)
		hide(page + 4, serial, false);
	for (size_t at = 4; at + 4 <= end; at += 4 + (size_t)page[at + 3]) {
		size_t length = page[at + 3];

		if (length > end - at - 4)
			length = end - at - 4;
		hide(page + at + 4, length, (page[at] & 0x0f) == CODE_SET_BINARY);
	}
}

unsigned scsi_rotation_decode(const uint8_t *page, size_t bytes)
{
	if (page_length(page, bytes, SCSI_VPD_BLOCK_CHARACTERISTICS) < 2)
		return 0;
	return ata_rotation_rate((unsigned)get_number(page + 4, 2)); /* SBC-4 table 256 */
}

bool scsi_temperature_decode(const uint8_t *page, size_t bytes, int *celsius)
{
	enum { HEADER = 4, PAGE_MASK = 0x3f, PARAMETER = 6, TEMPERATURE = 0, UNKNOWN = 0xff };
	size_t end;

	if (bytes < HEADER || (page[0] & PAGE_MASK) != SCSI_LOG_TEMPERATURE)
		return false;
	end = HEADER + (size_t)get_number(page + 2, 2);
	if (end > bytes)
		end = bytes;
	/* parameters: code (2 bytes), control, length, then the value (SPC-5 7.3.21) */
	for (size_t at = HEADER; at + PARAMETER <= end; at += 4 + (size_t)page[at + 3]) {
		if (get_number(page + at, 2) != TEMPERATURE || page[at + 3] < 2)
			continue;
		*celsius = page[at + 5];
		return *celsius != UNKNOWN;
	}
	return false;
}

bool scsi_capacity_decode(const uint8_t *data, size_t bytes, struct scsi_capacity *capacity)
{
	enum { LEAST = 14, PROTECTION = 12, ENABLED = 0x01, TYPE_AT = 1, TYPE_MASK = 7 };
	enum { EXPONENT_AT = 4, MOST_TYPE = 3 };
	unsigned type;

	*capacity = (struct scsi_capacity){ .sectors = 0 };
	if (bytes < LEAST)
		return false;
	capacity->sectors = get_number(data, 8) + 1;
	capacity->sector_bytes = (uint32_t)get_number(data + 8, 4);
	type = (data[PROTECTION] >> TYPE_AT & TYPE_MASK) + 1u;
	if ((data[PROTECTION] & ENABLED) && type <= MOST_TYPE) {
		capacity->protection.type = type;
		capacity->protection.exponent = data[PROTECTION + 1] >> EXPONENT_AT;
	}
	return capacity->sector_bytes;
}
