/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recording every exchange with the machine into a text file, and answering from such a file. Both
 * are layers before another host, so that nothing else knows of them.
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
 * An answer is looked up by CALL ARGUMENTS: the next one not yet given, else the last one again.
 * Times are nanoseconds from the start (now) and microseconds that a call took (us=).
 */
#ifndef HDPARM_RECORDING_H
#define HDPARM_RECORDING_H

#include "host.h"

struct recorder;
struct replay;

enum { REPLAY_FAULT_BYTES = 256, RECORDING_BYTES = 256 << 20 /* the longest */ };

struct recording_setup {
	const char *path; /* where it goes; not copied */
	bool serials;	  /* of drives, and world wide names: not masked */
};

/*
 * A recorder before `real`, which is listened to. Data of SECURITY commands and password files
 * never go into it, nor does standard input. Processes that are made from now on share it. NULL: no
 * memory.
 */
struct recorder *recorder_new(struct host *real, const struct recording_setup *setup);
struct host *recorder_host(struct recorder *);

/* Writes what was recorded, once. 0 or -errno; a file of that name is replaced as a whole, or
 * stays as it is. */
int recorder_save(struct recorder *);

/*
 * The same for another process, which waits for the one that recorded and was ended by a signal:
 * whole exchanges, and what was not answered. 0 or -errno, 0 too if it was saved already.
 */
int recorder_save_ended(struct recorder *, int signal);

/* Whether the process that records will come to its own end though a signal came. */
bool recorder_holds(const struct recorder *);

void recorder_free(struct recorder *);

/*
 * A machine that answers from the recording in text[0..bytes-1], which is copied; memory and
 * signals are those of `real`. NULL with a line in `fault` ("12: no result") for no memory and
 * for what is no recording.
 */
struct replay *replay_new(struct host *real, const char *text, size_t bytes,
			  char fault[REPLAY_FAULT_BYTES]);

/*
 * The same from a file or a pipe; `fault` begins with its name. 0, or -errno: -EINVAL for what is
 * no recording.
 */
int replay_load(struct host *real, const char *path, struct replay **replay,
		char fault[REPLAY_FAULT_BYTES]);

struct host *replay_host(struct replay *);

/* What was asked and is not in the recording, or did not fit; NULL if all was there. */
const char *replay_fault(const struct replay *);
void replay_free(struct replay *);

#endif
