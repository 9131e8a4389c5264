/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inputs of the drivers. A driver calls the functions of one contract header with every input that
 * their comments permit: a value here means all values of its type at once. */
#ifndef PROVE_H
#define PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"

/* Any bytes. */
static inline void any_bytes(void *to, size_t bytes)
{
	if (bytes)
		Frama_C_make_unknown(to, bytes);
}

static inline unsigned any_upto(unsigned most)
{
	return Frama_C_unsigned_int_interval(0, most);
}

static inline bool any_bool(void)
{
	return Frama_C_unsigned_int_interval(0, 1);
}

static inline uint8_t any_u8(void)
{
	return (uint8_t)Frama_C_unsigned_int_interval(0, 0xff);
}

static inline uint16_t any_u16(void)
{
	return (uint16_t)Frama_C_unsigned_int_interval(0, 0xffff);
}

static inline uint32_t any_u32(void)
{
	return Frama_C_unsigned_int_interval(0, UINT32_MAX);
}

static inline uint64_t any_u64(void)
{
	return (uint64_t)any_u32() << 32 | any_u32();
}

/* Any text of exactly `length` characters other than NUL; `to` has room for the NUL. */
static inline void any_text(char *to, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		int c = Frama_C_interval(-128, 126);

		to[i] = (char)(c < 0 ? c : c + 1);
	}
	to[length] = '\0';
}

/* A long ASCII text: its length is exact, and only the length matters. */
static inline void any_ascii(char *to, size_t length)
{
	for (size_t i = 0; i < length; i++)
		to[i] = (char)Frama_C_interval(1, 127);
	to[length] = '\0';
}

/* Call `with` for each length from 0 to `most`, with a buffer of any bytes that ends exactly there:
 * one byte more is out of bounds. */
enum { LENGTHS_MOST = 600 };
void for_lengths(size_t most, void (*with)(uint8_t *at, size_t length));

#endif
