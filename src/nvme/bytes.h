/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that read little-endian numbers. */
#ifndef HDPARM_NVME_BYTES_H
#define HDPARM_NVME_BYTES_H

#include <stdint.h>

static inline uint16_t get16(const uint8_t *at)
{
	return (uint16_t)(at[0] | at[1] << 8);
}

static inline uint32_t get32(const uint8_t *at)
{
	return get16(at) | (uint32_t)get16(at + 2) << 16;
}

static inline uint64_t get64(const uint8_t *at)
{
	return get32(at) | (uint64_t)get32(at + 4) << 32;
}

#endif
