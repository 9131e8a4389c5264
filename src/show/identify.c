// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: the head, the standards and the configuration. */
#include "identify_show.h"

#include <inttypes.h>
#include <string.h>

static void show_string(const struct identify *id, struct report *out, enum id_text which,
			const char *key, const char *label)
{
	char text[ID_STRING_BYTES];
	char trimmed[ID_STRING_BYTES];
	size_t len;

	if (!ata_id_printable_text(id->raw, which, text))
		return;
	/* the text keeps the blanks that pad the field; JSON does not */
	len = strlen(text);
	memcpy(trimmed, text, len + 1);
	while (len && trimmed[len - 1] == ' ')
		trimmed[--len] = '\0';
	report_string(out, key, trimmed, "\t%-20s%s\n", label, text);
}

struct transport_version {
	uint16_t mask; /* the text is shown if `bit` and one of these bits are set */
	uint8_t bit;
	const char *text;
};

static const struct transport_version serial_versions[] = {
	{ 0x0001, 0, "ATA8-AST" },	     { 0x0002, 1, "SATA 1.0a" },
	{ 0x0004, 2, "SATA II Extensions" }, { 0x0008, 3, "SATA Rev 2.5" },
	{ 0x002f, 4, "SATA Rev 2.6" },	     { 0x0020, 5, "SATA Rev 3.0" },
};

static void show_transport(const struct identify *id, struct report *out)
{
	unsigned major = id_known(id, ID_TRANSPORT_MAJOR);
	unsigned minor = id_known(id, ID_TRANSPORT_MINOR);
	size_t i;

	if (!major)
		return;
	report_u64(out, "transport_major_version", major, "\tTransport:          ");
	switch (id_field(id, ID_TRANSPORT)) {
	case ID_TRANSPORT_PARALLEL:
		report_string(out, "transport", "parallel", "Parallel%s",
			      major & 1 ? ", ATA8-APT" : "");
		break;
	case ID_TRANSPORT_SERIAL:
		report_string(out, "transport", "serial", "Serial");
		for (i = 0; i < sizeof(serial_versions) / sizeof(serial_versions[0]); i++) {
			const struct transport_version *v = &serial_versions[i];

			if (major >> v->bit & 1 && major & v->mask)
				report_line(out, ", %s", v->text);
		}
		break;
	default:
		report_line(out, "0x%04x", major);
	}
	if (minor) {
		if (minor == 0x0021)
			report_u64(out, "transport_minor_version", minor,
				   "; Revision: ATA8-AST T13 Project D1697 Revision 0b");
		else
			report_u64(out, "transport_minor_version", minor, "; Revision: 0x%04x",
				   minor);
	}
	report_line(out, "\n");
}

static void show_head(const struct identify *id, struct report *out)
{
	const char *name = id_command_set_name(id->command_set);
	unsigned specific = id_field(id, ID_SPECIFIC_CONFIGURATION);

	switch (id->type) {
	case ID_TYPE_CFA:
		report_string(out, "device_type", "cfa", "\nCompactFlash ATA device\n");
		break;
	case ID_TYPE_PACKET:
		report_string(out, "device_type", "packet", "\nATAPI %s, with %sremovable media\n",
			      name, id->removable ? "" : "non-");
		report_u64(out, "command_set", id->command_set, NO_TEXT);
		break;
	default:
		report_string(out, "device_type", "ata", "\nATA device, with %sremovable media\n",
			      id->removable ? "" : "non-");
	}
	report_bool(out, "removable_media", id->removable, NO_TEXT);
	if (specific == ID_PUIS_INCOMPLETE || specific == ID_PUIS_COMPLETE)
		report_bool(out, "set_features_spin_up_required", true,
			    "powers-up in standby; SET FEATURES subcmd spins-up.\n");
	/* before a drive has read its own media, most of the data may be missing */
	if (id_field(id, ID_RESPONSE_INCOMPLETE) && ata_id_incomplete(id->raw))
		report_bool(out, "response_incomplete", true,
			    "\n\tWARNING: ID response incomplete.\n"
			    "\tWARNING: Following data may be incorrect.\n\n");
	show_string(id, out, ID_MODEL, "model_number", "Model Number:");
	show_string(id, out, ID_SERIAL, "serial_number", "Serial Number:");
	show_string(id, out, ID_FIRMWARE, "firmware_revision", "Firmware Revision:");
	show_string(id, out, ID_MEDIA_SERIAL, "media_serial_number", "Media Serial Num:");
	show_string(id, out, ID_MEDIA_MAKER, "media_manufacturer", "Media Manufacturer:");
	show_transport(id, out);
}

