// SPDX-License-Identifier: GPL-2.0-or-later
/* --idle-standby and --serve: a standby timer by the kernel's counts of a disk's use. */
#include "block.h"
#include "device.h"
#include "idle.h"
#include "job.h"
#include "options.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 10, SHORTEST_S = 5, LONGEST_S = 60, JUMP_MS = 1000, MOST_DOUBLED = 2 };

/* --- Spinning down --- */

/* SLEEPS: the drive counts as asleep already. */
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

static int open_drive(struct idle *s, struct idle_drive *d, struct opened *o)
{
	int err;

	dry_run_init(&o->dry, s->host, ignore_unsent, NULL);
	hang_init(&o->hang, s->dry ? &o->dry.host : s->host);
	err = device_open(&o->dev, &o->hang.host, d->path, O_RDONLY);
	if (err)
		return err;
	hang_watch(&o->hang, &o->dev);
	/* without --verbose, the warnings of trace_attach() would be repeated for ever */
	if (s->out->verbose)
		trace_attach(&o->dev, s->out);
	device_wish(&o->dev, d->way, d->prefer_ata12);
	o->job = (struct job){ .host = o->dev.host,
			       .dev = &o->dev,
			       .drive = drive_of(&o->dev),
			       .req = s->req,
			       .id = OPT_IDLE_STANDBY,
			       .needs = NEEDS_STANDBY,
			       .opt = &s->req->opt[OPT_IDLE_STANDBY],
			       .out = s->out };
	d->asked = true;
	d->asked_at = s->now;
	return 0;
}

static void fail_stop(struct idle *s, struct idle_drive *d, int err, const char *what)
{
	s->out->path = d->path;
	if (!d->failed)
		report_error(s->out, s->source->option, -err, "%s%s%s", what,
			     *what ? " failed: " : "", error_words(-err));
	s->out->path = NULL;
	d->failed = true;
}

/* True also if it is not known whether another program has locked the drive. */
static bool is_locked(struct idle *s, struct idle_drive *d, struct opened *o)
{
	char who[BLOCK_HOLDER_BYTES];
	int err = block_lock(&o->dev, LOCK_SHARED, who);

	if (err == -EWOULDBLOCK)
		idle_tell(s, d, "left_alone", 0, "left awake: another program%s%s%s has locked it",
			  *who ? " (" : "", who, *who ? ")" : "");
	else if (err)
		fail_stop(s, d, err, "finding out whether another program has locked the drive");
	return err;
}

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
	/* a change from unknown to awake keeps state_since: unknown counts as awake */
	if (d->state != state && (state == STATE_ASLEEP || d->state == STATE_ASLEEP))
		d->state_since = s->now;
	d->state = state;
	d->found_asleep = 0;
}

static enum answer leave_awake(struct idle *s, struct idle_drive *d)
{
	d->idle_since = s->now;
	return STAYS;
}

static enum answer ask_opened_state(struct idle *s, struct idle_drive *d, struct opened *o)
{
	char span[SPAN_BYTES], word[WORD_QUOTED_BYTES];
	struct power_state power;
	const char *work;
	int err = 0;

