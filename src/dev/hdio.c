// SPDX-License-Identifier: GPL-2.0-or-later
/* Commands through the ioctls of the old IDE driver (linux/hdreg.h). */
#include "transport.h"

#include <errno.h>
#include <linux/hdreg.h>
#include <string.h>

enum { CMD_SMART = 0xb0, MAX_DATA_BLOCKS = 255, BLOCK_BYTES = 512 };

static bool byte_fields(const struct ata_cmd *cmd)
{
	return !cmd->ext && cmd->feature <= 0xff && cmd->count <= 0xff;
}

/* HDIO_DRIVE_CMD passes LBA 7:0 on for SMART only, and sets the signature itself. */
static bool lba_fits(const struct ata_cmd *cmd)
{
	if (cmd->command == CMD_SMART)
		return (cmd->lba & ~(uint64_t)0xff) == SMART_SIGNATURE;
	return !ata_reads_lba(cmd);
}

static bool drive_cmd_carries(const struct ata_cmd *cmd)
{
	if (!byte_fields(cmd) || cmd->device || (cmd->want & WANT_LBA))
		return false;
	if (!lba_fits(cmd))
		return false;
	if (cmd->protocol == ATA_NON_DATA)
		return true;
	return cmd->protocol == ATA_PIO_IN && cmd->bytes <= MAX_DATA_BLOCKS * BLOCK_BYTES;
}

/*
 * Return the result, and set res.valid if registers came back: after a failed ioctl the driver may
 * leave those that were sent, whose COMMAND can look like STATUS.
 */
static int judge(struct ata_cmd *cmd, int err, const void *sent, const void *back, size_t bytes)
{
	cmd->res.valid = ata_status_plausible(cmd->res.status) &&
			 (err >= 0 || memcmp(sent, back, bytes) != 0);
	return err < 0 ? err : ata_verdict(cmd);
}

/* Send `cmd`, of which `arg` of `request` has the registers and the data. */
static int send_ioctl(struct device *dev, const struct ata_cmd *cmd, unsigned long request,
		      void *arg)
{
	struct host_command command = { .asks = ata_asks(cmd) };

	if (ata_identifies(cmd))
		command.names = request == HDIO_DRIVE_TASKFILE ? NAMES_TASKFILE : NAMES_DRIVE_CMD;
	return host_command(dev->host, dev->fd, request, arg, &command);
}

static int drive_cmd_execute(struct device *dev, struct ata_cmd *cmd)
{
	uint8_t args[HDIO_DRIVE_CMD_HDR_SIZE + MAX_DATA_BLOCKS * BLOCK_BYTES];
	uint8_t sent[HDIO_DRIVE_CMD_HDR_SIZE];
	int err;

	memset(args, 0, HDIO_DRIVE_CMD_HDR_SIZE + cmd->bytes);
	args[0] = cmd->command;
	args[1] = (uint8_t)(cmd->command == CMD_SMART ? cmd->lba : cmd->count);
	args[2] = (uint8_t)cmd->feature;
	args[3] = (uint8_t)(cmd->bytes / BLOCK_BYTES);
	memcpy(sent, args, sizeof(sent));
	err = send_ioctl(dev, cmd, HDIO_DRIVE_CMD, args);
	cmd->res.status = args[0];
	cmd->res.error = args[1];
	cmd->res.count = args[2];
	if (err >= 0 && cmd->bytes)
		memcpy(cmd->data, args + HDIO_DRIVE_CMD_HDR_SIZE, cmd->bytes);
	return judge(cmd, err, sent, args, sizeof(sent));
}

/* True if `cmd` sets the drive's transfer mode. Only HDIO_DRIVE_CMD sets the adapter's mode too. */
static bool sets_transfer_mode(const struct ata_cmd *cmd)
{
	return ata_feature_of(cmd) == FEATURE_TRANSFER_MODE;
}

