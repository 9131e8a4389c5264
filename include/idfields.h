/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Single facts in the data of IDENTIFY DEVICE and IDENTIFY PACKET DEVICE; `id` is a page of 512
 * bytes.
 */
#ifndef HDPARM_IDFIELDS_H
#define HDPARM_IDFIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Places in the 256 words: a word; two words, the lower half first; a bit; the bits from `high`
 * down to `low`. If the page has no such place, the compiler refuses a division by 0.
 */
#define ID_PLACE(word, high, low, bits)                                                            \
	((word) << 12 | (low) << 6 |                                                               \
	 ((high) - (low) + 1) /                                                                    \
		 ((low) <= (high) && (high) < (bits) && 16 * (word) + (high) < 4096))
#define ID_BITS(word, high, low) ID_PLACE(word, high, low, 16)
#define ID_BIT(word, bit)	 ID_BITS(word, bit, bit)
#define ID_WORD(word)		 ID_BITS(word, 15, 0)
#define ID_DWORD(word)		 ID_PLACE(word, 31, 0, 32)

/*
 * Numbers and flags in IDENTIFY data, in units of the standard; _NS, _US: nano-, microseconds.
 * Clauses are of ACS-3 unless another standard is named.
 */
enum id_field {
	ID_NO_FIELD, /* ata_id_field() returns 0 */
	/* word 0, general configuration (7.12.7.2); in ATA-1, bits 15:1 describe the drive */
	ID_CONFIGURATION = ID_WORD(0),
	ID_RESPONSE_INCOMPLETE = ID_BIT(0, 2),
	ID_PACKET_SIZE = ID_BITS(0, 1, 0),
	ID_PACKET_DRQ = ID_BITS(0, 6, 5),
	ID_REMOVABLE = ID_BIT(0, 7),
	ID_COMMAND_SET = ID_BITS(0, 12, 8),
	ID_CYLINDERS = ID_WORD(1),
	ID_SPECIFIC_CONFIGURATION = ID_WORD(2), /* 7.12.7.4 */
	ID_HEADS = ID_WORD(3),
	ID_TRACK_BYTES = ID_WORD(4),
	ID_UNFORMATTED_SECTOR_BYTES = ID_WORD(5),
	ID_TRACK_SECTORS = ID_WORD(6),
	ID_BUFFER_TYPE = ID_WORD(20),
	ID_BUFFER_SECTORS = ID_WORD(21),
	ID_LONG_BYTES = ID_WORD(22),
	ID_MULTIPLE_MAX = ID_BITS(47, 7, 0), /* 7.12.7.15 */
	/* word 48: double word I/O in ATA-1; Trusted Computing in ACS-3 (7.12.7.16) */
	ID_DOUBLE_WORD_IO = ID_WORD(48),
	ID_TRUSTED_COMPUTING = ID_BIT(48, 0),
	/* words 49 and 50 (7.12.7.17); bits 15:12 of word 49 mean other things on packet devices */
	ID_DMA = ID_BIT(49, 8),
	ID_LBA = ID_BIT(49, 9),
	ID_IORDY_DISABLE = ID_BIT(49, 10),
	ID_IORDY = ID_BIT(49, 11),
	ID_SOFTWARE_RESET = ID_BIT(49, 12),
	ID_STANDARD_STANDBY = ID_BIT(49, 13),
	ID_OVERLAP = ID_BIT(49, 13),
	ID_QUEUING = ID_BIT(49, 14),
	ID_INTERLEAVED_DMA = ID_BIT(49, 15),
	ID_STANDBY_MINIMUM = ID_BIT(50, 0),
	ID_OLD_PIO_MODE = ID_BITS(51, 15, 8),
	ID_OLD_DMA = ID_WORD(52),
	ID_OLD_DMA_MODE = ID_BITS(52, 15, 8),
	/* bits 0, 1 and 2 of word 53: words 54-58, 64-70 and 88 are valid (7.12.7.19) */
	ID_CHS_VALID = ID_BIT(53, 0),
	ID_TIMINGS_VALID = ID_BIT(53, 1),
	ID_ULTRA_DMA_VALID = ID_BIT(53, 2),
	ID_FREE_FALL_SENSITIVITY = ID_BITS(53, 15, 8),
	ID_CURRENT_CYLINDERS = ID_WORD(54),
	ID_CURRENT_HEADS = ID_WORD(55),
	ID_CURRENT_TRACK_SECTORS = ID_WORD(56),
	ID_CURRENT_SECTORS = ID_DWORD(57),
	ID_LBA_SECTORS = ID_DWORD(60),
	/* words 62 (as in ATA-1), 63, 88: DMA modes; bits 7:0: supported, 15:8: selected */
	ID_SINGLE_WORD_DMA = ID_WORD(62),
	ID_MULTIWORD_DMA = ID_WORD(63),
	ID_PIO_MODES = ID_WORD(64),
	ID_MULTIWORD_DMA_MIN_NS = ID_WORD(65),
	ID_MULTIWORD_DMA_NS = ID_WORD(66),
	ID_PIO_NS = ID_WORD(67),
	ID_PIO_IORDY_NS = ID_WORD(68),
	ID_ULTRA_DMA = ID_WORD(88),
	ID_ZONED = ID_BITS(69, 1, 0), /* ACS-4 */
	/* words 71 and 72: packet devices, ATA/ATAPI-4 to -7; words 73 and 74: SFF-8020i */
	ID_BUS_RELEASE_US = ID_WORD(71),
	ID_SERVICE_US = ID_WORD(72),
	ID_CDROM_MAJOR = ID_WORD(73),
	ID_CDROM_MINOR = ID_WORD(74),
	ID_QUEUE_DEPTH = ID_BITS(75, 4, 0), /* 7.12.7.33 */
	ID_SATA_SPEED = ID_BITS(77, 3, 1),  /* ACS-4 */
	ID_MAJOR = ID_WORD(80),
	ID_MINOR = ID_WORD(81),
	ID_ERASE_TIME = ID_WORD(89), /* 7.12.7.43 */
	ID_ENHANCED_ERASE_TIME = ID_WORD(90),
	ID_APM_LEVEL = ID_BITS(91, 7, 0), /* 7.12.7.45 */
	ID_MASTER_REVISION = ID_WORD(92),
	/* word 93, result of a hardware reset (7.12.7.47) */
	ID_CBLID = ID_BIT(93, 13),
	ID_DEVICE_0 = ID_BIT(93, 0),
	ID_DEVICE_0_HOW = ID_BITS(93, 2, 1),
	ID_DEVICE_1_HOW = ID_BITS(93, 10, 9),
	/* word 94, acoustic management: ATA/ATAPI-6 to ATA8-ACS */
	ID_ACOUSTIC_LEVEL = ID_BITS(94, 7, 0),
	ID_ACOUSTIC_RECOMMENDED = ID_BITS(94, 15, 8),
	ID_TRIM_BLOCKS = ID_WORD(105),
	ID_COMPLETION_LIMIT = ID_WORD(116), /* units of 10 ms (ATA8-ACS revision 3) */
	ID_REMOVABLE_NOTIFICATION = ID_BITS(127, 1, 0),
	/* word 128, security status (7.12.7.66) */
	ID_SECURITY = ID_WORD(128),
	ID_SECURITY_SUPPORTED = ID_BIT(128, 0),
	ID_SECURITY_ENABLED = ID_BIT(128, 1),
	ID_SECURITY_LOCKED = ID_BIT(128, 2),
	ID_SECURITY_FROZEN = ID_BIT(128, 3),
	ID_SECURITY_EXPIRED = ID_BIT(128, 4),
	ID_SECURITY_ENHANCED_ERASE = ID_BIT(128, 5),
	ID_SECURITY_MAXIMUM = ID_BIT(128, 8),
	/* words 160 to 164: CF+ and CompactFlash 4.1, clause 6.2.1.6 */
	ID_CFA_MILLIAMPERE = ID_BITS(160, 11, 0),
	ID_CFA_LEVEL_1_OFF = ID_BIT(160, 13),
	ID_CFA_POWER_VALID = ID_BIT(160, 15),
	ID_CFA_KEY_MANAGEMENT = ID_WORD(162),
	ID_CFA_PIO_MAX = ID_BITS(163, 2, 0),
	ID_CFA_MDMA_MAX = ID_BITS(163, 5, 3),
	ID_CFA_PIO = ID_BITS(163, 8, 6),
	ID_CFA_MDMA = ID_BITS(163, 11, 9),
	ID_CFA_IO_CYCLE = ID_BITS(164, 2, 0),
	ID_CFA_MEMORY_CYCLE = ID_BITS(164, 5, 3),
	ID_CFA_IO_MAX = ID_BITS(164, 8, 6),
	ID_CFA_MEMORY_MAX = ID_BITS(164, 11, 9),
	ID_CFA_CARD_MODE = ID_BITS(164, 14, 12),
	ID_CFA_CARD_VALID = ID_BIT(164, 15),
	ID_DATA_SET_MANAGEMENT = ID_WORD(169),
	ID_FORM_FACTOR = ID_WORD(168),		      /* ACS-3 7.12.7.69; bits 15:4 are reserved */
	ID_WRITE_READ_VERIFY_SECTORS = ID_DWORD(210), /* of mode 3 */
	ID_ROTATION_RATE = ID_WORD(217),
	ID_WRITE_READ_VERIFY_MODE = ID_BITS(220, 7, 0),
	ID_TRANSPORT_MAJOR = ID_WORD(222),
	ID_TRANSPORT = ID_BITS(222, 15, 12),
	ID_TRANSPORT_MINOR = ID_WORD(223),
	ID_MICROCODE_MIN = ID_WORD(234),
	ID_MICROCODE_MAX = ID_WORD(235),
	ID_INTEGRITY = ID_WORD(255),
};

