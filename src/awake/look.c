// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What can be found out about a drive at once. A drive that may be asleep gets only commands that
 * leave it asleep.
 */
#include "why.h"
#include "device.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static void observe_unless_hung(struct job *job, enum opt_id id, struct observed *now)
{
	if (device_hung(job->dev))
		return;
	job->id = id;
	observe(job, now);
}

/*
 * IDENTIFY and the log of power conditions restart the drive's timer: once, before the watching
 * begins.
 */
static void ask_watched_settings(struct job *job, struct watched *drive)
{
	drive->asked = true;
	if (drive_takes_ata(&job->drive) && !device_identify(job->dev)) {
		observe_unless_hung(job, OPT_APM, &drive->apm);
		observe_unless_hung(job, OPT_EPC, &drive->epc);
	}
	drive->has_conditions = drive->epc.known == KNOWN && drive->epc.value &&
				!drive_conditions(&job->drive, 0, drive->conditions);
	if (!drive->has_conditions)
		observe_unless_hung(job, OPT_STANDBY_TIMER, &drive->timer);
	drive->tells_timers =
		drive->has_conditions || (drive->timer.known == KNOWN &&
					  !drive_conditions(&job->drive, 0, drive->conditions));
}

/* 0 or -errno of the open. */
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
	device_wish(&dev, (enum ata_path)req->opt[OPT_TRANSPORT].value,
		    req->opt[OPT_PREFER_ATA12].seen);
	job = (struct job){ .host = dev.host, .dev = &dev, .drive = drive_of(&dev), .req = req };
	if (drive_power(&job.drive, state) && !state->asleep && settings)
		ask_watched_settings(&job, drive);
	device_close(&dev);
	return 0;
}

static void note(struct why *why, int err)
{
	why->no_memory |= err == -ENOMEM;
}

/* The first use of it by any path, and an array that is busy as a whole. */
static void find_uses(struct why *why, struct watched *drive)
{
	struct sys_disk disk = drive->sys;
	struct disk_uses uses;

	disk_uses_read(&uses, why->host);
	for (size_t i = 0; i < drive->disk.n && !drive->used[0]; i++) {
		int err;

		if (i)
			disk = (struct sys_disk){ .host = why->host,
						  .rdev = drive->disk.path[i].rdev };
		err = block_used_by(&disk, &uses, drive->used);
		note(why, err);
		if (err != -EBUSY)
			drive->used[0] = '\0';
	}
	disk_uses_free(&uses);
	for (size_t i = 0; i < drive->disk.n && !drive->resync[0]; i++)
		note(why, disk_resyncs(why->host, &drive->disk.path[i], drive->resync));
	note(why, disk_has_hwmon(why->host, drive->disk.path, &drive->hwmon));
}

bool why_usage(const struct why *why, const struct watched *drive, struct block_usage *usage)
{
	struct block_usage one;

	*usage = (struct block_usage){ .read = 0 };
	for (size_t i = 0; i < drive->disk.n; i++) {
		if (block_usage(why->host, &drive->disk.path[i], &one))
			return false;
		usage_add(usage, &one);
	}
	return drive->disk.n > 0;
}

int why_look(struct why *why, const struct step *step, struct watched *drive)
{
	struct block_disk disk;
	int err;

	drive->path = step->path;
	drive->word = word_quoted(step->path, drive->quoted);
	drive->step = step;
	drive->before = drive->after = (struct power_state){ .mode = "unknown" };
	err = sys_disk_of_path(&drive->sys, why->host, step->path);
	if (!err)
		err = sys_disk_whole(&drive->sys, &disk);
	if (!err)
		note(why, disk_paths_find(why->host, &disk, &drive->disk));
	if (!err && sys_disk_suspended(&drive->sys))
		drive->before = power_suspended();
	else if (!err)
		err = ask_watched(why, drive, &drive->before, true);
	if (err == -EACCES || err == -EPERM)
		drive->err = err;
	else if (err)
		return err;
	find_uses(why, drive);
	drive->counted = why_usage(why, drive, &drive->first);
	drive->last = drive->first;
	return 0;
}

void why_ask_again(struct why *why, struct watched *drive)
{
	if (drive->err)
		return;
	if (sys_disk_suspended(&drive->sys))
		drive->after = power_suspended();
	else
		ask_watched(why, drive, &drive->after, false);
}

static void find_poller(void *who, const char *comm, unsigned pid)
{
	struct why *why = who;

	if (why->pollers == POLLERS || !reader_polls(comm))
		return;
	snprintf(why->poller[why->pollers].comm, COMM_BYTES, "%s", comm);
	why->poller[why->pollers++].pid = pid;
}

