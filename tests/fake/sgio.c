// SPDX-License-Identifier: GPL-2.0-or-later
/* SG_IO: CDBs into a drive's commands, and registers into sense data (SAT-4 12). */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <scsi/sg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "kernel.h"

enum {
	CDB_ATA12 = 0xa1,
	CDB_ATA16 = 0x85,
	CDB_ATACB = 0x24, /* Cypress */
	STATUS_CHECK_CONDITION = 2,
	DRIVER_SENSE = 8,
	HOST_NO_CONNECT = 1,
	HOST_TIME_OUT = 3,
	HOST_ERROR = 7,
};

/* The fields of an ATA PASS-THROUGH CDB (SAT-4 12.2.2). */
struct pass_through {
	unsigned protocol, t_length;
	bool ck_cond, to_host, blocks, t_type, extend;
};

void fake_put_sense(sg_io_hdr_t *io, const uint8_t *sense, size_t bytes)
{
	if (bytes > io->mx_sb_len)
		bytes = io->mx_sb_len;
	if (io->sbp)
		memcpy(io->sbp, sense, bytes);
	io->sb_len_wr = (unsigned char)bytes;
	io->status = STATUS_CHECK_CONDITION;
	io->masked_status = STATUS_CHECK_CONDITION >> 1;
	io->driver_status = DRIVER_SENSE;
	io->info |= SG_INFO_CHECK;
}

/* Sense without registers: key, ASC, ASCQ; field is the number of the wrong CDB byte, or -1. */
static void put_key(sg_io_hdr_t *io, bool descriptor, const uint8_t key[3], int field)
{
	uint8_t s[18] = { 0 };

	if (descriptor) {
		s[0] = 0x72, s[1] = key[0], s[2] = key[1], s[3] = key[2];
		fake_put_sense(io, s, 8);
		return;
	}
	s[0] = 0x70, s[2] = key[0], s[7] = 10, s[12] = key[1], s[13] = key[2];
	if (field >= 0)
		s[15] = 0xc0, s[17] = (uint8_t)field;
	fake_put_sense(io, s, 18);
}

/* Set the sense key of a completed command. libata implements a part of SAT-4 table 11, and answers
 * a plain ABRT with "unaligned write command". Other translations answer ABORTED COMMAND. */
static void error_key(const struct fake_regs *r, bool libata, uint8_t key[3])
{
	static const uint8_t none[3] = { 1, 0x00, 0x1d }, crc[3] = { 0x0b, 0x47, 0x00 },
			     unc[3] = { 3, 0x11, 0x04 }, idnf[3] = { 5, 0x21, 0x00 },
			     abrt[3] = { 0x0b, 0x00, 0x00 }, linux_abrt[3] = { 5, 0x21, 0x04 },
			     fault[3] = { 4, 0x44, 0x00 };
	const uint8_t *k = libata ? linux_abrt : abrt;

	if (!(r->status & (ST_ERR | ST_DF | ST_DRQ)))
		k = none;
	else if (r->status & ST_DF)
		k = fault;
	else if (r->error & ER_ICRC)
		k = crc;
	else if (r->error & ER_UNC)
		k = unc;
	else if (r->error & ER_IDNF)
		k = idnf;
	memcpy(key, k, 3);
}

static void put_descriptor(sg_io_hdr_t *io, const struct fake_cmd *c, const uint8_t key[3])
{
	const struct fake_regs *r = &c->out;
	uint8_t s[22] = { 0x72, key[0], key[1], key[2], 0, 0, 0, 14, 0x09, 12 };

	s[10] = c->ext;
	s[11] = r->error;
	s[13] = r->count & 0xff;
	s[15] = r->lba & 0xff;
	s[17] = r->lba >> 8 & 0xff;
	s[19] = r->lba >> 16 & 0xff;
	s[20] = r->device;
	s[21] = r->status;
	if (c->ext) {
		s[12] = (uint8_t)(r->count >> 8);
		s[14] = r->lba >> 24 & 0xff;
		s[16] = r->lba >> 32 & 0xff;
		s[18] = r->lba >> 40 & 0xff;
	}
	fake_put_sense(io, s, sizeof(s));
}

