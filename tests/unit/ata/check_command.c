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

/*
 * All 256 codes, by the tables of commands of ATA-1 to ACS-5 (ACS-4 annex A; ATA8-ACS annex B for
 * retired ones), sixteen to a line. Q: a query that the program sends. q: one that it does not
 * send, such as NOP, READ DMA, READ BUFFER, GET MEDIA STATUS; it counts as a change. C: a change,
 * also TRUSTED RECEIVE, which ends a session, and SEEK. S: FEATURE decides. A dot is reserved or
 * vendor specific.
 */
static const char codes_by_standard[] = "q..q..CCC..q...." /* 00h */
					"CCqCCCCCCCCCCCCC"
					"QqqqQqqQ.qqq...Q"
					"CCCCCCCCCCCCCC.C"
					"QqQ.CC.q..q....."
					"CC.....C...CCCCC"
					"qC.CCq.........."
					"CCCCCCCCSCCCCCCC"
					".......q........" /* 80h */
					"CCCCCCCCQC.....C"
					"CQC............."
					"SSC.S.C........."
					"C...qCCqqqCCCCC."
					".C........qCCCCC"
					"CCCCqQCCCqCCQCqC"
					"SCCCCCC.QC.C....";

/* Subcommands that change nothing, of the codes with an S. */
static const struct {
	uint8_t command, feature;
} questions[] = {
	{ 0x78, 0x00 },			/* GET NATIVE MAX ADDRESS EXT: ACS-4 table 25 */
	{ 0xb0, 0xd0 },			/* SMART READ DATA and SMART READ LOG: ACS-3 table 128 */
	{ 0xb0, 0xd5 }, { 0xb1, 0xc2 }, /* DEVICE CONFIGURATION IDENTIFY: ACS-2 table 24 */
	{ 0xb4, 0x00 },			/* SANITIZE STATUS EXT: ACS-4 table 89 */
	{ 0xf0, 0x01 },			/* SENSE CONDITION of Hitachi and IBM */
};

static bool asks_by_standard(unsigned command, unsigned feature)
{
	for (int i = 0; i < ROWS(questions); i++) {
		if (questions[i].command == command && questions[i].feature == feature)
			return codes_by_standard[command] == 'S';
	}
	return codes_by_standard[command] == 'Q';
}

START_TEST(each_code_and_subcommand_is_what_the_standard_says)
{
	ck_assert_uint_eq(sizeof(codes_by_standard), 256 + 1);
	for (unsigned feature = 0; feature < 256; feature++)
		ck_assert_msg(ata_code_asks((uint8_t)_i, (uint8_t)feature) ==
				      asks_by_standard((unsigned)_i, feature),
			      "%02x, feature %02x", (unsigned)_i, feature);
}
END_TEST

/* A row that asks is a Q or a subcommand of the list. */
START_TEST(each_row_is_what_the_standard_says)
{
	const struct ata_command_def *def = &ata_command_table[_i];

	if (_i == ATA_IDENTIFY_WITHOUT_DATA)
		ck_assert(def->changes);
	else
		ck_assert_msg(!def->changes == asks_by_standard(def->command, def->feature), "%s",
			      def->name);
}
END_TEST

Suite *command_suite(void)
{
	Suite *suite = suite_create("command");

	add_rows(suite, "codes", each_code_and_subcommand_is_what_the_standard_says, 256);
	add_rows(suite, "rows", each_row_is_what_the_standard_says, ATA_COMMAND_COUNT);

	add_rows(suite, "questions_by_code", questions_by_code, ROWS(codes));
	return suite;
}
