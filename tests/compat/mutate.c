/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Mutations of blocks: single words, many words, whole regions, signatures, strings. */
#include "idfuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words that the output shows; others are reserved or vendor specific. */
static const struct range {
	uint8_t first, last;
} ranges[] = {
	{ 0, 6 },     { 9, 9 },	    { 20, 22 },	  { 47, 111 },	{ 116, 120 }, { 127, 128 },
	{ 159, 169 }, { 176, 176 }, { 196, 196 }, { 206, 206 }, { 209, 209 }, { 217, 217 },
	{ 220, 220 }, { 222, 223 }, { 230, 235 }, { 255, 255 },
};

/* Words whose bits 15:14 say whether they, or their neighbours, are valid. */
static const uint8_t signatures[] = { 48, 50, 83, 84, 87, 93, 106, 119, 120, 209 };

struct random random_start(uint64_t seed)
{
	return (struct random){ seed };
}

/* splitmix64 */
static uint64_t next(struct random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static unsigned below(struct random *r, unsigned limit)
{
	return (unsigned)(next(r) % limit);
}

static unsigned any_word(struct random *r)
{
	const struct range *range = &ranges[below(r, sizeof(ranges) / sizeof(ranges[0]))];

	/* the long range 47-111 is chosen more often */
	if (below(r, 3))
		range = &ranges[3];
	return range->first + below(r, range->last - range->first + 1u);
}

static uint16_t any_value(struct random *r)
{
	switch (below(r, 6)) {
	case 0:
		return 0;
	case 1:
		return 0xffff;
	case 2:
		return (uint16_t)(1u << below(r, 16));
	case 3:
		return (uint16_t)((next(r) & 0x3fff) | 0x4000);
	case 4:
		return (uint16_t)below(r, 300);
	}
	return (uint16_t)next(r);
}

static void noise(struct block *b, struct random *r, unsigned first, unsigned count)
{
	for (unsigned i = first; i < first + count && i < WORDS; i++)
		b->words[i] = (uint16_t)next(r);
}

static void set_words(struct block *b, struct random *r, unsigned most)
{
	for (unsigned n = 1 + below(r, most); n; n--)
		b->words[any_word(r)] = any_value(r);
}

static void flip_bits(struct block *b, struct random *r, unsigned most)
{
	for (unsigned n = 1 + below(r, most); n; n--)
		b->words[any_word(r)] ^= (uint16_t)(1u << below(r, 16));
}

static void splice(struct block *b, const struct block *other, struct random *r)
{
	unsigned first = below(r, WORDS);
	unsigned count = below(r, WORDS - first) + 1;

	memcpy(&b->words[first], &other->words[first], count * sizeof(b->words[0]));
}

static void standards(struct block *b, struct random *r)
{
	for (unsigned n = 80; n <= 81; n++)
		b->words[n] = below(r, 2) ? any_value(r) : (uint16_t)below(r, 0x30);
}

static void device_type(struct block *b, struct random *r)
{
	static const uint16_t types[] = { 0x0040, 0x045a, 0x848a, 0x844a, 0x8580, 0x85c0, 0x0000 };
	unsigned n = below(r, 2 + sizeof(types) / sizeof(types[0]));

	if (n < sizeof(types) / sizeof(types[0]))
		b->words[0] = types[n];
	else
		b->words[0] = (uint16_t)(next(r) & (n & 1 ? 0xffff : 0xbfff));
}

static bool is_string(unsigned word)
{
	return (word >= 10 && word <= 19) || (word >= 23 && word <= 46) ||
	       (word >= 176 && word <= 205);
}

/* Most strings are printable: the output for other bytes is a listed difference. */
static void make_printable(struct block *b)
{
	for (unsigned i = 0; i < WORDS; i++) {
		if (!is_string(i))
			continue;
		for (unsigned shift = 0; shift < 16; shift += 8) {
			unsigned c = b->words[i] >> shift & 0xff;

			if (c && (c < ' ' || c >= 0x7f))
				b->words[i] ^= (uint16_t)((c ^ (' ' + c % 95)) << shift);
		}
	}
}

static void checksum(struct block *b)
{
	unsigned sum = 0xa5;

	for (unsigned i = 0; i < WORDS - 1; i++)
		sum += (b->words[i] & 0xffu) + (b->words[i] >> 8);
	b->words[WORDS - 1] = (uint16_t)((0x100 - (sum & 0xff)) << 8 | 0xa5);
}

struct block mutate(const struct corpus *corpus, struct random *r)
{
	struct block b = corpus->blocks[below(r, (unsigned)corpus->count)];

	switch (below(r, 9)) {
	case 0:
		b.words[below(r, WORDS)] = (uint16_t)next(r);
		break;
	case 1:
		flip_bits(&b, r, 4);
		break;
	case 2:
		set_words(&b, r, 12);
		break;
	case 3:
		noise(&b, r, below(r, WORDS), 1 + below(r, 40));
		break;
	case 4:
		noise(&b, r, 0, WORDS);
		for (unsigned i = 0; i < sizeof(signatures); i++) {
			if (below(r, 2))
				b.words[signatures[i]] =
					(uint16_t)((b.words[signatures[i]] & 0x3fff) | 0x4000);
		}
		break;
	case 5:
		splice(&b, &corpus->blocks[below(r, (unsigned)corpus->count)], r);
		break;
	case 6:
		for (unsigned n = 1 + below(r, 5); n; n--)
			b.words[any_word(r)] = 0;
		break;
	case 7:
		memset(&b, 0, sizeof(b));
		set_words(&b, r, 9);
		break;
	case 8:
		standards(&b, r);
		break;
	}
	if (!below(r, 8))
		device_type(&b, r);
	if (below(r, 128))
		make_printable(&b);
	if (below(r, 3))
		checksum(&b);
	return b;
}

void corpus_add(struct corpus *corpus, const char *path)
{
	struct block *b = &corpus->blocks[corpus->count];
	FILE *file = fopen(path, "r");
	unsigned n = 0;
	unsigned value;

	if (!file || corpus->count == CORPUS_MAX) {
		perror(path);
		exit(2);
	}
	while (n < WORDS && fscanf(file, "%4x", &value) == 1)
		b->words[n++] = (uint16_t)value;
	fclose(file);
	if (n < WORDS) {
		fprintf(stderr, "%s: %u words\n", path, n);
		exit(2);
	}
	corpus->count++;
}

size_t block_hex(const struct block *block, char hex[HEX_BYTES])
{
	char *at = hex;

	for (unsigned i = 0; i < WORDS; i++)
		at += sprintf(at, "%04x%c", block->words[i], i % 8 == 7 ? '\n' : ' ');
	return (size_t)(at - hex);
}
