// SPDX-License-Identifier: GPL-2.0-or-later
/* How a command ended: status code type and status code (Base 3.3.3.2). */
#include "nvme.h"

#include <errno.h>
#include <stdio.h>

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
	{ 0x080, EIO, "the address is beyond the end of the namespace" },
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

/*
 * What the controller checks before it begins (Base 5.24): a persistent memory region that is
 * enabled, firmware that waits for a reset. An internal error may come later. Where a lock or
 * another host protects the data, no other command is to be tried.
 */
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

/* The checks of protection information (282h to 284h) fail for what is on the medium, too. */
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
