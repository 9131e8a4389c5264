// SPDX-License-Identifier: GPL-2.0-or-later
/* Data structures of the dangerous commands, byte by byte. */
#include "ata_drive.h"
#include "ata.h"
#include "erase.h"
#include "options.h"
#include "suites.h"

#include <errno.h>
#include <string.h>

START_TEST(trim_entry_has_lba_below_and_count_above)
{
	static const uint8_t want[] = { 0xbc, 0x9a, 0x78, 0x56, 0x34, 0x12, 0xff, 0xff };
	uint8_t entry[TRIM_ENTRY_BYTES];

	ata_trim_encode(UINT64_C(0x123456789abc), 0xffff, entry);
	ck_assert_mem_eq(entry, want, sizeof(want));
}
END_TEST

START_TEST(password_block_has_its_bits_and_revision)
{
	struct ata_password p = { .master = true,
				  .maximum = true,
				  .enhanced = true,
				  .revision = 0x1234,
				  .bytes = "abc" };
	uint8_t block[512];

	ata_password_encode(ATA_SECURITY_SET_PASSWORD, &p, block);
	ck_assert_uint_eq(block[0], 1);
	ata_password_encode(ATA_SECURITY_ERASE_UNIT, &p, block);
	ck_assert_uint_eq(block[0], 3);
	ck_assert_uint_eq(block[1], 1);
	ck_assert_mem_eq(block + 2, "abc\0", 4);
	ck_assert_uint_eq(block[34], 0x34);
	ck_assert_uint_eq(block[35], 0x12);
	ck_assert_uint_eq(ata_next_master_revision(0), 0);
	ck_assert_uint_eq(ata_next_master_revision(0xffff), 0);
	ck_assert_uint_eq(ata_next_master_revision(0xfffe), 1);
}
END_TEST

START_TEST(dco_with_another_size_keeps_a_right_checksum)
{
	uint8_t data[512] = { 2 };

	ata_dco_set_max_sectors(data, UINT64_C(0x123456789a));
	ck_assert(ata_checksum_valid(data));
	ck_assert_uint_eq(ata_dco_max_sectors(data), UINT64_C(0x123456789a));
	data[20] ^= 1;
	ck_assert(!ata_checksum_valid(data));
}
END_TEST

enum { LONGEST_S = UINT32_MAX / 1000 };

/* The limits, and the observed limits of hdparm 9.65 for a drive of 512-byte sectors. */
static const struct {
	const char *name;
	uint16_t word;
	uint64_t sectors;
	unsigned limit_s, oracle_s;
} erases[] = {
	{ "nothing is stated", 0, 0, 7200, 1800 },
	{ "nothing is stated, and the size decides", 0, 35156656128, 1800043, 574011 },
	{ "2 minutes", 0x0001, 1000000, 7320, 3720 },
	{ "2 minutes of 2 TB", 0x0001, 3907029168, 200042, 65390 },
	{ "2 minutes of 18 TB", 0x0001, 35156656128, 1800043, 574011 },
	{ "2 minutes in the long format", 0x8001, 35156656128, 1800043, 574011 },
	{ "32 minutes", 0x0010, 1000000, 9120, 5520 },
	{ "508 minutes", 0x00fe, 1000000, 60960, 34080 },
	{ "more than 508 minutes", 0x00ff, 1000000, 61200, 35880 },
	{ "bits above the short format", 0x7fff, 1000000, 61200, 35880 },
	{ "512 minutes", 0x8100, 1000000, 61440, 34320 },
	{ "65532 minutes", 0xfffe, 1000000, LONGEST_S, 3935520 },
	{ "more than 65532 minutes", 0xffff, 1000000, LONGEST_S, 3937320 },
	{ "100 TB", 0x0001, 200000000000, LONGEST_S, 3257008 },
	{ "48 bits of sectors", 0x0001, 0xffffffffffff, LONGEST_S, 2865111 },
	{ "all ones", 0x0001, UINT64_MAX, LONGEST_S, 2865111 },
};

