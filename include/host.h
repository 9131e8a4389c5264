/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Access to the system by layers: files, ioctls, time, memory, signals; also child processes. A
 * signed result below 0 is -errno, unless the comment says otherwise.
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

/* Made by host_glob() or host_paths_add(). */
struct host_paths {
	char **path;
	size_t n;
};

/* A layer between the program and the system, which may answer calls itself. */
struct host {
	const struct host_ops *ops;
	struct host *below; /* NULL for the lowest layer, which implements all members */
	int lack;	    /* of the lowest layer: the next result of host_lack() */
};

/*
 * Return the first -ENOMEM, -EMFILE or -ENFILE, since the last call, of a question to the system:
 * an open, a look for files, a read of a file or link. 0: none. A question that failed has no
 * answer: what its caller took for "none" may exist.
 */
int host_lack(struct host *host);

/* Return -ENOMEM, also for host_lack(): an allocation for the answer to a question failed. */
int host_no_memory(struct host *host);

/* Return what to try after -ENOMEM, -EMFILE or -ENFILE; NULL: another error. */
const char *host_lack_advice(int err);

/*
 * Open each closed descriptor of 0, 1 and 2: no device may get the number 1 or 2, to which messages
 * are written. Call this before a file is opened. 0 or -errno.
 */
int host_claim_streams(void);

/* Return how far the stack may still grow by RLIMIT_STACK, in bytes, but no more than `most`. */
size_t host_stack_left(size_t most);

extern const struct host_ops host_kernel_ops;

/* Open an existing file with `flags` of open(2) and O_CLOEXEC. Return the descriptor. */
int host_open(struct host *host, const char *path, int flags);

int host_close(struct host *host, int fd);

int host_fstat(struct host *host, int fd, struct stat *st);

int host_stat(struct host *host, const char *path, struct stat *st);

/* Return the result of ioctl(2) or -errno. `arg` is a pointer, or a number cast to a pointer. */
int host_ioctl(struct host *host, int fd, unsigned long request, void *arg);

/* Which data that a command returns have serial numbers or world wide names. */
enum answer_names {
	NAMES_NONE,
	NAMES_IDENTIFY,	 /* data of IDENTIFY DEVICE, IDENTIFY PACKET DEVICE */
	NAMES_DRIVE_CMD, /* data of HDIO_DRIVE_CMD: registers, then IDENTIFY data */
	NAMES_TASKFILE,	 /* data of HDIO_DRIVE_TASKFILE: ide_task_request_t, then IDENTIFY data */
	NAMES_INQUIRY,	 /* a VPD page */
	NAMES_NVME	 /* NVMe Identify data; the CNS is added to this number */
};

/* What the layers need to know of a command that an ioctl carries. */
struct host_command {
	bool asks; /* the command changes no data and no setting: a dry run sends it */
	enum answer_names names;
	/* a CDB of a tunnel does not have the whole NVMe command: OPCODE, and CDW10 7:0 */
	bool tunnelled;
	uint8_t opcode, cdw10;
};

/* As host_ioctl(), for SG_IO, NVME_IOCTL_ADMIN_CMD, NVME_IOCTL_IO_CMD and HDIO_DRIVE_*. */
int host_command(struct host *host, int fd, unsigned long request, void *arg,
		 const struct host_command *command);

/* Read at byte `offset`. Return the number of bytes read; 0 at the end of the file. */
ssize_t host_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset);

/* Write at byte `offset`. Return the number of bytes written, perhaps fewer than `bytes`. */
ssize_t host_pwrite(struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset);

int host_fsync(struct host *host, int fd);

void host_sync(struct host *host);

/* Advise the kernel to drop a file's cached pages (POSIX_FADV_DONTNEED). */
int host_drop_cache(struct host *host, int fd);

/* Read at most size - 1 bytes as NUL-terminated text, less a last newline. Return the length. */
ssize_t host_read_file(struct host *host, const char *path, char *buf, size_t size);

