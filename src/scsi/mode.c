// SPDX-License-Identifier: GPL-2.0-or-later
/* Mode pages in the answer of MODE SENSE(10), and what MODE SELECT(10) sends. */
#include "bytes.h"
#include "scsi.h"

#include <string.h>

enum {
	HEADER = 8,	      /* SPC-5 table 366 */
	PAGE_SAVEABLE = 0x80, /* bit of the page's first byte; reserved in MODE SELECT */
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
	POWER_LEAST = 12, /* length in SPC-3 */
	TIMER_BYTES = 4
};

/* Conditions in page 1Ah (SPC-5 table 409): the byte and the bit that enable each, and its timer.
 */
static const struct {
	uint8_t byte, bit, timer;
} places[ATA_EPC_COUNT] = {
	[ATA_EPC_IDLE_A] = { 3, 0x02, 4 },    [ATA_EPC_IDLE_B] = { 3, 0x04, 12 },
	[ATA_EPC_IDLE_C] = { 3, 0x08, 16 },   [ATA_EPC_STANDBY_Y] = { 2, 0x01, 20 },
	[ATA_EPC_STANDBY_Z] = { 3, 0x01, 8 },
};

/*
 * Return where the page begins, with its end in *to, at least `least` bytes later; 0 if the page is
 * missing.
 */
static size_t find_page(const uint8_t *data, size_t bytes, uint8_t code, size_t least, size_t *to)
{
	size_t end, at, behind;

	if (bytes < HEADER)
		return 0;
	end = 2 + (size_t)get_number(data, 2);
	if (end > bytes)
		end = bytes;
	at = HEADER + (size_t)get_number(data + 6, 2);
	if (at + 2 > end)
		return 0;
	behind = at + 2 + data[at + 1];
	if ((data[at] & (SUBPAGE_FORMAT | PAGE_MASK)) != code || behind > end ||
	    at + least > behind)
		return 0;
	*to = behind;
	return at;
}

bool scsi_mode_whole(const uint8_t *data, size_t bytes)
{
	size_t end = bytes < HEADER ? 0 : 2 + (size_t)get_number(data, 2);

	return end >= HEADER && (end <= bytes || bytes == SCSI_MODE_BYTES);
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
	/* the length counts the bytes after itself: 4 bytes more, minus its own byte */
	put_number(data, 2, length ? length + 3u : 0);
	data[2] = medium;
	data[3] = specific;
	put_number(data + 6, 2, descriptors);
	return bytes + SCSI_MODE_WIDER;
}

static size_t find_power(const uint8_t *data, size_t bytes, size_t *to)
{
	return find_page(data, bytes, SCSI_MODE_POWER_CONDITION, POWER_LEAST, to);
}

bool scsi_mode_saveable(const uint8_t *data, size_t bytes, uint8_t page)
{
	size_t to = 0, at = find_page(data, bytes, page, 2, &to);

	return at && (data[at] & PAGE_SAVEABLE);
}

bool scsi_write_cache_decode(const uint8_t *data, size_t bytes, bool *on)
{
	size_t to = 0, at = find_page(data, bytes, SCSI_MODE_CACHING, CACHE_BITS + 1, &to);

	if (at)
		*on = data[at + CACHE_BITS] & WRITE_CACHE_ENABLE;
	return at;
}

bool scsi_timers_decode(const uint8_t *data, size_t bytes, struct scsi_timers *timers)
{
	size_t to = 0, at = find_power(data, bytes, &to);

	*timers = (struct scsi_timers){ .has = { false } };
	for (unsigned i = 0; at && i < ATA_EPC_COUNT; i++) {
		if (at + places[i].timer + TIMER_BYTES > to)
			continue;
		timers->has[i] = true;
		timers->timer[i].enabled = data[at + places[i].byte] & places[i].bit;
		timers->timer[i].time =
			(uint32_t)get_number(data + at + places[i].timer, TIMER_BYTES);
	}
	return at;
}

/*
 * Copy the page from `at` to `to` into a new list; return the list's length, 0 if there is no page.
 */
static size_t begin_list(const uint8_t *data, size_t at, size_t to, uint8_t *list, size_t room)
{
	size_t n = HEADER;

	if (!at)
		return 0;
	/* MODE DATA LENGTH is reserved here, and there is no block descriptor */
	memset(list, 0, HEADER);
	for (; at < to && n < room; at++)
		list[n++] = data[at];
	list[HEADER] &= (uint8_t)~PAGE_SAVEABLE;
	return n;
}

size_t scsi_timers_encode(const uint8_t *data, size_t bytes, const struct scsi_timers *timers,
			  uint8_t *list)
{
	size_t to = 0, at = find_power(data, bytes, &to);
	size_t n = begin_list(data, at, to, list, bytes);
	uint8_t *page = list + HEADER;

	for (unsigned i = 0; n && i < ATA_EPC_COUNT; i++) {
		uint8_t *byte = page + places[i].byte;

		if ((size_t)HEADER + places[i].timer + TIMER_BYTES > n)
			continue;
		*byte &= (uint8_t)~places[i].bit;
		if (timers->timer[i].enabled)
			*byte |= places[i].bit;
		put_number(page + places[i].timer, TIMER_BYTES, timers->timer[i].time);
	}
	return n;
}

static size_t find_ahead(const uint8_t *data, size_t bytes, size_t *to)
{
	return find_page(data, bytes, SCSI_MODE_CACHING, AHEAD_BITS + 1, to);
}

bool scsi_caching_decode(const uint8_t *data, size_t bytes, struct scsi_caching *caching)
{
	size_t to = 0, at = find_ahead(data, bytes, &to);

	if (!at)
		return false;
	caching->dra = data[at + AHEAD_BITS] & DISABLE_READ_AHEAD;
	caching->rcd = data[at + CACHE_BITS] & READ_CACHE_DISABLE;
	return true;
}

size_t scsi_look_ahead_encode(const uint8_t *data, size_t bytes, bool on, uint8_t *list)
{
	size_t to = 0, at = find_ahead(data, bytes, &to);
	size_t n = begin_list(data, at, to, list, bytes);
	uint8_t *field = list + HEADER + AHEAD_BITS;

	if (n)
		*field = (uint8_t)((*field & ~DISABLE_READ_AHEAD) | (on ? 0 : DISABLE_READ_AHEAD));
	return n;
}

static size_t find_recovery(const uint8_t *data, size_t bytes, size_t *to)
{
	return find_page(data, bytes, SCSI_MODE_ERROR_RECOVERY, RECOVERY_BYTES, to);
}

bool scsi_recovery_decode(const uint8_t *data, size_t bytes, uint16_t *ms)
{
	size_t to = 0, at = find_recovery(data, bytes, &to);

	if (at)
		*ms = (uint16_t)get_number(data + at + RECOVERY_TIME_LIMIT, 2);
	return at;
}

size_t scsi_recovery_encode(const uint8_t *data, size_t bytes, uint16_t ms, uint8_t *list)
{
	size_t to = 0, at = find_recovery(data, bytes, &to);
	size_t n = begin_list(data, at, to, list, bytes);

	if (n)
		put_number(list + HEADER + RECOVERY_TIME_LIMIT, 2, ms);
	return n;
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
