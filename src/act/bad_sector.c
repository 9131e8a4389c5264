// SPDX-License-Identifier: GPL-2.0-or-later
/* --make-bad-sector: a sector of the medium is made unreadable. */
#include "acts.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* How the drive does it, before anything is sent. 0, or -errno reported. */
static int plan_bad(struct job *job, struct bad_sector *bad)
{
	int err = drive_is_other(&job->drive) ? 0 : job_has_ata_sectors(job);

	*bad = (struct bad_sector){ .lba = job->opt->value, .flagged = job->opt->flag };
	if (err)
		return err;
	err = drive_plan_bad(&job->drive, bad);
	if (err)
		return job_fail_drive(job, err);
	if (bad->unclaimed)
		report_line(
			job->out,
			"Device does not claim to implement the required WRITE_UNC_EXT command\n"
			"This operation will probably fail (continuing regardless).\n");
	return 0;
}

int act_make_bad_sector(struct job *job)
{
	struct bad_sector bad;
	int err = plan_bad(job, &bad);

	if (err)
		return err;
	job_drop_cached(job);
	report_line(job->out, "Corrupting sector %" PRIu64 "%s:%s", bad.lba, bad.way,
		    job->dev->dry_run ? "\n" : " ");
	err = drive_make_bad(&job->drive, &bad);
	if (err) {
		job_fail_announced(job, err);
		return job_fail_drive(job, err);
	}
	err = sector_prove_bad(job);
	if (err) {
		job_fail_announced(job, err);
		return sector_fail_proof(job, err);
	}
	sector_show_proof(job);
	return 0;
}
