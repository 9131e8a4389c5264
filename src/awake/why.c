// SPDX-License-Identifier: GPL-2.0-or-later
/* --why-awake: what keeps drives awake. */
#include "awake.h"
#include "device.h"
#include "text.h"
#include "units.h"
#include "why.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Facts: a drive that may sleep gets only commands that do not wake it --- */

static void observe_unless_hung(struct job *job, enum opt_id id, struct observed *now)
{
	if (!device_hung(job->dev))
		observe(job, id, now);
}

/*
 * Read the power state, and with `settings` an awake drive's settings. -errno: not opened; or,
 * without `settings`, no answer. Pass `settings` only before watching: queries for settings may
 * restart the standby timer.
 */
static int ask_watched(struct why *why, struct watched *drive, struct power_state *state,
		       bool settings)
{
	const struct request *req = &drive->step->req;
	struct drive_hang hang;
	struct device dev;
	struct job job;
	int err;

	hang_init(&hang, why->host);
	err = device_open(&dev, &hang.host, drive->path, O_RDONLY);
	if (err)
		return err;
	hang_watch(&hang, &dev);
	/* without --verbose, the warnings of trace_attach() would disturb the report */
	if (why->out->verbose)
		trace_attach(&dev, why->out);
	device_wish(&dev, (unsigned)req->opt[OPT_TRANSPORT].value, req->opt[OPT_PREFER_ATA12].seen);
	job = (struct job){ .host = dev.host, .dev = &dev, .drive = drive_of(&dev), .req = req };
	if (drive_power(&job.drive, state) && !state->asleep && settings) {
		drive->asked = true;
		if (!device_identify(job.dev, ATA_QUIET_MISSING)) {
			observe_unless_hung(&job, OPT_APM, &drive->apm);
			observe_unless_hung(&job, OPT_EPC, &drive->epc);
		}
		drive->has_conditions = drive->epc.known == KNOWN && drive->epc.value &&
					!drive_conditions(&job.drive, 0, drive->conditions);
		if (!drive->has_conditions)
			observe_unless_hung(&job, OPT_STANDBY_TIMER, &drive->timer);
		drive->conditions_known = drive->has_conditions;
		if (!drive->has_conditions && drive->timer.known == KNOWN)
			drive->conditions_known =
				!drive_conditions(&job.drive, 0, drive->conditions);
	}
	err = device_hung(&dev) && !settings ? hang.err : 0;
	device_close(&dev);
	return err;
}

/* Return the number of paths with counts. */
static unsigned sum_usage(const struct why *why, const struct watched *drive,
			  struct block_usage *usage)
{
	struct block_usage one;
	unsigned n = 0;

	*usage = (struct block_usage){ .read = 0 };
	for (size_t i = 0; i < drive->disk.n; i++) {
		if (block_usage(why->host, &drive->disk.path[i], &one))
			continue;
		usage_add(usage, &one);
		n++;
	}
	return n;
}

/* Return 0, or -errno, not reported; -EACCES and -EPERM are only noted in drive->err. */
static int look_at_drive(struct why *why, const struct step *step, struct watched *drive)
{
	struct disk_uses uses;
	struct block_disk disk;
	struct sys_disk path;
	int err;

	drive->path = step->path;
	drive->word = word_quoted(step->path, drive->quoted);
	drive->step = step;
	drive->before = drive->after = (struct power_state){ .mode = "unknown" };
	block_identity(why->host, drive->path, &drive->identity);
	err = sys_disk_of_path(&drive->sys, why->host, step->path);
	if (!err)
		err = sys_disk_whole(&drive->sys, &disk);
	if (!err)
		disk_paths_find(why->host, &disk, &drive->disk);
	if (!err && sys_disk_suspended(&drive->sys))
		drive->before = power_suspended();
	else if (!err)
		err = ask_watched(why, drive, &drive->before, true);
	if (err == -EACCES || err == -EPERM)
		drive->err = err;
	else if (err)
		return err;
	path = drive->sys;
	disk_uses_read(&uses, why->host);
	for (size_t i = 0; i < drive->disk.n && !drive->used[0] && !drive->used_err; i++) {
		if (i)
			path = (struct sys_disk){ .host = why->host,
						  .rdev = drive->disk.path[i].rdev };
		err = block_used_by(&path, &uses, drive->used);
		if (err != -EBUSY) {
			drive->used[0] = '\0';
			drive->used_err = err;
		}
	}
	disk_uses_free(&uses);
	for (size_t i = 0; i < drive->disk.n && !drive->resync[0]; i++)
		disk_resyncs(why->host, &drive->disk.path[i], drive->resync);
	disk_has_hwmon(why->host, drive->disk.path, &drive->hwmon);
	drive->counted = sum_usage(why, drive, &drive->last);
	return 0;
}

