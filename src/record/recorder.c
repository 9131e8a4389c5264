// SPDX-License-Identifier: GPL-2.0-or-later
/* A recording: its beginning and its end. */
#include "tape.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* All lines except those of data, whose bytes are masked before they become digits. */
static void mask_lines(const struct mask *mask, char *text)
{
	for (char *line = text, *end; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*line != ' ' || !strncmp(line, " text ", 6) || !strncmp(line, " name ", 6)) {
			char kept = *end;

			*end = '\0';
			mask_text(mask, line);
			*end = kept;
		}
		end += *end == '\n';
	}
}

int recorder_save(struct recorder *rec)
{
	if (rec->saved)
		return rec->error;
	rec->saved = true;
	recorder_put(rec, "end\n");
	rec->error = -ENOMEM;
	/* a recording with a gap is not saved: a replay could not see the gap, nor a reader a name
	 */
	if (rec->no_memory || (rec->mask.full && !rec->setup.serials))
		return rec->error;
	if (!rec->setup.serials)
		mask_lines(&rec->mask, rec->text);
	rec->error = host_save_file(rec->tape.host.below, rec->setup.path, rec->text, rec->bytes,
				    SAVE_PRIVATE);
	return rec->error;
}

int recorder_save_ended(struct recorder *rec, int signal)
{
	char key[KEY_BYTES], *answer;

	if (rec->saved)
		return 0;
	rec->bytes = __atomic_load_n(&rec->whole, __ATOMIC_ACQUIRE);
	snprintf(key, sizeof(key), "%s", rec->text + rec->bytes);
	answer = strstr(key, " = ");
	if (answer)
		*answer = '\0';
	recorder_put(rec, "# ended by signal %d\n", signal);
	if (key[0])
		recorder_put(rec, "# not answered: %s\n", key);
	return recorder_save(rec);
}

bool recorder_holds(const struct recorder *rec)
{
	return __atomic_load_n(&rec->tape.held, __ATOMIC_ACQUIRE);
}

/* Unused memory is free, except if the kernel counts it beforehand: then less is tried. */
struct recorder *recorder_new(struct host *real, const struct recording_setup *setup)
{
	enum { LEAST_BYTES = 1 << 20 };
	struct recorder *rec = NULL;
	size_t room = RECORDING_BYTES;

	while (!rec && room >= LEAST_BYTES) {
		rec = host_shared(sizeof(*rec) + room);
		if (!rec)
			room /= 2;
	}
	if (!rec)
		return NULL;
	rec->tape.host = (struct host){ .ops = &tape_ops, .below = real };
	rec->tape.now = host_now_ns(real);
	rec->setup = *setup;
	rec->room = room;
	recorder_put(rec, "hdparm-recording 1\n# serial numbers are %s\n",
		     setup->serials ? "included" : "masked");
	recorder_whole(rec);
	return rec;
}

struct host *recorder_host(struct recorder *rec)
{
	return &rec->tape.host;
}

void recorder_free(struct recorder *rec)
{
	if (rec)
		host_shared_free(rec, sizeof(*rec) + rec->room);
}
