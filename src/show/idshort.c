// SPDX-License-Identifier: GPL-2.0-or-later
/* The summary of -i: the words as ATA-1 to ATA/ATAPI-7 had them, in few lines. */
#include "identify_show.h"

#include <inttypes.h>

static void show_names(const struct identify *id, struct report *out)
{
	static const struct {
		unsigned first, words;
		const char *key, *label;
	} rows[] = {
		{ 27, 20, "model_number", "\n Model=" },
		{ 23, 4, "firmware_revision", ", FwRev=" },
		{ 10, 10, "serial_number", ", SerialNo=" },
	};
	char text[ID_STRING_BYTES];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		id_host_string(id, rows[i].first, rows[i].words, text);
		report_string(out, rows[i].key, text, "%s%s", rows[i].label, text);
	}
	report_line(out, "\n");
}

/* Word 0 of ATA-1; most bits have long been retired */
static void show_config(const struct identify *id, struct report *out)
{
	static const char *const names[16] = {
		NULL,	   "HardSect",	"SoftSect",  "NotMFM",	    "HdSw>15uSec", "SpinMotCtl",
		"Fixed",   "Removable", "DTR<=5Mbs", "DTR>5Mbs",    "DTR>10Mbs",   "RotSpdTol>.5%",
		"dStbOff", "TrkOff",	"FmtGapReq", "nonMagnetic",
	};
	unsigned bit;

	report_u64(out, "general_configuration", id_word(id, 0), " Config={");
	for (bit = 1; bit < 16; bit++) {
		if (id_bit(id, 0, bit))
			report_line(out, " %s", names[bit]);
	}
	report_line(out, " }\n");
}

static void show_raw_geometry(const struct identify *id, struct report *out)
{
	report_u64(out, "chs_default_cylinders", id_word(id, 1),
		   " RawCHS=%u/%u/%u, TrkSize=%u, SectSize=%u, ECCbytes=%u\n", id_word(id, 1),
		   id_word(id, 3), id_word(id, 6), id_word(id, 4), id_word(id, 5), id_word(id, 22));
	report_u64(out, "chs_default_heads", id_word(id, 3), NO_TEXT);
	report_u64(out, "chs_default_sectors", id_word(id, 6), NO_TEXT);
}

static void show_buffer(const struct identify *id, const struct id_multiple *multiple,
			struct report *out)
{
	static const char *const types[] = { "unknown", "1Sect", "DualPort", "DualPortCache" };
	unsigned type = id_word(id, 20);
	unsigned half_kbytes = id_word(id, 21);
	unsigned max = id_word(id, 47) & 0xff;

	if (type < sizeof(types) / sizeof(types[0]))
		report_u64(out, "buffer_type", type, " BuffType=%s", types[type]);
	else
		report_u64(out, "buffer_type", type, " BuffType=%u", type);
	if (half_kbytes && half_kbytes != 0xffff)
		report_u64(out, "buffer_size_bytes", (uint64_t)half_kbytes * 512, ", BuffSize=%ukB",
			   half_kbytes / 2);
	else
		report_null(out, "buffer_size_bytes", ", BuffSize=unknown");
	report_u64(out, "multiple_max_sectors", max, ", MaxMultSect=%u", max);
	if (max) {
		if (!multiple->known)
			report_u64(out, "multiple_current_sectors", id_word(id, 59) & 0xff,
				   ", MultSect=?%u?", id_word(id, 59) & 0xff);
		else if (multiple->sectors)
			report_u64(out, "multiple_current_sectors", multiple->sectors,
				   ", MultSect=%" PRIu64, multiple->sectors);
		else
			report_u64(out, "multiple_current_sectors", 0, ", MultSect=off");
	}
	report_line(out, "\n");
}

static void show_addressing(const struct identify *id, struct report *out)
{
	const struct id_capacity *cap = &id->capacity;
	uint32_t sectors = id_current_sectors(id);

	if (!cap->has_current_chs)
		report_line(out, " (maybe):");
	report_u64(out, "chs_current_sectors", sectors, " CurCHS=%u/%u/%u, CurSects=%u",
		   id_word(id, 54), id_word(id, 55), id_word(id, 56), sectors);
	report_bool(out, "lba_supported", cap->has_lba, ", LBA=%s", cap->has_lba ? "yes" : "no");
	if (cap->has_lba) {
		uint64_t n = cap->lba48_sectors ? cap->lba48_sectors : cap->lba_sectors;

		report_u64(out, "lba_sectors", n, ", LBAsects=%" PRIu64, n);
	}
	report_line(out, "\n");
}

