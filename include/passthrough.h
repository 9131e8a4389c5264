/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ATA commands in CDBs; registers and codes in sense data; known USB bridges and NVMe tunnels. */
#ifndef HDPARM_PASSTHROUGH_H
#define HDPARM_PASSTHROUGH_H

#include "ata.h"

/* Forms of CDBs that carry ATA commands. */
enum ata_path {
	ATA_PATH_ANY,
	ATA_PATH_SAT16,
	ATA_PATH_SAT12,
	ATA_PATH_JMICRON,
	ATA_PATH_SUNPLUS,
	ATA_PATH_CYPRESS,
	ATA_PATH_COUNT
};

/* Return the name of a form, such as "sat16"; NULL for ATA_PATH_ANY. */
const char *ata_path_name(enum ata_path path);

/* True if the form's operation code may be another command of CD or DVD drives, as A1h: BLANK. */
bool ata_path_foreign_to_packets(enum ata_path path);

/*
 * True if a command fits the form. ATA_PATH_SAT16 takes all commands; the other forms take no
 * 48-bit command, and no FEATURE or COUNT above FFh. Vendor forms take at most 127 * 512 bytes.
 */
bool ata_path_carries(enum ata_path path, const struct ata_cmd *cmd);

/* With this `product`, ata_bridge_path() returns a form that the vendor's bridges may take. */
enum { ATA_OTHER_PRODUCT = 0 };

/*
 * Return the form that is known for this USB bridge; ATA_PATH_ANY: not known. `version`: bcdDevice;
 * FFFFh if it is not known.
 */
enum ata_path ata_bridge_path(uint16_t vendor, uint16_t product, uint16_t version);

/* Return the maximum size of an UNMAP of this USB bridge in bytes; 0: no limit is known. */
uint32_t ata_bridge_most_unmap(uint16_t vendor, uint16_t product);

/* How a USB bridge carries NVMe commands. NVME_TUNNEL_NONE: no way is known. */
enum nvme_tunnel {
	NVME_TUNNEL_NONE,
	NVME_TUNNEL_JMICRON,
	NVME_TUNNEL_REALTEK,
	NVME_TUNNEL_ASMEDIA,
	NVME_TUNNEL_COUNT
};

/* What --transport names: an enum ata_path, or ATA_PATH_COUNT plus an enum nvme_tunnel. */
enum { ATA_TRANSPORTS = (int)ATA_PATH_COUNT + (int)NVME_TUNNEL_COUNT };

/* Return a name, such as "sat16" or, as in smartctl, "sntjmicron"; NULL: the value has no name. */
const char *ata_transport_name(unsigned transport);

/*
 * Return the tunnel of a USB bridge; NVME_TUNNEL_NONE: not known. `version`: bcdDevice. *sata_too
 * becomes true if the bridge takes SATA drives as well.
 */
enum nvme_tunnel ata_bridge_tunnel(uint16_t vendor, uint16_t product, uint16_t version,
				   bool *sata_too);

enum { ATA_CDB_BYTES = 16 };

struct ata_cdb {
	uint8_t length; /* 12 or 16 bytes */
	uint8_t byte[ATA_CDB_BYTES];
};

/* Encode `cmd`, which `path` carries (ata_path_carries()). `second`: for a bridge's second port. */
struct ata_cdb ata_cdb_encode(enum ata_path path, const struct ata_cmd *cmd, bool second);

/* True if a bridge of this form may have two ports. */
bool ata_path_two_ports(enum ata_path path);

/* Bits of the byte that the CDB of ata_cdb_read_ports() reads: which ports have a drive. */
enum { ATA_PORT_FIRST = 0x04, ATA_PORT_SECOND = 0x40, ATA_PORT_BOTH = 0x44 };

/* Return the CDB that reads the byte with ATA_PORT_* from a JMicron bridge. */
struct ata_cdb ata_cdb_read_ports(void);

enum { ATA_REGISTERS_BYTES = 16 };

/* Return the length of the data with the registers; 0: the registers are in sense data. */
size_t ata_path_register_bytes(enum ata_path path);

/* For ata_path_register_bytes() > 0: the CDB that reads the registers. `second`: second port. */
struct ata_cdb ata_cdb_read_registers(enum ata_path path, bool second);

/* Fill `res` from the data of ata_cdb_read_registers(); res->valid: STATUS is plausible. */
void ata_registers_decode(enum ata_path path, const uint8_t *data, struct ata_result *res);

/* --- sense data --- */

/* Sense key, additional sense code and its qualifier. */
struct sense_code {
	bool present; /* response code 70h or 72h: the sense data belong to this command */
	uint8_t key, asc, ascq;
	/* response code 71h or 73h: an earlier command failed */
	bool deferred;
};

/* Sense keys, additional sense codes and qualifiers (SPC-5). */
enum {
	KEY_NO_SENSE = 0x0,
	KEY_RECOVERED_ERROR = 0x1,
	KEY_NOT_READY = 0x2,
	KEY_MEDIUM_ERROR = 0x3,
	KEY_ILLEGAL_REQUEST = 0x5,
	KEY_UNIT_ATTENTION = 0x6,
	KEY_ABORTED_COMMAND = 0xb,
	KEY_COMPLETED = 0xf, /* the command completed; the sense data have details */
	ASC_NOT_READY = 0x04,
	ASCQ_START_UNIT_REQUIRED = 0x02, /* with ASC 04h: the disk is stopped */
	/* with ASC 04h: the disk waits for NOTIFY (ENABLE SPINUP) of its port */
	ASCQ_NOTIFY_REQUIRED = 0x11,
	ASCQ_ATA_INFORMATION = 0x1d, /* with ASC 00h: ATA pass-through information available */
	ASC_INVALID_OPCODE = 0x20,
	ASC_INVALID_FIELD = 0x24,
	ASC_LOW_POWER = 0x5e
};

/* All 0 if `bytes` is too small, or the response code is none of 70h to 73h. */
struct sense_code sense_code(const uint8_t *sense, size_t bytes);

/* True for an error, perhaps deferred: not NO SENSE, RECOVERED ERROR or COMPLETED. */
bool sense_is_error(const uint8_t *sense, size_t bytes);

/*
 * Fill the registers of `res` from sense data (SAT-4 12.2.2.7, 12.2.2.8). False, with res->valid
 * false, if the sense data have no plausible registers that fit the sense code, or belong to an
 * earlier command (71h, 73h).
 */
bool sense_decode(const uint8_t *sense, size_t bytes, struct ata_result *res);

/* True if the device rejected the operation code, and returned no registers. */
bool sense_opcode_unknown(const struct ata_result *res);

/* True if the sense data of `res` are in the fixed form (70h, 71h). */
bool sense_is_fixed(const struct ata_result *res);

#endif
