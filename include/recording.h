/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recording of every exchange with the machine into a text file, and answers from such a file. Both
 * are layers before another host.
 *
 * A recording is lines:
 *   hdparm-recording 1           first
 *   # anything                   comment
 *   CALL ARGUMENTS = RESULT NAME=VALUE ...
 *                                one exchange: what was called, and what came back
 *    LABEL BYTES ...             its data, indented, in hexadecimal; XX*N is N times the same;
 *                                after "text", percent-encoded characters; after "name", a
 *                                file's name in the same way, one of a list
 *   end                          last
 * An answer is looked up by CALL ARGUMENTS: the next unused one, else the last one again.
 * Times are nanoseconds from the start (now) and microseconds that a call took (us=).
 */
#ifndef HDPARM_RECORDING_H
#define HDPARM_RECORDING_H

#include "host.h"

struct recorder;
struct replay;

enum { REPLAY_FAULT_BYTES = 256, RECORDING_BYTES = 1 << 30 /* the longest */ };

struct recording_setup {
	const char *path; /* of the recording; not copied */
	bool serials;	  /* do not mask serial numbers and world wide names */
};

/*
 * A recorder before `real`. It never records the data of SECURITY commands, password files or
 * standard input. Child processes made from now on share it. NULL: no memory.
 */
struct recorder *recorder_new(struct host *real, const struct recording_setup *setup);
struct host *recorder_host(struct recorder *);

/* Writes the recording, once. 0 or -errno; an existing file is replaced as a whole or kept. */
int recorder_save(struct recorder *);

/*
 * The same in the parent of the recording process, after a signal ended that: writes the complete
 * exchanges and the unanswered one. 0 or -errno; also 0 if it was already saved.
 */
int recorder_save_ended(struct recorder *, int signal);

/* Whether the recording process holds signals, so that it will end by itself after one. */
bool recorder_holds(const struct recorder *);

void recorder_free(struct recorder *);

/*
 * A host that answers from the recording in text[0..bytes-1], which is copied; memory and signals
 * are those of `real`. NULL with a line in `fault` ("12: no result") where memory is short or the
 * text is no recording.
 */
struct replay *replay_new(struct host *real, const char *text, size_t bytes,
			  char fault[REPLAY_FAULT_BYTES]);

/*
 * The same from a file or a pipe; `fault` begins with its name. 0, or -errno: -EINVAL if it is no
 * recording.
 */
int replay_load(struct host *real, const char *path, struct replay **replay,
		char fault[REPLAY_FAULT_BYTES]);

struct host *replay_host(struct replay *);

/* The first call that is not in the recording or does not match it; NULL if all are there. */
const char *replay_fault(const struct replay *);
void replay_free(struct replay *);

#endif
