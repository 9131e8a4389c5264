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
	READ_CACHE_DISABLE = 0x01,
	AHEAD_BITS = 12,
	DISABLE_READ_AHEAD = 0x20,
	/* in page 01h */
	RECOVERY_TIME_LIMIT = 10,
	RECOVERY_BYTES = 12,
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

/* The list with the page as it was read; 0 where it is not there. */
static size_t begin_list(const uint8_t *data, size_t at, size_t length, uint8_t *list)
{
	if (!at)
		return 0;
	/* MODE DATA LENGTH is reserved here, and there is no block descriptor */
	memset(list, 0, HEADER);
	memcpy(list + HEADER, data + at, length);
	list[HEADER] &= (uint8_t)~PAGE_SAVEABLE;
	return HEADER + length;
}

size_t scsi_standby_encode(const uint8_t *data, size_t bytes, const struct scsi_standby *standby,
			   uint8_t *list)
{
	size_t length = 0, at = find_power(data, bytes, &length),
	       n = begin_list(data, at, length, list);
	uint8_t *page = list + HEADER;

	if (!n)
		return 0;
	page[CONDITIONS] &= (uint8_t)~STANDBY_Z;
	if (standby->enabled)
		page[CONDITIONS] |= STANDBY_Z;
	put_number(page + STANDBY_Z_TIMER, 4, standby->time);
	return n;
}

static size_t find_ahead(const uint8_t *data, size_t bytes, size_t *length)
{
	return find_page(data, bytes, SCSI_MODE_CACHING, AHEAD_BITS + 1, length);
}

bool scsi_caching_decode(const uint8_t *data, size_t bytes, struct scsi_caching *caching)
{
	size_t length, at = find_ahead(data, bytes, &length);

	if (!at)
		return false;
	caching->dra = data[at + AHEAD_BITS] & DISABLE_READ_AHEAD;
	caching->rcd = data[at + CACHE_BITS] & READ_CACHE_DISABLE;
	return true;
}

size_t scsi_look_ahead_encode(const uint8_t *data, size_t bytes, bool on, uint8_t *list)
{
	size_t length, at = find_ahead(data, bytes, &length),
		       n = begin_list(data, at, length, list);
	uint8_t *field = list + HEADER + AHEAD_BITS;

	if (n)
		*field = (uint8_t)((*field & ~DISABLE_READ_AHEAD) | (on ? 0 : DISABLE_READ_AHEAD));
	return n;
}

static size_t find_recovery(const uint8_t *data, size_t bytes, size_t *length)
{
	return find_page(data, bytes, SCSI_MODE_ERROR_RECOVERY, RECOVERY_BYTES, length);
}

bool scsi_recovery_decode(const uint8_t *data, size_t bytes, uint16_t *ms)
{
	size_t length, at = find_recovery(data, bytes, &length);

	if (at)
		*ms = (uint16_t)get_number(data + at + RECOVERY_TIME_LIMIT, 2);
	return at;
}

size_t scsi_recovery_encode(const uint8_t *data, size_t bytes, uint16_t ms, uint8_t *list)
{
	size_t length, at = find_recovery(data, bytes, &length);
	size_t n = begin_list(data, at, length, list);

	if (n)
		put_number(list + HEADER + RECOVERY_TIME_LIMIT, 2, ms);
	return n;
}
