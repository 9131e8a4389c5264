/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A layer before a host that records its calls, or answers them from a recording. A call is
 * described once for both: its row and its arguments make the key, and whatever its function then
 * passes to call_number(), call_data() and so on is written when recording and read in a replay.
 */
#ifndef HDPARM_TAPE_H
#define HDPARM_TAPE_H

#include "host_calls.h"
#include "mask.h"
#include "nvme_tunnel.h"
#include "recording.h"
#include "script.h"

enum { KEY_BYTES = 2048, OPEN_FILES = 64, PATH_KEPT = 768 };

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
	int next_fd; /* of a replay */
	/* the NVMe command that the last CDB of a tunnel carried, whose next ones do not tell it */
	struct nvme_tunnelled carried;
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

/* Adds to a recording; does nothing without one. */
__attribute__((format(printf, 2, 3))) void recorder_put(struct recorder *, const char *fmt, ...);

/* What all calls of a kind have in common. */
struct call_row {
	char name[12];	 /* in the row: a pointer would cost each start a relocation */
	int16_t missing; /* the result in a replay whose recording lacks the call */
	uint8_t flags;	 /* CALL_ */
};
enum {
	CALL_FAULT = 1, /* a replay that lacks it says so */
	CALL_TIMED = 2, /* how long it takes is recorded, by call_put_time() */
	CALL_WIDE = 4	/* any number may be the result */
};

/* A call that is being made. */
struct call {
	struct tape *tape;
	struct recorder *rec;	       /* NULL in a replay */
	const struct exchange *answer; /* of a replay; NULL: there is none */
	bool repeats;		       /* it was given before */
	bool headed;		       /* the result is recorded */
	int64_t result;
	uint64_t began;
};

/*
 * Names a call by its row and by its arguments, each with a blank before it. True: the call has to
 * be made, and call->result set. False: call->result is that of the recording, or the row's.
 */
__attribute__((format(printf, 4, 5))) bool call_starts(struct call *, struct host *,
						       const struct call_row *, const char *fmt,
						       ...);

/* The end of the exchange; returns the result. */
int64_t call_end(struct call *);

/* Files in a key: by path, percent-encoded, or by a descriptor that was opened here. */
#define CALL_PATH(path) call_path(path, strlen(path), (char[PATH_KEPT]){ "" })
const char *call_path(const char *path, size_t bytes, char encoded[PATH_KEPT]);
const char *call_file(const struct host *, int fd);

/* Adds to what comes after the result; a replay ignores it. */
#define call_put(call, ...) recorder_put(call_headed(call), __VA_ARGS__)
struct recorder *call_headed(struct call *);

/* NAME=VALUE: in octal, decimal or hexadecimal by `base`, "odx". Returns the value. */
uint64_t call_number(struct call *, const char *name, char base, uint64_t value);

/* us=N, how long it took. */
void call_put_time(struct call *);

/* Data under a label; a replay wants all of them. */
void call_data(struct call *, const char *label, enum mask_kind, void *data, size_t bytes);

/* The same for data that a replay ignores, as those that were sent. */
void call_put_data(struct call *, const char *label, enum mask_kind, const void *data,
		   size_t bytes);

/* A "text" or a "name", percent-encoded: a replay ignores it. */
void call_put_text(struct call *, const char *label, const char *text, size_t bytes);

/* In a replay: notes that an answer is impossible, and why; the result becomes -EIO. */
void call_unfit(struct call *, const char *why);

/* Members of struct host_ops that have a file of their own: ioctls, queues of reads, */
int tape_ioctl(struct host *host, int fd, unsigned long request, void *arg);
int tape_queue_open(struct host *host, const struct read_queue_setup *setup,
		    struct read_queue **queue);

/* and clocks and signals. */
uint64_t tape_now_ns(struct host *host);
int64_t tape_wall_s(struct host *host);
void tape_sleep_ns(struct host *host, uint64_t ns);
bool tape_interrupt_hold(struct host *host, bool all);
bool tape_interrupted(struct host *host);
bool tape_interrupt_release(struct host *host);

#endif