static bool drive_task_carries(const struct ata_cmd *cmd)
{
	return byte_fields(cmd) && cmd->protocol == ATA_NON_DATA && !sets_transfer_mode(cmd);
}

static int drive_task_execute(struct device *dev, struct ata_cmd *cmd)
{
	uint8_t args[HDIO_DRIVE_TASK_HDR_SIZE] = {
		cmd->command,	       (uint8_t)cmd->feature,	 (uint8_t)cmd->count,
		(uint8_t)cmd->lba,     (uint8_t)(cmd->lba >> 8), (uint8_t)(cmd->lba >> 16),
		ata_device_field(cmd),
	};
	uint8_t sent[sizeof(args)];
	int err;

	memcpy(sent, args, sizeof(sent));
	err = send_ioctl(dev, cmd, HDIO_DRIVE_TASK, args);
	cmd->res.status = args[0];
	cmd->res.error = args[1];
	cmd->res.count = args[2];
	cmd->res.device = args[6];
	cmd->res.lba = args[3] | (uint64_t)args[4] << 8 | (uint64_t)args[5] << 16 |
		       (uint64_t)(args[6] & 0x0f) << 24;
	return judge(cmd, err, sent, args, sizeof(sent));
}

/* Order of the registers in io_ports and hob_ports of ide_task_request_t. */
enum { TF_DATA, TF_FEATURE, TF_COUNT, TF_LBA_LOW, TF_LBA_MID, TF_LBA_HIGH, TF_DEVICE, TF_COMMAND };

enum { MAX_TASKFILE_DATA = 256 * BLOCK_BYTES };

struct taskfile {
	ide_task_request_t request;
	uint8_t data[MAX_TASKFILE_DATA]; /* only the command's bytes are set */
};

static bool taskfile_carries(const struct ata_cmd *cmd)
{
	return cmd->bytes <= MAX_TASKFILE_DATA && !sets_transfer_mode(cmd);
}

static void taskfile_registers(const struct ata_cmd *cmd, ide_task_request_t *request)
{
	uint8_t *io = request->io_ports, *hob = request->hob_ports;

	io[TF_FEATURE] = (uint8_t)cmd->feature;
	io[TF_COUNT] = (uint8_t)cmd->count;
	io[TF_LBA_LOW] = (uint8_t)cmd->lba;
	io[TF_LBA_MID] = (uint8_t)(cmd->lba >> 8);
	io[TF_LBA_HIGH] = (uint8_t)(cmd->lba >> 16);
	io[TF_DEVICE] = ata_device_field(cmd);
	io[TF_COMMAND] = cmd->command;
	request->out_flags.all = IDE_TASKFILE_STD_OUT_FLAGS;
	request->in_flags.all = IDE_TASKFILE_STD_IN_FLAGS;
	if (cmd->ext) {
		hob[TF_FEATURE] = (uint8_t)(cmd->feature >> 8);
		hob[TF_COUNT] = (uint8_t)(cmd->count >> 8);
		hob[TF_LBA_LOW] = (uint8_t)(cmd->lba >> 24);
		hob[TF_LBA_MID] = (uint8_t)(cmd->lba >> 32);
		hob[TF_LBA_HIGH] = (uint8_t)(cmd->lba >> 40);
		request->out_flags.all |= IDE_HOB_STD_OUT_FLAGS << 8;
		request->in_flags.all |= IDE_HOB_STD_IN_FLAGS << 8;
	}
}

static void taskfile_phase(const struct ata_cmd *cmd, ide_task_request_t *request)
{
	static const struct {
		int phase, req;
	} phases[] = {
		[ATA_NON_DATA] = { TASKFILE_NO_DATA, IDE_DRIVE_TASK_NO_DATA },
		[ATA_PIO_IN] = { TASKFILE_IN, IDE_DRIVE_TASK_IN },
		[ATA_PIO_OUT] = { TASKFILE_OUT, IDE_DRIVE_TASK_RAW_WRITE },
		[ATA_DMA_IN] = { TASKFILE_IN_DMA, IDE_DRIVE_TASK_IN },
		[ATA_DMA_OUT] = { TASKFILE_OUT_DMA, IDE_DRIVE_TASK_RAW_WRITE },
	};

	request->data_phase = phases[cmd->protocol].phase;
	request->req_cmd = phases[cmd->protocol].req;
	if (ata_writes_data(cmd))
		request->out_size = cmd->bytes;
	else
		request->in_size = cmd->bytes;
}

