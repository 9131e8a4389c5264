// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * New firmware. The file is read and checked as a whole, then sent in segments that the drive
 * takes. A failure ends the download: a drive discards an incomplete image (ACS-4 7.7).
 */
#include "acts.h"
#include "ata_drive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct firmware_act firmware_preferred = { .mode = 0 };
const struct firmware_act firmware_mode3 = { .mode = FIRMWARE_OFFSETS };
const struct firmware_act firmware_mode3_max = { .mode = FIRMWARE_OFFSETS, .largest = true };
const struct firmware_act firmware_mode7 = { .mode = FIRMWARE_WHOLE };
const struct firmware_act firmware_modee = { .mode = FIRMWARE_DEFERRED };
const struct firmware_act firmware_modee_max = { .mode = FIRMWARE_DEFERRED, .largest = true };

enum { BLOCK_BYTES = 512, MOST_BLOCKS = 65535 };

struct image {
	char *data;
	size_t bytes;
};

/* How the image is split into segments. */
struct cutting {
	enum ata_firmware_mode mode;
	unsigned min_blocks, max_blocks;
	size_t segment_bytes;
	bool ask; /* request the drive's registers after each segment */
};

/* How much of a download is done. */
struct progress {
	size_t bytes;
	enum ata_firmware_indication told; /* of the last segment */
};

/* Reads the whole file; its size must be a positive number of blocks. */
static int load_image(struct job *job, struct image *image)
{
	const char *path = job->opt->text;
	struct stat st;
	ssize_t got;
	int fd = host_open(job->host, path, O_RDONLY | O_NONBLOCK | O_NOCTTY), err;

	if (fd < 0)
		return job_fail(job, fd, "%s", path);
	err = host_fstat(job->host, fd, &st);
	if (!err && (st.st_size <= 0 || st.st_size % BLOCK_BYTES))
		err = job_fail(job, -EINVAL, "%s: file size (%lld) not a multiple of 512", path,
			       (long long)st.st_size);
	else if (!err && st.st_size / BLOCK_BYTES > MOST_BLOCKS)
		err = job_fail(job, -EFBIG, "%s: more than 65535 blocks of 512 bytes", path);
	else if (err)
		err = job_fail(job, err, "%s", path);
	if (!err) {
		image->bytes = (size_t)st.st_size;
		image->data = malloc(image->bytes);
		got = image->data ? host_read_stream(job->host, fd, image->data, image->bytes)
				  : -ENOMEM;
		err = got < 0 ? (int)got : (size_t)got == image->bytes ? 0 : -EIO;
		if (err)
			err = job_fail(job, err, "reading %s", path);
	}
	host_close(job->host, fd);
	return err;
}

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

static void show_bytes_sent(struct job *job, size_t done, size_t bytes)
{
	char text[64];

	snprintf(text, sizeof(text), " %zu of %zu bytes sent", done, bytes);
	report_progress(job->out, text);
}

static bool has_whole_image(enum ata_firmware_indication told)
{
	return told == FIRMWARE_APPLIED || told == FIRMWARE_WAITS;
}

/* Stops also if the drive has a complete image: another segment would start a new download. */
static int send_segments(struct job *job, const struct image *image, const struct cutting *cutting,
			 struct progress *done)
{
	int err = 0;

	while (done->bytes < image->bytes && !has_whole_image(done->told)) {
		size_t n = image->bytes - done->bytes;
		struct ata_cmd cmd;

		if (n > cutting->segment_bytes)
			n = cutting->segment_bytes;
		cmd = ata_download_microcode(cutting->mode, image->data + done->bytes, n,
					     (unsigned)(done->bytes / BLOCK_BYTES));
		cmd.ask = cutting->ask;
		err = device_ata(job->dev, &cmd);
		if (err) {
			report_progress(job->out, NULL);
			report_line(job->out, "\n");
			job_fail_announced(job, err, &cmd);
			break;
		}
		done->bytes += n;
		done->told = ata_firmware_indication(&cmd);
		if (cutting->mode != FIRMWARE_WHOLE && !job->dev->dry_run)
			report_line(job->out, ".");
		report_flush(job->out);
		if (done->bytes < image->bytes)
			show_bytes_sent(job, done->bytes, image->bytes);
	}
	report_progress(job->out, NULL);
	return err;
}

/* No segment failed: checks that drive and file agree on the end of the image. */
static int check_image_end(struct job *job, const struct image *image, const struct progress *done)
{
	if (done->bytes < image->bytes) {
		report_line(job->out, "\n");
		return job_fail(job, -EIO,
				"drive completed transfer at %zu/%zu bytes; the rest was not sent",
				done->bytes, image->bytes);
	}
	if (done->told == FIRMWARE_EXPECTS_MORE) {
		report_line(job->out, "\n");
		return job_fail(job, -EIO,
				"drive expects more data than provided, but the transfer may have "
				"worked regardless");
	}
	report_line(job->out, " Done.\n");
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
		return job_fail(job, err, "the drive does not answer after the download");
	ata_id_trimmed_text(job->dev->id.raw, ID_FIRMWARE, after);
	report_section_begin(job->out, "firmware");
	report_string(job->out, "revision_before", before, " firmware revision: %s before", before);
	report_string(job->out, "revision_after", after, ", %s now\n", after);
	report_bool(job->out, "waits_for_activation", waits, "%s",
		    waits ? " the new one becomes active at the next power cycle, or by "
			    "--fwactivate\n"
			  : "");
	report_section_end(job->out);
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

/* A signal takes effect after the last segment, so that the drive gets the complete image. */
static int download_image(struct job *job, const struct image *image, const struct cutting *cutting)
{
	struct progress done = { 0, FIRMWARE_NO_INDICATION };
	char before[ID_STRING_BYTES];
	bool waits;
	int err, shown;

	ata_id_trimmed_text(job->dev->id.raw, ID_FIRMWARE, before);
	report_notice(job->out, "fwdownload: xfer_mode=%d min=%u max=%u size=%zu", cutting->mode,
		      cutting->min_blocks, cutting->max_blocks, cutting->segment_bytes);
	err = send_segments(job, image, cutting, &done);
	if (!err && !job->dev->dry_run) {
		err = check_image_end(job, image, &done);
		waits = done.told == FIRMWARE_WAITS ||
			(!err && cutting->mode == FIRMWARE_DEFERRED &&
			 done.told != FIRMWARE_APPLIED);
		shown = show_revisions(job, before, waits);
		err = err ? err : shown;
	}
	if (!host_interrupted(job->host))
		return err;
	if (!err)
		job_fail(job, -EINTR, "the download was finished first");
	return -RESULT_INTERRUPTED;
}

int act_firmware(struct job *job)
{
	struct ata_firmware_limits limits;
	struct image image = { 0 };
	struct cutting cutting;
	int err = check_firmware_support(job, &limits);

	if (!err)
		err = load_image(job, &image);
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
	report_line(job->out, " activating downloaded firmware\n");
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_ata(job, err, &cmd);
	return job->dev->dry_run ? 0 : show_revisions(job, before, false);
}
