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

static int send_by(struct device *dev, enum route_kind kind, struct ata_cmd *cmd)
{
	int err;

	dev->attempt.via = kind;
	dev->attempt.sending = cmd;
	err = route_by_cdb(kind) ? passthrough_execute(dev, cmd, (enum ata_path)kind)
				 : hdio_execute(dev, cmd, kind);
	dev->attempt.sending = NULL;
	if (route_refused_unsent(err))
		/* nothing was sent: the registers, if any, are those of the request */
		cmd->res.valid = false;
	note_attempt(dev, cmd, err);
	if (dev->watch.command && cmd->quiet != ATA_QUIET_ALL)
		dev->watch.command(dev->watch.who, dev, cmd, err);
	return err;
}

static int send_by_first(struct device *dev, enum route_kind *kind, struct ata_cmd *cmd)
{
	int err = -EOPNOTSUPP;

	for (enum route_kind next = *kind; next != ROUTE_NONE;
	     next = route_next(&dev->route, next, cmd)) {
		*kind = next;
		err = send_by(dev, next, cmd);
		if (!route_refused_unsent(err))
			break;
	}
	return err;
}

static int repeat_question(struct device *dev, enum route_kind kind, struct ata_cmd *cmd)
{
	enum route_kind other = route_detour(&dev->route, kind, cmd);
	const struct ata_cmd first = *cmd;
	int err = other == ROUTE_NONE ? -EBADE : send_by_first(dev, &other, cmd);

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
static enum route_answer ask_form(struct device *dev, enum route_kind form, enum ata_quiet quiet,
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
static int send_by_other_form(struct device *dev, enum route_kind *kind, struct ata_cmd *cmd,
			      enum route_answer *answer)
{
	enum route_kind form = ROUTE_NONE;
	enum route_answer said = ANSWER_NO_FORM;
	bool power = *answer == ANSWER_NO_POWER;
	int err = -EIO;

	while (said != ANSWER_FOUND) {
		form = route_next_form(&dev->route, *kind, form);
		if (form == ROUTE_NONE)
			return err;
		said = ask_form(dev, form, cmd->quiet, power, &err);
		if (said != ANSWER_NO_FORM && route_guards_tunnel(&dev->route))
			*answer = ANSWER_OPEN;
	}
	route_answer(&dev->route, form, ANSWER_FOUND);
	*kind = form;
	dev->attempt.via = form;
	return ata_path_carries((enum ata_path)form, cmd) ? send_by(dev, form, cmd) : -EOPNOTSUPP;
}

static int send_by_route(struct device *dev, struct ata_cmd *cmd)
{
	enum route_kind kind = route_first(&dev->route, cmd);
	bool forms = route_next_form(&dev->route, ROUTE_NONE, ROUTE_NONE) != ROUTE_NONE;
	enum ata_quiet quiet = cmd->quiet;
	enum route_answer answer;
	bool unknown;
	int err;

	if (kind == ROUTE_NONE) {
		note_attempt(dev, cmd, -EOPNOTSUPP);
		return -EOPNOTSUPP;
	}
	/* if the route has more forms, hold back the warning: another form may be tried */
	if (forms)
		cmd->quiet = ata_quiet_warnings(quiet);
	err = send_by_first(dev, &kind, cmd);
	if (err == -EBADE && !ata_changes(cmd))
		err = repeat_question(dev, kind, cmd);
	cmd->quiet = quiet;
	answer = route_judge(&dev->route, kind, cmd, err);
	unknown = answer == ANSWER_NO_POWER || answer == ANSWER_NO_FORM;
	if (unknown && route_guards_tunnel(&dev->route) && cmd->id != ATA_IDENTIFY_DEVICE) {
		answer = ask_form(dev, kind, quiet, false, &err);
		answer = answer == ANSWER_FOUND ? ANSWER_DRIVE : answer;
		unknown = answer == ANSWER_NO_FORM;
		note_attempt(dev, cmd, err);
	}
	if (forms && unknown) {
		err = send_by_other_form(dev, &kind, cmd, &answer);
		if (dev->route.sure)
			answer = route_judge(&dev->route, kind, cmd, err);
	} else if (forms && err == -EIO && !cmd->res.valid) {
		sgio_warn_missing(dev, cmd);
	}
	route_answer(&dev->route, kind, answer);
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

static int send_ata_command(struct device *dev, struct ata_cmd *cmd)
{
	struct ata_cmd question = ata_command(ATA_CHECK_POWER_MODE);
	bool unsent = dev->dry_run && !ata_asks(cmd);

	question.quiet = ATA_QUIET_ALL;
	if (dev->kind == DEVICE_FILE) {
		cmd->res = (struct ata_result){ .unsent = false };
		return -ENOTTY;
	}
	device_find_route(dev);
	/* before a dry run shows an ATA command, ask whether the disk takes ATA commands */
	if (unsent && route_takes_ata(&dev->route) && !dev->route.sure && sysfs_is_scsi(&dev->sys))
		send_by_route(dev, &question);
	if (!route_takes_ata(&dev->route)) {
		cmd->res = dev->refusal.res;
		if (route_refused_unsent(dev->refusal.err))
			note_attempt(dev, cmd, dev->refusal.err);
		return dev->refusal.err;
	}
	return unsent ? device_leave_unsent(dev, cmd) : send_by_route(dev, cmd);
}

static int send_nvme_command(struct device *dev, struct nvme_cmd *cmd)
{
	enum nvme_tunnel tunnel = device_tunnel(dev);
	int err;

	if (dev->dry_run && cmd->operation->changes) {
		cmd->res.answered = true;
		dev->watch.nvme_unsent(dev->watch.who, cmd);
		return 0;
	}
	dev->attempt.sending_nvme = cmd;
	err = tunnel ? tunnel_execute(dev, cmd, tunnel) : nvme_execute(dev, cmd);
	dev->attempt.sending_nvme = NULL;
	if (dev->watch.nvme_command)
		dev->watch.nvme_command(dev->watch.who, cmd, err);
	return err;
}

/* A command in one language: one pointer is set, the other two are NULL. */
struct drive_command {
	struct ata_cmd *ata;
	struct scsi_cmd *scsi;
	struct nvme_cmd *nvme;
};

static bool command_changes(const struct drive_command *c)
{
	return c->ata	 ? ata_changes(c->ata)
	       : c->scsi ? scsi_changes(c->scsi)
			 : c->nvme->operation->changes;
}

static bool command_answered(const struct device *dev, const struct drive_command *c, int err)
{
	/* an HDIO ioctl returns -EIO for a refusal and for no answer: count -EIO as an answer */
	if (c->ata)
		return c->ata->res.valid || c->ata->res.answered ||
		       (err == -EIO && !route_by_cdb(dev->attempt.via));
	return c->scsi ? c->scsi->sense_bytes : c->nvme->res.answered || c->nvme->res.sense.present;
}

static int device_send(struct device *dev, const struct drive_command *c)
{
	bool changes = command_changes(c), answered;
	int err = dev->closed;

	if (!err && device_hung(dev) && !device_may_send(dev, changes))
		err = device_hung(dev);
	if (err) {
		if (c->ata)
			c->ata->res = (struct ata_result){ .unsent = !dev->closed };
		if (c->nvme)
			c->nvme->res.unsent = true;
		return err;
	}
	dev->attempt.changing = changes;
	if (!dev->holding && changes && !dev->dry_run)
		dev->holding = host_interrupt_hold(dev->host, true);
	err = c->ata	? send_ata_command(dev, c->ata)
	      : c->scsi ? scsi_execute(dev, c->scsi)
			: send_nvme_command(dev, c->nvme);
	answered = command_answered(dev, c, err);
	if (err && !answered && !route_refused_unsent(err) && !dev->attempt.unheard)
		dev->attempt.unheard = err;
	if (changes && ((!answered && error_leaves_open(err)) ||
			(c->ata && err && lost_verdict(dev, c->ata, err))))
		dev->attempt.unsettled = true;
	if (dev->hang)
		dev->hang->asking = false;
	return err;
}

int device_ata(struct device *dev, struct ata_cmd *cmd)
{
	return device_send(dev, &(struct drive_command){ .ata = cmd });
}

int device_scsi(struct device *dev, struct scsi_cmd *cmd)
{
	return device_send(dev, &(struct drive_command){ .scsi = cmd });
}

int device_nvme(struct device *dev, struct nvme_cmd *cmd)
{
	cmd->res = (struct nvme_result){ .answered = false };
	device_find_route(dev);
	if (device_tunnel(dev) && !nvme_tunnel_carries(device_tunnel(dev), cmd))
		return -EOPNOTSUPP;
	return device_send(dev, &(struct drive_command){ .nvme = cmd });
}
