// SPDX-License-Identifier: GPL-2.0-or-later
/* Sense data: their codes (SPC-5), and the ATA registers in them (SAT-4). */
#include "passthrough.h"

enum {
	RESPONSE_FIXED = 0x70,
	RESPONSE_DESCRIPTOR = 0x72,
	DEFERRED = 1, /* 71h, 73h: an earlier command's; this one was not executed (SPC-5 4.4.7) */
	VALID = 0x80, /* fixed: the INFORMATION field is defined */
	DESCRIPTOR_ATA_STATUS = 0x09,
	DESCRIPTOR_ATA_STATUS_LENGTH = 0x0c,
	/* COMMAND-SPECIFIC byte 0 of the fixed form (SAT-4 table 13) */
	FIXED_EXTEND = 0x80,
	FIXED_COUNT_UPPER_NONZERO = 0x40,
	FIXED_LBA_UPPER_NONZERO = 0x20
};

static bool fixed_form(uint8_t response)
{
	return response == RESPONSE_FIXED || response == RESPONSE_FIXED + DEFERRED;
}

static bool descriptor_form(uint8_t response)
{
	return response == RESPONSE_DESCRIPTOR || response == RESPONSE_DESCRIPTOR + DEFERRED;
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
	if (descriptor_form(response) && bytes >= 8)
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

/*
 * True if a status can be the drive's own answer to this command. libata builds sense data from the
 * present registers, also after a link failure or a timeout: the key then reports an error that the
 * status does not show.
 */
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

/* The fixed form has only the low halves of COUNT and LBA, and bits for lost upper halves. */
static void decode_registers(const uint8_t *information, const uint8_t *specific,
			     struct ata_result *res)
{
	res->error = information[0];
	res->status = information[1];
	res->device = information[2];
	res->count = information[3];
	res->lba = specific[1] | (uint64_t)specific[2] << 8 | (uint64_t)specific[3] << 16;
	/* only EXTEND without the other bit means that nothing is lost */
	res->lba_cut = (specific[0] & (FIXED_EXTEND | FIXED_LBA_UPPER_NONZERO)) != FIXED_EXTEND;
	res->halves = true;
	res->count_cut = (specific[0] & (FIXED_EXTEND | FIXED_COUNT_UPPER_NONZERO)) != FIXED_EXTEND;
	if (!(specific[0] & FIXED_EXTEND))
		res->lba |= (uint64_t)(res->device & 0x0f) << 24;
}

/*
 * INFORMATION holds ATA registers or the address of a medium error. Sense codes of such an address,
 * or of a CDB that was not translated to an ATA command, exclude registers.
 */
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
	/* some bridges leave VALID clear; "ATA pass-through information available" replaces it */
	if ((sense[0] & VALID) || (any && tells)) {
		if (!status_fits(sense[4], code))
			return false;
		decode_registers(sense + 3, sense + 8, res);
		return true;
	}
	/*
	 * Linux before 6.11 writes the registers 5 bytes too far into fixed sense and leaves VALID
	 * clear: ERROR, STATUS, DEVICE, COUNT at 8..11, the second group at 16..19.
	 */
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