START_TEST(erase_waits_longer_than_the_drive_says_and_than_its_size_takes)
{
	enum { IDW_SUPPORT = 83, IDW_SECTORS = 100, IDW_ERASE_TIME = 89, IDW_SECURITY = 128 };
	uint8_t id[512] = { 0 };
	unsigned limit;

	id[2 * IDW_SECURITY] = 1;
	id[2 * IDW_SUPPORT + 1] = 0x44;
	for (unsigned i = 0; i < 8; i++)
		id[2 * IDW_SECTORS + i] = (uint8_t)(erases[_i].sectors >> 8 * i);
	for (unsigned enhanced = 0; enhanced < 2; enhanced++) {
		uint8_t *time = id + 2 * (IDW_ERASE_TIME + enhanced);

		memset(id + 2 * IDW_ERASE_TIME, 0, 4);
		time[0] = (uint8_t)erases[_i].word;
		time[1] = (uint8_t)(erases[_i].word >> 8);
		limit = ata_erase_timeout_s(id, enhanced);
		ck_assert_msg(limit == erases[_i].limit_s, "%s: %u s", erases[_i].name, limit);
		ck_assert_msg(limit >= erases[_i].oracle_s, "%s: %u s", erases[_i].name, limit);
	}
	/* the size is equal for a drive without 48-bit commands */
	id[2 * IDW_SUPPORT + 1] = 0x40;
	ck_assert_msg(ata_erase_timeout_s(id, true) == limit, "%s: denied", erases[_i].name);
}
END_TEST

START_TEST(erase_of_4096_byte_sectors_waits_for_their_bytes)
{
	enum { IDW_SUPPORT = 83, IDW_SECTORS = 100, IDW_SIZE = 106, IDW_WORDS = 117 };
	uint8_t id[512] = { 0 };

	id[2 * IDW_SUPPORT + 1] = 0x44;
	id[2 * IDW_SECTORS + 4] = 1; /* 2^32 sectors */
	id[2 * IDW_SIZE + 1] = 0x50;
	id[2 * IDW_WORDS + 1] = 0x08;
	ck_assert_uint_eq(ata_erase_timeout_s(id, false), 4294967296 / 2441);
}
END_TEST

/* ACS-4 7.12.7.47: units of two minutes; the largest number of each form means "longer". */
START_TEST(erase_times_have_8_or_15_bits)
{
	static const struct {
		uint16_t word;
		unsigned minutes;
		bool more;
	} rows[] = {
		{ 0x0000, 0, false },	  { 0x00fe, 508, false },  { 0x00ff, 508, true },
		{ 0x01fe, 508, false },	  { 0x80ff, 510, false },  { 0xc000, 32768, false },
		{ 0xfffe, 65532, false }, { 0xffff, 65532, true },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		uint8_t id[512] = { 0 };
		unsigned minutes;
		bool more;

		id[178] = (uint8_t)rows[i].word;
		id[179] = (uint8_t)(rows[i].word >> 8);
		minutes = ata_erase_minutes(id, false, &more);
		ck_assert_msg(minutes == rows[i].minutes && more == rows[i].more,
			      "word 89 %04x: %u min", rows[i].word, minutes);

		memcpy(id + 180, id + 178, 2);
		minutes = ata_erase_minutes(id, true, &more);
		ck_assert_msg(minutes == rows[i].minutes && more == rows[i].more,
			      "word 90 %04x: %u min", rows[i].word, minutes);
	}
}
END_TEST