/*
 * Read a whole text file by host_read_file() into memory that the caller frees. Return the length,
 * or -errno: -EFBIG if longer than about 64 MiB. *text is NULL after an error.
 */
ssize_t host_read_whole(struct host *host, const char *path, char **text);

/* Write text to an existing file with one write(2). 0 or -errno. */
int host_write_file(struct host *host, const char *path, const char *text);

/* Do mkdir(2) with mode 0700; or rmdir(2), if `make` is false. 0 or -errno. */
int host_folder(struct host *host, const char *path, bool make);

/*
 * Read at most size - 1 available bytes from an O_NONBLOCK `fd`, NUL-terminated. Return the number;
 * 0: none yet, or the end of the file.
 */
ssize_t host_read_new(int fd, char *buf, size_t size);

/* Read until the end of the file, at most `size` bytes. Return the number of bytes. */
ssize_t host_read_stream(struct host *host, int fd, char *buf, size_t size);

/* Values of `mode` for host_save_file(). */
enum { SAVE_PRIVATE = 0600, SAVE_PUBLIC = 0644 };

/*
 * Make or replace a whole file: write a temporary file, then rename it to `path`. A new file gets
 * `mode` (SAVE_*) as by open(2). A replaced file keeps its mode, without the bits that `mode`
 * lacks. A pipe, /dev/null and an open file such as /dev/stdout are not replaced: the data are
 * appended. 0 or -errno, as:
 *
 *   -ENOTSUP  a device other than /dev/null
 *   -EEXIST   another user's file; or another user's pipe in a folder that others may write to
 *   -ELOOP    a link that others could have put there, or more than 40 links
 *   -ESTALE   a pipe, /dev/null or the open file was replaced meanwhile
 *   -EBUSY    a mount point
 */
int host_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		   unsigned mode);

/* Predict the result of host_save_file(), perhaps by making and removing a temporary file. */
int host_may_save(const char *path);

/* Return the text for an error of host_save_file(); NULL: none. */
const char *host_save_refusal(int err);

/* Resolve links as realpath(3). Return the length; -ENAMETOOLONG if `buf` is too small. */
ssize_t host_real_path(struct host *host, const char *path, char *buf, size_t size);

/*
 * Resolve a link of sysfs. `path` and the link's target must not contain another link. If `path` is
 * no link, copy `path`. Return the length; -ENAMETOOLONG if `buf` is too small.
 */
ssize_t host_link_target(struct host *host, const char *path, char *buf, size_t size);

uint64_t host_page_bytes(void);

/* Return the time of CLOCK_MONOTONIC, without suspends. In a replay, the time is invented. */
uint64_t host_now_ns(struct host *host);

/* Return the time of day: seconds since 1970-01-01 00:00 UTC. */
int64_t host_wall_s(void);

enum { HOST_TIME_BYTES = 80 };

/*
 * Convert a time of host_wall_s() to local time, such as "2026-11-22T04:00:00"; "": not possible.
 */
void host_local_time(int64_t wall_s, char text[HOST_TIME_BYTES]);

void host_sleep_ns(struct host *host, uint64_t ns);

/* Return the total time in milliseconds for which the machine has been suspended since boot. */
int64_t host_slept_ms(void);

/*
 * Sleep for `ns` nanoseconds, or less. Return 0; or the number of a signal that ended the sleep: a
 * held one that host_interrupted() counts, now consumed.
 */
int host_wait_ns(uint64_t ns);

/* Let timeouts be up to 1 s late (PR_SET_TIMERSLACK): the processor wakes less often. */
void host_relax_timers(void);

/*
 * Return a buffer aligned to a page; NULL: no memory. If lock_error is not NULL, lock the buffer in
 * RAM, and set *lock_error to 0 or the -errno of mlock(2).
 */
void *host_buffer(size_t bytes, int *lock_error);

void host_buffer_free(void *buffer, size_t bytes);

/* Make a queue of reads. 0, or -errno: the caller then reads by host_pread(). */
int host_queue_open(struct host *host, const struct read_queue_setup *setup,
		    struct read_queue **queue);

