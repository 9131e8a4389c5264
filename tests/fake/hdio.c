// SPDX-License-Identifier: GPL-2.0-or-later
/* The HDIO_* ioctls: a few of libata, and all of the legacy IDE driver (linux/hdreg.h). */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <linux/hdreg.h>
#include "kernel.h"
#include "text.h"

struct hdio_setting {
	const char *name;
	unsigned long get, set; /* request numbers; 0: none */
	unsigned long max;
	size_t offset; /* into struct fake_hdio */
};

#define FIELD(f) offsetof(struct fake_hdio, f)
/* clang-format off */
static const struct hdio_setting settings[] = {
	{ "32BIT", HDIO_GET_32BIT, HDIO_SET_32BIT, 3, FIELD(io32) },
	{ "UNMASKINTR", HDIO_GET_UNMASKINTR, HDIO_SET_UNMASKINTR, 1, FIELD(unmask) },
	{ "DMA", HDIO_GET_DMA, HDIO_SET_DMA, 1, FIELD(dma) },
	{ "KEEPSETTINGS", HDIO_GET_KEEPSETTINGS, HDIO_SET_KEEPSETTINGS, 1, FIELD(keep) },
	{ "NOWERR", HDIO_GET_NOWERR, HDIO_SET_NOWERR, 1, FIELD(nowerr) },
	{ "NICE", HDIO_GET_NICE, HDIO_SET_NICE, 0xff, FIELD(nice) },
	{ "MULTCOUNT", HDIO_GET_MULTCOUNT, HDIO_SET_MULTCOUNT, 0xff, FIELD(mult) },
	{ "WCACHE", HDIO_GET_WCACHE, HDIO_SET_WCACHE, 1, FIELD(wcache) },
	{ "ACOUSTIC", HDIO_GET_ACOUSTIC, HDIO_SET_ACOUSTIC, 254, FIELD(acoustic) },
	{ "BUSSTATE", HDIO_GET_BUSSTATE, HDIO_SET_BUSSTATE, 2, FIELD(busstate) },
};
/* clang-format on */

static int put_long(void *arg, unsigned long value)
{
	if (!arg)
		return -EFAULT;
	*(unsigned long *)arg = value;
	return 0;
}

static int run(struct fake_call *call, struct fake_cmd *c, const char *via)
{
	const struct drive_opcode *op = drive_opcode(c->command, c->feature);

	c->via = via;
	c->ext = op && op->ext;
	if (op && op->protocol >= FAKE_DMA_IN && c->bytes)
		c->protocol = op->protocol;
	drive_execute(&call->dev->drive, c, call->trace, call->who);
	if (c->lost)
		return c->lost == ETIMEDOUT || c->lost == EBADE || c->lost == ENXIO ? -EIO
										    : -c->lost;
	return c->sense_bytes || c->out.status & (ST_ERR | ST_DF) ? -EIO : 0;
}

/*
 * Settings of the drive: the driver sends a command, and stores the value if the command succeeds.
 */
static int setting_to_drive(struct fake_call *call, const struct hdio_setting *s,
			    unsigned long value)
{
	struct fake_cmd c = { .device = 0xe0 };

	switch (s->set) {
	case HDIO_SET_MULTCOUNT:
		if (value > (call->dev->drive.id[47] & 0xff))
			return -EINVAL;
		c.command = 0xc6;
		c.count = (uint16_t)value;
		break;
	case HDIO_SET_WCACHE:
		c.command = 0xef;
		c.feature = value ? 0x02 : 0x82;
		break;
	case HDIO_SET_ACOUSTIC:
		c.command = 0xef;
		c.feature = value ? 0x42 : 0xc2;
		c.count = (uint16_t)value;
		break;
	default:
		return 0;
	}
	return run(call, &c, "driver");
}

