// SPDX-License-Identifier: GPL-2.0-or-later
/* Records the calls to the machine and their answers. */
#include "recorder.h"

#include <errno.h>
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
	/* a recording with a gap is not saved: a replay could not see the gap */
	if (rec->no_memory)
		return rec->error;
	if (!rec->setup.serials)
		mask_lines(&rec->mask, rec->text);
	rec->error = host_save_file(rec->host.below, rec->setup.path, rec->text, rec->bytes,
				    SAVE_PRIVATE);
	return rec->error;
}

int recorder_save_ended(struct recorder *rec, int signal)
{
	if (rec->saved)
		return 0;
	rec->bytes = __atomic_load_n(&rec->whole, __ATOMIC_ACQUIRE);
	recorder_put(rec, "# ended by signal %d\n", signal);
	if (rec->asking[0])
		recorder_put(rec, "# not answered: %s\n", rec->asking);
	return recorder_save(rec);
}

bool recorder_holds(const struct recorder *rec)
{
	return __atomic_load_n(&rec->holds, __ATOMIC_ACQUIRE);
}

static bool record_interrupt_hold(struct host *host, bool all)
{
	struct recorder *rec = recorder_of(host);
	bool holds = host_interrupt_hold(rec->host.below, all);

	rec->holds |= holds;
	return holds;
}

/* Records a signal once, by the number of the poll that noticed it. */
static void record_poll(struct recorder *rec, bool came)
{
	rec->polls++;
	if (came && !rec->told)
		recorder_line(rec, "interrupted = %u\n", rec->polls);
	rec->told = came;
}

static bool record_interrupted(struct host *host)
{
	struct recorder *rec = recorder_of(host);
	bool came = host_interrupted(rec->host.below);

	record_poll(rec, came);
	return came;
}

static bool record_interrupt_release(struct host *host)
{
	struct recorder *rec = recorder_of(host);
	bool came = host_interrupt_release(rec->host.below);

	record_poll(rec, came);
	rec->told = false;
	rec->holds = came;
	return came;
}

static const struct host_ops record_ops = {
	.open = record_open,
	.close = record_close,
	.fstat = record_fstat,
	.stat = record_stat,
	.ioctl = record_ioctl,
	.pread = record_pread,
	.pwrite = record_pwrite,
	.fsync = record_fsync,
	.drop_cache = record_drop_cache,
	.lock = record_lock,
	.read_file = record_read_file,
	.write_file = record_write_file,
	.read_stream = record_read_stream,
	.save_file = record_save_file,
	.real_path = record_real_path,
	.now_ns = record_now_ns,
	.queue_open = record_queue_open,
	.interrupt_hold = record_interrupt_hold,
	.interrupted = record_interrupted,
	.interrupt_release = record_interrupt_release,
	.glob = record_glob,
	.read_secret = record_read_secret,
	.make_room = record_make_room,
	.keep_file = record_keep_file,
	.read_kept = record_read_kept,
	.drop_kept = record_drop_kept,
	.wall_s = record_wall_s,
};

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
	rec->host = (struct host){ .ops = &record_ops, .below = real };
	rec->setup = *setup;
	rec->room = room;
	rec->began = host_now_ns(real);
	recorder_line(rec, "hdparm-recording 1\n# serial numbers are %s\n",
		      setup->serials ? "included" : "masked");
	return rec;
}

struct host *recorder_host(struct recorder *rec)
{
	return &rec->host;
}

void recorder_free(struct recorder *rec)
{
	if (rec)
		host_shared_free(rec, sizeof(*rec) + rec->room);
}
