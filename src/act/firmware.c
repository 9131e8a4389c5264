// SPDX-License-Identifier: GPL-2.0-or-later
/* --fwdownload and --fwactivate: new firmware for the drive. */
#include "acts.h"
#include "device.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const struct firmware_act firmware_preferred = { .way = DISK_FIRMWARE_PREFERRED };
const struct firmware_act firmware_mode3 = { .way = DISK_FIRMWARE_SEGMENTS };
const struct firmware_act firmware_mode3_max = { .way = DISK_FIRMWARE_SEGMENTS, .largest = true };
const struct firmware_act firmware_mode7 = { .way = DISK_FIRMWARE_WHOLE };
const struct firmware_act firmware_modee = { .way = DISK_FIRMWARE_DEFERRED };
const struct firmware_act firmware_modee_max = { .way = DISK_FIRMWARE_DEFERRED, .largest = true };

struct download {
	char *data; /* the image; NULL before the file is read */
	size_t bytes;
	struct disk_firmware firmware;
	enum disk_firmware_way way;
	size_t segment_bytes;
};

static int firmware_load(struct job *job, struct download *d)
{
	size_t multiple = d->firmware.multiple, most = d->firmware.most_image;
	const char *path = job->opt->text;
	struct stat st;
	ssize_t got;
	int fd = host_open(job->host, path, O_RDONLY | O_NONBLOCK | O_NOCTTY), err;

	if (fd < 0)
		return job_fail(job, fd, "%s", path);
	err = host_fstat(job->host, fd, &st);
	if (err)
		err = job_fail(job, err, "%s", path);
	else if (st.st_size <= 0 || (uintmax_t)st.st_size % multiple)
		err = job_fail(job, -EINVAL, "%s: file size (%lld) not a multiple of %zu", path,
			       (long long)st.st_size, multiple);
	else if ((uintmax_t)st.st_size > most)
		err = job_fail(job, -EFBIG, "%s: more than %zu bytes", path, most);
	if (!err)
		err = job_judge_input(job, fd, path);
	if (!err) {
		d->bytes = (size_t)st.st_size;
		d->data = malloc(d->bytes);
		got = d->data ? host_read_stream(job->host, fd, d->data, d->bytes) : -ENOMEM;
		if (got >= 0 && (size_t)got != d->bytes)
			got = -EIO;
		if (got < 0)
			err = job_fail(job, (int)got, "reading %s", path);
	}
	host_close(job->host, fd);
	return err;
}

/* *sent: bytes that the drive took. Return 0, also if the drive took only a part; or -errno. */
static int firmware_send(struct job *job, struct download *d, size_t *sent)
{
	char text[64];
	int result = 0;

	for (*sent = 0; *sent < d->bytes && !result;) {
		size_t rest = d->bytes - *sent;
		size_t n = rest < d->segment_bytes ? rest : d->segment_bytes;
		const struct firmware_segment segment = {
			.data = d->data + *sent, .bytes = n, .offset = *sent, .last = n == rest
		};

		result = drive_send_firmware(&job->drive, &d->firmware, d->way, &segment);
		if (result < 0)
			break;
		*sent += n;
		if (d->way != DISK_FIRMWARE_WHOLE && !job->dev->dry_run)
			report_line(job->out, ".");
		report_flush(job->out);
		if (n < rest && !job->dev->dry_run) {
			snprintf(text, sizeof(text), " %zu of %zu bytes sent", *sent, d->bytes);
			report_progress(job->out, text);
		}
	}
	report_progress(job->out, NULL);
	if (result < 0)
		report_line(job->out, "\n");
	return result < 0 ? result : 0;
}

static int tell_unsettled(struct job *job, int err)
{
	if (job->dev->attempt.unsettled)
		job_note(job, "the drive may have taken what was sent, and still be writing it: "
			      "leave its power on; "
			      "-I shows its firmware revision, now and after its next start");
	return err;
}

static int fail_download(struct job *job, int err, const struct disk_firmware *firmware)
{
	report_notice(job->out, "FAILED: %s", error_words(-err));
	job_fail_drive_advised(job, err, err == -EINVAL ? firmware->advice : NULL);
	return tell_unsettled(job, err);
}

/* Return the size of a segment; 0 if firmware->most is less than firmware->granule. */
static size_t segment_bytes(const struct firmware_act *act, const struct disk_firmware *firmware)
{
	size_t bytes = act->largest ? firmware->largest
		       : act->way   ? firmware->smallest
				    : firmware->usual;

	if (bytes < firmware->granule)
		bytes = firmware->granule;
	if (bytes > firmware->most)
		bytes = firmware->most;
	return bytes - bytes % firmware->granule;
}

