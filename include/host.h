/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine as the rest of the program sees it: every system call, clock and sleep goes through a
 * struct host. host_kernel_ops is the real machine; tests, recording and replay replace the
 * operations. All functions return a negative errno on failure unless their comment says otherwise.
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

/* Names of files, sorted. */
struct host_paths {
	char **path;
	size_t n;
};

/* A layer above another host: calls whose member of `ops` is NULL go to the layer below. */
struct host {
	const struct host_ops *ops;
	struct host *below; /* NULL for the lowest layer, which implements all members */
};

/*
 * Open descriptors 0 to 2 where they are closed, on a file that can be neither read nor written
 * (EBADF, as before). Otherwise a device would get such a number, and messages would be written to
 * the disk. Call it before anything is opened. 0 or -errno.
 */
int host_claim_streams(void);

/* The real machine. It has no state. */
extern const struct host_ops host_kernel_ops;

/* Open with open(2) flags, close-on-exec added; creates nothing. Returns the descriptor. */
int host_open(struct host *host, const char *path, int flags);

/* Close; the result is close(2)'s, for descriptors whose close can fail. */
int host_close(struct host *host, int fd);

int host_fstat(struct host *host, int fd, struct stat *st);

int host_stat(struct host *host, const char *path, struct stat *st);

/* ioctl(2): its non-negative result or -errno. `arg` is a pointer or a number cast to one. */
int host_ioctl(struct host *host, int fd, unsigned long request, void *arg);

/* Read at `offset` bytes; may be short; 0 is end of file. EINTR is returned, not retried. */
ssize_t host_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset);

/* Write at `offset` bytes; may be short. */
ssize_t host_pwrite(struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset);

int host_fsync(struct host *host, int fd);

/* sync(2): starts or waits for writeback of everything. */
void host_sync(struct host *host);

/* Drop the clean cached pages of a file (POSIX_FADV_DONTNEED on all of it). */
int host_drop_cache(struct host *host, int fd);

/*
 * A small text file such as a sysfs attribute: at most size - 1 bytes are kept, NUL-terminated,
 * trailing newline cut. Returns the length.
 */
ssize_t host_read_file(struct host *host, const char *path, char *buf, size_t size);

/*
 * host_read_file() for up to 64 MiB, into memory that the caller frees. -EFBIG for a longer file;
 * *text is NULL after any error.
 */
ssize_t host_read_whole(struct host *host, const char *path, char **text);

/* Write text to an existing file such as a sysfs attribute, with one write(2). */
int host_write_file(struct host *host, const char *path, const char *text);

/* Make or remove a folder of the kernel's, as in tracefs. 0 or -errno. */
int host_folder(struct host *host, const char *path, bool make);

/*
 * Read what is available without waiting, from a descriptor opened with O_NONBLOCK: at most size -
 * 1 bytes, NUL-terminated. Return the number of bytes; 0: nothing is available now.
 */
ssize_t host_read_new(int fd, char *buf, size_t size);

/* A descriptor read to its end, or until `size` bytes are there. Returns the number of bytes. */
ssize_t host_read_stream(struct host *host, int fd, char *buf, size_t size);

/* Modes for host_save_file(): readable for the owner only, or for all. Only the owner may write. */
enum { SAVE_PRIVATE = 0600, SAVE_PUBLIC = 0644 };

/*
 * Make or replace a whole file. It writes a temporary file and renames it, so that an old file
 * stays until the new one is complete. `mode` (SAVE_*) is the upper limit: a new file has it
 * without the umask's bits, a replaced file without the bits that the old one lacks. We own the new
 * file. A pipe, /dev/null, and open files as /dev/stdout are written in place. Refused, with a text
 * by host_save_refusal(): -ENOTSUP for devices; -EEXIST for another user's file, and for another
 * user's pipe in a folder that others may write to; -ELOOP for links that others could have put
 * there; -EBUSY for a file that was replaced while it was checked.
 */
int host_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		   unsigned mode);

/*
 * Return what host_save_file() would return now, as far as known in advance: 0 or -errno. No file
 * is left behind or changed.
 */
int host_may_save(const char *path);

/* Why host_save_file() refused, or NULL where the error is the kernel's: use strerror(). */
const char *host_save_refusal(int err);

/* Canonical path without links (realpath); -ENAMETOOLONG if `size` does not hold it. */
ssize_t host_real_path(struct host *host, const char *path, char *buf, size_t size);

