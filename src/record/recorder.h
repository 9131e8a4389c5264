/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The recorder's parts, for the files that implement it. */
#ifndef HDPARM_RECORDER_H
#define HDPARM_RECORDER_H

#include "exchange.h"
#include "mask.h"
#include "recording.h"

/*
 * Memory that the recording process shares with the process that waits for it: if a signal ends the
 * first, the second finds all complete exchanges.
 */
struct recorder {
	struct host host; /* first: a struct host * is a struct recorder * */
	struct recording_setup setup;
	struct file_names files;
	struct mask mask;
	uint64_t began;		/* host_now_ns() then */
	char asking[KEY_BYTES]; /* what the device has not answered yet, or empty */
	bool holds;		/* signals, or has noticed one: then it ends by itself */
	unsigned polls;		/* how often signals were asked for, see host_interrupted() */
	bool told;		/* the signal is recorded, since signals are held */
	bool no_memory;		/* something is missing from the recording */
	bool saved;
	int error;	     /* 0 or -errno of saving */
	size_t room;	     /* of the text, whose end is a NUL */
	size_t bytes, whole; /* written so far, and up to the end of the last whole exchange */
	char text[];
};

static inline struct recorder *recorder_of(struct host *host)
{
	return (struct recorder *)host;
}

/* A part of an exchange; recorder_whole() has to follow. */
__attribute__((format(printf, 2, 3))) void recorder_put(struct recorder *, const char *fmt, ...);

/* An exchange of one line. */
__attribute__((format(printf, 2, 3))) void recorder_line(struct recorder *, const char *fmt, ...);

/* Bytes in hexadecimal under a label. */
void recorder_put_data(struct recorder *, const char *label, const uint8_t *data, size_t bytes);

/* The same for the answer of a device or a file: masked unless serial numbers are wanted. */
void recorder_put_answer(struct recorder *, const char *label, enum mask_kind kind,
			 const void *data, size_t bytes);

/* The same for the answer of an NVMe command: mask_nvme(). Its label is "in". */
void recorder_put_nvme_answer(struct recorder *, int cns, const void *data, size_t bytes);

void recorder_put_text(struct recorder *, const char *text, size_t bytes);

void recorder_put_names(struct recorder *, const struct host_paths *);

/* The exchange that was put is complete. */
void recorder_whole(struct recorder *);

/* Its members of struct host_ops: calls to a device, */
int record_open(struct host *host, const char *path, int flags);
int record_close(struct host *host, int fd);
int record_fstat(struct host *host, int fd, struct stat *st);
int record_stat(struct host *host, const char *path, struct stat *st);
int record_ioctl(struct host *host, int fd, unsigned long request, void *arg);
ssize_t record_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset);
ssize_t record_pwrite(struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset);
int record_fsync(struct host *host, int fd);
int record_drop_cache(struct host *host, int fd);
int record_lock(struct host *host, int fd, bool exclusive, unsigned *holder);
uint64_t record_now_ns(struct host *host);
int64_t record_wall_s(struct host *host);
int record_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue);

/* and to files beside it. */
ssize_t record_read_file(struct host *host, const char *path, char *buf, size_t size);
int record_write_file(struct host *host, const char *path, const char *text);
int record_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		     unsigned mode);
ssize_t record_real_path(struct host *host, const char *path, char *buf, size_t size);
int record_glob(struct host *host, const char *pattern, struct host_paths *paths);
ssize_t record_read_stream(struct host *host, int fd, char *buf, size_t size);
ssize_t record_read_secret(struct host *host, int fd, char *buf, size_t size);
int record_make_room(struct host *host, const char *path, uint64_t bytes);
int record_keep_file(struct host *host, const char *path, const void *data, size_t bytes);
ssize_t record_read_kept(struct host *host, const char *path, char *buf, size_t size);
int record_drop_kept(struct host *host, const char *path);

#endif
