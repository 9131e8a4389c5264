/* SPDX-License-Identifier: GPL-2.0-or-later */
/* State and functions of --surface-scan and --repair. Sectors are logical sectors of the device. */
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
	uint64_t commands[TIME_BUCKETS]; /* number per class of time_limits_ms[] */
	struct slow {
		struct ata_sector_run run;
		uint64_t ns;
	} slowest[SLOWEST]; /* slowest first */
	unsigned n_slowest;
	uint32_t fine[TIME_STEPS]; /* number per class of duration, four classes per factor of 2 */
	struct place {
		uint64_t sectors, ns;
	} place[PLACES]; /* for each of PLACES equal parts of the scanned range */
	uint64_t sectors, ns;
};

/* Upper limits of the classes in times.commands; the last class has no limit. */
extern const unsigned time_limits_ms[TIME_BUCKETS - 1];

/* Waits between commands while other programs use the disk. */
struct yield {
	bool on;
	/* direct I/O not in `own` may be in the kernel's counts; false if surface.command is set */
	bool uncounted;
	struct block_disk disk;
	struct block_usage last;
	/* if `on`: 512-byte units of complete direct reads by probe_now() since yield_update() */
	uint64_t own;
	uint64_t wait_ns;
	uint64_t waits, waited_ns;
};

#define NO_SECTOR UINT64_MAX

struct surface {
	struct job *job;
	const char *command; /* name of the verify command; NULL: direct reads of `fd` */
	bool ata;	     /* the scan and --repair use ATA commands; `fd` is not open */
	int fd;
	uint8_t *buffer; /* for direct reads, and for --repair */
	size_t buffer_bytes;
	unsigned sector_bytes, most; /* most: maximum number of sectors in one command */
	uint64_t total;		     /* size of the device in sectors */

	uint64_t first, end; /* range to scan; `end` is not in the range */
	uint64_t at;	     /* next sector to scan */
	unsigned step;	     /* maximum number of sectors in the next run */
	uint64_t began_ns, tick_ns;
	uint64_t spent_ns;   /* total duration of the reads, without waits for readiness */
	uint64_t pending;    /* tried entries of the drive's list of pending defects */
	uint64_t failures;   /* reads with the result PROBE_BAD */
	uint64_t faults;     /* repeated verify commands; a wait for readiness counts once */
	unsigned unready_s;  /* seconds waited since verify_run() last returned 0 or 1 */
	uint64_t unready_ns; /* sum of the waits for readiness */
	uint64_t repeated;   /* runs in which a read failed, but then each sector was read */
	uint64_t known_good; /* a sector that was read; or NO_SECTOR */
	uint64_t proved;     /* times.sectors at the start of the run, or at its last bad sector */
	bool stacked;	     /* built on other devices, such as disks of which one may be locked */
	bool interrupted;
	struct runs bad;
	struct times times;
	struct yield yield;
};

/* 0, or -errno, reported. Call medium_close() also after a failure. */
int medium_open(struct surface *s);
void medium_close(struct surface *s);

/* For finder.probe, with a struct surface. -errno is reported; -EINTR after a signal is not. */
int medium_probe(void *surface, struct ata_sector_run run, uint64_t *where);
int medium_probe_one(struct surface *s, uint64_t lba);

/*
 * Return 0 if each disk on which the device lies serves reads, as shown by a sector outside `but`:
 * its first, a middle or its last one. Else -errno, reported with the cause, or the likely ones.
 */
int disk_serves_reads(struct surface *s, const struct ata_sector_run *but);

enum { REWRITE_BYTES = 64 * 1024 }; /* bytes of one write, at most */

/*
 * `sectors`: logical sectors per physical sector. `offset`: logical sectors that lie before LBA 0
 * in the physical sector of LBA 0.
 */
struct physical {
	uint64_t sectors, offset;
};

struct physical medium_physical(struct surface *s);

/* Return the physical sector that contains `lba`, without the parts outside the device. */
struct ata_sector_run medium_group(const struct surface *s, struct physical p, uint64_t lba);

/*
 * Overwrite at most REWRITE_BYTES with zeros, and read back. PROBE_READ: zeros were read, or this
 * is a dry run. PROBE_BAD: unreadable, or not zeros. -errno, reported.
 */
int medium_rewrite(struct surface *s, struct ata_sector_run run);

/* Initialize s->yield. No pacing with --pace=0, or without the kernel's counts of the disk. */
void yield_start(struct surface *s);

/* Return the duration in ns from which a command counts as slow, by the median of `t`. */
uint64_t times_slow_ns(const struct times *t);

/*
 * Overwrite a physical sector with zeros if the scan found a bad sector there, and if no part of
 * the physical sector can be read now. Subtract from *left the bad sectors of physical sectors that
 * can be read at the end. 0, also if s->interrupted; or -errno, reported.
 */
int repair_bad(struct surface *s, uint64_t *left);

#endif
