/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Child processes: several pieces of work at once, a ticker, and memory shared with them. */
#ifndef HDPARM_CHILDREN_H
#define HDPARM_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/*
 * --- work in several processes; what each writes to its two streams is kept in order, and handed
 * over as a whole ---
 */

struct parallel;

/* Make a set of `n` pieces of work; NULL: no memory. */
struct parallel *parallel_new(size_t n);

/*
 * Free it. Children that still run are not ended; their pipe is closed. `ends`: this is a child
 * that ends now; its pipes and shared memory are left to the kernel, which saves two system calls
 * for each drive.
 */
void parallel_free(struct parallel *, bool ends);

/*
 * Start piece `i` in a process of its own. Returns 1 in the parent, or -errno if no process can be
 * started; 0 in the child, with its streams in *out and *err. The parent receives what the child
 * writes there, and its exit status. The caller flushes its own streams first.
 */
int parallel_start(struct parallel *, size_t i, FILE **out, FILE **err);

/* How many pieces are running, and whether piece `i` is or has been. */
unsigned parallel_running_count(const struct parallel *);
bool parallel_was_started(const struct parallel *, size_t i);

/* Wait until at least one of them writes or end: true; or until `ms` have passed: false. */
bool parallel_wait(struct parallel *, int ms);

/* Send SIGTERM to all that are running. */
void parallel_terminate(const struct parallel *);

/*
 * Store a result for the parent, since an exit status has only 8 bits. The parent reads the number
 * after the piece has ended; 0 if the child stored none.
 */
void parallel_store_result(struct parallel *, size_t i, int number);
int parallel_result(const struct parallel *, size_t i);

/* True if piece `i` was started and has ended. */
bool parallel_has_ended(const struct parallel *, size_t i);

/* Return the exit status of the piece, or -N if signal N killed the child. */
int parallel_status(const struct parallel *, size_t i);

/* Call say(who, to_err, text, bytes) for what piece `i` wrote, in order. */
void parallel_hand_out(const struct parallel *, size_t i,
		       void (*say)(void *who, bool to_err, const char *text, size_t bytes),
		       void *who);

/* True if memory ran out for its output, so that only the beginning was kept. */
bool parallel_lost(const struct parallel *, size_t i);

/* Return all standard output of the piece; the caller frees the text. NULL: no memory. */
char *parallel_text(const struct parallel *, size_t i);

/* --- shared memory, and a ticker --- */

/* Memory shared with child processes, zeroed; NULL if there is none. */
void *host_shared(size_t bytes);
void host_shared_free(void *memory, size_t bytes);

/*
 * Calls tick(who, seconds since the start) once a second in a child process, while this process
 * waits for something else. Changes that tick() makes to memory are lost. It is no error if there
 * is no child. ticker_stop() returns when no call is running any more.
 */
struct ticker {
	pid_t pid;
	int fd;
};
struct ticker ticker_start(void (*tick)(void *who, uint64_t seconds), void *who);
void ticker_stop(struct ticker *ticker);

#endif