static int set(struct fake_call *call, const struct hdio_setting *s, unsigned long value)
{
	int err = 0;

	fake_log(call, "%s HDIO_SET_%s %lu", call->dev->name, s->name, value);
	if (call->dev->whole >= 0 || value > s->max)
		err = -EINVAL;
	if (!err)
		err = setting_to_drive(call, s, value);
	if (!err)
		*(unsigned long *)((char *)&call->dev->hdio + s->offset) = value;
	else
		fake_log(call, "%s HDIO_SET_%s = %s", call->dev->name, s->name,
			 text_errno_name(-err));
	return err;
}

/* True for 28-bit commands that use the LBA: drivers/ide leaves the last command's LBA there. */
static bool needs_lba(const struct fake_cmd *c)
{
	static const uint8_t commands[] = { 0x20, 0x30, 0x33, 0x80, 0x92, 0xf9 };

	return memchr(commands, c->command, sizeof(commands)) || (c->command == 0xe1 && c->feature);
}

/* HDIO_DRIVE_CMD passes only these four bytes. */
static void decode_cmd(const uint8_t *args, struct fake_cmd *c)
{
	c->command = args[0];
	c->feature = args[2];
	c->device = 0xe0;
	if (args[0] == WIN_SMART) {
		c->count = args[3];
		c->lba = args[1] | SMART_LCYL_PASS << 8 | (uint64_t)SMART_HCYL_PASS << 16;
	} else {
		c->count = args[1];
	}
}

/* True if the adapter refuses the transfer mode: its best mode is ultra DMA 2. */
static bool legacy_refuses_mode(const struct fake_cmd *c)
{
	return c->command == 0xef && c->feature == 0x03 && c->count >= 0x10 &&
	       (c->count > 0x42 || (c->count > 0x22 && c->count < 0x40));
}

/* drivers/ide always returns registers. libata returns those in descriptor sense, and does not
 * request them with a command that moves data. */
static bool returns_registers(const struct fake_call *call, const struct fake_cmd *c, bool legacy)
{
	bool failed = c->out.status & (ST_ERR | ST_DF);

	if (c->lost || c->sense_bytes)
		return false;
	if (legacy)
		return true;
	if (!failed && c->protocol != FAKE_NON_DATA)
		return false;
	return (failed ? call->dev->sense_error : call->dev->sense_ok) == SENSE_DESCRIPTOR;
}

static int drive_cmd(struct fake_call *call, uint8_t *args, bool legacy)
{
	const char *via = legacy ? "" : "hdio-cmd";
	struct fake_cmd c = { 0 };
	int err;

	if (!args) {
		if (!legacy)
			return -EINVAL;
		fake_log(call, "%s HDIO_DRIVE_CMD flush", call->dev->name);
		return 0;
	}
	decode_cmd(args, &c);
	if (args[3]) {
		c.protocol = FAKE_PIO_IN;
		c.data = args + 4;
		c.bytes = 512u * args[3];
	}
	if (legacy ? legacy_refuses_mode(&c) : c.command == 0xef && c.feature == 0x03)
		return legacy ? -EINVAL : -EIO;
	if (legacy && needs_lba(&c)) {
		c.lba = 0x5a;
		via = "the LBA of another command";
	}
	err = run(call, &c, via);
	if (returns_registers(call, &c, legacy)) {
		args[0] = c.out.status;
		args[1] = c.out.error;
		args[2] = c.out.count & 0xff;
	}
	return err;
}

static int drive_task(struct fake_call *call, uint8_t *args, bool legacy)
{
	struct fake_cmd c = { 0 };
	int err;

	if (!args)
		return -EFAULT;
	c.command = args[0];
	c.feature = args[1];
	c.count = args[2];
	c.lba = args[3] | (uint64_t)args[4] << 8 | (uint64_t)args[5] << 16;
	c.device = args[6];
	err = run(call, &c, legacy ? "" : "hdio-task");
	if (returns_registers(call, &c, legacy)) {
		args[0] = c.out.status;
		args[1] = c.out.error;
		args[2] = c.out.count & 0xff;
		args[3] = c.out.lba & 0xff;
		args[4] = c.out.lba >> 8 & 0xff;
		args[5] = c.out.lba >> 16 & 0xff;
		args[6] = c.out.device;
	}
	return err;
}

