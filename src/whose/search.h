/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a search for the users of sectors has found. Sectors have 512 bytes here. */
#ifndef HDPARM_WHOSE_SEARCH_H
#define HDPARM_WHOSE_SEARCH_H

#include "job.h"
#include "sysfs.h"

enum { SECTOR = 512, LAYERS = 8, WHY_BYTES = 192 };

enum use {
	USE_UNKNOWN,
	USE_GAP, /* in no partition */
	USE_SWAP,
	USE_NOT_FOLLOWED, /* a layer that this program cannot follow */
	USE_NOT_MOUNTED,
	USE_FREE,
	USE_METADATA,
	USE_FILE,
	USE_FOLDER
};

/* A part of a range that lies on one device of each layer. */
struct spot {
	uint64_t first, count; /* on the named device */
	/* partitions, arrays and volumes, the one above the named device first */
	struct layer {
		char name[BLOCK_NAME_BYTES];
		uint64_t at;   /* the spot's first sector there */
		uint64_t unit; /* SECTORs in a logical sector of the device */
	} layer[LAYERS];
	unsigned layers;
	enum use use;		    /* without a mounted file system */
	char why[WHY_BYTES];	    /* more on `use`; USE_NOT_MOUNTED: what to type */
	char type[DISK_TEXT_BYTES]; /* USE_NOT_MOUNTED: of the file system; "": not known */
	size_t system;		    /* number of its mounted file system, from 1; 0: none */
};

/* A part of a spot that a file system has given away. */
struct owner {
	size_t spot;
	uint64_t first, count; /* on the named device */
	enum use use;
	uint64_t inode;	  /* 0: not known */
	uint64_t offset;  /* of a file or folder, in bytes */
	bool unwritten;	  /* space that a file has reserved, and not written */
	const char *what; /* kind of metadata; or NULL */
	char *path;	  /* NULL: no name is known */
};

struct file_system {
	uint64_t rdev;
	char name[BLOCK_NAME_BYTES], type[DISK_TEXT_BYTES];
	char *place; /* where it is mounted */
	int mount;   /* the mount's number */
	bool part;   /* only a folder of it is mounted */
	bool mapped; /* the kernel has told its free space */
	int err;     /* -errno: it was not searched, or not to the end */
	/* of struct file_walk; files whose last data have no place yet; and compressed ones */
	uint64_t closed, covered, unplaced, compressed;
	char example[256];
};

struct search {
	struct job *job;
	bool only_files; /* what is not mounted need not be described */
	uint64_t unit;	 /* SECTORs in a logical sector of the named device */
	char name[BLOCK_NAME_BYTES];
	struct spot *spot;
	size_t spots;
	struct owner *owner;
	size_t owners;
	struct file_system *system;
	size_t systems;
};

enum { MOST_OWNERS = 10000 };

/* Append room for an element to an array of `n`: NULL: no memory. */
void *search_grow(void *array, size_t n, size_t size);

/* stack.c: follow sectors of the named device up; append a spot for each part. 0 or -ENOMEM. */
int stack_follow(struct search *s, uint64_t first, uint64_t count);

/* system.c: true if files_find() can find the files of a file system of this type. */
bool system_type_known(const char *type);

/* system.c: true if a device is mounted itself, or swap space in use. */
bool system_uses(struct host *host, uint64_t rdev);

/* system.c: find the mount of a device; fill spot->system, use or why. 0 or -ENOMEM. */
int system_find(struct search *s, struct spot *spot, const char *name, uint64_t rdev, uint64_t at);

/*
 * files.c: find the owners of the spots in a mounted file system. 0, -ENOMEM, -EINTR, or -E2BIG:
 * the search has more than MOST_OWNERS owners.
 */
int files_find(struct search *s, size_t system);

/* --- dm.c: the table of a dm device --- */

struct dm_line {
	uint64_t start, sectors; /* of the dm device */
	const char *type, *values;
};

/* Call found() with each line of a table, `bytes` as DM_TABLE_STATUS returns them. 0 or -EBADMSG.
 */
int dm_lines(const char *table, size_t bytes, unsigned n,
	     void (*found)(void *who, const struct dm_line *), void *who);

/*
 * Find the sectors of device `below` that a line has. Return 1 with *start; 0: none; -ENOTTY: some,
 * at places that only the line's type knows.
 */
int dm_line_place(const struct dm_line *line, uint64_t below, uint64_t *start);

/* Call found() with each line of a dm device's table, which may have a key. 0 or -errno. */
int dm_table(struct host *host, uint64_t rdev, void (*found)(void *who, const struct dm_line *),
	     void *who);

#endif
