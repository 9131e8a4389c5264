// SPDX-License-Identifier: GPL-2.0-or-later
/* New firmware of an ATA drive: DOWNLOAD MICROCODE (ACS-4 7.7). */
#include "ata_drive.h"
#include "firmware.h"

#include <errno.h>
#include <stdlib.h>

const struct firmware_act firmware_preferred = { .mode = 0 };
const struct firmware_act firmware_mode3 = { .mode = FIRMWARE_OFFSETS };
const struct firmware_act firmware_mode3_max = { .mode = FIRMWARE_OFFSETS, .largest = true };
const struct firmware_act firmware_mode7 = { .mode = FIRMWARE_WHOLE };
const struct firmware_act firmware_modee = { .mode = FIRMWARE_DEFERRED };
const struct firmware_act firmware_modee_max = { .mode = FIRMWARE_DEFERRED, .largest = true };

enum { BLOCK_BYTES = 512, MOST_BLOCKS = 65535 };

/* How the image is split into segments. */
struct cutting {
	enum ata_firmware_mode mode;
	unsigned min_blocks, max_blocks;
	size_t segment_bytes;
	bool ask; /* request the drive's registers after each segment */
};

/* A download that is under way. */
struct download {
	const struct cutting *cutting;
	struct ata_cmd cmd;		   /* the last that was sent */
	enum ata_firmware_indication told; /* by its answer */
};

