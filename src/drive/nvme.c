// SPDX-License-Identifier: GPL-2.0-or-later
/* What an NVMe disk is asked, and the commands for it. */
#include "nvme_disk.h"
#include "ascii.h"
#include "small.h"
#include "block.h"
#include "rdev.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int ask_write_cache(struct drive *drive, bool *on)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE);
	int err = nvme_disk_ask(drive, &cmd);

	*on = nvme_write_cache_on(cmd.res.value);
	return err;
}

/*
 * A file of the controller's folder in sysfs. With several paths the disk belongs to its subsystem,
 * whose folder has the names that all its controllers share, and links to these: of the rest the
 * first controller's is taken.
 */
static bool nvme_disk_attribute(struct drive *drive, const char *name, char text[DISK_TEXT_BYTES])
{
	static const char *const places[] = { "device", "device/nvme*" };
	char pattern[64], path[128];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(pattern, sizeof(pattern), "%s/%s", places[i], name);
		if (sysfs_disk_find(&drive->dev->sys, pattern, path, sizeof(path)))
			return host_read_file(drive->dev->host, path, text, DISK_TEXT_BYTES) > 0;
	}
	return false;
}

static const struct {
	const char *name, *shown;
} links[] = { { "pcie", "PCIe" },
	      { "tcp", "TCP" },
	      { "rdma", "RDMA" },
	      { "fc", "Fibre Channel" },
	      { "loop", "loop" } };

static void nvme_disk_name_transport(struct drive *drive, const struct nvme_controller *ctrl,
				     char text[DISK_TEXT_BYTES])
{
	char name[DISK_TEXT_BYTES], version[24] = "";
	const char *shown = NULL;

	if (ctrl->major)
		snprintf(version, sizeof(version), "NVMe %u.%u", ctrl->major % 1000,
			 ctrl->minor % 1000);
	for (size_t i = 0;
	     nvme_disk_attribute(drive, "transport", name) && i < sizeof(links) / sizeof(links[0]);
	     i++) {
		if (!strcmp(name, links[i].name))
			shown = links[i].shown;
	}
	snprintf(text, DISK_TEXT_BYTES, "%s%s%s", shown ? shown : "", shown && *version ? ", " : "",
		 *version ? version
		 : shown  ? ""
			  : "NVMe");
}

/* The size by the namespace's format, if that is known; a product beyond 64 bits is none. */
static void take_size(const struct nvme_namespace *ns, struct disk_identity *id)
{
	const struct nvme_format_def *format = nvme_format_in_use(ns);
	uint32_t bytes = format ? format->block_bytes : 0;

	id->logical = bytes;
	if (__builtin_mul_overflow(ns->blocks, (uint64_t)bytes, &id->bytes))
		id->bytes = 0;
}

static void take_controller(const struct nvme_controller *ctrl, struct disk_identity *id)
{
	snprintf(id->model, sizeof(id->model), "%s", ctrl->model);
	snprintf(id->serial, sizeof(id->serial), "%s", ctrl->serial);
	snprintf(id->firmware, sizeof(id->firmware), "%s", ctrl->firmware);
}

/* The first that there is; the list of descriptors has what Identify namespace lacks. */
static void take_name(struct drive *drive, uint32_t nsid, const struct nvme_names *names,
		      struct disk_identity *id)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_NAMES, nsid, data);
	struct nvme_names more = *names;

	/* since NVMe 1.3; the name may be missing */
	if (!*names->eui64 && !*names->nguid && !device_nvme(drive->dev, &cmd))
		nvme_names_decode(data, &more);
	snprintf(id->wwn, sizeof(id->wwn), "%s",
		 *more.eui64   ? more.eui64
		 : *more.nguid ? more.nguid
			       : more.uuid);
}

static int names(struct drive *drive, struct disk_identity *id)
{
	char text[DISK_TEXT_BYTES];

	*id = (struct disk_identity){ .rotation = 1 };
	if (!nvme_disk_attribute(drive, "model", text)) {
		drive_tell(drive, "sysfs does not tell the disk's model");
		return -ENOENT;
	}
	ascii_shown(text, sizeof(text), id->model);
	if (nvme_disk_attribute(drive, "serial", text))
		ascii_shown(text, sizeof(text), id->serial);
	if (nvme_disk_attribute(drive, "firmware_rev", text))
		ascii_shown(text, sizeof(text), id->firmware);
	return 0;
}

/* Before Linux 6.2 root alone may send Identify. */
static int identity_of_kernel(struct drive *drive, uint32_t nsid, struct disk_identity *id)
{
	uint64_t size;
	int err = names(drive, id);

	if (err)
		return err;
	id->language = drive->ops->name;
	snprintf(id->heading, sizeof(id->heading), "NVMe device, namespace %" PRIu32, nsid);
	if (!sysfs_disk_u64(&drive->dev->sys, "queue/logical_block_size", &size))
		id->logical = (unsigned)size;
	if (!sysfs_disk_u64(&drive->dev->sys, "size", &size))
		id->bytes = size * 512;
	return 0;
}

