/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of -t and -T: the sizes, the reads, and the output. */
#ifndef HDPARM_TIMING_METER_H
#define HDPARM_TIMING_METER_H

#include "job.h"
#include "block.h"

#define NS_PER_S UINT64_C(1000000000)

enum {
	MIB = 1 << 20,
	READ_DEPTH_DEFAULT = 32,
	/* size of a plain read, as in hdparm 9.65: the time of the system call is negligible */
	PLAIN_BYTES = 2 * MIB
};

#define NO_END	 UINT64_MAX /* end of a device whose size is unknown */
#define ONE_READ 1	    /* span.limit_ns of a single preparing read */

/* A part of the device to read for some time. */
struct span {
	uint64_t start, end; /* in bytes; `end` is behind the last byte, or NO_END */
	bool again;	     /* at the end of the part, start again */
	uint64_t limit_ns;
};

/* The result of reading a span. */
struct figure {
	uint64_t bytes, ns;
	bool interrupted;
	bool zeros;	       /* every sample of the data was zero */
	uint64_t fault_offset; /* offset of the failed read in bytes, if a read failed */
	size_t fault_bytes;
	bool ended; /* the data ended early: the kernel reported no error */
};

/* The first failure to drop the device's cached pages, for -t. */
struct flush {
	bool reported; /* a failure was reported */
	int result;    /* result of the report: 0, or -errno with --strict */
};

/* The settings and the state of a measurement: one option on one device. */
struct meter {
	struct job *job;
	bool cached, direct; /* -T; --direct */
	uint64_t size;	     /* size of the device, NO_END if unknown */
	uint64_t offset;     /* first byte that -t reads */
	unsigned sector_bytes;
	size_t read_bytes;  /* size of one read */
	unsigned depth;	    /* limit of `in_flight` */
	unsigned in_flight; /* reads in flight, 1 to `depth`; 1: plain reads */
	char *buffer;
	size_t buffer_bytes;
	struct read_queue *queue; /* queue of asynchronous reads; NULL: plain reads */
	bool no_queue;		  /* a queue was requested, but the kernel refused it */
	struct flush *flush;
	unsigned runs, run;    /* number of runs, and the current run, from 1 on */
	unsigned zones, zone;  /* number of places, and the current place; 0: no places */
	bool fewer_zones;      /* `zones` is less than requested */
	bool line_open;	       /* a label was printed, but not yet its figure */
	uint64_t limit_ns;     /* time limit of one run */
	uint64_t next_tick_ns; /* time at which progress is shown again */
	uint64_t moved; /* bytes that the run has read, also by reads that no figure counts */
};

/* Choose the sizes, and get memory and queue. Return 0, or -errno after a report. */
int meter_open(struct meter *m, struct job *job, bool cached);
void meter_close(struct meter *m);

/*
 * Read the span and fill *figure. Return 0, or -errno with the place of the failed read in *figure.
 * -EIO with figure->ended if the data ended before span->end. For plain reads to NO_END the end of
 * the data is no error, once data have come.
 */
int measure(struct meter *m, const struct span *span, struct figure *figure);

/* Wait until no request is in flight. False if the device is busy for 3 s, or after SIGINT. */
bool settle(struct meter *m);

/* Sectors of 512 bytes read and written since boot; both 0 if not known. */
struct traffic {
	uint64_t read, written;
};

struct traffic traffic_now(struct meter *m);

/* Reasons why a figure may mislead. */
struct warnings {
	bool busy, other_io, zeros, file, raid, virtual_device;
};

void warnings_of_device(struct device *dev, struct warnings *warnings);

/* Set warnings->other_io if own reads of `bytes` do not explain the traffic. */
void warnings_of_traffic(const struct traffic *before, const struct traffic *after, uint64_t bytes,
			 struct warnings *warnings);

/* --- text.c: rates and output --- */

struct rate_stats {
	double min, median, mean, trimmed, max;
	double spread; /* (max - min) / median */
};

/* Sort rates[], and return their statistics; n is 1 or more. */
struct rate_stats rate_stats(double *rates, unsigned n);

/* Return the rate of a figure in bytes per second. */
double figure_rate(const struct figure *figure);

struct rate_unit {
	const char *name;
	double bytes;
};

/* Return the unit for several figures. `rate` is their highest rate, in bytes per second. */
struct rate_unit rate_unit(double rate);

void show_label(struct meter *m);
void end_line(struct meter *m); /* ends the line of a label without a figure */
void show_figure(struct meter *m, const struct figure *figure);
void show_method(const struct meter *m); /* shows how the data were read, in JSON only */
/* Show the statistics of n complete runs, and sort rates[]. */
void show_summary(const struct meter *m, double *rates, unsigned n);
void show_warnings(const struct meter *m, const struct warnings *warnings);
/* Show place, run, percentage and rate; only place and run for ONE_READ or without `figure`. */
void show_progress(struct meter *m, const struct span *span, const struct figure *figure);
/* Report a failed read. Return -errno: -ENODEV for a removed device. */
int show_fault(struct meter *m, int err, const struct figure *figure);
/* Report the interruption with the figure so far, and return -RESULT_INTERRUPTED. */
int show_interrupted(struct meter *m, const struct figure *figure);

#endif
