// SPDX-License-Identifier: GPL-2.0-or-later
/* SCSI commands, byte by byte. Service actions and modes of one operation code erase a disk or
 * replace its firmware: the test repeats the codes as numbers. */
#include "suites.h"
#include "scsi.h"

#include <stdio.h>

static const struct {
	enum scsi_operation_id id;
	uint8_t cdb[16];
	unsigned char length;
	bool asks, sends;
} operations[] = {
	{ SCSI_TEST_UNIT_READY, { 0x00 }, 6, true, false },
	{ SCSI_REQUEST_SENSE, { 0x03 }, 6, true, false },
	{ SCSI_FORMAT_UNIT, { 0x04, 0x10 }, 6, false, true },
	{ SCSI_INQUIRY, { 0x12, 0x01, 0x80 }, 6, true, false },
	{ SCSI_START_STOP_UNIT, { 0x1b, 0, 0, 0, 0x30 }, 6, false, false },
	{ SCSI_SYNCHRONIZE_CACHE, { 0x35 }, 10, false, false },
	{ SCSI_LOG_SENSE, { 0x4d, 0, 0x4d }, 10, true, false },
	{ SCSI_MODE_SELECT, { 0x55, 0x10 }, 10, false, true },
	{ SCSI_MODE_SENSE, { 0x5a, 0x08 }, 10, true, false },
	{ SCSI_MODE_SELECT_6, { 0x15, 0x10 }, 6, false, true },
	{ SCSI_MODE_SENSE_6, { 0x1a, 0x08 }, 6, true, false },
	{ SCSI_WRITE_BUFFER, { 0x3b, 0x05 }, 10, false, true },
	{ SCSI_REPORT_OPERATIONS, { 0xa3, 0x0c, 0x02, 0x48, 0, 1 }, 12, true, false },
	{ SCSI_SANITIZE_OVERWRITE, { 0x48, 0x81 }, 10, false, true },
	{ SCSI_SANITIZE_BLOCK_ERASE, { 0x48, 0x82 }, 10, false, false },
	{ SCSI_SANITIZE_CRYPTO_ERASE, { 0x48, 0x83 }, 10, false, false },
	{ SCSI_SANITIZE_EXIT_FAILURE, { 0x48, 0x1f }, 10, false, false },
	{ SCSI_READ, { 0x28 }, 10, true, false },
	{ SCSI_VERIFY, { 0x8f }, 16, true, false },
	{ SCSI_READ_CAPACITY, { 0x9e, 0x10 }, 16, true, false },
	{ SCSI_WRITE_UNCORRECTABLE, { 0x9f, 0x51 }, 16, false, false },
};

START_TEST(the_table_has_these_codes_and_no_others)
{
	const struct scsi_operation *op = &scsi_operation_table[_i];

	ck_assert_int_eq(ROWS(operations), SCSI_OPERATION_COUNT);
	ck_assert_uint_eq(operations[_i].id, (unsigned)_i);
	ck_assert_uint_eq(op->opcode, operations[_i].cdb[0]);
	ck_assert_uint_eq(op->length, operations[_i].length);
	ck_assert(op->changes == !operations[_i].asks);
	ck_assert(op->sends == operations[_i].sends);
	ck_assert_ptr_nonnull(op->name);
	ck_assert_uint_ge(op->timeout_s, 15);
}
END_TEST

/* A row is a query exactly if the tables of SPC-5 and SBC-4 say that it changes nothing. */
START_TEST(each_row_is_what_the_standards_say)
{
	static const struct {
		uint8_t opcode, action;
	} questions[] = {
		{ 0x00, 0 },	/* TEST UNIT READY */
		{ 0x03, 0 },	/* REQUEST SENSE */
		{ 0x12, 0 },	/* INQUIRY */
		{ 0x1a, 0 },	/* MODE SENSE(6) */
		{ 0x28, 0 },	/* READ(10) */
		{ 0x4d, 0 },	/* LOG SENSE, if SP is 0 */
		{ 0x5a, 0 },	/* MODE SENSE(10) */
		{ 0x8f, 0 },	/* VERIFY(16) */
		{ 0x9e, 0x10 }, /* READ CAPACITY(16) */
		{ 0xa3, 0x0c }, /* REPORT SUPPORTED OPERATION CODES */
	};
	const struct scsi_operation *op = &scsi_operation_table[_i];
	bool asks = false;

	for (int i = 0; i < ROWS(questions); i++)
		asks |= questions[i].opcode == op->opcode && questions[i].action == op->action;
	ck_assert_msg(op->changes == !asks, "%s", op->name);
}
END_TEST

