// SPDX-License-Identifier: GPL-2.0-or-later
/* Data structures of the dangerous commands, byte by byte. */
#include "suites.h"
#include "ata_drive.h"
#include "options.h"

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

	ata_password_encode(&p, block);
	ck_assert_uint_eq(block[0], 3);
	ck_assert_uint_eq(block[1], 1);
	ck_assert_mem_eq(block + 2, "abc\0", 4);
	ck_assert_uint_eq(block[34], 0x34);
	ck_assert_uint_eq(block[35], 0x12);
}
END_TEST

START_TEST(dco_with_another_size_keeps_a_right_checksum)
{
	uint8_t data[512] = { 2 };

	ata_dco_set_max_sectors(data, UINT64_C(0x123456789a));
	ck_assert(ata_sum_right(data));
	ck_assert_uint_eq(ata_dco_max_sectors(data), UINT64_C(0x123456789a));
	data[20] ^= 1;
	ck_assert(!ata_sum_right(data));
}
END_TEST

START_TEST(erase_waits_for_what_the_drive_says_and_never_overflows)
{
	uint8_t id[512] = { 0 };

	id[256] = 1;
	ck_assert_uint_eq(ata_erase_timeout_s(id, false), 7200);
	id[178] = 0xfe; /* 508 minutes */
	ck_assert_uint_eq(ata_erase_timeout_s(id, false), 508 * 60 * 2);
	id[178] = id[179] = 0xff;
	ck_assert_uint_le(ata_erase_timeout_s(id, false), UINT32_MAX / 1000);
}
END_TEST

START_TEST(passwords_are_text_null_or_digits)
{
	uint8_t p[PASSWORD_BYTES];

	ck_assert_int_eq(password_decode("NULL", p), 0);
	ck_assert_uint_eq(p[0], 0);
	ck_assert_int_eq(password_decode("0123456789abcdef0123456789abcdef", p), 0);
	ck_assert_int_eq(password_decode("0123456789abcdef0123456789abcdefg", p), -E2BIG);
	ck_assert_int_eq(password_decode("hex:61", p), -EINVAL);
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
}
END_TEST

Suite *drive_data_suite(void)
{
	Suite *suite = suite_create("drive_data");

	add_case(suite, "trim", trim_entry_has_lba_below_and_count_above);
	add_case(suite, "password_block", password_block_has_its_bits_and_revision);
	add_case(suite, "dco", dco_with_another_size_keeps_a_right_checksum);
	add_case(suite, "erase", erase_waits_for_what_the_drive_says_and_never_overflows);
	add_case(suite, "password", passwords_are_text_null_or_digits);
	add_case(suite, "range", ranges_end_within_48_bits);
	return suite;
}
