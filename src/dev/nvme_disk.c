// SPDX-License-Identifier: GPL-2.0-or-later
/* What an NVMe disk is asked, and the commands for it. */
#include "nvme_disk.h"
#include "ascii.h"
#include "sysfs.h"
#include "rdev.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int ask_write_cache(struct device *dev, bool *on)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE);
	int err = nvme_disk_ask(dev, &cmd);

	*on = nvme_write_cache_on(cmd.res.value);
	return err;
}

/* A file of the disk's folder in sysfs, or of the folder of its controller ("device/NAME"). */
static bool attribute(struct device *dev, const char *name, char text[DISK_TEXT_BYTES])
{
	char path[96];
	ssize_t got;

	if (dev->character || block_attr_path(dev, name, path, sizeof(path)))
		return false;
	got = host_read_file(dev->host, path, text, DISK_TEXT_BYTES);
	return got > 0;
}

static const struct {
	const char *name, *shown;
} links[] = { { "pcie", "PCIe" },
	      { "tcp", "TCP" },
	      { "rdma", "RDMA" },
	      { "fc", "Fibre Channel" },
	      { "loop", "loop" } };

static void name_transport(struct device *dev, const struct nvme_controller *ctrl,
			   char text[DISK_TEXT_BYTES])
{
	char name[DISK_TEXT_BYTES], version[24] = "";
	const char *shown = NULL;

	if (ctrl->major)
		snprintf(version, sizeof(version), "NVMe %u.%u", ctrl->major % 1000,
			 ctrl->minor % 1000);
	for (size_t i = 0;
	     attribute(dev, "device/transport", name) && i < sizeof(links) / sizeof(links[0]);
	     i++) {
		if (!strcmp(name, links[i].name))
			shown = links[i].shown;
	}
	snprintf(text, DISK_TEXT_BYTES, "%s%s%s", shown ? shown : "", shown && *version ? ", " : "",
		 *version ? version
		 : shown  ? ""
			  : "NVMe");
}

/* The size by the namespace's format; a product beyond 64 bits is none. */
static void take_size(const struct nvme_namespace *ns, struct disk_identity *id)
{
	uint32_t bytes = ns->format[ns->current].block_bytes;

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
static void take_name(struct device *dev, uint32_t nsid, const struct nvme_names *names,
		      struct disk_identity *id)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_NAMES, nsid, data);
	struct nvme_names more = *names;

	/* since NVMe 1.3; the name may be missing */
	if (!*names->eui64 && !*names->nguid && !device_nvme(dev, &cmd))
		nvme_names_decode(data, &more);
	snprintf(id->wwn, sizeof(id->wwn), "%s",
		 *more.eui64   ? more.eui64
		 : *more.nguid ? more.nguid
			       : more.uuid);
}

static int names(struct device *dev, struct disk_identity *id)
{
	char text[DISK_TEXT_BYTES];

	*id = (struct disk_identity){ .rotation = 1 };
	if (!attribute(dev, "device/model", text)) {
		device_attempt(dev, "sysfs does not tell the disk's model");
		return -ENOENT;
	}
	ascii_shown(text, sizeof(text), id->model);
	if (attribute(dev, "device/serial", text))
		ascii_shown(text, sizeof(text), id->serial);
	if (attribute(dev, "device/firmware_rev", text))
		ascii_shown(text, sizeof(text), id->firmware);
	return 0;
}

/* Before Linux 6.2 root alone may send Identify. */
static int identity_of_kernel(struct device *dev, uint32_t nsid, struct disk_identity *id)
{
	uint64_t size;
	int err = names(dev, id);

	if (err)
		return err;
	snprintf(id->heading, sizeof(id->heading), "NVMe device, namespace %" PRIu32, nsid);
	if (!block_attr_u64(dev, "queue/logical_block_size", &size))
		id->logical = (unsigned)size;
	if (!block_attr_u64(dev, "size", &size))
		id->bytes = size * 512;
	return 0;
}

