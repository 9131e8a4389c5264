// SPDX-License-Identifier: GPL-2.0-or-later
#include "known_faults.h"
#include "suites.h"

#include <string.h>

enum { MOST_ROWS = 40, MOST_LINE = 400 };

/* Models and firmware versions of drives with a fault and of their sisters; how many rows fit. */
static const struct {
	const char *model, *firmware;
	unsigned rows;
} drives[] = {
	{ "SAMSUNG HD155UI", "1AQ10001", 1 },
	{ "SAMSUNG HD204UI", "1AQ10001", 1 },
	{ "SAMSUNG HD204UI", "", 1 },
	{ "HD155UI", "", 1 },
	{ "HD204UI", "", 1 },
	{ "HD203WI", "", 0 },
	{ "ST2000DL004 HD204UI", "1AQ10001", 0 },
	{ "SAMSUNG HD103UI", "1AA01113", 0 },
	{ "SAMSUNG HD203WI", "1AN10003", 0 },
	{ "SAMSUNG HD501LJ", "CR100-12", 0 },

	{ "M4-CT064M4SSD2", "0001", 1 },
	{ "M4-CT128M4SSD2", "0002", 1 },
	{ "M4-CT512M4SSD2", "0009", 1 },
	{ "M4-CT512M4SSD2", "0309", 0 },
	{ "M4-CT256M4SSD3", "000F", 0 },
	{ "M4-CT256M4SSD2", "010G", 0 },
	{ "M4-CT256M4SSD2", "040H", 0 },
	{ "M4-CT256M4SSD2", "070H", 0 },
	{ "M4-CT032M4SSD3", "04MH", 0 },
	{ "M4-CT064M4SSD2", "", 0 },
	{ "C400-MTFDDAC256MAM", "0002", 1 },
	{ "C400-MTFDDAK128MAM", "040H", 0 },
	{ "CT256M4SSD2", "0009", 0 },

	{ "ST92505610AS", "SD24", 1 },
	{ "ST95005620AS", "SD25", 1 },
	{ "ST95005620AS", "SD26", 0 },
	{ "ST95005620AS", "SD28", 0 },
	{ "ST750LX003-1AC154", "SM12", 0 },
	{ "ST9500325AS", "0002BSM1", 0 },

	{ "MAXTOR STM3500320AS", "MX15", 1 },
	{ "STM31000340AS", "MX15", 1 },
	{ "MAXTOR STM3500320AS", "MX1A", 0 },
	{ "MAXTOR STM31000334AS", "MX15", 0 },
	{ "ST3250310NS", "MA07", 1 },
	{ "ST31000340NS", "MA08", 0 },
	{ "ST31000340NS", "SN06", 0 },
	{ "ST3500320AS", "SD15", 1 },
	{ "ST3500820AS", "SD19", 1 },
	{ "ST31000340AS", "AD14", 1 },
	{ "ST3750630AS", "SD81", 1 },
	{ "ST31000340AS", "SD1A", 0 },
	{ "ST3500320AS", "SD04", 0 },
	{ "ST3500418AS", "CC38", 0 },
	{ "ST3500320NS", "SN04", 0 },
	{ "ST31500341AS", "SD17", 1 },
	{ "ST3640323AS", "SD16", 1 },
	{ "ST31500341AS", "CC1H", 0 },
	{ "ST31500341AS", "SD1B", 0 },
	{ "ST3640330AS", "SD15", 1 },

	{ "INTEL SSDSA2CW120G3", "4PC10302", 1 },
	{ "INTEL SSDSA2CW160G3", "4PC10362", 0 },
	{ "INTEL SSDSA2MH080G1GC", "045C8820", 0 },
	{ "INTEL SSDSA2M160G2GC", "2CV102HD", 0 },
	{ "HP VO0480JFDGT", "HPD4", 1 },
	{ "MO3200JFFCL", "HPD7", 1 },
	{ "MO3200JFFCL", "HPD8", 0 },
	{ "MO3200JFFCL", "HPD10", 0 },
	{ "HP EO1600JVYPP", "HPD6", 1 },
	{ "HP EO1600JVYPP", "HPD7", 0 },
	{ "HP MO1600JVYPS", "HPD6", 0 },
	{ "SATADOM-ML 3ME", "S130604", 1 },
	{ "SATADOM-ML 3SE", "S130604", 0 },

	{ "Micron_M510_MTFDDAK128MBP", "MU01", 1 },
	{ "Crucial_CT256M550SSD1", "MU01", 1 },
	{ "Crucial_CT256MX100SSD1", "MU01", 1 },
	/* queued TRIM, and the states of the link */
	{ "Crucial_CT512MX100SSD1", "MU01", 2 },
	{ "Crucial_CT512MX100SSD1", "MU02", 1 },
	{ "Crucial_CT256MX100SSD1", "MU02", 0 },
	{ "Crucial_CT250MX200SSD1", "MU01", 0 },
	{ "SuperSSpeed S238 128GB", "SSPM9053", 1 },
	{ "M88V29 032G", "20150917", 1 },
	{ "SanDisk SD8SN8U256G1002", "X4133002", 1 },
	{ "SanDisk SSD PLUS 120 GB", "UE3000RL", 0 },
	{ "SanDisk SDSSDH3 500G", "X61110RL", 0 },
	{ "INTEL SSDSC2MH120A2", "PPG4", 1 },
	{ "INTEL SSDSC2MW240A", "LLKi", 0 },

	{ "HDS724040KLSA80", "KFAOA20N", 1 },
	{ "HDS724040KLSA80", "KFAOA32A", 0 },
	{ "MAXTOR 6L080L4", "A93.0500", 1 },
	{ "MAXTOR 6L080J4", "A93.0500", 0 },
	{ "OCZ-VERTEX", "1.30", 1 },
	{ "OCZ-VERTEX", "1.6", 0 },
	{ "OCZ-VERTEX2", "1.30", 0 },
	{ "ST320413A", "3.39", 1 },
	{ "ST320410A", "3.39", 0 },

	{ "WDC WD740ADFD-00NLR1", "20.07P20", 1 },
	{ "WDC WD740GD-00FLA0", "31.08F31", 0 },
	{ "FUJITSU MHT2060BH", "0000000A", 1 },
	{ "FUJITSU MHT2060BH PL", "0000000A", 0 },
	{ "Maxtor 6B200M0", "BANC1980", 1 },
	{ "Maxtor 6B200M0", "BANC1BY0", 1 },
	{ "Maxtor 6Y120P0", "YAR41BW0", 0 },
	{ "Maxtor 7V300F0", "VA111630", 1 },
	{ "Maxtor 7V300F0", "VA111680", 0 },
	{ "ST3160023AS", "3.42", 1 },
	{ "ST3160023AS", "3.18", 0 },
	{ "ST380013AS", "3.20", 1 },
	{ "ST380013AS", "3.18", 0 },
	{ "ST3160023AS", "8.12", 0 },
	{ "OCZ CORE_SSD", "02.10104", 1 },
	{ "OCZ CORE_SSD", "02.10302", 0 },
	{ "HTS541080G9SA00", "MB4OC60D", 1 },
	{ "HTS541080G9SA00", "MB4OC60R", 0 },
	{ "C300-CTFDDAC128MAG", "0001", 1 },
	{ "C300-CTFDDAC128MAG", "0006", 0 },
	{ "C300-CTFDDAC064MAG", "0001", 0 },

	{ "ST1000LM024 HN-M101MBB", "2AR10002", 1 },
	{ "ST1000DM003-1CH162", "CC47", 0 },
	{ "CT240BX500SSD1", "M6CR013", 1 },
	{ "CT480BX500SSD1", "M6CR022", 1 },
	{ "CT500BX100SSD1", "MU02", 1 },
	{ "CT1000BX500SSD1", "M6CR030", 1 },
	{ "CT500MX500SSD1", "M3CR023", 0 },
	{ "Crucial_CT480M500SSD1", "MU03", 1 },
	{ "Crucial_CT240M500SSD1", "MU03", 0 },
	{ "SAMSUNG MZMPC128HBFU-000MV", "CXM14M1Q", 1 },
	{ "SAMSUNG MZMPC128HBFU-000MV", "CXM16M1Q", 0 },
	{ "SAMSUNG SSD PM830 mSATA 128GB", "CXM13D1Q", 1 },
	{ "SAMSUNG SSD PM830 2.5\" 7mm 128GB", "CXM13D1Q", 0 },
	{ "SAMSUNG MZ7TE512HMHP-000L1", "EXT06L0Q", 1 },
	{ "SAMSUNG MZ7TE512HMHP-000L2", "EXT06L0Q", 0 },
	{ "Samsung SSD 870 EVO 2TB", "SVT02B6Q", 0 },
	{ "WDC WD2500JD-00HBB0", "08.02D08", 1 },
	{ "WDC WD2500JS-75NCB3", "10.02E04", 0 },
	{ "WDC WD2500JB-00REA0", "20.00K20", 0 },

	{ "", "", 0 },
	{ "SAMSUNG HD204UIX", "1AQ10001", 0 },
	{ " SAMSUNG HD204UI", "1AQ10001", 0 },
	{ "M4-CT064M4SSD4", "0001", 0 },
	{ "SATADOM-ML 3M", "", 0 },
};

