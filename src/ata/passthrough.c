// SPDX-License-Identifier: GPL-2.0-or-later
/* ATA commands in CDBs; registers and codes in sense data; known USB bridges. */
#include "passthrough.h"

#include <stddef.h>

enum {
	OP_ATA_PASS_THROUGH_16 = 0x85, /* SAT-4 12.2.2.3 */
	OP_ATA_PASS_THROUGH_12 = 0xa1, /* SAT-4 12.2.2.2 */
	OP_JMICRON = 0xdf,	       /* JM20329, JM2033x */
	OP_SUNPLUS = 0xf8,	       /* SPIF215, SPIF225 */
	OP_CYPRESS = 0x24	       /* CY7C68300 "ATACB" */
};

/* ATA PASS-THROUGH: PROTOCOL (bits 4:1 of byte 1), bit 0 of byte 1, bits of byte 2. */
enum {
	PROTOCOL_NON_DATA = 3,
	PROTOCOL_PIO_IN = 4,
	PROTOCOL_PIO_OUT = 5,
	PROTOCOL_DMA = 6,
	EXTEND = 0x01,
	CK_COND = 0x20,
	T_DIR_IN = 0x08,
	T_TYPE = 0x10,		  /* the block size is that of a logical sector, not 512 bytes */
	BYT_BLOK = 0x04,	  /* the transfer length is in blocks */
	T_LENGTH_COUNT = 0x02,	  /* the transfer length is in the COUNT field */
	T_LENGTH_TRANSPORT = 0x03 /* the transfer length is that of the transport's data */
};

static const uint8_t protocol_code[] = {
	[ATA_NON_DATA] = PROTOCOL_NON_DATA, [ATA_PIO_IN] = PROTOCOL_PIO_IN,
	[ATA_PIO_OUT] = PROTOCOL_PIO_OUT,   [ATA_DMA_IN] = PROTOCOL_DMA,
	[ATA_DMA_OUT] = PROTOCOL_DMA,
};

/*
 * False if a SAT layer would move other data than these by COUNT: DOWNLOAD MICROCODE has the upper
 * half of its blocks in LBA 7:0, and WRITE LONG has ECC bytes behind its sector.
 */
static bool count_is_length(const struct ata_cmd *cmd)
{
	return cmd->bytes == (cmd->ext ? cmd->count : cmd->count & 0xffu) * (size_t)512;
}

static void describe_sat(const struct ata_cmd *cmd, uint8_t *cdb)
{
	cdb[1] = (uint8_t)(protocol_code[cmd->protocol] << 1 | (cmd->ext ? EXTEND : 0));
	if (cmd->want || cmd->ask)
		cdb[2] |= CK_COND;
	if (!cmd->bytes)
		return;
	if (ata_reads_data(cmd))
		cdb[2] |= T_DIR_IN;
	if (cmd->logical_blocks)
		cdb[2] |= BYT_BLOK | T_LENGTH_COUNT | T_TYPE;
	else if (count_is_length(cmd))
		cdb[2] |= BYT_BLOK | T_LENGTH_COUNT;
	else
		cdb[2] |= T_LENGTH_TRANSPORT;
}

/* JMicron's CDB: byte 1 has the direction, bytes 3 and 4 have the length in bytes. */
enum {
	JMICRON_IN = 0x10,
	JMICRON_OUT = 0x00,
	JMICRON_CODE = 11,	   /* position of COMMAND in the CDB */
	JMICRON_READ_MEMORY = 0xfd /* code in place of COMMAND: access to the bridge's memory */
};

static void describe_jmicron(const struct ata_cmd *cmd, uint8_t *cdb)
{
	cdb[1] = ata_writes_data(cmd) ? JMICRON_OUT : JMICRON_IN;
	cdb[3] = (uint8_t)(cmd->bytes >> 8);
	cdb[4] = (uint8_t)cmd->bytes;
}

