// SPDX-License-Identifier: GPL-2.0-or-later
/* Answers of SCSI disks: complete, short, wrong, and zeros. */
#include "scsi.h"
#include "suites.h"
#include "identify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Copy to the end of an allocation, so that a sanitizer detects a read beyond. */
static uint8_t *cut(const uint8_t *data, size_t bytes)
{
	uint8_t *copy = malloc(bytes ? bytes : 1);

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, data, bytes);
	return copy;
}

START_TEST(an_identity_is_printable)
{
	uint8_t data[36] = { 0, 0, 6, 2, 31 };
	struct scsi_identity id;

	memcpy(data + 8, "SEAGATE ST8000NM0075    E0\0022", 28);
	ck_assert(scsi_identity_decode(data, sizeof(data), &id));
	ck_assert_str_eq(id.vendor, "SEAGATE");
	ck_assert_str_eq(id.product, "ST8000NM0075");
	ck_assert_str_eq(id.revision, "E0?2");
	ck_assert_uint_eq(id.type, 0);
	ck_assert(!id.removable);
	data[1] = 0x80;
	ck_assert(scsi_identity_decode(data, sizeof(data), &id) && id.removable);
	ck_assert(!scsi_identity_decode(data, 35, &id));
	data[0] = 0x7f;
	ck_assert(!scsi_identity_decode(data, sizeof(data), &id));
	memset(data, 0, sizeof(data));
	ck_assert(scsi_identity_decode(data, sizeof(data), &id));
	ck_assert_str_eq(id.product, "");
}
END_TEST

START_TEST(a_serial_number_ends_with_its_page)
{
	uint8_t page[300] = { 0, 0x80, 0, 6, ' ', 'Z', 'A', '1', '2', ' ', 'x' };
	char serial[SCSI_SERIAL_BYTES];
	uint8_t *copy;

	ck_assert(scsi_serial_decode(page, sizeof(page), serial));
	ck_assert_str_eq(serial, "ZA12");
	copy = cut(page, 7);
	ck_assert(scsi_serial_decode(copy, 7, serial));
	ck_assert_str_eq(serial, "ZA");
	free(copy);
	page[2] = 0xff;
	memset(page + 4, 'a', sizeof(page) - 4);
	ck_assert(scsi_serial_decode(page, sizeof(page), serial));
	ck_assert_uint_eq(strlen(serial), SCSI_SERIAL_BYTES - 1);
	page[1] = 0x83;
	ck_assert(!scsi_serial_decode(page, sizeof(page), serial));
	memset(page, 0, sizeof(page));
	ck_assert(!scsi_serial_decode(page, sizeof(page), serial));
	ck_assert(!scsi_serial_decode(page, 0, serial));
}
END_TEST

static const uint8_t names[] = {
	0,    0x83, 0, 48,						  /* page 83h */
	2,    1,    0, 8,  'S',	 'E',  'A',  'G', 'A',	'T',  'E',  ' ',  /* T10 */
	1,    2,    0, 8,  0x00, 0x25, 0x38, 1,	  2,	3,    4,    5,	  /* EUI-64 */
	0x61, 0x93, 0, 8,  0x50, 0,    0xc5, 0,	  9,	9,    9,    9,	  /* the port's */
	1,    3,    0, 8,  0x50, 0,    0xc5, 0,	  0xa0, 0xb0, 0xc0, 0xd0, /* NAA */
};

START_TEST(a_page_is_listed_or_not)
{
	const uint8_t list[] = { 0, 0x00, 0, 4, 0x00, 0x80, 0xb0, 0xb2, 0xb1 };
	/* standard INQUIRY data instead: no list */
	const uint8_t inquiry[36] = { 0, 0x80, 6, 2, 31, 0xb2 };
	uint8_t *copy = cut(list, 7);

	ck_assert(scsi_page_listed(list, sizeof(list), SCSI_VPD_BLOCK_LIMITS));
	ck_assert(scsi_page_listed(list, sizeof(list), SCSI_VPD_PROVISIONING));
	ck_assert(!scsi_page_listed(list, sizeof(list), SCSI_VPD_BLOCK_CHARACTERISTICS));
	ck_assert(!scsi_page_listed(copy, 7, SCSI_VPD_PROVISIONING));
	ck_assert(!scsi_page_listed(inquiry, sizeof(inquiry), SCSI_VPD_PROVISIONING));
	ck_assert(!scsi_page_listed(list, 3, SCSI_VPD_SUPPORTED_PAGES));
	free(copy);
}
END_TEST

