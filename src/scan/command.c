// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The command by which a whole disk reads sectors without transferring data, if the disk has one.
 */
#include "state.h"

#include <errno.h>

/*
 * True if a failure only means that the disk does not accept the command in this form. On a path
 * without registers every failure would look like a success.
 */
static bool is_refusal(struct surface *s, int err)
{
	const struct drive *drive = &s->job->drive;

	return err == -EOPNOTSUPP || err == -ENOTTY || err == -EINVAL || err == -ENOSYS ||
	       (err == -EIO && drive_failed_ata(drive) &&
		!ata_transfer_failed(&drive->failure.ata.res));
}

/* drive_verify_sectors(), repeated after a failure of the path. A refused trial is not repeated. */
static int verify(struct surface *s, struct ata_sector_run run, uint64_t *where, bool trial)
{
	uint64_t end = *where;
	unsigned faults = 0;
	int err;

	do {
		*where = end;
		err = drive_verify_sectors(&s->job->drive, run.lba, run.count, where);
	} while (!(trial && is_refusal(s, err)) && faults_repeat(s, err, &faults));
	return err;
}

int command_verify(struct surface *s, struct ata_sector_run run, uint64_t *where)
{
	int err = verify(s, run, where, false);

	if (err < 0)
		return job_fail_drive(s->job, err);
	return err ? PROBE_BAD : PROBE_READ;
}

/*
 * Find the longest run that the disk accepts, at the start of the disk; it may have a limit. 1:
 * even one sector is refused; -errno, reported.
 */
static int find_most(struct surface *s, struct disk_verify *plan)
{
	uint64_t where = 0;
	int err = verify(s, (struct ata_sector_run){ 0, 1 }, &where, true);

	if (is_refusal(s, err))
		return 1;
	while (err >= 0 && plan->may_take_less && plan->most > 1) {
		if (plan->most <= s->total)
			err = verify(s, (struct ata_sector_run){ 0, plan->most }, &where, true);
		if (!is_refusal(s, err) && plan->most <= s->total)
			break;
		plan->most /= 2;
		err = 0;
	}
	return err < 0 ? job_fail_drive(s->job, err) : 0;
}

/*
 * Refuse to trust READ VERIFY of a USB bridge, which may report success without sending it. Without
 * sysfs any ATA drive may be behind a bridge. Such a bridge also succeeds for the sector after the
 * drive's last one. 0, or -errno, reported.
 */
static int doubt_bridge(struct surface *s)
{
	struct device *dev = s->job->dev;
	uint64_t where = s->total;
	int err;

	if (!drive_takes_ata(&s->job->drive) || !device_may_be_usb(dev))
		return 0;
	err = drive_verify_sectors(&s->job->drive, s->total, 1, &where);
	if (device_hung(dev))
		return job_fail_drive(s->job, err);
	device_forget_failure(dev);
	if (err == 1 || err == -EIO)
		return 0;
	s->command = NULL;
	job_note(s->job,
		 "the %s %s READ VERIFY of a sector behind the drive's last one: the kernel reads "
		 "the sectors instead",
		 device_is_usb(dev) ? "USB bridge" : "path to the drive",
		 err ? "fails at" : "reports success for");
	return 0;
}

int command_try(struct surface *s)
{
	struct drive *drive = &s->job->drive;
	struct disk_verify plan;
	struct block_place place;
	int err;

	if (block_place(drive->dev, &place) || !block_is_whole(&place))
		return 0;
	err = drive_verify_plan(drive, &plan);
	if (device_hung(drive->dev))
		return job_fail_drive(s->job, err);
	if (!err) {
		err = find_most(s, &plan);
		if (err < 0)
			return err;
	}
	device_forget_failure(drive->dev);
	if (err)
		return 0;
	s->command = drive_ops_of(drive)->verify_name;
	s->most = plan.most;
	s->total = plan.sectors ? plan.sectors : s->total;
	s->sector_bytes = plan.sectors ? plan.sector_bytes : s->sector_bytes;
	return doubt_bridge(s);
}
