// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: kind of device, size, transfer modes, standards. */
#include "identify.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/* Peripheral device type of CD and DVD drives, in word 0 bits 12:8. */
enum { COMMAND_SET_CDROM = 5 };

bool ata_id_tells_support(const uint8_t *id)
{
	uint16_t first = ata_word(id, 82);

	/* bits 4 and up of word 80 stand for ATA-4 and later standards */
	return ata_words_82_tell(id) ||
	       (first != 0xffff && (first || ata_id_known(id, ID_MAJOR) >> 4));
}

bool ata_id_is_acs3(const uint8_t *id)
{
	return ata_id_known(id, ID_MAJOR) >> 10 & 1;
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
	uint32_t specific = ata_id_field(id, ID_SPECIFIC_CONFIGURATION);

	return specific == ID_PUIS_INCOMPLETE || specific == ID_NO_PUIS_INCOMPLETE;
}

uint64_t ata_id_extended_sectors(const uint8_t *id)
{
	return ata_qword(id, 230);
}

uint64_t ata_id_sectors_48bit(const uint8_t *id)
{
	uint64_t sectors = ata_qword(id, 100), extended = ata_id_extended_sectors(id);
	bool has_extended = ata_id_claims(id, ID_HAS_EXTENDED_USER_ADDRESSABLE_SECTORS);

	if (!ata_word_valid(id, 83))
		return 0;
	if (!has_extended || (sectors && sectors != UINT32_MAX))
		return sectors;
	/* word 69 has no validity signature: take words 230-233 only if plausible */
	return extended > sectors && extended <= ATA_ADDRESSES ? extended : sectors;
}

uint64_t ata_id_sectors(const uint8_t *id)
{
	const uint64_t most_28 = 0x0fffffff;
	bool lba48 = ata_id_has(id, ID_HAS_LBA48);
	uint64_t low = ata_id_field(id, ID_LBA_SECTORS);
	uint64_t sectors = lba48 ? ata_id_sectors_48bit(id) : 0;

	if (sectors)
		return sectors;
	/* with LBA48, words 60-61 are 0FFFFFFFh for 0FFFFFFFh sectors and more (ACS-3 7.12.7.22) */
	return lba48 && low >= most_28 ? 0 : low;
}

/* *words: words 117-118, the logical sector size in words (ACS-3 7.12.7.61). False: 256 words. */
static bool logical_sector_words(const uint8_t *id, uint32_t *words)
{
	*words = ata_dword(id, 117);
	return ata_word_valid(id, 106) && (ata_word(id, 106) >> 12 & 1);
}

unsigned ata_id_sector_bytes(const uint8_t *id)
{
	uint32_t words;

	if (!logical_sector_words(id, &words) || words < 256 || words > 32768)
		return 512;
	return words * 2;
}

bool ata_id_multiple(const uint8_t *id, unsigned *sectors)
{
	uint16_t word = ata_word(id, 59);

	/* bit 8 of word 59: bits 7:0 are valid; FFFFh: the drive did not set the word */
	*sectors = word & 0xff;
	return (word & 0x100) && word != 0xffff;
}

/* Words 63 and 88: in bits 15:8, the bit of the selected mode is set. */
uint8_t ata_id_transfer_mode(const uint8_t *id, uint8_t kind)
{
	uint32_t modes = kind == TRANSFER_MULTIWORD ? ata_id_field(id, ID_MULTIWORD_DMA)
			 : kind == TRANSFER_ULTRA   ? ata_id_field(id, ID_ULTRA_DMA)
						    : 0;

	for (uint8_t mode = 0; mode < 7; mode++) {
		if (modes >> 8 == 1u << mode)
			return kind | mode;
	}
	return 0;
}

bool ata_id_has_trim(const uint8_t *id)
{
	return ata_id_known(id, ID_DATA_SET_MANAGEMENT) & 1;
}

bool id_has_sata(const struct identify *id)
{
	return ata_word(id->raw, 76) != 0xffff || id_field(id, ID_TRANSPORT) == ID_TRANSPORT_SERIAL;
}