/* at: first register byte, 3 in SAT-4 table 13; Linux before 6.11 wrote from byte 8 on. */
static void put_fixed(sg_io_hdr_t *io, const struct fake_cmd *c, const uint8_t key[3], bool old)
{
	const struct fake_regs *r = &c->out;
	uint8_t s[20] = { old ? 0x70 : 0xf0, 0, key[0] }, *info = s + (old ? 8 : 3);
	uint8_t *specific = old ? s + 16 : s + 8;

	s[7] = 10;
	s[12] = key[1];
	s[13] = key[2];
	info[0] = r->error;
	info[1] = r->status;
	info[2] = r->device;
	info[3] = r->count & 0xff;
	if (c->ext)
		specific[0] =
			(uint8_t)(0x80 | (r->count >> 8 ? 0x40 : 0) | (r->lba >> 24 ? 0x20 : 0));
	specific[1] = r->lba & 0xff;
	specific[2] = r->lba >> 8 & 0xff;
	specific[3] = r->lba >> 16 & 0xff;
	fake_put_sense(io, s, old ? 20 : 18);
}

/* Sense data of a completed command: since Linux 5.14 no status announces them. */
static void put_good_sense(sg_io_hdr_t *io, const uint8_t *sense, size_t bytes)
{
	fake_put_sense(io, sense, bytes);
	io->status = io->masked_status = 0;
	io->driver_status = 0;
	io->info &= ~(unsigned)SG_INFO_CHECK;
}

static void put_registers(sg_io_hdr_t *io, const struct fake_call *call, const struct fake_cmd *c,
			  enum sense_style style)
{
	static const uint8_t zeros[18];
	uint8_t key[3];

	error_key(&c->out, fake_kinds[call->dev->kind].sg == SG_LIBATA, key);
	switch (style) {
	case SENSE_DESCRIPTOR:
		put_descriptor(io, c, key);
		break;
	case SENSE_FIXED:
		put_fixed(io, c, key, false);
		break;
	case SENSE_FIXED_LINUX:
		put_fixed(io, c, key, true);
		break;
	case SENSE_ZERO:
		fake_put_sense(io, zeros, sizeof(zeros));
		break;
	case SENSE_NONE:
		break;
	}
}

static void decode(const uint8_t *cdb, struct fake_cmd *c, struct pass_through *p)
{
	bool long_form = cdb[0] == CDB_ATA16;

	p->protocol = cdb[1] >> 1 & 15;
	p->extend = long_form && (cdb[1] & 1);
	p->ck_cond = cdb[2] & 0x20;
	p->t_type = cdb[2] & 0x10;
	p->to_host = cdb[2] & 8;
	p->blocks = cdb[2] & 4;
	p->t_length = cdb[2] & 3;
	c->ext = p->extend;
	if (!long_form) {
		c->feature = cdb[3];
		c->count = cdb[4];
		c->lba = cdb[5] | (uint64_t)cdb[6] << 8 | (uint64_t)cdb[7] << 16;
		c->device = cdb[8];
		c->command = cdb[9];
		c->via = "ata12";
		return;
	}
	c->feature = cdb[4];
	c->count = cdb[6];
	c->lba = cdb[8] | (uint64_t)cdb[10] << 8 | (uint64_t)cdb[12] << 16;
	c->device = cdb[13];
	c->command = cdb[14];
	if (p->extend) {
		c->feature |= (uint16_t)(cdb[3] << 8);
		c->count |= (uint16_t)(cdb[5] << 8);
		c->lba |= (uint64_t)cdb[7] << 24 | (uint64_t)cdb[9] << 32 | (uint64_t)cdb[11] << 40;
	}
}

