// SPDX-License-Identifier: GPL-2.0-or-later
/* Ioctls and the commands that some of them carry, recorded and replayed. */
#include "nvme.h"
#include "passthrough.h"
#include "scsi.h"
#include "tape.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/hdreg.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <string.h>

/* With dots between the bytes, so that masking does not take the digits for a serial number. */
static void dotted(const uint8_t *bytes, size_t n, char text[KEY_BYTES])
{
	size_t at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < n && at + 4 < KEY_BYTES; i++)
		at += (size_t)snprintf(text + at, KEY_BYTES - at, "%s%02x", i ? "." : "", bytes[i]);
}

static void add_sense(struct call *call, struct sg_io_hdr *io)
{
	size_t bytes = io->sb_len_wr;

	if (!call->rec)
		bytes = io->sbp ? exchange_data(call->answer, "sense", io->sbp, io->mx_sb_len) : 0;
	if (bytes > io->mx_sb_len)
		bytes = io->mx_sb_len;
	io->sb_len_wr = (uint8_t)bytes;
	call_put_data(call, "sense", MASK_NOTHING, io->sbp, bytes);
}

/* What a CDB is to a recording. */
struct kept_cdb {
	bool secret; /* the data it sends are not recorded */
	enum mask_kind kind;
	char text[KEY_BYTES]; /* in the call's key */
};

/* The NVMe command that a tunnel carries is in the key, as its CDBs may all be the same. */
static bool keep_tunnelled(struct tape *tape, const struct sg_io_hdr *io, struct kept_cdb *kept)
{
	const struct nvme_operation *identify = &nvme_operation_table[NVME_IDENTIFY];
	bool sends = io->dxfer_direction == SG_DXFER_TO_DEV;
	struct nvme_tunnelled t;
	size_t at = strlen(kept->text);

	if (!nvme_tunnel_decode(io->cmdp, io->cmd_len, sends ? io->dxferp : NULL, io->dxfer_len,
				&t))
		return false;
	if (t.told || t.kind == NVME_STEP_COMMAND)
		tape->carried = t;
	t = tape->carried;
	kept->secret = !t.told || !nvme_operation(true, t.opcode);
	kept->kind = MASK_OTHER;
	/* a reply of this length is no answer of the drive */
	if (t.told && t.opcode == identify->opcode)
		kept->kind = MASK_NVME + (enum mask_kind)t.page;
	snprintf(kept->text + at, sizeof(kept->text) - at, " nvme.%02x.%02x", t.opcode, t.page);
	return true;
}

static void keep_cdb(struct tape *tape, const struct sg_io_hdr *io, struct kept_cdb *kept)
{
	struct ata_registers regs;
	const struct scsi_operation *op;

	dotted(io->cmdp, io->cmd_len, kept->text);
	if (keep_tunnelled(tape, io, kept))
		return;
	/* data may be a password, perhaps also with a vendor's CDB, whose meaning is not known */
	if (ata_cdb_decode(io->cmdp, io->cmd_len, &regs) == ATA_CDB_COMMAND) {
		kept->secret = ata_code_secures(regs.command);
		kept->kind = ata_code_identifies(regs.command) ? MASK_IDENTIFY : MASK_OTHER;
		return;
	}
	op = scsi_operation(io->cmdp, io->cmd_len);
	kept->secret = !op || !op->sends;
	kept->kind = op && op->identifies ? MASK_INQUIRY : MASK_OTHER;
}

static int tape_sg_io(struct host *host, int fd, struct sg_io_hdr *io)
{
	bool in = io->dxfer_direction == SG_DXFER_FROM_DEV;
	bool out = io->dxfer_direction == SG_DXFER_TO_DEV;
	static const struct call_row row = { "sg_io", -ENODATA, CALL_FAULT | CALL_TIMED };
	struct kept_cdb kept;
	struct call call;

	keep_cdb((struct tape *)host, io, &kept);
	if (call_starts(&call, host, &row, " %s %s %u %s", call_file(host, fd),
			in    ? "in"
			: out ? "out"
			      : "none",
			io->dxfer_len, kept.text))
		call.result = host_ioctl(host->below, fd, SG_IO, io);
	io->status = (uint8_t)call_number(&call, "status", 'd', io->status);
	io->host_status = (uint16_t)call_number(&call, "host", 'd', io->host_status);
	io->driver_status = (uint16_t)call_number(&call, "driver", 'd', io->driver_status);
	io->resid = (int)call_number(&call, "resid", 'd', (uint64_t)io->resid);
	call_put_time(&call);
	if (call.result >= 0 && in)
		call_data(&call, "in", kept.kind, io->dxferp, io->dxfer_len);
	if (out && !kept.secret)
		call_put_data(&call, "sent", MASK_OTHER, io->dxferp, io->dxfer_len);
	if (call.result >= 0)
		add_sense(&call, io);
	return (int)call_end(&call);
}

