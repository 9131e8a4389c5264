// SPDX-License-Identifier: GPL-2.0-or-later
/* Choice of the engine: the first that works. */
#include "kernel.h"
#include "queue.h"

#include <errno.h>

typedef int (*open_engine)(const struct read_queue_setup *, struct read_queue **);

int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue)
{
	static const open_engine engines[] = { queue_uring_open, queue_aio_open, queue_pread_open };
	const size_t n = sizeof(engines) / sizeof(engines[0]);
	int err = -EINVAL;

	(void)host;
	/* A single read at a time has nothing to gain from a queue. */
	for (size_t i = setup->depth > 1 ? 0 : n - 1; i < n; i++) {
		err = engines[i](setup, queue);
		if (!err)
			break;
	}
	return err;
}
