// SPDX-License-Identifier: GPL-2.0-or-later
/* Files other than the device, as those of sysfs, and their contents, recorded and replayed. */
#include "kept.h"
#include "tape.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All ones: no word is such a password, so that a replay takes it for none of those it knows. */
static void hide_passwords(char *text)
{
	enum { DIGITS = 2 * SECRET_BYTES };

	while (*text) {
		size_t n = strspn(text, "0123456789abcdefABCDEF");

		if (n >= DIGITS)
			memset(text, 'f', n);
		text += n ? n : 1;
	}
}

/* Records a masked copy: the program needs the contents as they are. `kept`: for host_read_kept()
 */
static void put_masked(struct call *call, const char *path, bool kept, const char *buf)
{
	size_t n = (size_t)call->result;
	char *copy = malloc(n + 1);

	if (!copy) {
		call->rec->no_memory = true;
		return;
	}
	memcpy(copy, buf, n);
	copy[n] = '\0';
	if (kept) {
		mask_learn_kept(&call->rec->mask, copy);
		hide_passwords(copy);
		n = strlen(copy);
	} else {
		mask_learn_attribute(&call->rec->mask, path, copy);
		if (!call->rec->setup.serials)
			mask_attribute(path, copy, n);
	}
	call_put_text(call, copy, n);
	explicit_bzero(copy, n);
	free(copy);
}

/* The end of a call that reads a text into buf[0..size-1]; more is cut. */
static ssize_t end_text(struct call *call, const char *path, bool kept, char *buf, size_t size)
{
	size_t n;

	if (call->rec && call->result > 0) {
		put_masked(call, path, kept, buf);
	} else if (call->answer && call->result >= 0) {
		n = exchange_data(call->answer, "text", buf, size - 1);
		n = n < size ? n : size - 1;
		buf[n] = '\0';
		call->result = (int64_t)n;
	}
	return call_end(call);
}

ssize_t tape_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	struct call call;

	if (call_of_path(&call, host, CALL_READ_FILE, path))
		call.result = host_read_file(call.below, path, buf, size);
	return end_text(&call, path, false, buf, size);
}

/* The callers rely on it that canonical paths and names by pattern are absolute. */
static ssize_t end_path(struct call *call, const char *path, char *buf, size_t size)
{
	ssize_t n = end_text(call, path, false, buf, size);

	return n < 0 || buf[0] == '/' ? n : -EIO;
}

ssize_t tape_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	struct call call;

	if (call_of_path(&call, host, CALL_REAL_PATH, path))
		call.result = host_real_path(call.below, path, buf, size);
	return end_path(&call, path, buf, size);
}

/* It stands in a recording as the canonical path that it is. */
ssize_t tape_link_target(struct host *host, const char *path, char *buf, size_t size)
{
	struct call call;

	if (call_of_path(&call, host, CALL_REAL_PATH, path))
		call.result = host_link_target(call.below, path, buf, size);
	return end_path(&call, path, buf, size);
}

/* What is kept may be about passwords: neither it nor its name, which is a drive's, stands here. */
ssize_t tape_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	struct call call;

	if (call_of_path(&call, host, CALL_READ_KEPT, path))
		call.result = host_read_kept(call.below, path, buf, size);
	return end_text(&call, path, true, buf, size);
}

int tape_keep_file(struct host *host, const char *path, const void *data, size_t bytes)
{
	struct call call;

	if (call_of_path(&call, host, CALL_KEEP_FILE, path))
		call.result = host_keep_file(call.below, path, data, bytes);
	return call_end(&call);
}

int tape_drop_kept(struct host *host, const char *path)
{
	struct call call;

	if (call_of_path(&call, host, CALL_DROP_KEPT, path))
		call.result = host_drop_kept(call.below, path);
	return call_end(&call);
}

/* A replay does not make the file again. */
int tape_make_room(struct host *host, const char *path, uint64_t bytes)
{
	struct call call;

	if (call_of_path(&call, host, CALL_MAKE_ROOM, path))
		call.result = host_make_room(call.below, path, bytes);
	return call_end(&call);
}

int tape_write_file(struct host *host, const char *path, const char *text)
{
	struct call call;

	if (call_of_path(&call, host, CALL_WRITE_FILE, path))
		call.result = host_write_file(call.below, path, text);
	call_put_text(&call, text, strlen(text));
	return call_end(&call);
}

