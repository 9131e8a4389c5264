// SPDX-License-Identifier: GPL-2.0-or-later
/* Verbs of NVMe disks: queries, and settings that destroy no data. */
#include "block.h"
#include "build.h"
#include "nvme.h"
#include "nvme_disk.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	char name[8], shown[16];
} links[] = { { "pcie", "PCIe" },
	      { "tcp", "TCP" },
	      { "rdma", "RDMA" },
	      { "fc", "Fibre Channel" },
	      { "loop", "loop" } };

static const char *link_shown(const char *name)
{
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
		if (!strcmp(name, links[i].name))
			return links[i].shown;
	}
	return NULL;
}

static void name_transport(struct drive *drive, const struct nvme_controller *ctrl,
			   char text[DISK_TEXT_BYTES])
{
	char name[DISK_TEXT_BYTES], version[24] = "";
	int err = nvme_disk_attribute(drive, "transport", name);
	const char *shown = err ? NULL : link_shown(name);

	if (ctrl->major)
		snprintf(version, sizeof(version), "NVMe %u.%u", ctrl->major % 1000,
			 ctrl->minor % 1000);
	if (shown)
		snprintf(text, DISK_TEXT_BYTES, "%s%s%s", shown, *version ? ", " : "", version);
	else
		snprintf(text, DISK_TEXT_BYTES, "%s", *version ? version : "NVMe");
}

static void take_wwn(struct drive *drive, uint32_t nsid, const struct nvme_names *names,
		     struct disk_identity *id)
{
	uint8_t data[NVME_IDENTIFY_BYTES];
	struct nvme_cmd cmd = nvme_identify(NVME_CNS_NAMES, nsid, data);
	struct nvme_names more = *names;

	/* the list of names, which may have a UUID, exists since NVMe 1.3: ignore a failure */
	if (!*names->eui64 && !*names->nguid && !device_nvme(drive->dev, &cmd))
		nvme_names_decode(data, &more);
	snprintf(id->wwn, sizeof(id->wwn), "%s",
		 *more.eui64   ? more.eui64
		 : *more.nguid ? more.nguid
			       : more.uuid);
}

static int read_kernel_names(struct drive *drive, struct disk_identity *id)
{
	char text[DISK_TEXT_BYTES];
	int err = nvme_disk_attribute(drive, "model", text);

	*id = (struct disk_identity){ .rotation = 1 };
	if (err)
		return drive_tell(drive, host_lack_advice(err) ? err : -ENOENT,
				  "sysfs does not show the disk's model");
	ascii_shown(text, sizeof(text), id->model);
	if (!nvme_disk_attribute(drive, "serial", text))
		ascii_shown(text, sizeof(text), id->serial);
	if (!nvme_disk_attribute(drive, "firmware_rev", text))
		ascii_shown(text, sizeof(text), id->firmware);
	return 0;
}

static void name_namespace(struct disk_identity *id, uint32_t nsid)
{
	id->language = "NVMe";
	snprintf(id->heading, sizeof(id->heading), "NVMe device, namespace %" PRIu32, nsid);
}

/* Fill *id from sysfs, for a user who may not send Identify. */
static int identity_of_kernel(struct drive *drive, uint32_t nsid, struct disk_identity *id)
{
	uint64_t size;
	int err = read_kernel_names(drive, id);

	if (err)
		return err;
	name_namespace(id, nsid);
	if (!sysfs_disk_u64(&drive->dev->sys, "queue/logical_block_size", &size))
		id->logical = (unsigned)size;
	if (!sysfs_disk_u64(&drive->dev->sys, "size", &size))
		id->bytes = size * 512;
	return 0;
}

/* Call only if the drive has a volatile write cache. */
static int nvme_disk_ask_cache(struct drive *drive, bool *on)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE, NVME_CURRENT);
	int err = nvme_disk_ask(drive, &cmd);

	*on = nvme_write_cache_on(cmd.res.value);
	return err;
}

