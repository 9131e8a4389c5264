/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Settings, EPC, DCO, firmware, logs and SCT of an ATA drive; `id`: 512 bytes of IDENTIFY data. */
#ifndef HDPARM_ATA_DRIVE_H
#define HDPARM_ATA_DRIVE_H

#include "ata.h"
#include "identify.h"

/* --- the settings that SET FEATURES changes --- */

struct ata_subcommand {
	uint8_t code;	  /* FEATURE field 7:0 */
	const char *name; /* name for messages; NULL: the subcommand does not exist */
};

struct ata_feature_def {
	struct ata_subcommand on, off;
	bool value_in_count; /* the command `on` has the `value` of ata_set_feature() in COUNT */
	/* `on` has bits 7:0 of the `value` in LBA 7:0, and bits 15:8 in COUNT */
	bool value_in_lba;
	bool in_lba;		 /* LBA 3:0 selects the subcommand, as several share a code */
	uint8_t on_lba, off_lba; /* LBA 3:0 of `on` and `off`, if in_lba */
	uint8_t save_bit; /* mask of the LBA bit that keeps the setting over a power cycle, or 0 */
	enum ata_lasting lasting;
	unsigned timeout_s; /* the time limit in seconds; 0: that of other subcommands */
	bool in_identify; /* IDENTIFY data show the setting: identify_feature and level are valid */
	enum id_feature_id identify_feature;
	bool valid_word_only; /* ata_feature_supported_if_valid() checks that the word is valid */
	enum id_field level;  /* field with the present value; or ID_NO_FIELD */
};

extern const struct ata_feature_def ata_feature_table[ATA_FEATURE_COUNT];

/* Return the bit for "supported", without a check that its word is valid. */
bool ata_feature_supported(const uint8_t *id, enum ata_feature feature);
/* Return the bit for "supported"; false if valid_word_only is set and the word is not valid. */
bool ata_feature_supported_if_valid(const uint8_t *id, enum ata_feature feature);
/* Return the bit for "enabled", with no check of its word; true if the feature has no such bit. */
bool ata_feature_enabled(const uint8_t *id, enum ata_feature feature);
/* Return bits 7:0 of the field ata_feature_def.level. */
uint8_t ata_feature_level(const uint8_t *id, enum ata_feature feature);
/*
 * Return the number of the first word that is FFFFh (no information) among the words of the feature
 * and of its level; 0: none. Words 82 to 86 do not count if word 83 has a validity signature.
 */
unsigned ata_feature_empty_word(const uint8_t *id, enum ata_feature feature);

/* --- write-read-verify (ACS-3 7.45.11) --- */

/*
 * A value of -R: 0 for off; or bits 7:0: the mode, and for mode 3 bits 15:8: COUNT, in units of
 * 1,024 sectors. Mode 0, all sectors, has a value of its own, whose bits 15:0 are 0.
 */
enum {
	ATA_VERIFY_COUNTED = 3, /* mode 3 */
	ATA_VERIFY_ALL = 0x10000,
	ATA_VERIFY_UNIT = 1024,
	ATA_VERIFY_MOST = 0xff * ATA_VERIFY_UNIT
};

/*
 * APM levels (ACS-3 7.45.9): below APM_NO_STANDBY the drive may enter standby by itself. APM_OFF
 * is the option's value that turns the feature off.
 */
enum { APM_LEAST = 1, APM_NO_STANDBY = 0x80, APM_MOST = 0xfe, APM_OFF = 0xff };

/*
 * Return the mode that IDENTIFY data report as a value of -R; without COUNT if they do not report
 * the number of sectors. 0: the mode is not known, as 0 in its word is mode 0, or no report.
 */
uint64_t ata_verify_mode(const uint8_t *id);

/* --- Extended Power Conditions (ACS-4: EPC feature set, and the Power Conditions log) --- */

/* Power conditions, from the least to the most power saved. */
enum ata_epc {
	ATA_EPC_IDLE_A,
	ATA_EPC_IDLE_B,
	ATA_EPC_IDLE_C,
	ATA_EPC_STANDBY_Y,
	ATA_EPC_STANDBY_Z,
	ATA_EPC_COUNT
};

