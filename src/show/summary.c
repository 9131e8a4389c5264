// SPDX-License-Identifier: GPL-2.0-or-later
/* The output of -i: a summary of IDENTIFY data. */
#include "field.h"

#include <inttypes.h>

static void show_short_head(const struct identify *id, struct report *out)
{
	static const struct {
		enum id_text which;
		const char *key, *label;
	} names[] = {
		{ ID_MODEL, "model_number", "\n Model=" },
		{ ID_FIRMWARE, "firmware_revision", ", FwRev=" },
		{ ID_SERIAL, "serial_number", ", SerialNo=" },
	};
	static const char *const bits[16] = {
		NULL,	   "HardSect",	"SoftSect",  "NotMFM",	    "HdSw>15uSec", "SpinMotCtl",
		"Fixed",   "Removable", "DTR<=5Mbs", "DTR>5Mbs",    "DTR>10Mbs",   "RotSpdTol>.5%",
		"dStbOff", "TrkOff",	"FmtGapReq", "nonMagnetic",
	};
	unsigned configuration = id_field(id, ID_CONFIGURATION);
	char text[ID_STRING_BYTES];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		ata_id_host_text(id->raw, names[i].which, text);
		report_string(out, names[i].key, text, "%s%s", names[i].label, text);
	}
	report_line(out, "\n");

	report_u64(out, "general_configuration", configuration, " Config={");
	for (unsigned bit = 1; bit < 16; bit++) {
		if (configuration >> bit & 1)
			report_line(out, " %s", bits[bit]);
	}
	report_line(out, " }\n");

	SHOW_FIELD(out, id, ID_CYLINDERS, "chs_default_cylinders", " RawCHS=%u/");
	SHOW_FIELD(out, id, ID_HEADS, "chs_default_heads", "%u/");
	SHOW_FIELD(out, id, ID_TRACK_SECTORS, "chs_default_sectors", "%u");
	report_line(out, ", TrkSize=%u, SectSize=%u, ECCbytes=%u\n", id_field(id, ID_TRACK_BYTES),
		    id_field(id, ID_UNFORMATTED_SECTOR_BYTES), id_field(id, ID_LONG_BYTES));
}

/* Modes from `count` on are shown as one '?'. */
static void show_modes(struct report *out, const char *prefix, unsigned modes, unsigned count)
{
	unsigned supported = modes & 0xff;
	unsigned active = modes >> 8;
	unsigned n;

	for (n = 0; n < count; n++) {
		if (active >> n & 1)
			report_line(out, "*");
		if (supported >> n & 1)
			report_line(out, "%s%u ", prefix, n);
	}
	if (active >> count)
		report_line(out, "*");
	if (supported >> count)
		report_line(out, "%s? ", prefix);
}

static void show_transfer_modes(const struct identify *id, struct report *out)
{
	enum { WORD_MODES = 3, ULTRA_MODES = 7 };
	bool timings = id_field(id, ID_IORDY) || id_field(id, ID_TIMINGS_VALID);
	unsigned advanced = id_field(id, ID_TIMINGS_VALID) ? id_field(id, ID_PIO_MODES) : 0;
	unsigned old = id_field(id, ID_OLD_PIO_MODE);
	/* bits 7 and 15 belong to mode 7, which the summary of hdparm 9.65 does not show */
	unsigned ultra = id_field(id, ID_ULTRA_DMA) & 0x7f7f;

	report_u64(out, "pio_modes", advanced & 0xff, " PIO modes:  ");
	if (old <= 5)
		report_line(out, "pio0 %s%s", old >= 1 ? "pio1 " : "", old >= 2 ? "pio2 " : "");
	report_line(out, "%s%s%s\n", advanced & 1 ? "pio3 " : "", advanced & 2 ? "pio4 " : "",
		    advanced & ~3u ? "pio? " : "");
	if (id_field(id, ID_DMA) &&
	    (id_field(id, ID_SINGLE_WORD_DMA) || id_field(id, ID_MULTIWORD_DMA))) {
		report_u64(out, "multiword_dma_modes", id_field(id, ID_MULTIWORD_DMA) & 0xff,
			   " DMA modes:  ");
		show_modes(out, "sdma", id_field(id, ID_SINGLE_WORD_DMA), WORD_MODES);
		show_modes(out, "mdma", id_field(id, ID_MULTIWORD_DMA), WORD_MODES);
		report_line(out, "\n");
	}
	if (timings && id_field(id, ID_ULTRA_DMA_VALID) && ultra) {
		report_u64(out, "ultra_dma_modes", ultra & 0x7f, " UDMA modes: ");
		show_modes(out, "udma", ultra, ULTRA_MODES);
		report_line(out, "\n");
	}
}