START_TEST(what_discards_is_claimed_in_page_b2h)
{
	uint8_t page[8] = { 0, 0xb2, 0, 4, 0, 0x80 };
	struct scsi_provisioning p;
	uint8_t *copy = cut(page, 5);

	scsi_provisioning_decode(page, sizeof(page), &p);
	ck_assert(p.told && p.unmap && !p.write_same_16 && !p.write_same_10);
	page[5] = 0x40;
	scsi_provisioning_decode(page, sizeof(page), &p);
	ck_assert(p.told && !p.unmap && p.write_same_16 && !p.write_same_10);
	page[5] = 0x20;
	scsi_provisioning_decode(page, sizeof(page), &p);
	ck_assert(p.told && !p.unmap && !p.write_same_16 && p.write_same_10);
	page[5] = 0x1f;
	scsi_provisioning_decode(page, sizeof(page), &p);
	ck_assert(p.told && !p.unmap && !p.write_same_16 && !p.write_same_10);
	scsi_provisioning_decode(copy, 5, &p);
	ck_assert(!p.told && !p.unmap);
	page[1] = 0xb0;
	page[5] = 0xff;
	scsi_provisioning_decode(page, sizeof(page), &p);
	ck_assert(!p.told && !p.unmap);
	scsi_provisioning_decode(page, 0, &p);
	ck_assert(!p.told);
	free(copy);
}
END_TEST

START_TEST(the_size_of_unmap_is_in_page_b0h)
{
	uint8_t page[64] = { 0, 0xb0, 0, 0x3c };
	struct scsi_provisioning p = { .unmap_blocks = 5 };
	uint8_t *copy;

	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.unmap_blocks, 0);
	page[20] = 0x00, page[21] = 0x3f, page[22] = 0xff, page[23] = 0xc0;
	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.unmap_blocks, 0); /* without a descriptor: no UNMAP */
	page[27] = 1;
	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.unmap_blocks, 4194240);
	memset(page + 20, 0xff, 4);
	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert(p.unmap_blocks == SCSI_UNMAP_UNLIMITED);
	copy = cut(page, 27);
	scsi_unmap_limit_decode(copy, 27, &p);
	ck_assert_uint_eq(p.unmap_blocks, 0);
	free(copy);
	page[3] = 0x0c; /* length in SBC-2 */
	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.unmap_blocks, 0);
}
END_TEST

START_TEST(the_units_of_unmap_are_in_page_b0h)
{
	uint8_t page[64] = { 0, 0xb0, 0, 0x3c, [31] = 8, [32] = 0x80, [35] = 3 };
	struct scsi_provisioning p = { .unit_blocks = 5, .first_unit = 5 };
	uint8_t *copy;

	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.unit_blocks, 8);
	ck_assert_uint_eq(p.first_unit, 3);
	page[35] = 11;
	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.first_unit, 3);
	page[32] = 0; /* UGAVALID is 0 */
	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.unit_blocks, 8);
	ck_assert_uint_eq(p.first_unit, 0);
	page[31] = 0, page[32] = 0x80;
	scsi_unmap_limit_decode(page, sizeof(page), &p);
	ck_assert_uint_eq(p.unit_blocks, 0);
	ck_assert_uint_eq(p.first_unit, 0);
	page[31] = 8;
	copy = cut(page, 35);
	scsi_unmap_limit_decode(copy, 35, &p);
	ck_assert_uint_eq(p.unit_blocks, 0);
	free(copy);
}
END_TEST

START_TEST(the_name_is_that_of_the_logical_unit)
{
	char name[SCSI_NAME_BYTES];

	ck_assert(scsi_name_decode(names, sizeof(names), name));
	ck_assert_str_eq(name, "5000c500a0b0c0d0");
	/* cut off: the EUI-64, then nothing */
	for (size_t bytes = 0; bytes < sizeof(names); bytes++) {
		uint8_t *copy = cut(names, bytes);
		bool found = scsi_name_decode(copy, bytes, name);

		ck_assert_msg(found == (bytes >= 28), "%zu bytes", bytes);
		if (found)
			ck_assert_str_eq(name, "0025380102030405");
		free(copy);
	}
}
END_TEST

