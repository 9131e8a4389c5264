/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The drives of --idle-standby. */
#ifndef HDPARM_AWAKE_IDLE_H
#define HDPARM_AWAKE_IDLE_H

#include "awake.h"
#include "sysfs.h"
#include "drive.h"

#define NS_PER_S UINT64_C(1000000000)

/* Each start wears a drive: manufacturers state 50,000 starts. */
enum { STOPS_AN_HOUR = 2, HOUR_S = 3600 };

enum idle_state { STATE_UNKNOWN, STATE_AWAKE, STATE_ASLEEP };

enum { DRIVE_NAMES_BYTES = 160 };

/* An entry for a drive. Times are of host_now_ns(). */
struct idle_drive {
	char *path;
	struct block_disk disk;
	uint64_t limit; /* idle time before a stop, ns */
	bool prefer_ata12;
	enum ata_path way;
	bool named;		       /* see struct idle_wish */
	bool past;		       /* the drive is gone: only its starts are remembered */
	bool served;		       /* false: the drive is left alone */
	bool present;		       /* `usage` is valid */
	bool seen;		       /* the kernel listed the disk in this round */
	bool changed;		       /* the name may lead to another drive now */
	bool reported_limit;	       /* the limit of starts was reported */
	bool reported_other;	       /* another drive of this name was reported */
	bool failed;		       /* a failure was reported */
	bool asked;		       /* a command was sent in this round */
	uint64_t sequence;	       /* the kernel's sequence number; 0: not known */
	char names[DRIVE_NAMES_BYTES]; /* names of the drive that survive plugging */
	uint64_t number;	       /* hash of the world wide name; 0: no such name */
	struct block_usage usage, sum; /* use by all paths; sum: in this round */
	unsigned paths, paths_now;     /* number of paths that were counted */
	uint64_t idle_since, state_since, asked_at;
	enum idle_state state;
	unsigned found_asleep;		 /* answers "asleep" in succession */
	uint64_t stopped[STOPS_AN_HOUR]; /* times of the last stops; 0: none */
	size_t group;			 /* index of the first drive of the group */
};

/* A disk with a world wide name. */
struct idle_path {
	char disk[BLOCK_NAME_BYTES];
	uint64_t number; /* hash of the name */
};

struct idle {
	struct host *host;
	struct report *out;
	struct idle_source *source;
	struct request *req; /* empty: no options of a drive */
	bool dry;
	struct idle_drive *drive;
	size_t n;
	struct idle_path *path; /* all disks with a world wide name */
	size_t paths;
	bool starved; /* no memory for a path */
	uint64_t now, rounds;
	uint64_t names; /* hash of the names of all disks */
	int64_t slept_ms;
	bool takes_counts;  /* new counts are taken over without a use */
	bool reported_kept; /* an invalid file was reported */
	bool came;	    /* disks changed in the last round: udev may still make links */
	int failed;	    /* the first error at the start */
};

/* Take the source's wishes; drives that were served before keep their state. 0 or -errno. */
int idle_load(struct idle *s);
/* Find all paths to each drive. 0 or -ENOMEM. */
int idle_find_paths(struct idle *s);
/* Return the hash of a disk's world wide name; 0: no such name. */
uint64_t idle_number(const struct idle *s, const char *disk);
/* Judge whether a drive can be served: first, or again after a change. 0 or -ENOMEM. */
int idle_look(struct idle *s, struct idle_drive *d, bool first);
/*
 * Serve a drive by one of its given names and paths. If another entry is served, leave d; else give
 * d the counted starts of the other entries.
 */
void idle_serve_once(struct idle *s, struct idle_drive *d);
/* True if the name still leads to the drive of this entry. */
bool idle_is_same(struct idle *s, struct idle_drive *d);
/* True if the kernel counts reads and writes of the drive: queue/iostats. */
bool idle_is_counted(struct idle *s, const struct idle_drive *d);
/* Return the number of stops within the last hour, STOPS_AN_HOUR or fewer. */
unsigned idle_stops(const struct idle *s, const struct idle_drive *d);
/* Find which drives sleep together: members of one array, volume or file system. 0 or -ENOMEM. */
int idle_group(struct idle *s);
void idle_free(struct idle *s);

/* Report an event of a drive, or of the machine if d is NULL; `seconds` of the event, or 0. */
void idle_tell(struct idle *s, const struct idle_drive *d, const char *event, uint64_t seconds,
	       const char *fmt, ...) REPORT_PRINTF(5, 6);
/* Write a time as "20 min". */
enum { SPAN_BYTES = 64 };
const char *span_text(uint64_t ns, char text[SPAN_BYTES]);

#endif
