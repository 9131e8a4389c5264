// SPDX-License-Identifier: GPL-2.0-or-later
/* Send commands by the route of a device, and record the results. */
#include "transport.h"
#include "device.h"
#include "nvme.h"
#include "scsi.h"
#include "sysfs.h"

#include <errno.h>

const char *device_via(const struct device *dev)
{
	return route_name(dev->attempt.via);
}

int device_leave_unsent(struct device *dev, struct ata_cmd *cmd)
{
	cmd->res = (struct ata_result){ .valid = true, .status = ST_DRDY };
	dev->watch.unsent(dev->watch.who, cmd);
	return 0;
}

static void note_attempt(struct device *dev, const struct ata_cmd *cmd, int err)
{
	if (cmd->quiet == ATA_QUIET_ALL)
		return;
	dev->attempt.cmd = *cmd;
	dev->attempt.cmd.data = NULL;
	dev->attempt.result = err;
}

/*
 * Send by *way; while the kernel refuses that unsent, by the next one. *way becomes the last one
 * that was tried.
 */
static int send_from(struct device *dev, enum route_way *way, struct ata_cmd *cmd)
{
	enum route_way next = *way;
	int err = -EOPNOTSUPP;

	for (; next != ROUTE_NONE; next = route_next(&dev->route, next, cmd)) {
		*way = dev->attempt.via = next;
		dev->attempt.sending = cmd;
		err = route_by_cdb(next) ? passthrough_execute(dev, cmd, (enum ata_path)next)
					 : hdio_execute(dev, cmd, next);
		dev->attempt.sending = NULL;
		if (route_refused_unsent(err))
			/* nothing was sent: the registers, if any, are those of the request */
			cmd->res.valid = false;
		note_attempt(dev, cmd, err);
		if (dev->watch.command && cmd->quiet != ATA_QUIET_ALL)
			dev->watch.command(dev->watch.who, dev, cmd, err);
		if (!route_refused_unsent(err))
			break;
	}
	return err;
}

static int repeat_question(struct device *dev, enum route_way way, struct ata_cmd *cmd)
{
	enum route_way other = route_detour(&dev->route, way, cmd);
	const struct ata_cmd first = *cmd;
	int err = other == ROUTE_NONE ? -EBADE : send_from(dev, &other, cmd);

	if (!err || cmd->res.valid)
		return err;
	*cmd = first;
	return -EBADE;
}

/*
 * Ask CHECK POWER MODE, if `power`, or IDENTIFY DEVICE by a form of CDB. ANSWER_FOUND: the form
 * works; bridges may return success and zeros for commands that they do not know. Else the class of
 * the answer, and *err becomes the error if none came.
 */
static enum route_answer ask_form(struct device *dev, enum route_way form, enum ata_quiet quiet,
				  bool power, int *err)
{
	uint8_t data[ID_BYTES] = { 0 };
	struct ata_cmd cmd = power ? ata_command(ATA_CHECK_POWER_MODE)
				   : ata_command_data(ATA_IDENTIFY_DEVICE, data, sizeof(data));
	int result;

	cmd.want = power ? WANT_COUNT : cmd.want;
	cmd.quiet = ata_quiet_warnings(quiet);
	dev->attempt.sending = &cmd;
	result = passthrough_execute(dev, &cmd, (enum ata_path)form);
	dev->attempt.sending = NULL;
	if (power ? !result || cmd.res.valid : !result && !ata_id_blank(data))
		return ANSWER_FOUND;
	/* the form's own question found no port with a drive */
	if (result == -ENXIO && !device_hung(dev))
		return ANSWER_NO_FORM;
	if (result && result != -EIO)
		*err = result;
	return result ? route_judge(&dev->route, form, &cmd, result) : ANSWER_OPEN;
}

/* *answer becomes ANSWER_OPEN if a form's failure does not prove that an NVMe tunnel may follow. */
static int send_by_other_form(struct device *dev, enum route_way *way, struct ata_cmd *cmd,
			      enum route_answer *answer)
{
	enum route_way form = ROUTE_NONE;
	enum route_answer said = ANSWER_NO_FORM;
	bool power = *answer == ANSWER_NO_POWER;
	int err = -EIO;

	while (said != ANSWER_FOUND) {
		form = route_next_form(&dev->route, *way, form);
		if (form == ROUTE_NONE)
			return err;
		said = ask_form(dev, form, cmd->quiet, power, &err);
		if (said != ANSWER_NO_FORM && route_guards_tunnel(&dev->route))
			*answer = ANSWER_OPEN;
	}
	route_answer(&dev->route, form, ANSWER_FOUND);
	*way = form;
	dev->attempt.via = form;
	return ata_path_carries((enum ata_path)form, cmd) ? send_from(dev, way, cmd) : -EOPNOTSUPP;
}