START_TEST(an_eui64_of_zeros_is_no_name)
{
	static const uint8_t zeros[] = { 0, 0x83, 0, 12, 1, 2, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0 };
	char name[SCSI_NAME_BYTES];

	ck_assert(!scsi_name_decode(zeros, sizeof(zeros), name));
}
END_TEST

START_TEST(what_names_a_device_is_hidden)
{
	static const uint8_t maker[8] = { 0x50, 0, 0xc5, 0 };
	uint8_t page[sizeof(names)], serial[] = "\0\x80\0\6 ZA12 ", other[] = "\0\xb1\0\2\x1c\x20";

	memcpy(page, names, sizeof(page));
	scsi_page_make_anonymous(page, sizeof(page));
	ck_assert_mem_eq(page + 8, "XXXXXXX ", 8);
	ck_assert_mem_eq(page + 44, maker, sizeof(maker));
	ck_assert_mem_eq(page + 32, maker, sizeof(maker));
	ck_assert_mem_eq(page + 40, names + 40, 4);
	scsi_page_make_anonymous(serial, sizeof(serial) - 1);
	ck_assert_mem_eq(serial + 4, " XXXX ", 6);
	scsi_page_make_anonymous(other, sizeof(other) - 1);
	ck_assert_mem_eq(other, "\0\xb1\0\2\x1c\x20", 6);
	for (size_t bytes = 0; bytes < sizeof(names); bytes++) {
		uint8_t *copy = cut(names, bytes);

		scsi_page_make_anonymous(copy, bytes);
		free(copy);
	}
}
END_TEST

START_TEST(a_rate_is_one_of_the_standard)
{
	static const struct {
		uint8_t page[8];
		size_t bytes;
		unsigned rate;
	} rows[] = {
		{ { 0, 0xb1, 0, 0x3c, 0x1c, 0x20 }, 8, 7200 },
		{ { 0, 0xb1, 0, 0x3c, 0, 1 }, 8, ID_NOT_ROTATING },
		{ { 0, 0xb1, 0, 0x3c, 0, 0 }, 8, 0 },
		{ { 0, 0xb1, 0, 0x3c, 0x04, 0x00 }, 8, 0 },
		{ { 0, 0xb1, 0, 0x3c, 0xff, 0xff }, 8, 0 },
		{ { 0, 0xb1, 0, 0x3c, 0x1c, 0x20 }, 5, 0 },
		{ { 0, 0xb1, 0, 1, 0x1c, 0x20 }, 8, 0 },
		{ { 0, 0xb0, 0, 0x3c, 0x1c, 0x20 }, 8, 0 },
		{ { 0 }, 8, 0 },
	};

	for (int i = 0; i < ROWS(rows); i++)
		ck_assert_msg(scsi_rotation_decode(rows[i].page, rows[i].bytes) == rows[i].rate,
			      "row %d", i);
}
END_TEST

START_TEST(a_temperature_is_parameter_0)
{
	static const uint8_t whole[] = { 0x0d, 0, 0, 12, 0, 1, 3, 2, 0, 60, 0, 0, 3, 2, 0, 0x26 };
	uint8_t page[sizeof(whole)];
	int celsius = -1;

	ck_assert(scsi_temperature_decode(whole, sizeof(whole), &celsius));
	ck_assert_int_eq(celsius, 38);
	for (size_t bytes = 0; bytes < sizeof(whole); bytes++) {
		uint8_t *copy = cut(whole, bytes);

		ck_assert_msg(!scsi_temperature_decode(copy, bytes, &celsius), "%zu", bytes);
		free(copy);
	}
	memcpy(page, whole, sizeof(page));
	page[15] = 0xff;
	ck_assert(!scsi_temperature_decode(page, sizeof(page), &celsius));
	memcpy(page, whole, sizeof(page));
	page[0] = 0x0e;
	ck_assert(!scsi_temperature_decode(page, sizeof(page), &celsius));
	memset(page, 0, sizeof(page));
	ck_assert(!scsi_temperature_decode(page, sizeof(page), &celsius));
}
END_TEST

