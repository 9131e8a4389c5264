/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine as the rest of the program sees it: every system call, clock and sleep goes through
 * a struct host. host_kernel() is the real one; tests, recording and replay put others in its
 * place. All functions return a negative errno on failure unless they say otherwise.
 */
#ifndef HDPARM_HOST_H
#define HDPARM_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "read_queue.h"

struct stat;
struct host;
struct host_paths;
struct ticker;
struct farewell;

/* Which signals a farewell leaves to the main thread. */
enum spare { SPARE_NOTHING, SPARE_SIGINT, SPARE_ALL };

struct host_ops {
	int (*open)(struct host *, const char *path, int flags);
	int (*close)(struct host *, int fd);
	int (*fstat)(struct host *, int fd, struct stat *);
	int (*stat)(struct host *, const char *path, struct stat *);
	int (*ioctl)(struct host *, int fd, unsigned long request, void *arg);
	ssize_t (*pread)(struct host *, int fd, void *buf, size_t bytes, uint64_t offset);
	int (*fsync)(struct host *, int fd);
	void (*sync)(struct host *);
	int (*drop_cache)(struct host *, int fd);
	ssize_t (*read_file)(struct host *, const char *path, char *buf, size_t size);
	int (*write_file)(struct host *, const char *path, const char *text);
	ssize_t (*read_stream)(struct host *, int fd, char *buf, size_t size);
	int (*save_file)(struct host *, const char *path, const void *data, size_t bytes,
			 unsigned mode);
	int (*may_save)(struct host *, const char *path);
	ssize_t (*real_path)(struct host *, const char *path, char *buf, size_t size);
	uint64_t (*now_ns)(struct host *);
	void (*sleep_ns)(struct host *, uint64_t ns);
	void *(*buffer)(struct host *, size_t bytes, int *lock_error);
	void (*buffer_free)(struct host *, void *buffer, size_t bytes);
	int (*queue_open)(struct host *, const struct read_queue_setup *, struct read_queue **);
	bool (*interrupt_hold)(struct host *, bool all);
	bool (*interrupted)(struct host *);
	bool (*interrupt_release)(struct host *);
	bool (*is_terminal)(struct host *, int fd);
	int (*glob)(struct host *, const char *pattern, struct host_paths *);
	void (*paths_free)(struct host *, struct host_paths *);
	unsigned (*effective_user)(struct host *);
	ssize_t (*read_secret)(struct host *, int fd, char *buf, size_t bytes);
	int (*make_room)(struct host *, const char *path, uint64_t bytes);
	int (*others_write)(struct host *, int fd);
	void (*guard_secrets)(struct host *);
	struct ticker *(*tick_start)(struct host *, void (*tick)(void *who), void *who);
	void (*tick_stop)(struct host *, struct ticker *);
	struct farewell *(*farewell_start)(struct host *, bool (*last)(void *who, int signal),
					   void *who);
	bool (*farewell_spare)(struct host *, struct farewell *, enum spare);
	void (*farewell_stop)(struct host *, struct farewell *);
};

/* Names of files, sorted. */
struct host_paths {
	char **path;
	size_t n;
};

struct host {
	const struct host_ops *ops;
};

/*
 * A host that hands every call on to another one; a decorator embeds it first, replaces members of
 * `ops` after host_layer_init() and gives out &layer.host. It must not be moved or copied then.
 */
struct host_layer {
	struct host host;
	struct host *real;
	struct host_ops ops;
};

void host_layer_init(struct host_layer *layer, struct host *real);

/*
 * Where descriptors 0 to 2 are closed, takes them for something that can be neither read nor
 * written (EBADF, as before): the next file opened would be there, and a message would be written
 * onto the disk. To be called before anything is opened. 0 or -errno.
 */
int host_claim_streams(void);

/* The real machine. Holds no state: any number of them are the same. */
extern const struct host_ops host_kernel_ops;

/* Open with open(2) flags, close-on-exec added; creates nothing. Returns the descriptor. */
static inline int host_open(struct host *host, const char *path, int flags)
{
	return host->ops->open(host, path, flags);
}

/* Close; the result is close(2)'s, for descriptors whose close can fail. */
static inline int host_close(struct host *host, int fd)
{
	return host->ops->close(host, fd);
}

static inline int host_fstat(struct host *host, int fd, struct stat *st)
{
	return host->ops->fstat(host, fd, st);
}

static inline int host_stat(struct host *host, const char *path, struct stat *st)
{
	return host->ops->stat(host, path, st);
}