/* Bits for "supported" of the features that the program asks for; id_feature_table[] has all. */
enum id_feature_id {
	ID_HAS_SMART = ID_BIT(82, 0),
	ID_HAS_SECURITY = ID_BIT(82, 1),
	ID_HAS_REMOVABLE_MEDIA = ID_BIT(82, 2),
	ID_HAS_VOLATILE_WRITE_CACHE = ID_BIT(82, 5),
	ID_HAS_READ_LOOK_AHEAD = ID_BIT(82, 6),
	ID_HAS_HOST_PROTECTED_AREA = ID_BIT(82, 10),
	ID_HAS_DOWNLOAD_MICROCODE = ID_BIT(83, 0),
	ID_HAS_TAGGED_COMMAND_QUEUING = ID_BIT(83, 1),
	ID_HAS_CFA = ID_BIT(83, 2),
	ID_HAS_ADVANCED_POWER_MANAGEMENT = ID_BIT(83, 3),
	ID_HAS_POWER_UP_IN_STANDBY = ID_BIT(83, 5),
	ID_HAS_AUTOMATIC_ACOUSTIC_MANAGEMENT = ID_BIT(83, 9),
	ID_HAS_LBA48 = ID_BIT(83, 10),
	ID_HAS_DEVICE_CONFIGURATION_OVERLAY = ID_BIT(83, 11),
	ID_HAS_FLUSH_CACHE = ID_BIT(83, 12),
	ID_HAS_FLUSH_CACHE_EXT = ID_BIT(83, 13),
	ID_HAS_GENERAL_PURPOSE_LOGGING = ID_BIT(84, 5),
	ID_HAS_WORLD_WIDE_NAME = ID_BIT(84, 8),
	ID_HAS_TIME_LIMITED_COMMANDS = ID_BIT(84, 11),
	ID_HAS_COMMAND_COMPLETION_TIME_LIMIT = ID_BIT(84, 12),
	ID_HAS_IDLE_IMMEDIATE_UNLOAD = ID_BIT(84, 13),
	ID_HAS_WRITE_READ_VERIFY = ID_BIT(119, 1),
	ID_HAS_WRITE_UNCORRECTABLE_EXT = ID_BIT(119, 2),
	ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED = ID_BIT(119, 4),
	ID_HAS_FREE_FALL_CONTROL = ID_BIT(119, 5),
	ID_HAS_EXTENDED_POWER_CONDITIONS = ID_BIT(119, 7),
	ID_HAS_ACCESSIBLE_MAX_ADDRESS = ID_BIT(119, 8),
	ID_HAS_NATIVE_COMMAND_QUEUING = ID_BIT(76, 8),
	ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER = ID_BIT(76, 14),
	ID_HAS_NCQ_AUTOSENSE = ID_BIT(78, 7),
	ID_HAS_DEVICE_SLEEP = ID_BIT(78, 8),
	ID_HAS_DIPM_SSP_PRESERVATION = ID_BIT(78, 10),
	ID_HAS_POWER_DISABLE = ID_BIT(78, 12),
	ID_HAS_SCT = ID_BIT(206, 0),
	ID_HAS_SCT_ERROR_RECOVERY_CONTROL = ID_BIT(206, 3),
	ID_HAS_SCT_FEATURE_CONTROL = ID_BIT(206, 4),
	ID_HAS_SANITIZE_ANTIFREEZE_LOCK_EXT = ID_BIT(59, 10),
	ID_HAS_SANITIZE = ID_BIT(59, 12),
	ID_HAS_CRYPTO_SCRAMBLE_EXT = ID_BIT(59, 13),
	ID_HAS_OVERWRITE_EXT = ID_BIT(59, 14),
	ID_HAS_BLOCK_ERASE_EXT = ID_BIT(59, 15),
	ID_HAS_EXTENDED_USER_ADDRESSABLE_SECTORS = ID_BIT(69, 3),
	ID_HAS_TRIM_READS_ZEROS = ID_BIT(69, 5),
	ID_HAS_TRIM_DETERMINISTIC = ID_BIT(69, 14),
};

