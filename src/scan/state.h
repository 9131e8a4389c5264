/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --surface-scan: the state of a scan, and the functions that its files share. LBA and counts are
 * in logical sectors of the device on the command line.
 */
#ifndef HDPARM_SCAN_STATE_H
#define HDPARM_SCAN_STATE_H

#include "block.h"
#include "sysfs.h"
#include "find.h"
#include "job.h"

#define NS_PER_S UINT64_C(1000000000)

enum { SLOWEST = 10, PLACES = 10, TIME_BUCKETS = 8, TIME_STEPS = 256, MIB = 1 << 20 };

/* The times of commands that read all their sectors. */
struct times {
	uint64_t commands[TIME_BUCKETS]; /* commands by duration: time_limits_ms[] */
	struct slow {
		struct ata_sector_run run;
		uint64_t ns;
	} slowest[SLOWEST]; /* the longest first */
	unsigned n_slowest;
	uint32_t fine[TIME_STEPS]; /* commands by duration, four steps to a doubling */
	struct place {
		uint64_t sectors, ns;
	} place[PLACES]; /* equal parts of what is scanned */
	uint64_t sectors, ns;
};

/* Upper ends of the first buckets. */
extern const unsigned time_limits_ms[TIME_BUCKETS - 1];

/* What other users of the disk did, and the wait before the next command. */
struct yield {
	bool on;
	bool uncounted; /* it is unknown which of the scan's own reads were counted */
	struct block_disk disk;
	struct block_usage last;
	uint64_t own;	  /* what the kernel read for us since then, in 512-byte units */
	uint64_t wait_ns; /* 0: no other program used the disk */
	uint64_t waits, waited_ns;
};

struct surface {
	struct job *job;
	/*
	 * the disk reads sectors by this command, which the kernel does not count; NULL: direct
	 * reads of fd
	 */
	const char *command;
	bool ata; /* the command is an ATA command, as are those of --repair; fd is not open */
	int fd;
	uint8_t *buffer; /* buffer for direct reads, and for reading back */
	size_t buffer_bytes;
	unsigned sector_bytes, most; /* most: sectors in one command */
	uint64_t total;		     /* sectors of the device */

	uint64_t first, end; /* the range to scan */
	uint64_t at;	     /* everything before it is scanned */
	unsigned step;	     /* sectors in the next command */
	uint64_t began_ns, tick_ns;
	uint64_t spent_ns; /* time of all commands */
	uint64_t pending;  /* entries in the drive's own list */
	uint64_t failures; /* commands that failed for a sector */
	/* commands that were repeated because the path, not a sector, failed */
	uint64_t faults;
	unsigned unready_s;  /* second since which the disk is not ready; 0: the disk is ready */
	uint64_t unready_ns; /* sum of the waits for readiness */
	/* runs of which a command failed, but whose sectors were then all read */
	uint64_t repeated;
	uint64_t known_good; /* a sector that was read in this scan; `total`: none yet */
	bool interrupted;
	struct runs bad;
	struct times times;
	struct yield yield;
};

/*
 * Choose how sectors are read, find size and memory. 0, or -errno, reported. The caller
 * calls medium_close() also after a failure.
 */
int medium_open(struct surface *s);
void medium_close(struct surface *s);

/*
 * Read a run: struct finder's probe(), with a surface as `who`. Failures that are not about a
 * sector are reported; -EINTR, not reported: SIGINT came, and nothing was sent.
 */
int medium_probe(void *surface, struct ata_sector_run run, uint64_t *where);

/* Return whether one sector can be read by itself: PROBE_READ, PROBE_BAD or -errno, as
 * medium_probe(). */
int medium_probe_one(struct surface *s, uint64_t lba);

/* The most bytes that are written at a time: every bridge accepts them. */
enum { REWRITE_BYTES = 64 * 1024 };

/*
 * The drive's physical sectors: how many of ours each has, and how many of those are before sector
 * 0.
 */
struct physical {
	uint64_t sectors, offset;
};

struct physical medium_physical(struct surface *s);

/* The physical sector of `lba`; at the device's ends it may have fewer sectors. */
struct ata_sector_run medium_group(const struct surface *s, struct physical p, uint64_t lba);

/*
 * Overwrite a run of at most REWRITE_BYTES with zeros, flush the drive's cache, and read the
 * run back. PROBE_READ: it reads as zeros now, or nothing was sent in a dry run; PROBE_BAD: it does
 * not; -errno, reported.
 */
int medium_rewrite(struct surface *s, struct ata_sector_run run);

/* Find out whether the disk's use is counted, and whether --pace is off. */
void yield_start(struct surface *s);

/* From how many ns on a command was slow: far beyond the drive's own median. */
uint64_t times_slow_ns(const struct times *t);

/*
 * Overwrite the sectors that are bad and still fail with zeros, and touch no sector
 * that can be read. *left: how many sectors are bad afterwards. 0, or -errno, reported.
 */
int repair_bad(struct surface *s, uint64_t *left);

#endif
