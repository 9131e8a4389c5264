// SPDX-License-Identifier: GPL-2.0-or-later
/* SCSI commands and sense data. */
#include "bytes.h"
#include "scsi.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* --- The table of commands, the only place with their operation codes --- */

enum { QUICK_S = 15, FLUSH_S = 1800, FIRMWARE_S = 300, SANITIZE_S = 300 };

enum {
	EVPD = 0x01,	/* of INQUIRY: a VPD page */
	WR_UNCOR = 0x40 /* of WRITE LONG(16): make the sector unreadable */
};

/* Operation codes of SPC-5 and SBC-4. */
const struct scsi_operation scsi_operation_table[SCSI_OPERATION_COUNT] = {
	[SCSI_TEST_UNIT_READY] = {
		.name = "TEST UNIT READY",
		.opcode = 0x00,
		.length = 6,
		.timeout_s = QUICK_S,
	},
	[SCSI_REQUEST_SENSE] = {
		.name = "REQUEST SENSE",
		.opcode = 0x03,
		.length = 6,
		.timeout_s = QUICK_S,
	},
	[SCSI_FORMAT_UNIT] = {
		.name = "FORMAT UNIT",
		.opcode = 0x04,
		.length = 6,
		.changes = true,
		.sends = true,
		.timeout_s = SANITIZE_S,
	},
	[SCSI_INQUIRY] = {
		.name = "INQUIRY",
		.opcode = 0x12,
		.length = 6,
		.identifies = EVPD,
		.timeout_s = QUICK_S,
	},
	[SCSI_START_STOP_UNIT] = {
		.name = "START STOP UNIT",
		.opcode = 0x1b,
		.length = 6,
		.changes = true,
		.timeout_s = SCSI_SPIN_UP_S,
	},
	[SCSI_SYNCHRONIZE_CACHE] = {
		.name = "SYNCHRONIZE CACHE(10)",
		.opcode = 0x35,
		.length = 10,
		.changes = true,
		.timeout_s = FLUSH_S,
	},
	[SCSI_LOG_SENSE] = {
		.name = "LOG SENSE",
		.opcode = 0x4d,
		.length = 10,
		.timeout_s = QUICK_S,
	},
	[SCSI_MODE_SELECT] = {
		.name = "MODE SELECT(10)",
		.opcode = 0x55,
		.length = 10,
		.changes = true,
		.sends = true,
		.timeout_s = QUICK_S,
	},
	[SCSI_MODE_SENSE] = {
		.name = "MODE SENSE(10)",
		.opcode = 0x5a,
		.length = 10,
		.timeout_s = QUICK_S,
	},
	[SCSI_MODE_SELECT_6] = {
		.name = "MODE SELECT(6)",
		.opcode = 0x15,
		.length = 6,
		.changes = true,
		.sends = true,
		.timeout_s = QUICK_S,
	},
	[SCSI_MODE_SENSE_6] = {
		.name = "MODE SENSE(6)",
		.opcode = 0x1a,
		.length = 6,
		.timeout_s = QUICK_S,
	},
	[SCSI_WRITE_BUFFER] = {
		.name = "WRITE BUFFER",
		.opcode = 0x3b,
		.length = 10,
		.changes = true,
		.sends = true,
		.timeout_s = FIRMWARE_S,
	},
	[SCSI_REPORT_OPERATIONS] = {
		.name = "REPORT SUPPORTED OPERATION CODES",
		.opcode = 0xa3,
		.length = 12,
		.has_action = true,
		.action = 0x0c,
		.timeout_s = QUICK_S,
	},
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
	[SCSI_READ] = {
		.name = "READ(10)",
		.opcode = 0x28,
		.length = 10,
		.timeout_s = SCSI_SPIN_UP_S,
	},
	[SCSI_VERIFY] = {
		.name = "VERIFY(16)",
		.opcode = 0x8f,
		.length = 16,
		.timeout_s = SCSI_SPIN_UP_S,
	},
	[SCSI_READ_CAPACITY] = {
		.name = "READ CAPACITY(16)",
		.opcode = 0x9e,
		.length = 16,
		.has_action = true,
		.action = 0x10,
		.timeout_s = QUICK_S,
	},
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

bool scsi_identifies(const struct scsi_cmd *cmd)
{
	return cmd->cdb[1] & cmd->operation->identifies;
}

/* --- CDBs --- */

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

struct scsi_cmd scsi_synchronize_cache(void)
{
	return scsi_command(SCSI_SYNCHRONIZE_CACHE, NULL, 0);
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

/* Bytes 3 and 4 of the CDB have POWER CONDITION MODIFIER and POWER CONDITION (SBC-4 5.31). */
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

struct scsi_cmd scsi_read_first(void *data, size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_READ, data, bytes);

	put_number(cmd.cdb + 7, 2, 1);
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

size_t scsi_format_list(uint8_t list[SCSI_FORMAT_LIST_BYTES],
			const struct scsi_protection *protection)
{
	enum { SHORT_HEADER = 4, IMMED = 0x02, USAGE_OF_TYPE_3 = 1 };
	/* only the long header has the protection interval exponent (SBC-4 5.4.2.2) */
	bool is_long = protection->type && protection->exponent;

	memset(list, 0, SCSI_FORMAT_LIST_BYTES);
	list[0] = protection->type == 3 ? USAGE_OF_TYPE_3 : 0;
	list[1] = IMMED;
	if (is_long)
		list[3] = (uint8_t)protection->exponent;
	return is_long ? SCSI_FORMAT_LIST_BYTES : SHORT_HEADER;
}

struct scsi_cmd scsi_format_unit(void *list, size_t bytes, const struct scsi_protection *protection)
{
	enum { FMTDATA = 0x10, LONGLIST = 0x20 };
	/* FMTPINFO of each protection type (SBC-4 5.4.2.2) */
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

/* --- Sense data; src/ata/passthrough.c decodes sense keys and additional sense codes --- */

enum {
	FIXED = 0x70,
	/* VALID bit of INFORMATION: in byte 0, or in byte 2 of the information descriptor */
	VALID = 0x80,
	SKSV = 0x80, /* the sense key specific bytes are valid */
	DESCRIPTOR_INFORMATION = 0x00,
	DESCRIPTOR_KEY_SPECIFIC = 0x02
};

static void decode_progress(const uint8_t *specific, struct scsi_sense *out)
{
	/* PROGRESS INDICATION is valid only with NO SENSE or NOT READY (SPC-5 4.4.2.4) */
	if ((out->code.key != KEY_NO_SENSE && out->code.key != KEY_NOT_READY) ||
	    !(specific[0] & SKSV))
		return;
	out->has_progress = true;
	out->progress = (uint16_t)get_number(specific + 1, 2);
}

struct scsi_sense scsi_sense_decode(const uint8_t *sense, size_t bytes)
{
	enum { INFORMATION = 3, KEY_SPECIFIC = 15, FIXED_LEAST = 18 };
	struct scsi_sense out = { .code = sense_code(sense, bytes) };
	size_t end;

	if (!out.code.present)
		return out;
	if ((sense[0] & 0x7f) == FIXED) {
		out.has_information = sense[0] & VALID;
		if (out.has_information)
			out.information = get_number(sense + INFORMATION, 4);
		if (bytes >= FIXED_LEAST)
			decode_progress(sense + KEY_SPECIFIC, &out);
		return out;
	}
	end = 8 + (size_t)sense[7];
	if (end > bytes)
		end = bytes;
	for (size_t at = 8; at + 2 <= end; at += 2 + (size_t)sense[at + 1]) {
		uint8_t type = sense[at], length = sense[at + 1];

		if (type == DESCRIPTOR_INFORMATION && length >= 10 && at + 12 <= end) {
			out.has_information = sense[at + 2] & VALID;
			out.information = out.has_information ? get_number(sense + at + 4, 8) : 0;
		} else if (type == DESCRIPTOR_KEY_SPECIFIC && length >= 6 && at + 8 <= end) {
			decode_progress(sense + at + 4, &out);
		}
	}
	return out;
}

enum {
	KEY_HARDWARE_ERROR = 0x4,
	KEY_DATA_PROTECT = 0x7,
	ASC_CONDITIONS_CHANGED = 0x3f,
	ASCQ_MICROCODE_CHANGED = 0x01,
	ASC_INVALID_DATA = 0x26,
	ASC_FORMAT_FAILED = 0x31,
	ASCQ_BECOMING_READY = 0x01,
	ASCQ_FORMAT_RUNNING = 0x04,
	ASCQ_STARTING = 0x1a, /* a START STOP UNIT is in progress */
	ASCQ_SANITIZE_RUNNING = 0x1b,
	ASCQ_FORMAT_CORRUPTED = 0x00,
	ASCQ_FORMAT_COMMAND_FAILED = 0x01,
	ASCQ_SANITIZE_FAILED = 0x03,
	ASC_ACCESS_DENIED = 0x20,
	ASCQ_NO_RIGHTS = 0x02, /* as a locked self-encrypting disk answers */
	ASC_SECURITY = 0x74,
	ASCQ_NOT_AUTHORIZED = 0x71, /* as the previous one */
	ANY = -1
};

static const char encrypted[] =
	"the device is locked by its encryption: unlock it, or revert it with its PSID";

/* Meanings of sense codes (SPC-5 4.4 and annex F). The first element that matches is used. */
static const struct {
	uint8_t key;
	int asc, ascq;
	int err;
	const char *text;
} meanings[] = {
	{ KEY_NO_SENSE, ANY, ANY, 0, "no error" },
	{ KEY_RECOVERED_ERROR, ANY, ANY, 0, "done, after the device corrected an error" },
	{ KEY_COMPLETED, ANY, ANY, 0, "done" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_BECOMING_READY, EIO, "the disk becomes ready" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_STARTING, EIO, "the disk starts or stops" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_START_UNIT_REQUIRED, EIO, "the disk is stopped" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_FORMAT_RUNNING, EBUSY, "a format is running" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_SANITIZE_RUNNING, EBUSY,
	  "a sanitize operation is running" },
	{ KEY_NOT_READY, 0x3a, ANY, ENOMEDIUM, "there is no medium" },
	{ KEY_NOT_READY, ANY, ANY, EIO, "the device is not ready" },
	{ KEY_MEDIUM_ERROR, ASC_FORMAT_FAILED, ASCQ_FORMAT_CORRUPTED, EIO,
	  "the medium has no valid format" },
	{ KEY_MEDIUM_ERROR, ASC_FORMAT_FAILED, ASCQ_FORMAT_COMMAND_FAILED, EIO,
	  "the last format failed" },
	{ KEY_MEDIUM_ERROR, ASC_FORMAT_FAILED, ASCQ_SANITIZE_FAILED, EIO,
	  "the last sanitize operation failed" },
	{ KEY_MEDIUM_ERROR, ANY, ANY, EIO, "the sector cannot be read or written" },
	{ KEY_HARDWARE_ERROR, ANY, ANY, EIO, "the device reports a fault of its own" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_OPCODE, ANY, EOPNOTSUPP,
	  "the device does not know the command" },
	{ KEY_ILLEGAL_REQUEST, 0x21, ANY, ERANGE, "the address is beyond the end of the disk" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_FIELD, ANY, EOPNOTSUPP,
	  "the device does not take this form of the command" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_DATA, ANY, EOPNOTSUPP,
	  "the device does not take these values" },
	{ KEY_ILLEGAL_REQUEST, ASC_SECURITY, ASCQ_NOT_AUTHORIZED, EACCES, encrypted },
	{ KEY_ILLEGAL_REQUEST, ANY, ANY, EIO, "the device refuses the command" },
	{ KEY_UNIT_ATTENTION, ANY, ANY, EIO, "the device was reset or changed meanwhile" },
	{ KEY_DATA_PROTECT, ASC_ACCESS_DENIED, ASCQ_NO_RIGHTS, EACCES, encrypted },
	{ KEY_DATA_PROTECT, ASC_SECURITY, ANY, EACCES, encrypted },
	{ KEY_DATA_PROTECT, ANY, ANY, EACCES, "the device is write-protected or locked" },
	{ KEY_ABORTED_COMMAND, ANY, ANY, EIO, "the device aborted the command" },
};

static size_t find_meaning(const struct sense_code *code)
{
	size_t i;

	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++) {
		if (meanings[i].key == code->key &&
		    (meanings[i].asc == ANY || meanings[i].asc == code->asc) &&
		    (meanings[i].ascq == ANY || meanings[i].ascq == code->ascq))
			break;
	}
	return i;
}

bool scsi_attention(const struct scsi_sense *sense)
{
	return sense->code.present && sense->code.key == KEY_UNIT_ATTENTION;
}

bool scsi_not_ready(const struct scsi_sense *sense)
{
	return sense->code.present && sense->code.key == KEY_NOT_READY;
}

bool scsi_becomes_ready(const struct scsi_sense *sense)
{
	return scsi_not_ready(sense) && sense->code.asc == ASC_NOT_READY &&
	       (sense->code.ascq == ASCQ_BECOMING_READY || sense->code.ascq == ASCQ_STARTING);
}

bool scsi_stopped(const struct scsi_sense *sense)
{
	return scsi_not_ready(sense) && sense->code.asc == ASC_NOT_READY &&
	       sense->code.ascq == ASCQ_START_UNIT_REQUIRED;
}

static bool refused_with(const struct scsi_sense *sense, uint8_t asc)
{
	return sense->code.present && sense->code.key == KEY_ILLEGAL_REQUEST &&
	       sense->code.asc == asc;
}

bool scsi_unknown(const struct scsi_sense *sense)
{
	return refused_with(sense, ASC_INVALID_OPCODE);
}

bool scsi_form_refused(const struct scsi_sense *sense)
{
	return refused_with(sense, ASC_INVALID_FIELD);
}

bool scsi_data_refused(const struct scsi_sense *sense)
{
	return refused_with(sense, ASC_INVALID_DATA);
}

bool scsi_refused(const struct scsi_sense *sense)
{
	return sense->code.present && !sense->code.deferred &&
	       sense->code.key == KEY_ILLEGAL_REQUEST;
}

bool scsi_microcode_changed(const struct scsi_sense *sense)
{
	return scsi_attention(sense) && sense->code.asc == ASC_CONDITIONS_CHANGED &&
	       sense->code.ascq == ASCQ_MICROCODE_CHANGED;
}

bool scsi_medium_failed(const struct scsi_sense *sense)
{
	return sense->code.present && sense->code.key == KEY_MEDIUM_ERROR &&
	       scsi_sanitize_state(sense) == SCSI_SANITIZE_UNTOLD &&
	       scsi_format_state(sense) == SCSI_FORMAT_UNTOLD;
}

/* In answer to REQUEST SENSE, some disks report a running operation with NO SENSE. */
static bool operation_runs(const struct sense_code *code, uint8_t ascq)
{
	return code->present && (code->key == KEY_NOT_READY || code->key == KEY_NO_SENSE) &&
	       code->asc == ASC_NOT_READY && code->ascq == ascq;
}

static bool format_failed(const struct sense_code *code, uint8_t ascq)
{
	return code->present && code->key == KEY_MEDIUM_ERROR && code->asc == ASC_FORMAT_FAILED &&
	       code->ascq == ascq;
}

enum scsi_sanitize_state scsi_sanitize_state(const struct scsi_sense *sense)
{
	if (operation_runs(&sense->code, ASCQ_SANITIZE_RUNNING))
		return SCSI_SANITIZE_RUNNING;
	if (format_failed(&sense->code, ASCQ_SANITIZE_FAILED))
		return SCSI_SANITIZE_FAILED;
	return SCSI_SANITIZE_UNTOLD;
}

enum scsi_format_state scsi_format_state(const struct scsi_sense *sense)
{
	if (operation_runs(&sense->code, ASCQ_FORMAT_RUNNING))
		return SCSI_FORMAT_RUNNING;
	if (format_failed(&sense->code, ASCQ_FORMAT_CORRUPTED) ||
	    format_failed(&sense->code, ASCQ_FORMAT_COMMAND_FAILED))
		return SCSI_FORMAT_CORRUPT;
	return SCSI_FORMAT_UNTOLD;
}

int scsi_verdict(const struct scsi_sense *sense)
{
	size_t i = find_meaning(&sense->code);

	if (!sense->code.present || i == sizeof(meanings) / sizeof(meanings[0]))
		return -EIO;
	return -meanings[i].err;
}

/* Statuses without sense data, SAM-5 5.3.1. TASK ABORTED is none: the command may have begun. */
const char *scsi_status_text(uint8_t status)
{
	switch (status) {
	case 0x08:
		return "the device is busy (status BUSY)";
	case 0x18:
		return "the device is reserved for another computer or path (status RESERVATION "
		       "CONFLICT)";
	case 0x28:
		return "the device has too many commands already (status TASK SET FULL)";
	default:
		return NULL;
	}
}

const char *scsi_sense_text(const struct scsi_sense *sense, char text[SCSI_SENSE_TEXT_BYTES])
{
	size_t i = find_meaning(&sense->code);

	if (sense->code.deferred)
		snprintf(text, SCSI_SENSE_TEXT_BYTES,
			 "not executed, since an earlier command failed (sense %02Xh/%02Xh/%02Xh)",
			 sense->code.key, sense->code.asc, sense->code.ascq);
	else if (!sense->code.present)
		snprintf(text, SCSI_SENSE_TEXT_BYTES, "the device refuses and does not say why");
	else
		snprintf(text, SCSI_SENSE_TEXT_BYTES, "%s (sense %02Xh/%02Xh/%02Xh)",
			 i < sizeof(meanings) / sizeof(meanings[0]) ? meanings[i].text
								    : "the command failed",
			 sense->code.key, sense->code.asc, sense->code.ascq);
	return text;
}
