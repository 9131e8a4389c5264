/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Big-endian numbers in CDBs, data and sense data. */
#ifndef HDPARM_SCSI_BYTES_H
#define HDPARM_SCSI_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t get_number(const uint8_t *at, size_t bytes)
{
	uint64_t value = 0;

	for (size_t i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

static inline void put_number(uint8_t *at, size_t bytes, uint64_t value)
{
	for (size_t i = bytes; i > 0; i--, value >>= 8)
		at[i - 1] = (uint8_t)value;
}

#endif
