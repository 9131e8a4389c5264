// SPDX-License-Identifier: GPL-2.0-or-later
/* What the machine runs on. */
#include "file.h"

#include <stdio.h>
#include <string.h>

static bool attribute_is(struct host *host, const char *supply, const char *name, const char *value)
{
	char path[512], text[64];

	snprintf(path, sizeof(path), "%s/%s", supply, name);
	return host_read_file(host, path, text, sizeof(text)) > 0 && !strcmp(text, value);
}

/*
 * Mains, where any supply of that kind (USB chargers too) delivers; else battery, where one of the
 * machine's own, not a mouse's, or a UPS's is being discharged. Unknown is mains.
 */
bool on_battery(struct host *host)
{
	struct host_paths supplies = { NULL, 0 };
	bool mains = false, discharging = false;

	host_glob(host, "/sys/class/power_supply/*", &supplies);
	for (size_t i = 0; i < supplies.n; i++) {
		const char *supply = supplies.path[i];

		if (attribute_is(host, supply, "scope", "Device"))
			continue;
		if (attribute_is(host, supply, "type", "Battery") ||
		    attribute_is(host, supply, "type", "UPS"))
			discharging =
				discharging || attribute_is(host, supply, "status", "Discharging");
		else
			mains = mains || attribute_is(host, supply, "online", "1");
	}
	host_paths_free(host, &supplies);
	return discharging && !mains;
}
