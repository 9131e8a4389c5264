// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: security, identity, hardware reset results, checksum. */
#include "ata_drive.h"
#include "erase.h"
#include "identify_show.h"

#include <stdio.h>

/* Show the security status: word 128 (ACS-3 7.12.7.66). */
void show_security(const struct identify *id, struct report *out)
{
	static const struct {
		enum id_field field;
		const char *key, *text;
	} rows[] = {
		{ ID_SECURITY_SUPPORTED, "supported", "supported" },
		{ ID_SECURITY_ENABLED, "enabled", "enabled" },
		{ ID_SECURITY_LOCKED, "locked", "locked" },
		{ ID_SECURITY_FROZEN, "frozen", "frozen" },
		{ ID_SECURITY_EXPIRED, "count_expired", "expired: security count" },
		{ ID_SECURITY_ENHANCED_ERASE, "enhanced_erase_supported",
		  "supported: enhanced erase" },
	};
	unsigned revision = id_known(id, ID_MASTER_REVISION);
	const char *level = id_field(id, ID_SECURITY_MAXIMUM) ? "maximum" : "high";
	bool any_time = false;
	size_t i;

	if (id->standards.likely < 4 || !ata_id_claims(id->raw, ID_HAS_SECURITY))
		return;
	if (!id_field(id, ID_ERASE_TIME) && !id_field(id, ID_ENHANCED_ERASE_TIME) &&
	    !id_field(id, ID_SECURITY))
		return;
	report_section_begin(out, "security");
	report_line(out, "Security: \n");
	if (revision)
		report_u64(out, "master_password_identifier", revision,
			   "\tMaster password revision code = %u\n", revision);
	for (i = 0; id_field(id, ID_SECURITY) && i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool on = id_field(id, rows[i].field);

		report_bool(out, rows[i].key, on, "\t%s\t%s\n",
			    on	? ""
			    : i ? "not"
				: "(?)",
			    rows[i].text);
	}
	if (id_field(id, ID_SECURITY_ENABLED))
		report_string(out, "level", level, "\tSecurity level %s\n", level);
	for (unsigned enhanced = 0; enhanced < 2; enhanced++) {
		bool more;
		unsigned minutes = ata_erase_minutes(id->raw, enhanced, &more);

		if (!minutes)
			continue;
		report_u64(out, enhanced ? "enhanced_erase_time_min" : "erase_time_min", minutes,
			   "%s%s%umin for %sSECURITY ERASE UNIT.", any_time ? " " : "\t",
			   more ? "more than " : "", minutes, enhanced ? "ENHANCED " : "");
		any_time = true;
	}
	report_line(out, "\n");
	report_section_end(out);
}

/* Show words 108 to 111 (ACS-3 7.12.7.58). */
static void show_world_wide_name(const struct identify *id, struct report *out)
{
	unsigned long long wwn = ata_id_world_wide_name(id->raw);
	char text[17];

	if (id->standards.likely < 4 || !ata_id_claims(id->raw, ID_HAS_WORLD_WIDE_NAME))
		return;
	snprintf(text, sizeof(text), "%016llx", wwn);
	/* all zeros name no drive */
	if (wwn)
		report_string(out, "world_wide_name", text, NO_TEXT);
	else
		report_null(out, "world_wide_name", NO_TEXT);
	report_line(out, "Logical Unit WWN Device Identifier: %s\n", text);
	report_u64(out, "wwn_naa", wwn >> 60, "\tNAA\t\t: %llx\n", wwn >> 60);
	report_u64(out, "wwn_ieee_oui", wwn >> 36 & 0xffffff, "\tIEEE OUI\t: %06llx\n",
		   wwn >> 36 & 0xffffff);
	report_u64(out, "wwn_unique_id", wwn & 0xfffffffffULL, "\tUnique ID\t: %09llx\n",
		   wwn & 0xfffffffffULL);
}

/* Show word 93 of a parallel drive (ACS-3 7.12.7.47). */
static void show_reset_results(const struct identify *id, struct report *out)
{
	bool above = id_field(id, ID_CBLID), device0 = id_field(id, ID_DEVICE_0);
	unsigned how = id_field(id, device0 ? ID_DEVICE_0_HOW : ID_DEVICE_1_HOW);

	if (!ata_id_field_valid(id->raw, ID_CBLID))
		return;
	report_section_begin(out, "hardware_reset_results");
	report_line(out, "HW reset results:\n");
	report_bool(out, "cblid_above_vih", above, "\tCBLID- %s Vih\n", above ? "above" : "below");
	report_u64(out, "device_number", device0 ? 0 : 1, "\tDevice num = %u%s\n", device0 ? 0 : 1,
		   how == 1   ? " determined by the jumper"
		   : how == 2 ? " determined by CSEL"
			      : "");
	report_section_end(out);
}

/* Times that are valid if the drive reports 0 (ACS-4 9.11.10.3). */
enum { DEVSLP_EXIT_DEFAULT_MS = 20, DEVSLP_ASSERTION_DEFAULT_MS = 10 };

static void show_sleep_time(struct report *out, const char *key, const char *label,
			    unsigned told_ms, unsigned default_ms)
{
	unsigned ms = told_ms ? told_ms : default_ms;

	report_u64(out, key, ms, "\t%s: %u ms (%s)\n", label, ms, told_ms ? "drive" : "default");
}

static void show_device_sleep(const struct identify *id, struct report *out)
{
	struct ata_device_sleep sleep;

	if (!id->sata || !ata_device_sleep_decode(id->sata, &sleep))
		return;
	report_section_begin(out, "device_sleep");
	report_line(out, "Device Sleep:\n");
	show_sleep_time(out, "exit_timeout_ms", "DEVSLP Exit Timeout (DETO)", sleep.exit_ms,
			DEVSLP_EXIT_DEFAULT_MS);
	show_sleep_time(out, "minimum_assertion_time_ms", "Minimum DEVSLP Assertion Time (MDAT)",
			sleep.assertion_ms, DEVSLP_ASSERTION_DEFAULT_MS);
	report_section_end(out);
}

void show_identity(const struct identify *id, struct report *out)
{
	show_world_wide_name(id, out);
	show_reset_results(id, out);
	show_device_sleep(id, out);
}

void show_integrity(const struct identify *id, struct report *out)
{
	if (id->standards.likely < 5)
		return;
	if (id->has_sum) {
		if (id->sum)
			report_bool(out, "checksum_correct", false,
				    "Checksum: incorrect (0x%02x), expected 0x%02x\n\n", id->sum,
				    0x100 - id->sum);
		else
			report_bool(out, "checksum_correct", true, "Checksum: correct\n");
	} else {
		report_null(out, "checksum_correct",
			    "Integrity word not set (found 0x%04x, expected 0x%02xa5)\n",
			    id_field(id, ID_INTEGRITY), 0x100 - id->sum);
	}
}