/* -ENOENT: the drive does not have the log. After any other failure no firmware is sent. */
static int read_optional_log(struct job *job, uint8_t address, uint8_t number,
			     uint8_t page[BLOCK_BYTES])
{
	struct ata_cmd cmd;
	int err = device_log_page(job->dev, address, number, page, &cmd);

	if (err == -EIO && cmd.res.valid && (cmd.res.error & ER_ABRT))
		return -ENOENT;
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

/* Limits of the deferred mode are in the Supported Capabilities page, if the drive has it. */
static int deferred_limits(struct job *job, struct cutting *cutting)
{
	uint8_t page[BLOCK_BYTES];
	struct ata_firmware_modes modes;
	int err;

	if (!ata_id_has(job->dev->id.raw, ID_HAS_GENERAL_PURPOSE_LOGGING))
		return 0;
	err = read_optional_log(job, LOG_DIRECTORY, 0, page);
	if (!err && !ata_log_pages(page, LOG_IDENTIFY_DATA))
		return 0;
	if (!err)
		err = read_optional_log(job, LOG_IDENTIFY_DATA, LOG_PAGE_CAPABILITIES, page);
	if (err)
		return err == -ENOENT ? 0 : err;
	ata_firmware_modes(page, &modes);
	if (!modes.valid)
		return 0;
	if (modes.min_blocks)
		cutting->min_blocks = modes.min_blocks;
	if (modes.max_blocks)
		cutting->max_blocks = modes.max_blocks;
	return 0;
}

static int plan_segments(struct job *job, const struct ata_firmware_limits *limits, size_t bytes,
			 struct cutting *cutting)
{
	const struct firmware_act *act = job->row;
	int err = 0;

	cutting->mode = act->mode ? act->mode : limits->offsets ? FIRMWARE_OFFSETS : FIRMWARE_WHOLE;
	cutting->min_blocks = limits->min_blocks ? limits->min_blocks : 1;
	cutting->max_blocks = limits->max_blocks ? limits->max_blocks : cutting->min_blocks;
	if (cutting->mode == FIRMWARE_WHOLE ||
	    (cutting->mode == FIRMWARE_DEFERRED && act->largest)) {
		cutting->min_blocks = 1;
		cutting->max_blocks = MOST_BLOCKS;
	}
	if (cutting->mode == FIRMWARE_DEFERRED)
		err = deferred_limits(job, cutting);
	cutting->segment_bytes =
		(size_t)(act->largest ? cutting->max_blocks : cutting->min_blocks) * BLOCK_BYTES;
	if (cutting->mode == FIRMWARE_WHOLE)
		cutting->segment_bytes = bytes;
	/* COUNT has no meaning without offsets, and many USB bridges fail on CK_COND */
	cutting->ask = limits->offsets && !device_is_usb(job->dev);
	return err;
}

static bool has_whole_image(enum ata_firmware_indication told)
{
	return told == FIRMWARE_APPLIED || told == FIRMWARE_WAITS;
}

/* Stops also if the drive has a complete image: another segment would start a new download. */
static int send_segment(struct job *job, void *who, const struct firmware_segment *segment)
{
	struct download *download = who;
	int err;

	download->cmd =
		ata_download_microcode(download->cutting->mode, segment->data, segment->bytes,
				       (unsigned)(segment->offset / BLOCK_BYTES));
	download->cmd.ask = download->cutting->ask;
	err = device_ata(job->dev, &download->cmd);
	if (err)
		return err;
	download->told = ata_firmware_indication(&download->cmd);
	return has_whole_image(download->told);
}

/* No segment failed: checks that drive and file agree on the end of the image. */
static int check_image_end(struct job *job, const struct firmware_image *image, size_t sent,
			   enum ata_firmware_indication told)
{
	if (sent < image->bytes) {
		report_line(job->out, "\n");
		return job_fail(job, -EIO,
				"drive completed transfer at %zu/%zu bytes; the rest was not sent",
				sent, image->bytes);
	}
	if (told == FIRMWARE_EXPECTS_MORE) {
		report_line(job->out, "\n");
		return job_fail(job, -EIO,
				"drive expects more data than provided, but the transfer may have "
				"worked regardless");
	}
	report_line(job->out, "%s", firmware_done);
	return 0;
}

/* The drive's firmware revision before and after; `waits`: the new one is not active yet. */
static int show_revisions(struct job *job, const char *before, bool waits)
{
	char after[ID_STRING_BYTES] = "";
	int err;

	device_forget(job->dev);
	err = device_identify(job->dev);
	if (err)
		return job_fail(job, err, "%s", firmware_silent);
	ata_id_trimmed_text(job->dev->id.raw, ID_FIRMWARE, after);
	firmware_show_revisions(job, before, after, waits ? DISK_FIRMWARE_WAITS : NULL);
	return 0;
}

static int check_firmware_support(struct job *job, struct ata_firmware_limits *limits)
{
	int err = job_whole_disk(job);

	if (!err)
		err = job_identify_silently(job);
	if (err)
		return err;
	ata_firmware_limits(job->dev->id.raw, limits);
	return limits->supported ? 0 : job_fail(job, -EOPNOTSUPP, "DOWNLOAD_MICROCODE");
}

static int download_image(struct job *job, const struct firmware_image *image,
			  const struct cutting *cutting)
{
	struct download download = { .cutting = cutting };
	const struct firmware_sender sender = { .segment_bytes = cutting->segment_bytes,
						.in_segments = cutting->mode != FIRMWARE_WHOLE,
						.send = send_segment,
						.who = &download };
	char before[ID_STRING_BYTES];
	size_t sent = 0;
	bool waits;
	int err, shown;

	ata_id_trimmed_text(job->dev->id.raw, ID_FIRMWARE, before);
	report_notice(job->out, "fwdownload: xfer_mode=%d min=%u max=%u size=%zu", cutting->mode,
		      cutting->min_blocks, cutting->max_blocks, cutting->segment_bytes);
	err = firmware_send(job, image, &sender, &sent);
	if (err)
		job_fail_announced(job, err, &download.cmd);
	if (!err && !job->dev->dry_run) {
		err = check_image_end(job, image, sent, download.told);
		waits = download.told == FIRMWARE_WAITS ||
			(!err && cutting->mode == FIRMWARE_DEFERRED &&
			 download.told != FIRMWARE_APPLIED);
		shown = show_revisions(job, before, waits);
		err = err ? err : shown;
	}
	return firmware_end(job, err);
}

int act_firmware(struct job *job)
{
	struct ata_firmware_limits limits;
	struct firmware_image image = { 0 };
	struct cutting cutting;
	int err = check_firmware_support(job, &limits);

	if (!err)
		err = firmware_load(job, BLOCK_BYTES, (size_t)MOST_BLOCKS * BLOCK_BYTES, &image);
	if (!err)
		err = plan_segments(job, &limits, image.bytes, &cutting);
	if (!err)
		err = download_image(job, &image, &cutting);
	free(image.data);
	return err;
}

int act_firmware_activate(struct job *job)
{
	struct ata_cmd cmd = ata_download_microcode(FIRMWARE_ACTIVATE, NULL, 0, 0);
	struct ata_firmware_limits limits;
	int err = check_firmware_support(job, &limits);
	char before[ID_STRING_BYTES];

	if (err)
		return err;
	ata_id_trimmed_text(job->dev->id.raw, ID_FIRMWARE, before);
	report_line(job->out, "%s", firmware_activating);
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_ata(job, err, &cmd);
	return job->dev->dry_run ? 0 : show_revisions(job, before, false);
}
