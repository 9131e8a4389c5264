/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Data structures of the commands that change what a drive holds or is: built and decoded here,
 * sent elsewhere. Nothing here fails but where it says so; `id` are the 512 bytes of IDENTIFY data.
 */
#ifndef HDPARM_ATA_DRIVE_H
#define HDPARM_ATA_DRIVE_H

#include "ata.h"
#include "identify.h"

/* --- what SET FEATURES changes --- */

/* A subcommand of SET FEATURES: FEATURE field 7:0; no name: there is none. */
struct ata_subcommand {
	uint8_t code;
	const char *name;
};

/* The fixed facts of what SET FEATURES changes. */
struct ata_feature_def {
	struct ata_subcommand on, off;
	bool value_in_count; /* COUNT carries the value with `on` */
	enum ata_lasting lasting;
	bool in_identify; /* IDENTIFY data show it, by this feature and level: */
	enum id_feature_id identify_feature;
	bool valid_word_only; /* the feature's bit counts only where its word is valid */
	enum id_field level;  /* ID_NO_FIELD: on/off only */
};

extern const struct ata_feature_def ata_feature_table[ATA_FEATURE_COUNT];

/*
 * Of the IDENTIFY data `id`, for features that they tell: whether the drive has it; the same where
 * the word is valid, if the row demands that; whether it is enabled; its level; and the
 * first of its words that is FFFFh, which tells nothing, or 0.
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
 * The drive's own estimate of an erase in minutes, 0: none. It has units of two minutes in 8 bits,
 * or in 15 where bit 15 is set; the largest value of each stands for every longer time, and `more`
 * is set (ACS-4 7.12.7.47).
 */
unsigned ata_erase_minutes(const uint8_t *id, bool enhanced, bool *more);

void ata_security_decode(const uint8_t *id, struct ata_security *security);

/* What the parameter block of a security command says. */
struct ata_password {
	bool master;	   /* compare or set the master password */
	bool maximum;	   /* SET PASSWORD: the level */
	bool enhanced;	   /* ERASE UNIT: the mode */
	uint16_t revision; /* SET PASSWORD of the master: its new revision code */
	uint8_t bytes[32];
};

/* ACS-4 tables 106, 109: the 512 bytes to send. The caller wipes them. */
void ata_password_encode(const struct ata_password *password, uint8_t block[512]);

/* The revision code behind `now` (word 92): 0001h to FFFEh, 0000h stays where there is none. */
uint16_t ata_next_master_revision(uint16_t now);

/*
 * Seconds to wait for SECURITY ERASE UNIT: twice the drive's estimate, at least two hours more than
 * that, at least what its size takes at 10 MB/s; never more than 32 bits of ms hold (4294967).
 */
unsigned ata_erase_timeout_s(const uint8_t *id, bool enhanced);

/* --- sanitize (ACS-4 4.17, 7.34) --- */

struct ata_sanitize_support {
	bool sanitize, crypto_scramble, overwrite, block_erase, antifreeze_lock; /* word 59 */
};

void ata_sanitize_support(const uint8_t *id, struct ata_sanitize_support *support);

enum ata_sanitize_state { SANITIZE_IDLE, SANITIZE_FROZEN, SANITIZE_RUNNING };

struct ata_sanitize_status {
	enum ata_sanitize_state state;
	bool done;	   /* the last operation completed without error */
	bool antifreeze;   /* ANTIFREEZE LOCK has been done */
	uint16_t progress; /* while running: of 65536 */
};

/* From the registers of a SANITIZE command that completed; all of COUNT is needed (count_cut). */
void ata_sanitize_decode(const struct ata_result *res, struct ata_sanitize_status *status);

/* Why a SANITIZE command was aborted: LBA 7:0 (ACS-4 table 92). */
enum { SANITIZE_REASON_FAILED = 1 };
const char *ata_sanitize_reason(uint8_t code);

/* LBA that each operation demands as its key; `pattern` is OVERWRITE's. */
uint64_t ata_sanitize_key(enum ata_id id, uint32_t pattern);