	if (is_locked(s, d, o))
		return leave_awake(s, d);
	if (drive_power(&o->job.drive, &power)) {
		if (power.asleep)
			return SLEEPS;
		if (d->state == STATE_ASLEEP)
			idle_tell(s, d, "woken", (s->now - d->state_since) / NS_PER_S,
				  "is awake within %s, though nothing was read or written: "
				  "a command woke it, as of smartctl; "
				  "hdparm --why-awake %s shows whose",
				  span_text(s->now - d->state_since, span),
				  word_quoted(d->path, word));
		set_state(s, d, STATE_AWAKE);
	} else if (d->state == STATE_ASLEEP && !device_hung(&o->dev)) {
		/* the drive reports no state: assume sleep, since commands may wake the drive */
		return SLEEPS;
	}
	if (!device_hung(&o->dev) && idle_stops(s, d) >= STOPS_AN_HOUR) {
		if (!d->reported_limit && !d->failed)
			idle_tell(s, d, "limit", HOUR_S,
				  "left awake: it was spun down %u times within an hour, "
				  "and each start wears it; "
				  "hdparm --why-awake %s shows what wakes it",
				  STOPS_AN_HOUR, word_quoted(d->path, word));
		d->reported_limit = true;
		return STAYS;
	}
	if (drive_has_no(&o->job.drive, NEEDS_STANDBY)) {
		fail_stop(s, d, -EOPNOTSUPP, "");
		return leave_awake(s, d);
	}
	if (!drive_background(&o->job.drive, &work) && work) {
		idle_tell(s, d, "left_alone", 0, "left awake: %s is under way", work);
		return leave_awake(s, d);
	}
	if (device_hung(&o->dev)) {
		fail_stop(s, d, o->hang.err, o->hang.what);
		return leave_awake(s, d);
	}
	/* in a dry run, drive_standby() stops no drive, but fails if no command would be sent */
	if (s->dry) {
		/* --verbose shows no command that is not sent */
		o->dev.watch = (struct device_watch){ .who = NULL };
		err = drive_standby(&o->job.drive);
	}
	if (err) {
		fail_opened(s, d, o, err);
		return leave_awake(s, d);
	}
	return MAY_STOP;
}

static enum answer ask_state(struct idle *s, struct idle_drive *d)
{
	struct opened o;
	enum answer answer;
	int err;

	/* commands would resume a suspended device; a dry run only pretends to stop drives */
	if (path_suspended(s->host, d->path) || (s->dry && d->state == STATE_ASLEEP))
		return SLEEPS;
	if (!idle_is_same(s, d)) {
		d->changed = true;
		return leave_awake(s, d);
	}
	if (!idle_is_counted(s, d)) {
		idle_tell(s, d, "left_alone", 0,
			  "left awake: the kernel does not count its reads and writes now: "
			  "queue/iostats is 0");
		return leave_awake(s, d);
	}
	err = open_drive(s, d, &o);
	if (err) {
		fail_stop(s, d, err, "");
		return leave_awake(s, d);
	}
	answer = ask_opened_state(s, d, &o);
	device_close(&o.dev);
	return answer;
}

static void count_stop(const struct idle *s, struct idle_drive *d)
{
	memmove(d->stopped + 1, d->stopped, sizeof(d->stopped) - sizeof(d->stopped[0]));
	d->stopped[0] = s->now;
	d->reported_limit = false;
}

static void stop_drive(struct idle *s, struct idle_drive *d)
{
	struct power_state power = { .source = POWER_UNKNOWN };
	char idle[SPAN_BYTES], awake[SPAN_BYTES];
	uint64_t was = s->now - d->state_since;
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
		leave_awake(s, d);
		return;
	}
	if (is_locked(s, d, &o)) {
		leave_awake(s, d);
		device_close(&o.dev);
		return;
	}
	count_stop(s, d);
	err = drive_standby(&o.job.drive);
	if (!err)
		drive_power(&o.job.drive, &power);
	if (err) {
		fail_opened(s, d, &o, err);
		leave_awake(s, d);
	} else if (power.source && !power.asleep) {
		if (!d->failed)
			idle_tell(s, d, "ignored", 0,
				  "accepted standby, and is %s: the drive or its bridge ignores it",
				  power.mode);
		d->failed = true;
		leave_awake(s, d);
	} else {
		d->failed = false;
		idle_tell(s, d, "spun_down", was / NS_PER_S,
			  "spun down: not used for %s, awake for %s%s",
			  span_text(s->now - d->idle_since, idle), span_text(was, awake),
			  power.source ? "" : "; it does not report its state");
		set_state(s, d, STATE_ASLEEP);
	}
	device_close(&o.dev);
}

