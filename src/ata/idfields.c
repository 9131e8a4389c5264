// SPDX-License-Identifier: GPL-2.0-or-later
/* Numbers, flags and strings of IDENTIFY data: a row has the position of each. */
#include "identify.h"
#include "text.h"
#include "words.h"

#include <string.h>

/* A field: `bits` bits of the word, from bit `bit` on; 32 bits are this word and the next. */
struct field {
	uint8_t word, bit, bits;
};

/* Clauses are those of ACS-3, unless another standard is named. */
/* clang-format off */
static const struct field fields[ID_FIELD_COUNT] = {
	/* word 0: 7.12.7.2, and ATA-1 (X3.221 table 11) for all of it */
	[ID_CONFIGURATION] = { 0, 0, 16 },
	[ID_RESPONSE_INCOMPLETE] = { 0, 2, 1 },
	[ID_PACKET_SIZE] = { 0, 0, 2 },
	[ID_PACKET_DRQ] = { 0, 5, 2 },
	[ID_REMOVABLE] = { 0, 7, 1 },
	[ID_COMMAND_SET] = { 0, 8, 5 },
	/* words 1 to 22: geometry, buffer and lengths of ATA-1 to ATA/ATAPI-5 */
	[ID_CYLINDERS] = { 1, 0, 16 },
	[ID_SPECIFIC_CONFIGURATION] = { 2, 0, 16 }, /* 7.12.7.4 */
	[ID_HEADS] = { 3, 0, 16 },
	[ID_TRACK_BYTES] = { 4, 0, 16 },
	[ID_UNFORMATTED_SECTOR_BYTES] = { 5, 0, 16 },
	[ID_TRACK_SECTORS] = { 6, 0, 16 },
	[ID_BUFFER_TYPE] = { 20, 0, 16 },
	[ID_BUFFER_SECTORS] = { 21, 0, 16 },
	[ID_LONG_BYTES] = { 22, 0, 16 },
	[ID_MULTIPLE_MAX] = { 47, 0, 8 }, /* 7.12.7.15 */
	/* word 48: ATA-1; bit 0 from ACS-2 on, 7.12.7.16 */
	[ID_DOUBLE_WORD_IO] = { 48, 0, 16 },
	[ID_TRUSTED_COMPUTING] = { 48, 0, 1 },
	/* words 49, 50: 7.12.7.17; bits 15:12 have another meaning on packet devices */
	[ID_DMA] = { 49, 8, 1 },
	[ID_LBA] = { 49, 9, 1 },
	[ID_IORDY_DISABLE] = { 49, 10, 1 },
	[ID_IORDY] = { 49, 11, 1 },
	[ID_SOFTWARE_RESET] = { 49, 12, 1 },
	[ID_STANDARD_STANDBY] = { 49, 13, 1 },
	[ID_OVERLAP] = { 49, 13, 1 },
	[ID_QUEUING] = { 49, 14, 1 },
	[ID_INTERLEAVED_DMA] = { 49, 15, 1 },
	[ID_STANDBY_MINIMUM] = { 50, 0, 1 },
	/* words 51, 52: ATA-1 to ATA/ATAPI-4 */
	[ID_OLD_PIO_MODE] = { 51, 8, 8 },
	[ID_OLD_DMA] = { 52, 0, 16 },
	[ID_OLD_DMA_MODE] = { 52, 8, 8 },
	/* word 53: which of the words 54-58, 64-70 and 88 are valid, 7.12.7.19 */
	[ID_CHS_VALID] = { 53, 0, 1 },
	[ID_TIMINGS_VALID] = { 53, 1, 1 },
	[ID_ULTRA_DMA_VALID] = { 53, 2, 1 },
	[ID_FREE_FALL_SENSITIVITY] = { 53, 8, 8 },
	[ID_CURRENT_CYLINDERS] = { 54, 0, 16 },
	[ID_CURRENT_HEADS] = { 55, 0, 16 },
	[ID_CURRENT_TRACK_SECTORS] = { 56, 0, 16 },
	[ID_CURRENT_SECTORS] = { 57, 0, 32 },
	[ID_LBA_SECTORS] = { 60, 0, 32 },
	/* modes: supported in bits 7:0, selected in bits 15:8; word 62 is of ATA-1 and ATA-2 */
	[ID_SINGLE_WORD_DMA] = { 62, 0, 16 },
	[ID_MULTIWORD_DMA] = { 63, 0, 16 },
	[ID_PIO_MODES] = { 64, 0, 16 },
	[ID_MULTIWORD_DMA_MIN_NS] = { 65, 0, 16 },
	[ID_MULTIWORD_DMA_NS] = { 66, 0, 16 },
	[ID_PIO_NS] = { 67, 0, 16 },
	[ID_PIO_IORDY_NS] = { 68, 0, 16 },
	[ID_ULTRA_DMA] = { 88, 0, 16 },
	[ID_ZONED] = { 69, 0, 2 }, /* ACS-4 */
	/* of packet devices: ATA/ATAPI-4 to ATA/ATAPI-7; words 73 and 74 by SFF-8020i */
	[ID_BUS_RELEASE_US] = { 71, 0, 16 },
	[ID_SERVICE_US] = { 72, 0, 16 },
	[ID_CDROM_MAJOR] = { 73, 0, 16 },
	[ID_CDROM_MINOR] = { 74, 0, 16 },
	[ID_QUEUE_DEPTH] = { 75, 0, 5 }, /* 7.12.7.33 */
	[ID_SATA_SPEED] = { 77, 1, 3 },	 /* ACS-4 */
	[ID_MAJOR] = { 80, 0, 16 },
	[ID_MINOR] = { 81, 0, 16 },
	[ID_ERASE_TIME] = { 89, 0, 16 }, /* 7.12.7.43 */
	[ID_ENHANCED_ERASE_TIME] = { 90, 0, 16 },
	[ID_APM_LEVEL] = { 91, 0, 8 }, /* 7.12.7.45 */
	[ID_MASTER_REVISION] = { 92, 0, 16 },
	/* word 93: 7.12.7.47 */
	[ID_CBLID] = { 93, 13, 1 },
	[ID_DEVICE_0] = { 93, 0, 1 },
	[ID_DEVICE_0_HOW] = { 93, 1, 2 },
	[ID_DEVICE_1_HOW] = { 93, 9, 2 },
	/* word 94: ATA/ATAPI-6 to ATA8-ACS */
	[ID_ACOUSTIC_LEVEL] = { 94, 0, 8 },
	[ID_ACOUSTIC_RECOMMENDED] = { 94, 8, 8 },
	[ID_TRIM_BLOCKS] = { 105, 0, 16 },
	[ID_COMPLETION_LIMIT] = { 116, 0, 16 }, /* units of 10 ms, ATA8-ACS revision 3 */
	[ID_REMOVABLE_NOTIFICATION] = { 127, 0, 2 },
	/* word 128: 7.12.7.66 */
	[ID_SECURITY] = { 128, 0, 16 },
	[ID_SECURITY_SUPPORTED] = { 128, 0, 1 },
	[ID_SECURITY_ENABLED] = { 128, 1, 1 },
	[ID_SECURITY_LOCKED] = { 128, 2, 1 },
	[ID_SECURITY_FROZEN] = { 128, 3, 1 },
	[ID_SECURITY_EXPIRED] = { 128, 4, 1 },
	[ID_SECURITY_ENHANCED_ERASE] = { 128, 5, 1 },
	[ID_SECURITY_MAXIMUM] = { 128, 8, 1 },
	/* words 160 to 164: CF+ and CompactFlash 4.1, 6.2.1.6 */
	[ID_CFA_MILLIAMPERE] = { 160, 0, 12 },
	[ID_CFA_LEVEL_1_OFF] = { 160, 13, 1 },
	[ID_CFA_POWER_VALID] = { 160, 15, 1 },
	[ID_CFA_KEY_MANAGEMENT] = { 162, 0, 16 },
	[ID_CFA_PIO_MAX] = { 163, 0, 3 },
	[ID_CFA_MDMA_MAX] = { 163, 3, 3 },
	[ID_CFA_PIO] = { 163, 6, 3 },
	[ID_CFA_MDMA] = { 163, 9, 3 },
	[ID_CFA_IO_CYCLE] = { 164, 0, 3 },
	[ID_CFA_MEMORY_CYCLE] = { 164, 3, 3 },
	[ID_CFA_IO_MAX] = { 164, 6, 3 },
	[ID_CFA_MEMORY_MAX] = { 164, 9, 3 },
	[ID_CFA_CARD_MODE] = { 164, 12, 3 },
	[ID_CFA_CARD_VALID] = { 164, 15, 1 },
	[ID_DATA_SET_MANAGEMENT] = { 169, 0, 16 },
	[ID_FORM_FACTOR] = { 168, 0, 16 }, /* 7.12.7.69; bits 15:4 are reserved */
	[ID_ROTATION_RATE] = { 217, 0, 16 },
	[ID_WRITE_READ_VERIFY_MODE] = { 220, 0, 8 },
	[ID_TRANSPORT_MAJOR] = { 222, 0, 16 },
	[ID_TRANSPORT] = { 222, 12, 4 },
	[ID_TRANSPORT_MINOR] = { 223, 0, 16 },
	[ID_MICROCODE_MIN] = { 234, 0, 16 },
	[ID_MICROCODE_MAX] = { 235, 0, 16 },
	[ID_INTEGRITY] = { 255, 0, 16 },
};