/* Sunplus's CDB: byte 2 has the bridge's subcommand, byte 4 has the length in blocks. */
enum { SUNPLUS_READ_REGISTERS = 0x21, SUNPLUS_PASS_THROUGH = 0x22 };

static void describe_sunplus(const struct ata_cmd *cmd, uint8_t *cdb)
{
	cdb[2] = SUNPLUS_PASS_THROUGH;
	if (cmd->bytes)
		cdb[3] = ata_writes_data(cmd) ? 0x11 : 0x10;
	cdb[4] = (uint8_t)(cmd->bytes / 512);
}

/*
 * Cypress's CDB (CY7C68300 data sheet, ATACB): the signature twice, flags, a bit for each register
 * to write or read, sectors of a block (SET MULTIPLE MODE). Unselected registers are not written,
 * and are read as 0.
 */
enum {
	CYPRESS_READ_REGISTERS = 0x01,
	CYPRESS_IDENTIFY = 0x80,	/* for IDENTIFY DEVICE and IDENTIFY PACKET DEVICE */
	CYPRESS_ALL_BUT_CONTROL = 0xfe, /* bits 7:1: COMMAND, DEVICE, LBA, COUNT, FEATURE */
	CYPRESS_BLOCK = 1
};

static void select_cypress(uint8_t *cdb, uint8_t flags)
{
	cdb[1] = OP_CYPRESS;
	cdb[2] = flags;
	cdb[3] = CYPRESS_ALL_BUT_CONTROL;
	cdb[4] = CYPRESS_BLOCK;
}

static void describe_cypress(const struct ata_cmd *cmd, uint8_t *cdb)
{
	select_cypress(cdb, ata_identifies(cmd) ? CYPRESS_IDENTIFY : 0);
}

enum {
	/* bits 7 and 5 of DEVICE, which old standards require to be 1 */
	DEVICE_OBSOLETE = 0xa0,
	/* DEV bit of DEVICE: selects the drive at the second port of a JMicron bridge */
	DEVICE_SECOND = 0x10,
	MAKERS_DATA_BYTES = 127 * 512
};

/* Size of the data for ata_registers_decode(), and positions of registers in the data. */
struct answer {
	uint8_t bytes, error, count, lba_low, lba_mid, lba_high, device, status;
};

static const struct answer jmicron_answer = { 16, 13, 0, 6, 4, 10, 9, 14 };
static const struct answer usual_answer = { 8, 1, 2, 3, 4, 5, 6, 7 };

static const struct form {
	const char *name;
	uint8_t opcode, length;
	/* position of FEATURE; COUNT, LBA 7:0, 15:8 and 23:16, DEVICE and COMMAND follow */
	uint8_t first;
	/* each of the first five registers has two bytes, the upper half first */
	bool wide;
	bool of_maker;
	bool two_ports;
	void (*describe)(const struct ata_cmd *cmd, uint8_t *cdb);
	/* NULL: registers are returned in sense data */
	const struct answer *answer;
} forms[ATA_PATH_COUNT] = {
	[ATA_PATH_SAT16] = {
		.name = "sat16",
		.opcode = OP_ATA_PASS_THROUGH_16,
		.length = 16,
		.first = 3,
		.wide = true,
		.describe = describe_sat,
	},
	[ATA_PATH_SAT12] = {
		.name = "sat12",
		.opcode = OP_ATA_PASS_THROUGH_12,
		.length = 12,
		.first = 3,
		.describe = describe_sat,
	},
	[ATA_PATH_JMICRON] = {
		.name = "jmicron",
		.opcode = OP_JMICRON,
		.length = 12,
		.first = 5,
		.of_maker = true,
		.two_ports = true,
		.describe = describe_jmicron,
		.answer = &jmicron_answer,
	},
	[ATA_PATH_SUNPLUS] = {
		.name = "sunplus",
		.opcode = OP_SUNPLUS,
		.length = 12,
		.first = 5,
		.of_maker = true,
		.describe = describe_sunplus,
		.answer = &usual_answer,
	},
	[ATA_PATH_CYPRESS] = {
		.name = "cypress",
		.opcode = OP_CYPRESS,
		.length = 16,
		.first = 6,
		.of_maker = true,
		.describe = describe_cypress,
		.answer = &usual_answer,
	},
};

