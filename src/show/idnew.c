// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What ACS-4, ACS-5, ACS-6 and Serial ATA 3.x have added to IDENTIFY data, or what the traditional
 * layout has no place for. It goes to machines, and to people behind everything else on --verbose.
 */
#include "identify_show.h"

#include <inttypes.h>

/* 0: unknown; ACS-4 word 77 bits 3:1 */
static const char *const sata_speeds[8] = { NULL, "1.5 Gb/s", "3.0 Gb/s", "6.0 Gb/s" };

/* ACS-4 word 69 bits 1:0; host-managed zones have a signature of their own, not these bits */
static const char *const zoned_models[4] = { NULL, "host_aware", "device_managed", "reserved" };

/* Word 222 bits 10:6 */
static const char *const sata_revisions[] = { "3.1", "3.2", "3.3", "3.4", "3.5" };

struct minor_version {
	uint16_t code;
	char name[48];
};

/* ACS-6 table of minor version numbers: the codes since ATA8-ACS that are shown as unknown. */
static const struct minor_version minor_versions[] = {
	{ 0x001f, "ACS-3 revision 3b" },
	{ 0x0028, "ATA8-ACS revision 6" },
	{ 0x0029, "ATA8-ACS revision 4" },
	{ 0x0030, "ACS-5 revision 8" },
	{ 0x0031, "ACS-2 revision 2" },
	{ 0x0039, "ATA8-ACS revision 4c" },
	{ 0x005e, "ACS-4 revision 5" },
	{ 0x006d, "ACS-3 revision 5" },
	{ 0x0073, "ACS-6 revision 2" },
	{ 0x0082, "ACS-2 published, ANSI INCITS 482-2012" },
	{ 0x009c, "ACS-4 published, ANSI INCITS 529-2018" },
	{ 0x010a, "ACS-3 published, ANSI INCITS 522-2014" },
	{ 0x0110, "ACS-2 revision 3" },
	{ 0x011b, "ACS-3 revision 4" },
};

/* Standards by the bits of word 80 (ACS-6). */
static const char *const standards[16] = {
	[3] = "ATA-3",	     [4] = "ATA/ATAPI-4", [5] = "ATA/ATAPI-5", [6] = "ATA/ATAPI-6",
	[7] = "ATA/ATAPI-7", [8] = "ATA8-ACS",	  [9] = "ACS-2",       [10] = "ACS-3",
	[11] = "ACS-4",	     [12] = "ACS-5",	  [13] = "ACS-6",
};

/* The report, and whether its heading stands: a drive without newer facts gets none. */
struct newer {
	struct report *out;
	bool headed;
};

static struct report *under_heading(struct newer *newer)
{
	if (!newer->headed)
		report_line(newer->out, "Newer facts:\n");
	newer->headed = true;
	return newer->out;
}

/* One fact, on a line of its own for people. */
static void tell(struct newer *newer, const char *key, const char *label, const char *value)
{
	report_string(under_heading(newer), key, value, "\t%-40s %s\n", label, value);
}

static void tell_number(struct newer *newer, const char *key, const char *label, uint64_t value,
			const char *unit)
{
	report_u64(under_heading(newer), key, value, "\t%-40s %" PRIu64 "%s\n", label, value, unit);
}

static void show_versions(const struct identify *id, struct newer *newer)
{
	const struct id_standards *std = &id->standards;
	unsigned newest = 15;
	size_t i;

	if (std->cdrom)
		return;
	while (newest && !(std->has_major && std->major >> newest & 1))
		newest--;
	if (newest && standards[newest])
		tell(newer, "newest_standard", "Newest standard", standards[newest]);
	for (i = 0; i < sizeof(minor_versions) / sizeof(minor_versions[0]); i++) {
		if (minor_versions[i].code == std->minor)
			tell(newer, "minor_version_name", "Minor version", minor_versions[i].name);
	}
}