static const struct {
	uint8_t word, words;
} texts[ID_TEXT_COUNT] = {
	[ID_MODEL] = { 27, 20 },
	[ID_SERIAL] = { 10, ID_SERIAL_BYTES / 2 },
	[ID_FIRMWARE] = { 23, 4 },
	[ID_MEDIA_SERIAL] = { 176, 20 },
	[ID_MEDIA_MAKER] = { 196, 10 },
};
/* clang-format on */

uint32_t ata_id_field(const uint8_t *id, enum id_field which)
{
	const struct field *field = &fields[which];
	uint32_t value = ata_word(id, field->word);

	if (field->bits == 32)
		return ata_dword(id, field->word);
	return value >> field->bit & ((1u << field->bits) - 1);
}

uint32_t ata_id_known(const uint8_t *id, enum id_field field)
{
	uint32_t value = ata_id_field(id, field);

	return value == 0xffff ? 0 : value;
}

unsigned ata_id_empty_word(const uint8_t *id, enum id_feature_id feature, enum id_field level)
{
	const struct id_feature *row = &id_feature_table[feature];
	const unsigned words[] = { row->word, row->on_word, fields[level].word };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		bool told = words[i] >= 82 && words[i] <= 86 && ata_words_82_tell(id);

		if (words[i] && !told && ata_word(id, words[i]) == 0xffff)
			return words[i];
	}
	return 0;
}

