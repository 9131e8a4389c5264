// SPDX-License-Identifier: GPL-2.0-or-later
/* One sector of the medium: read, overwritten with zeros, or made unreadable. */
#include "acts.h"
#include "ata_drive.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	LAST_28BIT = 0x0ffffffe, /* beyond it 48-bit commands are used */
	HEX_PER_LINE = 16,
	UNCORRECTABLE_PSEUDO = 0x55,
	UNCORRECTABLE_FLAGGED = 0xaa,
	FILL = 0xa5,
	LONG_BYTES = 520 /* data and ECC */
};

/* Checks drive, partition and address; for `writes`, drops the disk's page cache. */
static int prepare_sector(struct job *job, bool writes)
{
	uint64_t lba = job->opt->value;
	int err = job_whole_disk_sector(job, lba);

	if (!err && lba > LAST_28BIT + 1 && !ata_id_has(job->dev->id.raw, ID_HAS_LBA48))
		err = job_fail(job, -EINVAL, "the drive has no sector %" PRIu64, lba);
	if (!err && writes)
		job_drop_cached(job);
	return err;
}

/* The 28-bit command or, if the address needs it, the 48-bit one. */
static struct ata_cmd sector_command(struct job *job, enum ata_id id, enum ata_id id_ext,
				     uint8_t *data)
{
	unsigned bytes = ata_id_sector_bytes(job->dev->id.raw);
	bool ext = job->opt->value > LAST_28BIT && ata_id_has(job->dev->id.raw, ID_HAS_LBA48);
	struct ata_cmd cmd = ata_command_data(ext ? id_ext : id, data, bytes);

	cmd.count = 1;
	cmd.lba = job->opt->value;
	cmd.logical_blocks = bytes != 512;
	return cmd;
}

/* `hex` has room for two digits of each byte and a NUL. */
static void show_sector(struct job *job, const uint8_t *data, size_t bytes, char *hex)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < bytes; i++) {
		hex[2 * i] = digits[data[i] >> 4];
		hex[2 * i + 1] = digits[data[i] & 15];
	}
	report_section_begin(job->out, "sector");
	report_u64(job->out, "lba", job->opt->value, NO_TEXT);
	report_u64(job->out, "length_bytes", bytes, NO_TEXT);
	for (size_t i = 0; i < bytes; i += 2)
		report_line(job->out, "%s%.4s%s", i % HEX_PER_LINE ? " " : "", hex + 2 * i,
			    i % HEX_PER_LINE == HEX_PER_LINE - 2 ? "\n" : "");
	report_string(job->out, "data_hex", hex, NO_TEXT);
	report_section_end(job->out);
}

int act_read_sector(struct job *job)
{
	struct ata_cmd cmd;
	uint8_t *data;
	size_t bytes;
	int err = prepare_sector(job, false);

	if (err)
		return err;
	/* with room for the digits: once the sector is read, nothing keeps it from being shown */
	bytes = ata_id_sector_bytes(job->dev->id.raw);
	data = calloc(1, bytes + 2 * bytes + 1);
	if (!data)
		return job_fail(job, -ENOMEM, "reading");
	report_line(job->out, "reading sector %" PRIu64 ": ", job->opt->value);
	cmd = sector_command(job, ATA_READ_SECTORS, ATA_READ_SECTORS_EXT, data);
	err = device_ata(job->dev, &cmd);
	if (err) {
		err = job_fail_announced(job, err, &cmd);
	} else {
		report_line(job->out, "succeeded\n");
		show_sector(job, data, bytes, (char *)data + bytes);
	}
	free(data);
	return err;
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

int act_write_sector(struct job *job)
{
	struct ata_cmd cmd;
	uint8_t *zeros;
	int err = prepare_sector(job, true);

	if (err)
		return err;
	zeros = calloc(1, ata_id_sector_bytes(job->dev->id.raw));
	if (!zeros)
		return job_fail(job, -ENOMEM, "writing");
	report_line(job->out, "re-writing sector %" PRIu64 ": ", job->opt->value);
	cmd = sector_command(job, ATA_WRITE_SECTORS, ATA_WRITE_SECTORS_EXT, zeros);
	err = report_result(job, device_ata(job->dev, &cmd), &cmd);
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
	int err = prepare_sector(job, true);

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
		if (job->opt->value <= LAST_28BIT + 1 &&
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
