/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SCSI commands other than ATA PASS-THROUGH, their sense data and their answers. No I/O. */
#ifndef HDPARM_SCSI_H
#define HDPARM_SCSI_H

#include "ata_drive.h"
#include "passthrough.h"

enum scsi_operation_id {
	SCSI_TEST_UNIT_READY,
	SCSI_REQUEST_SENSE,
	SCSI_FORMAT_UNIT,
	SCSI_INQUIRY,
	SCSI_START_STOP_UNIT,
	SCSI_SYNCHRONIZE_CACHE,
	SCSI_LOG_SENSE,
	SCSI_MODE_SELECT,
	SCSI_MODE_SENSE,
	SCSI_MODE_SELECT_6,
	SCSI_MODE_SENSE_6,
	SCSI_WRITE_BUFFER,
	SCSI_REPORT_OPERATIONS,
	SCSI_SANITIZE_OVERWRITE,
	SCSI_SANITIZE_BLOCK_ERASE,
	SCSI_SANITIZE_CRYPTO_ERASE,
	SCSI_SANITIZE_EXIT_FAILURE,
	SCSI_READ,
	SCSI_VERIFY,
	SCSI_READ_CAPACITY,
	SCSI_WRITE_UNCORRECTABLE,
	SCSI_OPERATION_COUNT
};

struct scsi_operation {
	char name[34];
	uint8_t opcode;
	uint8_t length;
	bool has_action;
	uint8_t action; /* SERVICE ACTION, bits 4:0 of byte 1; valid if `has_action` */
	uint8_t flags;	/* fixed bits of byte 1 other than `action`, such as WR_UNCOR */
	bool changes;	/* changes the medium, a setting, the power condition or the firmware */
	bool sends;	/* data, if any, go to the device */
	/* bits of byte 1 by which the answer may hold serial numbers or world wide names */
	uint8_t identifies;
	unsigned timeout_s;
};

extern const struct scsi_operation scsi_operation_table[SCSI_OPERATION_COUNT];

enum { SCSI_CDB_BYTES = 16, SCSI_SENSE_BYTES = 64, SCSI_VPD_BYTES = 255 };

struct scsi_cmd {
	const struct scsi_operation *operation;
	uint8_t cdb[SCSI_CDB_BYTES];
	void *data;
	size_t bytes;
	unsigned timeout_s;
	size_t got;	/* bytes of data that were transferred */
	uint8_t status; /* of SAM-5; 0 also if none came */
	uint8_t sense[SCSI_SENSE_BYTES];
	size_t sense_bytes;
};

static inline bool scsi_changes(const struct scsi_cmd *cmd)
{
	return cmd->operation->changes;
}

/* True if the answer may hold serial numbers or world wide names. */
bool scsi_identifies(const struct scsi_cmd *cmd);

/* --- commands of SPC-5 and SBC-4; `data` of the caller must live as long as the command --- */

struct scsi_cmd scsi_test_unit_ready(void);

/* SYNCHRONIZE CACHE of the whole disk. */
struct scsi_cmd scsi_synchronize_cache(void);

/* REQUEST SENSE: reads fixed-format sense data. `bytes` is at most 255. */
struct scsi_cmd scsi_request_sense(void *data, size_t bytes);

/* INQUIRY of the standard data. `bytes` is at most 65535. */
struct scsi_cmd scsi_inquiry(void *data, size_t bytes);

/* Codes of the vital product data (VPD) pages. */
enum scsi_vpd {
	SCSI_VPD_SUPPORTED_PAGES = 0x00,
	SCSI_VPD_SERIAL_NUMBER = 0x80,
	SCSI_VPD_IDENTIFICATION = 0x83,
	SCSI_VPD_POWER_CONDITION = 0x8a,
	SCSI_VPD_BLOCK_LIMITS = 0xb0,
	SCSI_VPD_BLOCK_CHARACTERISTICS = 0xb1,
	SCSI_VPD_PROVISIONING = 0xb2
};

/* INQUIRY of a VPD page. `bytes` is at most 65535. */
struct scsi_cmd scsi_inquiry_page(enum scsi_vpd page, void *data, size_t bytes);

/* START STOP UNIT: starts the medium, or stops the medium if `start` is false. */
struct scsi_cmd scsi_start_stop_unit(bool start);