/*
 * Block SIGINT if not ignored; or with `all`, the signals that by default end a program, except
 * those of a fault, as SIGSEGV. False: the call holds nothing new, so the caller must not call
 * host_interrupt_release().
 */
bool host_interrupt_hold(struct host *host, bool all);

/* True if a signal that host_interrupt_hold() can block is pending, not ignored and not SIGPIPE. */
bool host_interrupted(void);

/*
 * End the hold of host_interrupt_hold(). If host_interrupted() is true, consume the pending signals
 * and return true: the caller must end the run. A pending SIGPIPE takes effect.
 */
bool host_interrupt_release(struct host *host);

/*
 * Unblock all signals that host_interrupt_hold() can block; a pending signal takes effect in this
 * call.
 */
void host_interrupt_deliver(void);

/*
 * Ignore SIGXFSZ: a write beyond the file size limit then fails with EFBIG. Ignore blocked signals
 * that host_interrupt_release() would unblock, except SIGPIPE.
 */
void host_settle_signals(void);

/* True if the descriptor is a terminal, and TERM is set, not empty and not "dumb". */
bool host_is_terminal(int fd);

/* True if NO_COLOR is unset or empty (no-color.org). */
bool host_wants_color(void);

struct terminal_size {
	unsigned columns, rows;
};

/* Return the size of the terminal at standard output; 80 columns, 24 rows if not known. */
struct terminal_size host_terminal_size(void);

/*
 * List the paths that match a shell pattern, sorted by strcmp(3). Return 0, also for an empty list,
 * or -errno. Free the list by host_paths_free().
 */
int host_glob(struct host *host, const char *pattern, struct host_paths *paths);

/* Append a copy of `path` to the list. 0 or -ENOMEM. */
int host_paths_add(struct host_paths *paths, const char *path);

void host_paths_free(struct host_paths *paths);

/*
 * Read a line of at most size - 1 bytes, without echo on a terminal. `buf`: NUL-terminated, without
 * the newline; the caller wipes `buf`. 0, or -errno: -ENODATA at the end of the input; -E2BIG for a
 * longer line; -ERESTART after a signal that was not blocked, as SIGTSTP: show the prompt again;
 * -EINTR after a blocked signal; -EILSEQ: a byte order mark at the start; -EBADMSG: a zero byte;
 * -EPROTO: a carriage return at the end.
 */
int host_read_secret(struct host *host, int fd, char *buf, size_t size);

/*
 * Create a private file (mode 0600), and allocate `bytes` bytes of disk space (fallocate(2)). A
 * failure leaves no new file. 0, or -errno: -EEXIST if the name exists; -ELOOP as host_save_file().
 */
int host_make_room(struct host *host, const char *path, uint64_t bytes);

enum { INPUT_WHY_BYTES = 384 };

/*
 * Check that an open file is safe as input for commands to a drive: others can neither write to the
 * file, if regular, nor put another file or a link at `path`. 0; 1 with the reason and advice in
 * `why`; or -errno. An open file that `path` reaches by a link in /proc, as /dev/stdin, is safe.
 * Others are users except root, the effective user and the user who became root by sudo(8), and
 * groups except those with the numbers of these users. These groups, too, are others if there is an
 * access control list; and so is the group root in a folder.
 */
int host_judge_input(struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES]);

/*
 * Take the advisory lock of an open file by flock(2), without waiting. 0, also if the caller of
 * this program has the lock, by an inherited descriptor or in an ancestor process; or -errno:
 * -EWOULDBLOCK if another program's lock is in the way; -ENOMEM, -EMFILE or -ENFILE if that cannot
 * be found out. After -EWOULDBLOCK *holder is the ID of a process with a lock; 0: not known.
 */
int host_lock(struct host *host, int fd, bool exclusive, unsigned *holder);

/*
 * Call this before a secret is read. As far as the kernel permits: no core dumps, no ptrace(2) by
 * processes without CAP_SYS_PTRACE, no swapping of the memory that is mapped now.
 */
