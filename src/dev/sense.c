// SPDX-License-Identifier: GPL-2.0-or-later
#include "sense.h"

enum {
	RESPONSE_FIXED = 0x70,	    /* 71h: deferred */
	RESPONSE_DESCRIPTOR = 0x72, /* 73h: deferred */
	VALID = 0x80,		    /* fixed: the INFORMATION field is defined */
	DESCRIPTOR_ATA_STATUS = 0x09,
	DESCRIPTOR_ATA_STATUS_LENGTH = 0x0c,
	/* COMMAND-SPECIFIC byte 0 of the fixed form (SAT-4 table 13) */
	FIXED_EXTEND = 0x80,
	FIXED_COUNT_UPPER_NONZERO = 0x40,
	FIXED_LBA_UPPER_NONZERO = 0x20
};

static bool fixed_form(uint8_t response)
{
	return response == RESPONSE_FIXED || response == RESPONSE_FIXED + 1;
}

static bool descriptor_form(uint8_t response)
{
	return response == RESPONSE_DESCRIPTOR || response == RESPONSE_DESCRIPTOR + 1;
}

bool sense_is_fixed(const struct ata_result *res)
{
	return res->sense_bytes && fixed_form(res->sense[0] & 0x7f);
}

struct sense_code sense_code(const uint8_t *sense, size_t bytes)
{
	struct sense_code code = { false, 0, 0, 0 };
	uint8_t response = bytes ? sense[0] & 0x7f : 0;

	if (fixed_form(response) && bytes >= 14) {
		code = (struct sense_code){ true, sense[2] & 0x0f, sense[12], sense[13] };
	} else if (descriptor_form(response) && bytes >= 8) {
		code = (struct sense_code){ true, sense[1] & 0x0f, sense[2], sense[3] };
	}
	return code;
}

bool sense_opcode_unknown(const struct ata_result *res)
{
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	return !res->valid && code.present && code.key == KEY_ILLEGAL_REQUEST &&
	       code.asc == ASC_INVALID_OPCODE;
}

static bool decode_descriptor(const uint8_t *d, struct ata_result *res)
{
	bool extend = d[2] & 1;

	res->error = d[3];
	res->count = d[5];
	res->lba = d[7] | (uint64_t)d[9] << 8 | (uint64_t)d[11] << 16;
	res->device = d[12];
	res->status = d[13];
	res->count_cut = !extend;
	if (extend) {
		res->count |= (uint16_t)(d[4] << 8);
		res->lba |= (uint64_t)d[6] << 24 | (uint64_t)d[8] << 32 | (uint64_t)d[10] << 40;
	} else {
		res->lba |= (uint64_t)(res->device & 0x0f) << 24;
	}
	return true;
}

static bool decode_descriptors(const uint8_t *sense, size_t bytes, struct ata_result *res)
{
	size_t end = 8 + (size_t)sense[7];

	if (end > bytes)
		end = bytes;
	for (size_t at = 8; at + 2 <= end; at += 2 + (size_t)sense[at + 1]) {
		if (sense[at] == DESCRIPTOR_ATA_STATUS &&
		    sense[at + 1] == DESCRIPTOR_ATA_STATUS_LENGTH && at + 14 <= end)
			return decode_descriptor(sense + at, res);
	}
	return false;
}

/* The fixed form has room for the low halves of COUNT and LBA only, and tells if more was there. */
static bool decode_registers(const uint8_t *information, const uint8_t *specific,
			     struct ata_result *res)
{
	res->error = information[0];
	res->status = information[1];
	res->device = information[2];
	res->count = information[3];
	res->lba = specific[1] | (uint64_t)specific[2] << 8 | (uint64_t)specific[3] << 16;
	res->lba_cut = specific[0] & FIXED_LBA_UPPER_NONZERO;
	/* only EXTEND without the other bit says that there was nothing more */
	res->count_cut = (specific[0] & (FIXED_EXTEND | FIXED_COUNT_UPPER_NONZERO)) != FIXED_EXTEND;
	if (!(specific[0] & FIXED_EXTEND))
		res->lba |= (uint64_t)(res->device & 0x0f) << 24;
	return true;
}

/* A finished ATA command leaves BSY clear; every status of a ready drive has DRDY. */
static bool plausible_status(uint8_t status)
{
	return (status & (ST_BSY | ST_DRDY)) == ST_DRDY;
}

/* The command never became an ATA command: whatever else the data hold is not a drive's answer. */
static bool rejected_cdb(struct sense_code code)
{
	return code.key == KEY_ILLEGAL_REQUEST &&
	       (code.asc == ASC_INVALID_OPCODE || code.asc == ASC_INVALID_FIELD);
}

static bool decode_fixed(const uint8_t *sense, size_t bytes, struct ata_result *res)
{
	if (bytes < 18 || rejected_cdb(sense_code(sense, bytes)))
		return false;
	if (sense[0] & VALID)
		return plausible_status(sense[4]) && decode_registers(sense + 3, sense + 8, res);
	/*
	 * Linux before 6.11 writes the registers 5 bytes too far into fixed sense and leaves VALID
	 * clear: ERROR, STATUS, DEVICE, COUNT at 8..11, the second group at 16..19.
	 */
	if (bytes >= 20 && plausible_status(sense[9]) &&
	    !(sense[3] | sense[4] | sense[5] | sense[6]))
		return decode_registers(sense + 8, sense + 16, res);
	return false;
}

bool sense_decode(const uint8_t *sense, size_t bytes, struct ata_result *res)
{
	uint8_t response = bytes ? sense[0] & 0x7f : 0;

	res->valid = false;
	if (fixed_form(response))
		res->valid = decode_fixed(sense, bytes, res);
	else if (descriptor_form(response) && bytes >= 8)
		res->valid = decode_descriptors(sense, bytes, res);
	return res->valid;
}
