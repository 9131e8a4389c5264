// SPDX-License-Identifier: GPL-2.0-or-later
#include "prove.h"

void for_lengths(size_t most, void (*with)(uint8_t *at, size_t length))
{
	static uint8_t room[LENGTHS_MOST + 1];

	//@ loop unroll LENGTHS_MOST + 1;
	for (size_t length = 0; length <= most; length++) {
		any_bytes(room, sizeof(room));
		with(room + sizeof(room) - length, length);
	}
}