void host_guard_secrets(void);

/* --- files for the program's own use --- */

/*
 * Write a file with SAVE_PRIVATE by host_save_file() to an absolute path. Make the last two folders
 * of the path, with mode 0700, if they are missing. After 0, the file survives a power loss, except
 * in a dry run or a replay, which write nothing.
 */
int host_keep_file(struct host *host, const char *path, const void *data, size_t bytes);

/*
 * Read a file of host_keep_file() as NUL-terminated text. Return the length, or -errno: -EFBIG if
 * `buf` is too small; -EPERM if another user owns the file or may write to its folder; -EINVAL if
 * the file is not regular.
 */
ssize_t host_read_kept(struct host *host, const char *path, char *buf, size_t size);

/*
 * Remove a file of host_keep_file(). 0 or -errno. After 0, the removal survives a power loss,
 * except in a dry run or a replay, which remove nothing.
 */
int host_drop_kept(struct host *host, const char *path);

/* These functions replace major(), minor() and makedev(), which may be calls of libc. */
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

/* A change of a file or folder, which a dry run and a replay withhold. */
struct file_change {
	enum file_change_kind {
		CHANGE_SETTING, /* host_write_file() */
		CHANGE_SECTORS, /* host_pwrite() */
		CHANGE_SAVE,	/* host_save_file() */
		CHANGE_KEEP,	/* host_keep_file() */
		CHANGE_DROP,	/* host_drop_kept() */
		CHANGE_ROOM,	/* host_make_room() */
		CHANGE_MAKE,	/* host_folder() */
		CHANGE_REMOVE	/* host_folder() */
	} kind;
	const char *path; /* NULL: `fd` */
	int fd;
	const void *data;
	size_t bytes;
	uint64_t number; /* CHANGE_SECTORS: byte offset; CHANGE_ROOM: bytes; CHANGE_SAVE: mode */
};

/* Make the change. Return the number of bytes of CHANGE_SECTORS, else 0; or -errno. */
ssize_t host_change(struct host *host, const struct file_change *change);

/*
 * A layer's operations: see host_...() above. NULL: the layer below does the call. The layers, the
 * top first, and where each operation needs them:
 *   hang    refuses a call for a drive that hangs or has gone, and notices a hang (src/dev/hang.c)
 *   dry     withholds and shows a change (src/dev/dry_run.c)
 *   tape    records a call, or answers it in a replay (src/record/recording.c)
 *   replay  is a tape that does not record the call, but does not make it in a replay
 *   signal  with --record, ends a run at a signal, so that its recording is saved
 *	     (src/run/session.c)
 *   kernel  makes each call
 */
struct host_ops {
	/* dry: opens for reading only; tape; signal: opens nothing after a signal */
	int (*open)(struct host *, const char *path, int flags);
	/* tape: knows the path of a descriptor, which in a replay is not open */
	int (*close)(struct host *, int fd);
	/* tape */
	int (*fstat)(struct host *, int fd, struct stat *);
	int (*stat)(struct host *, const char *path, struct stat *);
	/* hang; dry: withholds what is no question; tape. `command`: NULL for host_ioctl() */
	int (*ioctl)(struct host *, int fd, unsigned long request, void *arg,
		     const struct host_command *command);
	/* hang; tape */
	ssize_t (*pread)(struct host *, int fd, void *buf, size_t bytes, uint64_t offset);
	/* hang: a queue reads past the other operations; replay: has no queue */
	int (*queue_open)(struct host *, const struct read_queue_setup *, struct read_queue **);
	/* hang; dry; tape */
	int (*fsync)(struct host *, int fd);
	/* hang: would wait for the hung drive; dry; replay */
	void (*sync)(struct host *);
	/* replay */
	int (*drop_cache)(struct host *, int fd);
	/* dry; tape, except the program's own files: replay */
	ssize_t (*change)(struct host *, const struct file_change *);
	/* tape */
	ssize_t (*read_file)(struct host *, const char *path, char *buf, size_t size);
	ssize_t (*read_stream)(struct host *, int fd, char *buf, size_t size);
	int (*read_secret)(struct host *, int fd, char *buf, size_t bytes);
	ssize_t (*real_path)(struct host *, const char *path, char *buf, size_t size);
	ssize_t (*link_target)(struct host *, const char *path, char *buf, size_t size);
	int (*glob)(struct host *, const char *pattern, struct host_paths *);
	int (*lock)(struct host *, int fd, bool exclusive, unsigned *holder);
	/* replay: has no real file to read or to judge */
	ssize_t (*read_kept)(struct host *, const char *path, char *buf, size_t size);
	int (*judge_input)(struct host *, int fd, const char *path, char why[INPUT_WHY_BYTES]);
	/* replay: invents the time, and does not wait */
	uint64_t (*now_ns)(struct host *);
	void (*sleep_ns)(struct host *, uint64_t ns);
	/* signal: holds signals all the time */
	bool (*interrupt_hold)(struct host *, bool all);
	bool (*interrupt_release)(struct host *);
};

