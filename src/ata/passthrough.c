// SPDX-License-Identifier: GPL-2.0-or-later
/* The CDB forms that carry ATA commands, and the USB bridges that need a vendor's own form. */
#include "passthrough.h"

enum {
	OP_ATA_PASS_THROUGH_16 = 0x85, /* SAT-4 12.2.2.3 */
	OP_ATA_PASS_THROUGH_12 = 0xa1, /* SAT-4 12.2.2.2 */
	OP_JMICRON = 0xdf,	       /* JM20329, JM2033x */
	OP_SUNPLUS = 0xf8,	       /* SPIF215, SPIF225 */
	OP_CYPRESS = 0x24	       /* CY7C68300 "ATACB" */
};

/* ATA PASS-THROUGH */
enum {
	/* byte 1, bits 4:1 */
	PROTOCOL_NON_DATA = 3,
	PROTOCOL_PIO_IN = 4,
	PROTOCOL_PIO_OUT = 5,
	PROTOCOL_DMA = 6,
	EXTEND = 0x01,
	/* byte 2 */
	CK_COND = 0x20,
	T_DIR_IN = 0x08,
	T_TYPE = 0x10,	      /* blocks are logical sectors, not 512 bytes */
	BYT_BLOK = 0x04,      /* the length counts blocks */
	T_LENGTH_COUNT = 0x02 /* the length is in the COUNT field */
};

static const uint8_t protocol_code[] = {
	[ATA_NON_DATA] = PROTOCOL_NON_DATA, [ATA_PIO_IN] = PROTOCOL_PIO_IN,
	[ATA_PIO_OUT] = PROTOCOL_PIO_OUT,   [ATA_DMA_IN] = PROTOCOL_DMA,
	[ATA_DMA_OUT] = PROTOCOL_DMA,
};

static uint8_t transfer_byte(const struct ata_cmd *cmd)
{
	uint8_t byte = cmd->want || cmd->ask ? CK_COND : 0;

	if (cmd->bytes == 0)
		return byte;
	byte |= BYT_BLOK | T_LENGTH_COUNT;
	if (cmd->logical_blocks)
		byte |= T_TYPE;
	if (ata_reads_data(cmd))
		byte |= T_DIR_IN;
	return byte;
}

static void describe_sat(const struct ata_cmd *cmd, uint8_t *cdb)
{
	cdb[1] = (uint8_t)(protocol_code[cmd->protocol] << 1 | (cmd->ext ? EXTEND : 0));
	cdb[2] = transfer_byte(cmd);
}

/* JMicron: byte 1 has the direction, bytes 3 and 4 the length in bytes. */
enum {
	JMICRON_IN = 0x10,
	JMICRON_OUT = 0x00,
	JMICRON_CODE = 11,	   /* position of COMMAND */
	JMICRON_READ_MEMORY = 0xfd /* instead of COMMAND: access to the bridge's memory */
};

static void describe_jmicron(const struct ata_cmd *cmd, uint8_t *cdb)
{
	cdb[1] = ata_writes_data(cmd) ? JMICRON_OUT : JMICRON_IN;
	cdb[3] = (uint8_t)(cmd->bytes >> 8);
	cdb[4] = (uint8_t)cmd->bytes;
}

static enum ata_cdb_kind classify_jmicron(const uint8_t *cdb)
{
	if (cdb[JMICRON_CODE] != JMICRON_READ_MEMORY)
		return ATA_CDB_COMMAND;
	return cdb[1] == JMICRON_IN ? ATA_CDB_BRIDGE : ATA_CDB_OTHER;
}

/* Sunplus: byte 2 has the bridge's subcommand, byte 4 the length in blocks. */
enum { SUNPLUS_READ_REGISTERS = 0x21, SUNPLUS_PASS_THROUGH = 0x22 };

