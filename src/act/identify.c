// SPDX-License-Identifier: GPL-2.0-or-later
/* The IDENTIFY data: shown, or saved in a file. */
#include "acts.h"
#include "device.h"
#include "hexwords.h"
#include "show.h"
#include "text.h"

#include <errno.h>
#include <linux/hdreg.h>
#include <string.h>
#include <unistd.h>

struct collected {
	uint8_t sectors[ID_BYTES];
	uint8_t sata[ID_BYTES];
};

/* Return `data`; NULL if the log page is absent or cannot be read. */
static const uint8_t *read_identify_page(struct job *job, uint8_t address, uint16_t page,
					 uint8_t data[ID_BYTES])
{
	struct ata_cmd cmd;
	int err = device_listed_page(job->dev, address, page, data, &cmd);

	/* `cmd` is the failed command, which read this page or the log directory */
	if (err && err != -ENOENT && job->out->verbose)
		job_note(job, "page %02Xh of log %02Xh cannot be read, and is left out: %s",
			 (unsigned)cmd.lba >> 8, (unsigned)cmd.lba & 0xff, error_words(-err));
	return err ? NULL : data;
}

/* Return 0; or -EINVAL for an unknown type of device, reported only if job->out->structured. */
static int unknown_type(struct job *job, const struct identify *id)
{
	if (id->type != ID_TYPE_INVALID)
		return 0;
	if (!job->out->structured)
		return -EINVAL;
	return job_refuse(job, -EINVAL,
			  "the IDENTIFY data are of no known type of device: "
			  "bits 15 and 14 of word 0 are both set");
}

static const char unpermitted[] = "asking the drive is not permitted";

/*
 * If `err` is a refusal of the kernel, for the reason `why`, or the drive is not asked because it
 * may lose writes, read the kernel's copy of the IDENTIFY data. False: not read.
 */
static bool finds_kept(struct job *job, int err, const char *why)
{
	const char *shunned = job->dev->shunning.why;

	why = err == -ECANCELED ? shunned : why;
	if ((err != -EACCES && err != -EPERM && why != shunned) || !device_identify_kept(job->dev))
		return false;
	job_note(job, "%s: this is what the kernel read when it found it", why);
	return true;
}

static void show_name(struct report *out, const char *key, const char *label, int width,
		      const char *text)
{
	if (*text)
		report_string(out, key, text, "\t%-20s%-*s\n", label, width, text);
}

/* Show the disk without the words by which scripts detect ATA drives. */
static void show_disk(const struct disk_identity *id, struct report *out)
{
	report_section_begin(out, "disk");
	report_string(out, "language", id->language, "\n%s\n", id->heading);
	show_name(out, "model_number", "Model Number:", 40, id->model);
	show_name(out, "serial_number", "Serial Number:", 20, id->serial);
	show_name(out, "firmware_revision", "Firmware Revision:", 8, id->firmware);
	show_name(out, "transport", "Transport:", 0, id->transport);
	report_line(out, "Configuration:\n");
	if (id->logical)
		report_u64(out, "logical_sector_size_bytes", id->logical,
			   "\tLogical  Sector size:%22u bytes\n", id->logical);
	if (id->physical)
		report_u64(out, "physical_sector_size_bytes", id->physical,
			   "\tPhysical Sector size:%22u bytes\n", id->physical);
	if (id->bytes)
		show_size(id->bytes, out);
	show_rotation(id->rotation, out);
	if (id->has_write_cache || id->has_trim)
		report_line(out, "Commands/features:\n\tEnabled\tSupported:\n");
	if (id->has_write_cache)
		report_bool(out, "write_cache", id->write_cache, "\t   %c\tWrite cache\n",
			    id->write_cache ? '*' : ' ');
	if (id->has_trim)
		report_bool(out, "trim", true, "\t   *\tData Set Management TRIM supported\n");
	if (*id->wwn)
		report_string(out, "world_wide_name", id->wwn,
			      "Logical Unit WWN Device Identifier: %s\n", id->wwn);
	show_known_faults(id->model, id->firmware, out);
	report_section_end(out);
}

/* `asks`: log pages may be read from the drive. Return 0; or -EINVAL for an unknown device type. */
static int show_ata(struct job *job, bool asks)
{
	struct id_input input = { .identify = job->dev->id.raw };
	struct collected logs;
	struct identify id;

	identify_decode(&input, &id);
	if (asks && (id.type == ID_TYPE_ATA || id.type == ID_TYPE_CFA)) {
		if (id.sector.reported)
			input.sector_configuration =
				read_identify_page(job, LOG_SECTOR_CONFIGURATION, 0, logs.sectors);
		if (id_lists(&id, ID_HAS_DEVICE_SLEEP))
			input.sata = read_identify_page(job, LOG_IDENTIFY_DATA, LOG_PAGE_SATA,
							logs.sata);
	}
	if (input.sector_configuration || input.sata)
		identify_decode(&input, &id);
	show_identify(&id, job->out);
	return unknown_type(job, &id);
}

static void note_bridge(struct job *job, const struct disk_identity *id)
{
	const char *advice = device_tunnel_advice(job->dev);

	if (id->of_bridge)
		job_note(job,
			 "these are the names of the USB stick or bridge; "
			 "a drive behind a bridge may have others%s%s",
			 advice ? ": " : "", advice ? advice : "");
}

