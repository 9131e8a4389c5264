// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "passthrough.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct {
	const char *name;
	uint8_t sense[ATA_SENSE_BYTES];
	bool valid;
	uint8_t status, error;
	uint16_t count;
	uint64_t lba;
} rows[] = {
	{ "descriptor: active",
	  { 0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0x40, 0x50 },
	  true,
	  0x50,
	  0,
	  0xff,
	  0 },
	{ "descriptor: aborted",
	  { 0x72, 0x0b, 0, 0, 0, 0, 0, 14, 9, 12, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x51 },
	  true,
	  0x51,
	  0x04,
	  0,
	  0 },
	{ "descriptor: 48-bit LBA and count",
	  { 0x72, 1,	0,    0x1d, 0,	  0,	0,    14,   9,	  12,	1,
	    0,	  0x12, 0x34, 0xa3, 0xa0, 0xa4, 0xa1, 0xa5, 0xa2, 0x40, 0x50 },
	  true,
	  0x50,
	  0,
	  0x1234,
	  0xa5a4a3a2a1a0 },
	{ "descriptor: 28-bit LBA has its top in DEVICE",
	  { 0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12, 0, 0, 0, 0, 0, 0x11, 0, 0x22, 0, 0x33, 0x4f, 0x50 },
	  true,
	  0x50,
	  0,
	  0,
	  0xf332211 },
	{ "descriptor: ATA status behind another descriptor",
	  { 0x72, 1, 0, 0x1d, 0,    0, 0, 18, 2, 2, 0, 0,    9,
	    12,	  0, 0, 0,    0x80, 0, 0, 0,  0, 0, 0, 0x40, 0x50 },
	  true,
	  0x50,
	  0,
	  0x80,
	  0 },
	{ "descriptor: cut short",
	  { 0x72, 1, 0, 0x1d, 0, 0, 0, 6, 9, 12, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0x40, 0x50 },
	  false,
	  0,
	  0,
	  0,
	  0 },
	{ "descriptor: of another kind only",
	  { 0x72, 5, 0x20, 0, 0, 0, 0, 8, 2, 6, 0, 0, 0, 0, 0, 0 },
	  false,
	  0,
	  0,
	  0,
	  0 },
	{ "descriptor: ATA status of another length",
	  { 0x72, 1, 0, 0x1d, 0, 0, 0, 13, 9, 11, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0x40, 0x50 },
	  false,
	  0,
	  0,
	  0,
	  0 },
	{ "descriptor: ATA status behind one of another length",
	  { 0x72, 1, 0, 0x1d, 0,    0, 0, 18, 9, 2, 0, 0,    9,
	    12,	  0, 0, 0,    0x80, 0, 0, 0,  0, 0, 0, 0x40, 0x50 },
	  true,
	  0x50,
	  0,
	  0x80,
	  0 },
	{ "fixed: information valid",
	  { 0xf0, 0, 1, 0, 0x50, 0x40, 0xff, 10, 0, 0, 0, 0, 0, 0x1d },
	  true,
	  0x50,
	  0,
	  0xff,
	  0 },
	{ "fixed: aborted with valid information",
	  { 0xf0, 0, 0x0b, 4, 0x51, 0x40, 0, 10 },
	  true,
	  0x51,
	  0x04,
	  0,
	  0 },
	{ "fixed: LBA from the command-specific field",
	  { 0xf0, 0, 1, 0, 0x50, 0x40, 0, 10, 0, 0x11, 0x22, 0x33, 0, 0x1d },
	  true,
	  0x50,
	  0,
	  0,
	  0x332211 },
	{ "fixed: registers displaced by Linux before 6.11",
	  { 0x70, 0, 0x0b, 0, 0, 0, 0, 10, 4, 0x51, 0x40, 0x01, 0, 0, 0, 0, 0, 0x11, 0x22, 0x33 },
	  true,
	  0x51,
	  0x04,
	  1,
	  0x332211 },
	{ "fixed: the same under Linux 6.1's 'unaligned write command'",
	  { 0x70, 0, 5, 0, 0, 0, 0, 10, 4, 0x51, 0x40, 0x01, 0x21, 0x04 },
	  true,
	  0x51,
	  0x04,
	  1,
	  0 },
	{ "fixed: a SAS disk's invalid opcode holds nothing",
	  { 0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0 },
	  false,
	  0,
	  0,
	  0,
	  0 },
	{ "fixed: an invalid field in the CDB holds nothing, whatever it looks like",
	  { 0xf0, 0, 5, 0, 0x50, 0x40, 0xff, 10, 0, 0, 0, 0, 0x24, 0 },
	  false,
	  0,
	  0,
	  0,
	  0 },
	{ "fixed: the same where Linux before 6.11 has its registers",
	  { 0x70, 0, 5, 0, 0, 0, 0, 10, 4, 0x51, 0x40, 0x01, 0x24, 0 },
	  false,
	  0,
	  0,
	  0,
	  0 },
	{ "fixed: information valid but no status of a drive",
	  { 0xf0, 0, 3, 0, 0x00, 0x12, 0x34, 10, 0, 0, 0, 0, 0x11, 0 },
	  false,
	  0,
	  0,
	  0,
	  0 },
	/* clang-format off */
	{ "fixed: VALID forgotten, but 00h/1Dh says that registers are there",
	  { 0x70, 0, 1, 0, 0x50, 0x40, 0xff, 10, 0, 0, 0, 0, 0, 0x1d }, true, 0x50, 0, 0xff, 0 },
	{ "fixed: an error key over the STATUS of a success",
	  { 0xf0, 0, 0x0b, 0, 0x50, 0x40, 0, 10 }, false, 0, 0, 0, 0 },
	{ "fixed: the same where Linux before 6.11 puts it",
	  { 0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0x50, 0x40, 1, 0x21, 4 }, false, 0, 0, 0, 0 },
	{ "fixed: the failing address of a recovered error",
	  { 0xf0, 0, 1, 0, 0x50, 0x40, 0x8a, 10, 0, 0, 0, 0, 0x17, 1 }, false, 0, 0, 0, 0 },
	{ "fixed: an error in STATUS that 00h/1Dh vouches for",
	  { 0xf0, 0, 1, 4, 0x51, 0x40, 0, 10, 0, 0, 0, 0, 0, 0x1d }, true, 0x51, 4, 0, 0 },
	{ "fixed: deferred", { 0xf1, 0, 1, 0, 0x50, 0x40, 0xff, 10, 0, 0, 0, 0, 0, 0x1d }, false, 0, 0, 0, 0 },
	{ "descriptor: an error key over the STATUS of a success",
	  { 0x72, 5, 0x21, 4, 0, 0, 0, 14, 9, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x50 },
	  false, 0, 0, 0, 0 },
	{ "descriptor: no error key, and an error in STATUS that nothing vouches for",
	  { 0x72, 0, 0, 0, 0, 0, 0, 14, 9, 12, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x51 },
	  false, 0, 0, 0, 0 },
	{ "descriptor: registers of zeros",
	  { 0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12 }, false, 0, 0, 0, 0 },
	{ "descriptor: data that nobody fetches are a failure that fits its key",
	  { 0x72, 0x0b, 0, 0, 0, 0, 0, 14, 9, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x58 },
	  true, 0x58, 0, 0, 0 },
	{ "descriptor: a busy drive",
	  { 0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0xd0 },
	  false, 0, 0, 0, 0 },
	{ "descriptor: deferred",
	  { 0x73, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0x40, 0x50 },
	  false, 0, 0, 0, 0 },
	/* clang-format on */
	{ "nothing at all", { 0 }, false, 0, 0, 0, 0 },
	{ "vendor response code", { 0x7f, 1, 2, 3 }, false, 0, 0, 0, 0 },
};

