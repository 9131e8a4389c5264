/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Logs of an ATA drive, and what their pages hold. Nothing here sends anything; `id` is the page of
 * 512 bytes of IDENTIFY data.
 */
#ifndef HDPARM_ATA_LOGS_H
#define HDPARM_ATA_LOGS_H

#include "ata.h"
#include "idfields.h"

/* --- which there are, and how they are read (ACS-4 9.1) --- */

enum {
	LOG_DIRECTORY = 0x00,
	LOG_DEVICE_STATISTICS = 0x04,
	LOG_POWER_CONDITIONS = 0x08,
	LOG_PENDING_DEFECTS = 0x0c,
	LOG_SECTOR_CONFIGURATION = 0x2f,
	LOG_IDENTIFY_DATA = 0x30
};

/* Pages of log 30h (ACS-4 9.11). */
enum { LOG_PAGE_CAPABILITIES = 0x03, LOG_PAGE_SATA = 0x08 };

/* Number of pages of log `address`, by the log directory (log 00h page 0). */
unsigned ata_log_pages(const uint8_t *directory, uint8_t address);

/*
 * READ LOG EXT of one page (ACS-4 7.22): LBA 7:0 is the log's address, LBA 15:8 and 39:32 the page.
 * `data` has 512 bytes.
 */
struct ata_cmd ata_read_log(uint8_t address, uint16_t page, void *data);

/*
 * Reads or writes the log of SCT, which belongs to SMART and to general purpose logging: by the
 * SMART commands, which all paths carry; by READ and WRITE LOG EXT if SMART is off, since the drive
 * then refuses SMART commands. `data` has 512 bytes.
 */
struct ata_cmd ata_sct_log(const uint8_t *id, bool write, void *data);

/* --- Pending Defects log (ACS-4 9.26) --- */

/*
 * Its page 0 begins with the number of entries. Page 0 has entry 1 to 31, each other page 0 to 31;
 * an entry is the LBA of a sector that the drive could not read.
 */
enum { PENDING_PER_PAGE = 32 };
uint32_t ata_pending_count(const uint8_t *page0);
uint64_t ata_pending_lba(const uint8_t *page, unsigned entry);

/* --- Device Sleep (ACS-4 9.11.10.3: log 30h page 08h) --- */

struct ata_device_sleep {
	unsigned exit_ms, assertion_ms; /* 0: the drive leaves it at the default */
};

/* False where the page has no valid data. */
bool ata_device_sleep_decode(const uint8_t *page, struct ata_device_sleep *sleep);

/* --- Sectors that the drive has reallocated --- */

/* The page of LOG_DEVICE_STATISTICS that counts them: Rotating Media Statistics (ACS-4 9.5). */
enum { LOG_PAGE_ROTATING_MEDIA = 0x03 };

/* The Number of Reallocated Logical Sectors of that page; false where it is not stated. */
bool ata_reallocated_statistic(const uint8_t *page, uint64_t *sectors);

/*
 * SMART READ DATA into data[512]; false: the drive has no SMART, or SMART is off, and the drive
 * then refuses SMART commands.
 */
bool ata_smart_data(const uint8_t *id, uint8_t *data, struct ata_cmd *cmd);

/* True if these data say that a self-test runs (ACS-4 table 133: byte 363). */
bool ata_self_test_runs(const uint8_t *data);

/*
 * Return attribute 5 of the SMART data (all makers use number 5 for reallocated sectors). False if
 * the attribute is missing or the checksum is wrong.
 */
bool ata_reallocated_attribute(const uint8_t *data, uint64_t *sectors);

/* --- SCT, the SMART command transport (ACS-4 8) --- */

/*
 * Settings that SET FEATURES does not reach. A command is written to log E0h; reading that log
 * returns the status. The commands are a closed list, since another action of the same log
 * overwrites the medium: see sct_operation_table[].
 */

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
 * One setting of one or two 16-bit values, each with a code (the selection, or the feature). An
 * option bit of `set`, or separate operations, make the setting survive a power cycle.
 */
struct sct_setting_def {
	enum id_feature_id in_identify; /* bit of word 206 */
	unsigned parts;
	uint16_t codes[SCT_PARTS];
	enum sct_operation set, get;
	enum sct_operation set_kept, get_kept;
	enum sct_operation set_default; /* SCT_NO_OPERATION: there is none */
	enum sct_operation get_options; /* SCT_NO_OPERATION: only set_kept keeps it */
	char feature_set[28];		/* its name in messages */
};

extern const struct sct_setting_def sct_setting_table[SCT_SETTING_COUNT];

/* True if the drive has the setting, by its IDENTIFY data. */
bool sct_supported(const uint8_t *id, enum sct_setting setting);

/* One command. */
struct sct_request {
	enum sct_operation operation;
	uint16_t code;
	uint16_t value; /* not used where the operation asks */
	bool keep;	/* SCT_SET_FEATURE: keep the value over a power cycle */
};

void sct_encode(const struct sct_request *request, uint8_t page[SCT_BYTES]);

/*
 * Return the name of the SCT operation that a log write with its data starts, such as "get recovery
 * time", or NULL; and how long its effect lasts, LASTING_PERMANENT if the data are no SCT
 * operation.
 */
const char *sct_name_of(const struct ata_cmd *cmd);
enum ata_lasting sct_lasting(const struct ata_cmd *cmd);

/* True if a page that is written to the log is a question, which changes nothing. */
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

/*
 * Return the text of an extended status code (ACS-4 table 191). NULL if the table lacks the code.
 */
const char *sct_status_text(uint16_t extended);

/* The temperature in the status page. False if the drive does not report it. */
bool sct_temperature(const uint8_t page[SCT_BYTES], int *celsius);

/* The name of a state of a feature, 1 to SCT_STATES: "drive", "on", "off"; NULL: there is none. */
enum { SCT_CACHE_BY_FEATURES = 1, SCT_CACHE_ON, SCT_CACHE_OFF, SCT_STATES = 3 };
const char *sct_state_name(enum sct_setting feature, uint16_t state);

/* The option that keeps a feature over a power cycle, in the answer of SCT_GET_FEATURE_OPTIONS. */
enum { SCT_OPTION_KEEP = 1 };

/* Recovery times are in units of 100 ms; 0: no limit. */
enum { SCT_UNITS_PER_S = 10 };

#endif
