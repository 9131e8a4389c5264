/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A replay's parts, for the files that implement it. */
#ifndef HDPARM_REPLAY_H
#define HDPARM_REPLAY_H

#include "exchange.h"
#include "script.h"

/* Which signals are held. */
enum replay_hold { HOLD_NOTHING, HOLD_SIGINT, HOLD_ALL };

struct replay {
	struct host host; /* first: a struct host * is a struct replay * */
	struct script *script;
	struct file_names files;
	int next_fd;
	uint64_t now;
	enum replay_hold hold;
	bool held;	   /* signals are held on the real machine, too */
	unsigned polls;	   /* number of calls that check for signals */
	int64_t interrupt; /* the poll at which a signal comes; 0: not looked up, -1: none */
	char fault[REPLAY_FAULT_BYTES];
};

static inline struct replay *replay_of(struct host *host)
{
	return (struct replay *)host;
}

/* Notes that nothing is recorded for a call. */
void replay_missing(struct replay *, const char *key);

/* Notes that an answer is impossible, and why. */
void replay_unfit(struct replay *, const struct exchange *, const char *why);

/* An answer of a call whose results are 0, a small number or -errno. */
int replay_small(struct replay *, const struct exchange *);

/* Copies the data under `label`; false, with a fault noted, for less than `bytes` or more. */
bool replay_give(struct replay *, const struct exchange *, const char *label, void *to,
		 size_t bytes);

/* A call without data on a file; 0 if the recording does not have it. */
int replay_plain(struct replay *, const char *call, int fd);

/* Its members of struct host_ops: ioctls, */
int replay_ioctl(struct host *host, int fd, unsigned long request, void *arg);

/* and for files beside the device. */
ssize_t replay_read_file(struct host *host, const char *path, char *buf, size_t size);
int replay_write_file(struct host *host, const char *path, const char *text);
int replay_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		     unsigned mode);
ssize_t replay_real_path(struct host *host, const char *path, char *buf, size_t size);
int replay_glob(struct host *host, const char *pattern, struct host_paths *paths);
ssize_t replay_read_stream(struct host *host, int fd, char *buf, size_t size);
ssize_t replay_read_secret(struct host *host, int fd, char *buf, size_t size);
int replay_make_room(struct host *host, const char *path, uint64_t bytes);
int replay_keep_file(struct host *host, const char *path, const void *data, size_t bytes);
ssize_t replay_read_kept(struct host *host, const char *path, char *buf, size_t size);
int replay_drop_kept(struct host *host, const char *path);

#endif
