// SPDX-License-Identifier: GPL-2.0-or-later
/* The chain of transports, and the one place that decides what may be tried again. */
#include "transport.h"

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

static bool usable(const struct device *dev, const struct transport *t, const struct ata_cmd *cmd)
{
	if (dev->family != FAMILY_NONE && dev->family != t->family)
		return false;
	return (!t->fits || t->fits(dev)) && (!t->carries || t->carries(cmd));
}

/* As if the drive had completed it, with nothing to say. */
static int withhold(struct device *dev, struct ata_cmd *cmd)
{
	cmd->res = (struct ata_result){ .valid = true, .status = ST_DRDY };
	dev->watch.unsent(dev->watch.who, cmd);
	return 0;
}

int device_ata(struct device *dev, struct ata_cmd *cmd)
{
	const struct transport *const *t =
		dev->kind == DEVICE_LEGACY_IDE ? legacy_chain : usual_chain;
	int err = -EOPNOTSUPP;

	if (dev->dry_run && ata_changes(cmd))
		return withhold(dev, cmd);
	for (; *t; t++) {
		if (!usable(dev, *t, cmd))
			continue;
		dev->via = *t;
		err = (*t)->execute(dev, cmd);
		if (dev->watch.command)
			dev->watch.command(dev->watch.who, dev, cmd, err);
		if (!refused_unsent(err)) {
			dev->family = (*t)->family;
			return err;
		}
	}
	return err;
}