/* Return the bits of the field, without a check that the word is valid. */
uint32_t ata_id_field(const uint8_t *id, enum id_field field);

/* For a field of 16 bits: return ata_id_field(), but 0 for FFFFh, which means "no information". */
uint32_t ata_id_known(const uint8_t *id, enum id_field field);

/* Return the bit for "supported", without a check that its word is valid. */
bool ata_id_claims(const uint8_t *id, enum id_feature_id feature);

/* Return the bit for "supported"; false if its word is not valid. */
bool ata_id_has(const uint8_t *id, enum id_feature_id feature);

/* Return the bit for "enabled" of a feature; ID_NO_FIELD: none. */
enum id_field id_enabled_bit(enum id_feature_id feature);

/* Return the bit for "enabled", with no check of its word; true if the feature has no such bit. */
bool ata_id_enabled(const uint8_t *id, enum id_feature_id feature);

/* True if bit 14 of the field's word is set, and bit 15 clear: a validity signature. */
bool ata_id_field_valid(const uint8_t *id, enum id_field field);

/* Return words 108-111, the world wide name. Word 108 becomes the highest 16 bits. */
uint64_t ata_id_world_wide_name(const uint8_t *id);

/* True if byte 510 of the page is A5h, and byte 511 makes the sum of all bytes 0 (modulo 256). */
bool ata_checksum_valid(const uint8_t *page);

