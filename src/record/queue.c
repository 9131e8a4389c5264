// SPDX-License-Identifier: GPL-2.0-or-later
/* Queues of reads, recorded and replayed. */
#include "queue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DONE_AT_ONCE = 256 };

bool all_zeros(const void *data, size_t bytes)
{
	const uint8_t *byte = data;

	return bytes == 0 || (byte[0] == 0 && !memcmp(byte, byte + 1, bytes - 1));
}

struct recorded {
	struct read_queue queue;
	struct read_queue *real;
	struct read_queue_setup setup;
	struct recorder *rec;
	char path[PATH_KEPT];
};

static int recorded_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct recorded *recorded = (struct recorded *)queue;

	return read_queue_push(recorded->real, slot, bytes, offset);
}

static void put_done(const struct recorded *recorded, const struct read_done *done)
{
	const char *buffer = recorded->setup.buffer + done->slot * recorded->setup.slot_bytes;
	uint64_t result = (uint64_t)done->result;
	bool zeros = done->result <= 0 || all_zeros(buffer, (size_t)done->result);

	recorder_put(recorded->rec, " done");
	for (unsigned i = 0; i < 4; i++)
		recorder_put(recorded->rec, " %02x", done->slot >> 8 * i & 0xff);
	for (unsigned i = 0; i < 8; i++)
		recorder_put(recorded->rec, " %02x", (unsigned)(result >> 8 * i & 0xff));
	recorder_put(recorded->rec, " %02x\n", zeros);
}

static int recorded_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
			 unsigned max)
{
	struct recorded *recorded = (struct recorded *)queue;
	int n = read_queue_wait(recorded->real, timeout_ns, done, max);

	recorder_put(recorded->rec, "queue_wait %s = %d", recorded->path, n);
	if (recorded->queue.engine != recorded->real->engine)
		recorder_put(recorded->rec, " engine=%s depth=%u", recorded->real->engine,
			     recorded->real->depth);
	recorder_put(recorded->rec, "\n");
	recorded->queue.engine = recorded->real->engine;
	recorded->queue.depth = recorded->real->depth;
	for (int i = 0; i < n; i++)
		put_done(recorded, &done[i]);
	recorder_whole(recorded->rec);
	return n;
}

static void recorded_close(struct read_queue *queue)
{
	struct recorded *recorded = (struct recorded *)queue;

	read_queue_close(recorded->real);
	free(recorded);
}

static const struct read_queue_ops recorded_ops = {
	.push = recorded_push,
	.wait = recorded_wait,
	.close = recorded_close,
};

int queue_recorded(struct recorder *rec, const char *path, const struct read_queue_setup *setup,
		   struct read_queue **queue)
{
	struct recorded *recorded = calloc(1, sizeof(*recorded));

	if (!recorded) {
		read_queue_close(*queue);
		return -ENOMEM;
	}
	recorded->real = *queue;
	recorded->queue = **queue;
	recorded->queue.ops = &recorded_ops;
	recorded->setup = *setup;
	recorded->rec = rec;
	snprintf(recorded->path, sizeof(recorded->path), "%s", path);
	*queue = &recorded->queue;
	return 0;
}

struct replayed {
	struct read_queue queue;
	struct read_queue_setup setup;
	struct script *script;
	char engine[16];
	char key[KEY_BYTES];
	size_t asked[DONE_AT_ONCE]; /* bytes that a slot's read wants; 0: the slot is idle */
};

static int replayed_push(struct read_queue *queue, unsigned slot, size_t bytes, uint64_t offset)
{
	struct replayed *replayed = (struct replayed *)queue;

	(void)offset;
	if (slot >= replayed->setup.depth || bytes > replayed->setup.slot_bytes)
		return -EINVAL;
	replayed->asked[slot] = bytes;
	return 0;
}

/* The recording may hold anything: only possible answers are passed on. */
static bool take_done(struct replayed *replayed, const uint8_t *bytes, struct read_done *done)
{
	uint64_t result = 0;

	done->slot = bytes[0] | (unsigned)bytes[1] << 8 | (unsigned)bytes[2] << 16 |
		     (unsigned)bytes[3] << 24;
	for (unsigned i = 0; i < 8; i++)
		result |= (uint64_t)bytes[4 + i] << 8 * i;
	done->result = (ssize_t)result;
	if (done->slot >= replayed->setup.depth || !replayed->asked[done->slot] ||
	    done->result < -4095 || done->result > (ssize_t)replayed->asked[done->slot])
		return false;
	replayed->asked[done->slot] = 0;
	if (done->result > 0)
		memset(replayed->setup.buffer + done->slot * replayed->setup.slot_bytes,
		       bytes[12] ? 0 : 0xff, (size_t)done->result);
	return true;
}

/* The engine may change in any wait; one that the recording does not name stays. */
static bool take_engine(struct replayed *replayed, const struct exchange *exchange)
{
	uint64_t depth = exchange_number(exchange, "depth", replayed->queue.depth);
	char engine[sizeof(replayed->engine)];

	if (depth < 1 || depth > replayed->setup.depth || depth > DONE_AT_ONCE)
		return false;
	replayed->queue.depth = (unsigned)depth;
	exchange_word(exchange, "engine", engine, sizeof(engine));
	if (engine[0])
		memcpy(replayed->engine, engine, sizeof(engine));
	return true;
}

static int replayed_wait(struct read_queue *queue, uint64_t timeout_ns, struct read_done *done,
			 unsigned max)
{
	struct replayed *replayed = (struct replayed *)queue;
	struct exchange *exchange = script_next(replayed->script, replayed->key);
	const struct payload *payload;

	(void)timeout_ns;
	if (!exchange || !take_engine(replayed, exchange))
		return -EIO;
	if (exchange->result <= 0)
		return exchange->result < -4095 ? -EIO : (int)exchange->result;
	payload = exchange_data(exchange, "done");
	if (exchange->result > max || !payload ||
	    payload->bytes != (size_t)exchange->result * DONE_BYTES)
		return -EIO;
	for (int64_t i = 0; i < exchange->result; i++) {
		if (!take_done(replayed, payload->data + (size_t)i * DONE_BYTES, &done[i]))
			return -EIO;
	}
	return (int)exchange->result;
}

static void replayed_close(struct read_queue *queue)
{
	free((struct replayed *)queue);
}

static const struct read_queue_ops replayed_ops = {
	.push = replayed_push,
	.wait = replayed_wait,
	.close = replayed_close,
};

int queue_replayed(struct script *script, const struct exchange *opening, const char *path,
		   const struct read_queue_setup *setup, struct read_queue **queue)
{
	struct replayed *replayed;

	if (setup->depth > DONE_AT_ONCE)
		return -EINVAL;
	if (opening->result < 0)
		return opening->result < -4095 ? -EIO : (int)opening->result;
	replayed = calloc(1, sizeof(*replayed));
	if (!replayed)
		return -ENOMEM;
	replayed->queue = (struct read_queue){ &replayed_ops, replayed->engine, setup->depth };
	replayed->setup = *setup;
	if (!take_engine(replayed, opening)) {
		free(replayed);
		return -EIO;
	}
	replayed->script = script;
	snprintf(replayed->key, sizeof(replayed->key), "queue_wait %s", path);
	*queue = &replayed->queue;
	return 0;
}
