/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --list and --watch: facts of drives, a row each. */
#ifndef HDPARM_LIST_H
#define HDPARM_LIST_H

#include "action.h"
#include "device.h"
#include "erase.h"
#include "sysfs.h"
#include "report.h"

struct disk_uses;

enum list_power {
	POWER_NOT_ASKED, /* for example since the drive was not opened, or is known to be NVMe */
	POWER_ASKED,
	POWER_NO_ANSWER
};

/* The facts of a drive. Another process may fill the row: pointers lead only to constants. */
struct list_row {
	bool shown;		  /* the drive exists: print the row */
	int barred;		  /* -EACCES or -EPERM if open(2) was not permitted; else 0 */
	struct drive_facts facts; /* from sysfs; model and rotation may come from the drive */
	/* the names by which faults are known; empty: not known, or a bridge's */
	char fault_model[DISK_TEXT_BYTES], fault_firmware[DISK_TEXT_BYTES];
	char used_by[BLOCK_WHY_BYTES]; /* a use of the drive, in words; empty: none, or not known */
	enum list_power asked;
	struct power_state power;    /* valid if `asked` is POWER_ASKED */
	struct observed write_cache; /* from the drive or from sysfs */
	/* this and the next members: from the drive; not known if the drive may be asleep */
	struct observed apm, epc, standby_timer;
	bool has_celsius;
	struct drive_temperature temperature;
	struct ata_security security;
	struct link_power link_power; /* from sysfs; `text` is empty if not known */
};

/* Fill in facts from sysfs and `uses`, which may be NULL. 0, or -errno as drive_facts(). */
int list_look(struct sys_disk *disk, const struct disk_uses *uses, struct list_row *row);

/*
 * Ask a device for the power condition, except a disk known to be NVMe. Without `power_only`, also
 * ask for other facts, unless the device hangs or may be asleep.
 */
void list_ask(struct device *dev, const struct request *req, bool power_only, struct list_row *row);

/*
 * Copy the names by which faults are known, and the serial number; if not known, `serial` is
 * unchanged or empty. The model in *row may change as well. `serial` NULL: it is not wanted, and
 * the model does not change.
 */
void list_names(struct device *dev, struct list_row *row, char serial[DISK_TEXT_BYTES]);

/* Note the known faults of a drive. */
void list_note_faults(const struct list_row *row, struct report *out);

/* Return the word of -C for the power condition, or "no answer"; NULL: not asked. */
const char *list_power_mode(const struct list_row *row);

struct list_names {
	struct sys_disk *disk;
	const struct disk_links *links;
	char serial[DISK_TEXT_BYTES]; /* empty: not known */
};

/* Report the current device in the section "list" (devices[n].list in JSON). */
void list_report(struct report *out, const struct list_row *row, const struct list_names *names);

/*
 * Print the rows with `shown` as a table for a terminal of `columns` characters; `color`: alarming
 * values are red. `columns` 0: print for scripts, a line of keys and tab-separated rows.
 */
void list_print(struct report *out, const struct list_row *rows, size_t n, unsigned columns,
		bool color);

#endif