static void make_mode(uint8_t data[56], bool descriptor)
{
	uint8_t *page = data + (descriptor ? 16 : 8);

	memset(data, 0, 56);
	data[1] = descriptor ? 54 : 46;
	data[3] = 0x90; /* write protection and DPOFUA */
	data[7] = descriptor ? 8 : 0;
	page[0] = 0x9a;
	page[1] = 0x26;
	page[3] = 0x03;
	page[6] = 0x04;
	page[10] = 0x17, page[11] = 0x70;
	page[39] = 0xa8;
}

/* SPC-5 table 409: the place of each condition in page 1Ah. */
static const struct {
	uint8_t byte, bit, timer;
} places[ATA_EPC_COUNT] = {
	[ATA_EPC_IDLE_A] = { 3, 0x02, 4 },    [ATA_EPC_IDLE_B] = { 3, 0x04, 12 },
	[ATA_EPC_IDLE_C] = { 3, 0x08, 16 },   [ATA_EPC_STANDBY_Y] = { 2, 0x01, 20 },
	[ATA_EPC_STANDBY_Z] = { 3, 0x01, 8 },
};

START_TEST(a_timer_is_read)
{
	uint8_t data[56], *page = data + 8;
	struct scsi_timers timers;

	memset(data, 0, sizeof(data));
	data[1] = 46;
	page[0] = 0x1a, page[1] = 0x26;
	page[places[_i].byte] = places[_i].bit;
	memcpy(page + places[_i].timer, "\1\2\3\4", 4);
	ck_assert(scsi_timers_decode(data, sizeof(data), &timers));
	for (int i = 0; i < ATA_EPC_COUNT; i++) {
		ck_assert(timers.has[i]);
		ck_assert(timers.timer[i].enabled == (i == _i));
		ck_assert_uint_eq(timers.timer[i].time, i == _i ? 0x01020304 : 0);
	}
}
END_TEST

/* Header, PS and the timer change; CCF and the other conditions do not. */
START_TEST(a_timer_is_set_and_nothing_else)
{
	static const uint8_t head[8] = { 0 };
	struct scsi_timers timers;
	uint8_t data[56], list[56], page[40];

	for (int descriptor = 0; descriptor < 2; descriptor++) {
		make_mode(data, descriptor);
		ck_assert(scsi_timers_decode(data, sizeof(data), &timers));
		ck_assert(timers.timer[ATA_EPC_STANDBY_Z].enabled);
		ck_assert_uint_eq(timers.timer[ATA_EPC_STANDBY_Z].time, 6000);
		ck_assert(timers.timer[ATA_EPC_IDLE_A].enabled);
		ck_assert(scsi_mode_saveable(data, sizeof(data), SCSI_MODE_POWER_CONDITION));
		ck_assert(!scsi_mode_saveable(data, sizeof(data), SCSI_MODE_CACHING));
		timers.timer[_i].enabled = true;
		timers.timer[_i].time = 0x01020304;
		ck_assert_uint_eq(scsi_timers_encode(data, sizeof(data), &timers, list), 48);
		ck_assert_mem_eq(list, head, sizeof(head));
		memcpy(page, data + (descriptor ? 16 : 8), sizeof(page));
		page[0] = 0x1a;
		page[places[_i].byte] |= places[_i].bit;
		memcpy(page + places[_i].timer, "\1\2\3\4", 4);
		ck_assert_mem_eq(list + 8, page, sizeof(page));
		timers.timer[_i].enabled = false;
		ck_assert_uint_eq(scsi_timers_encode(data, sizeof(data), &timers, list), 48);
		page[places[_i].byte] &= (uint8_t)~places[_i].bit;
		ck_assert_mem_eq(list + 8, page, sizeof(page));
	}
}
END_TEST

