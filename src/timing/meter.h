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
	/* One plain read: large enough that the system call does not count, as in 9.65. */
	PLAIN_BYTES = 2 * MIB
};

#define NO_END	 UINT64_MAX /* end of a device whose size is unknown */
#define ONE_READ 1	    /* as a span's limit_ns: a preparing read, without progress */

/* A place to read: from start up to end in bytes, once or repeatedly, for a time. */
struct span {
	uint64_t start, end;
	bool again; /* start over at the end */
	uint64_t limit_ns;
};

/* The result of reading a span. */
struct figure {
	uint64_t bytes, ns;
	bool interrupted;
	bool zeros;	       /* every sample of the data was zero */
	uint64_t fault_offset; /* where reading failed, when it did */
	size_t fault_bytes;
	bool ended; /* the data ended early: the kernel reported no error */
};

/* Whether the failure of BLKFLSBUF was reported, and its result: 0, or -errno with --strict. */
struct flush {
	bool told;
	int result;
};

/* How to read, for one option on one device. */
struct meter {
	struct job *job;
	bool cached, direct;
	uint64_t size;	 /* size of the device, NO_END if unknown */
	uint64_t offset; /* where -t starts */
	unsigned sector_bytes;
	size_t read_bytes; /* one read of several in flight, or each read where there is no queue */
	unsigned depth;	   /* reads that the buffer has room for */
	unsigned in_flight; /* reads in flight, 1 to `depth`; 1: plain reads */
	char *buffer;
	size_t buffer_bytes;
	struct read_queue *queue; /* NULL: plain reads */
	bool no_queue;		  /* the kernel refused a queue that was wanted */
	struct flush *flush;
	unsigned runs, run;    /* number of runs, and the current one, from 1 on */
	unsigned zones, zone;  /* places, and the present one; 0: one reading from the offset on */
	bool fewer_zones;      /* than requested */
	bool line_open;	       /* a label was printed without its figure yet */
	uint64_t limit_ns;     /* time limit of one run */
	uint64_t next_tick_ns; /* when progress is shown again */
	uint64_t moved;	       /* bytes read so far, also those outside of a figure */
};

/*
 * meter.c: fills *figure. 0, or -errno with the fault's place in it; where the data ended
 * early, figure->ended with -EIO.
 */
int measure(struct meter *m, const struct span *span, struct figure *figure);

/* The sizes of meter from the device and the options; memory and queue. */
int meter_open(struct meter *m, struct job *job, bool cached);

void meter_close(struct meter *m);

/*
 * Waits, at most a few seconds, until no request is in flight. False if the device
 * stayed busy.
 */
bool settle(struct meter *m);

/* Sectors read and written since boot, by the block layer; both 0 if it does not count. */
struct traffic {
	uint64_t read, written;
};

struct traffic traffic_now(struct meter *m);

/* Reasons why a figure may mislead. */
struct doubts {
	bool busy, other_io, zeros, file, raid, virtual_device;
};

void doubts_of_device(struct device *dev, struct doubts *doubts);
void doubts_of_traffic(const struct traffic *before, const struct traffic *after, uint64_t bytes,
		       struct doubts *doubts);

/* text.c. */
/* Of rates[0..n-1], n at least 1. Sorts them. */
struct rate_stats {
	double min, median, mean, trimmed, max;
	double spread; /* (max - min) / median */
};

struct rate_stats rate_stats(double *rates, unsigned n);

double figure_rate(const struct figure *figure); /* bytes per second */

/* The unit for several figures, chosen for the highest, in bytes per second. */
struct rate_unit {
	const char *name;
	double bytes;
};

struct rate_unit rate_unit(double rate);

void show_label(struct meter *m);
void end_line(struct meter *m); /* ends the line of a label without a figure */
void show_figure(struct meter *m, const struct figure *figure);
void show_method(const struct meter *m);
void show_summary(const struct meter *m, double *rates, unsigned n);
void show_doubts(const struct meter *m, const struct doubts *doubts);
/* Show the progress; without a figure, or for ONE_READ, only the place and the run. */
void show_progress(struct meter *m, const struct span *span, const struct figure *figure);
void hide_progress(struct meter *m);
int show_fault(struct meter *m, int err, const struct figure *figure);
int show_interrupted(struct meter *m, const struct figure *figure);

#endif
