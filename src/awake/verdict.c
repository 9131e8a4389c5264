// SPDX-License-Identifier: GPL-2.0-or-later
/* The verdicts of --why-awake. */
#include "options.h"
#include "text.h"
#include "why.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- Programs that are known to use drives, by the beginning of the short name --- */

#define UDISKS                                                                                     \
	"TIMER, since it asks every 10 minutes; or systemctl mask --now udisks2, which ends "      \
	"automounting"
/* udev learns from inotify that a program has closed a drive that was open for writing. */
#define UDEV "it reads a drive that a program has opened for writing; when: udevadm monitor --udev"

/* READER_POLLS: uses drives again and again while it runs; READER_THREAD: the kernel's thread */
enum { READER_POLLS = 1, READER_THREAD = 2 };

/* Even smartctl -n standby may restart an awake drive's timer: intervals must exceed the timer. */
static const struct reader {
	char comm[16]; /* beginning of the program's short name (comm) */
	unsigned kind; /* READER_* */
	/* PLACE: a mount point; POOL: a ZFS pool; TIMER: the command of timer_command(); or NULL */
	const char *remedy;
} readers[] = {
	{ "smartd", READER_POLLS,
	  "in /etc/smartd.conf, behind the drive or DEVICESCAN: -n standby,q; "
	  "and smartd --interval longer than the drive's timer" },
	{ "smartctl_export", READER_POLLS,
	  "start smartctl_exporter with --smartctl.interval longer than the drive's timer, as 1h" },
	{ "smartctl", 0,
	  "find who starts it: systemctl list-timers; crontab -l; "
	  "let it say smartctl -n standby, less often than the drive's timer" },
	{ "udisksd", READER_POLLS, UDISKS },
	{ "pool-udisksd", 0, UDISKS },
	{ "telegraf", READER_POLLS,
	  "in telegraf.conf, if it has [[inputs.smart]] or [[inputs.smartctl]], "
	  "below it: interval = \"1h\"" },
	{ "collectd", READER_POLLS,
	  "in collectd.conf, take out: LoadPlugin smart, LoadPlugin hddtemp" },
	{ "reader#", 0, "in collectd.conf, take out: LoadPlugin smart" },
	{ "hddtemp", READER_POLLS, "systemctl disable --now hddtemp" },
	{ "netdata", READER_POLLS,
	  "in netdata's go.d/smartctl.conf, if that is in use: poll_devices_every: 3600" },
	{ "hd-idle", 0, "its own commands are no cause: see the other lines" },
	{ "ext4lazyinit", READER_POLLS | READER_THREAD,
	  "wait until it has ended; for new ones: mkfs.ext4 -E lazy_itable_init=0" },
	{ "jbd2/", READER_THREAD, "mount -o remount,noatime,commit=600 PLACE" },
	{ "btrfs-transacti", READER_THREAD, "mount -o remount,noatime,commit=600 PLACE" },
	{ "txg_sync", READER_THREAD, "zfs set atime=off POOL" },
	{ "xfsaild", READER_THREAD, "mount -o remount,noatime PLACE" },
	{ "kworker/", READER_THREAD, "mount -o remount,noatime PLACE" },
	{ "updatedb", 0, "add PLACE to PRUNEPATHS in /etc/updatedb.conf" },
	{ "(udev-worker)", 0, UDEV },
	{ "systemd-udevd", 0, UDEV },
	{ "", 0, NULL }, /* every other program */
};

static const struct reader *reader_of(const char *comm)
{
	const struct reader *row = readers;

	while (strncmp(comm, row->comm, strlen(row->comm)) != 0)
		row++;
	return row;
}

bool reader_polls(const char *comm)
{
	return reader_of(comm)->kind & READER_POLLS;
}

/* Return a timer that ends between two uses by the program, which come every 10 minutes; or NULL.
 */
static const char *reader_timer(const char *comm)
{
	const char *remedy = reader_of(comm)->remedy;

	return remedy && strstr(remedy, "TIMER") ? "9min" : NULL;
}

