/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Work in several processes at once. What each writes to its two streams is kept in order, and
 * handed over as a whole.
 */
#ifndef HDPARM_PARALLEL_H
#define HDPARM_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct parallel;

/* For `n` pieces of work; NULL: no memory. */
struct parallel *parallel_new(size_t n);

/*
 * Frees it, in the parent and in a child. Children that still run are not ended; their pipe is
 * closed.
 */
void parallel_free(struct parallel *);

/*
 * Starts piece `i` in a process of its own. Returns 1 in the parent, or -errno if no process can be
 * started; 0 in the child, with its streams in *out and *err. The parent receives what the child
 * writes there, and its exit status. The caller flushes its own streams first.
 */
int parallel_start(struct parallel *, size_t i, FILE **out, FILE **err);

/* How many pieces are running, and whether piece `i` is or has been. */
unsigned parallel_running_count(const struct parallel *);
bool parallel_was_started(const struct parallel *, size_t i);

/* Waits until at least one of them writes or ends: true; or until `ms` have passed: false. */
bool parallel_wait(struct parallel *, int ms);

/* Sends SIGTERM to all that are running. */
void parallel_terminate(const struct parallel *);

/*
 * A result that the child stores for the parent, since an exit status has only 8 bits; 0 if it
 * stored none. The parent reads it after the piece has ended.
 */
void parallel_store_result(struct parallel *, size_t i, int number);
int parallel_result(const struct parallel *, size_t i);

/* Whether piece `i` was started and has ended. */
bool parallel_has_ended(const struct parallel *, size_t i);

/* Its exit status, or -N when signal N killed it. */
int parallel_status(const struct parallel *, size_t i);

/* Calls say(who, to_err, text, bytes) for what piece `i` wrote, in order. */
void parallel_hand_out(const struct parallel *, size_t i,
		       void (*say)(void *who, bool to_err, const char *text, size_t bytes),
		       void *who);

/* Whether memory ran out for its output, so that only the beginning was kept. */
bool parallel_lost(const struct parallel *, size_t i);

/* All that it wrote to its standard output; the caller frees it. NULL: no memory. */
char *parallel_text(const struct parallel *, size_t i);

#endif