START_TEST(registers)
{
	struct ata_result res = { 0 };
	bool valid = sense_decode(rows[_i].sense, ATA_SENSE_BYTES, &res);

	ck_assert_msg(valid == rows[_i].valid && res.valid == valid, "%s: valid", rows[_i].name);
	if (!valid)
		return;
	ck_assert_msg(res.status == rows[_i].status, "%s: status %x", rows[_i].name, res.status);
	ck_assert_msg(res.error == rows[_i].error, "%s: error %x", rows[_i].name, res.error);
	ck_assert_msg(res.count == rows[_i].count, "%s: count %x", rows[_i].name, res.count);
	ck_assert_msg(res.lba == rows[_i].lba, "%s: lba %llx", rows[_i].name,
		      (unsigned long long)res.lba);
}
END_TEST

/* The end of a page before an unreadable page: a read beyond the end crashes. */
static uint8_t *end_of_page(size_t page)
{
	uint8_t *pages =
		mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(pages, MAP_FAILED);
	ck_assert_int_eq(mprotect(pages + page, page, PROT_NONE), 0);
	return pages + page;
}

START_TEST(every_shorter_buffer_is_safe)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *end = end_of_page(page);

	for (size_t n = 0; n <= ATA_SENSE_BYTES; n++) {
		struct ata_result res = { 0 };

		memcpy(end - n, rows[_i].sense, n);
		sense_decode(end - n, n, &res);
		sense_code(end - n, n);
	}
	munmap(end - page, 2 * page);
}
END_TEST

/* SAT-4 table 13: COUNT UPPER NONZERO and LBA UPPER NONZERO, in the standard's place and in older
 * Linux's. */
