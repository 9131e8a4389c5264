// SPDX-License-Identifier: GPL-2.0-or-later
/* Mode pages in the answer of MODE SENSE(10), and what MODE SELECT(10) sends. */
#include "scsi.h"
#include "bytes.h"

#include <string.h>

enum {
	HEADER = 8,	      /* SPC-5 table 366 */
	PAGE_SAVEABLE = 0x80, /* of the page's first byte; reserved in MODE SELECT */
	SUBPAGE_FORMAT = 0x40,
	PAGE_MASK = 0x3f,
	/* in page 08h */
	CACHE_BITS = 2,
	WRITE_CACHE_ENABLE = 0x04,
	/* in page 1Ah */
	CONDITIONS = 3,
	STANDBY_Z = 0x01,
	STANDBY_Z_TIMER = 8,
	POWER_LEAST = 12 /* of SPC-3 */
};

/*
 * Where the page begins, and its length with its header in *length, at least `least`; 0: it is not
 * there.
 */
static size_t find_page(const uint8_t *data, size_t bytes, uint8_t code, size_t least,
			size_t *length)
{
	size_t end, at;

	if (bytes < HEADER)
		return 0;
	end = 2 + (size_t)get_number(data, 2);
	if (end > bytes)
		end = bytes;
	at = HEADER + (size_t)get_number(data + 6, 2);
	if (at + 2 > end)
		return 0;
	*length = 2 + (size_t)data[at + 1];
	if ((data[at] & (SUBPAGE_FORMAT | PAGE_MASK)) != code || *length < least ||
	    *length > end - at)
		return 0;
	return at;
}

/* MODE DATA LENGTH, MEDIUM TYPE, DEVICE-SPECIFIC, BLOCK DESCRIPTOR LENGTH: SPC-5 table 365. */
size_t scsi_mode_widen(uint8_t *data, size_t bytes)
{
	enum { SHORT_HEADER = HEADER - SCSI_MODE_WIDER };
	uint8_t length, medium, specific, descriptors;

	if (bytes < SHORT_HEADER)
		return 0;
	length = data[0];
	medium = data[1];
	specific = data[2];
	descriptors = data[3];
	memmove(data + HEADER, data + SHORT_HEADER, bytes - SHORT_HEADER);
	memset(data, 0, HEADER);
	/* it counts what stands behind it: 4 bytes more, of which it takes 1 itself */
	put_number(data, 2, length ? length + 3u : 0);
	data[2] = medium;
	data[3] = specific;
	put_number(data + 6, 2, descriptors);
	return bytes + SCSI_MODE_WIDER;
}

static size_t find_power(const uint8_t *data, size_t bytes, size_t *length)
{
	return find_page(data, bytes, SCSI_MODE_POWER_CONDITION, POWER_LEAST, length);
}

bool scsi_mode_saveable(const uint8_t *data, size_t bytes, uint8_t page)
{
	size_t length, at = find_page(data, bytes, page, 2, &length);

	return at && (data[at] & PAGE_SAVEABLE);
}

bool scsi_write_cache_decode(const uint8_t *data, size_t bytes, bool *on)
{
	size_t length, at = find_page(data, bytes, SCSI_MODE_CACHING, CACHE_BITS + 1, &length);

	if (at)
		*on = data[at + CACHE_BITS] & WRITE_CACHE_ENABLE;
	return at;
}

bool scsi_standby_decode(const uint8_t *data, size_t bytes, struct scsi_standby *standby)
{
	size_t length, at = find_power(data, bytes, &length);

	if (!at)
		return false;
	standby->enabled = data[at + CONDITIONS] & STANDBY_Z;
	standby->time = (uint32_t)get_number(data + at + STANDBY_Z_TIMER, 4);
	return true;
}

size_t scsi_standby_encode(const uint8_t *data, size_t bytes, const struct scsi_standby *standby,
			   uint8_t *list)
{
	size_t length, at = find_power(data, bytes, &length);
	uint8_t *page = list + HEADER;

	if (!at)
		return 0;
	/* MODE DATA LENGTH is reserved here, and there is no block descriptor */
	memset(list, 0, HEADER);
	memcpy(page, data + at, length);
	page[0] &= (uint8_t)~PAGE_SAVEABLE;
	page[CONDITIONS] &= (uint8_t)~STANDBY_Z;
	if (standby->enabled)
		page[CONDITIONS] |= STANDBY_Z;
	put_number(page + STANDBY_Z_TIMER, 4, standby->time);
	return HEADER + length;
}

/* SBC-4 6.5.2.2 and 6.5.2.3. The number of sectors: all ones for as many as there can be. */
size_t scsi_blocks_encode(const uint8_t *data, size_t bytes, uint32_t sector_bytes,
			  uint8_t list[SCSI_BLOCKS_LIST_BYTES])
{
	enum { LONG_AT = 4, LONG = 0x01, SHORT_BYTES = 8, LONG_BYTES = 16 };
	bool is_long = bytes >= HEADER && (data[LONG_AT] & LONG);
	size_t length = is_long ? LONG_BYTES : SHORT_BYTES;

	if (bytes < HEADER + length || get_number(data + 6, 2) < length)
		return 0;
	memset(list, 0, SCSI_BLOCKS_LIST_BYTES);
	list[LONG_AT] = is_long ? LONG : 0;
	put_number(list + 6, 2, length);
	if (is_long) {
		memset(list + HEADER, 0xff, 8);
		put_number(list + HEADER + 12, 4, sector_bytes);
	} else {
		memset(list + HEADER, 0xff, 4);
		put_number(list + HEADER + 5, 3, sector_bytes);
	}
	return HEADER + length;
}