static int plan_download(struct job *job, struct download *d)
{
	const struct firmware_act *act = job->row;
	const struct disk_firmware *firmware = &d->firmware;
	int err;

	d->way = act->way;
	err = drive_plan_firmware(&job->drive, &d->way, act->largest, &d->firmware);
	if (err)
		return job_fail_drive(job, err);
	d->segment_bytes = d->way == DISK_FIRMWARE_WHOLE ? d->bytes : segment_bytes(act, firmware);
	if (!d->segment_bytes)
		return job_fail(job, -EOPNOTSUPP,
				"the drive takes firmware in segments of %zu bytes, "
				"but one command takes %zu at most",
				firmware->granule, firmware->most);
	if (d->segment_bytes > firmware->most)
		return job_fail_advised(job, -EFBIG, "try --fwdownload, which sends it in segments",
					"one command takes %zu bytes at most, and the file has %zu",
					firmware->most, d->bytes);
	if (firmware->doubt)
		job_note(job, "%s", firmware->doubt);
	if (*firmware->plan)
		report_notice(job->out, "fwdownload: %s size=%zu", firmware->plan,
			      d->segment_bytes);
	return 0;
}

/* Return 0; or -errno, reported, if the query failed and the drive's revision is not known. */
static int show_revisions(struct job *job, const char *before, int stored)
{
	struct drive *drive = &job->drive;
	struct disk_firmware now = { .revision = "" };
	char waits[sizeof(drive->failure.text)];
	int err;

	memcpy(waits, drive->failure.text, sizeof(waits));
	device_forget(job->dev);
	err = drive_firmware(drive, &now);
	if (err && !*now.revision)
		return job_fail(job, err, "the drive does not answer after the download%s%s",
				*drive->failure.text ? ": " : "", drive->failure.text);
	report_section_begin(job->out, "firmware");
	report_string(job->out, "revision_before", before, " firmware revision: %s before", before);
	report_string(job->out, "revision_after", now.revision, ", %s now\n", now.revision);
	if (stored == DISK_FIRMWARE_STORED)
		report_bool(job->out, "waits_for_activation", true, " %s\n", waits);
	else
		report_bool(job->out, "waits_for_activation", false, NO_TEXT);
	report_section_end(job->out);
	return 0;
}

static int end_download(struct job *job, const struct download *d, size_t sent)
{
	int stored = drive_end_firmware(&job->drive, &d->firmware, d->way), err = 0, shown;

	if (stored < 0) {
		report_line(job->out, "\n");
		return fail_download(job, stored, &d->firmware);
	}
	if (job->dev->dry_run)
		return 0;
	if (sent == d->bytes && stored != DISK_FIRMWARE_DOUBTFUL)
		report_line(job->out, " Done.\n");
	else
		report_line(job->out, "\n");
	if (sent < d->bytes)
		err = job_fail(job, -EIO,
			       "drive completed transfer at %zu/%zu bytes; the rest was not sent",
			       sent, d->bytes);
	else if (stored == DISK_FIRMWARE_DOUBTFUL)
		err = job_fail_drive(job, -EIO);
	shown = show_revisions(job, d->firmware.revision, stored);
	return err ? err : shown;
}

/* A signal takes effect only after the last segment. */
static int download_image(struct job *job, struct download *d)
{
	size_t sent;
	int err = firmware_send(job, d, &sent);

	err = err ? fail_download(job, err, &d->firmware) : end_download(job, d, sent);
	if (!host_interrupted())
		return err;
	return err ? -RESULT_INTERRUPTED : job_interrupted(job, "the download was completed first");
}

int act_firmware(struct job *job)
{
	struct download d = { .data = NULL };
	int err = drive_firmware(&job->drive, &d.firmware);

	if (err)
		return job_fail_drive(job, err);
	job_note_faults(job);
	err = firmware_load(job, &d);
	if (!err)
		err = plan_download(job, &d);
	if (!err)
		err = download_image(job, &d);
	free(d.data);
	return err;
}

int act_firmware_activate(struct job *job)
{
	struct disk_firmware firmware;
	int err = drive_firmware(&job->drive, &firmware);

	if (err)
		return job_fail_drive(job, err);
	report_line(job->out, " activating downloaded firmware\n");
	err = drive_activate_firmware(&job->drive, &firmware);
	if (err < 0) {
		job_fail_drive(job, err);
		return tell_unsettled(job, err);
	}
	return job->dev->dry_run ? 0 : show_revisions(job, firmware.revision, err);
}
