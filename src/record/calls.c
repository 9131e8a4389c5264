// SPDX-License-Identifier: GPL-2.0-or-later
/* The calls of a host, recorded and replayed: a row each, and what some of them add. */
#include "ata_sectors.h"
#include "tape.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct tape *tape_of(struct host *host)
{
	return (struct tape *)host;
}

static int tape_open(struct host *host, const char *path, int flags)
{
	static const struct call_row row = { "open", -ENOENT, CALL_FAULT };
	struct tape *tape = tape_of(host);
	struct call call;
	int fd;

	if (call_starts(&call, host, &row, " %s", CALL_PATH(path))) {
		fd = host_open(host->below, path, flags);
		call.result = fd < 0 ? fd : 0;
	} else {
		fd = call.result < 0 ? (int)call.result : tape->next_fd++;
	}
	call_number(&call, "flags", 'o', (unsigned)flags);
	call_end(&call);
	if (fd >= 0 && tape->files < OPEN_FILES) {
		tape->file[tape->files].fd = fd;
		call_path(path, strlen(path), tape->file[tape->files++].path);
	}
	return fd;
}

static int tape_close(struct host *host, int fd)
{
	struct tape *tape = tape_of(host);

	for (unsigned i = 0; i < tape->files; i++) {
		if (tape->file[i].fd == fd) {
			tape->file[i] = tape->file[--tape->files];
			break;
		}
	}
	return tape->script ? 0 : host_close(host->below, fd);
}

static void end_stat(struct call *call, struct stat *st)
{
	uint64_t major, minor;

	if (call->result)
		return;
	if (!call->rec)
		memset(st, 0, sizeof(*st));
	st->st_mode = (mode_t)call_number(call, "mode", 'o', st->st_mode);
	major = call_number(call, "major", 'd', rdev_major(st->st_rdev));
	minor = call_number(call, "minor", 'd', rdev_minor(st->st_rdev));
	st->st_rdev = rdev_make((unsigned)major, (unsigned)minor);
	major = call_number(call, "on_major", 'd', rdev_major(st->st_dev));
	minor = call_number(call, "on_minor", 'd', rdev_minor(st->st_dev));
	st->st_dev = rdev_make((unsigned)major, (unsigned)minor);
	st->st_size = (off_t)call_number(call, "size", 'd', (uint64_t)st->st_size);
}

/* Sizes and times of reads, and what a comparison of sectors needs: none of their data. */
static void end_pread(struct call *call, void *buf, size_t asked)
{
	enum { MOST = 65536 }; /* timings read more at a time, and this would slow them down */
	struct contents contents = { CONTENTS_ONES, UINT32_MAX };
	bool zeros, compared;
	size_t bytes;

	if (!call->rec && call->result > (int64_t)asked)
		call_unfit(call, "more bytes were read than were asked for");
	call_put_time(call);
	bytes = call->result > 0 ? (size_t)call->result : 0;
	zeros = call_number(call, "zeros", 'd', call->rec && all_zeros(buf, bytes));
	compared = bytes && bytes < MOST && bytes % 4 == 0;
	if (call->rec ? !compared : !bytes)
		return;
	if (call->rec)
		contents = contents_of(buf, bytes);
	contents.kind = (enum contents_kind)call_number(call, "kind", 'd', contents.kind);
	contents.mark = call_number(call, "mark", 'x', contents.mark);
	if (!call->rec && zeros)
		memset(buf, 0, bytes);
	else if (!call->rec)
		contents_like(&contents, buf, bytes);
}

/* Records a masked copy: the program needs the contents as they are. */
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
		n = mask_kept(&call->rec->mask, copy);
	} else {
		mask_learn_attribute(&call->rec->mask, path, copy);
		if (!call->rec->setup.serials)
			mask_attribute(&call->rec->mask, path, copy, n);
	}
	call_put_text(call, "text", copy, n);
	explicit_bzero(copy, n);
	free(copy);
}

/* A text read into buf[0..size-1], more is cut. `kept`: by host_read_kept(). */
static void end_text(struct call *call, const char *path, bool kept, char *buf, size_t size)
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
}