/*
 * The registers of a taskfile: data, feature, count, three of the address, device, command. If
 * out_flags is not 0, only the registers of its bits are written: bits 1-7 of the low byte, and of
 * the high byte for the previous values.
 */
static void decode_taskfile(const ide_task_request_t *t, struct fake_cmd *c)
{
	uint8_t tf[8], hob[8];
	unsigned flags = t->out_flags.all;

	memcpy(tf, t->io_ports, 8);
	memcpy(hob, t->hob_ports, 8);
	for (unsigned i = 0; flags && i < 8; i++) {
		if (!(flags >> i & 1) && i != 6 && i != 7)
			tf[i] = 0;
		if (!(flags >> (8 + i) & 1))
			hob[i] = 0;
	}
	c->command = tf[7];
	c->device = tf[6];
	c->feature = (uint16_t)(tf[1] | hob[1] << 8);
	c->count = (uint16_t)(tf[2] | hob[2] << 8);
	c->lba = tf[3] | (uint64_t)tf[4] << 8 | (uint64_t)tf[5] << 16 | (uint64_t)hob[3] << 24 |
		 (uint64_t)hob[4] << 32 | (uint64_t)hob[5] << 40;
}

static void encode_taskfile(ide_task_request_t *t, const struct fake_cmd *c)
{
	const struct fake_regs *r = &c->out;
	uint8_t *tf = t->io_ports, *hob = t->hob_ports;

	tf[1] = r->error;
	tf[2] = r->count & 0xff;
	tf[3] = r->lba & 0xff;
	tf[4] = r->lba >> 8 & 0xff;
	tf[5] = r->lba >> 16 & 0xff;
	tf[6] = r->device;
	tf[7] = r->status;
	if (c->ext) {
		hob[2] = (uint8_t)(r->count >> 8);
		hob[3] = r->lba >> 24 & 0xff;
		hob[4] = r->lba >> 32 & 0xff;
		hob[5] = r->lba >> 40 & 0xff;
	}
}

static int data_phase(const ide_task_request_t *t, struct fake_cmd *c, uint8_t *data)
{
	switch (t->data_phase) {
	case TASKFILE_NO_DATA:
		c->protocol = FAKE_NON_DATA;
		return 0;
	case TASKFILE_MULTI_OUT:
	case TASKFILE_OUT:
		c->protocol = FAKE_PIO_OUT;
		break;
	case TASKFILE_OUT_DMA:
		c->protocol = FAKE_DMA_OUT;
		break;
	case TASKFILE_MULTI_IN:
	case TASKFILE_IN:
		c->protocol = FAKE_PIO_IN;
		break;
	case TASKFILE_IN_DMA:
		c->protocol = FAKE_DMA_IN;
		break;
	default:
		return -EFAULT;
	}
	c->data = data;
	c->bytes = c->protocol == FAKE_PIO_OUT || c->protocol == FAKE_DMA_OUT ? t->out_size
									      : t->in_size;
	if (c->protocol == FAKE_PIO_IN || c->protocol == FAKE_DMA_IN)
		c->data = data + t->out_size;
	return 0;
}

static int drive_taskfile(struct fake_call *call, uint8_t *arg)
{
	struct fake_cmd c = { 0 };
	ide_task_request_t t;
	int err;

	if (!arg)
		return -EFAULT;
	memcpy(&t, arg, sizeof(t));
	if (t.out_size > 65536 || t.in_size > 65536)
		return -EINVAL;
	err = data_phase(&t, &c, arg + sizeof(t));
	if (err)
		return err;
	decode_taskfile(&t, &c);
	if ((c.protocol == FAKE_DMA_IN || c.protocol == FAKE_DMA_OUT) && !call->dev->hdio.dma) {
		fake_log(call, "%s DMA is off: the machine hangs", call->dev->name);
		return -ETIMEDOUT;
	}
	err = run(call, &c, "");
	if (!c.lost)
		encode_taskfile(&t, &c);
	memcpy(arg, &t, sizeof(t));
	return err;
}

