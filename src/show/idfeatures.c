// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: the list of commands and features, and what CompactFlash adds to it. */
#include "identify_show.h"

#include <string.h>

static void show_feature(const struct identify *id, enum id_feature_id feature, struct report *out)
{
	const struct id_feature *row = &id_feature_table[feature];
	bool enabled = ata_id_enabled(id->raw, feature);
	enum { MARK = 6 };
	char line[ID_LISTED_BYTES + MARK + 2];
	const char *listed = id_feature_listed(row);
	size_t n = strlen(listed);

	/* this list is the longest: to build the lines by hand takes a third of the time */
	memcpy(line, enabled && !(row->flags & ID_UNMARKED) ? "\t   *\t" : "\t    \t", MARK);
	memcpy(line + MARK, listed, n);
	memcpy(line + MARK + n, "\n", 2);
	report_section_begin(out, row->key);
	report_bool(out, "supported", true, "%s", line);
	if (row->on_word && out->structured)
		report_bool(out, "enabled", enabled, NO_TEXT);
	report_section_end(out);
}

/* The completion timer of time limited commands (ATA8-ACS revision 3): 10 ms a unit */
static void show_tlc_timer(const struct identify *id, struct report *out)
{
	unsigned timer = id_field(id, ID_COMPLETION_LIMIT);

	if (timer && ata_id_claims(id->raw, ID_HAS_TIME_LIMITED_COMMANDS) &&
	    ata_id_claims(id->raw, ID_HAS_COMMAND_COMPLETION_TIME_LIMIT))
		report_u64(out, "command_completion_time_limit_ms", timer * 10,
			   "                (%u msec for TLC completion timer)\n", timer * 10);
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
	bool valid = false;

	if (id->has_commands)
		report_line(out, "Commands/features:\n\tEnabled\tSupported:\n");
	report_section_begin(out, "features");
	for (unsigned i = 0; i < ID_FEATURE_COUNT; i++) {
		const struct id_feature *row = &id_feature_table[i];

		if (row->group != group) {
			if (valid && group == ID_GROUP_84)
				show_tlc_timer(id, out);
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