static void show_cdrom_standards(const struct id_standards *std, struct report *out)
{
	unsigned n;

	if (std->minor_name)
		report_string(out, "minor_version_name", std->minor_name, "\tUsed: %s\n",
			      std->minor_name);
	if (std->has_major) {
		report_u64(out, "major_version", std->major, "\tSupported: CD-ROM ATAPI");
		for (n = std->first_shown; n <= 14; n++) {
			if (std->major >> n & 1)
				report_line(out, "-%u ", n);
		}
		report_line(out, "\n");
	} else if (!std->minor_name) {
		report_u64(out, "likely_standard", 1, "\tLikely used CD-ROM ATAPI-1\n");
	}
}

static void show_standards(const struct identify *id, struct report *out)
{
	const struct id_standards *std = &id->standards;
	unsigned n;

	report_line(out, "Standards:\n");
	if (std->cdrom) {
		show_cdrom_standards(std, out);
		return;
	}
	if (std->minor) {
		report_u64(out, "minor_version", std->minor, "\tUsed: ");
		if (std->minor_name)
			report_string(out, "minor_version_name", std->minor_name, "%s ",
				      std->minor_name);
		else
			report_line(out, "unknown (minor revision code 0x%04x) ", std->minor);
		if (std->has_major || !std->minor_name)
			report_line(out, "\n");
	}
	if (std->has_major) {
		report_u64(out, "major_version", std->major, "\tSupported: ");
		for (n = 14; n >= std->first_shown; n--) {
			if (std->major >> n & 1)
				report_line(out, "%u ", n);
		}
		if (!std->minor_name)
			report_line(out, "\n");
	}
	if (!std->minor_name)
		report_u64(out, "likely_standard", std->likely, "\tLikely used: %u\n", std->likely);
	else if (std->likely > std->minor_standard)
		report_u64(out, "likely_standard", std->likely, "& some of %u\n", std->likely);
	else
		report_u64(out, "likely_standard", std->likely, "\n");
}

void show_identify(const struct identify *id, struct report *out)
{
	report_section_begin(out, "identify");
	if (id->type == ID_TYPE_INVALID) {
		report_string(out, "device_type", "unknown",
			      "\nUnknown device type:\n\tbits 15&14 of general configuration word 0"
			      " both set to 1.\n");
		report_section_end(out);
		return;
	}
	show_head(id, out);
	show_standards(id, out);
	show_configuration(id, out);
	show_capabilities(id, out);
	show_features(id, out);
	show_security(id, out);
	show_identity(id, out);
	show_integrity(id, out);
	show_newer_facts(id, out);
	report_section_end(out);
}

/* The summary of -i: words as ATA-1 to ATA/ATAPI-7 define them. */

/* Show names, the general configuration of ATA-1 and the geometry. */
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
	/* most bits have long been retired */
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

static void show_short_buffer(const struct identify *id, uint64_t multiple, struct report *out)
{
	static const char *const types[] = { "unknown", "1Sect", "DualPort", "DualPortCache" };
	unsigned type = id_field(id, ID_BUFFER_TYPE);
	unsigned half_kbytes = id_known(id, ID_BUFFER_SECTORS);
	unsigned max = id_field(id, ID_MULTIPLE_MAX);

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
}

static void show_short_addressing(const struct identify *id, struct report *out)
{
	const struct id_capacity *cap = &id->capacity;
	uint32_t sectors = id_field(id, ID_CURRENT_SECTORS);

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
}

static void show_timings(const struct identify *id, struct report *out)
{
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
}

/* Show modes 0 to count - 1 by number and all others as '?'. A '*' marks an active mode. */
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
	/* 9.65's summary does not show mode 7; no mode has bit 15 */
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

/* The last minor version and the last standard of 9.65's summary. */
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
	report_section_begin(out, "identity");
	show_short_head(id, out);
	show_short_buffer(id, multiple, out);
	show_short_addressing(id, out);
	show_timings(id, out);
	show_transfer_modes(id, out);
	show_power(id, out);
	show_conformance(id, out);
	report_line(out, "\n * signifies the current active mode\n\n");
	report_section_end(out);
}
