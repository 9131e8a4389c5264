// SPDX-License-Identifier: GPL-2.0-or-later
/* Sizes and the other facts of IDENTIFY data that the dangerous commands depend on. */
#include "ata_drive.h"
#include "identify.h"

#include <string.h>

enum {
	IDW_CONFIGURATION = 2,
	IDW_FIRMWARE = 23,
	IDW_SECTORS_28 = 60,
	IDW_EXTENDED = 69,
	IDW_MAJOR_VERSION = 80,
	IDW_SUPPORT_1 = 82,
	IDW_SUPPORT_2 = 83,
	IDW_SUPPORT_3 = 84,
	IDW_ENABLED_2 = 86,
	IDW_SECTORS_48 = 100,
	IDW_TRIM_BLOCKS = 105,
	IDW_SECTOR_SIZE = 106,
	IDW_SECTOR_WORDS = 117,
	IDW_SUPPORT_4 = 119,
	IDW_TRIM = 169,
	IDW_SCT = 206,
	IDW_SECTORS_EXTENDED = 230,
	IDW_FIRMWARE_MIN = 234,
	IDW_FIRMWARE_MAX = 235
};

static uint16_t support(const uint8_t *id, unsigned word)
{
	return ata_words_valid(ata_word(id, IDW_SUPPORT_2)) ? ata_word(id, word) : 0;
}

bool ata_id_has_48bit(const uint8_t *id)
{
	return support(id, IDW_SUPPORT_2) >> 10 & 1;
}

bool ata_id_has_hpa(const uint8_t *id)
{
	return support(id, IDW_SUPPORT_1) >> 10 & 1;
}

bool ata_id_has_dco(const uint8_t *id)
{
	return support(id, IDW_SUPPORT_2) >> 11 & 1;
}

bool ata_id_has_gpl(const uint8_t *id)
{
	uint16_t word = ata_word(id, IDW_SUPPORT_3);

	return ata_words_valid(word) && (word >> 5 & 1);
}

uint16_t ata_id_word119(const uint8_t *id)
{
	uint16_t word = ata_word(id, IDW_SUPPORT_4);

	return ata_words_valid(word) ? word : 0;
}

bool ata_id_has_ama(const uint8_t *id)
{
	return ata_id_word119(id) >> 8 & 1;
}

bool ata_id_is_acs3(const uint8_t *id)
{
	uint16_t versions = ata_word(id, IDW_MAJOR_VERSION);

	return versions != UINT16_MAX && (versions >> 10 & 1);
}

static uint64_t quad(const uint8_t *id, unsigned word)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < 4; i++)
		value |= (uint64_t)ata_word(id, word + i) << 16 * i;
	return value;
}

uint64_t ata_id_sectors_28bit(const uint8_t *id)
{
	return ata_word(id, IDW_SECTORS_28) | (uint64_t)ata_word(id, IDW_SECTORS_28 + 1) << 16;
}

uint64_t ata_id_sectors_48bit(const uint8_t *id)
{
	uint64_t sectors = quad(id, IDW_SECTORS_48), extended = quad(id, IDW_SECTORS_EXTENDED);
	bool has_extended = ata_word(id, IDW_EXTENDED) >> 3 & 1;

	if (!ata_words_valid(ata_word(id, IDW_SUPPORT_2)))
		return 0;
	if (!has_extended || (sectors && sectors != UINT32_MAX))
		return sectors;
	/* word 69 has no signature: what is less, or no address at all, is not a size */
	return extended > sectors && extended <= ATA_ADDRESSES ? extended : sectors;
}

uint64_t ata_id_sectors(const uint8_t *id)
{
	const uint64_t most_28 = 0x0fffffff;
	uint64_t low = ata_id_sectors_28bit(id);
	uint64_t sectors = ata_id_has_48bit(id) ? ata_id_sectors_48bit(id) : 0;

	if (sectors)
		return sectors;
	/* this number stands for all larger ones where there may be any (ACS-3 7.12.7.20) */
	return ata_id_has_48bit(id) && low >= most_28 ? 0 : low;
}

bool ata_id_blank(const uint8_t *id)
{
	for (size_t i = 0; i < 512; i++) {
		if (id[i] != 0 && id[i] != 0xff)
			return false;
	}
	return true;
}

bool ata_id_incomplete(const uint8_t *id)
{
	uint16_t configuration = ata_word(id, IDW_CONFIGURATION);

	return configuration == ID_PUIS_INCOMPLETE || configuration == ID_NO_PUIS_INCOMPLETE;
}

unsigned ata_id_sector_bytes(const uint8_t *id)
{
	uint16_t word = ata_word(id, IDW_SECTOR_SIZE);
	unsigned words =
		ata_word(id, IDW_SECTOR_WORDS) | (unsigned)ata_word(id, IDW_SECTOR_WORDS + 1) << 16;

	if (!ata_words_valid(word) || !(word >> 12 & 1) || words < 256 || words > 32768)
		return 512;
	return words * 2;
}

bool ata_id_has_trim(const uint8_t *id)
{
	uint16_t word = ata_word(id, IDW_TRIM);

	return word != 0xffff && (word & 1);
}