/* --- the table of known ioctls: effect and kind of argument --- */

enum ioctl_argument {
	IOCTL_NONE,
	IOCTL_VALUE,	   /* a number in place of the pointer */
	IOCTL_INT_POINTER, /* pointer to an int that the kernel reads */
	IOCTL_RANGE,	   /* pointer to two uint64_t: offset and length in bytes */
	IOCTL_ANSWER,	   /* pointer to ioctl_def.bytes bytes, which the kernel writes */
	IOCTL_BLOCK	   /* pointer to a block whose sizes ioctl_sizes() finds */
};

struct ioctl_def {
	unsigned long request;
	char name[24];
	bool question;	 /* true: the ioctl changes no data and no setting */
	bool legacy_ide; /* true: a setting of the old IDE driver (drivers/ide) */
	enum ioctl_argument argument;
	size_t bytes; /* size of an IOCTL_ANSWER, or of the fixed first part of an IOCTL_BLOCK */
	const char *verb; /* what a change does, in words before the name; NULL: a question */
};

/* Find a request's entry. NULL: not in the table, as SG_IO, whose argument has pointers to data. */
const struct ioctl_def *ioctl_def(unsigned long request);

/*
 * Find the number of bytes of input at `arg`, and of the answer there that a recording keeps. Both
 * are 0 if `arg` is NULL or no pointer. Call this before the ioctl.
 */
void ioctl_sizes(const struct ioctl_def *def, const void *arg, size_t *in, size_t *out);

/* --- a walk over the files of one mount; not part of the seam, so not for a recording --- */

/*
 * Files and folders are opened by O_NOATIME if the kernel permits; no link, FIFO, device, other
 * mount or automount is opened. host_walk() sets the members behind `who`.
 */
struct file_walk {
	/* takes each regular file and each folder, open as `fd`; another result than 0 ends the
	 * walk */
	int (*found)(void *who, int fd, const char *path, const struct stat *st);
	void *who;
	uint64_t closed;   /* files and folders that could not be opened or read */
	uint64_t covered;  /* those that another mount hides, with all that is below */
	char example[256]; /* the first of `closed`, perhaps truncated */
};

/*
 * Open the folder on which a file system is mounted. `mount`: the mount's number in mountinfo.
 * Return the descriptor, or -errno: -ESTALE if another mount hides this one.
 */
int host_open_mount(const char *place, int mount);

/* Walk over the mount; the first one found is `place`. 0; the result of found(); or -errno. */
int host_walk(struct file_walk *walk, const char *place, int mount);

/* --- a queue of reads of one file, into the slots of one buffer, by Linux AIO --- */