static int nvme_disk_identity(struct drive *drive, struct disk_identity *id)
{
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	uint32_t nsid;
	int err = device_nvme_namespace(drive->dev, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if ((err == -EACCES || err == -EPERM) && !identity_of_kernel(drive, nsid, id))
		return 0;
	if (!err)
		err = nvme_disk_ask_namespace(drive, nsid, &ns, &names);
	if (err)
		return err;
	*id = (struct disk_identity){ .rotation = 1 };
	id->language = drive->ops->name;
	snprintf(id->heading, sizeof(id->heading), "NVMe device, namespace %" PRIu32, nsid);
	take_controller(&ctrl, id);
	take_size(&ns, id);
	take_name(drive, nsid, &names, id);
	nvme_disk_name_transport(drive, &ctrl, id->transport);
	id->has_trim = block_discards(drive->dev);
	id->has_write_cache = ctrl.write_cache && !ask_write_cache(drive, &id->write_cache);
	return 0;
}

/* The kernel has the controller's temperature as well (hwmon), and gives it to everybody. */
static bool temperature_of_kernel(struct drive *drive, int *celsius)
{
	char text[DISK_TEXT_BYTES];
	uint64_t thousandths;
	bool known, below;

	if (!nvme_disk_attribute(drive, "hwmon*/temp1_input", text))
		return false;
	below = *text == '-';
	known = numbers_read(text + below, &thousandths, 1) == 1 &&
		thousandths < (below ? 273000 : 1000000);
	if (known)
		*celsius = (int)((thousandths + 500) / 1000) * (below ? -1 : 1);
	return known;
}

static int nvme_disk_temperature(struct drive *drive, struct drive_temperature *t)
{
	uint8_t log[NVME_LOG_BYTES];
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_HEALTH, log);
	int err;

	if (temperature_of_kernel(drive, &t->celsius))
		return 0;
	err = nvme_disk_ask(drive, &cmd);
	if (err)
		return err;
	if (nvme_temperature(log, &t->celsius))
		return 0;
	drive_tell(drive, "the drive does not report its temperature");
	return -EOPNOTSUPP;
}

/* -EOPNOTSUPP, with nothing more sent, for a drive without a volatile write cache. */
static int need_write_cache(struct drive *drive)
{
	struct nvme_controller ctrl;
	int err = nvme_disk_ask_controller(drive, &ctrl);

	if (err || ctrl.write_cache)
		return err;
	drive_tell(drive, "the drive has no volatile write cache");
	return -EOPNOTSUPP;
}

static int nvme_disk_write_cache(struct drive *drive, bool *on)
{
	int err = need_write_cache(drive);

	return err ? err : ask_write_cache(drive, on);
}

/* What the kernel and the drive hold is flushed first: without its cache the drive need not. */
static int nvme_disk_set_write_cache(struct drive *drive, bool on)
{
	struct nvme_cmd cmd = nvme_set_write_cache(on);
	int err = need_write_cache(drive);

	if (err)
		return err;
	err = host_fsync(drive->dev->host, drive->dev->fd);
	if (err && err != -EINVAL) {
		drive_tell(drive, "fsync failed");
		return err;
	}
	return nvme_disk_ask(drive, &cmd);
}

static int power_state(struct drive *drive, unsigned *state, bool *operational)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_POWER_STATE);
	struct nvme_controller ctrl;
	int err = nvme_disk_ask(drive, &cmd);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (err)
		return err;
	*state = nvme_power_state(cmd.res.value);
	*operational = !(ctrl.non_operational >> *state & 1);
	return 0;
}

/* clang-format off */
const struct drive_ops drive_nvme = {
	.name = "NVMe",
	.identity = nvme_disk_identity,
	.names = names,
	.power_state = power_state,
	.temperature = nvme_disk_temperature,
	.write_cache = nvme_disk_write_cache,
	.set_write_cache = nvme_disk_set_write_cache,
	.flush = drive_sync,
	NOT_SMALL(.make_bad = nvme_disk_make_bad,)
	NOT_SMALL(.verify_plan = nvme_disk_verify_plan,)
	NOT_SMALL(.verify = nvme_disk_verify,)
	NOT_SMALL(.verify_name = "Verify",)
	NOT_SMALL(.set_sector_bytes = nvme_disk_set_sector_bytes,)
	NOT_SMALL(.erase_ways = nvme_disk_erase_ways,)
	NOT_SMALL(.erase_commands = nvme_erase_commands,)
	NOT_SMALL(.erase_takes = nvme_disk_erase_takes,)
	NOT_SMALL(.erase = nvme_disk_erase,)
	NOT_SMALL(.sanitize_status = nvme_disk_sanitize_status,)
	.sanitize_deallocates = true,
	NOT_SMALL(.firmware = nvme_disk_firmware,)
	NOT_SMALL(.send_firmware = nvme_disk_send_firmware,)
	NOT_SMALL(.end_firmware = nvme_disk_end_firmware,)
	NOT_SMALL(.activate_firmware = nvme_disk_activate_firmware,)
};
/* clang-format on */
