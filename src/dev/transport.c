// SPDX-License-Identifier: GPL-2.0-or-later
/* The chain of transports, and the one place that decides what may be tried again. */
#include "transport.h"

#include <errno.h>

/*
 * The short form goes to what is known to be no packet device, to which it is another command. The
 * kernel calls those sr*.
 */
static bool wants_ata12(const struct device *dev)
{
	return dev->prefer_ata12 && dev->kind != DEVICE_OPTICAL;
}

static const struct transport by_path[ATA_PATH_COUNT] = {
	[ATA_PATH_SAT16] = { .family = FAMILY_SG_IO, .path = ATA_PATH_SAT16 },
	[ATA_PATH_SAT12] = { .family = FAMILY_SG_IO, .path = ATA_PATH_SAT12, .fits = wants_ata12 },
	[ATA_PATH_JMICRON] = { .family = FAMILY_SG_IO, .path = ATA_PATH_JMICRON },
	[ATA_PATH_SUNPLUS] = { .family = FAMILY_SG_IO, .path = ATA_PATH_SUNPLUS },
	[ATA_PATH_CYPRESS] = { .family = FAMILY_SG_IO, .path = ATA_PATH_CYPRESS },
};

static const struct transport *const usual_chain[] = {
	&by_path[ATA_PATH_SAT12], &by_path[ATA_PATH_SAT16], &transport_hdio_cmd,
	&transport_hdio_task,	  &transport_hdio_taskfile, NULL,
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

static bool carries(const struct transport *t, const struct ata_cmd *cmd)
{
	return t->family == FAMILY_SG_IO ? ata_path_carries(t->path, cmd) : t->carries(cmd);
}

static int execute(const struct transport *t, struct device *dev, struct ata_cmd *cmd)
{
	return t->family == FAMILY_SG_IO ? passthrough_execute(dev, cmd, t->path)
					 : t->execute(dev, cmd);
}

const char *device_via(const struct device *dev)
{
	return dev->via->family == FAMILY_SG_IO ? ata_path_name(dev->via->path) : dev->via->name;
}

static bool usable(const struct device *dev, const struct transport *t, const struct ata_cmd *cmd)
{
	if (dev->family != FAMILY_NONE && dev->family != t->family)
		return false;
	return (!t->fits || t->fits(dev)) && carries(t, cmd);
}

int device_leave_unsent(struct device *dev, struct ata_cmd *cmd)
{
	cmd->res = (struct ata_result){ .valid = true, .status = ST_DRDY };
	dev->watch.unsent(dev->watch.who, cmd);
	return 0;
}

static int send(struct device *dev, const struct transport *t, struct ata_cmd *cmd)
{
	int err;

	dev->via = t;
	if (!carries(t, cmd))
		return -EOPNOTSUPP;
	err = execute(t, dev, cmd);
	if (refused_unsent(err))
		cmd->res.valid = false; /* what stands there is the request itself */
	else
		dev->family = t->family;
	if (cmd->quiet == ATA_QUIET_ALL)
		return err;
	dev->last = *cmd;
	dev->last.data = NULL;
	dev->last_result = err;
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

/* The old IDE driver's disks and CD drives look alike, and only the latter take a CDB. */
int device_force_path(struct device *dev, enum ata_path path)
{
	bool packets = dev->kind == DEVICE_OPTICAL || dev->kind == DEVICE_LEGACY_IDE;

	if (packets && ata_path_foreign_to_packets(path))
		return -EOPNOTSUPP;
	dev->path_asked = path;
	return 0;
}

static const struct transport *transport_of(enum ata_path path)
{
	return path == ATA_PATH_ANY ? NULL : &by_path[path];
}

/* What the user asked for, or what the bridge is known to need. */
static const struct transport *decided(struct device *dev)
{
	if (dev->bridge_asked || dev->only)
		return dev->only;
	dev->bridge_asked = true;
	if (dev->path_asked != ATA_PATH_ANY) {
		dev->only = transport_of(dev->path_asked);
	} else if (!dev->prefer_ata12 && dev->kind == DEVICE_BLOCK && device_is_usb(dev)) {
		dev->usb = true;
		dev->only = transport_of(bridge_known(dev));
	}
	return dev->only;
}

/*
 * A USB bridge that does not know the operation code has done nothing: the other ways are looked
 * for, by IDENTIFY DEVICE alone, and only then the command goes out once more.
 */
static int send_over_usb(struct device *dev, struct ata_cmd *cmd)
{
	struct ata_cmd first = *cmd;
	int err;

	first.quiet = without_warning(cmd->quiet);
	err = send_first_that_works(dev, &first);
	cmd->res = first.res;
	dev->bridge_tried = true;
	if (err != -EIO)
		return err;
	if (sense_opcode_unknown(&cmd->res)) {
		dev->only = transport_of(bridge_find(dev, first.quiet));
		dev->takes_no_ata = !dev->only;
		if (dev->only)
			return send(dev, dev->only, cmd);
	}
	if (!cmd->res.valid)
		sgio_warn_missing(dev, cmd);
	return err;
}

int device_ata(struct device *dev, struct ata_cmd *cmd)
{
	if (dev->dry_run && ata_changes(cmd))
		return device_leave_unsent(dev, cmd);
	if (!dev->holding && ata_changes(cmd))
		dev->holding = host_interrupt_hold(dev->host, true);
	if (decided(dev))
		return send(dev, dev->only, cmd);
	if (dev->usb && !dev->bridge_tried)
		return send_over_usb(dev, cmd);
	return send_first_that_works(dev, cmd);
}
