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
	POWER_NOT_ASKED, /* the device was not opened */
	POWER_ASKED,
	POWER_NO_ANSWER
};

/*
 * The facts of one drive. Only pointers to constants, so that another process may fill the row in
 * shared memory.
 */
struct list_row {
	bool shown;		  /* there is such a drive */
	int barred;		  /* it may not be opened: -EACCES or -EPERM; else 0 */
	struct drive_facts facts; /* from sysfs */
	char used_by[BLOCK_WHY_BYTES];
	enum list_power asked;
	struct power_state power;    /* set with POWER_ASKED; power.cmd is not used */
	struct observed write_cache; /* from sysfs, if the drive was not asked */
	/* The rest is asked only of a drive that is awake. */
	struct observed apm, epc, standby_timer;
	bool has_celsius;
	struct drive_temperature temperature;
	struct ata_security security;
};

/* Fill in what needs no open device; `uses` may be NULL. 0 or -errno as drive_facts(). */
int list_look(struct sys_disk *disk, const struct disk_uses *uses, struct list_row *row);

/*
 * Ask an open device for its power condition and, if the drive is awake and `power_only` is false,
 * for all other columns. A drive that may be asleep gets only commands that do not wake it.
 */
void list_ask(struct device *dev, const struct request *req, bool power_only, struct list_row *row);

/*
 * The serial number: from the IDENTIFY data that list_ask() has read, or from what the kernel read
 * when it found the drive, which then has the whole model, too. Nothing is sent. It stays as it is
 * if the number is not known.
 */
void list_serial(struct device *dev, struct list_row *row, char serial[DISK_TEXT_BYTES]);

/* -C's word for the power condition, "no answer", or NULL if it was not asked for. */
const char *list_power_mode(const struct list_row *row);

/* The identity of the drive; only the JSON document shows it. */
struct list_names {
	struct sys_disk *disk;
	const struct disk_links *links;
	char serial[DISK_TEXT_BYTES]; /* empty: not known */
};

/* Report one drive's values in its section "list" of the document. */
void list_report(struct report *out, const struct list_row *row, const struct list_names *names);

/*
 * All drives as text: a table of at most `columns` characters for a terminal, in which the least
 * important columns are left out, with what is alarming in red where `color` is true; for `columns`
 * 0 all, tab-separated, below their keys.
 */
void list_print(struct report *out, const struct list_row *rows, size_t n, unsigned columns,
		bool color);

#endif
