// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings of the block layer and of the old IDE driver: one row each. */
#include "acts.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <stdio.h>

#define IOCTLS(g, s) .get = (g), .get_name = #g, .set = (s), .set_name = #s

static const char *io_32bit_meaning(uint64_t value)
{
	static const char *const meanings[] = { "default", "32-bit", "16-bit", "32-bit w/sync" };

	if (value == 8) /* the bit for SG_IO past the request queue, of Linux 2.4 */
		return "Request-Queue-Bypass";
	return value < 4 ? meanings[value] : "\?\?\?";
}

/* Linux 2.4 had PIO that the chip did by DMA on its own side. */
static const char *dma_meaning(uint64_t value)
{
	return value == 8 ? "DMA-Assisted-PIO" : on_off(value);
}

static const char *bus_state_meaning(uint64_t value)
{
	static const char *const meanings[] = { "off", "on", "tristate" };

	return value < 3 ? meanings[value] : "unknown";
}

const struct ioctl_setting setting_read_ahead = { IOCTLS(BLKRAGET, BLKRASET), false, "fs readahead",
						  " readahead     =",	      NULL,  on_off };
const struct ioctl_setting setting_read_only = { IOCTLS(BLKROGET, BLKROSET), true,   "readonly",
						 " readonly      =",	     on_off, on_off };
const struct ioctl_setting setting_io_32bit = { IOCTLS(HDIO_GET_32BIT, HDIO_SET_32BIT),
						false,
						"32-bit IO_support flag",
						" IO_support    =",
						NULL,
						io_32bit_meaning,
						.blank_after_zero = true };
const struct ioctl_setting setting_dma = {
	IOCTLS(HDIO_GET_DMA, HDIO_SET_DMA),
	false,
	"using_dma",
	" using_dma     =",
	on_off,
	dma_meaning,
	.old_driver = true,
};
const struct ioctl_setting setting_keep_settings = {
	IOCTLS(HDIO_GET_KEEPSETTINGS, HDIO_SET_KEEPSETTINGS),
	false,
	"keep_settings",
	" keepsettings  =",
	on_off,
	on_off,
	.old_driver = true,
};
const struct ioctl_setting setting_multcount = { IOCTLS(HDIO_GET_MULTCOUNT, HDIO_SET_MULTCOUNT),
						 false,
						 "multcount",
						 " multcount     =",
						 NULL,
						 on_off };
const struct ioctl_setting setting_nowerr = {
	IOCTLS(HDIO_GET_NOWERR, HDIO_SET_NOWERR),
	false,
	"nowerr",
	" nowerr        =",
	on_off,
	on_off,
	.old_driver = true,
};
const struct ioctl_setting setting_unmask_irq = {
	IOCTLS(HDIO_GET_UNMASKINTR, HDIO_SET_UNMASKINTR),
	false,
	"unmaskirq",
	" unmaskirq     =",
	on_off,
	on_off,
	.old_driver = true,
};
const struct ioctl_setting setting_bus_state = {
	IOCTLS(HDIO_GET_BUSSTATE, HDIO_SET_BUSSTATE),
	false,
	"bus state",
	" busstate      =",
	bus_state_meaning,
	bus_state_meaning,
	.old_driver = true,
};

static int put(struct job *job, const struct ioctl_setting *row)
{
	int number = (int)job->opt->value;
	void *arg = row->int_pointer ? &number : (void *)(uintptr_t)job->opt->value;

	return host_ioctl(job->dev->host, job->dev->fd, row->set, arg);
}

/* The commonest case is -d1 for a SATA drive. */
static void advise(struct job *job, const struct ioctl_setting *row, int err)
{
	if (row->old_driver && job->dev->kind != DEVICE_LEGACY_IDE &&
	    (err == -ENOTTY || err == -EINVAL))
		report_advise(job->out, "only the old IDE driver has this setting: others choose "
					"it by themselves");
}

int act_ioctl_set(struct job *job)
{
	const struct ioctl_setting *row = job->row;
	uint64_t value = job->opt->value;
	int err;

	job_announce(job, row->announce, value, row->set_meaning ? row->set_meaning(value) : NULL);
	err = put(job, row);
	advise(job, row, err);
	return err < 0 ? job_fail(job, err, "%s failed", row->set_name) : 0;
}

