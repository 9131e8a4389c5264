/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The power mode of a device, by queries that do not wake it. */
#ifndef HDPARM_POWER_H
#define HDPARM_POWER_H

#include "device.h"

enum power_source { POWER_UNKNOWN, POWER_BY_CHECK, POWER_BY_SENSE, POWER_BY_RUNTIME };

struct power_state {
	enum power_source source;
	const char *mode;      /* as -C prints it, "standby"; "unknown" without a source */
	const char *condition; /* the exact condition, "idle_b"; NULL without a source */
	bool asleep;	       /* any other command may spin it up */
	/* without a source: */
	int err;	    /* -errno of the query */
	bool fixed_sense;   /* the drive's refusal came in fixed sense */
	const char *reason; /* a sentence without its full stop; NULL: `err` says enough */
	struct ata_cmd cmd; /* the command that was sent last */
};

/*
 * Asks by CHECK POWER MODE, or by REQUEST SENSE where the device takes no ATA commands. The warning
 * about bad sense data is given only if both fail. True when state->source says how the answer was
 * found.
 */
bool device_power(struct device *dev, struct power_state *state);

/* The state of a device for which path_suspended() is true. */
struct power_state power_suspended(void);

#endif