struct ata_epc_def {
	char name[10];
	uint8_t id;	 /* power condition ID: COUNT for SET FEATURES, and from CHECK POWER MODE */
	uint8_t page;	 /* page of log LOG_POWER_CONDITIONS with the descriptor */
	uint16_t offset; /* offset of the descriptor in this page, in bytes */
};

extern const struct ata_epc_def ata_epc_table[ATA_EPC_COUNT];

/* Find a condition by its name in text[0..length-1], ignoring case. ATA_EPC_COUNT: no such name. */
enum ata_epc ata_epc_by_name(const char *text, size_t length);

struct ata_epc_timer {
	bool enabled;
	uint32_t time; /* in units of 100 ms */
};

struct ata_epc_state {
	bool supported, changeable, saveable;
	bool tells_initial, tells_saved;	      /* these timers are known */
	struct ata_epc_timer current, initial, saved; /* initial: set by the manufacturer */
	uint64_t recovery_ms; /* time from the condition to active; 0: not known */
	uint32_t min, max;    /* limits of the timer, in units of 100 ms; 0: not known */
};

/*
 * Decode pages 00h (idle) and 01h (standby) of log LOG_POWER_CONDITIONS, 512 bytes each. False if
 * the bytes cannot be this log, or no condition is supported.
 */
bool ata_epc_decode(const uint8_t *idle, const uint8_t *standby,
		    struct ata_epc_state states[ATA_EPC_COUNT]);

/* Return the time of an enabled timer, in units of 100 ms; 0 for a disabled timer. */
uint32_t ata_epc_effective(const struct ata_epc_timer *timer);

/* A timer's value: a time in units of 100 ms, 0 for off, or an enumerator after ATA_EPC_MOST. */
enum {
	ATA_EPC_MOST = 65535 * 600, /* 65535 minutes */
	ATA_EPC_ON,		    /* timer on, with its present time */
	ATA_EPC_INITIAL,
	ATA_EPC_SAVED,
	/* only when read back: the timer has the requested value, which is not saved */
	ATA_EPC_UNSAVED
};

/* Set *value from one of the words off, on, default, saved. False for another word. */
bool ata_epc_value(const char *word, uint64_t *value);

/* Return the word of ata_epc_value() for a value, or NULL. */
const char *ata_epc_word(uint64_t value);

/* Round a time, in units of 100 ms, up to a value for ata_epc_set(). 0 if above ATA_EPC_MOST. */
uint64_t ata_epc_rounded(uint64_t time);

/*
 * Return the command that sets a condition's timer to a value of ata_epc_value() or
 * ata_epc_rounded(). `save`: the value survives a power cycle.
 */
struct ata_cmd ata_epc_set(enum ata_epc condition, uint64_t value, bool save);

/* True if the state is the one that ata_epc_set() with this value and `save` requests. */
bool ata_epc_is(const struct ata_epc_state *state, uint64_t value, bool save);

/* --- device configuration overlay (ACS-2) --- */

uint16_t ata_dco_revision(const uint8_t *data);

/* Return the maximum size in sectors; 0 if the maximum LBA in the data cannot be right. */
uint64_t ata_dco_max_sectors(const uint8_t *data);

/* Set the maximum size in sectors, and update the checksum of the data. */
void ata_dco_set_max_sectors(uint8_t *data, uint64_t sectors);

/* A feature bit in DCO data. */
struct ata_dco_feature {
	uint8_t word, bit;
	uint8_t line; /* line of output, DCO_LINE_* */
	char name[28];
};

extern const struct ata_dco_feature ata_dco_features[];
extern const size_t ata_dco_feature_count;

bool ata_dco_has(const uint8_t *data, const struct ata_dco_feature *feature);

/* True for Ultra DMA mode 6 in DCO data of a revision below 2, which does not define this bit. */
bool ata_dco_doubtful(const uint8_t *data, const struct ata_dco_feature *feature);

/* Values of ata_dco_feature.line. */
enum { DCO_LINE_MDMA, DCO_LINE_UDMA, DCO_LINE_ATA, DCO_LINE_ATA_2, DCO_LINE_ATA_3, DCO_LINE_SATA };

/* --- firmware (ACS-4 7.7) --- */

