// SPDX-License-Identifier: GPL-2.0-or-later
/* Sends NVMe commands, describes failures in words, and reads sysfs attributes. */
#include "nvme_disk.h"
#include "scsi.h"

#include <errno.h>
#include <stdio.h>

static enum disk_sanitize_state state_told(uint16_t status)
{
	switch (status) {
	case NVME_SANITIZE_IN_PROGRESS:
		return DISK_SANITIZE_RUNNING;
	case NVME_SANITIZE_FAILED_STATUS:
		return DISK_SANITIZE_FAILED;
	default:
		return DISK_SANITIZE_UNKNOWN;
	}
}

int nvme_disk_ask(struct drive *drive, struct nvme_cmd *cmd)
{
	char text[NVME_STATUS_TEXT_BYTES];
	int err = device_nvme(drive->dev, cmd);

	drive->failure.answered = err && (cmd->res.answered || cmd->res.sense.present);
	if (cmd->res.status)
		drive_tell(drive, err, "%s failed: %s", cmd->operation->name,
			   nvme_status_text(cmd->res.status, text));
	else if (err && cmd->res.sense.present)
		drive_tell(drive, err, "%s failed: the USB bridge refuses it: %s",
			   cmd->operation->name,
			   scsi_sense_text(&(struct scsi_sense){ .code = cmd->res.sense },
					   (char[SCSI_SENSE_TEXT_BYTES]){ "" }));
	else if (err == -EREMOTEIO)
		drive_tell(drive, err, "%s failed: fewer data came than were asked for",
			   cmd->operation->name);
	else if (err == -ETIMEDOUT)
		drive_tell(drive, err, "%s failed (no answer within %u s)", cmd->operation->name,
			   cmd->timeout_s);
	else if (err)
		drive_tell(drive, err, "%s failed", cmd->operation->name);
	snprintf(drive->failure.advice, sizeof(drive->failure.advice), "%s",
		 disk_sanitize_advice(state_told(cmd->res.status)));
	drive->failure.unbegun = drive->failure.answered && nvme_refused(cmd->res.status);
	if (drive->failure.answered && cmd->res.status == NVME_NAMESPACE_NOT_READY)
		drive->failure.ready_s = NVME_READY_S;
	return cmd->res.answered && err == -ENOTTY ? -EOPNOTSUPP : err;
}

int nvme_disk_namespace(struct drive *drive, uint32_t *nsid)
{
	int err = device_nvme_namespace(drive->dev, nsid);

	return err ? drive_tell(drive, err, "NVME_IOCTL_ID failed") : 0;
}

int nvme_disk_ask_health(struct drive *drive, uint8_t log[NVME_LOG_BYTES])
{
	struct nvme_cmd cmd = nvme_get_log(NVME_LOG_HEALTH, log);

	return nvme_disk_ask(drive, &cmd);
}

int nvme_disk_take_temperature(struct drive *drive, const uint8_t log[NVME_LOG_BYTES],
			       struct drive_temperature *t)
{
	if (nvme_temperature(log, &t->celsius))
		return 0;
	return drive_tell(drive, -EOPNOTSUPP, "the drive does not report its temperature");
}

static int no_data(struct drive *drive, const char *what)
{
	return drive_tell(drive, -ENODATA, "Identify failed: the data on the %s are blank", what);
}

int nvme_disk_ask_controller(struct drive *drive, struct nvme_controller *ctrl)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_CONTROLLER, 0, data);
	int err = nvme_disk_ask(drive, &cmd);

	if (err)
		return err;
	return nvme_controller_decode(data, ctrl) ? 0 : no_data(drive, "controller");
}

int nvme_disk_ask_namespace(struct drive *drive, uint32_t nsid, struct nvme_namespace *ns,
			    struct nvme_names *names)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_NAMESPACE, nsid, data);
	int err = nvme_disk_ask(drive, &cmd);

	if (err)
		return err;
	nvme_names_of_namespace(data, names);
	return nvme_namespace_decode(data, ns) ? 0 : no_data(drive, "namespace");
}

int nvme_disk_attribute(struct drive *drive, const char *name, char text[DISK_TEXT_BYTES])
{
	static const char *const places[] = { "device", "device/nvme*" };
	char pattern[64], path[128];
	int err = -ENOENT;
	ssize_t got;

	for (size_t i = 0; err == -ENOENT && i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(pattern, sizeof(pattern), "%s/%s", places[i], name);
		err = sysfs_disk_find(&drive->dev->sys, pattern, path, sizeof(path));
	}
	if (err)
		return err;
	got = host_read_file(drive->dev->host, path, text, DISK_TEXT_BYTES);
	return got > 0 ? 0 : got ? (int)got : -ENODATA;
}

void nvme_disk_take_size(const struct nvme_namespace *ns, struct disk_identity *id)
{
	const struct nvme_format_def *format = nvme_format_in_use(ns);
	uint32_t bytes = format ? format->block_bytes : 0;

	id->logical = bytes;
	id->extra = format ? format->metadata_bytes : 0;
	if (__builtin_mul_overflow(ns->blocks, (uint64_t)bytes, &id->bytes))
		id->bytes = 0;
}

void nvme_disk_take_controller(const struct nvme_controller *ctrl, struct disk_identity *id)
{
	snprintf(id->model, sizeof(id->model), "%s", ctrl->model);
	snprintf(id->serial, sizeof(id->serial), "%s", ctrl->serial);
	snprintf(id->firmware, sizeof(id->firmware), "%s", ctrl->firmware);
}
