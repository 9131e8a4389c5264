/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ATA commands, their fields and results; summaries of the contents of sectors. */
#ifndef HDPARM_ATA_H
#define HDPARM_ATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ata_protocol { ATA_NON_DATA, ATA_PIO_IN, ATA_PIO_OUT, ATA_DMA_IN, ATA_DMA_OUT };

/* Index in ata_command_table[]. */
enum ata_id {
	ATA_IDENTIFY_DEVICE,
	ATA_IDENTIFY_PACKET_DEVICE,
	ATA_READ_LOG_EXT,
	ATA_WRITE_LOG_EXT,
	ATA_SET_FEATURES,
	ATA_FLUSH_CACHE,
	ATA_FLUSH_CACHE_EXT,
	ATA_IDLE,
	ATA_IDLE_IMMEDIATE,
	ATA_IDLE_IMMEDIATE_UNLOAD,
	ATA_STANDBY_IMMEDIATE,
	ATA_STANDBY_IMMEDIATE_OLD,
	ATA_SLEEP,
	ATA_SLEEP_OLD,
	ATA_CHECK_POWER_MODE,
	ATA_CHECK_POWER_MODE_OLD,
	ATA_SET_MULTIPLE_MODE,
	ATA_MEDIA_LOCK,
	ATA_MEDIA_UNLOCK,
	ATA_SEAGATE_POWERSAVE_OFF,
	ATA_IDENTIFY_WITHOUT_DATA,
	ATA_READ_SECTORS,
	ATA_READ_SECTORS_EXT,
	ATA_READ_VERIFY_SECTORS,
	ATA_READ_VERIFY_SECTORS_EXT,
	ATA_WRITE_SECTORS,
	ATA_WRITE_SECTORS_EXT,
	ATA_WRITE_LONG,
	ATA_WRITE_UNCORRECTABLE_EXT,
	ATA_DATA_SET_MANAGEMENT,
	ATA_READ_NATIVE_MAX,
	ATA_READ_NATIVE_MAX_EXT,
	ATA_SET_MAX,
	ATA_SET_MAX_EXT,
	ATA_GET_NATIVE_MAX,
	ATA_SET_ACCESSIBLE_MAX,
	ATA_DCO_RESTORE,
	ATA_DCO_FREEZE_LOCK,
	ATA_DCO_IDENTIFY,
	ATA_DCO_SET,
	ATA_SECURITY_SET_PASSWORD,
	ATA_SECURITY_UNLOCK,
	ATA_SECURITY_ERASE_PREPARE,
	ATA_SECURITY_ERASE_UNIT,
	ATA_SECURITY_FREEZE_LOCK,
	ATA_SECURITY_DISABLE_PASSWORD,
	ATA_SANITIZE_STATUS_EXT,
	ATA_SANITIZE_CRYPTO_SCRAMBLE_EXT,
	ATA_SANITIZE_BLOCK_ERASE_EXT,
	ATA_SANITIZE_OVERWRITE_EXT,
	ATA_SANITIZE_FREEZE_LOCK_EXT,
	ATA_SANITIZE_ANTIFREEZE_LOCK_EXT,
	ATA_DOWNLOAD_MICROCODE,
	ATA_SET_SECTOR_CONFIGURATION_EXT,
	ATA_SMART_READ_DATA,
	ATA_SMART_READ_LOG,
	ATA_SMART_WRITE_LOG,
	ATA_HITACHI_SENSE_CONDITION,
	ATA_WD_VENDOR_MODE,
	ATA_COMMAND_COUNT
};

