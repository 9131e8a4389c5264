// SPDX-License-Identifier: GPL-2.0-or-later
/* Clocks and signals, recorded and replayed. */
#include "tape.h"

enum { STEP_NS = 1000000 /* a replay's clock goes on by so much after the last recorded time */ };

/* A replay's clock always advances: else a measurement would never end. */
uint64_t tape_now_ns(struct host *host)
{
	static const struct call_row row = { "now", -1, CALL_WIDE };
	struct tape *tape = (struct tape *)host;
	struct call call;
	uint64_t now;

	if (call_starts(&call, host, &row, "%s", "")) {
		now = host_now_ns(host->below);
		call.result = (int64_t)(now - tape->now);
		call_end(&call);
		return now;
	}
	if (!call.repeats && call.result >= 0 && (uint64_t)call.result >= tape->now)
		tape->now = (uint64_t)call.result;
	else
		tape->now += STEP_NS;
	return tape->now;
}

int64_t tape_wall_s(struct host *host)
{
	static const struct call_row row = { "wall", 0, CALL_WIDE };
	struct call call;

	if (call_starts(&call, host, &row, "%s", ""))
		call.result = host_wall_s(host->below);
	return call_end(&call);
}

void tape_sleep_ns(struct host *host, uint64_t ns)
{
	if (!((struct tape *)host)->script)
		host_sleep_ns(host->below, ns);
}

/* Signals come in a replay where they are recorded, and from outside, too. */
bool tape_interrupt_hold(struct host *host, bool all)
{
	struct tape *tape = (struct tape *)host;
	enum tape_hold hold = all ? HOLD_ALL : HOLD_SIGINT;
	bool holds;

	if (tape->script && hold <= tape->hold)
		return false;
	holds = host_interrupt_hold(host->below, all);
	tape->hold = hold;
	tape->held |= holds;
	return tape->script || holds;
}

/* Records a signal once, by the number of the poll that noticed it. Whether one came. */
static bool poll_signals(struct tape *tape, bool came)
{
	static const struct call_row row = { "interrupted", -1, CALL_WIDE };
	struct call call;

	tape->polls++;
	if (tape->script) {
		if (!tape->interrupt) {
			call_starts(&call, &tape->host, &row, "%s", "");
			tape->interrupt = call.repeats ? -1 : call.result;
		}
		return came || (tape->interrupt > 0 && tape->polls >= tape->interrupt);
	}
	if (came && !tape->told) {
		call_starts(&call, &tape->host, &row, "%s", "");
		call.result = tape->polls;
		call_end(&call);
	}
	tape->told = came;
	return came;
}

bool tape_interrupted(struct host *host)
{
	struct tape *tape = (struct tape *)host;

	return poll_signals(tape, (!tape->script || tape->held) && host_interrupted(host->below));
}

bool tape_interrupt_release(struct host *host)
{
	struct tape *tape = (struct tape *)host;
	bool now = (!tape->script || tape->held) && host_interrupt_release(host->below);
	bool came = poll_signals(tape, now);

	if (came)
		tape->interrupt = 0;
	tape->told = false;
	tape->held = now;
	tape->hold = HOLD_NOTHING;
	return came;
}