enum { DRIVES = sizeof(drives) / sizeof(drives[0]) };

START_TEST(rows_fit_the_drives_that_have_the_fault)
{
	const struct known_fault *row = NULL;
	unsigned n = 0;

	while ((row = known_fault_next(row, drives[_i].model, drives[_i].firmware)))
		n++;
	ck_assert_msg(n == drives[_i].rows, "%s, %s: %u rows", drives[_i].model,
		      drives[_i].firmware, n);
}
END_TEST

static unsigned count_rows(void)
{
	unsigned n = 0;

	while (known_fault_table[n].model)
		n++;
	return n;
}

/* Each row has a drive that it alone fits: no other row hides it. */
START_TEST(row_is_needed)
{
	const struct known_fault *row = &known_fault_table[_i];
	bool alone = false;

	for (unsigned i = 0; i < DRIVES; i++)
		alone = alone ||
			(drives[i].rows == 1 &&
			 known_fault_next(NULL, drives[i].model, drives[i].firmware) == row);
	ck_assert_msg(alone, "%s: no drive", row->model);
}
END_TEST

/* "[12]", closed, with characters between, in each alternative of a pattern. */
static bool sets_are_closed(const char *pattern)
{
	size_t n;

	for (pattern = strchr(pattern, '['); pattern; pattern = strchr(pattern, '[')) {
		n = strcspn(++pattern, "]|[");
		if (!n || pattern[n] != ']')
			return false;
	}
	return true;
}

