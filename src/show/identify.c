// SPDX-License-Identifier: GPL-2.0-or-later
/* The output of -I: IDENTIFY data. */
#include "ata.h"
#include "ata_drive.h"
#include "erase.h"
#include "field.h"
#include "known_faults.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void show_string(const struct identify *id, struct report *out, enum id_text which,
			const char *key, const char *label)
{
	char text[ID_STRING_BYTES];
	char trimmed[ID_STRING_BYTES];
	size_t len;

	if (!ata_id_printable_text(id->raw, which, text))
		return;
	/* JSON omits the blanks at the end of the field */
	len = strlen(text);
	memcpy(trimmed, text, len + 1);
	while (len && trimmed[len - 1] == ' ')
		trimmed[--len] = '\0';
	report_string(out, key, trimmed, "\t%-20s%s\n", label, text);
}

struct transport_version {
	/* the text is shown if word 222 has bit number `bit` and at least one bit of `mask` */
	uint16_t mask;
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

static void show_standards(const struct identify *id, struct report *out)
{
	const struct id_standards *std = &id->standards;
	unsigned n;

	report_line(out, "Standards:\n");
	if (std->cdrom) {
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

/* --- Configuration --- */

/* Bits of the general configuration (ATA-1 IDENTIFY DRIVE). */
static const char *const ata1_configuration[] = {
	[1] = "hard sectored",
	[2] = "soft sectored",
	[3] = "not MFM encoded ",
	[4] = "head switch time > 15us",
	[5] = "spindle motor control option",
	[6] = "fixed drive",
	[7] = "removable drive",
	[8] = "disk xfer rate <= 5Mbs",
	[9] = "disk xfer rate > 5Mbs, <= 10Mbs",
	[10] = "disk xfer rate > 5Mbs",
	[11] = "rotational speed tol.",
	[12] = "data strobe offset option",
	[13] = "track offset option",
	[14] = "format speed tolerance gap reqd",
};

enum { ATA1_BITS = sizeof(ata1_configuration) / sizeof(ata1_configuration[0]) };

static void show_identify_geometry(const struct identify *id, struct report *out)
{
	static const struct {
		enum id_field most, current;
		const char *key, *current_key, *fmt_label;
	} rows[] = {
		{ ID_CYLINDERS, ID_CURRENT_CYLINDERS, "chs_default_cylinders",
		  "chs_current_cylinders", "cylinders\t" },
		{ ID_HEADS, ID_CURRENT_HEADS, "chs_default_heads", "chs_current_heads",
		  "heads\t\t" },
		{ ID_TRACK_SECTORS, ID_CURRENT_TRACK_SECTORS, "chs_default_sectors",
		  "chs_current_sectors", "sectors/track\t" },
	};
	const struct id_capacity *cap = &id->capacity;
	size_t i;

	if (cap->no_chs) {
		report_bool(out, "chs_supported", false, "\tCHS addressing not supported\n");
		return;
	}
	report_line(out, "\tLogical\t\tmax\tcurrent\n");
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned current = cap->has_current_chs ? id_field(id, rows[i].current) : 0;
		unsigned most = id_field(id, rows[i].most);

		report_u64(out, rows[i].key, most, "\t%s%u\t%u\n", rows[i].fmt_label, most,
			   current);
		if (cap->has_current_chs && out->structured)
			report_u64(out, rows[i].current_key, current, NO_TEXT);
	}
	report_line(out, "\t--\n");
	if (id->standards.oldest == 1 &&
	    (id_field(id, ID_TRACK_BYTES) || id_field(id, ID_UNFORMATTED_SECTOR_BYTES))) {
		SHOW_FIELD(out, id, ID_TRACK_BYTES, "unformatted_track_bytes", "\tbytes/track: %u");
		SHOW_FIELD(out, id, ID_UNFORMATTED_SECTOR_BYTES, "unformatted_sector_bytes",
			   "\tbytes/sector: %u\n");
	}
}

static void show_supported_sizes(const struct identify *id, struct report *out)
{
	struct ata_sector_configuration list[SECTOR_CONFIGURATIONS];
	bool any = false;

	if (!id->sector_configuration)
		return;
	ata_sector_configurations(id->raw, id->sector_configuration, list);
	for (unsigned n = 0; n < SECTOR_CONFIGURATIONS; n++) {
		if (!list[n].valid)
			continue;
		if (!any)
			report_array_begin(out, "supported_logical_sector_sizes_bytes");
		report_u64(out, "size", list[n].bytes, "%s %llu",
			   any ? "" : " [ Supported:", (unsigned long long)list[n].bytes);
		any = true;
	}
	if (!any)
		return;
	report_section_end(out);
	report_line(out, " ]");
}

void show_size(unsigned long long bytes, struct report *out)
{
	report_u64(out, "size_bytes", bytes, "\tdevice size with M = 1024*1024: %11llu MBytes\n",
		   bytes / (1024 * 1024));
	report_line(out, "\tdevice size with M = 1000*1000: %11llu MBytes ", bytes / 1000000);
	if (bytes / 1000000)
		report_line(out, "(%llu GB)", bytes / 1000000000);
	report_line(out, "\n");
}

void show_rotation(unsigned rate, struct report *out)
{
	if (rate == ID_NOT_ROTATING)
		report_u64(out, "nominal_media_rotation_rate_rpm", 0,
			   "\tNominal Media Rotation Rate: Solid State Device\n");
	else if (rate)
		report_u64(out, "nominal_media_rotation_rate_rpm", rate,
			   "\tNominal Media Rotation Rate: %u\n", rate);
}

static void show_sizes(const struct identify *id, struct report *out)
{
	const struct id_capacity *cap = &id->capacity;
	const struct id_sector *sector = &id->sector;
	unsigned long long bytes = cap->sectors * sector->logical_bytes;

	if (cap->has_current_chs && !cap->no_chs)
		report_u64(out, "chs_current_addressable_sectors", cap->chs_current_sectors,
			   "\tCHS current addressable sectors:%12u\n", cap->chs_current_sectors);
	if (cap->has_lba)
		report_u64(out, "lba_sectors", cap->lba_sectors,
			   "\tLBA    user addressable sectors:%12u\n", cap->lba_sectors);
	if (cap->has_lba48)
		report_u64(out, "lba48_sectors", cap->lba48_sectors,
			   "\tLBA48  user addressable sectors:%12llu\n",
			   (unsigned long long)cap->lba48_sectors);
	if (sector->reported) {
		report_u64(out, "logical_sector_size_bytes", sector->logical_bytes,
			   "\tLogical  Sector size:%22u bytes", sector->logical_bytes);
		show_supported_sizes(id, out);
		report_line(out, "\n");
		report_u64(out, "physical_sector_size_bytes", sector->physical_bytes,
			   "\tPhysical Sector size:%22u bytes\n", sector->physical_bytes);
		if (sector->has_offset)
			report_u64(out, "logical_sector_0_offset_bytes", sector->offset_bytes,
				   "\tLogical Sector-0 offset:%19u bytes\n", sector->offset_bytes);
	} else {
		report_u64(out, "logical_sector_size_bytes", sector->logical_bytes,
			   "\tLogical/Physical Sector size:%14u bytes\n", sector->logical_bytes);
	}
	show_size(bytes, out);
}

static void show_configuration(const struct identify *id, struct report *out)
{
	static const char *const drq[] = { "3ms.", "<=10ms with INTRQ", "50us.", "unknown." };
	static const char *const size[] = { "12 bytes", "16 bytes", "Unknown", "Unknown" };
	static const char *const types[] = { "", " (type=1Sect)", " (type=DualPort)",
					     " (type=DualPortCache)" };
	unsigned response = id_field(id, ID_PACKET_DRQ), n = id_field(id, ID_PACKET_SIZE);
	unsigned configuration = id_field(id, ID_CONFIGURATION);
	unsigned type = id_field(id, ID_BUFFER_TYPE);
	unsigned half_kbytes = id_known(id, ID_BUFFER_SECTORS);
	const char *form = ata_id_form_factor(id->raw);

	report_line(out, "Configuration:\n");
	if (id->type == ID_TYPE_PACKET) {
		report_u64(out, "packet_drq_response", response, "\tDRQ response: %s\n",
			   drq[response]);
		if (n < 2)
			report_u64(out, "packet_size_bytes", n ? 16 : 12, "\tPacket size: %s\n",
				   size[n]);
		else
			report_null(out, "packet_size_bytes", "\tPacket size: %s\n", size[n]);
	} else {
		if (id->standards.likely == 1) {
			report_u64(out, "general_configuration", configuration, NO_TEXT);
			for (unsigned bit = 1; bit < ATA1_BITS; bit++) {
				if (configuration >> bit & 1)
					report_line(out, "\t%s\n", ata1_configuration[bit]);
			}
		}
		show_identify_geometry(id, out);
		show_sizes(id, out);
	}
	/* words 20 and 21: type and size of the buffer, as in ATA-1 */
	if (half_kbytes && type < sizeof(types) / sizeof(types[0]))
		report_u64(out, "buffer_size_bytes", (uint64_t)half_kbytes * 512,
			   "\tcache/buffer size  = %u KBytes%s\n", half_kbytes / 2, types[type]);
	else
		report_line(out, "\tcache/buffer size  = unknown\n");
	if (type)
		report_u64(out, "buffer_type", type, NO_TEXT);
	if (form)
		report_string(out, "form_factor", form, "\tForm Factor: %s\n", form);
	show_rotation(ata_id_rotation_rate(id->raw), out);
}

/* --- Capabilities and transfer modes --- */

static void show_buffer_and_queue(const struct identify *id, struct report *out)
{
	static const char *const types[] = {
		"single port, single-sector",
		"dual port, multi-sector",
		"dual port, multi-sector with read caching ability",
	};
	bool any = false;
	unsigned type = id_field(id, ID_BUFFER_TYPE);
	unsigned size = id_known(id, ID_BUFFER_SECTORS);

	if (id->standards.oldest == 1) {
		if (type && id->standards.likely == 1 && id->type != ID_TYPE_PACKET)
			report_line(out, "\tBuffer type: %04x: %s\n", type,
				    types[type > 2 ? 2 : type - 1]);
		if (size) {
			report_line(out, "\tBuffer size: %u.%ukB", size / 2, size % 2 ? 5 : 0);
			any = true;
		}
	}
	if (id->standards.oldest < 4 && id_field(id, ID_LONG_BYTES)) {
		SHOW_FIELD(out, id, ID_LONG_BYTES, "read_write_long_bytes",
			   "\tbytes avail on r/w long: %u");
		any = true;
	}
	if (id->standards.likely >= 4 &&
	    (ata_id_has(id->raw, ID_HAS_TAGGED_COMMAND_QUEUING) ||
	     (id_has_sata(id) && ata_id_claims(id->raw, ID_HAS_NATIVE_COMMAND_QUEUING)))) {
		report_u64(out, "queue_depth", id_field(id, ID_QUEUE_DEPTH) + 1,
			   "\tQueue depth: %u", id_field(id, ID_QUEUE_DEPTH) + 1);
		any = true;
	}
	if (any)
		report_line(out, "\n");
}

struct mode_line {
	size_t length;
	char text[512];
};

/* Add supported and active modes, the active ones with a '*'. Return how many are active. */
static unsigned mode_line_add(struct mode_line *line, const char *prefix, unsigned supported,
			      unsigned active)
{
	enum { MODES = 16, LONGEST = 8, AROUND = 4 /* '*', two digits, a blank */ };
	size_t n = strlen(prefix);
	unsigned count = 0;

	for (unsigned mode = 0; mode < MODES && (supported | active) >> mode; mode++) {
		char *at = line->text + line->length;

		if (!((supported | active) >> mode & 1))
			continue;
		if (line->length + LONGEST + AROUND >= sizeof(line->text))
			break;
		if (active >> mode & 1)
			*at++ = '*';
		count += active >> mode & 1;
		memcpy(at, prefix, n);
		at += n;
		if (mode > 9)
			*at++ = '1';
		*at++ = (char)('0' + mode % 10);
		*at++ = ' ';
		*at = '\0';
		line->length = (size_t)(at - line->text);
	}
	return count;
}

static void show_cycle(struct report *out, bool *any, const char *key, const char *label,
		       unsigned time_ns)
{
	if (!time_ns)
		return;
	report_u64(out, key, time_ns, "%s%s%uns", *any ? " " : "\t     Cycle time: ", label,
		   time_ns);
	*any = true;
}

static void show_dma(const struct identify *id, struct report *out)
{
	const struct id_dma *dma = &id->dma;
	struct mode_line line = { 0, "" };
	bool any = false;
	unsigned active;

	report_bool(out, "dma_supported", dma->supported, NO_TEXT);
	if (dma->dmadir)
		report_bool(out, "dmadir_required", true,
			    "\tDMADIR bit required in PACKET commands\n");
	report_line(out, "\tDMA: ");
	if (!dma->supported) {
		report_line(out, "not supported\n");
		return;
	}
	if (out->structured) {
		report_u64(out, "single_word_dma_modes", dma->single, NO_TEXT);
		report_u64(out, "multiword_dma_modes", dma->multi, NO_TEXT);
		report_u64(out, "ultra_dma_modes", dma->ultra, NO_TEXT);
	}
	if (dma->old) {
		report_line(out, "sdma%u\n", dma->old_mode);
	} else {
		active = mode_line_add(&line, "sdma", dma->single, dma->single_active);
		active += mode_line_add(&line, "mdma", dma->multi, dma->multi_active);
		active += mode_line_add(&line, "udma", dma->ultra, dma->ultra_active);
		report_line(out, "%s%s", line.text, active == 1 ? "\n" : "(?)\n");
	}
	if (id->type == ID_TYPE_PACKET && !id->standards.cdrom && id_field(id, ID_INTERLEAVED_DMA))
		report_bool(out, "interleaved_dma", true, "\t     Interleaved DMA support\n");
	if (!id_field(id, ID_TIMINGS_VALID))
		return;
	show_cycle(out, &any, "multiword_dma_min_cycle_time_ns",
		   "min=", id_field(id, ID_MULTIWORD_DMA_MIN_NS));
	show_cycle(out, &any, "multiword_dma_recommended_cycle_time_ns",
		   "recommended=", id_field(id, ID_MULTIWORD_DMA_NS));
	if (any)
		report_line(out, "\n");
}

static void show_pio(const struct identify *id, struct report *out)
{
	bool any = false;
	unsigned old = id_field(id, ID_OLD_PIO_MODE);
	unsigned modes = id_field(id, ID_PIO_MODES) & 0xff;
	struct mode_line line = { 0, "" };

	report_line(out, "\tPIO: ");
	if (id_field(id, ID_TIMINGS_VALID) && modes) {
		/* bit 0 means PIO mode 3 */
		mode_line_add(&line, "pio", (modes & 0x3f) << 3, 0);
		report_u64(out, "pio_modes", modes & 0x3f, "pio0 pio1 pio2 %s\n", line.text);
	} else if (id->standards.oldest < 5 && old <= 2) {
		report_u64(out, "pio_mode", old, "pio0 %s%s\n", old > 0 ? "pio1 " : "",
			   old > 1 ? "pio2 " : "");
	} else {
		report_line(out, "unknown\n");
	}
	if (!id_field(id, ID_TIMINGS_VALID))
		return;
	show_cycle(out, &any, "pio_min_cycle_time_ns", "no flow control=", id_field(id, ID_PIO_NS));
	show_cycle(out, &any, "pio_iordy_min_cycle_time_ns",
		   " IORDY flow control=", id_field(id, ID_PIO_IORDY_NS));
	if (any)
		report_line(out, "\n");
}

static void show_capabilities(const struct identify *id, struct report *out)
{
	bool packet = id->type == ID_TYPE_PACKET;
	unsigned release_us = id_field(id, ID_BUS_RELEASE_US);
	unsigned clear_us = id_field(id, ID_SERVICE_US);
	bool standard = id_field(id, ID_STANDARD_STANDBY);
	bool has_minimum = id_field(id, ID_STANDBY_MINIMUM);
	unsigned max = id_field(id, ID_MULTIPLE_MAX), current;
	enum id_feature_id apm = ID_HAS_ADVANCED_POWER_MANAGEMENT;
	unsigned level = id_field(id, ID_APM_LEVEL);
	unsigned recommended = id_field(id, ID_ACOUSTIC_RECOMMENDED);
	unsigned acoustic = id_field(id, ID_ACOUSTIC_LEVEL);
	const char *minimum = "";

	report_line(out, "Capabilities:\n\t");
	if (packet && !id->standards.cdrom)
		SHOW_BIT(out, id, ID_QUEUING, "command_queuing", "%s", "Cmd queuing, ", "");
	if (packet)
		SHOW_BIT(out, id, ID_OVERLAP, "command_overlap", "%s", "Cmd overlap, ", "");
	SHOW_BIT(out, id, ID_LBA, "lba_supported", "%s", "LBA, ", "");
	if (id->standards.likely == 1 && !packet) {
		report_line(out, "IORDY not likely\n");
	} else {
		SHOW_BIT(out, id, ID_IORDY, "iordy_supported", "IORDY%s", "", "(may be)");
		SHOW_BIT(out, id, ID_IORDY_DISABLE, "iordy_disable_supported", "(%s be disabled)\n",
			 "can", "cannot");
	}
	show_buffer_and_queue(id, out);
	if (packet) {
		if (!id->standards.cdrom && id_field(id, ID_SOFTWARE_RESET))
			report_bool(out, "ata_software_reset_required", true,
				    "\tATA sw reset required\n");
		if (release_us || clear_us)
			report_line(out, "\tOverlap support:");
		if (release_us)
			report_u64(out, "bus_release_time_us", release_us, " %uus to release bus.",
				   release_us);
		if (clear_us)
			report_u64(out, "service_to_bsy_clear_time_us", clear_us,
				   " %uus to clear BSY after SERVICE cmd.", clear_us);
		if (release_us || clear_us)
			report_line(out, "\n");
	} else {
		if (id->standards.likely > 3 && ata_id_field_valid(id->raw, ID_STANDBY_MINIMUM))
			minimum = has_minimum ? ", with device specific minimum"
					      : ", no device specific minimum";
		if (id->standards.likely == 1)
			SHOW_BIT(out, id, ID_DOUBLE_WORD_IO, "double_word_io",
				 "\tCan%s perform double-word IO\n", "", "not");
		else
			report_bool(out, "standby_timer_by_standard", standard,
				    "\tStandby timer values: spec'd by %s%s\n",
				    standard ? "Standard" : "Vendor", minimum);
		if (*minimum)
			report_bool(out, "standby_timer_minimum", has_minimum, NO_TEXT);
		if (!max && id->standards.likely < 3) {
			report_u64(out, "multiple_max_sectors", 0,
				   "\tR/W multiple sector transfer: not supported\n");
		} else {
			report_u64(out, "multiple_max_sectors", max,
				   "\tR/W multiple sector transfer: Max = %u\tCurrent = ", max);
			if (ata_id_multiple(id->raw, &current))
				report_u64(out, "multiple_current_sectors", current, "%u\n",
					   current);
			else
				report_null(out, "multiple_current_sectors", "?\n");
		}
		if (id->standards.likely >= 4 && ata_id_has(id->raw, apm)) {
			report_line(out, "\tAdvanced power management level: ");
			if (!ata_id_enabled(id->raw, apm))
				report_null(out, "advanced_power_management_level", "disabled\n");
			else
				report_u64(out, "advanced_power_management_level", level, "%u\n",
					   level);
		}
		if (id->standards.likely >= 6 && (recommended || acoustic)) {
			report_u64(
				out, "acoustic_management_recommended", recommended,
				"\tRecommended acoustic management value: %u, current value: %u\n",
				recommended, acoustic);
			report_u64(out, "acoustic_management_current", acoustic, NO_TEXT);
		}
	}
	show_dma(id, out);
	show_pio(id, out);
}

/* --- Commands and features; CompactFlash cards: CF+ and CompactFlash 4.1, 6.2.1.6 --- */

static void add_modes(struct mode_line *line, const char *prefix, unsigned first, unsigned count,
		      unsigned active)
{
	unsigned modes = ((1u << count) - 1) << first;

	mode_line_add(line, prefix, modes, active ? 1u << active & modes : 0);
}

/*
 * `max`: number of supported modes, from `first` on; values above 2 are reserved. `active`: 0: no
 * mode; 1: mode `first`; 2: the next mode.
 */
static void add_true_ide(struct mode_line *line, const char *prefix, unsigned first, unsigned max,
			 unsigned active)
{
	add_modes(line, prefix, first, max <= 2 ? max : 0, active ? first + active - 1 : 0);
}

static void show_cfa_cycle(struct report *out, const char *key, const char *label, unsigned time_ns)
{
	if (time_ns)
		report_u64(out, key, time_ns, "\t\tCFA max advanced %s cycle time: %uns\n", label,
			   time_ns);
}

static void show_cfa(const struct identify *id, struct report *out)
{
	static const uint8_t io_ns[8] = { 255, 120, 100, 80 };
	static const uint8_t memory_ns[8] = { 250, 120, 100, 80 };
	unsigned most_ma = id_field(id, ID_CFA_MILLIAMPERE);
	bool disabled = id_field(id, ID_CFA_LEVEL_1_OFF);
	struct mode_line line = { 0, "" };

	if (id->type != ID_TYPE_CFA)
		return;
	add_true_ide(&line, "pio", 5, id_field(id, ID_CFA_PIO_MAX), id_field(id, ID_CFA_PIO));
	add_true_ide(&line, "mdma", 3, id_field(id, ID_CFA_MDMA_MAX), id_field(id, ID_CFA_MDMA));
	if (id_field(id, ID_CFA_CARD_VALID)) {
		unsigned active = 4 + id_field(id, ID_CFA_CARD_MODE);
		unsigned io = id_field(id, ID_CFA_IO_MAX);
		unsigned memory = id_field(id, ID_CFA_MEMORY_MAX);

		show_cfa_cycle(out, "cfa_io_udma_cycle_time_ns", "io_udma",
			       io_ns[id_field(id, ID_CFA_IO_CYCLE)]);
		show_cfa_cycle(out, "cfa_memory_udma_cycle_time_ns", "mem_udma",
			       memory_ns[id_field(id, ID_CFA_MEMORY_CYCLE)]);
		add_modes(&line, "io_udma", 4, io == 7 ? 0 : io + 1, active);
		add_modes(&line, "mem_udma", 4, memory == 7 ? 0 : memory + 1, active);
	}
	if (line.length)
		report_string(out, "cfa_advanced_modes", line.text,
			      "\t   *\tCFA advanced modes: %s\n", line.text);
	if (id_field(id, ID_CFA_POWER_VALID)) {
		report_bool(out, "cfa_power_level_1", !disabled, "\t%s\tCFA Power Level 1 %s",
			    disabled ? "" : "   *", disabled ? " not supported" : "");
		if (most_ma)
			report_u64(out, "cfa_power_level_1_max_ma", most_ma, " (max %umA)",
				   most_ma);
		report_line(out, "\n");
	}
	if (id_known(id, ID_CFA_KEY_MANAGEMENT) & 1)
		report_bool(out, "cfa_key_management", true,
			    "\t\tKey Management (CPRM) feature set\n");
}

static void show_feature(const struct identify *id, const struct id_feature *row,
			 struct report *out)
{
	bool enabled = ata_id_enabled(id->raw, row->bit);
	enum { MARK = 6 };
	char line[ID_LISTED_BYTES + MARK + 2];
	const char *listed = id_feature_listed(row);
	size_t n = strlen(listed);

	memcpy(line, enabled && !(row->flags & ID_UNMARKED) ? "\t   *\t" : "\t    \t", MARK);
	memcpy(line + MARK, listed, n);
	memcpy(line + MARK + n, "\n", 2);
	report_section_begin(out, row->key);
	report_bool(out, "supported", true, "%s", line);
	if (id_enabled_bit(row->bit) && !(row->flags & ID_MARK_RESERVED) && out->structured)
		report_bool(out, "enabled", enabled, NO_TEXT);
	report_section_end(out);
}

static void show_features(const struct identify *id, struct report *out)
{
	/* the timer of time limited commands counts units of 10 ms (ATA8-ACS revision 3) */
	unsigned limit_ms = id_known(id, ID_COMPLETION_LIMIT) * 10;
	unsigned blocks = id_known(id, ID_TRIM_BLOCKS);
	bool deterministic = ata_id_claims(id->raw, ID_HAS_TRIM_DETERMINISTIC);
	bool zeros = ata_id_claims(id->raw, ID_HAS_TRIM_READS_ZEROS);

	if (id->has_commands)
		report_line(out, "Commands/features:\n\tEnabled\tSupported:\n");
	report_section_begin(out, "features");
	for (const struct id_feature *row = id_feature_table; row->key; row++) {
		if (id_lists(id, row->bit) && !(row->flags & ID_WITH_TRIM) &&
		    (out->structured || *id_feature_listed(row)))
			show_feature(id, row, out);
		/* behind the features of word 84, which are valid together */
		if (row->bit == ID_HAS_IDLE_IMMEDIATE_UNLOAD && limit_ms &&
		    id_lists(id, ID_HAS_TIME_LIMITED_COMMANDS) &&
		    id_lists(id, ID_HAS_COMMAND_COMPLETION_TIME_LIMIT))
			report_u64(out, "command_completion_time_limit_ms", limit_ms,
				   "                (%u msec for TLC completion timer)\n",
				   limit_ms);
	}
	if (id->standards.likely >= 7 && ata_id_has_trim(id->raw)) {
		report_section_begin(out, "trim");
		report_bool(out, "supported", true,
			    "\t   *\tData Set Management TRIM supported (limit ");
		if (blocks)
			report_u64(out, "max_blocks", blocks, "%u block%s)\n", blocks,
				   blocks == 1 ? "" : "s");
		else
			report_null(out, "max_blocks", "unknown)\n");
		if (deterministic)
			report_bool(out, "deterministic", true,
				    "\t   *\tDeterministic read %s after TRIM\n",
				    zeros ? "ZEROs" : "data");
		report_bool(out, "reads_zeros", deterministic && zeros, NO_TEXT);
		report_section_end(out);
	}
	show_cfa(id, out);
	if (id_field(id, ID_REMOVABLE_NOTIFICATION) == 1)
		report_bool(out, "removable_media_status_notification_word_127", true,
			    "\t\tRemovable Media Status Notification feature set supported\n");
	report_section_end(out);
}

/* --- Security, identity, hardware reset results, checksum --- */

static void show_security(const struct identify *id, struct report *out)
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

static void show_world_wide_name(const struct identify *id, struct report *out)
{
	unsigned long long wwn = ata_id_world_wide_name(id->raw);
	char text[17];

	if (id->standards.likely < 4 || !ata_id_claims(id->raw, ID_HAS_WORLD_WIDE_NAME))
		return;
	snprintf(text, sizeof(text), "%016llx", wwn);
	/* 0: the drive has no world wide name */
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

/* Times of Device Sleep that apply if the drive reports 0 (ACS-4 9.11.10.3). */
enum { DEVSLP_EXIT_DEFAULT_MS = 20, DEVSLP_ASSERTION_DEFAULT_MS = 10 };

static void show_sleep_time(struct report *out, const char *key, const char *label,
			    unsigned reported_ms, unsigned default_ms)
{
	unsigned ms = reported_ms ? reported_ms : default_ms;

	report_u64(out, key, ms, "\t%s: %u ms (%s)\n", label, ms,
		   reported_ms ? "drive" : "default");
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

static void show_integrity(const struct identify *id, struct report *out)
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

void show_known_faults(const char *model, const char *firmware, struct report *out)
{
	const struct known_fault *fault = known_fault_next(NULL, model, firmware);
	char text[KNOWN_FAULT_TEXT_BYTES];

	if (!fault)
		return;
	report_array_begin(out, "known_faults");
	for (; fault; fault = known_fault_next(fault, model, firmware)) {
		report_section_begin(out, "fault");
		report_string(out, "certainty", known_fault_key(fault), "Known fault: %s\n",
			      known_fault_text(fault, firmware, text));
		report_string(out, "what", fault->what, NO_TEXT);
		report_string(out, "remedy", fault->remedy, NO_TEXT);
		report_string(out, "source", fault->source, NO_TEXT);
		report_section_end(out);
	}
	report_section_end(out);
}

static void show_faults(const struct identify *id, struct report *out)
{
	char model[ID_STRING_BYTES], firmware[ID_STRING_BYTES];

	ata_id_trimmed_text(id->raw, ID_MODEL, model);
	ata_id_trimmed_text(id->raw, ID_FIRMWARE, firmware);
	show_known_faults(model, firmware, out);
}

/* --- Facts that 9.65's layout has no place for --- */

static const char *const sata_speeds[8] = { NULL, "1.5 Gb/s", "3.0 Gb/s", "6.0 Gb/s" };

/* Zone models by word 69 (ACS-4). */
static const char *const zoned_models[4] = { NULL, "host_aware", "device_managed", "reserved" };

/* Revisions of Serial ATA by bits 6 to 10 of the transport's major version. */
static const char *const sata_revisions[] = { "3.1", "3.2", "3.3", "3.4", "3.5" };

/* Standards by the bits of the major version (word 80). */
static const char *const standards[16] = {
	[3] = "ATA-3",	     [4] = "ATA/ATAPI-4", [5] = "ATA/ATAPI-5", [6] = "ATA/ATAPI-6",
	[7] = "ATA/ATAPI-7", [8] = "ATA8-ACS",	  [9] = "ACS-2",       [10] = "ACS-3",
	[11] = "ACS-4",	     [12] = "ACS-5",	  [13] = "ACS-6",
};

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

static void show_fact(struct newer *newer, const char *key, const char *label, const char *value)
{
	report_string(under_heading(newer), key, value, "\t%-40s %s\n", label, value);
}

static void show_number(struct newer *newer, const char *key, const char *label, uint64_t value,
			const char *unit)
{
	report_u64(under_heading(newer), key, value, "\t%-40s %" PRIu64 "%s\n", label, value, unit);
}

static const struct {
	enum id_feature_id feature;
	enum id_field field;
	char key[32], label[40];
	/* text after the value; with a unit, 0 and FFFFh mean "not reported", and are not shown */
	char unit[8];
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

static void show_newer_facts(const struct identify *id, struct report *out)
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
	if (speed && id_tells(id, ID_SATA_SPEED))
		show_fact(&newer, "sata_current_speed", "Current speed of the link", speed);
	if (zoned && id_tells(id, ID_ZONED))
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

	for (const struct id_feature *row = id_feature_table; row->key; row++) {
		if (!*id_feature_name(row) || row->flags & ID_WITH_TRIM || !id_lists(id, row->bit))
			continue;
		if (!*id_feature_listed(row) || row->flags & ID_BY_NUMBER)
			report_line(under_heading(&newer), "\t   %c\t%s\n",
				    ata_id_enabled(id->raw, row->bit) ? '*' : ' ',
				    id_feature_name(row));
	}
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
	show_world_wide_name(id, out);
	show_reset_results(id, out);
	show_device_sleep(id, out);
	show_integrity(id, out);
	show_faults(id, out);
	show_newer_facts(id, out);
	report_section_end(out);
}
