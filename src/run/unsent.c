// SPDX-License-Identifier: GPL-2.0-or-later
#include "unsent.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *key, *text;
} lastings[] = {
	[LASTING_UNKNOWN] = { "unknown", "how long it lasts is the vendor's affair" },
	[LASTING_MOMENTARY] = { "momentary", "an act, not a setting" },
	[LASTING_RESET] = { "until_reset", "lasts until a reset" },
	[LASTING_POWER_CYCLE] = { "until_power_cycle", "lasts until the power goes" },
	[LASTING_PERMANENT] = { "permanent", "survives reset and power cycle" },
};

static void begin(struct report *out, const char *kind)
{
	report_array_begin(out, "dry_run");
	report_section_begin(out, "unsent");
	report_string(out, "kind", kind, NO_TEXT);
}

static void end(struct report *out)
{
	report_section_end(out);
	report_section_end(out);
}

void tell_unsent_command(void *who, const struct ata_cmd *cmd)
{
	struct report *out = who;
	bool feature = cmd->id == ATA_SET_FEATURES;
	enum ata_lasting lasting = ata_lasting(cmd);
	char name[96];

	snprintf(name, sizeof(name), "%s%s%s", ata_command_name(cmd), feature ? " " : "",
		 feature ? ata_feature_name((uint8_t)cmd->feature) : "");
	begin(out, "ata");
	report_string(out, "name", name, " not sent: %s", name);
	report_u64(out, "command", cmd->command, " (%02Xh)", cmd->command);
	report_u64(out, "feature", cmd->feature, ", feature %02Xh", cmd->feature);
	report_u64(out, "count", cmd->count, ", count %02Xh", cmd->count);
	report_u64(out, "lba", cmd->lba, ", lba %" PRIX64 "h", cmd->lba);
	report_u64(out, "device", ata_device_field(cmd), ", device %02Xh", ata_device_field(cmd));
	if (cmd->bytes)
		report_u64(out, "data_bytes", cmd->bytes, ", %zu bytes of data", cmd->bytes);
	else
		report_u64(out, "data_bytes", 0, ", no data");
	report_u64(out, "timeout_s", cmd->timeout_s, ", time limit %u s", cmd->timeout_s);
	report_string(out, "lasts", lastings[lasting].key, "; %s\n", lastings[lasting].text);
	end(out);
}

/* One line: what it is by name or number, and the value where there is one. */
void tell_unsent(void *who, const struct unsent *unsent)
{
	struct report *out = who;
	char name[64];

	snprintf(name, sizeof(name), "0x%" PRIx64, unsent->number);
	begin(out, unsent->kind);
	report_string(out, "name", unsent->name ? unsent->name : name, " not done: %s %s",
		      unsent->kind, unsent->name ? unsent->name : name);
	if (unsent->has_value)
		report_i64(out, "value", unsent->value, " %" PRId64, unsent->value);
	if (unsent->text)
		report_string(out, "text", unsent->text, " %.*s", (int)strcspn(unsent->text, "\n"),
			      unsent->text);
	report_line(out, "\n");
	end(out);
}
