// SPDX-License-Identifier: GPL-2.0-or-later
/* Records files other than the device, as those of sysfs, and their contents. */
#include "recorder.h"
#include "kept.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The text of a file, the target of a link, or an error. */
static ssize_t put_text_answer(struct recorder *rec, const char *call, const char *path,
			       const char *text, ssize_t got)
{
	char key[KEY_BYTES];

	key_of_path(key, call, path);
	recorder_put(rec, "%s = %zd\n", key, got);
	if (got > 0)
		recorder_put_text(rec, text, (size_t)got);
	recorder_whole(rec);
	return got;
}

/* A copy is masked: the program needs the contents as they are. */
ssize_t record_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_read_file(rec->host.below, path, buf, size);
	char *copy = got > 0 ? malloc((size_t)got) : NULL;

	if (got > 0)
		mask_learn_attribute(&rec->mask, path, buf);
	rec->no_memory = rec->no_memory || (got > 0 && !copy);
	if (copy) {
		memcpy(copy, buf, (size_t)got);
		if (!rec->setup.serials)
			mask_attribute(path, copy, (size_t)got);
	}
	put_text_answer(rec, "read_file", path, copy, copy ? got : got < 0 ? got : 0);
	free(copy);
	return got;
}

ssize_t record_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_real_path(rec->host.below, path, buf, size);

	return put_text_answer(rec, "real_path", path, buf, got);
}

int record_write_file(struct host *host, const char *path, const char *text)
{
	struct recorder *rec = recorder_of(host);
	int err = host_write_file(rec->host.below, path, text);
	char key[KEY_BYTES];

	key_of_path(key, "write_file", path);
	recorder_put(rec, "%s = %d\n", key, err);
	recorder_put_text(rec, text, strlen(text));
	recorder_whole(rec);
	return err;
}

/* Without the data: they came from the drive, and are recorded there. */
int record_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		     unsigned mode)
{
	struct recorder *rec = recorder_of(host);
	int err = host_save_file(rec->host.below, path, data, bytes, mode);
	char key[KEY_BYTES];

	key_of_path(key, "save_file", path);
	recorder_line(rec, "%s = %d\n", key, err);
	return err;
}

int record_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	struct recorder *rec = recorder_of(host);
	int err = host_glob(rec->host.below, pattern, paths);
	char key[KEY_BYTES];

	key_of_path(key, "glob", pattern);
	recorder_put(rec, "%s = %d\n", key, err);
	recorder_put_names(rec, paths);
	recorder_whole(rec);
	return err;
}

/* Standard input is not recorded: a replay reads its own. */
ssize_t record_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_read_stream(rec->host.below, fd, buf, size);

	if (fd == STDIN_FILENO)
		return got;
	recorder_put(rec, "read_stream %s %zu = %zd\n", file_name(&rec->files, fd), size, got);
	if (got > 0)
		recorder_put_answer(rec, "in", MASK_OTHER, buf, (size_t)got);
	recorder_whole(rec);
	return got;
}

/*
 * Records neither a password nor its length, but the reason of a refusal: a line that is too long,
 * begins with a byte order mark, ends in a carriage return, or holds a zero byte.
 */
ssize_t record_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_read_secret(rec->host.below, fd, buf, size);

	if (fd != STDIN_FILENO)
		recorder_line(rec, "read_secret %s = %zd%s%s%s\n", file_name(&rec->files, fd),
			      got > 0 && got <= SECRET_BYTES ? 1 : got,
			      got > 0 && host_secret_marked(buf) ? " mark=1" : "",
			      got > 0 && buf[got - 1] == '\r' ? " return=1" : "",
			      got > 0 && memchr(buf, '\0', (size_t)got) ? " zero=1" : "");
	return got;
}

int record_make_room(struct host *host, const char *path, uint64_t bytes)
{
	struct recorder *rec = recorder_of(host);
	int err = host_make_room(rec->host.below, path, bytes);
	char key[KEY_BYTES];

	key_of_path(key, "make_room", path);
	recorder_line(rec, "%s = %d\n", key, err);
	return err;
}

/* What is kept may be about passwords: neither it nor its name, which is a drive's, stands here. */
int record_keep_file(struct host *host, const char *path, const void *data, size_t bytes)
{
	struct recorder *rec = recorder_of(host);
	int err = host_keep_file(rec->host.below, path, data, bytes);
	char key[KEY_BYTES];

	key_of_folder(key, "keep_file", path);
	recorder_line(rec, "%s = %d\n", key, err);
	return err;
}

static void zero_passwords(char *text)
{
	enum { DIGITS = 2 * SECRET_BYTES };

	while (*text) {
		size_t n = strspn(text, "0123456789abcdefABCDEF");

		if (n >= DIGITS)
			memset(text, '0', n);
		text += n ? n : 1;
	}
}

ssize_t record_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	struct recorder *rec = recorder_of(host);
	ssize_t got = host_read_kept(rec->host.below, path, buf, size);
	char key[KEY_BYTES], *text;

	key_of_folder(key, "read_kept", path);
	recorder_put(rec, "%s = %zd\n", key, got);
	text = got > 0 ? strndup(buf, (size_t)got) : NULL;
	rec->no_memory = rec->no_memory || (got > 0 && !text);
	if (text) {
		zero_passwords(text);
		recorder_put_text(rec, text, strlen(text));
		explicit_bzero(text, strlen(text));
	}
	free(text);
	recorder_whole(rec);
	return got;
}

int record_drop_kept(struct host *host, const char *path)
{
	struct recorder *rec = recorder_of(host);
	int err = host_drop_kept(rec->host.below, path);
	char key[KEY_BYTES];

	key_of_folder(key, "drop_kept", path);
	recorder_line(rec, "%s = %d\n", key, err);
	return err;
}
