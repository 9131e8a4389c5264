// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: capabilities and transfer modes. */
#include "identify_show.h"

#include <stdio.h>
#include <string.h>

static void show_lba_and_iordy(const struct identify *id, struct report *out)
{
	bool packet = id->type == ID_TYPE_PACKET;

	report_line(out, "\t");
	if (packet && !id->standards.cdrom)
		SHOW_BIT(out, id, ID_QUEUING, "command_queuing", "%s", "Cmd queuing, ", "");
	if (packet)
		SHOW_BIT(out, id, ID_OVERLAP, "command_overlap", "%s", "Cmd overlap, ", "");
	SHOW_BIT(out, id, ID_LBA, "lba_supported", "%s", "LBA, ", "");
	if (id->standards.likely == 1 && !packet) {
		report_line(out, "IORDY not likely\n");
		return;
	}
	SHOW_BIT(out, id, ID_IORDY, "iordy_supported", "IORDY%s", "", "(may be)");
	SHOW_BIT(out, id, ID_IORDY_DISABLE, "iordy_disable_supported", "(%s be disabled)\n", "can",
		 "cannot");
}

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

static void show_overlap(const struct identify *id, struct report *out)
{
	bool release = id_field(id, ID_BUS_RELEASE_US);
	bool clear = id_field(id, ID_SERVICE_US);

	if (!release && !clear)
		return;
	report_line(out, "\tOverlap support:");
	if (release)
		SHOW_FIELD(out, id, ID_BUS_RELEASE_US, "bus_release_time_us",
			   " %uus to release bus.");
	if (clear)
		SHOW_FIELD(out, id, ID_SERVICE_US, "service_to_bsy_clear_time_us",
			   " %uus to clear BSY after SERVICE cmd.");
	report_line(out, "\n");
}

static void show_standby_timer(const struct identify *id, struct report *out)
{
	bool standard = id_field(id, ID_STANDARD_STANDBY);
	const char *minimum = "";

	if (id->standards.likely > 3 && ata_id_standby_minimum_valid(id->raw))
		minimum = id_field(id, ID_STANDBY_MINIMUM) ? ", with device specific minimum"
							   : ", no device specific minimum";
	report_bool(out, "standby_timer_by_standard", standard,
		    "\tStandby timer values: spec'd by %s%s\n", standard ? "Standard" : "Vendor",
		    minimum);
	if (*minimum)
		report_bool(out, "standby_timer_minimum", id_field(id, ID_STANDBY_MINIMUM),
			    NO_TEXT);
}

/* ACS-3 7.12.7.15, 7.12.7.21 */
static void show_multiple(const struct identify *id, struct report *out)
{
	unsigned max = id_field(id, ID_MULTIPLE_MAX);
	unsigned current;

	if (!max && id->standards.likely < 3) {
		report_u64(out, "multiple_max_sectors", 0,
			   "\tR/W multiple sector transfer: not supported\n");
		return;
	}
	report_u64(out, "multiple_max_sectors", max,
		   "\tR/W multiple sector transfer: Max = %u\tCurrent = ", max);
	if (ata_id_multiple(id->raw, &current))
		report_u64(out, "multiple_current_sectors", current, "%u\n", current);
	else
		report_null(out, "multiple_current_sectors", "?\n");
}

/* ACS-3 7.12.7.45; word 94 is of ATA/ATAPI-6 to ATA8-ACS */
static void show_levels(const struct identify *id, struct report *out)
{
	unsigned apm = id_field(id, ID_APM_LEVEL);
	unsigned recommended = id_field(id, ID_ACOUSTIC_RECOMMENDED);
	unsigned acoustic = id_field(id, ID_ACOUSTIC_LEVEL);

	if (id->standards.likely >= 4 && ata_id_has(id->raw, ID_HAS_ADVANCED_POWER_MANAGEMENT)) {
		report_line(out, "\tAdvanced power management level: ");
		if (!ata_id_enabled(id->raw, ID_HAS_ADVANCED_POWER_MANAGEMENT))
			report_null(out, "advanced_power_management_level", "disabled\n");
		else
			report_u64(out, "advanced_power_management_level", apm, "%u\n", apm);
	}
	if (id->standards.likely >= 6 && (recommended || acoustic)) {
		report_u64(out, "acoustic_management_recommended", recommended,
			   "\tRecommended acoustic management value: %u, current value: %u\n",
			   recommended, acoustic);
		report_u64(out, "acoustic_management_current", acoustic, NO_TEXT);
	}
}

unsigned mode_line_add(struct mode_line *line, const char *prefix, unsigned supported,
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

static void show_dma_cycle(const struct identify *id, struct report *out)
{
	bool any = false;

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

static void show_dma(const struct identify *id, struct report *out)
{
	const struct id_dma *dma = &id->dma;
	struct mode_line line = { 0, "" };
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
		show_dma_cycle(id, out);
		return;
	}
	active = mode_line_add(&line, "sdma", dma->single, dma->single_active);
	active += mode_line_add(&line, "mdma", dma->multi, dma->multi_active);
	active += mode_line_add(&line, "udma", dma->ultra, dma->ultra_active);
	report_line(out, "%s%s", line.text, active == 1 ? "\n" : "(?)\n");
	show_dma_cycle(id, out);
}

static void show_pio(const struct identify *id, struct report *out)
{
	bool any = false;
	unsigned old = id_field(id, ID_OLD_PIO_MODE);
	unsigned modes = id_field(id, ID_PIO_MODES) & 0xff;
	struct mode_line line = { 0, "" };

	report_line(out, "\tPIO: ");
	if (id_field(id, ID_TIMINGS_VALID) && modes) {
		/* bit 0 is mode 3 */
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

void show_capabilities(const struct identify *id, struct report *out)
{
	bool packet = id->type == ID_TYPE_PACKET;

	report_line(out, "Capabilities:\n");
	show_lba_and_iordy(id, out);
	show_buffer_and_queue(id, out);
	if (packet) {
		if (!id->standards.cdrom && id_field(id, ID_SOFTWARE_RESET))
			report_bool(out, "ata_software_reset_required", true,
				    "\tATA sw reset required\n");
		show_overlap(id, out);
	} else {
		if (id->standards.likely == 1)
			SHOW_BIT(out, id, ID_DOUBLE_WORD_IO, "double_word_io",
				 "\tCan%s perform double-word IO\n", "", "not");
		else
			show_standby_timer(id, out);
		show_multiple(id, out);
		show_levels(id, out);
	}
	show_dma(id, out);
	show_pio(id, out);
}
