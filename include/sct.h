/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SCT, the SMART command transport (ACS-4 8): settings that SET FEATURES does not reach. A command
 * is written to log E0h; reading that log returns the status. Nothing here sends anything.
 *
 * The commands are a closed list, since another action of the same log overwrites the medium: see
 * sct_operation_table[].
 */
#ifndef HDPARM_SCT_H
#define HDPARM_SCT_H

#include "ata.h"
#include "identify.h"

enum { LOG_SCT = 0xe0, SCT_BYTES = 512, SCT_PARTS = 2 };

enum sct_operation {
	SCT_NO_OPERATION,
	SCT_SET_TIME,
	SCT_GET_TIME,
	SCT_SET_POWER_ON_TIME,
	SCT_GET_POWER_ON_TIME,
	SCT_DEFAULT_TIME,
	SCT_SET_FEATURE,
	SCT_GET_FEATURE,
	SCT_GET_FEATURE_OPTIONS,
	SCT_OPERATION_COUNT
};

/* The fixed facts of one operation; its codes are only here. */
struct sct_operation_def {
	uint16_t action, function;
	bool asks; /* changes nothing, and returns a value in COUNT and LBA */
	enum ata_lasting lasting;
	char name[28];
};

extern const struct sct_operation_def sct_operation_table[SCT_OPERATION_COUNT];

/* What SCT sets. */
enum sct_setting {
	SCT_NO_SETTING,
	SCT_ERROR_RECOVERY,
	SCT_WRITE_CACHE,
	SCT_WRITE_REORDERING,
	SCT_SETTING_COUNT
};

/*
 * One setting: one or two values of 16 bits, each with its code (a selection, or a feature's). An
 * option of `set`, or operations of its own, make it survive a power cycle.
 */
struct sct_setting_def {
	enum id_feature_id in_identify; /* of word 206 */
	unsigned parts;
	uint16_t codes[SCT_PARTS];
	enum sct_operation set, get;
	enum sct_operation set_kept, get_kept;
	enum sct_operation set_default; /* SCT_NO_OPERATION: there is none */
	enum sct_operation get_options; /* SCT_NO_OPERATION: only set_kept keeps it */
	char feature_set[28];		/* its name in messages */
};

extern const struct sct_setting_def sct_setting_table[SCT_SETTING_COUNT];

/* Whether the drive has the setting, by its IDENTIFY data. */
bool sct_supported(const uint8_t *id, enum sct_setting setting);

/* One command. */
struct sct_request {
	enum sct_operation operation;
	uint16_t code;
	uint16_t value; /* not used where the operation asks */
	bool keep;	/* of SCT_SET_FEATURE: over a power cycle */
};

void sct_encode(const struct sct_request *request, uint8_t page[SCT_BYTES]);

/*
 * For a command that writes a log, with its data: the name of its operation, "get recovery time",
 * or NULL; and how long its effect lasts, LASTING_PERMANENT if it is no operation.
 */
const char *sct_name_of(const struct ata_cmd *cmd);
enum ata_lasting sct_lasting(const struct ata_cmd *cmd);

/* Whether a page that is written to the log is a question, which changes nothing. */
bool sct_page_asks(const uint8_t page[SCT_BYTES]);

/* Whether the registers hold an answer, or why not; for messages. */
enum sct_answer { SCT_ANSWERED, SCT_NO_REGISTERS, SCT_ECHO };

/*
 * The value that a completed question has returned in COUNT 7:0 and LBA 7:0. A path that returns no
 * registers, or the command's own, is detected: E001h, 5734.5 s, is no time.
 */
enum sct_answer sct_decode(const struct ata_cmd *cmd, uint16_t *value);

/* The status page. */
struct sct_status {
	bool busy;	   /* a command is being executed in the background */
	uint16_t extended; /* extended status code of the last command */
	uint16_t action, function;
};

void sct_status_decode(const uint8_t page[SCT_BYTES], struct sct_status *status);

/* An extended status code in words (ACS-4 table 191); NULL: it has none. */
const char *sct_status_text(uint16_t extended);

/* The temperature in the status page. False if the drive does not report it. */
bool sct_temperature(const uint8_t page[SCT_BYTES], int *celsius);

/* The name of a state of a feature, 1 to SCT_STATES: "drive", "on", "off"; NULL: there is none. */
enum { SCT_STATES = 3, SCT_CACHE_OFF = 3 };
const char *sct_state_name(enum sct_setting feature, uint16_t state);

/* The option that keeps a feature over a power cycle, in the answer of SCT_GET_FEATURE_OPTIONS. */
enum { SCT_OPTION_KEEP = 1 };

/* Recovery times are in units of 100 ms; 0: no limit. */
enum { SCT_UNITS_PER_S = 10 };

#endif
