// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "ata.h"

static const struct {
	const char *name;
	uint8_t command, feature;
	bool asks;
} codes[] = {
	{ "IDENTIFY DEVICE", 0xec, 0, true },
	{ "IDENTIFY DEVICE has no subcommands", 0xec, 0x55, true },
	{ "READ SECTOR(S)", 0x20, 0, true },
	{ "WRITE SECTOR(S)", 0x30, 0, false },
	{ "GET NATIVE MAX ADDRESS EXT", 0x78, 0, true },
	{ "SET ACCESSIBLE MAX ADDRESS EXT", 0x78, 0x01, false },
	{ "FREEZE ACCESSIBLE MAX ADDRESS EXT, which has no row", 0x78, 0x02, false },
	{ "SANITIZE STATUS EXT", 0xb4, 0, true },
	{ "BLOCK ERASE EXT", 0xb4, 0x12, false },
	{ "a SANITIZE command without a row", 0xb4, 0x13, false },
	{ "SMART READ DATA", 0xb0, 0xd0, true },
	{ "SMART READ LOG", 0xb0, 0xd5, true },
	{ "SMART WRITE LOG", 0xb0, 0xd6, false },
	{ "SMART ENABLE OPERATIONS, which has no row", 0xb0, 0xd8, false },
	{ "DEVICE CONFIGURATION IDENTIFY", 0xb1, 0xc2, true },
	{ "DEVICE CONFIGURATION SET", 0xb1, 0xc3, false },
	{ "SET FEATURES", 0xef, 0x02, false },
	{ "CHECK POWER MODE", 0xe5, 0, true },
	{ "CHECK POWER MODE of ATA-1", 0x98, 0, true },
	{ "READ NATIVE MAX ADDRESS", 0xf8, 0, true },
	{ "READ NATIVE MAX ADDRESS EXT", 0x27, 0, true },
	{ "SET MAX ADDRESS", 0xf9, 0, false },
	{ "DOWNLOAD MICROCODE", 0x92, 0x03, false },
	{ "DATA SET MANAGEMENT", 0x06, 0x01, false },
	{ "IDLE, whose timer is a setting", 0xe3, 0, false },
	{ "FLUSH CACHE, which moves what is in the cache", 0xe7, 0, false },
	{ "SECURITY UNLOCK", 0xf2, 0, false },
	{ "WD VENDOR MODE", 0x80, 0x45, false },
	{ "READ VERIFY SECTOR(S) EXT", 0x42, 0, true },
	{ "a command without a row", 0x41, 0, false },
};

START_TEST(questions_by_code)
{
	ck_assert_msg(ata_code_asks(codes[_i].command, codes[_i].feature) == codes[_i].asks, "%s",
		      codes[_i].name);
}
END_TEST

Suite *command_suite(void)
{
	Suite *suite = suite_create("command");

	add_rows(suite, "questions_by_code", questions_by_code, ROWS(codes));
	return suite;
}
