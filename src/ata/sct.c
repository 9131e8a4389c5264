// SPDX-License-Identifier: GPL-2.0-or-later
/* SCT commands and their answers (ACS-4 8). */
#include "ata_drive.h"
#include "words.h"

#include <string.h>

/*
 * Action codes. 2 (WRITE SAME) overwrites the medium, as did 1 (read and write long): they have no
 * name here, so that no row can have one.
 */
enum { ACTION_ERROR_RECOVERY = 3, ACTION_FEATURE = 4 };

#define RECOVERY(n) .action = ACTION_ERROR_RECOVERY, .function = (n)
#define FEATURE(n)  .action = ACTION_FEATURE, .function = (n)

/* clang-format off */
const struct sct_operation_def sct_operation_table[SCT_OPERATION_COUNT] = {
	/* action 0 is reserved: a drive aborts it */
	[SCT_NO_OPERATION] = { .lasting = LASTING_PERMANENT },
	/* ACS-4 8.3.3; functions 3 to 5 are new in ACS-4 */
	[SCT_SET_TIME] = { RECOVERY(1), .lasting = LASTING_POWER_CYCLE,
		.name = "set recovery time" },
	[SCT_GET_TIME] = { RECOVERY(2), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get recovery time" },
	[SCT_SET_POWER_ON_TIME] = { RECOVERY(3), .lasting = LASTING_PERMANENT,
		.name = "set power-on recovery time" },
	[SCT_GET_POWER_ON_TIME] = { RECOVERY(4), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get power-on recovery time" },
	[SCT_DEFAULT_TIME] = { RECOVERY(5), .lasting = LASTING_PERMANENT,
		.name = "restore recovery times" },
	/* ACS-4 8.3.4; for longer with an option: sct_lasting() */
	[SCT_SET_FEATURE] = { FEATURE(1), .lasting = LASTING_POWER_CYCLE, .name = "set feature" },
	[SCT_GET_FEATURE] = { FEATURE(2), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get feature" },
	[SCT_GET_FEATURE_OPTIONS] = { FEATURE(3), .asks = true, .lasting = LASTING_MOMENTARY,
		.name = "get feature options" },
};

const struct sct_setting_def sct_setting_table[SCT_SETTING_COUNT] = {
	[SCT_ERROR_RECOVERY] = { .in_identify = ID_HAS_SCT_ERROR_RECOVERY_CONTROL,
		.parts = 2, .codes = { 1, 2 }, /* read, write command timer */
		.set = SCT_SET_TIME, .get = SCT_GET_TIME,
		.set_kept = SCT_SET_POWER_ON_TIME, .get_kept = SCT_GET_POWER_ON_TIME,
		.set_default = SCT_DEFAULT_TIME, .feature_set = "SCT error recovery control" },
	[SCT_WRITE_CACHE] = { .in_identify = ID_HAS_SCT_FEATURE_CONTROL, .parts = 1, .codes = { 1 },
		.set = SCT_SET_FEATURE, .get = SCT_GET_FEATURE,
		.get_options = SCT_GET_FEATURE_OPTIONS, .feature_set = "SCT feature control" },
	[SCT_WRITE_REORDERING] = { .in_identify = ID_HAS_SCT_FEATURE_CONTROL,
		.parts = 1, .codes = { 2 }, .set = SCT_SET_FEATURE, .get = SCT_GET_FEATURE,
		.get_options = SCT_GET_FEATURE_OPTIONS, .feature_set = "SCT feature control" },
};
/* clang-format on */

bool sct_supported(const uint8_t *id, enum sct_setting setting)
{
	return ata_id_has(id, ID_HAS_SCT) && ata_id_has(id, sct_setting_table[setting].in_identify);
}

/* ACS-4 table 189. In state 1 of the write cache SET FEATURES controls it. */
const char *sct_state_name(enum sct_setting feature, uint16_t state)
{
	static const char names[][SCT_STATES][6] = { { "drive", "on", "off" },
						     { "on", "off", "" } };
	const char *name;

	if (state < 1 || state > SCT_STATES)
		return NULL;
	name = names[feature != SCT_WRITE_CACHE][state - 1];
	return *name ? name : NULL;
}

/* Words of a command. */
enum { WORD_ACTION, WORD_FUNCTION, WORD_CODE, WORD_VALUE, WORD_OPTIONS };

static void put_word(uint8_t *page, unsigned word, uint16_t value)
{
	page[2 * word] = (uint8_t)value;
	page[2 * word + 1] = (uint8_t)(value >> 8);
}

void sct_encode(const struct sct_request *request, uint8_t page[SCT_BYTES])
{
	const struct sct_operation_def *def = &sct_operation_table[request->operation];

	memset(page, 0, SCT_BYTES);
	put_word(page, WORD_ACTION, def->action);
	put_word(page, WORD_FUNCTION, def->function);
	put_word(page, WORD_CODE, request->code);
	if (!def->asks)
		put_word(page, WORD_VALUE, request->value);
	if (request->operation == SCT_SET_FEATURE)
		put_word(page, WORD_OPTIONS, request->keep ? SCT_OPTION_KEEP : 0);
}

static enum sct_operation operation_of(const uint8_t *page)
{
	for (unsigned i = SCT_NO_OPERATION + 1; i < SCT_OPERATION_COUNT; i++) {
		if (ata_word(page, WORD_ACTION) == sct_operation_table[i].action &&
		    ata_word(page, WORD_FUNCTION) == sct_operation_table[i].function)
			return (enum sct_operation)i;
	}
	return SCT_NO_OPERATION;
}

static enum sct_operation sent_operation(const struct ata_cmd *cmd)
{
	bool writes = cmd->id == ATA_SMART_WRITE_LOG || cmd->id == ATA_WRITE_LOG_EXT;

	return writes && (cmd->lba & 0xff) == LOG_SCT && cmd->bytes == SCT_BYTES && cmd->data
		       ? operation_of(cmd->data)
		       : SCT_NO_OPERATION;
}

const char *sct_name_of(const struct ata_cmd *cmd)
{
	enum sct_operation operation = sent_operation(cmd);

	return operation ? sct_operation_table[operation].name : NULL;
}

bool sct_page_asks(const uint8_t page[SCT_BYTES])
{
	return sct_operation_table[operation_of(page)].asks;
}

enum ata_lasting sct_lasting(const struct ata_cmd *cmd)
{
	enum sct_operation operation = sent_operation(cmd);

	if (operation == SCT_SET_FEATURE && ata_word(cmd->data, WORD_OPTIONS) == SCT_OPTION_KEEP)
		return LASTING_PERMANENT;
	return sct_operation_table[operation].lasting;
}

enum sct_answer sct_decode(const struct ata_cmd *cmd, uint16_t *value)
{
	const struct ata_result *res = &cmd->res;

	if (!res->valid)
		return SCT_NO_REGISTERS;
	*value = (uint16_t)((res->count & 0xff) | (res->lba & 0xff) << 8);
	return *value == ((cmd->count & 0xff) | LOG_SCT << 8) ? SCT_ECHO : SCT_ANSWERED;
}

/* Words and bytes of the status page (ACS-4 table 182). */
enum { WORD_FORMAT = 0, WORD_EXTENDED = 7, WORD_LAST_ACTION = 8, WORD_LAST_FUNCTION = 9 };
enum { BYTE_TEMPERATURE = 200, NO_TEMPERATURE = 0x80, RUNNING = 0xffff };

void sct_status_decode(const uint8_t page[SCT_BYTES], struct sct_status *status)
{
	status->extended = ata_word(page, WORD_EXTENDED);
	status->busy = status->extended == RUNNING;
	status->action = ata_word(page, WORD_LAST_ACTION);
	status->function = ata_word(page, WORD_LAST_FUNCTION);
}

const char *sct_status_text(uint16_t extended)
{
	static const struct {
		uint16_t code;
		char text[58];
	} rows[] = {
		{ 0x0001, "invalid function code" },
		{ 0x0004, "the drive lacks this function of error recovery control" },
		{ 0x0005, "invalid selection code" },
		{ 0x0006, "the time for reading is shorter than the drive takes" },
		{ 0x0007, "the time for writing is shorter than the drive takes" },
		{ 0x000c, "the drive lacks this function of feature control" },
		{ 0x000d, "the drive lacks this feature" },
		{ 0x000e, "the drive lacks this state of the feature" },
		{ 0x000f, "the drive lacks this option: try without \"keep\"" },
		{ 0x0010, "the drive lacks this action" },
		{ 0x0012, "the drive is locked" },
		{ RUNNING, "another SCT command is running" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].code == extended)
			return rows[i].text;
	}
	return NULL;
}

bool sct_temperature(const uint8_t page[SCT_BYTES], int *celsius)
{
	*celsius = (int8_t)page[BYTE_TEMPERATURE];
	return ata_word(page, WORD_FORMAT) && page[BYTE_TEMPERATURE] != NO_TEMPERATURE;
}