static void describe_sunplus(const struct ata_cmd *cmd, uint8_t *cdb)
{
	cdb[2] = SUNPLUS_PASS_THROUGH;
	if (cmd->bytes)
		cdb[3] = ata_writes_data(cmd) ? 0x11 : 0x10;
	cdb[4] = (uint8_t)(cmd->bytes / 512);
}

static enum ata_cdb_kind classify_sunplus(const uint8_t *cdb)
{
	if (cdb[2] == SUNPLUS_READ_REGISTERS)
		return ATA_CDB_BRIDGE;
	return cdb[2] == SUNPLUS_PASS_THROUGH ? ATA_CDB_COMMAND : ATA_CDB_OTHER;
}

/* Cypress: the signature twice, flags, which registers are written, the length in blocks. */
enum {
	CYPRESS_READ_REGISTERS = 0x01,
	CYPRESS_IDENTIFY_PACKET = 0x80,
	CYPRESS_ALL_BUT_CONTROL = 0xbe
};

static void describe_cypress(const struct ata_cmd *cmd, uint8_t *cdb)
{
	cdb[1] = OP_CYPRESS;
	if (cmd->id == ATA_IDENTIFY_PACKET_DEVICE)
		cdb[2] = CYPRESS_IDENTIFY_PACKET;
	cdb[3] = CYPRESS_ALL_BUT_CONTROL;
	cdb[4] = (uint8_t)(cmd->bytes / 512);
}

static enum ata_cdb_kind classify_cypress(const uint8_t *cdb)
{
	if (cdb[1] != OP_CYPRESS)
		return ATA_CDB_OTHER;
	return cdb[2] == CYPRESS_READ_REGISTERS ? ATA_CDB_BRIDGE : ATA_CDB_COMMAND;
}

enum {
	DEVICE_OBSOLETE = 0xa0, /* bits 7 and 5 of DEVICE, which ATA-4 still required to be set */
	DEVICE_SECOND = 0x10,	/* DEV: the drive at a JMicron's second port */
	MAKERS_DATA_BYTES = 127 * 512
};

/* Positions of the registers in the data that ata_cdb_read_registers() reads. */
struct answer {
	uint8_t bytes, error, count, lba_low, lba_mid, lba_high, device, status;
};

static const struct answer jmicron_answer = { 16, 13, 0, 6, 4, 10, 9, 14 };
static const struct answer usual_answer = { 8, 1, 2, 3, 4, 5, 6, 7 };

