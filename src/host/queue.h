/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The engines behind host_queue_open(). Each returns 0, or -errno where it cannot work here. */
#ifndef HDPARM_HOST_QUEUE_H
#define HDPARM_HOST_QUEUE_H

#include "read_queue.h"

typedef int (*open_engine)(const struct read_queue_setup *, struct read_queue **);

int queue_uring_open(const struct read_queue_setup *setup, struct read_queue **queue);
int queue_aio_open(const struct read_queue_setup *setup, struct read_queue **queue);

/*
 * A queue by the first of `engines`, which NULL ends, that opens; by the next ones and at last by
 * pread() as soon as a read is refused. `engines` must outlive the queue. 0, or -errno of the last
 * engine where none opens.
 */
int queue_fallback_open(const open_engine *engines, const struct read_queue_setup *setup,
			struct read_queue **queue);

#endif