/* True for a word of serial number, firmware or model, whose bytes the kernel has swapped. */
static bool kernel_text(size_t word)
{
	return (word >= 10 && word <= 19) || (word >= 23 && word <= 46);
}

static int get_identity(struct fake_call *call, uint8_t *arg, size_t bytes)
{
	const uint16_t *id = call->dev->drive.id;

	if (!arg)
		return -EFAULT;
	/* numbers are in this machine's byte order */
	memcpy(arg, id, bytes);
	for (size_t i = 0; i < bytes / 2; i++)
		if (kernel_text(i)) {
			arg[2 * i] = (uint8_t)(id[i] >> 8);
			arg[2 * i + 1] = (uint8_t)id[i];
		}
	return 0;
}

static int libata_32bit(struct fake_call *call, unsigned long request, void *arg)
{
	if (request == HDIO_GET_32BIT)
		return put_long(arg, call->dev->hdio.io32);
	fake_log(call, "%s HDIO_SET_32BIT %lu", call->dev->name, (unsigned long)arg);
	if ((unsigned long)arg != call->dev->hdio.io32)
		return -EINVAL; /* an AHCI port has no PIO width to change */
	return 0;
}

static int libata(struct fake_call *call, unsigned long request, void *arg)
{
	switch (request) {
	case HDIO_GET_32BIT:
	case HDIO_SET_32BIT:
		return libata_32bit(call, request, arg);
	case HDIO_GET_IDENTITY:
		return get_identity(call, arg, 512);
	case HDIO_DRIVE_CMD:
		return drive_cmd(call, arg, false);
	case HDIO_DRIVE_TASK:
		return drive_task(call, arg, false);
	}
	return -fake_kinds[call->dev->kind].unknown;
}

static int legacy(struct fake_call *call, unsigned long request, void *arg)
{
	switch (request) {
	case HDIO_GET_IDENTITY:
		return get_identity(call, arg, 512);
	case HDIO_OBSOLETE_IDENTITY:
		return get_identity(call, arg, 142);
	case HDIO_DRIVE_CMD:
		return drive_cmd(call, arg, true);
	case HDIO_DRIVE_TASK:
		return drive_task(call, arg, true);
	case HDIO_DRIVE_TASKFILE:
		return fake_kinds[call->dev->kind].hdio == HDIO_LEGACY_CD
			       ? -ENOMSG
			       : drive_taskfile(call, arg);
	case HDIO_DRIVE_RESET:
		fake_log(call, "%s HDIO_DRIVE_RESET", call->dev->name);
		return 0;
	case HDIO_SET_PIO_MODE:
		fake_log(call, "%s HDIO_SET_PIO_MODE %lu", call->dev->name, (unsigned long)arg);
		return (unsigned long)arg > 255 ? -EINVAL : 0;
	}
	return -fake_kinds[call->dev->kind].unknown;
}

int fake_hdio(struct fake_call *call, unsigned long request, void *arg)
{
	const struct fake_kind *kind = &fake_kinds[call->dev->kind];

	if (kind->hdio == HDIO_NONE)
		return -kind->unknown;
	if (kind->hdio == HDIO_LIBATA)
		return libata(call, request, arg);
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		const struct hdio_setting *s = &settings[i];

		/* a legacy CD has no multiple sectors, write cache or noise */
		if (kind->hdio == HDIO_LEGACY_CD && s->set >= HDIO_SET_WCACHE &&
		    s->set <= HDIO_SET_ACOUSTIC)
			continue;
		if (kind->hdio == HDIO_LEGACY_CD && s->set == HDIO_SET_MULTCOUNT)
			continue;
		if (request == s->get)
			return put_long(arg,
					*(unsigned long *)((char *)&call->dev->hdio + s->offset));
		if (request == s->set)
			return set(call, s, (unsigned long)arg);
	}
	return legacy(call, request, arg);
}
