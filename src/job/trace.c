// SPDX-License-Identifier: GPL-2.0-or-later
/* Traces of commands and of bad sense data, and of changes that a dry run does not make. */
#include "device.h"
#include "job.h"
#include "nvme.h"
#include "scsi.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void hex(const uint8_t *bytes, size_t n, char *text, size_t size)
{
	size_t at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < n && at + 4 <= size; i++)
		at += (size_t)snprintf(text + at, size - at, " %02x", bytes[i]);
}

/* The texts are those of hdparm 9.65. */
static void show_bad_sense(void *who, const struct ata_result *res)
{
	char text[3 * ATA_SENSE_BYTES + 1];
	struct report *out = who;

	if (res->unannounced) {
		if (!out->questioned)
			report_notice(out, "SG_IO: questionable sense data, "
					   "results may be incorrect");
		out->questioned = true;
		return;
	}
	hex(res->sense, sizeof(res->sense), text, sizeof(text));
	report_notice(out, "SG_IO: bad/missing sense data, sb[]: %s", text);
}

static void show_outgoing_cdb(void *who, const uint8_t *cdb, size_t bytes)
{
	char text[3 * 16 + 1];

	hex(cdb, bytes, text, sizeof(text));
	report_notice(who, "outgoing cdb: %s", text);
}

static void show_command(void *who, const struct device *dev, const struct ata_cmd *cmd, int result)
{
	char answer[96] = "done";

	if (cmd->res.valid)
		snprintf(answer, sizeof(answer),
			 "status %02Xh error %02Xh count %04Xh lba %012" PRIX64 "h device %02Xh",
			 cmd->res.status, cmd->res.error, cmd->res.count, cmd->res.lba,
			 cmd->res.device);
	else if (result < 0)
		snprintf(answer, sizeof(answer), "%s", error_words(-result));
	report_notice(who,
		      "%s: %s (%02Xh) feature %04Xh count %04Xh lba %012" PRIX64 "h device %02Xh, "
		      "%zu bytes, %u s: %s",
		      device_via(dev), ata_command_name(cmd), cmd->command, cmd->feature,
		      cmd->count, cmd->lba, ata_device_field(cmd), cmd->bytes, cmd->timeout_s,
		      answer);
}

static const struct {
	const char *key, *text;
} lastings[] = {
	[LASTING_UNKNOWN] = { "unknown", "how long it lasts is vendor-specific" },
	[LASTING_MOMENTARY] = { "momentary", "an action, not a setting" },
	[LASTING_RESET] = { "until_reset", "lasts until a reset" },
	[LASTING_POWER_CYCLE] = { "until_power_cycle", "lasts until the power goes" },
	[LASTING_PERMANENT] = { "permanent", "survives reset and power cycle" },
};

/* Maximum total of bytes of a name and a text that share a line. */
enum { SHORT_TEXT = 40 };

static void unsent_begin(struct report *out, const char *kind)
{
	report_array_begin(out, "dry_run");
	report_section_begin(out, "unsent");
	report_string(out, "kind", kind, NO_TEXT);
}

static void unsent_end(struct report *out)
{
	report_section_end(out);
	report_section_end(out);
}

static void unsent_rest(struct report *out, size_t bytes, unsigned timeout_s,
			enum ata_lasting lasting)
{
	if (bytes)
		report_u64(out, "data_bytes", bytes, ",\n  %zu bytes of data", bytes);
	else
		report_u64(out, "data_bytes", 0, ",\n  no data");
	report_u64(out, "timeout_s", timeout_s, ", time limit %u s", timeout_s);
	report_string(out, "lasts", lastings[lasting].key, "; %s\n", lastings[lasting].text);
	unsent_end(out);
}

static void show_unsent_command(void *who, const struct ata_cmd *cmd)
{
	struct report *out = who;
	char name[ATA_TITLE_BYTES];

	ata_command_title(cmd, name);
	unsent_begin(out, "ata");
	report_string(out, "name", name, " not sent: %s", name);
	report_u64(out, "command", cmd->command, " (%02Xh)", cmd->command);
	report_u64(out, "feature", cmd->feature, ",\n  feature %02Xh", cmd->feature);
	report_u64(out, "count", cmd->count, ", count %02Xh", cmd->count);
	report_u64(out, "lba", cmd->lba, ", lba %" PRIX64 "h", cmd->lba);
	report_u64(out, "device", ata_device_field(cmd), ", device %02Xh", ata_device_field(cmd));
	unsent_rest(out, cmd->bytes, cmd->timeout_s, ata_lasting(cmd));
}

