// SPDX-License-Identifier: GPL-2.0-or-later
/* -i: the IDENTIFY data as the kernel keeps them, without asking the drive. */
#include "acts.h"
#include "identify.h"
#include "show.h"

#include <linux/hdreg.h>

/* libata has no such setting: word 59 says it, when its bit 8 does (ACS-4 7.12.7.19). */
static uint64_t multiple_count(const struct identify *id)
{
	return id_bit(id, 59, 8) ? id_word(id, 59) & 0xff : 0;
}

int act_identity(struct job *job)
{
	uint8_t raw[ID_BYTES] = { 0 };
	struct id_input input = { .identify = raw };
	struct id_multiple multiple;
	struct identify id;
	long sectors = 0;
	int err = host_ioctl(job->host, job->dev->fd, HDIO_GET_IDENTITY, raw);

	if (err < 0)
		return job_fail(job, err, "HDIO_GET_IDENTITY failed");
	identify_decode(&input, &id);
	if (host_ioctl(job->host, job->dev->fd, HDIO_GET_MULTCOUNT, &sectors) >= 0)
		multiple = (struct id_multiple){ true, (uint64_t)sectors };
	else
		multiple = (struct id_multiple){ true, multiple_count(&id) };
	show_identify_short(&id, &multiple, job->out);
	return 0;
}