static void taskfile_result(struct ata_cmd *cmd, const ide_task_request_t *request)
{
	const uint8_t *io = request->io_ports, *hob = request->hob_ports;
	struct ata_result *res = &cmd->res;

	res->status = io[TF_COMMAND];
	res->error = io[TF_FEATURE];
	res->device = io[TF_DEVICE];
	res->count = io[TF_COUNT];
	res->lba = io[TF_LBA_LOW] | (uint64_t)io[TF_LBA_MID] << 8 | (uint64_t)io[TF_LBA_HIGH] << 16;
	if (cmd->ext) {
		res->count |= (uint16_t)(hob[TF_COUNT] << 8);
		res->lba |= (uint64_t)hob[TF_LBA_LOW] << 24 | (uint64_t)hob[TF_LBA_MID] << 32 |
			    (uint64_t)hob[TF_LBA_HIGH] << 40;
	} else {
		res->lba |= (uint64_t)(io[TF_DEVICE] & 0x0f) << 24;
	}
}

/* Linux 5.10: while DMA is off, the driver retries a DMA command for ever (ide_dma_prepare()). */
static bool hangs_driver(struct device *dev, const struct ata_cmd *cmd)
{
	long dma = 0;

	return ata_by_dma(cmd) && (host_ioctl(dev->host, dev->fd, HDIO_GET_DMA, &dma) < 0 || !dma);
}

static int taskfile_execute(struct device *dev, struct ata_cmd *cmd)
{
	struct taskfile tf;
	ide_task_request_t sent;
	int err;

	if (hangs_driver(dev, cmd))
		return -EOPNOTSUPP;
	tf.request = (ide_task_request_t){ 0 };
	memset(tf.data, cmd->fill, cmd->bytes);
	taskfile_registers(cmd, &tf.request);
	taskfile_phase(cmd, &tf.request);
	if (cmd->bytes && ata_writes_data(cmd))
		memcpy(tf.data, cmd->data, cmd->bytes);
	sent = tf.request;
	err = send_ioctl(dev, cmd, HDIO_DRIVE_TASKFILE, &tf);
	taskfile_result(cmd, &tf.request);
	if (err >= 0 && cmd->bytes && !ata_writes_data(cmd))
		memcpy(cmd->data, tf.data, cmd->bytes);
	/* wipe the copy: data for the drive may be a password */
	if (ata_writes_data(cmd))
		explicit_bzero(tf.data, cmd->bytes);
	if (err == -ENOMSG) /* the driver's error for a drive that is no disk: nothing was sent */
		err = -ENOTTY;
	return judge(cmd, err, &sent, &tf.request, sizeof(sent));
}

static const struct {
	bool (*carries)(const struct ata_cmd *);
	int (*execute)(struct device *, struct ata_cmd *);
} ioctls[] = {
	{ drive_cmd_carries, drive_cmd_execute },
	{ drive_task_carries, drive_task_execute },
	{ taskfile_carries, taskfile_execute },
};

bool hdio_carries(enum route_way way, const struct ata_cmd *cmd)
{
	return ioctls[way - ROUTE_HDIO_CMD].carries(cmd);
}

int hdio_execute(struct device *dev, struct ata_cmd *cmd, enum route_way way)
{
	memset(&cmd->res, 0, sizeof(cmd->res));
	return ioctls[way - ROUTE_HDIO_CMD].execute(dev, cmd);
}
