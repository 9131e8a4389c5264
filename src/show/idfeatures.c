// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * IDENTIFY data: the list of commands and features, capabilities, and the data of CompactFlash
 * cards.
 */
#include "identify_show.h"

#include <stdio.h>
#include <string.h>

static void show_feature(const struct identify *id, enum id_feature_id feature, struct report *out)
{
	const struct id_feature *row = &id_feature_table[feature];
	bool enabled = ata_id_enabled(id->raw, feature);
	enum { MARK = 6 };
	char line[ID_LISTED_BYTES + MARK + 2];
	const char *listed = id_feature_listed(row);
	size_t n = strlen(listed);

	/* this list is the longest: without printf its lines take a third of the time */
	memcpy(line, enabled && !(row->flags & ID_UNMARKED) ? "\t   *\t" : "\t    \t", MARK);
	memcpy(line + MARK, listed, n);
	memcpy(line + MARK + n, "\n", 2);
	report_section_begin(out, row->key);
	report_bool(out, "supported", true, "%s", line);
	if (row->on_word && out->structured)
		report_bool(out, "enabled", enabled, NO_TEXT);
	report_section_end(out);
}

static void show_trim(const struct identify *id, struct report *out)
{
	unsigned limit = id_known(id, ID_TRIM_BLOCKS);
	bool deterministic = ata_id_claims(id->raw, ID_HAS_TRIM_DETERMINISTIC);
	bool zeros = ata_id_claims(id->raw, ID_HAS_TRIM_READS_ZEROS);

	if (id->standards.likely < 7 || !ata_id_has_trim(id->raw))
		return;
	report_section_begin(out, "trim");
	report_bool(out, "supported", true, "\t   *\tData Set Management TRIM supported (limit ");
	if (limit)
		report_u64(out, "max_blocks", limit, "%u block%s)\n", limit, limit == 1 ? "" : "s");
	else
		report_null(out, "max_blocks", "unknown)\n");
	if (deterministic)
		report_bool(out, "deterministic", true,
			    "\t   *\tDeterministic read %s after TRIM\n", zeros ? "ZEROs" : "data");
	report_bool(out, "reads_zeros", deterministic && zeros, NO_TEXT);
	report_section_end(out);
}

void show_features(const struct identify *id, struct report *out)
{
	enum id_group group = ID_GROUP_COUNT;
	/* the completion timer of time limited commands, in 10 ms (ATA8-ACS revision 3) */
	unsigned limit_ms = id_field(id, ID_COMPLETION_LIMIT) * 10;
	bool valid = false;

	if (id->has_commands)
		report_line(out, "Commands/features:\n\tEnabled\tSupported:\n");
	report_section_begin(out, "features");
	for (unsigned i = 0; i < ID_FEATURE_COUNT; i++) {
		const struct id_feature *row = &id_feature_table[i];

		if (row->group != group) {
			if (valid && group == ID_GROUP_84 && limit_ms &&
			    ata_id_claims(id->raw, ID_HAS_TIME_LIMITED_COMMANDS) &&
			    ata_id_claims(id->raw, ID_HAS_COMMAND_COMPLETION_TIME_LIMIT))
				report_u64(out, "command_completion_time_limit_ms", limit_ms,
					   "                (%u msec for TLC completion timer)\n",
					   limit_ms);
			group = (enum id_group)row->group;
			valid = id_group_valid(id, group);
		}
		if (valid && !(row->flags & ID_WITH_TRIM) && ata_id_claims(id->raw, i) &&
		    (out->structured || *id_feature_listed(row)))
			show_feature(id, i, out);
	}
	show_trim(id, out);
	show_cfa(id, out);
	if (id_field(id, ID_REMOVABLE_NOTIFICATION) == 1)
		report_bool(out, "removable_media_status_notification_word_127", true,
			    "\t\tRemovable Media Status Notification feature set supported\n");
	report_section_end(out);
}

/* IDENTIFY data: capabilities and transfer modes. */

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

static void show_standby_timer(const struct identify *id, struct report *out)
{
	bool standard = id_field(id, ID_STANDARD_STANDBY);
	const char *minimum = "";

	if (id->standards.likely > 3 && ata_id_field_valid(id->raw, ID_STANDBY_MINIMUM))
		minimum = id_field(id, ID_STANDBY_MINIMUM) ? ", with device specific minimum"
							   : ", no device specific minimum";
	report_bool(out, "standby_timer_by_standard", standard,
		    "\tStandby timer values: spec'd by %s%s\n", standard ? "Standard" : "Vendor",
		    minimum);
	if (*minimum)
		report_bool(out, "standby_timer_minimum", id_field(id, ID_STANDBY_MINIMUM),
			    NO_TEXT);
}

/* Show words 47 and 59 (ACS-3 7.12.7.15, 7.12.7.21). */
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

/* Show word 91 (ACS-3 7.12.7.45), and word 94 of ATA/ATAPI-6 to ATA8-ACS. */
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

/*
 * Add the modes that are supported or active, by number; a '*' marks an active mode. Return how
 * many modes are active: one, if the drive is sane.
 */
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
	unsigned release_us = id_field(id, ID_BUS_RELEASE_US);
	unsigned clear_us = id_field(id, ID_SERVICE_US);

	report_line(out, "Capabilities:\n");
	show_lba_and_iordy(id, out);
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

/* IDENTIFY data of CompactFlash cards (CF+ and CompactFlash 4.1, 6.2.1.6). */

/* `count` modes from `first` on, the one numbered `active` marked. */
static void add_modes(struct mode_line *line, const char *prefix, unsigned first, unsigned count,
		      unsigned active)
{
	unsigned modes = ((1u << count) - 1) << first;

	mode_line_add(line, prefix, modes, active ? 1u << active & modes : 0);
}

/* Advanced modes of True IDE: at most 2 more than the first; `active` counts from 1, 0: none. */
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

/* Advanced modes of True IDE, and of PC Card I/O and memory */
static void show_cfa_modes(const struct identify *id, struct report *out)
{
	static const uint8_t io_ns[8] = { 255, 120, 100, 80 };
	static const uint8_t memory_ns[8] = { 250, 120, 100, 80 };
	struct mode_line line = { 0, "" };

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
}

void show_cfa(const struct identify *id, struct report *out)
{
	unsigned most_ma = id_field(id, ID_CFA_MILLIAMPERE);
	bool disabled = id_field(id, ID_CFA_LEVEL_1_OFF);

	if (id->type != ID_TYPE_CFA)
		return;
	show_cfa_modes(id, out);
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
