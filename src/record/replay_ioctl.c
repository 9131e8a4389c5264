// SPDX-License-Identifier: GPL-2.0-or-later
/* Answers of ioctls, and of the commands that some of them carry. */
#include "ioctls.h"
#include "nvme.h"
#include "replay.h"

#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <string.h>

static int replay_sg_io(struct replay *replay, int fd, struct sg_io_hdr *io)
{
	const struct payload *sense;
	struct exchange *exchange;
	char key[KEY_BYTES];

	key_of_sg_io(key, file_name(&replay->files, fd), io);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		replay_missing(replay, key);
		return -ENODATA;
	}
	if (exchange->result < 0)
		return replay_small(replay, exchange);
	io->status = (uint8_t)exchange_number(exchange, "status", 0);
	io->host_status = (uint16_t)exchange_number(exchange, "host", 0);
	io->driver_status = (uint16_t)exchange_number(exchange, "driver", 0);
	io->resid = (int)exchange_number(exchange, "resid", 0);
	if (io->dxfer_direction == SG_DXFER_FROM_DEV &&
	    !replay_give(replay, exchange, "in", io->dxferp, io->dxfer_len))
		return -EIO;
	sense = exchange_data(exchange, "sense");
	io->sb_len_wr = 0;
	if (sense && sense->bytes && io->sbp) {
		io->sb_len_wr =
			(uint8_t)(sense->bytes < io->mx_sb_len ? sense->bytes : io->mx_sb_len);
		memcpy(io->sbp, sense->data, io->sb_len_wr);
	}
	return 0;
}

static int replay_nvme(struct replay *replay, int fd, unsigned long request,
		       struct nvme_passthru_cmd *io)
{
	struct exchange *exchange;
	char key[KEY_BYTES];
	int result;

	key_of_nvme(key, file_name(&replay->files, fd), request, io);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		replay_missing(replay, key);
		return -ENODATA;
	}
	result = replay_small(replay, exchange);
	io->result = (uint32_t)exchange_number(exchange, "value", 0);
	if (result >= 0 && !nvme_opcode_writes(io->opcode) &&
	    !replay_give(replay, exchange, "in", (void *)(uintptr_t)io->addr, io->data_len))
		return -EIO;
	return result;
}

int replay_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	struct replay *replay = replay_of(host);
	const struct ioctl_def *def = ioctl_def(request);
	struct exchange *exchange;
	size_t in = 0, out = 0;
	char key[KEY_BYTES];
	int result;

	if (request == SG_IO)
		return replay_sg_io(replay, fd, arg);
	if (nvme_ioctl(request))
		return replay_nvme(replay, fd, request, arg);
	key_of_ioctl(key, file_name(&replay->files, fd), request, arg);
	exchange = script_next(replay->script, key);
	if (!exchange) {
		replay_missing(replay, key);
		return -ENODATA;
	}
	if (def && def->argument != IOCTL_VALUE)
		ioctl_sizes(def, arg, &in, &out);
	result = replay_small(replay, exchange);
	if (result < 0 && !exchange_data(exchange, "in"))
		return result;
	return replay_give(replay, exchange, "in", arg, out) ? result : -EIO;
}
