// SPDX-License-Identifier: GPL-2.0-or-later
/* CDBs, by the rows of operations.c. */
#include "bytes.h"
#include "scsi_data.h"

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

/* SUPPORT in byte 1: 1 not supported, 3 by the standard, 5 in the vendor's way. */
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

/* SBC-4 tables 38 and 39; only the long header has a place for the exponent. */
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
