// SPDX-License-Identifier: GPL-2.0-or-later
/* Programs that are known to use drives, by the beginning of their short names. */
#include "why.h"

#include <stdio.h>
#include <string.h>

/* The kernel tells udev of each close of a file that was opened for writing. */
#define UDEV "it reads a drive that a program has opened for writing; when: udevadm monitor --udev"

/*
 * smartctl -n standby, the default of telegraf's and netdata's plugins and of smartctl_exporter,
 * leaves a drive asleep, but restarts the timer of one that is awake: so they have to ask less
 * often. collectd's plugin does so, too. UDISKS_IGNORE does not keep udisks2 from polling.
 */
static const struct {
	char comm[16]; /* TASK_COMM_LEN: the kernel keeps no more */
	bool polls;    /* it asks drives again and again, while it runs */
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