static void find_poller(void *who, const char *comm, unsigned pid)
{
	struct why *why = who;

	if (why->pollers == POLLERS || !reader_polls(comm))
		return;
	snprintf(why->poller[why->pollers].comm, COMM_BYTES, "%s", comm);
	why->poller[why->pollers++].pid = pid;
}

static void print_facts(const struct why *why, const struct watched *drive)
{
	struct report *out = why->out;
	char text[UNITS_TEXT_BYTES];

	report_line(out, "\n%s:\n power condition:  %s\n", drive->path,
		    drive->err ? "not known: the drive may be opened by root alone"
			       : drive->before.mode);
	if (drive->apm.known == KNOWN)
		report_line(out, " APM level:  %u\n", (unsigned)drive->apm.value);
	if (drive->timer.known == KNOWN) {
		tenths_text(drive->timer.is.tenths, text);
		report_line(out, " standby timer:  %s\n", drive->timer.is.tenths ? text : "off");
	} else if (drive->asked && !drive->has_conditions) {
		report_line(out, " standby timer:  the drive does not report it\n");
	}
	for (unsigned i = 0; drive->has_conditions && i < ATA_EPC_COUNT; i++) {
		uint32_t time = ata_epc_effective(&drive->conditions[i].current);

		if (!drive->conditions[i].supported)
			continue;
		tenths_text(time, text);
		report_line(out, " timer of %s:  %s\n", ata_epc_table[i].name, time ? text : "off");
	}
	if (drive->used[0])
		report_line(out, " in use:  %s\n", drive->used);
	else if (drive->used_err)
		report_line(out, " in use:  not known: %s\n", error_words(-drive->used_err));
	if (drive->resync[0])
		report_line(out, " md:  %s\n", drive->resync);
	for (size_t i = 0; i < why->pollers; i++)
		report_line(out, " runs here:  %s, process %u\n", why->poller[i].comm,
			    why->poller[i].pid);
}

/* --- Watching: which processes use the drives; meanwhile the program sends no commands --- */

#define NS_PER_S UINT64_C(1000000000)

enum { LINES_EACH = 10 };

static const char option[] = "--why-awake";

static bool has_process(const struct doer *doer, unsigned pid)
{
	for (unsigned i = 0; i < doer->processes && i < DOER_PROCESSES; i++) {
		if (doer->pid[i] == pid)
			return true;
	}
	return false;
}

/* Return the element that counts the event. Element DOERS - 1, "(others)", is for the rest. */
static struct doer *doer_of(const struct why *why, struct watched *drive,
			    const struct disk_event *event)
{
	struct doer *joined = NULL;

	for (size_t i = 0; i < drive->doers; i++) {
		struct doer *doer = &drive->doer[i];

		if (strcmp(doer->comm, event->comm) != 0)
			continue;
		if (has_process(doer, event->pid))
			return doer;
		if (!joined && doer->n[event->access])
			joined = doer;
	}
	if (!joined && drive->doers == DOERS)
		joined = &drive->doer[DOERS - 1];
	if (!joined) {
		joined = &drive->doer[drive->doers++];
		snprintf(joined->comm, sizeof(joined->comm), "%s",
			 drive->doers == DOERS ? "(others)" : event->comm);
		joined->first_s = why->seconds;
	}
	if (has_process(joined, event->pid))
		return joined;
	joined->pid[joined->processes < DOER_PROCESSES ? joined->processes : DOER_PROCESSES - 1] =
		event->pid;
	joined->processes++;
	joined->last = event->pid;
	joined->last_s = why->seconds;
	return joined;
}

