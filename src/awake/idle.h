/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The drives and the state of --idle-standby. */
#ifndef HDPARM_AWAKE_IDLE_H
#define HDPARM_AWAKE_IDLE_H

#include "awake.h"
#include "sysfs.h"
#include "drive.h"

#define NS_PER_S UINT64_C(1000000000)

/* Each start wears a drive: maximum number of stops of a drive within HOUR_S seconds. */
enum { STOPS_AN_HOUR = 2, HOUR_S = 3600 };

enum idle_state { STATE_UNKNOWN, STATE_AWAKE, STATE_ASLEEP };

enum { DRIVE_NAMES_BYTES = 160 };

/* Points in time are host_now_ns() values. */
struct idle_drive {
	char *path;
	struct block_disk disk;
	uint64_t limit; /* idle time before the drive is spun down, in ns */
	bool prefer_ata12;
	enum ata_path way;
	bool named;   /* the user or an hdparm.conf block names this drive: see struct idle_wish */
	bool past;    /* the drive has left the list: the entry only keeps the times of its stops */
	bool served;  /* this entry spins the drive down when it is idle */
	bool present; /* `usage` has the counts of this disk */
	bool seen;    /* the kernel listed the disk in this round */
	bool changed; /* the path may belong to another drive now */
	bool reported_limit; /* do not report the limit of stops before the next stop */
	bool reported_other; /* it was reported that the path belongs to another drive */
	bool failed;	     /* a failure was reported since the last successful stop */
	bool asked;	     /* the drive was opened in this round */
	uint64_t sequence;   /* sequence number of the disk from the kernel; 0: not known */
	char names[DRIVE_NAMES_BYTES]; /* sys_disk_names() of the drive; "": no names */
	uint64_t number;	       /* idle_number() of the disk */
	/* sums over the paths: `usage` at the last take_counts(), `sum` in this round */
	struct block_usage usage, sum;
	unsigned paths, paths_now; /* number of paths in `usage`, and in `sum` */
	uint64_t idle_since, state_since, asked_at;
	enum idle_state state;
	unsigned found_asleep;		 /* checks in a row that found the drive still asleep */
	uint64_t stopped[STOPS_AN_HOUR]; /* times of the last attempted stops; 0: no stop */
	size_t group;			 /* index in idle.drive of the first drive of the group */
};

/* One path to a drive: an sd disk that has a world wide name and is no USB disk. */
struct idle_path {
	char disk[BLOCK_NAME_BYTES];
	uint64_t number; /* hash of the world wide name */
};

struct idle {
	struct host *host;
	struct report *out;
	struct idle_source *source;
	struct request *req; /* a request without any option, for the jobs of the drives */
	bool dry;
	struct idle_drive *drive;
	size_t n;
	struct idle_path *path; /* array of `paths` elements */
	size_t paths;
	bool starved; /* there was no memory for an element of `path` */
	uint64_t now, rounds;
	uint64_t names; /* hash of the names of all disks and partitions */
	int64_t slept_ms;
	bool takes_counts;  /* set while changed counts do not mean that a drive was used */
	bool reported_kept; /* do not report the event "kept" again */
	bool came;	    /* look for drives again in the next round: udev may still make links */
	int failed;	    /* errno of the first error message of leave_alone(); 0: none */
};

/*
 * Load the drives. An old entry with equal names, or without names but with equal path, passes on
 * the times of its stops; with equal path and sequence number, also its state. 0 or -errno.
 */
int idle_load(struct idle *s);
/* Fill idle.path, and set `number` of each drive. 0 or -ENOMEM. */
int idle_find_paths(struct idle *s);
/* Return the hash of the disk's world wide name; 0 if the disk is not in idle.path. */
uint64_t idle_number(const struct idle *s, const char *disk);
/* Set d->served to whether the drive can be served. Report less if not `first`. 0 or -ENOMEM. */
int idle_look(struct idle *s, struct idle_drive *d, bool first);
/* Clear d->served if another entry serves the drive. */
void idle_serve_once(struct idle *s, struct idle_drive *d);
/* True if the path is known to still belong to the drive of this entry. */
bool idle_is_same(struct idle *s, struct idle_drive *d);
/* False if the kernel does not count the reads and writes of the drive (queue/iostats is 0). */
bool idle_is_counted(struct idle *s, const struct idle_drive *d);
/* Return the number of attempted stops within the last hour: at most STOPS_AN_HOUR. */
unsigned idle_stops(const struct idle *s, const struct idle_drive *d);
/* Group the served drives of an array, volume or file system, to sleep together. 0 or -ENOMEM. */
int idle_group(struct idle *s);
void idle_free(struct idle *s);

/* Report an event of a drive; `d` NULL: of all drives. `seconds`: a duration for JSON, or 0. */
void idle_tell(struct idle *s, const struct idle_drive *d, const char *event, uint64_t seconds,
	       const char *fmt, ...) REPORT_PRINTF(5, 6);
enum { SPAN_BYTES = 64 };

/* Write a duration as "20 min"; return `text`. */
const char *span_text(uint64_t ns, char text[SPAN_BYTES]);

#endif