void why_find_pollers(struct why *why)
{
	note(why, processes_each(why->host, find_poller, why));
}

static void say_timer(const struct watched *drive, struct report *out)
{
	char text[UNITS_TEXT_BYTES];

	if (drive->timer.known == KNOWN) {
		tenths_text((uint32_t)drive->timer.state, text);
		report_line(out, " standby timer:  %s\n", drive->timer.state ? text : "off");
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
}

void why_say(const struct why *why, const struct watched *drive)
{
	struct report *out = why->out;

	report_line(out, "\n%s:\n power condition:  %s\n", drive->path,
		    drive->err ? "not known: the drive may be opened by root alone"
			       : drive->before.mode);
	if (drive->apm.known == KNOWN)
		report_line(out, " APM level:  %u\n", (unsigned)drive->apm.value);
	say_timer(drive, out);
	if (drive->used[0])
		report_line(out, " in use:  %s\n", drive->used);
	if (drive->resync[0])
		report_line(out, " md:  %s\n", drive->resync);
	for (size_t i = 0; i < why->pollers; i++)
		report_line(out, " runs here:  %s, process %u\n", why->poller[i].comm,
			    why->poller[i].pid);
}

/* --- Programs that are known to use drives, by the beginning of their short names --- */

/* The kernel tells udev of each close of a file that was opened for writing. */
#define UDEV "it reads a drive that a program has opened for writing; when: udevadm monitor --udev"

/*
 * smartctl -n standby, the default of telegraf's and netdata's plugins and of smartctl_exporter,
 * leaves a drive asleep, but restarts the timer of one that is awake: so they have to ask less
 * often. collectd's plugin does so, too. UDISKS_IGNORE does not keep udisks2 from polling.
 */
static const struct {
	char comm[16]; /* TASK_COMM_LEN: the kernel keeps no more */
	bool polls;    /* the program asks drives repeatedly while it runs */
	const char *remedy;
} readers[] = {
	{ "smartd", true,
	  "in /etc/smartd.conf, behind the drive or DEVICESCAN: -n standby,q; and "
	  "smartd --interval longer than the drive's timer" },
	{ "smartctl_export", true,
	  "start smartctl_exporter with --smartctl.interval longer than the drive's timer, as 1h" },
	{ "smartctl", false,
	  "find who starts it: systemctl list-timers; crontab -l; let it say smartctl -n standby, "
	  "less often than the drive's timer" },
	{ "udisksd", true, "systemctl mask --now udisks2" },
	{ "pool-udisksd", false, "systemctl mask --now udisks2" },
	{ "telegraf", true,
	  "in telegraf.conf, if it has [[inputs.smart]] or [[inputs.smartctl]], below it: "
	  "interval = \"1h\"" },
	{ "collectd", true, "in collectd.conf, take out: LoadPlugin smart, LoadPlugin hddtemp" },
	{ "reader#", false, "in collectd.conf, take out: LoadPlugin smart" },
	{ "hddtemp", true, "systemctl disable --now hddtemp" },
	{ "netdata", true,
	  "in netdata's go.d/smartctl.conf, if that is in use: poll_devices_every: 3600" },
	{ "hd-idle", false, "its own commands are no cause: see the other lines" },
	{ "ext4lazyinit", true,
	  "wait until it has ended; for new ones: mkfs.ext4 -E lazy_itable_init=0" },
	{ "jbd2/", false, "mount -o remount,noatime,commit=600 PLACE" },
	{ "btrfs-transacti", false, "mount -o remount,noatime,commit=600 PLACE" },
	{ "txg_sync", false, "zfs set atime=off POOL" },
	{ "xfsaild", false, "mount -o remount,noatime PLACE" },
	{ "kworker/", false, "mount -o remount,noatime PLACE" },
	{ "updatedb", false, "add PLACE to PRUNEPATHS in /etc/updatedb.conf" },
	{ "(udev-worker)", false, UDEV },
	{ "systemd-udevd", false, UDEV },
};

enum { READERS = sizeof(readers) / sizeof(readers[0]) };

static size_t find(const char *comm)
{
	size_t i = 0;

	while (i < READERS && strncmp(comm, readers[i].comm, strlen(readers[i].comm)) != 0)
		i++;
	return i;
}

bool reader_polls(const char *comm)
{
	size_t i = find(comm);

	return i < READERS && readers[i].polls;
}

const char *reader_remedy(const char *comm)
{
	size_t i = find(comm);

	return i < READERS ? readers[i].remedy : NULL;
}

bool reader_device(const char *comm, char name[COMM_BYTES])
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