bool ata_id_standby_minimum_valid(const uint8_t *id)
{
	return ata_word_valid(id, 50);
}

bool ata_id_trusted_computing_valid(const uint8_t *id)
{
	return ata_word_valid(id, 48);
}

bool ata_id_reset_result_valid(const uint8_t *id)
{
	return ata_word_valid(id, 93);
}

/* Eight bytes at a time, in lanes of 16 bits: the same result on every host. */
uint8_t ata_checksum(const uint8_t *page)
{
	const uint64_t even = 0x00ff00ff00ff00ffu;
	uint64_t sums = 0;
	uint64_t eight;

	for (unsigned i = 0; i < 512; i += sizeof(eight)) {
		memcpy(&eight, page + i, sizeof(eight));
		sums += (eight & even) + (eight >> 8 & even);
	}
	return (uint8_t)(sums + (sums >> 16) + (sums >> 32) + (sums >> 48));
}

enum { SUM_SIGNATURE_AT = 510, SUM_AT = 511, SUM_SIGNATURE = 0xa5 };

bool ata_sum_signed(const uint8_t *page)
{
	return page[SUM_SIGNATURE_AT] == SUM_SIGNATURE;
}

bool ata_checksum_valid(const uint8_t *page)
{
	return ata_sum_signed(page) && ata_checksum(page) == 0;
}

void ata_checksum_set(uint8_t *page)
{
	page[SUM_SIGNATURE_AT] = SUM_SIGNATURE;
	page[SUM_AT] = 0;
	page[SUM_AT] = (uint8_t)-ata_checksum(page);
}

/* The first of a string's two characters is the high byte of its word (ACS-3 3.4.9). */
unsigned ata_id_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	const uint8_t *bytes = id + (size_t)2 * texts[which].word;
	unsigned n = 2u * texts[which].words;

	for (unsigned i = 0; i < n; i++)
		text[i] = (char)bytes[i ^ 1];
	text[n] = '\0';
	return n;
}

