/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A layer before a host that records its calls, or answers them from a recording. A call is
 * described once for both: its row and its arguments make the key, and whatever its function then
 * passes to call_number(), call_data() and so on is written when recording and read in a replay.
 */
#ifndef HDPARM_TAPE_H
#define HDPARM_TAPE_H

#include "mask.h"
#include "recording.h"
#include "script.h"

enum { KEY_BYTES = 2048, OPEN_FILES = 64, PATH_KEPT = 768 };

/* The longest password; a longer line is one in hexadecimal, or none. */
enum { SECRET_BYTES = 32 };

/* Each has a row of call_rows[]. */
enum call_id {
	CALL_OPEN,
	CALL_STAT,
	CALL_FSTAT,
	CALL_IOCTL,
	CALL_SG_IO,
	CALL_NVME,
	CALL_PREAD,
	CALL_PWRITE,
	CALL_FSYNC,
	CALL_DROP_CACHE,
	CALL_LOCK,
	CALL_READ_FILE,
	CALL_WRITE_FILE,
	CALL_READ_STREAM,
	CALL_SAVE_FILE,
	CALL_REAL_PATH,
	CALL_GLOB,
	CALL_READ_SECRET,
	CALL_MAKE_ROOM,
	CALL_KEEP_FILE,
	CALL_READ_KEPT,
	CALL_DROP_KEPT,
	CALL_QUEUE_OPEN,
	CALL_QUEUE_WAIT,
	CALL_NOW,
	CALL_WALL,
	CALL_INTERRUPTED
};

/* Which signals are held. */
enum tape_hold { HOLD_NOTHING, HOLD_SIGINT, HOLD_ALL };

struct tape {
	struct host host;      /* first: a struct host * is a struct tape * */
	struct script *script; /* of a replay; NULL: this is a recording */
	struct {
		int fd;
		char path[PATH_KEPT]; /* encoded */
	} file[OPEN_FILES];	      /* recordings name files by path */
	unsigned files;
	int next_fd;  /* of a replay */
	uint64_t now; /* when the recording began; in a replay, its clock */
	enum tape_hold hold;
	bool held;	   /* signals are held on the real machine, or one has been noticed */
	bool told;	   /* the signal is recorded, since signals are held */
	unsigned polls;	   /* number of calls that check for signals */
	int64_t interrupt; /* the poll at which a replay's comes; 0: not looked up, -1: none */
};

/*
 * Memory that the recording process shares with the process that waits for it: if a signal ends the
 * first, the second finds all complete exchanges.
 */
struct recorder {
	struct tape tape;
	struct recording_setup setup;
	struct mask mask;
	bool no_memory; /* something is missing from the recording */
	bool saved;
	int error;   /* 0 or -errno of saving */
	size_t room; /* of the text, whose end is a NUL */
	/* written so far, and up to the end of the last whole exchange: the next one's key follows
	 */
	size_t bytes, whole;
	char text[];
};

struct replay {
	struct tape tape;
	char fault[REPLAY_FAULT_BYTES];
};

extern const struct host_ops tape_ops;

/* A part of an exchange; recorder_whole() has to follow. */
__attribute__((format(printf, 2, 3))) void recorder_put(struct recorder *, const char *fmt, ...);

/* What was put is complete. */
void recorder_whole(struct recorder *);

/* A call that is being made. */
struct call {
	struct tape *tape;
	struct host *below;
	struct recorder *rec;	       /* NULL in a replay */
	const struct exchange *answer; /* of a replay; NULL: there is none */
	bool repeats;		       /* it was given before */
	bool headed;		       /* the result is recorded */
	int64_t result;
	uint64_t began;
};

/*
 * Name a call by its path, if it has one, or by its file and its other arguments. True: the call
 * has to be made, and call->result set. False: call->result is that of the recording, or the row's.
 */
bool call_of_path(struct call *, struct host *, enum call_id, const char *path);
bool call_of_fd(struct call *, struct host *, enum call_id, int fd);
__attribute__((format(printf, 5, 6))) bool call_of_file(struct call *, struct host *, enum call_id,
							int fd, const char *fmt, ...);

/* Adds to a recording; a replay ignores it. */
__attribute__((format(printf, 2, 3))) void call_put(struct call *, const char *fmt, ...);

/* NAME=VALUE: in octal, decimal or hexadecimal by `base`, "odx". Returns the value. */
uint64_t call_number(struct call *, const char *name, char base, uint64_t value);

/* us=N, how long it took, of calls whose row says so. */
void call_put_time(struct call *);

/* Data under a label; a replay wants all of them. */
void call_data(struct call *, const char *label, enum mask_kind, void *data, size_t bytes);

/* The same for data that a replay ignores, as those that were sent. */
void call_put_data(struct call *, const char *label, enum mask_kind, const void *data,
		   size_t bytes);

/* A text, percent-encoded: a replay ignores it. */
void call_put_text(struct call *, const char *text, size_t bytes);

/* In a replay: notes that an answer is impossible, and why; the result becomes -EIO. */
void call_unfit(struct call *, const char *why);

/* The end of the exchange; returns the result. */
int call_end(struct call *);

/* Whether all of it is zero. */
bool all_zeros(const void *data, size_t bytes);

void file_opened(struct tape *, int fd, const char *path);
void file_closed(struct tape *, int fd);

/* Members of struct host_ops that have a file of their own: ioctls, */
int tape_ioctl(struct host *host, int fd, unsigned long request, void *arg);

/* queues of reads, */
int tape_queue_open(struct host *host, const struct read_queue_setup *setup,
		    struct read_queue **queue);

/* and files beside the device. */
ssize_t tape_read_file(struct host *host, const char *path, char *buf, size_t size);
int tape_write_file(struct host *host, const char *path, const char *text);
int tape_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		   unsigned mode);
ssize_t tape_real_path(struct host *host, const char *path, char *buf, size_t size);
ssize_t tape_link_target(struct host *host, const char *path, char *buf, size_t size);
int tape_glob(struct host *host, const char *pattern, struct host_paths *paths);
ssize_t tape_read_stream(struct host *host, int fd, char *buf, size_t size);
ssize_t tape_read_secret(struct host *host, int fd, char *buf, size_t size);
int tape_make_room(struct host *host, const char *path, uint64_t bytes);
int tape_keep_file(struct host *host, const char *path, const void *data, size_t bytes);
ssize_t tape_read_kept(struct host *host, const char *path, char *buf, size_t size);
int tape_drop_kept(struct host *host, const char *path);

#endif
