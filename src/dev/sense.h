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

struct sense_code sense_code(const uint8_t *sense, size_t bytes);

/*
 * Fills the registers of `res` from descriptor sense (ATA Status Return, SAT-4 12.2.2.7) or
 * fixed sense (SAT-4 12.2.2.8). False, with res->valid false, when the data hold none.
 */
bool sense_decode(const uint8_t *sense, size_t bytes, struct ata_result *res);

/* Whether the sense data of `res` are in the fixed form (70h, 71h). */
bool sense_is_fixed(const struct ata_result *res);

#endif
