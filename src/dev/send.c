// SPDX-License-Identifier: GPL-2.0-or-later
/* Send commands by the route of a device, and record the results. */
#include "transport.h"
#include "device.h"
#include "known_faults.h"
#include "nvme.h"
#include "scsi.h"
#include "sysfs.h"

#include <errno.h>
#include <stdio.h>

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
	bool unsent;

	for (; next != ROUTE_NONE; next = route_next(&dev->route, next, cmd)) {
		*way = dev->attempt.via = next;
		dev->in_flight.ata = cmd;
		err = route_by_cdb(next) ? passthrough_execute(dev, cmd, (enum ata_path)next)
					 : hdio_execute(dev, cmd, next);
		dev->in_flight.ata = NULL;
		unsent = route_refused_unsent(err);
		if (unsent)
			/* nothing was sent: the registers, if any, are those of the request */
			cmd->res.valid = false;
		note_attempt(dev, cmd, err);
		if (dev->watch.command && cmd->quiet != ATA_QUIET_ALL)
			dev->watch.command(dev->watch.who, dev, cmd, err);
		if (!unsent)
			break;
	}
	return err;
}

/*
 * Send by *way as send_from(), and tell the route of an answer. A question that met a host error is
 * repeated by an ioctl, which *way does not become.
 */
static int send_by(struct device *dev, enum route_way *way, struct ata_cmd *cmd)
{
	const struct ata_cmd first = *cmd;
	enum route_way other;
	int err = send_from(dev, way, cmd);

	if (err == -EBADE && !ata_changes(cmd)) {
		other = route_detour(&dev->route, *way, cmd);
		if (other != ROUTE_NONE)
			err = send_from(dev, &other, cmd);
		if (err && !cmd->res.valid) {
			*cmd = first;
			err = -EBADE;
		}
	}
	if (route_has_answer(*way, cmd, err))
		route_answered(&dev->route, *way);
	return err;
}

/* --- drives that may lose writes by IDENTIFY DEVICE --- */

/*
 * True if IDENTIFY DEVICE must not be sent: the model in sysfs may lose writes that come meanwhile,
 * and the disk is in use, or that is not known. dev->shunning.why then has the reason. `behind`:
 * the kernel would send it behind a command.
 */
static bool shuns_identify(struct device *dev, bool behind)
{
	char model[DISK_TEXT_BYTES], use[BLOCK_WHY_BYTES] = "";
	struct disk_users users = { .host = dev->host, .why = use };
	struct shunning *s = &dev->shunning;
	struct block_disk whole;
	int err;

	s->why[0] = '\0';
	if (!s->looked && dev->sys.rdev && dev->kind != DEVICE_OPTICAL) {
		sys_disk_model(&dev->sys, model);
		s->is = known_fault_shuns(model, "", SHUNS_IDENTIFY);
	}
	s->looked = true;
	if (!s->is)
		return false;
	err = sys_disk_whole(&dev->sys, &whole);
	err = err ? err : users_begin(&users, whole.rdev);
	err = err ? err : users_find(&users);
	if (err)
		snprintf(s->why, sizeof(s->why),
			 "this model may lose writes while it is asked%s, and %s",
			 behind ? ", as the kernel may do after this command" : "",
			 err == -EBUSY ? use : "its use is not known");
	return err;
}

/* --- which commands the drive takes --- */

/*
 * Ask CHECK POWER MODE or IDENTIFY DEVICE by a form of CDB. dev->settling becomes the result. A
 * unit attention says nothing of the question, which is sent again, once.
 */
static enum route_answer ask(struct device *dev, enum ata_id question, enum route_way way)
{
	uint8_t data[ID_BYTES] = { 0 };
	bool identify = question == ATA_IDENTIFY_DEVICE, attention = true;
	struct ata_cmd cmd = ata_command(question);
	int err = 0;

	if (identify && shuns_identify(dev, false))
		return ANSWER_OPEN;
	for (unsigned tries = 0; attention && tries < 2; tries++) {
		cmd = identify ? ata_command_data(question, data, sizeof(data))
			       : ata_command(question);
		cmd.want = identify ? cmd.want : WANT_COUNT;
		cmd.quiet = ATA_QUIET_WARNINGS;
		err = send_by(dev, &way, &cmd);
		attention = err == -EIO && sense_code(cmd.res.sense, cmd.res.sense_bytes).key ==
						   KEY_UNIT_ATTENTION;
	}
	dev->settling = (struct settling){ question, err, cmd.res };
	/* the question for JMicron's ports has found no drive: so says another bridge, too */
	if (err == -ENXIO && !device_hung(dev) && ata_path_two_ports((enum ata_path)way))
		return ANSWER_UNKNOWN;
	return route_judge(&dev->route, way, &cmd, err);
}

