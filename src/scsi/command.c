// SPDX-License-Identifier: GPL-2.0-or-later
/* SCSI commands: their CDBs, and the table of operations. */
#include "bytes.h"
#include "scsi.h"

#include <string.h>

static struct scsi_cmd scsi_command(enum scsi_operation_id id, void *data, size_t bytes)
{
	const struct scsi_operation *op = &scsi_operation_table[id];

	return (struct scsi_cmd){
		.operation = op,
		.cdb = { op->opcode, (uint8_t)(op->action | op->flags) },
		.data = data,
		.bytes = bytes,
		.timeout_s = op->timeout_s,
	};
}

struct scsi_cmd scsi_test_unit_ready(void)
{
	return scsi_command(SCSI_TEST_UNIT_READY, NULL, 0);
}

struct scsi_cmd scsi_request_sense(void *data, size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_REQUEST_SENSE, data, bytes);

	cmd.cdb[4] = (uint8_t)bytes;
	return cmd;
}

struct scsi_cmd scsi_inquiry(void *data, size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_INQUIRY, data, bytes);

	put_number(cmd.cdb + 3, 2, bytes);
	return cmd;
}

struct scsi_cmd scsi_inquiry_page(enum scsi_vpd page, void *data, size_t bytes)
{
	enum { EVPD = 0x01 };
	struct scsi_cmd cmd = scsi_inquiry(data, bytes);

	cmd.cdb[1] = EVPD;
	cmd.cdb[2] = (uint8_t)page;
	return cmd;
}

struct scsi_cmd scsi_report_operation(enum scsi_operation_id id, void *data, size_t bytes)
{
	enum { ONE = 1, ONE_WITH_ACTION = 2 };
	struct scsi_cmd cmd = scsi_command(SCSI_REPORT_OPERATIONS, data, bytes);

	cmd.cdb[2] = scsi_operation_table[id].has_action ? ONE_WITH_ACTION : ONE;
	cmd.cdb[3] = scsi_operation_table[id].opcode;
	put_number(cmd.cdb + 4, 2, scsi_operation_table[id].action);
	put_number(cmd.cdb + 6, 4, bytes);
	return cmd;
}

/* Return SUPPORT of byte 1: 1 not supported, 3 as the standard, 5 vendor specific; 0: no answer. */
static unsigned support_of(const uint8_t *data, size_t bytes)
{
	enum { SUPPORT_MASK = 7 };

	return bytes >= 2 ? data[1] & SUPPORT_MASK : 0;
}

bool scsi_operation_supported(const uint8_t *data, size_t bytes)
{
	enum { BY_STANDARD = 3, BY_VENDOR = 5 };
	unsigned support = support_of(data, bytes);

	return support == BY_STANDARD || support == BY_VENDOR;
}

bool scsi_operation_missing(const uint8_t *data, size_t bytes)
{
	enum { NOT_SUPPORTED = 1 };

	return support_of(data, bytes) == NOT_SUPPORTED;
}

struct scsi_cmd scsi_start_stop_unit(bool start)
{
	enum { START = 0x01 };
	struct scsi_cmd cmd = scsi_command(SCSI_START_STOP_UNIT, NULL, 0);

	cmd.cdb[4] = start ? START : 0;
	return cmd;
}

/*
 * Byte 3: POWER CONDITION MODIFIER; byte 4: POWER CONDITION 7:4 (SBC-4 table 99). With a power
 * condition the device ignores START.
 */
struct scsi_cmd scsi_go_to(enum ata_epc condition)
{
	enum { IDLE = 0x20, STANDBY = 0x30 };
	static const uint8_t codes[ATA_EPC_COUNT][2] = {
		[ATA_EPC_IDLE_A] = { 0, IDLE },	      [ATA_EPC_IDLE_B] = { 1, IDLE },
		[ATA_EPC_IDLE_C] = { 2, IDLE },	      [ATA_EPC_STANDBY_Y] = { 1, STANDBY },
		[ATA_EPC_STANDBY_Z] = { 0, STANDBY },
	};
	struct scsi_cmd cmd = scsi_command(SCSI_START_STOP_UNIT, NULL, 0);

	cmd.cdb[3] = codes[condition][0];
	cmd.cdb[4] = codes[condition][1];
	return cmd;
}

