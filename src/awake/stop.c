// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Spin drives down. The kernel does not count pass-through commands, as of smartctl. So a drive is
 * asked for its state before the command, at once after it, and repeatedly while the drive sleeps.
 */
#include "idle.h"
#include "block.h"
#include "device.h"
#include "job.h"
#include "options.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* What has come of the questions. */
enum answer { MAY_STOP, SLEEPS, STAYS };

struct opened {
	struct dry_run dry;
	struct drive_hang hang;
	struct device dev;
	struct job job;
};

static void ignore_unsent(void *who, const struct unsent *unsent)
{
	(void)who;
	(void)unsent;
}

/* 0 or -errno. */
static int open_drive(struct idle *s, struct idle_drive *d, struct opened *o)
{
	int err;

	dry_run_init(&o->dry, s->host, ignore_unsent, NULL);
	hang_init(&o->hang, s->dry ? &o->dry.host : s->host);
	err = device_open(&o->dev, &o->hang.host, d->path, O_RDONLY);
	if (err)
		return err;
	hang_watch(&o->hang, &o->dev);
	device_wish(&o->dev, d->way, d->prefer_ata12);
	o->job = (struct job){ .host = o->dev.host,
			       .dev = &o->dev,
			       .drive = drive_of(&o->dev),
			       .req = s->req,
			       .id = OPT_IDLE_STANDBY,
			       .verb = VERB(standby),
			       .opt = &s->req->opt[OPT_IDLE_STANDBY],
			       .out = s->out };
	d->asked = true;
	d->asked_at = s->now;
	return 0;
}

/* True if another program has locked it, which is told. */
static bool is_locked(struct idle *s, struct idle_drive *d, struct opened *o)
{
	char who[BLOCK_HOLDER_BYTES];

	if (!block_lock(&o->dev, LOCK_SHARED, who))
		return false;
	idle_tell(s, d, "left_alone", 0, "left awake: another program%s%s%s has locked it",
		  *who ? " (" : "", who, *who ? ")" : "");
	return true;
}

/* `what` failed; once, until the drive has obeyed. */
static void fail_stop(struct idle *s, struct idle_drive *d, int err, const char *what)
{
	s->out->path = d->path;
	if (!d->failed)
		report_error(s->out, s->source->option, -err, "%s%s%s", what,
			     *what ? " failed: " : "", strerror(-err));
	s->out->path = NULL;
	d->failed = true;
}

/* Report a failure of the job's command. */
static void fail_opened(struct idle *s, struct idle_drive *d, struct opened *o, int err)
{
	s->out->path = d->path;
	if (!d->failed)
		job_fail_drive(&o->job, err);
	s->out->path = NULL;
	d->failed = true;
}

static void set_state(struct idle *s, struct idle_drive *d, enum idle_state state)
{
	/* one that was not known to sleep was awake before, too */
	if (d->state != state && (state == STATE_ASLEEP || d->state == STATE_ASLEEP))
		d->state_since = s->now;
	d->state = state;
	d->found_asleep = 0;
}

/* Leave the drive as it is until its time has passed once more. */
static enum answer stays(struct idle *s, struct idle_drive *d)
{
	d->idle_since = s->now;
	return STAYS;
}

static void note_awake(struct idle *s, struct idle_drive *d)
{
	char span[SPAN_BYTES], word[WORD_QUOTED_BYTES];

	if (d->state == STATE_ASLEEP)
		idle_tell(s, d, "woken", (s->now - d->state_since) / NS_PER_S,
			  "is awake within %s, though nothing was read or written: a command "
			  "woke it, as of smartctl; hdparm --why-awake %s shows whose",
			  span_text(s->now - d->state_since, span), word_quoted(d->path, word));
	set_state(s, d, STATE_AWAKE);
}

/*
 * Print one line, once, while the limit of starts holds. A drive that did not spin down needs no
 * line: it has not been started again.
 */
static void tell_limit(struct idle *s, struct idle_drive *d)
{
	char word[WORD_QUOTED_BYTES];

	if (!d->told_limit && !d->failed)
		idle_tell(s, d, "limit", HOUR_S,
			  "left awake: it was spun down %u times within an hour, and each start "
			  "wears it; hdparm --why-awake %s shows what wakes it",
			  STOPS_AN_HOUR, word_quoted(d->path, word));
	d->told_limit = true;
}

static enum answer ask_opened_state(struct idle *s, struct idle_drive *d, struct opened *o)
{
	struct power_state power;
	const char *work;
	int err;

