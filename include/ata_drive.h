/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Data structures of the commands that change a drive or its contents. Nothing here sends them.
 * Functions cannot fail unless they say so; `id` is the page of 512 bytes of IDENTIFY data.
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
	bool in_lba; /* several features share a code, and LBA 3:0 tells their subcommands apart: */
	uint8_t on_lba, off_lba;
	uint8_t save_bit; /* in LBA: the effect survives a power cycle; 0: there is none */
	enum ata_lasting lasting;
	bool in_identify; /* IDENTIFY data show it, by this feature and level: */
	enum id_feature_id identify_feature;
	bool valid_word_only; /* the feature's bit counts only where its word is valid */
	enum id_field level;  /* ID_NO_FIELD: on/off only */
};

extern const struct ata_feature_def ata_feature_table[ATA_FEATURE_COUNT];

/* The name of the command's subcommand; NULL for other commands and unknown subcommands. */
const char *ata_subcommand_name(const struct ata_cmd *cmd);

/*
 * For features that IDENTIFY data show: whether the drive supports it; the same, but false if the
 * row requires a valid word and it is not; whether it is enabled; its level; and the number of the
 * first of its words that is FFFFh (no information), or 0.
 */
bool ata_feature_supported(const uint8_t *id, enum ata_feature feature);
bool ata_feature_supported_if_valid(const uint8_t *id, enum ata_feature feature);
bool ata_feature_enabled(const uint8_t *id, enum ata_feature feature);
uint8_t ata_feature_level(const uint8_t *id, enum ata_feature feature);
unsigned ata_feature_empty_word(const uint8_t *id, enum ata_feature feature);

/* --- security (ACS-4 4.18, word 128) --- */

struct ata_security {
	bool supported, enabled, locked, frozen, expired, enhanced_erase, maximum;
	uint16_t master_revision; /* word 92 */
};

/*
 * The drive's own estimate of the time of an erase in minutes, 0: none. The field counts units of
 * two minutes in 8 bits, or in 15 bits where bit 15 is set. Its largest value means "this or
 * longer": *more is set then (ACS-4 7.12.7.47).
 */
unsigned ata_erase_minutes(const uint8_t *id, bool enhanced, bool *more);

void ata_security_decode(const uint8_t *id, struct ata_security *security);

/* The parameter block of a security command, decoded. */
struct ata_password {
	bool master;	   /* compare or set the master password */
	bool maximum;	   /* SET PASSWORD: the level */
	bool enhanced;	   /* ERASE UNIT: the mode */
	uint16_t revision; /* SET PASSWORD of the master: its new revision code */
	uint8_t bytes[32];
};

/* ACS-4 tables 106, 109: the 512 bytes to send. The caller wipes them. */
void ata_password_encode(const struct ata_password *password, uint8_t block[512]);

/* The revision code after `now` (word 92): 0001h to FFFEh; 0000h (not supported) stays 0000h. */
uint16_t ata_next_master_revision(uint16_t now);

/*
 * Timeout of SECURITY ERASE UNIT in seconds: the largest of twice the drive's estimate, the
 * estimate plus two hours, and its size at 10 MB/s; at most 4294967, since SG_IO counts
 * milliseconds in 32 bits.
 */
unsigned ata_erase_timeout_s(const uint8_t *id, bool enhanced);

/* --- sanitize (ACS-4 4.17, 7.34) --- */

struct ata_sanitize_support {
	bool sanitize, crypto_scramble, overwrite, block_erase, antifreeze_lock; /* word 59 */
};

void ata_sanitize_support(const uint8_t *id, struct ata_sanitize_support *support);

enum ata_sanitize_state {
	SANITIZE_IDLE,
	SANITIZE_FROZEN,
	SANITIZE_RUNNING /* after an operation that failed a drive aborts SANITIZE STATUS EXT */
};

struct ata_sanitize_status {
	enum ata_sanitize_state state;
	bool done;	   /* the last operation completed without error */
	bool antifreeze;   /* ANTIFREEZE LOCK has been done */
	uint16_t progress; /* while running: of 65536 */
};

/* Decodes the registers of a completed SANITIZE command. It needs all of COUNT: see count_cut. */
void ata_sanitize_decode(const struct ata_result *res, struct ata_sanitize_status *status);

/* Why a SANITIZE command was aborted: LBA 7:0 (ACS-4 table 92). */
enum { SANITIZE_REASON_FAILED = 1 };
const char *ata_sanitize_reason(uint8_t code);

/*
 * A SANITIZE command that requests the registers of its answer. `pattern` and `passes` (1..15; 0
 * means 16) are for OVERWRITE EXT only.
 */
struct ata_cmd ata_sanitize_command(enum ata_id id, uint32_t pattern, unsigned passes);

/* --- device configuration overlay (ACS-2 7.10) --- */

/* The revision of the data, 1 or 2; another value means that these are no DCO data. */
uint16_t ata_dco_revision(const uint8_t *data);

/* 0 where it is unknown: the LBA in the data is 0 or has more than 48 bits. */
uint64_t ata_dco_max_sectors(const uint8_t *data);

/* Writes another size into the data and updates their checksum. */
void ata_dco_set_max_sectors(uint8_t *data, uint64_t sectors);

/* One feature that DCO can take away: a bit of a word of the data. */
struct ata_dco_feature {
	uint8_t word, bit;
	uint8_t line; /* features with the same number are shown on one line */
	const char *name;
};

extern const struct ata_dco_feature ata_dco_features[];
extern const size_t ata_dco_feature_count;

bool ata_dco_has(const uint8_t *data, const struct ata_dco_feature *feature);

/* Whether the bit is not defined in this revision of the data: UltraDMA mode 6 in revision 1. */
bool ata_dco_doubtful(const uint8_t *data, const struct ata_dco_feature *feature);