static void show_timings(const struct identify *id, struct report *out)
{
	bool iordy = id_bit(id, 49, 11);

	report_bool(out, "iordy_supported", iordy, " IORDY=%s",
		    !iordy		 ? "no"
		    : id_bit(id, 49, 10) ? "on/off"
					 : "yes");
	if (id_bit(id, 53, 1)) {
		report_u64(out, "pio_min_cycle_time_ns", id_word(id, 67),
			   ", tPIO={min:%u,w/IORDY:%u}", id_word(id, 67), id_word(id, 68));
		report_u64(out, "pio_iordy_min_cycle_time_ns", id_word(id, 68), NO_TEXT);
		report_u64(out, "multiword_dma_min_cycle_time_ns", id_word(id, 65),
			   ", tDMA={min:%u,rec:%u}", id_word(id, 65), id_word(id, 66));
		report_u64(out, "multiword_dma_recommended_cycle_time_ns", id_word(id, 66),
			   NO_TEXT);
	}
	report_line(out, "\n");
}

static void show_modes(struct report *out, const char *prefix, unsigned supported, unsigned active,
		       unsigned count)
{
	unsigned n;

	for (n = 0; n < count; n++) {
		if (supported >> n & 1)
			report_line(out, "%s%s%u ", active >> n & 1 ? "*" : "", prefix, n);
	}
}

static void show_transfer_modes(const struct identify *id, struct report *out)
{
	unsigned single = id_word(id, 62);
	unsigned multi = id_word(id, 63);
	unsigned ultra = id_word(id, 88);
	unsigned advanced = id_word(id, 64) & 0xff;
	unsigned old = id_word(id, 51) >> 8;

	report_u64(out, "pio_modes", advanced, " PIO modes:  ");
	if (old <= 5)
		report_line(out, "pio0 ");
	if (old >= 1 && old <= 5)
		report_line(out, "pio1 ");
	if (old >= 2 && old <= 5)
		report_line(out, "pio2 ");
	if (id_bit(id, 53, 1)) {
		if (advanced & 1)
			report_line(out, "pio3 ");
		if (advanced & 2)
			report_line(out, "pio4 ");
		if (advanced & ~3u)
			report_line(out, "pio? ");
	}
	report_line(out, "\n");
	if (id_bit(id, 49, 8)) {
		report_u64(out, "multiword_dma_modes", multi & 0xff, " DMA modes:  ");
		show_modes(out, "sdma", single, single >> 8, 3);
		show_modes(out, "mdma", multi, multi >> 8, 3);
		report_line(out, "\n");
	}
	if (id_bit(id, 53, 2)) {
		report_u64(out, "ultra_dma_modes", ultra & 0xff, " UDMA modes: ");
		show_modes(out, "udma", ultra, ultra >> 8, 7);
		report_line(out, "\n");
	}
}

static void show_power(const struct identify *id, struct report *out)
{
	bool apm = id_bit(id, 83, 3);
	bool on = id_bit(id, 86, 3);

	report_bool(out, "advanced_power_management_supported", apm, " AdvancedPM=%s",
		    apm ? "yes" : "no");
	if (apm && !on)
		report_line(out, ": disabled (255)");
	else if (apm)
		report_u64(out, "advanced_power_management_level", id_word(id, 91) & 0xff,
			   ": mode=0x%02X (%u)", id_word(id, 91) & 0xff, id_word(id, 91) & 0xff);
	if (id_bit(id, 82, 5))
		report_bool(out, "volatile_write_cache_enabled", id_bit(id, 85, 5),
			    " WriteCache=%s", id_bit(id, 85, 5) ? "enabled" : "disabled");
	report_line(out, "\n");
}

static void show_conformance(const struct identify *id, struct report *out)
{
	unsigned major = id_word(id, 80);
	unsigned minor = id_word(id, 81);
	unsigned n;
	bool any = false;
	unsigned standard;
	const char *name = minor ? id_minor_name((uint16_t)minor, &standard) : "Unspecified";

	if (!major && !minor)
		return;
	report_u64(out, "major_version", major,
		   " Drive conforms to: %s: ", name ? name : "unknown");
	for (n = 1; major != 0xffff && n <= 7; n++) {
		if (major >> n & 1) {
			report_line(out, "%s%u", any ? "," : " ATA/ATAPI-", n);
			any = true;
		}
	}
	report_line(out, "\n");
}

void show_identify_short(const struct identify *id, const struct id_multiple *multiple,
			 struct report *out)
{
	report_section_begin(out, "identity");
	show_names(id, out);
	show_config(id, out);
	show_raw_geometry(id, out);
	show_buffer(id, multiple, out);
	show_addressing(id, out);
	show_timings(id, out);
	show_transfer_modes(id, out);
	show_power(id, out);
	show_conformance(id, out);
	report_line(out, "\n * signifies the current active mode\n\n");
	report_section_end(out);
}
