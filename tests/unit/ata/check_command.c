// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "ata.h"

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

	add_rows(suite, "rows", each_row_is_what_the_standard_says, ATA_COMMAND_COUNT);
	return suite;
}