/* A command without a row may send a secret, as Security Send does: its data are not recorded. */
static int tape_nvme(struct host *host, int fd, unsigned long request, struct nvme_passthru_cmd *io)
{
	static const struct call_row row = { "nvme", -ENODATA, CALL_FAULT | CALL_TIMED };
	bool writes = nvme_opcode_writes(io->opcode);
	int cns = nvme_ioctl_cns(request, io);
	void *data = (void *)(uintptr_t)io->addr;
	struct call call;

	/* without the time limit and the addresses of the data */
	if (call_starts(&call, host, &row,
			" %s %s %s %" PRIu32 " %" PRIu32 " %02x.%" PRIx32 ".%" PRIx32 ".%" PRIx32
			".%" PRIx32 ".%" PRIx32 ".%" PRIx32 ".%" PRIx32 ".%" PRIx32 ".%" PRIx32,
			call_file(host, fd), request == NVME_IOCTL_ADMIN_CMD ? "admin" : "io",
			writes ? "out" : "in", io->data_len, io->metadata_len, io->opcode, io->nsid,
			io->cdw2, io->cdw3, io->cdw10, io->cdw11, io->cdw12, io->cdw13, io->cdw14,
			io->cdw15))
		call.result = host_ioctl(host->below, fd, request, io);
	io->result = (uint32_t)call_number(&call, "value", 'd', io->result);
	call_put_time(&call);
	if (call.result >= 0 && !writes)
		call_data(&call, "in", cns < 0 ? MASK_OTHER : MASK_NVME + (unsigned)cns, data,
			  io->data_len);
	else if (writes && nvme_ioctl_operation(request, io))
		call_put_data(&call, "sent", MASK_OTHER, data, io->data_len);
	return (int)call_end(&call);
}

/* What the answer of an ioctl is to the mask. */
static enum mask_kind answer_kind(unsigned long request, uint8_t command)
{
	if (request == HDIO_GET_IDENTITY)
		return MASK_IDENTIFY;
	return request == HDIO_DRIVE_CMD && ata_code_identifies(command) ? MASK_DRIVE_CMD
									 : MASK_OTHER;
}

int tape_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	static const struct call_row row = { "ioctl", -ENODATA, CALL_FAULT | CALL_TIMED };
	const struct ioctl_def *def = ioctl_def(request);
	char name[20], bytes[KEY_BYTES];
	size_t in = 0, out = 0;
	enum mask_kind kind;
	struct call call;

	if (request == SG_IO)
		return tape_sg_io(host, fd, arg);
	if (nvme_ioctl(request))
		return tape_nvme(host, fd, request, arg);
	snprintf(name, sizeof(name), "0x%lx", request);
	bytes[0] = '\0';
	if (def && def->argument == IOCTL_VALUE)
		snprintf(bytes, sizeof(bytes), "%" PRIuPTR, (uintptr_t)arg);
	else if (def)
		ioctl_sizes(def, arg, &in, &out);
	/* the registers or the packet, without the data behind them */
	if (in)
		dotted(arg, in < def->bytes || !def->bytes ? in : def->bytes, bytes);
	kind = answer_kind(request, in ? *(const uint8_t *)arg : 0);
	if (call_starts(&call, host, &row, " %s %s%s%s", call_file(host, fd),
			def ? def->name : name, bytes[0] ? " " : "", bytes))
		call.result = host_ioctl(host->below, fd, request, arg);
	call_put_time(&call);
	/* registers come back with an error, too */
	if (call.result >= 0 || call.result == -EIO)
		call_data(&call, "in", kind, arg, out);
	return (int)call_end(&call);
}
