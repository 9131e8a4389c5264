/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Queues of reads in a recording: one line per wait, with what came out of it. */
#ifndef HDPARM_RECORD_QUEUE_H
#define HDPARM_RECORD_QUEUE_H

#include "recorder.h"
#include "script.h"

/* One finished read among the data of a wait: slot (4 bytes), result (8), were all bytes zero. */
enum { DONE_BYTES = 13 };

/*
 * Puts a queue before *queue that tells `rec` what `path` answered. 0, or -ENOMEM with *queue
 * closed.
 */
int queue_recorded(struct recorder *rec, const char *path, const struct read_queue_setup *setup,
		   struct read_queue **queue);

/*
 * A queue that answers from the script, as far as a queue of the kernel's could, opened by
 * `opening`. 0; -EIO for one that cannot be, else -errno. What does not fit later, or is not there,
 * fails the wait with -EIO.
 */
int queue_replayed(struct script *script, const struct exchange *opening, const char *path,
		   const struct read_queue_setup *setup, struct read_queue **queue);

/* Whether all of it is zero. */
bool all_zeros(const void *data, size_t bytes);

#endif
