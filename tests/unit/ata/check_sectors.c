// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Commands for sectors: the command, COUNT and LBA; and the sector that a failed command reports.
 */
#include "ata_drive.h"
#include "ata.h"
#include "suites.h"

#include <string.h>

static const uint8_t *identify(bool lba48)
{
	static uint8_t page[512];

	memset(page, 0, sizeof(page));
	page[2 * 83 + 1] = lba48 ? 0x44 : 0x40; /* 14: valid, 10: 48-bit addresses */
	page[2 * 86 + 1] = lba48 ? 0x04 : 0;
	return page;
}

static const struct {
	const char *name;
	bool lba48;
	enum ata_sectors_act act;
	struct ata_sector_run run;
	uint8_t command;
	uint16_t count;
} commands[] = {
	{ "one sector", true, SECTORS_READ, { 5, 1 }, 0x20, 1 },
	{ "the last one of a 28-bit command", true, SECTORS_READ, { 0x0ffffffe, 1 }, 0x20, 1 },
	{ "the first one that it does not reach", true, SECTORS_READ, { 0x0fffffff, 1 }, 0x24, 1 },
	{ "a run across that", true, SECTORS_WRITE, { 0x0ffffff8, 8 }, 0x34, 8 },
	{ "a run before that", true, SECTORS_WRITE, { 0x0ffffff0, 8 }, 0x30, 8 },
	{ "no 48-bit commands", false, SECTORS_WRITE, { 0x0fffffff, 1 }, 0x30, 1 },
	{ "a verify", true, SECTORS_VERIFY, { 5, 1 }, 0x42, 1 },
	{ "65536 are 0", true, SECTORS_VERIFY, { 5, 65536 }, 0x42, 0 },
	{ "65535 are not", true, SECTORS_VERIFY, { 5, 65535 }, 0x42, 0xffff },
	{ "a verify of 28 bits", false, SECTORS_VERIFY, { 5, 255 }, 0x40, 255 },
	{ "256 are 0", false, SECTORS_VERIFY, { 5, 256 }, 0x40, 0 },
};

START_TEST(command_of_a_run)
{
	uint8_t data[8 * 512];
	bool verify = commands[_i].act == SECTORS_VERIFY;
	struct ata_cmd cmd = ata_sectors(identify(commands[_i].lba48), commands[_i].act,
					 commands[_i].run, verify ? NULL : data);

	ck_assert_msg(cmd.command == commands[_i].command, "%s: %02x", commands[_i].name,
		      cmd.command);
	ck_assert_msg(cmd.count == commands[_i].count, "%s: %u", commands[_i].name, cmd.count);
	ck_assert_uint_eq(cmd.lba, commands[_i].run.lba);
	ck_assert_uint_eq(cmd.bytes, verify ? 0 : commands[_i].run.count * 512u);
	ck_assert_int_eq(ata_changes(&cmd), commands[_i].act == SECTORS_WRITE);
}
END_TEST

START_TEST(last_address_of_28_bits)
{
	ck_assert(ata_sector_is_28bit(0x0fffffff));
	ck_assert(!ata_sector_is_28bit(0x10000000));
}
END_TEST

enum { NONE = 1000 };

static const struct {
	const char *name;
	struct ata_sector_run run;
	bool valid, cut;
	uint64_t lba;
	unsigned ahead; /* distance from the run's start; NONE: its end */
} named[] = {
	{ "the first", { 5, 100 }, true, false, 5, 0 },
	{ "the last", { 5, 100 }, true, false, 104, 99 },
	{ "behind it", { 5, 100 }, true, false, 105, NONE },
	{ "before it", { 5, 100 }, true, false, 4, NONE },
	{ "no registers", { 5, 100 }, false, false, 5, NONE },
	{ "the lower bits alone", { 0x123fffff0, 100 }, true, true, 0xfffff0, 0 },
	{ "beyond the end of the lower bits", { 0x123fffff0, 100 }, true, true, 0x000003, 0x13 },
	{ "lower bits of no sector of it", { 0x123fffff0, 100 }, true, true, 0x800000, NONE },
	{ "all bits, others above", { 0x123fffff0, 100 }, true, false, 0xfffff0, NONE },
};

START_TEST(sector_that_a_failure_names)
{
	struct ata_sector_run run = named[_i].run;
	struct ata_result res = { .valid = named[_i].valid,
				  .lba = named[_i].lba,
				  .lba_cut = named[_i].cut };
	unsigned ahead = named[_i].ahead == NONE ? run.count : named[_i].ahead;

	ck_assert_msg(ata_failed_sector(&res, run) == run.lba + ahead, "%s", named[_i].name);
}
END_TEST

static const struct {
	const char *name;
	struct ata_result res;
	bool medium;
} failures[] = {
	{ "UNC", { .valid = true, .status = 0x51, .error = 0x40 }, true },
	{ "IDNF", { .valid = true, .status = 0x51, .error = 0x10 }, true },
	{ "ABRT", { .valid = true, .status = 0x51, .error = 0x04 }, false },
	{ "device fault", { .valid = true, .status = 0x71, .error = 0x40 }, false },
	{ "done", { .valid = true, .status = 0x50, .error = 0x40 }, false },
	{ "no answer at all", { .valid = false }, false },
	{ "MEDIUM ERROR",
	  { .sense = { 0x70, 0, 3, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x11 }, .sense_bytes = 18 },
	  true },
	{ "HARDWARE ERROR",
	  { .sense = { 0x70, 0, 4, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x44 }, .sense_bytes = 18 },
	  false },
	{ "sense data of another command",
	  { .sense = { 0x70, 0, 3, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x11 },
	    .sense_bytes = 18,
	    .unannounced = true },
	  false },
};

START_TEST(failure_of_the_medium)
{
	ck_assert_msg(ata_medium_failed(&failures[_i].res) == failures[_i].medium, "%s",
		      failures[_i].name);
}
END_TEST

START_TEST(pending_defects)
{
	uint8_t page[512] = { 2, 1 };

	page[16 + 8] = 0x34;
	page[16 + 13] = 0x12;
	page[31 * 16 + 8] = 7;
	ck_assert_uint_eq(ata_pending_count(page), 0x102);
	ck_assert_uint_eq(ata_pending_lba(page, 1), 0x120000000034);
	ck_assert_uint_eq(ata_pending_lba(page, PENDING_PER_PAGE - 1), 7);
}
END_TEST

Suite *sectors_suite(void)
{
	Suite *suite = suite_create("sectors");

	add_rows(suite, "commands", command_of_a_run, ROWS(commands));
	add_case(suite, "28 bits", last_address_of_28_bits);
	add_rows(suite, "named", sector_that_a_failure_names, ROWS(named));
	add_rows(suite, "medium", failure_of_the_medium, ROWS(failures));
	add_case(suite, "pending", pending_defects);
	return suite;
}