static void show_power(const struct identify *id, struct report *out)
{
	unsigned level = id_field(id, ID_APM_LEVEL);
	bool apm = ata_id_claims(id->raw, ID_HAS_ADVANCED_POWER_MANAGEMENT);

	report_bool(out, "advanced_power_management_supported", apm, " AdvancedPM=%s",
		    apm ? "yes" : "no");
	if (apm && !ata_id_enabled(id->raw, ID_HAS_ADVANCED_POWER_MANAGEMENT))
		report_line(out, ": disabled (255)");
	else if (apm)
		report_u64(out, "advanced_power_management_level", level, ": mode=0x%02X (%u)",
			   level, level);
	if (ata_id_claims(id->raw, ID_HAS_VOLATILE_WRITE_CACHE))
		report_bool(out, "volatile_write_cache_enabled",
			    ata_id_enabled(id->raw, ID_HAS_VOLATILE_WRITE_CACHE), " WriteCache=%s",
			    ata_id_enabled(id->raw, ID_HAS_VOLATILE_WRITE_CACHE) ? "enabled"
										 : "disabled");
	report_line(out, "\n");
}

/* Highest versions that the summary of hdparm 9.65 names; minor version 1Fh is "Reserved". */
enum { MINOR_LAST = 0x1e, MINOR_RESERVED = 0x1f, STANDARD_LAST = 7 };

static void show_conformance(const struct identify *id, struct report *out)
{
	unsigned major = id_field(id, ID_MAJOR);
	uint16_t minor = (uint16_t)id_field(id, ID_MINOR);
	const char *name = "unknown";
	bool any = false;
	unsigned n, standard;

	if (!major && !minor)
		return;
	if (!minor)
		name = "Unspecified";
	else if (minor == MINOR_RESERVED)
		name = "Reserved";
	else if (minor <= MINOR_LAST)
		name = id_minor_name(minor, &standard);
	report_u64(out, "major_version", major, " Drive conforms to: %s: ", name);
	for (n = 0; major != 0xffff && n <= STANDARD_LAST; n++) {
		if (major >> n & 1)
			report_line(out, "%s%u", any ? "," : " ATA/ATAPI-", n);
		any |= major >> n & 1;
	}
	report_line(out, "\n");
}

void show_identify_short(const struct identify *id, uint64_t multiple, struct report *out)
{
	static const char *const types[] = { "unknown", "1Sect", "DualPort", "DualPortCache" };
	unsigned type = id_field(id, ID_BUFFER_TYPE);
	unsigned half_kbytes = id_known(id, ID_BUFFER_SECTORS);
	unsigned max = id_field(id, ID_MULTIPLE_MAX);
	const struct id_capacity *cap = &id->capacity;
	uint32_t sectors = id_field(id, ID_CURRENT_SECTORS);

	report_section_begin(out, "identity");
	show_short_head(id, out);

	if (type < sizeof(types) / sizeof(types[0]))
		report_u64(out, "buffer_type", type, " BuffType=%s", types[type]);
	else
		report_u64(out, "buffer_type", type, " BuffType=%u", type);
	if (half_kbytes)
		report_u64(out, "buffer_size_bytes", (uint64_t)half_kbytes * 512, ", BuffSize=%ukB",
			   half_kbytes / 2);
	else
		report_null(out, "buffer_size_bytes", ", BuffSize=unknown");
	report_u64(out, "multiple_max_sectors", max, ", MaxMultSect=%u", max);
	if (max && multiple)
		report_u64(out, "multiple_current_sectors", multiple, ", MultSect=%" PRIu64,
			   multiple);
	else if (max)
		report_u64(out, "multiple_current_sectors", 0, ", MultSect=off");
	report_line(out, "\n");

	if (!cap->has_current_chs)
		report_line(out, " (maybe):");
	report_u64(out, "chs_current_addressable_sectors", sectors, " CurCHS=%u/%u/%u, CurSects=%u",
		   id_field(id, ID_CURRENT_CYLINDERS), id_field(id, ID_CURRENT_HEADS),
		   id_field(id, ID_CURRENT_TRACK_SECTORS), sectors);
	report_bool(out, "lba_supported", cap->has_lba, ", LBA=%s", cap->has_lba ? "yes" : "no");
	if (cap->has_lba) {
		bool large = id->has_commands && ata_id_enabled(id->raw, ID_HAS_LBA48);
		uint64_t n = large ? ata_id_sectors_48bit(id->raw) : cap->lba_sectors;

		report_u64(out, "lba_sectors", n, ", LBAsects=%" PRIu64, n);
	}
	report_line(out, "\n");

	SHOW_BIT(out, id, ID_IORDY, "iordy_supported", " IORDY=%s",
		 id_field(id, ID_IORDY_DISABLE) ? "on/off" : "yes", "no");
	if (id_field(id, ID_TIMINGS_VALID)) {
		SHOW_FIELD(out, id, ID_PIO_NS, "pio_min_cycle_time_ns", ", tPIO={min:%u,");
		SHOW_FIELD(out, id, ID_PIO_IORDY_NS, "pio_iordy_min_cycle_time_ns", "w/IORDY:%u}");
	}
	if (id_field(id, ID_TIMINGS_VALID) && id_field(id, ID_DMA)) {
		SHOW_FIELD(out, id, ID_MULTIWORD_DMA_MIN_NS, "multiword_dma_min_cycle_time_ns",
			   ", tDMA={min:%u,");
		SHOW_FIELD(out, id, ID_MULTIWORD_DMA_NS, "multiword_dma_recommended_cycle_time_ns",
			   "rec:%u}");
	}
	report_line(out, "\n");

	show_transfer_modes(id, out);
	show_power(id, out);
	show_conformance(id, out);
	report_line(out, "\n * signifies the current active mode\n\n");
	report_section_end(out);
}
