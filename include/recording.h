/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What drives and sysfs answered, recorded into a text file, and answers from such a file: two
 * layers before another host. Nothing tells how the program ran: there are no times, no signals, no
 * contents of what was read from the medium or sent.
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
 */
#ifndef HDPARM_RECORDING_H
#define HDPARM_RECORDING_H

#include "host.h"

enum { REPLAY_FAULT_BYTES = 256, RECORDING_BYTES = 32 << 20 /* the longest */ };

/* A recorder before `real`. `serials`: names of drives are not masked. NULL: no memory. */
struct host *recorder_new(struct host *real, bool serials);

/* Write the recording: 0 or -errno. An existing file is replaced as a whole or kept. */
int recorder_save(struct host *recorder, const char *path);

/*
 * A host that answers from the recording in text[0..bytes-1], which is copied. Its clock goes on by
 * what it is told to sleep; standard input, memory and signals are those of `real`. NULL with a
 * line in `fault` ("line 12: ...") where memory is short or the text is no recording.
 */
struct host *replay_new(struct host *real, const char *text, size_t bytes,
			char fault[REPLAY_FAULT_BYTES]);

/*
 * Load a recording from a file or a pipe; `fault` begins with its name. 0; -errno: -EINVAL if the
 * file is no recording.
 */
int replay_load(struct host *real, const char *path, struct host **replay,
		char fault[REPLAY_FAULT_BYTES]);

/* The first call that is not in the recording or does not match it; NULL if all are there. */
const char *replay_fault(const struct host *replay);

/* Free a recorder or a replay. */
void recording_free(struct host *);

#endif
