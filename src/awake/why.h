/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The observations of --why-awake. */
#ifndef HDPARM_AWAKE_WHY_H
#define HDPARM_AWAKE_WHY_H

#include "action.h"
#include "device.h"
#include "sysfs.h"
#include "drive.h"
#include "options.h"

enum { ACCESSES = ACCESS_DIRTY + 1, DOERS = 24, DOER_PROCESSES = 32 };

/* Accesses by a process, by processes of one name, or by "(others)": see doer_of(). */
struct doer {
	char comm[COMM_BYTES];
	unsigned pid[DOER_PROCESSES]; /* if full, a new number replaces the last element */
	unsigned processes;	      /* how many process numbers were put into `pid` */
	unsigned last;		      /* process number that was last put into `pid` */
	uint64_t n[ACCESSES];
	uint64_t inode;	 /* number of the inode that was last marked dirty */
	uint64_t sector; /* of the last read or write, in 512-byte units */
	/* whole seconds from the start of watching until `pid` got its first and its last number */
	uint64_t first_s, last_s;
	unsigned lines; /* counted accesses: the first ones (LINES_EACH) are printed */
};

struct watched {
	const char *path;
	const char *word; /* word_quoted() of `path`: in `quoted`, or `path` itself */
	char quoted[WORD_QUOTED_BYTES];
	const struct step *step;
	struct sys_disk sys;
	struct disk_paths disk; /* paths to the drive; disk.path[0] is the disk of `path` */
	int err;		/* -EACCES or -EPERM from finding or opening the drive; else 0 */
	bool hwmon;		/* hwmon shows the drive's temperature */
	struct power_state before, after;
	bool asked; /* the drive was awake, and was asked for settings */
	struct observed apm, epc, timer;
	bool has_conditions;   /* EPC is enabled on an ATA drive, and `conditions` is valid */
	bool conditions_known; /* `conditions` is valid */
	struct ata_epc_state conditions[ATA_EPC_COUNT];
	char used[BLOCK_WHY_BYTES], resync[MD_ACTION_BYTES];
	int used_err; /* -errno: what uses the drive is not known, and `used` is empty */
	struct doer doer[DOERS];
	size_t doers;
	unsigned counted;	 /* number of paths whose counts are in `last`; 0: none */
	struct block_usage last; /* sums over disk.path */
	uint64_t reads, writes;	 /* requests during the watch */
	uint64_t changes;	 /* seconds of watching in which the drive had requests */
	struct block_identity identity;
	char gone[HOST_TIME_BYTES]; /* time at which the drive went away; empty: it is there */
	int after_err;		    /* -errno of the question for `after`; or 0 */
};

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
	int untraced; /* 0: accesses were traced; -errno: not traced */
	uint64_t seconds;
};

/* verdict.c: report the likely causes for a drive; in JSON, also the observed facts. */
void why_report(struct why *why, const struct watched *drive);
/* verdict.c: true if `comm` begins with the name of a program that is known to poll drives. */
bool reader_polls(const char *comm);

#endif