static void show_nvme_command(void *who, const struct nvme_cmd *cmd, int result)
{
	char answer[NVME_STATUS_TEXT_BYTES + 16] = "", text[NVME_STATUS_TEXT_BYTES];

	if (cmd->res.status)
		snprintf(answer, sizeof(answer), "%s", nvme_status_text(cmd->res.status, text));
	else if (!cmd->res.answered) /* a USB tunnel may return data without a status */
		snprintf(answer, sizeof(answer), "%s",
			 result ? error_words(-result) : "data, without status");
	else
		snprintf(answer, sizeof(answer), "done, value %08" PRIX32 "h", cmd->res.value);
	report_notice(who,
		      "nvme: %s (%02Xh) namespace %" PRIX32 "h cdw10 %08" PRIX32 "h "
		      "cdw11 %08" PRIX32 "h cdw12 %08" PRIX32 "h, %zu bytes, %u s: %s",
		      cmd->operation->name, cmd->operation->opcode, cmd->nsid, cmd->cdw10,
		      cmd->cdw11, cmd->cdw12, cmd->bytes, cmd->timeout_s, answer);
}

static void show_unsent_nvme(void *who, const struct nvme_cmd *cmd)
{
	const struct nvme_operation *row = cmd->operation;
	struct report *out = who;

	unsent_begin(out, "nvme");
	report_string(out, "name", row->name, " not sent: %s", row->name);
	report_u64(out, "command", row->opcode, " (%02Xh)", row->opcode);
	report_u64(out, "namespace", cmd->nsid, ",\n  namespace %" PRIX32 "h", cmd->nsid);
	report_u64(out, "cdw10", cmd->cdw10, ", cdw10 %08" PRIX32 "h", cmd->cdw10);
	report_u64(out, "cdw11", cmd->cdw11, ", cdw11 %08" PRIX32 "h", cmd->cdw11);
	report_u64(out, "cdw12", cmd->cdw12, ", cdw12 %08" PRIX32 "h", cmd->cdw12);
	unsent_rest(out, cmd->bytes, cmd->timeout_s, nvme_lasting(cmd));
}

void show_unsent(void *who, const struct unsent *unsent)
{
	struct report *out = who;
	char number[64];
	const char *name = unsent->name ? unsent->name : number;
	const char *verb = unsent->verb ? unsent->verb : unsent->kind;
	const char *link = unsent->link;
	size_t length;

	snprintf(number, sizeof(number), "0x%" PRIx64, unsent->number);
	unsent_begin(out, unsent->kind);
	report_string(out, "name", name, " not done: %s %s", verb, name);
	if (unsent->has_value) {
		report_i64(out, "value", unsent->value, "%s %" PRId64, link, unsent->value);
		link = "";
	}
	if (unsent->text && link) {
		length = strcspn(unsent->text, "\n");
		report_string(out, "text", unsent->text, "%s%s %.*s",
			      strlen(name) + length > SHORT_TEXT ? "\n " : "", link, (int)length,
			      unsent->text);
	} else if (unsent->text) {
		report_string(out, "text", unsent->text, NO_TEXT);
	}
	report_line(out, "\n");
	unsent_end(out);
}

static void show_unsent_scsi(void *who, const struct scsi_cmd *cmd)
{
	char fields[3 * SCSI_CDB_BYTES + 1];
	const struct unsent unsent = { .kind = "scsi",
				       .name = cmd->operation->name,
				       .text = fields + 1, /* without the first blank */
				       .link = "" };

	hex(cmd->cdb + 1, cmd->operation->length - 1, fields, sizeof(fields));
	show_unsent(who, &unsent);
}

void trace_attach(struct device *dev, struct report *out)
{
	dev->watch.who = out;
	dev->watch.bad_sense = show_bad_sense;
	dev->watch.unsent = show_unsent_command;
	dev->watch.nvme_unsent = show_unsent_nvme;
	dev->watch.scsi_unsent = show_unsent_scsi;
	if (!out->verbose)
		return;
	dev->watch.command = show_command;
	dev->watch.nvme_command = show_nvme_command;
	dev->watch.cdb = show_outgoing_cdb;
}
