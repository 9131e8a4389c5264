/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of host_kernel_ops outside kernel.c. */
#ifndef HDPARM_HOST_KERNEL_H
#define HDPARM_HOST_KERNEL_H

#include "host.h"

ssize_t kernel_read_stream(struct host *host, int fd, char *buf, size_t size);
ssize_t kernel_change(struct host *host, const struct file_change *change);
int kernel_judge_input(struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES]);
int kernel_lock(struct host *host, int fd, bool exclusive, unsigned *holder);
ssize_t kernel_read_kept(struct host *host, const char *path, char *buf, size_t size);

int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue);

bool kernel_interrupt_hold(struct host *host, bool all);
bool kernel_interrupt_release(struct host *host);
int kernel_read_secret(struct host *host, int fd, char *buf, size_t size);

#endif