/* Results of 9.65 for these lists; 0: the row is invalid. */
static const struct {
	const char *name;
	unsigned present;
	struct {
		uint8_t flags;
		uint32_t size;
	} rows[3];
	uint64_t bytes[3];
} lists[] = {
	{ "words", 512, { { 0x80, 256 }, { 0x80, 2048 } }, { 512, 4096 } },
	{ "words, and the present size is 4096",
	  4096,
	  { { 0x80, 256 }, { 0x80, 2048 } },
	  { 512, 4096 } },
	{ "bytes", 512, { { 0x80, 512 }, { 0x80, 4096 } }, { 512, 4096 } },
	{ "bytes, and the present size is 4096",
	  4096,
	  { { 0x80, 512 }, { 0x80, 4096 } },
	  { 512, 4096 } },
	{ "bytes of 520", 520, { { 0x80, 520 }, { 0x80, 528 } }, { 520, 528 } },
	{ "the present size in bytes and in words",
	  512,
	  { { 0x80, 512 }, { 0x80, 256 } },
	  { 1024, 512 } },
	{ "the present size in neither", 4096, { { 0x80, 512 } }, { 1024 } },
	{ "an invalid row has the size in words",
	  512,
	  { { 0x80, 512 }, { 0, 256 }, { 0x80, 4096 } },
	  { 512, 0, 4096 } },
	{ "an invalid row has the size in bytes",
	  512,
	  { { 0, 512 }, { 0x80, 4096 } },
	  { 0, 8192 } },
	{ "other flags", 512, { { 0xc0, 512 }, { 0x7f, 256 }, { 0x81, 4096 } }, { 512, 0, 4096 } },
	{ "a row without a size", 512, { { 0x80, 0 }, { 0x80, 2048 } }, { 0, 4096 } },
	{ "all four bytes of a size",
	  512,
	  { { 0x80, 0x80000100 }, { 0x80, 0x01001000 } },
	  { 0x100000200, 0x2002000 } },
};

START_TEST(sector_sizes_are_words_or_bytes)
{
	enum { IDW_SIZE = 106, IDW_WORDS = 117 };
	struct ata_sector_configuration list[SECTOR_CONFIGURATIONS];
	uint8_t id[512] = { 0 }, page[512] = { 0 };

	if (lists[_i].present != 512) {
		id[2 * IDW_SIZE + 1] = 0x50;
		id[2 * IDW_WORDS] = (uint8_t)(lists[_i].present / 2);
		id[2 * IDW_WORDS + 1] = (uint8_t)(lists[_i].present / 2 >> 8);
	}
	for (unsigned i = 0; i < 3; i++) {
		page[16 * i] = lists[_i].rows[i].flags;
		page[16 * i + 2] = (uint8_t)(0xb0 + i);
		page[16 * i + 3] = 0xa1;
		for (unsigned byte = 0; byte < 4; byte++)
			page[16 * i + 4 + byte] = (uint8_t)(lists[_i].rows[i].size >> 8 * byte);
	}
	ata_sector_configurations(id, page, list);
	for (unsigned i = 0; i < 3; i++) {
		ck_assert_msg(list[i].valid == (lists[_i].bytes[i] != 0), "%s: row %u",
			      lists[_i].name, i);
		ck_assert_uint_eq(list[i].check, 0xa1b0 + i);
		ck_assert_msg(!list[i].valid || list[i].bytes == lists[_i].bytes[i],
			      "%s: row %u is %llu", lists[_i].name, i,
			      (unsigned long long)list[i].bytes);
	}
}
END_TEST
#define DIGITS_62 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcd"

START_TEST(passwords_are_text_null_or_digits)
{
	uint8_t p[PASSWORD_BYTES];

	ck_assert_int_eq(password_decode("NULL", p), 0);
	ck_assert_uint_eq(p[0], 0);
	ck_assert_int_eq(password_decode("0123456789abcdef0123456789abcdef", p), 0);
	ck_assert_int_eq(password_decode("0123456789abcdef0123456789abcdefg", p), -E2BIG);
	ck_assert_int_eq(password_decode("hex:61", p), -EINVAL);
	ck_assert_int_eq(password_decode("hex:" DIGITS_62 "aF", p), 0);
	ck_assert_uint_eq(p[31], 0xaf);
	ck_assert_int_eq(password_decode("hex:" DIGITS_62 "ag", p), -EINVAL);
	ck_assert_int_eq(password_decode("hex:" DIGITS_62 "ga", p), -EINVAL);
	ck_assert_int_eq(password_decode("hex:" DIGITS_62 "aaa", p), -EINVAL);
}
END_TEST