enum ata_firmware_mode {
	FIRMWARE_OFFSETS = 0x03,  /* send in segments, and activate */
	FIRMWARE_WHOLE = 0x07,	  /* send in one command, and activate */
	FIRMWARE_DEFERRED = 0x0e, /* send in segments, to be activated later */
	FIRMWARE_ACTIVATE = 0x0f
};

/* Support for DOWNLOAD MICROCODE, from the IDENTIFY data. */
struct ata_firmware_limits {
	bool supported; /* word 83 is valid; bit 0 of words 83 and 86 is set */
	bool offsets;	/* mode 03h: word 119 is valid, bit 4 is set */
	/* limits of a segment, in blocks of 512 bytes: words 234 and 235; 0: not stated */
	unsigned min_blocks, max_blocks;
};

void ata_firmware_limits(const uint8_t *id, struct ata_firmware_limits *limits);

/* Sizes of segments, from the Supported Capabilities page (log 30h page 03h). */
struct ata_firmware_modes {
	bool valid;			 /* the page marks the sizes as valid */
	unsigned min_blocks, max_blocks; /* in blocks of 512 bytes; 0: not stated */
	bool lacks_deferred;		 /* DM OFFSETS DEFERRED SUPPORTED is 0 (ACS-4 9.11.5) */
};

void ata_firmware_modes(const uint8_t *page, struct ata_firmware_modes *modes);

/*
 * Return DOWNLOAD MICROCODE for one segment. `bytes` is a multiple of 512, at most 65535 blocks; 0
 * for FIRMWARE_ACTIVATE. `offset` is the segment's place in the image, in blocks of 512 bytes.
 */
struct ata_cmd ata_download_microcode(enum ata_firmware_mode mode, void *data, size_t bytes,
				      unsigned offset);

/* The state of a segmented download, by the COUNT that the drive returns. */
enum ata_firmware_indication {
	FIRMWARE_NO_INDICATION,
	FIRMWARE_EXPECTS_MORE,
	FIRMWARE_APPLIED,
	FIRMWARE_WAITS /* the image is complete, and is activated later */
};

/*
 * Decode the registers of a finished DOWNLOAD MICROCODE. No indication: no registers, COUNT 7:0 of
 * 0 or above 3, or a mode without segments.
 */
enum ata_firmware_indication ata_firmware_indication(const struct ata_cmd *download);

/* --- log addresses, and commands for logs (ACS-4 9.1) --- */

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

/* Return the number of pages of log `address`, from the log directory (log 00h page 0). */
unsigned ata_log_pages(const uint8_t *directory, uint8_t address);

/* Return READ LOG EXT for one page of log `address`. `data` has 512 bytes. */
struct ata_cmd ata_read_log(uint8_t address, uint16_t page, void *data);

/*
 * Return the command that reads or writes log LOG_SCT: a SMART command if SMART is on, or the drive
 * has no General Purpose Logging; else READ or WRITE LOG EXT. `data` has 512 bytes.
 */
struct ata_cmd ata_sct_log(const uint8_t *id, bool write, void *data);

/* --- Pending Defects log (ACS-4 9.26) --- */

/* Slots in a page of the Pending Defects log; slot 0 of page 0 has the number of entries. */
enum { PENDING_PER_PAGE = 32 };

/* Return the number of entries, from page 0 of the Pending Defects log. */
uint32_t ata_pending_count(const uint8_t *page0);

/* Return the LBA in slot `entry` of a page of the Pending Defects log. */
uint64_t ata_pending_lba(const uint8_t *page, unsigned entry);

/* --- Device Sleep (ACS-4 9.11.10.3: log 30h page 08h) --- */

/* Timings of Device Sleep, in ms; 0: the default of the Serial ATA standard applies. */
struct ata_device_sleep {
	/* Device Sleep Exit Timeout; Minimum DEVSLP Assertion Time */
	unsigned exit_ms, assertion_ms;
};

/* Decode log 30h page 08h. False if the timings in the page are not valid. */
bool ata_device_sleep_decode(const uint8_t *page, struct ata_device_sleep *sleep);

/* --- sectors that the drive has reallocated --- */

/* A page of LOG_DEVICE_STATISTICS (ACS-4 9.5). */
enum { LOG_PAGE_ROTATING_MEDIA = 0x03 };