static void check_cdb(const struct scsi_cmd *cmd, const char *bytes, size_t data, bool sends)
{
	char text[64] = "";

	for (size_t i = 0; i < cmd->operation->length; i++)
		sprintf(text + 3 * i, "%02x ", cmd->cdb[i]);
	text[3 * cmd->operation->length - 1] = '\0';
	ck_assert_str_eq(text, bytes);
	ck_assert_uint_eq(cmd->bytes, data);
	ck_assert(cmd->operation->sends == sends);
	ck_assert_uint_eq(cmd->timeout_s, cmd->operation->timeout_s);
	ck_assert_uint_eq(cmd->operation->opcode, cmd->cdb[0]);
	ck_assert(!cmd->operation->has_action || cmd->operation->action == (cmd->cdb[1] & 0x1f));
}

START_TEST(questions_have_these_bytes)
{
	uint8_t data[0x1234];
	struct scsi_cmd cmd = scsi_request_sense(data, 18);

	check_cdb(&cmd, "03 00 00 00 12 00", 18, false);
	cmd = scsi_test_unit_ready();
	check_cdb(&cmd, "00 00 00 00 00 00", 0, false);
	cmd = scsi_inquiry(data, 36);
	check_cdb(&cmd, "12 00 00 00 24 00", 36, false);
	cmd = scsi_inquiry_page(SCSI_VPD_SERIAL_NUMBER, data, 255);
	check_cdb(&cmd, "12 01 80 00 ff 00", 255, false);
	cmd = scsi_inquiry_page(SCSI_VPD_IDENTIFICATION, data, 0x1234);
	check_cdb(&cmd, "12 01 83 12 34 00", 0x1234, false);
	cmd = scsi_inquiry_page(SCSI_VPD_BLOCK_CHARACTERISTICS, data, 64);
	check_cdb(&cmd, "12 01 b1 00 40 00", 64, false);
	cmd = scsi_log_sense(SCSI_LOG_TEMPERATURE, data, 64);
	check_cdb(&cmd, "4d 00 4d 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_mode_sense(SCSI_MODE_POWER_CONDITION, SCSI_MODE_CURRENT, data, 64);
	check_cdb(&cmd, "5a 08 1a 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_mode_sense(SCSI_MODE_POWER_CONDITION, SCSI_MODE_CHANGEABLE, data, 64);
	check_cdb(&cmd, "5a 08 5a 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_mode_sense(SCSI_MODE_ERROR_RECOVERY, SCSI_MODE_DEFAULT, data, 64);
	check_cdb(&cmd, "5a 08 81 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_mode_sense(SCSI_MODE_ERROR_RECOVERY, SCSI_MODE_SAVED, data, 64);
	check_cdb(&cmd, "5a 08 c1 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_mode_sense(SCSI_MODE_POWER_CONDITION, SCSI_MODE_DEFAULT, data, 64);
	check_cdb(&cmd, "5a 08 9a 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_mode_sense(SCSI_MODE_POWER_CONDITION, SCSI_MODE_SAVED, data, 64);
	check_cdb(&cmd, "5a 08 da 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_inquiry_page(SCSI_VPD_POWER_CONDITION, data, 255);
	check_cdb(&cmd, "12 01 8a 00 ff 00", 255, false);
	cmd = scsi_mode_sense_6(SCSI_MODE_CACHING, SCSI_MODE_CURRENT, data, 60);
	check_cdb(&cmd, "1a 08 08 00 3c 00", 60, false);
	cmd = scsi_mode_sense_6(SCSI_MODE_POWER_CONDITION, SCSI_MODE_CHANGEABLE, data, 60);
	check_cdb(&cmd, "1a 08 5a 00 3c 00", 60, false);
	cmd = scsi_mode_sense_blocks(data, 64);
	check_cdb(&cmd, "5a 10 08 00 00 00 00 00 40 00", 64, false);
	cmd = scsi_read_capacity(data, SCSI_CAPACITY_BYTES);
	check_cdb(&cmd, "9e 10 00 00 00 00 00 00 00 00 00 00 00 20 00 00", 32, false);
	cmd = scsi_report_operation(SCSI_FORMAT_UNIT, data, 32);
	check_cdb(&cmd, "a3 0c 01 04 00 00 00 00 00 20 00 00", 32, false);
	cmd = scsi_report_operation(SCSI_SANITIZE_BLOCK_ERASE, data, 32);
	check_cdb(&cmd, "a3 0c 02 48 00 02 00 00 00 20 00 00", 32, false);
	cmd = scsi_verify(0x0102030405060708, 0x10000);
	check_cdb(&cmd, "8f 00 01 02 03 04 05 06 07 08 00 01 00 00 00 00", 0, false);
	cmd = scsi_read_first(data, 64);
	check_cdb(&cmd, "28 00 00 00 00 00 00 00 01 00", 64, false);
}
END_TEST

START_TEST(changes_have_these_bytes)
{
	uint8_t data[64];
	struct scsi_cmd cmd = scsi_start_stop_unit(true);

	check_cdb(&cmd, "1b 00 00 00 01 00", 0, false);
	cmd = scsi_start_stop_unit(false);
	check_cdb(&cmd, "1b 00 00 00 00 00", 0, false);
	cmd = scsi_mode_select(data, 48, false);
	check_cdb(&cmd, "55 10 00 00 00 00 00 00 30 00", 48, true);
	cmd = scsi_mode_select(data, 20, true);
	check_cdb(&cmd, "55 11 00 00 00 00 00 00 14 00", 20, true);
	cmd = scsi_mode_select(data, 48, true);
	check_cdb(&cmd, "55 11 00 00 00 00 00 00 30 00", 48, true);
	cmd = scsi_mode_select_6(data, 44, false);
	check_cdb(&cmd, "15 10 00 00 2c 00", 44, true);
	cmd = scsi_mode_select_6(data, 16, true);
	check_cdb(&cmd, "15 11 00 00 10 00", 16, true);
	cmd = scsi_mode_select_6(data, 44, true);
	check_cdb(&cmd, "15 11 00 00 2c 00", 44, true);
	cmd = scsi_write_uncorrectable(0x0102030405060708);
	check_cdb(&cmd, "9f 51 01 02 03 04 05 06 07 08 00 00 00 00 00 00", 0, false);
	cmd = scsi_sanitize(SCSI_SANITIZE_OVERWRITE, data, SCSI_PATTERN_BYTES);
	check_cdb(&cmd, "48 81 00 00 00 00 00 00 08 00", 8, true);
	cmd = scsi_sanitize(SCSI_SANITIZE_BLOCK_ERASE, NULL, 0);
	check_cdb(&cmd, "48 82 00 00 00 00 00 00 00 00", 0, false);
	cmd = scsi_sanitize(SCSI_SANITIZE_CRYPTO_ERASE, NULL, 0);
	check_cdb(&cmd, "48 83 00 00 00 00 00 00 00 00", 0, false);
	cmd = scsi_sanitize(SCSI_SANITIZE_EXIT_FAILURE, NULL, 0);
	check_cdb(&cmd, "48 1f 00 00 00 00 00 00 00 00", 0, false);
	cmd = scsi_write_buffer(SCSI_FIRMWARE_WHOLE, 0, data, 64);
	check_cdb(&cmd, "3b 05 00 00 00 00 00 00 40 00", 64, true);
	cmd = scsi_write_buffer(SCSI_FIRMWARE_SEGMENT, 0x123456, data, 64);
	check_cdb(&cmd, "3b 07 00 12 34 56 00 00 40 00", 64, true);
	cmd = scsi_write_buffer(SCSI_FIRMWARE_DEFERRED, 0x123456, data, 64);
	check_cdb(&cmd, "3b 0e 00 12 34 56 00 00 40 00", 64, true);
	cmd = scsi_write_buffer(SCSI_FIRMWARE_ACTIVATE, 0, NULL, 0);
	check_cdb(&cmd, "3b 0f 00 00 00 00 00 00 00 00", 0, true);
}
END_TEST

/* SBC-4 table 99: POWER CONDITION 2h idle, 3h standby; the modifier is the second letter. */
START_TEST(a_power_condition_is_a_code_and_a_modifier)
{
	static const char *const bytes[ATA_EPC_COUNT] = {
		[ATA_EPC_IDLE_A] = "1b 00 00 00 20 00",
		[ATA_EPC_IDLE_B] = "1b 00 00 01 20 00",
		[ATA_EPC_IDLE_C] = "1b 00 00 02 20 00",
		[ATA_EPC_STANDBY_Y] = "1b 00 00 01 30 00",
		[ATA_EPC_STANDBY_Z] = "1b 00 00 00 30 00",
	};
	struct scsi_cmd cmd = scsi_go_to((enum ata_epc)_i);

	check_cdb(&cmd, bytes[_i], 0, false);
}
END_TEST

START_TEST(an_overwrite_has_its_pattern)
{
	static const uint8_t want[] = { 0x83, 0, 0, 4, 0xde, 0xad, 0xbe, 0xef };
	uint8_t data[SCSI_PATTERN_BYTES];

	scsi_sanitize_pattern(data, 0xdeadbeef, 3, true);
	ck_assert_mem_eq(data, want, sizeof(want));
	scsi_sanitize_pattern(data, 0, 31, false);
	ck_assert_uint_eq(data[0], 0x1f);
}
END_TEST

/* SBC-4 tables 35 to 39: FMTPINFO and PROTECTION FIELD USAGE by the type of protection. */
START_TEST(a_format_keeps_the_protection)
{
	static const struct {
		struct scsi_protection protection;
		const char *cdb;
		uint8_t bytes;
		uint8_t list[SCSI_FORMAT_LIST_BYTES];
	} formats[] = {
		{ { 0, 0 }, "04 10 00 00 00 00", 4, { 0, 2 } },
		{ { 0, 3 }, "04 10 00 00 00 00", 4, { 0, 2 } },
		{ { 1, 0 }, "04 90 00 00 00 00", 4, { 0, 2 } },
		{ { 2, 0 }, "04 d0 00 00 00 00", 4, { 0, 2 } },
		{ { 3, 0 }, "04 d0 00 00 00 00", 4, { 1, 2 } },
		{ { 1, 3 }, "04 b0 00 00 00 00", 8, { 0, 2, 0, 3 } },
		{ { 3, 1 }, "04 f0 00 00 00 00", 8, { 1, 2, 0, 1 } },
	};

	for (int i = 0; i < ROWS(formats); i++) {
		uint8_t list[SCSI_FORMAT_LIST_BYTES];
		size_t bytes = scsi_format_list(list, &formats[i].protection);
		struct scsi_cmd cmd = scsi_format_unit(list, bytes, &formats[i].protection);

		ck_assert_uint_eq(bytes, formats[i].bytes);
		ck_assert_mem_eq(list, formats[i].list, bytes);
		check_cdb(&cmd, formats[i].cdb, bytes, true);
	}
}
END_TEST

Suite *commands_suite(void)
{
	Suite *suite = suite_create("commands");

	add_rows(suite, "table", the_table_has_these_codes_and_no_others, ROWS(operations));
	add_case(suite, "questions", questions_have_these_bytes);
	add_rows(suite, "rows", each_row_is_what_the_standards_say, SCSI_OPERATION_COUNT);
	add_case(suite, "changes", changes_have_these_bytes);
	add_rows(suite, "conditions", a_power_condition_is_a_code_and_a_modifier, ATA_EPC_COUNT);
	add_case(suite, "pattern", an_overwrite_has_its_pattern);
	add_case(suite, "format", a_format_keeps_the_protection);
	return suite;
}