/* Settings and actions of SET FEATURES; the index in ata_feature_table[]. */
enum ata_feature {
	FEATURE_NONE,
	FEATURE_LOOK_AHEAD,
	FEATURE_WRITE_CACHE,
	FEATURE_APM,
	FEATURE_ACOUSTIC,
	FEATURE_WRITE_READ_VERIFY,
	FEATURE_POWER_UP_IN_STANDBY,
	FEATURE_SPIN_UP,
	FEATURE_TRANSFER_MODE,
	FEATURE_KEEP_FEATURES,
	FEATURE_DEFECT_MANAGEMENT,
	FEATURE_PREFETCH,
	FEATURE_EPC,
	FEATURE_EPC_RESTORE,
	FEATURE_EPC_GO_TO,
	FEATURE_EPC_TIMER,
	FEATURE_EPC_STATE,
	ATA_FEATURE_COUNT
};

/* LBA 23:8 of SMART commands is C24Fh (ACS-3 7.48). */
enum { SMART_SIGNATURE = 0xc24f00 };

/* Bits of the STATUS field (ST_*) and of the ERROR field (ER_*). */
enum {
	ST_ERR = 0x01,
	ST_DRQ = 0x08,
	ST_DF = 0x20,
	ST_DRDY = 0x40,
	ST_BSY = 0x80,
	ER_ABRT = 0x04,
	ER_IDNF = 0x10,
	ER_UNC = 0x40,
	ER_ICRC = 0x80 /* the data were damaged on the cable */
};

/* True if STATUS reports an error, a device fault, or data yet to be transferred. */
static inline bool ata_status_failed(uint8_t status)
{
	return status & (ST_ERR | ST_DF | ST_DRQ);
}

/* True if BSY is clear and DRDY is set. Some bridges invent registers that are all zero. */
static inline bool ata_status_plausible(uint8_t status)
{
	return (status & (ST_BSY | ST_DRDY)) == ST_DRDY;
}

/* Bits of ata_cmd.want: the registers that the caller needs. */
enum { WANT_STATUS = 1, WANT_COUNT = 2, WANT_LBA = 4 };

enum { ATA_SENSE_BYTES = 32 };

struct ata_result {
	/*
	 * the registers are plausible, and fit the sense data; or a dry run invented the registers.
	 * If valid, registers that are missing are 0.
	 */
	bool valid;
	uint8_t status;
	uint8_t error;
	uint8_t device;
	uint16_t count;
	uint64_t lba;
	bool lba_cut;	/* sense data did not tell LBA 47:24, or only in part */
	bool count_cut; /* sense data did not tell COUNT 15:8 */
	bool halves;	/* from fixed-format sense data, without upper halves of COUNT and LBA */
	size_t sense_bytes;
	uint8_t sense[ATA_SENSE_BYTES];
	bool unannounced; /* sense data without valid registers came with the SCSI status GOOD */
	/* the SCSI status was CHECK CONDITION, and the path reported no error */
	bool answered;
	bool unsent; /* the command was not sent, because device_hung() is not 0 */
};

/* Which callbacks of struct device_watch are omitted for a command. */
enum ata_quiet {
	ATA_REPORT_ALL,
	ATA_QUIET_MISSING,  /* bad_sense() is called only for ata_result.unannounced */
	ATA_QUIET_WARNINGS, /* bad_sense() is not called */
	ATA_QUIET_ALL	    /* bad_sense(), command() and cdb() are not called */
};

struct ata_cmd {
	enum ata_id id;
	uint8_t command;
	bool ext; /* a 48-bit command: FEATURE and COUNT have 16 bits, LBA has 48 bits */
	enum ata_protocol protocol;
	uint16_t feature;
	uint16_t count;
	uint64_t lba;
	uint8_t device; /* DEVICE 7:4; 0: LBA mode (40h) */
	void *data;
	size_t bytes;
	/* value of the buffer's bytes before a read; HDIO_DRIVE_CMD always uses 0 */
	uint8_t fill;
	bool logical_blocks; /* `data` has COUNT logical sectors instead of blocks of 512 bytes */
	unsigned timeout_s;
	unsigned want;	 /* WANT_* */
	bool short_form; /* ATA PASS-THROUGH (12) in place of (16), if the command fits */
	bool ask;	 /* request the registers, though their lack is no error */
	enum ata_quiet quiet;
	struct ata_result res;
};