/*
 * Resolve a link of sysfs with one call instead of one per folder: no other link is on the way to
 * the link or in its target. A path that is no link leads to itself.
 */
ssize_t host_link_target(struct host *host, const char *path, char *buf, size_t size);

/* Bytes of a page of the machine's memory. */
uint64_t host_page_bytes(void);

/* Monotonic time in nanoseconds. */
uint64_t host_now_ns(struct host *host);

/* The time of day by the machine's clock: seconds since 1970-01-01 00:00 UTC. */
int64_t host_wall_s(struct host *host);

/* A time of day as the machine's clocks show it, "2026-11-22T04:00:00". */
enum { HOST_TIME_BYTES = 80 };
void host_local_time(int64_t wall_s, char text[HOST_TIME_BYTES]);

void host_sleep_ns(struct host *host, uint64_t ns);

/* How long the machine has been suspended since it started, in ms: CLOCK_BOOTTIME counts that. */
int64_t host_slept_ms(void);

/*
 * Sleeps, with signals held by host_interrupt_hold(all): ends early for a signal that would end the
 * program, which is consumed, and returned. 0: the time is over.
 */
int host_wait_ns(uint64_t ns);

/* From now on sleeps may take a second longer, so that the processor wakes for several at a time.
 */
void host_relax_timers(void);

/*
 * Memory aligned to a page; from 2 MiB on aligned to huge pages, which it requests. With lock_error
 * it is locked in RAM: *lock_error is 0 or -errno of mlock(2). NULL if there is no memory. Free it
 * with the same size.
 */
void *host_buffer(struct host *host, size_t bytes, int *lock_error);

void host_buffer_free(struct host *host, void *buffer, size_t bytes);

/* Make a queue of reads (struct read_queue). 0, or -errno where the kernel permits none. */
int host_queue_open(struct host *host, const struct read_queue_setup *setup,
		    struct read_queue **queue);

/*
 * Hold SIGINT, so that host_interrupted() can be asked instead; with `all` also every other signal
 * that would end the program, except SIGKILL and those of the program's own faults (SIGSEGV,
 * SIGABRT and others). False, with nothing to release, where the signals are ignored or already
 * held.
 */
bool host_interrupt_hold(struct host *host, bool all);

/* True if a held signal is pending; SIGPIPE does not count. */
bool host_interrupted(struct host *host);

/*
 * End a successful host_interrupt_hold(). True when a signal came meanwhile: it is consumed, and
 * the caller must end the run. A SIGPIPE takes effect in this call.
 */
bool host_interrupt_release(struct host *host);

/* End a hold in another way: a signal that came takes effect now. */
void host_interrupt_deliver(void);

/*
 * Call it at the start. SIGXFSZ is ignored: a file that may not grow fails with EFBIG, which is
 * reported. A signal that the caller of the program has blocked is ignored: otherwise
 * host_interrupt_release() would unblock it.
 */
void host_settle_signals(void);

/* True if the descriptor is a terminal that understands cursor movements. */
bool host_is_terminal(int fd);

/* True if a terminal may show colors: NO_COLOR is unset or empty (no-color.org). */
bool host_wants_color(void);

/* The size of the terminal at standard output, in characters; 80 by 24 if there is none. */
struct terminal_size {
	unsigned columns, rows;
};
struct terminal_size host_terminal_size(void);

/*
 * Existing files whose names match a shell pattern; paths->n is 0 if there are none. 0 or -errno.
 * Free the list with host_paths_free(), also an empty one.
 */
int host_glob(struct host *host, const char *pattern, struct host_paths *paths);

/* Add a copy of a path at the end of the list: 0 or -ENOMEM. */
int host_paths_add(struct host_paths *paths, const char *path);

void host_paths_free(struct host_paths *paths);

/*
 * Read one line, at most size - 1 bytes, without its newline and NUL-terminated; a terminal does
 * not show it. The caller wipes the buffer. 0, so that nobody learns the length; -ENODATA at the
 * end of input, -E2BIG where the line is longer, -ERESTART if the program was stopped meanwhile and
 * the prompt must be shown again. Of a line that nobody can have typed: -EILSEQ where it begins
 * with a byte order mark, -EBADMSG where it holds a zero byte, -EPROTO where it ends in a carriage
 * return.
 */
