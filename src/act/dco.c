// SPDX-License-Identifier: GPL-2.0-or-later
/* Device configuration overlay: features and sectors that the drive can be made to hide. */
#include "acts.h"
#include "device.h"
#include "identify.h"

#include <errno.h>
#include <inttypes.h>

static int read_dco(struct job *job, uint8_t data[512])
{
	struct ata_cmd cmd = { .quiet = ATA_REPORT_ALL };
	int err = device_overlay(job->dev, &cmd, data);

	return err ? job_fail_ata(job, err, &cmd) : 0;
}

/* Does the drive have any feature of this line? */
static bool line_has_features(const uint8_t *data, unsigned line)
{
	for (size_t i = 0; i < ata_dco_feature_count; i++) {
		const struct ata_dco_feature *f = &ata_dco_features[i];

		if (f->line == line && ata_dco_has(data, f))
			return true;
	}
	return false;
}

/* Show one line of names. Before revision 2 the later words may have other meanings. */
static void show_line(struct report *out, const uint8_t *data, unsigned line)
{
	bool old = ata_dco_revision(data) < 2;

	if (!line_has_features(data, line))
		return;
	if (line >= DCO_LINE_ATA)
		report_line(out, "\n\t\t");
	if (old && line >= DCO_LINE_ATA_2)
		report_line(out, " (?):");
	for (size_t i = 0; i < ata_dco_feature_count; i++) {
		const struct ata_dco_feature *f = &ata_dco_features[i];

		if (f->line == line && ata_dco_has(data, f))
			report_string(out, "feature", f->name, " %s%s", f->name,
				      ata_dco_doubtful(data, f) ? "(?)" : "");
	}
}

static void show_dco(struct report *out, const uint8_t *data)
{
	bool right = ata_checksum_valid(data);
	uint16_t revision = ata_dco_revision(data);
	uint64_t sectors = ata_dco_max_sectors(data);

	report_section_begin(out, "device_configuration");
	report_bool(out, "checksum_right", right, "DCO Checksum %s\n",
		    right ? "verified." : "FAILED!");
	report_u64(out, "revision", revision, "DCO Revision: 0x%04x%s\n", revision,
		   revision > 2 ? " -- unknown, treating as 0002" : "");
	report_line(out, "The following features can be selectively disabled via DCO:\n");
	report_array_begin(out, "transfer_modes");
	report_line(out, "\tTransfer modes:\n\t\t");
	show_line(out, data, DCO_LINE_MDMA);
	if (line_has_features(data, DCO_LINE_MDMA))
		report_line(out, "\n\t\t");
	show_line(out, data, DCO_LINE_UDMA);
	report_section_end(out);
	if (sectors)
		report_u64(out, "real_max_sectors", sectors, "\n\tReal max sectors: %" PRIu64 "\n",
			   sectors);
	else
		report_null(out, "real_max_sectors", "\n\tReal max sectors: unknown\n");
	report_array_begin(out, "ata_features");
	report_line(out, "\tATA command/feature sets:");
	for (unsigned line = DCO_LINE_ATA; line <= DCO_LINE_ATA_3; line++)
		show_line(out, data, line);
	report_line(out, "\n");
	report_section_end(out);
	report_array_begin(out, "sata_features");
	if (line_has_features(data, DCO_LINE_SATA)) {
		report_line(out, "\tSATA command/feature sets:");
		show_line(out, data, DCO_LINE_SATA);
		report_line(out, "\n");
	}
	report_section_end(out);
	report_section_end(out);
}

int act_dco_identify(struct job *job)
{
	uint8_t data[512];
	int err = read_dco(job, data);

	if (!err)
		show_dco(job->out, data);
	return err;
}

static int identify_again(struct job *job)
{
	device_forget(job->dev);
	return job_identify_silently(job);
}

/* The IDENTIFY data have the new size at once (ACS-2 7.9.5). */
static int check_restored_size(struct job *job, uint64_t sectors)
{
	uint64_t now = ata_id_sectors(job->dev->id.raw);

	if (!now || !sectors) /* not known */
		return 0;
	job->proof = now == sectors ? PROVED : DISPROVED;
	if (now == sectors)
		return 0;
	return job_fail(job, -EIO,
			"the drive reported success, but shows %" PRIu64 " sectors, not %" PRIu64,
			now, sectors);
}

int act_dco_restore(struct job *job)
{
	struct ata_cmd cmd = ata_command(ATA_DCO_RESTORE);
	uint8_t data[512];
	int err;

	if (!job_quiet(job))
		report_line(job->out, " issuing DCO restore command\n");
	err = device_ata(job->dev, &cmd);
	if (err && cmd.res.valid)
		job_note(job, "a drive refuses this while -N hides part of it, or after "
			      "--dco-freeze until power is cycled");
	if (err)
		return job_fail_ata(job, err, &cmd);
	if (!job_reads_back(job))
		return 0;
	err = identify_again(job);
	if (!err)
		err = read_dco(job, data);
	return err ? err : check_restored_size(job, ata_dco_max_sectors(data));
}

int act_dco_setmax(struct job *job)
{
	uint64_t sectors = job->opt->value;
	uint8_t data[512];
	struct ata_cmd cmd = ata_command_data(ATA_DCO_SET, data, sizeof(data));
	int err = job_identify(job);

	if (!err)
		err = job_may_resize(job, ata_id_sectors(job->dev->id.raw), sectors);
	if (err)
		return err;
	report_line(job->out, "issuing DCO set command (sectors = %" PRIu64 ")\n", sectors);
	report_flush(job->out);
	/* write the present configuration with another size */
	err = read_dco(job, data);
	if (err)
		return err;
	if (!ata_checksum_valid(data))
		return job_fail(job, -EIO,
				"the checksum of the drive's own configuration is wrong");
	ata_dco_set_max_sectors(data, sectors);
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_ata(job, err, &cmd);
	if (!job_reads_back(job))
		return 0;
	err = identify_again(job);
	return err ? err : check_restored_size(job, sectors);
}
