/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of --surface-scan. Sectors are logical sectors of the device. */
#ifndef HDPARM_SCAN_STATE_H
#define HDPARM_SCAN_STATE_H

#include "block.h"
#include "sysfs.h"
#include "find.h"
#include "job.h"

#define NS_PER_S UINT64_C(1000000000)

enum { SLOWEST = 10, PLACES = 10, TIME_BUCKETS = 8, TIME_STEPS = 256, MIB = 1 << 20 };

/* Durations of the commands that read all their sectors. */
struct times {
	/* number of commands in each class of time_limits_ms[] */
	uint64_t commands[TIME_BUCKETS];
	struct slow {
		struct ata_sector_run run;
		uint64_t ns;
	} slowest[SLOWEST]; /* slowest first */
	unsigned n_slowest;
	/* number of commands in fine classes of duration: four classes for each doubling */
	uint32_t fine[TIME_STEPS];
	struct place {
		uint64_t sectors, ns;
	} place[PLACES]; /* sectors and time for each of PLACES equal parts of the scanned range */
	uint64_t sectors, ns;
};

/* Upper limits of the classes in times.commands, in ms; the last class has no limit. */
extern const unsigned time_limits_ms[TIME_BUCKETS - 1];

/* State of pacing: the use of the disk by other programs, and the wait before the next command. */
struct yield {
	bool on;
	/* the kernel may have counted sectors of the scan that are not in `own` */
	bool uncounted;
	struct block_disk disk;
	struct block_usage last;
	/* sectors, in 512-byte units, of successful direct reads since `last` was read */
	uint64_t own;
	uint64_t wait_ns;
	uint64_t waits, waited_ns;
};

struct surface {
	struct job *job;
	/* name of the command that verifies sectors; NULL: the scan reads `fd` with O_DIRECT */
	const char *command;
	/* the scan and --repair use ATA commands, and `fd` is not open */
	bool ata;
	int fd;
	uint8_t *buffer; /* buffer for direct reads, and for what --repair writes and reads back */
	size_t buffer_bytes;
	unsigned sector_bytes, most; /* most: maximum number of sectors in one command */
	uint64_t total;		     /* size of the device in sectors */

	uint64_t first, end; /* the range to scan; `end` is the sector after it */
	uint64_t at;	     /* next sector to scan */
	unsigned step;	     /* maximum number of sectors in the next run */
	uint64_t began_ns, tick_ns;
	uint64_t spent_ns; /* sum of the durations of all reads, without waits for readiness */
	uint64_t pending;  /* number of tried entries of the drive's list of pending defects */
	uint64_t failures; /* number of reads that failed because of a bad sector */
	/* number of repetitions after failures of the path; each wait for readiness counts once */
	uint64_t faults;
	/* seconds of the present wait for the disk to become ready; 0: no wait */
	unsigned unready_s;
	uint64_t unready_ns; /* sum of the waits for the disk to become ready */
	/* number of runs of sectors in which a read failed, but in the end each sector was read */
	uint64_t repeated;
	uint64_t known_good; /* a sector that this scan has read; equal to `total`: none yet */
	bool interrupted;
	struct runs bad;
	struct times times;
	struct yield yield;
};

/* Choose how to read, and find the size. 0, or -errno, reported. Always call medium_close(). */
int medium_open(struct surface *s);
void medium_close(struct surface *s);

/*
 * Read a run: the probe() of struct finder, with a struct surface as `surface`. A failure for
 * another reason than a bad sector is reported. -EINTR, not reported: a signal came before the
 * command, which is not sent.
 */
int medium_probe(void *surface, struct ata_sector_run run, uint64_t *where);

/* Read one sector. Results as medium_probe(). */
int medium_probe_one(struct surface *s, uint64_t lba);

/* Maximum bytes of one write. */
enum { REWRITE_BYTES = 64 * 1024 };

/*
 * sectors: number of logical sectors in a physical sector. offset: LBA 0 is logical sector number
 * `offset`, counted from 0, of its physical sector.
 */
struct physical {
	uint64_t sectors, offset;
};

struct physical medium_physical(struct surface *s);

/* Return the physical sector that contains `lba`, without the parts outside the device. */
struct ata_sector_run medium_group(const struct surface *s, struct physical p, uint64_t lba);

/*
 * Overwrite a run of no more than REWRITE_BYTES with zeros, flush the cache if possible, and read
 * the run back. PROBE_READ: the run reads as zeros, or this is a dry run. PROBE_BAD: the run cannot
 * be read, or does not read as zeros. -errno, reported.
 */
int medium_rewrite(struct surface *s, struct ata_sector_run run);

/* Initialize s->yield. No pacing with --pace=0, or without the kernel's counts of the disk. */
void yield_start(struct surface *s);

/* Return the duration in ns from which a command is slow, derived from the median of `t`. */
uint64_t times_slow_ns(const struct times *t);

/*
 * Overwrite bad sectors with zeros: whole physical sectors, if no part of them can be read now.
 * Subtract from *left the number of bad sectors that can be read afterwards. 0, also after a signal
 * (s->interrupted); or -errno, reported.
 */
int repair_bad(struct surface *s, uint64_t *left);

#endif
