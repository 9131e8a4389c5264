// SPDX-License-Identifier: GPL-2.0-or-later
/* Replays files other than the device. */
#include "replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The text of a file or of a link. A file that the recording does not have does not exist. */
static ssize_t give_text(struct replay *replay, const char *key, char *buf, size_t size)
{
	struct exchange *exchange = script_next(replay->script, key);
	const struct payload *text;
	size_t n;

	if (!exchange)
		return -ENOENT;
	if (exchange->result < 0)
		return replay_small(replay, exchange);
	text = exchange_data(exchange, "text");
	n = text ? text->bytes : 0;
	if (n >= size)
		n = size - 1;
	if (n)
		memcpy(buf, text->data, n);
	buf[n] = '\0';
	return (ssize_t)n;
}

ssize_t replay_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	char key[KEY_BYTES];

	key_of_path(key, "read_file", path);
	return give_text(replay_of(host), key, buf, size);
}

/* The callers rely on it that canonical paths and names by pattern are absolute. */
ssize_t replay_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	char key[KEY_BYTES];
	ssize_t n;

	key_of_path(key, "real_path", path);
	n = give_text(replay_of(host), key, buf, size);
	return n < 0 || buf[0] == '/' ? n : -EIO;
}

int replay_write_file(struct host *host, const char *path, const char *text)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	(void)text;
	key_of_path(key, "write_file", path);
	exchange = script_next(replay->script, key);
	if (exchange)
		return replay_small(replay, exchange);
	replay_missing(replay, key);
	return -ENODATA;
}

/* A recorded failure stays one; else the file is written again, as standard output is. */
int replay_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		     unsigned mode)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];
	int err;

	key_of_path(key, "save_file", path);
	exchange = script_next(replay->script, key);
	err = exchange ? replay_small(replay, exchange) : 0;
	return err ? err : host_save_file(replay->host.below, path, data, bytes, mode);
}

/* Copies the names of a list, each ended by a NUL, into strings of their own. */
static int give_names(const struct payload *names, struct host_paths *paths)
{
	size_t n = 0;

	for (size_t at = 0; at < names->bytes; at++)
		n += !names->data[at];
	paths->path = calloc(n ? n : 1, sizeof(*paths->path));
	if (!paths->path)
		return -ENOMEM;
	for (const char *name = (const char *)names->data; paths->n < n; name += strlen(name) + 1) {
		if (name[0] != '/')
			return -EIO;
		paths->path[paths->n] = strndup(name, strlen(name));
		if (!paths->path[paths->n])
			return -ENOMEM;
		paths->n++;
	}
	return 0;
}

int replay_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	const struct payload *names;
	struct exchange *exchange;
	char key[KEY_BYTES];

	*paths = (struct host_paths){ NULL, 0 };
	key_of_path(key, "glob", pattern);
	exchange = script_next(replay_of(host)->script, key);
	if (!exchange)
		return 0;
	names = exchange_data(exchange, "name");
	if (exchange->result < 0 || !names)
		return replay_small(replay_of(host), exchange);
	return give_names(names, paths);
}

ssize_t replay_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	if (fd == STDIN_FILENO)
		return host_read_stream(replay->host.below, fd, buf, size);
	snprintf(key, sizeof(key), "read_stream %s %zu", file_name(&replay->files, fd), size);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		replay_missing(replay, key);
		return -ENODATA;
	}
	if (exchange->result < 0 || (uint64_t)exchange->result > size)
		return replay_small(replay, exchange) < 0 ? (int)exchange->result : -EIO;
	return replay_give(replay, exchange, "in", buf, (size_t)exchange->result)
		       ? (ssize_t)exchange->result
		       : -EIO;
}

/* Returns any password: the answers do not depend on it, they are recorded. */
ssize_t replay_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	static const char hexadecimal[] = "hex:";
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];
	size_t n;

	if (fd == STDIN_FILENO)
		return host_read_secret(replay->host.below, fd, buf, size);
	snprintf(key, sizeof(key), "read_secret %s", file_name(&replay->files, fd));
	exchange = script_next(replay->script, key);
	if (!exchange) {
		replay_missing(replay, key);
		return -ENODATA;
	}
	if (exchange->result < 0 || (uint64_t)exchange->result >= size)
		return replay_small(replay, exchange) < 0 ? (int)exchange->result : -E2BIG;
	n = (size_t)exchange->result;
	memset(buf, '0', n);
	/* the caller checks this first, and nothing else then */
	if (size > 2 && exchange_number(exchange, "mark", 0))
		return snprintf(buf, size, "\xff\xfe");
	if (n > SECRET_BYTES)
		memcpy(buf, hexadecimal, strlen(hexadecimal));
	if (n && exchange_number(exchange, "return", 0))
		buf[n - 1] = '\r';
	if (n && exchange_number(exchange, "zero", 0))
		buf[0] = '\0';
	buf[n] = '\0';
	return (ssize_t)n;
}

/* The machine's files are what they are: a replay changes none of them. */
static int give_result(struct host *host, const char *call, const char *path)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	key_of_folder(key, call, path);
	exchange = script_next(replay->script, key);
	if (exchange)
		return replay_small(replay, exchange);
	replay_missing(replay, key);
	return -ENODATA;
}

int replay_keep_file(struct host *host, const char *path, const void *data, size_t bytes)
{
	(void)data;
	(void)bytes;
	return give_result(host, "keep_file", path);
}

int replay_drop_kept(struct host *host, const char *path)
{
	return give_result(host, "drop_kept", path);
}

ssize_t replay_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	char key[KEY_BYTES];

	key_of_folder(key, "read_kept", path);
	return give_text(replay_of(host), key, buf, size);
}

/* A replay does not make the file again. */
int replay_make_room(struct host *host, const char *path, uint64_t bytes)
{
	struct replay *replay = replay_of(host);
	struct exchange *exchange;
	char key[KEY_BYTES];

	(void)bytes;
	key_of_path(key, "make_room", path);
	exchange = script_next(replay->script, key);
	if (exchange)
		return replay_small(replay, exchange);
	replay_missing(replay, key);
	return -ENODATA;
}