bool id_tells(const struct identify *id, enum id_field field)
{
	const uint8_t *raw = id->raw;
	bool serial = id->has_commands && id_has_sata(id);

	switch (ata_word_of(field)) {
	case 82:
	case 83:
		return id->has_commands;
	case 84:
		return id->has_commands && ata_word_valid(raw, 84) && ata_word_valid(raw, 87);
	case 119:
		/* word 86 bit 15: words 119 and 120 are valid */
		return id->has_commands && (ata_word(raw, 86) >> 15 & 1) &&
		       ata_word_valid(raw, 119) && ata_word_valid(raw, 120);
	case 76:
		return serial;
	case 77:
		return serial && ata_word(raw, 77) != 0xffff;
	case 78:
		return id->has_commands && (ata_word(raw, 78) != 0xffff ||
					    id_field(id, ID_TRANSPORT) == ID_TRANSPORT_SERIAL);
	case 206:
		return id->has_commands && ata_id_claims(raw, ID_HAS_SCT);
	case 59:
		return id->has_commands && ata_id_claims(raw, ID_HAS_SANITIZE);
	case 69:
		return id->standards.likely >= 7;
	default:
		return false;
	}
}

bool id_lists(const struct identify *id, enum id_feature_id feature)
{
	return id_tells(id, (enum id_field)feature) && ata_id_claims(id->raw, feature);
}

/* Signatures of CompactFlash cards in word 0. Bit 7: removable device; bit 6: fixed device. */
enum { CFA_SIGNATURE = 0x848a, CFA_SIGNATURE_FIXED = 0x844a };

static void decode_type(struct identify *id)
{
	uint32_t general = id_field(id, ID_CONFIGURATION);

	id->removable = id_field(id, ID_REMOVABLE);
	if (general == CFA_SIGNATURE || general == CFA_SIGNATURE_FIXED)
		id->type = ID_TYPE_CFA;
	else if (ata_id_has(id->raw, ID_HAS_CFA))
		id->type = ID_TYPE_CFA;
	else if ((general & 0x8000) == 0)
		id->type = ID_TYPE_ATA;
	else if ((general & 0x4000) == 0)
		id->type = ID_TYPE_PACKET;
	else
		id->type = ID_TYPE_INVALID;
	if (id->type == ID_TYPE_PACKET)
		id->command_set = id_field(id, ID_COMMAND_SET);
}

/* Mask of the alignment in word 209, a number of logical sectors. Bit 13 is ignored. */
enum { ALIGNMENT_MASK = 0x1fff };

static void decode_sector(struct identify *id)
{
	struct id_sector *sector = &id->sector;
	const uint8_t *raw = id->raw;
	uint32_t words;

	sector->reported = ata_word_valid(raw, 106);
	sector->logical_bytes = logical_sector_words(raw, &words) ? 2 * words : 512;
	sector->physical_bytes = sector->logical_bytes;
	if (sector->reported && (ata_word(raw, 106) >> 13 & 1))
		sector->physical_bytes <<= ata_word(raw, 106) & 0xf;
	sector->has_offset = sector->reported && ata_word_valid(raw, 209);
	if (sector->has_offset)
		sector->offset_bytes =
			(ata_word(raw, 209) & ALIGNMENT_MASK) * sector->logical_bytes;
}

/* Sectors of the largest default CHS geometry: 16383 cylinders, 16 heads, 63 sectors. */
enum { CHS_MAX_SECTORS = 16514064 };

static void decode_capacity(struct identify *id)
{
	struct id_capacity *cap = &id->capacity;
	uint64_t default_chs = (uint64_t)id_field(id, ID_CYLINDERS) * id_field(id, ID_HEADS) *
			       id_field(id, ID_TRACK_SECTORS);
	int64_t current_chs = (int64_t)id_field(id, ID_CURRENT_CYLINDERS) *
			      id_field(id, ID_CURRENT_HEADS) *
			      id_field(id, ID_CURRENT_TRACK_SECTORS);
	uint32_t sectors = id_field(id, ID_CURRENT_SECTORS);
	uint32_t swapped = sectors << 16 | sectors >> 16;

	/* Drives before ATA-3 disagree on which of words 57 and 58 is the upper half. */
	if (id->standards.likely <= 2 &&
	    llabs(current_chs - sectors) > llabs(current_chs - swapped))
		sectors = swapped;
	cap->has_current_chs = id_field(id, ID_CHS_VALID);
	if (cap->has_current_chs)
		cap->chs_current_sectors = sectors;
	cap->sectors = cap->chs_current_sectors;

	cap->has_lba = id_field(id, ID_LBA);
	if (cap->has_lba) {
		cap->lba_sectors = id_field(id, ID_LBA_SECTORS);
		/* a drive too large for a geometry may report 0 cylinders */
		cap->no_chs = !id_field(id, ID_CYLINDERS) && cap->lba_sectors > CHS_MAX_SECTORS;
		if (cap->no_chs || cap->lba_sectors > cap->sectors)
			cap->sectors = cap->lba_sectors;
		cap->has_lba48 = ata_id_has(id->raw, ID_HAS_LBA48);
	}
	if (cap->has_lba48)
		cap->lba48_sectors = ata_id_sectors_48bit(id->raw);
	if (cap->lba48_sectors)
		cap->sectors = cap->lba48_sectors;
	if (!cap->sectors)
		cap->sectors = cap->has_current_chs ? (uint64_t)current_chs : default_chs;
}