static void show_link(const struct identify *id, struct newer *newer)
{
	const char *speed = sata_speeds[id_word(id, 77) >> 1 & 7];
	uint16_t major = id_word(id, 222);
	size_t i = sizeof(sata_revisions) / sizeof(sata_revisions[0]);

	if (id_serial(id)) {
		while (i && !(major >> (5 + i) & 1))
			i--;
		if (i)
			tell(newer, "sata_revision", "Serial ATA revision", sata_revisions[i - 1]);
	}
	if (speed && id_group_valid(id, ID_GROUP_76))
		tell(newer, "sata_current_speed", "Current speed of the link", speed);
}

static void show_zones(const struct identify *id, struct newer *newer)
{
	const char *zoned = zoned_models[id_word(id, 69) & 3];

	if (zoned && id_group_valid(id, ID_GROUP_69))
		tell(newer, "zoned_model", "Zones", zoned);
}

/* Word 48: valid as word 50 is */
static void show_trusted_computing(const struct identify *id, struct newer *newer)
{
	if (id_valid(id, 48))
		report_bool(under_heading(newer), "trusted_computing_supported", id_bit(id, 48, 0),
			    "\t%-40s %s\n", "Trusted Computing feature set",
			    id_bit(id, 48, 0) ? "supported" : "not supported");
}

static uint64_t quad(const struct identify *id, unsigned first)
{
	return id_word(id, first) | (uint64_t)id_word(id, first + 1) << 16 |
	       (uint64_t)id_word(id, first + 2) << 32 | (uint64_t)id_word(id, first + 3) << 48;
}

/* Words 234 and 235: 0000h and FFFFh stand for "no limit given". */
static void tell_blocks(const struct identify *id, struct newer *newer, unsigned word,
			const char *key, const char *label)
{
	unsigned blocks = id_word(id, word);

	if (blocks && blocks != 0xffff)
		tell_number(newer, key, label, blocks, " blocks");
}

static void show_numbers(const struct identify *id, struct newer *newer)
{
	/* words 230-233, where word 69 bit 3 says so */
	if (id_group_valid(id, ID_GROUP_69) && id_bit(id, 69, 3))
		tell_number(newer, "extended_user_addressable_sectors",
			    "Extended user addressable sectors", quad(id, 230), "");
	if (id_group_valid(id, ID_GROUP_119) && id_bit(id, 119, 4)) {
		tell_blocks(id, newer, 234, "download_microcode_min_blocks",
			    "DOWNLOAD MICROCODE segment, minimum");
		tell_blocks(id, newer, 235, "download_microcode_max_blocks",
			    "DOWNLOAD MICROCODE segment, maximum");
	}
	if (id_group_valid(id, ID_GROUP_119) && id_bit(id, 119, 1))
		tell_number(newer, "write_read_verify_mode", "Write-Read-Verify mode",
			    id_word(id, 220) & 0xff, "");
	if (id_group_valid(id, ID_GROUP_119) && id_bit(id, 119, 5))
		tell_number(newer, "free_fall_sensitivity", "Free-fall control sensitivity",
			    id_word(id, 53) >> 8, "");
}

/* Bits that the list shows by number, and bits that it does not show, by their names. */
static void show_new_features(const struct identify *id, struct newer *newer)
{
	const struct id_feature *row;

	for (row = id_feature_table; row < id_feature_table + id_feature_count; row++) {
		bool enabled = id_feature_enabled(id, row);

		if (!row->name[0] || row->flags & ID_TRIM || !id_feature_supported(id, row) ||
		    !id_group_valid(id, (enum id_group)row->group))
			continue;
		if (!row->text[0] || row->flags & ID_BY_NUMBER)
			report_line(under_heading(newer), "\t   %c\t%s\n", enabled ? '*' : ' ',
				    row->name);
	}
}

void show_newer_facts(const struct identify *id, struct report *out)
{
	struct newer newer = { .out = out };

	if (!out->structured && !out->verbose)
		return;
	show_versions(id, &newer);
	show_link(id, &newer);
	show_zones(id, &newer);
	show_trusted_computing(id, &newer);
	show_numbers(id, &newer);
	show_new_features(id, &newer);
}
