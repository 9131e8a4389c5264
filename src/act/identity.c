// SPDX-License-Identifier: GPL-2.0-or-later
/* -i: the IDENTIFY data as the kernel keeps them; the drive is asked nothing. */
#include "acts.h"
#include "identify.h"
#include "show.h"

#include <linux/hdreg.h>

/* What the old IDE driver has set. libata has no such setting: the drive says it, if anything. */
static uint64_t multiple_count(struct job *job, const uint8_t *id)
{
	long sectors = 0;
	unsigned told;

	if (host_ioctl(job->host, job->dev->fd, HDIO_GET_MULTCOUNT, &sectors) >= 0)
		return (uint64_t)sectors;
	return ata_id_multiple(id, &told) ? told : 0;
}

int act_identity(struct job *job)
{
	uint16_t words[ID_BYTES / 2] = { 0 };
	uint8_t page[ID_BYTES];
	struct id_input input = { .identify = page };
	struct identify id;
	int err = host_ioctl(job->host, job->dev->fd, HDIO_GET_IDENTITY, words);

	if (err < 0)
		return job_fail(job, err, "HDIO_GET_IDENTITY failed");
	ata_id_from_host(words, page);
	identify_decode(&input, &id);
	show_identify_short(&id, multiple_count(job, page), job->out);
	return 0;
}