const char *ata_path_name(enum ata_path path)
{
	return forms[path].name;
}

bool ata_path_foreign_to_packets(enum ata_path path)
{
	return path != ATA_PATH_ANY && path != ATA_PATH_SAT16;
}

bool ata_path_two_ports(enum ata_path path)
{
	return forms[path].two_ports;
}

size_t ata_path_register_bytes(enum ata_path path)
{
	return forms[path].answer ? forms[path].answer->bytes : 0;
}

bool ata_path_carries(enum ata_path path, const struct ata_cmd *cmd)
{
	const struct form *form = &forms[path];

	if (form->wide)
		return true;
	if (cmd->ext || cmd->feature > 0xff || cmd->count > 0xff)
		return false;
	return !form->of_maker || cmd->bytes <= MAKERS_DATA_BYTES;
}

/* FEATURE, COUNT, LBA 7:0, LBA 15:8 and LBA 23:16, with their upper halves */
enum { WIDE_FIELDS = 5 };

static void put_registers(const struct form *form, const struct ata_cmd *cmd, bool second,
			  uint8_t *at)
{
	const uint64_t lba = cmd->lba;
	const uint64_t lower[WIDE_FIELDS] = { cmd->feature, cmd->count, lba, lba >> 8, lba >> 16 };
	const uint64_t upper[WIDE_FIELDS] = { cmd->feature >> 8, cmd->count >> 8, lba >> 24,
					      lba >> 32, lba >> 40 };

	for (unsigned i = 0; i < WIDE_FIELDS; i++) {
		if (form->wide)
			*at++ = cmd->ext ? (uint8_t)upper[i] : 0;
		*at++ = (uint8_t)lower[i];
	}
	*at++ = ata_device_field(cmd) | (form->of_maker ? DEVICE_OBSOLETE : 0) |
		(second ? DEVICE_SECOND : 0);
	*at = cmd->command;
}

static struct ata_cdb opcode_only(enum ata_path path)
{
	return (struct ata_cdb){ .length = forms[path].length, .byte = { forms[path].opcode } };
}

struct ata_cdb ata_cdb_encode(enum ata_path path, const struct ata_cmd *cmd, bool second)
{
	const struct form *form = &forms[path];
	struct ata_cdb cdb = opcode_only(path);

	form->describe(cmd, cdb.byte);
	put_registers(form, cmd, second, cdb.byte + form->first);
	return cdb;
}

static struct ata_cdb jmicron_read_memory(uint16_t address, uint8_t bytes)
{
	struct ata_cdb cdb = opcode_only(ATA_PATH_JMICRON);

	cdb.byte[1] = JMICRON_IN;
	cdb.byte[4] = bytes;
	cdb.byte[6] = (uint8_t)(address >> 8);
	cdb.byte[7] = (uint8_t)address;
	cdb.byte[JMICRON_CODE] = JMICRON_READ_MEMORY;
	return cdb;
}

/* Address 720Fh of a JMicron bridge's memory has the byte with the bits ATA_PORT_*. */
struct ata_cdb ata_cdb_read_ports(void)
{
	return jmicron_read_memory(0x720f, 1);
}

struct ata_cdb ata_cdb_read_registers(enum ata_path path, bool second)
{
	struct ata_cdb cdb = opcode_only(path);

	if (path == ATA_PATH_JMICRON)
		return jmicron_read_memory(second ? 0x9000 : 0x8000, forms[path].answer->bytes);
	if (path == ATA_PATH_CYPRESS)
		select_cypress(cdb.byte, CYPRESS_READ_REGISTERS);
	else
		cdb.byte[2] = SUNPLUS_READ_REGISTERS;
	return cdb;
}

