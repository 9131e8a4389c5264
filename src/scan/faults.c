// SPDX-License-Identifier: GPL-2.0-or-later
/* A command that fails for a moment, and names no sector, is repeated: a scan takes hours. */
#include "state.h"

#include <errno.h>

/* The most repetitions after a failure of the path, and the pause before each. */
enum { FAULTS_MOST = 3, FAULT_PAUSE_MS = 100 };

/* Errors that no repetition changes: a refusal, and a device that is gone. */
static bool ends_scan(int err)
{
	static const int final[] = { EOPNOTSUPP, ENOTTY, EINVAL, ENOSYS, ENODEV,
				     ENXIO,	 EPERM,	 EACCES, ENOMEM, EINTR };

	for (size_t i = 0; i < sizeof(final) / sizeof(final[0]); i++) {
		if (err == -final[i])
			return true;
	}
	return false;
}

/* True for a device fault of an ATA drive: only a reset or a power cycle can end it. */
static bool has_device_fault(const struct drive *drive)
{
	const struct ata_result *res = &drive->failure.ata.res;

	return drive_failed_ata(drive) && res->valid && (res->status & ST_DF);
}

/* Wait for a disk that spins up and takes no reads until then: one more second at each report. */
static bool wait_until_ready(struct surface *s)
{
	unsigned most = s->job->drive.failure.ready_s;

	if (s->unready_s >= most)
		return false;
	if (!s->unready_s) {
		s->faults++;
		report_progress(s->job->out, NULL);
		job_note(s->job, "the disk is not ready yet: it is waited for, %u s at most", most);
	}
	s->unready_s++;
	s->unready_ns += NS_PER_S;
	device_forget_failure(s->job->dev);
	host_sleep_ns(s->job->host, NS_PER_S);
	return true;
}

bool faults_repeat(struct surface *s, int err, unsigned *faults)
{
	struct device *dev = s->job->dev;

	if (err >= 0)
		s->unready_s = 0;
	else if (!host_interrupted(s->job->host) && wait_until_ready(s))
		return true;
	if (err >= 0 || ends_scan(err) || has_device_fault(&s->job->drive) || device_hung(dev) ||
	    *faults == FAULTS_MOST || host_interrupted(s->job->host))
		return false;
	++*faults;
	s->faults++;
	device_forget_failure(dev);
	host_sleep_ns(s->job->host, UINT64_C(1000000) * FAULT_PAUSE_MS);
	return true;
}