/* ioctl(2): its non-negative result or -errno. `arg` is a pointer or a number cast to one. */
static inline int host_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	return host->ops->ioctl(host, fd, request, arg);
}

/* Read at `offset` bytes; may be short; 0 is end of file. EINTR is returned, not retried. */
static inline ssize_t host_pread(struct host *host, int fd, void *buf, size_t bytes,
				 uint64_t offset)
{
	return host->ops->pread(host, fd, buf, bytes, offset);
}

static inline int host_fsync(struct host *host, int fd)
{
	return host->ops->fsync(host, fd);
}

/* sync(2): starts or waits for writeback of everything. */
static inline void host_sync(struct host *host)
{
	host->ops->sync(host);
}

/* Drop the clean cached pages of a file (POSIX_FADV_DONTNEED on all of it). */
static inline int host_drop_cache(struct host *host, int fd)
{
	return host->ops->drop_cache(host, fd);
}

/*
 * A small text file such as a sysfs attribute: at most size - 1 bytes are kept, NUL-terminated,
 * trailing newline cut. Returns the length.
 */
static inline ssize_t host_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	return host->ops->read_file(host, path, buf, size);
}

/*
 * As host_read_file(), but a table of any length up to 64 MiB, in memory that is to be freed.
 * -EFBIG for a longer one; *text is then, and with every other error, NULL.
 */
ssize_t host_read_whole(struct host *host, const char *path, char **text);

/* Write text to an existing file such as a sysfs attribute, with one write(2). */
static inline int host_write_file(struct host *host, const char *path, const char *text)
{
	return host->ops->write_file(host, path, text);
}

/* A descriptor read to its end, or until `size` bytes are there. Returns the number of bytes. */
static inline ssize_t host_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	return host->ops->read_stream(host, fd, buf, size);
}

/* For host_save_file(): who may read the file beside its owner, who alone may write it. */
enum { SAVE_PRIVATE = 0600, SAVE_PUBLIC = 0644 };

/*
 * A file made or replaced as a whole: written aside, then renamed, so that an old file stays until
 * the new one is complete. `mode` (SAVE_*) is the most that is permitted: a new file has it without
 * the bits of the umask, one that replaces another without those that the other lacks; it is ours.
 * What is no regular file is written to: a pipe, /dev/null, the open files of /dev/stdout and its
 * like. Refused, each with words by host_save_refusal(): -ENOTSUP for devices, -EEXIST for another
 * user's file, and his pipe in a folder that others may write to, -ELOOP for links that others
 * could have put there, -EBUSY for what was replaced while it was looked at.
 */
static inline int host_save_file(struct host *host, const char *path, const void *data,
				 size_t bytes, unsigned mode)
{
	return host->ops->save_file(host, path, data, bytes, mode);
}

/*
 * What host_save_file() would return now, as far as that can be told beforehand: 0 or -errno.
 * Nothing stays behind, and a file of that name stays as it is.
 */
static inline int host_may_save(struct host *host, const char *path)
{
	return host->ops->may_save(host, path);
}

/* Why host_save_file() refused it, or NULL: it was the kernel, and strerror() tells. */
const char *host_save_refusal(int err);

/* Canonical path without links (realpath); -ENAMETOOLONG if `size` does not hold it. */
static inline ssize_t host_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	return host->ops->real_path(host, path, buf, size);
}

/* Monotonic time in nanoseconds. */
static inline uint64_t host_now_ns(struct host *host)
{
	return host->ops->now_ns(host);
}

static inline void host_sleep_ns(struct host *host, uint64_t ns)
{
	host->ops->sleep_ns(host, ns);
}

/*
 * Memory aligned to a page, and to a huge page (which it then asks for) from 2 MiB on; locked in
 * RAM unless lock_error is NULL: *lock_error is then 0 or -errno of mlock(2). NULL when there is no
 * memory. Free with the same size.
 */
static inline void *host_buffer(struct host *host, size_t bytes, int *lock_error)
{
	return host->ops->buffer(host, bytes, lock_error);
}

static inline void host_buffer_free(struct host *host, void *buffer, size_t bytes)
{
	host->ops->buffer_free(host, buffer, bytes);
}

/*
 * A queue of reads by the best engine that the kernel permits; see read_queue.h. 0, or -errno of
 * the last engine where none works.
 */
static inline int host_queue_open(struct host *host, const struct read_queue_setup *setup,
				  struct read_queue **queue)
{
	return host->ops->queue_open(host, setup, queue);
}