/* SAT-4 table 148. Return -1 for a protocol that these paths lack. */
static int protocol_of(const struct pass_through *p)
{
	switch (p->protocol) {
	case 3:
		return FAKE_NON_DATA;
	case 4:
		return FAKE_PIO_IN;
	case 5:
		return FAKE_PIO_OUT;
	case 6:
		return p->to_host ? FAKE_DMA_IN : FAKE_DMA_OUT;
	case 10:
		return FAKE_DMA_IN;
	case 11:
		return FAKE_DMA_OUT;
	}
	return -1;
}

/* Return the CDB byte for which libata refuses the command; -1 if libata sends it. */
static int libata_refuses(const sg_io_hdr_t *io, const struct fake_cmd *c,
			  const struct pass_through *p)
{
	if (protocol_of(p) < 0)
		return 1;
	if (p->t_length == 0 && io->dxfer_direction != SG_DXFER_NONE)
		return 2;
	/* only the driver sets the transfer mode */
	if (c->command == 0xef && c->feature == 0x03)
		return io->cmdp[0] == CDB_ATA16 ? 4 : 3;
	return -1;
}

/* True if libata uses the drive's sector size, whatever T_TYPE says. */
static bool media_command(uint8_t command)
{
	static const uint8_t media[] = { 0x20, 0x24, 0x25, 0x30, 0x34, 0x35, 0xc8, 0xca };

	return memchr(media, command, sizeof(media)) != NULL;
}

/* A CDB that does not describe its transfer would hang a real host adapter. */
static const char *bad_transfer(const struct fake_device *dev, const sg_io_hdr_t *io,
				const struct fake_cmd *c, const struct pass_through *p)
{
	unsigned unit;
	bool in = c->protocol == FAKE_PIO_IN || c->protocol == FAKE_DMA_IN;
	size_t blocks = p->t_length == 1 ? c->feature : c->count;

	if (c->protocol == FAKE_NON_DATA)
		return p->t_length || io->dxfer_len ? "!data with non-data" : NULL;
	if (io->dxfer_direction != (in ? SG_DXFER_FROM_DEV : SG_DXFER_TO_DEV))
		return "!wrong direction";
	if (p->to_host != in)
		return "!wrong T_DIR";
	if (p->t_length == 0)
		return "!wrong T_LENGTH";
	/* the length is the transport's: the data of WRITE LONG and of long downloads */
	if (p->t_length == 3 && (p->blocks || p->t_type || io->dxfer_len == blocks * 512))
		return "!wrong T_LENGTH";
	if (p->t_length == 3)
		return NULL;
	/* libata takes the transport's length for both, whatever T_LENGTH says */
	if (fake_kinds[dev->kind].sg == SG_LIBATA && c->command == 0x92)
		return NULL;
	if (fake_kinds[dev->kind].sg == SG_LIBATA && (c->command == 0x32 || c->command == 0x33))
		return blocks == 1 ? NULL : "!wrong length";
	/* libata uses the buffer's length if COUNT is unused: see pass_through() */
	unit = p->t_type ? drive_sector_bytes(&dev->drive) : 512;
	if (p->blocks && blocks && blocks * unit != io->dxfer_len &&
	    !(media_command(c->command) && fake_kinds[dev->kind].sg == SG_LIBATA))
		return "!wrong length";
	return NULL;
}

int fake_lost(sg_io_hdr_t *io, int err)
{
	if (err != ETIMEDOUT && err != EBADE && err != ENXIO)
		return -err;
	io->host_status = err == ETIMEDOUT ? HOST_TIME_OUT
			  : err == ENXIO   ? HOST_NO_CONNECT
					   : HOST_ERROR;
	io->info |= SG_INFO_CHECK;
	return 0;
}

