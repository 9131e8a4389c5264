// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data of CompactFlash cards (CF+ and CompactFlash 4.1, 6.2.1.6). */
#include "identify_show.h"

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

static void show_cfa_power(const struct identify *id, struct report *out)
{
	unsigned most_ma = id_field(id, ID_CFA_MILLIAMPERE);
	bool disabled = id_field(id, ID_CFA_LEVEL_1_OFF);

	if (!id_field(id, ID_CFA_POWER_VALID))
		return;
	report_bool(out, "cfa_power_level_1", !disabled, "\t%s\tCFA Power Level 1 %s",
		    disabled ? "" : "   *", disabled ? " not supported" : "");
	if (most_ma)
		report_u64(out, "cfa_power_level_1_max_ma", most_ma, " (max %umA)", most_ma);
	report_line(out, "\n");
}

void show_cfa(const struct identify *id, struct report *out)
{
	if (id->type != ID_TYPE_CFA)
		return;
	show_cfa_modes(id, out);
	show_cfa_power(id, out);
	if (id_known(id, ID_CFA_KEY_MANAGEMENT) & 1)
		report_bool(out, "cfa_key_management", true,
			    "\t\tKey Management (CPRM) feature set\n");
}
