// SPDX-License-Identifier: GPL-2.0-or-later
/* What a drive is asked for its line. */
#include "drive_logs.h"
#include "hang.h"
#include "list.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int list_look(struct host *host, const char *path, bool power_only, struct list_row *row)
{
	int err;

	*row = (struct list_row){ .asked = POWER_NOT_ASKED };
	err = drive_facts(host, path, &row->facts);
	if (err)
		return err;
	row->shown = true;
	/* what could not be read is no use */
	if (power_only || block_used_by(host, row->facts.disk.rdev, row->used_by) != -EBUSY)
		row->used_by[0] = '\0';
	return 0;
}

/* Set by the drive alone: the standby timer of drives without EPC cannot be asked. */
static void ask_standby_timer(struct device *dev, struct list_row *row)
{
	struct ata_epc_state states[ATA_EPC_COUNT];
	struct ata_cmd cmd;

	if (!row->epc_on || device_epc_states(dev, states, &cmd) ||
	    !states[ATA_EPC_STANDBY_Z].supported)
		return;
	row->has_standby_timer = true;
	row->standby_tenths = ata_epc_effective(&states[ATA_EPC_STANDBY_Z].current);
}

static void ask_temperature(struct device *dev, struct list_row *row)
{
	uint8_t page[SCT_BYTES];
	struct ata_cmd cmd;

	if (ata_id_has(dev->id.raw, ID_HAS_SCT) && !device_sct_status(dev, page, &cmd))
		row->has_celsius = sct_temperature(page, &row->celsius);
}

static size_t trimmed_length(const char *text)
{
	size_t n = strlen(text);

	while (n && text[n - 1] == ' ')
		n--;
	return n;
}

/*
 * The drive's own word goes before the kernel's, which takes a disk behind most USB bridges for one
 * that rotates. Word 217: 0001h is an SSD; up to 0400h is reserved (ACS-3 7.12.7.82).
 */
static void take_rotation(struct list_row *row, uint32_t rate)
{
	enum { NOT_ROTATING = 1, LEAST_RPM = 0x401, NO_RATE = 0xffff };

	if (rate != NOT_ROTATING && (rate < LEAST_RPM || rate == NO_RATE))
		return;
	row->rpm = rate == NOT_ROTATING ? 0 : rate;
	row->facts.has_rotational = true;
	row->facts.rotational = rate != NOT_ROTATING;
}

/* A drive that powered up in standby returns incomplete data until it is spun up. */
static void ask_ata(struct device *dev, struct list_row *row)
{
	const uint8_t *id = dev->id.raw;
	char model[ID_STRING_BYTES];

	if (device_identify(dev) || dev->id.packet || ata_id_incomplete(id) || ata_id_blank(id))
		return;
	row->has_identify = true;
	if (ata_id_printable_text(id, ID_MODEL, model))
		snprintf(row->facts.model, sizeof(row->facts.model), "%.*s",
			 (int)trimmed_length(model), model);
	take_rotation(row, ata_id_field(id, ID_ROTATION_RATE));
	row->has_write_cache = ata_feature_supported(id, FEATURE_WRITE_CACHE);
	row->write_cache = ata_feature_enabled(id, FEATURE_WRITE_CACHE);
	row->has_apm = ata_feature_supported(id, FEATURE_APM);
	row->apm_on = ata_feature_enabled(id, FEATURE_APM);
	row->apm_level = ata_feature_level(id, FEATURE_APM);
	row->has_epc = ata_feature_supported_if_valid(id, FEATURE_EPC);
	row->epc_on = row->has_epc && ata_feature_enabled(id, FEATURE_EPC);
	ata_security_decode(id, &row->security);
	ask_standby_timer(dev, row);
	ask_temperature(dev, row);
}

static void ask_language(struct device *dev, const struct disk_language *language,
			 struct list_row *row)
{
	if (language->temperature)
		row->has_celsius = !language->temperature(dev, &row->celsius);
	if (language->write_cache)
		row->has_write_cache = !language->write_cache(dev, &row->write_cache);
	if (language->standby_timer)
		row->has_standby_timer = !language->standby_timer(dev, &row->standby_tenths);
}

void list_ask(struct device *dev, bool power_only, struct list_row *row)
{
	const struct disk_language *language = device_language(dev);
	/* an NVMe disk has no condition that a question would end */
	bool awake = row->facts.link == LINK_NVME;

	if (!awake) {
		row->asked = POWER_ASKED;
		awake = device_power(dev, &row->power) && !row->power.asleep;
		language = device_language(dev);
	}
	if (device_hung(dev))
		row->asked = POWER_NO_ANSWER;
	if (!awake || power_only || device_hung(dev))
		return;
	if (language)
		ask_language(dev, language, row);
	else if (row->facts.link != LINK_NVME)
		ask_ata(dev, row);
	if (device_hung(dev))
		row->asked = POWER_NO_ANSWER;
}

const char *list_power_mode(const struct list_row *row)
{
	if (row->asked == POWER_NO_ANSWER)
		return "no answer";
	return row->asked == POWER_ASKED ? row->power.mode : NULL;
}
