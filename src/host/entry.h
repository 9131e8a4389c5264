/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the name of a file in its folder, without following links that another user may have made.
 */
#ifndef HDPARM_HOST_ENTRY_H
#define HDPARM_HOST_ENTRY_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/*
 * The folder stays open, so that the name is used in this folder even if others rename folders or
 * replace them by links meanwhile.
 */
struct entry {
	int folder; /* O_PATH */
	struct stat in;
	char name[NAME_MAX + 1];
	bool there;	 /* the name exists; st describes the file itself, never a link */
	bool descriptor; /* a link of /proc to an open file: leads only to that file */
	struct stat st;
	/* for a file that is read: who else is trusted (see kernel_judge_input()), and who is not */
	bool input;
	uid_t also;
	bool replaceable; /* others can replace a file or folder on the way */
};

/*
 * Find the name that a path leads to. A link is followed only if no other user can have made it.
 * This holds in a folder that others may not write to. It also holds in a sticky folder of root or
 * of the caller, if the link belongs to root or to the caller and has no other name. Others may
 * write to a folder of a third user, or if its mode permits that to its group or to all users. 0,
 * and the caller calls entry_close(); or -errno: -ELOOP for a link that is not followed, -EISDIR
 * for a path to a folder, -ENOENT if a folder is missing (a missing last part is no error).
 */
int entry_find(const char *path, struct entry *entry);

void entry_close(struct entry *entry);

/* True if others may put files or links into the folder. */
bool entry_exposed(const struct entry *entry);

/* Open the file if it is still the one that was found; else -ESTALE. */
int entry_open(const struct entry *entry, int flags);

/* Return whether users whom the entry does not trust can write to the open file: 1, 0 or -errno. */
int entry_others_write(const struct entry *who, int fd);

#endif
