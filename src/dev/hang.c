// SPDX-License-Identifier: GPL-2.0-or-later
/* The host layer that refuses calls for a drive that hangs or has gone. */
#include "device.h"
#include "host.h"
#include "nvme.h"
#include "scsi.h"
#include "transport.h"

#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdio.h>

static struct drive_hang *hang_of_host(struct host *host)
{
	return (struct drive_hang *)host;
}

static bool watches(const struct drive_hang *hang, int fd)
{
	return hang->dev && hang->dev->fd == fd;
}

static int refusal_errno(const struct drive_hang *hang, int fd)
{
	return watches(hang, fd) && !hang->asking ? hang->err : 0;
}

static bool means_hang(int err)
{
	return err == -ETIMEDOUT || err == -ENXIO || err == -ENODEV;
}

static void record_hang(struct drive_hang *hang, int err, const char *what, unsigned limit_s)
{
	if (hang->err || !means_hang(err))
		return;
	hang->err = err;
	hang->limit_s = limit_s;
	snprintf(hang->what, sizeof(hang->what), "%s", what);
}

void device_note_hang(struct device *dev, int err, const char *what)
{
	if (dev->hang)
		record_hang(dev->hang, err, what, 0);
}

void device_may_ask_hung(struct device *dev)
{
	if (dev->hang)
		dev->hang->question = dev->hang->err == -ETIMEDOUT;
}

void device_forget_hang(struct device *dev)
{
	if (dev->hang && dev->hang->err == -ETIMEDOUT)
		dev->hang->err = 0;
}

int device_hung(const struct device *dev)
{
	return dev->hang ? dev->hang->err : 0;
}

bool device_may_send(struct device *dev, bool changes)
{
	struct drive_hang *hang = dev->hang;

	hang->asking = hang->question && !changes;
	hang->question &= !hang->asking;
	return hang->asking;
}

static void name_request(const struct device *dev, unsigned long request, char name[64])
{
	const struct in_flight *sent = &dev->in_flight;
	const struct ioctl_def *def = ioctl_def(request);
	char title[ATA_TITLE_BYTES];

	if (sent->ata)
		snprintf(name, 64, "%.63s", ata_command_title(sent->ata, title));
	else if (sent->nvme)
		snprintf(name, 64, "%.63s", sent->nvme->operation->name);
	else if (sent->scsi)
		snprintf(name, 64, "%.63s", sent->scsi->operation->name);
	else if (def)
		snprintf(name, 64, "%.63s", def->name);
	else
		snprintf(name, 64, "ioctl %lXh", request);
}

static int watched_ioctl(struct host *host, int fd, unsigned long request, void *arg,
			 const struct host_command *command)
{
	struct drive_hang *hang = hang_of_host(host);
	const struct nvme_passthru_cmd *nvme = arg;
	const struct sg_io_hdr *io = arg;
	unsigned limit_s = 0; /* 0: not known */
	char name[64];
	int result, err = refusal_errno(hang, fd);

	if (err)
		return err;
	result = host_command(hang->host.below, fd, request, arg, command);
	if (!watches(hang, fd))
		return result;
	err = result;
	if (request == SG_IO) {
		limit_s = io->timeout / 1000;
		if (result >= 0)
			err = sgio_path_verdict(io);
	} else if (nvme_ioctl(request)) {
		limit_s = nvme->timeout_ms / 1000;
		err = nvme_ioctl_verdict(result);
	}
	if (means_hang(err)) {
		name_request(hang->dev, request, name);
		record_hang(hang, err, name, err == -ETIMEDOUT ? limit_s : 0);
	}
	return result;
}

static ssize_t watched_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct drive_hang *hang = hang_of_host(host);
	ssize_t got;

	if (refusal_errno(hang, fd))
		return refusal_errno(hang, fd);
	got = host_pread(hang->host.below, fd, buf, bytes, offset);
	if (watches(hang, fd) && got < 0)
		record_hang(hang, (int)got, "reading it", 0);
	return got;
}

static int watched_fsync(struct host *host, int fd)
{
	struct drive_hang *hang = hang_of_host(host);
	int err;

	if (refusal_errno(hang, fd))
		return refusal_errno(hang, fd);
	err = host_fsync(hang->host.below, fd);
	if (watches(hang, fd))
		record_hang(hang, err, "fsync", 0);
	return err;
}

/* Withhold sync(2) while the drive hangs or has gone: sync(2) waits for all drives. */
static void watched_sync(struct host *host)
{
	struct drive_hang *hang = hang_of_host(host);

	if (!hang->err)
		host_sync(hang->host.below);
}

static int watched_queue_open(struct host *host, const struct read_queue_setup *setup,
			      struct read_queue **queue)
{
	struct drive_hang *hang = hang_of_host(host);

	if (refusal_errno(hang, setup->fd))
		return refusal_errno(hang, setup->fd);
	return host_queue_open(hang->host.below, setup, queue);
}

static const struct host_ops watched_ops = {
	.ioctl = watched_ioctl,
	.pread = watched_pread,
	.fsync = watched_fsync,
	.sync = watched_sync,
	.queue_open = watched_queue_open,
};

void hang_init(struct drive_hang *hang, struct host *host)
{
	*hang = (struct drive_hang){ .host = { .ops = &watched_ops, .below = host } };
}

void hang_watch(struct drive_hang *hang, struct device *dev)
{
	hang->dev = dev;
	dev->hang = hang;
}
