/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every system call, clock and sleep of the program goes through a struct host. host_kernel_ops is
 * the real machine; tests, recording and replay replace its operations. Unless its comment says
 * otherwise, a function returns -errno on failure.
 */
#ifndef HDPARM_HOST_H
#define HDPARM_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct stat;
struct host_ops;
struct read_queue;
struct read_queue_setup;

struct host_paths {
	char **path;
	size_t n;
};

/* A layer: a call whose member of `ops` is NULL goes to the layer below. */
struct host {
	const struct host_ops *ops;
	struct host *below; /* NULL for the lowest layer, which implements all members */
};

/*
 * Open each closed descriptor of 0 to 2 on a file that can be neither read nor written. Otherwise a
 * device could get such a number, and messages would overwrite the disk. Call this first. 0 or
 * -errno.
 */
int host_claim_streams(void);

extern const struct host_ops host_kernel_ops;

/* Open with the flags of open(2) and O_CLOEXEC; create nothing. Return the descriptor. */
int host_open(struct host *host, const char *path, int flags);

int host_close(struct host *host, int fd);

int host_fstat(struct host *host, int fd, struct stat *st);

int host_stat(struct host *host, const char *path, struct stat *st);

/* Return the result of ioctl(2) or -errno. `arg` is a pointer, or a number cast to a pointer. */
int host_ioctl(struct host *host, int fd, unsigned long request, void *arg);

/* Return the number of bytes read from byte `offset` on, 0 at the end of the file, or -errno. */
ssize_t host_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset);

/* Return the number of bytes written from byte `offset` on, perhaps fewer than `bytes`. */
ssize_t host_pwrite(struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset);

int host_fsync(struct host *host, int fd);

void host_sync(struct host *host);

/* Drop the clean cached pages of a file (POSIX_FADV_DONTNEED). */
int host_drop_cache(struct host *host, int fd);

/*
 * Read a small text file, such as a sysfs attribute: at most size - 1 bytes, NUL-terminated,
 * without a newline at the end. Return the length.
 */
ssize_t host_read_file(struct host *host, const char *path, char *buf, size_t size);

/*
 * Read a text file of up to 64 MiB into memory that the caller frees. Return the length; -EFBIG for
 * a longer file. *text is NULL after an error.
 */
ssize_t host_read_whole(struct host *host, const char *path, char **text);

/* Write text to an existing file, such as a sysfs attribute, with one write(2). */
int host_write_file(struct host *host, const char *path, const char *text);

int host_folder(struct host *host, const char *path, bool make);

/*
 * Read what is available now from a descriptor with O_NONBLOCK: at most size - 1 bytes,
 * NUL-terminated. Return the number of bytes, perhaps 0.
 */
ssize_t host_read_new(int fd, char *buf, size_t size);

/* Read to the end, or until `size` bytes are there. Return the number of bytes. */
ssize_t host_read_stream(struct host *host, int fd, char *buf, size_t size);

/* Modes for host_save_file(). */
enum { SAVE_PRIVATE = 0600, SAVE_PUBLIC = 0644 };

/*
 * Make or replace a whole file: write a temporary file, then rename it, so that the old file stays
 * until the new one is complete. The effective user owns the new file. A new file has `mode`
 * (SAVE_*) without the bits of the umask. A replaced file keeps its mode, without the bits that
 * `mode` lacks. A pipe, /dev/null and an open file such as /dev/stdout are written in place.
 *
 * Refused, with a text by host_save_refusal(): -ENOTSUP for a device; -EEXIST for another user's
 * file, and for another user's pipe in a folder that others may write to; -ELOOP for a link that
 * others could have put there; -ESTALE for a file that was replaced while it was opened; -EBUSY for
 * a mount point.
 */
int host_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		   unsigned mode);

/* Return what host_save_file() would return, as far as known in advance; leave no file behind. */
int host_may_save(const char *path);

/* Return why host_save_file() refused; NULL for an error that strerror() explains. */
const char *host_save_refusal(int err);

