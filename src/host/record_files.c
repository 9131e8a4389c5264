// SPDX-License-Identifier: GPL-2.0-or-later
/* Files beside the device, as those of sysfs, written down with what they said. */
#include "recorder.h"

#include <string.h>
#include <unistd.h>

/* A file, or a link's end, or a name for which there is nothing. */
static ssize_t put_text_answer(struct recorder *rec, const char *call, const char *path,
			       const char *text, ssize_t got)
{
	char key[KEY_BYTES];

	key_of_path(key, call, path);
	flockfile(rec->out);
	fprintf(rec->out, "%s = %zd\n", key, got);
	if (got > 0)
		recorder_put_text(rec, text, (size_t)got);
	funlockfile(rec->out);
	return got;
}

static ssize_t record_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_read_file(rec->layer.real, path, buf, size);

	return put_text_answer(rec, "read_file", path, buf, got);
}

static ssize_t record_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_real_path(rec->layer.real, path, buf, size);

	return put_text_answer(rec, "real_path", path, buf, got);
}

static int record_write_file(struct host *host, const char *path, const char *text)
{
	struct recorder *rec = recorder_of(host);
	int err = host_write_file(rec->layer.real, path, text);
	char key[KEY_BYTES];

	key_of_path(key, "write_file", path);
	flockfile(rec->out);
	fprintf(rec->out, "%s = %d\n", key, err);
	recorder_put_text(rec, text, strlen(text));
	funlockfile(rec->out);
	return err;
}

/* The bytes are the drive's, and stand where it gave them. */
static int record_save_file(struct host *host, const char *path, const void *data, size_t bytes,
			    unsigned mode)
{
	struct recorder *rec = recorder_of(host);
	int err = host_save_file(rec->layer.real, path, data, bytes, mode);
	char key[KEY_BYTES];

	key_of_path(key, "save_file", path);
	fprintf(rec->out, "%s = %d\n", key, err);
	return err;
}

static int record_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	struct recorder *rec = recorder_of(host);
	int err = host_glob(rec->layer.real, pattern, paths);
	char key[KEY_BYTES];

	key_of_path(key, "glob", pattern);
	flockfile(rec->out);
	fprintf(rec->out, "%s = %d\n", key, err);
	recorder_put_names(rec, paths);
	funlockfile(rec->out);
	return err;
}

/* What comes by standard input is not the machine's: a replay has its own. */
static ssize_t record_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_read_stream(rec->layer.real, fd, buf, size);

	if (fd == STDIN_FILENO)
		return got;
	flockfile(rec->out);
	fprintf(rec->out, "read_stream %s %zu = %zd\n", file_name(&rec->files, fd), size, got);
	if (got > 0)
		recorder_put_answer(rec, "in", false, buf, (size_t)got);
	funlockfile(rec->out);
	return got;
}

/*
 * Neither a password nor its length; why it was refused has to be known: that a line was too long,
 * began or ended as those of other systems do, or was no text.
 */
static ssize_t record_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_read_secret(rec->layer.real, fd, buf, size);

	if (fd != STDIN_FILENO)
		fprintf(rec->out, "read_secret %s = %zd%s%s%s\n", file_name(&rec->files, fd),
			got > 0 && got <= SECRET_BYTES ? 1 : got,
			got > 0 && host_secret_marked(buf) ? " mark=1" : "",
			got > 0 && buf[got - 1] == '\r' ? " return=1" : "",
			got > 0 && memchr(buf, '\0', (size_t)got) ? " zero=1" : "");
	return got;
}

static int record_make_room(struct host *host, const char *path, uint64_t bytes)
{
	struct recorder *rec = recorder_of(host);
	int err = host_make_room(rec->layer.real, path, bytes);
	char key[KEY_BYTES];

	key_of_path(key, "make_room", path);
	fprintf(rec->out, "%s = %d\n", key, err);
	return err;
}

void recorder_listen_files(struct host_ops *ops)
{
	ops->read_file = record_read_file;
	ops->write_file = record_write_file;
	ops->save_file = record_save_file;
	ops->real_path = record_real_path;
	ops->glob = record_glob;
	ops->read_stream = record_read_stream;
	ops->read_secret = record_read_secret;
	ops->make_room = record_make_room;
}
