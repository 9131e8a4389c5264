// SPDX-License-Identifier: GPL-2.0-or-later
/* Answers of NVMe devices, and invalid data. */
#include "suites.h"
#include "nvme.h"

#include <string.h>

static void put32(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

/* The answer of QEMU 7.2, with other names. */
static void make_controller(uint8_t data[4096])
{
	memset(data, 0, 4096);
	memcpy(data + 4, "SN-4711             ", 20);
	memcpy(data + 24, "QEMU NVMe Ctrl                          ", 40);
	memcpy(data + 64, "7.2.11  ", 8);
	data[77] = 7;
	put32(data + 80, 0x10400);
	data[256] = 0x0a;
	data[265] = 0x01;
	data[260] = 0x03;
	put32(data + 328, 5);
	put32(data + 516, 256);
	data[520] = 0x5d;
	data[524] = 4;
	data[525] = 7;
	data[2048 + 3] = 0;
}

START_TEST(a_controller_is_decoded)
{
	struct nvme_controller ctrl;
	uint8_t data[4096];

	make_controller(data);
	ck_assert(nvme_controller_decode(data, &ctrl));
	ck_assert_str_eq(ctrl.model, "QEMU NVMe Ctrl");
	ck_assert_str_eq(ctrl.serial, "SN-4711");
	ck_assert_str_eq(ctrl.firmware, "7.2.11");
	ck_assert_uint_eq(ctrl.major, 1);
	ck_assert_uint_eq(ctrl.minor, 4);
	ck_assert_uint_eq(ctrl.namespaces, 256);
	ck_assert_uint_eq(ctrl.most_bytes, 524288);
	ck_assert(ctrl.write_cache && !ctrl.write_uncorrectable && !ctrl.verify);
	ck_assert(ctrl.selects && ctrl.apst);
	ck_assert(ctrl.format && !ctrl.firmware_update && !ctrl.format_all);
	ck_assert(!ctrl.erase_all && ctrl.erase_crypto);
	ck_assert(ctrl.sanitize_crypto && !ctrl.sanitize_block && ctrl.sanitize_overwrite);
	ck_assert_uint_eq(ctrl.firmware_slots, 1);
	ck_assert(ctrl.first_slot_fixed && !ctrl.activates_at_once);
	ck_assert_uint_eq(ctrl.firmware_granule, 0);
	ck_assert_uint_eq(ctrl.power_states, 1);
	ck_assert_uint_eq(ctrl.non_operational, 0);
}
END_TEST

/* Indexes out of range, texts with control characters and without an end. */
START_TEST(a_lying_controller_leads_nowhere)
{
	struct nvme_controller ctrl;
	uint8_t data[4096];

	make_controller(data);
	data[77] = 0xff;
	data[263] = 0xff;
	data[319] = 0xff;
	memset(data + 4, 'X', 20);
	memcpy(data + 64, "\x1b[31m\n\0A", 8);
	for (unsigned i = 0; i < 32; i++)
		data[2048 + 32 * i + 3] = 2;
	ck_assert(nvme_controller_decode(data, &ctrl));
	ck_assert_uint_eq(ctrl.most_bytes, 0);
	ck_assert_uint_eq(ctrl.power_states, 32);
	ck_assert_uint_eq(ctrl.non_operational, 0xffffffff);
	ck_assert_uint_eq(ctrl.firmware_granule, 0);
	ck_assert_uint_eq(strlen(ctrl.serial), 20);
	ck_assert_str_eq(ctrl.firmware, "?[31m?");
}
END_TEST

START_TEST(blank_data_are_no_answer)
{
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	uint8_t data[4096];

	memset(data, _i ? 0xff : 0, sizeof(data));
	ck_assert(!nvme_controller_decode(data, &ctrl));
	ck_assert(!nvme_namespace_decode(data, &ns));
	nvme_names_of_namespace(data, &names);
	ck_assert_str_eq(names.eui64, "");
	ck_assert_str_eq(names.nguid, "");
	nvme_names_decode(data, &names);
	ck_assert_str_eq(names.uuid, "");
}
END_TEST

START_TEST(a_namespace_is_decoded)
{
	struct nvme_namespace ns;
	struct nvme_names names;
	uint8_t data[4096] = { 0 };

	put32(data, 0x1000);
	put32(data + 8, 0x800);
	data[25] = 2;
	data[26] = 0x11; /* format 1, metadata at the end of the data */
	data[29] = 0xfb; /* type 3, at the beginning */
	data[30] = 1;
	for (int i = 0; i < 8; i++)
		data[120 + i] = (uint8_t)(0x10 + i);
	data[104] = 0xab;
	data[130] = 9;
	data[134] = 12, data[132] = 8;
	data[138] = 8; /* 256 bytes: no such blocks */
	ck_assert(nvme_namespace_decode(data, &ns));
	ck_assert_uint_eq(ns.blocks, 0x1000);
	ck_assert_uint_eq(ns.capacity, 0x800);
	ck_assert_uint_eq(ns.formats, 3);
	ck_assert_uint_eq(ns.layout.format, 1);
	ck_assert(ns.shared);
	ck_assert(ns.layout.metadata_after && ns.layout.protection_first);
	ck_assert_uint_eq(ns.layout.protection, 3);
	ck_assert_uint_eq(ns.format[0].block_bytes, 512);
	ck_assert_uint_eq(ns.format[1].block_bytes, 4096);
	ck_assert_uint_eq(ns.format[1].metadata_bytes, 8);
	ck_assert_uint_eq(ns.format[2].block_bytes, 0);
	nvme_names_of_namespace(data, &names);
	ck_assert_str_eq(names.eui64, "1011121314151617");
	ck_assert_str_eq(names.nguid, "ab000000000000000000000000000000");
	/* more formats than exist, and the current one beyond them */
	data[25] = 0xff;
	data[26] = 0x7f;
	data[130] = 0xff;
	ck_assert(nvme_namespace_decode(data, &ns));
	ck_assert_uint_eq(ns.formats, 64);
	ck_assert_uint_eq(ns.layout.format, 63);
	ck_assert_uint_eq(ns.format[0].block_bytes, 0);
	ck_assert_ptr_null(nvme_format_in_use(&ns));
}
END_TEST

/* NVM figure 97: NLBAF counts from 0, NULBAF more follow, FLBAS has the index in two parts. */
static const struct {
	uint8_t nlbaf, nulbaf, flbas;
	unsigned formats, current; /* 64: not known */
} format_bytes[] = {
	{ 0, 0, 0x00, 1, 0 },	  { 1, 0, 0x11, 2, 1 },	    { 15, 0, 0x0f, 16, 15 },
	{ 15, 0, 0x6f, 16, 15 },  { 1, 0, 0x61, 2, 1 },	    { 16, 0, 0x20, 17, 16 },
	{ 17, 0, 0x21, 18, 17 },  { 17, 0, 0x31, 18, 17 },  { 17, 0, 0xa1, 18, 17 },
	{ 63, 0, 0x6f, 64, 63 },  { 63, 0, 0x4a, 64, 42 },  { 15, 2, 0x21, 18, 17 },
	{ 40, 60, 0x6f, 64, 63 }, { 255, 0, 0x6f, 64, 63 }, { 1, 0, 0x02, 2, 64 },
	{ 17, 0, 0x22, 18, 64 },  { 17, 0, 0x61, 18, 64 },
};

START_TEST(a_format_has_six_bits)
{
	struct nvme_namespace ns;
	const struct nvme_format_def *now;
	uint8_t data[4096] = { 0 };

	data[25] = format_bytes[_i].nlbaf;
	data[26] = format_bytes[_i].flbas;
	data[82] = format_bytes[_i].nulbaf;
	for (int i = 0; i < 64; i++)
		data[128 + 4 * i] = (uint8_t)i, data[130 + 4 * i] = 9;
	ck_assert(nvme_namespace_decode(data, &ns));
	ck_assert_uint_eq(ns.formats, format_bytes[_i].formats);
	ck_assert_uint_eq(ns.layout.format, format_bytes[_i].current);
	now = nvme_format_in_use(&ns);
	ck_assert(!now == (format_bytes[_i].current == 64));
	ck_assert(!now || now->metadata_bytes == format_bytes[_i].current);
}
END_TEST

START_TEST(descriptors_are_read)
{
	static const uint8_t list[] = {
		1,  8,	0,  0,	0,  0x25, 0x38, 1, 2, 3, 4, 5, /* EUI-64 */
		9,  2,	0,  0,	7,  7,			       /* a descriptor of an unknown type */
		3,  16, 0,  0,	0,  1,	  2,	3, 4, 5, 6, 7, 8, 9, 10,
		11, 12, 13, 14, 15, 2,	  4,	0, 0, 1, 1, 1, 1, /* an NGUID of another length */
	};
	struct nvme_names names;
	uint8_t data[4096] = { 0 };

	memcpy(data, list, sizeof(list));
	nvme_names_decode(data, &names);
	ck_assert_str_eq(names.eui64, "0025380102030405");
	ck_assert_str_eq(names.nguid, "");
	ck_assert_str_eq(names.uuid, "00010203-0405-0607-0809-0a0b0c0d0e0f");
	/* a length beyond the end */
	memset(data, 0, sizeof(data));
	for (size_t at = 0; at + 12 <= 4092; at += 12)
		data[at] = 9, data[at + 1] = 8;
	data[4092] = 2;
	data[4093] = 16;
	nvme_names_decode(data, &names);
	ck_assert_str_eq(names.nguid, "");
}
END_TEST

static const struct {
	unsigned kelvin;
	bool known;
	int celsius;
} temperatures[] = {
	{ 323, true, 50 }, { 273, true, 0 },	 { 253, true, -20 },
	{ 0, false, 0 },   { 0xffff, false, 0 },
};

START_TEST(temperatures_are_in_kelvin)
{
	uint8_t log[512] = { 0 };
	int celsius;

	log[1] = (uint8_t)temperatures[_i].kelvin;
	log[2] = (uint8_t)(temperatures[_i].kelvin >> 8);
	ck_assert(nvme_temperature(log, &celsius) == temperatures[_i].known);
	if (temperatures[_i].known)
		ck_assert_int_eq(celsius, temperatures[_i].celsius);
}
END_TEST

static const struct {
	uint16_t word;
	enum nvme_sanitize_state state;
	unsigned passes;
} states[] = {
	{ 0x0000, NVME_SANITIZE_NEVER, 0 },
	{ 0x0101, NVME_SANITIZE_DONE, 0 },
	{ 0x001a, NVME_SANITIZE_RUNNING, 3 },
	{ 0x0003, NVME_SANITIZE_FAILED, 0 },
	{ 0x0004, NVME_SANITIZE_DONE_DEALLOCATED, 0 },
	{ 0x0005, NVME_SANITIZE_UNKNOWN, 0 },
	{ 0xffff, NVME_SANITIZE_UNKNOWN, 31 },
};

START_TEST(sanitize_states_are_told_apart)
{
	struct nvme_sanitize_status status;
	uint8_t log[512] = { 0x00, 0x80 };

	log[2] = (uint8_t)states[_i].word;
	log[3] = (uint8_t)(states[_i].word >> 8);
	put32(log + 8, 3600);
	put32(log + 12, 0xffffffff);
	nvme_sanitize_decode(log, &status);
	ck_assert_int_eq(status.state, states[_i].state);
	ck_assert_uint_eq(status.passes, states[_i].passes);
	ck_assert_uint_eq(status.progress, 0x8000);
	ck_assert_uint_eq(status.overwrite_s, 3600);
	ck_assert_uint_eq(status.block_erase_s, 0);
}
END_TEST

START_TEST(slots_have_their_revisions)
{
	struct nvme_slots slots;
	uint8_t log[512] = { 0x9a };

	memcpy(log + 8, "1.0     ", 8);
	memcpy(log + 56, "\x1b[31m\n\0A", 8);
	nvme_slots_decode(log, &slots);
	ck_assert_uint_eq(slots.active, 2);
	ck_assert_uint_eq(slots.next, 1);
	ck_assert_str_eq(slots.revision[0], "1.0");
	ck_assert_str_eq(slots.revision[1], "");
	ck_assert_str_eq(slots.revision[6], "?[31m?");
	memset(log, 0xff, sizeof(log));
	nvme_slots_decode(log, &slots);
	ck_assert_uint_eq(slots.active, 7);
	ck_assert_uint_eq(slots.next, 7);
	ck_assert_uint_eq(strlen(slots.revision[6]), 8);
}
END_TEST

/* No byte of a serial number, name or vendor specific field is left, at any length. */
START_TEST(nothing_is_left_of_an_identity)
{
	uint8_t data[4096];

	for (size_t bytes = 0; bytes <= sizeof(data); bytes += 8) {
		memset(data, 'S', sizeof(data));
		nvme_make_anonymous(NVME_CNS_CONTROLLER, data, bytes);
		for (size_t i = 0; i < bytes; i++)
			if ((i >= 4 && i < 24) || (i >= 112 && i < 128) || (i >= 768 && i < 1024) ||
			    i >= 3072)
				ck_assert_msg(data[i] != 'S', "byte %zu of %zu", i, bytes);
		for (size_t i = bytes; i < sizeof(data); i++)
			ck_assert_uint_eq(data[i], 'S');
		memset(data, 'S', sizeof(data));
		nvme_make_anonymous(NVME_CNS_NAMESPACE, data, bytes);
		for (size_t i = 0; i < bytes; i++)
			ck_assert((i < 104 || (i >= 128 && i < 384)) == (data[i] == 'S'));
	}
	memset(data, 16, sizeof(data));
	nvme_make_anonymous(NVME_CNS_NAMES, data, sizeof(data));
	for (size_t i = 0; i < sizeof(data) - 20; i++)
		ck_assert((i % 20 < 4) == (data[i] == 16));
}
END_TEST

Suite *nvme_identify_suite(void)
{
	Suite *suite = suite_create("nvme_identify");

	add_case(suite, "controller", a_controller_is_decoded);
	add_case(suite, "lies", a_lying_controller_leads_nowhere);
	add_rows(suite, "blank", blank_data_are_no_answer, 2);
	add_case(suite, "namespace", a_namespace_is_decoded);
	add_rows(suite, "formats", a_format_has_six_bits, ROWS(format_bytes));
	add_case(suite, "descriptors", descriptors_are_read);
	add_rows(suite, "temperature", temperatures_are_in_kelvin, ROWS(temperatures));
	add_rows(suite, "sanitize", sanitize_states_are_told_apart, ROWS(states));
	add_case(suite, "slots", slots_have_their_revisions);
	add_case(suite, "anonymous", nothing_is_left_of_an_identity);
	return suite;
}
