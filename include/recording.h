/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --record and --replay: two layers before another host. A recorder writes the answers of drives
 * and sysfs to a text file; a replay answers from the file. The file has no times, no signals, and
 * no data that were sent. The file has digests of sectors that the kernel read, and the data of
 * sectors that an ATA command read, as for --read-sector.
 *
 * A recording is lines:
 *   hdparm-recording 1           first
 *   # anything                   comment
 *   CALL ARGUMENTS = RESULT NAME=VALUE ...
 *                                one exchange: a call and its answer
 *    LABEL BYTES ...             data of the exchange, indented, in hexadecimal; XX*N is N equal
 *                                bytes. The label "text": percent-encoded characters. The label
 *                                "name": a path of a list, percent-encoded
 *   end                          last
 * CALL ARGUMENTS is the key of an exchange. A replay answers a call with the next unused exchange
 * of its key. When all exchanges of the key are used, the replay repeats the last of these, up to a
 * limit that ends an endless --wait.
 */
#ifndef HDPARM_RECORDING_H
#define HDPARM_RECORDING_H

#include "host.h"

enum { REPLAY_FAULT_BYTES = 256, RECORDING_BYTES = 32 << 20 /* limit for a recording */ };

/*
 * Return a host that passes calls to `real` and records the answers; NULL: no memory. If `serials`
 * is true, serial numbers and world wide names of drives are not masked.
 */
struct host *recorder_new(struct host *real, bool serials);

/* Write the recording by host_save_file(). 0, or -errno: -ENOMEM for an incomplete recording. */
int recorder_save(struct host *recorder, const char *path);

/*
 * Return a host that answers from a copy of text[0..bytes-1]. The clock of this host advances by
 * each sleep and each reading. Standard input, memory and signals are those of `real`. NULL, with a
 * message in `fault` ("line 12: ..."), if memory is short or the text is no recording.
 */
struct host *replay_new(struct host *real, const char *text, size_t bytes,
			char fault[REPLAY_FAULT_BYTES]);

/*
 * Make *replay from a recording in a file or a pipe. Return 0, or -errno with a message in `fault`
 * that begins with `path`: -EINVAL if the file is no recording.
 */
int replay_load(struct host *real, const char *path, struct host **replay,
		char fault[REPLAY_FAULT_BYTES]);

/* Return a message about the first call that the recording cannot answer; NULL: none. */
const char *replay_fault(const struct host *replay);

/* Free a recorder or a replay. */
void recording_free(struct host *);

#endif
