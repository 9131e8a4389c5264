/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a file in its folder without following links that another user may have made. */
#ifndef HDPARM_HOST_ENTRY_H
#define HDPARM_HOST_ENTRY_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/*
 * A name in a folder that is held open. Operations use this folder, even if others rename or
 * replace folders of the path meanwhile.
 */
struct entry {
	int folder;	/* descriptor of the folder, opened with O_PATH */
	struct stat in; /* status of the folder */
	char name[NAME_MAX + 1];
	bool there;	 /* a file has this name, and `st` is valid */
	bool descriptor; /* the name is a link in /proc to an open file */
	struct stat st;	 /* status of the file, which is never a link */
	bool input;	 /* the file will be read: the user `also` is trusted like root */
	uid_t also;
	bool replaceable; /* others can replace the file, or a folder of the path */
};

/*
 * Find the folder and the name that a path leads to. 0, and the caller calls entry_close() later;
 * or -errno. A link is followed only if no other user can have made it. That is so in a folder that
 * others cannot write to. In a sticky folder of root or the caller, the link must belong to root or
 * the caller, and have no other name. -ELOOP: a link is not followed. -EISDIR: the path is a
 * folder. -ENOENT: a folder of the path is missing. A missing last part is no error.
 */
int entry_find(const char *path, struct entry *entry);

void entry_close(struct entry *entry);

/* True if the folder's owner and mode let other users create files or links in it. */
bool entry_exposed(const struct entry *entry);

/*
 * Open the file of the entry. Return the descriptor, or -errno: -ESTALE if the name belongs to
 * another file now.
 */
int entry_open(const struct entry *entry, int flags);

/*
 * Return 1 if a user whom the entry does not trust can write to the open file; 0 if not; or -errno.
 */
int entry_others_write(const struct entry *who, int fd);

#endif