static void stop_group(struct idle *s, size_t group)
{
	enum answer answer;
	bool all = true;

	for (size_t i = group; i < s->n; i++) {
		struct idle_drive *d = &s->drive[i];

		if (d->group != group || !d->served || !d->present)
			continue;
		if (all) {
			answer = ask_state(s, d);
			if (answer == SLEEPS && d->state == STATE_ASLEEP)
				d->found_asleep++;
			else if (answer == SLEEPS)
				set_state(s, d, STATE_ASLEEP);
			all = answer != STAYS;
		}
		d->asked_at = s->now;
	}
	for (size_t i = group; i < s->n && all; i++) {
		struct idle_drive *d = &s->drive[i];

		if (d->group == group && d->served && d->present && d->state != STATE_ASLEEP)
			stop_drive(s, d);
	}
}

/* --- Rounds --- */

static void take_counts(struct idle *s, struct idle_drive *d, const struct block_usage *now)
{
	bool used = d->present && !s->takes_counts && usage_differs(&d->usage, now);
	bool other_paths = d->present && d->paths != d->paths_now;
	char span[SPAN_BYTES];

	d->paths = d->paths_now;
	if (other_paths) {
		d->idle_since = s->now;
	} else if (!d->present || now->reads < d->usage.reads || now->other < d->usage.other) {
		d->changed |= d->present;
		d->state = STATE_UNKNOWN;
		d->idle_since = d->state_since = s->now;
	} else if (used) {
		if (d->state == STATE_ASLEEP)
			idle_tell(s, d, "woken", (s->now - d->state_since) / NS_PER_S,
				  "woken after %s: %" PRIu64 " reads, %" PRIu64 " writes",
				  span_text(s->now - d->state_since, span),
				  now->reads - d->usage.reads, now->writes - d->usage.writes);
		if (d->state != STATE_AWAKE)
			d->state_since = s->now;
		d->state = STATE_AWAKE;
		d->idle_since = s->now;
	}
	d->present = true;
	d->usage = *now;
}

static void hash_disk(struct idle *s, const struct block_disk *disk)
{
	struct sys_disk sys = { .host = s->host, .rdev = disk->rdev };
	uint64_t sum = 5381;

	for (const char *at = disk->name; *at; at++)
		sum = sum * 33 + (unsigned char)*at;
	sum = sum * 33 + sys_disk_sequence(&sys);
	s->names += sum * sum;
}

static void see_disk(void *who, const struct block_disk *disk, const struct block_usage *usage)
{
	struct idle *s = who;
	uint64_t number = idle_number(s, disk->name);

	if (s->looks)
		hash_disk(s, disk);
	for (size_t i = 0; i < s->n; i++) {
		struct idle_drive *d = &s->drive[i];
		bool own = !strcmp(d->disk.name, disk->name);

		if (!own && (!number || number != d->number))
			continue;
		d->seen |= own;
		d->paths_now++;
		usage_add(&d->sum, usage);
	}
}

static int take_all_counts(struct idle *s)
{
	int err;

	for (size_t i = 0; i < s->n; i++) {
		s->drive[i].seen = false;
		s->drive[i].paths_now = 0;
		s->drive[i].sum = (struct block_usage){ .read = 0 };
	}
	s->names = s->looks ? 0 : s->names;
	err = disks_usage(s->host, see_disk, s);
	for (size_t i = 0; i < s->n && !err; i++) {
		struct idle_drive *d = &s->drive[i];

		if (d->served && d->seen && (!s->takes_counts || d->asked))
			take_counts(s, d, &d->sum);
	}
	return err;
}

/* *taken: the drives were loaded. 0, or -errno if memory or descriptors ran out. */
static int reload(struct idle *s, bool *taken)
{
	int err = idle_load(s);

	*taken = !err;
	if (err && !host_lack_advice(err) && !s->reported_kept)
		idle_tell(s, NULL, "kept", 0,
			  "the file is not taken: the drives are served as before");
	s->reported_kept = err;
	return host_lack_advice(err) ? err : 0;
}

