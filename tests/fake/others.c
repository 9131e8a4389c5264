// SPDX-License-Identifier: GPL-2.0-or-later
/* Accesses of other programs to a disk at times of the virtual clock: how they wake the disk, and
 * what the kernel counts and traces. Also suspends of the machine, and signals. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "kernel.h"

static const char *const kinds[] = { [FAKE_READS] = "read",
				     [FAKE_WRITES] = "write",
				     [FAKE_COMMANDS] = "command",
				     [FAKE_DIRTIES] = "dirty" };

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

/*
 * MS[+EVERY]:KIND:PID:SECTOR:COMM; for KIND dirty the inode instead of the sector. In COMM, ~ is a
 * space and ^ a newline.
 */
static int option_at(struct fake_device *dev, const char *value)
{
	struct fake_access *access = &dev->access[dev->accesses];
	char kind[12];

	if (dev->accesses == FAKE_ACCESSES)
		return -ENOSPC;
	if (sscanf(value, "%u+%u:%11[^:]:%u:%u:%15s", &access->ms, &access->every, kind,
		   &access->pid, &access->sector, access->comm) != 6 &&
	    sscanf(value, "%u:%11[^:]:%u:%u:%15s", &access->ms, kind, &access->pid, &access->sector,
		   access->comm) != 5)
		return -EINVAL;
	for (char *c = access->comm; *c; c++)
		*c = *c == '~' ? ' ' : *c == '^' ? '\n' : *c;
	for (access->kind = 0; access->kind < KINDS; access->kind++) {
		if (!strcmp(kind, kinds[access->kind])) {
			dev->accesses++;
			return 0;
		}
	}
	return -EINVAL;
}

static int option_signal(struct fake_device *dev, const char *value)
{
	char name[8];

	if (dev->signals == FAKE_SIGNALS ||
	    sscanf(value, "%u:%7s", &dev->signal[dev->signals].ms, name) != 2)
		return -EINVAL;
	dev->signal[dev->signals++].number = !strcmp(name, "hup")   ? SIGHUP
					     : !strcmp(name, "int") ? SIGINT
								    : SIGTERM;
	return 0;
}

/* MS:FROM:TO, in the world's folder; TO may have colons */
static int option_moves(struct fake_device *dev, const char *value)
{
	if (dev->moves == FAKE_MOVES ||
	    sscanf(value, "%u:%39[^:]:%63s", &dev->move[dev->moves].ms, dev->move[dev->moves].from,
		   dev->move[dev->moves].to) != 3)
		return -EINVAL;
	dev->moves++;
	return 0;
}

void fake_move_files(const struct world *w, const char *folder, uint64_t from, uint64_t to)
{
	char before[800], after[800];

	for (unsigned i = 0; i < w->devices; i++) {
		const struct fake_device *dev = &w->device[i];

		for (unsigned k = 0; k < dev->moves; k++) {
			if (dev->move[k].ms <= from || dev->move[k].ms > to)
				continue;
			snprintf(before, sizeof(before), "%.700s/%s", folder, dev->move[k].from);
			snprintf(after, sizeof(after), "%.700s/%s", folder, dev->move[k].to);
			syscall(SYS_renameat, AT_FDCWD, before, AT_FDCWD, after);
		}
	}
}

int fake_others_option(struct fake_device *dev, const char *key, const char *value)
{
	if (!strcmp(key, "at"))
		return option_at(dev, value);
	if (!strcmp(key, "signal"))
		return option_signal(dev, value);
	if (!strcmp(key, "moves"))
		return option_moves(dev, value);
	if (!strcmp(key, "suspend"))
		return sscanf(value, "%u:%u", &dev->suspend_ms, &dev->suspend_s) == 2 ? 0 : -EINVAL;
	if (!strcmp(key, "under-way"))
		return sscanf(value, "%u-%u", &dev->busy_from, &dev->busy_to) == 2 ? 0 : -EINVAL;
	if (!strcmp(key, "tracefs"))
		dev->tracefs = true;
	else if (!strcmp(key, "counts-commands"))
		dev->counts_commands = true;
	else if (!strcmp(key, "no-iostats"))
		dev->no_iostats = true;
	else if (!strcmp(key, "another-returns") && (dev->another_returns = true))
		sscanf(value, "%u", &dev->another_until);
	else if (!strcmp(key, "runs"))
		snprintf(dev->runs, sizeof(dev->runs), "%s", value);
	else if (!strcmp(key, "threads"))
		snprintf(dev->threads, sizeof(dev->threads), "%s", value);
	else if (!strcmp(key, "pool"))
		snprintf(dev->pool, sizeof(dev->pool), "%s", value);
	else if (!strcmp(key, "hwmon-temperature"))
		dev->drivetemp = true;
	else if (!strcmp(key, "resync"))
		dev->resync = true;
	else
		return -ENOENT;
	return 0;
}

