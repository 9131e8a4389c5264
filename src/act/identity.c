// SPDX-License-Identifier: GPL-2.0-or-later
/* -i: the IDENTIFY data as the kernel keeps them; the drive is asked nothing. */
#include "acts.h"
#include "identify.h"
#include "show.h"

#include <linux/hdreg.h>
#include <string.h>

/* Serial number, firmware and model: the kernel gives them as text, not as words. */
static bool is_text(unsigned word)
{
	return (word >= 10 && word <= 19) || (word >= 23 && word <= 46);
}

/* The kernel's words have the order of the machine; pages have ATA's. */
static void to_page(const uint16_t words[ID_BYTES / 2], uint8_t page[ID_BYTES])
{
	unsigned n;

	memcpy(page, words, ID_BYTES);
	for (n = 0; n < ID_BYTES / 2; n++) {
		if (is_text(n))
			continue;
		page[2 * n] = (uint8_t)words[n];
		page[2 * n + 1] = (uint8_t)(words[n] >> 8);
	}
}

/*
 * What the old IDE driver has set. libata has no such setting: word 59 says it, if anything does.
 */
static uint64_t multiple_count(struct job *job, const struct identify *id)
{
	long sectors = 0;

	if (host_ioctl(job->host, job->dev->fd, HDIO_GET_MULTCOUNT, &sectors) >= 0)
		return (uint64_t)sectors;
	return ata_multiple_told(id_word(id, 59)) ? id_word(id, 59) & 0xff : 0;
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
	to_page(words, page);
	identify_decode(&input, &id);
	show_identify_short(&id, multiple_count(job, &id), job->out);
	return 0;
}
