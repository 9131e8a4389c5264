// SPDX-License-Identifier: GPL-2.0-or-later
/* NVMe commands, statuses and ioctls. */
#include "nvme.h"

#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <stdio.h>

enum { SECOND = 1, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

#define QUESTION .lasting = LASTING_MOMENTARY
#define CHANGE	 .changes = true, .lasting

/* clang-format off */
const struct nvme_operation nvme_operation_table[NVME_OPERATION_COUNT] = {
	/* Admin commands (Base figure 138) */
	[NVME_GET_LOG_PAGE] = { "Get Log Page", 0x02, .admin = true, .timeout_s = 15, QUESTION },
	[NVME_IDENTIFY] = { "Identify", 0x06, .admin = true, .timeout_s = 15, QUESTION },
	/* LASTING_RESET: without SV, a value lasts until a reset of the controller (Base 5.27) */
	[NVME_SET_FEATURES] = { "Set Features", 0x09, .admin = true, .timeout_s = MINUTE,
		CHANGE = LASTING_RESET },
	[NVME_GET_FEATURES] = { "Get Features", 0x0a, .admin = true, .timeout_s = 15, QUESTION },
	[NVME_FIRMWARE_COMMIT] = { "Firmware Commit", 0x10, .admin = true, .timeout_s = 5 * MINUTE,
		CHANGE = LASTING_PERMANENT },
	[NVME_FIRMWARE_DOWNLOAD] = { "Firmware Image Download", 0x11, .admin = true,
		.timeout_s = MINUTE, CHANGE = LASTING_RESET },
	[NVME_FORMAT] = { "Format NVM", 0x80, .admin = true, .timeout_s = 2 * HOUR,
		CHANGE = LASTING_PERMANENT },
	/* Sanitize completes at once, while the operation continues */
	[NVME_SANITIZE] = { "Sanitize", 0x84, .admin = true, .timeout_s = MINUTE,
		CHANGE = LASTING_PERMANENT },
	/* I/O commands (NVM figure 18) */
	[NVME_FLUSH] = { "Flush", 0x00, .admin = false, .timeout_s = 30 * MINUTE,
		CHANGE = LASTING_MOMENTARY },
	[NVME_WRITE_UNCORRECTABLE] = { "Write Uncorrectable", 0x04, .admin = false,
		.timeout_s = 30, CHANGE = LASTING_PERMANENT },
	[NVME_VERIFY] = { "Verify", 0x0c, .admin = false, .timeout_s = MINUTE, QUESTION },
};
/* clang-format on */

static struct nvme_cmd nvme_command(enum nvme_id id)
{
	const struct nvme_operation *row = &nvme_operation_table[id];

	return (struct nvme_cmd){ .operation = row, .timeout_s = row->timeout_s };
}

struct nvme_cmd nvme_identify(enum nvme_cns cns, uint32_t nsid, void *data)
{
	struct nvme_cmd cmd = nvme_command(NVME_IDENTIFY);

	cmd.nsid = nsid;
	cmd.cdw10 = cns;
	cmd.data = data;
	cmd.bytes = NVME_IDENTIFY_BYTES;
	return cmd;
}

enum { SELECT_AT = 8 };				      /* Select field of CDW10 (Base figure 192) */
static const uint32_t save_value = UINT32_C(1) << 31; /* SV bit of CDW10 (Base 5.27) */

struct nvme_cmd nvme_get_feature(enum nvme_feature feature, enum nvme_select select)
{
	struct nvme_cmd cmd = nvme_command(NVME_GET_FEATURES);

	cmd.cdw10 = feature | (uint32_t)select << SELECT_AT;
	return cmd;
}

static struct nvme_cmd set_feature(enum nvme_feature feature, uint32_t value, bool save)
{
	struct nvme_cmd cmd = nvme_command(NVME_SET_FEATURES);

	cmd.cdw10 = feature | (save ? save_value : 0);
	cmd.cdw11 = value;
	return cmd;
}

struct nvme_cmd nvme_set_write_cache(bool on, bool save)
{
	return set_feature(NVME_WRITE_CACHE, on, save);
}

struct nvme_cmd nvme_get_recovery(uint32_t nsid, enum nvme_select select)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_ERROR_RECOVERY, select);

	cmd.nsid = nsid;
	return cmd;
}

struct nvme_cmd nvme_set_recovery(uint32_t nsid, const struct nvme_recovery *recovery, bool save)
{
	enum { DULBE_AT = 16 };
	struct nvme_cmd cmd = set_feature(
		NVME_ERROR_RECOVERY, recovery->tler | (uint32_t)recovery->dulbe << DULBE_AT, save);

	cmd.nsid = nsid;
	return cmd;
}

enum ata_lasting nvme_lasting(const struct nvme_cmd *cmd)
{
	if (cmd->operation == &nvme_operation_table[NVME_SET_FEATURES] && cmd->cdw10 & save_value)
		return LASTING_PERMANENT;
	return cmd->operation->lasting;
}

