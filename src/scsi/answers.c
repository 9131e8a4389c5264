// SPDX-License-Identifier: GPL-2.0-or-later
/* Data that SCSI devices return, and parameter lists of MODE SELECT. */
#include "bytes.h"
#include "scsi.h"
#include "text.h"

#include <string.h>

bool scsi_identity_decode(const uint8_t *data, size_t bytes, struct scsi_identity *identity)
{
	enum { LEAST = 36, QUALIFIER = 0xe0, TYPE = 0x1f, REMOVABLE = 0x80 };

	/* a PERIPHERAL QUALIFIER other than 0: no accessible device */
	if (bytes < LEAST || (data[0] & QUALIFIER))
		return false;
	identity->type = data[0] & TYPE;
	identity->removable = data[1] & REMOVABLE;
	ascii_shown((const char *)data + 8, SCSI_VENDOR_BYTES - 1, identity->vendor);
	ascii_shown((const char *)data + 16, SCSI_PRODUCT_BYTES - 1, identity->product);
	ascii_shown((const char *)data + 32, SCSI_REVISION_BYTES - 1, identity->revision);
	return true;
}

/* Return how many bytes follow the header of VPD page `code`; 0 if the data are not this page. */
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
	return ascii_shown((const char *)page + 4, length, serial);
}

/* True if a copied byte is not zero. */
static bool copy_digits(const uint8_t *page, size_t from, size_t to, char name[SCSI_NAME_BYTES])
{
	static const char digits[] = "0123456789abcdef";
	bool named = false;
	size_t n = 0;

	for (size_t at = from; at < to && n < SCSI_NAME_BYTES - 1; at++) {
		named |= page[at] != 0;
		name[n++] = digits[page[at] >> 4];
		name[n++] = digits[page[at] & 0x0f];
	}
	name[n] = '\0';
	return named;
}

/* Fields of a designator (SPC-5 7.7.6). */
enum {
	CODE_SET_BINARY = 1,
	/* bits 5:4: association, 0 for the logical unit; bits 3:0: type */
	ASSOCIATION_AND_TYPE = 0x3f,
	TYPE_EUI64 = 2,
	TYPE_NAA = 3
};

static bool find_designator(const uint8_t *page, size_t end, uint8_t type,
			    char name[SCSI_NAME_BYTES])
{
	*name = '\0';
	for (size_t at = 4, to; at + 4 <= end; at = to) {
		const uint8_t *d = page + at;

		to = at + 4 + d[3];
		if (to > end)
			break;
		if ((d[0] & 0x0f) != CODE_SET_BINARY || (d[1] & ASSOCIATION_AND_TYPE) != type ||
		    d[3] < 8 || 2 * d[3] >= SCSI_NAME_BYTES)
			continue;
		/* a name of zeros identifies no drive, and NAA 0h does not exist */
		if (copy_digits(page, at + 4, to, name) && (type != TYPE_NAA || name[0] != '0'))
			return true;
		*name = '\0';
	}
	return false;
}

bool scsi_name_decode(const uint8_t *page, size_t bytes, char name[SCSI_NAME_BYTES])
{
	size_t end = 4 + page_length(page, bytes, SCSI_VPD_IDENTIFICATION);

	return find_designator(page, end, TYPE_NAA, name) ||
	       find_designator(page, end, TYPE_EUI64, name);
}

/* Clear a binary name after its first 28 bits; in a text, 'X' replaces all but blanks and NULs. */
static void hide_field(uint8_t *page, size_t from, size_t to, bool binary)
{
	size_t behind_maker = from + 3;

	for (size_t at = from; at < to; at++) {
		if (binary && at >= behind_maker)
			page[at] = at == behind_maker ? page[at] & 0xf0 : 0;
		else if (!binary && page[at] != ' ' && page[at] != '\0')
			page[at] = 'X';
	}
}

void scsi_page_make_anonymous(uint8_t *page, size_t bytes)
{
	size_t end = 4 + page_length(page, bytes, SCSI_VPD_IDENTIFICATION);

	hide_field(page, 4, 4 + page_length(page, bytes, SCSI_VPD_SERIAL_NUMBER), false);
	for (size_t at = 4; at + 4 <= end;) {
		size_t from = at + 4, to = from + page[at + 3];

		hide_field(page, from, to < end ? to : end, (page[at] & 0x0f) == CODE_SET_BINARY);
		at = to;
	}
}