/* Bits of word 62 that are no single word DMA modes (ATA-2: 2:0 supported, 10:8 active). */
enum { SINGLE_WORD_RESERVED = 0xf8f8 };

static void decode_dma(struct identify *id)
{
	struct id_dma *dma = &id->dma;
	uint32_t single = id_field(id, ID_SINGLE_WORD_DMA), selected = single >> 8;
	uint32_t multi = id_field(id, ID_MULTIWORD_DMA);
	uint32_t ultra = id_field(id, ID_ULTRA_DMA_VALID) ? id_field(id, ID_ULTRA_DMA) : 0;

	dma->dmadir = id->type == ID_TYPE_PACKET && single & 0x8000;
	dma->supported = id_field(id, ID_DMA) || dma->dmadir;
	dma->old = !single && !multi && id_field(id, ID_OLD_DMA);
	dma->old_mode = id_field(id, ID_OLD_DMA_MODE);
	/* word 62 with a reserved bit or several selected modes has no single word DMA modes */
	if (!(single & SINGLE_WORD_RESERVED) && !(selected & (selected - 1))) {
		dma->single = (uint8_t)single;
		dma->single_active = (uint8_t)selected;
	}
	dma->multi = (uint8_t)multi;
	dma->multi_active = (uint8_t)(multi >> 8);
	dma->ultra = (uint8_t)ultra;
	dma->ultra_active = (uint8_t)(ultra >> 8);
	if (!dma->dmadir)
		return;
	/* bits 9:7 (multiword) and 6:0 (Ultra) of word 62: modes of the bridge to PATA */
	if (multi)
		dma->multi = single >> 7 & 7;
	if (ultra)
		dma->ultra = single & 0x7f;
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

/*
 * --- The standards of a drive: by word 80 (standards since ATA-3), word 81 (one version) and words
 * that are new in a standard ---
 */

struct minor_version {
	uint16_t code;
	/* number of the standard; 0: hdparm 9.65 does not know the version */
	uint8_t standard;
	char name[48];
};

/* Minor version numbers, from the tables of ACS-6 and its predecessors. */
static const struct minor_version minor_versions[] = {
	{ 0x0001, 1, "ATA-1 X3T9.2 781D prior to revision 4" },
	{ 0x0002, 1, "ATA-1 published, ANSI X3.221-1994" },
	{ 0x0003, 1, "ATA-1 X3T9.2 781D revision 4" },
	{ 0x0004, 2, "ATA-2 published, ANSI X3.279-1996" },
	{ 0x0005, 2, "ATA-2 X3T10 948D prior to revision 2k" },
	{ 0x0006, 3, "ATA-3 X3T10 2008D revision 1" },
	{ 0x0007, 2, "ATA-2 X3T10 948D revision 2k" },
	{ 0x0008, 3, "ATA-3 X3T10 2008D revision 0" },
	{ 0x0009, 2, "ATA-2 X3T10 948D revision 3" },
	{ 0x000a, 3, "ATA-3 published, ANSI X3.298-199x" },
	{ 0x000b, 3, "ATA-3 X3T10 2008D revision 6" },
	{ 0x000c, 3, "ATA-3 X3T13 2008D revision 7 and 7a" },
	{ 0x000d, 4, "ATA/ATAPI-4 X3T13 1153D revision 6" },
	{ 0x000e, 4, "ATA/ATAPI-4 T13 1153D revision 13" },
	{ 0x000f, 4, "ATA/ATAPI-4 X3T13 1153D revision 7" },
	{ 0x0010, 4, "ATA/ATAPI-4 T13 1153D revision 18" },
	{ 0x0011, 4, "ATA/ATAPI-4 T13 1153D revision 15" },
	{ 0x0012, 4, "ATA/ATAPI-4 published, ANSI INCITS 317-1998" },
	{ 0x0013, 5, "ATA/ATAPI-5 T13 1321D revision 3" },
	{ 0x0014, 4, "ATA/ATAPI-4 T13 1153D revision 14" },
	{ 0x0015, 5, "ATA/ATAPI-5 T13 1321D revision 1" },
	{ 0x0016, 5, "ATA/ATAPI-5 published, ANSI INCITS 340-2000" },
	{ 0x0017, 4, "ATA/ATAPI-4 T13 1153D revision 17" },
	{ 0x0018, 6, "ATA/ATAPI-6 T13 1410D revision 0" },
	{ 0x0019, 6, "ATA/ATAPI-6 T13 1410D revision 3a" },
	{ 0x001a, 7, "ATA/ATAPI-7 T13 1532D revision 1" },
	{ 0x001b, 6, "ATA/ATAPI-6 T13 1410D revision 2" },
	{ 0x001c, 6, "ATA/ATAPI-6 T13 1410D revision 1" },
	{ 0x001d, 7, "ATA/ATAPI-7 published, ANSI INCITS 397-2005" },
	{ 0x001e, 7, "ATA/ATAPI-7 T13 1532D revision 0" },
	{ 0x001f, 0, "ACS-3 revision 3b" },
	{ 0x0021, 7, "ATA/ATAPI-7 T13 1532D revision 4a" },
	{ 0x0022, 6, "ATA/ATAPI-6 published, ANSI INCITS 361-2002" },
	{ 0x0025, 0, "ACS-6 revision 7" },
	{ 0x0027, 8, "ATA-8-ACS revision 3c" },
	{ 0x0028, 0, "ATA8-ACS revision 6" },
	{ 0x0029, 0, "ATA8-ACS revision 4" },
	{ 0x0030, 0, "ACS-5 revision 10" },
	{ 0x0031, 0, "ACS-2 revision 2" },
	{ 0x0033, 8, "ATA-8-ACS revision 3e" },
	{ 0x0039, 0, "ATA8-ACS revision 4c" },
	{ 0x0042, 8, "ATA-8-ACS revision 3f" },
	{ 0x0052, 8, "ATA-8-ACS revision 3b" },
	{ 0x005e, 0, "ACS-4 revision 5" },
	{ 0x006d, 0, "ACS-3 revision 5" },
	{ 0x0070, 0, "ACS-6 revision 11" },
	{ 0x0073, 0, "ACS-6 revision 2" },
	{ 0x0082, 0, "ACS-2 published, ANSI INCITS 482-2012" },
	{ 0x009c, 0, "ACS-4 published, ANSI INCITS 529-2018" },
	{ 0x0107, 8, "ATA-8-ACS revision 2d" },
	{ 0x010a, 0, "ACS-3 published, ANSI INCITS 522-2014" },
	{ 0x0110, 0, "ACS-2 revision 3" },
	{ 0x011b, 0, "ACS-3 revision 4" },
};

/* Largest minor version number of ATA/ATAPI-7 and older standards. */
enum { MINOR_EARLY_LAST = 0x22 };

/* Value of word 74 for revision 2.5 of SFF-8020i. */
enum { CDROM_MINOR_SFF_8020I = 9 };

static const struct minor_version *minor_version(uint16_t code)
{
	for (size_t i = 0; i < sizeof(minor_versions) / sizeof(minor_versions[0]); i++) {
		if (minor_versions[i].code == code)
			return &minor_versions[i];
	}
	return NULL;
}

const char *id_minor_name(uint16_t code, unsigned *standard)
{
	const struct minor_version *row = minor_version(code);

	*standard = row ? row->standard : 0;
	return *standard ? row->name : NULL;
}

/* Bits 15:14 of a word: 1 is a validity signature. */
#define SIGNATURE(word) ID_BITS(word, 15, 14)

/*
 * What is new in a standard: the field is 1, and the word has at least one bit of the mask; without
 * a mask, the field alone.
 */
static const struct {
	uint8_t standard;
	enum id_field field;
	uint8_t word;
	uint16_t mask;
} evidence[] = {
	{ 2, ID_IORDY, 0, 0 },
	{ 2, ID_IORDY_DISABLE, 0, 0 },
	{ 2, ID_TIMINGS_VALID, 0, 0 },
	{ 3, SIGNATURE(83), 0, 0 },
	{ 4, SIGNATURE(50), 0, 0 },
	{ 4, ID_REMOVABLE_NOTIFICATION, 0, 0 },
	{ 4, ID_ULTRA_DMA_VALID, 88, 0x0707 },
	{ 4, SIGNATURE(83), 82, 0x77f0 },
	{ 4, SIGNATURE(83), 83, 0x3fff },
	{ 5, SIGNATURE(93), 0, 0 },
	{ 5, SIGNATURE(83), 83, 0x3fe0 },
	{ 6, SIGNATURE(83), 83, 0x3f00 },
	{ 6, SIGNATURE(84), 84, 0x27ff },
	{ 8, (enum id_field)ID_HAS_SCT, 0, 0 },
};

enum { EVIDENCE_LAST = 8, STANDARD_LAST = 14, CHECKSUM_SINCE = 5 };

static bool shows_standard(const uint8_t *id, unsigned standard)
{
	if (standard == CHECKSUM_SINCE && ata_checksum_valid(id))
		return true;
	for (size_t i = 0; i < sizeof(evidence) / sizeof(evidence[0]); i++) {
		if (evidence[i].standard == standard && ata_id_field(id, evidence[i].field) == 1 &&
		    (!evidence[i].mask || ata_word(id, evidence[i].word) & evidence[i].mask))
			return true;
	}
	return false;
}

/* `least`: smallest estimate for std->likely, unless `cdrom`. */
static void decode_standards(const uint8_t *id, bool cdrom, unsigned least,
			     struct id_standards *std)
{
	/* std->first_shown by the estimate from words 2, 80 and 81 */
	static const uint8_t first_shown[] = { 2, 2, 2, 2, 2, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5 };
	const enum id_field major = cdrom ? ID_CDROM_MAJOR : ID_MAJOR;
	const struct minor_version *row;
	unsigned likely = least, n;

	std->cdrom = cdrom;
	std->major = (uint16_t)ata_id_field(id, major);
	std->minor = (uint16_t)ata_id_field(id, cdrom ? ID_CDROM_MINOR : ID_MINOR);
	std->has_major = ata_id_known(id, major);
	if (cdrom) {
		if (std->minor == CDROM_MINOR_SFF_8020I)
			std->minor_name = "ATAPI for CD-ROMs, SFF-8020i, r2.5";
		std->first_shown = 1;
		std->likely = 1;
		std->oldest = 1;
		return;
	}
	row = minor_version(std->minor);
	std->minor_name = id_minor_name(std->minor, &std->minor_standard);
	if (row && !std->minor_name)
		std->minor_newer_name = row->name;

	switch (ata_id_field(id, ID_SPECIFIC_CONFIGURATION)) {
	case ID_PUIS_INCOMPLETE:
	case ID_PUIS_COMPLETE:
	case ID_NO_PUIS_INCOMPLETE:
	case ID_NO_PUIS_COMPLETE:
		likely = 5; /* word 2 is new in ATA/ATAPI-5 */
	}
	/* words 80 and 81 are new in ATA-3 */
	if (likely < 3 && (std->has_major || (std->minor && std->minor <= MINOR_EARLY_LAST)))
		likely = 3;
	for (n = likely; std->has_major && n <= STANDARD_LAST; n++) {
		if (std->major >> n & 1)
			likely = n;
	}
	std->first_shown = first_shown[likely];

	if (std->minor_standard) {
		if (likely < std->minor_standard)
			likely = std->minor_standard;
		if (shows_standard(id, std->minor_standard + 1))
			likely = std->minor_standard + 1;
	} else {
		for (n = EVIDENCE_LAST; n > likely; n--) {
			if (shows_standard(id, n))
				likely = n;
		}
	}
	std->likely = likely;

	std->oldest = likely > 4 ? likely - 3 : 1;
	for (n = STANDARD_LAST; std->has_major && n >= std->first_shown; n--) {
		if (std->major >> n & 1)
			std->oldest = n;
	}
}

void identify_decode(const struct id_input *input, struct identify *id)
{
	unsigned least = 1;
	bool cdrom;

	memset(id, 0, sizeof(*id));
	id->raw = input->identify;
	id->sector_configuration = input->sector_configuration;
	id->sata = input->sata;
	id->has_commands = ata_words_82_tell(id->raw);
	id->has_sum = ata_sum_signed(id->raw);
	id->sum = ata_checksum(id->raw);
	decode_type(id);
	decode_sector(id);
	if (id->type == ID_TYPE_PACKET)
		least = 3;
	else if (id->type == ID_TYPE_CFA)
		least = 4;
	cdrom = id->type == ID_TYPE_PACKET && id->command_set == COMMAND_SET_CDROM;
	decode_standards(id->raw, cdrom, least, &id->standards);
	decode_capacity(id);
	decode_dma(id);
}