/* Cut off the end of the data, or report a residue, or both. */
static void execute(struct fake_call *call, struct fake_cmd *c, sg_io_hdr_t *io)
{
	const struct fake_device *dev = call->dev;
	int missing = dev->short_bytes;
	uint8_t kept[DRIVE_SECTOR_MAX], *tail;
	bool in = io->dxfer_direction == SG_DXFER_FROM_DEV;

	if (!in || dev->short_command != c->command || missing > (int)c->bytes || missing < 0 ||
	    missing > DRIVE_SECTOR_MAX)
		missing = 0;
	tail = (uint8_t *)c->data + (c->bytes - (size_t)missing);
	if (missing)
		memcpy(kept, tail, (size_t)missing);
	drive_execute(&call->dev->drive, c, call->trace, call->who);
	if (missing)
		memcpy(tail, kept, (size_t)missing);
	io->resid = missing;
	if (dev->residue_command == c->command)
		io->resid = dev->residue;
}

/* Wait in real time; with `deaf` no signal ends the wait, as for a command in the kernel. */
static void wait_for_drive(const struct fake_device *dev)
{
	struct timespec left = { dev->delay_ms / 1000, dev->delay_ms % 1000 * 1000000L };
	sigset_t all, before;

	sigfillset(&all);
	if (dev->deaf)
		sigprocmask(SIG_BLOCK, &all, &before);
	syscall(SYS_nanosleep, &left, NULL);
	if (dev->deaf)
		sigprocmask(SIG_SETMASK, &before, NULL);
}

/*
 * The kernel's ums-cypress turns a 48-bit CDB without upper bytes into ATACB, which writes each
 * register once: the drive takes the previous command's lower bytes as the upper ones.
 */
static bool write_once(struct fake_device *dev, const uint8_t *cdb, struct fake_cmd *c)
{
	const struct fake_once before = dev->once;

	dev->once = (struct fake_once){ c->feature & 0xff, c->count & 0xff, c->lba & 0xffffff };
	if (!c->ext)
		return true;
	if (cdb[3] | cdb[5] | cdb[7] | cdb[9] | cdb[11])
		return false;
	c->feature |= (uint16_t)(before.feature << 8);
	c->count |= (uint16_t)(before.count << 8);
	c->lba |= (uint64_t)before.lba << 24;
	return true;
}

static int pass_through(struct fake_call *call, sg_io_hdr_t *io)
{
	struct fake_device *dev = call->dev;
	struct fake_cmd c = {
		.via = "",
		.data = io->dxferp,
		.bytes = io->dxfer_len,
		.timeout_ms = io->timeout,
	};
	struct pass_through p;
	static const uint8_t invalid_field[3] = { 5, 0x24, 0x00 };
	const char *bad;
	int field;

	decode(io->cmdp, &c, &p);
	if (!strcmp(dev->usb_driver, "ums-cypress") && !write_once(dev, io->cmdp, &c)) {
		put_key(io, dev->sense_error == SENSE_DESCRIPTOR, invalid_field, -1);
		return 0;
	}
	if (fake_kinds[dev->kind].sg == SG_LIBATA) {
		field = libata_refuses(io, &c, &p);
		if (field >= 0) {
			put_key(io, dev->sense_error == SENSE_DESCRIPTOR, invalid_field, field);
			return 0;
		}
	}
	if (p.protocol < 2) /* SAT-4 table 148: ATA hardware reset, SRST */
		fake_log(call, "%s ATA RESET", dev->name);
	if (protocol_of(&p) < 0) {
		put_key(io, dev->sense_error == SENSE_DESCRIPTOR, invalid_field, 1);
		return 0;
	}
	if (p.t_length == 3 && dev->no_transport_length) {
		fake_log(call, "%s command %02xh with T_LENGTH 3 refused", dev->name, c.command);
		put_key(io, dev->sense_error == SENSE_DESCRIPTOR, invalid_field, 2);
		return 0;
	}
	c.protocol = (enum fake_protocol)protocol_of(&p);
	bad = bad_transfer(dev, io, &c, &p);
	if (bad) {
		fake_log(call, "%s command %02xh %s", dev->name, c.command, bad);
		return fake_lost(io, ETIMEDOUT);
	}
	if (c.protocol != FAKE_NON_DATA && p.t_length == 2 && !c.count && c.command != 0x92)
		c.via = "no COUNT for the data";
	else if (media_command(c.command) && p.t_length == 2 && !p.t_type &&
		 c.count * 512u != io->dxfer_len)
		c.via = "blocks of 512 bytes";
	if (dev->delay_ms && (dev->delay_command < 0 || dev->delay_command == c.command))
		wait_for_drive(dev);
	execute(call, &c, io);
	call->world->nanoseconds +=
		c.moved * 1000 / (dev->speed ? dev->speed : 100) + c.spent_ms * 1000000ull;
	if (c.lost)
		return fake_lost(io, c.lost);
	if (c.sense_bytes)
		fake_put_sense(io, c.sense, c.sense_bytes);
	else if (c.out.status & (ST_ERR | ST_DF))
		put_registers(io, call, &c, dev->sense_error);
	else if (c.good_bytes)
		put_good_sense(io, c.sense, c.good_bytes);
	else if (p.ck_cond || dev->unasked)
		put_registers(io, call, &c, dev->sense_ok);
	return 0;
}

