// SPDX-License-Identifier: GPL-2.0-or-later
/* What an NVMe disk is asked, and the commands for it. */
#include "disk.h"
#include "ascii.h"
#include "sysfs.h"
#include "rdev.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Sends a command, and keeps what came of it for the message. What the drive says that it lacks is
 * -EOPNOTSUPP: -ENOTTY from here would be the kernel's.
 */
static int ask(struct device *dev, struct nvme_cmd *cmd)
{
	char text[NVME_STATUS_TEXT_BYTES];
	int err = device_nvme(dev, cmd);

	if (cmd->res.answered && err)
		device_attempt(dev, "%s failed: %s", cmd->operation->name,
			       nvme_status_text(cmd->res.status, text));
	else if (err == -ETIMEDOUT)
		device_attempt(dev, "%s failed (no answer within %u s)", cmd->operation->name,
			       cmd->timeout_s);
	else if (err)
		device_attempt(dev, "%s failed", cmd->operation->name);
	return cmd->res.answered && err == -ENOTTY ? -EOPNOTSUPP : err;
}

/* Identify data of zeros or ones: something in between made up the answer. */
static int no_data(struct device *dev, const char *what)
{
	device_attempt(dev, "Identify failed: the data on the %s are blank", what);
	return -ENODATA;
}

static int ask_controller(struct device *dev, struct nvme_controller *ctrl)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_CONTROLLER, 0, data);
	int err = ask(dev, &cmd);

	if (err)
		return err;
	return nvme_controller_decode(data, ctrl) ? 0 : no_data(dev, "controller");
}

static int ask_namespace(struct device *dev, uint32_t nsid, struct nvme_namespace *ns,
			 struct nvme_names *names)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_NAMESPACE, nsid, data);
	int err = ask(dev, &cmd);

	if (err)
		return err;
	nvme_names_of_namespace(data, names);
	return nvme_namespace_decode(data, ns) ? 0 : no_data(dev, "namespace");
}

static int ask_write_cache(struct device *dev, bool *on)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE);
	int err = ask(dev, &cmd);

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
		err = ask_controller(dev, &ctrl);
	if (err == -EACCES && !identity_of_kernel(dev, nsid, id))
		return 0;
	if (!err)
		err = ask_namespace(dev, nsid, &ns, &names);
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
		char *end;
		long thousandths = strtol(text, &end, 10);

		known = end != text && !*end && thousandths > -273000 && thousandths < 1000000;
		*celsius = (int)((thousandths + (thousandths < 0 ? -500 : 500)) / 1000);
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
	err = ask(dev, &cmd);
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
	int err = ask_controller(dev, &ctrl);

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
	return ask(dev, &cmd);
}

static int make_bad(struct device *dev, uint64_t lba)
{
	struct nvme_controller ctrl;
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err = device_nvme_namespace(dev, &nsid);

	if (!err)
		err = ask_controller(dev, &ctrl);
	if (!err && !ctrl.write_uncorrectable) {
		device_attempt(dev, "the drive lacks Write Uncorrectable");
		err = -EOPNOTSUPP;
	}
	if (err)
		return err;
	cmd = nvme_write_uncorrectable(nsid, lba, 1);
	return ask(dev, &cmd);
}

static int power_state(struct device *dev, unsigned *state, bool *operational)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_POWER_STATE);
	struct nvme_controller ctrl;
	int err = ask(dev, &cmd);

	if (!err)
		err = ask_controller(dev, &ctrl);
	if (err)
		return err;
	*state = nvme_power_state(cmd.res.value);
	*operational = !(ctrl.non_operational >> *state & 1);
	return 0;
}

static int sanitize(struct device *dev, enum disk_erase erase, uint32_t pattern, unsigned passes)
{
	static const enum nvme_sanitize actions[] = {
		[DISK_BLOCK_ERASE] = NVME_SANITIZE_BLOCK_ERASE,
		[DISK_OVERWRITE] = NVME_SANITIZE_OVERWRITE,
		[DISK_CRYPTO_ERASE] = NVME_SANITIZE_CRYPTO_ERASE,
	};
	struct nvme_cmd cmd = nvme_sanitize(actions[erase], passes, pattern);
	struct nvme_controller ctrl;
	int err = ask_controller(dev, &ctrl);
	bool offered;

	if (err)
		return err;
	offered = erase == DISK_BLOCK_ERASE ? ctrl.sanitize_block
		  : erase == DISK_OVERWRITE ? ctrl.sanitize_overwrite
					    : ctrl.sanitize_crypto;
	if (offered)
		return ask(dev, &cmd);
	device_attempt(dev, "the drive lacks this sanitize operation");
	return -EOPNOTSUPP;
}

static int sanitize_status(struct device *dev, struct disk_sanitize *status)
{
	struct nvme_sanitize_status now;
	uint8_t log[NVME_LOG_BYTES];
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_SANITIZE, log);
	int err = ask(dev, &cmd);

	if (err)
		return err;
	nvme_sanitize_decode(log, &now);
	if (now.state == NVME_SANITIZE_UNKNOWN) {
		device_attempt(dev, "the drive reports a sanitize state that no standard knows");
		return -EIO;
	}
	*status = (struct disk_sanitize){
		.state = now.state == NVME_SANITIZE_RUNNING  ? DISK_SANITIZE_RUNNING
			 : now.state == NVME_SANITIZE_FAILED ? DISK_SANITIZE_FAILED
							     : DISK_SANITIZE_IDLE,
		.done = now.state == NVME_SANITIZE_DONE || now.state == NVME_SANITIZE_DONE_KEPT,
		.progress = (uint16_t)now.progress,
	};
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
	.make_bad = make_bad,
	.sanitize = sanitize,
	.sanitize_status = sanitize_status,
	.claim_others = block_claim_others,
};