/* START STOP UNIT: enters the power condition `condition`. */
struct scsi_cmd scsi_go_to(enum ata_epc condition);

enum { SCSI_LOG_TEMPERATURE = 0x0d };

/* LOG SENSE: reads the cumulative values of a log page. `bytes` is at most 65535. */
struct scsi_cmd scsi_log_sense(uint8_t page, void *data, size_t bytes);

/* PC field of MODE SENSE: which values of the mode page the device returns. */
enum scsi_mode_control {
	SCSI_MODE_CURRENT,
	SCSI_MODE_CHANGEABLE, /* a mask: 1 for each bit that can be changed */
	SCSI_MODE_DEFAULT,
	SCSI_MODE_SAVED
};
enum {
	SCSI_MODE_ERROR_RECOVERY = 0x01,
	SCSI_MODE_CACHING = 0x08,
	SCSI_MODE_POWER_CONDITION = 0x1a,
	SCSI_MODE_BYTES = 64
};

/* MODE SENSE(10) of a mode page, without block descriptors. `bytes` is at most 65535. */
struct scsi_cmd scsi_mode_sense(uint8_t page, enum scsi_mode_control control, void *data,
				size_t bytes);

/* MODE SELECT(10). `bytes`: at most 65535; `save` (SP): also save the saveable values. */
struct scsi_cmd scsi_mode_select(void *data, size_t bytes, bool save);

/*
 * MODE SENSE(10) of the Caching page with block descriptors, perhaps long ones (LLBAA).
 * `bytes` is at most 65535.
 */
struct scsi_cmd scsi_mode_sense_blocks(void *data, size_t bytes);

/*
 * True if data of MODE SENSE(10) are complete, or cut at SCSI_MODE_BYTES. False for a buffer of
 * zeros, into which the device transferred nothing.
 */
bool scsi_mode_whole(const uint8_t *data, size_t bytes);

/* Difference in bytes between the mode headers of the 10-byte and the 6-byte commands. */
enum { SCSI_MODE_WIDER = 4 };

/* MODE SENSE(6) and MODE SELECT(6). `bytes` is at most 255. */
struct scsi_cmd scsi_mode_sense_6(uint8_t page, enum scsi_mode_control control, void *data,
				  size_t bytes);
struct scsi_cmd scsi_mode_select_6(void *data, size_t bytes, bool save);

/*
 * Convert data of MODE SENSE(6), in place, to MODE SENSE(10) data. The buffer needs room for
 * SCSI_MODE_WIDER more bytes. Return the new length; 0: the header is incomplete.
 */
size_t scsi_mode_widen(uint8_t *data, size_t bytes);

/* VERIFY(16), without a transfer of data. */
struct scsi_cmd scsi_verify(uint64_t lba, uint32_t sectors);
/* READ(10) of sector 0, which has `bytes` bytes. */
struct scsi_cmd scsi_read_first(void *data, size_t bytes);

/* WRITE LONG(16) with WR_UNCOR: makes the sector unreadable. */
struct scsi_cmd scsi_write_uncorrectable(uint64_t lba);

enum { SCSI_PATTERN_BYTES = 8 };
/*
 * Write the parameter list of SCSI_SANITIZE_OVERWRITE. `passes`: 1 to 31. `invert`: the device
 * inverts the pattern between passes.
 */
void scsi_sanitize_pattern(uint8_t data[SCSI_PATTERN_BYTES], uint32_t pattern, unsigned passes,
			   bool invert);

/*
 * SANITIZE. An erase has IMMED: the command ends before the erase. `data`: the list of
 * scsi_sanitize_pattern() for an overwrite, else NULL.
 */
struct scsi_cmd scsi_sanitize(enum scsi_operation_id id, void *data, size_t bytes);

enum { SCSI_CAPACITY_BYTES = 32 };
/* READ CAPACITY(16); scsi_capacity_decode() decodes the answer. */
struct scsi_cmd scsi_read_capacity(void *data, size_t bytes);

/* Protection information of the sectors (SBC-4 4.21). */
struct scsi_protection {
	unsigned type;	   /* protection type, 1 to 3; 0: no protection */
	unsigned exponent; /* a sector has 2^exponent protection information intervals */
};

