// SPDX-License-Identifier: GPL-2.0-or-later
/* Who uses the drives, for some time. Nothing is sent to them meanwhile. */
#include "why.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_S UINT64_C(1000000000)

enum { LINES_EACH = 10 /* lines of a process: a busy one would hide the others */ };

static bool is_of_drive(const struct watched *drive, const struct disk_event *event)
{
	for (size_t i = 0; i < drive->disk.n; i++) {
		if (drive->disk.path[i].rdev == event->rdev)
			return true;
	}
	return false;
}

/*
 * Find the row of the event's process; else the row of processes with the same name and access,
 * which the process joins; else a new row. The last row collects all processes that have no room.
 */
static struct doer *doer_of(const struct why *why, struct watched *drive,
			    const struct disk_event *event)
{
	struct doer *joined = NULL;

	for (size_t i = 0; i < drive->doers; i++) {
		struct doer *doer = &drive->doer[i];

		if (strcmp(doer->comm, event->comm) != 0)
			continue;
		for (unsigned k = 0; k < doer->processes && k < DOER_PROCESSES; k++) {
			if (doer->pid[k] == event->pid)
				return doer;
		}
		if (!joined && doer->n[event->access])
			joined = doer;
	}
	if (!joined) {
		if (drive->doers == DOERS)
			return &drive->doer[DOERS - 1];
		joined = &drive->doer[drive->doers++];
		memcpy(joined->comm, event->comm, sizeof(joined->comm));
		joined->first_s = why->seconds;
	}
	joined->pid[joined->processes < DOER_PROCESSES ? joined->processes : DOER_PROCESSES - 1] =
		event->pid;
	joined->processes++;
	joined->last = event->pid;
	joined->last_s = why->seconds;
	return joined;
}

/* The partition and the sector in it. */
static void place_text(struct why *why, struct watched *drive, const struct disk_event *event,
		       char *text, size_t size)
{
	struct block_part part;

	why->no_memory |= block_part_at(&drive->sys, event->sector, &part) == -ENOMEM;
	snprintf(text, size, "%u sectors from %" PRIu64 " of %s on", event->sectors,
		 event->sector - (part.name[0] ? part.start : 0),
		 part.name[0] ? part.name : drive->disk.path[0].name);
}

static void say_event(struct why *why, struct watched *drive, const struct disk_event *event)
{
	static const char *const did[ACCESSES] = { "reads", "writes", "sends a command",
						   "changes inode" };
	char time[HOST_TIME_BYTES], what[120] = "";

	if (event->access == ACCESS_DIRTY)
		snprintf(what, sizeof(what), "%" PRIu64, event->sector);
	else if (event->access == ACCESS_WRITE && !event->sectors)
		snprintf(what, sizeof(what), "nothing, but flushes its cache");
	else if (event->access != ACCESS_COMMAND)
		place_text(why, drive, event, what, sizeof(what));
	host_local_time(host_wall_s(why->host), time);
	report_line(why->out, "%s %s %s (process %u) %s%s%s\n", time, drive->path, event->comm,
		    event->pid, did[event->access], *what ? " " : "", what);
}

/*
 * True for the inode of a block device, whose number is the device's as the kernel packs it
 * (block/bdev.c): buffers of metadata dirty this inode.
 */
static bool is_device_inode(const struct disk_event *event)
{
	enum { MINORS = 16 /* minors of a disk with its partitions */ };
	uint64_t first = (uint64_t)rdev_major(event->rdev) << 20 | rdev_minor(event->rdev);

	return event->sector >= first && event->sector < first + MINORS;
}

static void take_event(struct why *why, struct watched *drive, const struct disk_event *event)
{
	struct doer *doer;

	if (!is_of_drive(drive, event) || (event->access == ACCESS_DIRTY && is_device_inode(event)))
		return;
	doer = doer_of(why, drive, event);
	/* of the many notes of one write, the first */
	if (event->access == ACCESS_DIRTY && doer->n[ACCESS_DIRTY] && doer->inode == event->sector)
		return;
	doer->n[event->access]++;
	if (event->access == ACCESS_DIRTY)
		doer->inode = event->sector;
	if (doer->told++ < LINES_EACH)
		say_event(why, drive, event);
	if (doer->told == LINES_EACH)
		report_line(why->out, "   more of %s is counted, not shown\n", doer->comm);
}

static void look_at_counts(struct why *why, struct watched *drive)
{
	struct block_usage now;
	char time[HOST_TIME_BYTES];

	if (!drive->counted || !why_usage(why, drive, &now))
		return;
	if (usage_differs(&drive->last, &now)) {
		drive->changes++;
		host_local_time(host_wall_s(why->host), time);
		if (why->untraced)
			report_line(why->out, "%s %s reads: %" PRIu64 ", writes: %" PRIu64 "\n",
				    time, drive->path, now.reads - drive->last.reads,
				    now.writes - drive->last.writes);
	}
	drive->last = now;
}

static int start_tracing(struct why *why, struct tracing *tracing)
{
	uint64_t *numbers = calloc(why->n, DISK_PATHS * sizeof(*numbers));
	size_t n = 0;
	int err;

	if (!numbers)
		return -ENOMEM;
	for (size_t i = 0; i < why->n; i++) {
		for (size_t k = 0; k < why->drive[i].disk.n; k++)
			numbers[n++] = why->drive[i].disk.path[k].rdev;
	}
	err = tracing_start(tracing, why->host, numbers, n);
	free(numbers);
	return err;
}

int why_watch(struct why *why, uint64_t seconds)
{
	struct tracing tracing;
	struct disk_event event;
	int signal = 0;

	why->untraced = start_tracing(why, &tracing);
	if (why->untraced == -ENOMEM)
		why->no_memory = true;
	else if (why->untraced)
		report_line(why->out, "\nWho uses the drives is not known: %s.\n",
			    why->untraced == -EACCES || why->untraced == -EPERM
				    ? "the kernel's tracing is root's alone"
				    : "this kernel has no tracing of events (tracefs)");
	for (why->seconds = 0; why->seconds < seconds && !signal; why->seconds++) {
		report_flush(why->out);
		signal = host_wait_ns(NS_PER_S);
		while (!why->untraced && tracing_next(&tracing, &event)) {
			for (size_t i = 0; i < why->n; i++)
				take_event(why, &why->drive[i], &event);
		}
		for (size_t i = 0; i < why->n; i++)
			look_at_counts(why, &why->drive[i]);
	}
	if (!why->untraced)
		tracing_stop(&tracing);
	return signal;
}