unsigned scsi_rotation_decode(const uint8_t *page, size_t bytes)
{
	if (page_length(page, bytes, SCSI_VPD_BLOCK_CHARACTERISTICS) < 2)
		return 0;
	return ata_rotation_rate((unsigned)get_number(page + 4, 2));
}

bool scsi_conditions_decode(const uint8_t *page, size_t bytes, struct scsi_conditions *conditions)
{
	enum { LENGTH = 14, TOO_LONG = 0xffff }; /* FFFFh: the field cannot express the time */
	static const struct {
		uint8_t byte, bit, recovery;
	} places[ATA_EPC_COUNT] = {
		[ATA_EPC_IDLE_A] = { 5, 0x01, 12 },   [ATA_EPC_IDLE_B] = { 5, 0x02, 14 },
		[ATA_EPC_IDLE_C] = { 5, 0x04, 16 },   [ATA_EPC_STANDBY_Y] = { 4, 0x02, 10 },
		[ATA_EPC_STANDBY_Z] = { 4, 0x01, 8 },
	};

	*conditions = (struct scsi_conditions){ .has = { false } };
	if (page_length(page, bytes, SCSI_VPD_POWER_CONDITION) < LENGTH)
		return false;
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		uint16_t ms = (uint16_t)get_number(page + places[i].recovery, 2);

		conditions->has[i] = page[places[i].byte] & places[i].bit;
		conditions->recovery_ms[i] = ms == TOO_LONG ? 0 : ms;
	}
	return true;
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
	/* a parameter: code (2 bytes), control, length, value (SPC-5 7.3.21) */
	for (size_t at = HEADER; at + PARAMETER <= end; at += 4 + (size_t)page[at + 3]) {
		if (get_number(page + at, 2) != TEMPERATURE || page[at + 3] < 2)
			continue;
		*celsius = page[at + 5];
		return *celsius != UNKNOWN;
	}
	return false;
}

bool scsi_page_listed(const uint8_t *list, size_t bytes, enum scsi_vpd page)
{
	size_t length = page_length(list, bytes, SCSI_VPD_SUPPORTED_PAGES);

	return length && memchr(list + 4, (int)page, length);
}

void scsi_provisioning_decode(const uint8_t *page, size_t bytes, struct scsi_provisioning *p)
{
	enum { FLAGS = 5, LBPU = 0x80, LBPWS = 0x40, LBPWS10 = 0x20 };

	*p = (struct scsi_provisioning){ .told = page_length(page, bytes, SCSI_VPD_PROVISIONING) >=
						 FLAGS + 1 - 4 };
	if (!p->told)
		return;
	p->unmap = page[FLAGS] & LBPU;
	p->write_same_16 = page[FLAGS] & LBPWS;
	p->write_same_10 = page[FLAGS] & LBPWS10;
}

