// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Facts of the machine itself: mains or battery, since when it has had power, and how the kernel
 * lets NVMe drives save power.
 */
#include "sysfs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool supply_is(struct host *host, const char *supply, const char *name, const char *value)
{
	char text[64];

	return !sysfs_text(host, supply, name, text, sizeof(text)) && !strcmp(text, value);
}

/*
 * On mains if any mains supply (also a USB charger) is online. Otherwise on battery if a battery of
 * the machine (not of a mouse) or of a UPS is discharging. Otherwise on mains.
 */
int machine_on_battery(struct host *host, bool *battery)
{
	bool mains = false, discharging = false;
	struct host_paths supplies;
	int err = host_glob(host, "/sys/class/power_supply/*", &supplies);

	for (size_t i = 0; i < supplies.n; i++) {
		const char *supply = supplies.path[i];

		if (supply_is(host, supply, "scope", "Device"))
			continue;
		if (supply_is(host, supply, "type", "Battery") ||
		    supply_is(host, supply, "type", "UPS"))
			discharging =
				discharging || supply_is(host, supply, "status", "Discharging");
		else
			mains = mains || supply_is(host, supply, "online", "1");
	}
	host_paths_free(&supplies);
	*battery = discharging && !mains;
	return err;
}

/*
 * Number of suspends in which the drives had no power. In suspend-to-idle, if mem_sleep shows it as
 * chosen, they may keep their power: then no suspend counts.
 */
static uint64_t count_suspends(struct host *host)
{
	char text[64];

	if (host_read_file(host, "/sys/power/mem_sleep", text, sizeof(text)) > 0 &&
	    strstr(text, "[s2idle]"))
		return 0;
	if (host_read_file(host, "/sys/power/suspend_stats/success", text, sizeof(text)) <= 0)
		return 0;
	return strtoull(text, NULL, 10);
}

/* Room for a boot_id of 36 bytes and its NUL. */
enum { BOOT_BYTES = 40 };

void machine_power_cycle(const struct sys_disk *disk, char *text, size_t size)
{
	uint64_t sequence = 0, suspends = count_suspends(disk->host);
	char boot[BOOT_BYTES] = "";
	size_t n;

	if (host_read_file(disk->host, "/proc/sys/kernel/random/boot_id", boot, sizeof(boot)) < 0)
		boot[0] = '\0';
	if (sysfs_own_u64(disk, "diskseq", &sequence))
		sequence = 0;
	text[0] = '\0';
	if (!boot[0] && !sequence)
		return;
	n = (size_t)snprintf(text, size, "%s/%" PRIu64, boot, sequence);
	if (suspends)
		snprintf(text + n, size - n, "/%" PRIu64, suspends);
}

const char *sys_nvme_latency_path(void)
{
	return "/sys/module/nvme_core/parameters/default_ps_max_latency_us";
}

void sys_nvme_default_latency(struct host *host, char text[DISK_TEXT_BYTES])
{
	if (host_read_file(host, sys_nvme_latency_path(), text, DISK_TEXT_BYTES) <= 0)
		text[0] = '\0';
}