/* The number of accesses until that time, inclusive. */
static uint64_t times_until(const struct fake_access *access, uint64_t ms)
{
	if (ms < access->ms)
		return 0;
	return access->every ? (ms - access->ms) / access->every + 1 : 1;
}

uint64_t fake_accesses(const struct fake_device *dev, unsigned kind, uint64_t from, uint64_t to)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < dev->accesses; i++) {
		if (dev->access[i].kind == kind)
			n += times_until(&dev->access[i], to) - times_until(&dev->access[i], from);
	}
	return n;
}

uint64_t fake_slept_ms(const struct world *w)
{
	uint64_t ms = w->nanoseconds / 1000000, slept = 0;

	for (unsigned i = 0; i < w->devices; i++) {
		if (w->device[i].suspend_s && ms >= w->device[i].suspend_ms)
			slept += w->device[i].suspend_s * 1000ull;
	}
	return slept;
}

unsigned fake_next_signal(const struct world *w, uint64_t from, uint64_t to, int *number)
{
	unsigned next = 0;

	for (unsigned i = 0; i < w->devices; i++) {
		for (unsigned k = 0; k < w->device[i].signals; k++) {
			unsigned ms = w->device[i].signal[k].ms;

			if (ms <= from || ms > to || (next && ms >= next))
				continue;
			next = ms;
			*number = w->device[i].signal[k].number;
		}
	}
	return next;
}

/*
 * The kernel starts the disks after a suspend. Every access wakes a disk, except dirtying an inode.
 */
void fake_pass_time(const struct world *w, struct fake_device *dev)
{
	uint64_t ms = w->nanoseconds / 1000000, seen = dev->seen_ms;
	bool woken = dev->suspend_s && seen < dev->suspend_ms && ms >= dev->suspend_ms;

	for (unsigned kind = 0; kind < KINDS; kind++)
		woken |= kind != FAKE_DIRTIES && fake_accesses(dev, kind, seen, ms);
	dev->seen_ms = ms;
	if (!woken)
		return;
	dev->drive.power = POWER_ACTIVE;
	dev->scsi.commanded = false;
}

int fake_diskstats(const struct world *w, char *text, size_t size)
{
	size_t n = 0;

	for (unsigned i = 0; i < w->devices && n < size; i++) {
		const struct fake_device *dev = &w->device[i];
		const struct fake_device *whole = dev->whole < 0 ? dev : &w->device[dev->whole];

		if (dev->character || fake_is_away(w, whole))
			continue;
		n += (size_t)snprintf(text + n, size - n, "%4u %7u %s ", dev->major, dev->minor,
				      dev->name);
		n += (size_t)fake_usage(w, dev, text + n, size - n);
	}
	text[n < size ? n : size - 1] = '\0';
	return (int)n;
}

/* Make one line of trace_pipe (include/trace/events/block.h and writeback.h). */
static int trace_line(const struct fake_device *dev, const struct fake_access *a, uint64_t ms,
		      char *text, size_t size)
{
	int n = snprintf(text, size, "%16s-%-7u [000] ..... %5u.%06u: ", a->comm, a->pid,
			 (unsigned)(ms / 1000), (unsigned)(ms % 1000 * 1000));

	text += n;
	size -= (size_t)n;
	if (a->kind == FAKE_DIRTIES)
		return n + snprintf(text, size,
				    "writeback_mark_inode_dirty: bdi %u:%u: ino=%u "
				    "state=I_DIRTY_SYNC flags=I_DIRTY_SYNC\n",
				    dev->major, dev->minor, a->sector);
	if (a->kind == FAKE_COMMANDS)
		return n + snprintf(text, size, "block_rq_issue: %u,%u N 512 () 0 + 0 [%s]\n",
				    dev->major, dev->minor, a->comm);
	return n + snprintf(text, size, "block_bio_queue: %u,%u %s %u + 8 [%s]\n", dev->major,
			    dev->minor, a->kind == FAKE_READS ? "R" : "WS", a->sector, a->comm);
}

const char *fake_event_of(unsigned kind)
{
	return kind == FAKE_DIRTIES    ? "writeback/writeback_mark_inode_dirty"
	       : kind == FAKE_COMMANDS ? "block/block_rq_issue"
				       : "block/block_bio_queue";
}

int fake_trace(const struct world *w, uint64_t from, uint64_t to,
	       bool (*traced)(const struct fake_device *, unsigned kind), char *text, size_t size)
{
	size_t n = 0;

	for (uint64_t ms = from + 1; ms <= to; ms++) {
		for (unsigned i = 0; i < w->devices; i++) {
			const struct fake_device *dev = &w->device[i];

			for (unsigned k = 0; k < dev->accesses && n + 200 < size; k++) {
				const struct fake_access *a = &dev->access[k];

				if (times_until(a, ms) != times_until(a, ms - 1) &&
				    traced(dev, a->kind))
					n += (size_t)trace_line(dev, a, ms, text + n, size - n);
			}
		}
	}
	return (int)n;
}
