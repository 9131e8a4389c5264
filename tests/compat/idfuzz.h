/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mutations of IDENTIFY data; the same seed gives the same mutations. */
#ifndef HDPARM_TESTS_IDFUZZ_H
#define HDPARM_TESTS_IDFUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORDS = 256, CORPUS_MAX = 512, HEX_BYTES = WORDS * 5 + 1 };

struct block {
	uint16_t words[WORDS];
};

struct corpus {
	size_t count;
	struct block blocks[CORPUS_MAX];
};

struct random {
	uint64_t state;
};

struct random random_start(uint64_t seed);

/* Read 256 words in hexadecimal; exit on anything else. */
void corpus_add(struct corpus *corpus, const char *path);

/* Write the block as --Istdout prints it; return the length. */
size_t block_hex(const struct block *block, char hex[HEX_BYTES]);

/* Return a block of the corpus, of zeros or of noise, changed in one of several ways. */
struct block mutate(const struct corpus *corpus, struct random *random);

#endif
