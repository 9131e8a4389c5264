/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a file in its folder without following links that another user may have made. */
#ifndef HDPARM_HOST_ENTRY_H
#define HDPARM_HOST_ENTRY_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/*
 * A name in an open folder: the name is used in this folder even if others rename or replace
 * folders meanwhile.
 */
struct entry {
	int folder;	/* O_PATH */
	struct stat in; /* the folder */
	char name[NAME_MAX + 1];
	bool there;	 /* the name exists, and `st` is valid */
	bool descriptor; /* the name is a link of /proc to an open file */
	struct stat st;	 /* the file; never a link */
	bool input;	 /* the file will be read: `also` is trusted like root */
	uid_t also;
	bool replaceable; /* others can replace a file or folder on the way */
};

/*
 * Find the name that a path leads to. A link is followed only if no other user can have made the
 * link: in a folder that others cannot write to, and in a sticky folder of root or of the caller,
 * if the link belongs to root or to the caller and has no other name. 0, and the caller calls
 * entry_close(); or -errno: -ELOOP for a link that is not followed, -EISDIR for a folder, -ENOENT
 * for a missing folder. A missing last part is no error.
 */
int entry_find(const char *path, struct entry *entry);

void entry_close(struct entry *entry);

/* True if others may put files or links into the folder, by its owner and mode. */
bool entry_exposed(const struct entry *entry);

/* Open the file. Return the descriptor, or -errno: -ESTALE if another file has the name now. */
int entry_open(const struct entry *entry, int flags);

/* Return 1 if users whom the entry does not trust can write to the open file, 0, or -errno. */
int entry_others_write(const struct entry *who, int fd);

#endif