void ata_id_trimmed_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	unsigned n = ata_id_text(id, which, text), length = 0, end = 0;

	for (unsigned i = 0; i < n; i++) {
		char c = is_printable(text[i]) ? text[i] : ' ';

		if (!length && c == ' ')
			continue;
		text[length++] = c;
		if (c != ' ')
			end = length;
	}
	text[end] = '\0';
}

bool ata_id_printable_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	unsigned n = ata_id_text(id, which, text), i = 0;
	size_t len = 0;

	if (!ata_word(id, texts[which].word)) {
		text[0] = '\0';
		return false;
	}
	while (i < n && text[i] == ' ')
		i++;
	for (; i < n; i++) {
		if (text[i])
			text[len++] = is_printable(text[i]) ? text[i] : '?';
	}
	text[len] = '\0';
	return true;
}

void ata_id_host_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	ascii_shown((const char *)id + (size_t)2 * texts[which].word, 2u * texts[which].words,
		    text);
}

/* Model, serial number and firmware: the kernel gives them as text, not as words. */
static bool is_text_word(unsigned word)
{
	for (unsigned i = ID_MODEL; i <= ID_FIRMWARE; i++) {
		if (word >= texts[i].word && word < texts[i].word + texts[i].words)
			return true;
	}
	return false;
}

void ata_id_from_host(const uint16_t words[256], uint8_t page[512])
{
	memcpy(page, words, 512);
	for (unsigned n = 0; n < 256; n++) {
		if (is_text_word(n))
			continue;
		page[2 * n] = (uint8_t)words[n];
		page[2 * n + 1] = (uint8_t)(words[n] >> 8);
	}
}

void ata_id_as_host(const uint8_t id[512], uint8_t page[512])
{
	memcpy(page, id, 512);
	for (unsigned n = 0; n < 256; n++) {
		if (!is_text_word(n))
			continue;
		page[2 * n] = id[2 * n + 1];
		page[2 * n + 1] = id[2 * n];
	}
}

bool ata_id_from_vpd(const void *vpd, long bytes, uint8_t page[512])
{
	if (bytes < VPD_ATA_BYTES - 1)
		return false;
	memcpy(page, (const uint8_t *)vpd + VPD_ATA_IDENTIFY, 512);
	if (bytes == VPD_ATA_BYTES - 1)
		page[511] = '\n';
	return true;
}

const uint8_t *ata_id_serial(const uint8_t *page)
{
	return page + (size_t)2 * texts[ID_SERIAL].word;
}

unsigned ata_rotation_rate(unsigned word)
{
	/* 0002h to 0400h and FFFFh are reserved */
	enum { SLOWEST = 0x0401, FASTEST = 0xfffe };

	return word == ID_NOT_ROTATING || (word >= SLOWEST && word <= FASTEST) ? word : 0;
}

unsigned ata_id_rotation_rate(const uint8_t *id)
{
	return ata_rotation_rate(ata_id_field(id, ID_ROTATION_RATE));
}

const char *ata_id_form_factor(const uint8_t *id)
{
	/* ACS-3 7.12.7.69; from 6 on ACS-4 */
	static const char names[][20] = {
		"",	 "5.25 inch", "3.5 inch", "2.5 inch", "1.8 inch", "less than 1.8 inch",
		"mSATA", "M.2",	      "MicroSSD", "CFast",
	};
	unsigned form = ata_id_field(id, ID_FORM_FACTOR);

	return form && form < sizeof(names) / sizeof(names[0]) ? names[form] : NULL;
}

enum { WORLD_WIDE_NAME = 108 };

uint64_t ata_id_world_wide_name(const uint8_t *id)
{
	uint64_t name = 0;

	for (unsigned i = 0; i < 4; i++)
		name = name << 16 | ata_word(id, WORLD_WIDE_NAME + i);
	return name;
}

/* NAA and OUI of the world wide name, bits 63:36, stay. */
void ata_id_make_anonymous(uint8_t *page)
{
	uint8_t *serial = page + (size_t)2 * texts[ID_SERIAL].word;
	uint8_t *name = page + (size_t)2 * WORLD_WIDE_NAME;
	bool right = ata_checksum_valid(page);

	for (unsigned i = 0; i < ID_SERIAL_BYTES; i++) {
		if (serial[i] && serial[i] != ' ')
			serial[i] = 'X';
	}
	name[2] &= 0xf0;
	memset(name + 4, 0, 4);
	if (right)
		ata_checksum_set(page);
}
