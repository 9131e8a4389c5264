/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of host_kernel_ops outside kernel.c. */
#ifndef HDPARM_HOST_KERNEL_H
#define HDPARM_HOST_KERNEL_H

#include "host.h"

ssize_t kernel_read_stream(struct host *host, int fd, char *buf, size_t size);
int kernel_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		     unsigned mode);
int kernel_make_room(struct host *host, const char *path, uint64_t bytes);
int kernel_judge_input(struct host *host, int fd, const char *path);
int kernel_lock(struct host *host, int fd, bool exclusive, unsigned *holder);
int kernel_keep_file(struct host *host, const char *path, const void *data, size_t bytes);
ssize_t kernel_read_kept(struct host *host, const char *path, char *buf, size_t size);
int kernel_drop_kept(struct host *host, const char *path);

int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue);

bool kernel_interrupt_hold(struct host *host, bool all);
bool kernel_interrupt_release(struct host *host);
int kernel_folder(struct host *host, const char *path, bool make);
int kernel_read_secret(struct host *host, int fd, char *buf, size_t size);

#endif
