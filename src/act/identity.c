// SPDX-License-Identifier: GPL-2.0-or-later
/* -i: the IDENTIFY data as the kernel keeps them, without asking the drive. */
#include "acts.h"
#include "identify.h"
#include "show.h"

#include <linux/hdreg.h>

int act_identity(struct job *job)
{
	uint8_t raw[ID_BYTES] = { 0 };
	struct id_input input = { .identify = raw };
	struct id_multiple multiple = { false, 0 };
	struct identify id;
	long sectors = 0;
	int err = host_ioctl(job->host, job->dev->fd, HDIO_GET_IDENTITY, raw);

	if (err < 0)
		return job_fail(job, err, "HDIO_GET_IDENTITY failed");
	if (host_ioctl(job->host, job->dev->fd, HDIO_GET_MULTCOUNT, &sectors) >= 0)
		multiple = (struct id_multiple){ true, (uint64_t)sectors };
	identify_decode(&input, &id);
	show_identify_short(&id, &multiple, job->out);
	return 0;
}
