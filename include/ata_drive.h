/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What can be changed in an ATA drive: settings, timers, the configuration overlay, firmware.
 * Nothing here sends a command. A function cannot fail unless its comment names an error. `id` is a
 * page of 512 bytes of IDENTIFY data.
 */
#ifndef HDPARM_ATA_DRIVE_H
#define HDPARM_ATA_DRIVE_H

#include "ata.h"
#include "identify.h"

/* --- the settings that SET FEATURES changes --- */

/* A subcommand of SET FEATURES: FEATURE field 7:0. Without a name the subcommand does not exist. */
struct ata_subcommand {
	uint8_t code;
	const char *name;
};

/* The fixed facts of a setting that SET FEATURES changes. */
struct ata_feature_def {
	struct ata_subcommand on, off;
	bool value_in_count; /* COUNT carries the value with `on` */
	bool in_lba;	     /* several features share a code; LBA 3:0 is their subcommand */
	uint8_t on_lba, off_lba;
	uint8_t save_bit; /* bit of LBA that makes the effect survive a power cycle; 0: none */
	enum ata_lasting lasting;
	bool in_identify; /* IDENTIFY data show the setting, by this feature and level: */
	enum id_feature_id identify_feature;
	bool valid_word_only; /* the feature's bit counts only where its word is valid */
	enum id_field level;  /* ID_NO_FIELD: on/off only */
};

extern const struct ata_feature_def ata_feature_table[ATA_FEATURE_COUNT];

/*
 * Facts of a feature in the IDENTIFY data, in this order: the drive supports the feature; the drive
 * supports it and the valid word that the row requires is valid; the feature is enabled; the level
 * of the feature; the number of the feature's first word with the value FFFFh (no information), or
 * 0.
 */
bool ata_feature_supported(const uint8_t *id, enum ata_feature feature);
bool ata_feature_supported_if_valid(const uint8_t *id, enum ata_feature feature);
bool ata_feature_enabled(const uint8_t *id, enum ata_feature feature);
uint8_t ata_feature_level(const uint8_t *id, enum ata_feature feature);
unsigned ata_feature_empty_word(const uint8_t *id, enum ata_feature feature);

/* --- Extended Power Conditions (ACS-4: EPC feature set, and the Power Conditions log) --- */

/* In order: each saves more power and recovers more slowly than the one before. */
enum ata_epc {
	ATA_EPC_IDLE_A,
	ATA_EPC_IDLE_B,
	ATA_EPC_IDLE_C,
	ATA_EPC_STANDBY_Y,
	ATA_EPC_STANDBY_Z,
	ATA_EPC_COUNT
};

/* The fixed facts of a power condition. */
struct ata_epc_def {
	char name[10];	 /* name in the standard */
	uint8_t id;	 /* power condition ID: COUNT of SET FEATURES and of CHECK POWER MODE */
	uint8_t page;	 /* its descriptor's place in log LOG_POWER_CONDITIONS: */
	uint16_t offset; /* offset in bytes */
};

extern const struct ata_epc_def ata_epc_table[ATA_EPC_COUNT];

/* The condition whose name is the first `length` bytes of `text`, in any case; or ATA_EPC_COUNT. */
enum ata_epc ata_epc_by_name(const char *text, size_t length);

/* All times are in units of 100 ms. */
struct ata_epc_timer {
	bool enabled;
	uint32_t time;
};

struct ata_epc_state {
	bool supported, changeable, saveable;
	struct ata_epc_timer current, initial, saved; /* initial: the manufacturer's, "default" */
	/* 0: the drive does not report it */
	uint64_t recovery_ms; /* until the drive is active */
	uint32_t min, max;    /* limits of the timer */
};

/*
 * Decode pages 00h and 01h of the log, 512 bytes each. False if the bytes cannot be this log, such
 * as all zeros: a drive with the feature set has at least one condition.
 */
bool ata_epc_decode(const uint8_t *idle, const uint8_t *standby,
		    struct ata_epc_state states[ATA_EPC_COUNT]);

/* Time until the condition is entered; 0: never. */
uint32_t ata_epc_effective(const struct ata_epc_timer *timer);

/*
 * The value of a timer: a time in units of 100 ms, 0 for off, or one of these constants. The
 * command has 16 bits, in units of 100 ms or of minutes.
 */