/*
 * Without the data: they came from the drive, and are recorded there. In a replay, a recorded
 * failure stays one; else the file is written again, as standard output is.
 */
int tape_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		   unsigned mode)
{
	struct call call;

	if (call_of_path(&call, host, CALL_SAVE_FILE, path) || !call.result)
		call.result = host_save_file(call.below, path, data, bytes, mode);
	return call_end(&call);
}

static void put_names(struct call *call, const struct host_paths *paths)
{
	char encoded[PATH_KEPT];

	for (size_t i = 0; i < paths->n; i++) {
		encode_text(paths->path[i], strlen(paths->path[i]), encoded, sizeof(encoded));
		call_put(call, "\n name %s", encoded);
	}
}

/* Each name ends in a NUL. 0 or -errno. */
static int read_names(const struct exchange *answer, struct host_paths *paths)
{
	size_t bytes = exchange_data(answer, "name", NULL, 0), n = 0;
	char *names = malloc(bytes + 1);
	int err = 0;

	if (names)
		exchange_data(answer, "name", names, bytes);
	for (size_t at = 0; names && at < bytes; at++)
		n += !names[at];
	paths->path = calloc(n + 1, sizeof(*paths->path));
	if (!names || !paths->path)
		err = -ENOMEM;
	for (const char *name = names; !err && paths->n < n; name += strlen(name) + 1) {
		err = name[0] == '/' ? 0 : -EIO;
		if (!err)
			paths->path[paths->n] = strdup(name);
		if (!err && !paths->path[paths->n])
			err = -ENOMEM;
		paths->n += !err;
	}
	free(names);
	return err;
}

int tape_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	struct call call;

	if (call_of_path(&call, host, CALL_GLOB, pattern)) {
		call.result = host_glob(call.below, pattern, paths);
		put_names(&call, paths);
		return call_end(&call);
	}
	*paths = (struct host_paths){ NULL, 0 };
	return call.answer && call.result >= 0 ? read_names(call.answer, paths) : (int)call.result;
}

/* Standard input is not recorded: a replay reads its own. */
ssize_t tape_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct call call;

	if (fd == STDIN_FILENO)
		return host_read_stream(host->below, fd, buf, size);
	if (call_of_file(&call, host, CALL_READ_STREAM, fd, " %zu", size))
		call.result = host_read_stream(call.below, fd, buf, size);
	else if (call.result > 0 && (uint64_t)call.result > size)
		call.result = -EIO;
	if (call.result > 0)
		call_data(&call, "in", MASK_OTHER, buf, (size_t)call.result);
	return call_end(&call);
}

/* In a replay, any password: the answers do not depend on it, they are recorded. */
static ssize_t some_password(const struct call *call, char *buf, size_t size)
{
	static const char hexadecimal[] = "hex:";
	size_t n = (size_t)call->result;

	if (call->result < 0)
		return (ssize_t)call->result;
	if (n >= size)
		return -E2BIG;
	memset(buf, '0', n);
	/* the caller checks this first, and nothing else then */
	if (size > 2 && exchange_number(call->answer, "mark", 0))
		return snprintf(buf, size, "\xff\xfe");
	if (n > SECRET_BYTES)
		memcpy(buf, hexadecimal, strlen(hexadecimal));
	if (n && exchange_number(call->answer, "return", 0))
		buf[n - 1] = '\r';
	if (n && exchange_number(call->answer, "zero", 0))
		buf[0] = '\0';
	buf[n] = '\0';
	return (ssize_t)call->result;
}

/*
 * Records neither a password nor its length, but the reason of a refusal: a line that is too long,
 * begins with a byte order mark, ends in a carriage return, or holds a zero byte.
 */
ssize_t tape_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	struct call call;
	ssize_t got;

	if (fd == STDIN_FILENO)
		return host_read_secret(host->below, fd, buf, size);
	if (!call_of_fd(&call, host, CALL_READ_SECRET, fd))
		return some_password(&call, buf, size);
	got = host_read_secret(call.below, fd, buf, size);
	call.result = got > 0 && got <= SECRET_BYTES ? 1 : got;
	call_put(&call, "%s%s%s", got > 0 && host_secret_marked(buf) ? " mark=1" : "",
		 got > 0 && buf[got - 1] == '\r' ? " return=1" : "",
		 got > 0 && memchr(buf, '\0', (size_t)got) ? " zero=1" : "");
	call_end(&call);
	return got;
}
