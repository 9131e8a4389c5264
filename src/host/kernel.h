/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Members of host_kernel_ops that have a file of their own. */
#ifndef HDPARM_HOST_KERNEL_H
#define HDPARM_HOST_KERNEL_H

#include "host.h"

#include <signal.h>

void *kernel_buffer(struct host *host, size_t bytes, int *lock_error);
void kernel_buffer_free(struct host *host, void *buffer, size_t bytes);

ssize_t kernel_read_stream(struct host *host, int fd, char *buf, size_t size);
int kernel_save_file(struct host *host, const char *path, const void *data, size_t bytes,
		     unsigned mode);
int kernel_may_save(struct host *host, const char *path);
int kernel_make_room(struct host *host, const char *path, uint64_t bytes);
int kernel_others_write(struct host *host, int fd);

int kernel_queue_open(struct host *host, const struct read_queue_setup *setup,
		      struct read_queue **queue);

bool kernel_interrupt_hold(struct host *host, bool all);
bool kernel_interrupted(struct host *host);
bool kernel_interrupt_release(struct host *host);
/* The signals that end the program and are not ignored; all, or SIGINT alone. */
void kernel_endings(sigset_t *set, bool all);
bool kernel_is_terminal(struct host *host, int fd);

int kernel_glob(struct host *host, const char *pattern, struct host_paths *paths);
void kernel_paths_free(struct host *host, struct host_paths *paths);
unsigned kernel_effective_user(struct host *host);
ssize_t kernel_read_secret(struct host *host, int fd, char *buf, size_t size);
void kernel_guard_secrets(struct host *host);

struct ticker *kernel_tick_start(struct host *host, void (*tick)(void *who), void *who);
void kernel_tick_stop(struct host *host, struct ticker *ticker);
struct farewell *kernel_farewell_start(struct host *host, bool (*last)(void *who, int signal),
				       void *who);
bool kernel_farewell_spare(struct host *host, struct farewell *farewell, enum spare spare);
void kernel_farewell_stop(struct host *host, struct farewell *farewell);

#endif
