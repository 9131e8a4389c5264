// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Verbs of NVMe disks behind USB bridges. The data are checked: a bridge that lost the answer may
 * return zeros, or old contents of its memory.
 */
#include "block.h"
#include "nvme.h"
#include "nvme_disk.h"
#include "scsi_disk.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const lost_answer = "the USB bridge returned something else than the answer";

static int refuse_data(struct drive *drive, const char *what)
{
	return drive_tell(drive, -ENODATA, "%s failed: %s", what, lost_answer);
}

static int ask_checked_identify(struct drive *drive, enum nvme_cns cns, uint32_t nsid,
				uint8_t data[NVME_IDENTIFY_BYTES])
{
	struct nvme_cmd cmd = nvme_identify(cns, nsid, data);
	int err = nvme_disk_ask(drive, &cmd);

	return err == -ENODATA ? refuse_data(drive, "Identify") : err;
}

static int ask_checked_controller(struct drive *drive, struct nvme_controller *ctrl,
				  uint8_t data[NVME_IDENTIFY_BYTES])
{
	int err = ask_checked_identify(drive, NVME_CNS_CONTROLLER, 0, data);

	if (err)
		return err;
	nvme_controller_decode(data, ctrl);
	return nvme_controller_plausible(data) ? 0 : refuse_data(drive, "Identify");
}

/* -ENODATA if the data are implausible, or if the bridge has returned `before` again. */
static int ask_checked_namespace(struct drive *drive, const uint8_t before[NVME_IDENTIFY_BYTES],
				 struct nvme_namespace *ns, struct nvme_names *names)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	int err = ask_checked_identify(drive, NVME_CNS_NAMESPACE, NVME_TUNNEL_NAMESPACE, data);

	if (err)
		return err;
	nvme_names_of_namespace(data, names);
	return nvme_namespace_decode(data, ns) && ns->blocks && nvme_format_in_use(ns) &&
			       memcmp(data, before, NVME_IDENTIFY_BYTES)
		       ? 0
		       : refuse_data(drive, "Identify");
}

static int tunnel_identity(struct drive *drive, struct disk_identity *id)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	int err = ask_checked_controller(drive, &ctrl, data);

	/* without permission: the kernel knows the bridge's names and the disk's size */
	if (nvme_disk_not_permitted(err))
		return scsi_disk_identity(drive, id);
	if (!err)
		err = ask_checked_namespace(drive, data, &ns, &names);
	if (err)
		return err;
	*id = (struct disk_identity){ .rotation = 1, .language = drive_nvme.name };
	snprintf(id->heading, sizeof(id->heading), "NVMe device, namespace %d, behind a USB bridge",
		 NVME_TUNNEL_NAMESPACE);
	nvme_disk_take_controller(&ctrl, id);
	nvme_disk_take_size(&ns, id);
	snprintf(id->wwn, sizeof(id->wwn), "%s", *names.eui64 ? names.eui64 : names.nguid);
	snprintf(id->transport, sizeof(id->transport), ctrl.major ? "USB, NVMe %u.%u" : "USB, NVMe",
		 ctrl.major % 1000, ctrl.minor % 1000);
	id->has_trim = block_discards(drive->dev);
	id->has_write_cache = ctrl.write_cache && !scsi_disk_write_cache(drive, &id->write_cache);
	return 0;
}

static int read_tunnel_names(struct drive *drive, struct disk_identity *id)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_controller ctrl;
	int err = drive->dev->closed;

	if (!err)
		err = ask_checked_controller(drive, &ctrl, data);
	if (nvme_disk_not_permitted(err))
		return scsi_disk_kernel_names(drive, id);
	if (err)
		return err;
	*id = (struct disk_identity){ .rotation = 1 };
	nvme_disk_take_controller(&ctrl, id);
	return 0;
}

static int read_tunnel_temperature(struct drive *drive, struct drive_temperature *t)
{
	uint8_t log[NVME_LOG_BYTES];
	int err = nvme_disk_ask_health(drive, log);

	if (err == -ENODATA || (!err && !nvme_health_plausible(log)))
		return refuse_data(drive, "Get Log Page");
	return err ? err : nvme_disk_take_temperature(drive, log, t);
}

const struct drive_ops drive_nvme_usb = {
	.name = "NVMe",
	.identity = tunnel_identity,
	.names = read_tunnel_names,
	.temperature = read_tunnel_temperature,
	/* the kernel's SCSI layer reads and sets the cache by the bridge's translation */
	.write_cache = scsi_disk_write_cache,
	.set_write_cache = scsi_disk_set_write_cache,
	.flush = scsi_disk_flush,
	.plan_trim = drive_kernel_plan_trim,
	.trim = drive_kernel_trim,
	.read_refusal = scsi_disk_read_refusal,
};