static void print_event(struct why *why, struct watched *drive, const struct disk_event *event)
{
	static const char *const did[ACCESSES] = { "reads", "writes", "sends a command",
						   "changes inode" };
	char time[HOST_TIME_BYTES], what[120] = "";
	struct block_part part;

	if (event->access == ACCESS_DIRTY) {
		snprintf(what, sizeof(what), "%" PRIu64, event->sector);
	} else if (event->access == ACCESS_WRITE && !event->sectors) {
		snprintf(what, sizeof(what), "nothing, but flushes its cache");
	} else if (event->access != ACCESS_COMMAND) {
		block_part_at(&drive->sys, event->sector, &part);
		snprintf(what, sizeof(what), "%u sectors from %" PRIu64 " of %s on", event->sectors,
			 event->sector - (part.name[0] ? part.start : 0),
			 part.name[0] ? part.name : drive->disk.path[0].name);
	}
	host_local_time(host_wall_s(), time);
	report_line(why->out, "%s %s %s (process %u) %s%s%s\n", time, drive->path, event->comm,
		    event->pid, did[event->access], *what ? " " : "", what);
}

/* The inode of a block device has the device's number (block/bdev.c). */
static bool is_device_inode(const struct disk_event *event)
{
	enum { MINORS = 16 /* minors of a SCSI disk with its partitions */ };
	uint64_t first = (uint64_t)rdev_major(event->rdev) << 20 | rdev_minor(event->rdev);

	return event->sector >= first && event->sector < first + MINORS;
}

static void take_event(struct why *why, struct watched *drive, const struct disk_event *event)
{
	struct doer *doer;
	bool own = false;

	for (size_t i = 0; i < drive->disk.n; i++)
		own |= drive->disk.path[i].rdev == event->rdev;
	if (!own || drive->gone[0] || (event->access == ACCESS_DIRTY && is_device_inode(event)))
		return;
	doer = doer_of(why, drive, event);
	/* one write may mark an inode dirty often: count an inode number only once in succession */
	if (event->access == ACCESS_DIRTY && doer->n[ACCESS_DIRTY] && doer->inode == event->sector)
		return;
	doer->n[event->access]++;
	if (event->access == ACCESS_DIRTY)
		doer->inode = event->sector;
	else if (event->access != ACCESS_COMMAND && event->sectors)
		doer->sector = event->sector;
	doer->lines++;
	if (doer->lines <= LINES_EACH)
		print_event(why, drive, event);
	else if (doer->lines == LINES_EACH + 1)
		report_line(why->out, "   more of %s is counted, not shown\n", doer->comm);
}

static void look_at_counts(struct why *why, struct watched *drive)
{
	const struct block_usage *last = &drive->last;
	struct block_usage now;
	char time[HOST_TIME_BYTES];
	unsigned paths = sum_usage(why, drive, &now);

	/* another path to the drive that comes or goes is no use */
	if (paths && paths == drive->counted && now.reads >= last->reads &&
	    now.writes >= last->writes && usage_differs(last, &now)) {
		drive->changes++;
		drive->reads += now.reads - last->reads;
		drive->writes += now.writes - last->writes;
		host_local_time(host_wall_s(), time);
		if (why->untraced)
			report_line(why->out, "%s %s reads: %" PRIu64 ", writes: %" PRIu64 "\n",
				    time, drive->path, now.reads - last->reads,
				    now.writes - last->writes);
	}
	drive->counted = paths;
	drive->last = now;
}

