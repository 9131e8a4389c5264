// SPDX-License-Identifier: GPL-2.0-or-later
/* Decoding of IDENTIFY data: rules that the block of one real drive does not show. */
#include "identify.h"
#include "suites.h"

#include <string.h>

enum { MOST_WORDS = 8 };

struct word {
	unsigned n;
	uint16_t value;
};

static void put_word(uint8_t page[512], unsigned n, unsigned value)
{
	page[2 * n] = (uint8_t)value;
	page[2 * n + 1] = (uint8_t)(value >> 8);
}

static void decode(uint8_t page[512], const struct word *words, struct identify *id)
{
	struct id_input input = { .identify = page };

	memset(page, 0, 512);
	for (unsigned i = 0; i < MOST_WORDS && (words[i].n || words[i].value); i++)
		put_word(page, words[i].n, words[i].value);
	identify_decode(&input, id);
}

static const struct {
	const char *name;
	struct word words[MOST_WORDS];
	enum id_device_type type;
} types[] = {
	{ "ATA", { { 0, 0x0040 } }, ID_TYPE_ATA },
	{ "ATA-1", { { 0, 0x045a } }, ID_TYPE_ATA },
	{ "CD drive", { { 0, 0x8580 } }, ID_TYPE_PACKET },
	{ "CompactFlash", { { 0, 0x848a } }, ID_TYPE_CFA },
	{ "fixed CompactFlash", { { 0, 0x844a } }, ID_TYPE_CFA },
	{ "CFA feature set", { { 0, 0x0040 }, { 83, 0x4004 } }, ID_TYPE_CFA },
	{ "CFA feature set without a signature", { { 0, 0x0040 }, { 83, 0x0004 } }, ID_TYPE_ATA },
	{ "reserved", { { 0, 0xc000 } }, ID_TYPE_INVALID },
};

START_TEST(type)
{
	uint8_t page[512];
	struct identify id;

	decode(page, types[_i].words, &id);
	ck_assert_msg(id.type == types[_i].type, "%s: %d", types[_i].name, id.type);
}
END_TEST

static const struct {
	const char *name;
	struct word words[MOST_WORDS];
	unsigned likely, oldest;
} standards[] = {
	{ "nothing at all", { { 1, 1 } }, 1, 1 },
	{ "IORDY came with ATA-2", { { 49, 0x0800 } }, 2, 1 },
	{ "words 82-83 came with ATA-3", { { 83, 0x4000 } }, 3, 1 },
	{ "word 50 came with ATA/ATAPI-4", { { 50, 0x4000 } }, 4, 1 },
	{ "word 93 came with ATA/ATAPI-5", { { 93, 0x4000 } }, 5, 2 },
	{ "48-bit came with ATA/ATAPI-6", { { 83, 0x4400 } }, 6, 3 },
	{ "SCT came with ATA8-ACS", { { 206, 1 } }, 8, 5 },
	{ "word 80 speaks for itself", { { 80, 0x00f0 } }, 7, 4 },
	{ "word 80 all ones says nothing", { { 80, 0xffff }, { 49, 0x0800 } }, 2, 1 },
	{ "ACS-6", { { 80, 0x3ff0 } }, 13, 5 },
	{ "a draft of ATA-3 and a little of 4", { { 81, 0x000b }, { 50, 0x4000 } }, 4, 1 },
	{ "a draft of ATA/ATAPI-6", { { 81, 0x0019 } }, 6, 3 },
	{ "a draft that nobody knows", { { 81, 0x7777 } }, 1, 1 },
	{ "word 2 came with ATA/ATAPI-5", { { 2, 0xc837 } }, 5, 2 },
	{ "a CD drive counts by words of its own", { { 0, 0x8580 }, { 80, 0x3ff0 } }, 1, 1 },
};

START_TEST(standard)
{
	uint8_t page[512];
	struct identify id;

	decode(page, standards[_i].words, &id);
	ck_assert_msg(id.standards.likely == standards[_i].likely &&
			      id.standards.oldest == standards[_i].oldest,
		      "%s: got %u and %u", standards[_i].name, id.standards.likely,
		      id.standards.oldest);
}
END_TEST

static const struct {
	uint16_t code;
	unsigned standard;
} minors[] = {
	{ 0x0000, 0 }, { 0x0001, 1 }, { 0x0004, 2 }, { 0x0006, 3 }, { 0x0007, 2 }, { 0x000c, 3 },
	{ 0x0010, 4 }, { 0x0013, 5 }, { 0x0014, 4 }, { 0x0017, 4 }, { 0x0018, 6 }, { 0x001a, 7 },
	{ 0x001f, 0 }, { 0x0020, 0 }, { 0x0021, 7 }, { 0x0022, 6 }, { 0x0023, 0 }, { 0x0027, 8 },
	{ 0x0033, 8 }, { 0x0042, 8 }, { 0x0052, 8 }, { 0x0107, 8 }, { 0xffff, 0 },
};