/* Resolve all links of a path (realpath(3)). Return the length; -ENAMETOOLONG without room. */
ssize_t host_real_path(struct host *host, const char *path, char *buf, size_t size);

/*
 * Resolve a link of sysfs with one system call: no other link may be on the way to the link or in
 * its target. A path that is no link is copied. Return the length.
 */
ssize_t host_link_target(struct host *host, const char *path, char *buf, size_t size);

uint64_t host_page_bytes(void);

/* Return the monotonic time in nanoseconds. */
uint64_t host_now_ns(struct host *host);

/* Return the time of day: seconds since 1970-01-01 00:00 UTC. */
int64_t host_wall_s(struct host *host);

/* Make the text of a time of day in the local time zone, "2026-11-22T04:00:00". */
enum { HOST_TIME_BYTES = 80 };
void host_local_time(int64_t wall_s, char text[HOST_TIME_BYTES]);

void host_sleep_ns(struct host *host, uint64_t ns);

/* Return how long the machine has been suspended since its start, in milliseconds. */
int64_t host_slept_ms(void);

/*
 * Sleep, with signals held by host_interrupt_hold(all). Return 0, or the number of a signal that
 * would end the program: the signal ends the sleep and is consumed.
 */
int host_wait_ns(uint64_t ns);

/* Let sleeps take up to a second longer, so that the processor wakes for several at a time. */
void host_relax_timers(void);

/*
 * Return memory aligned to a page; from 2 MiB on aligned to huge pages, and with a request for huge
 * pages. With lock_error the memory is locked in RAM: *lock_error is 0 or -errno of mlock(2). NULL:
 * no memory. Free the buffer with its size.
 */
void *host_buffer(struct host *host, size_t bytes, int *lock_error);

void host_buffer_free(struct host *host, void *buffer, size_t bytes);

/* Make a queue of reads. 0, or -errno if the kernel permits no queue. */
int host_queue_open(struct host *host, const struct read_queue_setup *setup,
		    struct read_queue **queue);

/*
 * Hold SIGINT, so that host_interrupted() can be asked. With `all`, hold every signal that would
 * end the program, except SIGKILL and the program's own faults (SIGSEGV, SIGABRT and others). False
 * if the signals are ignored or already held: then nothing must be released.
 */
bool host_interrupt_hold(struct host *host, bool all);

/* True if a held signal other than SIGPIPE is pending. */
bool host_interrupted(struct host *host);

/*
 * End a successful host_interrupt_hold(). True if a signal came meanwhile: the signal is consumed,
 * and the caller must end the run. A SIGPIPE takes effect in this call.
 */
bool host_interrupt_release(struct host *host);

/* End a hold so that a signal that came takes effect. */
void host_interrupt_deliver(void);

/*
 * Prepare signals at the start. SIGXFSZ is ignored: a write beyond the limit fails with EFBIG,
 * which is reported. A signal that the caller of the program has blocked is ignored: otherwise
 * host_interrupt_release() would unblock the signal.
 */
void host_settle_signals(void);

/* True if the descriptor is a terminal that understands cursor movements. */
bool host_is_terminal(int fd);

/* True if NO_COLOR is unset or empty (no-color.org). */
bool host_wants_color(void);

/* Return the size of the terminal at standard output in characters; 80 by 24 without a terminal. */
struct terminal_size {
	unsigned columns, rows;
};
struct terminal_size host_terminal_size(void);

/*
 * List the existing files whose names match a shell pattern, sorted; perhaps none. 0 or -errno.
 * Free the list with host_paths_free() in any case.
 */
int host_glob(struct host *host, const char *pattern, struct host_paths *paths);

/* Add a copy of the path at the end. 0 or -ENOMEM. */
int host_paths_add(struct host_paths *paths, const char *path);

void host_paths_free(struct host_paths *paths);

