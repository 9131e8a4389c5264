// SPDX-License-Identifier: GPL-2.0-or-later
/* The chain of transports, and the one place that decides what may be tried again. */
#include "transport.h"
#include "bridge.h"
#include "sense.h"
#include "usb.h"

#include <errno.h>

static const struct transport *const usual_chain[] = {
	&transport_sat12,     &transport_sat16,		&transport_hdio_cmd,
	&transport_hdio_task, &transport_hdio_taskfile, NULL,
};

/*
 * The old IDE driver answers SG_IO for CD drives only, and takes a pass-through CDB there for a
 * packet command: its own ioctls are the only way.
 */
static const struct transport *const legacy_chain[] = {
	&transport_hdio_cmd,
	&transport_hdio_task,
	&transport_hdio_taskfile,
	NULL,
};

/* These mean that the kernel knows no such request here: the drive has seen nothing. */
static bool refused_unsent(int err)
{
	return err == -ENOTTY || err == -EINVAL || err == -ENODEV || err == -EOPNOTSUPP ||
	       err == -ENOSYS;
}

int transport_verdict(const struct ata_cmd *cmd)
{
	if (!cmd->res.valid)
		return cmd->want ? -EIO : 0;
	return cmd->res.status & (ST_ERR | ST_DF) ? -EIO : 0;
}

bool transport_warns(const struct device *dev, const struct ata_cmd *cmd)
{
	return dev->watch.bad_sense && (cmd->want || !ata_identifies(cmd) ||
					(dev->needs_identity && cmd->id == ATA_IDENTIFY_DEVICE));
}

static bool usable(const struct device *dev, const struct transport *t, const struct ata_cmd *cmd)
{
	if (dev->family != FAMILY_NONE && dev->family != t->family)
		return false;
	return (!t->fits || t->fits(dev)) && (!t->carries || t->carries(cmd));
}

int device_withhold(struct device *dev, struct ata_cmd *cmd)
{
	cmd->res = (struct ata_result){ .valid = true, .status = ST_DRDY };
	dev->watch.unsent(dev->watch.who, cmd);
	return 0;
}

static int send(struct device *dev, const struct transport *t, struct ata_cmd *cmd)
{
	int err;

	dev->via = t;
	if (t->carries && !t->carries(cmd))
		return -EOPNOTSUPP;
	err = t->execute(dev, cmd);
	if (refused_unsent(err))
		cmd->res.valid = false; /* what stands there is the request itself */
	else
		dev->family = t->family;
	if (dev->watch.command)
		dev->watch.command(dev->watch.who, dev, cmd, err);
	return err;
}

/*
 * The adapter or its driver failed, not the drive, and may do so for this way alone. A time limit
 * that ran out and a device that has gone are other errors: such a drive is left in peace.
 */
static bool may_ask_again(const struct ata_cmd *cmd, int err)
{
	return err == -EBADE && !ata_changes(cmd);
}

/*
 * The same question by the next way of another family. The family of the first try stays the
 * device's, and its error counts unless the drive itself answers now.
 */
static int ask_again(struct device *dev, const struct transport *const *rest, struct ata_cmd *cmd)
{
	const enum transport_family family = dev->family;
	const struct ata_cmd first = *cmd;
	int err = -EBADE;

	dev->family = FAMILY_NONE;
	for (; *rest; rest++) {
		if ((*rest)->family == family || !usable(dev, *rest, cmd))
			continue;
		err = send(dev, *rest, cmd);
		if (!refused_unsent(err))
			break;
	}
	dev->family = family;
	if (!err || cmd->res.valid)
		return err;
	*cmd = first;
	return -EBADE;
}

static int send_first_that_works(struct device *dev, struct ata_cmd *cmd)
{
	const struct transport *const *t =
		dev->kind == DEVICE_LEGACY_IDE ? legacy_chain : usual_chain;
	int err = -EOPNOTSUPP;

	for (; *t; t++) {
		if (!usable(dev, *t, cmd))
			continue;
		err = send(dev, *t, cmd);
		if (!refused_unsent(err))
			break;
	}
	return may_ask_again(cmd, err) ? ask_again(dev, t, cmd) : err;
}

static const struct transport *const by_path[ATA_PATH_COUNT] = {
	[ATA_PATH_SAT16] = &transport_sat16,	 [ATA_PATH_SAT12] = &transport_sat12,
	[ATA_PATH_JMICRON] = &transport_jmicron, [ATA_PATH_SUNPLUS] = &transport_sunplus,
	[ATA_PATH_CYPRESS] = &transport_cypress,
};

/* The old IDE driver's disks and CD drives look alike, and only the latter take a CDB. */
int device_force_path(struct device *dev, enum ata_path path)
{
	bool packets = dev->kind == DEVICE_OPTICAL || dev->kind == DEVICE_LEGACY_IDE;

	if (packets && by_path[path] && by_path[path]->foreign_to_packets)
		return -EOPNOTSUPP;
	dev->path_asked = path;
	return 0;
}

/* What the user asked for, or what the bridge is known to need. */
static const struct transport *decided(struct device *dev)
{
	if (dev->ladder_asked || dev->only)
		return dev->only;
	dev->ladder_asked = true;
	if (dev->path_asked != ATA_PATH_ANY) {
		dev->only = by_path[dev->path_asked];
	} else if (!dev->prefer_ata12 && dev->kind == DEVICE_BLOCK && device_is_usb(dev)) {
		dev->usb = true;
		dev->only = ladder_known(dev);
	}
	return dev->only;
}

/*
 * A USB bridge that does not know the operation code has done nothing: the other ways are looked
 * for, by IDENTIFY DEVICE alone, and only then the command goes out once more.
 */
static int send_over_usb(struct device *dev, struct ata_cmd *cmd)
{
	struct device_watch watch = dev->watch;
	int err;

	dev->watch.bad_sense = NULL;
	err = send_first_that_works(dev, cmd);
	dev->watch = watch;
	dev->ladder_tried = true;
	if (err != -EIO)
		return err;
	if (sense_opcode_unknown(&cmd->res)) {
		dev->only = ladder_find(dev);
		dev->deaf = !dev->only;
		if (dev->only)
			return send(dev, dev->only, cmd);
	}
	if (!cmd->res.valid && transport_warns(dev, cmd))
		watch.bad_sense(watch.who, &cmd->res);
	return err;
}

int device_ata(struct device *dev, struct ata_cmd *cmd)
{
	if (dev->dry_run && ata_changes(cmd))
		return device_withhold(dev, cmd);
	if (!dev->holding && ata_changes(cmd))
		dev->holding = host_interrupt_hold(dev->host, true);
	if (decided(dev))
		return send(dev, dev->only, cmd);
	if (dev->usb && !dev->ladder_tried)
		return send_over_usb(dev, cmd);
	return send_first_that_works(dev, cmd);
}