enum { SCSI_FORMAT_LIST_BYTES = 8 };
/* Write the parameter list of FORMAT UNIT, with IMMED; return the list's length. */
size_t scsi_format_list(uint8_t list[SCSI_FORMAT_LIST_BYTES],
			const struct scsi_protection *protection);

/*
 * FORMAT UNIT of the whole medium. `list` and `bytes` come from scsi_format_list() for
 * `protection`.
 */
struct scsi_cmd scsi_format_unit(void *list, size_t bytes,
				 const struct scsi_protection *protection);

enum { SCSI_SUPPORT_BYTES = 32 };
/* REPORT SUPPORTED OPERATION CODES for the command `id`. */
struct scsi_cmd scsi_report_operation(enum scsi_operation_id id, void *data, size_t bytes);

/* Modes of WRITE BUFFER that load or activate firmware. */
enum scsi_firmware_mode {
	SCSI_FIRMWARE_WHOLE = 0x05,    /* the whole image; save and activate */
	SCSI_FIRMWARE_SEGMENT = 0x07,  /* a segment; save and activate after the last segment */
	SCSI_FIRMWARE_DEFERRED = 0x0e, /* a segment; save, but do not activate */
	SCSI_FIRMWARE_ACTIVATE = 0x0f  /* activate the firmware of SCSI_FIRMWARE_DEFERRED */
};

/* WRITE BUFFER. `offset` and `bytes` are below 16 MiB. */
struct scsi_cmd scsi_write_buffer(enum scsi_firmware_mode mode, uint32_t offset, void *data,
				  size_t bytes);

/* Decoded sense data (SPC-5 4.4). */
struct scsi_sense {
	struct sense_code code;
	bool has_information;
	uint64_t information; /* after a medium error, the LBA of the bad sector */
	bool has_progress;
	uint16_t progress; /* PROGRESS INDICATION, in 1/65536 */
};
struct scsi_sense scsi_sense_decode(const uint8_t *sense, size_t bytes);

/* True for UNIT ATTENTION: the device reports an event such as a reset. */
bool scsi_attention(const struct scsi_sense *sense);

/* True for NOT READY, for example while the device is stopped. */
bool scsi_not_ready(const struct scsi_sense *sense);

/*
 * True if the device is becoming ready, or a START STOP UNIT is in progress. A caller may wait
 * SCSI_SPIN_UP_S seconds.
 */
bool scsi_becomes_ready(const struct scsi_sense *sense);
enum { SCSI_SPIN_UP_S = 60 };

/* True if the device waits for START STOP UNIT. */
bool scsi_stopped(const struct scsi_sense *sense);

/* True if the device does not support the operation code. */
bool scsi_unknown(const struct scsi_sense *sense);

/* True if the device refused a field of the CDB. */
bool scsi_form_refused(const struct scsi_sense *sense);

/* True if the device refused a field of the data that were sent with the CDB. */
bool scsi_data_refused(const struct scsi_sense *sense);

/* True for ILLEGAL REQUEST that is not deferred: the device refused this command. */
bool scsi_refused(const struct scsi_sense *sense);

/* True for the unit attention that reports new firmware (3Fh/01h). */
bool scsi_microcode_changed(const struct scsi_sense *sense);

/* True for MEDIUM ERROR other than SCSI_FORMAT_CORRUPT and SCSI_SANITIZE_FAILED. */
bool scsi_medium_failed(const struct scsi_sense *sense);

/* State of a sanitize operation (SBC-4 4.11.4). UNTOLD: neither running nor failed is reported. */
enum scsi_sanitize_state { SCSI_SANITIZE_UNTOLD, SCSI_SANITIZE_RUNNING, SCSI_SANITIZE_FAILED };
enum scsi_sanitize_state scsi_sanitize_state(const struct scsi_sense *sense);

/*
 * State of a format. CORRUPT: no valid format, or a failed format. UNTOLD: the sense data report
 * neither RUNNING nor CORRUPT.
 */
enum scsi_format_state { SCSI_FORMAT_UNTOLD, SCSI_FORMAT_RUNNING, SCSI_FORMAT_CORRUPT };
enum scsi_format_state scsi_format_state(const struct scsi_sense *sense);

/*
 * Return 0 for NO SENSE, RECOVERED ERROR and COMPLETED, unless deferred; else -errno. -EOPNOTSUPP:
 * the device lacks the command, a field or a value. -EBUSY: a format or sanitize operation is
 * running. -ENOMEDIUM: no medium. -EINVAL: address out of range. -EACCES: write-protected or
 * locked. Else -EIO.
 */
