/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --record and --replay: a recorder writes answers to calls to a text file, from which a replay
 * answers. A recording is lines:
 *   hdparm-recording 1           first
 *   # anything                   comment
 *   CALL ARGUMENTS = RESULT NAME=VALUE ...
 *                                one exchange: a call and its answer
 *    LABEL BYTES ...             data of the exchange, indented, in hexadecimal; XX*N is N equal
 *                                bytes. Data with the label "text" or "name" are percent-encoded
 *   end                          last
 * CALL ARGUMENTS is the key of an exchange. A replay answers a call with the next unused exchange
 * of its key. If all are used, the replay repeats the last exchange of the key, a limited number of
 * times.
 */
#ifndef HDPARM_RECORDING_H
#define HDPARM_RECORDING_H

#include "host.h"

enum { REPLAY_FAULT_BYTES = 256, RECORDING_BYTES = 32 << 20 /* a recording has fewer bytes */ };

/*
 * Return a host that passes calls to `real` and records answers; NULL: no memory. Without
 * `serials`, serial numbers and world wide names are masked.
 */
struct host *recorder_new(struct host *real, bool serials);

/*
 * Write the recording by host_save_file(), and return the result. -ENOMEM, and nothing is written,
 * if a part of the recording is missing, or there was no room to note a name that must be masked.
 */
int recorder_save(struct host *recorder, const char *path);

/*
 * Return a host that answers recorded calls from a copy of text[0..bytes-1], and changes no file.
 * To `real` it passes only holds of signals, and reads of descriptors that it did not open, such as
 * standard input. NULL, with a message in `fault`: the text is no recording; with an empty `fault`:
 * memory is short.
 */
struct host *replay_new(struct host *real, const char *text, size_t bytes,
			char fault[REPLAY_FAULT_BYTES]);

/*
 * Make *replay from a file or a pipe. 0, or -errno with a message in `fault`: -EINVAL if `path` is
 * a device, or the text is no recording.
 */
int replay_load(struct host *real, const char *path, struct host **replay,
		char fault[REPLAY_FAULT_BYTES]);

/* Return a message about the first answer that is impossible, or needed and missing; or NULL. */
const char *replay_fault(const struct host *replay);

/* Free a recorder or a replay; NULL is allowed. */
void recording_free(struct host *);

#endif