/* SPC-5 7.7.12: byte 4 standby, byte 5 idle; times in ms, FFFFh beyond the field. */
START_TEST(recovery_times_are_those_of_their_conditions)
{
	static const uint8_t whole[18] = { 0, 0x8a, 0,	  14, 0x02, 0x05, 0, 1,	   0,
					   2, 0x2a, 0xf8, 0,  100,  0,	  4, 0xff, 0xff };
	static const uint16_t ms[ATA_EPC_COUNT] = { 100, 4, 0, 11000, 2 };
	static const bool has[ATA_EPC_COUNT] = { true, false, true, true, false };
	struct scsi_conditions conditions;
	uint8_t page[sizeof(whole)];

	ck_assert(scsi_conditions_decode(whole, sizeof(whole), &conditions));
	for (int i = 0; i < ATA_EPC_COUNT; i++) {
		ck_assert(conditions.has[i] == has[i]);
		ck_assert_uint_eq(conditions.recovery_ms[i], ms[i]);
	}
	for (size_t bytes = 0; bytes < sizeof(whole); bytes++) {
		uint8_t *copy = cut(whole, bytes);

		ck_assert_msg(!scsi_conditions_decode(copy, bytes, &conditions), "%zu", bytes);
		ck_assert(!conditions.has[ATA_EPC_IDLE_A]);
		free(copy);
	}
	memcpy(page, whole, sizeof(page));
	page[1] = 0xb1;
	ck_assert(!scsi_conditions_decode(page, sizeof(page), &conditions));
	memcpy(page, whole, sizeof(page));
	page[3] = 13;
	ck_assert(!scsi_conditions_decode(page, sizeof(page), &conditions));
}
END_TEST

/* SBC-4 6.4.5, page 08h: WCE is bit 2 of byte 2, also after a block descriptor. */
START_TEST(the_write_cache_is_one_bit_of_its_page)
{
	for (int descriptor = 0; descriptor < 2; descriptor++) {
		uint8_t data[36] = { 0 }, *page = data + (descriptor ? 16 : 8);
		bool on = false;

		data[1] = descriptor ? 34 : 26;
		data[7] = descriptor ? 8 : 0;
		page[0] = 0x88, page[1] = 0x12, page[2] = 0x04;
		ck_assert(scsi_write_cache_decode(data, sizeof(data), &on) && on);
		page[2] = (uint8_t)~0x04;
		ck_assert(scsi_write_cache_decode(data, sizeof(data), &on) && !on);
		on = true;
		page[0] = 0x1a;
		ck_assert(!scsi_write_cache_decode(data, sizeof(data), &on) && on);
		page[0] = 0x08, page[1] = 0;
		ck_assert(!scsi_write_cache_decode(data, sizeof(data), &on) && on);
		for (size_t bytes = 0; bytes < (size_t)(page - data) + 20; bytes++) {
			uint8_t *copy = cut(data, bytes);

			ck_assert(!scsi_write_cache_decode(copy, bytes, &on));
			free(copy);
		}
	}
}
END_TEST

/* A page of `length` bytes with its header, filled with `fill`, with or without a descriptor. */
static size_t make_page(uint8_t data[48], bool descriptor, uint8_t code, size_t length,
			uint8_t fill)
{
	size_t at = descriptor ? 16 : 8;

	memset(data, 0, 48);
	data[1] = (uint8_t)(at + length - 2);
	data[7] = descriptor ? 8 : 0;
	memset(data + at, fill, length);
	data[at] = 0x80 | code;
	data[at + 1] = (uint8_t)(length - 2);
	return at;
}

/* SBC-4 6.4.5, page 08h: DRA is bit 5 of byte 12, RCD bit 0 of byte 2. */
START_TEST(read_ahead_is_one_bit_of_its_page)
{
	static const uint8_t fills[] = { 0, 0xff };

	for (int i = 0; i < 4; i++) {
		uint8_t data[48], list[48], page[20], fill = fills[i / 2];
		size_t at = make_page(data, i % 2, 0x08, 20, fill);
		struct scsi_caching caching = { .dra = !fill };

		ck_assert(scsi_caching_decode(data, at + 20, &caching));
		ck_assert(caching.dra == (fill != 0) && caching.rcd == (fill != 0));
		memcpy(page, data + at, 20);
		page[0] = 0x08;
		page[12] ^= 0x20;
		ck_assert_uint_eq(scsi_look_ahead_encode(data, at + 20, fill, list), 28);
		ck_assert_mem_eq(list, "\0\0\0\0\0\0\0\0", 8);
		ck_assert_mem_eq(list + 8, page, 20);
		page[12] ^= 0x20;
		ck_assert_uint_eq(scsi_look_ahead_encode(data, at + 20, !fill, list), 28);
		ck_assert_mem_eq(list + 8, page, 20);
		for (size_t bytes = 0; bytes < at + 20; bytes++) {
			uint8_t *copy = cut(data, bytes);

			ck_assert(!scsi_caching_decode(copy, bytes, &caching));
			ck_assert_uint_eq(scsi_look_ahead_encode(copy, bytes, true, list), 0);
			free(copy);
		}
		make_page(data, i % 2, 0x08, 12, fill); /* the page in SCSI-2 */
		ck_assert(!scsi_caching_decode(data, at + 12, &caching));
	}
}
END_TEST