START_TEST(row_is_whole)
{
	const struct known_fault *row = &known_fault_table[_i];
	char text[KNOWN_FAULT_TEXT_BYTES];

	ck_assert(sets_are_closed(row->model));
	ck_assert(!row->firmware || sets_are_closed(row->firmware));
	ck_assert_msg(*row->what && *row->remedy && *row->source, "%s", row->model);
	/* eight characters: the longest firmware version of an ATA drive */
	known_fault_text(row, "12345678", text);
	ck_assert_msg(strlen(text) < MOST_LINE, "%s", text);
	ck_assert_msg(strcmp(text + strlen(text) - strlen(row->source), row->source) == 0, "%s",
		      text);
	/* no line is surer than its row */
	ck_assert(!strstr(text, "may be affected") == (row->certainty == FAULT_AFFECTED));
}
END_TEST

START_TEST(table_is_short)
{
	ck_assert_uint_le(count_rows(), MOST_ROWS);
}
END_TEST

START_TEST(line_says_how_sure)
{
	const struct known_fault *row = known_fault_next(NULL, "ST3500320AS", "SD15");
	char text[KNOWN_FAULT_TEXT_BYTES];

	ck_assert_str_eq(known_fault_key(row), "may_be_affected");
	ck_assert_str_eq(known_fault_text(row, "SD15", text),
			 "firmware SD15 may be affected: after power-on the drive may not be found "
			 "any more; save the data; Seagate tells by the serial number which drive "
			 "needs firmware SD1A; see "
			 "https://knowledge.seagate.com/articles/en_US/FAQ/207951en");
	row = known_fault_next(NULL, "ST3250310NS", "MA07");
	ck_assert_str_eq(known_fault_key(row), "affected");
	ck_assert_mem_eq(known_fault_text(row, "MA07", text), "firmware MA07 is affected: ", 27);
	row = known_fault_next(NULL, "SAMSUNG HD155UI", "1AQ10001");
	ck_assert_mem_eq(known_fault_text(row, "1AQ10001", text),
			 "this model may be affected: ", 28);
}
END_TEST

/* Only Samsung's two models may lose writes by IDENTIFY DEVICE. */
START_TEST(two_models_shun_identify)
{
	const struct known_fault *row = known_fault_next(NULL, "SAMSUNG HD204UI", "");
	unsigned n = 0;

	ck_assert(row && row->shuns == SHUNS_IDENTIFY);
	for (row = known_fault_table; row->model; row++)
		n += row->shuns == SHUNS_IDENTIFY;
	ck_assert_uint_eq(n, 1);
}
END_TEST

Suite *known_faults_suite(void)
{
	Suite *s = suite_create("known_faults");
	TCase *tc = tcase_create("rows");
	int rows = (int)count_rows();

	tcase_add_loop_test(tc, rows_fit_the_drives_that_have_the_fault, 0, DRIVES);
	tcase_add_loop_test(tc, row_is_needed, 0, rows);
	tcase_add_loop_test(tc, row_is_whole, 0, rows);
	tcase_add_test(tc, table_is_short);
	tcase_add_test(tc, line_says_how_sure);
	tcase_add_test(tc, two_models_shun_identify);
	suite_add_tcase(s, tc);
	return s;
}