START_TEST(minor_version)
{
	unsigned number = 99;
	const char *name = id_minor_name(minors[_i].code, &number);

	ck_assert_msg(number == minors[_i].standard, "%04x: %u", minors[_i].code, number);
	ck_assert_msg(!name == !number, "%04x: name and standard", minors[_i].code);
	ck_assert(!name || strstr(name, "ATA"));
}
END_TEST

static const struct {
	const char *name;
	struct word words[MOST_WORDS];
	uint64_t sectors;
} sizes[] = {
	{ "default geometry", { { 1, 100 }, { 3, 4 }, { 6, 5 } }, 2000 },
	{ "current geometry", { { 1, 100 }, { 3, 4 }, { 6, 5 }, { 53, 1 }, { 57, 777 } }, 777 },
	{ "LBA beyond it", { { 53, 1 }, { 57, 777 }, { 49, 0x200 }, { 60, 9000 } }, 9000 },
	{ "LBA without the bit", { { 53, 1 }, { 57, 777 }, { 60, 9000 } }, 777 },
	{ "48 bits",
	  { { 49, 0x200 }, { 60, 0xffff }, { 61, 0x0fff }, { 83, 0x4400 }, { 102, 1 } },
	  0x100000000 },
	{ "48 bits that are 0", { { 49, 0x200 }, { 60, 50 }, { 83, 0x4400 } }, 50 },
	{ "halves swapped before ATA-3",
	  { { 53, 1 }, { 54, 10 }, { 55, 10 }, { 56, 10 }, { 58, 1000 } },
	  1000 },
	{ "never swapped since",
	  { { 80, 8 }, { 53, 1 }, { 54, 10 }, { 55, 10 }, { 56, 10 }, { 58, 1000 } },
	  65536000 },
};

START_TEST(size)
{
	uint8_t page[512];
	struct identify id;

	decode(page, sizes[_i].words, &id);
	ck_assert_msg(id.capacity.sectors == sizes[_i].sectors, "%s: %llu", sizes[_i].name,
		      (unsigned long long)id.capacity.sectors);
}
END_TEST

static const struct {
	const char *name;
	struct word words[MOST_WORDS];
	uint32_t logical, physical;
} sectors[] = {
	{ "no word 106", { { 117, 2048 } }, 512, 512 },
	{ "no signature", { { 106, 0x3003 }, { 117, 2048 } }, 512, 512 },
	{ "512 emulated", { { 106, 0x6003 } }, 512, 4096 },
	{ "4096 native", { { 106, 0x5000 }, { 117, 2048 } }, 4096, 4096 },
	{ "520", { { 106, 0x5000 }, { 117, 260 } }, 520, 520 },
	{ "4096 of 16384", { { 106, 0x7002 }, { 117, 2048 } }, 4096, 16384 },
};

START_TEST(sector_size)
{
	uint8_t page[512];
	struct identify id;

	decode(page, sectors[_i].words, &id);
	ck_assert_msg(id.sector.logical_bytes == sectors[_i].logical &&
			      id.sector.physical_bytes == sectors[_i].physical,
		      "%s: %u %u", sectors[_i].name, id.sector.logical_bytes,
		      id.sector.physical_bytes);
}
END_TEST

static const struct {
	const char *bytes; /* bytes in the drive's order; "": none */
	size_t length;
	bool there;
	const char *text;
} strings[] = {
	{ "AB  CD  ", 8, true, "AB  CD  " },   { "  LEAD", 6, true, "LEAD" },
	{ "A\0B\0", 4, true, "AB" },	       { "\0\0LOST", 6, false, "" },
	{ "\x1b[31m\x07", 6, true, "?[31m?" }, { "\xff\x80\x7f~", 4, true, "???~" },
	{ "        ", 8, true, "" },
};

START_TEST(string)
{
	uint8_t page[512] = { 0 };
	struct id_input input = { .identify = page };
	char text[ID_STRING_BYTES];
	struct identify id;

	for (size_t i = 0; i < strings[_i].length; i++)
		page[2 * 10 + (i ^ 1)] = (uint8_t)strings[_i].bytes[i];
	identify_decode(&input, &id);
	ck_assert_int_eq(ata_id_printable_text(id.raw, ID_SERIAL, text), strings[_i].there);
	ck_assert_str_eq(text, strings[_i].text);
}
END_TEST