/* INQUIRY, TEST UNIT READY and REQUEST SENSE come from other tools; other commands are unknown. */
static void tell_sanitize(const struct drive_sanitize *s, uint8_t *sense)
{
	if (s->state != SD_RUNNING && s->state != SD_FAILED)
		return;
	sense[0] = 0x70, sense[7] = 10;
	if (s->state == SD_FAILED) {
		sense[2] = 3, sense[12] = 0x31, sense[13] = 0x03;
		return;
	}
	sense[2] = 2, sense[12] = 0x04, sense[13] = 0x1b;
	sense[15] = 0x80, sense[16] = (uint8_t)(s->at >> 8), sense[17] = (uint8_t)s->at;
}

static int scsi_command(struct fake_call *call, sg_io_hdr_t *io)
{
	static const uint8_t invalid_opcode[3] = { 5, 0x20, 0x00 };
	uint8_t inquiry[36] = { 0, 0, 5, 2, 31 };
	size_t n = io->dxfer_len < sizeof(inquiry) ? io->dxfer_len : sizeof(inquiry);

	if (io->cmdp[0] == 0x00)
		return 0;
	if (io->cmdp[0] == 0x12 && !(io->cmdp[1] & 1)) {
		memcpy(inquiry + 8, "ATA     FAKE DISK       1.0 ", 28);
		memcpy(io->dxferp, inquiry, n);
		return 0;
	}
	if (io->cmdp[0] == 0x28 || (io->cmdp[0] == 0x12 && call->dev->provisioning.claimed))
		return fake_scsi_command(call, io);
	fake_log(call, "%s scsi %02xh", call->dev->name, io->cmdp[0]);
	if (io->cmdp[0] == 0x03 && io->cmd_len == 6 && io->cmdp[4] == io->dxfer_len) {
		memset(io->dxferp, 0, io->dxfer_len);
		if (call->dev->tells_sanitize)
			tell_sanitize(&call->dev->drive.sanitize, io->dxferp);
		return 0;
	}
	put_key(io, call->dev->sense_error == SENSE_DESCRIPTOR, invalid_opcode, -1);
	return 0;
}

/* The place of each field in a vendor's CDB: FEATURE and the following registers. */
struct bridge_form {
	const char *name;
	uint8_t opcode, length, registers_at, feature_at;
	/* in the answer with the registers */
	uint8_t error, count, low, mid, high, device, status;
};

static const struct bridge_form bridge_forms[] = {
	{ "jmicron", 0xdf, 12, 0, 5, 13, 0, 6, 4, 10, 9, 14 },
	{ "sunplus", 0xf8, 12, 0, 5, 1, 2, 3, 4, 5, 6, 7 },
	{ "cypress", CDB_ATACB, 16, 0, 6, 1, 2, 3, 4, 5, 6, 7 },
};

