/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The calls of a host, for the layers that take its place, and the ioctls that are known. */
#ifndef HDPARM_HOST_CALLS_H
#define HDPARM_HOST_CALLS_H

#include "host.h"

/* The functions with these names in host.h and read_queue.h document the calls. */
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

#endif
