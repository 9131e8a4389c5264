// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of SCSI commands: the only place that knows their operation codes. */
#include "scsi.h"

enum { ACTION_MASK = 0x1f };

/*
 * A disk that has to spin up answers after half a minute. WRITE BUFFER and the start of a SANITIZE
 * or a format may take minutes.
 */
enum { QUICK_S = 15, FIRMWARE_S = 300, SANITIZE_S = 300 };

enum {
	SAVE_PARAMETERS = 0x01, /* SP of LOG SENSE */
	WR_UNCOR = 0x40		/* of WRITE LONG */
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
