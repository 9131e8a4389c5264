/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of --why-awake. */
#ifndef HDPARM_AWAKE_WHY_H
#define HDPARM_AWAKE_WHY_H

#include "action.h"
#include "device.h"
#include "sysfs.h"
#include "drive.h"
#include "options.h"

enum { ACCESSES = ACCESS_DIRTY + 1, DOERS = 24, DOER_PROCESSES = 32 };

/*
 * What processes of one name did to the drive. A new process joins the row if its accesses are the
 * same: a program that is started again and again is one cause.
 */
struct doer {
	char comm[COMM_BYTES];
	/* known processes; with more, the last process takes the last place */
	unsigned pid[DOER_PROCESSES];
	unsigned processes;	  /* how many there were */
	unsigned last;		  /* the process that began last */
	uint64_t n[ACCESSES];	  /* accesses of each kind */
	uint64_t inode;		  /* the last inode that was dirtied */
	uint64_t first_s, last_s; /* when the first and the last process began, seconds */
	unsigned told;		  /* lines */
};

/* A drive that is watched. */
struct watched {
	const char *path;
	const char *word; /* the same in a line to type; may be in: */
	char quoted[WORD_QUOTED_BYTES];
	const struct step *step; /* how it is to be asked */
	struct sys_disk sys;
	struct disk_paths disk; /* all paths to the drive; the first is that of `path` */
	int err;		/* error of the open; 0: none */
	bool hwmon;		/* the kernel reads the temperature when a program wants it */
	struct power_state before, after;
	/* asked once, at the start, of a drive that is awake: */
	bool asked;
	struct observed apm, epc, timer;
	bool has_conditions; /* an ATA drive with Extended Power Conditions enabled */
	bool tells_timers;   /* `conditions` are known; of a SCSI disk where the timer is off */
	struct ata_epc_state conditions[ATA_EPC_COUNT];
	char used[BLOCK_WHY_BYTES], resync[MD_ACTION_BYTES];
	struct doer doer[DOERS];
	size_t doers;
	bool counted;			/* `last` is known */
	struct block_usage first, last; /* use by all paths */
	uint64_t changes;		/* seconds in which the kernel's counts changed */
};

/* What was found by a look at the drive and at the processes. */
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
	bool no_memory;	  /* something is missing for lack of memory */
	int untraced;	  /* 0: the users of the drives are traced; -errno: they are unknown */
	uint64_t seconds; /* that were watched */
};

/* verdict.c: report what was found of the drive, and the verdicts. */
void why_report(const struct why *why, const struct watched *drive);
/* verdict.c: true if a program of that short name is known to ask drives repeatedly. */
bool reader_polls(const char *comm);

#endif