enum id_text { ID_MODEL, ID_SERIAL, ID_FIRMWARE, ID_MEDIA_SERIAL, ID_MEDIA_MAKER, ID_TEXT_COUNT };

/* Room for the longest string field and a NUL; length of the serial number. */
enum { ID_STRING_BYTES = 41, ID_SERIAL_BYTES = 20 };

/* Copy a string field unchanged, in reading order. Return the field's length. */
unsigned ata_id_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES]);

/* Copy a string field. Unprintable bytes become blanks; blanks at both ends are left out. */
void ata_id_trimmed_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES]);

/*
 * Make a page from the kernel's copy of IDENTIFY data (HDIO_GET_IDENTITY). Model, serial number and
 * firmware revision stay in reading order, as ata_id_host_text() expects.
 */
void ata_id_from_host(const uint16_t words[256], uint8_t page[512]);

/* Copy IDENTIFY data to a page like that of ata_id_from_host(). */
void ata_id_as_host(const uint8_t id[512], uint8_t page[512]);

/* Size of an ATA Information VPD page (SAT-4 12.4.2); offset of the IDENTIFY data in the page. */
enum { VPD_ATA_BYTES = 572, VPD_ATA_IDENTIFY = 60 };

/*
 * Copy the IDENTIFY data from an ATA Information VPD page. `bytes` is the result of
 * host_read_file(), which removes a newline at the end. False if `bytes` is too small, or -errno.
 */