/*
 * Holds SIGINT back so that host_interrupted() can be asked instead; with `all` SIGTERM, SIGHUP,
 * SIGQUIT and SIGPIPE too. False, and there is nothing to release, where the signals are ignored or
 * somebody holds them already.
 */
static inline bool host_interrupt_hold(struct host *host, bool all)
{
	return host->ops->interrupt_hold(host, all);
}

/* Whether a signal that is held came; SIGPIPE does not count. */
static inline bool host_interrupted(struct host *host)
{
	return host->ops->interrupted(host);
}

/*
 * Ends a successful host_interrupt_hold(). True when a signal came meanwhile; it is then used up,
 * and the caller must end the program's work in its place. SIGPIPE takes effect in here.
 */
static inline bool host_interrupt_release(struct host *host)
{
	return host->ops->interrupt_release(host);
}

/* Whether the descriptor is a terminal that understands cursor movements. */
static inline bool host_is_terminal(struct host *host, int fd)
{
	return host->ops->is_terminal(host, fd);
}

/*
 * Existing files whose names match a shell pattern; paths->n is 0 if there are none. 0 or -errno.
 * Free with host_paths_free(), which an empty list permits.
 */
static inline int host_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	return host->ops->glob(host, pattern, paths);
}

static inline void host_paths_free(struct host *host, struct host_paths *paths)
{
	host->ops->paths_free(host, paths);
}

/* The user whose rights the program has; 0 is root. */
static inline unsigned host_effective_user(struct host *host)
{
	return host->ops->effective_user(host);
}

/*
 * One line from the descriptor, at most size - 1 bytes, without its newline and NUL-terminated; a
 * terminal shows nothing of it. Returns the length; -ENODATA at the end of input, -E2BIG where the
 * line is longer, -ERESTART where the program was stopped meanwhile: ask again. The caller wipes
 * the buffer.
 */
static inline ssize_t host_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	return host->ops->read_secret(host, fd, buf, size);
}

/* Whether what was read begins with a byte order mark, U+FEFF in UTF-8 or UTF-16. */
bool host_secret_marked(const char *line);

/*
 * A new file, ours alone, with room for `bytes` (fallocate(2), mode 0); there is none if that
 * fails. -EEXIST where something has that name, and -ELOOP as with host_save_file().
 */
static inline int host_make_room(struct host *host, const char *path, uint64_t bytes)
{
	return host->ops->make_room(host, path, bytes);
}

/*
 * Whether others than root and the effective user may write to an open file: as its owner, by its
 * mode, or by a POSIX access control list. 1, 0 or -errno.
 */
static inline int host_others_write(struct host *host, int fd)
{
	return host->ops->others_write(host, fd);
}

/*
 * Before a secret is read: from now on no core is dumped, no other process of the same user can
 * read this one's memory, and that memory is locked, as far as the kernel permits.
 */
static inline void host_guard_secrets(struct host *host)
{
	host->ops->guard_secrets(host);
}

/*
 * Calls tick(who) once a second beside the work that goes on, from another thread. NULL where that
 * cannot be had, which is no error. host_tick_stop() returns when no call runs any more, and takes
 * NULL.
 */
static inline struct ticker *host_tick_start(struct host *host, void (*tick)(void *who), void *who)
{
	return host->ops->tick_start(host, tick, who);
}

static inline void host_tick_stop(struct host *host, struct ticker *ticker)
{
	host->ops->tick_stop(host, ticker);
}

/*
 * While it lasts, a signal that would end the program (SIGHUP, SIGINT, SIGQUIT, SIGTERM) has
 * last(who, signal) called first, from another thread, whatever the main one waits for; if that
 * returns true the program ends by the signal, else it goes on. SIGPIPE and SIGXFSZ wait until
 * host_farewell_stop(): a write fails with their errno meanwhile. NULL where it cannot be had;
 * host_farewell_stop() takes NULL.
 */
static inline struct farewell *host_farewell_start(struct host *host,
						   bool (*last)(void *who, int signal), void *who)
{
	return host->ops->farewell_start(host, last, who);
}

/*
 * host_interrupt_hold() and host_interrupt_release() during a farewell: the signals are left to
 * host_interrupted() until SPARE_NOTHING takes them back. Returns what these two return.
 */
static inline bool host_farewell_spare(struct host *host, struct farewell *farewell,
				       enum spare spare)
{
	return host->ops->farewell_spare(host, farewell, spare);
}

static inline void host_farewell_stop(struct host *host, struct farewell *farewell)
{
	host->ops->farewell_stop(host, farewell);
}

#endif
