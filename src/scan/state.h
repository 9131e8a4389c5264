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
	uint64_t commands[TIME_BUCKETS]; /* number of commands by duration: time_limits_ms[] */
	struct slow {
		struct ata_sector_run run;
		uint64_t ns;
	} slowest[SLOWEST]; /* the longest first */
	unsigned n_slowest;
	uint32_t fine[TIME_STEPS]; /* number of commands by duration, four steps to a doubling */
	struct place {
		uint64_t sectors, ns;
	} place[PLACES]; /* equal parts of the scanned range */
	uint64_t sectors, ns;
};

/* Upper ends of all buckets but the last. */
extern const unsigned time_limits_ms[TIME_BUCKETS - 1];

/* The use of the disk by other programs, and the wait before the next command. */
struct yield {
	bool on;
	bool uncounted; /* true: the kernel may have counted reads of the scan that `own` lacks */
	struct block_disk disk;
	struct block_usage last;
	uint64_t own;	  /* reads of the scan since `last`, in 512-byte units */
	uint64_t wait_ns; /* 0: no other program used the disk */
	uint64_t waits, waited_ns;
};

struct surface {
	struct job *job;
	/* command that reads sectors, which the kernel does not count; NULL: direct reads of fd */
	const char *command;
	bool ata; /* the command and those of --repair are ATA commands; fd is not open */
	int fd;
	uint8_t *buffer; /* for direct reads, and for reading back */
	size_t buffer_bytes;
	unsigned sector_bytes, most; /* most: sectors in one command */
	uint64_t total;		     /* sectors of the device */

	uint64_t first, end; /* the range to scan */
	uint64_t at;	     /* all sectors of the range before this one are scanned */
	unsigned step;	     /* sectors in the next command */
	uint64_t began_ns, tick_ns;
	uint64_t spent_ns;   /* time of all commands */
	uint64_t pending;    /* tried entries of the drive's own list */
	uint64_t failures;   /* commands that failed for a sector */
	uint64_t faults;     /* commands that were sent again after a failure of the path */
	unsigned unready_s;  /* seconds waited for readiness until now; 0: the disk is ready */
	uint64_t unready_ns; /* sum of the waits for readiness */
	uint64_t repeated;   /* runs that failed at first, and of which each sector was then read */
	uint64_t known_good; /* a sector that was read in this scan; `total`: none yet */
	bool interrupted;
	struct runs bad;
	struct times times;
	struct yield yield;
};

/*
 * Choose how sectors are read, find the size, allocate the buffer. 0, or -errno, reported. Call
 * medium_close() also after a failure.
 */
int medium_open(struct surface *s);
void medium_close(struct surface *s);

/*
 * Read a run: struct finder's probe(), with a surface as `who`. Failures of anything but a sector
 * are reported. -EINTR, not reported: after SIGINT nothing is sent.
 */
int medium_probe(void *surface, struct ata_sector_run run, uint64_t *where);

/* Read one sector: PROBE_READ, PROBE_BAD or -errno, as medium_probe(). */
int medium_probe_one(struct surface *s, uint64_t lba);

/* The size of a write, which every bridge accepts. */
enum { REWRITE_BYTES = 64 * 1024 };

/* Logical sectors in a physical one. offset: how many the first one has before sector 0. */
struct physical {
	uint64_t sectors, offset;
};

struct physical medium_physical(struct surface *s);

/* Return the physical sector of `lba`, cut at the device's ends. */
struct ata_sector_run medium_group(const struct surface *s, struct physical p, uint64_t lba);

/*
 * Overwrite a run of no more than REWRITE_BYTES with zeros, flush the drive's cache, and read the
 * run back. PROBE_READ: the run reads as zeros, or a dry run sent nothing; PROBE_BAD: it does not
 * read as zeros; -errno, reported.
 */
int medium_rewrite(struct surface *s, struct ata_sector_run run);

/* Find out whether the kernel counts the use of the disk, and whether --pace is off. */
void yield_start(struct surface *s);

/* Return from how many ns on a command was slow: far beyond the drive's own median. */
uint64_t times_slow_ns(const struct times *t);

/*
 * Overwrite with zeros the bad sectors that still fail; sectors that can be read stay as they are.
 * *left: decreases by the number of sectors that can be read now. 0, or -errno, reported.
 */
int repair_bad(struct surface *s, uint64_t *left);

#endif