	if (is_locked(s, d, o))
		return stays(s, d);
	if (drive_power(&o->job.drive, &power)) {
		if (power.asleep)
			return SLEEPS;
		note_awake(s, d);
	} else if (d->state == STATE_ASLEEP && !device_hung(&o->dev)) {
		/* the drive does not report its state, and other questions may wake it */
		return SLEEPS;
	}
	if (!device_hung(&o->dev) && idle_stops(s, d) >= STOPS_AN_HOUR) {
		tell_limit(s, d);
		return STAYS;
	}
	if (drive_has_no(&o->job.drive, VERB(standby))) {
		fail_stop(s, d, -EOPNOTSUPP, "");
		return stays(s, d);
	}
	if (!drive_background(&o->job.drive, &work) && work) {
		idle_tell(s, d, "left_alone", 0, "left awake: %s is under way", work);
		return stays(s, d);
	}
	if (device_hung(&o->dev)) {
		fail_stop(s, d, o->hang.err, o->hang.what);
		return stays(s, d);
	}
	/*
	 * a dry run sends nothing, but refuses what the language refuses; the state is known
	 * already
	 */
	err = s->dry ? drive_standby(&o->job.drive) : 0;
	if (err) {
		fail_opened(s, d, o, err);
		return stays(s, d);
	}
	return MAY_STOP;
}

static enum answer ask_state(struct idle *s, struct idle_drive *d)
{
	struct opened o;
	enum answer answer;
	int err;

	/* an open device would be resumed; in a dry run it has not been stopped */
	if (path_suspended(s->host, d->path) || (s->dry && d->state == STATE_ASLEEP))
		return SLEEPS;
	if (!idle_is_same(s, d)) {
		d->changed = true;
		return stays(s, d);
	}
	if (!idle_is_counted(s, d)) {
		idle_tell(s, d, "left_alone", 0,
			  "left awake: the kernel does not count its reads and writes now: "
			  "queue/iostats is 0");
		return stays(s, d);
	}
	err = open_drive(s, d, &o);
	if (err) {
		fail_stop(s, d, err, "");
		return stays(s, d);
	}
	answer = ask_opened_state(s, d, &o);
	device_close(&o.dev);
	return answer;
}

static void count_stop(const struct idle *s, struct idle_drive *d)
{
	memmove(d->stopped + 1, d->stopped, sizeof(d->stopped) - sizeof(d->stopped[0]));
	d->stopped[0] = s->now;
	d->told_limit = false;
}

static void note_stopped(struct idle *s, struct idle_drive *d, const struct power_state *power)
{
	char idle[SPAN_BYTES], awake[SPAN_BYTES];
	uint64_t was = s->now - d->state_since;

	if (power->source && !power->asleep) {
		if (!d->failed)
			idle_tell(s, d, "ignored", 0,
				  "accepted standby, and is %s: the drive or its bridge ignores it",
				  power->mode);
		d->failed = true;
		stays(s, d);
		return;
	}
	d->failed = false;
	idle_tell(s, d, "spun_down", was / NS_PER_S, "spun down: not used for %s, awake for %s%s",
		  span_text(s->now - d->idle_since, idle), span_text(was, awake),
		  power->source ? "" : "; it does not report its state");
	set_state(s, d, STATE_ASLEEP);
}

static void stop(struct idle *s, struct idle_drive *d)
{
	struct power_state power = { .source = POWER_UNKNOWN };
	struct opened o;
	int err;

	if (s->dry) {
		count_stop(s, d);
		idle_tell(s, d, "dry_run", 0, "would be spun down");
		set_state(s, d, STATE_ASLEEP);
		return;
	}
	err = open_drive(s, d, &o);
	if (err) {
		fail_stop(s, d, err, "");
		stays(s, d);
		return;
	}
	if (is_locked(s, d, &o)) {
		stays(s, d);
		device_close(&o.dev);
		return;
	}
	count_stop(s, d);
	err = drive_standby(&o.job.drive);
	if (err) {
		fail_opened(s, d, &o, err);
		stays(s, d);
	} else {
		drive_power(&o.job.drive, &power);
		note_stopped(s, d, &power);
	}
	device_close(&o.dev);
}

/* True if it may be stopped, or sleeps. */
static bool is_willing(struct idle *s, struct idle_drive *d)
{
	enum answer answer = ask_state(s, d);

	if (answer == SLEEPS && d->state == STATE_ASLEEP)
		d->found_asleep++;
	else if (answer == SLEEPS)
		set_state(s, d, STATE_ASLEEP);
	return answer != STAYS;
}

/* All are asked before the first is stopped. One that has to stay awake spares the others that. */
void idle_stop_group(struct idle *s, size_t group)
{
	bool all = true;

	for (size_t i = group; i < s->n; i++) {
		struct idle_drive *d = &s->drive[i];

		if (d->group != group || !d->served || !d->present)
			continue;
		all = all && is_willing(s, d);
		d->asked_at = s->now;
	}
	for (size_t i = group; i < s->n && all; i++) {
		struct idle_drive *d = &s->drive[i];

		if (d->group == group && d->served && d->present && d->state != STATE_ASLEEP)
			stop(s, d);
	}
}