/* SBC-4 6.4.8, page 01h: bytes 10 and 11, in ms. */
START_TEST(the_recovery_time_is_one_field_of_its_page)
{
	for (int i = 0; i < 2; i++) {
		uint8_t data[48], list[48], page[12];
		size_t at = make_page(data, i, 0x01, 12, 0xa5);
		uint16_t ms = 0;

		ck_assert(scsi_recovery_decode(data, at + 12, &ms));
		ck_assert_uint_eq(ms, 0xa5a5);
		memcpy(page, data + at, 12);
		page[0] = 0x01;
		page[10] = 0x1b, page[11] = 0x58;
		ck_assert_uint_eq(scsi_recovery_encode(data, at + 12, 7000, list), 20);
		ck_assert_mem_eq(list, "\0\0\0\0\0\0\0\0", 8);
		ck_assert_mem_eq(list + 8, page, 12);
		for (size_t bytes = 0; bytes < at + 12; bytes++) {
			uint8_t *copy = cut(data, bytes);

			ck_assert(!scsi_recovery_decode(copy, bytes, &ms));
			ck_assert_uint_eq(scsi_recovery_encode(copy, bytes, 1, list), 0);
			free(copy);
		}
		make_page(data, i, 0x08, 12, 0);
		ck_assert(!scsi_recovery_decode(data, at + 12, &ms));
		make_page(data, i, 0x01, 8, 0); /* the page that SCSI-2 permits */
		ck_assert(!scsi_recovery_decode(data, at + 8, &ms));
	}
}
END_TEST

/* SPC-5 tables 365 and 366: the page after the header of 4 bytes and of 8. */
START_TEST(a_short_answer_becomes_a_long_one)
{
	static const uint8_t answer[] = {
		31, 0x01, 0x10, 8, 0, 0, 0, 0, 0, 0, 2, 0, 0x88, 0x12, 4
	};
	static const uint8_t header[] = { 0, 34, 0x01, 0x10, 0, 0, 0, 8 };
	uint8_t data[36] = { 0 };
	bool on = false;

	memcpy(data, answer, sizeof(answer));
	ck_assert_uint_eq(scsi_mode_widen(data, 32), 36);
	ck_assert_mem_eq(data, header, sizeof(header));
	ck_assert_mem_eq(data + 8, answer + 4, sizeof(answer) - 4);
	ck_assert(scsi_write_cache_decode(data, 36, &on) && on);
	ck_assert_uint_eq(scsi_mode_widen(data, 3), 0);
	memset(data, 0, sizeof(data));
	ck_assert_uint_eq(scsi_mode_widen(data, 4), 8);
	ck_assert(!scsi_write_cache_decode(data, 8, &on));
}
END_TEST