/*
 * Read a line of at most size - 1 bytes, NUL-terminated, without its newline; a terminal does not
 * show the input. The caller wipes the buffer. The length is not returned, so that nothing depends
 * on it. 0, or -errno: -ENODATA at the end of the input; -E2BIG for a longer line; -ERESTART if the
 * program was stopped meanwhile and the prompt must be shown again. A line that nobody typed:
 * -EILSEQ with a byte order mark, -EBADMSG with a zero byte, -EPROTO with a carriage return at the
 * end.
 */
int host_read_secret(struct host *host, int fd, char *buf, size_t size);

/*
 * Create a private file (mode 0600) with room for `bytes` (fallocate(2)); no file after a failure.
 * 0, or -errno: -EEXIST for an existing name; -ELOOP as host_save_file().
 */
int host_make_room(struct host *host, const char *path, uint64_t bytes);

/*
 * Judge whether an open file may decide what is sent to a drive: nobody but root, the effective
 * user, and the user who became root by sudo(8) can have written the file or put it at its path.
 * Owner, mode and access control list of the file are checked, and the folders and links on the
 * way. 0 if the file may; an INPUT_ fault; or -errno. host_input_refusal() returns the text of a
 * fault, with the remedy.
 */
enum { INPUT_WRITABLE = 1, INPUT_LINK, INPUT_REPLACED };
int host_judge_input(struct host *host, int fd, const char *path);
const char *host_input_refusal(int fault);

/*
 * Take the advisory lock of an open file, flock(2), without waiting. The lock lasts until the last
 * descriptor of this open is closed, also in child processes. 0, or -errno: -EWOULDBLOCK if another
 * process holds the lock, with its ID in *holder, or 0 if the kernel does not show the process.
 */
int host_lock(struct host *host, int fd, bool exclusive, unsigned *holder);

/*
 * Protect memory before a secret is read, as far as the kernel permits: no core dumps, no access by
 * other processes of the user, no swapping.
 */
void host_guard_secrets(void);

/* --- files for the program's own use --- */

/*
 * Write a private file (mode 0600) at an absolute path: either the whole new file or the old one is
 * there. After 0 the file survives a power loss. Missing folders are made: the folder of the file
 * and its parent (mode 0700). -ENOENT: the folder above the parent is missing; other -errno as by
 * host_save_file().
 */
int host_keep_file(struct host *host, const char *path, const void *data, size_t bytes);

/*
 * Read a kept file as NUL-terminated text and return the length. -EFBIG: text and NUL need more
 * than `size` bytes; -EPERM: someone other than the effective user may have written the file;
 * -EINVAL: not a regular file. A recording has zeros for each run of 64 hexadecimal digits, which
 * may be a password.
 */
ssize_t host_read_kept(struct host *host, const char *path, char *buf, size_t size);

/* Remove a kept file. After 0 the removal survives a power loss. */
int host_drop_kept(struct host *host, const char *path);

/*
 * Device numbers in the encoding of dev_t. With <sys/sysmacros.h>, a compiler that optimizes for
 * size would call libc: three more symbols to bind at each start.
 */
static inline unsigned rdev_major(uint64_t rdev)
{
	return (unsigned)(rdev >> 32 & 0xfffff000) | (unsigned)(rdev >> 8 & 0xfff);
}

static inline unsigned rdev_minor(uint64_t rdev)
{
	return (unsigned)(rdev >> 12 & 0xffffff00) | (unsigned)(rdev & 0xff);
}

static inline uint64_t rdev_make(unsigned major, unsigned minor)
{
	return (uint64_t)(major & 0xfffff000) << 32 | (major & 0xfff) << 8 |
	       (uint64_t)(minor & 0xffffff00) << 12 | (minor & 0xff);
}

