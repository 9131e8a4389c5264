// SPDX-License-Identifier: GPL-2.0-or-later
/* Features of an NVMe controller: write cache, error recovery, power state. */
#include "nvme_disk.h"

#include <errno.h>
#include <stdio.h>

/*
 * Whether the drive keeps the feature without power, if it is told to. A drive that does not tell
 * does not.
 */
static bool can_save(struct drive *drive, const struct nvme_controller *ctrl, struct nvme_cmd asks)
{
	return ctrl->selects && !device_nvme(drive->dev, &asks) && nvme_saveable(asks.res.value);
}

/* --- write cache --- */

int nvme_disk_ask_cache(struct drive *drive, bool *on)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE, NVME_CURRENT);
	int err = nvme_disk_ask(drive, &cmd);

	*on = nvme_write_cache_on(cmd.res.value);
	return err;
}

/* -EOPNOTSUPP, with nothing more sent, for a drive without a volatile write cache. */
static int need_write_cache(struct drive *drive, struct nvme_controller *ctrl)
{
	int err = nvme_disk_ask_controller(drive, ctrl);

	if (err || ctrl->write_cache)
		return err;
	drive_tell(drive, "the drive has no volatile write cache");
	return -EOPNOTSUPP;
}

int nvme_disk_write_cache(struct drive *drive, bool *on)
{
	struct nvme_controller ctrl;
	int err = need_write_cache(drive, &ctrl);

	return err ? err : nvme_disk_ask_cache(drive, on);
}

/* Saved where the drive can do that, which it may claim in error. */
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

/* What the drive will have after a power cycle proves that it has saved it. */
static bool has_saved(struct drive *drive, bool on)
{
	struct nvme_cmd cmd = nvme_get_feature(NVME_WRITE_CACHE, NVME_SAVED);

	return drive->dev->dry_run ||
	       (!device_nvme(drive->dev, &cmd) && nvme_write_cache_on(cmd.res.value) == on);
}

/* What the kernel and the drive hold is flushed first: without its cache the drive need not. */
int nvme_disk_set_write_cache(struct drive *drive, bool on, bool *lasts)
{
	struct nvme_controller ctrl;
	int err = need_write_cache(drive, &ctrl);

	if (err)
		return err;
	err = host_fsync(drive->dev->host, drive->dev->fd);
	if (err && err != -EINVAL) {
		drive_tell(drive, "fsync failed");
		return err;
	}
	*lasts = can_save(drive, &ctrl, nvme_get_feature(NVME_WRITE_CACHE, NVME_CAPABILITIES));
	err = send_cache(drive, on, lasts);
	if (!err && *lasts)
		*lasts = has_saved(drive, on);
	return err;
}

/* --- error recovery: one time for reading and writing --- */

enum { UNIT_MS = 100 };

/* Asks for the namespace's feature. */
static int ask_nvme_recovery(struct drive *drive, enum nvme_select select, uint32_t *value)
{
	uint32_t nsid;
	int err = device_nvme_namespace(drive->dev, &nsid);
	struct nvme_cmd cmd = nvme_get_recovery(nsid, select);

	if (!err)
		err = nvme_disk_ask(drive, &cmd);
	*value = cmd.res.value;
	return err;
}

int nvme_disk_has_recovery_time(struct drive *drive, bool to_set)
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
		drive_tell(drive, "the drive has no time-limited error recovery");
	else if (!err && !nvme_changeable(can))
		drive_tell(drive, "the drive does not let its time for error recovery be set");
	else
		return err ? err : 1;
	return 0;
}

int nvme_disk_recovery_time(struct drive *drive, enum recovery_kind kind, struct recovery_time *t)
{
	static const enum nvme_select selects[] = {
		[RECOVERY_NOW] = NVME_CURRENT,
		[RECOVERY_KEPT] = NVME_SAVED,
		[RECOVERY_MAKERS] = NVME_DEFAULT,
	};
	struct nvme_controller ctrl = { .selects = true };
	int err = kind == RECOVERY_NOW ? 0 : nvme_disk_ask_controller(drive, &ctrl);
	uint32_t value = 0;

	if (!err && !ctrl.selects) {
		drive_tell(drive, "the drive tells only the time that it has now");
		return -EOPNOTSUPP;
	}
	if (!err)
		err = ask_nvme_recovery(drive, selects[kind], &value);
	t->ms[0] = t->ms[1] = nvme_recovery(value).tler * (uint32_t)UNIT_MS;
	return err;
}

int nvme_disk_set_recovery_time(struct drive *drive, enum recovery_kind kind,
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
	err = device_nvme_namespace(drive->dev, &nsid);
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

/* --- power --- */

/* Whether the drive changes its power state by itself, and what lets the kernel decide that. */
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

int nvme_disk_power_state(struct drive *drive, struct disk_power *power)
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