bool ata_id_from_vpd(const void *vpd, long bytes, uint8_t page[512]);

/* Return a pointer to the ID_SERIAL_BYTES of the page's serial number, not reordered. */
const uint8_t *ata_id_serial(const uint8_t *page);

/*
 * Hide the serial numbers of drive and medium, and the world wide name except NAA and OUI. Update a
 * valid checksum.
 */
void ata_id_make_anonymous(uint8_t *page);

/*
 * Copy a string field without its leading blanks, and without any zero bytes; '?' replaces other
 * bytes that are not printable ASCII. False if the first word of the field is 0.
 */
bool ata_id_printable_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES]);

/*
 * Copy the model, serial number or firmware revision up to a NUL, without blanks at both ends, from
 * a page of ata_id_from_host() or ata_id_as_host(). '?' replaces unprintable bytes.
 */
void ata_id_host_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES]);

struct id_feature {
	enum id_feature_id bit; /* ID_BIT() for "supported", with or without a name */
	/* snake_case name; behind its NUL, texts of id_feature_listed() and id_feature_name() */
	const char *key;
	uint8_t flags; /* ID_UNMARKED, ID_WITH_TRIM, ID_BY_NUMBER, ID_MARK_RESERVED */
};

/* The texts of id_feature_listed() are shorter than this. */
enum { ID_LISTED_BYTES = 64 };

/* Return the feature's text in the list of -I; "": none. */
const char *id_feature_listed(const struct id_feature *row);

/* Return the feature's name, close to the words of the standards; "": none. */
const char *id_feature_name(const struct id_feature *row);

enum {
	ID_UNMARKED = 1,  /* the list of -I does not mark the feature, even if it is enabled */
	ID_WITH_TRIM = 2, /* -I shows the feature with the TRIM command, not in the list */
	/* the list shows a number instead of a name, such as "unknown 119[6]" */
	ID_BY_NUMBER = 4,
	/* the bit that marks the feature in the list, as in hdparm 9.65, is reserved */
	ID_MARK_RESERVED = 8
};

/* The features, in the order of the list of -I. The key of the last row is NULL. */
extern const struct id_feature id_feature_table[];

/* Values of word 2: must SET FEATURES spin the drive up (PUIS), and are the data complete? */
enum {
	ID_PUIS_INCOMPLETE = 0x37c8,
	ID_PUIS_COMPLETE = 0x738c,
	ID_NO_PUIS_INCOMPLETE = 0x8c73,
	ID_NO_PUIS_COMPLETE = 0xc837
};

enum { ID_NOT_ROTATING = 1 };

/*
 * Return the rotation rate in rotations per minute; ID_NOT_ROTATING for an SSD; 0: not reported or
 * reserved. `word` is word 217, or the same field of VPD page B1h (SBC-4).
 */
unsigned ata_rotation_rate(unsigned word);
unsigned ata_id_rotation_rate(const uint8_t *id);

/* Return the name of the form factor, from word 168; NULL: not reported or reserved. */
const char *ata_id_form_factor(const uint8_t *id);

#endif
