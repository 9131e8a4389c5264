// SPDX-License-Identifier: GPL-2.0-or-later
/* SCT commands, byte by byte. Action 2 of the log overwrites the medium: the test repeats the codes
 * as numbers, and every page has action 3 or 4. */
#include "ata_drive.h"
#include "options.h"
#include "suites.h"

#include <errno.h>
#include <string.h>

enum { RECOVERY = 3, FEATURES = 4 };

static const struct {
	enum sct_operation operation;
	unsigned action, function;
	bool asks;
	enum ata_lasting lasting;
} operations[] = {
	{ SCT_SET_TIME, RECOVERY, 1, false, LASTING_POWER_CYCLE },
	{ SCT_GET_TIME, RECOVERY, 2, true, LASTING_MOMENTARY },
	{ SCT_SET_POWER_ON_TIME, RECOVERY, 3, false, LASTING_PERMANENT },
	{ SCT_GET_POWER_ON_TIME, RECOVERY, 4, true, LASTING_MOMENTARY },
	{ SCT_DEFAULT_TIME, RECOVERY, 5, false, LASTING_PERMANENT },
	{ SCT_SET_FEATURE, FEATURES, 1, false, LASTING_POWER_CYCLE },
	{ SCT_GET_FEATURE, FEATURES, 2, true, LASTING_MOMENTARY },
	{ SCT_GET_FEATURE_OPTIONS, FEATURES, 3, true, LASTING_MOMENTARY },
};

START_TEST(the_table_has_these_codes_and_no_others)
{
	const struct sct_operation_def *def = &sct_operation_table[operations[_i].operation];

	ck_assert_int_eq(ROWS(operations), SCT_OPERATION_COUNT - 1);
	ck_assert_uint_eq(operations[_i].operation, (unsigned)_i + 1);
	ck_assert_uint_eq(def->action, operations[_i].action);
	ck_assert_uint_eq(def->function, operations[_i].function);
	ck_assert(def->asks == operations[_i].asks);
	ck_assert_int_eq(def->lasting, operations[_i].lasting);
}
END_TEST

/* A page to another log, or by another command, is not a query. */
START_TEST(only_questions_pass_a_dry_run)
{
	static const enum ata_id ids[] = { ATA_SMART_WRITE_LOG, ATA_WRITE_LOG_EXT };
	struct sct_request request = { .operation = operations[_i].operation, .code = 1 };
	uint8_t page[SCT_BYTES];
	struct ata_cmd cmd;

	sct_encode(&request, page);
	for (int i = 0; i < ROWS(ids); i++) {
		cmd = ata_command_data(ids[i], page, sizeof(page));
		cmd.lba = 0xc24fe0;
		ck_assert(ata_asks(&cmd) == operations[_i].asks);
		cmd.lba++;
		ck_assert(!ata_asks(&cmd));
	}
	cmd = ata_command_data(ATA_WRITE_SECTORS, page, sizeof(page));
	cmd.lba = 0xc24fe0;
	ck_assert(!ata_asks(&cmd));
}
END_TEST

/* For every request; SCT_NO_OPERATION gives the reserved action 0. */
START_TEST(no_page_has_the_action_that_writes_to_the_medium)
{
	static const uint16_t words[] = { 0, 1, 2, 3, 4, 70, 0x101, 0x202, 0xffff };
	uint8_t page[SCT_BYTES];

	for (unsigned code = 0; code < (unsigned)ROWS(words); code++) {
		for (unsigned value = 0; value < (unsigned)ROWS(words); value++) {
			struct sct_request request = { .operation = (enum sct_operation)_i,
						       .code = words[code],
						       .value = words[value],
						       .keep = value & 1 };

			memset(page, 2, sizeof(page));
			sct_encode(&request, page);
			ck_assert_uint_eq(page[0], _i == SCT_NO_OPERATION ? 0
						   : _i < SCT_SET_FEATURE ? RECOVERY
									  : FEATURES);
			ck_assert_uint_eq(page[1], 0);
			ck_assert_uint_eq(page[3], 0);
			for (unsigned i = 10; i < sizeof(page); i++)
				ck_assert_uint_eq(page[i], 0);
		}
	}
}
END_TEST