int host_read_secret(struct host *host, int fd, char *buf, size_t size);

/*
 * Create a private file with room for `bytes` (fallocate(2), mode 0), or no file if that fails.
 * -EEXIST where the name is taken; -ELOOP as host_save_file().
 */
int host_make_room(struct host *host, const char *path, uint64_t bytes);

/*
 * Whether an open file may decide what is sent to a drive: only root, the effective user, and the
 * user who became root by sudo(8) can have written it or put it at its path. By owner, mode and
 * access control list of the file, the folders on the way, and links (as entry_find()). 0: it may;
 * or an INPUT_ fault, for which host_input_refusal() has a text with the remedy; or -errno.
 */
enum { INPUT_WRITABLE = 1, INPUT_LINK, INPUT_REPLACED };
int host_judge_input(struct host *host, int fd, const char *path);
const char *host_input_refusal(int fault);

/*
 * Take the advisory lock of an open file, flock(2), without waiting: until the last descriptor of
 * this open is closed, in children too. 0; -EWOULDBLOCK if another process holds it: its ID is then
 * in *holder, or 0 if the kernel does not show it; other -errno.
 */
int host_lock(struct host *host, int fd, bool exclusive, unsigned *holder);

/*
 * Before a secret is read: from now on no core is dumped, no other process of the same user can
 * read this one's memory, and that memory is locked, as far as the kernel permits.
 */
void host_guard_secrets(void);

/* --- files that the program keeps for its own use, at paths that it chooses --- */

/*
 * Write such a file under an absolute path: private (mode 0600), and either the whole new file or
 * the old one. After 0 it survives a power loss. Creates a missing folder of the file and its
 * parent (0700). -ENOENT: the folder above the parent is missing; other -errno as by
 * host_save_file(). After a failure the old file or the new one is there.
 */
int host_keep_file(struct host *host, const char *path, const void *data, size_t bytes);

/*
 * Read such a file as NUL-terminated text and return its length. -EFBIG: text and NUL do not fit
 * into `size`; -EPERM: someone other than the effective user may have written it; -EINVAL: not a
 * regular file. A recording has zeros for a run of 64 hexadecimal digits, which may be a password.
 */
ssize_t host_read_kept(struct host *host, const char *path, char *buf, size_t size);

/* Remove such a file. After 0 the removal survives a power loss. */
int host_drop_kept(struct host *host, const char *path);

/* --- device numbers, in the encoding of libc's dev_t on Linux --- */

/*
 * <sys/sysmacros.h> has the same, but as libc functions where the compiler optimizes for size:
 * three more symbols to bind at each start.
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

/* The calls of a host, for the layers that take its place, and the ioctls that are known. */

/* The functions with these names document the calls. */
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
	IOCTL_INT_POINTER, /* points to an int that is set */
	IOCTL_RANGE,	   /* points to two uint64_t: offset and length in bytes */
	IOCTL_ANSWER,	   /* points to `bytes` bytes that are filled */
	IOCTL_BLOCK	   /* pointer to a block that holds its own size; see ioctl_sizes() */
};

struct ioctl_def {
	unsigned long request;
	char name[24];	 /* an array: a pointer would cost each start a relocation */
	bool question;	 /* changes nothing */
	bool legacy_ide; /* only the old IDE driver has the ioctl: others return ENOTTY */
	enum ioctl_argument argument;
	size_t bytes; /* bytes of the answer; for a block, its fixed first part */
};

/*
 * Return the row of a request, or NULL. Requests that carry commands with pointers to data have no
 * row: SG_IO, and those of nvme_ioctl().
 */
const struct ioctl_def *ioctl_def(unsigned long request);

/*
 * Find how many bytes at `arg` the kernel reads, and how many it may write, by the row and, for a
 * block, by its contents before the call. Both are 0 if `arg` is NULL or no pointer.
 */
void ioctl_sizes(const struct ioctl_def *def, const void *arg, size_t *in, size_t *out);

/*
 * Several reads of one file in flight at once, into the slots of one buffer, by Linux AIO. Where
 * the kernel or a seccomp filter permits no queue, host_pread() still reads one after the other. If
 * it permits one and then refuses a read, the queue reads on by pread(); the caller sees only
 * results.
 */

struct read_queue;