void ata_registers_decode(enum ata_path path, const uint8_t *data, struct ata_result *res)
{
	const struct answer *at = forms[path].answer;

	res->error = data[at->error];
	res->status = data[at->status];
	res->device = data[at->device];
	res->count = data[at->count];
	res->lba = data[at->lba_low] | (uint64_t)data[at->lba_mid] << 8 |
		   (uint64_t)data[at->lba_high] << 16 | (uint64_t)(res->device & 0x0f) << 24;
	res->valid = ata_status_plausible(res->status);
}

/* --- Sense data: sense codes (SPC-5), and the ATA registers in sense data (SAT-4) --- */

enum {
	RESPONSE_FIXED = 0x70,
	RESPONSE_DESCRIPTOR = 0x72,
	/* bit 0 of the response code: an earlier command failed */
	DEFERRED = 1,
	VALID = 0x80, /* in fixed-format sense data: the INFORMATION field is valid */
	DESCRIPTOR_ATA_STATUS = 0x09,
	DESCRIPTOR_ATA_STATUS_LENGTH = 0x0c,
	/* bits of COMMAND-SPECIFIC byte 0 in fixed format (SAT-4 12.2.2.8) */
	FIXED_EXTEND = 0x80,
	FIXED_COUNT_UPPER_NONZERO = 0x40,
	FIXED_LBA_UPPER_NONZERO = 0x20
};

static bool fixed_form(uint8_t response)
{
	return response == RESPONSE_FIXED || response == RESPONSE_FIXED + DEFERRED;
}

bool sense_is_fixed(const struct ata_result *res)
{
	return res->sense_bytes && fixed_form(res->sense[0] & 0x7f);
}

struct sense_code sense_code(const uint8_t *sense, size_t bytes)
{
	uint8_t response = bytes ? sense[0] & 0x7f : 0;
	bool deferred = response & DEFERRED;

	if (fixed_form(response) && bytes >= 14)
		return (struct sense_code){ !deferred, sense[2] & 0x0f, sense[12], sense[13],
					    deferred };
	if ((response == RESPONSE_DESCRIPTOR || response == RESPONSE_DESCRIPTOR + DEFERRED) &&
	    bytes >= 8)
		return (struct sense_code){ !deferred, sense[1] & 0x0f, sense[2], sense[3],
					    deferred };
	return (struct sense_code){ false, 0, 0, 0, false };
}

bool sense_opcode_unknown(const struct ata_result *res)
{
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	return !res->valid && !res->unannounced && code.present &&
	       code.key == KEY_ILLEGAL_REQUEST && code.asc == ASC_INVALID_OPCODE;
}

bool ata_medium_failed(const struct ata_result *res)
{
	struct sense_code code;

	if (res->valid)
		return (res->status & (ST_ERR | ST_DF)) == ST_ERR &&
		       (res->error & (ER_UNC | ER_IDNF));
	code = sense_code(res->sense, res->sense_bytes);
	return !res->unannounced && code.present && code.key == KEY_MEDIUM_ERROR;
}

static bool key_is_error(uint8_t key)
{
	return key > KEY_RECOVERED_ERROR && key != KEY_COMPLETED;
}

bool sense_is_error(const uint8_t *sense, size_t bytes)
{
	struct sense_code code = sense_code(sense, bytes);

	return (code.present || code.deferred) && key_is_error(code.key);
}

static void decode_descriptor(const uint8_t *d, struct ata_result *res)
{
	bool extend = d[2] & 1;

	res->error = d[3];
	res->count = d[5];
	res->lba = d[7] | (uint64_t)d[9] << 8 | (uint64_t)d[11] << 16;
	res->device = d[12];
	res->status = d[13];
	res->lba_cut = !extend;
	res->count_cut = !extend;
	if (extend) {
		res->count |= (uint16_t)(d[4] << 8);
		res->lba |= (uint64_t)d[6] << 24 | (uint64_t)d[8] << 32 | (uint64_t)d[10] << 40;
	} else {
		res->lba |= (uint64_t)(res->device & 0x0f) << 24;
	}
}

