/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions to an open device: IDENTIFY data, logs, the native size, the power mode. */
#ifndef HDPARM_DEVICE_ASK_H
#define HDPARM_DEVICE_ASK_H

#include "ata_logs.h"
#include "device.h"

/*
 * IDENTIFY data, asked once and kept until device_forget(): IDENTIFY DEVICE, and where the drive
 * refuses, IDENTIFY PACKET DEVICE. 0 or -errno as device_ata(); -ENODATA when the drive answered
 * with zeros only. On success dev->id.raw and dev->id.packet are set.
 */
int device_identify(struct device *dev);

/*
 * Return the cached IDENTIFY data, or send IDENTIFY DEVICE with `quiet` if nothing is cached.
 * device_identify() uses ATA_QUIET_MISSING: most acts need no registers, and scripts do not expect
 * the warning.
 */
int device_identify_as(struct device *dev, enum ata_quiet quiet);

/*
 * Copy the IDENTIFY data that the kernel read when it found the drive into dev->id.raw: for a
 * user without permission to ask the drive, and for a drive that must not be woken. False: the
 * kernel has none.
 */
bool device_identify_kept(struct device *dev);

/* Drop the cached IDENTIFY data and log directory, as after a setting. */
void device_forget(struct device *dev);

/* --- logs; device_identify() must have answered before --- */

/*
 * Read one page of a log into data[512] by READ LOG EXT, even if the log directory does not list
 * the page. Nothing is cached. 0 or -errno as device_ata(); *cmd is the finished command.
 */
int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd);

/* True if the drive has any logs for READ LOG EXT: its General Purpose Logging. */
bool device_has_logs(struct device *dev);

/*
 * Read a page as device_log_page() does, if the log directory lists the page. -ENOENT, and no
 * further command, if the directory does not list it. If reading the directory fails: that error,
 * and *cmd is that command.
 */
int device_listed_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		       struct ata_cmd *cmd);

/* Read the SCT status. 0 or -errno as device_ata(); *cmd is the finished command. */
int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd);

/* --- how many sectors the drive has in addition to those that it shows --- */

/* The command that reads the native size, by the IDENTIFY data. */
enum ata_id native_command(const uint8_t *id);

/*
 * The native size in sectors, of dev->id.raw. 0, or -errno, with the finished command in *cmd:
 * -EPROTO: only the lower 24 bits came back; -ENODATA: the answer is no size. cmd->quiet is the
 * caller's.
 */
int device_native_sectors(struct device *dev, struct ata_cmd *cmd, uint64_t *sectors);

/* DEVICE CONFIGURATION IDENTIFY. 0, or -errno; -ENODATA: the answer holds no such data. */
int device_overlay(struct device *dev, struct ata_cmd *cmd, uint8_t data[512]);

/*
 * The size that the drive would have without its configuration overlay. 0 or -errno: -EOPNOTSUPP
 * without the feature set, and nothing was sent; -ENODATA: the answer is no size.
 */
int device_overlay_sectors(struct device *dev, enum ata_quiet quiet, uint64_t *sectors);

/* --- the power mode, by queries that do not wake it --- */

enum power_source { POWER_UNKNOWN, POWER_BY_CHECK, POWER_BY_SENSE, POWER_BY_RUNTIME };

struct power_state {
	enum power_source source;
	const char *mode;      /* text of -C, "standby"; "unknown" without a source */
	const char *condition; /* the exact condition, "idle_b"; NULL without a source */
	const char *set_by;    /* cause of the mode: "timer", "command"; NULL: not known */
	bool asleep;	       /* any other command may spin it up */
	/* without a source: */
	int err;	    /* -errno of the query */
	bool fixed_sense;   /* the drive's refusal came in fixed sense */
	const char *reason; /* a sentence without its full stop; NULL: `err` is enough */
	struct ata_cmd cmd; /* the command that was sent last */
};

/*
 * Ask by CHECK POWER MODE, or by REQUEST SENSE where the device takes no ATA commands. The warning
 * about bad sense data is given only if both fail. True when state->source says how the answer was
 * found.
 */
bool device_power(struct device *dev, struct power_state *state);

/* The state of a device for which path_suspended() is true. */
struct power_state power_suspended(void);

#endif