static const struct form {
	const char *name;
	uint8_t opcode, length;
	/* position of FEATURE; COUNT, LBA 7:0, 15:8, 23:16, DEVICE and COMMAND follow in order */
	uint8_t first;
	bool wide;     /* each of the first five follows its upper half: 48-bit commands */
	bool of_maker; /* a vendor's own form, older than SAT */
	bool two_ports;
	/* fills the bytes before the registers */
	void (*describe)(const struct ata_cmd *cmd, uint8_t *cdb);
	/* classifies a CDB by these bytes; NULL: it is always a command */
	enum ata_cdb_kind (*classify)(const uint8_t *cdb);
	const struct answer *answer; /* NULL: the registers come as sense data */
} forms[ATA_PATH_COUNT] = {
	[ATA_PATH_SAT16] = {
		.name = "sat16",
		.opcode = OP_ATA_PASS_THROUGH_16,
		.length = 16,
		.first = 4,
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
		.classify = classify_jmicron,
		.answer = &jmicron_answer,
	},
	[ATA_PATH_SUNPLUS] = {
		.name = "sunplus",
		.opcode = OP_SUNPLUS,
		.length = 12,
		.first = 5,
		.of_maker = true,
		.describe = describe_sunplus,
		.classify = classify_sunplus,
		.answer = &usual_answer,
	},
	[ATA_PATH_CYPRESS] = {
		.name = "cypress",
		.opcode = OP_CYPRESS,
		.length = 16,
		.first = 6,
		.of_maker = true,
		.describe = describe_cypress,
		.classify = classify_cypress,
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

/* The order of the registers; the first five are 16 bits wide in a 48-bit command. */
enum { FEATURE, COUNT, LBA_LOW, LBA_MID, LBA_HIGH, DEVICE, COMMAND, WIDE_FIELDS = DEVICE };

/* Index of a register, or of its lower half. */
static unsigned register_place(const struct form *form, unsigned field)
{
	unsigned uppers = field < LBA_HIGH ? field : LBA_HIGH;

	return form->first + field + (form->wide ? uppers : 0);
}

/* LBA register `i`: LBA 7:0 with 31:24 in the upper half, and so on. */
static uint16_t lba_field(uint64_t lba, unsigned i)
{
	return (uint16_t)((lba >> 8 * i & 0xff) | (lba >> (24 + 8 * i) & 0xff) << 8);
}

static void put_registers(const struct form *form, const struct ata_cmd *cmd, uint8_t *cdb)
{
	const uint16_t fields[WIDE_FIELDS] = {
		[FEATURE] = cmd->feature,
		[COUNT] = cmd->count,
		[LBA_LOW] = lba_field(cmd->lba, 0),
		[LBA_MID] = lba_field(cmd->lba, 1),
		[LBA_HIGH] = lba_field(cmd->lba, 2),
	};

	for (unsigned i = 0; i < WIDE_FIELDS; i++) {
		cdb[register_place(form, i)] = (uint8_t)fields[i];
		if (form->wide && cmd->ext)
			cdb[register_place(form, i) - 1] = (uint8_t)(fields[i] >> 8);
	}
	cdb[register_place(form, DEVICE)] = ata_device_field(cmd);
	cdb[register_place(form, COMMAND)] = cmd->command;
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
	put_registers(form, cmd, cdb.byte);
	if (form->of_maker)
		cdb.byte[register_place(form, DEVICE)] |= DEVICE_OBSOLETE;
	if (second)
		cdb.byte[register_place(form, DEVICE)] |= DEVICE_SECOND;
	return cdb;
}

/* The reverse of put_registers(). */
static void get_registers(const struct form *form, const uint8_t *cdb, struct ata_registers *regs)
{
	bool ext = form->wide && (cdb[1] & EXTEND);
	uint16_t fields[WIDE_FIELDS];

	for (unsigned i = 0; i < WIDE_FIELDS; i++) {
		fields[i] = cdb[register_place(form, i)];
		if (ext)
			fields[i] |= (uint16_t)(cdb[register_place(form, i) - 1] << 8);
	}
	*regs = (struct ata_registers){
		.command = cdb[register_place(form, COMMAND)],
		.ext = ext,
		.feature = fields[FEATURE],
		.count = fields[COUNT],
		.device = cdb[register_place(form, DEVICE)],
	};
	for (unsigned i = 0; i < 3; i++) {
		regs->lba |= (uint64_t)(fields[LBA_LOW + i] & 0xff) << 8 * i;
		regs->lba |= (uint64_t)(fields[LBA_LOW + i] >> 8) << (24 + 8 * i);
	}
	if (!ext)
		regs->lba |= (uint64_t)(regs->device & 0x0f) << 24;
}

enum ata_cdb_kind ata_cdb_decode(const uint8_t *cdb, size_t length, struct ata_registers *regs)
{
	for (unsigned path = ATA_PATH_ANY + 1; path < ATA_PATH_COUNT; path++) {
		const struct form *form = &forms[path];
		enum ata_cdb_kind kind;

		if (length != form->length || cdb[0] != form->opcode)
			continue;
		kind = form->classify ? form->classify(cdb) : ATA_CDB_COMMAND;
		if (kind == ATA_CDB_COMMAND)
			get_registers(form, cdb, regs);
		return kind;
	}
	return ATA_CDB_OTHER;
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

/* 9.65 and other programs read this byte first. */
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
		cdb.byte[1] = OP_CYPRESS;
	cdb.byte[2] = path == ATA_PATH_CYPRESS ? CYPRESS_READ_REGISTERS : SUNPLUS_READ_REGISTERS;
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