/* Take "sda2" from "jbd2/sda2-8" or "xfsaild/sda2". The kernel cuts long names of threads. */
static bool reader_device(const char *comm, char name[COMM_BYTES])
{
	bool ext4 = !strncmp(comm, "jbd2/", strlen("jbd2/"));
	bool xfs = !strncmp(comm, "xfsaild/", strlen("xfsaild/")) && strlen(comm) < COMM_BYTES - 1;
	const char *from = strchr(comm, '/'), *end;

	if (!ext4 && !xfs)
		return false;
	from++;
	end = ext4 ? strrchr(from, '-') : from + strlen(from);
	if (!end || end == from)
		return false;
	snprintf(name, COMM_BYTES, "%.*s", (int)(end - from), from);
	return true;
}

/* --- Verdicts --- */

enum { VERDICT_BYTES = 800, TIMER_BYTES = WORD_QUOTED_BYTES + 48, VERDICTS = DOERS + 16 };

struct verdict {
	unsigned weight;
	const char *cause;			       /* value of "cause" in JSON */
	char text[VERDICT_BYTES], line[VERDICT_BYTES]; /* `line`: the remedy */
};
struct verdicts {
	size_t n;
	struct verdict row[VERDICTS];
};

/* Weights of verdicts. SEEN and DIRTIES: plus the number of accesses, at most SEEN_MOST. */
enum {
	TIMER = 2000000,
	RESYNC = 1999999,
	SEEN = 1000,
	DIRTIES = 900000,
	SEEN_MOST = 800000,
	COUNTED = 700,
	POLLS = 600,
	HWMON = 500,
	QUIET = 300,
	ASLEEP = 200,
	USED = 100
};

/* If the array is full, the verdict is not reported. */
static struct verdict *add_verdict(struct verdicts *verdicts, unsigned weight, const char *cause)
{
	struct verdict *row = &verdicts->row[verdicts->n];

	if (verdicts->n + 1 < VERDICTS)
		verdicts->n++;
	*row = (struct verdict){ .weight = weight, .cause = cause };
	return row;
}

#define FIND_STARTER   "find who starts it: systemctl list-timers; crontab -l"
#define SAY(row, ...)  snprintf((row)->text, VERDICT_BYTES, __VA_ARGS__)
#define LINE(row, ...) snprintf((row)->line, VERDICT_BYTES, __VA_ARGS__)

/* Return the rounded mean time in s between appearances of processes; 0 also for one process. */
static uint64_t period_s(const struct doer *doer)
{
	return doer->processes > 1 ? (doer->last_s - doer->first_s + (doer->processes - 1) / 2) /
					     (doer->processes - 1)
				   : 0;
}

enum { WHO_BYTES = 100 };

static void who_text(const struct doer *doer, bool runs, char text[WHO_BYTES])
{
	const char *ended = runs ? "" : ", which has ended";
	unsigned pid = doer->last;

	if (doer->processes == 1)
		snprintf(text, WHO_BYTES, "process %u%s", pid, ended);
	else if (period_s(doer))
		snprintf(text, WHO_BYTES, "%u processes, one every %" PRIu64 " s; the last is %u%s",
			 doer->processes, period_s(doer), pid, ended);
	else
		snprintf(text, WHO_BYTES, "%u processes; the last is %u%s", doer->processes, pid,
			 ended);
}

static bool spins_down_by_condition(const struct watched *drive)
{
	for (unsigned i = 0; drive->conditions_known && i < ATA_EPC_COUNT; i++) {
		if ((i == ATA_EPC_STANDBY_Y || i == ATA_EPC_STANDBY_Z) &&
		    ata_epc_effective(&drive->conditions[i].current))
			return true;
	}
	return false;
}