static int nvme_disk_identity(struct drive *drive, struct disk_identity *id)
{
	struct nvme_controller ctrl;
	struct nvme_namespace ns;
	struct nvme_names names;
	struct failure denied;
	uint32_t nsid;
	int err = nvme_disk_namespace(drive, &nsid);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (nvme_disk_not_permitted(err)) {
		denied = drive->failure;
		if (!identity_of_kernel(drive, nsid, id))
			return 0;
		drive->failure = denied;
	}
	if (!err)
		err = nvme_disk_ask_namespace(drive, nsid, &ns, &names);
	if (err)
		return err;
	*id = (struct disk_identity){ .rotation = 1 };
	name_namespace(id, nsid);
	nvme_disk_take_controller(&ctrl, id);
	nvme_disk_take_size(&ns, id);
	take_wwn(drive, nsid, &names, id);
	name_transport(drive, &ctrl, id->transport);
	id->has_trim = block_discards(drive->dev);
	id->has_write_cache = ctrl.write_cache && !nvme_disk_ask_cache(drive, &id->write_cache);
	return 0;
}

/* Read the temperature from the kernel's hwmon file, which needs no permission. 0 or -errno. */
static int temperature_of_kernel(struct drive *drive, int *celsius)
{
	char text[DISK_TEXT_BYTES];
	uint64_t thousandths;
	bool known, below;
	int err = nvme_disk_attribute(drive, "hwmon*/temp1_input", text);

	if (err)
		return err;
	below = *text == '-';
	known = numbers_read(text + below, &thousandths, 1) == 1 &&
		thousandths < (below ? 273000 : 1000000);
	if (known)
		*celsius = (int)((thousandths + 500) / 1000) * (below ? -1 : 1);
	return known ? 0 : -ENODATA;
}

static int read_temperature(struct drive *drive, struct drive_temperature *t)
{
	uint8_t log[NVME_LOG_BYTES];
	int err = temperature_of_kernel(drive, &t->celsius);

	if (!err)
		return 0;
	if (host_lack_advice(err))
		return drive_tell(drive, err, "cannot look for the kernel's temperature");
	err = nvme_disk_ask_health(drive, log);
	return err ? err : nvme_disk_take_temperature(drive, log, t);
}

/* --- Features of an NVMe controller: write cache, error recovery, power state --- */

/* `asks`: Get Features for the feature's capabilities. */
static bool can_save(struct drive *drive, const struct nvme_controller *ctrl, struct nvme_cmd asks)
{
	return ctrl->selects && !device_nvme(drive->dev, &asks) && nvme_saveable(asks.res.value);
}

static int need_write_cache(struct drive *drive, struct nvme_controller *ctrl)
{
	int err = nvme_disk_ask_controller(drive, ctrl);

	if (err || ctrl->write_cache)
		return err;
	return drive_tell(drive, -EOPNOTSUPP, "the drive has no volatile write cache");
}

static int nvme_disk_write_cache(struct drive *drive, bool *on)
{
	struct nvme_controller ctrl;
	int err = need_write_cache(drive, &ctrl);

	return err ? err : nvme_disk_ask_cache(drive, on);
}

/* Save the setting if *saved. If the drive cannot save, set without saving, and clear *saved. */
static int send_cache(struct drive *drive, bool on, bool *saved)
{
	struct nvme_cmd cmd = nvme_set_write_cache(on, *saved);
	int err = nvme_disk_ask(drive, &cmd);

	if (!err || !*saved || cmd.res.status != NVME_NOT_SAVEABLE)
		return err;
	*saved = false;
	cmd = nvme_set_write_cache(on, false);
	return nvme_disk_ask(drive, &cmd);
}

