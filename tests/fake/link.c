// SPDX-License-Identifier: GPL-2.0-or-later
/* Link power management: a SATA port's policy, an NVMe controller's latency tolerance. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"

unsigned fake_scsi_host(const struct fake_device *dev)
{
	return dev->port ? dev->port - 1 : dev->number;
}

int fake_link_option(struct fake_device *dev, const char *key, const char *value)
{
	if (!strcmp(key, "link-power"))
		snprintf(dev->link_power, sizeof(dev->link_power), "%s", value);
	else if (!strcmp(key, "link-supported"))
		snprintf(dev->link_supported, sizeof(dev->link_supported), "%s", value);
	else if (!strcmp(key, "link-old"))
		dev->link_old = true;
	else if (!strcmp(key, "port"))
		dev->port = (unsigned)strtoul(value, NULL, 10) + 1;
	else
		return -ENOENT;
	return 0;
}

const char *fake_link_word(const struct fake_device *dev, unsigned i, char word[32])
{
	const char *at = dev->link_power[0] ? dev->link_power : "auto";

	for (; i && strchr(at, ','); i--)
		at = strchr(at, ',') + 1;
	snprintf(word, 32, "%.*s", (int)strcspn(at, ","), at);
	return word;
}

bool fake_link_leads(const struct fake_device *dev, const char *path)
{
	char owner[40];

	if (!dev->link_power[0])
		return false;
	if (!fake_is_nvme(dev)) {
		snprintf(owner, sizeof(owner), "/host%u/link_power_management_policy",
			 fake_scsi_host(dev));
		return strstr(path, owner);
	}
	for (unsigned i = 0; !i || i < dev->nvme.multipath; i++) {
		snprintf(owner, sizeof(owner), "/nvme%u/power/pm_qos_latency",
			 (unsigned)atoi(dev->name + 4) + 10 * i);
		if (strstr(path, owner))
			return true;
	}
	return false;
}

int fake_link_write(const struct fake_device *dev, const char *text, size_t bytes)
{
	static const char *const policies[] = { "max_performance", "medium_power",
						"med_power_with_dipm", "min_power_with_partial",
						"min_power" };

	if (fake_is_nvme(dev))
		return strspn(text, "0123456789") >= bytes || !strncmp(text, "any", bytes)
			       ? 0
			       : -EINVAL;
	if (!strcmp(dev->link_supported, "0"))
		return -EOPNOTSUPP;
	for (size_t i = 0; i < sizeof(policies) / sizeof(*policies); i++)
		if (strlen(policies[i]) == bytes && !memcmp(policies[i], text, bytes))
			return 0;
	return -EINVAL;
}
