// SPDX-License-Identifier: GPL-2.0-or-later
/* USB bridges with an NVMe drive: the CDBs of three makers, which carry NVMe commands. A bridge may
 * lose the answer, and still report success. */
#include <errno.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"

enum { GET_LOG_PAGE = 0x02, IDENTIFY = 0x06, ALL = 0xffffffff, NUMBER = 1 };

bool fake_has_nvme(const struct fake_device *d)
{
	return fake_is_nvme(d) || d->tunnel.form[0];
}

static uint32_t little(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void refuse(sg_io_hdr_t *io, uint8_t key, uint8_t asc)
{
	const uint8_t sense[18] = { 0x70, 0, key, 0, 0, 0, 0, 10, 0, 0, 0, 0, asc };

	fake_put_sense(io, sense, sizeof(sense));
}

static bool lies(const struct fake_tunnel *t, const char *how)
{
	return !strcmp(t->lie, how) && t->commands >= t->lie_from;
}

/* Copy the command's data to the host, as the bridge returns them. */
static int give(struct fake_call *call, sg_io_hdr_t *io, struct nvme_passthru_cmd *cmd)
{
	struct fake_tunnel *t = &call->dev->tunnel;
	uint8_t answer[sizeof(t->memory)] = { 0 };
	size_t n = io->dxfer_len < sizeof(answer) ? io->dxfer_len : sizeof(answer);
	int status;

	t->commands++;
	if (lies(t, "attention") && t->commands == t->lie_from) {
		refuse(io, 6, 0x29);
		return 0;
	}
	cmd->addr = (uintptr_t)answer;
	cmd->data_len = (uint32_t)n;
	status = fake_nvme_run(call, cmd, true);
	if (lies(t, "hang"))
		status = -EINTR;
	if (status < 0)
		return fake_lost(io, status == -EINTR ? ETIMEDOUT : -status);
	t->status = (uint16_t)status & 0x7ff;
	t->value = cmd->result;
	if (lies(t, "sense")) {
		refuse(io, 5, 0x24);
		return 0;
	}
	if (lies(t, "stale"))
		memcpy(io->dxferp, t->memory, n);
	else if (lies(t, "garbage"))
		memset(io->dxferp, 0x8f, n);
	else if (lies(t, "short"))
		memcpy(io->dxferp, answer, n < 512 ? n / 2 : 512);
	else if (!lies(t, "zeros"))
		memcpy(io->dxferp, answer, n);
	if (lies(t, "short"))
		io->resid = (int)(n < 512 ? n / 2 : n - 512);
	if (lies(t, "residue"))
		io->resid = (int)n;
	memcpy(t->memory, answer, n);
	return 0;
}

static bool data_to_host(const sg_io_hdr_t *io, uint32_t length)
{
	return io->dxfer_direction == SG_DXFER_FROM_DEV && io->dxfer_len == length;
}

/* Execute a tunnel of three CDBs: the command, its data, its completion. */
static int jmicron(struct fake_call *call, sg_io_hdr_t *io)
{
	struct fake_tunnel *t = &call->dev->tunnel;
	const uint8_t *cdb = io->cmdp, *from = io->dxferp;
	uint32_t length = (uint32_t)cdb[3] << 16 | (uint32_t)cdb[4] << 8 | cdb[5];
	struct nvme_passthru_cmd cmd = { 0 };
	uint8_t *to = io->dxferp;

	if (cdb[1] == 0x80 && io->dxfer_direction == SG_DXFER_TO_DEV && io->dxfer_len == 512 &&
	    length == 512 && !memcmp(from, "NVME", 4)) {
		memcpy(t->envelope, from, sizeof(t->envelope));
		return 0;
	}
	if (cdb[1] == 0x82 && data_to_host(io, length) && t->envelope[0]) {
		cmd.opcode = t->envelope[8];
		cmd.nsid = little(t->envelope + 12);
		cmd.cdw10 = little(t->envelope + 48);
		cmd.cdw11 = little(t->envelope + 52);
		cmd.cdw12 = little(t->envelope + 56);
		cmd.cdw13 = little(t->envelope + 60);
		cmd.cdw14 = little(t->envelope + 64);
		cmd.cdw15 = little(t->envelope + 68);
		return give(call, io, &cmd);
	}
	if (cdb[1] == 0x8f && data_to_host(io, 512) && length == 512) {
		memset(to, 0, 512);
		if (lies(t, "no-reply"))
			return 0;
		memcpy(to, "NVME", 4);
		for (unsigned i = 0; i < 4; i++)
			to[8 + i] = (uint8_t)(t->value >> 8 * i);
		to[22] = (uint8_t)(t->status << 1);
		to[23] = (uint8_t)(t->status >> 7);
		return 0;
	}
	fake_log(call, "%s scsi a1h %02x !unknown to the tunnel", call->dev->name, cdb[1]);
	refuse(io, 5, 0x24);
	return 0;
}

/* Execute a tunnel of one CDB, which holds only a part of the command: the bridge fills in the
 * rest. */
static int one_cdb(struct fake_call *call, sg_io_hdr_t *io, uint8_t opcode, uint32_t cdw10)
{
	struct nvme_passthru_cmd cmd = { .opcode = opcode, .cdw10 = cdw10 };

	if (opcode != IDENTIFY && opcode != GET_LOG_PAGE) {
		fake_log(call, "%s nvme %02xh !not for this tunnel", call->dev->name, opcode);
		refuse(io, 5, 0x24);
		return 0;
	}
	cmd.nsid = opcode == GET_LOG_PAGE ? ALL : cdw10 & 0xff ? 0 : NUMBER;
	return give(call, io, &cmd);
}

static int realtek(struct fake_call *call, sg_io_hdr_t *io)
{
	const uint8_t *cdb = io->cmdp;
	uint32_t length = cdb[1] | (uint32_t)cdb[2] << 8, cdw10 = cdb[4];

	if (!data_to_host(io, length))
		fake_log(call, "%s scsi e4h !wrong length", call->dev->name);
	if (cdb[3] == GET_LOG_PAGE)
		cdw10 |= (length / 4 - 1) << 16;
	return one_cdb(call, io, cdb[3], cdw10);
}

static int asmedia(struct fake_call *call, sg_io_hdr_t *io)
{
	const uint8_t *cdb = io->cmdp;

	for (unsigned i = 8; i < 16; i++)
		if (cdb[i])
			fake_log(call, "%s scsi e6h !CDW12, CDW13", call->dev->name);
	return one_cdb(call, io, cdb[1], cdb[3] | (uint32_t)cdb[7] << 16 | (uint32_t)cdb[6] << 24);
}

bool fake_tunnelled(struct fake_call *call, sg_io_hdr_t *io, int *result)
{
	const char *form = call->dev->tunnel.form;
	const uint8_t *cdb = io->cmdp;

	if (!strcmp(form, "jmicron") && cdb[0] == 0xa1 && io->cmd_len == 12 && cdb[1] & 0x80)
		*result = jmicron(call, io);
	else if (!strcmp(form, "realtek") && cdb[0] == 0xe4 && io->cmd_len == 16)
		*result = realtek(call, io);
	else if (!strcmp(form, "asmedia") && cdb[0] == 0xe6 && io->cmd_len == 16)
		*result = asmedia(call, io);
	else
		return false;
	return true;
}

static void set_form(struct fake_device *dev, const char *form)
{
	static const struct {
		const char *form, *usb, *bcd, *vendor, *product;
	} makers[] = {
		{ "jmicron", "152d:0583", "0214", "JMicron", "Tech" },
		{ "realtek", "0bda:9210", "f001", "Realtek", "RTL9210 NVME" },
		{ "asmedia", "174c:2362", "0100", "ASMT", "2362 NVMe" },
	};

	snprintf(dev->tunnel.form, sizeof(dev->tunnel.form), "%s", form);
	for (size_t i = 0; i < sizeof(makers) / sizeof(*makers); i++) {
		if (strcmp(form, makers[i].form))
			continue;
		snprintf(dev->usb, sizeof(dev->usb), "%s", makers[i].usb);
		snprintf(dev->bcd, sizeof(dev->bcd), "%s", makers[i].bcd);
		snprintf(dev->scsi.vendor, sizeof(dev->scsi.vendor), "%s", makers[i].vendor);
		snprintf(dev->scsi.product, sizeof(dev->scsi.product), "%s", makers[i].product);
	}
}

/* Apply one KEY=VALUE of kind usbnvme; the first two keys are for all USB disks. */
int fake_tunnel_option(struct fake_device *dev, const char *key, const char *value)
{
	static const char *const drives[] = { "model",	"serial", "fw",	 "version", "formats",
					      "format", "temp",	  "eui", "nguid",   "patch" };
	struct fake_tunnel *t = &dev->tunnel;
	const char *from = strchr(value, '@');

	if (!strcmp(key, "bcd")) {
		snprintf(dev->bcd, sizeof(dev->bcd), "%s", value);
		return 0;
	}
	if (!t->form[0])
		return -ENOENT;
	if (!strcmp(key, "tunnel")) {
		set_form(dev, value);
		return 0;
	}
	if (!strcmp(key, "tunnel-lies")) {
		t->lie_from = from ? (unsigned)atoi(from + 1) : 1;
		t->commands = 0;
		snprintf(t->lie, sizeof(t->lie), "%.*s", (int)strcspn(value, "@"), value);
		return 0;
	}
	for (size_t i = 0; i < sizeof(drives) / sizeof(*drives); i++)
		if (!strcmp(key, drives[i]))
			return fake_nvme_option(dev, key, value);
	return -ENOENT;
}

void fake_tunnel_start(struct fake_device *dev)
{
	set_form(dev, "jmicron");
	memset(dev->tunnel.memory, 0x8f, sizeof(dev->tunnel.memory));
	fake_nvme_make(dev, -1);
	dev->nvme.nsid = NUMBER;
}