struct read_queue_setup {
	int fd;
	unsigned depth;	   /* slots of the buffer, at least 1 */
	char *buffer;	   /* depth * slot_bytes, aligned as direct reads of `fd` need it */
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

/* The public part; an implementation appends its own. */
struct read_queue {
	const struct read_queue_ops *ops;
	/* both may change in read_queue_wait() */
	const char *engine; /* "aio" or "pread" */
	unsigned depth;	    /* reads that can be in flight; 1: the kernel takes no more reads */
};

/*
 * Hands over one read of at least 1 byte into an idle slot below the depth of the setup. It may not
 * start before the next read_queue_wait(). 0, -EBUSY for a slot that is not idle, or -errno.
 */
static inline int read_queue_push(struct read_queue *queue, unsigned slot, size_t bytes,
				  uint64_t offset)
{
	return queue->ops->push(queue, slot, bytes, offset);
}

/*
 * Start what was pushed and wait until at least one read is done, `timeout_ns` has passed or a
 * signal came. Returns how many of done[0..max-1] were filled, 0 for none, or -errno.
 */
static inline int read_queue_wait(struct read_queue *queue, uint64_t timeout_ns,
				  struct read_done *done, unsigned max)
{
	return queue->ops->wait(queue, timeout_ns, done, max);
}

/*
 * Free everything except the buffer, which the caller frees afterwards. May wait for reads in
 * flight, which the kernel cannot cancel.
 */
static inline void read_queue_close(struct read_queue *queue)
{
	queue->ops->close(queue);
}

/* Child processes: several pieces of work at once, a ticker, and memory shared with them. */

/*
 * --- work in several processes; what each writes to its two streams is kept in order, and handed
 * over as a whole ---
 */

struct parallel;

/* Make a set of `n` pieces of work; NULL: no memory. */
struct parallel *parallel_new(size_t n);

/*
 * Free it. Children that still run are not ended; their pipe is closed. `ends`: this is a child
 * that ends now; its pipes and shared memory are left to the kernel, which saves two system calls
 * for each drive.
 */
void parallel_free(struct parallel *, bool ends);

/*
 * Start piece `i` in a process of its own. Returns 1 in the parent, or -errno if no process can be
 * started; 0 in the child, with its streams in *out and *err. The parent receives what the child
 * writes there, and its exit status. The caller flushes its own streams first.
 */
int parallel_start(struct parallel *, size_t i, FILE **out, FILE **err);

/* How many pieces are running, and whether piece `i` is or has been. */
unsigned parallel_running_count(const struct parallel *);
bool parallel_was_started(const struct parallel *, size_t i);

/* Wait until at least one of them writes or end: true; or until `ms` have passed: false. */
bool parallel_wait(struct parallel *, int ms);

/* Send SIGTERM to all that are running. */
void parallel_terminate(const struct parallel *);

/*
 * Store a result for the parent, since an exit status has only 8 bits. The parent reads the number
 * after the piece has ended; 0 if the child stored none.
 */
void parallel_store_result(struct parallel *, size_t i, int number);
int parallel_result(const struct parallel *, size_t i);

/* True if piece `i` was started and has ended. */
bool parallel_has_ended(const struct parallel *, size_t i);

/* Return the exit status of the piece, or -N if signal N killed the child. */
int parallel_status(const struct parallel *, size_t i);

/* Call say(who, to_err, text, bytes) for what piece `i` wrote, in order. */
void parallel_hand_out(const struct parallel *, size_t i,
		       void (*say)(void *who, bool to_err, const char *text, size_t bytes),
		       void *who);

/* True if memory ran out for its output, so that only the beginning was kept. */
bool parallel_lost(const struct parallel *, size_t i);

/* Return all standard output of the piece; the caller frees the text. NULL: no memory. */
char *parallel_text(const struct parallel *, size_t i);

/* --- shared memory, and a ticker --- */

/* Memory shared with child processes, zeroed; NULL if there is none. */
void *host_shared(size_t bytes);
void host_shared_free(void *memory, size_t bytes);

/*
 * Calls tick(who, seconds since the start) once a second in a child process, while this process
 * waits for something else. Changes that tick() makes to memory are lost. It is no error if there
 * is no child. ticker_stop() returns when no call is running any more.
 */
struct ticker {
	pid_t pid;
	int fd;
};
struct ticker ticker_start(void (*tick)(void *who, uint64_t seconds), void *who);
void ticker_stop(struct ticker *ticker);

#endif