static bool must_look(const struct idle_drive *d, bool came)
{
	return !d->past && (d->changed || (came && !d->present));
}

static int look_for_drives(struct idle *s, bool names_differ)
{
	bool came = names_differ || s->came, any = came, taken = false;
	int err;

	s->came = names_differ;
	for (size_t i = 0; i < s->n; i++) {
		s->drive[i].changed |= !s->drive[i].past && idle_is_back(s, &s->drive[i]);
		any |= s->drive[i].changed;
	}
	if (!any)
		return 0;
	err = s->source->reloads ? reload(s, &taken) : 0;
	if (err || taken)
		return err;
	err = idle_find_paths(s);
	/* what an entry served before may be the drive of another entry now */
	for (size_t i = 0; i < s->n; i++)
		s->drive[i].served &= !must_look(&s->drive[i], came);
	for (size_t i = 0; i < s->n && !err; i++) {
		struct idle_drive *d = &s->drive[i];

		if (!must_look(d, came))
			continue;
		err = idle_look(s, d, false);
		idle_serve_once(s, d);
	}
	return err ? err : idle_group(s);
}

/* A resume may spin drives up, which the kernel's counts do not show. */
static void note_suspend(struct idle *s)
{
	int64_t slept = host_slept_ms(), more = slept - s->slept_ms;
	char span[SPAN_BYTES];

	s->slept_ms = slept;
	if (more < JUMP_MS)
		return;
	idle_tell(s, NULL, "suspended", (uint64_t)more / 1000,
		  "the machine was suspended for %s: the times of the drives begin again",
		  span_text((uint64_t)more * (NS_PER_S / 1000), span));
	for (size_t i = 0; i < s->n; i++) {
		s->drive[i].state = STATE_UNKNOWN;
		s->drive[i].idle_since = s->drive[i].state_since = s->now;
	}
}

/* A drive is checked again after d->limit; if asleep, after d->limit times 1, 2, 4, 4, 4... */
static bool is_due(const struct idle *s, const struct idle_drive *d)
{
	unsigned doubled = d->found_asleep < MOST_DOUBLED ? d->found_asleep : MOST_DOUBLED;
	uint64_t pause = d->state == STATE_ASLEEP ? d->limit << doubled : d->limit;

	return !d->asked_at || s->now - d->asked_at >= pause;
}

static bool group_is_due(const struct idle *s, size_t group)
{
	bool due = false;

	for (size_t i = group; i < s->n; i++) {
		const struct idle_drive *d = &s->drive[i];

		if (d->group != group || !d->served || !d->present)
			continue;
		if (s->now - d->idle_since < d->limit)
			return false;
		due |= is_due(s, d);
	}
	return due;
}

/* Group the drives again before a stop: a new mount may have joined two groups. */
static int group_again(struct idle *s)
{
	for (size_t i = 0; i < s->n; i++) {
		if (s->drive[i].served && s->drive[i].state != STATE_ASLEEP &&
		    group_is_due(s, s->drive[i].group))
			return idle_group(s);
	}
	return 0;
}

/* Some kernels count this program's commands as use of a drive. */
static void forget_own(struct idle *s)
{
	bool any = false;

	for (size_t i = 0; i < s->n; i++)
		any |= s->drive[i].asked;
	s->looks = false;
	s->takes_counts = any;
	if (any)
		take_all_counts(s);
	s->takes_counts = false;
	for (size_t i = 0; i < s->n; i++)
		s->drive[i].asked = false;
}

static int do_round(struct idle *s)
{
	uint64_t names = s->names, events = sys_events(s->host);
	int err;

	s->now = host_now_ns(s->host);
	/* a system call for each disk is too many for each round */
	s->looks = !events || events != s->events;
	s->events = events;
	note_suspend(s);
	err = take_all_counts(s);
	if (err)
		return err;
	for (size_t i = 0; i < s->n; i++) {
		struct idle_drive *d = &s->drive[i];

		if (d->served && d->present && !d->seen) {
			idle_tell(s, d, "gone", 0, "gone");
			d->present = d->served = false;
		}
	}
	err = look_for_drives(s, s->rounds++ && names != s->names);
	if (!err)
		err = group_again(s);
	if (!err)
		err = host_lack(s->host);
	if (err)
		return err;
	for (size_t i = 0; i < s->n; i++) {
		if (s->drive[i].group == i && group_is_due(s, i))
			stop_group(s, i);
	}
	forget_own(s);
	return 0;
}