/* True if the saved value is `on`; in a dry run, always true. */
static bool has_saved(struct drive *drive, bool on)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE, NVME_SAVED);

	return drive->dev->dry_run ||
	       (!device_nvme(drive->dev, &cmd) && nvme_write_cache_on(cmd.res.value) == on);
}

/* The kernel flushes by the disk's node only: through the generic node, send Flush. */
static int nvme_disk_flush(struct drive *drive)
{
	struct nvme_cmd cmd;
	uint32_t nsid;
	int err;

	if (!drive->dev->sys.character)
		return drive_sync(drive);
	err = nvme_disk_namespace(drive, &nsid);
	if (err)
		return err;
	cmd = nvme_flush(nsid);
	return nvme_disk_ask(drive, &cmd);
}

/*
 * Flush before "off", in case the drive drops cached data; through the generic node also after, for
 * data written in between, since the kernel no longer flushes then.
 */
static int nvme_disk_set_write_cache(struct drive *drive, bool on, bool *lasts)
{
	struct nvme_controller ctrl;
	int err = need_write_cache(drive, &ctrl);

	if (err)
		return err;
	err = on ? 0 : nvme_disk_flush(drive);
	if (err)
		return err;
	*lasts = can_save(drive, &ctrl, nvme_get_feature(NVME_WRITE_CACHE, NVME_CAPABILITIES));
	err = send_cache(drive, on, lasts);
	if (!err && !on && drive->dev->sys.character)
		err = nvme_disk_flush(drive);
	if (!err && *lasts)
		*lasts = has_saved(drive, on);
	return err;
}

/* --- error recovery: one time for reading and writing --- */

enum { UNIT_MS = 100 };

static int ask_nvme_recovery(struct drive *drive, enum nvme_select select, uint32_t *value)
{
	uint32_t nsid;
	struct nvme_cmd cmd;
	int err = nvme_disk_namespace(drive, &nsid);

	if (err)
		return err;
	cmd = nvme_get_recovery(nsid, select);
	err = nvme_disk_ask(drive, &cmd);
	*value = cmd.res.value;
	return err;
}

static int nvme_disk_has_recovery_time(struct drive *drive, bool to_set)
{
	struct nvme_controller ctrl;
	uint32_t can;
	int err;

	if (!to_set)
		return 1;
	err = nvme_disk_ask_controller(drive, &ctrl);
	if (err || !ctrl.selects)
		return err ? err : 1;
	err = ask_nvme_recovery(drive, NVME_CAPABILITIES, &can);
	if (err == -EOPNOTSUPP)
		return drive_tell(drive, 0, "the drive has no time-limited error recovery");
	if (!err && !nvme_changeable(can))
		return drive_tell(drive, 0,
				  "the drive does not let its time for error recovery be set");
	return err ? err : 1;
}

static int nvme_disk_recovery_time(struct drive *drive, enum recovery_kind kind,
				   struct recovery_time *t)
{
	static const enum nvme_select selects[] = {
		[RECOVERY_NOW] = NVME_CURRENT,
		[RECOVERY_KEPT] = NVME_SAVED,
		[RECOVERY_MAKERS] = NVME_DEFAULT,
	};
	struct nvme_controller ctrl;
	uint32_t value;
	int err;

	if (kind != RECOVERY_NOW) {
		err = nvme_disk_ask_controller(drive, &ctrl);
		if (err)
			return err;
		if (!ctrl.selects)
			return drive_tell(drive, -EOPNOTSUPP,
					  "the drive tells only the time that it has now");
	}
	err = ask_nvme_recovery(drive, selects[kind], &value);
	if (!err)
		t->ms[0] = t->ms[1] = nvme_recovery(value).tler * (uint32_t)UNIT_MS;
	return err;
}

