// SPDX-License-Identifier: GPL-2.0-or-later
/* Waits for an idle device before a measurement; detects other I/O during it. */
#include "meter.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { POLLS_QUIET = 3 };

/* Long enough to see a request that another program sends now and then. */
#define POLL_NS	  (NS_PER_S / 100)
#define SETTLE_NS (3 * NS_PER_S)

/* An attribute of the whole disk, also for a partition. -errno, or the length. */
static ssize_t disk_attribute(struct device *dev, const char *name, char *text, size_t size)
{
	char attribute[64], path[128];
	uint64_t partition;
	bool part = !block_attr_u64(dev, "partition", &partition);
	int err;

	snprintf(attribute, sizeof(attribute), "%s%s", part ? "../" : "", name);
	err = sysfs_own_path(&dev->sys, attribute, path, sizeof(path));
	return err ? err : host_read_file(dev->host, path, text, size);
}

/* Requests of any program that are in flight (block/genhd.c: reads, writes). */
static uint64_t in_flight(struct device *dev)
{
	uint64_t of[2]; /* reads, writes */
	char text[64];

	if (disk_attribute(dev, "inflight", text, sizeof(text)) <= 0 ||
	    numbers_read(text, of, 2) != 2)
		return 0;
	return of[0] + of[1];
}

bool settle(struct meter *m)
{
	struct host *host = m->job->host;
	uint64_t began = host_now_ns(host);
	unsigned quiet = 0;

	while (quiet < POLLS_QUIET) {
		if (host_now_ns(host) - began >= SETTLE_NS || host_interrupted(host))
			return false;
		if (in_flight(m->job->dev))
			quiet = 0;
		else
			quiet++;
		if (quiet < POLLS_QUIET)
			host_sleep_ns(host, POLL_NS);
	}
	return true;
}

/* Fields 3 and 7 of /sys/block/X/stat count 512-byte sectors, whatever the device's sector size. */
struct traffic traffic_now(struct meter *m)
{
	uint64_t field[7];
	char text[256];

	if (disk_attribute(m->job->dev, "stat", text, sizeof(text)) <= 0 ||
	    numbers_read(text, field, 7) != 7)
		return (struct traffic){ 0, 0 };
	return (struct traffic){ .read = field[2], .written = field[6] };
}

/*
 * Read-ahead fetches a little more than was requested. Reads of more than a tenth and 16 MiB above
 * our own, or more than a few writes, come from other programs.
 */
void doubts_of_traffic(const struct traffic *before, const struct traffic *after, uint64_t bytes,
		       struct doubts *doubts)
{
	const uint64_t slack = 16 * MIB / 512;
	uint64_t read = after->read - before->read, written = after->written - before->written;
	uint64_t ours = bytes / 512;

	if (read > ours + ours / 10 + slack || written > ours / 100 + slack / 16)
		doubts->other_io = true;
}

/* Model names that hypervisors give to virtual disks. */
static bool made_up_model(struct device *dev)
{
	static const char *const models[] = { "QEMU", "VBOX", "VMware", "Virtual" };
	char model[64];

	if (disk_attribute(dev, "device/model", model, sizeof(model)) <= 0)
		return false;
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
		if (!strncmp(model, models[i], strlen(models[i])))
			return true;
	}
	return false;
}

/* NVMe namespaces with several paths are in /devices/virtual too, but have hardware. */
static bool made_up_path(const char *real)
{
	return strstr(real, "/virtio") ||
	       (strstr(real, "/devices/virtual/") && !strstr(real, "/nvme-subsystem/"));
}

void doubts_of_device(struct device *dev, struct doubts *doubts)
{
	char path[128], real[512];
	const char *name;

	doubts->file = dev->kind == DEVICE_FILE;
	if (sysfs_own_path(&dev->sys, ".", path, sizeof(path)) ||
	    host_real_path(dev->host, path, real, sizeof(real)) < 0)
		return;
	name = strrchr(real, '/') + 1; /* a canonical path is absolute */
	doubts->raid = !strncmp(name, "md", 2) || !strncmp(name, "dm-", 3);
	doubts->virtual_device = !doubts->raid && (made_up_path(real) || made_up_model(dev));
}
