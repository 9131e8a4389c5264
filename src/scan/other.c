// SPDX-License-Identifier: GPL-2.0-or-later
/* Disks that take no ATA commands verify their sectors, too, each in its language. */
#include "hang.h"
#include "state.h"

#include <errno.h>

int other_verify(struct surface *s, struct ata_sector_run run, uint64_t *where)
{
	struct device *dev = s->job->dev;
	int err = s->language->verify(dev, run.lba, run.count, where);

	if (err < 0)
		return job_fail(s->job, err, "%s", dev->attempt);
	return err ? PROBE_BAD : PROBE_READ;
}

/* Whether a failure says no more than that this disk does not take the command in this form. */
static bool is_refusal(int err)
{
	return err == -EOPNOTSUPP || err == -ENOTTY || err == -EINVAL;
}

/*
 * The longest run that the disk takes, at its beginning: it may have a limit. 1: even one sector is
 * refused; -errno reported.
 */
static int find_most(struct surface *s, const struct disk_language *language, unsigned *most)
{
	struct device *dev = s->job->dev;
	uint64_t where;
	int err = language->verify(dev, 0, 1, &where);

	if (is_refusal(err))
		return 1;
	while (err >= 0 && *most > 1) {
		if (*most <= s->total)
			err = language->verify(dev, 0, *most, &where);
		if (!is_refusal(err) && *most <= s->total)
			break;
		*most /= 2;
		err = 0;
	}
	return err < 0 ? job_fail(s->job, err, "%s", dev->attempt) : 0;
}

int other_try(struct surface *s)
{
	struct device *dev = s->job->dev;
	const struct disk_language *language = device_language(dev);
	struct block_place place;
	unsigned most;
	int err;

	if (!language || !language->verify || block_place(dev, &place) || !block_is_whole(&place))
		return 0;
	err = language->verify_most(dev, &most);
	if (device_hung(dev))
		return job_fail(s->job, err, "%s", dev->attempt);
	if (err)
		return 0;
	err = find_most(s, language, &most);
	if (err)
		return err < 0 ? err : 0;
	s->language = language;
	s->most = most;
	return 0;
}