/* Of all bits of a page, a field has those of its place. */
START_TEST(field_has_its_bits)
{
	static const struct {
		enum id_field field;
		unsigned first, count;
	} rows[] = {
		{ ID_NO_FIELD, 0, 0 },
		{ ID_CONFIGURATION, 0, 16 },
		{ ID_COMMAND_SET, 8, 5 },
		{ ID_LBA, 16 * 49 + 9, 1 },
		{ ID_FREE_FALL_SENSITIVITY, 16 * 53 + 8, 8 },
		{ ID_LBA_SECTORS, 16 * 60, 32 },
		{ ID_CBLID, 16 * 93 + 13, 1 },
		{ ID_INTEGRITY, 16 * 255, 16 },
	};
	uint8_t page[512] = { 0 };

	for (int i = 0; i < ROWS(rows); i++) {
		for (unsigned bit = 0; bit < 8 * sizeof(page); bit++) {
			unsigned at = bit - rows[i].first;
			uint32_t expected = at < rows[i].count ? 1u << at : 0;

			page[bit / 8] = (uint8_t)(1 << bit % 8);
			ck_assert_msg(ata_id_field(page, rows[i].field) == expected,
				      "row %d: bit %u", i, bit);
			page[bit / 8] = 0;
		}
	}
	memset(page, 0xff, sizeof(page));
	ck_assert_uint_eq(ata_id_known(page, ID_CONFIGURATION), 0);
	ck_assert_uint_eq(ata_id_known(page, ID_APM_LEVEL), 0xff);
	ck_assert_uint_eq(ata_id_known(page, ID_LBA_SECTORS), UINT32_MAX);
}
END_TEST

START_TEST(full_string_fits)
{
	uint8_t page[512];
	struct id_input input = { .identify = page };
	char text[ID_STRING_BYTES];
	struct identify id;

	memset(page, 'x', sizeof(page));
	identify_decode(&input, &id);
	ck_assert(ata_id_printable_text(id.raw, ID_MODEL, text));
	ck_assert_uint_eq(strlen(text), 40);
	ata_id_host_text(id.raw, ID_MODEL, text);
	ck_assert_uint_eq(strlen(text), 40);
}
END_TEST

START_TEST(checksum)
{
	uint8_t page[512];
	struct word none[MOST_WORDS] = { { 0, 0 } };
	struct identify id;

	decode(page, none, &id);
	ck_assert(!id.has_sum);
	page[510] = 0xa5;
	identify_decode(&(struct id_input){ .identify = page }, &id);
	ck_assert(id.has_sum && id.sum == 0xa5);
	page[511] = 0x5b;
	identify_decode(&(struct id_input){ .identify = page }, &id);
	ck_assert(id.has_sum && id.sum == 0);
}
END_TEST

START_TEST(bridge_limits_modes)
{
	static const struct word words[MOST_WORDS] = {
		{ 0, 0x8580 }, { 53, 6 }, { 62, 0x80ff }, { 63, 0x0407 }, { 88, 0x203f },
	};
	uint8_t page[512];
	struct identify id;

	decode(page, words, &id);
	ck_assert(id.dma.supported && id.dma.dmadir);
	ck_assert_uint_eq(id.dma.multi, 1);
	ck_assert_uint_eq(id.dma.ultra, 0x7f);
	ck_assert_uint_eq(id.dma.ultra_active, 0x20);
}
END_TEST

/* Word 62 of ATA-2: reserved bits must be clear, and no more than one mode active. */
START_TEST(single_word_dma_counts_where_it_can_be)
{
	static const struct {
		uint16_t word;
		uint8_t supported, active;
	} rows[] = {
		{ 0x0407, 7, 4 }, { 0x0007, 7, 0 }, { 0x0307, 0, 0 },
		{ 0x0807, 0, 0 }, { 0x000f, 0, 0 }, { 0x8007, 0, 0 },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		const struct word words[MOST_WORDS] = { { 0, 0x0040 },
							{ 49, 0x0300 },
							{ 62, rows[i].word } };
		uint8_t page[512];
		struct identify id;

		decode(page, words, &id);
		ck_assert_msg(id.dma.single == rows[i].supported &&
				      id.dma.single_active == rows[i].active,
			      "word 62 %04x: %x/%x", rows[i].word, id.dma.single,
			      id.dma.single_active);
	}
}
END_TEST

Suite *identify_suite(void)
{
	Suite *suite = suite_create("identify");

	add_rows(suite, "type", type, ROWS(types));
	add_rows(suite, "standard", standard, ROWS(standards));
	add_rows(suite, "minor_version", minor_version, ROWS(minors));
	add_rows(suite, "size", size, ROWS(sizes));
	add_rows(suite, "sector_size", sector_size, ROWS(sectors));
	add_rows(suite, "string", string, ROWS(strings));
	add_case(suite, "fields", field_has_its_bits);
	add_case(suite, "full_string", full_string_fits);
	add_case(suite, "checksum", checksum);
	add_case(suite, "single_word_dma", single_word_dma_counts_where_it_can_be);
	add_case(suite, "dmadir", bridge_limits_modes);
	return suite;
}