enum {
	ATA_EPC_MOST = 65535 * 600,
	ATA_EPC_ON, /* on, with the present time */
	ATA_EPC_INITIAL,
	ATA_EPC_SAVED,
	/* never set; read back for a timer that has the value, but was not saved */
	ATA_EPC_UNSAVED
};

/* The value of a word: off, on, default, saved. False for another word. */
bool ata_epc_value(const char *word, uint64_t *value);

/* The word of a value, or NULL for a time. */
const char *ata_epc_word(uint64_t value);

/* The shortest time that a command can carry and that is not shorter; 0: there is none. */
uint64_t ata_epc_rounded(uint64_t time);

/* The command that sets a condition's timer; `save`: it survives a power cycle. */
struct ata_cmd ata_epc_set(enum ata_epc condition, uint64_t value, bool save);

/* True if the state is what that command requests. */
bool ata_epc_is(const struct ata_epc_state *state, uint64_t value, bool save);

/* --- device configuration overlay (ACS-2 7.10) --- */

/* The revision of the data, 1 or 2; another value means that these are no DCO data. */
uint16_t ata_dco_revision(const uint8_t *data);

/* 0 where it is unknown: the LBA in the data is 0 or has more than 48 bits. */
uint64_t ata_dco_max_sectors(const uint8_t *data);

/* Write another size into the data and update their checksum. */
void ata_dco_set_max_sectors(uint8_t *data, uint64_t sectors);

/* One feature that DCO can take away: a bit of a word of the data. */
struct ata_dco_feature {
	uint8_t word, bit;
	uint8_t line; /* features with the same number are shown on one line */
	char name[28];
};

extern const struct ata_dco_feature ata_dco_features[];
extern const size_t ata_dco_feature_count;

bool ata_dco_has(const uint8_t *data, const struct ata_dco_feature *feature);

/* True if the bit is not defined in this revision of the data: UltraDMA mode 6 in revision 1. */
bool ata_dco_doubtful(const uint8_t *data, const struct ata_dco_feature *feature);

/* Lines of the table above, in order. */
enum { DCO_LINE_MDMA, DCO_LINE_UDMA, DCO_LINE_ATA, DCO_LINE_ATA_2, DCO_LINE_ATA_3, DCO_LINE_SATA };

/* --- firmware (ACS-4 7.7) --- */

enum ata_firmware_mode {
	FIRMWARE_OFFSETS = 0x03,
	FIRMWARE_WHOLE = 0x07,
	FIRMWARE_DEFERRED = 0x0e,
	FIRMWARE_ACTIVATE = 0x0f
};

struct ata_firmware_limits {
	bool supported;			 /* words 83 and 86 bit 0 */
	bool offsets;			 /* mode 03h: word 119 bit 4 */
	unsigned min_blocks, max_blocks; /* words 234, 235; 0: not stated */
};

void ata_firmware_limits(const uint8_t *id, struct ata_firmware_limits *limits);

/* Supported Capabilities page (log 30h page 03h): limits of mode 0Eh in blocks. */
struct ata_firmware_modes {
	bool valid;
	unsigned min_blocks, max_blocks;
};

void ata_firmware_modes(const uint8_t *page, struct ata_firmware_modes *modes);

/* DOWNLOAD MICROCODE of `bytes` (a multiple of 512, at most 65535 blocks) from block `offset`. */
struct ata_cmd ata_download_microcode(enum ata_firmware_mode mode, void *data, size_t bytes,
				      unsigned offset);

/*
 * The state of a segmented download (modes 03h and 0Eh), by the COUNT that the drive returns (ACS-3
 * 7.7). A missing answer and a reserved value are no indication.
 */
enum ata_firmware_indication {
	FIRMWARE_NO_INDICATION,
	FIRMWARE_EXPECTS_MORE,
	FIRMWARE_APPLIED,
	FIRMWARE_WAITS /* complete; it is activated later */
};

enum ata_firmware_indication ata_firmware_indication(const struct ata_cmd *download);

/*
 * Logs of an ATA drive, and what their pages hold. Nothing here sends anything; `id` is the page of
 * 512 bytes of IDENTIFY data.
 */

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
 * A page of the Pending Defects log has 32 slots. Slot 0 of page 0 holds the number of entries.
 * Each other slot is an entry: the LBA of a sector that the drive could not read.
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