/* The calls of a host. The comments are at the functions host_NAME(). */
struct host_ops {
	int (*open)(struct host *, const char *path, int flags);
	int (*close)(struct host *, int fd);
	int (*fstat)(struct host *, int fd, struct stat *);
	int (*stat)(struct host *, const char *path, struct stat *);
	int (*ioctl)(struct host *, int fd, unsigned long request, void *arg);
	ssize_t (*pread)(struct host *, int fd, void *buf, size_t bytes, uint64_t offset);
	ssize_t (*pwrite)(struct host *, int fd, const void *buf, size_t bytes, uint64_t offset);
	int (*fsync)(struct host *, int fd);
	void (*sync)(struct host *);
	int (*drop_cache)(struct host *, int fd);
	ssize_t (*read_file)(struct host *, const char *path, char *buf, size_t size);
	int (*write_file)(struct host *, const char *path, const char *text);
	ssize_t (*read_stream)(struct host *, int fd, char *buf, size_t size);
	int (*save_file)(struct host *, const char *path, const void *data, size_t bytes,
			 unsigned mode);
	ssize_t (*real_path)(struct host *, const char *path, char *buf, size_t size);
	ssize_t (*link_target)(struct host *, const char *path, char *buf, size_t size);
	uint64_t (*now_ns)(struct host *);
	void (*sleep_ns)(struct host *, uint64_t ns);
	void *(*buffer)(struct host *, size_t bytes, int *lock_error);
	void (*buffer_free)(struct host *, void *buffer, size_t bytes);
	int (*queue_open)(struct host *, const struct read_queue_setup *, struct read_queue **);
	bool (*interrupt_hold)(struct host *, bool all);
	bool (*interrupted)(struct host *);
	bool (*interrupt_release)(struct host *);
	int (*glob)(struct host *, const char *pattern, struct host_paths *);
	int (*read_secret)(struct host *, int fd, char *buf, size_t bytes);
	int (*make_room)(struct host *, const char *path, uint64_t bytes);
	int (*judge_input)(struct host *, int fd, const char *path);
	int (*lock)(struct host *, int fd, bool exclusive, unsigned *holder);
	int (*keep_file)(struct host *, const char *path, const void *data, size_t bytes);
	ssize_t (*read_kept)(struct host *, const char *path, char *buf, size_t size);
	int (*drop_kept)(struct host *, const char *path);
	int64_t (*wall_s)(struct host *);
	int (*folder)(struct host *, const char *path, bool make);
};

/* --- ioctls: one row each, with the effect and the kind of argument --- */

enum ioctl_argument {
	IOCTL_NONE,
	IOCTL_VALUE,	   /* a number in place of the pointer */
	IOCTL_INT_POINTER, /* pointer to an int that the kernel reads */
	IOCTL_RANGE,	   /* pointer to two uint64_t: offset and length in bytes */
	IOCTL_ANSWER,	   /* pointer to `bytes` bytes that the kernel writes */
	IOCTL_BLOCK	   /* pointer to a block that holds its own size */
};

struct ioctl_def {
	unsigned long request;
	char name[24];	 /* no pointer: each start would need a relocation */
	bool question;	 /* changes nothing */
	bool legacy_ide; /* only the old IDE driver has the ioctl: others return ENOTTY */
	enum ioctl_argument argument;
	size_t bytes; /* bytes of the answer; for a block, its fixed first part */
};

/*
 * Return the row of a request, or NULL. SG_IO and the requests of nvme_ioctl() have no row: their
 * arguments hold pointers to data.
 */
const struct ioctl_def *ioctl_def(unsigned long request);

/*
 * Find how many bytes at `arg` the kernel reads, and how many the kernel may write; a block's
 * contents count before the call. Both are 0 if `arg` is NULL or no pointer.
 */
void ioctl_sizes(const struct ioctl_def *def, const void *arg, size_t *in, size_t *out);

/*
 * --- reads in flight: several of one file at once, into the slots of one buffer, by Linux AIO ---
 *
 * If the kernel or a seccomp filter permits no queue, use host_pread(). If the kernel permits a
 * queue and then refuses a read, the queue continues with pread().
 */

struct read_queue_setup {
	int fd;
	unsigned depth;	   /* number of slots, at least 1 */
	char *buffer;	   /* depth * slot_bytes bytes, aligned for direct reads of `fd` */
	size_t slot_bytes; /* the largest single read */
};

struct read_done {
	unsigned slot;
	ssize_t result; /* bytes read, 0 at the end of the file, or -errno */
};

