// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether the drive reallocates the sectors that --repair overwrites: its own count, before and
 * after.
 */
#include "reallocated.h"
#include "state.h"

static bool send_query(struct surface *s, struct ata_cmd *cmd)
{
	bool answered = !device_ata(s->job->dev, cmd);

	device_forget_failure(s->job->dev);
	return answered;
}

/* Only the log directory shows whether the log exists. */
static bool has_statistics(struct surface *s)
{
	uint8_t page[ID_BYTES];
	struct ata_cmd cmd = ata_read_log(LOG_DIRECTORY, 0, page);

	return ata_id_has(s->job->dev->id.raw, ID_HAS_GENERAL_PURPOSE_LOGGING) &&
	       send_query(s, &cmd) && ata_log_pages(page, LOG_DEVICE_STATISTICS);
}

static bool read_statistic(struct surface *s, uint64_t *sectors)
{
	uint8_t page[ID_BYTES];
	struct ata_cmd cmd = ata_read_log(LOG_DEVICE_STATISTICS, LOG_PAGE_ROTATING_MEDIA, page);

	return send_query(s, &cmd) && ata_reallocated_statistic(page, sectors);
}

static bool read_smart_attribute(struct surface *s, uint64_t *sectors)
{
	uint8_t data[ID_BYTES];
	struct ata_cmd cmd;

	return ata_smart_data(s->job->dev->id.raw, data, &cmd) && send_query(s, &cmd) &&
	       ata_reallocated_attribute(data, sectors);
}

struct reallocated reallocated_first(struct surface *s)
{
	struct reallocated now = { .read = NULL };

	if (s->ata && has_statistics(s) && read_statistic(s, &now.sectors))
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
