// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether the drive reallocates the sectors that --repair overwrites: its own count, before and
 * after.
 */
#include "ata_logs.h"
#include "device_ask.h"
#include "state.h"

static bool read_statistic(struct surface *s, uint64_t *sectors)
{
	uint8_t page[ID_BYTES];
	struct ata_cmd cmd;
	int err = device_listed_page(s->job->dev, LOG_DEVICE_STATISTICS, LOG_PAGE_ROTATING_MEDIA,
				     page, &cmd);

	device_forget_failure(s->job->dev);
	return !err && ata_reallocated_statistic(page, sectors);
}

static bool read_smart_attribute(struct surface *s, uint64_t *sectors)
{
	uint8_t data[ID_BYTES];
	struct ata_cmd cmd;
	bool read =
		ata_smart_data(s->job->dev->id.raw, data, &cmd) && !device_ata(s->job->dev, &cmd);

	device_forget_failure(s->job->dev);
	return read && ata_reallocated_attribute(data, sectors);
}

struct reallocated reallocated_first(struct surface *s)
{
	struct reallocated now = { .read = NULL };

	if (s->ata && read_statistic(s, &now.sectors))
		now.read = read_statistic;
	else if (s->ata && read_smart_attribute(s, &now.sectors))
		now.read = read_smart_attribute;
	return now;
}

enum reallocation reallocated_since(struct surface *s, struct reallocated *last)
{
	uint64_t before = last->sectors;

	if (!last->read || !last->read(s, &last->sectors) || last->sectors < before)
		return REALLOCATION_UNKNOWN;
	return last->sectors > before ? REALLOCATED : NOT_REALLOCATED;
}