/* Write the command that sets the timer, shorter than the pauses of known programs. */
static void timer_command(const struct why *why, const struct watched *drive,
			  char text[TIMER_BYTES])
{
	const struct ata_epc_state *z = &drive->conditions[ATA_EPC_STANDBY_Z];
	bool fixed = drive->conditions_known && !(z->supported && z->changeable);
	const char *time = NULL;

	for (size_t i = 0; i < why->pollers && !time; i++)
		time = reader_timer(why->poller[i].comm);
	for (size_t i = 0; i < drive->doers && !time; i++)
		time = reader_timer(drive->doer[i].comm);
	snprintf(text, TIMER_BYTES, "hdparm %s%s %s",
		 fixed			 ? "--idle-standby "
		 : drive->has_conditions ? "--epc-timer standby_z="
					 : "-S ",
		 time ? time : "20min", drive->word);
}

/* Write a remedy with `value` instead of `word`. False: it lacks the word, or there is no value. */
static bool fill_line(struct verdict *row, const char *remedy, const char *word, const char *value)
{
	const char *at = value ? strstr(remedy, word) : NULL;

	if (at)
		LINE(row, "%.*s%s%s", (int)(at - remedy), remedy, value, at + strlen(word));
	return at;
}

static void advise_reader(const struct why *why, const struct watched *drive, struct verdict *row,
			  const char *remedy)
{
	char timer[TIMER_BYTES];

	timer_command(why, drive, timer);
	if (!fill_line(row, remedy, "TIMER", timer))
		LINE(row, "%s", remedy);
}

/* --- Threads of the kernel: the array or file system for which they work --- */

struct owner {
	char name[BLOCK_NAME_BYTES]; /* device, such as "md9" or "sda1"; empty: not known */
	bool array;		     /* the device is the thread's array */
	bool last;		     /* the device is that of the last access, for one of several */
	char pool[BLOCK_NAME_BYTES]; /* ZFS pool of the device, or empty */
	const char *use;	     /* of the device, or of what is built on it; or NULL */
};

struct array {
	const char *comm;
	char *name;
};

/* The thread "md9_raid1" works for the array "md9". */
static void compare_array(void *who, const char *thing)
{
	struct array *array = who;
	size_t n = strlen(thing);

	if (!strncmp(array->comm, thing, n) && array->comm[n] == '_')
		snprintf(array->name, BLOCK_NAME_BYTES, "%s", thing);
}

static void find_owner(const struct why *why, const struct watched *drive,
		       const struct disk_uses *uses, const struct doer *doer, struct owner *owner)
{
	struct array array = { doer->comm, owner->name };
	struct block_part part;
	int err = 0;

	*owner = (struct owner){ .array = false };
	if (!reader_device(doer->comm, owner->name)) {
		for (size_t i = 0; i < drive->disk.n && !err; i++)
			err = disk_memberships(why->host, &drive->disk.path[i], compare_array,
					       &array);
		owner->array = owner->name[0];
	}
	if (!err && !owner->name[0] && doer->sector) {
		err = block_part_at(&drive->sys, doer->sector, &part);
		owner->last = true;
		snprintf(owner->name, sizeof(owner->name), "%s",
			 part.name[0] ? part.name : drive->disk.path[0].name);
	}
	if (err || !owner->name[0])
		return;
	pool_of(why->host, owner->name, owner->pool);
	use_above(why->host, uses, owner->name, &owner->use);
}

enum { OWNER_BYTES = 2 * BLOCK_NAME_BYTES + BLOCK_WHY_BYTES + 80 };

static void owner_text(const struct owner *owner, char text[OWNER_BYTES])
{
	snprintf(text, OWNER_BYTES, ": a thread of the kernel%s%s%s%s%s%s",
		 !owner->name[0] ? ""
		 : owner->last	 ? ", last for "
				 : ", for ",
		 owner->name, owner->pool[0] ? " of the ZFS pool " : "", owner->pool,
		 owner->use ? "; " : "", owner->use ? owner->use : "");
}

static void advise_thread(const struct watched *drive, const struct owner *owner,
			  const char *remedy, const char *place, struct verdict *row)
{
	char pool[WORD_QUOTED_BYTES];

	if (remedy && (fill_line(row, remedy, "PLACE", place) ||
		       fill_line(row, remedy, "POOL",
				 owner->pool[0] ? word_quoted(owner->pool, pool) : NULL)))
		return;
	if (remedy && !strstr(remedy, "PLACE"))
		LINE(row, "%s", remedy);
	else if (place)
		LINE(row, "fuser -vm %s", place);
	else if (owner->array)
		LINE(row, "hdparm --why-awake /dev/%s", owner->name);
	else
		LINE(row, "lsblk %s", drive->word);
}

