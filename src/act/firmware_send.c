// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The file of new firmware is read and checked as a whole, then sent in segments. A signal takes
 * effect after the last of them, so that the drive gets the complete image.
 */
#include "firmware.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int check_image_size(struct job *job, off_t bytes, size_t multiple, size_t most)
{
	const char *path = job->opt->text;

	if (bytes <= 0 || (uintmax_t)bytes % multiple)
		return job_fail(job, -EINVAL, "%s: file size (%lld) not a multiple of %zu", path,
				(long long)bytes, multiple);
	if ((uintmax_t)bytes > most)
		return job_fail(job, -EFBIG, "%s: more than %zu bytes", path, most);
	return 0;
}

static int read_image(struct job *job, int fd, struct firmware_image *image)
{
	ssize_t got;
	int err;

	image->data = malloc(image->bytes);
	got = image->data ? host_read_stream(job->host, fd, image->data, image->bytes) : -ENOMEM;
	err = got < 0 ? (int)got : (size_t)got == image->bytes ? 0 : -EIO;
	return err ? job_fail(job, err, "reading %s", job->opt->text) : 0;
}

int firmware_load(struct job *job, size_t multiple, size_t most, struct firmware_image *image)
{
	const char *path = job->opt->text;
	struct stat st;
	int fd = host_open(job->host, path, O_RDONLY | O_NONBLOCK | O_NOCTTY), err;

	if (fd < 0)
		return job_fail(job, fd, "%s", path);
	err = host_fstat(job->host, fd, &st);
	err = err ? job_fail(job, err, "%s", path)
		  : check_image_size(job, st.st_size, multiple, most);
	if (!err)
		err = job_judge_input(job, fd, path);
	if (!err) {
		image->bytes = (size_t)st.st_size;
		err = read_image(job, fd, image);
	}
	host_close(job->host, fd);
	return err;
}

static void show_bytes_sent(struct job *job, size_t done, size_t bytes)
{
	char text[64];

	snprintf(text, sizeof(text), " %zu of %zu bytes sent", done, bytes);
	report_progress(job->out, text);
}

int firmware_send(struct job *job, const struct firmware_image *image,
		  const struct firmware_sender *sender, size_t *sent)
{
	int result = 0;

	for (*sent = 0; *sent < image->bytes && !result;) {
		size_t rest = image->bytes - *sent;
		size_t n = rest < sender->segment_bytes ? rest : sender->segment_bytes;
		const struct firmware_segment segment = {
			.data = image->data + *sent, .bytes = n, .offset = *sent, .last = n == rest
		};

		result = sender->send(job, sender->who, &segment);
		if (result < 0)
			break;
		*sent += n;
		if (sender->in_segments && !job->dev->dry_run)
			report_line(job->out, ".");
		report_flush(job->out);
		if (n < rest)
			show_bytes_sent(job, *sent, image->bytes);
	}
	report_progress(job->out, NULL);
	if (result < 0)
		report_line(job->out, "\n");
	return result < 0 ? result : 0;
}
