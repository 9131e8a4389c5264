// SPDX-License-Identifier: GPL-2.0-or-later
/* New firmware of disks that take no ATA commands, by their language. */
#include "ata_drive.h"
#include "firmware.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Larger segments gain nothing, and memory that is not contiguous bounds what an adapter takes. */
enum { MOST_SEGMENT_BYTES = 128 << 10 };

static enum disk_firmware_way way_of(const struct firmware_act *act)
{
	if (act->mode == FIRMWARE_WHOLE)
		return DISK_FIRMWARE_WHOLE;
	return act->mode == FIRMWARE_DEFERRED ? DISK_FIRMWARE_DEFERRED : DISK_FIRMWARE_SEGMENTS;
}

static int fail_download(struct job *job, int err, const struct disk_firmware *firmware)
{
	report_notice(job->out, "FAILED: %s", strerror(-err));
	return job_fail_advised(job, err, err == -EINVAL ? firmware->advice : NULL, "%s",
				job->dev->attempt);
}

/* Bytes of a segment; 0: the disk's own limits permit none. */
static size_t segment_bytes(const struct firmware_act *act, const struct disk_firmware *firmware)
{
	size_t bytes = act->largest ? MOST_SEGMENT_BYTES
		       : act->mode  ? firmware->granule
				    : firmware->usual;

	if (bytes < firmware->granule)
		bytes = firmware->granule;
	if (bytes > firmware->most)
		bytes = firmware->most;
	return bytes - bytes % firmware->granule;
}

static bool is_whole(const struct job *job)
{
	return way_of(job->row) == DISK_FIRMWARE_WHOLE;
}

static int plan_segments(struct job *job, const struct disk_firmware *firmware, size_t bytes,
			 size_t *segment)
{
	*segment = is_whole(job) ? bytes : segment_bytes(job->row, firmware);
	if (!*segment)
		return job_fail(job, -EOPNOTSUPP,
				"the drive takes firmware in segments of %zu bytes, but one "
				"command takes %zu at most",
				firmware->granule, firmware->most);
	if (*segment > firmware->most)
		return job_fail_advised(job, -EFBIG, "try --fwdownload, which sends it in segments",
					"one command takes %zu bytes at most, and the file has %zu",
					firmware->most, bytes);
	return 0;
}

static int send_segment(struct job *job, void *who, const struct firmware_segment *segment)
{
	(void)who;
	return device_language(job->dev)->send_firmware(job->dev, way_of(job->row), segment);
}

/* `stored`: 1 where dev->attempt says when the new firmware becomes active. */
static int show_revisions(struct job *job, const char *before, int stored)
{
	char waits[sizeof(job->dev->attempt)];
	struct disk_firmware now;
	int err;

	memcpy(waits, job->dev->attempt, sizeof(waits));
	err = device_language(job->dev)->firmware(job->dev, &now);
	if (err)
		return job_fail(job, err, "%s: %s", firmware_silent, job->dev->attempt);
	firmware_show_revisions(job, before, now.revision, stored ? waits : NULL);
	return 0;
}

static int download_image(struct job *job, const struct firmware_image *image,
			  const struct disk_firmware *firmware, size_t segment)
{
	const struct firmware_sender sender = { .segment_bytes = segment,
						.in_segments = !is_whole(job),
						.send = send_segment };
	size_t sent;
	int err = firmware_send(job, image, &sender, &sent);

	if (!err) {
		err = device_language(job->dev)->end_firmware(job->dev, firmware, way_of(job->row));
		if (err < 0)
			report_line(job->out, "\n");
	}
	if (err < 0)
		fail_download(job, err, firmware);
	if (err >= 0 && !job->dev->dry_run) {
		report_line(job->out, "%s", firmware_done);
		err = show_revisions(job, firmware->revision, err);
	}
	return firmware_end(job, err < 0 ? err : 0);
}

static int ask_how(struct job *job, struct disk_firmware *firmware)
{
	int err = job_whole_disk(job);

	if (err)
		return err;
	err = device_language(job->dev)->firmware(job->dev, firmware);
	return err ? job_fail_disk(job, err) : 0;
}

int ask_firmware(struct job *job)
{
	struct firmware_image image = { 0 };
	struct disk_firmware firmware;
	size_t segment = 0;
	int err = ask_how(job, &firmware);

	if (!err)
		err = firmware_load(job, DISK_FIRMWARE_MULTIPLE, firmware.most_image, &image);
	if (!err)
		err = plan_segments(job, &firmware, image.bytes, &segment);
	if (!err)
		err = download_image(job, &image, &firmware, segment);
	free(image.data);
	return err;
}

int ask_firmware_activate(struct job *job)
{
	struct disk_firmware firmware;
	int err = ask_how(job, &firmware);

	if (err)
		return err;
	report_line(job->out, "%s", firmware_activating);
	err = device_language(job->dev)->activate_firmware(job->dev, &firmware);
	if (err < 0)
		return job_fail_disk(job, err);
	return job->dev->dry_run ? 0 : show_revisions(job, firmware.revision, err);
}