/* The callers rely on it that canonical paths and names by pattern are absolute. */
static void end_path(struct call *call, const char *path, char *buf, size_t size)
{
	end_text(call, path, false, buf, size);
	if (call->result >= 0 && buf[0] != '/')
		call->result = -EIO;
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

static void end_names(struct call *call, struct host_paths *paths)
{
	if (!call->rec)
		*paths = (struct host_paths){ NULL, 0 };
	if (call->answer && call->result >= 0)
		call->result = read_names(call->answer, paths);
	for (size_t i = 0; call->rec && i < paths->n; i++)
		call_put_text(call, "name", paths->path[i], strlen(paths->path[i]));
}

/* Standard input is not recorded: a replay reads its own. */
static ssize_t tape_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	static const struct call_row row = { "read_stream", -ENODATA, CALL_FAULT };
	struct call call;

	if (fd == STDIN_FILENO)
		return host_read_stream(host->below, fd, buf, size);
	if (call_starts(&call, host, &row, " %s %zu", call_file(host, fd), size))
		call.result = host_read_stream(host->below, fd, buf, size);
	else if (call.result > 0 && (uint64_t)call.result > size)
		call.result = -EIO;
	if (call.result > 0)
		call_data(&call, "in", MASK_OTHER, buf, (size_t)call.result);
	return (ssize_t)call_end(&call);
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
static ssize_t tape_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	static const struct call_row row = { "read_secret", -ENODATA, CALL_FAULT };
	struct call call;
	ssize_t got;

	if (fd == STDIN_FILENO)
		return host_read_secret(host->below, fd, buf, size);
	if (!call_starts(&call, host, &row, " %s", call_file(host, fd)))
		return some_password(&call, buf, size);
	got = host_read_secret(host->below, fd, buf, size);
	call.result = got > 0 && got <= SECRET_BYTES ? 1 : got;
	call_put(&call, "%s%s%s", got > 0 && host_secret_marked(buf) ? " mark=1" : "",
		 got > 0 && buf[got - 1] == '\r' ? " return=1" : "",
		 got > 0 && memchr(buf, '\0', (size_t)got) ? " zero=1" : "");
	call_end(&call);
	return got;
}

/* What is kept may be about passwords: neither it nor its name, which is a drive's, is recorded. */
static size_t folder_bytes(const char *path)
{
	const char *end = strrchr(path, '/');

	return end ? (size_t)(end - path) : strlen(path);
}
#define CALL_FOLDER(path) call_path(path, folder_bytes(path), (char[PATH_KEPT]){ "" })

/*
 * A member of struct host_ops that records the call, or answers it. `row` is its struct call_row,
 * `key` what call_starts() gets after that; `end` comes before call_end(), in a recording and in a
 * replay.
 */
#define TAPED(type, member, arguments, passed, row, key, end)                                      \
	static type tape_##member arguments                                                        \
	{                                                                                          \
		static const struct call_row call_row = { UNWRAPPED row };                         \
		struct call call;                                                                  \
                                                                                                   \
		if (call_starts(&call, host, &call_row, UNWRAPPED key))                            \
			call.result = host_##member passed;                                        \
		end;                                                                               \
		return (type)call_end(&call);                                                      \
	}
#define UNWRAPPED(...) __VA_ARGS__

/* Calls that a replay does not make: they change nothing that it tells. */
#define LEFT_OUT(type, member, arguments, passed)                                                  \
	static type tape_##member arguments                                                        \
	{                                                                                          \
		return tape_of(host)->script ? (type)0 : host_##member passed;                     \
	}

/* clang-format off */
LEFT_OUT(void, sync, (struct host *host), (host->below))
/* nothing of a file reaches a drive in a replay, and it need not be there */
LEFT_OUT(int, judge_input, (struct host *host, int fd, const char *path), (host->below, fd, path))

TAPED(int, stat, (struct host *host, const char *path, struct stat *st), (host->below, path, st),
      ("stat", -ENOENT, 0), (" %s", CALL_PATH(path)), end_stat(&call, st))
TAPED(int, fstat, (struct host *host, int fd, struct stat *st), (host->below, fd, st),
      ("fstat", -ENOENT, 0), (" %s", call_file(host, fd)), end_stat(&call, st))
/* -EPROTO is not the error of a sector */
TAPED(ssize_t, pread, (struct host *host, int fd, void *buf, size_t bytes, uint64_t offset),
      (host->below, fd, buf, bytes, offset), ("pread", -EPROTO, CALL_FAULT | CALL_TIMED),
      (" %s %zu %" PRIu64, call_file(host, fd), bytes, offset), end_pread(&call, buf, bytes))
/* zeros and the markers of --verify alone are written to a device: they are not recorded */
TAPED(ssize_t, pwrite, (struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset),
      (host->below, fd, buf, bytes, offset), ("pwrite", -EIO, CALL_FAULT),
      (" %s %zu %" PRIu64, call_file(host, fd), bytes, offset), )
TAPED(int, fsync, (struct host *host, int fd), (host->below, fd),
      ("fsync", 0, 0), (" %s", call_file(host, fd)), )
TAPED(int, drop_cache, (struct host *host, int fd), (host->below, fd),
      ("drop_cache", 0, 0), (" %s", call_file(host, fd)), )
TAPED(int, lock, (struct host *host, int fd, bool exclusive, unsigned *holder),
      (host->below, fd, exclusive, holder), ("lock", 0, 0),
      (" %s %s", call_file(host, fd), exclusive ? "exclusive" : "shared"),
      *holder = (unsigned)call_number(&call, "holder", 'd', call.rec ? *holder : 0))