START_TEST(a_mode_page_that_is_not_whole_is_none)
{
	struct scsi_timers timers;
	uint8_t data[56], list[56];

	make_mode(data, true);
	for (size_t bytes = 0; bytes < sizeof(data); bytes++) {
		uint8_t *copy = cut(data, bytes);

		ck_assert_msg(!scsi_timers_decode(copy, bytes, &timers), "%zu", bytes);
		ck_assert_uint_eq(scsi_timers_encode(copy, bytes, &timers, list), 0);
		free(copy);
	}
	data[7] = 0xff; /* descriptors beyond the end */
	ck_assert(!scsi_timers_decode(data, sizeof(data), &timers));
	make_mode(data, false);
	data[8] = 0x5a; /* a subpage */
	ck_assert(!scsi_timers_decode(data, sizeof(data), &timers));
	make_mode(data, false);
	data[9] = 0x09; /* too short for the timer */
	ck_assert(!scsi_timers_decode(data, sizeof(data), &timers));
	data[9] = 0x0a; /* length in SPC-3 */
	ck_assert(scsi_timers_decode(data, sizeof(data), &timers));
	for (int i = 0; i < ATA_EPC_COUNT; i++) {
		bool old = i == ATA_EPC_IDLE_A || i == ATA_EPC_STANDBY_Z;

		ck_assert(timers.has[i] == old && timers.timer[i].enabled == old);
	}
	ck_assert_uint_eq(scsi_timers_encode(data, sizeof(data), &timers, list), 20);
	data[9] = 0xff;
	ck_assert(!scsi_timers_decode(data, sizeof(data), &timers));
	make_mode(data, false);
	data[1] = 10; /* the header's length ends before the page */
	ck_assert(!scsi_timers_decode(data, sizeof(data), &timers));
	memset(data, 0, sizeof(data));
	ck_assert(!scsi_timers_decode(data, sizeof(data), &timers));
	memset(data, 0xff, sizeof(data));
	ck_assert(!scsi_timers_decode(data, sizeof(data), &timers));
}
END_TEST

/* SBC-4 tables 66 and 67. */
START_TEST(the_capacity_has_the_protection)
{
	static const struct {
		uint8_t protect, exponent;
		unsigned type, want;
	} rows[] = {
		{ 0x00, 0x30, 0, 0 },  { 0x01, 0x00, 1, 0 }, { 0x03, 0x30, 2, 3 },
		{ 0x05, 0xf7, 3, 15 }, { 0x04, 0x00, 0, 0 }, { 0x07, 0x00, 0, 0 },
	};
	uint8_t data[SCSI_CAPACITY_BYTES] = { 0, 0, 0, 1, 0, 0, 0, 0xff, 0, 0, 0x02, 0x08 };
	struct scsi_capacity capacity;

	for (int i = 0; i < ROWS(rows); i++) {
		data[12] = rows[i].protect;
		data[13] = rows[i].exponent;
		ck_assert(scsi_capacity_decode(data, sizeof(data), &capacity));
		ck_assert_uint_eq(capacity.sectors, 0x100000100);
		ck_assert_uint_eq(capacity.sector_bytes, 520);
		ck_assert_uint_eq(capacity.protection.type, rows[i].type);
		ck_assert_uint_eq(capacity.protection.exponent, rows[i].want);
	}
	for (size_t bytes = 0; bytes < 14; bytes++)
		ck_assert(!scsi_capacity_decode(data, bytes, &capacity));
	memset(data, 0, sizeof(data));
	ck_assert(!scsi_capacity_decode(data, sizeof(data), &capacity));
}
END_TEST

/* SBC-4 6.5.2.2 and 6.5.2.3: the disk's descriptor, without the page. */
START_TEST(a_list_has_the_block_descriptor_alone)
{
	static const uint8_t of_short[] = { 0,	  0,	0,    0,    0, 0, 0,	8,
					    0xff, 0xff, 0xff, 0xff, 0, 0, 0x10, 0 };
	static const uint8_t of_long[] = { 0,	 0,    0,    0,	   1,	 0,    0,    16,
					   0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
					   0,	 0,    0,    0,	   0,	 0,    0x10, 0 };
	uint8_t data[44] = { 0, 34, 7, 0x10, 0, 0, 0, 8, 0, 1, 2, 3, 0, 0, 2, 0, 0x88, 0x12 };
	uint8_t list[SCSI_BLOCKS_LIST_BYTES];

	ck_assert_uint_eq(scsi_blocks_encode(data, 36, 4096, list), sizeof(of_short));
	ck_assert_mem_eq(list, of_short, sizeof(of_short));
	ck_assert_uint_eq(scsi_blocks_encode(data, 15, 4096, list), 0);
	data[4] = 1; /* LONGLBA */
	ck_assert_uint_eq(scsi_blocks_encode(data, 44, 4096, list), 0);
	data[7] = 16;
	ck_assert_uint_eq(scsi_blocks_encode(data, 44, 4096, list), sizeof(of_long));
	ck_assert_mem_eq(list, of_long, sizeof(of_long));
	ck_assert_uint_eq(scsi_blocks_encode(data, 23, 4096, list), 0);
	data[4] = data[7] = 0;
	ck_assert_uint_eq(scsi_blocks_encode(data, 44, 4096, list), 0);
	ck_assert_uint_eq(scsi_blocks_encode(data, 0, 4096, list), 0);
}
END_TEST