START_TEST(a_set_time_has_its_selection_and_value)
{
	static const uint8_t want[] = { 3, 0, 1, 0, 2, 0, 0x34, 0x12, 0, 0 };
	struct sct_request request = { .operation = SCT_SET_TIME, .code = 2, .value = 0x1234 };
	uint8_t page[SCT_BYTES];

	sct_encode(&request, page);
	ck_assert_mem_eq(page, want, sizeof(want));
}
END_TEST

START_TEST(a_kept_feature_has_its_option_and_lasts)
{
	static const uint8_t want[] = { 4, 0, 1, 0, 1, 0, 3, 0, 1, 0 };
	struct sct_request request = {
		.operation = SCT_SET_FEATURE, .code = 1, .value = 3, .keep = true
	};
	uint8_t page[SCT_BYTES], id[512] = { 0 };
	struct ata_cmd cmd = ata_sct_log(id, true, page);
	char title[ATA_TITLE_BYTES];

	sct_encode(&request, page);
	ck_assert_mem_eq(page, want, sizeof(want));
	ck_assert_int_eq(ata_lasting(&cmd), LASTING_PERMANENT);
	request.keep = false;
	sct_encode(&request, page);
	ck_assert_int_eq(ata_lasting(&cmd), LASTING_POWER_CYCLE);
	page[0] = 2;
	ck_assert_int_eq(ata_lasting(&cmd), LASTING_PERMANENT);
	ck_assert_str_eq(ata_command_title(&cmd, title), "SMART WRITE LOG");
}
END_TEST

START_TEST(settings_have_these_codes)
{
	static const struct {
		enum sct_setting setting;
		unsigned parts, codes[SCT_PARTS];
	} rows[] = {
		{ SCT_ERROR_RECOVERY, 2, { 1, 2 } },
		{ SCT_WRITE_CACHE, 1, { 1, 0 } },
		{ SCT_WRITE_REORDERING, 1, { 2, 0 } },
	};

	for (unsigned i = 0; i < (unsigned)ROWS(rows); i++) {
		const struct sct_setting_def *def = &sct_setting_table[rows[i].setting];

		ck_assert_uint_eq(def->parts, rows[i].parts);
		ck_assert_uint_eq(def->codes[0], rows[i].codes[0]);
		ck_assert_uint_eq(def->codes[1], rows[i].codes[1]);
		ck_assert(!sct_operation_table[def->set].asks);
		ck_assert(sct_operation_table[def->get].asks);
	}
}
END_TEST

static const struct {
	bool valid;
	uint16_t count;
	uint64_t lba;
	enum sct_answer answer;
	uint16_t value;
} answers[] = {
	{ true, 0x46, 0xc24f00, SCT_ANSWERED, 70 },
	{ true, 0, 0, SCT_ANSWERED, 0 },
	{ true, 0xff46, 0xffffffffff12, SCT_ANSWERED, 0x1246 },
	{ true, 0x01, 0xc24fe0, SCT_ECHO, 0 },
	{ true, 0x02, 0xc24fe0, SCT_ANSWERED, 0xe002 },
	{ false, 0x46, 0, SCT_NO_REGISTERS, 0 },
};

START_TEST(answers_are_in_count_and_lba)
{
	uint8_t id[512] = { 0 }, page[SCT_BYTES];
	struct ata_cmd cmd = ata_sct_log(id, true, page);
	uint16_t value;

	cmd.res = (struct ata_result){ .valid = answers[_i].valid,
				       .count = answers[_i].count,
				       .lba = answers[_i].lba };
	ck_assert_int_eq(sct_decode(&cmd, &value), answers[_i].answer);
	if (answers[_i].answer == SCT_ANSWERED)
		ck_assert_uint_eq(value, answers[_i].value);
}
END_TEST

/* The command with SMART off, without general purpose logging, or without both. */
static const struct {
	bool smart, general, write;
	uint8_t command;
	uint64_t lba;
} logs[] = {
	{ true, true, false, 0xb0, 0xc24fe0 },	 { true, true, true, 0xb0, 0xc24fe0 },
	{ false, true, false, 0x2f, 0xe0 },	 { false, true, true, 0x3f, 0xe0 },
	{ false, false, false, 0xb0, 0xc24fe0 }, { false, false, true, 0xb0, 0xc24fe0 },
};

