/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SCSI/ATA Translation: an ATA command as a CDB. Pure. */
#ifndef HDPARM_SAT_H
#define HDPARM_SAT_H

#include "ata.h"

enum { SAT_CDB16_BYTES = 16, SAT_CDB12_BYTES = 12 };

/* ATA PASS-THROUGH (16), SAT-4 12.2.2.3: carries every command. */
void sat_encode16(const struct ata_cmd *cmd, uint8_t cdb[SAT_CDB16_BYTES]);

/*
 * ATA PASS-THROUGH (12), SAT-4 12.2.2.2. For 28-bit commands only: the upper bytes of a 48-bit
 * one have no place in it.
 */
void sat_encode12(const struct ata_cmd *cmd, uint8_t cdb[SAT_CDB12_BYTES]);

#endif