START_TEST(an_answer_is_whole_by_its_length)
{
	uint8_t data[SCSI_MODE_BYTES] = { 0 };

	ck_assert(!scsi_mode_whole(data, 0) && !scsi_mode_whole(data, sizeof(data)));
	data[1] = 5;
	ck_assert(!scsi_mode_whole(data, sizeof(data)));
	data[1] = 6; /* only a header: no page */
	ck_assert(scsi_mode_whole(data, 8) && !scsi_mode_whole(data, 7));
	data[1] = 26;
	ck_assert(scsi_mode_whole(data, 28) && !scsi_mode_whole(data, 27));
	data[0] = 0xff; /* too large */
	ck_assert(scsi_mode_whole(data, sizeof(data)));
	ck_assert(!scsi_mode_whole(data, sizeof(data) - 1));
}
END_TEST

/* SPC-5 table 332: 0 means not known, 1 that the command is missing. */
START_TEST(an_operation_is_there_or_missing_or_neither)
{
	for (unsigned support = 0; support < 8; support++) {
		const uint8_t data[4] = { 0, (uint8_t)(0x80 | support) };

		ck_assert(scsi_operation_supported(data, 4) == (support == 3 || support == 5));
		ck_assert(scsi_operation_missing(data, 4) == (support == 1));
		ck_assert(!scsi_operation_supported(data, 1) && !scsi_operation_missing(data, 1));
	}
}
END_TEST

START_TEST(a_page_may_be_empty_and_the_last)
{
	/* length, and PS with the page's code */
	static const uint8_t data[] = { 0, 8, [8] = 0x80 | SCSI_MODE_CACHING, 0 };
	bool on;

	ck_assert(scsi_mode_saveable(data, sizeof(data), SCSI_MODE_CACHING));
	ck_assert(!scsi_write_cache_decode(data, sizeof(data), &on));
	ck_assert(!scsi_mode_saveable(data, sizeof(data) - 1, SCSI_MODE_CACHING));
}
END_TEST

Suite *answers_suite(void)
{
	Suite *suite = suite_create("answers");

	add_case(suite, "identity", an_identity_is_printable);
	add_case(suite, "read-ahead", read_ahead_is_one_bit_of_its_page);
	add_case(suite, "recovery time", the_recovery_time_is_one_field_of_its_page);
	add_case(suite, "serial", a_serial_number_ends_with_its_page);
	add_case(suite, "listed", a_page_is_listed_or_not);
	add_case(suite, "provisioning", what_discards_is_claimed_in_page_b2h);
	add_case(suite, "size of UNMAP", the_size_of_unmap_is_in_page_b0h);
	add_case(suite, "units of UNMAP", the_units_of_unmap_are_in_page_b0h);
	add_case(suite, "name", the_name_is_that_of_the_logical_unit);
	add_case(suite, "zeros", an_eui64_of_zeros_is_no_name);
	add_case(suite, "hidden", what_names_a_device_is_hidden);
	add_case(suite, "rate", a_rate_is_one_of_the_standard);
	add_case(suite, "temperature", a_temperature_is_parameter_0);
	add_rows(suite, "timer", a_timer_is_read, ATA_EPC_COUNT);
	add_rows(suite, "timer set", a_timer_is_set_and_nothing_else, ATA_EPC_COUNT);
	add_case(suite, "recovery times", recovery_times_are_those_of_their_conditions);
	add_case(suite, "write cache", the_write_cache_is_one_bit_of_its_page);
	add_case(suite, "widened", a_short_answer_becomes_a_long_one);
	add_case(suite, "not whole", a_mode_page_that_is_not_whole_is_none);
	add_case(suite, "whole", an_answer_is_whole_by_its_length);
	add_case(suite, "empty", a_page_may_be_empty_and_the_last);
	add_case(suite, "operation", an_operation_is_there_or_missing_or_neither);
	add_case(suite, "capacity", the_capacity_has_the_protection);
	add_case(suite, "blocks", a_list_has_the_block_descriptor_alone);
	return suite;
}