/* --- device configuration overlay (ACS-2 7.10) --- */

/* 1 or 2; data without a revision are none. */
uint16_t ata_dco_revision(const uint8_t *data);

/* 0 where the data do not tell: an LBA of 0, or one beyond all drives' last. */
uint64_t ata_dco_max_sectors(const uint8_t *data);

/* Puts another size into the data and makes the checksum right again. */
void ata_dco_set_max_sectors(uint8_t *data, uint64_t sectors);

/* One feature that DCO can take away: a bit of a word of the data. */
struct ata_dco_feature {
	uint8_t word, bit;
	uint8_t line; /* features with the same number stand in one line */
	const char *name;
};

extern const struct ata_dco_feature ata_dco_features[];
extern const size_t ata_dco_feature_count;

bool ata_dco_has(const uint8_t *data, const struct ata_dco_feature *feature);

/* Whether the revision of the data leaves open if the bit means the feature, alone of its line. */
bool ata_dco_doubtful(const uint8_t *data, const struct ata_dco_feature *feature);

/* Lines of the table above, in order. */
enum { DCO_LINE_MDMA, DCO_LINE_UDMA, DCO_LINE_ATA, DCO_LINE_ATA_2, DCO_LINE_ATA_3, DCO_LINE_SATA };

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
 * What the drive makes of the segments so far, by the COUNT that it answers with (ACS-3 7.7): of
 * modes 03h and 0Eh only. No answer and a reserved value are no indication.
 */
enum ata_firmware_indication {
	FIRMWARE_NO_INDICATION,
	FIRMWARE_EXPECTS_MORE,
	FIRMWARE_APPLIED,
	FIRMWARE_WAITS /* for its activation; whole, as an applied one is */
};

enum ata_firmware_indication ata_firmware_indication(const struct ata_cmd *download);

/* --- sector size (ACS-4 9.19, log 2Fh) --- */

enum { SECTOR_CONFIGURATIONS = 8 };

struct ata_sector_configuration {
	bool valid;	/* it is there and names a size */
	uint16_t check; /* descriptor check word */
	uint64_t bytes; /* logical sector size */
};

/*
 * The rows of the log's page, of a drive with these IDENTIFY data. The standard has sizes in words;
 * some drives list bytes, which shows where the present size is there in bytes and not in words.
 */
void ata_sector_configurations(const uint8_t *id, const uint8_t *page,
			       struct ata_sector_configuration list[SECTOR_CONFIGURATIONS]);

/* --- logs (ACS-4 9.1) --- */

enum {
	LOG_DIRECTORY = 0x00,
	LOG_SECTOR_CONFIGURATION = 0x2f,
	LOG_IDENTIFY_DATA = 0x30,
	LOG_SCT_STATUS = 0xe0
};

/* Pages of log 30h (ACS-4 9.11). */
enum { LOG_PAGE_CAPABILITIES = 0x03, LOG_PAGE_SATA = 0x08 };

/* Pages of log `address` by the directory (its page 0). */
unsigned ata_log_pages(const uint8_t *directory, uint8_t address);

/*
 * READ LOG EXT of one page (ACS-4 7.22): LBA 7:0 is the log's address, LBA 15:8 and 39:32 the page.
 * `data` has 512 bytes.
 */
struct ata_cmd ata_read_log(uint8_t address, uint16_t page, void *data);

/* --- temperature (ACS-4 8.3.2: SCT status) --- */

/* False where the drive does not know it. */
bool ata_sct_temperature(const uint8_t *status, int *celsius);

/* --- Device Sleep (ACS-4 9.11.10.3: log 30h page 08h) --- */

struct ata_device_sleep {
	unsigned exit_ms, assertion_ms; /* 0: the drive leaves it at the default */
};

/* False where the page does not tell. */
bool ata_device_sleep_decode(const uint8_t *page, struct ata_device_sleep *sleep);

#endif