/* A drive that was plugged in again counts as gone: its counts and settings are new. */
static bool is_gone(const struct why *why, struct watched *drive)
{
	struct sys_disk now;

	if (!drive->gone[0] && (sys_disk_of_path(&now, why->host, drive->path) ||
				!block_is_still(&now, &drive->identity))) {
		host_local_time(host_wall_s(), drive->gone);
		report_line(why->out, "%s %s is gone\n", drive->gone, drive->path);
	}
	return drive->gone[0];
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

static void watch_accesses(struct why *why, uint64_t seconds)
{
	struct report_failure lack = { .option = option };
	struct tracing tracing;
	struct disk_event event;
	int signal = 0;
	bool any = true;

	why->untraced = start_tracing(why, &tracing);
	lack.err = -why->untraced;
	lack.advice = host_lack_advice(why->untraced);
	if (lack.advice)
		report_failure(why->out, &lack, "who uses the drives is not known: %s",
			       error_words(lack.err));
	else if (why->untraced)
		report_line(why->out, "\nWho uses the drives is not known: %s.\n",
			    why->untraced == -EACCES || why->untraced == -EPERM
				    ? "the kernel's tracing is root's alone"
				    : "this kernel has no tracing of events (tracefs)");
	for (why->seconds = 0; why->seconds < seconds && !signal && any; why->seconds++) {
		report_flush(why->out);
		signal = host_wait_ns(NS_PER_S);
		while (!why->untraced && tracing_next(&tracing, &event)) {
			for (size_t i = 0; i < why->n; i++)
				take_event(why, &why->drive[i], &event);
		}
		any = false;
		for (size_t i = 0; i < why->n; i++) {
			if (is_gone(why, &why->drive[i]))
				continue;
			any = true;
			look_at_counts(why, &why->drive[i]);
		}
	}
	if (!why->untraced)
		tracing_stop(&tracing);
}

/* --- The option --- */

enum { DEFAULT_S = 600 };

int awake_why(const struct plan *plan, struct host *host, struct report *out)
{
	const struct opt_state *opt = plan_option(plan, OPT_WHY_AWAKE);
	struct why why = { .host = host, .out = out, .untraced = -ENODATA };
	uint64_t seconds = opt->set ? opt->value : DEFAULT_S;
	char no_drive[NO_DRIVE_BYTES];
	int failed = 0;
	bool held;

	why.drive = calloc(plan->n, sizeof(*why.drive));
	if (!why.drive) {
		report_error(out, option, ENOMEM, "%s", error_words(ENOMEM));
		return ENOMEM;
	}
	processes_each(host, find_poller, &why);
	for (size_t i = 0; i < plan->n; i++) {
		struct watched *drive = &why.drive[why.n];
		int err = look_at_drive(&why, &plan->steps[i], drive);

		if (!err) {
			print_facts(&why, drive);
			why.n++;
			continue;
		}
		out->path = plan->steps[i].path;
		report_error(out, option, -err, "%s",
			     no_drive_text(host, plan->steps[i].path, err, no_drive));
		out->path = NULL;
		*drive = (struct watched){ .path = NULL };
		failed = failed ? failed : -err;
	}
	held = host_interrupt_hold(host, true);
	if (why.n && seconds) {
		report_line(out, "\nWatching for %llu s; Ctrl-C ends that.\n",
			    (unsigned long long)seconds);
		watch_accesses(&why, seconds);
	}
	for (size_t i = 0; i < why.n; i++) {
		struct watched *drive = &why.drive[i];

		if (drive->gone[0])
			drive->after_err = -ENODEV;
		else if (seconds && !drive->err && sys_disk_suspended(&drive->sys))
			drive->after = power_suspended();
		else if (seconds && !drive->err)
			drive->after_err = ask_watched(&why, drive, &drive->after, false);
		why_report(&why, drive);
		failed = failed ? failed : -drive->after_err;
	}
	if (held)
		host_interrupt_release(host);
	free(why.drive);
	if (host_lack_advice(why.untraced) && !failed)
		failed = -why.untraced;
	return failed;
}