void scsi_unmap_limit_decode(const uint8_t *page, size_t bytes, struct scsi_provisioning *p)
{
	enum { BLOCKS = 20, DESCRIPTORS = 24, END = 28, UNIT = 28, ALIGNMENT = 32, UNITS_END = 36 };
	const uint32_t valid = 0x80000000; /* UGAVALID */
	size_t length = page_length(page, bytes, SCSI_VPD_BLOCK_LIMITS);
	bool whole = length >= END - 4, units = length >= UNITS_END - 4;
	uint32_t alignment = units ? (uint32_t)get_number(page + ALIGNMENT, 4) : 0;

	p->unmap_blocks = whole && get_number(page + DESCRIPTORS, 4)
				  ? (uint32_t)get_number(page + BLOCKS, 4)
				  : 0;
	p->unit_blocks = units ? (uint32_t)get_number(page + UNIT, 4) : 0;
	p->first_unit =
		p->unit_blocks && alignment & valid ? (alignment & ~valid) % p->unit_blocks : 0;
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

/* --- Mode pages in the data of MODE SENSE(10), and the parameter lists of MODE SELECT(10) --- */

enum {
	MODE_HEADER = 8,      /* bytes (SPC-5 Mode parameter header formats) */
	PAGE_SAVEABLE = 0x80, /* PS: bit of the first byte of a page; reserved in MODE SELECT */
	SUBPAGE_FORMAT = 0x40,
	MODE_PAGE_MASK = 0x3f,
	CACHE_BITS = 2,
	WRITE_CACHE_ENABLE = 0x04,
	READ_CACHE_DISABLE = 0x01,
	AHEAD_BITS = 12,
	DISABLE_READ_AHEAD = 0x20,
	RECOVERY_TIME_LIMIT = 10,
	RECOVERY_BYTES = 12,
	POWER_LEAST = 12, /* length of the Power Condition mode page (1Ah) in SPC-3 */
	TIMER_BYTES = 4
};

/* SPC-5 Power Condition mode page (1Ah): byte and bit that enable a timer, offset of the timer. */
static const struct {
	uint8_t byte, bit, timer;
} timer_places[ATA_EPC_COUNT] = {
	[ATA_EPC_IDLE_A] = { 3, 0x02, 4 },    [ATA_EPC_IDLE_B] = { 3, 0x04, 12 },
	[ATA_EPC_IDLE_C] = { 3, 0x08, 16 },   [ATA_EPC_STANDBY_Y] = { 2, 0x01, 20 },
	[ATA_EPC_STANDBY_Z] = { 3, 0x01, 8 },
};

/*
 * Return the offset of the first mode page, and set *to to the page's end. 0: the page is cut off,
 * shorter than `least`, or not page `code`.
 */
static size_t find_mode_page(const uint8_t *data, size_t bytes, uint8_t code, size_t least,
			     size_t *to)
{
	size_t end, at, behind;

	if (bytes < MODE_HEADER)
		return 0;
	end = 2 + (size_t)get_number(data, 2);
	if (end > bytes)
		end = bytes;
	at = MODE_HEADER + (size_t)get_number(data + 6, 2);
	if (at + 2 > end)
		return 0;
	behind = at + 2 + data[at + 1];
	if ((data[at] & (SUBPAGE_FORMAT | MODE_PAGE_MASK)) != code || behind > end ||
	    at + least > behind)
		return 0;
	*to = behind;
	return at;
}

bool scsi_mode_whole(const uint8_t *data, size_t bytes)
{
	size_t end = bytes < MODE_HEADER ? 0 : 2 + (size_t)get_number(data, 2);

	return end >= MODE_HEADER && (end <= bytes || bytes == SCSI_MODE_BYTES);
}

size_t scsi_mode_widen(uint8_t *data, size_t bytes)
{
	enum { SHORT_HEADER = MODE_HEADER - SCSI_MODE_WIDER };
	uint8_t length, medium, specific, descriptors;

	if (bytes < SHORT_HEADER)
		return 0;
	length = data[0];
	medium = data[1];
	specific = data[2];
	descriptors = data[3];
	memmove(data + MODE_HEADER, data + SHORT_HEADER, bytes - SHORT_HEADER);
	memset(data, 0, MODE_HEADER);
	/* MODE DATA LENGTH does not count its own bytes: 1 in the short form, 2 in the long form */
	put_number(data, 2, length ? length + 3u : 0);
	data[2] = medium;
	data[3] = specific;
	put_number(data + 6, 2, descriptors);
	return bytes + SCSI_MODE_WIDER;
}

static size_t find_power(const uint8_t *data, size_t bytes, size_t *to)
{
	return find_mode_page(data, bytes, SCSI_MODE_POWER_CONDITION, POWER_LEAST, to);
}

bool scsi_mode_saveable(const uint8_t *data, size_t bytes, uint8_t page)
{
	size_t to = 0, at = find_mode_page(data, bytes, page, 2, &to);

	return at && (data[at] & PAGE_SAVEABLE);
}

bool scsi_write_cache_decode(const uint8_t *data, size_t bytes, bool *on)
{
	size_t to = 0, at = find_mode_page(data, bytes, SCSI_MODE_CACHING, CACHE_BITS + 1, &to);

	if (at)
		*on = data[at + CACHE_BITS] & WRITE_CACHE_ENABLE;
	return at;
}

bool scsi_timers_decode(const uint8_t *data, size_t bytes, struct scsi_timers *timers)
{
	size_t to = 0, at = find_power(data, bytes, &to);

	*timers = (struct scsi_timers){ .has = { false } };
	for (unsigned i = 0; at && i < ATA_EPC_COUNT; i++) {
		if (at + timer_places[i].timer + TIMER_BYTES > to)
			continue;
		timers->has[i] = true;
		timers->timer[i].enabled = data[at + timer_places[i].byte] & timer_places[i].bit;
		timers->timer[i].time =
			(uint32_t)get_number(data + at + timer_places[i].timer, TIMER_BYTES);
	}
	return at;
}

static size_t begin_select_list(const uint8_t *data, size_t at, size_t to, uint8_t *list,
				size_t room)
{
	size_t n = MODE_HEADER;

	if (!at)
		return 0;
	/* in MODE SELECT, MODE DATA LENGTH is reserved; the list has no block descriptor */
	memset(list, 0, MODE_HEADER);
	for (; at < to && n < room; at++)
		list[n++] = data[at];
	list[MODE_HEADER] &= (uint8_t)~PAGE_SAVEABLE;
	return n;
}

size_t scsi_timers_encode(const uint8_t *data, size_t bytes, const struct scsi_timers *timers,
			  uint8_t *list)
{
	size_t to = 0, at = find_power(data, bytes, &to);
	size_t n = begin_select_list(data, at, to, list, bytes);
	uint8_t *page = list + MODE_HEADER;

	for (unsigned i = 0; n && i < ATA_EPC_COUNT; i++) {
		uint8_t *byte = page + timer_places[i].byte;

		if ((size_t)MODE_HEADER + timer_places[i].timer + TIMER_BYTES > n)
			continue;
		*byte &= (uint8_t)~timer_places[i].bit;
		if (timers->timer[i].enabled)
			*byte |= timer_places[i].bit;
		put_number(page + timer_places[i].timer, TIMER_BYTES, timers->timer[i].time);
	}
	return n;
}

static size_t find_ahead(const uint8_t *data, size_t bytes, size_t *to)
{
	return find_mode_page(data, bytes, SCSI_MODE_CACHING, AHEAD_BITS + 1, to);
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
	size_t n = begin_select_list(data, at, to, list, bytes);
	uint8_t *field = list + MODE_HEADER + AHEAD_BITS;

	if (n)
		*field = (uint8_t)((*field & ~DISABLE_READ_AHEAD) | (on ? 0 : DISABLE_READ_AHEAD));
	return n;
}

static size_t find_recovery(const uint8_t *data, size_t bytes, size_t *to)
{
	return find_mode_page(data, bytes, SCSI_MODE_ERROR_RECOVERY, RECOVERY_BYTES, to);
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
	size_t n = begin_select_list(data, at, to, list, bytes);

	if (n)
		put_number(list + MODE_HEADER + RECOVERY_TIME_LIMIT, 2, ms);
	return n;
}

enum { LONG_AT = 4, LONG = 0x01, SHORT_BYTES = 8, LONG_BYTES = 16 };

/* Return the length of the block descriptor in an answer; 0: none. */
static size_t descriptor_bytes(const uint8_t *data, size_t bytes, bool *is_long)
{
	size_t length;

	*is_long = bytes >= MODE_HEADER && (data[LONG_AT] & LONG);
	length = *is_long ? LONG_BYTES : SHORT_BYTES;
	return bytes < MODE_HEADER + length || get_number(data + 6, 2) < length ? 0 : length;
}

uint32_t scsi_blocks_decode(const uint8_t *data, size_t bytes)
{
	bool is_long;
	size_t length = descriptor_bytes(data, bytes, &is_long);

	/* the proof needs the bound beside each read */
	if (length == LONG_BYTES && bytes >= MODE_HEADER + LONG_BYTES)
		return (uint32_t)get_number(data + MODE_HEADER + 12, 4);
	if (length == SHORT_BYTES && bytes >= MODE_HEADER + SHORT_BYTES)
		return (uint32_t)get_number(data + MODE_HEADER + 5, 3);
	return 0;
}

size_t scsi_blocks_encode(const uint8_t *data, size_t bytes, uint32_t sector_bytes,
			  uint8_t list[SCSI_BLOCKS_LIST_BYTES])
{
	bool is_long;
	size_t length = descriptor_bytes(data, bytes, &is_long);

	if (!length)
		return 0;
	memset(list, 0, SCSI_BLOCKS_LIST_BYTES);
	list[LONG_AT] = is_long ? LONG : 0;
	put_number(list + 6, 2, length);
	if (!sector_bytes) {
		memcpy(list + MODE_HEADER, data + MODE_HEADER, length);
	} else if (is_long) {
		/* all ones: the maximum capacity (SBC-4 6.5.2.2, 6.5.2.3) */
		memset(list + MODE_HEADER, 0xff, 8);
		put_number(list + MODE_HEADER + 12, 4, sector_bytes);
	} else {
		memset(list + MODE_HEADER, 0xff, 4);
		put_number(list + MODE_HEADER + 5, 3, sector_bytes);
	}
	return MODE_HEADER + length;
}