static uint64_t pause_ns(const struct idle *s)
{
	uint64_t shortest = LONGEST_S * NS_PER_S;

	for (size_t i = 0; i < s->n; i++) {
		if (s->drive[i].served && s->drive[i].limit / ROUNDS < shortest)
			shortest = s->drive[i].limit / ROUNDS;
	}
	return shortest > SHORTEST_S * NS_PER_S ? shortest : SHORTEST_S * NS_PER_S;
}

static int serve_drives(struct idle *s)
{
	int err = 0, signal = 0;
	bool taken;

	while (!err && (!signal || (signal == SIGHUP && s->source->reloads))) {
		s->reported_kept &= !signal;
		err = signal ? reload(s, &taken) : 0;
		if (!err)
			err = do_round(s);
		/* false: standard output cannot be written, so nobody reads the JSON events */
		if (!report_flush(s->out))
			break;
		signal = err ? 0 : host_wait_ns(pause_ns(s));
	}
	if (err)
		report_error(s->out, s->source->option, -err, "%s%s",
			     host_lack_advice(err) ? "" : "the kernel's counts of disks: ",
			     error_words(-err));
	return -err;
}

int awake_idle(struct idle_source *source, bool dry, struct host *host, struct report *out)
{
	struct idle s = { .host = host, .out = out, .source = source, .dry = dry };
	bool serves, held;
	int err, result;

	out->lines = out->structured;
	s.now = host_now_ns(host);
	s.slept_ms = host_slept_ms();
	s.req = calloc(1, sizeof(*s.req));
	err = s.req ? idle_load(&s) : -ENOMEM;
	if (host_lack_advice(err))
		report_error(out, source->option, -err, "%s", error_words(-err));
	result = err ? -err : s.failed;
	serves = source->waits;
	for (size_t i = 0; i < s.n; i++)
		serves |= s.drive[i].served;
	if (!err && serves) {
		host_relax_timers();
		held = host_interrupt_hold(host, true);
		err = serve_drives(&s);
		result = err ? err : result;
		if (held)
			host_interrupt_release(host);
	}
	idle_free(&s);
	free(s.req);
	return result;
}

struct plan_source {
	struct idle_source source;
	const struct plan *plan;
};

static int load_plan(struct idle_source *source)
{
	const struct plan *plan = ((struct plan_source *)source)->plan;

	source->wish = calloc(plan->n + 1, sizeof(*source->wish));
	source->n = source->wish ? plan->n : 0;
	for (size_t i = 0; i < source->n; i++)
		source->wish[i] = (struct idle_wish){
			.path = (char *)(uintptr_t)plan->steps[i].path,
			.seconds = plan->steps[i].req.opt[OPT_IDLE_STANDBY].value,
			.named = !plan->steps[i].selected,
			.prefer_ata12 = plan->steps[i].req.opt[OPT_PREFER_ATA12].seen,
			.way = (unsigned)plan->steps[i].req.opt[OPT_TRANSPORT].value,
		};
	return source->wish ? 0 : -ENOMEM;
}

static void drop_plan(struct idle_source *source)
{
	free(source->wish);
	source->wish = NULL;
}

int awake_idle_plan(const struct plan *plan, struct host *host, struct report *out)
{
	struct plan_source source = {
		.source = { .load = load_plan, .drop = drop_plan, .option = "--idle-standby" },
		.plan = plan
	};

	return awake_idle(&source.source, plan_has(plan, OPT_DRY_RUN), host, out);
}