struct nvme_cmd nvme_get_log(enum nvme_log log, void *data)
{
	enum { NUMBER_OF_DWORDS_AT = 16 };
	struct nvme_cmd cmd = nvme_command(NVME_GET_LOG_PAGE);

	cmd.nsid = NVME_ALL_NAMESPACES;
	cmd.cdw10 = log | (uint32_t)(NVME_LOG_BYTES / 4 - 1) << NUMBER_OF_DWORDS_AT;
	cmd.data = data;
	cmd.bytes = NVME_LOG_BYTES;
	return cmd;
}

struct nvme_cmd nvme_get_apst(void *data)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_APST, NVME_CURRENT);

	cmd.data = data;
	cmd.bytes = NVME_APST_BYTES;
	return cmd;
}

struct nvme_cmd nvme_get_behavior(void *data)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_HOST_BEHAVIOR, NVME_CURRENT);

	cmd.data = data;
	cmd.bytes = NVME_BEHAVIOR_BYTES;
	return cmd;
}

bool nvme_formats_extended(const uint8_t data[NVME_BEHAVIOR_BYTES])
{
	enum { LBAFEE = 2 };

	return data[LBAFEE] == 1;
}

/* Fields of CDW10: LBAFL, MSET, PI, PIL, Secure Erase Settings, LBAFU (Base figure 189). */
struct nvme_cmd nvme_format(uint32_t nsid, const struct nvme_layout *layout, enum nvme_erase erase)
{
	enum { MSET = 1 << 4, PI_AT = 5, PIL = 1 << 8, SES_AT = 9 };
	struct nvme_cmd cmd = nvme_command(NVME_FORMAT);

	cmd.nsid = nsid;
	cmd.cdw10 = (layout->format & 0x0f) | (layout->format & 0x30) << 8;
	cmd.cdw10 |= (layout->metadata_after ? MSET : 0) | (layout->protection & 7u) << PI_AT;
	cmd.cdw10 |= (layout->protection_first ? PIL : 0) | (uint32_t)erase << SES_AT;
	return cmd;
}

/* Fields of CDW10: Base 5.24. 16 passes are encoded as 0. */
struct nvme_cmd nvme_sanitize(enum nvme_sanitize action, unsigned passes, uint32_t pattern)
{
	enum { PASSES_AT = 4 };
	struct nvme_cmd cmd = nvme_command(NVME_SANITIZE);

	cmd.cdw10 = action;
	if (action == NVME_SANITIZE_OVERWRITE) {
		cmd.cdw10 |= (passes % NVME_MOST_PASSES) << PASSES_AT;
		cmd.cdw11 = pattern;
	}
	return cmd;
}

struct nvme_cmd nvme_firmware_download(void *data, size_t bytes, uint32_t offset)
{
	struct nvme_cmd cmd = nvme_command(NVME_FIRMWARE_DOWNLOAD);

	cmd.cdw10 = (uint32_t)(bytes / 4 - 1);
	cmd.cdw11 = offset / 4;
	cmd.data = data;
	cmd.bytes = bytes;
	return cmd;
}

/* Fields of CDW10: Base 5.12. Actions 6 and 7, for boot partitions, are not used. */
struct nvme_cmd nvme_firmware_commit(enum nvme_commit action, unsigned slot)
{
	enum { ACTION_AT = 3 };
	struct nvme_cmd cmd = nvme_command(NVME_FIRMWARE_COMMIT);

	cmd.cdw10 = (slot & 7) | (uint32_t)(action & 3) << ACTION_AT;
	return cmd;
}

static struct nvme_cmd blocks_command(enum nvme_id id, uint32_t nsid, uint64_t lba, uint32_t blocks)
{
	struct nvme_cmd cmd = nvme_command(id);

	cmd.nsid = nsid;
	cmd.cdw10 = (uint32_t)lba;
	cmd.cdw11 = (uint32_t)(lba >> 32);
	cmd.cdw12 = (blocks - 1) & (NVME_MOST_BLOCKS - 1);
	return cmd;
}

struct nvme_cmd nvme_flush(uint32_t nsid)
{
	struct nvme_cmd cmd = nvme_command(NVME_FLUSH);

	cmd.nsid = nsid;
	return cmd;
}

struct nvme_cmd nvme_write_uncorrectable(uint32_t nsid, uint64_t lba, uint32_t blocks)
{
	return blocks_command(NVME_WRITE_UNCORRECTABLE, nsid, lba, blocks);
}

struct nvme_cmd nvme_verify(uint32_t nsid, uint64_t lba, uint32_t blocks)
{
	return blocks_command(NVME_VERIFY, nsid, lba, blocks);
}

/* --- How a command ended: status code type and status code (Base 3.3.3.2) --- */

