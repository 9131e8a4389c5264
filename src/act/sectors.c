// SPDX-License-Identifier: GPL-2.0-or-later
/* Sectors of the medium: read, overwritten with zeros, or made unreadable. */
#include "acts.h"
#include "ata_drive.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	HEX_PER_LINE = 16,
	WRITE_BYTES = 64 * 1024, /* by one command: every bridge takes as much */
	UNCORRECTABLE_PSEUDO = 0x55,
	UNCORRECTABLE_FLAGGED = 0xaa,
	FILL = 0xa5,
	LONG_BYTES = 520 /* data and ECC */
};

/*
 * Checks drive, partition and address; for `writes`, drops the disk's page cache. *range: one
 * sector, or LBA:COUNT. Whether a single one exists is left to the drive, as by 9.65.
 */
static int prepare_sectors(struct job *job, struct lba_range *range, bool writes)
{
	const uint8_t *id = job->dev->id.raw;
	int err = job_whole_disk_sector(job, job->opt->value);
	bool one;

	*range = (struct lba_range){ job->opt->value, 0 };
	if (option_table[job->id].value == &value_sectors)
		lba_run_parse(job->opt->text, range);
	one = !range->count;
	if (one)
		range->count = 1;
	if (!err && one && !ata_sector_exists(id, range->lba))
		err = job_fail(job, -EINVAL, "the drive has no sector %" PRIu64, range->lba);
	if (!err && !one && range->lba + range->count > ata_id_sectors(id))
		err = job_refuse(job, -EINVAL, "'%s': the drive has %" PRIu64 " sectors",
				 job->opt->text, ata_id_sectors(id));
	if (!err && writes)
		job_drop_cached(job);
	return err;
}

/* `hex` has room for two digits of each byte and a NUL. */
static void show_sector(struct job *job, uint64_t lba, const uint8_t *data, char *hex)
{
	static const char digits[] = "0123456789abcdef";
	size_t bytes = ata_id_sector_bytes(job->dev->id.raw);

	for (size_t i = 0; i < bytes; i++) {
		hex[2 * i] = digits[data[i] >> 4];
		hex[2 * i + 1] = digits[data[i] & 15];
	}
	hex[2 * bytes] = '\0';
	report_section_begin(job->out, "sector");
	report_u64(job->out, "lba", lba, NO_TEXT);
	report_u64(job->out, "length_bytes", bytes, NO_TEXT);
	for (size_t i = 0; i < bytes; i += 2)
		report_line(job->out, "%s%.4s%s", i % HEX_PER_LINE ? " " : "", hex + 2 * i,
			    i % HEX_PER_LINE == HEX_PER_LINE - 2 ? "\n" : "");
	report_string(job->out, "data_hex", hex, NO_TEXT);
	report_section_end(job->out);
}

/*
 * *cmd is the finished command. `data` has room for the sector, and for show_sector()'s digits. Of
 * several sectors each has its own line, also where stderr goes elsewhere: what is read next must
 * not be taken for what failed.
 */
static int read_sector(struct job *job, uint64_t lba, uint8_t *data, struct ata_cmd *cmd)
{
	const uint8_t *id = job->dev->id.raw;
	int err;

	report_line(job->out, "reading sector %" PRIu64 ": ", lba);
	*cmd = ata_sectors(id, SECTORS_READ, (struct ata_sector_run){ lba, 1 }, data);
	err = device_ata(job->dev, cmd);
	if (err && strchr(job->opt->text, ':')) {
		report_line(job->out, "failed\n");
		return job_fail_ata(job, err, cmd);
	}
	if (err)
		return job_fail_announced(job, err, cmd);
	report_line(job->out, "succeeded\n");
	show_sector(job, lba, data, (char *)data + ata_id_sector_bytes(id));
	return 0;
}

int act_read_sector(struct job *job)
{
	struct lba_range range;
	struct ata_cmd cmd;
	uint8_t *data;
	size_t bytes;
	bool several;
	int err = prepare_sectors(job, &range, false), first = 0;

	if (err)
		return err;
	/* with room for the digits: once the sector is read, nothing keeps it from being shown */
	bytes = ata_id_sector_bytes(job->dev->id.raw);
	data = calloc(1, bytes + 2 * bytes + 1);
	if (!data)
		return job_fail(job, -ENOMEM, "reading");
	several = strchr(job->opt->text, ':');
	if (several)
		report_array_begin(job->out, "sectors");
	for (uint64_t i = 0; i < range.count; i++) {
		err = read_sector(job, range.lba + i, data, &cmd);
		first = first ? first : err;
		if (err && !ata_medium_failed(&cmd.res))
			break;
	}
	if (several)
		report_section_end(job->out);
	free(data);
	return first;
}

