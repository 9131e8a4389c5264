/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --list: many drives, one line each. */
#ifndef HDPARM_LIST_H
#define HDPARM_LIST_H

#include "action.h"
#include "device.h"
#include "erase.h"
#include "sysfs.h"
#include "report.h"

struct disk_uses;

enum list_power {
	POWER_NOT_ASKED, /* the drive could not be opened, or is an NVMe disk */
	POWER_ASKED,
	POWER_NO_ANSWER
};

/*
 * The facts of one drive. Pointers lead only to constants, so another process can fill the row in
 * shared memory.
 */
struct list_row {
	bool shown;		       /* true: print the row, since the drive exists */
	int barred;		       /* -EACCES or -EPERM if the open failed so; else 0 */
	struct drive_facts facts;      /* from sysfs; model and rotation may be the drive's */
	char used_by[BLOCK_WHY_BYTES]; /* a sentence that names a user; empty: none, or not known */
	enum list_power asked;
	struct power_state power;    /* set with POWER_ASKED; power.cmd is not used */
	struct observed write_cache; /* from the drive, or else from sysfs */
	/* the members from here on are read only from a drive that is awake */
	struct observed apm, epc, standby_timer;
	bool has_celsius;
	struct drive_temperature temperature;
	struct ata_security security;
};

/*
 * Fill in the facts that need no open device. If `uses` is NULL, `used_by` becomes empty. Return 0,
 * or -errno as drive_facts().
 */
int list_look(struct sys_disk *disk, const struct disk_uses *uses, struct list_row *row);

/*
 * Ask an open device for its power condition. If the drive is awake and `power_only` is false, ask
 * also for the other columns. An NVMe disk counts as awake.
 */
void list_ask(struct device *dev, const struct request *req, bool power_only, struct list_row *row);

/*
 * Copy the serial number: from the IDENTIFY data that list_ask() has read, or else from the
 * kernel's copy of IDENTIFY data, which then also gives the model of the row. For a SCSI or NVMe
 * drive, by drive_kernel_names(). `serial` is unchanged if the number is not known.
 */
void list_serial(struct device *dev, struct list_row *row, char serial[DISK_TEXT_BYTES]);

/* Return -C's word for the power condition, "no answer", or NULL if the drive was not asked. */
const char *list_power_mode(const struct list_row *row);

/* The identity of a drive, for JSON. */
struct list_names {
	struct sys_disk *disk;
	const struct disk_links *links;
	char serial[DISK_TEXT_BYTES]; /* empty: not known */
};

/* Report one drive in the section "list" of the JSON document. */
void list_report(struct report *out, const struct list_row *row, const struct list_names *names);

/*
 * Print all drives as a table for a terminal that is `columns` characters wide. The least important
 * table columns are left out if the room is short. With `color`, alarming values are red. If
 * `columns` is 0, print all facts for scripts, separated by tabs, below a line of keys.
 */
void list_print(struct report *out, const struct list_row *rows, size_t n, unsigned columns,
		bool color);

#endif