int ioctl_setting_read(struct job *job, const struct ioctl_setting *row, long *value)
{
	int number = 0;
	int err;

	*value = 0;
	err = host_ioctl(job->dev->host, job->dev->fd, row->get,
			 row->int_pointer ? (void *)&number : (void *)value);
	if (row->int_pointer)
		*value = number;
	return err < 0 ? err : 0;
}

/* A setting that is 0 or 1 is a truth to machines. */
static void show(struct job *job, const struct ioctl_setting *row, long value)
{
	const struct option_def *def = &option_table[job->id];
	const char *meaning = row->get_meaning((uint64_t)value);
	const char *blank = row->blank_after_zero && !value ? " " : "";

	if (def->max == 1)
		report_bool(job->out, def->key, value != 0, "%s %2ld (%s)%s\n", row->label, value,
			    meaning, blank);
	else
		report_i64(job->out, def->key, value, "%s %2ld (%s)%s\n", row->label, value,
			   meaning, blank);
}

int act_ioctl_get(struct job *job)
{
	const struct ioctl_setting *row = job->row;
	long value;
	int err = ioctl_setting_read(job, row, &value);

	if (err)
		return job_fail(job, err, "%s failed", row->get_name);
	show(job, row, value);
	return 0;
}

/* Where the kernel has no such setting (libata), the drive itself can be told. */
int act_multcount_set(struct job *job)
{
	const struct ioctl_setting *row = job->row;
	struct ata_cmd cmd;
	int err;

	job_announce(job, row->announce, job->opt->value, NULL);
	err = put(job, row);
	if (err != -ENOTTY)
		return err < 0 ? job_fail(job, err, "%s failed", row->set_name) : 0;
	if (job->dev->dry_run)
		job_note(job, "%s is tried first: of all drivers the old IDE driver alone has it",
			 row->set_name);
	err = job_gate(job, CONSENT_YES,
		       "the kernel does not expect the drive's multiple count to change");
	if (err)
		return err;
	cmd = ata_command(ATA_SET_MULTIPLE_MODE);
	cmd.count = (uint16_t)job->opt->value;
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}

enum { IDW_MULTIPLE = 59 };

int multcount_read(struct job *job, long *value)
{
	int err = ioctl_setting_read(job, &setting_multcount, value);
	uint16_t word;

	if (!err || device_identify(job->dev))
		return err;
	word = device_id_word(job->dev, IDW_MULTIPLE);
	*value = ata_multiple_told(word) ? word & 0xff : 0;
	return 0;
}

int act_multcount_get(struct job *job)
{
	const struct ioctl_setting *row = job->row;
	long value;
	int err = multcount_read(job, &value);

	if (err)
		return job_doubt(job, err, "%s failed", row->get_name);
	show(job, row, value);
	return 0;
}

/* HDIO_SET_PIO_MODE counts multiword DMA modes from 100 and UltraDMA modes from 200. */
int act_pio_mode_set(struct job *job)
{
	enum { MDMA_BASE = 100, UDMA_BASE = 200, TUNE = 255 };
	uint64_t mode = job->opt->value;
	int err;

	if (job_quiet(job))
		;
	else if (mode == TUNE)
		report_line(job->out, " attempting to auto-tune PIO mode\n");
	else if (mode >= UDMA_BASE)
		report_line(job->out, " attempting to set UDMA mode to %" PRIu64 "\n",
			    mode - UDMA_BASE);
	else if (mode >= MDMA_BASE)
		report_line(job->out, " attempting to set MDMA mode to %" PRIu64 "\n",
			    mode - MDMA_BASE);
	else
		report_line(job->out, " attempting to set PIO mode to %" PRIu64 "\n", mode);
	err = host_ioctl(job->dev->host, job->dev->fd, HDIO_SET_PIO_MODE, (void *)(uintptr_t)mode);
	return err < 0 ? job_fail(job, err, "HDIO_SET_PIO_MODE failed") : 0;
}
