// SPDX-License-Identifier: GPL-2.0-or-later
/* The visible size (-N), and the device configuration overlay. */
#include "acts.h"
#include "device.h"
#include "identify.h"

#include <errno.h>
#include <inttypes.h>

struct scheme {
	enum ata_id ask, set;
	const char *key, *hidden, *all;
};

#define HPA "host_protected_area", "HPA is enabled\n", "HPA is disabled\n"

static const struct scheme hpa_28 = { ATA_READ_NATIVE_MAX, ATA_SET_MAX, HPA };
static const struct scheme hpa_48 = { ATA_READ_NATIVE_MAX_EXT, ATA_SET_MAX_EXT, HPA };
static const struct scheme accessible_max = { ATA_GET_NATIVE_MAX, ATA_SET_ACCESSIBLE_MAX,
					      "accessible_max_address",
					      "ACCESSIBLE MAX ADDRESS enabled\n"
					      "Power cycle your device "
					      "after every ACCESSIBLE MAX ADDRESS\n",
					      "ACCESSIBLE MAX ADDRESS disabled\n" };

static const struct scheme *scheme_of(const uint8_t *id)
{
	static const struct scheme *const schemes[] = { &hpa_28, &hpa_48, &accessible_max };
	enum ata_id ask = native_command(id);
	size_t i = 0;

	while (schemes[i]->ask != ask)
		i++;
	return schemes[i];
}

/*
 * Where registers do not come back whole, data do. The overlay's size is not the native one, so it
 * is not shown in its place. NULL: the drive has no overlay, or -N sets a size.
 */
static const char *overlay_advice(const struct job *job)
{
	if (job->opt->set || !ata_id_has(job->dev->id.raw, ID_HAS_DEVICE_CONFIGURATION_OVERLAY))
		return NULL;
	return "--dco-identify may answer on this path: "
	       "it shows the drive's largest size, which may be more than the native one";
}

static int ask_native(struct job *job, uint64_t *sectors)
{
	struct ata_cmd cmd = { .quiet = ATA_REPORT_ALL };
	int err = device_native_sectors(job->dev, &cmd, sectors);

	if (err == -EPROTO)
		return job_fail_advised(job, -EIO, overlay_advice(job),
					"%s: only the lower 24 bits of the address came back, "
					"as in fixed-format sense data",
					ata_command_name(&cmd));
	if (err == -ENODATA)
		return job_fail(job, err, "%s answers without a size", ata_command_name(&cmd));
	return err ? job_fail_ata_advised(job, err, &cmd,
					  cmd.res.valid || err != -EIO ? NULL : overlay_advice(job))
		   : 0;
}

static int check_native(struct job *job, const struct scheme *scheme, uint64_t native)
{
	const struct ata_cmd cmd = ata_command(scheme->ask);
	uint64_t visible = ata_id_sectors(job->dev->id.raw);

	if (native >= visible)
		return 0;
	return job_fail(job, -EIO,
			"%s answers %" PRIu64 " sectors, "
			"fewer than the %" PRIu64 " that the drive shows",
			ata_command_name(&cmd), native, visible);
}

static int native_sectors(struct job *job, const struct scheme *scheme, uint64_t *sectors)
{
	int err = ask_native(job, sectors);

	return err ? err : check_native(job, scheme, *sectors);
}

static int set_max(struct job *job, const struct scheme *scheme)
{
	struct ata_cmd cmd = ata_command(scheme->set);
	uint64_t native;
	int err = 0;

	cmd.lba = job->opt->value - 1;
	if (scheme != &accessible_max) {
		/* SET MAX has to follow READ NATIVE MAX at once (ACS-2) */
		err = native_sectors(job, scheme, &native);
		cmd.count = job->opt->flag; /* bit 0: keep the size over a power cycle */
	}
	if (err)
		return err;
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

int act_max_sectors_set(struct job *job)
{
	const struct scheme *scheme;
	int err = job_identify(job);
	uint64_t now;
	bool lasts;

	if (err)
		return err;
	scheme = scheme_of(job->dev->id.raw);
	/* an accessible max address survives a power cycle (ACS-4) */
	lasts = job->opt->flag || scheme == &accessible_max;
	job_announce(job, "max visible sectors", job->opt->value,
		     lasts ? "permanent" : "temporary");
	/* if the IDENTIFY data lack the visible size, take the native size, its upper limit */
	now = ata_id_sectors(job->dev->id.raw);
	err = now ? 0 : native_sectors(job, scheme, &now);
	if (!err)
		err = job_may_resize(job, now, job->opt->value);
	if (err)
		return err;
	if (scheme == &hpa_28 && job->opt->value > UINT64_C(1) << 28)
		return job_fail(job, -EINVAL, "the drive has 28-bit addresses");
	return set_max(job, scheme);
}

int act_max_sectors_get(struct job *job)
{
	const struct scheme *scheme;
	uint64_t visible, native, real;
	int err = job_identify(job);

	if (err)
		return err;
	if (job->opt->flag && !job->opt->set && (job->out->verbose || job->out->err_terminal))
		job_note(job, "p without a number sets nothing");
	scheme = scheme_of(job->dev->id.raw);
	err = ask_native(job, &native);
	if (err)
		return err;
	visible = ata_id_sectors(job->dev->id.raw);
	if (!visible)
		return job_fail(job, -ENODATA,
				"IDENTIFY DEVICE does not report "
				"how many of the %" PRIu64 " sectors the drive shows",
				native);
	report_section_begin(job->out, "max_sectors");
	report_u64(job->out, "visible_sectors", visible, " max sectors   = %" PRIu64, visible);
	report_u64(job->out, "native_sectors", native, "/%" PRIu64, native);
	if (native < visible) {
		/* the native or the visible size is wrong: also show the size from the overlay */
		if (!device_overlay_sectors(job->dev, ATA_REPORT_ALL, &real))
			report_u64(job->out, "real_max_sectors", real, "(%" PRIu64 "?)", real);
		report_null(job->out, scheme->key,
			    ", HPA setting seems invalid (buggy kernel device driver?)\n");
	} else {
		report_bool(job->out, scheme->key, visible != native, ", %s",
			    visible != native ? scheme->hidden : scheme->all);
	}
	report_section_end(job->out);
	return check_native(job, scheme, native);
}

/* --- device configuration overlay (DCO): what the drive can be made to hide --- */

static int read_dco(struct job *job, uint8_t data[512])
{
	struct ata_cmd cmd = { .quiet = ATA_REPORT_ALL };
	int err = device_overlay(job->dev, &cmd, data);

	return err ? job_fail_ata(job, err, &cmd) : 0;
}

static bool line_has_features(const uint8_t *data, unsigned line)
{
	for (size_t i = 0; i < ata_dco_feature_count; i++) {
		const struct ata_dco_feature *f = &ata_dco_features[i];

		if (f->line == line && ata_dco_has(data, f))
			return true;
	}
	return false;
}

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

/* IDENTIFY data show the new size at once (ACS-2). `sectors` 0: not known. */
static int check_restored_size(struct job *job, uint64_t sectors)
{
	uint64_t now = ata_id_sectors(job->dev->id.raw);

	if (!now || !sectors)
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
		job_note(job, "a drive refuses this while -N hides part of it, "
			      "or after --dco-freeze until power is cycled");
	if (err)
		return job_fail_ata(job, err, &cmd);
	if (!job_reads_back(job))
		return 0;
	err = identify_again(job);
	if (!err)
		err = read_dco(job, data);
	if (err)
		return err;
	return check_restored_size(job, ata_dco_max_sectors(data));
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
