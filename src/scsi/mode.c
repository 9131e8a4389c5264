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
	POWER_LEAST = 12, /* page 1Ah of SPC-3 */
	TIMER_BYTES = 4
};

/* Where page 1Ah has a condition (SPC-5 table 409): the byte and the bit that enable it, its timer.
 */
static const struct {
	uint8_t byte, bit, timer;
} places[ATA_EPC_COUNT] = {
	[ATA_EPC_IDLE_A] = { 3, 0x02, 4 },    [ATA_EPC_IDLE_B] = { 3, 0x04, 12 },
	[ATA_EPC_IDLE_C] = { 3, 0x08, 16 },   [ATA_EPC_STANDBY_Y] = { 2, 0x01, 20 },
	[ATA_EPC_STANDBY_Z] = { 3, 0x01, 8 },
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

bool scsi_timers_decode(const uint8_t *data, size_t bytes, struct scsi_timers *timers)
{
	size_t length, at = find_power(data, bytes, &length);
	const uint8_t *page = data + at;

	*timers = (struct scsi_timers){ .has = { false } };
	for (unsigned i = 0; at && i < ATA_EPC_COUNT; i++) {
		timers->has[i] = (size_t)places[i].timer + TIMER_BYTES <= length;
		if (!timers->has[i])
			continue;
		timers->timer[i].enabled = page[places[i].byte] & places[i].bit;
		timers->timer[i].time = (uint32_t)get_number(page + places[i].timer, TIMER_BYTES);
	}
	return at;
}

size_t scsi_timers_encode(const uint8_t *data, size_t bytes, const struct scsi_timers *timers,
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
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		uint8_t *byte = page + places[i].byte;

		if ((size_t)places[i].timer + TIMER_BYTES > length)
			continue;
		*byte &= (uint8_t)~places[i].bit;
		if (timers->timer[i].enabled)
			*byte |= places[i].bit;
		put_number(page + places[i].timer, TIMER_BYTES, timers->timer[i].time);
	}
	return HEADER + length;
}
