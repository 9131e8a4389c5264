// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: the head, the standards and the configuration. */
#include "identify_show.h"

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

static void show_power_up(const struct identify *id, struct report *out)
{
	unsigned specific = id_field(id, ID_SPECIFIC_CONFIGURATION);

	if (specific == ID_PUIS_INCOMPLETE || specific == ID_PUIS_COMPLETE)
		report_bool(out, "set_features_spin_up_required", true,
			    "powers-up in standby; SET FEATURES subcmd spins-up.\n");
	/* before a drive has read its own media, most of the data may be missing */
	if (id_field(id, ID_RESPONSE_INCOMPLETE) && ata_id_incomplete(id->raw))
		report_bool(out, "response_incomplete", true,
			    "\n\tWARNING: ID response incomplete.\n"
			    "\tWARNING: Following data may be incorrect.\n\n");
}

struct transport_version {
	uint16_t mask; /* any of these bits, beside `bit` */
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
	show_power_up(id, out);
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