int scsi_verdict(const struct scsi_sense *sense);

enum { SCSI_SENSE_TEXT_BYTES = 128 };
/* Write the meaning of sense data, as "the disk is stopped (sense 02h/04h/02h)". Return `text`. */
const char *scsi_sense_text(const struct scsi_sense *sense, char text[SCSI_SENSE_TEXT_BYTES]);

/* Why a device did not execute a command that ends with this status; NULL for other statuses. */
const char *scsi_status_text(uint8_t status);

/* --- answers; no length or offset in the data leads beyond `bytes`, the data's length --- */

enum { SCSI_VENDOR_BYTES = 9, SCSI_PRODUCT_BYTES = 17, SCSI_REVISION_BYTES = 5 };

/* Standard INQUIRY data. The names are printable text, without leading or trailing blanks. */
struct scsi_identity {
	uint8_t type; /* peripheral device type; 00h: a disk */
	bool removable;
	char vendor[SCSI_VENDOR_BYTES], product[SCSI_PRODUCT_BYTES], revision[SCSI_REVISION_BYTES];
};

/* Decode standard INQUIRY data (SPC-5). False: too short, or no accessible device. */
bool scsi_identity_decode(const uint8_t *data, size_t bytes, struct scsi_identity *identity);

enum { SCSI_SERIAL_BYTES = 65 };
/* Decode the unit serial number (VPD page 80h) as printable text. False: none, or only blanks. */
bool scsi_serial_decode(const uint8_t *page, size_t bytes, char serial[SCSI_SERIAL_BYTES]);

enum { SCSI_NAME_BYTES = 33 };
/*
 * Decode the logical unit's binary name (VPD page 83h), NAA or else EUI-64, as hexadecimal digits.
 * False: no valid name.
 */
bool scsi_name_decode(const uint8_t *page, size_t bytes, char name[SCSI_NAME_BYTES]);

/*
 * Mask, in place, the serial number of VPD page 80h or the names of page 83h. A binary name keeps
 * its first 28 bits. Other pages are unchanged.
 */
void scsi_page_make_anonymous(uint8_t *page, size_t bytes);

/*
 * Return rotations per minute from VPD page B1h; ID_NOT_ROTATING for an SSD; 0: not reported, or a
 * reserved value.
 */
unsigned scsi_rotation_decode(const uint8_t *page, size_t bytes);

/* True if the list of VPD pages (page 00h, SPC-5 7.7.16) contains this page. */
bool scsi_page_listed(const uint8_t *list, size_t bytes, enum scsi_vpd page);

/* scsi_provisioning.unmap_blocks of a device that sets no limit */
#define SCSI_UNMAP_UNLIMITED UINT32_MAX

/* The commands by which the device discards sectors. */
struct scsi_provisioning {
	bool told; /* VPD page B2h was decoded; if false, the next three flags are not known */
	bool unmap, write_same_16, write_same_10;
	uint32_t unmap_blocks; /* most logical blocks of one UNMAP; 0: not reported, or no UNMAP */
	/* logical blocks that UNMAP discards as a whole; 0: not reported */
	uint32_t unit_blocks;
	uint32_t first_unit; /* first block of a unit */
};

/* Decode VPD page B2h, Logical Block Provisioning (SBC-4 6.6.7). Zeroes the members of page B0h. */
void scsi_provisioning_decode(const uint8_t *page, size_t bytes, struct scsi_provisioning *p);

/*
 * Decode VPD page B0h, Block Limits (SBC-4 6.6.4), into p->unmap_blocks, p->unit_blocks and
 * p->first_unit. Other members stay.
 */
void scsi_unmap_limit_decode(const uint8_t *page, size_t bytes, struct scsi_provisioning *p);

/* True if an answer of scsi_report_operation() says that the device supports the command. */
bool scsi_operation_supported(const uint8_t *data, size_t bytes);

/* True if an answer of scsi_report_operation() says that the device lacks the command. */
bool scsi_operation_missing(const uint8_t *data, size_t bytes);

/* Read the temperature, in degrees Celsius, from log page 0Dh. False: not reported. */
bool scsi_temperature_decode(const uint8_t *page, size_t bytes, int *celsius);

