// SPDX-License-Identifier: GPL-2.0-or-later
#include "fill.h"

#include <string.h>

bool all_zeros(const void *data, size_t bytes)
{
	const uint8_t *byte = data;

	return bytes == 0 || (byte[0] == 0 && !memcmp(byte, byte + 1, bytes - 1));
}

struct contents contents_of(const void *data, size_t bytes)
{
	/* FNV-1a, 64 bits */
	const uint64_t basis = UINT64_C(0xcbf29ce484222325), prime = UINT64_C(0x100000001b3);
	const uint8_t *at = data;
	struct contents contents = { CONTENTS_MIXED, basis };
	bool repeated = !memcmp(at, at + 4, bytes - 4);
	uint32_t word;

	memcpy(&word, at, sizeof(word));
	if (repeated) {
		contents.mark = word;
		contents.kind = word == 0	     ? CONTENTS_ZEROS
				: word == UINT32_MAX ? CONTENTS_ONES
						     : CONTENTS_REPEATED;
		return contents;
	}
	for (size_t i = 0; i < bytes; i++)
		contents.mark = (contents.mark ^ at[i]) * prime;
	return contents;
}

void contents_like(const struct contents *contents, void *data, size_t bytes)
{
	uint32_t words[2] = { (uint32_t)contents->mark, (uint32_t)contents->mark };
	uint8_t *to = data;

	if (contents->kind == CONTENTS_MIXED) {
		words[1] = (uint32_t)(contents->mark >> 32);
		words[1] += words[0] == words[1];
	}
	for (size_t i = 0; i < bytes; i++)
		to[i] = ((const uint8_t *)words)[i % sizeof(words)];
}
