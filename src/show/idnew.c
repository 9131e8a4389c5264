// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * IDENTIFY data from ACS-4, ACS-5, ACS-6 and Serial ATA 3.x, and facts that 9.65's layout has no
 * place for. They are in JSON, and after everything else with --verbose.
 */
#include "identify_show.h"

#include <inttypes.h>

/* Current speed by word 77 (ACS-4); NULL: unknown. */
static const char *const sata_speeds[8] = { NULL, "1.5 Gb/s", "3.0 Gb/s", "6.0 Gb/s" };

/* Zone models by word 69 (ACS-4). Host-managed drives report a signature instead of these bits. */
static const char *const zoned_models[4] = { NULL, "host_aware", "device_managed", "reserved" };

/* Revisions of Serial ATA by bits 10:6 of the transport's major version. */
static const char *const sata_revisions[] = { "3.1", "3.2", "3.3", "3.4", "3.5" };

/* Standards by the bits of the major version (ACS-6). */
static const char *const standards[16] = {
	[3] = "ATA-3",	     [4] = "ATA/ATAPI-4", [5] = "ATA/ATAPI-5", [6] = "ATA/ATAPI-6",
	[7] = "ATA/ATAPI-7", [8] = "ATA8-ACS",	  [9] = "ACS-2",       [10] = "ACS-3",
	[11] = "ACS-4",	     [12] = "ACS-5",	  [13] = "ACS-6",
};

/* The report, and whether the heading was printed: without newer facts no heading is printed. */
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

/* Report one fact; the text has a line for each. */
static void show_fact(struct newer *newer, const char *key, const char *label, const char *value)
{
	report_string(under_heading(newer), key, value, "\t%-40s %s\n", label, value);
}

static void show_number(struct newer *newer, const char *key, const char *label, uint64_t value,
			const char *unit)
{
	report_u64(under_heading(newer), key, value, "\t%-40s %" PRIu64 "%s\n", label, value, unit);
}

/* Numbers that are valid if the drive has a feature. Arrays, not pointers: no relocations at start.
 */
static const struct {
	uint8_t feature, field;
	char key[32], label[40];
	char unit[8]; /* with a unit, 0 and FFFFh mean "not reported" and are not shown */
} numbers[] = {
	{ ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED, ID_MICROCODE_MIN, "download_microcode_min_blocks",
	  "DOWNLOAD MICROCODE segment, minimum", " blocks" },
	{ ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED, ID_MICROCODE_MAX, "download_microcode_max_blocks",
	  "DOWNLOAD MICROCODE segment, maximum", " blocks" },
	{ ID_HAS_WRITE_READ_VERIFY, ID_WRITE_READ_VERIFY_MODE, "write_read_verify_mode",
	  "Write-Read-Verify mode", "" },
	{ ID_HAS_FREE_FALL_CONTROL, ID_FREE_FALL_SENSITIVITY, "free_fall_sensitivity",
	  "Free-fall control sensitivity", "" },
};

void show_newer_facts(const struct identify *id, struct report *out)
{
	struct newer newer = { .out = out };
	const struct id_standards *std = &id->standards;
	const char *speed = sata_speeds[id_field(id, ID_SATA_SPEED)];
	const char *zoned = zoned_models[id_field(id, ID_ZONED)];
	bool trusted = id_field(id, ID_TRUSTED_COMPUTING);
	unsigned newest = 15;
	size_t revision = 0;

	if (!out->structured && !out->verbose)
		return;

	if (!std->cdrom) {
		while (newest && !(std->has_major && std->major >> newest & 1))
			newest--;
		if (newest && standards[newest])
			show_fact(&newer, "newest_standard", "Newest standard", standards[newest]);
		if (std->minor_newer_name)
			show_fact(&newer, "minor_version_name", "Minor version",
				  std->minor_newer_name);
	}

	if (id_field(id, ID_TRANSPORT) == ID_TRANSPORT_SERIAL) {
		revision = sizeof(sata_revisions) / sizeof(sata_revisions[0]);
		while (revision && !(id_field(id, ID_TRANSPORT_MAJOR) >> (5 + revision) & 1))
			revision--;
	}
	if (revision)
		show_fact(&newer, "sata_revision", "Serial ATA revision",
			  sata_revisions[revision - 1]);
	if (speed && id_group_valid(id, ID_GROUP_76))
		show_fact(&newer, "sata_current_speed", "Current speed of the link", speed);
	if (zoned && id_group_valid(id, ID_GROUP_69))
		show_fact(&newer, "zoned_model", "Zones", zoned);
	if (ata_id_field_valid(id->raw, ID_TRUSTED_COMPUTING))
		report_bool(under_heading(&newer), "trusted_computing_supported", trusted,
			    "\t%-40s %s\n", "Trusted Computing feature set",
			    trusted ? "supported" : "not supported");

	if (id_lists(id, ID_HAS_EXTENDED_USER_ADDRESSABLE_SECTORS))
		show_number(&newer, "extended_user_addressable_sectors",
			    "Extended user addressable sectors", ata_id_extended_sectors(id->raw),
			    "");
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		enum id_field field = numbers[i].field;
		bool must_be_known = *numbers[i].unit;

		if (id_lists(id, numbers[i].feature) && (!must_be_known || id_known(id, field)))
			show_number(&newer, numbers[i].key, numbers[i].label, id_field(id, field),
				    numbers[i].unit);
	}

	/* names of the bits that 9.65's list shows as a number or leaves out */
	for (unsigned i = 0; i < ID_FEATURE_COUNT; i++) {
		const struct id_feature *row = &id_feature_table[i];

		if (!*id_feature_name(row) || row->flags & ID_WITH_TRIM || !id_lists(id, i))
			continue;
		if (!*id_feature_listed(row) || row->flags & ID_BY_NUMBER)
			report_line(under_heading(&newer), "\t   %c\t%s\n",
				    ata_id_enabled(id->raw, i) ? '*' : ' ', id_feature_name(row));
	}
}
