/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds a file without following links that another user may have made. */
#ifndef HDPARM_HOST_ENTRY_H
#define HDPARM_HOST_ENTRY_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

enum { WAY_BYTES = 256 };

/* A name in an open folder: a later change of the path does not lead to another folder. */
struct entry {
	int folder; /* opened with O_PATH */
	struct stat in;
	char name[NAME_MAX + 1];
	bool there;	 /* a file has this name, and `st` is valid */
	bool descriptor; /* the name is a link in /proc, such as /proc/self/fd/1 */
	struct stat st;	 /* status of the file, with links followed */
	/* for host_judge_input(): trust the user `also`, and groups with a trusted user's number */
	bool input;
	uid_t also;
	bool replaceable; /* others can replace the file, or a folder of the path */
	/* paths of the folder, and of one where only the group root can replace something; or "" */
	char way[WAY_BYTES], group_root[WAY_BYTES];
};

/*
 * Find the folder and the name to which a path leads; the name may be missing. 0, or -errno: -ELOOP
 * if a link is not followed, or after more than 40 links; -EISDIR for a folder, or for a file's
 * path that ends in a slash. After 0, call entry_close().
 *
 * Links are followed in folders to which other users cannot write. In a sticky folder of a trusted
 * user, a link is followed if it belongs to a trusted user and has no other name. If the last part
 * is a link in /proc, the kernel follows the link, also to a folder (entry->descriptor).
 */
int entry_find(const char *path, struct entry *entry);

void entry_close(struct entry *entry);

/* True if entry_others_write() is true of the folder, or the group root may write to the folder. */
bool entry_exposed(const struct entry *entry);

/* Return a descriptor, or -errno: -ESTALE, or for a link -ELOOP, if the file was replaced. */
int entry_open(const struct entry *entry, int flags);

/*
 * True if an untrusted user owns a file or folder with the status `st`, or others or its group may
 * write to it. A group with the number of a trusted user may write if there is no access control
 * list. `fd`: the open file; -1: the entry's folder.
 */
bool entry_others_write(const struct entry *entry, const struct stat *st, int fd);

#endif
