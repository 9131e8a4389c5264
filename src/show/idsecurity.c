// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: security, identity, hardware reset results, checksum. */
#include "identify_show.h"

#include <stdio.h>

/*
 * ACS-3 7.12.7.43: twice the minutes, in 8 or 15 bits. The largest value of each form stands for
 * every longer time.
 */
static bool show_erase_time(struct report *out, const char *key, uint16_t word, bool first,
			    const char *what)
{
	unsigned mask = word & 0x8000 ? 0x7fff : 0xff;
	unsigned units = word & mask;
	bool longer = units == mask;

	if (!units)
		return false;
	units -= longer;
	report_u64(out, key, 2 * units, "%s%s%umin for %sSECURITY ERASE UNIT.", first ? "\t" : " ",
		   longer ? "more than " : "", 2 * units, what);
	return true;
}

/* ACS-3 7.12.7.66 */
void show_security(const struct identify *id, struct report *out)
{
	static const struct {
		uint8_t bit;
		const char *key, *text;
	} rows[] = {
		{ 0, "supported", "supported" },
		{ 1, "enabled", "enabled" },
		{ 2, "locked", "locked" },
		{ 3, "frozen", "frozen" },
		{ 4, "count_expired", "expired: security count" },
		{ 5, "enhanced_erase_supported", "supported: enhanced erase" },
	};
	unsigned revision = id_word(id, 92);
	bool any;
	size_t i;

	if (id->standards.likely < 4 || !id_bit(id, 82, 1))
		return;
	if (!id_word(id, 89) && !id_word(id, 90) && !id_word(id, 128))
		return;
	report_section_begin(out, "security");
	report_line(out, "Security: \n");
	if (revision && revision != 0xffff)
		report_u64(out, "master_password_identifier", revision,
			   "\tMaster password revision code = %u\n", revision);
	for (i = 0; id_word(id, 128) && i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool on = id_bit(id, 128, rows[i].bit);

		report_bool(out, rows[i].key, on, "\t%s\t%s\n",
			    on	? ""
			    : i ? "not"
				: "(?)",
			    rows[i].text);
	}
	if (id_bit(id, 128, 1))
		report_string(out, "level", id_bit(id, 128, 8) ? "maximum" : "high",
			      "\tSecurity level %s\n", id_bit(id, 128, 8) ? "maximum" : "high");
	any = show_erase_time(out, "erase_time_min", id_word(id, 89), true, "");
	show_erase_time(out, "enhanced_erase_time_min", id_word(id, 90), !any, "ENHANCED ");
	report_line(out, "\n");
	report_section_end(out);
}

/* ACS-3 7.12.7.58 */
static void show_world_wide_name(const struct identify *id, struct report *out)
{
	unsigned long long wwn = 0;
	char text[17];
	unsigned n;

	for (n = 108; n <= 111; n++)
		wwn = wwn << 16 | id_word(id, n);
	if (id->standards.likely < 4 || !id_bit(id, 84, 8))
		return;
	snprintf(text, sizeof(text), "%016llx", wwn);
	report_string(out, "world_wide_name", text, "Logical Unit WWN Device Identifier: %s\n",
		      text);
	report_u64(out, "wwn_naa", wwn >> 60, "\tNAA\t\t: %llx\n", wwn >> 60);
	report_u64(out, "wwn_ieee_oui", wwn >> 36 & 0xffffff, "\tIEEE OUI\t: %06llx\n",
		   wwn >> 36 & 0xffffff);
	report_u64(out, "wwn_unique_id", wwn & 0xfffffffffULL, "\tUnique ID\t: %09llx\n",
		   wwn & 0xfffffffffULL);
}

/* ACS-3 7.12.7.47 */
static void show_reset_results(const struct identify *id, struct report *out)
{
	unsigned result = id_word(id, 93);
	bool device0 = result & 1;
	unsigned how = device0 ? result >> 1 & 3 : result >> 9 & 3;

	if (!id_valid(id, 93))
		return;
	report_section_begin(out, "hardware_reset_results");
	report_line(out, "HW reset results:\n");
	report_bool(out, "cblid_above_vih", result & 0x2000, "\tCBLID- %s Vih\n",
		    result & 0x2000 ? "above" : "below");
	report_u64(out, "device_number", device0 ? 0 : 1, "\tDevice num = %u%s\n", device0 ? 0 : 1,
		   how == 1   ? " determined by the jumper"
		   : how == 2 ? " determined by CSEL"
			      : "");
	report_section_end(out);
}

/* Log 30h page 08h, bytes 55:48: DEVSLP timing variables (ACS-4 9.11.10.3) */
enum { DEVSLP_AT = 48, DEVSLP_EXIT_DEFAULT_MS = 20, DEVSLP_ASSERTION_DEFAULT_MS = 10 };

static void show_device_sleep(const struct identify *id, struct report *out)
{
	const uint8_t *at = id->sata ? id->sata + DEVSLP_AT : NULL;
	unsigned exit_ms, assertion_ms;

	if (!at || !(at[7] & 0x80))
		return;
	exit_ms = at[1];
	assertion_ms = at[0] & 0x1f;
	report_section_begin(out, "device_sleep");
	report_line(out, "Device Sleep:\n");
	report_u64(out, "exit_timeout_ms", exit_ms ? exit_ms : DEVSLP_EXIT_DEFAULT_MS,
		   "\tDEVSLP Exit Timeout (DETO): %u ms (%s)\n",
		   exit_ms ? exit_ms : DEVSLP_EXIT_DEFAULT_MS, exit_ms ? "drive" : "default");
	report_u64(out, "minimum_assertion_time_ms",
		   assertion_ms ? assertion_ms : DEVSLP_ASSERTION_DEFAULT_MS,
		   "\tMinimum DEVSLP Assertion Time (MDAT): %u ms (%s)\n",
		   assertion_ms ? assertion_ms : DEVSLP_ASSERTION_DEFAULT_MS,
		   assertion_ms ? "drive" : "default");
	report_section_end(out);
}

void show_identity(const struct identify *id, struct report *out)
{
	show_world_wide_name(id, out);
	show_reset_results(id, out);
	show_device_sleep(id, out);
}

/* Word 255 */
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
			    id_word(id, 255), 0x100 - id->sum);
	}
}
