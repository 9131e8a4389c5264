/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What power mode a device is in, asked in the ways that do not wake it. Nothing is guessed. */
#ifndef HDPARM_POWER_H
#define HDPARM_POWER_H

#include "device.h"

enum power_source { POWER_UNKNOWN, POWER_BY_CHECK, POWER_BY_SENSE, POWER_BY_RUNTIME };

struct power_state {
	enum power_source source;
	const char *mode;      /* as -C has always said it, "standby"; "unknown" without a source */
	const char *condition; /* exactly, "idle_b"; NULL without a source */
	bool asleep;	       /* any command but these questions would spin it up */
	/* without a source: */
	int err;	    /* -errno of the asking */
	bool fixed_sense;   /* the drive's refusal came in fixed sense */
	const char *reason; /* a sentence without its end; NULL: the error says it all */
	struct ata_cmd cmd; /* the command that was sent last */
};

/*
 * By CHECK POWER MODE, and where the device takes no ATA commands by REQUEST SENSE. The warning
 * about bad sense data comes only when no way gives an answer. True when state->source says how
 * the answer was found.
 */
bool device_power(struct device *dev, struct power_state *state);

/*
 * Whether the kernel has suspended the device at `path` at run time. Asked from sysfs, without
 * opening the device, which would resume it. False where that is not known.
 */
bool path_suspended(struct host *host, const char *path);

/* The state of a device that path_suspended() is true of. */
struct power_state power_suspended(void);

#endif