TAPED(ssize_t, read_file, (struct host *host, const char *path, char *buf, size_t size),
      (host->below, path, buf, size), ("read_file", -ENOENT, 0),
      (" %s", CALL_PATH(path)), end_text(&call, path, false, buf, size))
TAPED(int, write_file, (struct host *host, const char *path, const char *text),
      (host->below, path, text), ("write_file", -ENODATA, CALL_FAULT),
      (" %s", CALL_PATH(path)), call_put_text(&call, "text", text, strlen(text)))
/*
 * Without the data: they came from the drive, and are recorded there. In a replay, a recorded
 * failure stays one; else the file is written again, as standard output is.
 */
TAPED(int, save_file,
      (struct host *host, const char *path, const void *data, size_t bytes, unsigned mode),
      (host->below, path, data, bytes, mode), ("save_file", 0, 0),
      (" %s", CALL_PATH(path)), call.result = call.rec || call.result ? call.result
      : host_save_file(host->below, path, data, bytes, mode))
TAPED(ssize_t, real_path, (struct host *host, const char *path, char *buf, size_t size),
      (host->below, path, buf, size), ("real_path", -ENOENT, 0),
      (" %s", CALL_PATH(path)), end_path(&call, path, buf, size))
/* in a recording it is the canonical path, which it is */
TAPED(ssize_t, link_target, (struct host *host, const char *path, char *buf, size_t size),
      (host->below, path, buf, size), ("real_path", -ENOENT, 0),
      (" %s", CALL_PATH(path)), end_path(&call, path, buf, size))
TAPED(int, glob, (struct host *host, const char *pattern, struct host_paths *paths),
      (host->below, pattern, paths), ("glob", 0, 0), (" %s", CALL_PATH(pattern)),
      end_names(&call, paths))
TAPED(int, folder, (struct host *host, const char *path, bool make),
      (host->below, path, make), ("folder", -ENOENT, 0),
      (" %s %s", CALL_PATH(path), make ? "make" : "remove"), )
TAPED(ssize_t, read_new, (struct host *host, int fd, char *buf, size_t size),
      (host->below, fd, buf, size), ("read_new", 0, 0),
      (" %s", call_file(host, fd)), end_text(&call, "", false, buf, size))
TAPED(int64_t, slept_ms, (struct host *host), (host->below), ("slept", 0, CALL_WIDE), ("%s", ""), )
/* where the recording ends, the run ends as by a signal */
TAPED(int, wait_ns, (struct host *host, uint64_t ns), (host->below, ns), ("wait", SIGTERM, 0),
      ("%s", ""), )
/* a replay does not make the file again */
TAPED(int, make_room, (struct host *host, const char *path, uint64_t bytes),
      (host->below, path, bytes), ("make_room", -ENODATA, CALL_FAULT),
      (" %s", CALL_PATH(path)), )
TAPED(int, keep_file, (struct host *host, const char *path, const void *data, size_t bytes),
      (host->below, path, data, bytes), ("keep_file", -ENODATA, CALL_FAULT),
      (" %s", CALL_FOLDER(path)), )
TAPED(ssize_t, read_kept, (struct host *host, const char *path, char *buf, size_t size),
      (host->below, path, buf, size), ("read_kept", -ENOENT, 0),
      (" %s", CALL_FOLDER(path)), end_text(&call, path, true, buf, size))
TAPED(int, drop_kept, (struct host *host, const char *path), (host->below, path),
      ("drop_kept", -ENODATA, CALL_FAULT), (" %s", CALL_FOLDER(path)), )

const struct host_ops tape_ops = {
	.open = tape_open, .close = tape_close, .fstat = tape_fstat, .stat = tape_stat,
	.ioctl = tape_ioctl, .pread = tape_pread, .pwrite = tape_pwrite, .fsync = tape_fsync,
	.sync = tape_sync, .drop_cache = tape_drop_cache, .read_file = tape_read_file,
	.write_file = tape_write_file, .read_stream = tape_read_stream, .save_file = tape_save_file,
	.real_path = tape_real_path, .link_target = tape_link_target, .now_ns = tape_now_ns,
	.sleep_ns = tape_sleep_ns, .queue_open = tape_queue_open,
	.interrupt_hold = tape_interrupt_hold, .interrupted = tape_interrupted,
	.interrupt_release = tape_interrupt_release, .glob = tape_glob,
	.read_secret = tape_read_secret, .make_room = tape_make_room,
	.judge_input = tape_judge_input, .lock = tape_lock, .keep_file = tape_keep_file,
	.read_kept = tape_read_kept, .drop_kept = tape_drop_kept, .wall_s = tape_wall_s,
	.slept_ms = tape_slept_ms, .wait_ns = tape_wait_ns, .folder = tape_folder,
	.read_new = tape_read_new,
};
/* clang-format on */
