// SPDX-License-Identifier: GPL-2.0-or-later
/* IDENTIFY data: geometry, sectors, size, buffer, form. */
#include "ata.h"
#include "identify_show.h"

/* The general configuration of ATA-1 (X3.221 table 11). */
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

static void show_ata1(const struct identify *id, struct report *out)
{
	unsigned configuration = id_field(id, ID_CONFIGURATION), bit;

	report_u64(out, "general_configuration", configuration, NO_TEXT);
	for (bit = 1; bit < sizeof(ata1_configuration) / sizeof(ata1_configuration[0]); bit++) {
		if (configuration >> bit & 1)
			report_line(out, "\t%s\n", ata1_configuration[bit]);
	}
}

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

/* The Sector Configuration log's sizes (ACS-4 9.22). */
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

static void show_packet_configuration(const struct identify *id, struct report *out)
{
	static const char *const drq[] = { "3ms.", "<=10ms with INTRQ", "50us.", "unknown." };
	static const char *const size[] = { "12 bytes", "16 bytes", "Unknown", "Unknown" };
	unsigned response = id_field(id, ID_PACKET_DRQ);
	unsigned n = id_field(id, ID_PACKET_SIZE);

	report_u64(out, "packet_drq_response", response, "\tDRQ response: %s\n", drq[response]);
	if (n < 2)
		report_u64(out, "packet_size_bytes", n ? 16 : 12, "\tPacket size: %s\n", size[n]);
	else
		report_null(out, "packet_size_bytes", "\tPacket size: %s\n", size[n]);
}

/* Show the buffer of ATA-1 to ATA-3. */
static void show_cache(const struct identify *id, struct report *out)
{
	static const char *const types[] = { "", " (type=1Sect)", " (type=DualPort)",
					     " (type=DualPortCache)" };
	unsigned type = id_field(id, ID_BUFFER_TYPE);
	unsigned half_kbytes = id_known(id, ID_BUFFER_SECTORS);

	if (half_kbytes && type < sizeof(types) / sizeof(types[0]))
		report_u64(out, "buffer_size_bytes", (uint64_t)half_kbytes * 512,
			   "\tcache/buffer size  = %u KBytes%s\n", half_kbytes / 2, types[type]);
	else
		report_line(out, "\tcache/buffer size  = unknown\n");
	if (type)
		report_u64(out, "buffer_type", type, NO_TEXT);
}

static void show_form(const struct identify *id, struct report *out)
{
	const char *form = ata_id_form_factor(id->raw);

	if (form)
		report_string(out, "form_factor", form, "\tForm Factor: %s\n", form);
	show_rotation(ata_id_rotation_rate(id->raw), out);
}

void show_configuration(const struct identify *id, struct report *out)
{
	report_line(out, "Configuration:\n");
	if (id->type == ID_TYPE_PACKET) {
		show_packet_configuration(id, out);
	} else {
		if (id->standards.likely == 1)
			show_ata1(id, out);
		show_identify_geometry(id, out);
		show_sizes(id, out);
	}
	show_cache(id, out);
	show_form(id, out);
}
