/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A replay, as the files that make it up see it. */
#ifndef HDPARM_REPLAY_H
#define HDPARM_REPLAY_H

#include "exchange.h"
#include "script.h"

struct replay {
	struct host_layer layer;
	struct script *script;
	struct file_names files;
	int next_fd;
	uint64_t now;
	enum spare spare;  /* signals that are held, */
	bool held;	   /* by the machine of the replay, too */
	unsigned polls;	   /* how often they were asked for */
	int64_t interrupt; /* at which of them it came, 0 if it did not or was not looked up */
	char fault[REPLAY_FAULT_BYTES];
};

static inline struct replay *replay_of(struct host *host)
{
	return (struct replay *)host; /* the layer is its first member */
}

/* Notes that nothing is recorded for a call. */
void replay_missing(struct replay *, const char *key);

/* An answer of a call whose results are 0, a small number or -errno. */
int replay_small(struct replay *, const struct exchange *);

/* Copies the data under `label`; false, with a fault noted, for less than `bytes` or more. */
bool replay_give(struct replay *, const struct exchange *, const char *label, void *to,
		 size_t bytes);

/* A call on a file without data, which may be absent from the recording without harm. */
int replay_plain(struct replay *, const char *call, int fd);

/* Puts its functions in the layer's place. */
void replay_answer_files(struct host_ops *);

#endif