/* Lines of the table above, in order. */
enum { DCO_LINE_MDMA, DCO_LINE_UDMA, DCO_LINE_ATA, DCO_LINE_ATA_2, DCO_LINE_ATA_3, DCO_LINE_SATA };

/* --- sectors of the medium --- */

/* Sectors in a row. */
struct ata_sector_run {
	uint64_t lba;
	unsigned count; /* at least 1 */
};

enum ata_sectors_act { SECTORS_READ, SECTORS_WRITE, SECTORS_VERIFY };

/*
 * The command for a run of logical sectors: the 28-bit one, or the 48-bit one where the address
 * needs it; for VERIFY where the drive has it. `data` holds the run; NULL for VERIFY. The run is at
 * most ata_verify_most() long; data of READ and WRITE should not exceed 64 KiB, which every bridge
 * takes.
 */
struct ata_cmd ata_sectors(const uint8_t *id, enum ata_sectors_act act, struct ata_sector_run run,
			   void *data);

/* The most sectors that one command of SECTORS_VERIFY takes. */
unsigned ata_verify_most(const uint8_t *id);

/* Whether a 28-bit command reaches the address. */
bool ata_sector_is_28bit(uint64_t lba);

/* False for an address that only 48-bit commands reach, on a drive without them. */
bool ata_sector_exists(const uint8_t *id, uint64_t lba);

/*
 * Whether a command failed because of its sectors: UNC or IDNF (ACS-4 6.3), or without registers
 * the sense key MEDIUM ERROR. ABRT and a device fault say nothing about a sector.
 */
bool ata_medium_failed(const struct ata_result *res);

/* Whether the path failed, so that the same command may succeed the next time: ICRC (ACS-4 6.3). */
bool ata_transfer_failed(const struct ata_result *res);

/*
 * The first sector of the run that could not be read, as the registers of the failed command name
 * it; the end of the run if they name none of it. Some drives name a wrong one.
 */
uint64_t ata_failed_sector(const struct ata_result *res, struct ata_sector_run run);

/*
 * Pending Defects log (ACS-4 9.26): its page 0 begins with the number of entries. Page 0 has entry
 * 1 to 31, each other page 0 to 31; an entry is the LBA of a sector that the drive could not read.
 */
enum { PENDING_PER_PAGE = 32 };
uint32_t ata_pending_count(const uint8_t *page0);
uint64_t ata_pending_lba(const uint8_t *page, unsigned entry);

/* --- trim (ACS-4 7.6.3) --- */

enum { TRIM_ENTRY_BYTES = 8, TRIM_ENTRIES_PER_BLOCK = 64, TRIM_ENTRY_SECTORS = 65535 };

/* One entry: LBA in bits 47:0, count (1..65535) in 63:48, little-endian. */
void ata_trim_encode(uint64_t lba, uint16_t count, uint8_t entry[TRIM_ENTRY_BYTES]);

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

/* --- sector size (ACS-4 9.19, log 2Fh) --- */

enum { SECTOR_CONFIGURATIONS = 8 };

struct ata_sector_configuration {
	bool valid;	/* the descriptor is present and has a size */
	uint16_t check; /* descriptor check word */
	uint64_t bytes; /* logical sector size */
};

/*
 * The descriptors of the log's page, of a drive with these IDENTIFY data. The standard counts sizes
 * in words, but some drives list bytes: they are recognised by the present size, which is then in
 * the list as bytes and not as words.
 */
void ata_sector_configurations(const uint8_t *id, const uint8_t *page,
			       struct ata_sector_configuration list[SECTOR_CONFIGURATIONS]);

/* --- logs (ACS-4 9.1) --- */

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
 * Reads or writes the first page of a log that belongs to SMART and to general purpose logging: by
 * the SMART commands, which all paths carry; by READ and WRITE LOG EXT if SMART is off, since the
 * drive then refuses SMART commands. `data` has 512 bytes.
 */
struct ata_cmd ata_transfer_log(const uint8_t *id, uint8_t address, bool write, void *data);

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
	char name[10];	 /* as in the standard */
	uint8_t id;	 /* power condition ID: COUNT of SET FEATURES and of CHECK POWER MODE */
	uint8_t page;	 /* its descriptor's place in log LOG_POWER_CONDITIONS: */
	uint16_t offset; /* in bytes */
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
	/* time until the drive is active; limits of the timer. 0: the drive does not report it */
	uint32_t recovery, min, max;
};

/*
 * Reads the log: its pages 00h and 01h, of 512 bytes each. False if the bytes cannot be such a log,
 * such as all zeros: each drive with the feature set has at least one condition.
 */
bool ata_epc_decode(const uint8_t *idle, const uint8_t *standby,
		    struct ata_epc_state states[ATA_EPC_COUNT]);

/* Time until the condition is entered; 0: never. */
uint32_t ata_epc_effective(const struct ata_epc_timer *timer);

/*
 * What a timer is set to: a time in 100 ms, 0 for off, or one of these. The command has 16 bits, of
 * 100 ms or of minutes.
 */
enum {
	ATA_EPC_MOST = 65535 * 600,
	ATA_EPC_ON, /* with its present time */
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

/* Whether the state is what that command requests. */
bool ata_epc_is(const struct ata_epc_state *state, uint64_t value, bool save);

/* --- Device Sleep (ACS-4 9.11.10.3: log 30h page 08h) --- */

struct ata_device_sleep {
	unsigned exit_ms, assertion_ms; /* 0: the drive leaves it at the default */
};

/* False where the page has no valid data. */
bool ata_device_sleep_decode(const uint8_t *page, struct ata_device_sleep *sleep);

#endif
