// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --pace: the scan gives way to other users of the disk. The kernel counts their reads and writes,
 * but not pass-through commands; the scan's own direct reads are subtracted. An I/O priority has no
 * effect: pass-through commands bypass the I/O scheduler. While others use the disk, the scan waits
 * before each command: at first as long as the last command took, then twice as long each time,
 * until the scan uses a fiftieth of the time. Its commands are short then, so that others do not
 * wait long. When the others stop, each wait is half the previous one.
 */
#include "state.h"

enum { MOST_WAITS = 50 };

/* Ctrl-C takes effect at the end of a wait. */
#define LONGEST_NS NS_PER_S

void yield_start(struct surface *s)
{
	const struct opt_state *pace = &s->job->req->opt[OPT_PACE];
	struct device *dev = s->job->dev;
	struct yield *y = &s->yield;

	y->on = (!pace->set || pace->value) && dev->sys.rdev &&
		!sys_disk_whole(&dev->sys, &y->disk) && !block_usage(dev->host, &y->disk, &y->last);
}

void yield_uncounted(struct surface *s)
{
	s->yield.uncounted = !s->command;
}

/* True if others used the disk since the last look; false if that is not known. */
static bool others_since(struct surface *s)
{
	struct yield *y = &s->yield;
	struct block_usage last = y->last;
	bool uncounted = y->uncounted;
	uint64_t own = y->own;

	y->own = 0;
	y->uncounted = false;
	if (block_usage(s->job->host, &y->disk, &y->last) || uncounted)
		return false;
	return y->last.under_way || y->last.other != last.other || y->last.read - last.read > own;
}

void yield_look(struct surface *s, uint64_t command_ns)
{
	struct yield *y = &s->yield;
	uint64_t most = command_ns < LONGEST_NS / MOST_WAITS ? command_ns * MOST_WAITS : LONGEST_NS;

	if (!y->on)
		return;
	if (others_since(s)) {
		y->wait_ns = y->wait_ns ? y->wait_ns * 2 : command_ns;
		y->wait_ns = y->wait_ns < most ? y->wait_ns : most;
	} else {
		y->wait_ns = y->wait_ns > command_ns ? y->wait_ns / 2 : 0;
	}
}

void yield_wait(struct surface *s)
{
	struct yield *y = &s->yield;

	if (!y->wait_ns)
		return;
	host_sleep_ns(s->job->host, y->wait_ns);
	y->waited_ns += y->wait_ns;
	y->waits++;
}