static int identity(struct device *dev, struct disk_identity *id)
{
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	uint32_t nsid;
	int err = device_nvme_namespace(dev, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(dev, &ctrl);
	if ((err == -EACCES || err == -EPERM) && !identity_of_kernel(dev, nsid, id))
		return 0;
	if (!err)
		err = nvme_disk_ask_namespace(dev, nsid, &ns, &names);
	if (err)
		return err;
	*id = (struct disk_identity){ .rotation = 1 };
	snprintf(id->heading, sizeof(id->heading), "NVMe device, namespace %" PRIu32, nsid);
	take_controller(&ctrl, id);
	take_size(&ns, id);
	take_name(dev, nsid, &names, id);
	name_transport(dev, &ctrl, id->transport);
	id->has_trim = block_discards(dev);
	id->has_write_cache = ctrl.write_cache && !ask_write_cache(dev, &id->write_cache);
	return 0;
}

/* The kernel has the controller's temperature as well (hwmon), and gives it to everybody. */
static bool temperature_of_kernel(struct device *dev, int *celsius)
{
	char pattern[96], text[16];
	struct host_paths found;
	bool known = false;

	if (dev->character ||
	    block_attr_path(dev, "device/hwmon*/temp1_input", pattern, sizeof(pattern)))
		return false;
	if (host_glob(dev->host, pattern, &found))
		return false;
	if (found.n && host_read_file(dev->host, found.path[0], text, sizeof(text)) > 0) {
		bool below = *text == '-';
		uint64_t thousandths;

		known = numbers_read(text + below, &thousandths, 1) == 1 &&
			thousandths < (below ? 273000 : 1000000);
		if (known)
			*celsius = (int)((thousandths + 500) / 1000) * (below ? -1 : 1);
	}
	host_paths_free(&found);
	return known;
}

static int temperature(struct device *dev, int *celsius)
{
	uint8_t log[NVME_LOG_BYTES];
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_HEALTH, log);
	int err;

	if (temperature_of_kernel(dev, celsius))
		return 0;
	err = nvme_disk_ask(dev, &cmd);
	if (err)
		return err;
	if (nvme_temperature(log, celsius))
		return 0;
	device_attempt(dev, "the drive does not report its temperature");
	return -EOPNOTSUPP;
}

/* -EOPNOTSUPP, with nothing more sent, for a drive without a volatile write cache. */
static int need_write_cache(struct device *dev)
{
	struct nvme_controller ctrl;
	int err = nvme_disk_ask_controller(dev, &ctrl);

	if (err || ctrl.write_cache)
		return err;
	device_attempt(dev, "the drive has no volatile write cache");
	return -EOPNOTSUPP;
}

static int write_cache(struct device *dev, bool *on)
{
	int err = need_write_cache(dev);

	return err ? err : ask_write_cache(dev, on);
}

/* What the kernel and the drive hold is flushed first: without its cache the drive need not. */
static int set_write_cache(struct device *dev, bool on)
{
	struct nvme_cmd cmd = nvme_set_write_cache(on);
	int err = need_write_cache(dev);

	if (err)
		return err;
	err = host_fsync(dev->host, dev->fd);
	if (err && err != -EINVAL) {
		device_attempt(dev, "fsync failed");
		return err;
	}
	return nvme_disk_ask(dev, &cmd);
}

static int power_state(struct device *dev, unsigned *state, bool *operational)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_POWER_STATE);
	struct nvme_controller ctrl;
	int err = nvme_disk_ask(dev, &cmd);

	if (!err)
		err = nvme_disk_ask_controller(dev, &ctrl);
	if (err)
		return err;
	*state = nvme_power_state(cmd.res.value);
	*operational = !(ctrl.non_operational >> *state & 1);
	return 0;
}

const struct disk_language language_nvme = {
	.bit = SPEAKS_NVME,
	.name = "NVMe",
	.identity = identity,
	.names = names,
	.power_state = power_state,
	.temperature = temperature,
	.write_cache = write_cache,
	.set_write_cache = set_write_cache,
	.make_bad = nvme_disk_make_bad,
	.verify_most = nvme_disk_verify_most,
	.verify = nvme_disk_verify,
	.verify_name = "Verify",
	.set_sector_bytes = nvme_disk_set_sector_bytes,
	.sanitize = nvme_disk_sanitize,
	.sanitize_status = nvme_disk_sanitize_status,
	.firmware = nvme_disk_firmware,
	.send_firmware = nvme_disk_send_firmware,
	.end_firmware = nvme_disk_end_firmware,
	.activate_firmware = nvme_disk_activate_firmware,
	.claim_others = block_claim_namespaces,
};
