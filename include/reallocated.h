/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many sectors a drive has reallocated: it replaces a bad sector by a spare one when it is
 * written.
 */
#ifndef HDPARM_REALLOCATED_H
#define HDPARM_REALLOCATED_H

#include "ata.h"

/* The page of LOG_DEVICE_STATISTICS that counts them: Rotating Media Statistics (ACS-4 9.5). */
enum { LOG_PAGE_ROTATING_MEDIA = 0x03 };

/* The Number of Reallocated Logical Sectors of that page; false where it is not stated. */
bool ata_reallocated_statistic(const uint8_t *page, uint64_t *sectors);

/*
 * SMART READ DATA into data[512]; false: the drive has no SMART, or SMART is off, and the drive
 * then refuses SMART commands.
 */
bool ata_smart_data(const uint8_t *id, uint8_t *data, struct ata_cmd *cmd);

/*
 * Attribute 5 of these data, which all makers use for it; false if it is missing, or the checksum
 * is wrong.
 */
bool ata_reallocated_attribute(const uint8_t *data, uint64_t *sectors);

#endif
