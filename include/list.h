/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --list: many drives, one line each. */
#ifndef HDPARM_LIST_H
#define HDPARM_LIST_H

#include "ata_drive.h"
#include "facts.h"
#include "observe.h"
#include "power.h"
#include "report.h"

enum list_power {
	POWER_NOT_ASKED, /* the device was not opened */
	POWER_ASKED,
	POWER_NO_ANSWER
};

/*
 * What is known of one drive. It has no pointers except to constants, so that another process may
 * fill it in shared memory.
 */
struct list_row {
	bool shown;		  /* there is such a drive */
	int barred;		  /* it may not be opened: -EACCES or -EPERM; else 0 */
	struct drive_facts facts; /* from sysfs */
	char used_by[BLOCK_WHY_BYTES];
	enum list_power asked;
	struct power_state power;    /* with POWER_ASKED; its `cmd` is not used */
	struct observed write_cache; /* from sysfs, if the drive was not asked */
	/* The rest is asked only of a drive that is awake. */
	struct observed apm, epc, standby_timer;
	bool has_celsius;
	struct drive_temperature temperature;
	struct ata_security security;
};

/* Fills in what needs no open device; `uses` may be NULL. 0 or -errno as drive_facts(). */
int list_look(struct sys_disk *disk, const struct disk_uses *uses, struct list_row *row);

/*
 * Asks an open device for its power condition and, if it is awake and `power_only` is false, for
 * all the rest. A drive that may be asleep is sent only commands that leave it asleep.
 */
void list_ask(struct device *dev, const struct request *req, bool power_only, struct list_row *row);

/* -C's word for the power condition, "no answer", or NULL if it was not asked for. */
const char *list_power_mode(const struct list_row *row);

/* Reports one drive's values in its section "list" of the document. */
void list_report(struct report *out, const struct list_row *row);

/*
 * All drives as text: a table of at most `columns` characters for a terminal, in which the least
 * important columns are left out; for `columns` 0 all, tab-separated, below their keys.
 */
void list_print(struct report *out, const struct list_row *rows, size_t n, unsigned columns);

#endif
