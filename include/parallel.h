/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Work in several processes at once. What each says on its two streams is kept in the order in
 * which it was said, and handed out whole.
 */
#ifndef HDPARM_PARALLEL_H
#define HDPARM_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct parallel;

/* Room for `n` pieces of work; NULL: no memory. */
struct parallel *parallel_new(size_t n);

/*
 * Ends a parallel, in the parent and in a child. Children that still run are left alone, and see
 * their pipe closed.
 */
void parallel_free(struct parallel *);

/*
 * Starts piece `i` in a process of its own. In the parent 1, or -errno, and then there is no child;
 * in the child 0, with its streams in *out and *err: what it says there, and the status it exits
 * with, reach the parent. The caller flushes its own streams before.
 */
int parallel_start(struct parallel *, size_t i, FILE **out, FILE **err);

/* How many run now, and whether piece `i` does. */
unsigned parallel_running_count(const struct parallel *);
bool parallel_is_running(const struct parallel *, size_t i);

/* Waits until at least one of them says something or ends, or `ms` are over. */
void parallel_wait(struct parallel *, int ms);

/* Asks all that run to end (SIGTERM). */
void parallel_terminate(const struct parallel *);

/*
 * A number of its own that the child leaves for the parent, since its exit status has 8 bits alone;
 * 0 unless it did. The parent asks when the piece has ended.
 */
void parallel_store_result(struct parallel *, size_t i, int number);
int parallel_result(const struct parallel *, size_t i);

/* Whether piece `i` was started and has ended. */
bool parallel_has_ended(const struct parallel *, size_t i);

/* Its exit status, or -N when signal N killed it. */
int parallel_status(const struct parallel *, size_t i);

/* Hands out what piece `i` said, in order: say(who, to_err, text, bytes). */
void parallel_hand_out(const struct parallel *, size_t i,
		       void (*say)(void *who, bool to_err, const char *text, size_t bytes),
		       void *who);

/* Whether memory ran out for it: what is handed out then is its beginning. */
bool parallel_lost(const struct parallel *, size_t i);

/* What it said on its standard output, whole, to be freed; NULL: no memory. */
char *parallel_text(const struct parallel *, size_t i);

#endif
