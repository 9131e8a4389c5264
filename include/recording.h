/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --record and --replay: two layers before another host. A recorder writes all answers of drives
 * and sysfs to a text file; a replay answers from the file. The file has no times, no signals, and
 * no data that were sent. The contents of the medium are in the file only if the user reads them,
 * by
 * --read-sector.
 *
 * A recording is lines:
 *   hdparm-recording 1           first
 *   # anything                   comment
 *   CALL ARGUMENTS = RESULT NAME=VALUE ...
 *                                one exchange: a call and its answer
 *    LABEL BYTES ...             data of the exchange, indented, in hexadecimal; XX*N is N equal
 *                                bytes. After "text": percent-encoded characters. After "name": a
 *                                path of a list, percent-encoded
 *   end                          last
 * CALL ARGUMENTS is the key: a replay answers with the next unused exchange of the key, else with
 * the last exchange again.
 */
#ifndef HDPARM_RECORDING_H
#define HDPARM_RECORDING_H

#include "host.h"

enum { REPLAY_FAULT_BYTES = 256, RECORDING_BYTES = 32 << 20 /* greatest length */ };

/* Return a recorder before `real`; NULL: no memory. `serials`: names of drives are not masked. */
struct host *recorder_new(struct host *real, bool serials);

/* Write the recording. 0 or -errno; an existing file is replaced as a whole or kept. */
int recorder_save(struct host *recorder, const char *path);

/*
 * Return a host that answers from a copy of text[0..bytes-1]. Each sleep advances its clock.
 * Standard input, memory and signals are those of `real`. NULL, with a line in `fault`
 * ("line 12: ..."), if memory is short or the text is no recording.
 */
struct host *replay_new(struct host *real, const char *text, size_t bytes,
			char fault[REPLAY_FAULT_BYTES]);

/*
 * Load a recording from a file or a pipe; `fault` begins with the file's name. 0 or -errno: -EINVAL
 * if the file is no recording.
 */
int replay_load(struct host *real, const char *path, struct host **replay,
		char fault[REPLAY_FAULT_BYTES]);

/* Return the first call that the recording lacks or contradicts; NULL if there is no such call. */
const char *replay_fault(const struct host *replay);

/* Free a recorder or a replay. */
void recording_free(struct host *);

#endif