/* --- What was seen --- */

enum { DID_BYTES = 180 };

static void judge_doer(struct why *why, const struct watched *drive, const struct disk_uses *uses,
		       const struct doer *doer, struct verdicts *verdicts)
{
	static const char *const causes[ACCESSES] = { "reads", "writes", "commands", "dirties" };
	static const char *const doings[ACCESSES] = { "reads", "writes",
						      "sends it commands that no counter shows,",
						      "changes files that are written later," };
	struct sys_disk disk = { .host = why->host, .rdev = drive->disk.path[0].rdev };
	uint64_t all = 0, most = 0;
	unsigned main = 0;
	bool runs = process_runs(why->host, doer->last), thread;
	char mount[BLOCK_WHY_BYTES], to[WORD_QUOTED_BYTES], owned[OWNER_BYTES] = "";
	const char *place = NULL, *remedy = reader_of(doer->comm)->remedy;
	char did[DID_BYTES] = "", who[WHO_BYTES];
	struct owner owner;
	struct verdict *row;

	find_owner(why, drive, uses, doer, &owner);
	thread = owner.array || reader_of(doer->comm)->kind & READER_THREAD ||
		 process_is_kernel(why->host, doer->last);
	if (thread)
		owner_text(&owner, owned);
	if (thread && owner.name[0])
		place = owner.use ? mount_place(owner.use) : NULL;
	else if (drive->disk.n == 1 && mount_alone_on(&disk, uses, mount))
		place = mount;
	place = place ? word_quoted(place, to) : NULL;

	for (unsigned i = 0; i < ACCESSES; i++) {
		size_t end = strlen(did);

		all += doer->n[i];
		main = doer->n[i] > most ? i : main;
		most = doer->n[i] > most ? doer->n[i] : most;
		if (doer->n[i])
			snprintf(did + end, DID_BYTES - end, "%s%s %" PRIu64 " time%s",
				 end ? ", " : "", doings[i], doer->n[i],
				 doer->n[i] == 1 ? "" : "s");
	}
	/* a process that changes files ranks before kernel threads that write the changes */
	row = add_verdict(verdicts,
			  (doer->n[ACCESS_DIRTY] ? DIRTIES : SEEN) +
				  (unsigned)(all < SEEN_MOST ? all : SEEN_MOST),
			  causes[main]);
	who_text(doer, runs, who);
	SAY(row, "%s (%s) %s%s", doer->comm, who, did, owned);
	if (thread)
		advise_thread(drive, &owner, remedy, place, row);
	else if (remedy && !fill_line(row, remedy, "PLACE", place))
		advise_reader(why, drive, row, remedy);
	else if (remedy)
		return;
	else if (doer->n[ACCESS_DIRTY] && place)
		LINE(row, "find %s -xdev -inum %" PRIu64, place, doer->inode);
	else if (runs)
		LINE(row, "ls -l /proc/%u/fd", doer->last);
	else
		LINE(row, FIND_STARTER);
}

static void advise_tracing(const struct why *why, const struct watched *drive, struct verdict *row)
{
	if (why->untraced == -EACCES || why->untraced == -EPERM)
		LINE(row, "as root: hdparm --why-awake %s", drive->word);
	else
		LINE(row, FIND_STARTER);
}

/* Add a verdict if the drive is awake after watching, although no use was counted or traced. */
static void judge_unused(const struct why *why, const struct watched *drive,
			 struct verdicts *verdicts)
{
	struct verdict *row;

