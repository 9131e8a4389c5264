/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Queues of reads in a recording: one line per wait, with what came out of it. */
#ifndef HDPARM_RECORD_QUEUE_H
#define HDPARM_RECORD_QUEUE_H

#include "recorder.h"
#include "script.h"

/* One finished read among the data of a wait: slot (4 bytes), result (8), were all bytes zero. */
enum { DONE_BYTES = 13 };

/*
 * Puts a queue before *queue that records the answers of `path` in `rec`. 0, or -ENOMEM with *queue
 * closed.
 */
int queue_recorded(struct recorder *rec, const char *path, const struct read_queue_setup *setup,
		   struct read_queue **queue);

/*
 * A queue that answers from the script; `opening` is the exchange that opened it. 0; -EIO if the
 * opening is impossible, else -errno. An impossible or missing answer later fails the wait with
 * -EIO.
 */
int queue_replayed(struct script *script, const struct exchange *opening, const char *path,
		   const struct read_queue_setup *setup, struct read_queue **queue);

/* Whether all of it is zero. */
bool all_zeros(const void *data, size_t bytes);

#endif
