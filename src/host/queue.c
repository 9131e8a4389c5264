// SPDX-License-Identifier: GPL-2.0-or-later
/* The order of the engines. */
#include "kernel.h"
#include "queue.h"

int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue)
{
	static const open_engine usual[] = { queue_uring_open, queue_aio_open, NULL };
	static const open_engine stacked[] = { queue_aio_open, queue_uring_open, NULL };

	(void)host;
	return queue_fallback_open(setup->stacked ? stacked : usual, setup, queue);
}