static const struct status_row {
	uint16_t status;
	int err;
	char text[64];
} rows[] = {
	{ NVME_INVALID_OPCODE, ENOTTY, "the drive lacks this command" },
	{ NVME_INVALID_FIELD, ENOTTY, "the drive lacks this, or rejects a field of the command" },
	{ 0x004, EIO, "the data could not be transferred" },
	{ 0x005, EIO, "aborted since the power fails" },
	{ 0x006, EIO, "internal error of the drive" },
	{ 0x007, EIO, "the command was aborted" },
	{ NVME_INVALID_NAMESPACE, EIO, "no such namespace, or it has another format" },
	{ NVME_SEQUENCE_ERROR, EIO, "the command came in a wrong order" },
	{ NVME_SANITIZE_FAILED_STATUS, EIO, "the last sanitize operation failed" },
	{ NVME_SANITIZE_IN_PROGRESS, EBUSY, "a sanitize operation is running" },
	{ 0x020, EACCES, "the namespace is write-protected" },
	{ 0x021, EIO, "the drive interrupted the command; try again" },
	{ 0x080, ERANGE, "the address is beyond the end of the namespace" },
	{ NVME_NAMESPACE_NOT_READY, EIO, "the namespace is not ready" },
	{ 0x083, EACCES, "another host has reserved the namespace" },
	{ 0x084, EBUSY, "the namespace is being formatted" },
	{ 0x106, EIO, "no such firmware slot, or it cannot be written" },
	{ 0x107, EIO, "the drive rejects the firmware image" },
	{ 0x109, ENOTTY, "the drive lacks this log" },
	{ NVME_INVALID_FORMAT, EIO, "the drive lacks this format" },
	{ NVME_NEEDS_CONVENTIONAL_RESET, EIO, "the new firmware starts after a reboot" },
	{ NVME_NOT_SAVEABLE, EIO, "the setting cannot be saved" },
	{ 0x10e, EIO, "the setting cannot be changed" },
	{ NVME_NEEDS_SUBSYSTEM_RESET, EIO, "the new firmware starts after a power cycle" },
	{ NVME_NEEDS_CONTROLLER_RESET, EIO, "the new firmware starts after a reset" },
	{ 0x112, EIO, "activation takes longer than is permitted without a reset" },
	{ 0x113, EIO, "the drive does not permit this image to be activated" },
	{ 0x114, EIO, "parts of the firmware image overlap" },
	{ NVME_MEMORY_REGION_ENABLED, EIO,
	  "its persistent memory region has to be disabled before" },
	{ 0x280, EIO, "the medium cannot be written" },
	{ NVME_UNRECOVERED_READ, EIO, "the medium cannot be read at this address" },
	{ NVME_ACCESS_DENIED, EACCES, "the drive is locked" },
	{ 0x287, EIO, "the blocks were never written, or were trimmed" },
	{ 0x300, EBADE, "the path to the drive failed" },
	{ 0x370, EBADE, "the path to the drive failed" },
	{ 0x371, EBADE, "the kernel aborted the command" },
};

static const struct status_row *row_of_status(uint16_t status)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].status == status)
			return &rows[i];
	}
	return NULL;
}

int nvme_verdict(uint16_t status)
{
	const struct status_row *row = row_of_status(status);

	if (!status)
		return 0;
	return row ? -row->err : -EIO;
}

bool nvme_refused(uint16_t status)
{
	static const uint16_t refusals[] = {
		NVME_INVALID_OPCODE,	     NVME_INVALID_FIELD,
		NVME_INVALID_NAMESPACE,	     NVME_SEQUENCE_ERROR,
		NVME_SANITIZE_FAILED_STATUS, NVME_INVALID_FORMAT,
		NVME_MEMORY_REGION_ENABLED,  NVME_NEEDS_CONVENTIONAL_RESET,
		NVME_NEEDS_SUBSYSTEM_RESET,  NVME_NEEDS_CONTROLLER_RESET,
	};

	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		if (refusals[i] == status)
			return true;
	}
	return false;
}

bool nvme_firmware_stored(uint16_t status)
{
	return status == NVME_NEEDS_CONVENTIONAL_RESET || status == NVME_NEEDS_SUBSYSTEM_RESET ||
	       status == NVME_NEEDS_CONTROLLER_RESET;
}

bool nvme_medium_failed(uint16_t status)
{
	return status >= NVME_UNRECOVERED_READ && status < NVME_UNRECOVERED_READ + 4;
}

const char *nvme_status_text(uint16_t status, char text[NVME_STATUS_TEXT_BYTES])
{
	const struct status_row *row = row_of_status(status);

	snprintf(text, NVME_STATUS_TEXT_BYTES, "%s (status %03Xh)",
		 row ? row->text : "the drive reports an error", status);
	return text;
}

/* --- The ioctls that carry NVMe commands --- */

bool nvme_ioctl(unsigned long request)
{
	return request == NVME_IOCTL_ADMIN_CMD || request == NVME_IOCTL_IO_CMD;
}

/* The kernel returns EINTR for a command that it cancels, as after the time limit. */
int nvme_ioctl_verdict(int result)
{
	if (result >= 0)
		return 0;
	return result == -EINTR ? -ETIMEDOUT : result;
}
