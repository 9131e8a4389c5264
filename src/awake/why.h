/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What --why-awake finds: why.c fills in, verdict.c judges. */
#ifndef HDPARM_AWAKE_WHY_H
#define HDPARM_AWAKE_WHY_H

#include "action.h"
#include "device.h"
#include "sysfs.h"
#include "drive.h"
#include "options.h"

enum { ACCESSES = ACCESS_DIRTY + 1, DOERS = 24, DOER_PROCESSES = 32 };

/*
 * Accesses by processes of one name. A process that starts again and again is one cause, so a new
 * process joins a row with equal accesses.
 */
struct doer {
	char comm[COMM_BYTES];
	/* known processes; without room the last process replaces the last */
	unsigned pid[DOER_PROCESSES];
	unsigned processes;	  /* number of processes so far */
	unsigned last;		  /* process that began last */
	uint64_t n[ACCESSES];	  /* accesses of each kind */
	uint64_t inode;		  /* last inode that was dirtied */
	uint64_t first_s, last_s; /* start of the first and last process, seconds of watching */
	unsigned lines;		  /* printed lines */
};

/* A drive that is watched. */
struct watched {
	const char *path;
	const char *word; /* the path, quoted for a shell; may point into `quoted` */
	char quoted[WORD_QUOTED_BYTES];
	const struct step *step;
	struct sys_disk sys;
	struct disk_paths disk; /* all paths to the drive; the first is that of `path` */
	int err;		/* -EACCES or -EPERM of the open; 0: none */
	bool hwmon;		/* a read of hwmon makes the kernel ask the drive */
	struct power_state before, after;
	/* asked once, at the start, of a drive that is awake: */
	bool asked; /* the drive was asked */
	struct observed apm, epc, timer;
	bool has_conditions;   /* an ATA drive with Extended Power Conditions enabled */
	bool conditions_known; /* `conditions` are known, also of a SCSI disk */
	struct ata_epc_state conditions[ATA_EPC_COUNT];
	char used[BLOCK_WHY_BYTES], resync[MD_ACTION_BYTES];
	struct doer doer[DOERS];
	size_t doers;
	bool counted;			/* `first` and `last` are known */
	struct block_usage first, last; /* use by all paths */
	uint64_t changes;		/* seconds in which the kernel's counts changed */
};

/* A running program that is known to ask drives repeatedly. */
struct poller {
	char comm[COMM_BYTES];
	unsigned pid;
};
enum { POLLERS = 8 };

struct why {
	struct host *host;
	struct report *out;
	struct watched *drive;
	size_t n;
	struct poller poller[POLLERS];
	size_t pollers;
	bool no_memory;	  /* a fact is missing for lack of memory */
	int untraced;	  /* 0: processes were traced; -errno: the users are not known */
	uint64_t seconds; /* length of the watching */
};

/* verdict.c: report what was found of the drive, and the verdicts. */
void why_report(const struct why *why, const struct watched *drive);
/* verdict.c: true if a program of that short name is known to ask drives repeatedly. */
bool reader_polls(const char *comm);

#endif
