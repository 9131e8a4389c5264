/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measurement and its output for -t and -T. */
#ifndef HDPARM_TIMING_METER_H
#define HDPARM_TIMING_METER_H

#include "job.h"
#include "block.h"

#define NS_PER_S UINT64_C(1000000000)

enum {
	MIB = 1 << 20,
	READ_DEPTH_DEFAULT = 32,
	PLAIN_BYTES = 2 * MIB /* maximum bytes of a read without a queue, as in hdparm 9.65 */
};

#define NO_END	 UINT64_MAX /* end of a device whose size is unknown */
#define ONE_READ 1	    /* value of span.limit_ns for a span of one read */

struct span {
	uint64_t start, end; /* in bytes; `end` is behind the last byte, or NO_END */
	bool again;	     /* after `end`, go on at `start` */
	uint64_t limit_ns;
};

struct figure {
	uint64_t bytes, ns;
	bool interrupted;
	bool zeros;	       /* each tested byte of the data was zero */
	uint64_t fault_offset; /* offset of the failed read in bytes; valid only if a read failed */
	size_t fault_bytes;
	bool ended; /* the data ended early, without an error of the kernel */
};

struct flush {
	bool reported; /* a failure of block_flush() was reported */
	int result;    /* result of the report: 0, or -errno with --strict */
};

struct meter {
	struct job *job;
	bool cached, direct; /* -T; --direct */
	uint64_t size;	     /* size of the device in bytes, or NO_END */
	uint64_t offset;     /* start of the part that -t times, in bytes; -T: 0 */
	unsigned sector_bytes;
	size_t read_bytes;
	unsigned depth;
	unsigned in_flight; /* maximum of reads in flight, up to `depth`; 1: plain reads */
	char *buffer;
	size_t buffer_bytes;
	struct read_queue *queue; /* queue of asynchronous reads; NULL: plain reads */
	/* no queue could be opened, or the kernel refused reads by the queue */
	bool no_queue;
	struct flush *flush; /* -T: NULL */
	unsigned runs, run;
	unsigned zones, zone; /* number of places, 0: none; current place, from 1 */
	bool fewer_zones;     /* `zones` is less than the user requested */
	bool outer_first;     /* a hard disk: the first place is outer, the last one inner */
	bool line_open;	      /* a printed label has no end of line yet */
	uint64_t limit_ns;
	uint64_t next_tick_ns;
	uint64_t moved; /* bytes read since the first traffic_now() of the run */
};

/* 0, or -errno, reported. Call meter_close() only after 0. */
int meter_open(struct meter *m, struct job *job, bool cached);
void meter_close(struct meter *m);

/*
 * 0, also if figure->interrupted; or -errno, with the failed read in figure->fault_offset. -EIO
 * with figure->ended: the data ended before span->end.
 */
int measure(struct meter *m, const struct span *span, struct figure *figure);

/* Wait while sysfs shows requests in flight. False after 3 s, or if host_interrupted(). */
bool settle(struct meter *m);

/* The kernel's counts of sectors read and written, in units of 512 bytes; both 0 if not known. */
struct traffic {
	uint64_t read, written;
};

struct traffic traffic_now(struct meter *m);

struct warnings {
	bool busy, other_io, zeros, file, raid, virtual_device;
};

void warnings_of_device(struct device *dev, struct warnings *warnings);

/* Set warnings->other_io if the counts increased by far more than reads of `bytes` bytes cause. */
void warnings_of_traffic(const struct traffic *before, const struct traffic *after, uint64_t bytes,
			 struct warnings *warnings);

/* --- zones.c --- */

/* Set the number of places, which may be less than `asked`. 0; or -errno, reported. */
int zones_plan(struct meter *m, unsigned asked);
/* Measure and show the places. 0, also if total->interrupted; or -errno, reported. */
int measure_zones(struct meter *m, struct figure *total);

/* --- text.c: rates and output --- */

struct rate_stats {
	double min, median, mean, trimmed, max;
	double spread; /* (max - min) / median; 0 if the median is 0 */
};

/* Sort rates[], and return their statistics. `n` is not 0. */
struct rate_stats rate_stats(double *rates, unsigned n);

double figure_rate(const struct figure *figure); /* in bytes per second */

struct rate_unit {
	const char *name;
	double bytes;
};

struct rate_unit rate_unit(double rate); /* `rate` in bytes per second */

void show_label(struct meter *m);
void end_line(struct meter *m); /* ends the line of a label without a figure */
void show_figure(struct meter *m, const struct figure *figure);
void show_method(const struct meter *m); /* shows how the data were read, in JSON only */
void show_summary(const struct meter *m, double *rates, unsigned n); /* sorts rates[] */
void show_warnings(const struct meter *m, const struct warnings *warnings);
/* Show the progress; without percentage and rate for ONE_READ, or if `figure` is NULL. */
void show_progress(struct meter *m, const struct span *span, const struct figure *figure);
int show_fault(struct meter *m, int err, const struct figure *figure); /* returns -errno */
int show_interrupted(struct meter *m, const struct figure *figure);    /* -RESULT_INTERRUPTED */

#endif