/* JMicron's port register shows the ports with a drive: 04h, 40h. */
static bool reads_ports(const uint8_t *cdb)
{
	return cdb[0] == 0xdf && cdb[1] == 0x10 && cdb[6] == 0x72 && cdb[7] == 0x0f &&
	       cdb[11] == 0xfd;
}

static bool reads_registers(const struct fake_device *dev, const uint8_t *cdb)
{
	uint8_t memory = dev->bridge_ports == 0x40 ? 0x90 : 0x80;

	return (cdb[0] == 0xdf && cdb[1] == 0x10 && cdb[6] == memory && cdb[11] == 0xfd) ||
	       (cdb[0] == 0xf8 && cdb[2] == 0x21) || (cdb[0] == 0x24 && cdb[2] == 0x01);
}

/*
 * Cypress's ATACB (byte 3: a bit for each register to write or read, byte 4: sectors of a block,
 * bit 7 of byte 2: the data are IDENTIFY data). Return what is wrong with the CDB, or NULL.
 */
static const char *atacb_fault(const uint8_t *cdb)
{
	bool identifies = cdb[12] == 0xec || cdb[12] == 0xa1;

	if (cdb[1] != 0x24)
		return "!wrong signature";
	if (cdb[4] & (cdb[4] - 1))
		return "!wrong block size";
	if (!(cdb[2] & 1) && !(cdb[2] & 0x80) == identifies)
		return "!wrong IDENTIFY bit";
	return NULL;
}

/* Clear the registers that ATACB does not select. */
static void atacb_select(uint8_t selected, uint8_t *registers)
{
	for (unsigned i = 0; i < 7; i++) {
		if (!(selected >> (i + 1) & 1))
			registers[i] = 0;
	}
}

static void give_registers(const struct fake_device *dev, const struct bridge_form *f,
			   sg_io_hdr_t *io)
{
	const struct fake_regs *r = &dev->bridge_regs;
	uint8_t answer[16] = { 0 };

	answer[f->error] = r->error;
	answer[f->count] = r->count & 0xff;
	answer[f->low] = r->lba & 0xff;
	answer[f->mid] = r->lba >> 8 & 0xff;
	answer[f->high] = r->lba >> 16 & 0xff;
	answer[f->device] = r->device;
	answer[f->status] = r->status;
	if (f->opcode == CDB_ATACB)
		atacb_select(io->cmdp[3], answer + 1);
	memcpy(io->dxferp, answer, io->dxfer_len < 16 ? io->dxfer_len : 16);
}

