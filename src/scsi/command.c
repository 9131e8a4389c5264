// SPDX-License-Identifier: GPL-2.0-or-later
/* CDBs, by the rows of operations.c. */
#include "scsi.h"
#include "bytes.h"

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
	enum { ONE_WITH_ACTION = 2 };
	struct scsi_cmd cmd = scsi_command(SCSI_REPORT_OPERATIONS, data, bytes);

	cmd.cdb[2] = ONE_WITH_ACTION;
	cmd.cdb[3] = scsi_operation_table[id].opcode;
	put_number(cmd.cdb + 4, 2, scsi_operation_table[id].action);
	put_number(cmd.cdb + 6, 4, bytes);
	return cmd;
}

/* SUPPORT in byte 1: 3 by the standard, 5 in the vendor's way. */
bool scsi_operation_supported(const uint8_t *data, size_t bytes)
{
	enum { SUPPORT_MASK = 7, BY_STANDARD = 3, BY_VENDOR = 5 };
	unsigned support = bytes >= 2 ? data[1] & SUPPORT_MASK : 0;

	return support == BY_STANDARD || support == BY_VENDOR;
}

/* Byte 4: POWER CONDITION 7:4, START 0. With a power condition the device ignores START. */
struct scsi_cmd scsi_start_stop_unit(enum scsi_power power)
{
	static const uint8_t byte4[] = {
		[SCSI_POWER_START] = 0x01,
		[SCSI_POWER_STANDBY] = 0x30,
		[SCSI_POWER_STOP] = 0x00,
	};
	struct scsi_cmd cmd = scsi_command(SCSI_START_STOP_UNIT, NULL, 0);

	cmd.cdb[4] = byte4[power];
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

enum { NO_BLOCK_DESCRIPTORS = 0x08, PAGE_FORMAT = 0x10 };

struct scsi_cmd scsi_mode_sense(uint8_t page, enum scsi_mode_control control, void *data,
				size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_MODE_SENSE, data, bytes);

	cmd.cdb[1] = NO_BLOCK_DESCRIPTORS;
	cmd.cdb[2] = (uint8_t)((unsigned)control << 6 | page);
	put_number(cmd.cdb + 7, 2, bytes);
	return cmd;
}

struct scsi_cmd scsi_mode_select(void *data, size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_MODE_SELECT, data, bytes);

	cmd.cdb[1] = PAGE_FORMAT;
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

struct scsi_cmd scsi_mode_select_6(void *data, size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_MODE_SELECT_6, data, bytes);

	cmd.cdb[1] = PAGE_FORMAT;
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

struct scsi_cmd scsi_write_buffer(enum scsi_firmware_mode mode, uint32_t offset, void *data,
				  size_t bytes)
{
	struct scsi_cmd cmd = scsi_command(SCSI_WRITE_BUFFER, data, bytes);

	cmd.cdb[1] = (uint8_t)mode;
	put_number(cmd.cdb + 3, 3, offset);
	put_number(cmd.cdb + 6, 3, bytes);
	return cmd;
}
