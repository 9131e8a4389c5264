// SPDX-License-Identifier: GPL-2.0-or-later
/* Description words for the features that can destroy data. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "drive.h"
#include "text.h"

static const struct text_value sanitize_states[] = {
	{ "idle", SD_IDLE },	 { "frozen", SD_FROZEN }, { "running", SD_RUNNING },
	{ "failed", SD_FAILED }, { "done", SD_DONE },	  { NULL, 0 },
};

static int option_sanitize(struct drive *d, const char *value)
{
	int state = text_lookup(sanitize_states, value);

	if (!strcmp(value, "antifrozen")) {
		d->sanitize.antifrozen = true;
		return 0;
	}
	if (state < 0)
		return -EINVAL;
	d->sanitize.state = (enum sanitize_state)state;
	d->sanitize.succeeded = state == SD_DONE;
	d->sanitize.failed = state == SD_FAILED;
	return 0;
}

/* Two hexadecimal digits for each segment. */
static int option_firmware_count(struct drive *d, const char *value)
{
	char *end = NULL;

	for (d->firmware_counts = 0; d->firmware_counts < DRIVE_COUNTS; value = end + 1) {
		d->firmware_count[d->firmware_counts++] = (uint8_t)strtoul(value, &end, 16);
		if (*end != ',')
			break;
	}
	return *end ? -EINVAL : 0;
}

static bool option_flag(struct drive *d, const char *key)
{
	const struct {
		const char *key;
		bool *flag;
	} flags[] = {
		{ "sizes-in-bytes", &d->sizes_in_bytes },
		{ "dco-bad-sum", &d->dco.bad_sum },
		{ "frozen-at-start", &d->security.freezes },
		{ "erase-must-finish", &d->security.must_finish },
		{ "erase-keeps-data", &d->keeps_data },
		{ "counts-all-tries", &d->security.counts_all },
		{ "erase-locks", &d->security.fails_locked },
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
		if (strcmp(key, flags[i].key) != 0)
			continue;
		*flags[i].flag = true;
		return true;
	}
	return false;
}

int drive_option_danger(struct drive *d, const char *key, const char *value)
{
	unsigned long long n = strtoull(value, NULL, 0);

	if (!strcmp(key, "sanitize"))
		return option_sanitize(d, value);
	if (!strncmp(key, "dco-w", 5)) {
		n = strtoull(key + 5, NULL, 10);
		if (n >= 32)
			return -EINVAL;
		d->dco.given[n] = true;
		d->dco.words[n] = (uint16_t)strtoul(value, NULL, 16);
		return 0;
	}
	if (!strcmp(key, "firmware-count"))
		return option_firmware_count(d, value);
	if (option_flag(d, key))
		return 0;
	if (!strcmp(key, "sanitize-step"))
		d->sanitize.step = (unsigned)n;
	else if (!strcmp(key, "sanitize-fails"))
		d->sanitize.will_fail = true;
	else if (!strcmp(key, "erase-takes"))
		d->security.erase_s = (unsigned)n;
	else if (!strcmp(key, "erase-keeps-sector"))
		d->keeps_sector = n + 1;
	else if (!strcmp(key, "idle3"))
		d->idle3_value = strcmp(value, "none") ? 0x100 | (uint8_t)n : 0;
	else if (!strcmp(key, "dco-max"))
		d->dco.max = n;
	else if (!strcmp(key, "firmware"))
		d->firmware_bytes = n * 512;
	else
		return -ENOENT;
	return 0;
}