START_TEST(ranges_end_within_48_bits)
{
	struct lba_range r;

	ck_assert_int_eq(lba_range_parse("010:0x20", &r), 0);
	ck_assert_uint_eq(r.lba, 10);
	ck_assert_uint_eq(r.count, 32);
	ck_assert_int_eq(lba_range_parse("5:0", &r), -EINVAL);
	ck_assert_int_eq(lba_range_parse("5", &r), -EINVAL);
	ck_assert_int_eq(lba_range_parse("5:1,", &r), -EINVAL);
	ck_assert_int_eq(lba_range_parse("281474976710655:1", &r), 0);
	ck_assert_int_eq(lba_range_parse("281474976710655:2", &r), -ERANGE);
	ck_assert_int_eq(lba_range_parse("0:281474976710656", &r), 0);
	ck_assert_int_eq(lba_range_parse("0:281474976710657", &r), -ERANGE);
	ck_assert_int_eq(lba_range_parse("281474976710656:1", &r), -ERANGE);
	ck_assert_int_eq(lba_range_parse("18446744073709551615:1", &r), -ERANGE);
	ck_assert_int_eq(lba_range_parse("18446744073709551616:1", &r), -ERANGE);
	ck_assert_int_eq(lba_range_parse("1:18446744073709551616", &r), -ERANGE);
	ck_assert_int_eq(lba_range_parse("0X10:0XfF", &r), 0);
	ck_assert_uint_eq(r.lba, 16);
	ck_assert_uint_eq(r.count, 255);
}
END_TEST

/* ACS-3 8.3.2: byte 200 is signed, in degrees; 80h means not known. */
START_TEST(sct_temperature_is_signed_and_may_be_unknown)
{
	static const struct {
		uint8_t version, byte;
		bool known;
		int celsius;
	} rows[] = {
		{ 3, 41, true, 41 },	 { 2, 0, true, 0 },	 { 3, 0xff, true, -1 },
		{ 3, 0x81, true, -127 }, { 3, 0x7f, true, 127 }, { 3, 0x80, false, 0 },
		{ 0, 41, false, 0 },
	};

	for (int i = 0; i < ROWS(rows); i++) {
		uint8_t status[512] = { [0] = rows[i].version, [200] = rows[i].byte };
		int celsius = 0;

		ck_assert_msg(sct_temperature(status, &celsius) == rows[i].known, "row %d", i);
		if (rows[i].known)
			ck_assert_int_eq(celsius, rows[i].celsius);
	}
}
END_TEST

START_TEST(sct_counts_where_word_206_means_something)
{
	uint8_t id[512] = { 0 };

	ck_assert(!ata_id_has(id, ID_HAS_SCT));
	id[412] = 1;
	ck_assert(ata_id_has(id, ID_HAS_SCT));
	id[412] = id[413] = 0xff;
	ck_assert(!ata_id_has(id, ID_HAS_SCT));
}
END_TEST

Suite *drive_data_suite(void)
{
	Suite *suite = suite_create("drive_data");

	add_case(suite, "trim", trim_entry_has_lba_below_and_count_above);
	add_case(suite, "password_block", password_block_has_its_bits_and_revision);
	add_case(suite, "dco", dco_with_another_size_keeps_a_right_checksum);
	add_rows(suite, "erase", erase_waits_longer_than_the_drive_says_and_than_its_size_takes,
		 ROWS(erases));
	add_case(suite, "erase_4096", erase_of_4096_byte_sectors_waits_for_their_bytes);
	add_case(suite, "erase_times", erase_times_have_8_or_15_bits);
	add_case(suite, "sct_temperature", sct_temperature_is_signed_and_may_be_unknown);
	add_case(suite, "sct", sct_counts_where_word_206_means_something);
	add_rows(suite, "sector_sizes", sector_sizes_are_words_or_bytes, ROWS(lists));
	add_case(suite, "password", passwords_are_text_null_or_digits);
	add_case(suite, "range", ranges_end_within_48_bits);
	return suite;
}