/* Completes the line of the announcement by the result. */
static int report_result(struct job *job, int err, const struct ata_cmd *cmd)
{
	if (err)
		return job_fail_announced(job, err, cmd);
	if (job->dev->dry_run) /* not sent, so not succeeded */
		return 0;
	report_u64(job->out, option_table[job->id].key, job->opt->value, "succeeded\n");
	return 0;
}

static int write_zeros(struct job *job, struct ata_sector_run run, uint8_t *zeros)
{
	struct ata_cmd cmd = ata_sectors(job->dev->id.raw, SECTORS_WRITE, run, zeros);

	if (run.count == 1)
		report_line(job->out, "re-writing sector %" PRIu64 ": ", run.lba);
	else
		report_line(job->out, "re-writing sectors %" PRIu64 " to %" PRIu64 ": ", run.lba,
			    run.lba + run.count - 1);
	return report_result(job, device_ata(job->dev, &cmd), &cmd);
}

int act_write_sector(struct job *job)
{
	struct lba_range range;
	uint8_t *zeros;
	int err = prepare_sectors(job, &range, true);
	unsigned most = WRITE_BYTES / ata_id_sector_bytes(job->dev->id.raw);

	if (err)
		return err;
	zeros = calloc(1, WRITE_BYTES);
	if (!zeros)
		return job_fail(job, -ENOMEM, "writing");
	while (!err && range.count) {
		struct ata_sector_run run = { range.lba,
					      range.count < most ? (unsigned)range.count : most };

		if (job->dev->holding && host_interrupted(job->host)) {
			job_refuse(job, -EINTR, "interrupted before sector %" PRIu64, run.lba);
			err = -RESULT_INTERRUPTED;
			break;
		}
		err = write_zeros(job, run, zeros);
		range.lba += run.count;
		range.count -= run.count;
	}
	free(zeros);
	return err;
}

/* Writes data with wrong ECC bytes, for drives without WRITE UNCORRECTABLE EXT. */
static int write_long(struct job *job)
{
	uint8_t data[LONG_BYTES];
	struct ata_cmd cmd = ata_command_data(ATA_WRITE_LONG, data, sizeof(data));

	memset(data, FILL, sizeof(data));
	cmd.count = 1;
	cmd.lba = job->opt->value;
	report_line(job->out, "Corrupting sector %" PRIu64 " (WRITE_LONG): ", job->opt->value);
	return report_result(job, device_ata(job->dev, &cmd), &cmd);
}

int act_make_bad_sector(struct job *job)
{
	struct ata_cmd cmd = ata_command(ATA_WRITE_UNCORRECTABLE_EXT);
	bool flagged = job->opt->flag, claimed;
	struct lba_range range;
	int err = prepare_sectors(job, &range, true);

	if (err)
		return err;
	claimed = ata_id_has(job->dev->id.raw, ID_HAS_WRITE_UNCORRECTABLE_EXT);
	if (!claimed && flagged)
		report_line(
			job->out,
			"Device does not claim to implement the required WRITE_UNC_EXT command\n"
			"This operation will probably fail (continuing regardless).\n");
	if (!claimed && !flagged) {
		/* WRITE LONG takes 28-bit addresses only, and sectors of 512 bytes */
		if (ata_sector_is_28bit(job->opt->value) &&
		    ata_id_sector_bytes(job->dev->id.raw) == 512)
			return write_long(job);
		return job_fail(job, -EOPNOTSUPP, "the drive lacks WRITE UNCORRECTABLE EXT");
	}
	cmd.feature = flagged ? UNCORRECTABLE_FLAGGED : UNCORRECTABLE_PSEUDO;
	cmd.count = 1;
	cmd.lba = job->opt->value;
	report_line(job->out,
		    "Corrupting sector %" PRIu64 " (WRITE_UNC_EXT as %s): ", job->opt->value,
		    flagged ? "flagged" : "pseudo");
	return report_result(job, device_ata(job->dev, &cmd), &cmd);
}