struct read_queue_ops {
	int (*push)(struct read_queue *, unsigned slot, size_t bytes, uint64_t offset);
	int (*wait)(struct read_queue *, uint64_t timeout_ns, struct read_done *, unsigned max);
	void (*close)(struct read_queue *);
};

/* The first member of an implementation. read_queue_wait() may change `engine` and `depth`. */
struct read_queue {
	const struct read_queue_ops *ops;
	const char *engine; /* "aio" or "pread" */
	unsigned depth;	    /* limit of reads in flight; 1 for "pread" */
};

/*
 * Add a read of at least 1 byte into an idle slot. The read may start only in read_queue_wait(). 0,
 * or -errno: -EBUSY if the slot is not idle.
 */
static inline int read_queue_push(struct read_queue *queue, unsigned slot, size_t bytes,
				  uint64_t offset)
{
	return queue->ops->push(queue, slot, bytes, offset);
}

/*
 * Start the added reads, then wait until a read is done, `timeout_ns` has passed or a signal came.
 * Return how many of done[0..max-1] were filled, perhaps 0, or -errno.
 */
static inline int read_queue_wait(struct read_queue *queue, uint64_t timeout_ns,
				  struct read_done *done, unsigned max)
{
	return queue->ops->wait(queue, timeout_ns, done, max);
}

/*
 * Free the queue, then the caller may free the buffer. Waits for reads in flight, which the kernel
 * cannot cancel.
 */
static inline void read_queue_close(struct read_queue *queue)
{
	queue->ops->close(queue);
}

/* --- work in child processes: the output of each is kept in order and handed out as a whole --- */

struct parallel;

/* Make a set of `n` pieces of work. NULL: no memory. */
struct parallel *parallel_new(size_t n);

/*
 * Free the set. Children that still run are not ended; their pipes are closed. `ends`: the caller
 * is a child that ends now, and the kernel closes pipes and shared memory with fewer system calls.
 */
void parallel_free(struct parallel *, bool ends);

/*
 * Start piece `i` in a child process. Return 1 in the parent, or -errno; 0 in the child, with its
 * streams in *out and *err. The parent receives what the child writes there, and its exit status.
 * Flush the parent's streams first.
 */
int parallel_start(struct parallel *, size_t i, FILE **out, FILE **err);

unsigned parallel_running_count(const struct parallel *);
bool parallel_was_started(const struct parallel *, size_t i);

/* Wait for a piece that writes or ends. False after `ms` milliseconds, or after a signal. */
bool parallel_wait(struct parallel *, int ms);

void parallel_terminate(const struct parallel *);

/*
 * Store a number for the parent: an exit status has only 8 bits. parallel_result() is valid after
 * the piece has ended; 0 if the child stored no number.
 */
void parallel_store_result(struct parallel *, size_t i, int number);
int parallel_result(const struct parallel *, size_t i);

bool parallel_has_ended(const struct parallel *, size_t i);

/* Return the exit status of a piece, or -N if signal N killed the child. */
int parallel_status(const struct parallel *, size_t i);

/* Call say() for what piece `i` wrote, in order. */
void parallel_hand_out(const struct parallel *, size_t i,
		       void (*say)(void *who, bool to_err, const char *text, size_t bytes),
		       void *who);

/* True if memory ran out and only the beginning of the output was kept. */
bool parallel_lost(const struct parallel *, size_t i);

/* Return the standard output of a piece; the caller frees the text. NULL: no memory. */
char *parallel_text(const struct parallel *, size_t i);

/* Return zeroed memory shared with child processes. NULL: no memory. */
void *host_shared(size_t bytes);
void host_shared_free(void *memory, size_t bytes);

/*
 * Call tick() with the seconds since the start, once a second, in a child process. Changes that
 * tick() makes to memory are lost. Without a child there are no calls. After ticker_stop() no call
 * is running.
 */
struct ticker {
	pid_t pid;
	int fd;
};
struct ticker ticker_start(void (*tick)(void *who, uint64_t seconds), void *who);
void ticker_stop(struct ticker *ticker);

#endif
