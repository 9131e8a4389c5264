// SPDX-License-Identifier: GPL-2.0-or-later
/* Answers from a recording, and what is wrong with them. */
#include "replay.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Only the first fault is kept: the others follow from it. */
void replay_missing(struct replay *replay, const char *key)
{
	if (!*replay->fault)
		snprintf(replay->fault, sizeof(replay->fault), "nothing is recorded for: %.180s",
			 key);
}

void replay_unfit(struct replay *replay, const struct exchange *exchange, const char *why)
{
	if (!*replay->fault)
		snprintf(replay->fault, sizeof(replay->fault), "line %lu: %s", exchange->line, why);
}

/* An answer of a call whose results are 0, a small number or -errno. */
int replay_small(struct replay *replay, const struct exchange *exchange)
{
	if (exchange->result >= -4095 && exchange->result <= INT32_MAX)
		return (int)exchange->result;
	replay_unfit(replay, exchange, "no such result exists");
	return -EIO;
}

/* Copies the data under `label`; less than `bytes` is a fault, as is more. */
bool replay_give(struct replay *replay, const struct exchange *exchange, const char *label,
		 void *to, size_t bytes)
{
	const struct payload *payload = exchange_data(exchange, label);

	if (bytes == 0)
		return true;
	if (!payload || payload->bytes != bytes) {
		replay_unfit(replay, exchange,
			     "the data have another length than the call asks for");
		return false;
	}
	memcpy(to, payload->data, bytes);
	return true;
}

/* A call without data; 0 if the recording does not have it. */
int replay_plain(struct replay *replay, const char *call, int fd)
{
	struct exchange *exchange;
	char key[KEY_BYTES];

	snprintf(key, sizeof(key), "%s %s", call, file_name(&replay->files, fd));
	exchange = script_next(replay->script, key);
	return exchange ? replay_small(replay, exchange) : 0;
}