unsigned ata_id_trim_blocks(const uint8_t *id)
{
	uint16_t word = ata_word(id, IDW_TRIM_BLOCKS);

	return word && word != 0xffff ? word : 1;
}

void ata_trim_encode(uint64_t lba, uint16_t count, uint8_t entry[TRIM_ENTRY_BYTES])
{
	uint64_t value = lba | (uint64_t)count << 48;

	for (unsigned i = 0; i < TRIM_ENTRY_BYTES; i++)
		entry[i] = (uint8_t)(value >> 8 * i);
}

static unsigned stated(uint16_t blocks)
{
	return blocks == 0xffff ? 0 : blocks;
}

void ata_firmware_limits(const uint8_t *id, struct ata_firmware_limits *limits)
{
	limits->supported = support(id, IDW_SUPPORT_2) & ata_word(id, IDW_ENABLED_2) & 1;
	limits->offsets = ata_id_word119(id) >> 4 & 1;
	limits->min_blocks = stated(ata_word(id, IDW_FIRMWARE_MIN));
	limits->max_blocks = stated(ata_word(id, IDW_FIRMWARE_MAX));
}

/* ACS-4 9.11.5.3: QWord at byte 16, bit 63 valid, 31:16 and 15:0 the limits. */
void ata_firmware_modes(const uint8_t *page, struct ata_firmware_modes *modes)
{
	uint64_t qword = 0;

	for (unsigned i = 0; i < 8; i++)
		qword |= (uint64_t)page[16 + i] << 8 * i;
	*modes = (struct ata_firmware_modes){ .valid = qword >> 63 };
	if (!modes->valid)
		return;
	modes->min_blocks = stated((uint16_t)qword);
	modes->max_blocks = stated((uint16_t)(qword >> 16));
}

struct ata_cmd ata_download_microcode(enum ata_firmware_mode mode, void *data, size_t bytes,
				      unsigned offset)
{
	struct ata_cmd cmd = ata_command_data(ATA_DOWNLOAD_MICROCODE, data, bytes);
	unsigned blocks = cmd.count;

	cmd.feature = (uint16_t)mode;
	cmd.count = blocks & 0xff;
	cmd.lba = blocks >> 8 | (uint64_t)offset << 8;
	if (!bytes) {
		cmd.protocol = ATA_NON_DATA;
		cmd.data = NULL;
	}
	return cmd;
}

enum ata_firmware_told ata_firmware_told(const struct ata_cmd *download)
{
	unsigned told = download->res.count & 0xff;
	bool segments =
		download->feature == FIRMWARE_OFFSETS || download->feature == FIRMWARE_DEFERRED;

	if (!download->res.valid || !segments || told > FIRMWARE_WAITS)
		return FIRMWARE_NO_INDICATION;
	return (enum ata_firmware_told)told;
}

void ata_id_firmware_revision(const uint8_t *id, char text[9])
{
	size_t n = 8, skip = 0;

	/* strings have the first of two characters in the high byte (ACS-4 3.3.9) */
	for (unsigned i = 0; i < 8; i++)
		text[i] = (char)id[2 * IDW_FIRMWARE + (i ^ 1)];
	for (unsigned i = 0; i < 8; i++) {
		if (text[i] < ' ' || text[i] > '~')
			text[i] = ' ';
	}
	while (n && text[n - 1] == ' ')
		n--;
	text[n] = '\0';
	while (text[skip] == ' ')
		skip++;
	memmove(text, text + skip, n - skip + 1);
}

void ata_sector_configurations(const uint8_t *id, const uint8_t *page,
			       struct ata_sector_configuration list[SECTOR_CONFIGURATIONS])
{
	enum { ROW_BYTES = 16, ROW_VALID = 0x80 };
	unsigned present = ata_id_sector_bytes(id);
	bool as_bytes = false, as_words = false;

	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS; i++) {
		const uint8_t *row = page + ROW_BYTES * i;
		uint64_t size = row[4] | (uint32_t)row[5] << 8 | (uint32_t)row[6] << 16 |
				(uint32_t)row[7] << 24;

		list[i] = (struct ata_sector_configuration){
			.valid = (row[0] & ROW_VALID) && size,
			.check = (uint16_t)(row[2] | row[3] << 8),
			.bytes = size * 2,
		};
		as_bytes |= list[i].valid && size == present;
		as_words |= list[i].valid && size * 2 == present;
	}
	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS && as_bytes && !as_words; i++)
		list[i].bytes /= 2;
}

unsigned ata_log_pages(const uint8_t *directory, uint8_t address)
{
	return ata_word(directory, address);
}

struct ata_cmd ata_read_log(uint8_t address, uint16_t page, void *data)
{
	struct ata_cmd cmd = ata_command_data(ATA_READ_LOG_EXT, data, 512);

	cmd.lba = address | (uint64_t)(page & 0xff) << 8 | (uint64_t)(page >> 8) << 32;
	return cmd;
}

bool ata_id_has_sct(const uint8_t *id)
{
	uint16_t word = ata_word(id, IDW_SCT);

	return word != 0xffff && (word & 1);
}

bool ata_sct_temperature(const uint8_t *status, int *celsius)
{
	*celsius = (int8_t)status[200];
	return ata_word(status, 0) && status[200] != 0x80;
}
