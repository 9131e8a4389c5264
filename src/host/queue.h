/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The engines behind host_queue_open(). Each returns 0, or -errno where it cannot work here. */
#ifndef HDPARM_HOST_QUEUE_H
#define HDPARM_HOST_QUEUE_H

#include "read_queue.h"

int queue_uring_open(const struct read_queue_setup *setup, struct read_queue **queue);
int queue_aio_open(const struct read_queue_setup *setup, struct read_queue **queue);

#endif