/* Return false for a CDB of another bridge; *result is the ioctl's return value. */
static bool bridge_command(struct fake_call *call, sg_io_hdr_t *io, int *result)
{
	struct fake_device *dev = call->dev;
	const uint8_t *cdb = io->cmdp;
	struct fake_cmd c = { .data = io->dxferp, .bytes = io->dxfer_len };
	const char *bad;
	uint8_t at[7];

	for (size_t i = 0; i < sizeof(bridge_forms) / sizeof(*bridge_forms); i++) {
		const struct bridge_form *f = &bridge_forms[i];

		if (strcmp(dev->bridge, f->name) || cdb[0] != f->opcode || io->cmd_len != f->length)
			continue;
		bad = f->opcode == CDB_ATACB ? atacb_fault(cdb) : NULL;
		if (bad) {
			fake_log(call, "%s command %02xh %s", dev->name, cdb[12], bad);
			*result = fake_lost(io, ETIMEDOUT);
			return true;
		}
		if (reads_ports(cdb)) {
			*(uint8_t *)io->dxferp = dev->bridge_ports;
			return true;
		}
		if (reads_registers(dev, cdb)) {
			give_registers(dev, f, io);
			return true;
		}
		memcpy(at, cdb + f->feature_at, sizeof(at));
		if (f->opcode == CDB_ATACB)
			atacb_select(cdb[3], at);
		c.via = f->name;
		c.feature = at[0];
		c.count = at[1];
		c.lba = at[2] | (uint64_t)at[3] << 8 | (uint64_t)at[4] << 16;
		c.device = at[5];
		c.command = at[6];
		c.protocol = io->dxfer_direction == SG_DXFER_FROM_DEV ? FAKE_PIO_IN
			     : io->dxfer_direction == SG_DXFER_TO_DEV ? FAKE_PIO_OUT
								      : FAKE_NON_DATA;
		/* the second port's drive is addressed as device 1 */
		if (dev->bridge_ports == 0x40 && !(c.device & 0x10)) {
			fake_log(call, "%s command %02xh to a port without a drive", dev->name,
				 c.command);
			return true;
		}
		c.device &= dev->bridge_ports == 0x40 ? 0xef : 0xff;
		drive_execute(&dev->drive, &c, call->trace, call->who);
		/* the bridge keeps the registers of the previous command */
		if (c.lost) {
			*result = fake_lost(io, c.lost);
			return true;
		}
		dev->bridge_regs = c.out;
		if (c.sense_bytes)
			fake_put_sense(io, c.sense, c.sense_bytes);
		else if (c.out.status & (ST_ERR | ST_DF))
			put_key(io, false, (const uint8_t[]){ 0x0b, 0, 0 }, -1);
		return true;
	}
	return false;
}

int fake_sg_io(struct fake_call *call, void *arg)
{
	const struct fake_kind *kind = &fake_kinds[call->dev->kind];
	sg_io_hdr_t *io = arg;
	int result = 0;
	bool ata;

	if (kind->sg == SG_NONE)
		return -kind->unknown;
	if (!io)
		return -EFAULT;
	if (io->interface_id != 'S')
		return -EINVAL;
	if (!io->cmdp || io->cmd_len > 32 || (io->dxfer_len && !io->dxferp))
		return -EINVAL;
	io->status = io->masked_status = io->msg_status = io->sb_len_wr = 0;
	io->host_status = io->driver_status = 0;
	io->resid = 0;
	io->info = 0;
	io->duration = 1;
	ata = (io->cmdp[0] == CDB_ATA16 && io->cmd_len == 16) ||
	      (io->cmdp[0] == CDB_ATA12 && io->cmd_len == 12);
	/* A1h is BLANK on a CD writer: libata sends it as a packet. */
	if (io->cmdp[0] == CDB_ATA12 && call->dev->drive.packet) {
		fake_log(call, "%s packet a1h (BLANK)", call->dev->name);
		return 0;
	}
	if (kind->sg == SG_PACKET) {
		fake_log(call, "%s packet %02xh", call->dev->name, io->cmdp[0]);
		put_key(io, false, (const uint8_t[]){ 5, 0x20, 0x00 }, -1);
		return 0;
	}
	if (call->dev->bridge[0] && bridge_command(call, io, &result))
		return result;
	if (call->dev->tunnel.form[0] && fake_tunnelled(call, io, &result))
		return result;
	if (io->cmdp[0] == CDB_ATA12 && !strcmp(call->dev->bridge, "sat12"))
		return pass_through(call, io);
	if (!ata)
		return kind->sg == SG_SCSI ? fake_scsi_command(call, io) : scsi_command(call, io);
	if (kind->sg == SG_SCSI && call->dev->scsi.bars_unknown &&
	    (call->dev->scsi.sanitizing || call->dev->scsi.sanitize_failed))
		return fake_scsi_command(call, io);
	if (kind->sg == SG_SCSI) {
		put_key(io, call->dev->sense_error == SENSE_DESCRIPTOR, call->dev->reject, -1);
		return 0;
	}
	return pass_through(call, io);
}
