// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "dev/sat.h"

#include <string.h>

static const struct {
	const char *name;
	struct ata_cmd cmd;
	uint8_t cdb[16];
} long_rows[] = {
	{ "identify reads one block by PIO, without CK_COND",
	  { .command = 0xec, .protocol = ATA_PIO_IN, .count = 1, .bytes = 512 },
	  { 0x85, 0x08, 0x0e, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, 0xec, 0 } },
	{ "check power mode wants registers, so CK_COND",
	  { .command = 0xe5, .protocol = ATA_NON_DATA, .want = WANT_COUNT },
	  { 0x85, 0x06, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0xe5, 0 } },
	{ "set features without wanted registers has no CK_COND",
	  { .command = 0xef, .protocol = ATA_NON_DATA, .feature = 5, .count = 0x80 },
	  { 0x85, 0x06, 0x00, 0, 5, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x40, 0xef, 0 } },
	{ "read log ext spreads 16-bit count and 48-bit LBA over both halves",
	  { .command = 0x2f,
	    .ext = true,
	    .protocol = ATA_PIO_IN,
	    .feature = 0x1122,
	    .count = 0x0102,
	    .lba = 0xa1b2c3d4e5f6,
	    .bytes = 512 },
	  { 0x85, 0x09, 0x0e, 0x11, 0x22, 0x01, 0x02, 0xc3, 0xf6, 0xb2, 0xe5, 0xa1, 0xd4, 0x40,
	    0x2f, 0 } },
	{ "a 28-bit LBA has its top in DEVICE",
	  { .command = 0x20, .protocol = ATA_PIO_IN, .count = 1, .lba = 0xabcdef1, .bytes = 512 },
	  { 0x85, 0x08, 0x0e, 0, 0, 0, 1, 0, 0xf1, 0, 0xde, 0, 0xbc, 0x4a, 0x20, 0 } },
	{ "a vendor's own DEVICE takes the place of LBA mode",
	  { .command = 0x80, .protocol = ATA_NON_DATA, .device = 0xa0, .lba = 0x574400 },
	  { 0x85, 0x06, 0x00, 0, 0, 0, 0, 0, 0, 0, 0x44, 0, 0x57, 0xa0, 0x80, 0 } },
	{ "DMA out has protocol 6 and no T_DIR",
	  { .command = 0x06,
	    .ext = true,
	    .protocol = ATA_DMA_OUT,
	    .feature = 1,
	    .count = 1,
	    .bytes = 512 },
	  { 0x85, 0x0d, 0x06, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, 0x06, 0 } },
	{ "PIO out has protocol 5",
	  { .command = 0xf1, .protocol = ATA_PIO_OUT, .count = 1, .bytes = 512 },
	  { 0x85, 0x0a, 0x06, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x40, 0xf1, 0 } },
};

START_TEST(pass_through_16)
{
	uint8_t cdb[SAT_CDB16_BYTES];

	sat_encode16(&long_rows[_i].cmd, cdb);
	ck_assert_msg(!memcmp(cdb, long_rows[_i].cdb, sizeof(cdb)), "%s", long_rows[_i].name);
}
END_TEST

START_TEST(pass_through_12_keeps_all_28_bit_fields)
{
	const struct ata_cmd cmd = { .command = 0x20,
				     .protocol = ATA_PIO_IN,
				     .feature = 7,
				     .count = 1,
				     .lba = 0xabcdef1,
				     .bytes = 512,
				     .want = WANT_STATUS };
	static const uint8_t expected[] = { 0xa1, 0x08, 0x2e, 7,    1, 0xf1,
					    0xde, 0xbc, 0x4a, 0x20, 0, 0 };
	uint8_t cdb[SAT_CDB12_BYTES];

	sat_encode12(&cmd, cdb);
	ck_assert_mem_eq(cdb, expected, sizeof(cdb));
}
END_TEST

Suite *sat_suite(void)
{
	Suite *suite = suite_create("sat");

	add_rows(suite, "pass_through_16", pass_through_16, ROWS(long_rows));
	add_case(suite, "pass_through_12", pass_through_12_keeps_all_28_bit_fields);
	return suite;
}
