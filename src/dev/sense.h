/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ATA registers out of SCSI sense data. Pure. */
#ifndef HDPARM_SENSE_H
#define HDPARM_SENSE_H

#include "ata.h"

/* Sense key, additional sense code and qualifier (SPC-5 4.5); all zero when there is no sense. */
struct sense_code {
	bool present; /* the response code is one of 70h-73h */
	uint8_t key, asc, ascq;
};

/* Values of these fields (SPC-5 tables 47 and F.1). */
enum {
	KEY_NO_SENSE = 0x0,
	KEY_RECOVERED_ERROR = 0x1,
	KEY_NOT_READY = 0x2,
	KEY_ILLEGAL_REQUEST = 0x5,
	ASC_NOT_READY = 0x04,
	ASCQ_START_UNIT_REQUIRED = 0x02,
	ASCQ_ATA_INFORMATION = 0x1d, /* of ASC 00h: ATA pass-through information available */
	ASC_INVALID_OPCODE = 0x20,
	ASC_INVALID_FIELD = 0x24,
	ASC_LOW_POWER = 0x5e
};

struct sense_code sense_code(const uint8_t *sense, size_t bytes);

/*
 * Whether the sense key tells of an error: any but NO SENSE and RECOVERED ERROR. A command that
 * ended so has failed, whatever its registers say.
 */
bool sense_is_error(const uint8_t *sense, size_t bytes);

/*
 * Fills the registers of `res` from descriptor sense (ATA Status Return, SAT-4 12.2.2.7) or
 * fixed sense (SAT-4 12.2.2.8). False, with res->valid false, when the data hold none that can be
 * the drive's answer: of an earlier command, without a plausible STATUS, or with one that
 * contradicts the sense key.
 */
bool sense_decode(const uint8_t *sense, size_t bytes, struct ata_result *res);

/*
 * Whether the device said that it does not know the operation code, and gave no registers: nothing
 * was done then. False where no status announced the sense data: what they are of is not known.
 */
bool sense_opcode_unknown(const struct ata_result *res);

/* Whether the sense data of `res` are in the fixed form (70h, 71h). */
bool sense_is_fixed(const struct ata_result *res);

#endif