int act_identify(struct job *job)
{
	struct disk_identity id = { .bytes = 0 };
	int err = drive_identity(&job->drive, &id);

	if (err && drive_takes_ata(&job->drive) && finds_kept(job, err, unpermitted))
		return show_ata(job, false);
	if (err)
		return job_warn_drive(job, err);
	if (id.by_identify)
		return show_ata(job, true);
	show_disk(&id, job->out);
	note_bridge(job, &id);
	if (id.logical % 512)
		job_note(job,
			 "Linux cannot use sectors of %u bytes; "
			 "--set-sector-size formats the disk anew, and all its data are lost",
			 id.logical);
	return 0;
}

/* Return 0 or -errno, not reported. */
static int show_kernel_names(struct job *job)
{
	struct disk_identity id;
	int err = drive_kernel_names(&job->drive, &id);

	if (err)
		return err;
	report_section_begin(job->out, "identity");
	report_string(job->out, "model_number", id.model, "\n Model=%s", id.model);
	report_string(job->out, "firmware_revision", id.firmware, ", FwRev=%s", id.firmware);
	report_string(job->out, "serial_number", id.serial, ", SerialNo=%s\n", id.serial);
	report_section_end(job->out);
	note_bridge(job, &id);
	return 0;
}

/* -i: show IDENTIFY data that the kernel keeps, else the names of drive_kernel_names(). */
int act_identity(struct job *job)
{
	uint16_t words[ID_BYTES / 2] = { 0 };
	uint8_t page[ID_BYTES];
	struct id_input input = { .identify = page };
	struct identify id;
	unsigned own = 0;
	long multiple = 0;
	int err = job->dev->closed;
	/* the kernel answers EPERM to this ioctl on a /dev/sgN that is open for reading */
	const char *why = job->dev->sys.character && !err
				  ? "by a generic node the drive is not asked"
				  : unpermitted;

	if (drive_is_other(&job->drive)) {
		err = show_kernel_names(job);
		return err ? job_fail_drive(job, err) : 0;
	}
	if (!err)
		err = host_ioctl(job->host, job->dev->fd, HDIO_GET_IDENTITY, words);
	if (err >= 0)
		ata_id_from_host(words, page);
	else if (finds_kept(job, err, why))
		ata_id_as_host(job->dev->id.raw, page);
	else
		return show_kernel_names(job) ? job_fail(job, err, "HDIO_GET_IDENTITY failed") : 0;
	identify_decode(&input, &id);
	/* libata does not report the multiple count: take that of the IDENTIFY data */
	if (host_ioctl(job->host, job->dev->fd, HDIO_GET_MULTCOUNT, &multiple) < 0)
		multiple = ata_id_multiple(page, &own) ? (long)own : 0;
	show_identify_short(&id, (uint64_t)multiple, job->out);
	return 0;
}

int act_identify_words(struct job *job)
{
	char line[HEXWORDS_LINE_BYTES];
	int err = device_identify(job->dev, ATA_QUIET_MISSING);
	unsigned n;

	if (err)
		return job_fail(job, err, "IDENTIFY DEVICE failed");
	report_array_begin(job->out, "identify_words");
	for (n = 0; n < HEXWORDS_COUNT / HEXWORDS_LINE; n++) {
		hexwords_line(job->dev->id.raw, n, line);
		report_line(job->out, "%s", line);
	}
	if (job->out->structured) {
		for (n = 0; n < HEXWORDS_COUNT; n++)
			report_u64(job->out, "word", hexwords_word(job->dev->id.raw, n), NO_TEXT);
	}
	report_section_end(job->out);
	return 0;
}

int act_identify_file(struct job *job)
{
	const char *path = job->opt->text, *refusal;
	int err = device_identify(job->dev, ATA_QUIET_MISSING);

	if (err)
		return job_fail(job, err, "IDENTIFY DEVICE failed, so %s is not written", path);
	err = host_save_file(job->host, path, job->dev->id.raw, ID_BYTES, SAVE_PUBLIC);
	refusal = host_save_refusal(err);
	if (refusal)
		return job_fail(job, err, "%s: %s", path, refusal);
	if (err)
		return job_fail(job, err, "writing %s", path);
	if (!job->dev->dry_run)
		report_notice(job->out, "Wrote IDENTIFY DEVICE data to \"%s\"", path);
	return 0;
}

enum { STDIN_BYTES = 64 * 1024 };

int act_identify_stdin(struct job *job)
{
	uint8_t raw[ID_BYTES] = { 0 };
	struct id_input input = { .identify = raw };
	char text[STDIN_BYTES];
	ssize_t bytes = host_read_stream(job->host, STDIN_FILENO, text, sizeof(text));
	struct identify id;
	size_t words;

	if (bytes < 0)
		return job_fail(job, (int)bytes, "reading standard input");
	words = hexwords_parse(text, (size_t)bytes, raw);
	if (words < HEXWORDS_COUNT)
		return job_fail(job, -EINVAL,
				"only %zu of %d words read from standard input; "
				"give them as --Istdout prints them",
				words, HEXWORDS_COUNT);
	identify_decode(&input, &id);
	report_device_begin(job->out, "-", false);
	report_line(job->out, "\n");
	show_identify(&id, job->out);
	report_device_end(job->out);
	return unknown_type(job, &id);
}
