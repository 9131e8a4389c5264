// SPDX-License-Identifier: GPL-2.0-or-later
#include "identify.h"
#include "suites.h"

#include <string.h>

enum { MOST_WORDS = 8, WITH_48BIT = 0x4400 };

struct word {
	unsigned n;
	uint16_t value;
};

static const struct {
	const char *name;
	struct word words[MOST_WORDS];
	uint64_t sectors;
	bool incomplete;
} drives[] = {
	{ "nothing", { { 0, 0x40 } }, 0, false },
	{ "28 bits", { { 60, 0x5678 }, { 61, 0x0123 } }, 0x01235678, false },
	{ "28 bits at their limit", { { 60, 0xffff }, { 61, 0x0fff } }, 0x0fffffff, false },
	{ "28 bits, words 100-103 of another meaning", { { 60, 50 }, { 100, 9 } }, 50, false },
	{ "48 bits",
	  { { 60, 50 }, { 83, WITH_48BIT }, { 103, 0 }, { 102, 1 } },
	  1ull << 32,
	  false },
	{ "48 bits that are 0, the others below their limit",
	  { { 60, 0xfffe }, { 61, 0x0fff }, { 83, WITH_48BIT } },
	  0x0ffffffe,
	  false },
	{ "48 bits that are 0, the others at their limit",
	  { { 60, 0xffff }, { 61, 0x0fff }, { 83, WITH_48BIT } },
	  0,
	  false },
	{ "words 230-233",
	  { { 83, WITH_48BIT }, { 69, 8 }, { 100, 0xffff }, { 101, 0xffff }, { 232, 2 } },
	  2ull << 32,
	  false },
	{ "words 230-233 to the last address",
	  { { 83, WITH_48BIT }, { 69, 8 }, { 233, 1 } },
	  1ull << 48,
	  false },
	{ "words 230-233 beyond it",
	  { { 83, WITH_48BIT },
	    { 69, 8 },
	    { 100, 0xffff },
	    { 101, 0xffff },
	    { 230, 1 },
	    { 233, 1 } },
	  0xffffffff,
	  false },
	{ "words 230-233 with less",
	  { { 83, WITH_48BIT }, { 69, 8 }, { 100, 0xffff }, { 101, 0xffff }, { 230, 8 } },
	  0xffffffff,
	  false },
	{ "words 100-103 below their limit",
	  { { 83, WITH_48BIT }, { 69, 8 }, { 100, 9 }, { 230, 10 } },
	  9,
	  false },
	{ "words 230-233 without word 69",
	  { { 83, WITH_48BIT }, { 100, 9 }, { 230, 10 } },
	  9,
	  false },
	{ "spins up by SET FEATURES, incomplete", { { 2, 0x37c8 }, { 60, 1 } }, 1, true },
	{ "spins up by itself, incomplete", { { 2, 0x8c73 } }, 0, true },
	{ "spins up by SET FEATURES, complete", { { 2, 0x738c } }, 0, false },
	{ "spins up by itself, complete", { { 2, 0xc837 } }, 0, false },
};

START_TEST(sectors_by_the_words_that_count)
{
	uint8_t id[512] = { 0 };

	for (const struct word *w = drives[_i].words; w < drives[_i].words + MOST_WORDS; w++) {
		if (!w->value)
			continue;
		id[2 * w->n] = w->value & 0xff;
		id[2 * w->n + 1] = (uint8_t)(w->value >> 8);
	}
	ck_assert_msg(ata_id_sectors(id) == drives[_i].sectors, "%s: %llu", drives[_i].name,
		      (unsigned long long)ata_id_sectors(id));
	ck_assert_msg(ata_id_incomplete(id) == drives[_i].incomplete, "%s", drives[_i].name);
}
END_TEST

Suite *capacity_suite(void)
{
	Suite *suite = suite_create("capacity");

	add_rows(suite, "sectors", sectors_by_the_words_that_count, ROWS(drives));
	return suite;
}