	if (drive->changes || drive->doers || !why->seconds || drive->err || !drive->after.source ||
	    drive->after.asleep)
		return;
	if (drive->before.asleep) {
		row = add_verdict(verdicts, QUIET, "woken");
		SAY(row, "it slept at first, and something woke it that the kernel does not count: "
			 "a command, as of smartctl");
		advise_tracing(why, drive, row);
		return;
	}
	row = add_verdict(verdicts, QUIET, "quiet");
	SAY(row, "nothing used it meanwhile: its timer is off or longer, or it ignores it");
	timer_command(why, drive, row->line);
}

static void judge_settings(const struct why *why, const struct watched *drive,
			   struct verdicts *verdicts)
{
	bool off = drive->timer.known == KNOWN && !drive->timer.is.tenths;
	struct verdict *row;

	if (drive->apm.known == KNOWN && drive->apm.value >= APM_NO_STANDBY &&
	    drive->apm.value != APM_OFF) {
		row = add_verdict(verdicts, TIMER + 1, "apm");
		SAY(row, "APM level %u forbids standby, as all from 128 to 254 do",
		    (unsigned)drive->apm.value);
		LINE(row, "hdparm -B 127 %s", drive->word);
	}
	if (drive->has_conditions && !spins_down_by_condition(drive)) {
		row = add_verdict(verdicts, TIMER, "epc");
		SAY(row, "Extended Power Conditions are on, "
			 "and the timers of standby_y and standby_z are off");
		timer_command(why, drive, row->line);
	} else if (off && !spins_down_by_condition(drive)) {
		row = add_verdict(verdicts, TIMER, "timer");
		SAY(row, "its standby timer is off");
		timer_command(why, drive, row->line);
	} else {
		judge_unused(why, drive, verdicts);
	}
}

static void judge_others(const struct why *why, const struct watched *drive,
			 struct verdicts *verdicts)
{
	const char *mount = mount_place(drive->used);
	char to[WORD_QUOTED_BYTES];
	struct verdict *row;

	if (drive->changes && !drive->doers) {
		row = add_verdict(verdicts, COUNTED, "counted");
		SAY(row,
		    "something used it in %" PRIu64 " of %" PRIu64 " seconds "
		    "(reads: %" PRIu64 ", writes: %" PRIu64 ")",
		    drive->changes, why->seconds, drive->reads, drive->writes);
		advise_tracing(why, drive, row);
	}
	for (size_t i = 0; i < why->pollers; i++) {
		row = add_verdict(verdicts, POLLS, "poller");
		SAY(row, "%s (process %u) runs, and is known to use drives again and again",
		    why->poller[i].comm, why->poller[i].pid);
		advise_reader(why, drive, row, reader_of(why->poller[i].comm)->remedy);
	}
	if (drive->resync[0]) {
		row = add_verdict(verdicts, RESYNC, "resync");
		SAY(row, "the array is being read or written as a whole (%s)", drive->resync);
		LINE(row, "cat /proc/mdstat");
	}
	if (drive->hwmon) {
		row = add_verdict(verdicts, HWMON, "hwmon");
		SAY(row, "the kernel shows its temperature in hwmon: each program that reads it, "
			 "as sensors, sends the drive commands");
		LINE(row, "modprobe -r drivetemp");
	}
	if (drive->before.asleep && (drive->after.asleep || !why->seconds)) {
		row = add_verdict(verdicts, ASLEEP, "asleep");
		SAY(row, "it sleeps: nothing keeps it awake now");
		LINE(row, "hdparm -C %s", drive->word);
	}
	if (drive->used[0]) {
		row = add_verdict(verdicts, USED, "in_use");
		SAY(row, "%s: what is opened there wakes it", drive->used);
		mount = mount ? word_quoted(mount, to) : NULL;
		LINE(row, mount ? "fuser -vm %s" : "lsblk %s", mount ? mount : drive->word);
	}
}