struct scsi_cmd scsi_log_sense(uint8_t page, void *data, size_t bytes)
{
	enum { CUMULATIVE = 0x40 };
	struct scsi_cmd cmd = scsi_command(SCSI_LOG_SENSE, data, bytes);

	cmd.cdb[2] = CUMULATIVE | page;
	put_number(cmd.cdb + 7, 2, bytes);
	return cmd;
}

enum {
	NO_BLOCK_DESCRIPTORS = 0x08,
	LONG_DESCRIPTOR_ACCEPTED = 0x10,
	PAGE_FORMAT = 0x10,
	SAVE_PAGES = 0x01
};

struct scsi_cmd scsi_mode_sense(uint8_t page, enum scsi_mode_control control, void *data,
				size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_MODE_SENSE, data, bytes);

	cmd.cdb[1] = NO_BLOCK_DESCRIPTORS;
	cmd.cdb[2] = (uint8_t)((unsigned)control << 6 | page);
	put_number(cmd.cdb + 7, 2, bytes);
	return cmd;
}

struct scsi_cmd scsi_mode_sense_blocks(void *data, size_t bytes)
{
	struct scsi_cmd cmd = scsi_mode_sense(SCSI_MODE_CACHING, SCSI_MODE_CURRENT, data, bytes);

	cmd.cdb[1] = LONG_DESCRIPTOR_ACCEPTED;
	return cmd;
}

struct scsi_cmd scsi_mode_select(void *data, size_t bytes, bool save)
{
	struct scsi_cmd cmd = scsi_command(SCSI_MODE_SELECT, data, bytes);

	cmd.cdb[1] = PAGE_FORMAT | (save ? SAVE_PAGES : 0);
	put_number(cmd.cdb + 7, 2, bytes);
	return cmd;
}

struct scsi_cmd scsi_mode_sense_6(uint8_t page, enum scsi_mode_control control, void *data,
				  size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_MODE_SENSE_6, data, bytes);

	cmd.cdb[1] = NO_BLOCK_DESCRIPTORS;
	cmd.cdb[2] = (uint8_t)((unsigned)control << 6 | page);
	cmd.cdb[4] = (uint8_t)bytes;
	return cmd;
}

struct scsi_cmd scsi_mode_select_6(void *data, size_t bytes, bool save)
{
	struct scsi_cmd cmd = scsi_command(SCSI_MODE_SELECT_6, data, bytes);

	cmd.cdb[1] = PAGE_FORMAT | (save ? SAVE_PAGES : 0);
	cmd.cdb[4] = (uint8_t)bytes;
	return cmd;
}

struct scsi_cmd scsi_verify(uint64_t lba, uint32_t sectors)
{
	struct scsi_cmd cmd = scsi_command(SCSI_VERIFY, NULL, 0);

	put_number(cmd.cdb + 2, 8, lba);
	put_number(cmd.cdb + 10, 4, sectors);
	return cmd;
}

struct scsi_cmd scsi_read_capacity(void *data, size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_READ_CAPACITY, data, bytes);

	put_number(cmd.cdb + 10, 4, bytes);
	return cmd;
}

struct scsi_cmd scsi_write_uncorrectable(uint64_t lba)
{
	struct scsi_cmd cmd = scsi_command(SCSI_WRITE_UNCORRECTABLE, NULL, 0);

	put_number(cmd.cdb + 2, 8, lba);
	return cmd;
}

void scsi_sanitize_pattern(uint8_t data[SCSI_PATTERN_BYTES], uint32_t pattern, unsigned passes,
			   bool invert)
{
	enum { INVERT = 0x80, COUNT_MASK = 0x1f, PATTERN_LENGTH = 4 };

	data[0] = (uint8_t)((invert ? INVERT : 0) | (passes & COUNT_MASK));
	data[1] = 0;
	put_number(data + 2, 2, PATTERN_LENGTH);
	put_number(data + 4, PATTERN_LENGTH, pattern);
}

struct scsi_cmd scsi_sanitize(enum scsi_operation_id id, void *data, size_t bytes)
{
	enum { IMMED = 0x80 };
	struct scsi_cmd cmd = scsi_command(id, data, bytes);

	if (id != SCSI_SANITIZE_EXIT_FAILURE)
		cmd.cdb[1] |= IMMED;
	put_number(cmd.cdb + 7, 2, bytes);
	return cmd;
}