static int nvme_disk_set_recovery_time(struct drive *drive, enum recovery_kind kind,
				       const struct recovery_time *t)
{
	struct nvme_recovery recovery;
	struct nvme_controller ctrl;
	struct nvme_cmd cmd;
	uint32_t nsid, value;
	int err;

	if (t->ms[0] != t->ms[1])
		return drive_refuse(drive, -EINVAL,
				    "the drive has one time for reading and writing");
	err = nvme_disk_namespace(drive, &nsid);
	if (!err && kind == RECOVERY_KEPT)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (!err)
		err = ask_nvme_recovery(drive, NVME_CURRENT, &value);
	if (err)
		return err;
	if (kind == RECOVERY_KEPT &&
	    !can_save(drive, &ctrl, nvme_get_recovery(nsid, NVME_CAPABILITIES)))
		return drive_refuse(drive, -EOPNOTSUPP,
				    "the drive cannot save it: try without \"keep\"");
	recovery = nvme_recovery(value);
	recovery.tler = (uint16_t)(t->ms[0] / UNIT_MS);
	cmd = nvme_set_recovery(nsid, &recovery, kind == RECOVERY_KEPT);
	return nvme_disk_ask(drive, &cmd);
}

static void ask_apst(struct drive *drive, struct disk_power *power)
{
	uint8_t states[NVME_APST_BYTES];
	struct nvme_cmd cmd = nvme_get_apst(states);

	if (device_nvme(drive->dev, &cmd))
		return;
	power->tells_apst = true;
	power->apst = nvme_apst_on(cmd.res.value);
	sys_nvme_default_latency(drive->dev->host, power->default_latency);
	nvme_disk_attribute(drive, "power/pm_qos_latency_tolerance_us", power->tolerance);
}

static int nvme_disk_power_state(struct drive *drive, struct disk_power *power)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_POWER_STATE, NVME_CURRENT);
	struct nvme_controller ctrl;
	int err = nvme_disk_ask(drive, &cmd);

	if (!err)
		err = nvme_disk_ask_controller(drive, &ctrl);
	if (err)
		return err;
	*power = (struct disk_power){ .state = nvme_power_state(cmd.res.value) };
	power->operational = !(ctrl.non_operational >> power->state & 1);
	if (ctrl.apst)
		ask_apst(drive, power);
	return 0;
}

/* clang-format off */
const struct drive_ops drive_nvme = {
	.name = "NVMe",
	.identity = nvme_disk_identity,
	.names = read_kernel_names,
	.power_state = nvme_disk_power_state,
	.temperature = read_temperature,
	.write_cache = nvme_disk_write_cache,
	.set_write_cache = nvme_disk_set_write_cache,
	.has_recovery_time = nvme_disk_has_recovery_time,
	.recovery_time = nvme_disk_recovery_time,
	.set_recovery_time = nvme_disk_set_recovery_time,
	.recovery_name = "time-limited error recovery",
	.gives_up_soon = true,
	.flush = nvme_disk_flush,
	.make_bad = nvme_disk_make_bad,
	.plan_trim = drive_kernel_plan_trim,
	.trim = drive_kernel_trim,
	.verify_plan = nvme_disk_verify_plan,
	.verify = nvme_disk_verify,
	.verify_name = "Verify",
	.read_refusal = nvme_disk_read_refusal,
	.plan_sector_bytes = nvme_disk_plan_sector_bytes,
	.set_sector_bytes = nvme_disk_set_sector_bytes,
	.rescan = nvme_disk_rescan,
	.rescan_by = "rescan_controller of each of the drive's controllers, in /sys/class/nvme",
	.erase_ways = nvme_disk_erase_ways,
	.erase_commands = nvme_erase_commands,
	.erase_takes = nvme_disk_erase_takes,
	.erase = nvme_disk_erase,
	.sanitize_status = nvme_disk_sanitize_status,
	.sanitize_deallocates = true,
	.firmware = nvme_disk_firmware,
	.send_firmware = nvme_disk_send_firmware,
	.end_firmware = nvme_disk_end_firmware,
	.activate_firmware = nvme_disk_activate_firmware,
};
/* clang-format on */