struct read_queue_setup {
	int fd;
	unsigned depth;	   /* number of slots of the buffer, at least 1 */
	char *buffer;	   /* depth * slot_bytes bytes, aligned for direct reads of `fd` */
	size_t slot_bytes; /* bytes of a slot, the maximum of one read */
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

/* read_queue_wait() may change `engine` and `depth`. */
struct read_queue {
	const struct read_queue_ops *ops;
	const char *engine; /* how reads are made: "aio" or "pread" */
	unsigned depth;	    /* maximum number of reads in flight; 1 for "pread" */
};

/* Add a read of 1 byte or more. 0, or -errno: -EBUSY if the slot is in use or does not exist. */
static inline int read_queue_push(struct read_queue *queue, unsigned slot, size_t bytes,
				  uint64_t offset)
{
	return queue->ops->push(queue, slot, bytes, offset);
}

/*
 * Start added reads, and wait at most `timeout_ns` nanoseconds for a read to end; with pread(2),
 * perhaps longer. Return the number of reads in done[], up to `max`; 0: none, or a signal came.
 */
static inline int read_queue_wait(struct read_queue *queue, uint64_t timeout_ns,
				  struct read_done *done, unsigned max)
{
	return queue->ops->wait(queue, timeout_ns, done, max);
}

/* Wait for reads in flight, and free the queue. */
static inline void read_queue_close(struct read_queue *queue)
{
	queue->ops->close(queue);
}

/* --- pieces of work, each in a child process; the parent collects the output of each piece --- */

struct parallel;

/* Make a set of `n` pieces of work, not started. NULL: no memory. */
struct parallel *parallel_new(size_t n);

/* Free the set; do not wait for children. `ends`: this process ends, so close and unmap nothing. */
void parallel_free(struct parallel *, bool ends);

/*
 * Start piece `i` in a child process. The caller flushes its stdio streams before. Return 1 in the
 * parent; 0 in the child, where *out and *err are streams to the parent; or -errno.
 */
int parallel_start(struct parallel *, size_t i, FILE **out, FILE **err);

/* Return the number of started pieces whose end parallel_wait() has not noted. */
unsigned parallel_running_count(const struct parallel *);
bool parallel_was_started(const struct parallel *, size_t i);

/* Read output of pieces, or note their end. False: neither in `ms` milliseconds, or a signal. */
bool parallel_wait(struct parallel *, int ms);

/* Send SIGTERM to all pieces that run. */
void parallel_terminate(const struct parallel *);

/* In the child of piece `i`: store a number for the parent. An exit status has only 8 bits. */
void parallel_store_result(struct parallel *, size_t i, int number);

/* Return the number that the child of piece `i` has stored; 0: none. */
int parallel_result(const struct parallel *, size_t i);

bool parallel_has_ended(const struct parallel *, size_t i);

/* Return the exit status of a piece that has ended; -N: signal N killed the child. */
int parallel_status(const struct parallel *, size_t i);

/*
 * Call say() for each text of piece `i` that came whole and was kept, in order. `to_err`: the piece
 * wrote the text to *err of parallel_start(), not to *out. `text` is not NUL-terminated.
 */
void parallel_hand_out(const struct parallel *, size_t i,
		       void (*say)(void *who, bool to_err, const char *text, size_t bytes),
		       void *who);

/* True if memory ran out, so that output of piece `i` may be missing. */
bool parallel_lost(const struct parallel *, size_t i);

/* Join the texts of parallel_hand_out() for *out; the caller frees the result. NULL: no memory. */
char *parallel_text(const struct parallel *, size_t i);

/* Return zeroed memory shared with child processes. NULL: no memory. */
void *host_shared(size_t bytes);
void host_shared_free(void *memory, size_t bytes);

struct ticker {
	pid_t pid; /* process ID of the child; -1: none */
	int fd;	   /* write end of a pipe to the child; -1: none */
};

/*
 * Call tick() about each second, with the seconds since the start, in a child process. Changes to
 * memory that is not shared are lost.
 */
struct ticker ticker_start(void (*tick)(void *who, uint64_t seconds), void *who);
/* End the child process. After this, no call of tick() is running. */
void ticker_stop(struct ticker *ticker);

#endif