/* After a timeout, libata may send an error key with registers that have a good status. */
static bool status_fits(uint8_t status, struct sense_code code)
{
	bool failed = ata_status_failed(status);

	if (!ata_status_plausible(status))
		return false;
	if (key_is_error(code.key))
		return failed;
	return !failed || (code.asc == 0 && code.ascq == ASCQ_ATA_INFORMATION);
}

static bool ata_decode_descriptors(const uint8_t *sense, size_t bytes, struct ata_result *res)
{
	size_t end = 8 + (size_t)sense[7];

	if (end > bytes)
		end = bytes;
	for (size_t at = 8; at + 2 <= end; at += 2 + (size_t)sense[at + 1]) {
		if (sense[at] != DESCRIPTOR_ATA_STATUS ||
		    sense[at + 1] != DESCRIPTOR_ATA_STATUS_LENGTH || at + 14 > end)
			continue;
		if (!status_fits(sense[at + 13], sense_code(sense, bytes)))
			return false;
		decode_descriptor(sense + at, res);
		return true;
	}
	return false;
}

static void decode_registers(const uint8_t *information, const uint8_t *specific,
			     struct ata_result *res)
{
	res->error = information[0];
	res->status = information[1];
	res->device = information[2];
	res->count = information[3];
	res->lba = specific[1] | (uint64_t)specific[2] << 8 | (uint64_t)specific[3] << 16;
	/* an upper half is known to be 0 only if EXTEND is set and its NONZERO bit is clear */
	res->lba_cut = (specific[0] & (FIXED_EXTEND | FIXED_LBA_UPPER_NONZERO)) != FIXED_EXTEND;
	res->halves = true;
	res->count_cut = (specific[0] & (FIXED_EXTEND | FIXED_COUNT_UPPER_NONZERO)) != FIXED_EXTEND;
	if (!(specific[0] & FIXED_EXTEND))
		res->lba |= (uint64_t)(res->device & 0x0f) << 24;
}

/* After an invalid operation code or field, the CDB was not translated to an ATA command. */
static bool may_hold_registers(struct sense_code code)
{
	if (key_is_error(code.key))
		return code.key != KEY_ILLEGAL_REQUEST ||
		       (code.asc != ASC_INVALID_OPCODE && code.asc != ASC_INVALID_FIELD);
	return code.asc == 0 && (code.ascq == 0 || code.ascq == ASCQ_ATA_INFORMATION);
}

static bool ata_decode_fixed(const uint8_t *sense, size_t bytes, struct ata_result *res)
{
	struct sense_code code = sense_code(sense, bytes);
	bool tells = code.asc == 0 && code.ascq == ASCQ_ATA_INFORMATION, any;

	if (bytes < 18 || !may_hold_registers(code))
		return false;
	any = sense[3] | sense[4] | sense[5] | sense[6];
	/* Some bridges leave VALID clear although they return registers. */
	if ((sense[0] & VALID) || (any && tells)) {
		if (!status_fits(sense[4], code))
			return false;
		decode_registers(sense + 3, sense + 8, res);
		return true;
	}
	/* libata before Linux 6.11 may leave VALID clear, with registers in bytes 8-11, 16-19 */
	if (any || bytes < 20 || !status_fits(sense[9], code))
		return false;
	decode_registers(sense + 8, sense + 16, res);
	return true;
}

bool sense_decode(const uint8_t *sense, size_t bytes, struct ata_result *res)
{
	uint8_t response = bytes ? sense[0] & 0x7f : 0;

	res->valid = false;
	if (response == RESPONSE_FIXED)
		res->valid = ata_decode_fixed(sense, bytes, res);
	else if (response == RESPONSE_DESCRIPTOR && bytes >= 8)
		res->valid = ata_decode_descriptors(sense, bytes, res);
	return res->valid;
}