/*
 * Ask in each form of CDB while the forms are unknown, but in the first one alone unless a USB
 * bridge may take another. *form becomes the last one asked.
 */
static enum route_answer ask_forms(struct device *dev, enum ata_id question, unsigned *form)
{
	unsigned forms = device_is_usb(dev) ? dev->route.forms : 1;
	enum route_answer answer = ANSWER_UNKNOWN;

	for (unsigned i = 0; i < forms && answer == ANSWER_UNKNOWN; i++) {
		*form = i;
		answer = ask(dev, question, (enum route_way)dev->route.form[i]);
	}
	return answer;
}

/*
 * Ask CHECK POWER MODE, which wakes no drive. A bridge may know other commands but not this one,
 * and the kernel may refuse one command: only if each form refuses IDENTIFY DEVICE as well, which
 * every ATA drive has, the drive takes no ATA commands. A form that failed otherwise may carry
 * them.
 */
static void settle_open(struct device *dev)
{
	struct route *route = &dev->route;
	unsigned form = 0;
	enum route_answer answer = ask_forms(dev, ATA_CHECK_POWER_MODE, &form);

	if (answer == ANSWER_UNKNOWN || answer == ANSWER_UNSENT ||
	    (answer == ANSWER_OPEN && route->tunnel && !device_hung(dev)))
		answer = ask_forms(dev, ATA_IDENTIFY_DEVICE, &form);
	if (answer == ANSWER_UNKNOWN && route->tunnel) {
		route_settle(route, LANGUAGE_NVME_USB);
		/* the refusals tell of ATA forms, which this bridge does not need */
		device_forget_failure(dev);
	} else if (answer == ANSWER_UNKNOWN) {
		route_settle(route, device_is_usb(dev) ? LANGUAGE_SCSI_USB : LANGUAGE_SCSI);
	} else if (answer == ANSWER_UNSENT && !form && route->block) {
		route_settle(route, LANGUAGE_BLOCK);
	} else {
		route_settle(route, LANGUAGE_ATA);
		if (form)
			route_keep_form(route, form);
	}
}

void device_settle(struct device *dev)
{
	device_find_route(dev);
	if (!route_is_open(&dev->route) || dev->closed || device_hung(dev))
		return;
	settle_open(dev);
}

/* --- the commands of the three languages --- */

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

int device_ata(struct device *dev, struct ata_cmd *cmd)
{
	bool answered;
	enum route_way way;
	int err;

	device_settle(dev);
	if ((cmd->id == ATA_IDENTIFY_DEVICE || ata_revalidates(cmd)) &&
	    shuns_identify(dev, cmd->id != ATA_IDENTIFY_DEVICE)) {
		cmd->res = (struct ata_result){ .unsent = false };
		if (!dev->attempt.unheard)
			dev->attempt.unheard = -ECANCELED;
		return -ECANCELED;
	}
	err = begin_command(dev, ata_changes(cmd));
	if (err || dev->kind == DEVICE_FILE)
		cmd->res = (struct ata_result){ .unsent = err && !dev->closed };
	if (err)
		return err;
	if (dev->kind == DEVICE_FILE) {
		err = -ENOTTY;
	} else if (!route_takes_ata(&dev->route)) {
		err = dev->settling.err;
		cmd->res = dev->settling.res;
		note_attempt(dev, cmd, err);
	} else if (dev->dry_run && !ata_asks(cmd)) {
		err = device_leave_unsent(dev, cmd);
	} else {
		way = route_first(&dev->route, cmd);
		err = send_by(dev, &way, cmd);
		/* no way carries the command */
		if (way == ROUTE_NONE)
			note_attempt(dev, cmd, err);
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
	if (dev->dry_run && scsi_changes(cmd)) {
		cmd->status = 0;
		cmd->sense_bytes = 0;
		cmd->got = cmd->bytes;
		dev->watch.scsi_unsent(dev->watch.who, cmd);
	} else {
		dev->in_flight.scsi = cmd;
		err = scsi_execute(dev, cmd);
		dev->in_flight.scsi = NULL;
	}
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
		dev->in_flight.nvme = cmd;
		err = tunnel ? tunnel_execute(dev, cmd, tunnel) : nvme_execute(dev, cmd);
		dev->in_flight.nvme = NULL;
		if (dev->watch.nvme_command)
			dev->watch.nvme_command(dev->watch.who, cmd, err);
	}
	return end_command(dev, err, cmd->res.answered || cmd->res.sense.present, false);
}
