/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Data structures of the commands that change what a drive holds or is: built and decoded here,
 * sent elsewhere. Nothing here fails but where it says so; `id` are the 512 bytes of IDENTIFY data.
 */
#ifndef HDPARM_ATA_DRIVE_H
#define HDPARM_ATA_DRIVE_H

#include "ata.h"

/* --- capacity (ACS-4 A.11.4) --- */

/* Addresses have 48 bits, and a number of sectors as well: the last address stays unused. */
#define ATA_ADDRESSES	 (UINT64_C(1) << 48)
#define ATA_MOST_SECTORS (ATA_ADDRESSES - 1)

bool ata_id_has_48bit(const uint8_t *id);

/* Words 60-61, which stay at 0FFFFFFFh on larger drives. */
uint64_t ata_id_sectors_28bit(const uint8_t *id);

/*
 * Words 100-103 even where word 83 bit 10 denies 48-bit addresses; words 230-233 where word 69 bit
 * 3 names them and the others are at FFFFFFFFh, their limit then, or 0 (ACS-3 7.12.7.53). 0 where
 * word 83 is not valid.
 */
uint64_t ata_id_sectors_48bit(const uint8_t *id);

/*
 * Addressable logical sectors: the second of a drive with 48-bit addresses, else the first. 0 where
 * the data do not tell: nothing may be concluded from that.
 */
uint64_t ata_id_sectors(const uint8_t *id);

/*
 * Whether no drive stands behind the data: zeros are left by a bridge that swallows the command,
 * ones are read where nobody drives the bus.
 */
bool ata_id_blank(const uint8_t *id);

/* Whether most words are missing, as before the first spin-up: word 2 (ACS-3 7.12.7.4). */
bool ata_id_incomplete(const uint8_t *id);

/* Bytes of a logical sector: words 117-118 where word 106 bit 12 says so, else 512. */
unsigned ata_id_sector_bytes(const uint8_t *id);

/* Word 119 where it is valid, else 0. */
uint16_t ata_id_word119(const uint8_t *id);

/* Accessible max address configuration: word 119 bit 8; host protected area: word 82 bit 10. */
bool ata_id_has_ama(const uint8_t *id);
bool ata_id_has_hpa(const uint8_t *id);

/* Device configuration overlay: word 83 bit 11 (ACS-2 7.18.7.41). */
bool ata_id_has_dco(const uint8_t *id);

/* Whether the drive names ACS-3 among the standards that it keeps to: word 80 bit 10. */
bool ata_id_is_acs3(const uint8_t *id);

/* --- security (ACS-4 4.18, word 128) --- */

struct ata_security {
	bool supported, enabled, locked, frozen, expired, enhanced_erase, maximum;
	unsigned erase_minutes, enhanced_minutes; /* the drive's own estimate, 0: none */
	bool erase_more, enhanced_more;		  /* it takes longer than the field can say */
	uint16_t master_revision;		  /* word 92 */
};

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

enum { DCO_MAX_LBA_WORD = 3 };

/* Whether the data end in a checksum (byte 510 is A5h) that is right: DCO and IDENTIFY data. */
bool ata_sum_right(const uint8_t *data);

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

/* Lines of the table above, in order. */
enum { DCO_LINE_MDMA, DCO_LINE_UDMA, DCO_LINE_ATA, DCO_LINE_ATA_2, DCO_LINE_ATA_3, DCO_LINE_SATA };

/* --- trim (ACS-4 7.6.3) --- */

enum { TRIM_ENTRY_BYTES = 8, TRIM_ENTRIES_PER_BLOCK = 64, TRIM_ENTRY_SECTORS = 65535 };

/* Word 169 bit 0, and the most blocks one command takes: word 105, 1 where that is silent. */
bool ata_id_has_trim(const uint8_t *id);
unsigned ata_id_trim_blocks(const uint8_t *id);

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
enum ata_firmware_told {
	FIRMWARE_NO_INDICATION,
	FIRMWARE_EXPECTS_MORE,
	FIRMWARE_APPLIED,
	FIRMWARE_WAITS /* for its activation; whole, as an applied one is */
};

enum ata_firmware_told ata_firmware_told(const struct ata_cmd *download);

/* Firmware revision, words 23-26, without the blanks around it. */
void ata_id_firmware_revision(const uint8_t *id, char text[9]);

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

/* --- logs --- */

/* Pages of log `address` by the directory (log 00h, page 0). */
unsigned ata_log_pages(const uint8_t *directory, uint8_t address);

/* Word 84 bit 5: General Purpose Logging. Bit 5 of word 87 is a copy of it (ACS-4 7.12.7). */
bool ata_id_has_gpl(const uint8_t *id);

/*
 * READ LOG EXT of one page (ACS-4 7.22): LBA 7:0 is the log's address, LBA 15:8 and 39:32 the page.
 * `data` has 512 bytes.
 */
struct ata_cmd ata_read_log(uint8_t address, uint16_t page, void *data);

/* --- temperature (ACS-4 8.3.2: SCT status, log E0h, byte 200) --- */

bool ata_id_has_sct(const uint8_t *id);

/* False where the drive does not know it. */
bool ata_sct_temperature(const uint8_t *status, int *celsius);

/* --- idle3 timer of Western Digital drives --- */

enum { IDLE3_TEXT_BYTES = 64 };

/* The timer's byte for seconds 0..300, rounded up to what it can say. */
uint8_t ata_idle3_encode(unsigned seconds);

/* Seconds that the byte means, as text; "??" where drives differ. */
void ata_idle3_text(uint8_t code, char text[IDLE3_TEXT_BYTES]);

/* Seconds, for machines; 0 is disabled. */
double ata_idle3_seconds(uint8_t code);

#endif
