// SPDX-License-Identifier: GPL-2.0-or-later
/* Choice of the engine: the first that works. */
#include "kernel.h"
#include "queue.h"

typedef int (*open_engine)(const struct read_queue_setup *, struct read_queue **);

int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue)
{
	static const open_engine engines[] = { queue_uring_open, queue_aio_open };
	int err = 0;

	(void)host;
	for (size_t i = 0; i < sizeof(engines) / sizeof(engines[0]); i++) {
		err = engines[i](setup, queue);
		if (!err)
			break;
	}
	return err;
}
