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
	/* as for an NVMe disk, or a drive that could not be opened */
	POWER_NOT_ASKED,
	POWER_ASKED,
	POWER_NO_ANSWER
};

/*
 * The facts of one drive. Pointers lead only to constants, so another process can fill the row in
 * shared memory.
 */
struct list_row {
	bool shown; /* print the row, since the drive exists */
	int barred; /* -EACCES or -EPERM if open(2) was not permitted; else 0 */
	/* from sysfs; model and rotation rate may come from the drive itself */
	struct drive_facts facts;
	/* what uses the drive, in words; empty: nothing, or not known */
	char used_by[BLOCK_WHY_BYTES];
	enum list_power asked;
	struct power_state power;    /* valid if `asked` is POWER_ASKED */
	struct observed write_cache; /* state from the drive, or else from sysfs */
	/* this member and the next ones come from the drive, which is asked only while awake */
	struct observed apm, epc, standby_timer;
	bool has_celsius;
	struct drive_temperature temperature;
	struct ata_security security;
};

/*
 * Fill in the facts that need no open device. `uses`: the uses of all disks; NULL: `used_by`
 * becomes empty. Return 0, or -errno as drive_facts().
 */
int list_look(struct sys_disk *disk, const struct disk_uses *uses, struct list_row *row);

/*
 * Ask an open device for its power condition, unless the device is known to be an NVMe disk. If the
 * drive is awake and `power_only` is false, also read the other facts of the row from the drive.
 */
void list_ask(struct device *dev, const struct request *req, bool power_only, struct list_row *row);

/*
 * Copy the serial number to `serial`, which stays unchanged or becomes empty if the number is not
 * known. May also set the model in *row, from the kernel's copy of IDENTIFY data.
 */
void list_serial(struct device *dev, struct list_row *row, char serial[DISK_TEXT_BYTES]);

/*
 * Return the word that -C prints for the power condition; "no answer"; or NULL if the drive was not
 * asked.
 */
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
 * Print the rows with `shown` as a table for a terminal that is `columns` characters wide. With
 * `color`, alarming values are red. If `columns` is 0, print for scripts: a line of keys, then
 * tab-separated rows.
 */
void list_print(struct report *out, const struct list_row *rows, size_t n, unsigned columns,
		bool color);

#endif
