// SPDX-License-Identifier: GPL-2.0-or-later
#include "trace.h"
#include "diagnose.h"
#include "usb.h"
#include "unsent.h"

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

/* Programs look for both of these lines. */
static void tell_bad_sense(void *who, const struct ata_result *res)
{
	char text[3 * ATA_SENSE_BYTES + 1];
	struct report *out = who;

	if (res->unannounced) {
		if (!out->questioned)
			report_notice(out, "SG_IO: questionable sense data, results may be "
					   "incorrect");
		out->questioned = true;
		return;
	}
	hex(res->sense, sizeof(res->sense), text, sizeof(text));
	report_notice(out, "SG_IO: bad/missing sense data, sb[]: %s", text);
}

static void tell_cdb(void *who, const uint8_t *cdb, size_t bytes)
{
	char text[3 * 16 + 1];

	hex(cdb, bytes, text, sizeof(text));
	report_notice(who, "outgoing cdb: %s", text);
}

static void show_command(struct report *out, const struct device *dev, const struct ata_cmd *cmd,
			 int result)
{
	char answer[96] = "done";

	if (cmd->res.valid)
		snprintf(answer, sizeof(answer),
			 "status %02Xh error %02Xh count %04Xh lba %012" PRIX64 "h device %02Xh",
			 cmd->res.status, cmd->res.error, cmd->res.count, cmd->res.lba,
			 cmd->res.device);
	else if (result < 0)
		snprintf(answer, sizeof(answer), "%s", strerror(-result));
	report_notice(out,
		      "%s: %s (%02Xh) feature %04Xh count %04Xh lba %012" PRIX64
		      "h device %02Xh, %zu bytes, %u s: %s",
		      dev->via->name, ata_command_name(cmd), cmd->command, cmd->feature, cmd->count,
		      cmd->lba, ata_device_field(cmd), cmd->bytes, cmd->timeout_s, answer);
}

/* What a failure means is worked out at once, while its bytes are there; an error may follow. */
static void explain(struct report *out, const struct device *dev, const struct ata_cmd *cmd,
		    int result)
{
	enum { IDW_SECURITY_STATUS = 128 };
	struct symptom symptom = { .err = result, .cmd = cmd, .prefer_ata12 = dev->prefer_ata12 };
	char text[DIAGNOSIS_BYTES] = "";

	if (result < 0) {
		symptom.usb = device_is_usb(dev);
		symptom.legacy_ide = dev->kind == DEVICE_LEGACY_IDE;
		symptom.uas = symptom.usb && device_on_uas(dev);
		symptom.two_drives = dev->bridge_ports == BRIDGE_PORT_BOTH;
		if (symptom.usb)
			device_usb_id(dev, &symptom.vendor, &symptom.product);
		symptom.identified = dev->id.asked && !dev->id.result;
		if (symptom.identified)
			symptom.security_status = device_id_word(dev, IDW_SECURITY_STATUS);
		diagnose(&symptom, text);
	}
	report_explain(out, text);
}

static void tell_command(void *who, const struct device *dev, const struct ata_cmd *cmd, int result)
{
	struct report *out = who;

	if (out->verbose)
		show_command(out, dev, cmd, result);
	if (report_explains(out))
		explain(out, dev, cmd, result);
}

void trace_attach(struct device *dev, struct report *out, bool verbose)
{
	dev->watch.who = out;
	dev->watch.bad_sense = tell_bad_sense;
	dev->watch.unsent = tell_unsent_command;
	dev->watch.command = tell_command;
	out->verbose = verbose;
	if (verbose)
		dev->watch.cdb = tell_cdb;
}
