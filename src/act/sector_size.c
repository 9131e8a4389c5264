// SPDX-License-Identifier: GPL-2.0-or-later
/* The size of the drive's logical sectors: one of those that its log offers. */
#include "acts.h"
#include "ata_drive.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int read_log_page(struct job *job, uint8_t address, uint8_t page[512])
{
	struct ata_cmd cmd;
	int err = device_log_page(job->dev, address, 0, page, &cmd);

	return err ? job_fail_ata(job, err, &cmd) : 0;
}

static int read_configurations(struct job *job, struct ata_sector_configuration *list)
{
	uint8_t page[512];
	int err;

	if (!ata_id_has(job->dev->id.raw, ID_HAS_GENERAL_PURPOSE_LOGGING))
		return job_fail(job, -EOPNOTSUPP,
				"the drive has no logs, so no list of sector sizes");
	err = read_log_page(job, LOG_DIRECTORY, page);
	if (!err && !ata_log_pages(page, LOG_SECTOR_CONFIGURATION))
		err = job_fail(job, -EOPNOTSUPP, "the drive offers no other sector sizes");
	if (!err)
		err = read_log_page(job, LOG_SECTOR_CONFIGURATION, page);
	if (!err)
		ata_sector_configurations(job->dev->id.raw, page, list);
	return err;
}

static int not_offered(struct job *job, const struct ata_sector_configuration *list)
{
	char offered[SECTOR_CONFIGURATIONS * 12] = "";

	for (unsigned i = 0; i < SECTOR_CONFIGURATIONS; i++) {
		size_t n = strlen(offered);

		if (list[i].valid)
			snprintf(offered + n, sizeof(offered) - n, " %" PRIu64, list[i].bytes);
	}
	return job_fail(job, -EINVAL, "the drive offers sectors of%s bytes only", offered);
}

/* The drive has reported success: reads back which size it shows now. */
static int read_back_size(struct job *job, unsigned bytes)
{
	unsigned shown;
	int err;

	device_forget(job->dev);
	err = device_identify(job->dev);
	if (err)
		return job_fail(job, err,
				"the drive reported success, but IDENTIFY DEVICE fails now: its "
				"sector size is not known; cycle its power and check with -I");
	shown = ata_id_sector_bytes(job->dev->id.raw);
	/* many drives apply it at the next power cycle: the old size proves nothing */
	job->proof = shown == bytes ? PROVED : UNPROVED;
	if (shown != bytes)
		job_note(job,
			 "the drive still shows sectors of %u bytes; cycle its power and check "
			 "again with -I",
			 shown);
	return 0;
}

static int change_sector_size(struct job *job, const struct ata_sector_configuration *list,
			      unsigned index)
{
	struct ata_cmd cmd = ata_command(ATA_SET_SECTOR_CONFIGURATION_EXT);
	unsigned bytes =
		(unsigned)list[index].bytes; /* as asked for: the option's range is small */
	int err;

	cmd.feature = list[index].check;
	cmd.count = (uint16_t)index;
	report_line(job->out, "changing sector size configuration to %u: ", bytes);
	report_flush(job->out);
	err = device_ata(job->dev, &cmd);
	if (err)
		return job_fail_announced(job, err, &cmd);
	if (job->dev->dry_run)
		return 0;
	report_u64(job->out, option_key(job->id), bytes, "succeeded\n");
	return read_back_size(job, bytes);
}

int act_set_sector_size(struct job *job)
{
	struct ata_sector_configuration list[SECTOR_CONFIGURATIONS];
	unsigned index = 0;
	int err = job_whole_disk(job);

	if (!err)
		err = job_identify_silently(job);
	if (!err)
		err = read_configurations(job, list);
	if (err)
		return err;
	while (index < SECTOR_CONFIGURATIONS &&
	       !(list[index].valid && list[index].bytes == job->opt->value))
		index++;
	if (index == SECTOR_CONFIGURATIONS)
		return not_offered(job, list);
	err = job_unused(job);
	return err ? err : change_sector_size(job, list, index);
}

/* What the disk shows now, as the kernel has read it again. */
static int read_back_of_disk(struct job *job, unsigned bytes)
{
	const struct disk_language *language = device_language(job->dev);
	struct disk_identity id = { .logical = 0 };
	int err = language->identity(job->dev, &id);

	if (err)
		return job_fail_disk(job, err);
	job->proof = id.logical == bytes ? PROVED : DISPROVED;
	if (id.logical == bytes)
		return 0;
	return job_fail(job, -EIO, "the drive reported success, but shows sectors of %u bytes",
			id.logical);
}

int ask_set_sector_size(struct job *job)
{
	unsigned bytes = (unsigned)job->opt->value;
	int err = job_whole_disk(job);

	if (!err)
		err = job_unused_drive(job);
	if (err)
		return err;
	report_line(job->out, "changing sector size configuration to %u: ", bytes);
	report_flush(job->out);
	err = device_language(job->dev)->set_sector_bytes(job->dev, bytes);
	if (err) {
		report_notice(job->out, "FAILED: %s", strerror(-err));
		return job_fail_disk(job, err);
	}
	if (job->dev->dry_run)
		return 0;
	report_u64(job->out, option_key(job->id), bytes, "succeeded\n");
	return read_back_of_disk(job, bytes);
}