/* --- USB bridges by their IDs --- */

enum { ANY_FIRST = 0x0000, ANY_LAST = 0xffff };

static const struct {
	uint16_t vendor, product;
	uint16_t last; /* the newest bcdDevice with this form; newer versions take SAT */
	enum ata_path path;
	/* maximum bytes of one UNMAP if the bridge reports too large a limit; else 0 */
	uint32_t most_unmap;
} bridges[] = {
	{ 0x152d, 0x2329, ANY_LAST, ATA_PATH_JMICRON, 0 }, /* JM20329 */
	{ 0x152d, 0x2336, ANY_LAST, ATA_PATH_JMICRON, 0 }, /* JM20336 */
	{ 0x152d, 0x2338, ANY_LAST, ATA_PATH_JMICRON, 0 }, /* JM20337, JM20338 */
	{ 0x152d, 0x2339, ANY_LAST, ATA_PATH_JMICRON, 0 }, /* JM20339 */
	{ 0x152d, 0x2352, ANY_LAST, ATA_PATH_JMICRON, 0 }, /* JM20352 */
	{ 0x0c0b, 0xb157, ANY_LAST, ATA_PATH_JMICRON,
	  0 }, /* bridge of ioSafe, with a JMicron chip */
	{ 0x04fc, 0x0c05, ANY_LAST, ATA_PATH_SUNPLUS, 0 },    /* SPIF215 */
	{ 0x04fc, 0x0c15, ANY_LAST, ATA_PATH_SUNPLUS, 0 },    /* SPIF215A */
	{ 0x04b4, 0x6830, ANY_LAST, ATA_PATH_CYPRESS, 0 },    /* CY7C68300A */
	{ 0x04b4, 0x6831, ANY_LAST, ATA_PATH_CYPRESS, 0 },    /* CY7C68300B, CY7C68300C */
	{ 0x14cd, 0x6116, 0x0160, ATA_PATH_CYPRESS, 0 },      /* Super Top M6116 */
	{ 0x152d, 0x0578, ANY_LAST, ATA_PATH_ANY, 16 << 20 }, /* JMS578 */
	{ 0x152d, ATA_OTHER_PRODUCT, ANY_LAST, ATA_PATH_JMICRON, 0 },
	{ 0x04fc, ATA_OTHER_PRODUCT, ANY_LAST, ATA_PATH_SUNPLUS, 0 },
	{ 0x04b4, ATA_OTHER_PRODUCT, ANY_LAST, ATA_PATH_CYPRESS, 0 },
};

enum ata_path ata_bridge_path(uint16_t vendor, uint16_t product, uint16_t version)
{
	for (size_t i = 0; i < sizeof(bridges) / sizeof(bridges[0]); i++) {
		if (bridges[i].vendor == vendor && bridges[i].product == product &&
		    version <= bridges[i].last)
			return bridges[i].path;
	}
	return ATA_PATH_ANY;
}

uint32_t ata_bridge_most_unmap(uint16_t vendor, uint16_t product)
{
	for (size_t i = 0; i < sizeof(bridges) / sizeof(bridges[0]); i++) {
		if (bridges[i].vendor == vendor && bridges[i].product == product)
			return bridges[i].most_unmap;
	}
	return 0;
}

/*
 * Some adapters for SATA drives also have the ID 152d:0583, with versions 4.14, 32.02 and 91.28.
 * For these adapters, the first CDB of JMicron's tunnel is an ATA hardware reset (SAT-4 12.2.2.2).
 */