START_TEST(fixed_form_tells_what_it_lacks)
{
	uint8_t sense[ATA_SENSE_BYTES] = { 0xf0, 0,    1,    0,	   0x50, 0x40, 0,
					   10,	 0x80, 0xaf, 0x6d, 0x70, 0,    0x1d };
	uint8_t displaced[ATA_SENSE_BYTES] = { 0x70, 0, 1, 0, 0, 0, 0,	  10,	0,    0x50,
					       0x40, 0, 0, 0, 0, 0, 0x80, 0xaf, 0x6d, 0x70 };
	struct ata_result res = { 0 };

	ck_assert(sense_decode(sense, sizeof(sense), &res) && !res.lba_cut && !res.count_cut);
	sense[8] = 0x80 | 0x20;
	ck_assert(sense_decode(sense, sizeof(sense), &res) && res.lba_cut && !res.count_cut);
	sense[8] = 0x80 | 0x40;
	ck_assert(sense_decode(sense, sizeof(sense), &res) && !res.lba_cut && res.count_cut);
	sense[8] = 0;
	ck_assert(sense_decode(sense, sizeof(sense), &res) && res.lba_cut && res.count_cut);
	ck_assert(sense_decode(displaced, sizeof(displaced), &res) && !res.lba_cut);
	ck_assert(!res.count_cut);
	displaced[16] = 0x80 | 0x20;
	ck_assert(sense_decode(displaced, sizeof(displaced), &res) && res.lba_cut);
	displaced[16] = 0x80 | 0x40;
	ck_assert(sense_decode(displaced, sizeof(displaced), &res) && res.count_cut);
}
END_TEST

/* Older Linux has the second group of registers after byte 17: 18 bytes lack it. */
START_TEST(displaced_registers_take_20_bytes)
{
	static const uint8_t displaced[20] = { 0x70, 0,	   1, 0,    0, 0, 0,	10, 0, 0x50,
					       0x40, 0xff, 0, 0x1d, 0, 0, 0x80, 0,  0, 0 };
	struct ata_result res = { 0 };

	for (size_t n = 0; n < sizeof(displaced); n++) {
		uint8_t copy[ATA_SENSE_BYTES];

		/* bytes after the end are no register */
		memset(copy, 0xee, sizeof(copy));
		memcpy(copy, displaced, n);
		ck_assert_msg(!sense_decode(copy, n, &res), "%zu bytes", n);
	}
	ck_assert(sense_decode(displaced, sizeof(displaced), &res));
	ck_assert_uint_eq(res.count, 0xff);
}
END_TEST

/* SAT-4 table 209: EXTEND means that the upper halves are valid. */
START_TEST(descriptor_form_tells_what_it_lacks)
{
	uint8_t sense[ATA_SENSE_BYTES] = { 0x72, 1,    0, 0x1d, 0, 0, 0, 14, 9, 12,   1,
					   0,	 0x40, 0, 0,	0, 0, 0, 0,  0, 0x40, 0x50 };
	struct ata_result res = { 0 };

	ck_assert(sense_decode(sense, sizeof(sense), &res) && !res.count_cut);
	ck_assert_uint_eq(res.count, 0x4000);
	ck_assert(!res.lba_cut);
	sense[10] = 0;
	ck_assert(sense_decode(sense, sizeof(sense), &res) && res.count_cut && res.lba_cut);
}
END_TEST

START_TEST(code_of_both_forms)
{
	static const uint8_t fixed[18] = { 0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0x01 };
	static const uint8_t descriptor[8] = { 0x72, 7, 0x74, 0x71 };
	struct sense_code code = sense_code(fixed, sizeof(fixed));

	ck_assert(code.present);
	ck_assert_int_eq(code.key, 5);
	ck_assert_int_eq(code.asc, 0x20);
	ck_assert_int_eq(code.ascq, 1);
	code = sense_code(descriptor, sizeof(descriptor));
	ck_assert(code.present);
	ck_assert_int_eq(code.key, 7);
	ck_assert_int_eq(code.asc, 0x74);
	ck_assert_int_eq(code.ascq, 0x71);
	ck_assert(!sense_code(fixed, 0).present);
}
END_TEST

Suite *sense_suite(void)
{
	Suite *suite = suite_create("sense");

	add_rows(suite, "registers", registers, ROWS(rows));
	add_rows(suite, "short_buffers", every_shorter_buffer_is_safe, ROWS(rows));
	add_case(suite, "fixed_form_tells_what_it_lacks", fixed_form_tells_what_it_lacks);
	add_case(suite, "displaced registers, 20 bytes", displaced_registers_take_20_bytes);
	add_case(suite, "descriptor form, upper halves", descriptor_form_tells_what_it_lacks);
	add_case(suite, "code", code_of_both_forms);
	return suite;
}
