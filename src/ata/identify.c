// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: what kind of device, how large, how it transfers. Clauses are those of ACS-3. */
#include "ata_drive.h"
#include "identify_private.h"

#include <stdlib.h>
#include <string.h>

/* Word 0 of CompactFlash cards (CFA 6.2.1.6): removable and fixed form. */
enum { CFA_SIGNATURE = 0x848a, CFA_SIGNATURE_FIXED = 0x844a };

/* 7.12.7.2 */
static void decode_type(struct identify *id)
{
	uint16_t general = id_word(id, 0);

	id->removable = general >> 7 & 1;
	if (general == CFA_SIGNATURE || general == CFA_SIGNATURE_FIXED)
		id->type = ID_TYPE_CFA;
	else if (id->has_commands && id_bit(id, 83, 2))
		id->type = ID_TYPE_CFA;
	else if ((general & 0x8000) == 0)
		id->type = ID_TYPE_ATA;
	else if ((general & 0x4000) == 0)
		id->type = ID_TYPE_PACKET;
	else
		id->type = ID_TYPE_INVALID;
	if (id->type == ID_TYPE_PACKET)
		id->command_set = general >> 8 & 0x1f;
}

/* Word 209: bits 13:0, of which no physical sector needs the highest. */
enum { ALIGNMENT_MASK = 0x1fff };

/* 7.12.7.56, 7.12.7.61 and word 209 */
static void decode_sector(struct identify *id)
{
	struct id_sector *sector = &id->sector;

	sector->logical_bytes = 512;
	sector->reported = id_valid(id, 106);
	if (sector->reported && id_bit(id, 106, 12))
		sector->logical_bytes = 2 * id_dword(id, 117);
	sector->physical_bytes = sector->logical_bytes;
	if (sector->reported && id_bit(id, 106, 13))
		sector->physical_bytes <<= id_word(id, 106) & 0xf;
	sector->has_offset = sector->reported && id_valid(id, 209);
	if (sector->has_offset)
		sector->offset_bytes = (id_word(id, 209) & ALIGNMENT_MASK) * sector->logical_bytes;
}

/* 16383 cylinders, 16 heads, 63 sectors */
enum { CHS_MAX_SECTORS = 16514064 };

/* Words 60-61, 100-103, 230-233 */
static void decode_lba(const struct identify *id, struct id_capacity *cap)
{
	cap->lba_sectors = id_dword(id, 60);
	/* too large for the geometry that a disk may pretend (ATA/ATAPI-7 6.2.1) and none given */
	cap->no_chs = !id_word(id, 1) && cap->lba_sectors > CHS_MAX_SECTORS;
	if (cap->no_chs || cap->lba_sectors > cap->sectors)
		cap->sectors = cap->lba_sectors;
	cap->has_lba48 = id->has_commands && id_bit(id, 83, 10);
	if (!cap->has_lba48)
		return;
	cap->lba48_sectors = ata_id_sectors_48bit(id->raw);
	if (cap->lba48_sectors)
		cap->sectors = cap->lba48_sectors;
}

static uint64_t product(const struct identify *id, unsigned a, unsigned b, unsigned c)
{
	return (uint64_t)id_word(id, a) * id_word(id, b) * id_word(id, c);
}

/*
 * Words 57-58. Drives before ATA-3 disagree on which half comes first; the geometry in words 54-56
 * tells which of the two readings is meant.
 */
static uint32_t current_sectors(const struct identify *id)
{
	int64_t geometry = (int64_t)product(id, 54, 55, 56);
	uint32_t sectors = id_dword(id, 57);
	uint32_t swapped = sectors << 16 | sectors >> 16;

	if (id->standards.likely > 2)
		return sectors;
	return llabs(geometry - sectors) > llabs(geometry - swapped) ? swapped : sectors;
}

/* Words 1, 3, 6 (ATA-1 to ATA/ATAPI-5), 54-58 */
static void decode_capacity(struct identify *id)
{
	struct id_capacity *cap = &id->capacity;

	cap->has_current_chs = id_bit(id, 53, 0);
	if (cap->has_current_chs)
		cap->chs_current_sectors = current_sectors(id);
	cap->sectors = cap->chs_current_sectors;
	cap->has_lba = id_bit(id, 49, 9);
	if (cap->has_lba)
		decode_lba(id, cap);
	if (!cap->sectors && cap->has_current_chs)
		cap->sectors = product(id, 54, 55, 56);
	else if (!cap->sectors)
		cap->sectors = product(id, 1, 3, 6);
}

/* Bits of word 62 that are no single word DMA modes (ATA-2: 2:0 supported, 10:8 active). */
enum { SINGLE_WORD_RESERVED = 0xf8f8 };

static bool one_at_most(unsigned bits)
{
	return !(bits & (bits - 1));
}

