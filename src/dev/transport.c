// SPDX-License-Identifier: GPL-2.0-or-later
/* The order of the transports, and the only place that decides what may be sent again. */
#include "transport.h"
#include "device_layers.h"
#include "scsi.h"
#include "sysfs.h"

#include <errno.h>

/*
 * The opcode of the 12-byte CDB is another command (BLANK) of packet devices, which the kernel
 * calls sr*: they never get it.
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
 * The old IDE driver supports SG_IO for CD drives only, and sends a pass-through CDB to them as a
 * packet command: only its own ioctls can be used.
 */
static const struct transport *const legacy_chain[] = {
	&transport_hdio_cmd,
	&transport_hdio_task,
	&transport_hdio_taskfile,
	NULL,
};

/* The kernel does not know the request for this device: the drive has received nothing. */
static bool refused_unsent(int err)
{
	return err == -ENOTTY || err == -EINVAL || err == -EOPNOTSUPP || err == -ENOSYS;
}

static bool carries(const struct transport *t, const struct ata_cmd *cmd)
{
	return t->family == FAMILY_SG_IO ? ata_path_carries(t->path, cmd) : t->carries(cmd);
}

static int transport_execute(const struct transport *t, struct device *dev, struct ata_cmd *cmd)
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

static int send_by(struct device *dev, const struct transport *t, struct ata_cmd *cmd)
{
	int err;

	dev->via = t;
	if (!carries(t, cmd))
		return -EOPNOTSUPP;
	dev->sending = cmd;
	err = transport_execute(t, dev, cmd);
	dev->sending = NULL;
	if (refused_unsent(err))
		cmd->res.valid = false; /* the registers still hold the request */
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
 * The adapter or its driver failed, not the drive, and maybe only for this transport. A timeout and
 * a device that has gone are other errors: nothing more is sent to such a drive.
 */
static bool may_try_again(const struct ata_cmd *cmd, int err)
{
	return err == -EBADE && !ata_changes(cmd);
}

/*
 * Sends the command by the next transport of another family. The device keeps the family of the
 * first try, and the first error is returned unless the drive itself answers now.
 */
static int try_other_family(struct device *dev, const struct transport *const *rest,
			    struct ata_cmd *cmd)
{
	const enum transport_family family = dev->family;
	const struct ata_cmd first = *cmd;
	int err = -EBADE;

	dev->family = FAMILY_NONE;
	for (; *rest; rest++) {
		if ((*rest)->family == family || !usable(dev, *rest, cmd))
			continue;
		err = send_by(dev, *rest, cmd);
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
		err = send_by(dev, *t, cmd);
		if (!refused_unsent(err))
			break;
	}
	return may_try_again(cmd, err) ? try_other_family(dev, t, cmd) : err;
}

/* Disks and CD drives of the old IDE driver look alike, and the latter get CDBs as packets. */
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

/* The transport that the user asks for, or that the bridge is known to need; NULL: none. */
static const struct transport *only_transport(struct device *dev)
{
	if (dev->bridge_asked || dev->only)
		return dev->only;
	dev->bridge_asked = true;
	if (dev->path_asked != ATA_PATH_ANY) {
		dev->only = transport_of(dev->path_asked);
	} else if (dev->kind == DEVICE_BLOCK && device_is_usb(dev)) {
		dev->usb = true;
		dev->only = transport_of(bridge_known(dev));
	}
	return dev->only;
}

/*
 * If the USB bridge does not know the operation code, the drive has received nothing. Then another
 * CDB form is looked for, by IDENTIFY DEVICE only, and the command is sent again in that form.
 * While the power condition is asked, it is looked for by that question: others may wake the drive.
 */
static int send_over_usb(struct device *dev, struct ata_cmd *cmd)
{
	struct ata_cmd first = *cmd;
	int err;

	first.quiet = ata_quiet_warnings(cmd->quiet);
	err = send_first_that_works(dev, &first);
	cmd->res = first.res;
	dev->bridge_tried = !dev->power_only;
	if (err != -EIO)
		return err;
	if (sense_opcode_unknown(&cmd->res)) {
		dev->only = transport_of(bridge_find(dev, first.quiet));
		if (dev->only)
			return send_by(dev, dev->only, cmd);
	}
	if (!cmd->res.valid && !sgio_foreign(dev, &cmd->res))
		sgio_warn_missing(dev, cmd);
	return err;
}

static int send_by_its_way(struct device *dev, struct ata_cmd *cmd)
{
	if (only_transport(dev))
		return send_by(dev, dev->only, cmd);
	if (dev->usb && !dev->bridge_tried)
		return send_over_usb(dev, cmd);
	return send_first_that_works(dev, cmd);
}

/* A SAS disk that is sanitizing, or failed to, may refuse other commands before it knows them. */
static bool is_barred_sas(struct device *dev, const struct ata_result *res)
{
	struct scsi_sense sense = scsi_sense_decode(res->sense, res->sense_bytes);

	return !res->unannounced && scsi_sanitize_state(&sense) != SCSI_SANITIZE_UNTOLD &&
	       sysfs_is_sas(&dev->sys);
}

/* What the answer tells of the language that the disk speaks. */
static void learn_language(struct device *dev, const struct ata_cmd *cmd, int err)
{
	if (!err || cmd->res.valid) {
		dev->speaks_ata = true;
	} else if (err == -EIO && !dev->only &&
		   (sgio_foreign(dev, &cmd->res) || is_barred_sas(dev, &cmd->res) ||
		    tunnel_takes_over(dev, cmd))) {
		/* another question may find a form that gives no registers */
		dev->power_form_unknown = dev->usb && !dev->bridge_tried;
		dev->takes_no_ata = !dev->power_form_unknown;
		dev->refusal = cmd->res;
	} else if (dev->kind == DEVICE_BLOCK && !dev->speaks_ata && refused_unsent(err)) {
		dev->refused_by_kernel = true;
	}
}

int send_begin(struct device *dev, bool changes)
{
	if (dev->closed)
		return dev->closed;
	if (device_hung(dev) && !device_may_send(dev, changes))
		return device_hung(dev);
	dev->changing = changes;
	if (!dev->holding && changes && !dev->dry_run)
		dev->holding = host_interrupt_hold(dev->host, true);
	return 0;
}

bool error_leaves_open(int err)
{
	return err == -ETIMEDOUT || err == -EBADE || err == -ENXIO || err == -ENODEV || err == -EIO;
}

void send_end(struct device *dev, int err, bool answered)
{
	if (err && !answered && !refused_unsent(err) && !dev->unheard)
		dev->unheard = err;
	if (dev->changing && !answered && error_leaves_open(err))
		dev->unsettled = true;
	if (dev->hang)
		dev->hang->asking = false;
}

static int refuse_again(struct device *dev, struct ata_cmd *cmd)
{
	cmd->res = dev->refusal;
	return -EIO;
}

/* A dry run is to list the commands of the disk's own language: a question tells which that is. */
static bool learns_refusal(struct device *dev)
{
	struct ata_cmd question = ata_command(ATA_CHECK_POWER_MODE);

	if (dev->speaks_ata || dev->refused_by_kernel || dev->path_asked != ATA_PATH_ANY ||
	    !sysfs_is_scsi(&dev->sys))
		return false;
	question.quiet = ATA_QUIET_ALL;
	learn_language(dev, &question, send_by_its_way(dev, &question));
	return dev->takes_no_ata;
}

/* The ioctls of the old IDE driver have one error for a refusal and for no answer. */
static bool was_answered(const struct device *dev, const struct ata_cmd *cmd, int err)
{
	return cmd->res.valid || cmd->res.answered || (err == -EIO && dev->family != FAMILY_SG_IO);
}

/*
 * The path says that the command failed, and has lost what the drive said; or the drive reported
 * success, and a residue denies it.
 */
static bool lost_verdict(const struct ata_cmd *cmd, int err)
{
	const struct ata_result *res = &cmd->res;

	if (err == -EREMOTEIO)
		return true;
	return res->answered && !res->valid && !sense_code(res->sense, res->sense_bytes).present;
}

int device_ata(struct device *dev, struct ata_cmd *cmd)
{
	int err = send_begin(dev, ata_changes(cmd));

	if (err) {
		cmd->res = (struct ata_result){ .unsent = !dev->closed };
		return err;
	}
	if (dev->kind == DEVICE_FILE) {
		cmd->res = (struct ata_result){ .unsent = false };
		err = -ENOTTY;
	} else if (dev->takes_no_ata) {
		err = refuse_again(dev, cmd);
	} else if (dev->dry_run && ata_changes(cmd)) {
		err = learns_refusal(dev) ? refuse_again(dev, cmd) : device_leave_unsent(dev, cmd);
	} else {
		err = send_by_its_way(dev, cmd);
		learn_language(dev, cmd, err);
	}
	send_end(dev, err, was_answered(dev, cmd, err));
	if (dev->changing && err && lost_verdict(cmd, err))
		dev->unsettled = true;
	return err;
}
