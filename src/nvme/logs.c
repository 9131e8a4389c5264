// SPDX-License-Identifier: GPL-2.0-or-later
/* Log pages. */
#include "nvme.h"
#include "bytes.h"
#include "text.h"

/* Base figure 208: kelvin, where 0 means that there is none. */
bool nvme_temperature(const uint8_t log[NVME_LOG_BYTES], int *celsius)
{
	enum { TEMPERATURE = 1, ZERO_CELSIUS = 273, NONE = 0xffff };
	uint16_t kelvin = get16(log + TEMPERATURE);

	*celsius = kelvin - ZERO_CELSIUS;
	return kelvin && kelvin != NONE;
}

/* Base figure 209. */
void nvme_slots_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_slots *slots)
{
	enum { REVISIONS = 8, BYTES = 8, SLOT_MASK = 7, NEXT_AT = 4 };

	slots->active = log[0] & SLOT_MASK;
	slots->next = log[0] >> NEXT_AT & SLOT_MASK;
	for (size_t i = 0; i < NVME_SLOTS; i++)
		ascii_shown((const char *)log + REVISIONS + i * BYTES, BYTES, slots->revision[i]);
}

/* Base figure 251. */
enum {
	S_PROGRESS = 0,
	S_STATUS = 2,
	S_OVERWRITE_TIME = 8,
	S_BLOCK_ERASE_TIME = 12,
	S_CRYPTO_ERASE_TIME = 16
};
enum { STATE_MASK = 7, PASSES_AT = 3, PASSES_MASK = 0x1f, NOTHING_WRITTEN = 1 << 8 };

static uint32_t estimate(const uint8_t *at)
{
	uint32_t seconds = get32(at);

	return seconds == UINT32_MAX ? 0 : seconds;
}

void nvme_sanitize_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_sanitize_status *status)
{
	uint16_t word = get16(log + S_STATUS);
	unsigned state = word & STATE_MASK;

	*status = (struct nvme_sanitize_status){
		.state = state < NVME_SANITIZE_UNKNOWN ? (enum nvme_sanitize_state)state
						       : NVME_SANITIZE_UNKNOWN,
		.progress = get16(log + S_PROGRESS),
		.passes = word >> PASSES_AT & PASSES_MASK,
		.nothing_written = word & NOTHING_WRITTEN,
		.overwrite_s = estimate(log + S_OVERWRITE_TIME),
		.block_erase_s = estimate(log + S_BLOCK_ERASE_TIME),
		.crypto_erase_s = estimate(log + S_CRYPTO_ERASE_TIME),
	};
}
