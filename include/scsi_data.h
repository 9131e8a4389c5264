/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Answers of SCSI disks, decoded: INQUIRY data, vital product data, mode pages, logs; and mode
 * pages for MODE SELECT. No length or offset in an answer leads beyond its `bytes`. Pure.
 */
#ifndef HDPARM_SCSI_DATA_H
#define HDPARM_SCSI_DATA_H

#include "scsi.h"

enum { SCSI_VENDOR_BYTES = 9, SCSI_PRODUCT_BYTES = 17, SCSI_REVISION_BYTES = 5 };

/* Names as printable text, without blanks at their ends. */
struct scsi_identity {
	uint8_t type; /* peripheral device type; 00h: a disk */
	char vendor[SCSI_VENDOR_BYTES], product[SCSI_PRODUCT_BYTES], revision[SCSI_REVISION_BYTES];
};

/* Standard INQUIRY data (SPC-5 6.7.2). False: too short, or no device at this address. */
bool scsi_identity_decode(const uint8_t *data, size_t bytes, struct scsi_identity *identity);

/* Decode the unit serial number (page 80h) as printable text. False if the page holds none. */
enum { SCSI_SERIAL_BYTES = 65 };
bool scsi_serial_decode(const uint8_t *page, size_t bytes, char serial[SCSI_SERIAL_BYTES]);

/*
 * Decode the name of the logical unit (page 83h): hexadecimal digits of the NAA designator, else of
 * the EUI-64 based designator. False if the page has neither.
 */
enum { SCSI_NAME_BYTES = 33 };
bool scsi_name_decode(const uint8_t *page, size_t bytes, char name[SCSI_NAME_BYTES]);

/*
 * Replace serial numbers and world wide names in pages 80h and 83h, except the digits that
 * identify the maker; other data stay as they are.
 */
void scsi_page_make_anonymous(uint8_t *page, size_t bytes);

/* Rotations per minute (page B1h): ID_NOT_ROTATING, or 0 if the device does not report it. */
unsigned scsi_rotation_decode(const uint8_t *page, size_t bytes);

/* True if the list of the pages of vital product data (SPC-5 7.7.16) has this one. */
bool scsi_page_listed(const uint8_t *list, size_t bytes, enum scsi_vpd page);

/*
 * The commands by which the device discards, as it claims in the pages Logical Block Provisioning
 * (SBC-4 6.6.7) and Block Limits (6.6.4).
 */
#define SCSI_UNMAP_UNLIMITED UINT32_MAX
struct scsi_provisioning {
	bool told; /* the first page is one */
	bool unmap, write_same_16, write_same_10;
	/*
	 * maximum of one UNMAP, in logical blocks; 0: the second page is missing or does not name
	 * it
	 */
	uint32_t unmap_blocks;
};
void scsi_provisioning_decode(const uint8_t *page, size_t bytes, struct scsi_provisioning *p);
void scsi_unmap_limit_decode(const uint8_t *page, size_t bytes, struct scsi_provisioning *p);

/*
 * True if an answer of scsi_report_operation() says that the device supports the command.
 * scsi_operation_missing(): true if the answer says that the device does not. Both are false if the
 * answer says neither.
 */
bool scsi_operation_supported(const uint8_t *data, size_t bytes);
bool scsi_operation_missing(const uint8_t *data, size_t bytes);

/* Degrees Celsius from log page 0Dh; false if the device does not report it. */
bool scsi_temperature_decode(const uint8_t *page, size_t bytes, int *celsius);

/* WCE of page 08h (SBC-4 6.4.5). False, and nothing set, if the answer contains another page. */
bool scsi_write_cache_decode(const uint8_t *data, size_t bytes, bool *on);

/*
 * Bits of page 08h: DRA disables read-ahead, RCD disables reading through the cache. False if the
 * answer has no such page. The encoders make the parameter list of MODE SELECT from the answer of
 * MODE SENSE with another value and keep the rest. They return the list's length, 0 if the answer
 * has no such page. `list` has room for `bytes`.
 */
struct scsi_caching {
	bool dra, rcd;
};
bool scsi_caching_decode(const uint8_t *data, size_t bytes, struct scsi_caching *caching);
size_t scsi_look_ahead_encode(const uint8_t *data, size_t bytes, bool on, uint8_t *list);

/* RECOVERY TIME LIMIT of page 01h (SBC-4 6.4.8) in ms; 0: the device's default. */
bool scsi_recovery_decode(const uint8_t *data, size_t bytes, uint16_t *ms);
size_t scsi_recovery_encode(const uint8_t *data, size_t bytes, uint16_t ms, uint8_t *list);

/* True if the device can save a mode page; false also if the answer contains another page. */
bool scsi_mode_saveable(const uint8_t *data, size_t bytes, uint8_t page);

/*
 * Mode page 1Ah (SPC-5 7.5.12): the timers of power conditions; of the changeable values, which
 * bits of each can be changed. The short page of SPC-3 has only those of idle_a and standby_z.
 */
struct scsi_timers {
	bool has[ATA_EPC_COUNT]; /* the page has the field */
	struct ata_epc_timer timer[ATA_EPC_COUNT];
};
bool scsi_timers_decode(const uint8_t *data, size_t bytes, struct scsi_timers *timers);

/*
 * Make the parameter list of MODE SELECT from the answer of MODE SENSE with other timers; the rest
 * of the page is kept. Return the list's length, 0 if the answer has no such page. `list` has room
 * for `bytes`.
 */
size_t scsi_timers_encode(const uint8_t *data, size_t bytes, const struct scsi_timers *timers,
			  uint8_t *list);

/* Page 8Ah of vital product data (SPC-5 7.7.12): the conditions that the disk has. */
struct scsi_conditions {
	bool has[ATA_EPC_COUNT];
	uint16_t recovery_ms[ATA_EPC_COUNT]; /* until the disk is active; 0: the disk does not
						report it */
};
bool scsi_conditions_decode(const uint8_t *page, size_t bytes, struct scsi_conditions *conditions);

/* The answer of READ CAPACITY(16) (SBC-4 5.20.2). False: too short, or sectors of no bytes. */
struct scsi_capacity {
	uint64_t sectors;
	uint32_t sector_bytes; /* without protection information */
	struct scsi_protection protection;
};
bool scsi_capacity_decode(const uint8_t *data, size_t bytes, struct scsi_capacity *capacity);

/*
 * Make the parameter list of MODE SELECT from the answer of scsi_mode_sense_blocks(): only its
 * block descriptor, with sectors of `sector_bytes` (below 16 MiB), as many as fit (SBC-4 6.5.2).
 * Return the list's length, 0 if the answer has no descriptor.
 */
enum { SCSI_BLOCKS_LIST_BYTES = 24 };
size_t scsi_blocks_encode(const uint8_t *data, size_t bytes, uint32_t sector_bytes,
			  uint8_t list[SCSI_BLOCKS_LIST_BYTES]);

#endif