static void judge_drive(struct why *why, const struct watched *drive, struct verdicts *verdicts)
{
	struct disk_uses uses;

	verdicts->n = 0;
	disk_uses_read(&uses, why->host);
	for (size_t i = 0; i < drive->doers; i++)
		judge_doer(why, drive, &uses, &drive->doer[i], verdicts);
	disk_uses_free(&uses);
	judge_settings(why, drive, verdicts);
	judge_others(why, drive, verdicts);
	for (size_t i = 1; i < verdicts->n; i++) {
		for (size_t k = i; k && verdicts->row[k - 1].weight < verdicts->row[k].weight;
		     k--) {
			struct verdict row = verdicts->row[k];

			verdicts->row[k] = verdicts->row[k - 1];
			verdicts->row[k - 1] = row;
		}
	}
}

static void report_no_end(struct report *out, const struct watched *drive)
{
	const char *error = error_words(-drive->after_err);

	if (drive->gone[0])
		report_error(out, "--why-awake", -drive->after_err,
			     "the drive went away at %s, while it was watched: %s", drive->gone,
			     error);
	else if (drive->after_err)
		report_error(out, "--why-awake", -drive->after_err,
			     "whether it is awake after the watch is not known: %s", error);
}

static void report_state(struct report *out, const char *key, const struct power_state *state)
{
	if (state->source)
		report_string(out, key, state->condition, NO_TEXT);
	else
		report_null(out, key, NO_TEXT);
}

void why_report(struct why *why, const struct watched *drive)
{
	static const char *const keys[ACCESSES] = { "reads", "writes", "commands",
						    "dirtied_inodes" };
	struct report *out = why->out;
	struct verdicts verdicts;

	judge_drive(why, drive, &verdicts);
	report_device_begin(out, drive->path, false);
	report_no_end(out, drive);
	report_section_begin(out, "why_awake");
	report_state(out, "power_condition_before", &drive->before);
	report_state(out, "power_condition_after", &drive->after);
	if (drive->apm.known == KNOWN)
		report_u64(out, "apm_level", drive->apm.value, NO_TEXT);
	if (drive->timer.known == KNOWN)
		report_u64(out, "standby_timer_ms", drive->timer.is.tenths * UINT64_C(100),
			   NO_TEXT);
	else if (drive->asked && !drive->has_conditions)
		report_null(out, "standby_timer_ms", NO_TEXT);
	if (drive->has_conditions) {
		report_section_begin(out, "condition_timers_ms");
		for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
			uint32_t time = ata_epc_effective(&drive->conditions[i].current);

			if (drive->conditions[i].supported)
				report_u64(out, ata_epc_table[i].name, UINT64_C(100) * time,
					   NO_TEXT);
		}
		report_section_end(out);
	}
	report_string(out, "used_by", drive->used_err ? NULL : drive->used, NO_TEXT);
	report_u64(out, "watched_s", why->seconds, NO_TEXT);
	report_bool(out, "traced", !why->untraced, NO_TEXT);
	report_array_begin(out, "accesses");
	for (size_t i = 0; i < drive->doers; i++) {
		const struct doer *doer = &drive->doer[i];

		report_section_begin(out, "access");
		report_string(out, "process_name", doer->comm, NO_TEXT);
		report_u64(out, "process", doer->last, NO_TEXT);
		if (doer->processes > 1) {
			report_u64(out, "processes", doer->processes, NO_TEXT);
			report_u64(out, "every_s", period_s(doer), NO_TEXT);
		}
		for (unsigned k = 0; k < ACCESSES; k++)
			report_u64(out, keys[k], doer->n[k], NO_TEXT);
		report_section_end(out);
	}
	report_section_end(out);
	report_line(out, "\n%s: what keeps it awake, the most likely first:\n", drive->path);
	report_array_begin(out, "verdicts");
	for (size_t i = 0; i < verdicts.n; i++) {
		const struct verdict *row = &verdicts.row[i];

		report_section_begin(out, "verdict");
		report_string(out, "cause", row->cause, NO_TEXT);
		report_string(out, "text", row->text, " %zu. %s\n", i + 1, row->text);
		report_string(out, "remedy", row->line, "    %s\n", row->line);
		report_section_end(out);
	}
	report_section_end(out);
	if (!verdicts.n)
		report_line(out, " nothing was found\n");
	report_section_end(out);
	report_device_end(out);
}
