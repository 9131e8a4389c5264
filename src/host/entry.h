/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a file without following links that another user may have made. */
#ifndef HDPARM_HOST_ENTRY_H
#define HDPARM_HOST_ENTRY_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/* A name in an open folder. Operations stay in the open folder, also if others change the path. */
struct entry {
	int folder; /* opened with O_PATH */
	struct stat in;
	char name[NAME_MAX + 1];
	bool there;	 /* a file has this name, and `st` is valid */
	bool descriptor; /* the name is a link in /proc, such as /proc/self/fd/1 */
	struct stat st;	 /* status of the file, which is never a link */
	bool input;	 /* the file is to be read: the user `also` is trusted like root */
	uid_t also;
	bool replaceable; /* others can replace the file, or a folder of the path */
};

/*
 * Find the folder and the name to which a path leads; the name may be missing. 0, or -errno: -ELOOP
 * if a link is not followed, or links form a loop; -EISDIR for a folder. After 0, call
 * entry_close().
 *
 * Links are followed in folders to which other users cannot write. In a sticky folder of a trusted
 * user, a link is followed if it belongs to a trusted user and has no other name. If the last part
 * is a link in /proc, the kernel follows the link, also to a folder (entry->descriptor).
 */
int entry_find(const char *path, struct entry *entry);

void entry_close(struct entry *entry);

/*
 * True if an untrusted user or group may create files in the folder, or the folder's access control
 * list cannot be read.
 */
bool entry_exposed(const struct entry *entry);

/* Return a descriptor of the file, or -errno: -ESTALE if it was replaced, -ELOOP if by a link. */
int entry_open(const struct entry *entry, int flags);

/* Return 1 if the file is regular and an untrusted user or group can write to it; 0; or -errno. */
int entry_others_write(const struct entry *who, int fd);

#endif