/* Only the long header has a place for the exponent (SBC-4 tables 38 and 39). */
size_t scsi_format_list(uint8_t list[SCSI_FORMAT_LIST_BYTES],
			const struct scsi_protection *protection)
{
	enum { SHORT_HEADER = 4, IMMED = 0x02, USAGE_OF_TYPE_3 = 1 };
	bool is_long = protection->type && protection->exponent;

	memset(list, 0, SCSI_FORMAT_LIST_BYTES);
	list[0] = protection->type == 3 ? USAGE_OF_TYPE_3 : 0;
	list[1] = IMMED;
	if (is_long)
		list[3] = (uint8_t)protection->exponent;
	return is_long ? SCSI_FORMAT_LIST_BYTES : SHORT_HEADER;
}

/* FMTPINFO by type: SBC-4 table 37. */
struct scsi_cmd scsi_format_unit(void *list, size_t bytes, const struct scsi_protection *protection)
{
	enum { FMTDATA = 0x10, LONGLIST = 0x20 };
	static const uint8_t fmtpinfo[] = { 0x00, 0x80, 0xc0, 0xc0 };
	struct scsi_cmd cmd = scsi_command(SCSI_FORMAT_UNIT, list, bytes);

	cmd.cdb[1] = fmtpinfo[protection->type] | FMTDATA;
	if (bytes == SCSI_FORMAT_LIST_BYTES)
		cmd.cdb[1] |= LONGLIST;
	return cmd;
}

struct scsi_cmd scsi_write_buffer(enum scsi_firmware_mode mode, uint32_t offset, void *data,
				  size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_WRITE_BUFFER, data, bytes);

	cmd.cdb[1] = (uint8_t)mode;
	put_number(cmd.cdb + 3, 3, offset);
	put_number(cmd.cdb + 6, 3, bytes);
	return cmd;
}

/* The table of SCSI commands: only this table has their operation codes. */

enum { ACTION_MASK = 0x1f };

/*
 * A disk that has to spin up answers after half a minute. WRITE BUFFER and the start of a SANITIZE
 * or a format may take minutes.
 */
enum { QUICK_S = 15, FIRMWARE_S = 300, SANITIZE_S = 300 };

enum {
	SAVE_PARAMETERS = 0x01, /* SP of LOG SENSE */
	WR_UNCOR = 0x40		/* bit of WRITE LONG */
};

