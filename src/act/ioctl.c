// SPDX-License-Identifier: GPL-2.0-or-later
/* Settings of the block layer and of the old IDE driver: ioctls. */
#include "acts.h"
#include "host.h"
#include "identify.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/cdrom.h>
#include <linux/hdreg.h>
#include <string.h>

static int set_by_ioctl(struct job *job, const struct setting_def *row)
{
	int number = (int)job->opt->value;
	void *arg = row->int_pointer ? &number : (void *)(uintptr_t)job->opt->value;

	return host_ioctl(job->dev->host, job->dev->fd, row->set, arg);
}

/* The commonest case is -d1 for a SATA drive. */
static const char *advice(const struct job *job, const struct setting_def *row, int err)
{
	if (row->old_driver && job->dev->kind != DEVICE_LEGACY_IDE &&
	    (err == -ENOTTY || err == -EINVAL))
		return "only the old IDE driver has this setting: other drivers choose it "
		       "themselves";
	return NULL;
}

int act_ioctl_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	int err;

	setting_announce(job);
	err = set_by_ioctl(job, row);
	return err < 0 ? job_fail_advised(job, err, advice(job, row, err), "%s failed",
					  ioctl_def(row->set)->name)
		       : 0;
}

/* If the kernel has no such setting (libata), the drive's own is set. */
int act_multcount_set(struct job *job)
{
	const struct setting_def *row = job_setting(job);
	struct ata_cmd cmd;
	int err;

	setting_announce(job);
	err = set_by_ioctl(job, row);
	if (err != -ENOTTY)
		return err < 0 ? job_fail(job, err, "%s failed", ioctl_def(row->set)->name) : 0;
	if (job->dev->dry_run && !job_quiet(job))
		job_note(job, "%s is tried first: only the old IDE driver has it",
			 ioctl_def(row->set)->name);
	err = job_gate(job, "the kernel does not expect the drive's multiple count to change");
	if (err)
		return err;
	cmd = ata_command(ATA_SET_MULTIPLE_MODE);
	cmd.count = (uint16_t)job->opt->value;
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
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

/* --- Removable media --- */

enum {
	SET_STREAMING = 0xb6, /* MMC-6 6.38 */
	PERFORMANCE_DESCRIPTOR_BYTES = 28,
	RESTORE_DEFAULTS = 0x04, /* RDD of the descriptor's byte 0: the drive's own speed */
	KB_PER_X = 177,		 /* kB/s of one speed step of a CD, rounded up */
	TIMEOUT_JIFFIES = 60 * 100
};

static void put_be32(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)(value >> 24);
	at[1] = (uint8_t)(value >> 16);
	at[2] = (uint8_t)(value >> 8);
	at[3] = (uint8_t)value;
}

/* Set the speed of DVD drives, which ignore SET CD SPEED (MMC-6 table 569). */
static int set_streaming(struct job *job, uint32_t kb_per_s)
{
	uint8_t descriptor[PERFORMANCE_DESCRIPTOR_BYTES] = { 0 };
	struct request_sense sense;
	struct cdrom_generic_command command = {
		.buffer = descriptor,
		.buflen = sizeof(descriptor),
		.sense = &sense,
		.data_direction = CGC_DATA_WRITE,
		.quiet = 1,
		.timeout = TIMEOUT_JIFFIES,
	};

	memset(&sense, 0, sizeof(sense));
	if (!kb_per_s)
		descriptor[0] = RESTORE_DEFAULTS;
	put_be32(descriptor + 8, UINT32_MAX); /* end LBA: the whole disc */
	put_be32(descriptor + 12, kb_per_s);  /* read size per read time, ms */
	put_be32(descriptor + 16, 1000);
	put_be32(descriptor + 20, kb_per_s); /* the same for writing */
	put_be32(descriptor + 24, 1000);
	command.cmd[0] = SET_STREAMING;
	command.cmd[10] = sizeof(descriptor);
	return host_ioctl(job->dev->host, job->dev->fd, CDROM_SEND_PACKET, &command);
}

int act_cd_speed_set(struct job *job)
{
	uint64_t speed = job->opt->value;
	int err, streaming;

	if (!job_quiet(job))
		report_line(job->out, "setting cd/dvd speed to %" PRIu64 "\n", speed);
	/* both: some drives obey only the first, others only the second */
	streaming = set_streaming(job, (uint32_t)speed * KB_PER_X);
	err = host_ioctl(job->dev->host, job->dev->fd, CDROM_SELECT_SPEED,
			 (void *)(uintptr_t)speed);
	return err < 0 && streaming < 0 ? job_fail(job, err, "CDROM_SELECT_SPEED failed") : 0;
}

int act_door_lock_set(struct job *job)
{
	struct ata_cmd cmd = ata_command(job->opt->value ? ATA_MEDIA_LOCK : ATA_MEDIA_UNLOCK);
	int err;

	job_announce(job, "drive doorlock", job->opt->value, on_off(job->opt->value));
	err = device_ata(job->dev, &cmd);
	return err ? job_fail_ata(job, err, &cmd) : 0;
}
