// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which standard a drive follows. Word 80 lists the standards since ATA-3, word 81 names a draft.
 * For older drives, and drives that leave both words empty, the other words that are filled in show
 * it.
 */
#include "identify.h"
#include "idfields.h"
#include "words.h"

#include <string.h>

struct minor_version {
	uint16_t code;
	uint8_t standard; /* 0: shown as unknown, as by 9.65, which scripts rely on */
	char name[48];
};

/* ACS-6 table of minor version numbers, and the same table of its predecessors. */
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

/* Codes up to this one belong to the first standards with words 80 and 81 (ATA-3 to ATA-7). */
enum { MINOR_EARLY_LAST = 0x22 };

/* SFF-8020i counts its revisions in word 74. */
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

static bool evidence_of_2(const uint8_t *id)
{
	/* IORDY, and words 64-70 valid: both new in ATA-2 */
	return (ata_word(id, 49) & 0x0c00) || ata_id_field(id, ID_TIMINGS_VALID);
}

static bool evidence_of_3(const uint8_t *id)
{
	return ata_word_valid(id, 83);
}

static bool evidence_of_4(const uint8_t *id)
{
	if (ata_word_valid(id, 50) || ata_id_field(id, ID_REMOVABLE_NOTIFICATION) == 1)
		return true;
	if (ata_id_field(id, ID_ULTRA_DMA_VALID) && ata_id_field(id, ID_ULTRA_DMA) & 0x0707)
		return true;
	return ata_word_valid(id, 83) &&
	       ((ata_word(id, 82) & 0x77f0) || (ata_word(id, 83) & 0x001f));
}

/* Word 2 (ACS-3 7.12.7.4) */
static bool is_specific_configuration(const uint8_t *id)
{
	uint32_t word = ata_id_field(id, ID_SPECIFIC_CONFIGURATION);

	return word == ID_PUIS_INCOMPLETE || word == ID_PUIS_COMPLETE ||
	       word == ID_NO_PUIS_INCOMPLETE || word == ID_NO_PUIS_COMPLETE;
}

static bool evidence_of_5(const uint8_t *id)
{
	if (ata_word_valid(id, 93) || ata_checksum_valid(id))
		return true;
	return ata_word_valid(id, 83) && (ata_word(id, 83) & 0x3fe0);
}

static bool evidence_of_6(const uint8_t *id)
{
	return (ata_word_valid(id, 83) && (ata_word(id, 83) & 0x3f00)) ||
	       (ata_word_valid(id, 84) && (ata_word(id, 84) & 0x27ff));
}

static bool evidence_of_8(const uint8_t *id)
{
	return ata_id_claims(id, ID_HAS_SCT);
}

typedef bool (*evidence_fn)(const uint8_t *);

/* By standard; NULL if nothing distinguishes it from the standard before. */
static const evidence_fn evidence[] = {
	[2] = evidence_of_2, [3] = evidence_of_3, [4] = evidence_of_4,
	[5] = evidence_of_5, [6] = evidence_of_6, [8] = evidence_of_8,
};

enum { EVIDENCE_LAST = sizeof(evidence) / sizeof(evidence[0]) - 1 };

/* The oldest standard of word 80 that is shown: a drive follows a few standards at once. */
static unsigned first_shown(unsigned likely)
{
	if (likely >= 8)
		return 5;
	if (likely >= 6)
		return 4;
	return likely == 5 ? 3 : 2;
}

/* The standard that a word names; at first std->likely is that of the device type. */
static void named_standard(const uint8_t *id, struct id_standards *std)
{
	unsigned n;

	if (is_specific_configuration(id))
		std->likely = 5;
	if (std->has_major) {
		if (std->likely < 3)
			std->likely = 3; /* the word itself is new in ATA-3 */
		for (n = std->likely + 1; n <= 14; n++) {
			if (std->major >> n & 1)
				std->likely = n;
		}
	} else if (std->minor >= 1 && std->minor <= MINOR_EARLY_LAST && std->likely < 3) {
		std->likely = 3;
	}
	std->first_shown = first_shown(std->likely);
	if (std->minor_standard > std->likely)
		std->likely = std->minor_standard;
}

/* The standard that the contents of other words show. */
static void likely_standard(const uint8_t *id, struct id_standards *std)
{
	unsigned n;

	if (std->minor_standard) {
		/* a drive may implement parts of the next standard */
		n = std->minor_standard + 1;
		if (n <= EVIDENCE_LAST && evidence[n] && evidence[n](id))
			std->likely = n;
		return;
	}
	for (n = EVIDENCE_LAST; n > std->likely; n--) {
		if (evidence[n] && evidence[n](id))
			std->likely = n;
	}
}

void id_decode_standards(const uint8_t *id, bool cdrom, unsigned first, struct id_standards *std)
{
	const enum id_field major = cdrom ? ID_CDROM_MAJOR : ID_MAJOR;
	const struct minor_version *row;
	unsigned n;

	memset(std, 0, sizeof(*std));
	std->cdrom = cdrom;
	std->major = (uint16_t)ata_id_field(id, major);
	std->minor = (uint16_t)ata_id_field(id, cdrom ? ID_CDROM_MINOR : ID_MINOR);
	std->has_major = ata_id_known(id, major);
	std->likely = first;
	row = minor_version(std->minor);
	if (cdrom) {
		if (std->minor == CDROM_MINOR_SFF_8020I)
			std->minor_name = "ATAPI for CD-ROMs, SFF-8020i, r2.5";
		std->first_shown = 1;
		std->likely = 1;
		std->oldest = 1;
		return;
	}
	std->minor_name = id_minor_name(std->minor, &std->minor_standard);
	if (row && !std->minor_name)
		std->minor_newer_name = row->name;
	named_standard(id, std);
	likely_standard(id, std);
	std->oldest = std->likely > 4 ? std->likely - 3 : 1;
	if (!std->has_major)
		return;
	for (n = std->first_shown; n <= 14; n++) {
		if (std->major >> n & 1) {
			std->oldest = n;
			break;
		}
	}
}
