/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The drives and the state of --idle-standby and --serve. */
#ifndef HDPARM_AWAKE_IDLE_H
#define HDPARM_AWAKE_IDLE_H

#include "awake.h"
#include "sysfs.h"
#include "drive.h"

#define NS_PER_S UINT64_C(1000000000)

/* Each start wears a drive: maximum number of attempted stops within HOUR_S seconds. */
enum { STOPS_AN_HOUR = 2, HOUR_S = 3600 };

enum idle_state { STATE_UNKNOWN, STATE_AWAKE, STATE_ASLEEP };

/* What a path led to when it was last looked at: this drive, no disk, or another drive. */
enum idle_place { PLACE_OWN, PLACE_EMPTY, PLACE_TAKEN };

enum { DRIVE_NAMES_BYTES = 160 };

/* Points in time are host_now_ns() values. */
struct idle_drive {
	char *path;
	/* its name is "" until the path has led to a disk */
	struct block_disk disk;
	uint64_t limit; /* idle time before the drive is spun down, in ns */
	bool prefer_ata12;
	unsigned way;
	bool named; /* the user or an hdparm.conf block names this drive: see struct idle_wish */
	bool past;  /* the drive has left the list, but the times of its stops still count */
	bool served;
	bool present;	     /* `usage` is valid */
	bool seen;	     /* the kernel listed the disk in this round */
	bool changed;	     /* the path may belong to another drive now */
	bool reported_limit; /* do not report the limit of stops before the next stop */
	bool failed;	     /* a failure was reported since the last successful stop */
	bool asked;	     /* the drive was opened in this round */
	enum idle_place place;
	uint64_t sequence; /* sequence number of the disk from the kernel; 0: not known */
	char names[DRIVE_NAMES_BYTES]; /* sys_disk_names() of the drive; "": no names */
	uint64_t number;
	/* sums over the paths: `usage` at the last take_counts(), `sum` in this round */
	struct block_usage usage, sum;
	unsigned paths, paths_now; /* numbers of the paths in `usage` and in `sum` */
	uint64_t idle_since, state_since, asked_at;
	enum idle_state state;
	unsigned found_asleep; /* if STATE_ASLEEP: number of checks that kept this state */
	uint64_t stopped[STOPS_AN_HOUR]; /* times of the last attempted stops; 0: none */
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
	struct request *req; /* a request without options */
	bool dry;
	struct idle_drive *drive;
	size_t n;
	struct idle_path *path;
	size_t paths;
	bool starved;
	uint64_t now, rounds;
	uint64_t events; /* sys_events() of this round */
	bool looks;	 /* the disks may be others than in the last round: make `names` again */
	uint64_t names;	 /* hash of the names and sequence numbers of the disks of disks_usage() */
	int64_t slept_ms;
	bool takes_counts;  /* changed counts do not mean that a drive was used */
	bool reported_kept; /* do not report the event "kept" again */
	bool came;	    /* look for drives again in the next round: udev may still make links */
	int failed;	    /* first errno that leave_alone() reported as an error; or 0 */
};

/*
 * Load the drives. An old entry of a drive passes on the times of stops; with equal path and
 * sequence number, also the state. 0 or -errno.
 */
int idle_load(struct idle *s);
/* Fill idle.path, and set `number` of each drive. 0 or -errno. */
int idle_find_paths(struct idle *s);
/* Return the hash of the disk's world wide name; 0 if the disk is not in idle.path. */
uint64_t idle_number(const struct idle *s, const char *disk);
/* Set d->served if the drive can be served, else clear d->served. 0 or -errno. */
int idle_look(struct idle *s, struct idle_drive *d, bool first);
/*
 * If another entry of the drive is served, clear d->served; else copy the times of stops of the
 * other entry, unless `d` has later ones.
 */
void idle_serve_once(struct idle *s, struct idle_drive *d);
/*
 * True if the path is known to belong to the drive of this entry, under the name of idle_look().
 * False if only a link of udev says so after the drive was away: idle_look() believes the link, but
 * no stop follows at once.
 */
bool idle_is_same(struct idle *s, struct idle_drive *d);
/* True if the path leads to a disk again, or to the drive again, and did not at the last look. */
bool idle_is_back(struct idle *s, struct idle_drive *d);
/* False if the kernel does not count the reads and writes of the drive (queue/iostats is 0). */
bool idle_is_counted(struct idle *s, const struct idle_drive *d);
/* Return the number of attempted stops within the last hour: at most STOPS_AN_HOUR. */
unsigned idle_stops(const struct idle *s, const struct idle_drive *d);
/* Group the served drives of an array, volume or file system, to sleep together. 0 or -errno. */
int idle_group(struct idle *s);
void idle_free(struct idle *s);

/* Report an event of a drive; `d` NULL: of all drives. `seconds`: a duration, for JSON only. */
void idle_tell(struct idle *s, const struct idle_drive *d, const char *event, uint64_t seconds,
	       const char *fmt, ...) REPORT_PRINTF(5, 6);
enum { SPAN_BYTES = 64 };

/* Write a duration as "20 min"; return `text`. */
const char *span_text(uint64_t ns, char text[SPAN_BYTES]);

#endif