static int send_by_route(struct device *dev, struct ata_cmd *cmd)
{
	enum route_way way = route_first(&dev->route, cmd);
	bool forms = route_next_form(&dev->route, ROUTE_NONE, ROUTE_NONE) != ROUTE_NONE;
	enum ata_quiet quiet = cmd->quiet;
	enum route_answer answer;
	bool unknown;
	int err;

	if (way == ROUTE_NONE) {
		note_attempt(dev, cmd, -EOPNOTSUPP);
		return -EOPNOTSUPP;
	}
	/* if the route has more forms, hold back the warning: another form may be tried */
	if (forms)
		cmd->quiet = ata_quiet_warnings(quiet);
	err = send_from(dev, &way, cmd);
	if (err == -EBADE && !ata_changes(cmd))
		err = repeat_question(dev, way, cmd);
	cmd->quiet = quiet;
	answer = route_judge(&dev->route, way, cmd, err);
	unknown = answer == ANSWER_NO_POWER || answer == ANSWER_NO_FORM;
	if (unknown && route_guards_tunnel(&dev->route) && cmd->id != ATA_IDENTIFY_DEVICE) {
		answer = ask_form(dev, way, quiet, false, &err);
		answer = answer == ANSWER_FOUND ? ANSWER_DRIVE : answer;
		unknown = answer == ANSWER_NO_FORM;
		note_attempt(dev, cmd, err);
	}
	if (forms && unknown) {
		err = send_by_other_form(dev, &way, cmd, &answer);
		if (dev->route.sure)
			answer = route_judge(&dev->route, way, cmd, err);
	} else if (forms && err == -EIO && !cmd->res.valid) {
		sgio_warn_missing(dev, cmd);
	}
	route_answer(&dev->route, way, answer);
	if (answer == ANSWER_NO_FORM || answer == ANSWER_UNSENT)
		dev->refusal = (struct refusal){ err, cmd->res };
	return err;
}

bool error_leaves_open(int err)
{
	return err == -ETIMEDOUT || err == -EBADE || err == -ENXIO || err == -ENODEV || err == -EIO;
}

static bool lost_verdict(const struct device *dev, const struct ata_cmd *cmd, int err)
{
	const struct ata_result *res = &cmd->res;

	if (err == -EREMOTEIO)
		return true;
	/* an HDIO ioctl returns -EIO for a refusal and for no answer: only registers tell */
	if (err == -EIO && !route_by_cdb(dev->attempt.via))
		return !res->valid;
	return res->answered && !res->valid && !sense_code(res->sense, res->sense_bytes).present;
}

/* Before a command: 0; or -errno, and the command must not be sent. */
static int begin_command(struct device *dev, bool changes)
{
	int hung = device_hung(dev);

	if (dev->closed || (hung && !device_may_send(dev, changes)))
		return dev->closed ? dev->closed : hung;
	dev->attempt.changing = changes;
	if (!dev->holding && changes && !dev->dry_run)
		dev->holding = host_interrupt_hold(dev->host, true);
	return 0;
}

/* After a command that returned `err`. `lost`: no verdict on a change came. Return `err`. */
static int end_command(struct device *dev, int err, bool answered, bool lost)
{
	if (err && !answered && !route_refused_unsent(err) && !dev->attempt.unheard)
		dev->attempt.unheard = err;
	if (dev->attempt.changing && ((!answered && error_leaves_open(err)) || lost))
		dev->attempt.unsettled = true;
	if (dev->hang)
		dev->hang->asking = false;
	return err;
}

static bool takes_ata_commands(struct device *dev, bool unsent)
{
	struct ata_cmd question = ata_command(ATA_CHECK_POWER_MODE);

	device_find_route(dev);
	/* before a dry run shows an ATA command, ask whether the disk takes ATA commands */
	if (unsent && route_takes_ata(&dev->route) && !dev->route.sure &&
	    sysfs_is_scsi(&dev->sys)) {
		question.quiet = ATA_QUIET_ALL;
		send_by_route(dev, &question);
	}
	return route_takes_ata(&dev->route);
}

int device_ata(struct device *dev, struct ata_cmd *cmd)
{
	bool changes = ata_changes(cmd), unsent = dev->dry_run && !ata_asks(cmd), answered;
	int err = begin_command(dev, changes);

	if (err || dev->kind == DEVICE_FILE)
		cmd->res = (struct ata_result){ .unsent = err && !dev->closed };
	if (err)
		return err;
	if (dev->kind == DEVICE_FILE) {
		err = -ENOTTY;
	} else if (!takes_ata_commands(dev, unsent)) {
		err = dev->refusal.err;
		cmd->res = dev->refusal.res;
		if (route_refused_unsent(err))
			note_attempt(dev, cmd, err);
	} else {
		err = unsent ? device_leave_unsent(dev, cmd) : send_by_route(dev, cmd);
	}
	/* an HDIO ioctl returns -EIO for a refusal and for no answer: count -EIO as an answer */
	answered = cmd->res.valid || cmd->res.answered ||
		   (err == -EIO && !route_by_cdb(dev->attempt.via));
	return end_command(dev, err, answered, err && lost_verdict(dev, cmd, err));
}

int device_scsi(struct device *dev, struct scsi_cmd *cmd)
{
	int err = begin_command(dev, scsi_changes(cmd));

	if (err)
		return err;
	err = scsi_execute(dev, cmd);
	return end_command(dev, err, cmd->sense_bytes, false);
}

int device_nvme(struct device *dev, struct nvme_cmd *cmd)
{
	enum nvme_tunnel tunnel;
	int err;

	cmd->res = (struct nvme_result){ .answered = false };
	device_find_route(dev);
	tunnel = device_tunnel(dev);
	if (tunnel && !nvme_tunnel_carries(tunnel, cmd))
		return -EOPNOTSUPP;
	err = begin_command(dev, cmd->operation->changes);
	if (err) {
		cmd->res.unsent = true;
		return err;
	}
	if (dev->dry_run && cmd->operation->changes) {
		cmd->res.answered = true;
		dev->watch.nvme_unsent(dev->watch.who, cmd);
	} else {
		dev->attempt.sending_nvme = cmd;
		err = tunnel ? tunnel_execute(dev, cmd, tunnel) : nvme_execute(dev, cmd);
		dev->attempt.sending_nvme = NULL;
		if (dev->watch.nvme_command)
			dev->watch.nvme_command(dev->watch.who, cmd, err);
	}
	return end_command(dev, err, cmd->res.answered || cmd->res.sense.present, false);
}
