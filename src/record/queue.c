// SPDX-License-Identifier: GPL-2.0-or-later
/* Queues of reads, recorded and replayed: one exchange for each wait, with what came out of it. */
#include "ata_sectors.h"
#include "read_queue.h"
#include "tape.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One finished read among the data of a wait: slot (4 bytes), result (8), were all bytes zero. */
enum { DONE_BYTES = 13, DONE_AT_ONCE = 256 };

struct taped {
	struct read_queue queue;
	struct read_queue *real; /* NULL in a replay */
	struct read_queue_setup setup;
	struct host *host;
	char engine[16];	    /* a replay's */
	size_t asked[DONE_AT_ONCE]; /* bytes that a slot's read wants; 0: the slot is idle */
};

static int taped_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct taped *taped = (struct taped *)queue;

	if (taped->real)
		return read_queue_push(taped->real, slot, bytes, offset);
	if (slot >= taped->setup.depth || bytes > taped->setup.slot_bytes)
		return -EINVAL;
	taped->asked[slot] = bytes;
	return 0;
}

static char *slot_of(const struct taped *taped, unsigned slot)
{
	return taped->setup.buffer + slot * taped->setup.slot_bytes;
}

static void encode_done(const struct taped *taped, const struct read_done *done,
			uint8_t bytes[DONE_BYTES])
{
	uint64_t result = (uint64_t)done->result;

	for (unsigned i = 0; i < DONE_BYTES - 1; i++)
		bytes[i] = (uint8_t)(i < 4 ? done->slot >> 8 * i : result >> 8 * (i - 4));
	bytes[12] = done->result <= 0 || all_zeros(slot_of(taped, done->slot), (size_t)result);
}

/* The recording may hold anything: only possible answers are passed on. */
static bool decode_done(struct taped *taped, const uint8_t bytes[DONE_BYTES],
			struct read_done *done)
{
	uint64_t result = 0;

	done->slot = 0;
	for (unsigned i = 0; i < 4; i++)
		done->slot |= (unsigned)bytes[i] << 8 * i;
	for (unsigned i = 0; i < 8; i++)
		result |= (uint64_t)bytes[4 + i] << 8 * i;
	done->result = (ssize_t)result;
	if (done->slot >= taped->setup.depth || !taped->asked[done->slot] || done->result < -4095 ||
	    done->result > (ssize_t)taped->asked[done->slot])
		return false;
	taped->asked[done->slot] = 0;
	if (done->result > 0)
		memset(slot_of(taped, done->slot), bytes[12] ? 0 : 0xff, (size_t)done->result);
	return true;
}

/* The engine may change in any wait; one that the recording does not name stays. */
static bool take_engine(struct taped *taped, struct call *call)
{
	uint64_t depth;
	const char *engine;

	if (call->rec) {
		if (taped->queue.engine != taped->real->engine)
			call_put(call, " engine=%s depth=%u", taped->real->engine,
				 taped->real->depth);
		taped->queue.engine = taped->real->engine;
		taped->queue.depth = taped->real->depth;
		return true;
	}
	if (!call->answer)
		return false;
	depth = exchange_number(call->answer, "depth", taped->queue.depth);
	if (depth < 1 || depth > taped->setup.depth || depth > DONE_AT_ONCE)
		return false;
	taped->queue.depth = (unsigned)depth;
	engine = exchange_value(call->answer, "engine");
	if (engine)
		snprintf(taped->engine, sizeof(taped->engine), "%.*s", (int)strcspn(engine, " "),
			 engine);
	return true;
}

static int taped_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
		      unsigned max)
{
	struct taped *taped = (struct taped *)queue;
	static const struct call_row row = { "queue_wait", -EIO, 0 };
	uint8_t bytes[DONE_AT_ONCE * DONE_BYTES];
	struct call call;
	size_t n;

	max = max < DONE_AT_ONCE ? max : DONE_AT_ONCE;
	if (call_starts(&call, taped->host, &row, " %s", call_file(taped->host, taped->setup.fd)))
		call.result = read_queue_wait(taped->real, timeout_ns, done, max);
	if (!take_engine(taped, &call) || call.result > max)
		return -EIO;
	n = call.result > 0 ? (size_t)call.result : 0;
	for (size_t i = 0; call.rec && i < n; i++)
		encode_done(taped, &done[i], bytes + i * DONE_BYTES);
	call_data(&call, "done", MASK_NOTHING, bytes, n * DONE_BYTES);
	for (size_t i = 0; !call.rec && call.result > 0 && i < n; i++) {
		if (!decode_done(taped, bytes + i * DONE_BYTES, &done[i]))
			return -EIO;
	}
	return (int)call_end(&call);
}

static void taped_close(struct read_queue *queue)
{
	struct taped *taped = (struct taped *)queue;

	if (taped->real)
		read_queue_close(taped->real);
	free(taped);
}

static const struct read_queue_ops taped_ops = {
	.push = taped_push,
	.wait = taped_wait,
	.close = taped_close,
};

/* In a replay, an impossible answer fails the open or the wait with -EIO. */
int tape_queue_open(struct host *host, const struct read_queue_setup *setup,
		    struct read_queue **queue)
{
	static const struct call_row row = { "queue_open", -EIO, CALL_FAULT };
	struct taped *taped = calloc(1, sizeof(*taped));
	struct call call;

	if (taped)
		*taped = (struct taped){ .queue = { &taped_ops, taped->engine, setup->depth },
					 .setup = *setup,
					 .host = host };
	if (call_starts(&call, host, &row, " %s %u", call_file(host, setup->fd), setup->depth) &&
	    taped)
		call.result = host_queue_open(host->below, setup, &taped->real);
	if (!taped)
		call.result = -ENOMEM;
	else if (call.result >= 0 && !call.rec && setup->depth > DONE_AT_ONCE)
		call.result = -EINVAL;
	if (call.result >= 0 && !take_engine(taped, &call))
		call.result = -EIO;
	if (call.result < 0)
		free(taped);
	else
		*queue = &taped->queue;
	return (int)call_end(&call);
}