/* Clauses of SPC-5 and SBC-4. */
const struct scsi_operation scsi_operation_table[SCSI_OPERATION_COUNT] = {
	/* SPC-5 6.47 */
	[SCSI_TEST_UNIT_READY] = {
		.name = "TEST UNIT READY",
		.opcode = 0x00,
		.length = 6,
		.timeout_s = QUICK_S,
	},
	/* SPC-5 6.39 */
	[SCSI_REQUEST_SENSE] = {
		.name = "REQUEST SENSE",
		.opcode = 0x03,
		.length = 6,
		.timeout_s = QUICK_S,
	},
	/* SBC-4 5.4 */
	[SCSI_FORMAT_UNIT] = {
		.name = "FORMAT UNIT",
		.opcode = 0x04,
		.length = 6,
		.changes = true,
		.sends = true,
		.timeout_s = SANITIZE_S,
	},
	/* SPC-5 6.7 */
	[SCSI_INQUIRY] = {
		.name = "INQUIRY",
		.opcode = 0x12,
		.length = 6,
		.identifies = true,
		.timeout_s = QUICK_S,
	},
	/* SBC-4 5.31 */
	[SCSI_START_STOP_UNIT] = {
		.name = "START STOP UNIT",
		.opcode = 0x1b,
		.length = 6,
		.changes = true,
		.timeout_s = SCSI_SPIN_UP_S,
	},
	/* SPC-5 6.8 */
	[SCSI_LOG_SENSE] = {
		.name = "LOG SENSE",
		.opcode = 0x4d,
		.length = 10,
		.saves = SAVE_PARAMETERS,
		.timeout_s = QUICK_S,
	},
	/* SPC-5 6.10 */
	[SCSI_MODE_SELECT] = {
		.name = "MODE SELECT(10)",
		.opcode = 0x55,
		.length = 10,
		.changes = true,
		.sends = true,
		.timeout_s = QUICK_S,
	},
	/* SPC-5 6.12 */
	[SCSI_MODE_SENSE] = {
		.name = "MODE SENSE(10)",
		.opcode = 0x5a,
		.length = 10,
		.timeout_s = QUICK_S,
	},
	/* SPC-5 6.9 */
	[SCSI_MODE_SELECT_6] = {
		.name = "MODE SELECT(6)",
		.opcode = 0x15,
		.length = 6,
		.changes = true,
		.sends = true,
		.timeout_s = QUICK_S,
	},
	/* SPC-5 6.11 */
	[SCSI_MODE_SENSE_6] = {
		.name = "MODE SENSE(6)",
		.opcode = 0x1a,
		.length = 6,
		.timeout_s = QUICK_S,
	},
	/* SPC-5 6.49 */
	[SCSI_WRITE_BUFFER] = {
		.name = "WRITE BUFFER",
		.opcode = 0x3b,
		.length = 10,
		.changes = true,
		.sends = true,
		.timeout_s = FIRMWARE_S,
	},
	/* SPC-5 6.36: MAINTENANCE IN */
	[SCSI_REPORT_OPERATIONS] = {
		.name = "REPORT SUPPORTED OPERATION CODES",
		.opcode = 0xa3,
		.length = 12,
		.has_action = true,
		.action = 0x0c,
		.timeout_s = QUICK_S,
	},
	/* SBC-4 5.30 */
	[SCSI_SANITIZE_OVERWRITE] = {
		.name = "SANITIZE OVERWRITE",
		.opcode = 0x48,
		.length = 10,
		.has_action = true,
		.action = 0x01,
		.changes = true,
		.sends = true,
		.timeout_s = SANITIZE_S,
	},
	[SCSI_SANITIZE_BLOCK_ERASE] = {
		.name = "SANITIZE BLOCK ERASE",
		.opcode = 0x48,
		.length = 10,
		.has_action = true,
		.action = 0x02,
		.changes = true,
		.timeout_s = SANITIZE_S,
	},
	[SCSI_SANITIZE_CRYPTO_ERASE] = {
		.name = "SANITIZE CRYPTOGRAPHIC ERASE",
		.opcode = 0x48,
		.length = 10,
		.has_action = true,
		.action = 0x03,
		.changes = true,
		.timeout_s = SANITIZE_S,
	},
	[SCSI_SANITIZE_EXIT_FAILURE] = {
		.name = "SANITIZE EXIT FAILURE MODE",
		.opcode = 0x48,
		.length = 10,
		.has_action = true,
		.action = 0x1f,
		.changes = true,
		.timeout_s = SANITIZE_S,
	},
	/* SBC-4 5.36 */
	[SCSI_VERIFY] = {
		.name = "VERIFY(16)",
		.opcode = 0x8f,
		.length = 16,
		.timeout_s = SCSI_SPIN_UP_S,
	},
	/* SBC-4 5.20: SERVICE ACTION IN(16) */
	[SCSI_READ_CAPACITY] = {
		.name = "READ CAPACITY(16)",
		.opcode = 0x9e,
		.length = 16,
		.has_action = true,
		.action = 0x10,
		.timeout_s = QUICK_S,
	},
	/* SBC-4 5.50 */
	[SCSI_WRITE_UNCORRECTABLE] = {
		.name = "WRITE LONG(16)",
		.opcode = 0x9f,
		.length = 16,
		.has_action = true,
		.action = 0x11,
		.flags = WR_UNCOR,
		.changes = true,
		.timeout_s = SCSI_SPIN_UP_S,
	},
};

const struct scsi_operation *scsi_operation(const uint8_t *cdb, size_t length)
{
	for (size_t i = 0; i < SCSI_OPERATION_COUNT; i++) {
		const struct scsi_operation *op = &scsi_operation_table[i];

		if (length == op->length && cdb[0] == op->opcode &&
		    (!op->has_action || (cdb[1] & ACTION_MASK) == op->action))
			return op;
	}
	return NULL;
}

bool scsi_asks(const uint8_t *cdb, size_t length)
{
	const struct scsi_operation *op = scsi_operation(cdb, length);

	return op && !op->changes && !(cdb[1] & op->saves);
}