enum ata_lasting {
	LASTING_UNKNOWN,
	LASTING_MOMENTARY, /* an action, not a setting */
	LASTING_RESET,
	LASTING_POWER_CYCLE, /* until the power goes, or in some drives until a reset */
	LASTING_PERMANENT
};

struct ata_command_def {
	char name[40];
	uint8_t command;
	uint8_t feature; /* subcommand code; 0: code 00h, no code, or set by the caller */
	enum ata_protocol protocol;
	bool ext;
	bool changes; /* counts as a change: not sent in a dry run, unless ata_asks() */
	unsigned timeout_s;
	bool reads_lba;
	/* result of ata_lasting(), unless FEATURE, COUNT, LBA or data decide */
	enum ata_lasting lasting;
};

extern const struct ata_command_def ata_command_table[ATA_COMMAND_COUNT];

/* Return a command with the values of ata_command_table[id]; COUNT, LBA and `data` are 0. */
struct ata_cmd ata_command(enum ata_id id);

/* Return ata_command() with the buffer `data`. COUNT is `bytes` / 512. */
struct ata_cmd ata_command_data(enum ata_id id, void *data, size_t bytes);

/* Return ata_command_def.changes of the command. */
bool ata_changes(const struct ata_cmd *cmd);

/* True if a dry run sends the command: ata_changes() is false, or the command is an SCT query. */
bool ata_asks(const struct ata_cmd *cmd);

/* True if libata sends IDENTIFY DEVICE behind the command (ata_qc_complete() of Linux). */
bool ata_revalidates(const struct ata_cmd *cmd);

/* True if the command depends on the LBA field. */
bool ata_reads_lba(const struct ata_cmd *cmd);

/* True if the COMMAND code is of the Security feature set. */
bool ata_code_secures(uint8_t command);

/* Return the DEVICE field: cmd->device or LBA mode (40h), with LBA 27:24 of a 28-bit command. */
uint8_t ata_device_field(const struct ata_cmd *cmd);

/* Return 0, or -EIO: with res.valid, if STATUS has ERR or DF; without, if cmd->want is not 0. */
int ata_verdict(const struct ata_cmd *cmd);

/* Return how long the effect of the command lasts. */
enum ata_lasting ata_lasting(const struct ata_cmd *cmd);

enum { ATA_TITLE_BYTES = 64 };

/* Return the command's name, such as "SET FEATURES". */
const char *ata_command_name(const struct ata_cmd *cmd);

/*
 * Write the command's name and a known subcommand to `title`, such as "SET FEATURES enable write
 * cache". Return `title`.
 */
const char *ata_command_title(const struct ata_cmd *cmd, char title[ATA_TITLE_BYTES]);

static inline bool ata_identifies(const struct ata_cmd *cmd)
{
	return cmd->id == ATA_IDENTIFY_DEVICE || cmd->id == ATA_IDENTIFY_PACKET_DEVICE;
}

static inline bool ata_reads_data(const struct ata_cmd *cmd)
{
	return cmd->protocol == ATA_PIO_IN || cmd->protocol == ATA_DMA_IN;
}

static inline bool ata_writes_data(const struct ata_cmd *cmd)
{
	return cmd->protocol == ATA_PIO_OUT || cmd->protocol == ATA_DMA_OUT;
}

static inline bool ata_by_dma(const struct ata_cmd *cmd)
{
	return cmd->protocol == ATA_DMA_IN || cmd->protocol == ATA_DMA_OUT;
}

/*
 * Return SET FEATURES with the subcommand `on` or `off`. The subcommand must exist. `on` has
 * `value` where ata_feature_def.value_in_count or value_in_lba says; else COUNT is 0.
 */
struct ata_cmd ata_set_feature(enum ata_feature feature, bool on, uint16_t value);

