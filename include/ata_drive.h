/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What can be changed in an ATA drive: settings, timers, the configuration overlay, firmware.
 * Nothing here sends a command. A function cannot fail unless its comment names an error. `id` is a
 * page of 512 bytes of IDENTIFY data.
 */
#ifndef HDPARM_ATA_DRIVE_H
#define HDPARM_ATA_DRIVE_H

#include "ata.h"
#include "idfields.h"

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

/* The name of the command's subcommand; NULL for other commands and unknown subcommands. */
const char *ata_subcommand_name(const struct ata_cmd *cmd);

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

#endif