START_TEST(the_log_is_reached_by_smart_or_by_general_purpose_logging)
{
	uint8_t id[512] = { 0 }, page[SCT_BYTES];
	struct ata_cmd cmd;

	id[2 * 82] = 1;
	id[2 * 83 + 1] = id[2 * 84 + 1] = 0x40;
	id[2 * 85] = logs[_i].smart;
	id[2 * 84] = logs[_i].general ? 0x20 : 0;
	cmd = ata_sct_log(id, logs[_i].write, page);
	ck_assert_uint_eq(cmd.command, logs[_i].command);
	ck_assert_uint_eq(cmd.lba, logs[_i].lba);
	ck_assert_uint_eq(cmd.count, 1);
	ck_assert(ata_changes(&cmd) == logs[_i].write);
}
END_TEST

static const struct {
	const char *word;
	int err;
	struct recovery_value value;
	bool keep;
} values[] = {
	{ "off", 0, { { 0, 0 }, false, 0 }, false },
	{ "70", 0, { { 70, 70 }, false, 0 }, false },
	{ "65,9999", 0, { { 65, 9999 }, false, 0 }, false },
	{ "7s", 0, { { 70, 70 }, false, 0 }, false },
	{ "0.1", 0, { { 1, 1 }, false, 0 }, false },
	{ "7.5s,8", -ERANGE, { { 0, 0 }, false, 0 }, false },
	{ "7.5S,8S,KEEP,ELSE=3min", 0, { { 75, 80 }, false, 180 }, true },
	{ "off,else=86400", 0, { { 0, 0 }, false, 86400 }, false },
	{ "default,else=180", 0, { { 0, 0 }, true, 180 }, false },
	{ "7", -ERANGE, { { 0, 0 }, false, 0 }, false },
	{ "999.9", 0, { { 9999, 9999 }, false, 0 }, false },
	{ "1000.0", -ERANGE, { { 0, 0 }, false, 0 }, false },
	{ "99999999999999999999999", -ERANGE, { { 0, 0 }, false, 0 }, false },
	{ "999999999h", -ERANGE, { { 0, 0 }, false, 0 }, false },
	{ "7s,default", -EINVAL, { { 0, 0 }, false, 0 }, false },
	{ "7s,,keep", -EINVAL, { { 0, 0 }, false, 0 }, false },
	{ "-7s", -EINVAL, { { 0, 0 }, false, 0 }, false },
	{ "", -EINVAL, { { 0, 0 }, false, 0 }, false },
};

START_TEST(recovery_times_are_read)
{
	const struct option_def *def = &option_table[OPT_ERROR_RECOVERY];
	struct opt_state state = { .flag = true };
	struct recovery_value value;

	ck_assert_int_eq(def->value->parse(def, values[_i].word, &state), values[_i].err);
	if (values[_i].err)
		return;
	value = recovery_unpack(state.value);
	ck_assert_uint_eq(value.units[0], values[_i].value.units[0]);
	ck_assert_uint_eq(value.units[1], values[_i].value.units[1]);
	ck_assert_uint_eq(value.otherwise_s, values[_i].value.otherwise_s);
	ck_assert(value.restore == values[_i].value.restore);
	ck_assert(state.flag == values[_i].keep);
	ck_assert_uint_eq(def->value->extent(values[_i].word), strlen(values[_i].word));
}
END_TEST

Suite *sct_suite(void)
{
	Suite *suite = suite_create("sct");

	add_rows(suite, "codes", the_table_has_these_codes_and_no_others, ROWS(operations));
	add_rows(suite, "questions", only_questions_pass_a_dry_run, ROWS(operations));
	add_rows(suite, "actions", no_page_has_the_action_that_writes_to_the_medium,
		 SCT_OPERATION_COUNT);
	add_case(suite, "set time", a_set_time_has_its_selection_and_value);
	add_case(suite, "kept", a_kept_feature_has_its_option_and_lasts);
	add_case(suite, "settings", settings_have_these_codes);
	add_rows(suite, "answers", answers_are_in_count_and_lba, ROWS(answers));
	add_rows(suite, "logs", the_log_is_reached_by_smart_or_by_general_purpose_logging,
		 ROWS(logs));
	add_rows(suite, "values", recovery_times_are_read, ROWS(values));
	return suite;
}