static const struct {
	uint16_t vendor, product;
	uint16_t first, last; /* range of bcdDevice, inclusive */
	enum nvme_tunnel tunnel;
	bool sata_too; /* false only for a chip that takes NVMe drives alone */
} tunnels[] = {
	{ 0x152d, 0x0583, 0x0200, 0x02ff, NVME_TUNNEL_JMICRON, false },	     /* JMS583 */
	{ 0x152d, 0xa583, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, false }, /* JMS583 */
	{ 0x152d, 0x0581, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* JMS581 */
	{ 0x152d, 0xa581, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* JMS581 */
	{ 0x152d, 0xb581, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* JMS581 */
	{ 0x21c4, 0x0003, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* Lexar ES3 */
	{ 0x21c4, 0xb06a, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* Lexar E6 */
	{ 0x30de, 0x1000, ANY_FIRST, ANY_LAST, NVME_TUNNEL_JMICRON, true },  /* Kioxia Exceria */
	{ 0x0bda, 0x9210, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* RTL9210, 9210B */
	{ 0x0bda, 0x9211, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* RTL9211 */
	{ 0x0bda, 0x9220, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* RTL9220 */
	{ 0x0dd8, 0x9210, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* Netac WH51 */
	{ 0x2eb9, 0x9211, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* Sabrent EC-WPTF */
	{ 0x1de1, 0xe101, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* RTL9210 */
	{ 0x2174, 0x7010, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* Transcend CM10G */
	{ 0x21c4, 0xb083, ANY_FIRST, ANY_LAST, NVME_TUNNEL_REALTEK, true },  /* Lexar E300 */
	{ 0x174c, 0x2362, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* ASM2362 */
	{ 0x174c, 0x2364, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* ASM2364 */
	{ 0x174c, 0x2463, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* ASM2464PD */
	{ 0x04e8, 0x4001, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* Samsung T7 */
	{ 0x04e8, 0x61fb, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* Samsung T7 Shield */
	{ 0x04e8, 0x61fd, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* Samsung T9 */
	{ 0x0781, 0x55ae, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* SanDisk, ASM2362 */
	{ 0x0781, 0x55af, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* SanDisk, ASM2362 */
	{ 0x0781, 0x55bb, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* SanDisk, ASM2362 */
	{ 0x0b05, 0x1932, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* Asus, ASM236x */
	{ 0x0bc2, 0xaa1a, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* Seagate, ASM2364 */
	{ 0x1058, 0x266e, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* WD, ASM236x */
	{ 0x1e91, 0xde79, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, false }, /* OWC, ASM2464PD */
	/* the chip is not known */
	{ 0x0411, 0x039d, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, true }, /* Buffalo SSD-PSTA/N */
	/* flash controllers that answer as NVMe, some also as ATA */
	{ 0x0634, 0x5603, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, true }, /* Crucial X9 Pro */
	{ 0x0634, 0x5607, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, true }, /* Crucial X10 */
	{ 0x13fe, 0x6500, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, true }, /* Phison */
	{ 0x1b1c, 0x1a20, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, true }, /* Corsair EX400U */
	{ 0x32ac, 0x0005, ANY_FIRST, ANY_LAST, NVME_TUNNEL_ASMEDIA, true }, /* Framework card */
};

const char *ata_transport_name(unsigned transport)
{
	static const char *const names[NVME_TUNNEL_COUNT] = {
		[NVME_TUNNEL_JMICRON] = "sntjmicron",
		[NVME_TUNNEL_REALTEK] = "sntrealtek",
		[NVME_TUNNEL_ASMEDIA] = "sntasmedia",
	};

	return transport < ATA_PATH_COUNT ? ata_path_name((enum ata_path)transport)
					  : names[transport - ATA_PATH_COUNT];
}

enum nvme_tunnel ata_bridge_tunnel(uint16_t vendor, uint16_t product, uint16_t version,
				   bool *sata_too)
{
	*sata_too = false;
	for (size_t i = 0; i < sizeof(tunnels) / sizeof(tunnels[0]); i++) {
		if (tunnels[i].vendor != vendor || tunnels[i].product != product ||
		    version < tunnels[i].first || version > tunnels[i].last)
			continue;
		*sata_too = tunnels[i].sata_too;
		return tunnels[i].tunnel;
	}
	return NVME_TUNNEL_NONE;
}
