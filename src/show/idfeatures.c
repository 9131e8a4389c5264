// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: the list of commands and features, and what CompactFlash adds to it. */
#include "identify_show.h"

#include <string.h>

static void show_feature(const struct identify *id, const struct id_feature *row,
			 struct report *out)
{
	bool enabled = id_feature_enabled(id, row);
	char line[sizeof(row->text) + 8];

	/* the longest list of all: put together by hand, it costs a third */
	stpcpy(stpcpy(stpcpy(line,
			     enabled && !(row->flags & ID_UNMARKED) ? "\t   *\t" : "\t    \t"),
		      row->text),
	       "\n");
	report_section_begin(out, row->key);
	report_bool(out, "supported", true, "%s", line);
	if (row->on_word && out->structured)
		report_bool(out, "enabled", enabled, NO_TEXT);
	report_section_end(out);
}

/* Word 116 (ATA8-ACS revision 3): the completion timer of time limited commands, 10 ms a unit */
static void show_tlc_timer(const struct identify *id, struct report *out)
{
	unsigned timer = id_word(id, 116);

	if (timer && id_bit(id, 84, 11) && id_bit(id, 84, 12))
		report_u64(out, "command_completion_time_limit_ms", timer * 10,
			   "                (%u msec for TLC completion timer)\n", timer * 10);
}

/* Words 105, 169 and two bits of word 69 */
static void show_trim(const struct identify *id, struct report *out)
{
	unsigned limit = id_word(id, 105);

	if (id->standards.likely < 7 || !id_bit(id, 169, 0) || id_word(id, 169) == 0xffff)
		return;
	report_section_begin(out, "trim");
	report_bool(out, "supported", true, "\t   *\tData Set Management TRIM supported (limit ");
	if (limit && limit != 0xffff)
		report_u64(out, "max_blocks", limit, "%u block%s)\n", limit, limit == 1 ? "" : "s");
	else
		report_null(out, "max_blocks", "unknown)\n");
	if (id_bit(id, 69, 14))
		report_bool(out, "deterministic", true,
			    "\t   *\tDeterministic read %s after TRIM\n",
			    id_bit(id, 69, 5) ? "ZEROs" : "data");
	report_bool(out, "reads_zeros", id_bit(id, 69, 14) && id_bit(id, 69, 5), NO_TEXT);
	report_section_end(out);
}

void show_features(const struct identify *id, struct report *out)
{
	const struct id_feature *row = id_feature_table;
	const struct id_feature *end = row + id_feature_count;

	if (id->has_commands)
		report_line(out, "Commands/features:\n\tEnabled\tSupported:\n");
	report_section_begin(out, "features");
	while (row < end) {
		uint8_t group = row->group;
		bool valid = id_group_valid(id, (enum id_group)group);

		for (; row < end && row->group == group; row++) {
			if (valid && (row->text[0] || out->structured) && !(row->flags & ID_TRIM) &&
			    id_feature_supported(id, row))
				show_feature(id, row, out);
		}
		if (valid && group == ID_GROUP_84)
			show_tlc_timer(id, out);
	}
	show_trim(id, out);
	show_cfa(id, out);
	if ((id_word(id, 127) & 3) == 1)
		report_bool(out, "removable_media_status_notification_word_127", true,
			    "\t\tRemovable Media Status Notification feature set supported\n");
	report_section_end(out);
}