/* Return the feature of a SET FEATURES command; FEATURE_NONE: another command or subcommand. */
enum ata_feature ata_feature_of(const struct ata_cmd *cmd);

/* --- sectors of the medium; `id` is the page of 512 bytes of IDENTIFY data --- */

struct ata_sector_run {
	uint64_t lba;
	unsigned count;
};

enum ata_sectors_act { SECTORS_READ, SECTORS_WRITE, SECTORS_VERIFY };

/*
 * Return the command for a run of logical sectors. `data`: the run's buffer; NULL for VERIFY, whose
 * run has at most ata_verify_most() sectors. READ and WRITE should not exceed 64 KiB, for the sake
 * of USB bridges.
 */
struct ata_cmd ata_sectors(const uint8_t *id, enum ata_sectors_act act, struct ata_sector_run run,
			   void *data);

/* Return the maximum number of sectors that one SECTORS_VERIFY command verifies. */
unsigned ata_verify_most(const uint8_t *id);

/* True if a 28-bit command reaches the address. */
bool ata_sector_is_28bit(uint64_t lba);

/* True if a command of the drive reaches the LBA, and ata_id_sectors() is 0 or above the LBA. */
bool ata_sector_exists(const uint8_t *id, uint64_t lba);

/*
 * True for ERR with UNC or IDNF, without a device fault (ACS-4 6.3); without registers, for the
 * sense key MEDIUM ERROR, unless deferred or res->unannounced.
 */
bool ata_medium_failed(const struct ata_result *res);

/* True if data were damaged on the cable (ICRC, ACS-4 6.3): the command may succeed next time. */
bool ata_transfer_failed(const struct ata_result *res);

/*
 * Return the first bad sector of the run, by registers that are wrong in some drives. run.lba +
 * run.count: not known.
 */
uint64_t ata_failed_sector(const struct ata_result *res, struct ata_sector_run run);

struct lba_range {
	uint64_t lba, count;
};

/* --- trim (ACS-4: DATA SET MANAGEMENT) --- */

enum { TRIM_ENTRY_BYTES = 8, TRIM_ENTRIES_PER_BLOCK = 64, TRIM_ENTRY_SECTORS = 65535 };

/* Encode a range of sectors: LBA in bits 47:0, count (1..65535) in 63:48, little-endian. */
void ata_trim_encode(uint64_t lba, uint16_t count, uint8_t entry[TRIM_ENTRY_BYTES]);

/* --- sector size (ACS-4 9.19, log 2Fh) --- */

enum { SECTOR_CONFIGURATIONS = 8 };

struct ata_sector_configuration {
	bool valid;	/* the drive marks the descriptor as valid, and the size is not 0 */
	uint16_t check; /* FEATURE of SET SECTOR CONFIGURATION EXT for this size */
	uint64_t bytes; /* logical sector size */
};

/* Decode the page of log 2Fh. Some drives give the sizes in bytes instead of words. */
void ata_sector_configurations(const uint8_t *id, const uint8_t *page,
			       struct ata_sector_configuration list[SECTOR_CONFIGURATIONS]);

/* --- summaries of sectors, which show whether a sector was erased --- */

enum contents_kind {
	CONTENTS_ZEROS,
	CONTENTS_ONES,	   /* all bytes are FFh, as in erased flash */
	CONTENTS_REPEATED, /* four repeated bytes, not all 00h and not all FFh */
	CONTENTS_MIXED
};

struct contents {
	enum contents_kind kind;
	uint64_t mark; /* the repeated four bytes; CONTENTS_MIXED: a 64-bit hash of the data */
};

/* True if all bytes are zero, or there are no bytes. */
bool all_zeros(const void *data, size_t bytes);

/* Summarize `data`; `bytes` is a multiple of 4, not 0. */
struct contents contents_of(const void *data, size_t bytes);

/* Fill `data` with made-up data of the kind in the summary. Equal summaries give equal data. */
void contents_like(const struct contents *contents, void *data, size_t bytes);

#endif
