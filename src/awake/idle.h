/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of --idle-standby. */
#ifndef HDPARM_AWAKE_IDLE_H
#define HDPARM_AWAKE_IDLE_H

#include "awake.h"
#include "sysfs.h"
#include "drive.h"

#define NS_PER_S UINT64_C(1000000000)

/* Wear: manufacturers state 50,000 starts. */
enum { STOPS_AN_HOUR = 2, HOUR_S = 3600 };

enum idle_state { STATE_UNKNOWN, STATE_AWAKE, STATE_ASLEEP };

enum { DRIVE_NAMES_BYTES = 160 };

/* A drive that is served. Times are of host_now_ns(). */
struct idle_drive {
	char *path;
	struct block_disk disk;
	uint64_t limit; /* ns */
	bool prefer_ata12;
	enum ata_path way;
	bool named;			     /* see struct idle_wish */
	bool past;			     /* the drive is gone: only its starts are remembered */
	bool served;			     /* false: the drive is left alone */
	bool present, seen;		     /* the kernel counts the drive's use; in this round */
	bool changed;			     /* the drive was away and may be another drive now */
	bool told_limit, told_other, failed; /* that was reported */
	bool asked;			     /* something was sent in this round */
	uint64_t sequence;		     /* the kernel's sequence number; 0: not known */
	char names[DRIVE_NAMES_BYTES];	     /* names of the drive that survive plugging */
	uint64_t number;		     /* number of the world wide name; 0: no such name */
	struct block_usage usage, sum;	     /* use by all paths; sum: in this round */
	unsigned paths, paths_now;	     /* number of paths that were counted */
	uint64_t idle_since, state_since, asked_at;
	enum idle_state state;
	unsigned found_asleep;		 /* how often it still slept */
	uint64_t stopped[STOPS_AN_HOUR]; /* the last times; 0: never */
	size_t group;			 /* the first of the drives that sleep together */
};

/* A disk of the kernel's, and which drive it is a path to. */
struct idle_path {
	char disk[BLOCK_NAME_BYTES];
	uint64_t number;
};

struct idle {
	struct host *host;
	struct report *out;
	struct idle_source *source;
	struct request *req; /* that of messages */
	bool dry;
	struct idle_drive *drive;
	size_t n;
	struct idle_path *path; /* paths of all disks with a world wide name */
	size_t paths;
	bool starved;		     /* no memory for a path */
	uint64_t now, rounds, names; /* names: a sum of the disks' names */
	int64_t slept_ms;
	bool takes_counts; /* counts are noted, and are no use */
	bool told_kept;	   /* that the file was not taken */
	bool came;	   /* drives came in the last round: udev may still make their links */
	int failed;	   /* the first error at the start */
};

/* Take the source's wishes, keep what is known of the same drives. 0 or -errno. */
int idle_load(struct idle *s);
/* Find the paths to each drive anew. 0 or -ENOMEM. */
int idle_find_paths(struct idle *s);
/* Return the number of the drive behind a disk; 0 without a world wide name. */
uint64_t idle_number(const struct idle *s, const char *disk);
/* Look at a drive: at first, or again when it was away or has changed. 0 or -ENOMEM. */
int idle_look(struct idle *s, struct idle_drive *d, bool first);
/*
 * Serve a drive by one of its given names and paths. If another entry is served, leave d; else give
 * d the counted starts of the other entries.
 */
void idle_serve_once(struct idle *s, struct idle_drive *d);
/* True if the name still leads to the same drive. */
bool idle_is_same(struct idle *s, struct idle_drive *d);
/* True if the kernel counts its reads and writes: queue/iostats. */
bool idle_is_counted(struct idle *s, const struct idle_drive *d);
/* How often it was stopped in the last hour. */
unsigned idle_stops(const struct idle *s, const struct idle_drive *d);
/* Find which drives sleep together. 0 or -ENOMEM. */
int idle_group(struct idle *s);
void idle_free(struct idle *s);

/* Print an event of a drive, or of the machine (d: NULL); `seconds` of the event, or 0. */
void idle_tell(struct idle *s, const struct idle_drive *d, const char *event, uint64_t seconds,
	       const char *fmt, ...) REPORT_PRINTF(5, 6);
/* "20 min" */
enum { SPAN_BYTES = 64 };
const char *span_text(uint64_t ns, char text[SPAN_BYTES]);

#endif
