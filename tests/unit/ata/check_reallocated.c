// SPDX-License-Identifier: GPL-2.0-or-later
/* Counts of reallocated sectors, and bytes that are no count. */
#include "ata_drive.h"
#include "suites.h"

#include <string.h>

static const struct {
	const char *name;
	uint8_t page, flags;
	bool stated;
} statistics[] = {
	{ "supported and valid", 3, 0xc0, true },
	{ "normalized, and monitored, too", 3, 0xf8, true },
	{ "not valid", 3, 0x80, false },
	{ "not supported", 3, 0x40, false },
	{ "another page", 1, 0xc0, false },
	{ "zeros", 0, 0, false },
};

START_TEST(statistic)
{
	uint8_t page[512] = { [0] = 1, [2] = statistics[_i].page };
	uint64_t sectors = 0;

	memcpy(page + 32, "\x04\x03\x02\x01\xff\xff\xff", 7);
	page[39] = statistics[_i].flags;
	ck_assert_msg(ata_reallocated_statistic(page, &sectors) == statistics[_i].stated, "%s",
		      statistics[_i].name);
	if (statistics[_i].stated)
		ck_assert_uint_eq(sectors, 0x01020304);
}
END_TEST

static const struct {
	const char *name;
	unsigned entry;
	uint8_t number, sum; /* added to the correct checksum */
	bool stated;
} attributes[] = {
	{ "the first entry", 0, 5, 0, true },	      { "the last entry", 29, 5, 0, true },
	{ "behind the last entry", 30, 5, 0, false }, { "another attribute", 0, 6, 0, false },
	{ "a wrong checksum", 0, 5, 1, false },
};

START_TEST(attribute)
{
	uint8_t data[512] = { 0x10 }, sum = 0;
	uint64_t sectors = 0;

	data[2 + 12 * attributes[_i].entry] = attributes[_i].number;
	memcpy(data + 2 + 12 * attributes[_i].entry + 5, "\x02\x01\xff\xff\xff\xff", 6);
	for (unsigned i = 0; i < 511; i++)
		sum = (uint8_t)(sum + data[i]);
	data[511] = (uint8_t)(attributes[_i].sum - sum);
	ck_assert_msg(ata_reallocated_attribute(data, &sectors) == attributes[_i].stated, "%s",
		      attributes[_i].name);
	if (attributes[_i].stated)
		ck_assert_uint_eq(sectors, 0x0102);
}
END_TEST

START_TEST(smart_must_be_on)
{
	uint8_t id[512] = { 0 }, data[512];
	struct ata_cmd cmd;

	ck_assert(!ata_smart_data(id, data, &cmd));
	id[2 * 82] = 1;
	ck_assert(!ata_smart_data(id, data, &cmd));
	id[2 * 85] = 1;
	ck_assert(ata_smart_data(id, data, &cmd));
	ck_assert_uint_eq(cmd.command, 0xb0);
	ck_assert_uint_eq(cmd.feature, 0xd0);
	ck_assert_uint_eq(cmd.lba, 0xc24f00);
	ck_assert(!ata_changes(&cmd));
}
END_TEST

Suite *reallocated_suite(void)
{
	Suite *suite = suite_create("reallocated");
	TCase *tests = tcase_create("smart");

	add_rows(suite, "statistic", statistic, ROWS(statistics));
	add_rows(suite, "attribute", attribute, ROWS(attributes));
	tcase_add_test(tests, smart_must_be_on);
	suite_add_tcase(suite, tests);
	return suite;
}