/* Read Number of Reallocated Logical Sectors from the page. False if the page lacks the number. */
bool ata_reallocated_statistic(const uint8_t *page, uint64_t *sectors);

/* Set *cmd to SMART READ DATA into data[512]. False if SMART is missing or off. */
bool ata_smart_data(const uint8_t *id, uint8_t *data, struct ata_cmd *cmd);

/* True if byte 363 of the SMART data shows that a self-test is running. */
bool ata_self_test_runs(const uint8_t *data);

/*
 * Read the lowest 16 bits of the raw value of SMART attribute 5, by custom the number of
 * reallocated sectors. False if the attribute is missing or the checksum is wrong.
 */
bool ata_reallocated_attribute(const uint8_t *data, uint64_t *sectors);

/* --- SCT, the SMART command transport (ACS-4 8) --- */

/* A page that is written to log E0h is an SCT command; reading log E0h returns the SCT status. */

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

struct sct_operation_def {
	uint16_t action, function; /* Action Code and Function Code of the command */
	bool asks; /* the operation changes nothing, and returns a value in COUNT and LBA */
	enum ata_lasting lasting;
	char name[28];
};

extern const struct sct_operation_def sct_operation_table[SCT_OPERATION_COUNT];

enum sct_setting {
	SCT_NO_SETTING,
	SCT_ERROR_RECOVERY,
	SCT_WRITE_CACHE,
	SCT_WRITE_REORDERING,
	SCT_SETTING_COUNT
};

struct sct_setting_def {
	enum id_feature_id in_identify; /* the "supported" bit, in word 206 */
	unsigned parts;			/* number of 16-bit values, 1 or 2 */
	uint16_t codes[SCT_PARTS];	/* Selection Code or Feature Code of each value */
	enum sct_operation set, get;
	/* set or read the value that applies after a power cycle; SCT_NO_OPERATION: none */
	enum sct_operation set_kept, get_kept;
	enum sct_operation set_default; /* restore the maker's values; SCT_NO_OPERATION: none */
	enum sct_operation get_options; /* read SCT_OPTION_KEEP; or SCT_NO_OPERATION */
	char feature_set[28];
};

extern const struct sct_setting_def sct_setting_table[SCT_SETTING_COUNT];

bool sct_supported(const uint8_t *id, enum sct_setting setting);

struct sct_request {
	enum sct_operation operation;
	uint16_t code;	/* one of sct_setting_def.codes */
	uint16_t value; /* not used if the operation only asks */
	bool keep;	/* SCT_SET_FEATURE: keep the value over a power cycle */
};

/* Encode the request as a page for log E0h. */
void sct_encode(const struct sct_request *request, uint8_t page[SCT_BYTES]);

/* SCT_ECHO: no answer, as COUNT 7:0 and LBA 7:0 equal those of the command. */
enum sct_answer { SCT_ANSWERED, SCT_NO_REGISTERS, SCT_ECHO };

/* Decode the answer of an operation that asks: value 7:0 is COUNT 7:0, value 15:8 is LBA 7:0. */
enum sct_answer sct_decode(const struct ata_cmd *cmd, uint16_t *value);

struct sct_status {
	bool busy; /* an SCT command is running */
	uint16_t extended;
	uint16_t action, function; /* Action Code and Function Code of the last SCT command */
};

void sct_status_decode(const uint8_t page[SCT_BYTES], struct sct_status *status);

/* Return a text for an extended status code, or NULL. */
const char *sct_status_text(uint16_t extended);

/* Read the temperature from the SCT status. False: not reported. */
bool sct_temperature(const uint8_t page[SCT_BYTES], int *celsius);

enum { SCT_CACHE_BY_FEATURES = 1, SCT_CACHE_ON, SCT_CACHE_OFF, SCT_STATES = 3 };

/* Return the name of a feature's state: "drive", "on" or "off"; NULL: no such state. */
const char *sct_state_name(enum sct_setting feature, uint16_t state);

/* Bit of a feature's options: the feature's state survives a power cycle. */
enum { SCT_OPTION_KEEP = 1 };

/* The values of SCT_ERROR_RECOVERY are times in units of 100 ms; 0: no limit. */
enum { SCT_UNITS_PER_S = 10 };

#endif