/* 7.12.7.24, 7.12.7.42; words 52 and 62 (ATA-2), word 62 of packet devices (ATA8-ACS) */
static void decode_dma(struct identify *id)
{
	struct id_dma *dma = &id->dma;
	uint16_t single = id_word(id, 62);
	uint16_t multi = id_word(id, 63);
	uint16_t ultra = id_bit(id, 53, 2) ? id_word(id, 88) : 0;

	dma->dmadir = id->type == ID_TYPE_PACKET && single & 0x8000;
	dma->supported = id_bit(id, 49, 8) || dma->dmadir;
	dma->old = !single && !multi && id_word(id, 52);
	dma->old_mode = id_word(id, 52) >> 8;
	if (!(single & SINGLE_WORD_RESERVED) && one_at_most(single >> 8)) {
		dma->single = (uint8_t)single;
		dma->single_active = (uint8_t)(single >> 8);
	}
	dma->multi = (uint8_t)multi;
	dma->multi_active = (uint8_t)(multi >> 8);
	dma->ultra = (uint8_t)ultra;
	dma->ultra_active = (uint8_t)(ultra >> 8);
	if (!dma->dmadir)
		return;
	/* a bridge between SATA and PATA: word 62 has what the host can choose from */
	if (multi)
		dma->multi = single >> 7 & 7;
	if (ultra)
		dma->ultra = single & 0x7f;
}

/* The sum of all bytes modulo 256, eight bytes at a time in lanes of 16 bits: on any host alike. */
static uint8_t sum_bytes(const uint8_t raw[512])
{
	const uint64_t even = 0x00ff00ff00ff00ffu;
	uint64_t sums = 0;
	uint64_t eight;

	for (unsigned i = 0; i < 512; i += sizeof(eight)) {
		memcpy(&eight, raw + i, sizeof(eight));
		sums += (eight & even) + (eight >> 8 & even);
	}
	return (uint8_t)(sums + (sums >> 16) + (sums >> 32) + (sums >> 48));
}

void identify_decode(const struct id_input *input, struct identify *id)
{

	memset(id, 0, sizeof(*id));
	id->raw = input->identify;
	id->sector_configuration = input->sector_configuration;
	id->sata = input->sata;
	id->has_commands = id_valid(id, 83);
	id->has_sum = id->raw[510] == 0xa5;
	id->sum = sum_bytes(id->raw);
	decode_type(id);
	decode_sector(id);
	id_decode_standards(id);
	decode_capacity(id);
	decode_dma(id);
}

bool id_string(const struct identify *id, unsigned first, unsigned words,
	       char text[ID_STRING_BYTES])
{
	const uint8_t *bytes = id->raw + (size_t)2 * first;
	unsigned i = 0;
	size_t len = 0;

	text[0] = '\0';
	if (!id_word(id, first))
		return false;
	/* the first character of each pair is the high byte of the word (ACS-3 3.4.9) */
	while (i < 2 * words && bytes[i ^ 1] == ' ')
		i++;
	for (; i < 2 * words; i++) {
		uint8_t c = bytes[i ^ 1];

		if (!c)
			continue;
		text[len++] = c >= ' ' && c < 0x7f ? (char)c : '?';
	}
	text[len] = '\0';
	return true;
}

void id_host_string(const struct identify *id, unsigned first, unsigned words,
		    char text[ID_STRING_BYTES])
{
	const uint8_t *bytes = id->raw + (size_t)2 * first;
	size_t len = 0;
	unsigned i = 0;

	while (i < 2 * words && bytes[i] == ' ')
		i++;
	for (; i < 2 * words && bytes[i]; i++)
		text[len++] = bytes[i] >= ' ' && bytes[i] < 0x7f ? (char)bytes[i] : '?';
	while (len && text[len - 1] == ' ')
		len--;
	text[len] = '\0';
}

static const char *const command_sets[32] = {
	[0x00] = "Direct-access device",
	[0x01] = "Sequential-access device",
	[0x02] = "Printer",
	[0x03] = "Processor",
	[0x04] = "Write-once device",
	[0x05] = "CD-ROM",
	[0x06] = "Scanner",
	[0x07] = "Optical memory",
	[0x08] = "Medium changer",
	[0x09] = "Communications device",
	[0x0a] = "ACS-IT8 device",
	[0x0b] = "ACS-IT8 device",
	[0x0c] = "Array controller",
	[0x0d] = "Enclosure services",
	[0x0e] = "Reduced block command device",
	[0x0f] = "Optical card reader/writer",
	[0x1f] = "Unknown",
};

const char *id_command_set_name(unsigned command_set)
{
	const char *name = command_set < 32 ? command_sets[command_set] : NULL;

	return name ? name : "";
}