/*
 * Read WCE (SBC-4 6.5.6) from data of MODE SENSE(10). False, with *on unchanged: no whole page 08h.
 */
bool scsi_write_cache_decode(const uint8_t *data, size_t bytes, bool *on);

/* Bits of mode page 08h: DRA disables read-ahead, RCD disables reading from the cache. */
struct scsi_caching {
	bool dra, rcd;
};

/* Read DRA and RCD from data of MODE SENSE(10). False: the data lack DRA. */
bool scsi_caching_decode(const uint8_t *data, size_t bytes, struct scsi_caching *caching);

/*
 * Make from `data` (MODE SENSE(10)) a MODE SELECT(10) list that turns read-ahead on or off. Return
 * the list's length, up to `bytes`; 0: the data lack DRA.
 */
size_t scsi_look_ahead_encode(const uint8_t *data, size_t bytes, bool on, uint8_t *list);

/* Read RECOVERY TIME LIMIT (SBC-4 6.5.10) in ms; 0: the default. False: no whole page 01h. */
bool scsi_recovery_decode(const uint8_t *data, size_t bytes, uint16_t *ms);

/*
 * Make from `data` (MODE SENSE(10)) a MODE SELECT(10) list with this RECOVERY TIME LIMIT. Return
 * the list's length, up to `bytes`; 0: no whole page 01h.
 */
size_t scsi_recovery_encode(const uint8_t *data, size_t bytes, uint16_t ms, uint8_t *list);

/*
 * True if this page is the first in data of MODE SENSE(10) and whole, and the device can save the
 * page (PS).
 */
bool scsi_mode_saveable(const uint8_t *data, size_t bytes, uint8_t page);

/*
 * Timers of mode page 1Ah (SPC-5), or masks of the timers (SCSI_MODE_CHANGEABLE).
 * scsi_timers_decode() returns false if the data have no whole page.
 */
struct scsi_timers {
	bool has[ATA_EPC_COUNT]; /* has[n]: the page has the timer of condition n */
	struct ata_epc_timer timer[ATA_EPC_COUNT];
};
bool scsi_timers_decode(const uint8_t *data, size_t bytes, struct scsi_timers *timers);

/*
 * Make from `data` (MODE SENSE(10)) a MODE SELECT(10) list with these timers. Return the list's
 * length, up to `bytes`; 0: no whole page 1Ah.
 */
size_t scsi_timers_encode(const uint8_t *data, size_t bytes, const struct scsi_timers *timers,
			  uint8_t *list);

/*
 * The power conditions that the disk has, from VPD page 8Ah (SPC-5 7.7.12).
 * scsi_conditions_decode() returns false if the page is not whole.
 */
struct scsi_conditions {
	bool has[ATA_EPC_COUNT];
	/* ms to return from the condition to active; 0: not reported, or too long for the field */
	uint16_t recovery_ms[ATA_EPC_COUNT];
};
bool scsi_conditions_decode(const uint8_t *page, size_t bytes, struct scsi_conditions *conditions);

/* Answer of READ CAPACITY(16) (SBC-4). */
struct scsi_capacity {
	uint64_t sectors;
	uint32_t sector_bytes; /* sector size, without protection information */
	struct scsi_protection protection;
};

/* Decode an answer of READ CAPACITY(16). False: too short, or the sector size is 0. */
bool scsi_capacity_decode(const uint8_t *data, size_t bytes, struct scsi_capacity *capacity);

enum { SCSI_BLOCKS_LIST_BYTES = 24 };
/* Return the sector size in an answer of scsi_mode_sense_blocks(); 0: no whole block descriptor. */
uint32_t scsi_blocks_decode(const uint8_t *data, size_t bytes);

/*
 * Make the MODE SELECT(10) list that sets a sector size, below 16 MiB, and the maximum capacity
 * (SBC-4 6.5.2); with `sector_bytes` 0, the list that sets the block descriptor in `data` again.
 * `data`: an answer of scsi_mode_sense_blocks(). Return the list's length; 0: `data` has no whole
 * block descriptor.
 */
size_t scsi_blocks_encode(const uint8_t *data, size_t bytes, uint32_t sector_bytes,
			  uint8_t list[SCSI_BLOCKS_LIST_BYTES]);

#endif
